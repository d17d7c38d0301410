cp "$GOLDEN/pfobj/accept/blank-names.pfobj" a.pfobj
portolan convert a.pfobj b.pfobj
echo "exit $?"
portolan check --fix -o b.pfobj a.pfobj
echo "exit $?"
grep -E '_' b.pfobj | grep -v _bounds | cut -c1-40
cp "$GOLDEN/pfobj/accept/crlf.pfobj" c.pfobj
portolan check --fix --overwrite c.pfobj
cmp c.pfobj "$GOLDEN/pfobj/roundtrip/tiny.pfobj" && echo same
cp "$GOLDEN/pfobj/accept/swapped-joints.pfobj" d.pfobj
portolan check --fix --overwrite d.pfobj >/dev/null
cmp d.pfobj "$GOLDEN/pfobj/roundtrip/tiny.pfobj" && echo same
