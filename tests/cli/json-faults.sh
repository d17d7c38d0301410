# What check calls an error in a file that is made of JSON is said when it is made.
portolan new grmm map.gmm --size 2x2 --created '2026-01-02 03:04:05'
portolan convert map.gmm a.json
sed 's/"open": \[0\]/"open": [0, 0, 1]/' a.json >b.json
portolan convert b.json b.gmm; echo $?
portolan check b.gmm; echo $?
portolan convert --strict b.json c.gmm; echo $?
portolan convert a.json d.gmm && cmp map.gmm d.gmm; echo $?
