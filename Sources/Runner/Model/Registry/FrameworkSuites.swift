// SPDX-License-Identifier: MIT

import RunnerSupport

/// What readers of another framework's event stream expect of a bundle besides its tests.
public struct FrameworkSuites: Equatable, Sendable {
    /// A suite without a test directly in it, so that it is no class.
    public struct Suite: Equatable, Sendable {
        /// How the framework's tools know it.
        public var identity: ForeignIdentity
        /// The path of its source file; "" if that is not known.
        public var file = ""
        /// What people call it; "" for nothing.
        public var title = ""
        /// Its tags, those of suites around it included.
        public var tags: [String] = []

        /// Makes one from its parts.
        public init(identity: ForeignIdentity, file: String = "", title: String = "", tags: [String] = []) {
            self.identity = identity
            self.file = file
            self.title = title
            self.tags = tags
        }
    }

    /// The suites.
    public var suites: [Suite] = []
    /// What the framework writes in its stream when a run starts, as JSON, if it does.
    public var runRecord: String?

    /// Starts with nothing.
    public init() {}

    /// Appends it to a bundle's part of the listing.
    public func write(to listing: inout ByteWriter) {
        listing.append(optional: runRecord)
        listing.append(UInt32(suites.count))
        for suite in suites {
            suite.identity.write(to: &listing)
            listing.append(text: suite.file)
            listing.append(text: suite.title)
            listing.append(texts: suite.tags)
        }
    }

    /// Reads what `write` wrote.
    init(_ reader: inout ByteReader) throws(ByteReader.Exhausted) {
        runRecord = try reader.readOptionalString()
        for _ in 0..<(try reader.read(UInt32.self)) {
            let identity = try ForeignIdentity(&reader)
            var suite = Suite(identity: identity, file: try reader.readString(), title: try reader.readString())
            suite.tags = try reader.readStrings()
            suites.append(suite)
        }
    }
}
