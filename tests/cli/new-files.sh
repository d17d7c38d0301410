# What a new document names is there, too: check has nothing to say. What somebody has already stays, under whatever name it counts.
for row in 'pfmap a.pfmap' 'pfobj a.pfobj' 'mpd a.mpd' 'grmm a.gmm' 'ppe a.map' 'xmf a.xmf'; do
  read -r format file <<<"$row"
  portolan new "$format" "$file" --size 4x4 && portolan check "$file"
done
ls ./*.bmp
portolan new pfmap b.pfmap --size 1 && ls ./*.bmp | wc -l
echo mine >grass.bmp
portolan new pfmap c.pfmap && portolan new pfmap b.pfmap --overwrite && cat grass.bmp
mv tile0.bmp tile0.png
portolan new mpd b.mpd && ls tile0.*
portolan new pfobj - --size 4 >box.pfobj && cmp box.pfobj a.pfobj
