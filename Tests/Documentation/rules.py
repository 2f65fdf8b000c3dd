#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/design/rules.md: for each rule of docs/SEMANTICS.md, the tests and the sources that cite it.

Usage: rules.py [--check]. With --check, nothing is written and a page that is out of date is an error.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEMANTICS = ROOT / "docs/SEMANTICS.md"
PAGE = ROOT / "docs/design/rules.md"
HEAD = """# Rules, tests and code

*Which tests check a rule, and which code keeps it?*

A test or a source belongs to a rule of [SEMANTICS.md](../SEMANTICS.md) if it cites the rule's number, as in "rule 8".
`python3 Tests/Documentation/rules.py` writes this page from those citations.

| rule | tests | code |
| --- | --- | --- |
"""


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


def page():
    """The text of the page."""
    tests, code = citations("Tests"), citations("Sources")

    def links(paths):
        return ", ".join(f"[{path.stem}](../../{path.relative_to(ROOT)})" for path in sorted(paths, key=lambda path: path.stem))

    lines = []
    for number, (title, _) in sorted(rules().items()):
        anchor = re.sub(r"[^\w\- ]", "", f"rule {number} {title}".lower()).replace(" ", "-")
        lines.append(
            f"| [{number} {title}](../SEMANTICS.md#{anchor}) | {links(tests.get(number, []))} | {links(code.get(number, []))} |\n")
    return HEAD + "".join(lines)


def main():
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text() != page():
            sys.exit(f"{PAGE.relative_to(ROOT)} is out of date: run python3 Tests/Documentation/rules.py")
        return
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
