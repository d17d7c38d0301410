# What the engine loads, and what the document says.
portolan check --profile engine "$GOLDEN/ppe/accept/coded-lzw.map"
portolan check --profile document --from ppe "$GOLDEN/ppe/accept/reserved.map"
portolan check --profile document "$GOLDEN/ppe/accept/trailing.map"
portolan check --profile engine "$GOLDEN/ppe/roundtrip/old-cells.map"
