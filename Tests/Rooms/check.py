#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the order of the runner's rooms, and draws them.

    check.py [--write]

A room is a folder of Sources/Runner. Each floor (Support, Model, …) is a module and uses only floors below it, which the compiler
holds it to as well; within a floor, no folders use each other in a circle. What uses what comes from the compiler's own record (the index
store of `swift build`). The folders of Sources/WorkerShims are rooms as well; there, what a file includes is what it uses.
docs/ARCHITECTURE.md shows the graph; --write writes it anew. Exit code 1 where the order is broken or the graph is out of date.
"""

import collections
import os
import pathlib
import re
import sys

import index_store

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources/Runner"
SHIMS = ROOT / "Sources/WorkerShims"
PAGE = ROOT / "docs/ARCHITECTURE.md"
BEGIN, END = "<!-- rooms: written by Tests/Rooms/check.py --write -->\n", "<!-- end of rooms -->\n"
FLOORS = ["Support", "Model", "BundleFiles", "Reports", "Execution", "Commands"]


def uses():
    """Which file uses which, with the names: {(user, used): {name}}."""
    found = index_store.occurrences(str(ROOT / ".build/debug/index/store"), str(SOURCES))
    known = {str(path) for path in SOURCES.rglob("*.swift")}
    if missing := sorted(known - set(found)):
        raise SystemExit(f"{missing[0]}: not in the index store; build with `swift build` first")
    home = {}
    for path, places in found.items():
        for place in places:
            if place.is_definition:
                home.setdefault(place.usr, path)
    result = collections.defaultdict(set)
    for path, places in found.items():
        for place in places:
            used = home.get(place.usr)
            if used and used != path and not place.is_definition and not place.is_implicit:
                result[path, used].add(place.name)
    return result


def included():
    """Which room of the C sources uses which: {room: {room}}. The layout of the shared table has no code, and is everybody's."""
    edges = {path.name: set() for path in SHIMS.iterdir() if path.is_dir() and path.name != "include"}
    for path in sorted(SHIMS.rglob("*.[ch]")):
        own = path.parent.name if path.parent.name in edges else path.stem
        for used in re.findall(r'^#include "(?:\.\./(\w+)/|WorkerShims/(\w+)\.h)', path.read_text(), re.M):
            edges.setdefault(own, set()).update(set(used) - {"", own, "run_table"})
    edges.pop("run_table", None)
    return edges


def room(path):
    """The room of a file: floor and folder."""
    return os.path.relpath(path, SOURCES).rpartition("/")[0]


def cycle(rooms, edges):
    """Some rooms that use each other in a circle; none if there are none."""
    left = set(rooms)
    while left:
        free = [one for one in left if not edges[one] & left - {one}]
        if not free:
            return sorted(left)
        left -= set(free)
    return []


def drawing(rooms, edges, shims):
    """The floors from the top, each with its rooms and what these use of the same floor, then the floors that it uses; the C sources."""
    lines = ["```text"]
    for floor in reversed(FLOORS):
        own = [one for one in rooms if one.startswith(floor + "/")]
        below = {used.split("/")[0] for one in own for used in edges[one]} - {floor}
        lines.append(f"{floor:12}-> " + ", ".join(one for one in reversed(FLOORS) if one in below) if below else floor)
        for one in sorted(own, key=lambda one: (-depth(one, own, edges), one)):
            beside = sorted(used.split("/", 1)[1] for used in edges[one] if used in own)
            lines.append(f"    {one.split('/', 1)[1]:15}" + (" -> " + ", ".join(beside) if beside else "").rstrip())
    lines.append("WorkerShims")
    for one in sorted(shims, key=lambda one: (-depth(one, list(shims), shims), one)):
        lines.append(f"    {one:15}" + (" -> " + ", ".join(sorted(shims[one])) if shims[one] else ""))
    return "\n".join(line.rstrip() for line in lines + ["```"]) + "\n"


def depth(one, own, edges):
    """How many rooms of its floor are below a room, one under the other."""
    return max((1 + depth(used, own, edges) for used in edges[one] if used in own), default=0)


def main():
    """Checks, and draws."""
    edges, faults = collections.defaultdict(set), []
    for (user, used), names in sorted(uses().items()):
        one, other = room(user), room(used)
        if one == other:
            continue
        edges[one].add(other)
        if FLOORS.index(one.split("/")[0]) < FLOORS.index(other.split("/")[0]):
            place = os.path.relpath(user, ROOT)
            faults.append(f"{place}: uses {', '.join(sorted(names)[:3])} of {other}, which is above it")
    rooms = sorted({room(path) for path in map(str, SOURCES.rglob("*.swift"))})
    for floor in FLOORS:
        own = [one for one in rooms if one.startswith(floor + "/")]
        if circle := cycle(own, edges):
            faults.append(f"Sources/Runner/{floor}: these use each other in a circle: {', '.join(circle)}")
    shims = included()
    if circle := cycle(list(shims), shims):
        faults.append(f"Sources/WorkerShims: these use each other in a circle: {', '.join(circle)}")
    for fault in faults:
        print(fault)
    if faults:
        return 1
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = drawing(rooms, edges, shims)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(before + BEGIN + new + END + after)
    elif old != new:
        print("docs/ARCHITECTURE.md: the graph of rooms is out of date; Tests/Rooms/check.py --write writes it anew")
        return 1
    print(f"{len(FLOORS)} floors, {len(rooms)} rooms, {sum(map(len, edges.values()))} uses, none upward or in a circle; "
          f"{len(shims)} rooms of C")
    return 0


if __name__ == "__main__":
    sys.exit(main())
