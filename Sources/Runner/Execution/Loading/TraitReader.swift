// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

/// Reads the traits that a bundle states for its classes and cases besides their descriptors.
struct TraitReader {
    /// The most tags, resources or links that a class or a case may have of its own.
    private static let countLimit: UInt32 = 1000
    /// The longest time limit, in seconds, as on the command line.
    private static let longest = 1e9

    /// The bundle, which is connected.
    let bundle: UnsafePointer<testkit_bundle>

    /// Whether there is nothing to ask for.
    var isEmpty: Bool { bundle.pointee.class_traits == nil && bundle.pointee.case_traits == nil }

    /// The statement of a bundle about a class, checked for its size; nil if there is none.
    func statement(onClass index: UInt32) throws(DescriptorFault) -> testkit_class_traits? {
        try Self.read(bundle.pointee.class_traits?(bundle, index))
    }

    /// Copies a statement, as far as this host knows it.
    private static func read<Statement>(_ address: UnsafePointer<Statement>?) throws(DescriptorFault) -> Statement? {
        guard let address else { return nil }
        do throws(DescriptorFault) { return try SizedStruct.read(address) } catch { throw .at("traits", error) }
    }

    /// Returns the traits of a class, less those that cannot be used, which are noted.
    func traits(ofClass index: UInt32, _ note: (DescriptorFault) -> Void) throws(DescriptorFault) -> Traits {
        var traits = Traits()
        guard let own = try statement(onClass: index) else { return traits }
        traits.tags = read(own.tags, own.tag_count, "tag", note)
        traits.limit = nanoseconds(own.time_limit, note)
        traits.resources = read(own.resources, own.resource_count, "resource", note)
        traits.description.title = title(own.title, note)
        traits.description.identity = try identity(own.identity, note)
        return traits
    }

    /// Returns the traits that one class states of a case, less those that cannot be used, which are noted.
    func traits(
        ofCase caseIndex: UInt32, of owner: UInt32, in classIndex: UInt32, _ note: (DescriptorFault) -> Void
    ) throws(DescriptorFault) -> Traits {
        var traits = Traits()
        guard let own = try Self.read(bundle.pointee.case_traits?(bundle, classIndex, owner, caseIndex)) else {
            return traits
        }
        traits.tags = read(own.tags, own.tag_count, "tag", note)
        traits.limit = nanoseconds(own.time_limit, note)
        traits.description.title = title(own.title, note)
        traits.description.links = read(own.links, own.link_count, "link", note)
        traits.description.identity = try identity(own.identity, note)
        traits.ending = ExitExpectation(kind: own.ending, value: own.ending_value)
        if own.ending != TESTKIT_ENDING_NONE.rawValue, traits.ending == nil {
            note(.ending(kind: own.ending, value: own.ending_value))
        }
        return traits
    }

    /// Returns what a bundle states for the event stream of its framework besides its tests, less what cannot be used, which is noted.
    func framework(_ note: (DescriptorFault) -> Void) throws(DescriptorFault) -> FrameworkSuites {
        var framework = FrameworkSuites()
        guard let address = bundle.pointee.get_extension?(bundle, TESTKIT_FRAMEWORK_EXTENSION),
            let own = try Self.read(address.assumingMemoryBound(to: testkit_framework.self))
        else { return framework }
        if own.run_record != nil { framework.runRecord = text(own.run_record, "run_record", note) }
        guard own.suite_count <= BundleEnumerator.countLimit else {
            throw .tooMany(own.suite_count, "suites", limit: BundleEnumerator.countLimit)
        }
        guard let suites = own.suites else { return framework }
        for index in 0..<Int(own.suite_count) {
            guard let suite = try Self.read(suites[index]), let identity = try identity(suite.identity, note) else {
                continue
            }
            framework.suites.append(
                FrameworkSuites.Suite(
                    identity: identity, file: suite.file == nil ? "" : text(suite.file, "file", note) ?? "",
                    title: title(suite.title, note), tags: read(suite.tags, suite.tag_count, "tag", note)))
        }
        return framework
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
    ) throws(DescriptorFault) -> ForeignIdentity? {
        guard let own = try Self.read(own) else { return nil }
        let fileID = own.file_id == nil ? "" : text(own.file_id, "file_id of an identity", note)
        guard let fileID, let text = text(own.text, "text of an identity", note) else { return nil }
        return ForeignIdentity(
            text: text, fileID: fileID, line: own.line, column: own.column,
            comments: read(own.comments, own.comment_count, "comment", note, isUnique: false),
            parameters: read(own.parameters, own.parameter_count, "parameter", note, isUnique: false))
    }

    /// Some texts of a kind, each once unless they may come again.
    private func read(
        _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ what: String,
        _ note: (DescriptorFault) -> Void, isUnique: Bool = true
    ) -> [String] {
        if count == 0 { return [] }
        guard let texts else {
            note(.text("\(what)s", .null))
            return []
        }
        if count > Self.countLimit { note(.tooMany(count, "\(what)s", limit: Self.countLimit)) }
        var read: [String] = []
        for index in 0..<Int(min(count, Self.countLimit)) {
            guard let name = text(texts[index], "\(what) \(index)", note) else { continue }
            if !isUnique || !read.contains(name) { read.append(name) }
        }
        return read
    }

    /// A limit in nanoseconds; 0 for none and for one that cannot be.
    private func nanoseconds(_ limit: UnsafePointer<Double>?, _ note: (DescriptorFault) -> Void) -> UInt64 {
        guard let seconds = limit?.pointee else { return 0 }
        guard seconds > 0, seconds <= Self.longest else {
            note(.timeLimit(seconds))
            return 0
        }
        return max(1, UInt64(seconds * 1_000_000_000))
    }
}
