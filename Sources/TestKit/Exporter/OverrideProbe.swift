// SPDX-License-Identifier: MIT

/// The classes that show ``OverrideTable`` where each member is kept.
///
/// None but the first is ever instantiated.
enum OverrideProbe {
    /// Overrides nothing.
    final class Plain: TestCase {}

    // Each of these overrides what its name says.

    private final class IsAbstract: TestCase { override class var isAbstract: Bool { true } }
    private final class SupportsCurrentPlatform: TestCase {
        override class var supportsCurrentPlatform: Bool { mark(2) == 2 }
    }
    private final class CaseSupport: TestCase {
        override class func testCaseSupportsCurrentPlatform(_ name: String) -> Bool { mark(3) == 3 }
    }
    private final class SetUpClass: TestCase { override class func setUpClass() { mark(4) } }
    private final class SetUpClassAsync: TestCase { override class func setUpClass() async { mark(5) } }
    private final class TearDownClass: TestCase { override class func tearDownClass() { mark(6) } }
    private final class TearDownClassAsync: TestCase { override class func tearDownClass() async { mark(7) } }
    private final class SetUpTest: TestCase { override func setUpTest() { mark(8) } }
    private final class SetUpTestAsync: TestCase { override func setUpTest() async { mark(9) } }
    private final class TearDownTest: TestCase { override func tearDownTest() { mark(10) } }
    private final class TearDownTestAsync: TestCase { override func tearDownTest() async { mark(11) } }
    private final class SetUpCase: TestCase { override func setUpTestCase(_ name: String) { mark(12) } }
    private final class SetUpCaseAsync: TestCase { override func setUpTestCase(_ name: String) async { mark(13) } }
    private final class TearDownCase: TestCase { override func tearDownTestCase(_ name: String) { mark(14) } }
    private final class TearDownCaseAsync: TestCase {
        override func tearDownTestCase(_ name: String) async { mark(15) }
    }
    private final class Tags: TestCase { override class var tags: Set<Tag> { mark(16) == 16 ? [] : ["never"] } }
    private final class CaseTags: TestCase {
        override class func tags(for name: String) -> Set<Tag> { mark(17) == 17 ? [] : ["never"] }
    }
    private final class ClassLimit: TestCase {
        override class var caseTimeLimit: Duration? { mark(18) == 18 ? nil : .zero }
    }
    private final class CaseLimit: TestCase {
        override class func caseTimeLimit(for name: String) -> Duration? { mark(19) == 19 ? nil : .zero }
    }
    private final class Resources: TestCase {
        override class var resources: [String] { mark(20) == 20 ? [] : ["never"] }
    }
    private final class Ending: TestCase {
        override class func ending(for name: String) -> ProcessEnding? { mark(21) == 21 ? nil : .failure }
    }
    private final class DisplayName: TestCase { override class var displayName: String? { mark(22) == 22 ? nil : "" } }
    private final class CaseDisplayName: TestCase {
        override class func displayName(for name: String) -> String? { mark(23) == 23 ? nil : "" }
    }
    private final class Links: TestCase {
        override class func links(for name: String) -> [String] { mark(24) == 24 ? [] : ["never"] }
    }

    /// Gives each override a body of its own, so that no linker folds two into one.
    @discardableResult @inline(never) private static func mark(_ number: Int) -> Int { number }

    /// The class that overrides one member alone.
    static func probe(for member: OverrideTable.Member) -> TestCase.Type {
        switch member {
        case .isAbstract: IsAbstract.self
        case .supportsCurrentPlatform: SupportsCurrentPlatform.self
        case .caseSupport: CaseSupport.self
        case .setUpClass: SetUpClass.self
        case .setUpClassAsync: SetUpClassAsync.self
        case .tearDownClass: TearDownClass.self
        case .tearDownClassAsync: TearDownClassAsync.self
        case .setUpTest: SetUpTest.self
        case .setUpTestAsync: SetUpTestAsync.self
        case .tearDownTest: TearDownTest.self
        case .tearDownTestAsync: TearDownTestAsync.self
        case .setUpCase: SetUpCase.self
        case .setUpCaseAsync: SetUpCaseAsync.self
        case .tearDownCase: TearDownCase.self
        case .tearDownCaseAsync: TearDownCaseAsync.self
        case .tags: Tags.self
        case .caseTags: CaseTags.self
        case .classLimit: ClassLimit.self
        case .caseLimit: CaseLimit.self
        case .resources: Resources.self
        case .ending: Ending.self
        case .displayName: DisplayName.self
        case .caseDisplayName: CaseDisplayName.self
        case .links: Links.self
        }
    }
}
