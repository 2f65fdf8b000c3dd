// SPDX-License-Identifier: MIT

/// The files that a search has come upon.
///
/// The first few are in an array: a set costs a start with one bundle more than all else that is done for it here.
struct SeenFiles {
    /// How many are looked through one by one.
    private static let few = 16

    /// The first ones.
    private var first: [FileIdentity] = []
    /// The others.
    private var others: Set<FileIdentity> = []

    /// Remembers a file; returns whether it is new.
    mutating func insert(_ file: FileIdentity) -> Bool {
        if first.contains(file) { return false }
        if first.count == Self.few { return others.insert(file).inserted }
        first.append(file)
        return true
    }
}
