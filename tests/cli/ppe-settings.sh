# Settings that make no sense are refused.
map=$GOLDEN/ppe/roundtrip/new-cells.map
portolan convert --coder gif "$map" out.map
echo "exit $?"
portolan convert --coder zlib --level 13 "$map" out.map
echo "exit $?"
portolan info --max-cells 10 "$map"
echo "exit $?"
portolan convert --rle-unit byte "$map" out.map
echo "exit $?"
portolan convert --attributes engine "$map" out.map
echo "exit $?"
portolan convert --loss allow "$map" out.map
echo "exit $?"
portolan convert --tile 16x16 "$map" out.map
echo "exit $?"
portolan convert --light "$GOLDEN/xmf/roundtrip/harbour.xmf" out.map
echo "exit $?"
portolan convert --layer 0 "$GOLDEN/xmf/roundtrip/harbour.xmf" out.xmf
echo "exit $?"
portolan convert --packing zlib "$GOLDEN/xmf/roundtrip/harbour.xmf" out.map
echo "exit $?"
ls
