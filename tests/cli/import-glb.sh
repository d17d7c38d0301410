portolan convert "$SAMPLES/permafrost/models/flag.pfobj" flag.glb
portolan convert flag.glb flag.pfobj && ls && portolan check flag.pfobj --profile engine
portolan convert flag.glb --to pfobj - | sed -n 1,7p
portolan convert - --to pfobj --fps 12 - < flag.glb | sed -n 6p
mkdir many && cp flag.glb many && portolan convert -r many out --to pfobj && ls out
