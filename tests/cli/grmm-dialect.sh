cp "$GOLDEN/grmm/roundtrip/document.gmm" "$GOLDEN/grmm/roundtrip/v1.gmm" .
portolan info document.gmm
portolan check --profile document document.gmm
portolan check --profile engine document.gmm
portolan convert --dialect editor document.gmm editor.gmm
portolan check --profile engine editor.gmm
portolan convert --dialect document v1.gmm letter.gmm
portolan check --profile document letter.gmm
portolan convert --dialect document --target-version 4 v1.gmm no.gmm
echo "exit $?"
portolan info --dialect klingon v1.gmm
