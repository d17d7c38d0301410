#!/usr/bin/env bash
# The tool and importers by others: whatever they do in their process, the tool ends with one line for each file, exit
# code 3 and no output. Files it cannot bear are made here.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failed=0
fail() { echo "$1"; failed=1; }

triangle='0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n'
head='ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n'
# shellcheck disable=SC2059  # these are formats
printf "$head$triangle" >sound.ply
printf 'ply\nformat ascii 1.0\nelement vertex\n' >endless.ply # stops inside of its header
# shellcheck disable=SC2059
printf "OFF\n90000000 1 0\n$triangle" >large.off # announces a gigabyte
cat >crash.ase <<'ASE'
*3DSMAX_ASCIIEXPORT 200
*GEOMOBJECT {
*NODE_NAME "announces 256 faces, has one"
*MESH {
*MESH_NUMVERTEX 3
*MESH_NUMFACES 256 1
*MESH_VERTEX_LIST {
*MESH_VERTEX 0 0 0 0
*MESH_VERTEX 1 1 0 0
*MESH_VERTEX 2 0 1 0
}
*MESH_FACE_LIST {
*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0
}
}
}
ASE

run() { # words...: what the tool says, and its exit code as the last line
  "$PORTOLAN" "$@" >said 2>&1
  echo $? >>said
}
expect() { # what, pattern of the only line but the exit code
  if ! grep -qE "$2" said || [ "$(wc -l <said)" -ne 2 ] || [ "$(tail -n 1 said)" != 3 ]; then
    fail "$1: not one line that matches $2 and exit code 3, but:"
    cat said
  fi
  [ ! -e out.glb ] || fail "$1: there is an output"
}

run convert sound.ply sound.glb
if grep -q feature-absent said; then
  [ -z "${WHOLE:-}" ] || fail "libassimp is not there"
  echo "libassimp is not there"
  [ "$failed" -eq 0 ] && exit 77
  exit 1
fi
{ [ "$(cat said)" = 0 ] && [ -s sound.glb ]; } || fail "a sound file is not converted: $(cat said)"

run convert crash.ase out.glb
expect "a crash" '^crash\.ase: error: .*\[import-crash\]$'
run render crash.ase out.glb --to png
expect "a crash while rendering" '^crash\.ase: error: .*\[import-crash\]$'
run convert endless.ply out.glb --time-limit 1
expect "no end" '^endless\.ply: error: .*\[import-endless\]$'
if [ -z "${SANITIZED:-}" ]; then # whose allocator has its own limits
  run convert large.off out.glb
  expect "too much memory" '^large\.off: error: .*\[limit-memory\]$'
fi

# A batch: 50 files, 50 lines in their order, and those that are sound come through.
mkdir many results
for i in $(seq 10 59); do cp crash.ase "many/$i.ase"; done
run convert many/*.ase results --to glb -j 4
[ "$(tail -n 1 said)" = 3 ] || fail "a batch of crashes ends with $(tail -n 1 said)"
sed -n 's/^many\/\([0-9]*\)\.ase: error: .*\[import-crash\]$/\1/p' said >numbers
diff <(seq 10 59) numbers >/dev/null || fail "a batch of 50 crashes says: $(cat said)"
[ -z "$(ls results)" ] || fail "a batch of crashes has outputs"
cp sound.ply many/30.ply
run convert many/29.ase many/30.ply many/31.ase results --to glb -j 4
[ "$(ls results)" = 30.glb ] || fail "a sound file among crashes is not converted: $(cat said)"

# The word for the child is of no use to anybody else, and is in no help.
for input in /dev/null sound.ply; do
  "$PORTOLAN" --import-child <"$input" >said 2>&1 && fail "it runs as a child without a parent"
  grep -q 'no option --import-child' said || fail "a child without a parent says: $(cat said)"
done
printf 'PTLI%s' "$(seq 100)" | "$PORTOLAN" --import-child >said 2>&1 && fail "it runs as a child of a pipe"
"$PORTOLAN" help --man convert | grep -q import-child && fail "the word for the child is in the help"
for bad in 0 -1 x 1000001; do
  "$PORTOLAN" convert sound.ply out.glb --time-limit "$bad" >said 2>&1
  [ $? -eq 2 ] || fail "--time-limit $bad is taken"
done
exit $failed
