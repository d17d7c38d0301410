# Settings that make no sense are refused.
map=$GOLDEN/ppe/roundtrip/new-cells.map
portolan convert --coder gif "$map" out.map
echo "exit $?"
portolan convert --coder zlib --level 13 "$map" out.map
echo "exit $?"
portolan convert --level 3 "$map" out.map
echo "exit $?"
portolan info --max-cells 10 "$map"
echo "exit $?"
