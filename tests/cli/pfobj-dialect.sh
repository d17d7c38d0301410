portolan convert --dialect document "$GOLDEN/pfobj/roundtrip/tiny.pfobj" a.pfobj
echo "exit $?"
grep -E 'num_mat|^j' a.pfobj
portolan convert --dialect engine a.pfobj b.pfobj 2>/dev/null
cmp b.pfobj "$GOLDEN/pfobj/roundtrip/tiny.pfobj" && echo same
portolan convert --dialect latin a.pfobj c.pfobj
echo "exit $?"
