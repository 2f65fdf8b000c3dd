// SPDX-License-Identifier: MIT

extension Registry {
    /// Why a case cannot run here; nil if it can.
    func reasonNotSupported(ofCase index: Int) -> NotRunReason? {
        let entry = cases[index]
        switch classes[entry.classIndex].unsupported {
        case .byClass: return .platform
        case .bySuite: return .refused
        case .noCase, nil:
            if entry.isSupported { return nil }
            return entry.isRefused ? .refused : .platform
        }
    }
}
