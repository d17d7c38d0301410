#!/usr/bin/env bash
# The page for browsers, and pages of `portolan view`, in Chromium without a network.
set -euo pipefail
command -v npm >/dev/null || { echo "npm is not installed"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || true)
[ -n "$browser" ] || { echo "chromium is not installed"; exit 77; }
runtime=$(clang --target=wasm32-wasi -print-libgcc-file-name 2>/dev/null || true)
if [ ! -e "$runtime" ] || [ ! -d /usr/include/wasm32-wasi ]; then
  echo "clang has no wasi-libc"
  exit 77
fi

"$SOURCE"/script/web
web=$SOURCE/build/web
export PORTOLAN_VIEWER=$web/viewer.html
shots=${PAGE_SHOTS:-}
for part in page page_looks page_files view; do
  node "$SOURCE"/tests/web/$part.mjs "$web" "$web/npm" "$browser" "$shots"
done

# What people download stays small.
size=$(gzip -9 -c "$web/portolan.html" | wc -c)
echo "the page takes $size bytes gzipped"
most=880000
[ "$size" -le "$most" ] || { echo "allowed: $most"; exit 1; }
