// SPDX-License-Identifier: MIT

/// The platform suffixes of names, as the host reads them.
///
/// Without a host everything is supported.
///
/// Rule 10.
enum PlatformSuffix {
    /// Whether a case's name lets it run here.
    static func supports(_ name: String) -> Bool {
        HostConnection.current?.isPlatformCurrent(ofName: name) ?? true
    }

    /// Whether the nearest suffixed class of the chain, the class itself first, lets it run here.
    static func supports(_ type: TestCase.Type) -> Bool {
        guard let host = HostConnection.current else { return true }
        var link: AnyClass? = type
        while let current = link, current != TestCase.self {
            if let isCurrent = host.isPlatformCurrent(ofName: _typeName(current, qualified: false)) { return isCurrent }
            link = _getSuperclass(current)
        }
        return true
    }
}
