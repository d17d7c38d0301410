portolan convert "$GOLDEN/grmm/roundtrip/v4.gmm" four.json
sed 's/"row": 1, "column": 1/"row": 0, "column": 0/' four.json >order.json
portolan convert order.json order.gmm
portolan convert "$GOLDEN/grmm/roundtrip/unknown-chunks.gmm" chunks.json 2>/dev/null
sed 's/"id": "more"/"id": "cell"/' chunks.json >known.json
portolan convert known.json known.gmm
sed 's/"id": "more"/"id": "mo"/' chunks.json >short.json
portolan convert short.json short.gmm
sed 's/"kind": "icon"/"kind": "comment"/' four.json >kind.json
portolan convert kind.json kind.gmm
sed 's/"rows": 3,/"rows": 30,/' four.json >rows.json
portolan convert rows.json rows.gmm
sed 's/"title": .*/"title": "From JSON",/' four.json >title.json
portolan convert title.json title.gmm
echo "exit $?"
ls *.gmm
