#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that `--affected` and the history are guests of the run: without the folder of either and the lines that name it in tables, all
other commands compile.

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
# Of each folder: its lines in tables (RunnerCommand.guests, the pairs of the help), and its words in the list of commands.
GUESTS = {
    "Affected": (r"^ *(try AffectedRun\(.*\),|\(\[\.why, \.covers\], .*\),)\n", r"\bcovers, |, why\b"),
    "History": (r"^ *HistoryGuest\(options\),\n", r"\bhistory, |\.importing\b"),
}


def words():
    """The compiler's words, but for the sources."""
    maps = [ROOT / "Sources/WorkerShims/include/module.modulemap"]
    maps += [BUILD / f"{name}.build/module.modulemap" for name in ("BundleABI", "ReportPage", "Adapters")]
    result = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Runner", "-I", BUILD / "Modules"]
    for path in maps:
        result += ["-Xcc", f"-fmodule-map-file={path}"]
    for name in ("WorkerShims", "BundleABI"):
        result += ["-Xcc", f"-I{ROOT}/Sources/{name}/include"]
    return result


def main():
    """Checks each."""
    for folder, (line, name) in GUESTS.items():
        with tempfile.TemporaryDirectory() as directory:
            copy = pathlib.Path(directory) / "Commands"
            shutil.copytree(ROOT / "Sources/Runner/Commands", copy)
            shutil.rmtree(copy / folder)
            sources = sorted(copy.rglob("*.swift"))
            taken = 0
            for source in sources:
                text, lines = re.subn(line, "", source.read_text(), flags=re.M)
                if source.name == "Subcommand+Help.swift":
                    text, names = re.subn(name, "", text)
                    lines += names
                if lines:
                    source.write_text(text)
                    taken += lines
            done = subprocess.run([*words(), *sources], capture_output=True, text=True)
        if done.returncode:
            print(re.sub(re.escape(directory), "Sources/Runner", done.stderr))
            print(f"Sources/Runner/Commands without {folder}/: expected it to compile")
            return 1
        print(f"without {folder}/ and {taken} lines of tables, {len(sources)} files compile")
    return 0


if __name__ == "__main__":
    sys.exit(main())
