portolan convert --layout official "$GOLDEN/pfmap/roundtrip/odd-text.pfmap" a.pfmap
head -n 8 a.pfmap
tail -n 1 a.pfmap
