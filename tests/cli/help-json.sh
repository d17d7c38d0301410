# The grammar for programs: one object, of all commands or of one.
portolan help --json formats
portolan help --json | grep -c '"options"'
portolan help --json --man; echo $?
