#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what docs/Frameworks.md says with XCTest, Swift Testing, SwiftPM and the runner.

    [FRAMEWORKS_SCRATCH=DIR] check.py RUNNER

Each row of the page names its test: a class or suite of the package beside this file, or a script in findings/. The package is built
once (in DIR, if one is given), its tests run as `swift test` runs them and by the runner, and both are compared with the row. A row
without a test and a test without a row are errors. Ends with 1 if a row does not hold: either a toolchain has changed, or the runner.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "Package")
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
LIMIT = 600


def run(words, **options):
    """Runs a command; returns its exit code and all that it wrote."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, **options)
    return done.returncode, done.stdout.decode(errors="replace")


class XCTestRun:
    """What XCTest itself writes of all classes."""

    def __init__(self, text):
        self.text = text

    def of(self, case):
        """The lines of a case, "Class.case"."""
        found = re.search(rf"Test Case '{re.escape(case)}' started.*?Test Case '{re.escape(case)}' \w+", self.text, re.S)
        return found.group(0) if found else ""

    def end(self, case):
        """How a case ended: "passed", "failed", "skipped", or "" if it did not run."""
        return self.of(case).rpartition(" ")[2]

    def ends(self, owner):
        """How the cases of a class ended, in their order."""
        return re.findall(rf"^Test Case '{owner}\.\w+' (passed|failed|skipped)", self.text, re.M)

    def failures(self, case):
        """How many failures a case has."""
        return self.of(case).count(": error: ")


class TestingRun:
    """What Swift Testing itself writes of one suite: its text, its event stream, its report, its attachments."""

    def __init__(self, executable, suite, *options):
        with tempfile.TemporaryDirectory() as scratch:
            stream, report, self.folder = (os.path.join(scratch, name) for name in ("events", "report", "attachments"))
            os.mkdir(self.folder)
            self.code, self.text = run(
                [executable, "--testing-library", "swift-testing", "--filter", suite, "--event-stream-output-path", stream,
                 "--event-stream-version", "0", "--xunit-output", report, "--attachments-path", self.folder, *options])
            self.events = [json.loads(line) for line in open(stream, encoding="utf-8")] if os.path.exists(stream) else []
            self.report = xml.parse(report).getroot()[0] if os.path.exists(report) else None
            self.attachments = {name: os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder)}

    def issues(self, test=""):
        """The issues of a test that are not known, or of none."""
        found = [each["payload"] for each in self.events if each["payload"].get("kind") == "issueRecorded"]
        return [each for each in found if not each["issue"]["isKnown"]
                and (f"/{test}()" in each.get("testID", "") if test else "testID" not in each)]

    def kinds(self, test):
        """The kinds of the events of a test."""
        return {each["payload"]["kind"] for each in self.events if f"/{test}" in each["payload"].get("testID", "")}


class RunnerRun:
    """What the runner reports of all tests."""

    def __init__(self, runner, products):
        with tempfile.TemporaryDirectory() as scratch:
            report = os.path.join(scratch, "junit.xml")
            words = [runner, "--no-state", "--diagnose=off", "--seed", "1", "--jobs", "2", "--junit", report, products]
            self.code, self.text = run(words, env=os.environ | {"TMPDIR": scratch})
            self.cases = {f"{each.get('classname').rpartition('.')[2]}.{each.get('name')}": each
                          for each in xml.parse(report).iter("testcase")}
        self.strict, _ = run([runner, "--no-state", "--diagnose=off", "--strict", products, "OwnBase"])

    def end(self, case):
        """How a case ended, "Class.case"."""
        case = self.cases.get(case)
        if case is None:
            return ""
        children = {child.tag for child in case}
        return "failed" if children & {"failure", "error"} else "skipped" if "skipped" in children else "passed"

    def says(self, *words):
        """Whether the screen has all of some words, whatever the lines."""
        text = " ".join(self.text.split())
        return all(each in text for each in words)


def rows(executable, products):
    """Each test: what is to be so without the runner, as a function; what is to be so with it, given the runner's run."""
    xctest = XCTestRun(run([executable])[1])

    def testing(suite, *options):
        return TestingRun(executable, suite, *options)

    def swift_test(*words):
        """Runs XCTest's cases by `swift test`."""
        return run(["swift", "test", "--skip-build", "--disable-swift-testing", "--scratch-path", os.path.dirname(products), *words],
                   cwd=PACKAGE)

    def xunit(*words):
        with tempfile.TemporaryDirectory() as scratch:
            report = os.path.join(scratch, "report.xml")
            swift_test("--xunit-output", report, *words)
            return xml.parse(report).getroot() if os.path.exists(report) else None

    def skip_passes():
        report = xunit("--parallel", "--filter", "ConditionThrows")
        return report is not None and [len(case) for case in report.iter("testcase")] == [0]

    def both(suite, check):
        found = testing(suite)
        return check(found)

    return {
        # XCTest
        "GoesOn": (lambda: xctest.failures("GoesOn.testTwo") == 2, lambda r: r.says("failed - first", "failed - second")),
        "SetUpFails": (
            lambda: xctest.end("SetUpFails.testBody") == "failed" and "Test skipped" in xctest.of("SetUpFails.testBody"),
            lambda r: r.end("SetUpFails.testBody") == "failed"),
        "SetUpSkips": (
            lambda: xctest.end("SetUpSkips.testBody") == "failed" and "torn down" in xctest.of("SetUpSkips.testBody"),
            lambda r: r.end("SetUpSkips.testBody") == "failed"),
        "UnwrapThrows": (
            lambda: xctest.failures("UnwrapThrows.testUnwraps") == 2, lambda r: r.says('XCTUnwrap threw error "bad"')),
        "Overfulfils": (
            lambda: xctest.end("Overfulfils.testTwice") == "passed", lambda r: r.end("Overfulfils.testTwice") == "passed"),
        "OverfulfilsLate": (
            lambda: xctest.ends("OverfulfilsLate") == ["passed", "failed"],
            lambda r: r.says("API violation", "reported late framework-rowsPackageTests/XCTestRows.OverfulfilsLate/test")),
        "FailsLate": (
            lambda: xctest.ends("FailsLate") == ["passed", "failed"],
            lambda r: r.says("reported late framework-rowsPackageTests/XCTestRows.FailsLate/test")),
        "ConditionThrows": (
            lambda: xctest.end("ConditionThrows.testSkips") == "skipped",
            lambda r: r.end("ConditionThrows.testSkips") == "skipped"),
        "ClassHookFails": (
            lambda: xctest.end("ClassHookFails.testPasses") == "passed" and "set-up of the class" not in xctest.text,
            lambda r: r.says("in the set-up of the class", "in the tear-down of the class",
                             "XCTest drops the failures outside of its tests")),
        "Overloads": (
            lambda: ("the synchronous one" in xctest.text) + ("the asynchronous one" in xctest.text) == 1,
            lambda r: r.says("XCTestRows.Overloads.testOne is declared with and without async")),
        "HasNoOwnTests": (
            lambda: "HasNoOwnTests" not in xctest.text,
            lambda r: r.says("XCTestRows.HasNoOwnTests does not run testOfTheBase of XCTestRows.OwnBase") and r.strict == 8),
        "HasForeignBase": (
            lambda: xctest.end("HasForeignBase.testOfTheChild") == "passed" and not xctest.end("HasForeignBase.testOfTheBase"),
            lambda r: r.says("XCTestRows.HasForeignBase does not run testOfTheBase of Bases.SharedBase")),
        "Early": (
            lambda: xctest.end("Early.testIsMadeBefore") == "passed", lambda r: r.end("Early.testIsMadeBefore") == "passed"),
        # Swift Testing
        "NoArguments": (
            lambda: both("NoArguments", lambda t: "testSkipped" in t.kinds("each(_:)") and t.code == 0),
            lambda r: r.end("NoArguments.each(_:)") == "skipped"),
        "IssueOfNoTest": (
            lambda: both("IssueOfNoTest", lambda t: len(t.issues()) > 1 and t.report.get("failures") == str(len(t.issues()))
                         and not t.report.findall(".//failure")),
            lambda r: r.end("IssueOfNoTest.leavesWork") == "failed"),
        "IssueWhilePlanning": (
            lambda: both("IssueWhilePlanning", lambda t: t.code == 0 and not t.issues()),
            lambda r: r.says("of a trait", "of a condition", "Swift Testing drops what traits record before a test")),
        "ThrowsWhilePlanning": (
            lambda: both("ThrowsWhilePlanning", lambda t: t.code == 1 and not t.report.findall("testcase")),
            lambda r: r.end("ThrowsWhilePlanning.prepared") == "failed"),
        "ExitTestFails": (
            lambda: both("ExitTestFails", lambda t: "1 == 2" not in t.text and "Issue recorded" in t.text),
            lambda r: r.end("ExitTestFails.inside") == "failed"),
        "AttachmentFails": (
            lambda: both("AttachmentFails", lambda t: t.code == 0 and t.attachments == {"unmade.txt": 0}),
            lambda r: r.says("the attachment unmade.txt could not be made: bad")),
        "AttachmentHasSlash": (
            lambda: both("AttachmentHasSlash", lambda t: list(t.attachments) == ["untitled"]),
            lambda r: r.end("AttachmentHasSlash.named") == "passed"),
        "CancelsInKnownIssue": (
            lambda: both("CancelsInKnownIssue", lambda t: "went on" in t.text and "was cancelled" in t.text and t.code == 0),
            lambda r: r.end("CancelsInKnownIssue.goesOn") == "skipped"),
        "HandlerOfSuite": (
            lambda: both("HandlerOfSuite", lambda t: t.code == 0),
            lambda r: r.end("HandlerOfSuite.throwsAnError") == "passed"),
        "HandlerOfTest": (
            lambda: both("HandlerOfTest", lambda t: len(t.issues("throwsAnError")) == 1 and not t.issues("expects")),
            lambda r: (r.end("HandlerOfTest.throwsAnError"), r.end("HandlerOfTest.expects")) == ("failed", "passed")),
        "PlainSuite": (
            lambda: "testEnded" not in testing("PlainSuite", "--skip", "TestingRows.swift").kinds("one()")
            and "testEnded" in testing("PlainSuite").kinds("one()"),
            lambda r: r.end("PlainSuite.one") == "passed"),
        "PassesAtLast": (
            lambda: both("PassesAtLast", lambda t: t.code == 1)
            and testing("PassesAtLast", "--repetitions", "3", "--repeat-until", "pass").code == 1,
            lambda r: r.end("PassesAtLast.second") == "failed"),
        "DeinitOfActor": (
            lambda: both("DeinitOfActor", lambda t: len(t.issues()) == 1 and not t.issues("drops")),
            lambda r: r.end("DeinitOfActor.drops") == "failed"),
        "OnTheMainActor": (
            lambda: both("OnTheMainActor", lambda t: len(t.issues("isMainThread")) == 1),
            lambda r: r.end("OnTheMainActor.isMainThread") == "passed"),
        # SwiftPM
        "xunit-output": (lambda: xunit() is None and xunit("--parallel") is not None, lambda r: bool(r.cases)),
        "xunit-skips": (skip_passes, lambda r: r.end("ConditionThrows.testSkips") == "skipped"),
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    runner = os.path.abspath(sys.argv[1])
    page = open(os.path.join(ROOT, "docs/Frameworks.md"), encoding="utf-8").read()
    named = set(re.findall(r"^\| `([\w-]+)` \|", page, re.M))
    scripts = {name for name in named if os.path.exists(os.path.join(ROOT, "findings", name + ".sh"))}
    with tempfile.TemporaryDirectory() as temporary:
        scratch = os.environ.get("FRAMEWORKS_SCRATCH", temporary)
        code, text = run(["swift", "build", "--build-tests", "--scratch-path", scratch], cwd=PACKAGE)
        if code != 0:
            sys.exit(f"the package cannot be built\n{text[-3000:]}")
        products = os.path.join(scratch, "debug")
        executable = glob.glob(os.path.join(products, "*.xctest"))[0]
        tests = rows(executable, products)
        wrong = [f"{name}: has no test" for name in sorted(named - scripts - tests.keys())]
        wrong += [f"{name}: is no row of docs/Frameworks.md" for name in sorted(tests.keys() - named)]
        by_runner = RunnerRun(runner, products)
        for name, (without, within) in tests.items():
            wrong += [] if without() else [f"{name}: the toolchain does not do what the page says"]
            wrong += [] if within(by_runner) else [f"{name}: the runner does not do what the page says"]
    for name in sorted(scripts):
        code, text = run(["bash", os.path.join(ROOT, "findings", name + ".sh")])
        wrong += [] if code == 0 else [f"findings/{name}.sh: exit code {code}: {text[-300:]}"]
    print(*wrong, f"{len(tests) + len(scripts)} rows, {len(wrong)} wrong", sep="\n")
    sys.exit(1 if wrong else 0)


main()
