#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares Sources/WorkerShims/exports.list with the sources that it is for, and with what built runners export.

    Tests/Exports/check.py RUNNER...

needs: nm
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIMS = ROOT / "Sources/WorkerShims"
# Of the thread sanitizer's runtime: only a runner that is built with it has them.
OF_RUNTIME = re.compile(r"__tsan_(external|ignore)_")


def listed():
    """Returns the names of the list."""
    text = re.sub(r"/\*.*?\*/", "", (SHIMS / "exports.list").read_text(), flags=re.DOTALL)
    return set(re.findall(r"(\w+);", text))


def marked():
    """Returns the functions that the sources mark as exported."""
    names = set()
    for source in SHIMS.rglob("*.c"):
        names |= set(re.findall(r"^EXPORTED [^(;]*?(\w+)\(", source.read_text(), flags=re.MULTILINE))
    return names


def functions(path):
    """Returns the functions that a program or library exports, without their versions."""
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True, text=True).stdout.splitlines()
    return {fields[2].split("@")[0] for fields in map(str.split, lines) if len(fields) == 3 and fields[1] in "TWi"}


def faults(runner):
    """Yields what is wrong with a runner's exports."""
    exported = functions(runner)
    wanted = {name for name in listed() if not OF_RUNTIME.match(name)}
    for name in sorted(wanted - exported):
        yield f"{runner}: expected it to export {name}, which exports.list names: bundles would not find it"
    for name in sorted(exported - wanted):
        yield f"{runner}: it exports {name}, which exports.list does not name: a bundle's function of that name would be this one"


def main():
    found = []
    for name in sorted(marked() - listed()):
        found.append(f"exports.list: expected {name}, which a source of WorkerShims marks as EXPORTED")
    for name in sorted(name for name in listed() - marked() if not OF_RUNTIME.match(name)):
        found.append(f"exports.list: it names {name}, which no source of WorkerShims marks as EXPORTED")
    for runner in sys.argv[1:]:
        found += faults(runner)
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    if found:
        return 1
    print(f"ok: {len(marked())} functions exported by {len(sys.argv) - 1} runners")
    return 0


sys.exit(main())
