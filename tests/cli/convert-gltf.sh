cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
portolan render --size 4 "$SAMPLES/permafrost/models/flag.pfobj" tile0.png
portolan convert two-fans.mpd two.gltf && cat two.gltf && ls
portolan convert two-fans.mpd two.gltf
printf '\211PNG\r\n\032\n' > tile0.png
portolan convert two-fans.mpd broken.gltf && grep -c '"images"' broken.gltf
portolan convert "$GOLDEN/mpd/roundtrip/map-a.mpd" a.glb
