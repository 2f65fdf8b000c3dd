// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Where a library wants the loader to look.
struct RunPathTests {
    @Test(
        "the loader's words are those of the library's own place",
        arguments: [
            ("$ORIGIN", "/own"), ("${ORIGIN}/../x", "/own/../x"), ("/opt/$LIB/swift", "/opt/lib/swift"),
            ("/a$ORIGIN/b${ORIGIN}", "/a/own/b/own"), ("/cost/$5", "/cost/$5"), ("/$", "/$"), ("/plain", "/plain"),
        ])
    func words(entry: String, place: String) {
        #expect(RunPath([entry, "/last"]).directories(origin: "/own") == [place, "/last"])
    }

    @Test("those of the older tag come before those of the environment")
    func order() {
        #expect(RunPath(["$ORIGIN"]).ordered([1, 2], environment: [3]) == [3, 1, 2])
        #expect(RunPath(["$ORIGIN"], isFirst: true).ordered([1, 2], environment: [3]) == [1, 2, 3])
    }
}
