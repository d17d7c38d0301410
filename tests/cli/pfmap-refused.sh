cp "$GOLDEN/pfmap/reject/tile-type-d.pfmap" "$GOLDEN/pfmap/reject/claims.pfmap" "$GOLDEN/pfmap/reject/ancient-order.pfmap" .
portolan convert tile-type-d.pfmap a.json; echo "exit $?"
portolan info claims.pfmap; echo "exit $?"
portolan check ancient-order.pfmap; echo "exit $?"
ls
