#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Edits a package in many ways, and checks that `runner --affected` would run each test whose outcome changes.

    Tests/Affected/mutations.py RUNNER [--quick] [--only PATTERN] [--keep DIR]

Each edit is applied to the package of `package/`, built, listed with `--affected=list`, run as a whole, and taken back. A test whose
outcome differs from that of the package as it was must be in the list, and so must those that the edit names. With `--quick`, only a few.

needs: swift
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile

from trials import build, listed, outcomes, record, run

HERE = pathlib.Path(__file__).resolve().parent
ALPHA, BETA, HEADER = "Sources/Alpha/Alpha.swift", "Sources/CBeta/beta.c", "Sources/CBeta/include/beta.h"
DELTA, DELTA_TESTS = "Sources/Delta/Delta.swift", "Tests/AlphaTests/DeltaTests.swift"
XCTEST, TESTING, DATA = "Tests/AlphaTests/XCTests.swift", "Tests/AlphaTests/TestingTests.swift", "Tests/AlphaTests/data.txt"
PROGRAMS = "Tests/AlphaTests/programs/"
SCRIPTED = "testExecv testExecle testKernelStart testSystem testGrandchild testLink testStarted starts"

# What an edit may choose that changes what each test refers to: all tests.
ALL = 1_000_000

# A name, the file, the text before and after, tests that must run, and the most that may. A text of None is the file's beginning.
EDITS = [
    ("constant", ALPHA, "x * factor,", "x * factor + 1,", "testScale scale", 2),
    ("returned constant", ALPHA, "{ 42 }", "{ 43 }", "testLimit limits", 2),
    ("floating-point constant", ALPHA, "{ 2.5 }", "{ 2.75 }", "testRatio", 1),
    ("swapped literals", ALPHA, '["a", "b"]', '["b", "a"]', "testPair", 1),
    ("short literal", ALPHA, '"unnamed"', '"renamed"', "testName", 3),
    ("long literal", ALPHA, "woof, woof, woof", "woof, wuff, woof", "testDog", 1),
    ("operator in a closure", ALPHA, "{ $0 * 3 }", "{ $0 + 3 }", "testClosure", 1),
    ("default of a parameter", ALPHA, "step: Int = 1", "step: Int = 2", "testStep", 1),
    ("added parameter with a default", ALPHA, "(_ n: Int, step: Int = 1)", "(_ n: Int, step: Int = 1, more: Int = 0)", "testStep", 1),
    ("new stored property", ALPHA, "public var x: Int, y: Int", "public var x: Int, y: Int, z = 0", "testSize", 12),
    ("renamed stored property", ALPHA, "var kept = 7", "var held = 7", "testMirror", 2),
    ("renamed coding key", ALPHA, "var title = \"t\"", "var heading = \"t\"", "testCodable", 2),
    ("new override", ALPHA, "class Dog: Animal {", "class Dog: Animal {\n    public override func legs() -> Int { 3 }", "testLegs", 3),
    ("override removed", ALPHA, "    public override func wings() -> Int { 2 }\n", "", "testWings", 3),
    ("method shadows a default", ALPHA, "extension Point: Named {}", 'extension Point: Named { public var name: String { "p" } }', "testName", 3),
    ("default of a protocol", ALPHA, "var rank: Int { 1 }", "var rank: Int { 2 }", "testRank", 1),
    ("new conformance", ALPHA, "public protocol Marked {}", "public protocol Marked {}\nextension Point: Marked {}", "testMarked", 9),
    ("retroactive conformance", ALPHA, "public protocol Marked {}", "public protocol Marked {}\nextension Int: Marked {}", "testMarkedInt", 40),
    ("description", ALPHA, "public protocol Marked {}", 'public protocol Marked {}\nextension Point: CustomStringConvertible { public var description: String { "P" } }', "testDescription", 9),
    ("order of cases", ALPHA, "case red, green", "case green, red", "testEnum", 2),
    ("raw value", ALPHA, "case low = 1", "case low = 2", "testRaw", 2),
    ("behind a lazy static", ALPHA, "static let table = makeTable(5)", "static let table = makeTable(6)", "testTable testTableAgain", 2),
    ("behind a singleton", ALPHA, "static func make() -> Cache { Cache(1) }", "static func make() -> Cache { Cache(2) }", "testCache", 1),
    ("inlinable body", ALPHA, "@inlinable public func inlined() -> Int { 1 }", "@inlinable public func inlined() -> Int { 2 }", "testInlined", 2),
    ("new overload", ALPHA, "public func overloaded(_ n: Double) -> Int { 1 }", "public func overloaded(_ n: Double) -> Int { 1 }\npublic func overloaded(_ n: Int) -> Int { 2 }", "testOverload", 1),
    ("deinit added", ALPHA, "public final class Held {", "public final class Held {\n    deinit { released += 1 }", "testDeinit", 2),
    ("generic body", ALPHA, "items.count + 0", "items.count + 1", "testGeneric", 1),
    ("thrown error", ALPHA, "throw Fault.first", "throw Fault.second", "testThrows", 1),
    ("switch", ALPHA, 'case 1: "one"', 'case 1: "uno"', "testSwitch", 1),
    ("async body", ALPHA, "await Task.yield(); return 5", "await Task.yield(); return 6", "asynchronous", 1),
    ("actor", ALPHA, "count += 1  // actor", "count += 2  // actor", "actors", 1),
    ("key path", ALPHA, "\\Point.x", "\\Point.y", "testKeyPath", 1),
    ("regex", ALPHA, 'hasPrefix("ab")', 'hasPrefix("ac")', "testPrefix", 1),
    ("property observer", ALPHA, "didSet { changes += 1 }", "didSet { changes += 2 }", "testObserver", 1),
    ("subscript", ALPHA, "subscript(n: Int) -> Int { n }", "subscript(n: Int) -> Int { n + 1 }", "testSubscript", 1),
    ("removed function with a fallback", ALPHA, "public func chosen(_ n: Int) -> Int { 1 }\n", "", "testChosen", 1),
    ("opaque result", ALPHA, "func some() -> some Named { Point(x: 1, y: 1) }", "func some() -> some Named { Other() }", "testSome", 3),
    ("existential array", ALPHA, "[Point(x: 1, y: 1), Other()]", "[Other(), Other()]", "testExistential", 2),
    ("renamed function", ALPHA, "makeLimit", "madeLimit", "", 2),
    ("type found by name", ALPHA, "public protocol Marked {}", "public protocol Marked {}\npublic class Found {}", "testByName", 3),
    ("comment on top", ALPHA, None, "// one\n// two\n", "", 0),
    ("comment at the end of a line", ALPHA, "{ 42 }", "{ 42 }  // forty-two", "", 0),
    ("blank lines inside", ALPHA, "public func pair()", "\n\n\npublic func pair()", "", 1),
    # Four tests make a URL of the path of their source, and so look at it. One may have a line that is as long as a text beside it.
    ("lines above tests", XCTEST, None, "// one\n// two\n", "", 5),
    ("lines above tests of Swift Testing", TESTING, None, "// one\n// two\n// three\n", "", 1),
    ("blank lines in a test", XCTEST, "        var observed = Observed()", "\n\n        var observed = Observed()", "", 5),
    ("line above, and a number of that line", XCTEST, "func helper() -> Int { 6 }", "\nfunc helper() -> Int { 5 }", "testHelper", 6),
    ("new function", ALPHA, "public func pair()", "public func unused() -> Int { 9 }\npublic func pair()", "", 0),
    ("line of the source", "Sources/Alpha/Lines.swift", "public func lineNumber()", "\npublic func lineNumber()", "testLine", 1),
    ("C function", BETA, "a + b;", "a - b;", "testC", 2),
    ("C table", BETA, "{3, 5, 7}", "{3, 6, 7}", "testCTable", 1),
    ("C table of functions", BETA, "{one, two}", "{two, two}", "testCPointers", 1),
    ("C switch", BETA, "case 2: return 20;", "case 2: return 21;", "testCSwitch", 1),
    ("C swapped static functions", BETA, "return first() * 10 + second();", "return second() * 10 + first();", "testCSwap", 1),
    ("C literal", BETA, 'return "beta"', 'return "betb"', "testCText", 2),
    ("C variable's first value", BETA, "static int counter = 4;", "static int counter = 5;", "testCCounter", 1),
    ("C zeroed variable", BETA, "static int zeroed;", "static int zeroed = 1;", "testCZeroed", 1),
    ("C macro", HEADER, "#define BETA_SIZE 8", "#define BETA_SIZE 9", "testCMacro testCImported", 3),
    ("C pointer into a table", BETA, "&grid[1]", "&grid[2]", "testCGrid", 1),
    ("C local array of strings", BETA, '"anna", "beta"', '"anna", "carl"', "testCNames", 1),
    ("C local array of structures", BETA, '{"berry", 40}', '{"berry", 41}', "testCPrices", 1),
    ("C of equal name in two files", "Sources/CBeta/gamma.c", "return 100;", "return 101;", "testCGamma", 2),
    ("C++ type that is caught", "Sources/CPlus/plus.cpp", "catch (const First &)", "catch (const Second &)", "testCatch", ALL),
    ("C++ method", "Sources/CPlus/plus.cpp", "return 3;", "return 4;", "testVirtual", 2),
    ("build setting", "Package.swift", '.define("PLAIN")', '.define("FANCY")', "testSetting", 9),
    ("test edited", XCTEST, "pair().count, 2", "pair().count, 3", "testPair", 6),
    ("helper of tests", XCTEST, "func helper() -> Int { 6 }", "func helper() -> Int { 5 }", "testHelper", 6),
    ("new XCTest case", XCTEST, "    func testPair()", "    func testNew() { XCTFail() }\n    func testPair()", "testNew", ALL),
    ("argument", TESTING, "[1, 2, 3]", "[1, 2, 4]", "lengths(n:)[4]", 4),
    ("expectation", TESTING, "limit == 42", "limit == 41", "limits", 2),
    ("new test", TESTING, "    @Test func limits()", "    @Test func fresh() { #expect(limit == 1) }\n    @Test func limits()", "fresh", 3),
    ("trait", TESTING, "@Test func scale()", "@Test(.disabled()) func scale()", "scale", 3),
    ("set-up", XCTEST, "prepared = 3", "prepared = 4", "testPrepared", 5),
    ("set-up of the class", XCTEST, "ready = 8", "ready = 9", "testReady", 6),
    ("default of another module", DELTA, "_ n: Int = 5", "_ n: Int = 6", "testDefaulted", 2),
    ("inlinable body of another module", DELTA, "usable() + 1 }", "usable() + 2 }", "testFarInlined", 2),
    ("used by an inlinable body", DELTA, "func usable() -> Int { 1 }", "func usable() -> Int { 2 }", "testFarInlined", 1),
    ("layout of a frozen structure", DELTA, "second: Int32 = 2", "second: Int64 = 2", "testFrozen testFrozenValue", 40),
    ("default of a stored property", DELTA, "second: Int32 = 2", "second: Int32 = 3", "testFrozenValue", 3),
    ("extension shadows a default", DELTA, "public struct Square: Shaped {", "public struct Square: Shaped {\n    public func sides() -> Int { 3 }", "testDoubled", 9),
    ("default of a property wrapper", DELTA, "limit: Int = 10", "limit: Int = 11", "testWrapper", 1),
    ("body of a property wrapper", DELTA, "min(wrappedValue, limit)", "max(wrappedValue, limit)", "testWrapper", 1),
    ("result builder", DELTA, 'separator: " "', 'separator: "-"', "testBuilder", 1),
    ("block of a result builder", DELTA_TESTS, '    "two"\n', '    "three"\n', "testBuilder", 3),
    ("label of a tuple", DELTA, "(first: 1,", "(one: 1,", "testLabels", 3),
    ("function of a given symbol", DELTA, "outside() -> Int { 3 }", "outside() -> Int { 4 }", "testOutside", 1),
    ("global constant", DELTA, "farLimit = 20", "farLimit = 21", "testFarLimit", 2),
    ("static constant", DELTA, "[1, 2, 3]", "[1, 2, 4]", "testFarList", 2),
    ("generic text", DELTA, '"bag of ', '"box of ', "testBag", 1),
    ("dynamic member", DELTA, 'name + "!"', 'name + "?"', "testLooked", 1),
    ("case with a payload renamed", DELTA, "case number(Int), text(String)", "case text(String), number(Int), none", "", 9),
    ("equality", DELTA, " && one.note == other.note", "", "testHashed", 3),
    ("associativity", DELTA, "associativity: left", "associativity: right", "testOperator", 2),
    ("alias", DELTA, "typealias Number = Int32", "typealias Number = Int16", "testAlias testAliasHere", 4),
    ("default of an associated type", DELTA, "associatedtype Item = Int", "associatedtype Item = Bool", "testAssociated", 9),
    ("name of the own function", DELTA, "public func ownName() -> String { #function }", "public func ownName(_ n: Int = 0) -> String { #function }", "testOwnName", 3),
    ("literal", DELTA, "self.value = value }\n}\nextension", "self.value = value + 1 }\n}\nextension", "testLiteral", 1),
    ("interpolation", DELTA, "<\\(value)>", "[\\(value)]", "testInterpolation", 1),
    ("lazy property", DELTA, "made = 6", "made = 7", "testLazy", 2),
    ("local value of tasks", DELTA, "level = 1", "level = 2", "testAmbient", 2),
    ("order of statements", DELTA, "        defer { result.append(1) }\n        result.append(2)\n", "        result.append(1)\n        result.append(2)\n", "testDeferred", 1),
    ("override of a class property", DELTA, "class Derived: Base {}", 'class Derived: Base { public override class var kind: String { "derived" } }', "testKind", 3),
    ("order of casts", DELTA, "case is Int: 1\n    case is String: 2", "case is String: 1\n    case is Int: 2", "testCast", 1),
    ("type within a function", DELTA, "value = 8", "value = 9", "testNested", 2),
    ("global of tests", DELTA_TESTS, "[1, 2].count", "[1, 2, 3].count", "testGlobal", 2),
    ("static of a test class", DELTA_TESTS, '"shared".count', '"share".count', "testStatic", 2),
    ("resource", "Tests/AlphaTests/Resources/words.txt", "words", "verbs", "testResource", 2),
    ("C inline function", HEADER, "return n * 2;", "return n * 3;", "testCInline", 3),
    ("C enumeration", HEADER, "{ BETA_FIRST, BETA_SECOND }", "{ BETA_ZEROTH, BETA_FIRST, BETA_SECOND }", "testCEnumeration", 3),
    ("C structure", HEADER, "int first, second;", "int first, second, third;", "testCStructure", 9),
    ("C definition of the manifest", "Package.swift", 'to: "1"', 'to: "2"', "testCMode", 1),
    ("C weak function", "Sources/CBeta/gamma.c", "beta_weak(void) { return 1; }", "beta_weak(void) { return 2; }", "testCWeak", 1),
    ("C strong function beside a weak one", BETA, "int beta_weak_other;", "int beta_weak(void) { return 3; }", "testCWeak", 2),
    ("new file", "Sources/Delta/Extra.swift", None, "extension Square { public func sides() -> Int { 5 } }\n", "testDoubled", 9),
    ("retroactive description", "Sources/Delta/Extra.swift", None, 'extension Square: CustomStringConvertible { public var description: String { "S" } }\n', "", 9),
    ("file", DATA, "hello", "hallo!", "testFile", 1),
    ("file appears", "Tests/AlphaTests/extra/missing.txt", None, "now here", "testMissing testListing", 2),
    # Of programs that tests start. None of these tests may be missed, and no other may run.
    ("program", "Sources/Tool/main.c", "return 3;", "return 4;", "testSpawn", 0),
    ("program: library", "Sources/Loaded/loaded.c", "return 3;", "return 4;", "testLoads testOpened", 0),
    ("program: script", PROGRAMS + "script.sh", "exit 3", "exit 4", SCRIPTED, 0),
    ("program: interpreter line", PROGRAMS + "script.sh", "#!/bin/sh", "#!/bin/false", SCRIPTED, 0),
    ("program: interpreter", PROGRAMS + "second/digits", 'exit "', 'exit "1', "testInterpreter", 0),
    ("program: text of an interpreter", PROGRAMS + "interpreted", "3", "4", "testInterpreter", 0),
    ("program: in the path", PROGRAMS + "second/found", "exit 3", "exit 4", "testSpawnp", 0),
    ("program: earlier in the path", PROGRAMS + "first/found", None, "#!/bin/sh\nexit 4\n", "testSpawnp", 0),
    ("program: script that a script reads", PROGRAMS + "beside/sourced.sh", "=3", "=4", "testPopen", 0),
    ("program: file beside it", PROGRAMS + "beside/number.txt", "3", "4", "testProcess", 0),
    ("program: script of a shell", PROGRAMS + "given.sh", "exit 3", "exit 4", "testFexecve", 0),
    ("program: in the working directory", PROGRAMS + "beside/here.sh", "exit 3", "exit 4", "testExecvp", 0),
    ("program: file by a call of the kernel", PROGRAMS + "called.txt", "3", "4", "testCalled", 0),
    ("program: link leads elsewhere", PROGRAMS + "linked", "script.sh", "second/other", "testLink", 0),
    ("program: standard input", PROGRAMS + "input.txt", "exit 3", "exit 4", "testInput", 0),
    ("program: file of a variable", PROGRAMS + "variable.txt", "3", "4", "testVariable", 0),
    ("program: arguments that it prints", PROGRAMS + "arguments.sh", "echo 1", "echo 2", "arguments(n:)[printed]", 0),
    ("kernel: file", PROGRAMS + "opened.txt", "3", "4", "testKernelRead", 0),
    ("kernel: file appears", PROGRAMS + "absent.txt", None, "now here", "testKernelState", 0),
]

# Tests that always run, since they start programs or call the kernel: they must be chosen without a change as well.
ALWAYS = re.compile(r"/AlphaTests\.Program\w+/")

QUICK = {
    "constant", "swapped literals", "new override", "new conformance", "behind a singleton", "comment on top", "C table",
    "C local array of strings", "C local array of structures", "C of equal name in two files", "argument", "file appears",
    "type found by name", "set-up of the class",
}


def short(identity):
    """The name of a test without those of its bundle and class."""
    return identity.split("/", 2)[2]


def apply(edit, directory):
    """Applies an edit, and returns what takes it back."""
    _, name, before, after, _, _ = edit
    path = directory / name
    if path.is_symlink():
        target = str(path.readlink())
        path.unlink()
        path.symlink_to(target.replace(before, after))
        return lambda: (path.unlink(), path.symlink_to(target))
    was = path.read_text() if path.exists() else None
    if before is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(after + (was or ""))
        path.chmod(0o755 if after.startswith("#!") else path.stat().st_mode)
    else:
        if before not in (was or ""):
            raise SystemExit(f"{name} has no {before!r}")
        path.write_text(was.replace(before, after))
    return lambda: path.unlink() if was is None else path.write_text(was)


def check(edit, runner, directory, base):
    """Checks one edit, and returns what is wrong."""
    title, _, _, _, wanted, most = edit
    undo = apply(edit, directory)
    try:
        failure = build(directory)
        if failure:
            return [f"{title}: it does not build\n{failure}"]
        chosen = listed(runner, directory)
        now = outcomes(runner, directory)
    finally:
        undo()
    names = {short(identity) for identity in chosen}
    changed = [identity for identity, outcome in now.items() if base.get(identity) != outcome]
    faults = [f"{title}: missed {identity}: {base.get(identity)}, then {now[identity]}" for identity in changed if identity not in chosen]
    faults += [f"{title}: expected {name} among {sorted(names)}" for name in wanted.split() if name not in names]
    # Those that always run are only missed where the edit does something to them.
    idle = {short(identity) for identity in now if ALWAYS.search(identity) and identity not in changed}
    faults += [f"{title}: changed nothing for {name}" for name in wanted.split() if name in idle]
    # One of the tests looks a type up by its name, and so runs after each change of any name.
    if len({short(identity) for identity in chosen if not ALWAYS.search(identity)} - {"testByName"}) > most - ("testByName" in wanted):
        faults.append(f"{title}: {len(chosen)} tests would run, expected {most} at most: " + "; ".join(f"{short(k)}: {v}" for k, v in sorted(chosen.items())[:12]))
    print(f"{title}: {len(changed)} outcomes changed, {len(chosen)} of {len(now)} tests chosen" + (", FAULT" if faults else ""), flush=True)
    return faults


def check_elsewhere(runner, directory):
    """Checks that the records are good for another checkout of the package, and returns what is wrong."""
    with tempfile.TemporaryDirectory(prefix="affected-elsewhere-") as other:
        other = pathlib.Path(other) / "a-longer-name"
        shutil.copytree(directory, other, ignore=shutil.ignore_patterns(".build"), symlinks=True)
        failure = build(other)
        if failure:
            return [f"elsewhere: it does not build\n{failure}"]
        chosen = {identity: reason for identity, reason in listed(runner, other).items() if not ALWAYS.search(identity)}
    # One looks types up by names, which paths are among; and some have lengths of paths that are not known to be some.
    print(f"elsewhere: {len(chosen)} tests chosen", flush=True)
    return [f"elsewhere: {identity} would run: {reason}" for identity, reason in chosen.items()] if len(chosen) > 5 else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--keep")
    options = parser.parse_args()
    runner = str(pathlib.Path(options.runner).resolve())
    directory = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="affected-"))
    directory.mkdir(exist_ok=True)
    # Links stay links, and replace what an earlier run has left.
    run(["cp", "-a", f"{HERE}/package/.", "."], directory)
    edits = [edit for edit in EDITS if (not options.quick or edit[0] in QUICK) and re.search(options.only or "", edit[0])]
    faults = []
    try:
        failure = build(directory)
        if failure:
            raise SystemExit(failure)
        base = outcomes(runner, directory)
        bad = {identity: outcome for identity, outcome in base.items() if outcome != "passed"}
        if bad or not base:
            raise SystemExit(f"the package does not pass: {bad}")
        record(runner, directory)
        again = listed(runner, directory)
        faults += [f"nothing changed, and {identity} would run: {reason}" for identity, reason in again.items()
                   if not (ALWAYS.search(identity) and reason.startswith("always runs: it "))]
        faults += [f"{identity} would be left out" for identity in base if ALWAYS.search(identity) and identity not in again]
        if not options.quick and not options.only:
            faults += check_elsewhere(runner, directory)
        for edit in edits:
            faults += check(edit, runner, directory, base)
    finally:
        if not options.keep:
            shutil.rmtree(directory, ignore_errors=True)
    for fault in faults:
        print(fault)
    print(f"{len(edits)} edits, {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
