# What nothing recognizes: places are lines where the name is that of a text.
: >empty.pfmap
portolan info empty.pfmap
echo "exit $?"
printf 'num_materials 1\nnum_rows 1\n' >headless.pfmap
portolan convert headless.pfmap out.json
echo "exit $?"
printf 'num_verts 3\n' >headless.pfobj
portolan check headless.pfobj
echo "exit $?"
printf 'PK\3\4 a packed file' >packed.gmm
portolan convert packed.gmm out.json
echo "exit $?"
printf 'version 1.0\nnum_mate' >cut.pfmap # inside of a word
portolan info cut.pfmap
echo "exit $?"
ls
