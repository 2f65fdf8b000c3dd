// SPDX-License-Identifier: MIT

/// The superclass of each class of a library, among what is registered there and in other libraries.
///
/// A superclass of another library is adopted: its registration is copied, so that subclasses have its cases here as well.
/// A superclass that cannot be found is a fault of the bundle. Without it, cases would be lost silently, and failures
/// in such a
/// superclass would reach a TestKit that runs nothing.
///
/// Rule 51.
@MainActor
struct Lineage {
    /// Each class's superclass, by position; nil if that is `TestCase`.
    private(set) var superclasses: [Int?] = []
    /// The faults, a sentence each.
    private(set) var faults: [String] = []

    /// The registered suites.
    private let collector: SuiteCollector
    /// The image that TestKit's code is in.
    private lazy var kit = LoadedImage(declaring: TestCase.self)
    /// The superclasses with which something is wrong: each is named once.
    private var faulty: Set<String> = []

    /// Finds the superclasses of all classes of a library; adds those of other libraries to them.
    init(of collector: SuiteCollector) {
        self.collector = collector
        var index = 0
        // There are more of them as superclasses are adopted.
        while index < collector.classes.count {
            let record = collector.classes[index]
            if record.declaration == nil, let image = foreignImage(of: record.type) { complete(record, from: image) }
            superclasses.append(superclass(of: record))
            index += 1
        }
    }

    /// The position of a class's nearest superclass that is registered; nil if none is.
    private mutating func superclass(of record: RegisteredClass) -> Int? {
        var ancestor: AnyClass? = _getSuperclass(record.type)
        while let current = ancestor, current != TestCase.self {
            if let position = collector.position(of: current) { return position }
            if let image = foreignImage(of: current) {
                guard isServed(image) else {
                    note(anotherCopyAt: current, for: record)
                    return nil
                }
                if let position = adopt(current, from: image, for: record) { return position }
            } else {
                check(current, unregisteredFor: record)
            }
            ancestor = _getSuperclass(current)
        }
        if ancestor == nil { note(anotherCopyAt: record.type, for: record) }
        return nil
    }

    /// The image that declares a class, if it is another one than that of the registrations.
    private func foreignImage(of type: AnyClass) -> LoadedImage? {
        guard let own = collector.image, let image = LoadedImage(declaring: type), image != own else { return nil }
        return image
    }

    /// Whether this TestKit can be that of another library: only one that is a library by itself is for all.
    private mutating func isServed(_ image: LoadedImage) -> Bool { kit != collector.image && kit != image }

    /// Adds the registration of a class of another library; returns its position, or nil if it has none.
    private mutating func adopt(_ type: AnyClass, from image: LoadedImage, for record: RegisteredClass) -> Int? {
        guard let foreign = SuiteLibrary.registered(by: image)?.registered(type) else {
            check(type, unregisteredFor: record)
            return nil
        }
        return collector.adopt(foreign, from: image)
    }

    /// Adds to a class that an extension in this library has given cases what its own library registers.
    private mutating func complete(_ record: RegisteredClass, from image: LoadedImage) {
        guard isServed(image) else { return note(anotherCopyAt: record.type, for: record) }
        guard let foreign = SuiteLibrary.registered(by: image)?.registered(record.type) else { return }
        record.complete(with: foreign)
    }
}

// MARK: - Faults

extension Lineage {
    /// Notes a fault if a superclass without registration would lose cases.
    ///
    /// A superclass of the same module is no fault, since the registration of that module includes it.
    private mutating func check(_ type: AnyClass, unregisteredFor record: RegisteredClass) {
        let name = Self.name(of: type)
        guard Self.module(of: name) != Self.module(of: Self.name(of: record.type)) else { return }
        guard !collector.hasNoCases(name) else { return }
        note(
            "\(sentence(record, type)), which is not registered: cases that it declares would not run. "
                + Self.advice(for: type), type)
    }

    /// Notes that a superclass belongs to another copy of TestKit.
    private mutating func note(anotherCopyAt type: AnyClass, for record: RegisteredClass) {
        let superclass: AnyClass = type == record.type ? _getSuperclass(type) ?? type : type
        let module = Self.module(of: Self.name(of: superclass))
        note(
            "\(sentence(record, superclass)), which is linked with another copy of TestKit: its cases would be lost, and its "
                + "failures would not count. Link the product TestKitShared in place of TestKit wherever the module "
                + "\(module) is used and into \(module) itself, or link \(module) statically into the bundle "
                + "(docs/SharedBases.md)", superclass)
    }

    /// Notes a fault about a superclass, the first one.
    private mutating func note(_ fault: String, _ type: AnyClass) {
        if faulty.insert(Self.name(of: type)).inserted { faults.append(fault) }
    }

    /// The beginning of each fault.
    private func sentence(_ record: RegisteredClass, _ superclass: AnyClass) -> String {
        let place = foreignImage(of: superclass).map { " in \($0.path)" } ?? ""
        return "'\(Self.name(of: record.type))' inherits from '\(Self.name(of: superclass))'\(place)"
    }

    /// Returns the advice about a superclass that is not registered.
    private static func advice(for type: AnyClass) -> String {
        let name = name(of: type)
        if ClassMetadata(type).isGeneric {
            return "A generic class of another module cannot be registered: call its checks from cases of the subclass"
        }
        return "Apply the plug-in RegisterTests to the module \(module(of: name)) (docs/SharedBases.md)"
    }

    /// "Module.Class", without generic arguments.
    private static func name(of type: AnyClass) -> String {
        String(_typeName(type, qualified: true).prefix { $0 != "<" })
    }

    /// The module of a qualified name.
    private static func module(of name: String) -> Substring { name.prefix { $0 != "." } }
}
