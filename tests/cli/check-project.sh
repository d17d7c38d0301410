# What the project wants, found upwards from each file; what is wrong with it is said with its place.
mkdir -p maps/old tex
cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" maps/a.mpd; cp maps/a.mpd maps/old/b.mpd
cat >.portolan.json <<'JSON'
{ "portolan": "project",
  "ignore": ["mpd-blocks"],
  "rules": [{ "rule": "trailing-bytes", "severity": "error" }, { "rule": "trailing-bytes", "severity": "note", "paths": ["maps/old/**"] }],
  "textures": ["tex"], "fail_on": "error" }
JSON
raised() { sed 's/: error: /: raised to error: /'; } # above what the table of rules says
portolan check maps/a.mpd | raised; echo "exit ${PIPESTATUS[0]}"
portolan check -r maps -j 2 --ignore file-missing | raised; echo "exit ${PIPESTATUS[0]}"
ran() { portolan check -r maps "$@" | sed -n 's/.*; \([0-9]*\) rules ran$/\1/p'; }
echo "rules that the project leaves out: $(($(ran --no-project) - $(ran)))"
portolan check maps/old/b.mpd --fail-on note --only trailing-bytes; echo "exit $?"
portolan check maps/old/b.mpd --no-project -q; echo "exit $?"
portolan check --json --ignore file-missing maps/old/b.mpd
sed -i 's/mpd-blocks/mpd-block/' .portolan.json
portolan check maps/a.mpd 2>&1 | sed "s#$PWD/##"; echo "exit ${PIPESTATUS[0]}"
echo '{ "ignore": ["trailing-bytes",
  "trailing-byte"], "only": ["only"] }' >.portolan.json
portolan check .portolan.json --no-project; echo "exit $?"
echo '{ "rules": [{ "rule": "format", "severity": "off", "paths": ["**", "a..b/.c", "maps/", "/a", "./a", "b\\c", "", "a/../b"] }] }' >.portolan.json
portolan check .portolan.json --no-project --all; echo "exit $?"
echo '{ "portolan": "mpd" }' >.portolan.json
portolan check maps/a.mpd 2>&1 | sed "s#$PWD/##"; echo "exit ${PIPESTATUS[0]}"
: >.portolan.json
portolan check maps/a.mpd 2>&1 | sed "s#$PWD/##"; echo "exit ${PIPESTATUS[0]}"
echo '{ "textures": ["../.."] }' >.portolan.json
portolan check maps/a.mpd 2>&1 | sed "s#$PWD/##"; echo "exit ${PIPESTATUS[0]}"
portolan check maps/a.mpd --project nowhere.json
portolan check --explain trailing-byte; portolan check --explain trailing-bytes
