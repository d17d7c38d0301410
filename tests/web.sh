#!/usr/bin/env bash
# The WebAssembly module in node, against the tool; and the package of it, installed and used.
set -euo pipefail
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
runtime=$(clang --target=wasm32-wasi -print-libgcc-file-name 2>/dev/null || true)
if [ ! -e "$runtime" ] || [ ! -d /usr/include/wasm32-wasi ]; then
  echo "clang has no wasi-libc"
  exit 77
fi

"$SOURCE"/script/web
node "$SOURCE"/tests/web/module.mjs "$SOURCE"/build/web "$SOURCE"/build/web/npm

# The package holds what it needs, and its own example runs.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$SOURCE"/script/package npm >"$scratch/name"
mkdir -p "$scratch/node_modules/portolan"
tar -xzf "$SOURCE/build/packages/$(cat "$scratch/name")" -C "$scratch/node_modules/portolan" --strip-components 1
for name in libdeflate libspng expat; do # their licenses want to be where their code is
  grep -q "^$name" "$scratch/node_modules/portolan/LICENSE" || { echo "the license of $name is not in the package"; exit 1; }
done
awk '/^```/ { inside = !inside; next } inside' "$SOURCE/web/PACKAGE.md" >"$scratch/example.mjs"
cp "$SOURCE/samples/gridmonger/isles.gmm" "$scratch/dungeon.gmm"
(cd "$scratch" && node example.mjs >said)
grep -q "^grmm" "$scratch/said" || { cat "$scratch/said"; exit 1; }
"$PORTOLAN" convert "$scratch/dungeon.gmm" "$scratch/tool.glb" -q
cmp "$scratch/tool.glb" "$scratch/dungeon.glb"
echo "package: $(cat "$scratch/name")"
