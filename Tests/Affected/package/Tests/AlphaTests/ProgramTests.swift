// SPDX-License-Identifier: MIT

import CStart
import Foundation
import Testing
import XCTest

private let programs = "Tests/AlphaTests/programs"
private let tool = ".build/debug/Tool"
private let library = ".build/debug/libLoaded.so"
private let path = "\(programs)/first:\(programs)/second:/usr/bin:/bin"

/// What a command of the shell prints.
private func printed(_ command: String) -> String {
    guard let pipe = popen(command, "r") else { return "" }
    defer { pclose(pipe) }
    var bytes = [CChar](repeating: 0, count: 80)
    return fgets(&bytes, 80, pipe) == nil ? "" : String(cString: bytes)
}

/// An argument with the same name whatever a program has printed.
struct Printed: CustomTestStringConvertible, Sendable {
    let text = printed("\(programs)/arguments.sh")
    var testDescription: String { "printed" }
}

/// Always run, since each starts a program, opens a library, or calls the kernel directly.
final class ProgramTests: XCTestCase {
    func testSpawn() { XCTAssertEqual(start(START_SPAWN, tool, nil, nil), 3) }
    func testSpawnp() { XCTAssertEqual(start(START_SPAWNP, "found", nil, path), 3) }
    func testExecv() { XCTAssertEqual(start(START_EXECV, "\(programs)/script.sh", nil, nil), 3) }
    func testExecle() { XCTAssertEqual(start(START_EXECLE, "\(programs)/script.sh", nil, nil), 3) }
    func testFexecve() { XCTAssertEqual(start(START_FEXECVE, "/bin/sh", "\(programs)/given.sh", nil), 3) }
    func testExecvp() { XCTAssertEqual(start(START_EXECVP, "./here.sh", nil, "\(programs)/beside"), 3) }
    func testKernelStart() { XCTAssertEqual(start(START_KERNEL, "\(programs)/script.sh", nil, nil), 3) }
    func testSystem() { XCTAssertEqual(system("\(programs)/script.sh"), 3 << 8) }
    func testPopen() { XCTAssertEqual(printed(". \(programs)/beside/sourced.sh; echo $number"), "3\n") }
    func testProcess() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/reader.sh")
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 3)
    }
    func testInterpreter() { XCTAssertEqual(start(START_SPAWNP, "\(programs)/interpreted", nil, path), 3) }
    func testLoads() { XCTAssertEqual(start(START_SPAWN, tool, library, nil), 3) }
    func testGrandchild() { XCTAssertEqual(start(START_SPAWN, tool, "\(programs)/script.sh", nil), 3) }
    func testCalled() { XCTAssertEqual(start(START_SPAWN, tool, "\(programs)/called.txt", nil), 3) }
    func testLink() { XCTAssertEqual(start(START_SPAWN, "\(programs)/linked", nil, nil), 3) }
    func testInput() { XCTAssertEqual(start(START_INPUT, "/bin/sh", nil, "\(programs)/input.txt"), 3) }
    func testVariable() {
        setenv("NUMBER_FILE", "\(programs)/variable.txt", 1)
        XCTAssertEqual(system("read -r number <\"$NUMBER_FILE\"; exit $number"), 3 << 8)
    }
    func testOpened() throws {
        let opened = try XCTUnwrap(dlopen(library, RTLD_NOW))
        let symbol = try XCTUnwrap(dlsym(opened, "loaded"))
        XCTAssertEqual(unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)(), 3)
    }
    func testKernelRead() { XCTAssertEqual(start_read("\(programs)/opened.txt"), 3) }
    func testKernelState() { XCTAssertEqual(start_has("\(programs)/absent.txt"), 0) }
}

final class ProgramSetUpTests: XCTestCase {
    nonisolated(unsafe) static var status: Int32 = 0

    override class func setUp() { status = system("\(programs)/script.sh") }

    func testStarted() { XCTAssertEqual(Self.status, 3 << 8) }
}

@Suite struct ProgramSuite {
    @Test func starts() async { #expect(await Task.detached { system("\(programs)/script.sh") }.value == 3 << 8) }
    @Test(arguments: [Printed()]) func arguments(n: Printed) { #expect(n.text == "1\n") }
}
