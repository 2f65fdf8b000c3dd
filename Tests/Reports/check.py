#!/usr/bin/env python3
"""Holds the reports of real runs against their formats, with readers that other people wrote.

Usage: check.py RUNNER DIR

Runs RUNNER on the bundles in DIR, and on a bundle that is compiled here and fails, crashes and prints hostile bytes.
Needs the Python packages jsonschema, junitparser, markdown-it-py and xmlschema, Perl's TAP::Parser, and gcc. xmllint is used where there is one.
"""

import collections
import html
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import xml.parsers.expat

import jsonschema
import junitparser
import markdown_it
import xmlschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAILURES = []


def expect(condition, what):
    if not condition:
        FAILURES.append(what)
        print(f"FAILED: {what}")


def run(command, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    environment.update(options.pop("env", {}))
    # A run leaves its record where it was started.
    with tempfile.TemporaryDirectory() as directory:
        return subprocess.run(command, capture_output=True, env=environment, timeout=120, cwd=directory, **options)


def counts(events):
    """What the last line of the stream says."""
    return events[-1]["payload"]["testkit"]


def check_events(text, name):
    schema = json.loads((ROOT / "docs/events.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    events = []
    for number, line in enumerate(text.decode("utf-8").split("\n")[:-1], 1):
        record = json.loads(line)
        for error in validator.iter_errors(record):
            expect(False, f"{name}: events line {number}: {error.message}: {line}")
        events.append(record)
    expect(text.endswith(b"\n"), f"{name}: the event stream ends with a line feed")
    kinds = [record["payload"]["kind"] for record in events]
    tests = [record["payload"]["id"] for record in events if record["kind"] == "test"]
    expect(len(tests) == len(set(tests)), f"{name}: each test stands in the plan once")
    expect(kinds[len(tests)] == "runStarted", f"{name}: runStarted follows the plan")
    expect(kinds[-1] == "runEnded", f"{name}: runEnded comes last")
    # Each test that starts ends, and only tests of the plan start.
    open_tests = collections.Counter()
    for record in events:
        payload = record["payload"]
        if "testID" in payload:
            expect(payload["testID"] in tests, f"{name}: {payload['testID']} stands in the plan")
        identity = payload["testkit"].get("identity")
        if payload["kind"] in ("testStarted", "testCaseStarted"):
            open_tests[identity] += 1
        elif payload["kind"] in ("testEnded", "testCaseEnded"):
            open_tests[identity] -= 1
            expect(open_tests[identity] == 0, f"{name}: {identity} ends once, after it has started")
    expect(not any(open_tests.values()), f"{name}: what starts ends")
    return events


def check_junit(path, events, name):
    data = path.read_bytes()
    xml.parsers.expat.ParserCreate().Parse(data, True)
    for fault in xmlschema.XMLSchema(str(ROOT / "docs/junit.xsd")).iter_errors(str(path)):
        expect(False, f"{name}: docs/junit.xsd: {fault.path}: {fault.reason}")
    if shutil.which("xmllint"):
        done = run(["xmllint", "--noout", str(path)])
        expect(done.returncode == 0, f"{name}: xmllint: {done.stderr.decode()}")
    report = junitparser.JUnitXml.fromfile(str(path))
    cases = [case for suite in report for case in suite]
    kinds = collections.Counter(type(result).__name__ for case in cases for result in case.result)
    for suite in report:
        expect(suite.tests == len(list(suite)), f"{name}: {suite.name} counts its cases")
        properties = {entry.name: entry.value for entry in suite.properties()}
        expect(properties["seed"] == counts(events)["seed"], f"{name}: {suite.name} has the seed")
    expect(report.tests == len(cases), f"{name}: the report counts its cases")
    expect((report.failures, report.errors, report.skipped) == (kinds["Failure"], kinds["Error"], kinds["Skipped"]),
           f"{name}: the report counts its results: {kinds}")
    real = [case for case in cases if not case.name.startswith("(")]
    total = counts(events)
    failed = sum(any(type(r).__name__ in ("Failure", "Error") for r in case.result) for case in real)
    expect(failed == total["failed"], f"{name}: JUnit and the events agree on failed: {failed}, {total['failed']}")
    expect(len(real) == total["passed"] + total["failed"] + total["skipped"] + total["notRun"],
           f"{name}: JUnit and the events agree on the number of cases")


PERL = r"""
use strict; use warnings; use TAP::Parser;
local $/; my $tap = <STDIN>;
my $parser = TAP::Parser->new({ tap => $tap });
while (my $result = $parser->next) {
    print "unknown: ", $result->as_string, "\n" if $result->is_unknown;
    print "point: ", $result->ok, "|", $result->directive, "\n" if $result->is_test;
}
print "problem: $_\n" for $parser->parse_errors;
print "counts: ", join(" ", scalar $parser->passed, scalar $parser->failed, scalar $parser->skipped), "\n";
"""


def check_tap(text, events, name):
    expect(text.startswith(b"TAP version 13\n"), f"{name}: TAP says its version")
    done = run(["perl", "-e", PERL], input=text)
    lines = done.stdout.decode("utf-8", "replace").split("\n")
    for line in lines:
        expect(not line.startswith(("unknown", "problem")), f"{name}: TAP {line}")
    passed, failed, skipped = map(int, [line for line in lines if line.startswith("counts: ")][0].split()[1:])
    total = counts(events)
    expect(skipped == total["skipped"] + total["notRun"], f"{name}: TAP and the events agree on skipped")
    expect(passed - skipped >= total["passed"], f"{name}: TAP and the events agree on passed")
    expect(failed >= total["failed"], f"{name}: TAP and the events agree on failed")


COMMAND = re.compile(r"^::(error|warning) ([a-z]+=[^,:\r\n]*)(,[a-z]+=[^,:\r\n]*)*::[^\r\n]*$")


def check_github(text, summary, events, name):
    lines = text.decode("utf-8").split("\n")
    starts = [line for line in lines if line.startswith("::stop-commands::")]
    expect(len(starts) == 1, f"{name}: GitHub is told once to obey nothing")
    token = starts[0].split("::")[2]
    end = lines.index(f"::{token}::")
    annotations = [line for line in lines[end + 1:] if line]
    for line in annotations:
        expect(COMMAND.match(line), f"{name}: a command of GitHub's: {line}")
    total = counts(events)
    expect(sum(line.startswith("::error ") for line in annotations) >= total["failed"], f"{name}: failures are annotated")
    expect(f"Seed {total['seed']}" in summary, f"{name}: the job's summary has the seed")
    check_summary(summary, events, name)


def check_summary(text, events, name):
    """The job's summary has the markup of the report and none of a test's, and each failure of a test by its name."""
    tokens = markdown_it.MarkdownIt("commonmark").enable("table").parse(text)
    tokens += [child for token in tokens for child in token.children or []]
    markup = " ".join(token.content for token in tokens if token.type in ("html_block", "html_inline"))
    tags = set(re.findall(r"<[^>]*>", markup))
    own = {f"<{slash}{tag}>" for slash in ("", "/") for tag in ("details", "summary", "pre", "code")}
    expect(tags <= own, f"{name}: the job's summary has no tags of a test: {tags - own}")
    kinds = {token.type for token in tokens} & {"link_open", "image", "fence", "code_block", "code_inline", "em_open"}
    expect(not kinds, f"{name}: the job's summary has no Markdown of a test: {kinds}")
    titles = [html.unescape(title) for title in re.findall(r"<summary>(.*?)</summary>", markup)]
    for event in events:
        payload = event["payload"]
        if payload.get("kind") in ("testEnded", "testCaseEnded") and payload["testkit"].get("outcome") in ("failed", "crashed"):
            words = payload["messages"][0]["text"].rsplit(" after ", 1)[0]
            expect(any(title.startswith(words) for title in titles), f"{name}: '{words}' in {titles}")


def check_others(runner, bundles):
    """Lists, GitLab's report, the trace, the history and its rules of quarantine, read by Python's parser of JSON."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        state = ["--state", str(place / "state")]
        listed = json.loads(run([runner, "--list", "--format", "json", "--seed", "1", bundles]).stdout)
        names = [test["identity"] for test in listed["cases"]]
        lines = run([runner, "--list", "--seed", "1", bundles]).stdout.decode("utf-8").split("\n")[:-1]
        expect(len(names) == len(lines) and names, f"lists: a line for each of {names}: {lines}")
        (place / "ids").write_text("".join(line + "\n" for line in lines))
        again = run([runner, "--list", "--seed", "1", "--ids", str(place / "ids"), bundles]).stdout.decode("utf-8")
        expect(again.split("\n")[:-1] == lines, f"lists: --ids takes what --list prints: {again}")
        for number in range(4):
            environment = {} if number % 2 == 0 else {"HOSTILE_PASSES": "1"}
            run([runner, "--seed", str(number), *state, "--code-quality", str(place / "quality"), "--trace",
                 str(place / "trace"), bundles], env=environment)
        quality = json.loads((place / "quality").read_text())
        for entry in quality:
            expect(set(entry) >= {"description", "check_name", "fingerprint", "severity", "location"}, f"GitLab: {entry}")
            expect(entry["location"]["path"] and entry["location"]["lines"]["begin"] > 0, f"GitLab: {entry}")
        expect(len({entry["fingerprint"] for entry in quality}) == len(quality) > 0, "GitLab: a fingerprint for each failure")
        trace = json.loads((place / "trace").read_text())
        traced = {event.get("name") for event in trace["traceEvents"]}
        for test in names:
            expect(any(name and name in test for name in traced), f"trace: {test} in {traced}")
        history = json.loads(run([runner, "history", *state, "--format", "json"]).stdout)
        flaky = [test for test in names if "Tests/outlineTestEach[" in test and "[plain]" not in test]
        text = json.dumps(history, ensure_ascii=False)
        for test in flaky:
            expect(json.dumps(test, ensure_ascii=False)[1:-1] in text, f"history: {test} in {text[:2000]}")
        rules = json.loads(run([runner, "history", *state, "--quarantine"]).stdout)["tests"]
        patterns = [re.compile(rule["match"].removeprefix("re:")) for rule in rules]
        for test in flaky:
            expect(sum(bool(pattern.search(test)) for pattern in patterns) == 1, f"quarantine: one rule for {test}: {rules}")
        (place / "testkit.json").write_text(json.dumps({"tests": rules}))
        done = run([runner, "--no-state", "--config", str(place / "testkit.json"), "Hostile.Tests/outlineTestEach", bundles])
        expect(done.returncode == 0, f"quarantine: the rules match their tests: {done.stdout.decode()[-2000:]}{done.stderr.decode()}")


def check_attachments(place, events, name):
    """What the events and JUnit name is there, below the directory that was given, and nothing else is."""
    root = place / "kept"
    found = sorted(str(path) for path in root.rglob("*") if path.is_file())
    told = [event["payload"] for event in events if event["payload"]["kind"] == "valueAttached"]
    expect(sorted(event["attachment"]["path"] for event in told) == found, f"{name}: the events name the attachments: {found}")
    for event in told:
        size = os.path.getsize(event["attachment"]["path"])
        expect(size == event["testkit"]["size"], f"{name}: the size of {event['attachment']['path']}")
    report = junitparser.JUnitXml.fromfile(str(place / "junit.xml"))
    marks = [line for suite in report for case in suite for line in (case.system_out or "").split("\n")
             if line.startswith("[[ATTACHMENT|")]
    expect(sorted(mark[len("[[ATTACHMENT|"):-2] for mark in marks) == found, f"{name}: JUnit names the attachments")
    if name.startswith("hostile"):
        expect(len(found) > 0, f"{name}: something is attached")
        tags = [event["payload"]["testkit"].get("tags") for event in events if event["kind"] == "test"]
        expect(any(tags), f"{name}: something is tagged")
    shutil.rmtree(root, ignore_errors=True)


def check(runner, arguments, name, status):
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        done = run([runner, "--seed", "42", *arguments, "--events", str(place / "events"), "--junit",
                    str(place / "junit.xml"), "--tap", "-", "--github", "--attachments", str(place / "kept")],
                   env={"GITHUB_STEP_SUMMARY": str(place / "summary"), "GITHUB_WORKSPACE": str(ROOT)})
        expect(done.returncode == status, f"{name}: exit status {status}, got {done.returncode}: {done.stderr.decode()}")
        expect(b"\nrepeat" in done.stderr, f"{name}: the report for people goes to standard error")
        events = check_events((place / "events").read_bytes(), name)
        check_junit(place / "junit.xml", events, name)
        check_tap(done.stdout, events, name)
        check_github(done.stderr, (place / "summary").read_text(), events, name)
        check_attachments(place, events, name)
        left = sorted(entry.name for entry in place.iterdir())
        expect(left == ["events", "junit.xml", "summary"], f"{name}: nothing else is left behind: {left}")
        print(f"{name}: {len(events)} events, {counts(events)}")


def check_diagnosis(runner, bundles):
    """A diagnosis of hostile names breaks no report."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        done = run([runner, "--seed", "42", bundles, "--diagnose", "--diagnose-time", "10", "--events",
                    str(place / "events"), "--junit", str(place / "junit.xml"), "--tap", "-"])
        expect(done.returncode == 1, f"diagnosed: exit status 1, got {done.returncode}: {done.stderr.decode()}")
        events = check_events((place / "events").read_bytes(), "diagnosed")
        check_junit(place / "junit.xml", events, "diagnosed")
        check_tap(done.stdout, events, "diagnosed")
        properties = xml.etree.ElementTree.parse(place / "junit.xml").iter("property")
        expect(any(entry.get("name").startswith("diagnosis of ") for entry in properties), "diagnosed: JUnit has a diagnosis")
        print(f"diagnosed: {len(events)} events")


def check_interrupt(runner, bundles):
    """A run that is cut short still leaves whole reports: interrupted while Hostile's testSleeps runs."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        reader, writer = os.pipe()
        process = subprocess.Popen(
            [runner, bundles, "Hostile/Hostile.Tests/testSleeps", "Hostile/Hostile.Tests/testPasses", "--jobs", "1",
             "--events", f"fd:{writer}", "--junit", str(place / "junit.xml"), "--tap", "-",
             "--attachments", str(place / "kept")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[writer])
        os.close(writer)
        text = b""
        with os.fdopen(reader, "rb") as stream:
            for line in stream:
                text += line
                payload = json.loads(line)["payload"]
                if payload["kind"] == "testStarted" and payload["testID"].endswith("testSleeps"):
                    process.send_signal(signal.SIGINT)
        tap = process.communicate(timeout=60)[0]
        expect(process.returncode == 5, f"interrupted: exit status 5, got {process.returncode}")
        events = check_events(text, "interrupted")
        expect(counts(events)["cutShort"], "interrupted: the events say so")
        expect(b"\nBail out! " in tap, "interrupted: TAP bails out")
        report = junitparser.JUnitXml.fromfile(str(place / "junit.xml"))
        expect(report.tests == 2 and report.skipped >= 1, "interrupted: JUnit has both cases, one of them not run")
        print(f"interrupted: {len(events)} events")


def check_merge(runner, bundles, name, status):
    """The reports of all shards together are those of the whole; without one of them, that one is missed."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        whole = place / "whole"
        run([runner, "--seed", "42", bundles, "--no-state", "--events", str(whole)])
        shards = [place / f"shard{index}" for index in (1, 2, 3)]
        for index, path in enumerate(shards, 1):
            run([runner, "--seed", "42", bundles, "--no-state", "--shard", f"{index}/3", "--events", str(path)])
        reports = ["--events", str(place / "events"), "--junit", str(place / "junit.xml"), "--html", str(place / "html")]
        done = run([runner, "merge", *map(str, shards), *reports, "--tap", "-"])
        expect(done.returncode == status, f"{name}: exit status {status}, got {done.returncode}: {done.stderr.decode()}")
        events = check_events((place / "events").read_bytes(), name)
        check_junit(place / "junit.xml", events, name)
        check_tap(done.stdout, events, name)
        expect((place / "html").stat().st_size > 0, f"{name}: there is a page")
        before = check_events(whole.read_bytes(), name)
        differences = {key: (counts(before)[key], value) for key, value in counts(events).items()
                       if key != "duration" and counts(before)[key] != value}
        expect(not differences, f"{name}: the shards together are the whole: {differences}")
        tests = [sorted(record["payload"]["id"] for record in stream if record["kind"] == "test") for stream in (before, events)]
        expect(tests[0] == tests[1], f"{name}: the plan is the same")
        done = run([runner, "merge", str(shards[0]), str(shards[2])])
        expect(done.returncode == 1 and b"shard 2/3 is missing" in done.stdout, f"{name}: a missing shard is told")
        print(f"{name}: {counts(events)}")


def check_page():
    """docs/EVENTS.md has every event and every member of `testkit` that the schema has, and no others."""
    page = (ROOT / "docs/EVENTS.md").read_text()
    schema = json.loads((ROOT / "docs/events.schema.json").read_text())["$defs"]
    told, place = collections.defaultdict(list), None
    for row in re.findall(r"^\| (.*?) ?\| (`.*?) \| .* \|$", page.split("## The members of")[1], re.MULTILINE):
        place = row[0].strip("`") or place
        told[place.replace("test…` events", "ofTest")] += re.findall(r"`(\w+)`", row[1])
    wanted = {name: schema[name]["properties"] for name in schema if name not in ("sourceLocation", "test", "event", "tries")}
    wanted["test"] = schema["test"]["properties"]["testkit"]["properties"]
    expect({name: sorted(members) for name, members in told.items()} ==
           {name: sorted(members) for name, members in wanted.items()},
           f"docs/EVENTS.md has the members of the schema, each once: {dict(told)}")
    kinds = re.findall(r"^\| `([\w.]+)` \| [^`]", page.split("## The members of")[0], re.MULTILINE)
    expect(sorted(kinds) == sorted(schema["event"]["properties"]["kind"]["enum"]),
           f"docs/EVENTS.md has the events of the schema: {kinds}")


def check_refusals(runner, bundles):
    with tempfile.TemporaryDirectory() as directory:
        for option in ("--events", "--junit", "--tap"):
            for target, reason in ((f"{directory}/none/file", "No such file or directory"), (directory, "Is a directory"),
                                   ("fd:99", "Bad file descriptor")):
                done = run([runner, option, target, bundles])
                expect(done.returncode == 2 and done.stdout == b"", f"{option} {target}: exit status 2, nothing ran")
                expect(target in done.stderr.decode() and reason in done.stderr.decode(), f"{option} {target}: {done.stderr}")
            done = run([runner, option, "/dev/full", bundles])
            expect(done.returncode == 2 and b"No space left" in done.stderr, f"{option} /dev/full is told at the end")
        reader, writer = os.pipe()
        os.close(reader)
        done = run([runner, "--events", f"fd:{writer}", bundles], pass_fds=[writer])
        expect(done.returncode == 0, f"a reader that goes away does not end the run: {done.returncode}")
        os.close(writer)


def main():
    # Runs are started in directories of their own.
    runner, bundles = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:])
    check(runner, [bundles], "examples", 0)
    check_merge(runner, bundles, "examples, merged", 0)
    with tempfile.TemporaryDirectory() as directory:
        library = pathlib.Path(directory) / "libHostile.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-Wall", "-Werror", "-I", str(ROOT / "Sources/BundleABI/include"),
                        str(ROOT / "Tests/Reports/hostile.c"), "-o", str(library)], check=True)
        check(runner, [directory], "hostile", 1)
        check_merge(runner, directory, "hostile, merged", 1)
        check_interrupt(runner, directory)
        check(runner, [directory, "--retry", "1", "--jobs", "2"], "hostile, tried again", 1)
        check(runner, [directory, "--repeat", "3", "--jobs", "2"], "hostile, repeated", 1)
        check(runner, [directory, "--fail-fast", "--jobs", "1"], "hostile, stopped at a failure", 1)
        check_diagnosis(runner, directory)
        check_others(runner, directory)
        (pathlib.Path(directory) / "libBroken.so").write_bytes(b"\x7fELF" + bytes(60))
        check(runner, [directory], "hostile, with a broken bundle", 1)
    check_refusals(runner, bundles)
    check_page()
    print(f"{len(FAILURES)} failed" if FAILURES else "all reports are as their formats want them")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
