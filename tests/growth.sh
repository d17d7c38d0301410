#!/usr/bin/env bash
# Work grows with the size of an input and not much faster: a few generated inputs, counted in instructions.
# The whole search is script/growth.
set -euo pipefail
python=$(command -v /usr/bin/python3 || true)
[ "$python" ] || { echo "python3 is not installed"; exit 77; }
PYTHONDONTWRITEBYTECODE=1 "$python" "$SOURCE/tests/growth/growth.py" --tool "$PORTOLAN" --jobs 2 --all --short
