#!/usr/bin/env bash
# What the action, the GitLab job and the hook consist of, in a repository that git makes.
set -u
command -v git >/dev/null || { echo "git is not installed"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that pictures need"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b NO_COLOR=1
unset XDG_CONFIG_HOME GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GITHUB_STEP_SUMMARY
failed=0
fail() { echo "$1"; failed=1; }
has() { grep -qF -e "$2" "$1" || { fail "$1 has no '$2':"; head -c 600 "$1"; }; } # file, text

mkdir "$scratch/work" && cd "$scratch/work" || exit 1
git init -q -b main
mkdir "my maps"
cp "$SOURCE/samples/gridmonger/lighthouse.gmm" "my maps/light house.gmm"
cp "$SOURCE/samples/gridmonger/isles.gmm" .
echo text >notes.txt
git add . && git commit -qm base
"$PORTOLAN" convert -q "my maps/light house.gmm" "$scratch/map.json"
sed 's/"the lamp"/"a lamp"/' "$scratch/map.json" >"$scratch/edited.json"
"$PORTOLAN" convert -q --overwrite "$scratch/edited.json" "my maps/light house.gmm"
cp "$SOURCE/tests/golden/mpd/roundtrip/long-tail.mpd" new.mpd
echo more >>notes.txt
# Pictures are no maps, and files of other programs have the extensions of some.
cp "$SOURCE/docs/pictures/tiles.png" tiles.png
echo 'export const x = <div/>;' >app.tsx
echo '{"version":3,"sources":["a.ts"],"mappings":"AAAA"}' >app.js.map
cp "$SOURCE/samples/gridmonger/borders.gmm" ./-dash.gmm
git mv isles.gmm "far isles.gmm"
git add . && git commit -qm edit

"$SOURCE/ci/changed.sh" HEAD~1 out >"$scratch/text"
[ $? -eq 1 ] || fail "a warning does not end with 1"
has "$scratch/text" "new.mpd"
has out/summary.md "### my maps/light house.gmm"
has out/summary.md '"the lamp" -> "a lamp"'
has out/summary.md "new"
has out/summary.md "was: \`isles.gmm\`"
[ -s "out/far isles.gmm-before.png" ] || fail "a new name has no picture of before"
if grep -qE 'notes.txt|png$|tsx|js.map' out/summary.md; then fail "what is no map is in the summary"; fi
if grep -qE 'tiles.png|tsx|js.map' "$scratch/text"; then fail "what is no map is checked"; fi
has "$scratch/text" "-dash.gmm: fine"
[ -s out/-dash.gmm-after.png ] || fail "there is no picture of a name with a dash"
[ -s "out/my maps-light house.gmm-before.png" ] || fail "there is no picture of before"
[ -s "out/my maps-light house.gmm-after.png" ] || fail "there is no picture of after"
[ -s "out/my maps-light house.gmm-changes.png" ] || fail "there is no picture of what changed"
grep -q "changes marked: .*light house.gmm-changes.png" out/summary.md || fail "the summary does not name the picture of what changed"
cmp -s "out/my maps-light house.gmm-before.png" "out/my maps-light house.gmm-after.png" && fail "both pictures are the same"

# The action: its command, with the variables that GitHub sets.
run=$(sed -n "s/^ *run: '\(.*\)'$/\1/p" "$SOURCE/action.yml")
[ -n "$run" ] || fail "the action has no command"
GITHUB_ACTION_PATH=$SOURCE GITHUB_STEP_SUMMARY=$scratch/summary.md BASE=HEAD~1 PICTURES=pictures bash -c "$run" >"$scratch/github"
[ $? -eq 1 ] || fail "the action does not end with 1"
has "$scratch/github" "::warning file=new.mpd"
has "$scratch/summary.md" "### new.mpd"
[ -s pictures/new.mpd-after.png ] || fail "the action made no picture"

# The job for GitLab, as the document has it.
job=$(sed -n 's/^    - \(ci\/changed.sh.*\)$/\1/p' "$SOURCE/docs/ci.md")
[ -n "$job" ] || fail "the document has no job"
ln -s "$SOURCE/ci" ci
CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD~1 bash -c "$job" >"$scratch/gitlab"
[ $? -eq 1 ] || fail "the job does not end with 1"
has portolan-pictures/summary.md "### new.mpd"

# The hook: its entry with the files that are to be committed.
entry=$(sed -n 's/^  entry: portolan \(.*\)$/\1/p' "$SOURCE/.pre-commit-hooks.yaml")
pattern=$(sed -n "s/^  files: '\(.*\)'$/\1/p" "$SOURCE/.pre-commit-hooks.yaml")
echo new.mpd | grep -qP "$pattern" || fail "the hook does not look at meshes"
read -ra entry <<<"$entry"
"$PORTOLAN" "${entry[@]}" new.mpd >/dev/null && fail "the hook lets a warning pass"
"$PORTOLAN" "${entry[@]}" "my maps/light house.gmm" >/dev/null || fail "the hook refuses a sound map"
"$PORTOLAN" "${entry[@]}" app.tsx app.js.map >/dev/null || fail "the hook refuses files of other programs"
: >empty.gmm
"$PORTOLAN" "${entry[@]}" empty.gmm >/dev/null 2>&1 && fail "the hook lets an empty map pass"
rm empty.gmm

# A branch that is pushed for the first time has no commit before.
zeros=0000000000000000000000000000000000000000
"$SOURCE/ci/changed.sh" $zeros whole >"$scratch/text"
[ $? -eq 1 ] || fail "a new repository does not end with 1"
has whole/summary.md "### my maps/light house.gmm"
git clone -q . "$scratch/clone" && cd "$scratch/clone" && git checkout -q -b topic HEAD~1
cp "$SOURCE/samples/gridmonger/tower.gmm" . && git add . && git commit -qm topic
DEFAULT_BRANCH=main "$SOURCE/ci/changed.sh" $zeros "$scratch/topic" >"$scratch/text" || fail "a new branch is not fine"
has "$scratch/topic/summary.md" "### tower.gmm"
if grep -q "light house" "$scratch/topic/summary.md"; then fail "what was there before a new branch is in its summary"; fi
cd "$scratch/work" || exit 1

"$SOURCE/ci/changed.sh" absent out >/dev/null 2>&1
[ $? -eq 3 ] || fail "a commit that is not there does not end with 3"
"$SOURCE/ci/changed.sh" HEAD out2 >"$scratch/none" || fail "nothing changed, and something is wrong"
[ -s "$scratch/none" ] && fail "nothing changed, and something is said"
exit $failed
