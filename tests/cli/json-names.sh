# JSON takes the name of a floor or wall instead of its number, and says which name is none, with its line.
portolan new grmm map.gmm --size 2x2 --created '2026-01-02 03:04:05'
portolan convert map.gmm a.json
sed '0,/\[1, 1, 0\]/s//["door", "stairs up", "empty"]/; 0,/\[10, 10, 0\]/s//["locked door", 10, "none"]/' a.json >b.json
portolan convert b.json b.gmm && portolan convert b.gmm - --to json | grep -A1 -E '"(floor|wall_north)"'
sed 's/"stairs up"/"ladder"/' b.json >c.json
portolan convert c.json c.gmm; echo $?
