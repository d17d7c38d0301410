# Maps out of a container and into it.
box=$GOLDEN/xmf/roundtrip/harbour.xmf
portolan convert "$box" out.map
portolan info out.map
portolan convert --map out.map "$box" same.xmf
cmp "$box" same.xmf && echo "in again: the same"
portolan convert --map "$GOLDEN/ppe/roundtrip/old-cells.map" --layer 0 "$box" other.xmf
echo "exit $?"
portolan convert --layer 16 "$box" none.map
echo "exit $?"
portolan convert --map out.map --layer 5 "$box" none.xmf
echo "exit $?"
portolan convert --packing zlib "$box" packed.zmf
portolan convert --packing none packed.zmf plain.xmf
cmp "$box" plain.xmf && echo "packed and unpacked: the same"
