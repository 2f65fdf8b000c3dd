#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds TestKit's documentation with docc, and fails on any warning.

Usage: docc.py BUILD [OUTPUT]

BUILD is the directory of a debug build's products. The articles of the catalogue are pages of docs/. Their links to other
pages of the repository become plain text, since those pages are not in the catalogue. With OUTPUT, the archive is kept there.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARTICLES = ["Tutorial", "DataDriven", "Migrating"]


def article(name):
    text = (ROOT / f"docs/{name}.md").read_text()
    for other in ARTICLES:
        text = re.sub(rf"\[[^\]]*\]\({other}\.md[^)]*\)", f"<doc:{other}>", text)
    return re.sub(r"\[([^\]]*)\]\((?![a-z]+:)[^)]*\)", r"\1", text)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        (work / "graphs").mkdir()
        check.extract(build, str(work / "graphs"))
        shutil.copytree(ROOT / "Sources/TestKit/TestKit.docc", work / "TestKit.docc")
        for name in ARTICLES:
            (work / f"TestKit.docc/{name}.md").write_text(article(name))
        for path in (work / "graphs").glob("*.json"):
            if not path.name.startswith("TestKit.") and not path.name.startswith("TestKit@"):
                path.unlink()
        output = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else work / "TestKit.doccarchive"
        command = ["docc", "convert", str(work / "TestKit.docc"), "--additional-symbol-graph-dir", str(work / "graphs"),
                   "--fallback-display-name", "TestKit", "--fallback-bundle-identifier", "testkit",
                   "--output-path", str(output)]
        done = subprocess.run(command, capture_output=True, text=True)
        told = done.stdout + done.stderr
        if done.returncode != 0 or re.search(r"^(warning|error)", told, flags=re.M):
            print(told)
            return 1
        pages = len(list(output.glob("data/documentation/**/*.json")))
        print(f"{pages} pages of documentation, without a warning")
        return 0 if pages > 100 else 1


if __name__ == "__main__":
    sys.exit(main())
