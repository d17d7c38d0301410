# No option is heard and ignored.
portolan check --overwrite "$SAMPLES/egoboo/gamedat/level.mpd"; echo $?
portolan formats --facts; echo $?
portolan formats --schema mpd --fields ppe; echo $?
portolan formats --rules mpd --json; echo $?
portolan info --textures nodir "$SAMPLES/permafrost/models/chest.pfobj"; echo $?
portolan info --strict --lenient x; echo $?
portolan help --completions bash --man; echo $?
portolan help info --completions zsh; echo $?
tower=$SAMPLES/gridmonger/lighthouse.gmm old=$SAMPLES/gridmonger/lighthouse-v1.gmm
for words in "diff $old $tower" "merge $tower $tower $old" "apply patch.json $tower" "view $tower"; do
  # shellcheck disable=SC2086  # several words each
  for to in "" "-o -"; do portolan $words $to --overwrite; echo $?; done
done
portolan diff --json --format text "$old" "$tower"; echo $?
for form in "--stat" "--json" "--format patch"; do
  # shellcheck disable=SC2086
  portolan diff --all $form "$old" "$tower"; echo $?
done
portolan diff --stat --json "$old" "$tower"; echo $?
portolan git install --json; echo $?
cp "$tower" base.gmm
portolan merge base.gmm base.gmm "$old" -o merged.gmm --conflicts merged.gmm; echo $?
portolan merge base.gmm base.gmm "$old" -o merged.gmm --conflicts ./base.gmm --overwrite; echo $?
# What is printed is silenced, what is written is not; the patch is to blame, not the file.
portolan diff -q -o written "$old" "$tower"; echo $?
portolan diff "$old" "$tower" | cmp - written
portolan apply absent.json "$tower" -o out.gmm; echo $?
ls
