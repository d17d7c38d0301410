# levels are taken out, put into another order, joined and renamed; links that lead nowhere then are losses
light="$SAMPLES/gridmonger/lighthouse.gmm"
names() { portolan convert "$1" - --to json | grep -E '^ {6}"(location|name|elevation)"|_level"'; }
portolan convert "$light" same.gmm --levels 1-3
cmp "$light" same.gmm
portolan convert "$light" turned.gmm --levels 3-1
names turned.gmm
portolan convert "$light" cave.gmm --levels sea
portolan convert "$light" rest.gmm --levels 'Ground,Lamp room'
names rest.gmm
portolan convert rest.gmm joined.gmm --append cave.gmm --append "$SAMPLES/gridmonger/lighthouse-v1.gmm" \
    --levels 4-6,3,1 --rename 4=Lantern --rename 'Sea cave=Grotto' --relocate 6=Wreck
portolan convert rest.gmm joined.gmm --append cave.gmm --append "$SAMPLES/gridmonger/lighthouse-v1.gmm" \
    --levels 4-6,3,1 --rename 4=Lantern --rename 3=Grotto --relocate 6=Wreck
names joined.gmm
portolan check joined.gmm
portolan convert "$light" old.gmm --target-version 1 --levels 3
portolan convert "$light" no.gmm --target-version 1 --levels 1
portolan convert "$SAMPLES/gridmonger/lighthouse-v1.gmm" new.gmm --target-version 4 --append "$light" --levels 6,1
names new.gmm
for list in 4 0 1,1 2-9 nowhere '' 1,,2; do
    portolan convert "$light" no.gmm --levels "$list"
    echo "exit $?"
done
portolan convert "$light" no.gmm --rename 2
portolan convert "$light" no.gmm --rename Lighthouse=Tower
portolan convert "$light" no.gmm --relocate 2=
portolan convert "$light" no.gmm --rename "2=$(printf '%0101d' 0)"
portolan convert "$light" no.gmm --rename $'2=\xff'
portolan convert "$light" no.gmm --levels 1,3 --relocate 2=Keep
portolan convert "$light" no.gmm --append "$SAMPLES/permafrost/island.pfmap"
portolan convert "$light" no.svg --levels 2
ls
