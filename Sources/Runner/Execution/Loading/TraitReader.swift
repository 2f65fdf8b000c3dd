// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

/// Asks a bundle for the tags, time limits, resources, descriptions and endings that it states, by the extensions that it has.
struct TraitReader {
    /// The most tags, or resources, that a class or a case may have of its own.
    static let tagLimit: UInt32 = 1000
    /// The most links that a case may have.
    private static let linkLimit: UInt32 = 1000
    /// The longest time limit, in seconds, as on the command line.
    private static let longest = 1e9

    /// The bundle.
    private let bundle: UnsafePointer<testkit_bundle>
    /// Its tags, if it has the extension.
    private let tags: UnsafePointer<testkit_tags>?
    /// Its limits, if it has the extension.
    private let limits: UnsafePointer<testkit_limits>?

    /// Its resources, if it has the extension.
    private let resources: UnsafePointer<testkit_resources>?
    /// Its cases' endings, if it has the extension.
    private let endings: UnsafePointer<testkit_endings>?
    /// The extension for dividing classes, if it has one.
    private let division: UnsafePointer<testkit_division>?

    /// Its descriptions, if it has the extension.
    private let descriptions: UnsafePointer<testkit_descriptions>?

    /// The identities of another framework, if it has the extension.
    private let identities: UnsafePointer<testkit_identities>?

    /// Looks for the extensions of a bundle that is connected.
    init(_ bundle: UnsafePointer<testkit_bundle>) throws(DescriptorFault) {
        self.bundle = bundle
        tags = try Self.table(TESTKIT_EXTENSION_TAGS, of: bundle)
        limits = try Self.table(TESTKIT_EXTENSION_LIMITS, of: bundle)
        division = try Self.table(TESTKIT_EXTENSION_DIVISION, of: bundle)
        resources = try Self.table(TESTKIT_EXTENSION_RESOURCES, of: bundle)
        descriptions = try Self.table(TESTKIT_EXTENSION_DESCRIPTIONS, of: bundle)
        endings = try Self.table(TESTKIT_EXTENSION_ENDINGS, of: bundle)
        identities = try Self.table(TESTKIT_EXTENSION_IDENTITIES, of: bundle)
        if let identities, identities.pointee.class_identity == nil || identities.pointee.case_identity == nil {
            throw .at(TESTKIT_EXTENSION_IDENTITIES, .missingFunctions("class_identity and case_identity"))
        }
        if let endings, endings.pointee.case_ending == nil {
            throw .at(TESTKIT_EXTENSION_ENDINGS, .missingFunctions("case_ending"))
        }
        if let tags, tags.pointee.class_tag_count == nil || tags.pointee.class_tag == nil {
            throw .at(TESTKIT_EXTENSION_TAGS, .missingFunctions("class_tag_count and class_tag"))
        }
        if let tags, (tags.pointee.case_tag_count == nil) != (tags.pointee.case_tag == nil) {
            throw .at(TESTKIT_EXTENSION_TAGS, .halfAPair("case_tag_count", "case_tag"))
        }
        if let limits, limits.pointee.class_limit == nil {
            throw .at(TESTKIT_EXTENSION_LIMITS, .missingFunctions("class_limit"))
        }
        if let resources, resources.pointee.class_resource_count == nil || resources.pointee.class_resource == nil {
            throw .at(TESTKIT_EXTENSION_RESOURCES, .missingFunctions("class_resource_count and class_resource"))
        }
        if let table = descriptions?.pointee,
            table.class_title == nil || table.case_title == nil || table.case_link_count == nil
                || table.case_link == nil
        {
            let names = "class_title, case_title, case_link_count and case_link"
            throw .at(TESTKIT_EXTENSION_DESCRIPTIONS, .missingFunctions(names))
        }
    }

    /// An extension's table, checked for its size.
    static func table<Table>(
        _ identifier: String, of bundle: UnsafePointer<testkit_bundle>
    ) throws(DescriptorFault) -> UnsafePointer<Table>? {
        guard let ask = bundle.pointee.get_extension, let address = ask(bundle, identifier) else { return nil }
        let needed = MemoryLayout<Table>.size
        let size = address.load(as: UInt32.self)
        guard size >= needed else {
            throw .at(identifier, .shortStructure(needed: needed, got: size))
        }
        return address.assumingMemoryBound(to: Table.self)
    }

    /// Whether there is nothing to ask for.
    var isEmpty: Bool {
        tags == nil && limits == nil && division == nil && resources == nil && descriptions == nil
            && endings == nil && identities == nil
    }

    /// Returns the traits of a class, less those that cannot be used, which are noted.
    func traits(ofClass index: UInt32, _ note: (DescriptorFault) -> Void) -> Traits {
        var traits = Traits()
        if let tags, let count = tags.pointee.class_tag_count, let tag = tags.pointee.class_tag {
            traits.tags = read(count(bundle, index), "tag", note) { tag(bundle, index, $0) }
        }
        if let ask = limits?.pointee.class_limit {
            var seconds = 0.0
            if ask(bundle, index, &seconds) != 0 { traits.limit = nanoseconds(seconds, note) }
        }
        if let ask = division?.pointee.is_divisible { traits.isDivisible = ask(bundle, index) != 0 }
        if let count = resources?.pointee.class_resource_count, let name = resources?.pointee.class_resource {
            traits.resources = read(count(bundle, index), "resource", note) { name(bundle, index, $0) }
        }
        if let ask = descriptions?.pointee.class_title {
            traits.description.title = title(ask(bundle, index), note)
        }
        if let ask = identities?.pointee.class_identity {
            traits.description.identity = identity(ask(bundle, index), note)
        }
        return traits
    }

    /// Returns the traits that one class states of a case, less those that cannot be used, which are noted.
    func traits(
        ofCase caseIndex: UInt32, of owner: UInt32, in classIndex: UInt32, _ note: (DescriptorFault) -> Void
    ) -> Traits {
        var traits = Traits()
        if let count = tags?.pointee.case_tag_count, let tag = tags?.pointee.case_tag {
            traits.tags = read(count(bundle, classIndex, owner, caseIndex), "tag", note) {
                tag(bundle, classIndex, owner, caseIndex, $0)
            }
        }
        if let ask = limits?.pointee.case_limit {
            var seconds = 0.0
            if ask(bundle, classIndex, owner, caseIndex, &seconds) != 0 { traits.limit = nanoseconds(seconds, note) }
        }
        if let table = descriptions?.pointee, let title = table.case_title, let count = table.case_link_count,
            let link = table.case_link
        {
            traits.description.title = self.title(title(bundle, classIndex, owner, caseIndex), note)
            traits.description.links = read(
                count(bundle, classIndex, owner, caseIndex), "link", limit: Self.linkLimit, note
            ) { link(bundle, classIndex, owner, caseIndex, $0) }
        }
        if let ask = identities?.pointee.case_identity {
            traits.description.identity = identity(ask(bundle, owner, caseIndex), note)
        }
        if let ask = endings?.pointee.case_ending {
            var value: Int32 = 0
            let kind = ask(bundle, classIndex, owner, caseIndex, &value)
            traits.ending = ExitExpectation(kind: kind, value: value)
            if kind != TESTKIT_ENDING_NONE.rawValue, traits.ending == nil { note(.ending(kind: kind, value: value)) }
        }
        return traits
    }

    /// A text; nil for one that cannot be used, which is noted.
    private func text(
        _ text: UnsafePointer<CChar>?, _ what: @autoclosure () -> String, _ note: (DescriptorFault) -> Void
    ) -> String? {
        do throws(NameFault) { return String(decoding: try ValidatedName(text).bytes, as: UTF8.self) } catch {
            note(.text(what(), error))
            return nil
        }
    }

    /// A title; "" for null.
    private func title(_ own: UnsafePointer<CChar>?, _ note: (DescriptorFault) -> Void) -> String {
        own == nil ? "" : text(own, "title", note) ?? ""
    }

    /// A foreign identity; nil for null.
    private func identity(
        _ own: UnsafePointer<testkit_identity>?, _ note: (DescriptorFault) -> Void
    ) -> ForeignIdentity? {
        guard let own = own?.pointee else { return nil }
        let fileID = own.file_id == nil ? "" : text(own.file_id, "file_id of an identity", note)
        guard let fileID, let text = text(own.text, "text of an identity", note) else { return nil }
        return ForeignIdentity(text: text, fileID: fileID, line: own.line, column: own.column)
    }

    /// Some texts of a kind, each once.
    private func read(
        _ count: UInt32, _ what: String, limit: UInt32 = Self.tagLimit, _ note: (DescriptorFault) -> Void,
        _ text: (UInt32) -> UnsafePointer<CChar>?
    ) -> [String] {
        if count > limit { note(.tooMany(count, "\(what)s", limit: limit)) }
        var texts: [String] = []
        for index in 0..<min(count, limit) {
            guard let name = self.text(text(index), "\(what) \(index)", note) else { continue }
            if !texts.contains(name) { texts.append(name) }
        }
        return texts
    }

    /// A limit in nanoseconds; 0, which is none, for one that cannot be.
    private func nanoseconds(_ seconds: Double, _ note: (DescriptorFault) -> Void) -> UInt64 {
        guard seconds > 0, seconds <= Self.longest else {
            note(.timeLimit(seconds))
            return 0
        }
        return max(1, UInt64(seconds * 1_000_000_000))
    }
}
