# a container with each fault that its files can have, and what is said of its layers when it is drawn
cp "$SAMPLES"/ppe/* .
head -c 100 ground.map >cut.map
fault() { # name, how sed makes it
  sed "$2" garden.xmf >"$1.xmf"
  portolan check "$1.xmf"
  portolan render "$1.xmf" "$1.png" 2>&1 | grep -E 'left out|palette|tile' | grep -v graphics
}
fault cut 's/ground.map/cut.map/'
fault gone 's/ground.map/nowhere.map/; s/garden.tga/nosheet.tga/'
fault size 's/16 16 28 20/16 16 7 9/'
fault tiles '/"water"/d'
fault palettes 's/palShift=4/palShift=8/'
fault offset 's/palShift=6/palShift=6 offset=65520/'
fault empty '/File:MapData/d'
{
  cat garden.xmf
  printf '%s\n' 'Layer:Sprite "things" 32 {' '	File:SpriteSource 0 "hero.tga"' '	File:SpriteSheet "crowd.tga" {' '	}' \
    '	File:Palette "colors.tga" offset=256' '	Object:Sprite "stray" 1 99 8 8' '}'
} >sprites.xmf
portolan check sprites.xmf
portolan convert --map cut.map --layer 0 garden.xmf new.xmf 2>&1
