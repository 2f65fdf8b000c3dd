// SPDX-License-Identifier: MIT

import Foundation

/// A directory for one test.
final class ReportDirectory {
    /// Where it is; removed with the object.
    private let directory: URL

    /// Makes an empty directory.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("report-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The path of something in it.
    func path(_ name: String) -> String { directory.path + "/" + name }

    /// Writes a file, and the directories above it.
    func write(_ bytes: [UInt8], to name: String) throws {
        let place = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: place)
    }
}
