# What is written a file for each level goes into a folder where the output is not there and has no extension, or ends in a slash.
map=$SAMPLES/gridmonger/lighthouse.gmm
portolan convert -q "$map" levels --to uvtt && ls levels
portolan convert -q --level 1 "$map" scenes/one/ --to foundry && ls scenes/one
portolan convert -q --level 1 "$map" one.dd2vtt && ls one.dd2vtt
portolan convert -q "$map" plain --to json && head -n 2 plain
