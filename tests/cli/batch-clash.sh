# Two inputs never go to one output: that is seen before anything is written.
mkdir -p in/deep
cp "$GOLDEN"/mpd/roundtrip/two-fans.mpd in/a.mpd
cp "$SAMPLES"/gridmonger/lighthouse.gmm in/a.gmm
cp "$GOLDEN"/mpd/roundtrip/map-a.mpd in/deep/a.mpd
for jobs in 1 4; do
  portolan convert -r -j $jobs --to json in out
  echo "exit $?"
  ls -d out 2>/dev/null
done
portolan convert -r --to json --name '{stem}.{ext}' in out
echo "exit $?"
portolan convert -r --to json --name '{folder}/{stem}.{ext}' in out
echo "exit $?"
find out -type f | sort
portolan convert in/a.mpd in/deep/a.mpd --to json flat
portolan convert in/a.mpd in/deep/a.mpd --to json --name '{folder}/copy-of-{stem}' flat
find flat -type f | sort
portolan convert in/../in/a.mpd "$PWD/in/a.gmm" --to json --name '{folder}/{stem}' flat --strict
echo "exit $?"
find flat -name a.json | sed "s#$PWD#HERE#" | wc -l

# names that are the same file, and inputs that would be written over
mkdir links && echo x >links/a.json && ln links/a.json links/b.json
cp in/a.mpd b.mpd
portolan convert --overwrite in/a.mpd b.mpd --to json links
mkdir both && cp in/a.mpd both/c.mpd && portolan convert both/c.mpd both/d.json
portolan convert --overwrite both/c.mpd both/d.json --name d --to json both
portolan convert --overwrite in/a.mpd both/d.json --name '{stem}' --to mpd both && ls both
portolan convert --overwrite both/c.mpd in/deep/a.mpd --name 'c' --to mpd both
portolan convert --overwrite both/a.mpd both/c.mpd --to mpd both
echo "exit $?"
cp both/d.json both/c.mpd.json
portolan convert --overwrite both/c.mpd both/c.mpd.json --name '{stem}.{ext}' --to json both
echo "exit $?"

for pattern in '' 'x/' '../{stem}' '/tmp/{stem}' '{stem}/../..' '{name}' '{stem'; do
  portolan convert in/a.mpd in/a.gmm --to json --name "$pattern" out
done 2>&1 | grep -v ^try
portolan convert in/a.mpd a.json --name '{stem}' 2>&1 | grep -v ^try
portolan convert in/a.mpd b.mpd --to json - 2>&1 | grep -v ^try
ls
