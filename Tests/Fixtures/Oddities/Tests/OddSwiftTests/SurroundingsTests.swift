import Foundation
import Testing
import XCTest

/// What a process sees of its surroundings, a line for each fact, in a file in a directory that the end-to-end test names.
enum Surroundings {
    static var directory: String? { ProcessInfo.processInfo.environment["FIXTURE_SURROUNDINGS"] }

    /// Describes this process.
    static func describe(as name: String) throws {
        guard let directory else { return }
        var lines = ProcessInfo.processInfo.environment.map { "variable \($0.key)=\($0.value)" }
        let names = ["SigBlk", "NoNewPrivs", "Seccomp", "Umask", "Cpus_allowed", "CapEff"]
        lines += try fields("/proc/self/status", names)
        lines += try String(contentsOfFile: "/proc/self/limits", encoding: .utf8).split(separator: "\n").dropFirst()
            .map { "limit \($0)" }
        lines += (Int32(0)...2).map { "descriptor \($0) \(fcntl($0, F_GETFD))" }
        for number in Int32(1)...31 {
            var action = sigaction()
            sigaction(number, nil, &action)
            let handler = unsafeBitCast(action.__sigaction_handler, to: Int.self)
            lines.append("signal \(number) \(handler == 0 ? "default" : handler == 1 ? "ignored" : "handled")")
        }
        lines.append("nice \(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))")
        lines.append("policy \(sched_getscheduler(0))")
        lines.append("directory \(FileManager.default.currentDirectoryPath)")
        lines.append("program \(CommandLine.arguments[0].split(separator: "/").last ?? "")")
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
    }

    /// Describes a child of this process.
    static func describeChild(as name: String) throws {
        guard let directory else { return }
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        child.arguments = ["python3", "-S", "-c", program, "\(directory)/\(name)"]
        try child.run()
        child.waitUntilExit()
    }

    private static func fields(_ path: String, _ names: [String]) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { line in
            names.contains { line.hasPrefix($0 + ":") }
        }.map { "status \($0)" }
    }

    private static let program = """
        import os, signal, sys
        with open(sys.argv[1], 'w') as file:
            for name, value in os.environ.items(): print('variable %s=%s' % (name, value), file=file)
            for line in open('/proc/self/status'):
                if line.split(':')[0] in ('SigBlk', 'SigIgn', 'SigCgt', 'Umask', 'Cpus_allowed', 'NoNewPrivs'):
                    print('status', line.strip(), file=file)
            for line in list(open('/proc/self/limits'))[1:]: print('limit', line.strip(), file=file)
            print('nice', os.nice(0), 'policy', os.sched_getscheduler(0), file=file)
            print('directory', os.getcwd(), file=file)
            for number in os.listdir('/proc/self/fd'):
                try: print('descriptor', os.readlink('/proc/self/fd/' + number).split(':')[0], file=file)
                except OSError: pass
        """
}

struct SurroundingsTests {
    @Test func own() throws { try Surroundings.describe(as: "own") }
    @Test func child() throws { try Surroundings.describeChild(as: "child") }
    @Test func exits() async { await #expect(processExitsWith: .success) { try Surroundings.describe(as: "exits") } }
}

final class XCTestSurroundingsTests: XCTestCase {
    func testOwn() throws { try Surroundings.describe(as: "testOwn") }
    func testChild() throws { try Surroundings.describeChild(as: "testChild") }
}
