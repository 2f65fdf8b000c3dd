// SPDX-License-Identifier: MIT

/// Which of a class's members are its own or a superclass's, and which are still those of `TestCase`.
///
/// A synchronous suite must not pay for entering an asynchronous context at each hook, nor for the name of each
/// case, when nobody overrides the hook. The language has no question for that, but the answer is in the class's
/// metadata: its words after the header hold one function address for each member that can be overridden.
///
/// Nothing about the order of these words is assumed. For each member a probe class overrides that member alone, and the
/// one word that tells the probe from a class that overrides nothing is the member's. If any probe does not differ
/// in exactly one word, nothing is known, and every member counts as overridden: slower, never wrong.
struct OverrideTable: Sendable {
    /// A member that is worth asking about.
    enum Member: Int, CaseIterable, Sendable {
        case isAbstract, supportsCurrentPlatform, caseSupport
        case setUpClass, setUpClassAsync, tearDownClass, tearDownClassAsync
        case setUpTest, setUpTestAsync, tearDownTest, tearDownTestAsync
        case setUpCase, setUpCaseAsync, tearDownCase, tearDownCaseAsync
        case tags, caseTags, classLimit, caseLimit, classSeconds, caseSeconds
    }

    /// The table of this image.
    static let shared = OverrideTable()

    /// The word of each member, by its raw value; nil if nothing is known.
    private let words: [Int]?

    /// Whether the table could be made.
    ///
    /// If not, every member counts as overridden.
    var isKnown: Bool { words != nil }

    /// Finds the words by the probes.
    private init() {
        words = Self.words(of: Member.allCases.map(OverrideProbe.probe))
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
