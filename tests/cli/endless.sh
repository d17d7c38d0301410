# What never ends is read up to a limit, wherever it is given.
portolan info --memory 4 - </dev/zero
portolan check --max-input 1M --memory 8 - </dev/zero
portolan convert --memory 4 - out.json </dev/zero
portolan info --memory 4 /dev/zero
portolan info --memory 4 --fans /dev/zero "$GOLDEN/mpd/roundtrip/short-light.mpd"
portolan render --max-input 64K --theme /dev/zero "$SAMPLES/gridmonger/lighthouse.gmm" out.svg
mkfifo grass.bmp && cp "$SAMPLES/permafrost/island.pfmap" . && portolan convert island.pfmap island.glb 2>&1 | grep grass
ls
portolan info --untrusted - </dev/zero
