// SPDX-License-Identifier: MIT

import Glibc

/// The terminal of a descriptor.
public enum Terminal {
    /// The terminal's width in columns; nil where there is none, or one that cannot draw over a line.
    public static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1, environment("TERM") != "dumb" else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Returns how to ask for the terminal's width, which changes while a run goes on.
    ///
    /// Whether there is a terminal is asked now and never again: a report asks for the width at each line.
    public static func widths(of descriptor: Int32) -> () -> Int? {
        width(of: descriptor) == nil ? { nil } : { width(of: descriptor) }
    }

    /// Returns how to ask for the width that long lines are broken to: the terminal's, or what `COLUMNS` says where there is
    /// none; nil where neither is known.
    public static func columns(of descriptor: Int32) -> () -> Int? {
        let widths = widths(of: descriptor)
        if widths() != nil { return widths }
        let columns = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 < leastColumns ? nil : $0 }
        return { columns }
    }

    /// The least number of columns that is believed.
    private static let leastColumns = 20

    /// Whether to use colour by default: on a terminal, unless `NO_COLOR` says otherwise (no-color.org).
    public static func takesColor(_ descriptor: Int32) -> Bool {
        if let value = environment("NO_COLOR"), !value.isEmpty { return false }
        return isatty(descriptor) == 1 && environment("TERM") != "dumb"
    }

    /// A variable of the environment.
    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
