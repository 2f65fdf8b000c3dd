// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerBundleFiles

/// Which sources are newer than something.
struct SourceSurveyTests {
    @Test("a source that was written since an instant is named, an older one and one that is gone are not")
    func written() throws {
        let scratch = try TemporaryDirectory()
        try scratch.write([], to: "A.swift")
        try scratch.write([], to: "B.swift")
        let paths = ["A.swift", "B.swift", "None.swift"].map(scratch.path)
        let time = try #require(SourceSurvey.time(of: paths[0]))
        let instant = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        #expect(SourceSurvey.written([paths[0], paths[2]], since: instant) == [])
        #expect(SourceSurvey.written(Set(paths), since: instant - 1).first == paths[0])
        // A full second later, with fewer nanoseconds.
        #expect(SourceSurvey.written(Set(paths), since: instant / 1_000_000_000 * 1_000_000_000 - 1).count == 2)
        #expect(SourceSurvey.written(Set(paths), since: instant + 3_600_000_000_000) == [])
    }
}
