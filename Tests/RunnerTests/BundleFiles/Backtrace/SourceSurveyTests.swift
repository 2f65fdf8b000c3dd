// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import Testing

@testable import RunnerBundleFiles

/// Which sources are newer than something.
struct SourceSurveyTests {
    @Test("a source that was written since an instant is named, an older one and one that is gone are not")
    func written() throws {
        let scratch = TemporaryDirectory()
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

    @Test(
        "a source that a library names is newer, in this process or in another one",
        arguments: [(1, 0), (4, 0), (5, 0), (1, 100)])
    func newer(count: Int, others: Int) throws {
        let scratch = TemporaryDirectory()
        let files = try (0..<count).map { index in
            try scratch.write([], to: "\(index).so")
            return BundleFile(path: scratch.path("\(index).so"), name: "\(index)")
        }
        try scratch.write([], to: "A.swift")
        try scratch.write([], to: "Old.swift")
        for file in files.map(\.path) + [scratch.path("Old.swift")] {
            var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
            #expect(utimes(file, &times) == 0)
        }
        // One comes twice.
        let none = (0..<others).map { "None\($0).swift" }
        let named = (none + ["A.swift", "Old.swift", "None.swift", "A.swift"]).map(scratch.path)
        let survey = SourceSurvey(files, below: scratch.path(""))
        survey.others = { take in for path in named { take(count - 1, path) } }
        #expect(survey.isChanged(scratch.path("A.swift")))
        #expect(!survey.isChanged(scratch.path("Old.swift")))
        #expect(survey.findings == [.init(file: count - 1, newer: [scratch.path("A.swift")])])
    }
}
