# What --overwrite replaces stays what it was to everybody else; what cannot be replaced is written into.
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" a.mpd
portolan convert a.mpd wanted.json

same() { cmp "$1" wanted.json && echo "$2"; }

echo old >real.json && mkdir links && ln -s ../real.json links/first.json && ln -s first.json links/second.json
portolan convert --overwrite a.mpd links/second.json
echo "exit $?, $(readlink links/second.json), $(readlink links/first.json)"
same real.json "the file behind two links is written"

ln -s not-yet.json dangling.json
portolan convert a.mpd dangling.json
portolan convert --overwrite a.mpd dangling.json
same not-yet.json "and so is one that was not there yet"

ln -s loop.json loop.json
portolan convert --overwrite a.mpd loop.json
echo "exit $?"

mkfifo pipe
cat pipe >read.json &
portolan convert --overwrite --to json a.mpd pipe
wait
[ -p pipe ] && same read.json "a FIFO is written into"

cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" tail.mpd
cat pipe >through.mpd &
timeout 20 "$PORTOLAN" check --fix --overwrite -q -o pipe tail.mpd
echo "exit $?"
wait
portolan check --fix --overwrite -q tail.mpd
cmp tail.mpd through.mpd && echo "and what is repaired is not read back from it"

if ! mknod null c 1 3 2>/dev/null || [ ! -w null ]; then ln -sf /dev/null null; fi # the system's own only where we may not make one
portolan convert --overwrite --to json a.mpd null
echo "exit $?"
[ -c null ] && echo "a device is a device"
[ ! -w /dev/full ] || portolan convert --overwrite --to json a.mpd /dev/full
{ echo first; portolan convert --overwrite --to json a.mpd /dev/stdout; } >all.json
tail -n +2 all.json | cmp - wanted.json && echo "standard output by its name goes on where it was"

for mode in 600 444 640; do
  echo old >kept.json && chmod $mode kept.json
  ! chown 65534:65534 kept.json 2>/dev/null || true # stays with its owner where we may give it away
  before=$(stat -c '%a %u %g' kept.json)
  portolan convert --overwrite a.mpd kept.json
  [ "$before" = "$(stat -c '%a %u %g' kept.json)" ] && same kept.json "mode $mode and owner are kept"
  rm -f kept.json
done
mkdir folder.json
portolan convert --overwrite a.mpd ./folder.json/ --to json
find . -name '*part*'
echo "no part is left"
