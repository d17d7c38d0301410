head -c 1500 "$SAMPLES/gridmonger/lighthouse.gmm" >cut.gmm
portolan convert cut.gmm whole.gmm
echo "exit $?"
ls
portolan convert --salvage --losses lost.json cut.gmm whole.gmm
echo "exit $?"
cat lost.json
portolan check --strict whole.gmm
portolan info whole.gmm
printf 'RIFF\4\0\0\0GRMM' >nothing.gmm
portolan convert --salvage nothing.gmm out.gmm
