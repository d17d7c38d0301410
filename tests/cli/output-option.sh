isles=$SAMPLES/gridmonger/isles.gmm
portolan convert "$isles" -o isles.json && cmp isles.json <(portolan convert "$isles" - --to json) && echo "the same"
portolan render -o isles.svg "$isles" && ls isles.svg
portolan convert "$isles" -o - --to notes.csv | head -n 1
portolan convert -o out --to json "$isles" "$SAMPLES/ppe/ground.map" && ls out
portolan convert -r "$SAMPLES/ppe" -o all --to ppe -q && ls all
portolan new grmm -o new.gmm && portolan check new.gmm
portolan convert "$isles" isles.json -o third.json
portolan convert -o nothing.json
portolan render "$isles"
portolan new grmm
portolan new grmm one.gmm -o two.gmm
ls
