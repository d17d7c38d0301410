#!/usr/bin/env bash
# An output is whole or as it was before, and no other file is left: whatever ends a conversion, at whichever of
# its writes. A signal is sent, or the disk is full, at every one of them (strace); files may not grow past every
# of some sizes; a folder may not be written to. What the system does not let us try is said and left out.
set -u
failed=0 count=0
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
fail() { echo "$1"; failed=1; }

cp "$SOURCE"/samples/permafrost/models/* .
"$PORTOLAN" convert chest.pfobj chest.glb 2>/dev/null || exit 1
mkdir inputs && mv ./*.* inputs

# What a run makes of nothing, and of what an older run left.
prepare() { # folder, old or new
  rm -rf "$1"; mkdir "$1"
  [ "$2" = new ] || { printf old >"$1/out.$target"; printf old >"$1/losses.json"; }
}
convert() { # folder; what the shell itself says of signals is not kept
  local over=()
  [ "$state" = new ] || over=(--overwrite)
  { "${runner[@]}" "$PORTOLAN" convert "${over[@]}" --losses "$1/losses.json" inputs/chest.glb "$1/out.$target" >said 2>&1; } 2>/dev/null
}
one_of_both() { # what, file before, file as wanted, file now
  [ -e "$4" ] || { [ ! -e "$2" ] || fail "$1: $4 is gone"; return; }
  cmp -s "$4" "$2" || cmp -s "$4" "$3" || fail "$1: $4 is neither old nor new"
}
# The output is old or new, what goes beside it is there with the new one, and nothing else is.
judge() { # what
  local file
  one_of_both "$1" "before/out.$target" "wanted/out.$target" "now/out.$target"
  for file in now/* now/.[!.]*; do
    [ -e "$file" ] || continue
    [ -e "wanted/${file#now/}" ] || fail "$1: $file is left"
    one_of_both "$1" "before/${file#now/}" "wanted/${file#now/}" "$file"
  done
  if [ -e "now/out.$target" ] && cmp -s "now/out.$target" "wanted/out.$target"; then
    for file in wanted/*; do [ "$file" = wanted/losses.json ] || cmp -s "$file" "now/${file#wanted/}" || fail "$1: $file is missing"; done
  elif [ "$(find now -type f | wc -l)" -ne "$(find before -type f | wc -l)" ]; then
    fail "$1: files without their output: $(ls now)"
  fi
  count=$((count + 1))
}

each_write() { # what is injected into which calls
  local calls=$2 when code
  for when in $(seq 200); do
    cp -r before now
    runner=(strace -f -qq -o trace -e 'trace=write,link,rename' -e "inject=$calls:$1:when=$when")
    convert now; code=$?
    [ "$1" != signal=KILL ] || rm -f now/*.part # nobody hears of that one
    judge "$target, $state, $1 at $calls $when"
    rm -rf now
    grep -q 'INJECTED\|--- SIG\|killed by' trace || return 0
    [ $code -ne 0 ] || grep -q 'write(2,.*INJECTED' trace || fail "$target, $state, $1 at $calls $when: exit code 0"
  done
  fail "$target: more than 200 writes"
}

full_disk() {
  local size
  for size in 0 1 2 4 8 16 32 64; do
    cp -r before now
    runner=(bash -c "ulimit -f $size; exec \"\$@\"" limited)
    convert now
    judge "$target, $state, files of $size blocks"
    rm -rf now
  done
}

traced=""
if strace -qq -o trace -e inject=write:signal=TERM:when=1 true 2>/dev/null; then traced=1; else echo "left out: strace cannot be used here"; fi
for target in pfobj gltf; do
  for state in old new; do
    runner=(env)
    prepare before $state; cp -r before wanted
    convert wanted || fail "$target: $(cat said)"
    full_disk
    if [ "$traced" ]; then
      each_write signal=TERM write
      each_write signal=TERM rename
      each_write signal=HUP link
      each_write signal=KILL write
      each_write error=ENOSPC write
    fi
    rm -rf wanted before
  done
done
if [ "$traced" ] && [ "$count" -lt 60 ]; then fail "only $count conversions were ended"; fi

# The other commands that write: a whole result, or nothing at all.
old=$SOURCE/samples/gridmonger/lighthouse-v1.gmm new=$SOURCE/samples/gridmonger/lighthouse.gmm
"$PORTOLAN" diff --format patch "$old" "$new" -o inputs/patch.json && fail "there is no difference"
echo '<!--DATA-->' >inputs/viewer.html
export PORTOLAN_VIEWER=$scratch/inputs/viewer.html
others=("apply inputs/patch.json $old -o now/a.gmm" "merge $old $old $new -o now/m.gmm" "diff $old $new -o now/d.txt" "view $old -o now/v.html"
  "new xmf now/n.xmf" "convert $new now/castle.mod" "convert $SOURCE/samples/permafrost/island.pfmap now/island.tmx" "check --fix $SOURCE/tests/golden/mpd/roundtrip/long-tail.mpd -o now/f.mpd")
for words in "${others[@]}"; do
  for size in unlimited 0 1 2 8 32 64 256; do
    mkdir now
    # shellcheck disable=SC2086  # several words
    (ulimit -f $size; exec "$PORTOLAN" $words) >said 2>&1
    code=$?
    if [ $size = unlimited ]; then
      if [ $code -gt 1 ] || [ -z "$(find now -type f)" ]; then fail "$words: exit $code: $(cat said)"; fi
      mv now wanted
      continue
    elif [ $code -le 1 ]; then
      diff -r now wanted >/dev/null || fail "$words, files of $size blocks: exit $code, but it is not all there: $(find now)"
    elif [ "$(find now -mindepth 1 | wc -l)" -ne 0 ]; then
      fail "$words, files of $size blocks: exit $code, and left are: $(find now)"
    fi
    [ $code -le 3 ] || fail "$words, files of $size blocks: exit $code"
    rm -rf now
    count=$((count + 1))
  done
  rm -rf wanted
done

# A folder that may not be written to, as somebody who is not root.
target=pfobj state=new runner=(env)
prepare before new
[ "$(id -u)" -ne 0 ] || runner=(setpriv --reuid=65534 --regid=65534 --clear-groups)
cp "$PORTOLAN" tool && chmod -R a+rX . && chmod a+rx "$scratch" tool && chmod 555 before
PORTOLAN=$scratch/tool
if "${runner[@]}" "$scratch/tool" --version >said 2>&1; then
  convert before && fail "a folder that may not be written to was"
  grep -q 'Permission denied' said || fail "it is not said why: $(cat said)"
  [ -z "$(ls -A before)" ] || fail "left in a folder that may not be written to: $(ls -A before)"
  count=$((count + 1))
else
  echo "left out: the tool cannot be run as somebody else here"
fi
echo "$count ways to end a conversion"
exit $failed
