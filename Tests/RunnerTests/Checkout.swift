// SPDX-License-Identifier: MIT

import Foundation

/// The checkout of this project, of which some tests read other files.
enum Checkout {
    /// Its directory.
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The path of a file in it.
    static func path(_ name: String) -> String { directory.appendingPathComponent(name).path }
}
