// SPDX-License-Identifier: MIT

import ModuleSection

/// Collects what the modules of a bundle register.
///
/// Used on the main thread only, until the descriptors are made.
@MainActor
final class SuiteCollector {
    /// The classes in order of registration.
    @exclusivity(unchecked) private(set) var classes: [RegisteredClass] = []
    /// The position of each class in `classes`.
    private var positions: [ObjectIdentifier: Int] = [:]

    /// The collector behind a record's context.
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

    /// Calls every module record of this image.
    func collectFromImage() {
        for index in 0..<testkit_module_count() {
            guard let record = testkit_module_at(index) else { continue }
            record(Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Calls one record, as the section's records are called.
    func collect(_ record: ModuleRecord) {
        record(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The position of the nearest superclass that is registered, or nil.
    func superclass(of type: TestCase.Type) -> Int? {
        var ancestor: AnyClass? = _getSuperclass(type)
        while let current = ancestor {
            if let position = positions[ObjectIdentifier(current)] { return position }
            ancestor = _getSuperclass(current)
        }
        return nil
    }
}
