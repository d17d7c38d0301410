# notes as Markdown and as a table: what people wrote stays text in both
light="$SAMPLES/gridmonger/lighthouse.gmm"
portolan convert "$light" - --to notes.md
portolan convert "$light" light.notes.csv
cat light.notes.csv
portolan convert "$light" some.notes.md --levels 3,1 --rename 1=Lantern --append "$SAMPLES/gridmonger/isles.gmm"
head -n 1 some.notes.md
grep '^#' some.notes.md
portolan convert "$light" map.json
# shellcheck disable=SC2016  # marks of Markdown, not of the shell
sed -e 's|"the lamp"|"=1+2, \\"or\\" not\\r\\n\\r\\n  1. *one* [two](three)\\n-3 <b>\\u0007\\u202e"|' -e 's|"draughty"|"-1"|' \
    -e 's|"LAMP ROOM"|"@a`b`"|' -e 's|"name": "Lamp room"|"name": "Lamp\\n# room_"|' -e 's|"West bay"|"West, \\"bay\\""|' \
    -e 's|"notes": "A sample|"notes": "    1) A sample|' map.json >nasty.json
portolan convert nasty.json nasty.gmm -q
portolan convert nasty.gmm - --to notes.md --levels 1,3
portolan convert nasty.gmm notes.csv
cat notes.csv
portolan convert "$SAMPLES/egoboo/gamedat/level.mpd" no.notes.md
portolan convert "$light" no.notes.csv --level 2
echo "exit $?"
ls
