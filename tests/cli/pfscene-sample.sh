# The sample scene finds its map, its models and their textures by itself.
portolan check "$SAMPLES/permafrost/island.pfscene"
portolan render "$SAMPLES/permafrost/island.pfscene" island.png --thumbnail 64
portolan convert "$SAMPLES/permafrost/island.pfscene" island.glb
ls
