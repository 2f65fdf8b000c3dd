// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Reads the examples of classes whose code declares none from the data files that are named like the class.
///
/// The files of the nearest class in the chain that has any count; all of them, if there are several.
///
/// Rule 15.
struct AutomaticReader {
    /// Where files are looked for.
    let finder: ResourceFinder

    /// Every kind of data, by the extension of its files.
    private static let readers: [(extension: String, read: @Sendable (URL) throws -> [Example])] = [
        ("plist", Example.propertyList(at:)),
        ("testsuite", Example.directory(at:)),
        ("json", Example.json(at:)),
    ]

    /// Reads a class's examples: nil if neither it nor a superclass has a file.
    func examples(of type: TestCase.Type) throws -> (examples: [Example]?, searched: [String]) {
        var link: AnyClass? = type
        while let current = link as? TestCase.Type, current != TestCase.self {
            if let examples = try ownExamples(of: current) { return (examples, []) }
            link = _getSuperclass(current)
        }
        var names = Self.readers.map { "\(Self.names(of: type)[0]).\($0.extension)" }
        if let last = names.popLast() {
            names.append("\(last) in \(ResourceFinder.text(of: finder.directories(for: type)))")
        }
        return (nil, names)
    }

    /// The examples of a class's own files; nil if it has none.
    private func ownExamples(of type: TestCase.Type) throws -> [Example]? {
        let directories = finder.directories(for: type)
        var examples: [Example]?
        for reader in Self.readers {
            let found = Self.names(of: type).lazy.compactMap {
                finder.find("\($0).\(reader.extension)", in: directories)
            }
            guard let url = found.first else { continue }
            examples = try (examples ?? []) + reader.read(url)
        }
        return examples
    }

    /// The names that a class's files may have: its own, and that without the focus prefix.
    private static func names(of type: TestCase.Type) -> [String] {
        let name = _typeName(type, qualified: false).split(separator: ".").last.map(String.init) ?? ""
        let isFocused = name.hasPrefix("focus_") || name.hasPrefix("Focus_")
        return isFocused ? [name, String(name.dropFirst(6))] : [name]
    }
}

/// Makes the reader that of every bundle which uses this module.
#if compiler(>=6.3)
@section("testkit_modules") @used
#endif
private let testKitResources: ModuleRecord = { _ in
    let reader = AutomaticReader(finder: .shared)
    AutomaticExamples.install { try reader.examples(of: $0) }
    AutomaticExamples.install(decoder: Example.decode)
}

#if compiler(<6.3)
/// Has the record above.
private enum TestKitResourcesModule: ModuleRecordContainer {
    static var record: ModuleRecord { testKitResources }
}
#endif
