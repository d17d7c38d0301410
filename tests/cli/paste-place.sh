# --paste FILE@ROW,COL: where the other terrain begins stands behind the name; of two the last one counts, with its place or without.
portolan new pfmap -q --size 2x1 here.pfmap
portolan new pfmap -q --size 1x1 there.pfmap
sed -i 's/^0+0000/0+0300/; s/ 0+00/ 0+03/g' there.pfmap
cp there.pfmap there@2x.pfmap
heights() { portolan convert -q "$1" --to json - | sed -n '/"base"/,/\]$/p' | tr -d ' ,[' | sed -n 's/^[03].*/&/p' | sed 's/0\{1,\}/0*/g; s/3\{1,\}/3*/g; s/]//' | uniq -c; }
for at in '' @0,0 @16,48 @-16,-31; do
  echo "there.pfmap$at"
  portolan convert -q here.pfmap out.pfmap --overwrite --paste "there.pfmap$at" && heights out.pfmap
done
echo there@2x.pfmap@31,63 and others
portolan convert -q here.pfmap out.pfmap --overwrite --paste there@2x.pfmap@31,63 && heights out.pfmap
portolan convert -q here.pfmap twice.pfmap --paste there.pfmap@31,63 --paste there.pfmap
portolan convert -q here.pfmap once.pfmap --paste there.pfmap && cmp once.pfmap twice.pfmap
portolan convert -q here.pfmap no.pfmap --paste there.pfmap@3
portolan convert -q here.pfmap no.pfmap --paste there.pfmap@1,2,3
portolan convert -q here.pfmap no.pfmap --paste there.pfmap@32,0
portolan convert -q here.pfmap no.pfmap --paste there.pfmap@
portolan convert -q here.pfmap no.pfmap --paste @1,2
portolan convert -q here.pfmap no.pfmap --paste there.pfmap --paste-at 1,2
