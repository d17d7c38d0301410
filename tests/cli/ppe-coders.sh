# Through every coder and back: the same bytes.
map=$GOLDEN/ppe/roundtrip/new-all-sections.map
for coder in rle lzw zlib zstd; do
  portolan convert --coder $coder "$map" $coder.map
  portolan convert --coder none $coder.map back.map --overwrite
  cmp "$map" back.map && echo "$coder: the same"
done
portolan convert --coder rle --rle-unit byte "$map" bytes.map
portolan check bytes.map
portolan check --fix -o elements.map bytes.map
portolan check elements.map
gzip --version >/dev/null && tail -c +13 lzw.map >lzw.Z && gzip -dc lzw.Z | cmp - <(tail -c +13 "$map") && echo "gzip agrees"
