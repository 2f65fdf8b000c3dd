#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that a released runner needs no newer C library than docs/Installing.md says, and no other library.

    Tests/Install/needs.py RUNNER

needs: objdump
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Those of the C library.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


def number(version):
    """Returns a version as numbers, so that 2.9 comes before 2.28."""
    return [int(part) for part in version.split(".")]


def faults(runner):
    """Yields what the runner needs and should not."""
    found = re.search(r"glibc (\d+(?:\.\d+)+) or later", (ROOT / "docs/Installing.md").read_text())
    if not found:
        yield "docs/Installing.md: expected the words 'glibc N or later'"
        return
    limit = found.group(1)
    text = subprocess.run(["objdump", "-pT", runner], check=True, capture_output=True, text=True).stdout
    for library in sorted(set(re.findall(r"^ *NEEDED +(\S+)", text, flags=re.MULTILINE)) - LIBRARIES):
        yield f"{runner}: it needs {library}, which is not the C library's"
    symbols = re.findall(r"\*UND\*\s+[0-9a-f]+\s+\(?([A-Z]+)_([0-9.]+)\)? +(\S+)", text)
    if not symbols:
        yield f"{runner}: expected undefined symbols with versions"
    for library, version, name in sorted(symbols):
        if library != "GLIBC" or number(version) > number(limit):
            yield f"{runner}: it needs {name} of {library} {version}; docs/Installing.md says glibc {limit}"


def main():
    found = list(faults(sys.argv[1]))
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    if found:
        return 1
    print(f"ok: {sys.argv[1]} needs no newer C library than docs/Installing.md says")
    return 0


sys.exit(main())
