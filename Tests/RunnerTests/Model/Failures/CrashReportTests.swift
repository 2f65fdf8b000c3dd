// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The last output of a worker, divided into its parts.
///
/// The report's form is that of Swift 6.3's `swift-backtrace`.
struct CrashReportTests {
    /// A report as the runtime writes it, shortened.
    private static let report = """
        before the crash

        *** Signal 11: Backtracing from 0x7f76479502f0... done ***

        *** Program crashed: Bad pointer dereference at 0x0000000000000008 ***

        Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

        Thread 0 "runner" crashed:

          0              0x00007f76479502f0 run + 297 in libDemo.so
          1 [inlined]    0x00007f7647950111 Suite.testIt() in libDemo.so at /src/Suite.swift:4:9
          2 [ra]         0x00005564cf57888c Worker.runSlot(_:_:of:_:at:) + 699 in runner at /src/Worker.swift:185:42
          3 [ra]         0x00005564cf578141 main + 528 in runner

        Thread 1:

          0              0x00007f7647111111 futex_wait in libc.so.6

        Registers:

        rax 0x0000000000000008  8

        Backtrace took 0.05s

        """

    @Test("parts output from report")
    func outputAndReport() {
        let parted = CrashReport(Self.report)
        #expect(parted.output == "before the crash")
        #expect(parted.reason == "Bad pointer dereference at 0x0000000000000008")
        #expect(
            parted.stack.relevant.lines == [
                "run + 297 in libDemo.so", "Suite.testIt() in libDemo.so at /src/Suite.swift:4:9",
            ])
        #expect(parted.stack.frames.map(\.isInlined) == [false, true, false, false])
        #expect(parted.stack.place?.file == "/src/Suite.swift" && parted.stack.place?.line == 4)
    }

    @Test("swifts own words are the reason")
    func swiftReason() {
        let line = "Shop/Cart.swift:12: Fatal error: Index out of range"
        let text = Self.report.replacing("before the crash", with: line)
        let reasons = ["Illegal instruction at 0x00007f76479502f0", "System trap at 0x1", "Aborted at 0x0d0c"]
        for reason in reasons {
            let report = CrashReport(text.replacing("Bad pointer dereference at 0x0000000000000008", with: reason))
            #expect(report.reason == "Fatal error: Index out of range")
            #expect(report.stack.frames.count == 4)
        }
        // What a test has printed is not why another signal came.
        #expect(CrashReport(text).reason == "Bad pointer dereference at 0x0000000000000008")
    }

    @Test(
        "words of preconditions and assertions are a reason, those within others are not",
        arguments: [
            ("a.swift:1: Precondition failed: too small", "Precondition failed: too small"),
            ("a.swift:1: Precondition failed", "Precondition failed"), ("a.swift:1: Fatal error", "Fatal error"),
            ("a.swift:1: Assertion failed: no", "Assertion failed: no"),
            ("run: a.c:1: f: Assertion `x > 0' failed.", "Assertion `x > 0' failed."),
            ("Precondition failed to be printed", "Aborted"),
            ("a.swift:1: Fatal error: one\n\n  two", "Fatal error: one\n\n  two"),
            ("a.swift:1: Fatal error: one" + String(repeating: "\nmore", count: 21), "Fatal error: one"),
        ])
    func assertions(line: String, reason: String) {
        let text = Self.report.replacing("before the crash", with: line)
            .replacing("Bad pointer dereference at 0x0000000000000008", with: "System trap at 0x1")
        #expect(CrashReport(text).reason == (reason == "Aborted" ? "System trap at 0x1" : reason))
    }

    @Test(
        "where a function ended the process that writes a message before, the message is the reason",
        arguments: [
            (
                "Could not cast value of type 'A' to 'B'.", "swift::fatalError(unsigned int, char const*, ...)",
                "Could not cast value of type 'A' to 'B'"
            ),
            ("free(): invalid pointer", "__libc_message", nil),
            ("terminate called without an active exception", "__gnu_cxx::__verbose_terminate_handler()", nil),
            (
                "terminate called after throwing an instance of 'E'\n  what():  boom",
                "__gnu_cxx::__verbose_terminate_handler()", "terminate called after throwing an instance of 'E': boom"
            ),
            (
                "Simultaneous accesses to 0x7, but one is exclusive.\n0  run + 66\nFatal access conflict detected.",
                "swift::fatalError(unsigned int, char const*, ...)",
                "Simultaneous accesses to 0x7, but one is exclusive"
            ),
            (
                "terminate called after throwing an instance of 'E'\n  what():  one\ntwo",
                "__gnu_cxx::__verbose_terminate_handler()",
                "terminate called after throwing an instance of 'E': one\ntwo"
            ),
            (
                "Could not cast.\nswift-runtime: failed to suspend thread 7 while processing a crash; …",
                "swift::fatalError(unsigned int, char const*, ...)", "Could not cast"
            ),
            ("a word of the test's", "abort", Optional("")),
        ])
    func lastWords(written: String, function: String, expected: String?) {
        let report = CrashReport(
            """
            before
            \(written)
            *** Signal 6: Backtracing from 0x7fd0... done ***

            *** Program crashed: Aborted at 0x0000000000000d0c ***

            Thread 0 "runner" crashed:

              0          0x01 raise + 18 in libc.so.6
              1 [ra]     0x02 \(function) + 123 in libswiftCore.so
              2 [ra]     0x03 Suite.testIt() in libDemo.so at /src/Suite.swift:4:9
            """)
        #expect(report.reason([]) ?? "" == expected ?? written)
        // What is inside of such a function says no more.
        #expect(report.stack.relevant.lines.count == (function == "abort" ? 3 : 1))
    }

    @Test("what the C library writes before it aborts is the reason, also where the function that writes has no name")
    func unnamed() {
        func frame(_ function: String, in image: String) -> CallStack.Entry {
            var frame = StackFrame(function: function)
            frame.image = image
            return .frame(frame)
        }
        let head = [frame("raise", in: "libc.so.6"), frame("abort", in: "libc.so.6")]
        let suite = frame("heap", in: "Heap.so")
        let report = CrashReport("free(): double free detected in tcache 2")
        let walked = CallStack(entries: head + [frame("cfree", in: "libc.so.6"), suite])
        #expect(report.reason([walked]) == "free(): double free detected in tcache 2")
        #expect(walked.relevant.lines == ["cfree in libc.so.6", "heap in Heap.so"])
        // The suite itself has called abort.
        #expect(report.reason([CallStack(entries: head + [suite])]) == nil)
    }

    @Test("a check that the compiler put in without a message is the reason, whatever was written before")
    func runtimeFailure() {
        let text = "a.swift:1: Fatal error: expected by the test\n" + Self.report
        let headline = "*** Program crashed: Bad pointer dereference at 0x0000000000000008 ***"
        let report = CrashReport(text.replacing(headline, with: "*** Swift runtime failure: arithmetic overflow ***"))
        #expect(report.reason == "Swift runtime failure: arithmetic overflow")
    }

    @Test("of the message about two accesses, the frames without names are not output")
    func accesses() {
        let start = "3 words\nSimultaneous accesses to 0x7.\nCurrent access (a read) started at:\n"
        let end = "Fatal access conflict detected."
        let rest = Self.report.replacing("before the crash\n", with: "")
        let report = CrashReport(start + "0    a.so  0x7f <unavailable> + 4\n" + end + "\n" + rest)
        #expect(report.output == start + end)
    }

    @Test("the reason comes first")
    func reasonFirst() {
        let issue = Issue(kind: .crash, message: "was ended by SIGSEGV").explained(by: CrashReport(Self.report))
        #expect(issue.message == "Bad pointer dereference at 0x0000000000000008; was ended by SIGSEGV")
        let text = Self.report.replacing("Bad pointer dereference", with: "System trap")
        let long = Issue(kind: .crash, message: "was ended by SIGTRAP")
            .explained(by: CrashReport("Fatal error: a\nb\n" + text))
        #expect(long.message == "Fatal error: a\nb\nbefore the crash\nwas ended by SIGTRAP")
    }

    @Test("frames of frameworks, thunks, generated code and of the adapter are not shown")
    func folded() {
        let report = CrashReport(
            """
            *** Signal 4: Backtracing from 0x7fd0... done ***

            *** Program crashed: Illegal instruction at 0x00007fd0cd93412b ***

            Thread 0 "runner" crashed:

              0          0x01 closure #1 in closure #1 in _assertionFailure(_:_:file:line:flags:) + 6 in libswiftCore.so
              1 [ra]     0x02 _assertionFailure(_:_:file:line:flags:) + 303 in libswiftCore.so
              2 [ra]     0x03 pick(_:_:) in .ShopTests.xctest.0cf355ea4f29665a.testkit.so at /s/Shop.swift:5:43
              3 [ra]     0x04 partial apply for closure #1 in pick(_:_:) in .ShopTests.xctest.0cf355ea4f29665a.testkit.so
              4 [ra]     0x05 CartTests.testPick() in .ShopTests.xctest.0cf355ea4f29665a.testkit.so at /s/Cart.swift:7:30
              5 [ra]     0x06 implicit closure #2 in CartTests.all in .ShopTests.xctest.0cf.testkit.so at /b/D.derived/S.swift
              6 [ra]     0x07 static CartTests.accessor in .ShopTests.xctest.0cf.testkit.so at /g/@__swiftmacro_4Shop.swift:4
              7 [ra]     0x08 closure #1 in test<A>(_:) + 66 in libXCTest.so
              8 [ra]     0x09 thunk for @escaping @callee_guaranteed () -> () + 26 in libXCTestAdapter.so
              9 [ra]     0x0a specialized XCTestClass.run(_:example:_:) + 286 in libXCTestAdapter.so
              10 [ra]    0x0b Worker.runSlot(_:) + 1027 in runner at /Worker.swift:316:42
            """)
        #expect(
            report.stack.relevant.lines == [
                "pick(_:_:) in ShopTests.xctest at /s/Shop.swift:5:43",
                "CartTests.testPick() in ShopTests.xctest at /s/Cart.swift:7:30",
            ])
        #expect(report.stack.place?.file == "/s/Cart.swift" || report.stack.place?.file == "/s/Shop.swift")
    }

    @Test("output alone stays whole")
    func outputAlone() {
        let parted = CrashReport("*** a line of stars\nand another\n")
        #expect(parted == CrashReport("*** a line of stars\nand another"))
        #expect(parted.output == "*** a line of stars\nand another")
        #expect(parted.reason == nil && parted.stack.isEmpty)
        #expect(CrashReport("").output == nil)
    }

    @Test(
        "a report that the process was ended at is no output",
        arguments: ["***", "*** ", "*** Sig", "*** Signal 3: Backtra"])
    func cutReport(beginning: String) {
        #expect(CrashReport("words\n\n" + beginning).output == "words")
        #expect(CrashReport("words\n" + beginning + "\nmore").output == "words\n\(beginning)\nmore")
    }

    @Test("where it is stuck all threads are shown")
    func stuck() {
        let report = CrashReport(
            """
            *** Signal 3: Backtracing from 0x7fd0... done ***

            *** Program crashed: Terminated at 0x0000000000000d0c ***

            Thread 0 "runner" crashed:

              0          0x00007fd0cd93412b __lll_lock_wait + 43 in libc.so.6
              1 [ra]     0x00007fd0b29d83e5 waits + 105 in Stuck.so at /s.c:9:1
              2 [ra]     0x000055960208d3a4 Worker.runSlot(_:) + 1027 in runner at /Worker.swift:316:42

            Thread 1 "pool":

              0          0x00007f7f4ed9bdf2 pause + 50 in libc.so.6

            Thread 2:

              0 [ra]     0x000055960208d3a4 Worker.watch() + 1027 in runner at /Worker.swift:31:42

            Backtrace took 0.12s
            """)
        #expect(report.others.map(\.title) == ["thread 1 \"pool\""])
        let details = """
            backtrace:
              __lll_lock_wait + 43 in libc.so.6
              waits in Stuck.so at /s.c:9:1
            thread 1 "pool":
              pause + 50 in libc.so.6
            """
        #expect(Issue(kind: .timeout, message: "").explained(by: report).details == details)
        let crash = Issue(kind: .crash, message: "").explained(by: report).details
        #expect(crash == details.split(separator: "\nthread").first.map(String.init))
    }

    @Test("a thread that only the process could name is shown")
    func nameableThread() {
        func stack(_ function: String, in path: String, line: UInt32 = 0) -> CallStack {
            var frame = StackFrame(function: function)
            frame.path = path
            frame.image = FilePath.name(of: path)
            if line > 0 { (frame.file, frame.line) = ("/src/suite.c", line) }
            return CallStack(entries: [.frame(frame)])
        }
        var issue = Issue(kind: .timeout, message: "")
        issue.stacks = [
            stack("poll", in: "/lib/libc.so.6"), stack("pool", in: "/usr/lib/libdispatch.so"),
            stack("doze", in: "/s/suite.so", line: 7),
        ]
        let explained = issue.explained(by: CrashReport(""))
        let details = """
            backtrace:
              poll in libc.so.6
            another thread:
              doze in suite.so at /src/suite.c:7
            """
        #expect(explained.details == details)
        #expect(explained.file == "/src/suite.c" && explained.line == 7 && !explained.isLastKnownLocation)
        // That the main thread waits for a task says nothing.
        issue.stacks[2].isTask = true
        let waiting = issue.explained(by: CrashReport(""))
        #expect(waiting.details == "a task that waits:\n  doze in suite.so at /src/suite.c:7")
        issue.kind = .crash
        #expect(issue.explained(by: CrashReport("")).file == nil)
    }

    @Test("the last known line gives way to the one of the crash")
    func lastKnownLine() {
        var issue = Issue(kind: .crash, message: "")
        (issue.file, issue.line, issue.isLastKnownLocation) = ("/src/Suite.swift", 3, true)
        let explained = issue.explained(by: CrashReport(Self.report))
        #expect(explained.line == 4 && !explained.isLastKnownLocation)
        #expect(explained.details?.hasSuffix("\nlast known line: /src/Suite.swift:3") == true)
        #expect(issue.explained(by: CrashReport("")) == issue)
    }
}
