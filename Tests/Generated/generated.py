#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs random suites of XCTest and Swift Testing by `swift test`'s own process and by the runner, and compares how they end.

    generated.py RUNNER [--seed N] [--suites N] [--minutes N] [--scratch DIR]

Builds a package of suites (grammar.py), runs each in a process of its own as `swift test` does, and all of them by the runner: with one
and two jobs, each isolation, three seeds, and behind `swift test --toolset`. Compares which cases ran, how each ended, its issues, and
whether the suite fails. A suite that differs is cut down, member by member, as long as it differs, and printed. Goes on with the next
seed for some minutes. Ends with 1 if a suite differs that no row of docs/Compatibility.md explains.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import grammar

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/Compatibility.md")
# A crash of a test takes a second less without its backtrace.
os.environ["SWIFT_BACKTRACE"] = "enable=no"


def run(words, **options):
    """Runs a command; returns its exit code and all that it wrote."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, **options)
    return done.returncode, done.stdout.decode(errors="replace")


def records(path):
    """The records of an event stream: each with its kind and its payload."""
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        record = json.loads(line)
        yield record["kind"], record["payload"]


class Package:
    """A package of suites, built; those that do not compile are left out."""

    def __init__(self, directory, suites):
        self.directory, self.suites = directory, list(suites)
        shutil.rmtree(os.path.join(directory, "Tests"), ignore_errors=True)
        for name in grammar.FRAMEWORKS:
            self.write(f"Tests/{name}/Prelude.swift", grammar.PRELUDE)
        targets = ", ".join(f'.testTarget(name: "{name}")' for name in grammar.FRAMEWORKS)
        self.write("Package.swift", "// swift-tools-version: 6.1\nimport PackageDescription\n\n"
                   f'let package = Package(name: "generated", targets: [{targets}])\n')
        for suite in self.suites:
            self.write(f"Tests/{suite.framework}/{suite.name}.swift", "import Foundation\nimport Testing\nimport XCTest\n\n" + suite.text())
        while True:
            code, text = run(["swift", "build", "--build-tests"], cwd=directory)
            # In its own file, or in SwiftPM's list of its tests.
            bad = set(re.findall(r"(?<=/)G\d+(?=\.swift:\d+:\d+: error:)|(?<=let __allTests__)G\d+", text))
            if code == 0:
                break
            if not bad:
                sys.exit(f"the package cannot be built\n{text[-3000:]}")
            for suite in self.suites:
                if suite.name in bad:
                    os.unlink(os.path.join(directory, f"Tests/{suite.framework}/{suite.name}.swift"))
            self.suites = [suite for suite in self.suites if suite.name not in bad]
            print(f"  left out, since they do not compile: {sorted(bad)}", *re.findall("error: .*", text)[:3], sep="\n    ", flush=True)
        self.executable = os.path.join(directory, ".build/debug/generatedPackageTests.xctest")

    def write(self, path, text):
        """Writes a file."""
        path = os.path.join(self.directory, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class Result:
    """How a suite ended: its cases, each with its end and how many issues fail it, and whether it fails."""

    def __init__(self, is_red=False):
        self.ends, self.issues, self.is_red = {}, Counter(), is_red

    def end(self, case, word):
        """Notes the end of a case, or of one of its arguments: the worst counts. What does not run at all is skipped."""
        self.ends[case] = max(self.ends.get(case, "skipped"), word, key=["skipped", "passed", "failed"].index)


def by_xctest(package, suite):
    """What XCTest reports of a class."""
    code, text = run([package.executable, f"{suite.framework}.{suite.name}"])
    result = Result(code != 0)
    for case, word in re.findall(r"^Test Case '\w+\.(\w+)' (passed|failed|skipped)", text, re.M):
        result.end(case, word)
    result.issues.update(re.findall(r": error: \w+\.(\w+) : ", text))
    return result


def by_testing(package, suite):
    """What Swift Testing reports of a suite."""
    functions, running, going_on = {}, {}, Counter()
    with tempfile.TemporaryDirectory() as scratch:
        stream = os.path.join(scratch, "events")
        code, _ = run([package.executable, "--testing-library", "swift-testing", "--filter", rf"^{suite.framework}\.{suite.name}/",
                       "--event-stream-output-path", stream, "--event-stream-version", "6.3"])
        # 69: none of its tests is to run.
        result = Result(code not in (0, 69))
        for kind, each in records(stream):
            if kind == "test":
                if each["kind"] == "function":
                    functions[each["id"]] = re.sub(r"\(.*", "", each["id"].partition("/")[2]).replace("/", ".")
                continue
            case = functions.get(each.get("testID"))
            if case is None:
                pass
            elif each["kind"] == "issueRecorded" and not each["issue"]["isKnown"] and each["issue"].get("severity", "error") == "error":
                result.issues[case] += 1
            elif each["kind"] in ("testSkipped", "testCancelled"):
                running[case] = "skipped"
            elif each["kind"] in ("testCaseStarted", "testCaseCancelled"):
                going_on[case] += 1 if each["kind"] == "testCaseStarted" else -1
            elif each["kind"] == "testEnded":
                # It passes where all its arguments are cancelled; here each of them is a result.
                running.setdefault(case, "skipped" if going_on.get(case) == 0 else "passed")
    for case in running.keys() | result.issues.keys():
        result.end(case, "failed" if result.issues[case] else running[case])
    return result


def by_framework(package):
    """What the frameworks report of each suite, by name."""
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda each: (by_xctest if each.framework == grammar.XCTEST else by_testing)(package, each), package.suites)
    return {suite.name: result for suite, result in zip(package.suites, found)}


def of_events(path, suites):
    """What an event stream of the runner says of each suite."""
    results = {suite.name: Result() for suite in suites}
    for kind, each in records(path):
        known = each.get("testkit", {})
        found = re.match(r"[^/]*/\w+\.(G\d+)((?:\.\w+)*)(?:/(.*))?$", known.get("identity", each.get("testID", "")), re.S)
        if kind != "event" or not found or found[1] not in results:
            continue
        result = results[found[1]]
        name = found[3] and (found[2][1:] + "." if found[2] else "") + re.sub(r"[\[(].*", "", found[3], flags=re.S)
        if each["kind"] == "issueRecorded" and known.get("kind") in ("assertion", "error", "crash", "timeout"):
            result.is_red = True
            if name:
                result.issues[name] += 1
                if known.get("late"):
                    result.end(name, "failed")
        elif each["kind"] in ("testEnded", "testCaseEnded", "testSkipped", "testCaseCancelled") and name and "outcome" in known:
            word = {"crashed": "failed", "timedOut": "failed", "notRun": "skipped"}.get(known["outcome"], known["outcome"])
            result.end(name, word)
            result.is_red |= word == "failed"
    return results


def by_runner(runner, package, words):
    """What the runner reports of each suite; without worker processes, of those that do not end the only one."""
    suites = package.suites
    if "none" in words:
        suites = [suite for suite in suites if grammar.ENDS not in suite.known]
        ending = "|".join(suite.name for suite in package.suites if suite not in suites)
        words = words + (["--skip", rf"re:\.({ending})[./]"] if ending else [])
    with tempfile.TemporaryDirectory() as scratch:
        events = os.path.join(scratch, "events")
        code, text = run([runner, "--no-state", "--diagnose=off", "--events", events, *words, package.executable])
        results = of_events(events, suites)
    if (code != 0) != any(result.is_red for result in results.values()):
        print(f"  {' '.join(words)}: exit code {code} disagrees with the events\n{text[-1000:]}")
    return results


def by_toolset(runner, package, seed):
    """What `swift test` reports with the runner's toolset."""
    with tempfile.TemporaryDirectory() as scratch:
        events = os.path.join(scratch, "events")
        run([runner, "swift-test", "--write-toolset"], cwd=package.directory)
        run(["swift", "test", "--skip-build", "--toolset", "toolset.json"], cwd=package.directory,
            env=os.environ | {"TESTKIT_EVENTS": events, "TESTKIT_SEED": str(seed), "TESTKIT_STATE": "none", "TESTKIT_DIAGNOSE": "off"})
        return of_events(events, package.suites)


def difference(suite, expected, found):
    """What differs of a suite, in words; "" if nothing does, or if it is known."""
    if grammar.LATE in suite.known:
        lost = [case for case in suite.late if found.ends.get(case) != "failed"]
        return f"late work of {', '.join(lost)} does not fail it" if lost else ""
    if expected.is_red != found.is_red:
        return f"swift test {'fails' if expected.is_red else 'passes'}, the runner {'fails' if found.is_red else 'passes'}"
    if suite.known - {grammar.EACH}:
        return ""
    for case in sorted(expected.ends.keys() | found.ends.keys()):
        words = [each.ends.get(case, "skipped") for each in (expected, found)]
        if words[0] != words[1]:
            return f"{case}: swift test {words[0]}, runner {words[1]}"
        if expected.issues[case] != found.issues[case] and not suite.known:
            return f"{case}: swift test {expected.issues[case]} issues, runner {found.issues[case]}"
    return ""


def ways(runner):
    """The ways to run a package by the runner, by name."""
    found = {}
    for seed in ("1", "2", "3"):
        for jobs, isolation in [(jobs, each) for jobs in "12" for each in ("worker", "class", "case")] + [("1", "none")]:
            words = ["--seed", seed, "--jobs", jobs, "--isolation", isolation]
            found[" ".join(words)] = lambda package, words=words: by_runner(runner, package, words)
        found[f"swift test --toolset, seed {seed}"] = lambda package, seed=seed: by_toolset(runner, package, seed)
    return found


def differing(package, chosen):
    """The suites that differ, by name: in which way first, and how."""
    expected, found = by_framework(package), {}
    for way, run_package in chosen.items():
        results = run_package(package)
        for suite in package.suites:
            words = suite.name in results and difference(suite, expected[suite.name], results[suite.name])
            if words:
                found.setdefault(suite.name, (suite, way, words))
    return found


def shrink(directory, chosen, found):
    """Leaves out members of suites as long as they differ; each round builds all suites with one member less."""
    smallest, growing = dict(found), set(found)
    used = {way: chosen[way] for way in sorted({way for _, way, _ in found.values()})}
    while growing:
        parents, variants = {}, []
        for name in sorted(growing):
            for index in range(len(smallest[name][0].members)):
                variants.append(smallest[name][0].without(index, len(variants)))
                parents[variants[-1].name] = name
        growing = set()
        for name, smaller in (differing(Package(directory, variants), used) if variants else {}).items():
            if parents[name] not in growing:
                smallest[parents[name]] = smaller
                growing.add(parents[name])
    return smallest.values()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("runner")
    options.add_argument("--seed", type=int, default=int(time.strftime("%y%m%d00")))
    options.add_argument("--suites", type=int, default=100)
    options.add_argument("--minutes", type=float, default=0)
    options.add_argument("--scratch")
    words = options.parse_args()
    page = open(PAGE, encoding="utf-8").read()
    if unknown := [row for row in (grammar.ROUNDS, grammar.LATE, grammar.ENDS, grammar.EACH) if row not in page]:
        sys.exit(f"docs/Compatibility.md has no rows with {unknown}, which the grammar names")
    chosen, end = ways(os.path.abspath(words.runner)), time.monotonic() + words.minutes * 60
    seed, total, count = words.seed, 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        directory = words.scratch or temporary
        while total == 0 or time.monotonic() < end:
            package = Package(directory, grammar.suites(seed, words.suites))
            found = differing(package, chosen)
            total, count = total + len(package.suites), count + len(found)
            print(f"seed {seed}: {len(package.suites)} suites, {len(chosen)} ways, {len(found)} differ", flush=True)
            for suite, way, text in shrink(directory, chosen, found):
                print(f"\n{way}\n{text}\n{suite.text()}", flush=True)
            seed += 1
    sys.exit(f"{total} suites, {count} differ" if count else 0)


main()
