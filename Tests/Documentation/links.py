#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the documents: every relative link leads somewhere, every option of `runner` exists, and docs/SEMANTICS.md and the
tests agree about the rules.

Usage: links.py. Looks at every Markdown file of the repository and needs no build.
"""

import pathlib
import re
import sys

import rules as table

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEMANTICS = ROOT / "docs/SEMANTICS.md"

faults = []


# The pages of docs/ that say which Swift is needed.
TOOLCHAIN_PAGES = ("Platforms", "Compatibility", "Installing", "ExistingTests", "Promises")


def documents():
    folders = [ROOT] + [ROOT / name for name in ("docs", "Benchmarks", "cmake", "Plugins-example", "Tests", "contrib")]
    for folder in folders:
        pattern = "*.md" if folder == ROOT else "**/*.md"
        yield from (path for path in sorted(folder.glob(pattern)) if ".build" not in str(path.relative_to(ROOT)))


def without_code(text):
    return re.sub(r"```.*?```", "", text, flags=re.S)


def anchors(path):
    """The anchors of a page's headings, as GitHub and GitLab make them."""
    result = set()
    for title in re.findall(r"^#+ (.*)$", without_code(path.read_text()), flags=re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        result.add(slug)
    return result


def check_links(path):
    text = re.sub(r"`[^`\n]*`", "", without_code(path.read_text()))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists():
            faults.append(f"{path.relative_to(ROOT)}: the link to {target} leads nowhere")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            faults.append(f"{path.relative_to(ROOT)}: {file.name} has no heading #{anchor}")


def check_index():
    """Every page is in an index: docs/ in the README or a page that it links to, docs/design/ in its own README."""
    def linked(path):
        targets = re.findall(r"\]\(([^)\s#]+\.md)", path.read_text())
        return {(path.parent / target).resolve() for target in targets}

    for folder, index in (("docs", ROOT / "README.md"), ("docs/design", ROOT / "docs/design/README.md")):
        known = linked(index)
        for page in sorted((ROOT / folder).glob("*.md")):
            if page != index and page.resolve() not in known:
                faults.append(f"{page.relative_to(ROOT)} is not in {index.relative_to(ROOT)}")


def check_commands():
    """Every option of `runner` that a document uses exists."""
    known = set(re.findall(r"`(--[a-z-]+|-[a-z])[ `=\[]", (ROOT / "docs/COMMANDLINE.md").read_text()))
    for path in sorted((ROOT / "Sources/Runner/Commands/Options").glob("OptionTable+*.swift")):
        for name in re.findall(r'name: "([a-z-]+)"', path.read_text()):
            if f"--{name}" not in known:
                faults.append(f"docs/COMMANDLINE.md lacks --{name}: runner --man=markdown writes the page anew")
    used = 0
    for path in list(documents()) + sorted((ROOT / "docs/ci").glob("*.yml")):
        if path.name == "CHANGELOG.md":
            continue
        text = re.sub(r"\n +(?=--)", " ", path.read_text())
        for command in re.findall(r"(?:^|[/`\s])runner ((?:[^`\n|&;])*)", text, flags=re.M):
            # What follows --build is for swift build.
            own = re.sub(r"(--build) .*", r"\1", command.split(" # ")[0], flags=re.S)
            for option in re.findall(r"(?<![\w-])(--[a-z][a-z-]*|-[a-z](?![\w-]))", own):
                used += 1
                if option not in known:
                    faults.append(f"{path.relative_to(ROOT)}: runner has no option {option}: {command.strip()}")
    if used < 20:
        faults.append(f"only {used} options were found in the documents")


def check_rules():
    """The rules are numbered without a gap, in the index, and cited by a test; nobody cites another rule."""
    rules = table.rules()
    indexed = table.cited(SEMANTICS.read_text().partition("\n## Index\n")[2].partition("\n## ")[0])
    if sorted(rules) != list(range(1, len(rules) + 1)):
        faults.append(f"docs/SEMANTICS.md: the rules are not numbered from 1 without a gap: {sorted(rules)}")
    tests = table.citations("Tests")
    for number in rules:
        if number not in tests:
            faults.append(f"docs/SEMANTICS.md: no test cites rule {number}")
        if number not in indexed:
            faults.append(f"docs/SEMANTICS.md: the index lacks rule {number}")
    for folder in ("Sources", "Tests", "Plugins-example"):
        for number, paths in table.citations(folder).items():
            for path in paths if number not in rules else []:
                faults.append(f"{path.relative_to(ROOT)} cites rule {number}, which docs/SEMANTICS.md does not have")
    return len(rules)


def check_toolchain():
    """Each page that says which Swift is needed says the same, the version of the manifest."""
    version = re.match(r"// swift-tools-version: (\S+)", (ROOT / "Package.swift").read_text())[1]
    statement = f"Swift {version} or later on Linux"
    for name in ("README.md", "CONTRIBUTING.md", *(f"docs/{page}.md" for page in TOOLCHAIN_PAGES)):
        text = " ".join((ROOT / name).read_text().split())
        if statement not in text:
            faults.append(f"{name}: expected the statement '{statement}', of the manifest's tools version")


def main():
    pages = list(documents())
    for path in pages:
        check_links(path)
    check_index()
    check_commands()
    check_toolchain()
    rules = check_rules()
    for fault in faults:
        print(fault)
    print(f"{len(pages)} documents, {rules} rules, {len(faults)} faults")
    return 1 if faults or len(pages) < 10 or rules < 26 else 0


if __name__ == "__main__":
    sys.exit(main())
