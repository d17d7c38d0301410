# What new does not do, it refuses.
portolan new grmm a.gmm --size 0x4; echo $?
portolan new grmm a.gmm --size 4x; echo $?
portolan new mpd a.mpd --title Palace; echo $?
portolan new grm a.gmm; echo $?
portolan new grmm; echo $?
portolan new mpd a.mpd && portolan new mpd a.mpd; echo $?
portolan new ppe a.map --size 2000000000x2000000000; echo $?
portolan convert a.mpd b.mpd --size 4x4; echo $?
# What check would call an error in it is not made.
portolan new grmm time.gmm --created nonsense; echo $?
portolan new grmm title.gmm --title ""; echo $?
portolan new grmm bytes.gmm --title "$(printf '\377')"; echo $?
ls
