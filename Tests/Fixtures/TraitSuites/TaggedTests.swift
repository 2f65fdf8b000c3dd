import Glibc
import TestKit

extension Tag {
    /// The tag of slow cases.
    static let slow: Tag = "slow"
}

/// Tags of a class and of a case.
class NetworkTests: TestCase {
    override class var tags: Set<Tag> { ["network"] }
    override class func tags(for name: String) -> Set<Tag> { name == "testUploads" ? [.slow] : [] }

    func testConnects() {}
    func testUploads() {}
}

/// Inherits tags, and adds one.
class ProxyTests: NetworkTests {
    override class var tags: Set<Tag> { ["needs proxy"] }

    func testAuthenticates() {}
}

/// No tags.
class LocalTests: TestCase {
    func testAdds() {}
}

/// States limits; `--tag limits` runs it.
class LimitTests: TestCase {
    override class var tags: Set<Tag> { ["limits"] }
    override class var caseTimeLimit: Duration? { .seconds(30) }
    override class func caseTimeLimit(for name: String) -> Duration? {
        name == "testHangs" ? .seconds(1) : nil
    }

    func testHangs() { while true { usleep(100_000) } }
    func testTakesLongerThanTheCommandLineAllows() { usleep(1_500_000) }
}

/// A class whose set-up hangs.
class SlowStartTests: TestCase {
    override class var tags: Set<Tag> { ["start"] }
    override class var caseTimeLimit: Duration? { .seconds(1) }

    override func setUpTest() { while true { usleep(100_000) } }
    func testNeverRuns() {}
}
