# Plans on paper: fitted, in true scale over several sheets, as files each; and what is refused.
cp "$SAMPLES"/gridmonger/lighthouse.gmm "$SAMPLES"/permafrost/island.pfmap .
head_of() { grep -ho '<svg[^>]*>' "$1" | sed 's/.*xlink"//'; }
portolan render lighthouse.gmm fit.svg --paper A4 --level cave && head_of fit.svg
portolan render lighthouse.gmm wide.svg --paper A4-landscape --level cave && head_of wide.svg
portolan render lighthouse.gmm cut.svg --paper A5 --cell 15mm --level cave && ls cut*.svg && head_of cut-2-Lighthouse-Sea-cave-1-A1.svg
portolan render lighthouse.gmm large.svg --cell 1in --level cave && head_of large.svg
portolan render lighthouse.gmm one.svg --pages sheet --paper Letter && head_of one.svg
for bad in "--paper A44" "--paper A4 --cell 1" "--paper A4 --cell 0mm" "--paper A4 --cell 500mm" "--paper A6 --margin 50mm" "--margin 10mm" "--paper A4 --overlap 1cm" \
  "--paper A4 --scale 2" "--cell 1in --scale 2" "--pages sheet --paper A4 --cell 1in" "--paper 10x10mm"; do
  # shellcheck disable=SC2086 # several words
  portolan render lighthouse.gmm bad.svg $bad
done
portolan convert island.pfmap bad.glb --paper A4
