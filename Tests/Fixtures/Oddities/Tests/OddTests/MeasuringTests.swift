import Foundation
import XCTest

/// Says in a file when something begins and ends, if the end-to-end test names one.
enum Sightings {
    static func note(_ word: String) {
        guard let path = ProcessInfo.processInfo.environment["FIXTURE_SIGHTINGS"] else { return }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let line = "\(time.tv_sec * 1_000_000_000 + time.tv_nsec) \(word)\n"
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        defer { close(file) }
        _ = line.withCString { write(file, $0, strlen($0)) }
    }
}

final class MeasuringTests: XCTestCase {
    private func work() {
        Sightings.note("begins measuring")
        var sum = 0
        for number in 0..<200_000 { sum &+= number }
        Sightings.note("ends measuring")
    }
    func testMeasures() { measure { work() } }
    func testMeasuresMetrics() { measureMetrics([.wallClockTime], automaticallyStartMeasuring: true) { work() } }
}

final class MeasuringNeighbourTests: XCTestCase {
    private func work() {
        Sightings.note("begins other")
        Thread.sleep(forTimeInterval: 0.02)
        Sightings.note("ends other")
    }
    func testA() { work() }
    func testB() { work() }
    func testC() { work() }
    func testD() { work() }
    func testE() { work() }
    func testF() { work() }
}
