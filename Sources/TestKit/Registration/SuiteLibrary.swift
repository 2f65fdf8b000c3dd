// SPDX-License-Identifier: MIT

import BundleABI
import ModuleSection

/// The registrations of one library's modules, and the bundle made of them for the host.
///
/// A TestKit that is linked into a bundle has one; a shared TestKit has one for each library that registers suites.
@MainActor
final class SuiteLibrary {
    /// An address in the library whose class runs, or ran last; 0 before the first.
    ///
    /// Written on the main thread, read on any.
    nonisolated static let running = Atomic(0)

    /// All of them, in the order in which they were asked for; never removed.
    private static var all: [SuiteLibrary] = []

    /// An address in it, by which it is known: where its records are.
    private let place: UnsafeRawPointer?
    /// The suites that they register.
    let collector: SuiteCollector
    /// The bundle for the host.
    private(set) lazy var bundle = BundleTable.make(for: BundleExporter(collector))

    /// Makes one without suites.
    private init(at place: UnsafeRawPointer?) {
        self.place = place
        collector = SuiteCollector(at: place)
    }

    /// The library that is known by a place; its records are asked for and called when it is first asked for.
    static func at(
        _ place: UnsafeRawPointer?, records: () -> some Sequence<testkit_module_record?>
    ) -> SuiteLibrary {
        if let known = all.first(where: { $0.place == place }) { return known }
        let library = SuiteLibrary(at: place)
        all.append(library)
        let context = Unmanaged.passUnretained(library.collector).toOpaque()
        for record in records() { record?(context) }
        return library
    }

    /// The registrations of a class and of its superclasses, the nearest first.
    static func registrations(of type: TestCase.Type) -> [RegisteredClass] {
        SuiteTraits.chain(from: type).compactMap { link in all.lazy.compactMap { $0.collector.registered(link) }.first }
    }

    /// Returns the suites that an image registers with this TestKit; nil if there are none, or if it uses another one.
    static func registered(by image: LoadedImage) -> SuiteCollector? {
        if let known = all.first(where: { $0.collector.image == image }) { return known.collector }
        guard let symbol = image.symbol(TESTKIT_ENTRY_SYMBOL) else { return nil }
        typealias Entry = @convention(c) () -> UnsafePointer<testkit_bundle>?
        _ = unsafeBitCast(symbol, to: Entry.self)()
        return all.first { $0.collector.image == image }?.collector
    }
}
