// SPDX-License-Identifier: MIT

import Testing

/// C++ exceptions in bundles, whose C++ runtime is not the one that a released runner has linked in.
struct ExceptionTests {
    @Test("an exception crosses libraries, and ends only the case that lets it out", arguments: ["worker", "case"])
    func cross(isolation: String) throws {
        let directory = TemporaryDirectory()
        let cpp = ["-xc++", "-std=c++17"]
        try CFixture.compile(
            "cpp_exceptions.cpp", to: "libthrowing.so", in: directory, define: ["LIBRARY": nil], options: cpp, by: "c++"
        )
        let object = try CFixture.compile("cpp_exceptions.cpp", to: "throwing.o", in: directory, options: cpp + ["-c"])
        // Both need the library.
        let names = ["First", "Second"]
        for name in names {
            try CFixture.compile(
                "cpp_exceptions.c", to: name + ".so", in: directory,
                options: [object, "-L\(directory.path)", "-lthrowing", "-lstdc++", "-Wl,-rpath,$ORIGIN"])
        }
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", "--isolation", isolation, directory.path])
        let outcomes = Report(result.output).outcomes
        #expect(outcomes.count == 6 * names.count, "\(result.output)")
        for outcome in outcomes {
            let isLetOut = outcome.identity.hasSuffix("/testThrowsAtRunner")
            #expect(outcome.kind == (isLetOut ? .crashed : .passed), "\(outcome.text)")
            #expect(!isLetOut || outcome.text.contains("SIGABRT"), "\(outcome.text)")
        }
    }
}
