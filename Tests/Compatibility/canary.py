#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says which private parts of XCTest and Swift Testing, on which the adapter relies, a toolchain does not have any more.

usage: canary.py [TOOLCHAIN]

TOOLCHAIN is a directory that holds bin/swiftc of Swift 6.3 or later; without it, that of the `swiftc` in PATH. Three kinds are looked for: what
Testing.swiftinterface.in declares, by making the adapter; functions by symbol, in the libraries' symbols; and names of
fields that the adapter reads by reflection. Exit status 1 names what is missing.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
ADAPTER = SOURCES / "Adapters/XCTestAdapter"
# Of Quick, not of a toolchain.
FOREIGN = ("$s5Quick",)


def made(toolchain: pathlib.Path, work: pathlib.Path) -> list[str]:
    """What the compiler and the linker say if the adapter cannot be made."""
    copy = work / "sources"
    shutil.copytree(ADAPTER, copy)
    shutil.copy(SOURCES / "TestKit/Examples/ValueNames.swift", copy / "Sources")
    for header in ("ModuleSection/conformances.h", "WorkerShims/system/imported_functions.h", "BundleABI/include/testkit_bundle.h"):
        shutil.copy(SOURCES / header, copy / "Support/include")
    result = subprocess.run(["sh", copy / "make.sh", toolchain, copy, work / "made"], capture_output=True, text=True)
    if result.returncode == 0:
        return []
    return sorted({line.strip() for line in (result.stdout + result.stderr).splitlines() if "error:" in line or "undefined" in line})


def literals(pattern: str) -> dict[str, str]:
    """What a pattern finds in the adapter's sources, and in which file."""
    found: dict[str, str] = {}
    for path in sorted(ADAPTER.glob("S*/**/*.*")):
        for name in re.findall(pattern, path.read_text()):
            found.setdefault(name, path.name)
    return found


def main() -> int:
    compiler = shutil.which("swiftc")
    given = sys.argv[1] if len(sys.argv) > 1 else compiler and pathlib.Path(compiler).resolve().parent.parent
    if not given or not (pathlib.Path(given) / "bin/swiftc").exists():
        print(f"canary: expected a directory that holds bin/swiftc, got '{given}'", file=sys.stderr)
        return 2
    toolchain = pathlib.Path(given).resolve()
    libraries = sorted((toolchain / "lib/swift/linux").glob("*.so"))
    symbols = subprocess.run(["nm", "-D", "--defined-only", *libraries], capture_output=True, text=True).stdout
    defined = {line.split()[-1] for line in symbols.splitlines() if " " in line}
    texts = b"".join(path.read_bytes() for path in libraries if path.name in ("libXCTest.so", "libTesting.so"))
    missing = []
    mangled = {name: file for name, file in literals(r'"(\$s[0-9][0-9A-Za-z_]{8,})"').items() if not name.startswith(FOREIGN)}
    names = {**mangled, **literals(r'dlsym\(\w+, "(\w+)"\)')}
    # The function of a test is in the test's executable.
    names = {name: file for name, file in names.items() if "__function" not in name}
    for name, file in names.items():
        if not any(symbol.startswith(name) for symbol in defined):
            missing.append(f"{file}: no library has a function {name}…")
    fields = {**literals(r'\)\)?\["(\w+)"\]'), **literals(r'label == "(\w+)"')}
    fields = {name: file for name, file in fields.items() if name not in ("some", "specs", "object")}
    for name, file in fields.items():
        if name.encode() + b"\0" not in texts:
            missing.append(f"{file}: neither XCTest nor Testing has a field '{name}'")
    with tempfile.TemporaryDirectory() as work:
        missing += [f"Testing.swiftinterface.in: {line}" for line in made(toolchain, pathlib.Path(work))]
    for line in missing:
        print(line)
    if not names or not fields:
        print("canary: found no names in the adapter's sources", file=sys.stderr)
        return 2
    print(f"{toolchain}: {len(names)} functions and {len(fields)} fields by name, the interface for tools: " + (f"{len(missing)} missing" if missing else "all there"))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
