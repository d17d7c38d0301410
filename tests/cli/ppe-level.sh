# A level without a coder that has levels is refused, whatever the build can do.
portolan convert --level 3 "$GOLDEN/ppe/roundtrip/new-cells.map" out.map
echo "exit $?"
ls
