# A drawing of a level holds its ground as one picture, in its whole and cut.
portolan render "$SAMPLES"/egoboo/gamedat/level.mpd level.svg --textures "$SAMPLES"/egoboo
grep -c '<image .*href="data:image/png;base64,iVBORw0KGgo' level.svg
portolan render "$SAMPLES"/egoboo/gamedat/level.mpd - --to svg --textures "$SAMPLES"/egoboo --crop 8,8,10,8 | grep -o '<svg.*\|<image [^,]*,iVBOR'
