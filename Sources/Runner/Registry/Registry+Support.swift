extension Registry {
    /// Why a case cannot run here, in words; nil if it can.
    func reasonNotSupported(ofCase index: Int) -> String? {
        let entry = cases[index]
        switch classes[entry.classIndex].unsupported {
        case .byClass: return CaseResult.platformReason
        case .bySuite: return CaseResult.refusalReason
        case .noCase, nil:
            if entry.isSupported { return nil }
            return entry.isRefused ? CaseResult.refusalReason : CaseResult.platformReason
        }
    }
}
