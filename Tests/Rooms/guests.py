#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that `--affected` is a guest of the run: without its folder and the lines that name it in tables, all other commands compile.

    guests.py

Takes them out of a copy of the sources, and has the compiler check that copy with the modules of the last `swift build`. Exit code 1
where something else needs them.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build/debug"
FOLDER = "Affected"
# A line of a table: of RunnerCommand.guests, of the commands, and of the help.
LINE = re.compile(r"^ *(try AffectedRun\(.*\),|\(\[\.why, \.covers\], .*\),)\n", re.M)
NAME = re.compile(r"\bcovers, |, why\b")


def main():
    """Checks."""
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory) / "Commands"
        shutil.copytree(ROOT / "Sources/Runner/Commands", copy)
        shutil.rmtree(copy / FOLDER)
        sources = sorted(copy.rglob("*.swift"))
        taken = 0
        for source in sources:
            text, lines = LINE.subn("", source.read_text())
            if source.name == "Subcommand+Help.swift":
                text, names = NAME.subn("", text)
                lines += names
            if lines:
                source.write_text(text)
                taken += lines
        maps = [ROOT / "Sources/WorkerShims/include/module.modulemap"]
        maps += [BUILD / f"{name}.build/module.modulemap" for name in ("BundleABI", "ReportPage", "Adapters")]
        words = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Runner", "-I", BUILD / "Modules"]
        for path in maps:
            words += ["-Xcc", f"-fmodule-map-file={path}"]
        for name in ("WorkerShims", "BundleABI"):
            words += ["-Xcc", f"-I{ROOT}/Sources/{name}/include"]
        done = subprocess.run([*words, *sources], capture_output=True, text=True)
    if done.returncode:
        print(re.sub(re.escape(directory), "Sources/Runner", done.stderr))
        print(f"Sources/Runner/Commands without {FOLDER}/: expected it to compile")
        return 1
    print(f"without {FOLDER}/ and {taken} lines of tables, {len(sources)} files compile")
    return 0


if __name__ == "__main__":
    sys.exit(main())
