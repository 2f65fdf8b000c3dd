#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rule 70 for products in Swift: the coverage of a bundle, and of a test executable of XCTest and Swift Testing, counts each
line as often as it ran, also in processes that crashed.

Usage: check.py RUNNER

Builds the package Tests/Coverage/Till by the commands of docs/Coverage.md: a minute or two.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How often each line runs, by the comment behind it: two passing cases and one that crashes, in each of the frameworks.
EXPECTED = {
    "bundles": {"passing": 2, "crashing": 1, "never": 0},
    "tests": {"passing": 4, "crashing": 2, "never": 0},
}


def commands(name):
    """The commands of the page under a marker."""
    found = re.search(rf"<!-- commands: {name} -->\n```sh\n(.*?)```", (ROOT / "docs/Coverage.md").read_text(), flags=re.S)
    if not found:
        raise SystemExit(f"docs/Coverage.md: expected commands under the marker {name}")
    return found[1]


def counts(package):
    """The count of each marked line, from lcov's file."""
    lines = (package / "Sources/Till/Till.swift").read_text().splitlines()
    marked = {number: line.split("// reached: ")[1] for number, line in enumerate(lines, 1) if "// reached: " in line}
    records = (package / "coverage/lcov.info").read_text().split("end_of_record")
    record = next(text for text in records if re.search(r"^SF:.*Sources/Till/Till\.swift$", text, flags=re.M))
    found = re.findall(r"^DA:(\d+),(\d+)", record, flags=re.M)
    return {marked[int(line)]: int(count) for line, count in found if int(line) in marked}


def check(name, package, runner):
    shutil.rmtree(package / "coverage", ignore_errors=True)
    script = f'runner() {{ "{runner}" --no-state "$@"; }}\n' + commands(name)
    done = subprocess.run(["bash", "-c", script], cwd=package, capture_output=True, text=True)
    output = done.stdout + done.stderr
    # A case of each framework crashes.
    if done.returncode != 1:
        return [f"{name}: expected exit code 1, got {done.returncode}:\n{output}"]
    faults = []
    if (found := counts(package)) != EXPECTED[name]:
        faults.append(f"{name}: expected {EXPECTED[name]}, got {found}:\n{output}")
    if not re.search(r"% .*Sources/Till/Till\.swift$", output, flags=re.M):
        faults.append(f"{name}: the table lacks Sources/Till/Till.swift:\n{output}")
    left = sorted(path.name for path in (package / "coverage").iterdir())
    if left != ["html", "lcov.info", "merged.profdata"]:
        faults.append(f"{name}: expected three reports, got {left}")
    return faults


def main():
    runner = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        package = pathlib.Path(directory) / "till"
        shutil.copytree(ROOT / "Tests/Coverage/Till", package, ignore=shutil.ignore_patterns(".build"))
        manifest = package / "Package.swift"
        manifest.write_text(manifest.read_text().replace('"../../.."', f'"{ROOT}"'))
        faults = [fault for name in EXPECTED for fault in check(name, package, runner)]
    print("\n".join(faults) or "every line counts as often as it ran")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
