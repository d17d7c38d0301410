cp "$SAMPLES/gridmonger/lighthouse.gmm" four.gmm
portolan convert --target-version 2 four.gmm two.gmm
echo "exit $?"
portolan convert --target-version 2 --simplify four.gmm two.gmm
portolan convert --target-version 4 two.gmm again.gmm
portolan check two.gmm again.gmm
portolan convert --target-version 5 four.gmm five.gmm
echo "exit $?"
ls
