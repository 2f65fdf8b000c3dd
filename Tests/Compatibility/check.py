#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs unmodified packages with the runner and with `swift test`, and compares what came of each test.

    [COMPATIBILITY_PACKAGES="DIR DIR…"] [COMPATIBILITY_LIMIT=SECONDS] check.py RUNNER

Each DIR is a checkout of a package; by default, a small one of this project's. What it depends on must be to be had. Prints a
line for each package, and each test that is in one run alone or ended otherwise; ends with 1 if there is one. A command may take
as long as the limit says, 1800 seconds by default: then it is ended, and the tests that had begun are "unfinished".

The runner shuffles, so tests may fail that need the order of `swift test`: those of swift-log do, also with `swift test
--no-parallel`. A test that ends as expected if each class has a process of its own is named and not counted.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter


def run(words, directory):
    """Runs a command; returns its exit code, None if it was ended for its time, and what it wrote.

    It writes to a file, since a process that it leaves behind would keep a pipe open; that process is ended.
    """
    with tempfile.TemporaryFile() as output:
        command = subprocess.Popen(
            words, cwd=directory, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = command.wait(timeout=float(os.environ.get("COMPATIBILITY_LIMIT", "1800")))
        except subprocess.TimeoutExpired:
            print(f"  {' '.join(words)}: ended for its time in {directory}")
            code = None
        end_session(command.pid)
        command.wait()
        output.seek(0)
        return code, output.read().decode(errors="replace")


def end_session(leader):
    """Ends all processes of a session: `swift test` gives the one that runs the tests a group of its own."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getsid(int(process)) == leader:
                os.kill(int(process), signal.SIGKILL)
        except ProcessLookupError:
            pass


def by_swift(directory):
    """What came of each test under `swift test`: "Class/name" to "passed", "failed", "skipped" or "unfinished", once for each
    module that has a test of that name."""
    with tempfile.TemporaryDirectory() as scratch:
        events = os.path.join(scratch, "events.jsonl")
        _, text = run(["swift", "test", "--skip-build", "--disable-swift-testing"], directory)
        run(["swift", "test", "--skip-build", "--disable-xctest", "--event-stream-output-path", events,
             "--event-stream-version", "0"], directory)
        return grouped(of_xctest(text) + (of_swift_testing(events) if os.path.exists(events) else []))


def grouped(results):
    """Puts the ends of each name together: several modules may have a class of one name, and XCTest does not name the module."""
    ends = {}
    for name, end in results:
        ends.setdefault(name, []).append(end)
    return {name: sorted(each) for name, each in ends.items()}


def of_xctest(text):
    """Reads XCTest's own report: pairs of a name and an end."""
    found = re.findall(r"^Test Case '(.+?)\.(\w+)' (started|passed|failed|skipped)", text, re.M)
    words = [(f"{name}/{case}", word) for name, case, word in found]
    ends = [each for each in words if each[1] != "started"]
    unfinished = Counter(name for name, word in words if word == "started") - Counter(name for name, _ in ends)
    return ends + [(name, "unfinished") for name in unfinished.elements()]


def of_swift_testing(path):
    """Reads Swift Testing's event stream: pairs of a name and an end, for the tests that are functions."""
    functions, begun, results = set(), set(), {}
    for line in open(path, encoding="utf-8"):
        # The last one of a process that was ended.
        if not line.endswith("\n"):
            break
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions.add(payload["id"])
            continue
        test = payload.get("testID")
        if test not in functions:
            continue
        # Neither known issues nor warnings.
        if payload["kind"] == "issueRecorded" and any(each["symbol"] == "fail" for each in payload["messages"]):
            results[test] = "failed"
        elif payload["kind"] == "testSkipped":
            results[test] = "skipped"
        elif payload["kind"] == "testStarted":
            begun.add(test)
        elif payload["kind"] == "testEnded":
            results.setdefault(test, "passed")
            begun.discard(test)
    results |= dict.fromkeys(begun, "unfinished")
    return [(plain(test), end) for test, end in results.items()]


def plain(test):
    """An identifier of Swift Testing's in the runner's form: "Module.Suite/Inner/name()/File.swift:1:2"."""
    *suites, function = test.rpartition("/")[0].partition(".")[2].split("/")
    return f"{'.'.join(suites) or '*'}/{function.removesuffix('()')}"


def by_runner(runner, directory, *options):
    """What came of each test under the runner; a test with arguments ends as its worst."""
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "junit.xml")
        code, text = run([runner, "--no-state", "--junit", report, *options, ".build/debug"], directory)
        if code in (2, 3, 4) or not os.path.exists(report):
            print(text[-3000:])
            return {}
        results = {}
        rank = {"skipped": 0, "passed": 1, "failed": 2}
        for case in xml.parse(report).iter("testcase"):
            children = {child.tag for child in case}
            end = "failed" if children & {"failure", "error"} else "skipped" if "skipped" in children else "passed"
            # A warning about a class, such as of what it leaves changed, which `swift test` does not look for.
            if case.get("name") == "(set-up and tear-down)" and end == "passed":
                continue
            key = (case.get("classname"), case.get("name").split("[")[0])
            if key not in results or rank[end] > rank[results[key]]:
                results[key] = end
        return grouped((short(suite, name), end) for (suite, name), end in results.items())


def short(suite, name):
    """The name of a test less its bundle and module, "*" for the suite of a test that has none."""
    suite = suite.split(".", 2)[2]
    return f"{'*' if suite.endswith('.swift') else suite}/{name}"


def count(results):
    """How many tests there are."""
    return sum(len(ends) for ends in results.values())


def words(results, name):
    """How the tests of a name ended."""
    return ", ".join(results.get(name, ["has none"]))


def check(runner, directory):
    """Compares a package; returns how many tests differ."""
    code, text = run(["swift", "build", "--build-tests"], directory)
    if code != 0:
        print(f"{directory}: cannot be built\n{text[-2000:]}")
        return 1
    expected, found = by_swift(directory), by_runner(runner, directory)
    differing = [name for name in sorted(expected.keys() | found.keys()) if expected.get(name) != found.get(name)]
    alone = by_runner(runner, directory, "--isolation", "class") if differing else {}
    differences = 0
    for name in differing:
        if name in expected and name in found and alone.get(name) == expected[name]:
            print(f"  {name}: {words(found, name)} beside other classes, {words(alone, name)} without them as with swift test")
            continue
        differences += 1
        print(f"  {name}: swift test {words(expected, name)}, runner {words(found, name)}")
    print(f"{os.path.basename(directory)}: {count(expected)} tests, {count(found)} by the runner, {differences} differ")
    return differences if expected else 1


def main():
    fixture = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/ThreadLocals")
    packages = os.environ.get("COMPATIBILITY_PACKAGES", "").split() or [os.path.normpath(fixture)]
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    runner = os.path.abspath(sys.argv[1])
    sys.exit(1 if sum(check(runner, os.path.abspath(each)) for each in packages) else 0)


main()
