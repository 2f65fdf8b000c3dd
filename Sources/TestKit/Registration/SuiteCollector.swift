// SPDX-License-Identifier: MIT

import Glibc

/// Collects the registrations of a library's modules.
///
/// Used on the main thread only, until the descriptors are made.
@MainActor
final class SuiteCollector {
    /// The classes in order of registration.
    @exclusivity(unchecked) private(set) var classes: [RegisteredClass] = []
    /// The position of each class in `classes`.
    private var positions: [ObjectIdentifier: Int] = [:]
    /// The library that contains the records; nil if all classes are taken to be in one.
    ///
    /// Found on first use, since the loader searches all symbols of a library.
    private(set) lazy var image = address.flatMap { LoadedImage(holding: $0) }
    /// An address in that library.
    let address: UnsafeRawPointer?
    /// The names of classes that are not registered because they have no cases, as their sources say.
    private var caseless: Set<String> = []
    /// The warnings of the build, in order of registration.
    private(set) var warnings: [RegistrationWarning] = []
    /// The superclasses of each class, found at the first use, when registration is complete.
    private(set) lazy var lineage = Lineage(of: self)

    /// A collector without classes.
    init(at address: UnsafeRawPointer? = nil) { self.address = address }

    /// The collector of a record's context.
    static func at(_ context: UnsafeMutableRawPointer) -> SuiteCollector {
        Unmanaged<SuiteCollector>.fromOpaque(context).takeUnretainedValue()
    }

    /// A class; nil for an index that is none.
    func registered(at index: Int) -> RegisteredClass? {
        index >= 0 && index < classes.count ? classes[index] : nil
    }

    /// The class's entry: the one it has, or a new one.
    func record(of type: TestCase.Type) -> RegisteredClass {
        let identifier = ObjectIdentifier(type)
        if let position = positions[identifier] { return classes[position] }
        let record = RegisteredClass(type)
        positions[identifier] = classes.count
        classes.append(record)
        return record
    }

    /// Calls one record, as the section's records are called.
    func collect(_ record: ModuleRecord) { record(Unmanaged.passUnretained(self).toOpaque()) }

    /// The position of a class; nil if it is not registered.
    func position(of type: AnyClass) -> Int? { positions[ObjectIdentifier(type)] }

    /// A class's entry; nil if it has none.
    func registered(_ type: AnyClass) -> RegisteredClass? { position(of: type).map { classes[$0] } }

    /// Adds a copy of a class that another library registers; returns its position.
    func adopt(_ foreign: RegisteredClass, from image: LoadedImage) -> Int {
        let copy = record(of: foreign.type)
        copy.complete(with: foreign)
        copy.library = UnsafePointer(strdup(image.path))
        return classes.count - 1
    }

    /// Notes a warning of the build.
    func note(_ warning: RegistrationWarning) { warnings.append(warning) }

    /// Notes that a class has no cases that could be lost.
    func noteNoCases(_ name: String) { caseless.insert(name) }

    /// Whether that was noted of a class.
    func hasNoCases(_ name: String) -> Bool { caseless.contains(name) }
}
