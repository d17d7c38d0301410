# what the engine refuses in the text goes
cp "$GOLDEN/pfmap/accept/one-line.pfmap" a.pfmap
portolan check --fix -o b.pfmap a.pfmap | grep 'four to a line'
cmp b.pfmap "$GOLDEN/pfmap/roundtrip/one-chunk.pfmap" && echo same
head -c -1 "$GOLDEN/pfmap/roundtrip/one-chunk.pfmap" > c.pfmap
portolan check --fix -o d.pfmap c.pfmap
cmp d.pfmap b.pfmap && echo same
# blanks around header lines go, too
sed '3s/$/  /; 5s/$/\t/; 2s/^/\n /' b.pfmap > e.pfmap
portolan check --fix -o f.pfmap e.pfmap
cmp f.pfmap b.pfmap && echo same
