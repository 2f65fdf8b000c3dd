import XCTest

/// A till that only one test at a time can open: a directory, beside a note that somebody was refused.
struct Till {
    let path: String
    var refusal: String { path + ".refused" }

    /// The till that a variable names; nil without it.
    init?() {
        guard let path = ProcessInfo.processInfo.environment["SHOP_TILL"] else { return nil }
        self.path = path
    }

    /// Waits until something exists.
    static func wait(for condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !condition(), Date() < end { usleep(1000) }
    }
}

/// Keeps the till until another test was refused.
final class FirstTillTests: XCTestCase {
    func testOpens() throws {
        guard let till = Till() else { return }
        try FileManager.default.createDirectory(atPath: till.path, withIntermediateDirectories: false)
        Till.wait { access(till.refusal, F_OK) == 0 }
        try FileManager.default.removeItem(atPath: till.path)
    }
}

/// Opens the till as soon as the other test has it, or at once if it was refused before.
final class SecondTillTests: XCTestCase {
    func testOpens() throws {
        guard let till = Till() else { return }
        Till.wait { access(till.path, F_OK) == 0 || access(till.refusal, F_OK) == 0 }
        if mkdir(till.path, 0o700) == 0 { return }
        _ = FileManager.default.createFile(atPath: till.refusal, contents: nil)
        XCTFail("the till is taken")
    }
}
