// SPDX-License-Identifier: MIT

/// Colours for a terminal, or none.
public struct Style: Sendable {
    /// Whether anything is coloured.
    public let isEnabled: Bool

    /// Makes one from its parts.
    public init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// Text between an SGR sequence (ECMA-48) and its end.
    private func paint(_ text: String, _ code: String) -> String {
        isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// For what matters.
    public func bold(_ text: String) -> String { paint(text, "1") }
    /// For what may be passed over.
    public func dim(_ text: String) -> String { paint(text, "2") }
    /// For the message of a failure.
    public func boldRed(_ text: String) -> String { paint(text, "1;31") }
    /// For failures.
    public func red(_ text: String) -> String { paint(text, "31") }
    /// For what passed.
    public func green(_ text: String) -> String { paint(text, "32") }
    /// For what a reader must notice.
    public func yellow(_ text: String) -> String { paint(text, "33") }
    /// For places.
    public func cyan(_ text: String) -> String { paint(text, "36") }
}
