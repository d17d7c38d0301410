cd "$GOLDEN/pfobj/accept" || exit 1
portolan check document-words.pfobj
echo "exit $?"
portolan check --profile engine document-words.pfobj
echo "exit $?"
portolan check --profile document tiny.pfobj
echo "exit $?"
