# JSON takes the name of a floor or wall instead of its number, and says which name is none, with its line.
portolan new grmm map.gmm --size 2x2 --created '2026-01-02 03:04:05'
portolan convert map.gmm a.json
sed '0,/\[1, 1, 0\]/s//["door", "stairs up", "empty"]/; 0,/\[10, 10, 0\]/s//["locked door", 10, "none"]/' a.json >b.json
portolan convert b.json b.gmm && portolan convert b.gmm - --to json | grep -A1 -E '"(floor|wall_north)"'
sed 's/"stairs up"/"ladder"/' b.json >c.json
portolan convert c.json c.gmm; echo $?

# In a grid row and column are said, and what is allowed, whatever is wrong with the value.
portolan new pfmap -q map.pfmap --size 1x1 && portolan convert map.pfmap map.json
for wrong in -1 2.5 70000 '"ramp"' '"ramp_xn"'; do
  awk -v wrong="$wrong" '/"type": \[/ { line = NR + 2 } NR == line { sub(/, 0,/, ", " wrong ",") } { print }' map.json >bad.json
  portolan convert bad.json bad.pfmap
done
sed 's/"width": 32/"width": -32/' map.json >bad.json
portolan convert bad.json bad.pfmap
