// SPDX-License-Identifier: MIT

/// A bundle that cannot be used, and why: one named result, while all other bundles run.
public struct BundleFault: Equatable, Sendable {
    /// Where it is.
    public let path: String
    /// Its name, as far as it has one.
    public let name: String
    /// At which step it came up.
    public let kind: LoadFault.Kind
    /// The expectation and the actual value, in a line.
    public let reason: String
    /// Its output before it died.
    public let output: String?

    /// A fault that came up when a bundle was loaded.
    public init(file: BundleFile, _ fault: LoadFault) {
        path = file.path
        name = file.name
        kind = fault.kind
        reason = fault.reason
        output = fault.output
    }

    /// A fault of the file itself.
    public init(path: String, _ cause: LoadFault.Cause) { self.init(path: path, words: cause.words) }

    /// A fault of a file that another run has put into words.
    public init(path: String, words reason: String) {
        self.path = path
        name = BundleFile.baseName(of: path)
        kind = .badFile
        self.reason = reason
        output = nil
    }
}
