# How many rules ran: all of the tables, without those that are left out.
cp "$GOLDEN/mpd/roundtrip/long-tail.mpd" a.mpd
count() { portolan check --json "$@" a.mpd | sed -n 's/^  "rules": //p'; }
all=$(count)
echo "without one: $((all - $(count --ignore mpd-blocks))) fewer"
echo "one alone: $(count --only mpd-blocks)"
