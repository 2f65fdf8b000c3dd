#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that a released runner needs no newer C library than docs/Installing.md says, and no other library.

    Tests/Install/needs.py RUNNER
    Tests/Install/needs.py --objects BUILD

The second form says the same in advance, without a release build: of the functions that the objects of the runner's own modules in
BUILD call, each that the C library of this machine has only in a newer version must be in Sources/OldGlibc.

needs: objdump, nm, a C compiler
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Those of the C library.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def number(version):
    """Returns a version as numbers, so that 2.9 comes before 2.28."""
    return [int(part) for part in version.split(".")]


def promised():
    """Returns the version of the C library that the page promises."""
    found = re.search(r"glibc (\d+(?:\.\d+)+) or later", (ROOT / "docs/Installing.md").read_text())
    if not found:
        sys.exit("docs/Installing.md: expected the words 'glibc N or later'")
    return found.group(1)


def output(*command):
    """Returns what a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def faults_of_objects(build):
    """Yields the functions that a runner of these objects would need in a newer version."""
    limit = promised()
    libraries = [line.split(" => ")[1].split()[0] for line in output("ldd", "/bin/ls").splitlines() if "libc.so" in line]
    # A version in brackets is kept for old programs; a linker binds to the one without.
    versions = {name: version for library in libraries for version, name in re.findall(
        r"^(?!.*\*UND\*).* GLIBC_([0-9.]+) +(\S+)$", output("objdump", "-T", library), flags=re.MULTILINE)}
    with tempfile.TemporaryDirectory() as directory:
        compiled = f"{directory}/old_glibc.o"
        output("cc", "-c", "-o", compiled, str(ROOT / "Sources/OldGlibc/old_glibc.c"))
        old = set(re.findall(r" [BDTW] (\w+)$", output("nm", compiled), flags=re.MULTILINE))
    folders = [path for path in pathlib.Path(build).glob("*.build") if path.name.startswith(("Runner", "WorkerShims"))]
    objects = [str(path) for folder in folders if "Tests" not in folder.name for path in folder.rglob("*.o")]
    if not objects or not versions:
        sys.exit(f"{build}: expected the objects of a build, and a C library with versions")
    symbols = output("nm", *objects)
    called, defined = (set(re.findall(f" [{kind}] (\\w+)$", symbols, flags=re.MULTILINE)) for kind in ("Uw", "TW"))
    for name in sorted(called - defined - old):
        if name in versions and number(versions[name]) > number(limit):
            yield f"{name} is of glibc {versions[name]}; give it its old version in Sources/OldGlibc/old_glibc.c"


def faults(runner):
    """Yields what the runner needs and should not."""
    limit = promised()
    text = output("objdump", "-pT", runner)
    for library in sorted(set(re.findall(r"^ *NEEDED +(\S+)", text, flags=re.MULTILINE)) - LIBRARIES):
        yield f"{runner}: it needs {library}, which is not the C library's"
    symbols = re.findall(r"\*UND\*\s+[0-9a-f]+\s+\(?([A-Z]+)_([0-9.]+)\)? +(\S+)", text)
    if not symbols:
        yield f"{runner}: expected undefined symbols with versions"
    for library, version, name in sorted(symbols):
        if library != "GLIBC" or number(version) > number(limit):
            yield f"{runner}: it needs {name} of {library} {version}; docs/Installing.md says glibc {limit}"


def main():
    found = list(faults_of_objects(sys.argv[2]) if sys.argv[1] == "--objects" else faults(sys.argv[1]))
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    if found:
        return 1
    print(f"ok: {sys.argv[-1]} needs no newer C library than docs/Installing.md says")
    return 0


sys.exit(main())
