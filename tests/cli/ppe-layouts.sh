# From layout to layout: what would be lost is listed and refused, unless allowed.
portolan convert --layout new "$GOLDEN/ppe/roundtrip/old-cells.map" new.map
portolan convert --layout old new.map old.map
cmp old.map "$GOLDEN/ppe/roundtrip/old-cells.map" && echo "old, new, old: the same"
portolan convert --layout old "$GOLDEN/ppe/roundtrip/new-all-sections.map" lossy.map
echo "exit $?"
ls lossy.map 2>&1
portolan convert --layout old --loss allow "$GOLDEN/ppe/roundtrip/new-all-sections.map" lossy.map
portolan info lossy.map
