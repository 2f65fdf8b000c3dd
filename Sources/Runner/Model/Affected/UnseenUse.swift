// SPDX-License-Identifier: MIT

/// The uses of a test that the records cannot show, so that it always runs; the bits are those of `reach_flag`, and two of the host's.
public struct UnseenUse: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It started a program.
    public static let program = UnseenUse(rawValue: 2)
    /// It used the network.
    public static let network = UnseenUse(rawValue: 4)
    /// It opened a library.
    public static let library = UnseenUse(rawValue: 8)
    /// It shared memory with other processes.
    public static let shared = UnseenUse(rawValue: 16)
    /// It called the kernel directly.
    public static let kernel = UnseenUse(rawValue: 32)
    /// It used more files than are recorded, or looked through whole directories.
    public static let files = UnseenUse(rawValue: 64)
    /// Its process could not be prepared.
    public static let blind = UnseenUse(rawValue: 128)
    /// A file that it used changed while it ran.
    public static let changing = UnseenUse(rawValue: 1 << 16)
    /// It passed only after a failure.
    public static let flaky = UnseenUse(rawValue: 1 << 17)
    /// It did not pass when it last ran: then nothing else is known.
    public static let failed = UnseenUse(rawValue: 1 << 18)

    /// All of them, with their words.
    private static let all: [(UnseenUse, String)] = [
        (program, "it starts a program"), (network, "it uses the network"), (library, "it opens a library"),
        (shared, "it shares memory or semaphores with other processes"), (kernel, "it calls the kernel directly"),
        (files, "it uses more files than can be recorded, or walks directory trees"),
        (blind, "its process could not be prepared for recording"),
        (changing, "a file that it uses changed while it ran"), (flaky, "it passed only after a failure"),
    ]

    /// The words for people.
    public var words: String { Self.all.filter { contains($0.0) }.map(\.1).joined(separator: ", and ") }
}
