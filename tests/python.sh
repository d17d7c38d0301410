#!/usr/bin/env bash
# The Python package: its tests, the examples of its documentation, and a wheel, installed and used by itself.
set -eu
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
library=$(echo "$BINARY"/libportolan.so.*.*.*)
[ -e "$library" ] || { echo "there is no shared library in this build"; exit 77; }
if grep -q __asan_init "$library"; then echo "a library with sanitizers wants to be loaded first"; exit 77; fi
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that the examples need"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PORTOLAN_LIBRARY=$library PYTHONPATH=$SOURCE/python
cd "$SOURCE"
"$python" -m unittest -q tests.python.test_portolan.Layout # nothing is called before the structs are right
"$python" -m unittest -q tests/python/test_portolan.py
if "$python" -c "import mypy" 2>/dev/null; then # a user's checker sees the types that py.typed promises
  "$python" -m mypy --cache-dir="$scratch/mypy" --disallow-untyped-defs --no-error-summary python/portolan
fi
"$python" -c "import numpy" 2>/dev/null || { echo "numpy is not installed: the examples were not run"; exit 77; }
"$python" -c "import doctest, portolan; assert doctest.testfile('$SOURCE/docs/python.md', False).failed + doctest.testmod(portolan).failed == 0"

unset PORTOLAN_LIBRARY PYTHONPATH
"$python" "$SOURCE/python/wheel.py" "$library" "$scratch"
"$python" -m zipfile -e "$scratch"/portolan-*.whl "$scratch/site"
cd "$scratch"
PYTHONPATH=$scratch/site "$python" - "$SOURCE" <<'PYTHON'
import hashlib, base64, csv, pathlib, sys
import portolan
site = pathlib.Path(portolan.__file__).parent.parent
assert portolan.read(sys.argv[1] + "/samples/gridmonger/lighthouse.gmm").format == "grmm"
rows = list(csv.reader(open(next(site.glob("*.dist-info/RECORD")))))
files = {str(p.relative_to(site)) for p in site.rglob("*") if p.is_file()}
assert files == {row[0] for row in rows}, files ^ {row[0] for row in rows}
for name, digest, size in rows:
    if digest:
        data = (site / name).read_bytes()
        assert len(data) == int(size) and digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), name
PYTHON
