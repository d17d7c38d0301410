# a name that ends in .csv means the CSV of a map, and notes of everything else; more of a name says more
printf '1,2\n-1,3\n' >a.csv
portolan convert a.csv a.map
portolan convert a.map b.csv && cat b.csv
portolan convert --overwrite - b.csv <a.map && cmp a.csv b.csv && echo same
portolan convert "$SAMPLES/ppe/garden.xmf" c.csv && head -n 1 c.csv
portolan convert "$SAMPLES/gridmonger/lighthouse.gmm" d.csv && head -n 1 d.csv
portolan convert a.map e.notes.csv
