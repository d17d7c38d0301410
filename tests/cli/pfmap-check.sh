cp "$GOLDEN/pfmap/accept/odd-tiles.pfmap" .
portolan check odd-tiles.pfmap
echo "exit $?"
portolan check --profile engine "$GOLDEN/pfmap/roundtrip/odd-text.pfmap" | grep engine-
portolan check --profile document "$GOLDEN/pfmap/roundtrip/version-1.2.pfmap" | grep -v file-missing
