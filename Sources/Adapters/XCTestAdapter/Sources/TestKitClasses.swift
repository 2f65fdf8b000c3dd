// SPDX-License-Identifier: MIT

import AdapterSupport
import Testing

/// The classes of TestKit in a test executable: the bundle that TestKit makes of them, as far as it is listed.
///
/// The host's activities, indices and descriptors are TestKit's own; nothing is translated, so that these classes run as in a bundle.
///
/// Used on the worker's main thread alone.
final class TestKitClasses {
    /// TestKit's bundle.
    let bundle: UnsafePointer<testkit_bundle>
    /// Which cases are listed.
    private let filter: ListingFilter
    /// The number of classes, from `connect` on.
    private(set) var count: UInt32 = 0

    /// The classes of an executable; nil if it has none.
    init?(_ bundles: [UnsafePointer<testkit_bundle>], _ filter: ListingFilter) throws {
        guard let bundle = bundles.first else { return nil }
        if bundles.count > 1 {
            throw ELFFile.Fault(
                reason: "\(bundles.count) of its libraries contain a TestKit of their own with test classes: link the "
                    + "product TestKitShared in place of TestKit (docs/SharedBases.md)")
        }
        (self.bundle, self.filter) = (bundle, filter)
    }

    /// Gives TestKit its host; returns why its classes cannot be used, if they cannot.
    func connect(_ host: UnsafePointer<testkit_host>?) -> UnsafePointer<CChar>? {
        if let refusal = bundle.pointee.connect?(bundle, host) { return refusal }
        let all = bundle.pointee.class_count(bundle)
        count = filter.isOpen || (0..<all).contains(where: listsAny) ? all : 0
        return nil
    }

    /// Whether a case can run here; nil if the class is not TestKit's.
    func support(_ index: UInt32, _ owner: UInt32, _ place: UInt32) -> UInt32? {
        guard index < count else { return nil }
        if !lists(index, owner, place) { return TESTKIT_UNLISTED.rawValue }
        return bundle.pointee.case_support?(bundle, index, owner, place) ?? TESTKIT_SUPPORT_BY_NAME.rawValue
    }

    /// Whether some case of a class is listed, own or inherited.
    private func listsAny(of index: UInt32) -> Bool {
        var owner = index
        while owner != UInt32.max, let type = bundle.pointee.get_class(bundle, owner) {
            if (0..<type.pointee.case_count).contains(where: { lists(index, owner, $0) }) { return true }
            owner = type.pointee.superclass
        }
        return false
    }

    /// Whether a case of a class, or of the superclass that declares it, is listed: by the identity that a method of the class has in
    /// Swift Testing.
    private func lists(_ index: UInt32, _ owner: UInt32, _ place: UInt32) -> Bool {
        guard !filter.isOpen, let type = bundle.pointee.get_class(bundle, index)?.pointee,
            let item = bundle.pointee.get_case(bundle, owner, place)?.pointee
        else { return true }
        let path = String(cString: type.name).split(separator: ".").map(String.init)
        let isParameterised = item.flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0
        let name = String(cString: item.name) + (isParameterised ? "(example:)" : "()")
        let (module, suite) = (path.first ?? "", path.dropFirst())
        return filter.contains(
            Test.ID(moduleName: module, nameComponents: suite + [name], sourceLocation: nil),
            in: [Test.ID(moduleName: module, nameComponents: suite + [Self.suiteName, name], sourceLocation: nil)])
    }

    /// The name of the suites that TestKit's registrar writes for `swift test` without the runner.
    private static let suiteName = "TestKitCases"

    /// Whether a test or a suite is there for `swift test` without the runner.
    static func haveSuite(for test: Test) -> Bool { test.id.nameComponents.suffix(2).contains(suiteName) }
}
