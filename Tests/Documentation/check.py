#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sees that every public declaration of what suites import has a documentation comment.

Usage: check.py BUILD, the directory of a debug build's products. Asks the compiler for the modules' symbol graphs, so that
enumeration cases, requirements of protocols and members of extensions count as well.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

MODULES = ["TestKit", "TestKitResources"]


def target():
    info = json.loads(subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True).stdout)
    return info["target"]["triple"]


def extract(build, directory):
    """Writes the symbol graphs of the modules to a directory."""
    maps = [f"-fmodule-map-file={path}" for path in sorted(build.glob("*.build/module.modulemap"))
            if not path.parent.name.startswith("SourceKitABI")]
    # A header of one module includes another's, and some modules have their map beside their headers.
    maps += [f"-I{headers}" for headers in pathlib.Path(__file__).resolve().parents[2].glob("Sources/*/include")]
    for module in MODULES:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(build / "Modules"), "-target", target(),
             "-output-dir", directory, "-minimum-access-level", "public", "-skip-inherited-docs",
             "-skip-synthesized-members"] + [word for path in maps for word in ("-Xcc", path)], check=True)


def main():
    missing, count = [], 0
    with tempfile.TemporaryDirectory() as directory:
        extract(pathlib.Path(sys.argv[1]).resolve(), directory)
        for path in sorted(pathlib.Path(directory).glob("*.symbols.json")):
            for symbol in json.loads(path.read_text())["symbols"]:
                count += 1
                if "docComment" not in symbol:
                    place = symbol.get("location", {})
                    line = place.get("position", {}).get("line", 0) + 1
                    missing.append(f"{place.get('uri', path.name)}:{line}: {'.'.join(symbol['pathComponents'])}")
    for entry in missing:
        print(f"no documentation comment: {entry}")
    if count < 200:
        print(f"expected at least 200 public declarations, found {count}")
        return 1
    print(f"{count} public declarations, {len(missing)} without a documentation comment")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
