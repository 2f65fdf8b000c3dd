// SPDX-License-Identifier: MIT

/// A test executable that was linked once more as a library, since it could not be opened.
public enum AdaptedLibrary {
    /// The endings of the names of files that the adapter makes of an executable: a library, and the lines of its methods.
    public static let suffixes = (library: ".testkit.so", places: ".testkit.places")
}
