// SPDX-License-Identifier: MIT

import RunnerSupport

/// The files that a search has come upon.
///
/// The first few are in an array: for a start with one bundle, a set takes longer than all else that is done here.
struct SeenFiles {
    /// The number of files up to which they are compared one by one.
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
