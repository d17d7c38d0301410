# A word that is not known comes with the nearest that is; what is neither a file nor a command says so once.
portolan covnert a b; echo $?
portolan zebra; echo $?
portolan missing.mpd; echo $?
portolan --verson; echo $?
portolan -v; echo $?
portolan -V; echo $?
portolan help rendr; echo $?
portolan convert --overwritte a b; echo $?
portolan render --them dark a.gmm b.png; echo $?
portolan render --theme parchmnt "$SAMPLES/gridmonger/lighthouse.gmm" b.png; echo $?
portolan render --view plam "$SAMPLES/gridmonger/lighthouse.gmm" b.png; echo $?
portolan convert --to jsn a b; echo $?
portolan info --from gmm a; echo $?
portolan check --profile engin a; echo $?
portolan formats --schema pfmao; echo $?
portolan formats --rules sharde; echo $?
portolan info "$(printf -- '--no\033[31m')" x; echo $?
