cp "$GOLDEN/grmm/accept/raw-8.gmm" wide.gmm
portolan check --fix -o mended.gmm wide.gmm
echo "exit $?"
portolan check mended.gmm
cp "$GOLDEN/grmm/accept/bad-links.gmm" "$GOLDEN/grmm/accept/bad-notes.gmm" "$GOLDEN/grmm/accept/bad-regions.gmm" .
portolan check --fix --overwrite bad-links.gmm bad-regions.gmm >/dev/null
portolan check bad-links.gmm bad-regions.gmm
portolan check --fix --overwrite bad-notes.gmm | tail -n 8
