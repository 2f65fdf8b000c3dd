// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Which exit code wins where several apply.
///
/// Rule 44.
struct ExitCodeTests {
    /// The flags that a number's bits stand for, and the code that they come to.
    func resolve(_ bits: Int) -> ExitCode {
        ExitCode.resolve(
            isCutShort: bits & 1 != 0, hasFailed: bits & 2 != 0, hasFault: bits & 4 != 0,
            isFocusForbidden: bits & 8 != 0, isIncomplete: bits & 16 != 0, hasRun: bits & 32 != 0)
    }

    @Test("first that applies wins", arguments: 0..<64)
    func precedence(bits: Int) {
        let precedence: [ExitCode] = [.cutShort, .failure, .bundleFault, .focusForbidden, .incomplete]
        let first = precedence.indices.first { bits & 1 << $0 != 0 }
        #expect(resolve(bits) == first.map { precedence[$0] } ?? (bits & 32 != 0 ? .success : .nothingRan))
    }

    @Test("codes are the published ones")
    func publishedCodes() {
        let codes: [ExitCode] = [
            .success, .failure, .usage, .nothingRan, .bundleFault, .cutShort, .focusForbidden,
            .coverageTooLow, .incomplete,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    }
}
