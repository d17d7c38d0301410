# a gray picture is an input like any other, and becomes what `new --heightmap` makes of it
portolan convert "$SAMPLES/permafrost/island.pfmap" heights.png --to heightmap -q
portolan convert heights.png island.pfmap && portolan new pfmap made.pfmap --heightmap heights.png --overwrite && cmp island.pfmap made.pfmap && ls
portolan convert island.pfmap again.png --to heightmap -q && cmp heights.png again.png && echo "the same corners"
# what has a terrain goes wherever terrain goes
portolan convert heights.png seen.obj -q && portolan convert island.pfmap told.obj -q && cmp <(grep '^[vf]' seen.obj) <(grep '^[vf]' told.obj) && echo "the same terrain"
portolan render heights.png seen.png --view iso --size 64x48 -q && portolan render heights.png plan.svg -q && ls seen.png plan.svg
portolan convert "$SAMPLES/egoboo" level.png --to heightmap --size 17x9 -q
printf 'below 60 tile 3 effects water,noreflect\n' >rules.txt
portolan convert level.png level.mpd --relief 1000 --tile-rules rules.txt --losses lost.json && grep -c carry-invented lost.json
portolan new mpd made.mpd --heightmap level.png --relief 1000 --tile-rules rules.txt --overwrite && cmp level.mpd made.mpd
# settings that belong elsewhere, pictures that are none, ways that there are not
portolan convert heights.png no.pfmap --cell 3
portolan convert heights.png no.pfmap --size 2x2
portolan convert heights.png no.mpd --max-level 3
portolan convert "$SAMPLES/gridmonger/lighthouse.gmm" no.pfmap --max-level 3
portolan render "$SAMPLES/gridmonger/lighthouse.gmm" colors.png --level 1 -q && portolan convert colors.png no.pfmap
portolan convert level.png no.pfmap
head -c 200 heights.png >cut.png; portolan convert cut.png no.mpd
portolan convert heights.png no.dd2vtt
portolan info heights.png
# pictures in a folder are textures
mkdir folder && cp heights.png island.pfmap folder && portolan convert -r folder out --to pfmap -q && ls out
