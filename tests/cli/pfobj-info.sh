cd "$GOLDEN/pfobj/accept" || exit 1
portolan info tiny.pfobj
portolan "$GOLDEN/pfobj/reject/nan.pfobj"
echo "exit $?"
