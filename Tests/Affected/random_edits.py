#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Edits packages at random, and checks that `runner --affected` would run each test whose outcome changes.

    Tests/Affected/random_edits.py RUNNER PACKAGE... [--edits N] [--seed N] [--timeout SECONDS] [--log FILE]

Each PACKAGE is a directory with a package that passes its tests; a copy of it is edited, N times in all. An edit that does not build counts
for nothing. A test whose outcome differs from that of the package as it was, twice, must be among those that `--affected=list` names. An
edit may make tests run for ever: `--timeout` is what each of them costs. The lines that are printed are appended to FILE.

needs: swift
"""

import argparse
import pathlib
import random
import re
import shutil
import sys
import tempfile

import trials

# What is replaced, and by what.
EDITS = [
    (r"(?<![\w.\"])\d+(?![\w.\"])", lambda m: str(int(m.group()) + 1)),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" \+ ", " - "), (r" - ", " + "), (r" && ", " || "), (r" \|\| ", " && "), (r" \+= ", " -= "),
    (r"\"[^\"\\\n]+\"", lambda m: m.group()[:-1] + "x\""),
    (r"\bguard !", "guard "), (r"\bif !", "if "), (r"\breturn nil\b", "fatalError()"),
    (r"\.first\b", ".last"), (r"\.last\b", ".first"), (r"\bbreak\b", "fatalError()"),
    (r"\bthrow [^\n]*", "fatalError()"), (r" \* ", " + "), (r"\[i\]", "[i + 1]"),
    # A statement less: an assignment, or a call.
    (r"(?<=\n) +[a-z_][\w.]*(\([^{}\n]*\)| [-+*/|&]?= [^{}\n]*)\n", "\n"),
]
# The same, of which no test sees the effect, unless it sees lines.
LINES = [(r"\n(?=\n)", "\n\n// a line more\n"), (r"\n    (?=func |var |let )", "\n    // a line more\n    ")]


def sources(directory):
    """The sources of a package, and of its tests."""
    kinds = (".swift", ".c", ".cpp")
    return sorted(path for folder in trials.folders(directory) for path in (directory / folder).rglob("*") if path.suffix in kinds)


def edited(text, chance):
    """A text with an edit at random; nothing where none fits."""
    pattern, replacement = chance.choice(LINES if chance.random() < 0.1 else EDITS)
    places = list(re.finditer(pattern, text))
    # Comments are no code; an edit of one in a while is a trial as well.
    places = [place for place in places if "//" not in text[text.rfind("\n", 0, place.start()) + 1:place.start()] or chance.random() < 0.05]
    if not places:
        return None
    place = chance.choice(places)
    new = replacement(place) if callable(replacement) else replacement
    line = text.count("\n", 0, place.start()) + 1
    return text[:place.start()] + new + text[place.end():], f"{line}: {place.group().strip()!r} -> {new.strip()!r}"


def say(line, log):
    """Prints a line, and appends it to the log if there is one."""
    print(line, flush=True)
    if log:
        with open(log, "a") as file:
            print(line, file=file)


def prepare(runner, package, work, log):
    """Copies, builds and records a package, and returns how its tests end."""
    directory = work / package.name
    shutil.copytree(package, directory, ignore=shutil.ignore_patterns(".build", ".testkit", ".git"))
    failure = trials.build(directory)
    if failure:
        raise SystemExit(f"{package}: it does not build\n{failure}")
    trials.record(runner, directory)
    again = trials.listed(runner, directory)
    base = trials.outcomes(runner, directory)
    always = {identity for identity, reason in again.items() if reason.startswith("always runs")}
    changed = set(again) - always
    say(f"{package.name}: {len(base)} tests, {len(always)} always run, {len(changed)} after a change of nothing", log)
    return directory, base, [f"{package.name}: nothing changed, and {identity} would run: {again[identity]}" for identity in changed]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--log")
    options = parser.parse_args()
    trials.limit(options.timeout)
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    chance = random.Random(seed)
    say(f"seed {seed}", options.log)
    runner = str(pathlib.Path(options.runner).resolve())
    work = pathlib.Path(tempfile.mkdtemp(prefix="affected-"))
    faults, tried, done, chosen, all_tests, hit = [], 0, 0, 0, 0, 0
    try:
        packages = []
        for package in options.packages:
            directory, base, found = prepare(runner, pathlib.Path(package).resolve(), work, options.log)
            packages.append((directory, base, sources(directory)))
            faults += found
        while done < options.edits:
            directory, base, files = chance.choice(packages)
            path = chance.choice(files)
            was = path.read_text()
            edit = edited(was, chance)
            if edit is None:
                continue
            path.write_text(edit[0])
            tried += 1
            title = f"{path.relative_to(work)}:{edit[1]}"
            try:
                if trials.build(directory):
                    continue
                try:
                    would = trials.listed(runner, directory)
                except trials.Unusable as fault:
                    say(f"{title}: it cannot be compared: {fault}", options.log)
                    continue
                now = trials.outcomes(runner, directory)
                changed = [identity for identity in base if now.get(identity) != base[identity]]
                missed = [identity for identity in changed if identity not in would]
                if missed:
                    # A test that ends in different ways by itself says nothing.
                    again = trials.outcomes(runner, directory)
                    missed = [identity for identity in missed if again.get(identity) == now.get(identity)]
            finally:
                path.write_text(was)
            done, chosen, all_tests = done + 1, chosen + len(would), all_tests + len(now)
            hit += bool(changed)
            faults += [f"{title}: missed {identity}: {base[identity]}, then {now.get(identity)}" for identity in missed]
            say(f"{done} {title}: {len(changed)} outcomes changed, {len(would)} of {len(now)} tests chosen" + (", FAULT" if missed else ""), options.log)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for fault in faults:
        say(fault, options.log)
    share = 100 * chosen / max(1, all_tests)
    say(f"{done} edits of {tried} build, {hit} of them change an outcome; {share:.0f} % of the tests chosen; {len(faults)} faults", options.log)
    sys.exit(1 if faults else 0)


main()
