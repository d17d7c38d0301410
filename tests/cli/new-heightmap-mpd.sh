# a level of a gray picture: a corner for each pixel, steep fans are walls
portolan convert "$SAMPLES/egoboo" heights.png --to heightmap --size 17x9 -q
portolan new mpd level.mpd --heightmap heights.png --relief 1000 && portolan info level.mpd | grep -E "^(width|height|fans|effects|bounds)"
portolan check level.mpd
portolan new mpd refused.mpd --relief 9
portolan new mpd refused.mpd --heightmap heights.png --size 4x4
