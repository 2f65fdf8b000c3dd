// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Values of single bundles.
struct ByBundleTests {
    @Test("a value that is changed in place begins with another one where there is none")
    func inPlace() {
        var names: ByBundle<[String]> = [:]
        names[2, default: []].append("a")
        names[2, default: []].append("b")
        names[0, default: ["c"]].append("d")
        #expect(names.all.map(\.bundle) == [0, 2])
        #expect(names.all.map(\.value) == [["c", "d"], ["a", "b"]])
        #expect(names[1, default: ["e"]] == ["e"])
        #expect(names[1] == nil)
    }
}
