#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py RUNNER: runs `swift test` with and without the runner behind it, and compares.

Copies the fixture packages of both frameworks, builds them, and calls `swift test --skip-build` with several sets of arguments: once as
it is, once with the toolset that `RUNNER swift-test --write-toolset` writes. Both must run the same tests, with the same outcomes, and
end with the same exit code. Then looks at what the calls of one `swift test`, and several runners at once, leave in the package.

SWIFT_TEST_PACKAGES: directories of packages that are built, of which all tests are compared instead.
"""
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter

FIXTURES = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures"))
# Arguments of `swift test`; those of each package.
ARGUMENTS = {
    "Both": [
        [],
        ["--filter", "StockSuite"],
        ["--filter", "OutcomeTests/testFails"],
        ["--filter", "StockTests.StockTests/testAdds$", "--filter", "isEmpty"],
        ["--skip", "OutcomeSuite$", "--skip", "testThrows|testFails"],
        ["--filter", "(holds|adds).*swift:1[0-9]:", "--disable-xctest"],
        ["--filter", "no test has this name"],
        ["--no-parallel", "--disable-xctest", "--skip", "Outcome"],
        ["--disable-swift-testing"],
    ],
    # Its other tests end the process, and with it `swift test`; so does one that has a run() of its own.
    "OtherFrameworks": [["--disable-swift-testing", "--skip", "testCrashes|IdleTests"]],
    "ThreadLocals": [[]],
    "Streams": [[], ["--filter", "Outer/"]],
}
failures = []


def fail(what):
    """Notes a difference."""
    failures.append(what)
    print(f"  {what}")


def command(words, directory, **environment):
    """Runs a command; returns its exit code and what it wrote."""
    done = subprocess.run(
        words, cwd=directory, env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=1200, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def of_xctest(text):
    """Reads XCTest's text: how many cases of a name, less the module, ended how."""
    ends = re.findall(r"Test Case '(.+?)' (passed|failed|skipped)", text)
    return Counter((".".join(name.split(".")[-2:]), end) for name, end in ends)


def of_swift_testing(path):
    """Reads an event stream: how many tests, and how many cases of each, ended how."""
    functions, ends, cases = set(), {}, Counter()
    if not os.path.exists(path):
        return Counter()
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions.add(payload["id"])
            continue
        test, kind = payload.get("testID"), payload["kind"]
        if test not in functions:
            continue
        if kind == "issueRecorded" and not payload["issue"].get("isKnown"):
            ends[test] = "failed"
        elif kind == "testSkipped":
            ends[test] = "skipped"
        elif kind == "testEnded":
            ends.setdefault(test, "passed")
        elif kind == "testCaseStarted":
            cases[test] += 1
    return Counter((test, end) for test, end in ends.items()) + Counter((f"{test}, cases", count) for test, count in cases.items())


def records(path):
    """The records of an event stream, without times, order, addresses, identities of arguments and what the runner adds."""
    found = Counter()
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        payload = record["payload"]
        # The runner writes attachments in two ways where one is wanted.
        if payload["kind"] == "_valueAttached":
            continue
        for name in ("testkit", "instant", "attachment"):
            payload.pop(name, None)
        if payload["kind"] == "valueAttached":
            payload.pop("_sourceLocation", None)
        for case in payload.get("_testCases", []) + [payload.get("_testCase", {})]:
            case.pop("id", None)
        if "_tags" in payload:
            payload["_tags"].sort(key=json.dumps)
        for frame in payload.get("issue", {}).get("_backtrace", [])[:1]:
            payload["issue"]["_backtrace"] = list(frame)
        for message in payload.get("messages", []):
            text = re.sub(r"(after) [\d.]+ seconds", r"\1 0 seconds", message["text"])
            message["text"] = re.sub(r"^Written to .*", "Written", text)
        found[json.dumps(record, sort_keys=True)] += 1
    return found


def check_order(path, name):
    """Each record of a test comes behind its start and before its end, and its suites are open meanwhile."""
    opened, seen = set(), set()
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        payload = record["payload"]
        kind, test = payload["kind"], payload.get("testID")
        if record["kind"] == "test" or test is None:
            continue
        if kind == "testStarted":
            if test in seen:
                fail(f"stream: {name}: {test} starts twice")
            opened.add(test)
            seen.add(test)
        elif test not in opened and kind != "testSkipped":
            fail(f"stream: {name}: {kind} of {test}, which is not open")
        suite = test.rsplit("/", 2)[0] if ".swift:" in test else test
        while "/" in suite:
            suite = suite.rsplit("/", 1)[0]
            if suite not in opened and kind != "testSkipped":
                fail(f"stream: {name}: {kind} of {test} outside of {suite}")
        if kind == "testEnded":
            opened.discard(test)
    if opened:
        fail(f"stream: {name}: {opened} did not end")


def check_stream(directory, toolset, attachments, version, **environment):
    """The event stream is that of `swift test`, record by record."""
    with tempfile.TemporaryDirectory() as scratch:
        streams = []
        for name, extra in (("plain", []), ("hooked", ["--toolset", toolset])):
            path = f"{scratch}/{name}"
            os.mkdir(f"{path}-attachments")
            command(["swift", "test", "--skip-build", "--disable-xctest", "--event-stream-version", version,
                     "--event-stream-output-path", path, "--attachments-path", f"{path}-attachments"] + extra, directory,
                    **environment)
            streams.append(records(path))
            check_order(path, name)
            attached = sorted(os.listdir(f"{path}-attachments"))
            if attached != attachments:
                fail(f"stream: {name} attached {attached}")
        for record in (streams[0] - streams[1]).elements():
            fail(f"stream: without the runner only: {record}")
        for record in (streams[1] - streams[0]).elements():
            fail(f"stream: with the runner only: {record}")


def run(directory, arguments, toolset):
    """Runs `swift test`; returns its exit code, and how its tests ended."""
    with tempfile.TemporaryDirectory() as scratch:
        events = os.path.join(scratch, "events.jsonl")
        words = ["swift", "test", "--skip-build", "--event-stream-output-path", events, "--event-stream-version", "0"]
        # As an editor that reads XCTest's text.
        code, text = command(words + arguments + (["--toolset", toolset] if toolset else []), directory,
                             SWT_SF_SYMBOLS_ENABLED="0")
        return code, of_xctest(text) + of_swift_testing(events), text


def compare(directory, arguments, toolset):
    """Compares one set of arguments; returns how many tests ran."""
    code, expected, _ = run(directory, arguments, None)
    hooked, found, text = run(directory, arguments, toolset)
    name = f"{os.path.basename(directory)} {' '.join(arguments)}"
    before = len(failures)
    if hooked != code:
        fail(f"{name}: exit code {hooked}, without the runner {code}")
    for test, end in sorted((expected - found).elements()):
        fail(f"{name}: {test} {end} without the runner only")
    for test, end in sorted((found - expected).elements()):
        fail(f"{name}: {test} {end} with the runner only")
    if "run without the runner" in text:
        fail(f"{name}: was not hosted")
    if len(failures) > before:
        print(text[-3000:])
    print(f"{name}: {sum(expected.values())} tests, exit code {code}", flush=True)
    return sum(expected.values())


def check_list(directory, toolset, runner):
    """The list of all tests is that of `swift test`, with the toolset and by the runner's own option."""
    words = ["swift", "test", "list", "--skip-build"]
    _, expected = command(words, directory)
    _, found = command(words + ["--toolset", toolset], directory)
    names = [set(re.findall(r"^\w+\.[\w`].*$", text, re.M)) for text in (expected, found)]
    if names[0] != names[1] or not names[0]:
        fail(f"list: {names[0] ^ names[1]}")
    _, own = command([runner, "--list", "--format", "swift", ".build/debug"], directory)
    if set(own.splitlines()) != names[0]:
        fail(f"--list --format swift: {set(own.splitlines()) ^ names[0]}")


def check_xml(directory, toolset):
    """--xunit-output leaves a report of the tests of Swift Testing; with --parallel, SwiftPM one of XCTest's."""
    words = ["swift", "test", "--skip-build", "--parallel", "--xunit-output"]
    counts = []
    for extra in ([], ["--toolset", toolset]):
        with tempfile.TemporaryDirectory() as scratch:
            code, text = command(words + [f"{scratch}/x.xml"] + extra, directory)
            cases = [len(list(xml.parse(f"{scratch}/{name}").iter("testcase")))
                     for name in ("x.xml", "x-swift-testing.xml") if os.path.exists(f"{scratch}/{name}")]
            counts.append((code, cases))
    # Swift Testing has a test case for each function, the runner one for each argument.
    if counts[0][0] != counts[1][0] or counts[0][1][0] != counts[1][1][0] or counts[1][1][1] < counts[0][1][1]:
        fail(f"--xunit-output: {counts[1]}, without the runner {counts[0]}")


def check_session(directory, toolset):
    """All calls of one `swift test` leave one record, one order and complete reports."""
    shutil.rmtree(f"{directory}/.testkit", ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        report = f"{scratch}/all.xml"
        command(["swift", "test", "--skip-build", "--toolset", toolset], directory, TESTKIT_JUNIT=report)
        names = {case.get("classname") for case in xml.parse(report).iter("testcase")}
    for name in ("BothPackageTests.StockTests.StockTests", "BothPackageTests.StockSwiftTests.StockSuite"):
        if name not in names:
            fail(f"reports: the report of both calls has no {name}: {sorted(names)}")
    check_files(directory, "one swift test")


def check_files(directory, what):
    """The record and the order are whole, and have tests of both frameworks."""
    for name in ("record", "order"):
        lines = open(f"{directory}/.testkit/{name}", encoding="utf-8").read().splitlines()
        if lines[-1].split() not in (["end", str(len(lines) - 2)], ["%end", str(len(lines) - 1)]):
            fail(f"{what}: .testkit/{name} is not whole: {lines[-1]}")
        for test in ("StockTests.StockTests", "StockSwiftTests.StockSuite"):
            if not any(test in line for line in lines):
                fail(f"{what}: .testkit/{name} has nothing of {test}")


def check_crowd(directory, toolset, runner):
    """Any number of runners in one package at once leave what one leaves."""
    words = [["swift", "test", "--skip-build", "--toolset", toolset, "--parallel"],
             [runner, ".build/debug"], [runner, "swift-test", "--", executable(directory)],
             [runner, "swift-test", "--", executable(directory), "--testing-library", "swift-testing"]]
    started = [subprocess.Popen(each, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
               for each in words * 2]
    watching = subprocess.Popen([runner, "--watch", ".build/debug"], cwd=directory, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
    for each in started:
        text = each.communicate(timeout=1200)[0].decode(errors="replace")
        if each.returncode != 1 or "runner: warning" in text or "without the runner" in text:
            fail(f"many at once: {each.args} ended with {each.returncode}\n{text[-2000:]}")
    # It goes on to its wait, whatever the others do to the package.
    text = ""
    for line in watching.stdout:
        text += line.decode(errors="replace")
        if "waiting for changes" in text:
            break
    watching.send_signal(signal.SIGINT)
    text += watching.communicate(timeout=1200)[0].decode(errors="replace")
    if watching.returncode != 1 or "runner: warning" in text:
        fail(f"many at once: --watch ended with {watching.returncode}\n{text[-2000:]}")
    # Again, since the last one to end may have been of one framework.
    command([runner, ".build/debug"], directory)
    check_files(directory, "many at once")
    left = [name for name in os.listdir(f"{directory}/.testkit") if ".tmp" in name]
    if left:
        fail(f"many at once: {left} were left")


def executable(directory):
    """The path of a package's test executable."""
    products = os.path.join(directory, ".build/debug")
    return next(os.path.join(products, name) for name in sorted(os.listdir(products)) if name.endswith(".xctest"))


def check_copies(directory, runner):
    """A copy of the executable that a process uses stays when another build is run; one that nobody uses goes."""
    products = os.path.join(directory, ".build/debug")
    def copies():
        return {name for name in os.listdir(products) if name.endswith(".testkit.so")}
    used = copies()
    if len(used) != 1:
        return fail(f"copies: expected one, got {used}")
    lock = open(os.path.join(products, *used), "rb")
    fcntl.flock(lock, fcntl.LOCK_SH)
    for number in (1, 2):
        with open(f"{directory}/Tests/StockTests/More.swift", "w", encoding="utf-8") as source:
            source.write(f"let more{number} = {number}\n")
        code, text = command(["swift", "build", "--build-tests"], directory)
        if code != 0:
            return fail(f"copies: the package cannot be built\n{text[-2000:]}")
        command([runner, "swift-test", "--", executable(directory)], directory)
        if number == 1:
            if not used < copies():
                fail(f"copies: {used} was in use, and {copies()} are left")
            lock.close()
    if len(copies()) != 1:
        fail(f"copies: nobody uses the older ones, and {copies()} are left")


def check_package(directory, runner):
    """`runner` without a path builds and runs the package, by the settings of the last build."""
    _, expected = command([runner, "--list", ".build/debug"], directory)
    code, found = command([runner, "--list"], directory)
    if code != 0 or not set(expected.splitlines()) <= set(found.splitlines()):
        fail(f"package: --list ended with {code}\n{found[-2000:]}")
    broken = f"{directory}/Tests/StockTests/Broken.swift"
    with open(broken, "w", encoding="utf-8") as source:
        source.write("let broken: Int = true\n")
    code, text = command([runner, "StockTests"], directory)
    if code != 9 or "error: cannot convert value" not in text or "the package does not build" not in text:
        fail(f"package: one that does not build ended with {code}\n{text[-2000:]}")
    with open(broken, "w", encoding="utf-8") as source:
        source.write("let mended = true\n")
    options = ["-Xswiftc", "-DHOOKED", "-Xcc", "-DHOOKED", "-Xlinker", "-z", "-Xlinker", "now"]
    code, text = command([runner, "StockTests.StockTests/testAdds", "--build"] + options, directory)
    if code != 0 or f"building with {' '.join(options)}; the last build of this package had the usual settings" not in text:
        fail(f"package: other settings ended with {code}\n{text[-2000:]}")
    code, text = command([runner, "StockTests.StockTests/testAdds"], directory)
    if code != 0 or f"building as at the last build of this package: {' '.join(options)}" not in text or "Compiling" in text:
        fail(f"package: the settings of the last build ended with {code}\n{text[-2000:]}")
    with open(broken, "a", encoding="utf-8") as source:
        source.write("let edited = true\n")
    code, text = command([runner, "StockTests.StockTests/testAdds", ".build/debug"], directory)
    if code != 0 or "is older than its sources, so build it again: Tests/StockTests/Broken.swift" not in text:
        fail(f"package: an edited source ended with {code}\n{text[-2000:]}")


def check_empty(runner, scratch):
    """A package without tests is built, and nothing runs."""
    package = os.path.join(scratch, "Empty")
    os.makedirs(f"{package}/Sources/Empty")
    with open(f"{package}/Package.swift", "w", encoding="utf-8") as manifest:
        manifest.write('// swift-tools-version: 6.1\nimport PackageDescription\n'
                       'let package = Package(name: "Empty", targets: [.target(name: "Empty")])\n')
    with open(f"{package}/Sources/Empty/Empty.swift", "w", encoding="utf-8") as source:
        source.write("public let empty = true\n")
    code, text = command([runner], package)
    if code != 3 or "Build complete!" not in text:
        fail(f"package: one without tests ended with {code}\n{text[-2000:]}")


def check_direct(runner, scratch):
    """What cannot be hosted runs as SwiftPM would run it: with its arguments, its environment and its signals."""
    program = os.path.join(scratch, "program.xctest")
    with open(program, "w", encoding="utf-8") as script:
        script.write("#!/bin/sh\necho \"got $* $HOOKED\"\ngrep -E '^Sig(Blk|Ign)' /proc/self/status\nenv | grep -c ^RUNNER_\nexit 7\n")
    os.chmod(program, 0o755)
    for arguments in (["M.A/b,M.C/d"], ["--filter", "x y", "--testing-library", "swift-testing"],
                      ["--list-tests", "--testing-library", "swift-testing"]):
        expected = subprocess.run([program] + arguments, env=os.environ | {"HOOKED": "1"}, capture_output=True, check=False)
        found = subprocess.run([runner, "swift-test", "--", program] + arguments, env=os.environ | {"HOOKED": "1"},
                               capture_output=True, check=False)
        if (found.returncode, found.stdout) != (expected.returncode, expected.stdout):
            fail(f"direct: {found} for {expected}")
        said = found.stderr.decode().count("the tests run without the runner, as 'swift test' runs them: ")
        if said != (0 if "--list-tests" in arguments else 1):
            fail(f"direct: said {found.stderr}")


def check_sanitized(runner, scratch):
    """An executable with a sanitizer goes to the runner of that sanitizer, which stands beside the other one."""
    own = os.path.join(scratch, "bin")
    os.mkdir(own)
    shutil.copy(runner, f"{own}/runner")
    with open(f"{own}/runner-thread", "w", encoding="utf-8") as script:
        script.write("#!/bin/sh\necho \"thread $*\"\nexit 3\n")
    os.chmod(f"{own}/runner-thread", 0o755)
    clang = os.path.join(os.path.dirname(os.path.realpath(shutil.which("swiftc"))), "clang")
    program = os.path.join(scratch, "sanitized.xctest")
    libraries = os.path.join(os.path.dirname(clang), "../lib/swift/linux")
    # What the runtime calls of Dispatch.
    options = ["-L", libraries, f"-Wl,-rpath,{libraries}", "-ldispatch", "-lBlocksRuntime"]
    subprocess.run([clang, "-fsanitize=thread", "-x", "c", "-", "-o", program] + options,
                   input=b"int main(void) { return 5; }", check=True)
    done = subprocess.run([f"{own}/runner", "swift-test", "--", program, "M.A/b"], capture_output=True, check=False)
    if (done.returncode, done.stdout.decode()) != (3, f"thread swift-test -- {program} M.A/b\n"):
        fail(f"sanitized: {done}")
    os.remove(f"{own}/runner-thread")
    done = subprocess.run([f"{own}/runner", "swift-test", "--", program], capture_output=True, check=False)
    if done.returncode != 5 or b"the tests run without the runner" not in done.stderr:
        fail(f"sanitized, without a runner for it: {done}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    runner = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        toolset = os.path.join(scratch, "toolset.json")
        subprocess.run([runner, "swift-test", f"--write-toolset={toolset}"], check=True, stdout=subprocess.DEVNULL)
        packages = os.environ.get("SWIFT_TEST_PACKAGES", "").split()
        for package in packages:
            compare(os.path.abspath(package), [], toolset)
        if not packages:
            check_direct(runner, scratch)
            check_sanitized(runner, scratch)
            for name, sets in ARGUMENTS.items():
                package = os.path.join(scratch, name)
                shutil.copytree(os.path.join(FIXTURES, name), package, ignore=shutil.ignore_patterns(".build"))
                code, text = command(["swift", "build", "--build-tests"], package)
                if code != 0:
                    sys.exit(f"{name} cannot be built\n{text}")
                # What no comparison may miss: a set of arguments without a single test is a slip.
                if sum(compare(package, each, toolset) for each in sets) == 0:
                    fail(f"{name}: has no tests")
            both = os.path.join(scratch, "Both")
            check_list(both, toolset, runner)
            check_stream(both, toolset, ["note.txt"], "6.3")
            streams = os.path.join(scratch, "Streams")
            check_stream(streams, toolset, ["two.txt"], "6.3", SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED="1")
            check_stream(streams, toolset, ["two.txt"], "0")
            check_xml(both, toolset)
            check_session(both, toolset)
            check_crowd(both, toolset, runner)
            check_copies(both, runner)
            check_package(both, runner)
            check_empty(runner, scratch)
    print(f"{len(failures)} differences")
    sys.exit(1 if failures else 0)


main()
