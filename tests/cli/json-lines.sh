# What is wrong with a document in JSON is said with the line and column of the member it is about, by check and by convert.
portolan convert -q "$SAMPLES/gridmonger/lighthouse.gmm" a.json
sed -e '0,/"elevation": 1,/s//"elevation": 999,/' -e '0,/"to_row": [0-9]*/s//"to_row": 772/' -e 's/"open": \[0, /"open": [/' a.json >b.json
portolan check b.json; echo $?
portolan convert b.json b.gmm; echo $?
portolan convert --strict b.json c.gmm; echo $?
portolan check --json b.json | grep -E '"(line|path)"' | head -n 2
sed 's/^.*/  &\r/' b.json | portolan check - | head -n 2
portolan new mpd a.mpd --size 4x4 && portolan convert a.mpd mesh.json
sed 's/"numvert": 64/"numvert": 60/' mesh.json >short.json
portolan check short.json; echo $?
awk '/"type"/ { grid = 1 } grid && /0, 0, 0, 0/ && ++row == 3 { sub(/0, 0, 0/, "0, 0, 99") } 1' mesh.json >type.json
portolan convert type.json type.mpd; echo $?
portolan new pfobj a.pfobj && portolan convert a.pfobj box.json
sed 's/"y": \[0, 2\]/"y": [0, 1]/' box.json >bounds.json
portolan convert bounds.json b.pfobj; echo $?
awk '/"twist"/ { grid = 1 } grid && /119/ && ++row == 2 { sub(/119/, "7") } 1' mesh.json >slopes.json
portolan convert slopes.json slopes.mpd; echo $?
# Members that mean nothing, and those of whose parts too many or too few are there.
sed 's/"version": 4/"version": 5/' a.json >five.json
portolan check five.json
portolan convert -q "$SAMPLES/ppe/ground.map" ground.json
sed 's/"logic_width": "16"/"logic_width": 5/' ground.json >width.json
portolan check width.json
sed 's/"numvert": 64/"numvert": 64000/' mesh.json >many.json
portolan check many.json
portolan new -q pfmap a.pfmap && portolan convert -q a.pfmap ground.json --overwrite
sed 's/"version": "1.0"/"version": "one"/' ground.json >version.json
portolan check version.json
sed 's/"Grass"/"Green Grass"/' ground.json >words.json
portolan check words.json
sed 's/"version": "[0-9.]*"/"version": "one"/' box.json >number.json
portolan check number.json
# What was left out is missed where the document begins.
{ echo; sed '/"twist": \[/,/^  \],/d' mesh.json; } >level.json
portolan convert level.json no.mpd; echo $?
