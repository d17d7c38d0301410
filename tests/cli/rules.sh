portolan formats --rules xmf && portolan formats --rules shared | head -3 && portolan formats --rules all | grep '^##' && portolan formats --rules tiles
