cp "$GOLDEN/pfmap/roundtrip/version-1.2.pfmap" a.pfmap
portolan convert --target-version 1.0 --losses lost.json a.pfmap b.pfmap
echo "exit $?"
cat lost.json
head -n 7 b.pfmap
portolan convert --target-version 1.2 b.pfmap c.pfmap
sed -n 1,3p c.pfmap
# the layout of the shipped maps: modes for each edge, and a version the official editor opens
portolan convert --target-version 1.0 --blend-layout per-edge a.pfmap d.pfmap
sed -n 7p d.pfmap
portolan convert --target-version 1.2 --blend-layout single a.pfmap e.pfmap
echo "exit $?"
portolan convert --target-version 1.3 a.pfmap e.pfmap
echo "exit $?"
ls
