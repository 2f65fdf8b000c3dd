// SPDX-License-Identifier: MIT

/// The members of a class that override those of `TestCase`.
///
/// A synchronous suite must not pay for an asynchronous context at each hook, nor for the name of each case, if no class
/// overrides the hook. The language cannot answer that, but the class's metadata can: after the header it has one function
/// address for each member that can be overridden.
///
/// The code assumes no order of these words. For each member, a probe class overrides only that member. The only word in which
/// the probe differs from a class without overrides belongs to the member. If a probe does not differ in exactly one word, every
/// member counts as overridden, which is slower but never wrong.
struct OverrideTable: Sendable {
    /// A member that is worth asking about.
    enum Member: Int, CaseIterable, Sendable {
        case isAbstract, supportsCurrentPlatform, caseSupport
        case setUpClass, setUpClassAsync, tearDownClass, tearDownClassAsync
        case setUpTest, setUpTestAsync, tearDownTest, tearDownTestAsync
        case setUpCase, setUpCaseAsync, tearDownCase, tearDownCaseAsync
        case tags, caseTags, classLimit, caseLimit, resources, ending
        case displayName, caseDisplayName, links

        /// The hook that it is; nil if it is none.
        var hook: (name: String, isAsync: Bool)? {
            switch self {
            case .setUpClass: ("setUpClass", false)
            case .setUpClassAsync: ("setUpClass", true)
            case .tearDownClass: ("tearDownClass", false)
            case .tearDownClassAsync: ("tearDownClass", true)
            case .setUpTest: ("setUpTest", false)
            case .setUpTestAsync: ("setUpTest", true)
            case .tearDownTest: ("tearDownTest", false)
            case .tearDownTestAsync: ("tearDownTest", true)
            case .setUpCase: ("setUpTestCase", false)
            case .setUpCaseAsync: ("setUpTestCase", true)
            case .tearDownCase: ("tearDownTestCase", false)
            case .tearDownCaseAsync: ("tearDownTestCase", true)
            default: nil
            }
        }

        /// The members by which a class states traits of itself.
        static let ofClasses: [Self] = [.tags, .resources, .classLimit, .displayName]
        /// The members by which a class states traits of its cases.
        static let ofCases: [Self] = [.caseTags, .caseLimit, .ending, .caseDisplayName, .links]
    }

    /// The table of this image.
    static let shared = OverrideTable()

    /// The word of each member, by its raw value; nil if nothing is known.
    private let words: [Int]?
    /// The words from the first to the last member by which a class states traits; nil if nothing is known.
    private let traitWords: Range<Int>?

    /// Whether the table could be made.
    ///
    /// If not, every member counts as overridden.
    var isKnown: Bool { words != nil }

    /// Finds the words by the probes.
    private init() {
        let words = Self.words(of: Member.allCases.map(OverrideProbe.probe))
        self.words = words
        let ofTraits = (Member.ofClasses + Member.ofCases).compactMap { words?[$0.rawValue] }
        traitWords = ofTraits.min().flatMap { first in ofTraits.max().map { first..<$0 + 1 } }
    }

    /// Whether the class and its superclasses surely override none of the members for traits.
    ///
    /// A look at one piece of memory: each worker asks it about each class.
    func statesNothing(_ type: TestCase.Type) -> Bool {
        traitWords.map { ClassMetadata(type).isEqual(to: ClassMetadata(TestCase.self), in: $0) } ?? false
    }

    /// The members among some that the class or a superclass overrides.
    func overridden(_ members: [Member], in type: TestCase.Type) -> [Member] {
        statesNothing(type) ? [] : members.filter { overrides($0, in: type) }
    }

    /// The word in which each probe differs from a class that overrides nothing; nil unless each has one of its own.
    static func words(of probes: [TestCase.Type]) -> [Int]? {
        let root = ClassMetadata(TestCase.self)
        let plain = ClassMetadata(OverrideProbe.Plain.self)
        let found = probes.compactMap { type -> Int? in
            let probe = ClassMetadata(type)
            let differing = root.memberWords.filter { plain[$0] == root[$0] && probe[$0] != root[$0] }
            return differing.count == 1 ? differing.first : nil
        }
        return Set(found).count == probes.count ? found : nil
    }

    /// Whether the class or a superclass below `TestCase` overrides the member.
    func overrides(_ member: Member, in type: TestCase.Type) -> Bool {
        differs(member, type, TestCase.self)
    }

    /// Whether the class itself overrides the member.
    func declares(_ member: Member, in type: TestCase.Type) -> Bool {
        differs(member, type, _getSuperclass(type) ?? TestCase.self)
    }

    /// Whether two classes have the member from different places.
    private func differs(_ member: Member, _ one: AnyClass, _ other: AnyClass) -> Bool {
        guard let word = words?[member.rawValue] else { return true }
        return ClassMetadata(one)[word] != ClassMetadata(other)[word]
    }
}
