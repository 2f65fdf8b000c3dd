// SPDX-License-Identifier: MIT

import RunnerSupport

/// Rule 10.
extension Registry {
    /// The reason why a case cannot run here; nil if it can.
    public func reasonNotSupported(ofCase index: Int) -> NotRunReason? {
        let entry = cases[index]
        switch classes[entry.classIndex].unsupported {
        case .byClass: return .platform(platform(ofClass: entry.classIndex))
        case .bySuite: return .refused
        case .noCase, nil:
            if entry.isSupported { return nil }
            return entry.isRefused ? .refused : .platform(platform(named: entry.name))
        }
    }

    /// The platform that a class's name asks for, or the nearest superclass's that has one.
    func platform(ofClass index: Int) -> String? {
        chain(from: index).lazy.compactMap { platform(named: classes[$0].name) }.first
    }

    /// The platform that a name's suffix asks for.
    private func platform(named name: Text) -> String? {
        bytes.withUnsafeBytes { platforms.suffix(of: UnsafeRawBufferPointer(rebasing: $0[name.range])) }
    }
}
