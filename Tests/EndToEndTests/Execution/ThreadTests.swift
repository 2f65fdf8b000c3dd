// SPDX-License-Identifier: MIT

import Testing

/// Threads that classes leave running.
///
/// Rules 33 and 45.
struct ThreadTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    /// The reports about the classes that leave threads; there are none about the others.
    private static let left = [
        "Threads.LeavesOne": "left its process changed: threads left running: 1",
        "Threads.LeavesTwo": "left its process changed: threads left running: 2",
        "Threads.LeavesFromPool": "left its process changed: threads left running: 1",
    ]
    /// All classes.
    private static let classes = left.keys + ["Joins", "LetsGo", "UsesTimer", "UsesPool"].map { "Threads." + $0 }

    @Test(
        "a thread left running is reported once, a library's own and one that ends are not",
        arguments: ["worker", "class"])
    func told(isolation: String) throws {
        let bundle = try compile(in: directory)
        // The order decides which class finds the threads of another.
        for seed in ["1", "2"] {
            let report = Report(
                try Runner.run(["-v", "--jobs", "1", "--seed", seed, "--isolation", isolation, bundle]).output)
            for name in Self.classes {
                let told = report.entries(about: "Threads/\(name)")
                #expect(told.map(\.kind) == (Self.left[name] == nil ? [] : [.warning]), "\(name): \(told)")
                for entry in told { #expect(entry.text.contains(Self.left[name] ?? ""), "\(name): \(told)") }
            }
        }
    }

    @Test("what Foundation keeps of Process is no leak; a thread that a test starts by Foundation is one")
    func foundations() throws {
        let (result, report) = try Runner.report([
            "-v", "--jobs", "1", "--no-state", SwiftFixtures.bundle("ProcessSuites"), "ProcessTests", "LeavingTests",
        ])
        #expect(report.outcomes.count == 3 && report.outcomes.allSatisfy { $0.kind == .passed }, "\(result.output)")
        #expect(report.entries(about: "ProcessSuites/ProcessSuites.ProcessTests").isEmpty, "\(result.output)")
        let told = report.entries(about: "ProcessSuites/ProcessSuites.LeavingTests")
        #expect(told.map(\.kind) == [.warning])
        #expect(told.first?.details == ["left its process changed: threads left running: 2"], "\(told)")
    }

    @Test(
        "a lock that the main thread holds while another thread waits for it is passed on, in each kind of process",
        arguments: ["worker", "class", "case", "none"])
    func contended(isolation: String) throws {
        let result = try Runner.run([
            "--no-state", "--isolation", isolation, SwiftFixtures.bundle("ProcessSuites"), "ContendedTests",
        ])
        #expect(result.status == 0 && result.output.contains("3 passed"), "\(result.output)")
    }

    @Test("--leaks fail makes it the class's failure, also where each case has a process; --leaks off says nothing")
    func policies() throws {
        let bundle = try compile(in: directory)
        let failing = try Runner.run(["-v", "--leaks", "fail", "--isolation", "case", bundle]).exiting(1)
        let abnormal = Report(failing.output).entries.filter { $0.kind == .abnormal }
        #expect(Set(abnormal.map(\.identity)) == Set(Self.left.keys.map { "Threads/\($0)" }))
        let silent = try Runner.run(["-v", "--leaks", "off", bundle]).exiting(0)
        #expect(!silent.output.contains("threads left running"))
    }

    @Test("work that keeps all of libdispatch's threads loses the worker, and no case of another bundle")
    func fullPool() throws {
        for (name, options) in [("Filling", ["-DFILLS", "-DGROUP=1"]), ("Using", ["-DGROUP=2"])] {
            try CFixture.link(
                "dispatch_pool.c", to: name + ".so", in: directory, options: options, by: ["-ldispatch"])
        }
        let limit = try HangLimit(atLeast: 5).option
        let (result, report) = try Runner.report(["--no-state", "--jobs", "1", "--timeout", limit, directory.path])
        #expect(report.outcomes.map(\.kind) == [.passed, .passed], "\(result.output)")
        let told = report.entries(about: "Filling/Pool.UsesTests")
        #expect(told.map(\.kind) == [.warning])
        #expect(told.first?.text.contains("left its process changed: work left") == true, "\(told)")
    }

    @Test("a thread that is cancelled while it speaks to the host leaves nothing locked")
    func cancelled() throws {
        let bundle = try CFixture.compile("cancelled_thread.c", to: "Cancelling.so", in: directory)
        let limit = try HangLimit(atLeast: 20).option
        let result = try Runner.run(["-v", "--no-state", "--timeout", limit, bundle]).exiting(0)
        #expect(Report(result.output).outcomes.map(\.kind) == [.passed, .passed], "\(result.output.prefix(2000))")
    }

    /// Compiles the bundle, which needs the compiler's libdispatch.
    private func compile(in directory: TemporaryDirectory) throws -> String {
        try CFixture.link("threads.c", to: "Threads.so", in: directory, by: ["-ldispatch"])
    }

    @Test(
        "a crash on a thread that is not the case's own names who started it",
        arguments: [
            "IN_CONSTRUCTOR": "on a thread that the bundle Origins started while it was opened (in a constructor)",
            "IN_EARLIER_CASE": "in work that Origins/Origins.OriginTests/testStarts started, and not the test",
            "IN_CASE": "",
        ])
    func origin(place: String, words: String) throws {
        let bundle = try CFixture.compile("thread_origins.c", to: "Origins.so", in: directory, define: ["PLACE": place])
        let result = try Runner.run(["-v", "--no-state", "--shuffle", "off", bundle])
        let entry = try #require(Report(result.output).outcomes.first { $0.identity.hasSuffix("/testWaits") })
        #expect(entry.kind == .crashed)
        #expect(entry.text.contains("SIGSEGV"))
        let isOther = entry.text.contains("on a thread that") || entry.text.contains("in work that")
        #expect(isOther == !words.isEmpty && (words.isEmpty || entry.text.contains(words)), "\(entry.text)")
    }
}
