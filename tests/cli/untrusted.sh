cp "$SAMPLES"/permafrost/*.* "$SAMPLES"/gridmonger/lighthouse.gmm .
portolan info --untrusted island.pfmap | tail -n 3
portolan check --untrusted island.pfmap
portolan convert --untrusted island.pfmap island.glb && echo converted
portolan render --untrusted lighthouse.gmm map.png && echo drawn
portolan render --untrusted --view plan lighthouse.gmm plan.png
portolan check --untrusted --textures . island.pfmap
head -c 17000000 /dev/zero >large.mpd
portolan info --untrusted large.mpd
portolan info --untrusted --max-input 32M large.mpd
