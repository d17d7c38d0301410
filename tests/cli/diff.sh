cp "$SAMPLES/gridmonger/lighthouse.gmm" old.gmm
portolan convert -q old.gmm old.json
sed 's/"The Drowned Light"/"The Lamp"/' old.json >new.json
portolan convert -q new.json new.gmm
portolan diff old.gmm new.gmm; echo "exit $?"
portolan diff --stat old.gmm new.json; echo "exit $?"
portolan diff old.gmm old.gmm; echo "exit $?"
portolan diff old.gmm old.json; echo "exit $?"
portolan diff --format json old.gmm new.gmm; echo "exit $?"
portolan diff -q old.gmm new.gmm; echo "exit $?"
portolan diff "$SAMPLES/gridmonger/lighthouse-v1.gmm" old.gmm
portolan diff - new.gmm <old.gmm; echo "exit $?"
portolan diff --json old.gmm new.gmm | cmp - <(portolan diff --format json old.gmm new.gmm) && echo "--json is --format json"
