portolan check --strict "$GOLDEN/grmm/roundtrip/unknown-chunks.gmm"
echo "exit $?"
portolan check --profile engine "$GOLDEN/grmm/roundtrip/unknown-chunks.gmm"
