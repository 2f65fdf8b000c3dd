// SPDX-License-Identifier: MIT

import RunnerModel

/// The names and places of classes and cases in the event stream: as the tools of their framework have them, if they have one,
/// else by their identities.
public struct StreamNames {
    /// The names of a slot.
    struct OfSlot {
        /// The name of its case in the stream.
        let id: String
        /// The identity of its case: without the example.
        let test: String
        /// Its own.
        let identity: String
    }

    /// The run.
    private let context: ReportContext
    /// The identities that frameworks give to classes or cases of several bundles.
    private let shared: Set<String>

    /// The names of a run.
    public init(_ context: ReportContext) {
        self.context = context
        shared = Self.shared(context.registry)
    }

    /// The identities that several bundles have: a framework knows of one executable only.
    private static func shared(_ registry: Registry) -> Set<String> {
        if registry.bundles.count < 2 { return [] }
        var (owners, shared): ([String: Int], Set<String>) = ([:], [])
        func note(_ text: String?, _ bundle: Int) {
            guard let text else { return }
            if owners.updateValue(bundle, forKey: text).map({ $0 != bundle }) ?? false { shared.insert(text) }
        }
        for (index, description) in registry.classDescriptions {
            note(description.identity?.text, registry.classes[index].bundle)
        }
        for index in registry.cases.indices {
            let bundle = registry.classes[registry.cases[index].classIndex].bundle
            note(registry.caseDescriptions[index]?.identity?.text, bundle)
        }
        return shared
    }

    /// The identity of a class that its framework knows; nil if it has none, or it is not the only one.
    public func id(ofClass index: Int) -> String? { own(context.registry.classDescriptions[index]?.identity) }

    /// The identity of a case that its framework knows; nil if it has none, or it is not the only one.
    public func id(ofCase index: UInt32) -> String? { own(context.registry.caseDescriptions[Int(index)]?.identity) }

    /// The text of an identity that names one thing.
    private func own(_ identity: ForeignIdentity?) -> String? {
        identity.flatMap { shared.contains($0.text) ? nil : $0.text }
    }

    /// Whether a class is none for Swift Testing: it represents a source file, and its cases are in no suite.
    public func isUnknownToSwiftTests(classIndex index: Int) -> Bool {
        if context.registry.classDescriptions[index]?.identity != nil { return false }
        let cases = context.registry.classes[index].cases
        return cases.contains { context.registry.caseDescriptions[$0]?.identity != nil }
    }

    /// Where a class is declared.
    public func place(ofClass index: Int) -> EventRecord.Place? {
        place(context.place(ofClass: index), context.registry.classDescriptions[index]?.identity)
    }

    /// Where a suite is declared that is no class.
    func place(of suite: FrameworkSuites.Suite) -> EventRecord.Place? {
        let identity = suite.identity
        if suite.file.isEmpty { return nil }
        return EventRecord.Place(
            file: suite.file, line: identity.line, column: identity.column, fileID: identity.fileID)
    }

    /// Where a case is declared that has an identity of its framework's, or has none.
    public func place(ofCase index: UInt32, _ identity: ForeignIdentity?) -> EventRecord.Place? {
        place(context.place(ofCase: index), identity)
    }

    /// A place, with what a framework says of it.
    private func place(_ place: ReportContext.Place?, _ identity: ForeignIdentity?) -> EventRecord.Place? {
        guard let place else { return nil }
        let line = identity.map { $0.line > 0 ? $0.line : place.line } ?? place.line
        return EventRecord.Place(
            file: place.file, line: line, column: identity?.column ?? 0, fileID: identity?.fileID ?? "")
    }

    /// The name for people of a class or a case; Swift Testing has one for a name in backticks as well.
    public static func title(_ name: String, _ description: Description?) -> String? {
        if let title = description?.title, !title.isEmpty { return title }
        guard description?.identity != nil, name.hasPrefix("`") else { return nil }
        return name.split(separator: "`").first.map(String.init)
    }

    /// The name of a type by the identity that Swift Testing gives to a suite: "Inner" of "Module.Outer/Inner".
    static func typeName(_ id: String) -> String {
        if let slash = id.lastIndex(of: "/") { return String(id[id.index(after: slash)...]) }
        return id.firstIndex(of: ".").map { String(id[id.index(after: $0)...]) } ?? id
    }

    /// Whether a function has parameters that its framework knows, though none of its arguments is listed: it is not to run.
    static func hasParameters(_ name: String, _ identity: ForeignIdentity?) -> Bool {
        identity != nil && function(name, identity).hasSuffix(":)")
    }

    /// The name of a case: for its framework the name of a function, with parentheses.
    ///
    /// Functions of one name differ by the types of their parameters; the runner adds a number to the second one's: "add(_:)#2".
    public static func function(_ name: String, _ identity: ForeignIdentity?) -> String {
        if identity == nil { return name }
        var name = name[...]
        // No function's own name has this sign outside of backticks.
        if let sign = name.lastIndex(of: "#"), Int(name[name.index(after: sign)...]) != nil { name = name[..<sign] }
        return name.hasSuffix(")") ? String(name) : name + "()"
    }
}
