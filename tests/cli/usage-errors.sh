portolan info; echo $?
portolan convert one; echo $?
portolan info --nonsense x; echo $?
portolan info -z x; echo $?
portolan check --profile moon x; echo $?
portolan check --profile; echo $?
portolan info --json=yes x; echo $?
portolan info -j 0 x; echo $?
portolan help nonsense; echo $?
portolan check --fans nowhere.txt x; echo $?
