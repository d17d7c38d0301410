cp "$SAMPLES"/permafrost/models/flag.pfobj "$SAMPLES"/permafrost/models/*.bmp .
portolan convert -q flag.pfobj flag.glb
portolan convert -q flag.glb large.pfobj --scale 10 --mirror x
portolan info flag.pfobj | grep -i bounds
portolan info large.pfobj | grep -i bounds
clip=$(sed -n 's/^as \([^ ]*\) .*/\1/p' flag.pfobj | tail -n 1)
portolan convert -q flag.glb ordered.pfobj --first-clip "$clip" && sed -n 's/^as \([^ ]*\) .*/\1/p' ordered.pfobj | head -n 1
portolan convert flag.glb none.pfobj --first-clip walk
portolan convert flag.glb none.pfobj --scale 0
portolan convert flag.pfobj none.glb --double-sided
