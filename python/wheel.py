# SPDX-License-Identifier: MIT
"""Makes a wheel of the package with the shared library inside: wheel.py LIBRARY FOLDER; --without-library in its place leaves it out."""
import base64
import hashlib
import os
import pathlib
import re
import sys
import sysconfig
import zipfile

here = pathlib.Path(__file__).resolve().parent


def metadata(version):
    return f"""Metadata-Version: 2.1
Name: portolan
Version: {version}
Summary: Maps and models of four game engines: read, checked, edited, converted, drawn
License: MIT
Requires-Python: >=3.9
Provides-Extra: arrays
Requires-Dist: numpy; extra == "arrays"
Description-Content-Type: text/markdown

{(here.parent / "docs/python.md").read_text()}"""


def main(library, folder):
    version = re.search(r"^project\(portolan VERSION (\d+\.\d+\.\d+)", (here.parent / "CMakeLists.txt").read_text(), re.M)[1]
    inside = {}
    if library != "--without-library":
        assert os.path.realpath(library).endswith(".so." + version), f"{library} is not of version {version}"
        inside[f"portolan/libportolan.so.{version.rpartition('.')[0]}"] = pathlib.Path(library).read_bytes()
    tag = "py3-none-" + (re.sub(r"[-.]", "_", sysconfig.get_platform()) if inside else "any")
    info = f"portolan-{version}.dist-info"
    files = {f"portolan/{path.name}": path.read_bytes() for path in sorted((here / "portolan").iterdir()) if path.suffix in (".py", ".typed")}
    files.update(inside)
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: portolan\nRoot-Is-Purelib: {str(not inside).lower()}\nTag: {tag}\n".encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    path = pathlib.Path(folder, f"portolan-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():  # the same bytes whenever it is made
            wheel.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print(path)


main(*sys.argv[1:])
