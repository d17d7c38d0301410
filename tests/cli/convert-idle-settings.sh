# settings that the target would ignore are refused, and so are those of a scene when there is none
cp "$GOLDEN/mpd/roundtrip/two-fans.mpd" "$SOURCE/samples/permafrost/island.pfmap" .
portolan convert --target-version A two-fans.mpd a.glb
echo "exit $?"
portolan convert --skirt island.pfmap again.pfmap
echo "exit $?"
portolan convert --weld island.pfmap again.pfmap
echo "exit $?"
ls
