mkdir folder
portolan info folder
