// SPDX-License-Identifier: MIT

extension Progress.Slow.Phase {
    /// The phase as programs read it.
    public var word: String {
        switch self {
        case .body: "case"
        case .setUp: "classSetUp"
        case .tearDown: "classTearDown"
        }
    }
}

extension Issue.Kind {
    /// The kind as programs and tables of failures have it.
    public var word: String {
        switch self {
        case .assertion: "assertion"
        case .error: "error"
        case .warning: "warning"
        case .known: "known"
        case .crash: "crash"
        case .timeout: "timeout"
        case .bundleFault: "bundleFault"
        case .leak: "leak"
        }
    }
}
