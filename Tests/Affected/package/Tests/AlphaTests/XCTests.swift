// SPDX-License-Identifier: MIT

import CBeta
import CPlus
import Foundation
import XCTest

@testable import Alpha

func helper() -> Int { 6 }

final class XCTests: XCTestCase {
    func testScale() { XCTAssertEqual(Point(x: 1, y: 2).scaled(by: 2), Point(x: 2, y: 4)) }
    func testLimit() { XCTAssertEqual(limit, 42) }
    func testRatio() { XCTAssertEqual(ratio(), 2.5) }
    func testPair() { XCTAssertEqual(pair().count, 2); XCTAssertEqual(pair().first, "a") }
    func testName() { XCTAssertEqual(Point(x: 0, y: 0).name, "unnamed") }
    func testDog() { XCTAssertEqual(Dog().sound(), "woof, woof, woof, says the dog") }
    func testClosure() { XCTAssertEqual(tripled([2]), [6]) }
    func testStep() { XCTAssertEqual(next(1), 2) }
    func testSize() { XCTAssertEqual(MemoryLayout<Point>.size, 16) }
    func testMirror() { XCTAssertEqual(Mirror(reflecting: Kept()).children.first?.label, "kept") }
    func testCodable() throws {
        XCTAssertEqual(String(decoding: try JSONEncoder().encode(Coded()), as: UTF8.self), "{\"title\":\"t\"}")
    }
    func testLegs() { XCTAssertEqual((Dog() as Animal).legs(), 4) }
    func testWings() { XCTAssertEqual((Bird() as Animal).wings(), 2) }
    func testRank() { XCTAssertEqual(Other().rank, 1) }
    func testMarked() { XCTAssertFalse(isMarked(Point(x: 1, y: 1))) }
    func testMarkedInt() { XCTAssertFalse(isMarked(1)) }
    func testDescription() { XCTAssertNotEqual("\(Point(x: 1, y: 1))", "P") }
    func testEnum() { XCTAssertEqual(Colour.allCases.first.map { "\($0)" }, "red") }
    func testRaw() { XCTAssertEqual(Level.low.rawValue, 1) }
    func testTable() { XCTAssertEqual(Tables.table.count, 5) }
    func testTableAgain() { XCTAssertEqual(Tables.table.last, 4) }
    func testCache() { XCTAssertEqual(Cache.shared.value, 1) }
    func testInlined() { XCTAssertEqual(inlined(), 1) }
    func testOverload() { XCTAssertEqual(overloaded(1), 1) }
    func testDeinit() {
        do { _ = Held() }
        XCTAssertEqual(released, 0)
    }
    func testGeneric() { XCTAssertEqual(count([1, 2]), 2) }
    func testThrows() { XCTAssertThrowsError(try failing()) { XCTAssertEqual($0 as? Fault, .first) } }
    func testSwitch() { XCTAssertEqual(word(1), "one") }
    func testKeyPath() { XCTAssertEqual(Point(x: 1, y: 2)[keyPath: path()], 1) }
    func testPrefix() { XCTAssertTrue(starts("abc")) }
    func testObserver() {
        var observed = Observed()
        observed.value = 1
        XCTAssertEqual(observed.changes, 1)
    }
    func testSubscript() { XCTAssertEqual(Subscripted()[3], 3) }
    func testChosen() { XCTAssertEqual(chosen(1), 1) }
    func testSome() { XCTAssertEqual(some().name, "unnamed") }
    func testExistential() { XCTAssertEqual(all().map(\.name), ["unnamed", "other"]) }
    func testSetting() { XCTAssertEqual(setting(), "plain") }
    func testByName() { XCTAssertFalse(hasFound()) }
    func testLine() { XCTAssertEqual(lineNumber(), 3) }
    func testHelper() { XCTAssertEqual(helper(), 6) }
}

final class CTests: XCTestCase {
    func testC() { XCTAssertEqual(beta_sum(1, 2), 3) }
    func testCTable() { XCTAssertEqual(beta_table(1), 5) }
    func testCPointers() { XCTAssertEqual(beta_pointer(0), 1) }
    func testCSwitch() { XCTAssertEqual(beta_switch(2), 20) }
    func testCSwap() { XCTAssertEqual(beta_swap(), 12) }
    func testCText() { XCTAssertEqual(String(cString: beta_text()), "beta") }
    func testCCounter() { XCTAssertEqual(beta_counter(), 4) }
    func testCZeroed() { XCTAssertEqual(beta_zeroed(), 0) }
    func testCMacro() { XCTAssertEqual(beta_size(), 8) }
    func testCImported() { XCTAssertEqual(BETA_SIZE, 8) }
    func testCGrid() { XCTAssertEqual(beta_grid(), 12) }
    func testCNames() { XCTAssertEqual(beta_names(1), 98) }
    func testCPrices() { XCTAssertEqual(beta_prices(1), 40) }
    func testCBeta() { XCTAssertEqual(beta_hidden(), 99) }
    func testCatch() { XCTAssertEqual(plus_catch(), 1) }
    func testVirtual() { XCTAssertEqual(plus_virtual(), 3) }
    func testCGamma() { XCTAssertEqual(gamma_hidden(), 100) }
}

final class FileTests: XCTestCase {
    private let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private var prepared = 0

    override func setUp() { prepared = 3 }

    func testPrepared() { XCTAssertEqual(prepared, 3) }
    func testFile() throws {
        let text = try String(contentsOf: here.appendingPathComponent("data.txt"), encoding: .utf8)
        XCTAssertEqual(text, "hello\n")
    }
    func testMissing() {
        XCTAssertFalse(FileManager.default.fileExists(atPath: here.appendingPathComponent("extra/missing.txt").path))
    }
    func testListing() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: here.appendingPathComponent("extra").path)
        XCTAssertEqual(names, ["there.txt"])
    }
}

final class ReadyTests: XCTestCase {
    nonisolated(unsafe) static var ready = 0

    override class func setUp() { ready = 8 }

    func testReady() { XCTAssertEqual(Self.ready, 8) }
    func testReadyAgain() { XCTAssertGreaterThan(Self.ready, 0) }
}
