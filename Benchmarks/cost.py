#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the cost of a plain case in a bundle between two commits, in instructions counted by callgrind.

usage: cost.py BEFORE [AFTER]     (commits; without AFTER, the working tree)

The C floor opens a bundle and calls the functions of the ABI, so the counts are those of the bundle's side, TestKit. The
figure is the slope from 1,000 to 2,000 empty cases, 100 in a class. It includes loading and relocation, but not valgrind's
own work. Counts hardly vary between runs. The script needs valgrind and builds into .build-benchmarks/cost.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build-benchmarks" / "cost"
SIZES = [1000, 2000]


def call(*command: object, **options: object) -> str:
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options)
    return done.stdout + done.stderr


def build(root: pathlib.Path, name: str, configuration: str) -> pathlib.Path:
    """Builds the suites against the TestKit of a tree and returns the folder of the bundles."""
    suites = BUILD / name
    call("python3", ROOT / "Benchmarks/generate.py", root, suites, *SIZES)
    words = ["swift", "build", "--package-path", suites, "--scratch-path", BUILD / f"{name}-build", "-c", configuration]
    call(*words)
    folder = pathlib.Path(call(*words, "--show-bin-path").strip().splitlines()[-1])
    for size in SIZES:
        # Valgrind 3.19 gives up on the debugging information of Swift 6.3.
        call("strip", "--strip-debug", "-o", folder / f"stripped{size}.so", folder / f"libEmpty{size}.so")
    return folder


def instructions(*command: object) -> int:
    text = call("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command)
    return int(re.search(r"Collected : (\d+)", text)[1])


def slope(floor: pathlib.Path, verb: str, folder: pathlib.Path) -> float:
    few, many = (instructions(floor, verb, folder / f"stripped{size}.so") for size in SIZES)
    return (many - few) / (SIZES[1] - SIZES[0])


def checkout(commit: str) -> tuple[pathlib.Path, str]:
    """A tree of a commit, and the commit's short name, which is also the name of its folder of builds."""
    name = call("git", "-C", ROOT, "rev-parse", "--short", commit).strip()
    tree = BUILD / f"{name}-tree" / "testkit"
    if not tree.exists():
        call("git", "clone", "--quiet", "--shared", ROOT, tree)
        call("git", "-C", tree, "checkout", "--quiet", name)
    return tree, name


def main() -> None:
    sides = [checkout(commit) for commit in sys.argv[1:3]]
    if len(sides) == 1:
        sides.append((ROOT, "now"))
    before, after = (name for _, name in sides)
    floor = BUILD / "floor"
    call("gcc", "-O2", "-I", ROOT / "Sources/BundleABI/include", ROOT / "Benchmarks/floor.c", "-o", floor)
    print(f"| one more empty case | before ({before}) | after ({after}) | difference |")
    print("| --- | ---: | ---: | ---: |")
    for configuration in ("release", "debug"):
        folders = [build(root, name, configuration) for root, name in sides]
        for verb, words in (("list", "loaded and listed"), ("run", "loaded, listed and run")):
            old, new = (slope(floor, verb, folder) for folder in folders)
            print(f"| {words}, {configuration} bundle | {old:.0f} | {new:.0f} | {new - old:+.0f} ({new / old - 1:+.0%}) |",
                  flush=True)


if __name__ == "__main__":
    main()
