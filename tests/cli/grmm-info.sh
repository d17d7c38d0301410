portolan "$SAMPLES/gridmonger/lighthouse.gmm"
