// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// Stacks that are joined, cut and folded.
struct CallStackTests {
    /// A frame of a library, by address.
    private static func frame(
        _ address: UInt64, _ function: String, in path: String = "/suites/libShop.so",
        at place: (String, UInt32)? = nil, symbol: String? = nil
    ) -> StackFrame {
        var frame = StackFrame(function: function)
        frame.address = address
        frame.symbol = symbol
        frame.image = path.isEmpty ? "runner" : FilePath.name(of: path)
        frame.path = path
        frame.file = place?.0
        frame.line = place?.1 ?? 0
        return frame
    }

    /// A stack of some frames.
    private static func stack(_ frames: StackFrame...) -> CallStack {
        CallStack(entries: frames.map(CallStack.Entry.frame))
    }

    /// A stack of functions by their names alone; a number is that of frames that were not kept.
    private static func stack(named text: String) -> CallStack {
        CallStack(
            entries: text.split(separator: " ").map { word in
                Int(word).map(CallStack.Entry.gap) ?? .frame(frame(1, String(word), in: "/s/a.so"))
            })
    }

    @Test("joins what both walks know")
    func bothWalks() {
        let walked = Self.stack(
            Self.frame(10, "abort", in: "/lib/libc.so.6"),
            Self.frame(20, "Suite.testIt()", at: ("/src/Suite.swift", 4)),
            Self.frame(30, "main", in: ""))
        var inlined = Self.frame(20, "Cart.check()", at: ("/src/Cart.swift", 9))
        inlined.isInlined = true
        let told = Self.stack(Self.frame(10, "abort", in: "/lib/libc.so.6"), inlined, Self.frame(20, "Suite.testIt()"))
        #expect(
            walked.joined(with: told).frames.map(\.function) == ["abort", "Cart.check()", "Suite.testIt()", "main"])
        // The one of Swift's loses the test behind the C library.
        let lost = Self.stack(Self.frame(10, "abort", in: "/lib/libc.so.6"), Self.frame(30, "main", in: ""))
        #expect(walked.joined(with: lost).frames.map(\.function) == ["abort", "Suite.testIt()", "main"])
        #expect(CallStack().joined(with: lost) == lost)
        #expect(walked.joined(with: CallStack()) == walked)
    }

    @Test("waiting callers follow the last frame")
    func waitingCallers() {
        let walked = Self.stack(
            Self.frame(20, "inner()"), Self.frame(30, "resume", in: "/usr/lib/libswift_Concurrency.so"))
        var caller = Self.frame(40, "Suite.testIt()")
        caller.isAsync = true
        let told = Self.stack(Self.frame(20, "inner()"), caller)
        #expect(walked.joined(with: told).frames.map(\.function) == ["inner()", "Suite.testIt()"])
    }

    @Test("an innermost call is also found by the backtracer's address")
    func innermostCall() {
        var own = Self.frame(21, "Suite.testIt()")
        own.isReturn = true
        let told = Self.stack(Self.frame(20, "Suite.testIt() of the backtracer", at: ("/src/Suite.swift", 4)))
        #expect(Self.stack(own).joined(with: told).frames.map(\.line) == [4])
    }

    @Test("cuts machinery")
    func cutsMachinery() {
        let stack = Self.stack(
            Self.frame(1, "0x1", in: "/lib/libc.so.6"), Self.frame(2, "abort", in: "/lib/libc.so.6"),
            Self.frame(3, "closure #1 in Suite.testIt()", at: ("/src/Suite.swift", 4)),
            Self.frame(4, "expectThrows(_:)", symbol: "$s7TestKit12expectThrows"),
            Self.frame(5, "Suite.testIt()", at: ("/src/Suite.swift", 3)),
            Self.frame(6, "closure #1 in register()", at: ("/out/TestRegistration.swift", 30)),
            Self.frame(7, "LiveClass.run()", at: ("/kit/Sources/TestKit/Life/LiveClass.swift", 3)),
            Self.frame(8, "run", at: ("/src/Suite.swift", 99)), Self.frame(9, "main", in: ""))
        #expect(
            stack.relevant.frames.map(\.function) == ["abort", "closure #1 in Suite.testIt()", "Suite.testIt()"])
        #expect(stack.place?.line == 4)
    }

    @Test("a sanitizers hook is not the end of the suite")
    func sanitizerHook() {
        let frames = [
            Self.frame(1, "take_address_report", in: ""), Self.frame(2, "__asan_report", in: "/usr/lib/libasan.so.8"),
            Self.frame(3, "uses_freed", at: ("/src/suite.c", 3)), Self.frame(4, "runSlot", in: ""),
            Self.frame(5, "__libc_start_main", in: "/lib/libc.so.6"),
        ]
        let stack = CallStack(entries: frames.map(CallStack.Entry.frame))
        #expect(stack.relevant.frames.map(\.function) == ["uses_freed"])
        #expect(stack.place?.line == 3)
        // A thread of the runner's own is nobody's.
        let own = CallStack(entries: [frames[3], frames[4]].map(CallStack.Entry.frame))
        #expect(own.relevant.isEmpty)
    }

    @Test("the runner's function in place of the system's is not the end of the suite")
    func replacedFunction() {
        let (system, runner) = ("/lib/libc.so.6", "")
        let stuck = Self.stack(
            Self.frame(10, "syscall", in: system), Self.frame(20, "syscall", in: runner), Self.frame(30, "lock()"),
            Self.frame(40, "start", in: runner))
        #expect(stuck.relevant.frames.map(\.function) == ["syscall", "lock()"])
        let idle = Self.stack(
            Self.frame(10, "poll", in: system), Self.frame(20, "main", in: runner), Self.frame(30, "start", in: system))
        #expect(idle.relevant.frames.map(\.function) == ["poll"])
    }

    @Test("frames of the framework, of thunks and of Swift's own checks are left out")
    func leavesFrameworksOut() {
        let stack = Self.stack(
            Self.frame(1, "specialized Array.subscript.getter", in: "/swift/libswiftSwiftOnoneSupport.so"),
            Self.frame(2, "CartTests.testIndex()", in: "/shop.xctest", at: ("/shop/CartTests.swift", 3)),
            Self.frame(3, "protocol witness for Test.run() in conformance CartTests", in: "/shop.xctest"),
            Self.frame(4, "@objc CartTests.testIndex()", in: "/shop.xctest"),
            Self.frame(
                5,
                "implicit closure #1 in variable initialization expression of static CartTests.__allTests__CartTests",
                in: "/shop.xctest"),
            Self.frame(6, "XCTestCase.invokeTest()", in: "/swift/libXCTest.so"))
        #expect(stack.relevant.frames.map(\.function) == ["CartTests.testIndex()"])
        let waiting = Self.stack(
            Self.frame(1, "__poll", in: "/lib/libc.so.6"),
            Self.frame(2, "adapter_serve_main_queue", in: "/cache/libXCTestAdapter.so"),
            Self.frame(3, "TestingSuite.run()", in: "/cache/libXCTestAdapter.so"),
            Self.frame(4, "main", in: ""))
        #expect(waiting.relevant.frames.map(\.function) == ["__poll"])
    }

    @Test("a thread of libdispatch's that waits for work, or for events, is idle; one that runs code is not")
    func idleThreads() {
        let dispatch = "/swift/libdispatch.so"
        let pool = Self.frame(9, "_dispatch_worker_thread", in: dispatch)
        let beginning = Self.frame(10, "start_remembered", in: "")
        let wait = Self.frame(1, "__futex_abstimed_wait_common", in: "/lib/libc.so.6")
        #expect(Self.stack(wait, Self.frame(2, "_dispatch_sema4_timedwait", in: dispatch), pool, beginning).isIdle)
        #expect(
            Self.stack(
                Self.frame(1, "epoll_wait", in: "/lib/libc.so.6"), Self.frame(2, "_dispatch_mgr_thread", in: dispatch),
                pool
            ).isIdle)
        #expect(!Self.stack(wait, Self.frame(2, "closure #1 in Cart.pay()"), pool).isIdle)
        #expect(!Self.stack(wait, Self.frame(2, "URLSession.wait()", in: "/swift/libFoundation.so"), pool).isIdle)
        #expect(!Self.stack(wait, Self.frame(2, "main", in: "")).isIdle)
    }

    @Test("a threads beginning is cut")
    func threadStart() {
        let stack = Self.stack(
            Self.frame(1, "abort", in: "/lib/libc.so.6"), Self.frame(2, "fall"),
            Self.frame(3, "start_thread", in: "/lib/libc.so.6"))
        #expect(stack.relevant.frames.map(\.function) == ["abort", "fall"])
        let nobodys = Self.stack(Self.frame(1, "poll", in: "/lib/libc.so.6"), Self.frame(2, "main", in: ""))
        #expect(nobodys.relevant.frames.map(\.function) == ["poll"])
        #expect(nobodys.place == nil)
    }

    @Test(
        "a library is the system's in the loader's own directories alone",
        arguments: [
            ("/lib/x86_64-linux-gnu/libx.so", false), ("/usr/lib/aarch64-linux-gnu/libx.so", false),
            ("/lib64/libx.so", false), ("/usr/lib/libx.so", false), ("/toolchain/libswiftCore.so", false),
            ("/usr/lib/team/Shop.so", true), ("/usr/lib/x86_64-linux-gnu/team/Shop.so", true),
            ("/usr/local/lib/Shop.so", true), ("/libraries/Shop.so", true), ("lib/Shop.so", true), ("Shop.so", true),
        ])
    func systemLibraries(path: String, isSuite: Bool) {
        let stack = Self.stack(Self.frame(1, "run", in: path, at: ("/usr/src/app/suite.c", 3)))
        #expect((stack.place != nil) == isSuite)
    }

    @Test("the place is in the suite")
    func place() {
        let library = Self.frame(1, "parse", in: "/opt/team/libparser.so", at: ("/parser/parse.c", 7))
        let header = Self.frame(2, "front()", at: ("/usr/include/c++/12/bits/stl_vector.h", 1123))
        let suite = Self.frame(3, "run()", at: ("/src/suite.cpp", 12))
        let caller = Self.frame(4, "test()", at: ("/src/suite.cpp", 20))
        #expect(Self.stack(library, header, suite, caller).place?.line == 12)
        // Where the suite has no lines, what it called may have some.
        let outer = Self.frame(2, "read", in: "/opt/team/libparser.so", at: ("/parser/read.c", 9))
        #expect(Self.stack(library, outer, Self.frame(3, "run()")).place?.file == "/parser/parse.c")
    }

    @Test(
        "functions that call themselves are reported once",
        arguments: [
            ("f f f m", "f|f|f|m"), ("f f f f m", "f|… 3 more of `f`|m"), ("a f f f f f m", "a|f|… 4 more of `f`|m"),
            ("f f f f 100 f f m", "f|… 105 more of `f`|m"),
            ("a b a b a b a b c", "a|b|… 6 more of `a` and `b`|c"),
            ("a b a b a b a b 10 b a b m", "a|b|… 19 more of `a` and `b`|m"),
            ("a 3 b", "a|… 3 frames are left out|b"),
            ("f f f f", "f|… 3 more of `f`"),
        ])
    func folds(text: String, expected: String) {
        let lines = Self.stack(named: text).lines.map { $0.replacing(" in a.so", with: "") }
        #expect(lines.joined(separator: "|") == expected)
    }

    @Test("the middle of a long stack is left out")
    func longStack() {
        let lines = Self.stack(named: (0..<200).map { "f\($0)" }.joined(separator: " ")).lines
        #expect(lines.count == 61)
        #expect(lines[40] == "… 140 frames left out")
        #expect(lines.last == "f199 in a.so")
    }

    @Test(
        "a line of the backtracer's is read",
        arguments: [
            ("0              0x00007f76479502f0 run + 297 in libDemo.so", "run + 297 in libDemo.so"),
            (
                "1 [ra]    0x0000000000000011 closure #1 in S.t() in a.so at /s/a b.swift:4:9",
                "closure #1 in S.t() in a.so at /s/a b.swift:4:9"
            ),
            (
                "2 [async] 0x12 (1) suspend resume partial function for S.t() in a.so at /s/a.swift:4",
                "(1) suspend resume partial function for S.t() in a.so at /s/a.swift:4"
            ),
            ("3 [inlined] 0x13 f() in a.so at /<compiler-generated>", "f() in a.so at /<compiler-generated>"),
        ])
    func reads(line: String, text: String) { #expect(StackFrame(line[...])?.text == text) }

    @Test("a line that is no frame is not read")
    func otherLines() {
        for line in ["", "0x12", "...", "rax 0x12 12", "1 0x"] { #expect(StackFrame(line[...]) == nil) }
    }
}
