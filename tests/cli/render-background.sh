model=$SAMPLES/permafrost/models/chest.pfobj
draw() { portolan render --size 40x30 --samples 1 --overwrite "$model" "$1" --background "$2"; }
same() { # one spelling and another
  draw a.png "$1" && draw b.png "$2" && cmp a.png b.png && echo "$1 is $2"
}
same white '#fff'
same '#FFF' '#ffffffff'
same 'black,#fff' '#000000,white'
same transparent '#00000000'
same white,white white
draw half.png '#8090a080' && draw whole.png '#8090a0' && ! cmp -s half.png whole.png && echo "half is not whole"
draw no.png 'white,'
draw no.png ',white'
draw no.png 'white,black,white'
draw no.png White
