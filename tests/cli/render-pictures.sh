size() { od -An -j16 -N8 -tx1 --endian=big "$1" | tr -d ' \n'; echo " $1"; }
portolan render --size 64x48 "$SAMPLES/permafrost/models/chest.pfobj" chest.png && size chest.png
portolan render --size 40 "$SAMPLES/permafrost/models/chest.pfobj" - >out.png && size out.png
portolan convert --size 64x48 "$SAMPLES/permafrost/models/chest.pfobj" other.png && cmp chest.png other.png
mkdir folder
portolan render -j 2 --thumbnail 32 "$SAMPLES"/permafrost/models/*.pfobj folder && size folder/flag.png
portolan render -r --thumbnail 16 --view top "$SAMPLES/egoboo" --textures "$SAMPLES/egoboo" tree && find tree -type f
portolan render --to png --size 8x8 "$SAMPLES/permafrost/models/chest.pfobj" odd.name && size odd.name
portolan render --size 8x8 "$SAMPLES/permafrost/models/chest.pfobj" chest.png
