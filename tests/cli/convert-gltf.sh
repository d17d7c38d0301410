cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" .
printf '\211PNG\r\n\032\n' > tile0.png
portolan convert two-fans.mpd two.gltf && cat two.gltf && ls
portolan convert two-fans.mpd two.gltf
portolan convert "$GOLDEN/mpd/roundtrip/map-a.mpd" a.glb
