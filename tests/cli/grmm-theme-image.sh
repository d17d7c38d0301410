# The image of a theme of the editor: beside the theme, in a folder of themes, and where it is not there.
cp "$SAMPLES"/gridmonger/lighthouse.gmm .
mkdir -p own themes/Images elsewhere
printf 'ui { window { background { color = "#203040ff", image = "%s" } } }\nlevel { general { background = "#00000000" } }\n' old.tga >own/Old.gmtheme
cp own/Old.gmtheme elsewhere
cp "$SAMPLES"/ppe/garden.tga own/old.tga
cp "$SAMPLES"/ppe/garden.tga themes/Images/OLD.TGA
pictures() { grep -c '<image ' "$1"; }
portolan render lighthouse.gmm beside.svg --theme own/Old.gmtheme && pictures beside.svg
portolan render lighthouse.gmm themes.svg --theme elsewhere/Old.gmtheme --themes themes && pictures themes.svg
portolan render lighthouse.gmm missing.svg --theme elsewhere/Old.gmtheme && pictures missing.svg
(cd elsewhere && sed -i 's|old.tga|../own/old.tga|' Old.gmtheme && portolan render ../lighthouse.gmm path.svg --theme Old.gmtheme && pictures path.svg)
portolan render lighthouse.gmm color.svg --theme own/Old.gmtheme --background white && pictures color.svg
