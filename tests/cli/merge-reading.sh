# What reading finds is told of the file that has it, what merging finds of ours.
cp "$GOLDEN/grmm/accept/bad-list.gmm" base.gmm
portolan convert -q base.gmm base.json
sed 's/"title": "[^"]*"/"title": "Ours"/' base.json >ours.json
sed 's/"title": "[^"]*"/"title": "Theirs"/' base.json >theirs.json
portolan merge base.gmm ours.json theirs.json -o merged.json; echo "exit $?"
portolan merge -q base.gmm ours.json theirs.json -o quiet.json; echo "exit $?"
