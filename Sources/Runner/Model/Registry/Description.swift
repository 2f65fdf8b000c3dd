// SPDX-License-Identifier: MIT

import RunnerSupport

/// The words for people about a class or a case: reports show them beside its identity.
///
/// Rule 71.
public struct Description: Equatable, Sendable {
    /// What people call it; "" for nothing.
    public var title = ""
    /// Links to reports of bugs and the like: each an address or another identifier, and behind a space a title, if it has one.
    public var links: [String] = []
    /// How the tools of its framework know it, if they do.
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
