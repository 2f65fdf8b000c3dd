// SPDX-License-Identifier: MIT

import RunnerSupport

/// The words for people about a class or a case: reports show them next to its identity.
///
/// Rule 71.
public struct Description: Equatable, Sendable {
    /// The name for people; "" for none.
    public var title = ""
    /// Links to reports of bugs and the like: each an address or another identifier, then a space and a title, if it has one.
    public var links: [String] = []
    /// The identity for the tools of its framework, if they know it.
    public var identity: ForeignIdentity?

    /// Makes one from its parts.
    public init(title: String = "", links: [String] = [], identity: ForeignIdentity? = nil) {
        (self.title, self.links, self.identity) = (title, links, identity)
    }

    /// Whether there is nothing to say.
    public var isEmpty: Bool { title.isEmpty && links.isEmpty && identity == nil }

    /// Passes all of it.
    mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&title)
        coder.pass(&links)
        coder.pass(&identity, blank: ForeignIdentity(text: "")) { $0.pass(&$1) }
    }
}
