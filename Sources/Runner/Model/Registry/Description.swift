// SPDX-License-Identifier: MIT

/// The words for people about a class or a case: reports show them beside its identity.
struct Description: Equatable, Sendable {
    /// What people call it; "" for nothing.
    var title = ""
    /// Links to reports of bugs and the like: each an address or another identifier, and behind a space a title, if it has one.
    var links: [String] = []
    /// How the tools of its framework know it, if they do.
    var identity: ForeignIdentity?

    /// Whether there is nothing to say.
    var isEmpty: Bool { title.isEmpty && links.isEmpty && identity == nil }
}
