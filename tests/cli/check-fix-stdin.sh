# Standard input is read once: a repair of it goes to a file, or to standard output.
tail=$GOLDEN/mpd/roundtrip/long-tail.mpd
portolan check --fix --overwrite - <"$tail"; echo $?
portolan check -q --fix -o - - <"$tail" | wc -c
portolan check --fix -o out.mpd - <"$tail"; echo $?
ls
