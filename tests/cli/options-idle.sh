# No option is heard and ignored.
portolan check --overwrite "$SAMPLES/egoboo/gamedat/level.mpd"; echo $?
portolan formats --facts; echo $?
portolan formats --schema mpd --fields ppe; echo $?
portolan formats --rules mpd --json; echo $?
portolan info --textures nodir "$SAMPLES/permafrost_models/chest.pfobj"; echo $?
portolan info --strict --lenient x; echo $?
portolan help --completions bash --man; echo $?
portolan help info --completions zsh; echo $?
