// SPDX-License-Identifier: MIT

import RunnerSupport

/// The suites and the run's start of a bundle, for readers of another framework's event stream.
public struct FrameworkSuites: Equatable, Sendable {
    /// A suite without a test directly in it, so that it is no class.
    public struct Suite: Equatable, Sendable {
        /// The identity for the framework's tools.
        public var identity: ForeignIdentity
        /// The path of its source file; "" if that is not known.
        public var file = ""
        /// The name for people; "" for none.
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
    /// The record that the framework writes in its stream when a run starts, as JSON, if it does.
    public var runRecord: String?

    /// Starts with nothing.
    public init() {}

    /// Passes all of it.
    public mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&runRecord, blank: "") { $1.pass(&$0) }
        coder.pass(&suites, blank: Suite(identity: ForeignIdentity(text: ""))) { suite, coder in
            suite.identity.pass(&coder)
            coder.pass(&suite.file)
            coder.pass(&suite.title)
            coder.pass(&suite.tags)
        }
    }
}
