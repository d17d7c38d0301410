portolan "$GOLDEN/pfmap/accept/every-shape.pfmap" | tail -n +2
