# Names that are in the file: the nearest is offered, by whole names or by words of them.
tower=$SAMPLES/gridmonger/lighthouse.gmm
for layers in grd floors,-nots; do portolan render "$tower" out.svg --layers $layers; done
for level in Gruond 1,Cavve 'Lighthouse - Ground (G)' 99; do portolan render "$tower" out.svg --level "$level"; done
portolan convert "$tower" out.uvtt --level Cavve
portolan convert "$tower" out.glb --level Cavve
portolan convert "$tower" out.gmm --levels 1,Gruond
portolan convert "$tower" out.gmm --rename Gruond=Cellar
portolan render "$SAMPLES/permafrost/models/flag.pfobj" out.png --clip wvae
portolan convert "$SAMPLES/permafrost/models/flag.pfobj" flag.glb
portolan convert flag.glb out.pfobj --first-clip clam
portolan convert "$SAMPLES/permafrost/island.pfmap" out.pfmap --swap-material Gras=Sand
portolan convert "$SAMPLES/permafrost/island.pfmap" out.pfmap --swap-material Grass=Sad
portolan convert "$SAMPLES/egoboo/gamedat/level.mpd" out.glb --effects watre
portolan convert "$SAMPLES/ppe/garden.xmf" out.map --layer 99
portolan convert "$SAMPLES/ppe/garden.xmf" out.map --layer ground
ls
