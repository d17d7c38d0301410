# In a folder, where nobody asked for a name, the first of several pages or levels has its own as the others have.
map=$SAMPLES/gridmonger/lighthouse.gmm isles=$SAMPLES/gridmonger/isles.gmm
portolan render "$map" "$isles" pages --pages each --to svg && ls pages
grep -ho 'href="lighthouse[^#]*' pages/*.svg | sort -u
echo "exit $(portolan render "$map" pages/ --pages each --to svg --list)"
echo old >pages/lighthouse-1-Lighthouse-Lamp-room-1.svg
portolan render "$map" pages --pages each --to svg; echo "exit $?"; cat pages/lighthouse-1*.svg; ls pages
portolan render "$map" pages --pages each --to svg --overwrite --list
portolan render "$map" named.svg --pages each -q && ls named*
portolan convert "$map" scenes --to foundry -q --level 2-3 && ls scenes && grep -ho '"src": "light[^"]*"' scenes/*.json
