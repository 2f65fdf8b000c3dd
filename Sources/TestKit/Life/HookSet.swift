// SPDX-License-Identifier: MIT

/// The hooks that a class overrides, and so has to run.
struct HookSet {
    /// A bit for each member that is overridden, by its raw value.
    private let bits: UInt32

    /// Looks a class up.
    ///
    /// For class-level look-ups it takes a few loads a member.
    init(of type: TestCase.Type, in table: OverrideTable = .shared) {
        bits = OverrideTable.Member.allCases.reduce(0) { bits, member in
            table.overrides(member, in: type) ? bits | 1 << UInt32(member.rawValue) : bits
        }
        let ofCases: [OverrideTable.Member] = [.setUpCase, .setUpCaseAsync, .tearDownCase, .tearDownCaseAsync]
        hasCaseHooks = ofCases.contains { [bits] in bits & 1 << UInt32($0.rawValue) != 0 }
    }

    /// Whether any hook around the cases is overridden: nearly always none is, and one look shows it.
    let hasCaseHooks: Bool

    /// Whether the hook is overridden.
    func contains(_ member: OverrideTable.Member) -> Bool {
        bits & 1 << UInt32(member.rawValue) != 0
    }
}
