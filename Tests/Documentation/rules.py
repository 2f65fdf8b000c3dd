#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints which tests check a rule of docs/SEMANTICS.md, and which sources keep it: those that cite its number, as in "rule 8".

Usage: rules.py [NUMBER…]. Without a number, prints all rules.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEMANTICS = ROOT / "docs/SEMANTICS.md"


def cited(text):
    """The numbers of the rules that a text cites: "rule 3", "rules 14 to 16", "Rules 20, 21 and 25", "rule3Name"."""
    numbers = set()
    for first, rest in re.findall(r"\b[Rr]ules? ?(\d+)((?:(?:, | and | to )\d+)*)", text):
        numbers.add(int(first))
        last = int(first)
        for word, number in re.findall(r"(, | and | to )(\d+)", rest):
            numbers.update(range(last, int(number) + 1) if word == " to " else [int(number)])
            last = int(number)
    return numbers


def rules():
    """The rules by their numbers: the title and the text of each."""
    parts = re.split(r"^### Rule (\d+): (.*)\n", SEMANTICS.read_text(), flags=re.M)[1:]
    return {int(number): (title, text) for number, title, text in zip(parts[::3], parts[1::3], parts[2::3])}


def citations(folder):
    """For each rule, the files below a folder that cite it, in alphabetical order."""
    result = {}
    for path in sorted((ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT)
        if path.suffix not in (".swift", ".c", ".h", ".py") or ".build" in str(name) or "Fixtures" in name.parts:
            continue
        for number in cited(path.read_text()):
            result.setdefault(number, []).append(path)
    return result


def main():
    tests, code = citations("Tests"), citations("Sources")
    wanted = [int(word) for word in sys.argv[1:]]
    for number, (title, _) in sorted(rules().items()):
        if wanted and number not in wanted:
            continue
        print(f"rule {number}: {title}")
        for name, paths in (("tests", tests), ("code", code)):
            for path in paths.get(number, []):
                print(f"  {name:5} {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
