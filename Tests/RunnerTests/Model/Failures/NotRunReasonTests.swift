// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Why something did not run, as the event stream says it.
struct NotRunReasonTests {
    @Test(
        "every reason is read back as it was written",
        arguments: [
            NotRunReason.platform(nil), .platform("iPad"), .refused, .skipped("its platform is not current"),
            .setUpFailed, .bundleLost,
            .stopped,
            .cutShort, .interrupted, .missing(hasStarted: true), .missing(hasStarted: false),
            .other("its platform is not current"),
        ])
    func isReadBack(reason: NotRunReason) {
        #expect(NotRunReason(word: reason.word, words: reason.words, platform: reason.platform) == reason)
    }

    @Test("nothing is no reason")
    func nothing() { #expect(NotRunReason(word: nil, words: nil) == nil) }

    @Test("only what cannot run here is unsupported")
    func unsupported() {
        #expect(NotRunReason.platform("iPad").isUnsupported && NotRunReason.refused.isUnsupported)
        #expect(!NotRunReason.skipped(NotRunReason.platform(nil).words).isUnsupported)
    }
}
