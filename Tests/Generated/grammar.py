# SPDX-License-Identifier: MIT
"""Random suites of XCTest and Swift Testing, as lists of members that can be left out one by one."""
import random
from dataclasses import dataclass, field

PRELUDE = """\
import Foundation
import Testing
import XCTest

enum Fault: Error { case bad }
func throwing() throws -> Bool { throw Fault.bad }
func numbers() -> [Int] { usleep(2000) == 0 ? [1, 2, 3] : [] }
func noNumbers() throws -> [Int] { throw Fault.bad }

struct Scope: TestTrait, SuiteTrait, TestScoping {
    enum Way { case passes, records, throwsFirst, throwsLast, leavesOut, runsTwice }
    let way: Way
    func provideScope(for test: Test, testCase: Test.Case?, performing run: @Sendable () async throws -> Void) async throws {
        if way == .records { Issue.record("of a scope") }
        if way == .throwsFirst { throw Fault.bad }
        if way != .leavesOut { try await run() }
        if way == .runsTwice { try await run() }
        if way == .throwsLast { throw Fault.bad }
    }
}
struct Prepares: TestTrait, SuiteTrait {
    let fails: Bool
    func prepare(for test: Test) async throws { if fails { throw Fault.bad } }
}
struct Unmade: Attachable {
    func withUnsafeBytes<R>(for attachment: borrowing Attachment<Self>, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        throw Fault.bad
    }
}
"""


# The frameworks, by the target that has their suites.
FRAMEWORKS = XCTEST, TESTING = "XCTestSuites", "TestingSuites"


@dataclass
class Member:
    """A part of a suite that may be left out: a test, a hook, a trait, a nested suite."""

    text: str
    # Rows of docs/Compatibility.md that make its result another.
    known: set = field(default_factory=set)
    # The name of a test that must fail with the runner, if work that it leaves fails.
    late: str = ""
    # Where it goes: "body", "trait", "base".
    place: str = "body"


class Suite:
    """A suite of one framework."""

    def __init__(self, framework, number, kind, members):
        self.framework, self.number, self.kind, self.members, self.name = framework, number, kind, members, f"G{number}"
        self.known = set().union(*(member.known for member in members))
        # The tests that must fail by work that they leave: a trait or a set-up may leave them out, or drop the issue.
        is_open = any(member.place == "trait" or "func setUp" in member.text for member in members)
        self.late = set() if is_open else {member.late for member in members if member.late}

    def without(self, index, number):
        """The suite less a member, by another number."""
        return Suite(self.framework, number, self.kind, self.members[:index] + self.members[index + 1:])

    def text(self):
        """Its source."""
        def lines(place):
            return "".join(indented(member.text) + "\n" for member in self.members if member.place == place)

        body, base = lines("body"), lines("base")
        if self.framework == XCTEST:
            owner = f"B{self.number}" if base else "XCTestCase"
            return (f"class {owner}: XCTestCase {{\n{base}}}\n" if base else "") + f"final class {self.name}: {owner} {{\n{body}}}\n"
        traits = ", ".join(member.text for member in self.members if member.place == "trait")
        return f"@Suite{f'({traits})' if traits else ''} {self.kind} {self.name} {{\n{body}}}\n"


# Bodies of XCTest's methods: text, whether it is asynchronous.
XCTEST_BODIES = [
    ("XCTAssertTrue(true)", False), ("XCTAssertTrue(true)", False), ('XCTFail("f")', False), ('XCTFail("f")\nXCTFail("g")', False),
    ("throw Fault.bad", False), ('throw XCTSkip("s")', False), ("try XCTSkipIf(true)", False), ("try XCTSkipIf(throwing())", False),
    ("try XCTSkipUnless(false)", False), ('XCTFail("f")\nthrow XCTSkip("s")', False), ("_ = try XCTUnwrap(nil as Int?)", False),
    ("XCTAssertNoThrow(try throwing())", False), ("XCTAssertThrowsError(try throwing())", False), ("await Task.yield()", True),
    ('await Task.yield()\nXCTFail("f")', True), ("await Task.yield()\nthrow Fault.bad", True),
    ('await Task.yield()\nthrow XCTSkip("s")', True), ('addTeardownBlock { XCTFail("f") }', False),
    ("addTeardownBlock { throw Fault.bad }", False), ("addTeardownBlock { await Task.yield() }", False),
    ('print("printed")', False), ("wait(for: [expectation(description: \"e\")], timeout: 0.01)", False),
    ('let e = expectation(description: "e")\nDispatchQueue.global().async { e.fulfill() }\nwait(for: [e], timeout: 60)', False),
    ('let e = expectation(description: "e")\ne.isInverted = true\nTask { e.fulfill() }\nawait fulfillment(of: [e], timeout: 0.2)', True),
    ("let isMain = { Thread.isMainThread }\nXCTAssertTrue(isMain())", False),
    ('await withTaskGroup(of: Void.self) { group in\n    for _ in 0..<3 { group.addTask { XCTFail("f") } }\n}', True),
    ('DispatchQueue.concurrentPerform(iterations: 2) { _ in XCTFail("f") }', False),
]
LATE_BODIES = [
    "DispatchQueue.global().asyncAfter(deadline: .now() + 0.03) {{ {0} }}", "Thread.detachNewThread {{\n    usleep(30000)\n    {0}\n}}",
    "Task.detached {{\n    try? await Task.sleep(for: .milliseconds(30))\n    {0}\n}}",
    "Task {{\n    await Task.yield()\n    try? await Task.sleep(for: .milliseconds(30))\n    {0}\n}}",
]
HOOKS = [
    "override func setUp() {{ {0} }}", "override func tearDown() {{ {0} }}",
    "override func setUpWithError() throws {{ {1} }}", "override func tearDownWithError() throws {{ {1} }}",
    "override func setUp() async throws {{ {1} }}", "override func tearDown() async throws {{ {1} }}",
    "override class func setUp() {{ {2} }}", "override class func tearDown() {{ {2} }}", "override func invokeTest() {{ {3} }}",
]
TESTING_BODIES = [
    "#expect(1 == 1)", "#expect(1 == 1)", "#expect(1 == 2)", "try #require(1 == 2)", "throw Fault.bad", 'Issue.record("i")',
    'Issue.record("w", severity: .warning)', "withKnownIssue { #expect(1 == 2) }", "withKnownIssue {}",
    "withKnownIssue(isIntermittent: true) {}", "withKnownIssue { throw Fault.bad }", "withKnownIssue { try #require(Bool(false)) }",
    "withKnownIssue { #expect(1 == 2) } matching: { _ in false }", 'try Test.cancel("c")', '#expect(1 == 2)\ntry Test.cancel("c")',
    'Attachment.record("text", named: "t.txt")', "_ = await confirmation { $0() }", "_ = await confirmation { _ in }",
    "_ = await confirmation(expectedCount: 0) { $0() }", "await #expect(processExitsWith: .success) {}",
    "await #expect(processExitsWith: .failure) { exit(3) }", "await #expect(processExitsWith: .success) { exit(3) }",
    "await #expect(processExitsWith: .failure) {\n    #expect(1 == 2)\n}", "#expect(throws: Fault.self) { try throwing() }",
    "#expect(throws: Never.self) { try throwing() }", "await Task { #expect(1 == 2) }.value",
    "await withTaskGroup(of: Void.self) { group in\n    for _ in 0..<3 { group.addTask { #expect(1 == 2) } }\n}",
    "await MainActor.run { #expect(1 == 2) }", "try? await Task.sleep(for: .milliseconds(5))", 'print("printed")',
    "_ = try #require(nil as Int?)", "withUnsafeCurrentTask { $0?.cancel() }\ntry Task.checkCancellation()",
]
TEST_TRAITS = [
    ".disabled()", '.disabled("d")', ".enabled(if: true)", ".enabled(if: false)", ".bug(id: 1)", ".timeLimit(.minutes(5))", ".serialized",
    ".filterIssues { _ in false }", ".filterIssues { _ in true }", ".compactMapIssues { _ in nil }",
    ".compactMapIssues {\n    var issue = $0\n    issue.severity = .warning\n    return issue\n}",
    "Prepares(fails: false)", "Prepares(fails: true)", '.enabled("a") { throw Fault.bad }', '.disabled("a") { true }',
] + [f"Scope(way: .{way})" for way in ("passes", "records", "throwsFirst", "throwsLast", "leavesOut", "runsTwice")]
ARGUMENTS = ["[1, 2]", "[Int]()", "[1, 1]", "numbers()", "try noNumbers()", "Set([1, 2, 3])", "1...3", "[1: 2]", "[nil, 1] as [Int?]"]
# Rows of docs/Compatibility.md, by their words.
ROUNDS = "performs it several times"
LATE = "Work that a test leaves"
ENDS = "ends `swift test` at the first one"
EACH = "fails once for each argument"
# What ends the process.
ENDINGS = ["exit(3)", "abort()", 'fatalError("the end")', "kill(getpid(), SIGKILL)"]


def indented(text):
    return "\n".join("    " + line for line in text.split("\n"))


def late_body(rng, function):
    """Leaves work that fails later."""
    return indented(rng.choice(LATE_BODIES).format(function + '("late")'))


def xctest(rng, number):
    """A random class."""
    members = []
    for name in [f"test{index}" for index in range(rng.randint(1, 4))]:
        if rng.random() < 0.12:
            members.append(Member(f"func {name}() {{\n{late_body(rng, 'XCTFail')}\n}}", {LATE}, name))
            continue
        if rng.random() < 0.03:
            members.append(Member(f"func {name}() {{\n    {rng.choice(ENDINGS)}\n}}", {ENDS}))
            continue
        body, is_async = rng.choice(XCTEST_BODIES)
        # No synchronous test on the main actor: SwiftPM's list of them does not compile beside others, and ends the process alone.
        actor = "@MainActor " if is_async and "e.fulfill" not in body and rng.random() < 0.4 else ""
        members.append(Member(f"{actor}func {name}(){' async' if is_async else ''} throws {{\n{indented(body)}\n}}"))
    for hook in rng.sample(HOOKS, rng.choice([0, 0, 1, 1, 2, 3])):
        fill = [rng.choice(['print("h")', 'XCTFail("h")', "_ = 0"]),
                rng.choice(['print("h")', 'XCTFail("h")', "throw Fault.bad", 'throw XCTSkip("h")']),
                rng.choice(['print("h")', 'XCTFail("h")']), rng.choice(["super.invokeTest()", 'super.invokeTest()\nXCTFail("h")'])]
        members.append(Member(hook.format(*fill).replace("\n", "; ")))
    if rng.random() < 0.2:
        # Overridden by the class, or inherited.
        members.append(Member(f"func testInherited() throws {{\n{indented(rng.choice(XCTEST_BODIES[:6])[0])}\n}}", place="base"))
        if rng.random() < 0.5:
            members.append(Member(f"override func testInherited() throws {{\n{indented(rng.choice(XCTEST_BODIES[:6])[0])}\n}}"))
    return Suite(XCTEST, number, "class", members)


def testing_test(rng, name, depth=0):
    """A random test of Swift Testing."""
    if rng.random() < 0.1 and depth == 0:
        return Member(f"@Test func {name}() {{\n{late_body(rng, 'Issue.record')}\n}}", {LATE}, name)
    if rng.random() < 0.03 and depth == 0:
        return Member(f"@Test func {name}() {{\n    {rng.choice(ENDINGS)}\n}}", {ENDS})
    body = rng.choice(TESTING_BODIES)
    traits = rng.sample(TEST_TRAITS, rng.choice([0, 0, 0, 1, 1, 2]))
    parameters = ""
    if rng.random() < 0.25 and "processExitsWith" not in body:
        argument = rng.choice(ARGUMENTS)
        traits.append(f"arguments: {argument}")
        parameters = "_ n: (Int, Int)" if ":" in argument and "Int" not in argument else "_ n: Int?" if "nil" in argument else "_ n: Int"
    actor = "@MainActor " if rng.random() < 0.1 and "processExitsWith" not in body else ""
    head = f"@Test({', '.join(traits)})" if traits else "@Test"
    return Member(f"{head} {actor}func {name}({parameters}) async throws {{\n{indented(body)}\n}}",
                  {EACH} if parameters and fails_early(traits) else set())


def fails_early(traits):
    """Whether one of some traits fails a test before it runs."""
    return any("fails: true" in trait or "{ throw" in trait for trait in traits)


def of_suite(traits):
    """The rows that the traits of a suite are known by."""
    return ({ROUNDS} if any("runsTwice" in trait for trait in traits) else set()) | ({EACH} if fails_early(traits) else set())


def testing(rng, number):
    """A random suite."""
    kind = rng.choice(["struct", "struct", "struct", "final class", "actor"])
    members = [testing_test(rng, f"t{index}") for index in range(rng.randint(1, 3))]
    for trait in rng.sample(TEST_TRAITS, rng.choice([0, 0, 1, 1, 2])):
        members.append(Member(trait, of_suite([trait]), place="trait"))
    if rng.random() < 0.3:
        inner = [testing_test(rng, f"i{index}", 1) for index in range(rng.randint(1, 2))]
        traits = rng.sample(TEST_TRAITS, rng.choice([0, 1]))
        text = "".join(f"{indented(member.text)}\n" for member in inner)
        members.append(Member(f"@Suite({', '.join(traits) or '.serialized'}) struct Inner {{\n{text}}}",
                              of_suite(traits).union(*(member.known for member in inner))))
    if rng.random() < 0.15 and kind != "actor":
        members.append(Member(rng.choice(["init() throws { throw Fault.bad }", 'init() { Issue.record("init") }', "init() async {}"])))
    if rng.random() < 0.1 and kind != "struct":
        members.append(Member('deinit { Issue.record("deinit") }'))
    return Suite(TESTING, number, kind, members)


def suites(seed, count):
    """Some random suites: of an even seed, none ends its process, which would lose the work that others have left; of an odd one, none leaves any."""
    rng, other, found = random.Random(seed), LATE if seed % 2 else ENDS, []
    while len(found) < count:
        suite = (xctest if rng.random() < 0.45 else testing)(rng, len(found))
        if other not in suite.known:
            found.append(suite)
    return found
