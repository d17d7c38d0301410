# Plans as pictures: they are what is drawn where there is one, in the size that is asked for.
cp "$SAMPLES"/permafrost/*.* "$SAMPLES"/gridmonger/lighthouse.gmm .
size() { od -An -j16 -N8 -tx1 --endian=big "$1" | tr -d ' \n'; echo " $1"; }
portolan render island.pfmap plan.png && size plan.png
portolan render island.pfmap thumbnail.png --thumbnail 128 && size thumbnail.png
portolan render island.pfmap fit.png --size 400x400 && size fit.png
portolan render island.pfmap part.png --crop 8,8,16,10 --scale 0.5 --layers=+passability,-grid && size part.png
portolan render island.pfmap scene.png --view iso --size 64x48 2>/dev/null && size scene.png
portolan render lighthouse.gmm each.png --pages each && ls each*
portolan convert lighthouse.gmm map.pdf && head -c 5 map.pdf && echo
portolan convert lighthouse.gmm - --to pdf | cmp - map.pdf && echo same
portolan render lighthouse.gmm drawn.pdf && cmp drawn.pdf map.pdf && echo same
