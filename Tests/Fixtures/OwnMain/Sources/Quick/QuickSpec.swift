import XCTest

/// As few lines as show XCTest the classes that Quick shows it: each spec's cases are those of `QuickSpec`.
final class World {
    static private(set) var sharedWorld = World()
    var specs: [String: Group] = [:]
    var current = Group()
}

final class Group {
    var examples: [(name: String, body: () -> Void)] = []
}

/// Adds a case to the spec that makes its list.
public func it(_ name: String, _ body: @escaping () -> Void) { World.sharedWorld.current.examples.append((name, body)) }

/// The class of all specs.
open class QuickSpec: XCTestCase {
    /// Makes the list.
    open class func spec() {}

    public required override init(name: String, testClosure: @escaping (XCTestCase) throws -> Void) {
        super.init(name: name, testClosure: testClosure)
    }

    /// The list.
    public class var allTests: [(String, (QuickSpec) -> () throws -> Void)] {
        let name = String(describing: self)
        let group = World.sharedWorld.specs[name] ?? Group()
        if World.sharedWorld.specs[name] == nil {
            World.sharedWorld.specs[name] = group
            World.sharedWorld.current = group
            spec()
        }
        return group.examples.map { example in (example.name, { _ in { example.body() } }) }
    }
}

/// The lists of some specs.
public func entries(_ specs: [QuickSpec.Type]) -> [XCTestCaseEntry] { specs.compactMap { testCase($0.allTests) } }
