# What is special about a format: of one command, of all, and as a page of the manual.
portolan help render grmm
portolan help ppe new
portolan help mpd
portolan help --man mpd | grep '^\.S[HS]'
portolan help --man render | grep '^\.S[HS]'
portolan help rendr; echo $?
portolan help render grmm mpd; echo $?
portolan help --json grmm; echo $?
