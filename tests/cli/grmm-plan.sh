# Pictures of a map: one sheet, a page, a part, files each, themes by name and from a file.
cp "$SAMPLES/gridmonger/lighthouse.gmm" .
portolan convert lighthouse.gmm sheet.svg
portolan convert lighthouse.gmm page.svg --level 'sea CAVE' --layers=-legend,-title
portolan convert lighthouse.gmm part.svg --level 2 --crop 5,0,4,3 --scale 2 --background transparent
portolan convert lighthouse.gmm each.svg --pages each
grep -ho '<svg.*' ./*.svg | sed 's/.*xlink"//'
ls
printf 'inherit = dark\nwall = #ff00ff\n' >pink.theme
portolan convert lighthouse.gmm --to svg - --theme pink.theme --level 1 | grep -c '#ff00ff'
printf 'inherit = dark\nwal = #ff00ff\n' >pink.theme
portolan convert lighthouse.gmm bad.svg --theme pink.theme
portolan convert lighthouse.gmm bad.svg --theme drak
portolan convert lighthouse.gmm bad.svg --level attic
portolan convert lighthouse.gmm bad.svg --layers wals
portolan convert lighthouse.gmm bad.svg --pages all
portolan convert lighthouse.gmm bad.gmm --theme dark
portolan convert lighthouse.gmm bad.json --theme dark
portolan convert lighthouse.gmm - --to svg --pages each
