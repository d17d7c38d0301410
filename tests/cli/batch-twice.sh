# A folder that is searched may hold the output folder: what is written is not read the next time.
cp "$GOLDEN"/mpd/roundtrip/two-fans.mpd a.mpd
mkdir deep && cp "$GOLDEN"/mpd/roundtrip/map-a.mpd deep/b.mpd
portolan convert -r --to json . out
find . -type f | sort
ln -s out link
portolan convert -r --to json --overwrite . link
find . -type f | sort
portolan convert -r --to mpd . deep/out
find . -type f | sort

# Folders that were made for nothing go again, those that were there stay.
mkdir -p bad there/bad && cp "$GOLDEN"/mpd/reject/type-64.mpd bad/x.mpd
portolan convert -r --to json bad new/folder
portolan convert -r --to json --name 'bad/{stem}' bad there
ls -d new there/bad
