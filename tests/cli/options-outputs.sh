# Extensions in any letters; several inputs do not go to a file.
map=$SAMPLES/gridmonger/lighthouse.gmm
portolan convert -q "$map" X.GLB && head -c 4 X.GLB && echo
portolan convert -q "$map" LEVEL.JSON && portolan convert -q LEVEL.JSON Back.GMM && cmp "$map" Back.GMM && echo same
portolan convert "$map" Back.GMM out.json --to json; echo $?
mkdir in && cp "$map" in && portolan render -r in out.png; echo $?
ls
