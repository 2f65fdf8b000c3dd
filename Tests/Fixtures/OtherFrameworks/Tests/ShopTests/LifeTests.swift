import XCTest

@testable import Shop

/// Cases that other classes inherit.
class BaseTests: XCTestCase {
    func testInherited() { XCTAssertEqual(Price(cents: 1) + Price(cents: 2), Price(cents: 3)) }
}

final class DerivedTests: BaseTests {
    func testOwn() async throws { try await Task.sleep(nanoseconds: 1000) }
}

/// Notes what is called; a failure at the end of each case shows it.
final class HookTests: XCTestCase {
    nonisolated(unsafe) static var calls: [String] = []

    override class func setUp() { calls.append("class setUp") }
    override func setUp() async throws { Self.calls.append("async setUp") }
    override func setUpWithError() throws { Self.calls.append("setUpWithError") }
    override func setUp() { Self.calls.append("setUp") }
    override func tearDown() {
        Self.calls.append("tearDown")
        XCTFail(Self.calls.joined(separator: ", "))
    }

    func testCalls() {
        addTeardownBlock { Self.calls.append("first block") }
        addTeardownBlock { Self.calls.append("second block") }
        Self.calls.append("body")
    }
}

final class FailingHookTests: XCTestCase {
    override func setUpWithError() throws {
        if name.hasSuffix("testSetUpThrows") { throw ShopError.closed }
        if name.hasSuffix("testSetUpSkips") { throw XCTSkip("closed on Sundays") }
    }
    override func tearDownWithError() throws { if name.hasSuffix("testTearDownThrows") { throw ShopError.closed } }

    func testSetUpThrows() {}
    func testSetUpSkips() { XCTFail("the body ran") }
    func testTearDownThrows() {}
    func testFine() {}
}

final class OutcomeTests: XCTestCase {
    func testPasses() {}
    func testFails() { XCTAssertEqual(1, 2, "one is not two") }
    func testFailsTwice() {
        XCTAssertTrue(false, "first")
        XCTAssertTrue(false, "second")
    }
    func testStops() {
        continueAfterFailure = false
        XCTAssertTrue(false, "the only one")
        XCTAssertTrue(false, "one too many")
    }
    func testThrows() throws { throw ShopError.closed }
    func testSkips() throws { throw XCTSkip("not today") }
    func testSkipsOnCondition() throws { try XCTSkipIf(true, "the condition holds") }
    func testSkipsWithoutWords() throws { try XCTSkipIf(true) }
    func testCrashes() {
        print("about to crash")
        fflush(nil)
        let pointer = UnsafeMutablePointer<Int>(bitPattern: 8)
        pointer?.pointee = 1
    }
}

final class WaitingTests: XCTestCase {
    func testIsFulfilled() {
        let done = expectation(description: "done")
        DispatchQueue.global().async { done.fulfill() }
        wait(for: [done], timeout: 10)
    }
    func testIsNotFulfilled() {
        let never = expectation(description: "never")
        wait(for: [never], timeout: 0.01)
    }
    func testAsyncIsFulfilled() async {
        let done = expectation(description: "done")
        Task { done.fulfill() }
        await fulfillment(of: [done], timeout: 10)
    }
    @MainActor func testRunsOnTheMainActor() async {
        await Task.yield()
        MainActor.assertIsolated()
    }
}

final class PlaceTests: XCTestCase {
    /// The test executable, as SwiftPM's native build system and Swift Build name it.
    private let programs = ["OtherFrameworksPackageTests.xctest", "ShopTests-test-runner"]

    func testBundleMain() throws {
        let name = try XCTUnwrap(Bundle.main.executableURL?.lastPathComponent)
        XCTAssertTrue(programs.contains(name), name)
    }
    func testResource() throws {
        let url = try XCTUnwrap(Bundle.module.url(forResource: "prices", withExtension: "txt"))
        XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "12 34\n")
    }
    func testArguments() {
        XCTAssertTrue(programs.contains { CommandLine.arguments[0].hasSuffix("/" + $0) }, "\(CommandLine.arguments)")
    }
    func testFilePath() { XCTAssertTrue(FileManager.default.fileExists(atPath: #filePath)) }
    func testOutputIsAPipe() {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var information = stat()
            XCTAssertEqual(fstat(descriptor, &information), 0)
            XCTAssertEqual(information.st_mode & S_IFMT, S_IFIFO, "descriptor \(descriptor)")
        }
    }
}

/// Writes what it hears to the file that a variable names, a line each.
final class Observer: XCTestObservation, Sendable {
    static let shared = Observer()

    func note(_ text: String) {
        guard let path = ProcessInfo.processInfo.environment["SHOP_OBSERVER"], let file = fopen(path, "a") else {
            return
        }
        fputs(text + "\n", file)
        fclose(file)
    }
    func testSuiteWillStart(_ testSuite: XCTestSuite) { note("\(testSuite.name) starts") }
    func testCaseWillStart(_ testCase: XCTestCase) { note("\(testCase.name) starts") }
    func testCaseDidFinish(_ testCase: XCTestCase) { note("\(testCase.name) has ended") }
    func testSuiteDidFinish(_ testSuite: XCTestSuite) { note("\(testSuite.name) has ended") }
    func testBundleDidFinish(_ testBundle: Bundle) { note("the bundle has ended") }
}

final class ObservedTests: XCTestCase {
    override class func setUp() { XCTestObservationCenter.shared.addTestObserver(Observer.shared) }
    func testIsObserved() {}
}

final class EarlyTests: XCTestCase {
    nonisolated(unsafe) static var isSetUp = false
    override class func setUp() { isSetUp = true }
    let wasSetUp = EarlyTests.isSetUp
    func testIsMadeBeforeTheClassIsSetUp() { XCTAssertFalse(wasSetUp) }
}

final class IdleTests: XCTestCase {
    override func run() {}
    func testNothing() {}
}

final class MeasuringTests: XCTestCase {
    func testMeasures() { measure { usleep(100) } }
}
