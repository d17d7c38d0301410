# A signal leaves whole files, says what is not done, and is what ended the program.
until_part() { # waits until such a file is being written
  for _ in $(seq 2000); do
    [ -z "$(find . -name "$1*.part")" ] || return 0
    sleep 0.01
  done
  echo "no part of $1 was seen"
}
end_by() { # signal, the part to wait for, arguments: jobs of a script ignore INT unless told otherwise
  local signal=$1 part=$2; shift 2
  env --default-signal=INT,TERM,HUP,PIPE "$PORTOLAN" "$@" &
  until_part "$part"
  kill -s "$signal" $!
  { wait $!; } 2>/dev/null
  echo "$signal: exit $?"
}
cp "$SAMPLES"/egoboo/gamedat/* "$SAMPLES"/egoboo/basicdat/* .

echo old >kept.png
for signal in INT TERM HUP PIPE; do
  end_by $signal kept.png render --size 6000 level.mpd --overwrite kept.png
  cat kept.png
done

mkdir in && cp "$GOLDEN"/mpd/roundtrip/map-a.mpd in/a.mpd && cp "$GOLDEN"/mpd/reject/type-64.mpd in/b.mpd
for i in c d e; do cp level.mpd in/$i.mpd; done
end_by TERM c.png render --size 6000 -r in out 2>said
grep -v "^in/b.mpd:" said # which may not have been printed yet
find out -type f

trap '' TERM
"$PORTOLAN" render --size 1500 --overwrite level.mpd kept.png & # who is told to ignore a signal does
until_part kept.png
kill $!
wait $!
echo "exit $?"
head -c 4 kept.png | tail -c 3
echo; find . -name '*.part'
