#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the README's sample of a run is what the examples print: the counts, and the lines in their order.

Usage: sample.py RUNNER DIR, the built runner and a directory with the bundles of the examples. In the sample one expectation is
wrong, so that the reader sees a failure; the examples themselves pass.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def counts(lines):
    """The first line, and the numbers of cases that ran, passed or failed, and were skipped."""
    last = [line for line in lines if re.match(r"(ok|FAILED): ", line)]
    found = re.search(r"(\d+) cases run in .*: (.*)$", last[-1]) if last else None
    if not found:
        raise SystemExit("sample.py: expected a line of counts in:\n" + "\n".join(lines))
    by = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", found[2])}
    return lines[0].partition(": ")[2], int(found[1]), by.get("passed", 0) + by.get("failed", 0), by.get("skipped", 0)


def main():
    runner, directory = sys.argv[1:]
    block = re.search(r"```console\n\$ runner ([^\n]*)\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.S)
    if not block:
        raise SystemExit("sample.py: README.md: expected a block `console` that starts with `$ runner`")
    options = [word for word in block[1].split() if not word.startswith(".build/")]
    done = subprocess.run([runner, "--no-state", *options, directory], capture_output=True, text=True)
    sample, screen = counts(block[2].splitlines()), counts(done.stdout.splitlines())
    if sample != screen:
        raise SystemExit(f"sample.py: README.md shows {sample}, the examples print {screen}")
    # The source line of the failure, but for the expectation that is made wrong.
    path, line = re.search(r"at (\S+):(\d+)$", block[2], flags=re.M).groups()
    subject = re.search(r"> *\d+ \| *(.*?), ", block[2])[1]
    text = (ROOT / path).read_text().splitlines()[int(line) - 1]
    if not text.strip().startswith(subject):
        raise SystemExit(f"sample.py: README.md shows {subject!r} at {path}:{line}, where stands {text.strip()!r}")
    print("the README's sample is what the examples print")


if __name__ == "__main__":
    main()
