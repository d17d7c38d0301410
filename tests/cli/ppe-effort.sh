# --effort of a coder; its old name --level is taken where no page could be meant.
map=$SAMPLES/ppe/ground.map
portolan convert --coder zstd --effort 19 "$map" a.map
portolan convert --coder zstd --level 19 "$map" b.map
portolan convert --coder zstd "$map" c.map
cmp a.map b.map && ! cmp -s a.map c.map; echo $?
portolan convert --effort 19 "$map" d.map; echo $?
