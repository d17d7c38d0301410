mkdir folder
cp "$SAMPLES/gridmonger/isles.gmm" folder
portolan info folder
portolan check folder
portolan convert folder out.json
portolan render -q folder out.png
portolan info -r folder | head -n 1
