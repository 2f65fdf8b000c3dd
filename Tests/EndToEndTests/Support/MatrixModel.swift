// SPDX-License-Identifier: MIT

import Foundation

/// The crash matrix: each way to misbehave in each place, and what is to come of it.
///
/// A cell is a copy of one bundle (`matrix.c`), which knows by its name what to do: "segv@body".
enum MatrixModel {
    /// A way to misbehave, and what becomes of the process.
    struct Way: Sendable {
        /// Its name in the bundle.
        let name: String
        /// Its effect on the process.
        let effect: Effect
        /// A further text in its report, if any.
        var says = ""
        /// The function that its backtrace names, where it has one.
        var frame = ""
        /// Whether its backtrace leads to a source line.
        var hasPlace = false
        /// The report about the class that leaves its process so.
        var leaves = ""

        /// Whether it costs a time limit.
        var isHanging: Bool { if case .hangs = effect { true } else { false } }
    }

    /// The effect on the process.
    enum Effect: Sendable {
        /// It ends, in these words.
        case ends(String)
        /// It does not go on.
        case hangs
        /// It goes on.
        case survives
    }

    /// A place in a bundle's life.
    enum Place: String, CaseIterable, Sendable {
        case constructor, registration
        case begin, setup, body, teardown, end
        case exit

        /// How a report names it.
        var words: String {
            switch self {
            case .constructor: "while it was opened (in a constructor)"
            case .registration: "in its registration"
            case .begin: "in the test's set-up"
            case .setup: "in the case's set-up"
            case .body: "in the case's body"
            case .teardown: "in the case's tear-down"
            case .end: "in the test's tear-down"
            case .exit: "in an exit handler"
            }
        }

        /// The line that `matrix.c` records there.
        var line: Int? {
            switch self {
            case .begin: 41
            case .setup: 42
            case .body: 43
            case .teardown: 44
            case .end: 45
            case .constructor, .registration, .exit: nil
            }
        }

        /// Whether it belongs to one case.
        var isInCase: Bool { [.setup, .body, .teardown].contains(self) }
    }

    /// Every way.
    static let ways: [Way] =
        [
            Way(name: "segv", effect: .ends("was ended by SIGSEGV"), frame: "segv"),
            Way(name: "bus", effect: .ends("was ended by SIGBUS"), frame: "bus"),
            Way(name: "fpe", effect: .ends("was ended by SIGFPE"), frame: "fpe"),
            Way(name: "ill", effect: .ends("was ended by SIGILL"), frame: "ill"),
            Way(name: "abort", effect: .ends("was ended by SIGABRT")),
            Way(
                name: "fatalerror", effect: .ends("was ended by SIG"), says: "Fatal error: nothing can be done",
                frame: "matrixFatalError()", hasPlace: true),
            Way(
                name: "bounds", effect: .ends("was ended by SIG"), says: "Fatal error: Index out of range",
                frame: "matrixOutOfBounds()", hasPlace: true),
            Way(name: "throw", effect: .ends("was ended by SIGABRT")),
            Way(name: "overflow", effect: .ends("was ended by SIGSEGV"), says: "Stack overflow", frame: "overflow"),
            Way(name: "thread", effect: .ends("was ended by SIGSEGV"), frame: "segv"),
            Way(name: "memory", effect: .ends("was ended by SIGABRT")),
            Way(name: "raise", effect: .ends("was ended by SIGSEGV")),
            Way(name: "term", effect: .ends("was ended by SIGTERM")),
            Way(name: "user", effect: .ends("was ended by SIGUSR1")),
            Way(name: "alarm", effect: .ends("was ended by SIGALRM")),
            Way(name: "kill", effect: .ends("was ended by SIGKILL")),
            Way(name: "unmap", effect: .ends("was ended by SIGSEGV")),
            Way(name: "exit", effect: .ends("ended the process with exit status 0")),
            Way(name: "_exit", effect: .ends("ended the process with exit status 0")),
            Way(name: "pthreadexit", effect: .ends("ended the process with exit status 0")),
            Way(name: "exec", effect: .ends("ended the process with exit status 0")),
            Way(name: "seccomp", effect: .ends("was ended by SIGKILL")),
            Way(name: "timer", effect: .ends("was ended by SIGKILL")),
        ]
        + ["loop", "deadlock", "blocked", "stop", "execsleep"].map { Way(name: $0, effect: .hangs) }
        + ["close", "scribble", "forkreturn", "forkexit", "forkstay", "daemon", "vfork", "flood", "setsid", "late"]
        .map { Way(name: $0, effect: .survives) }
        + ["pdeathsig", "traceme"].map { Way(name: $0, effect: .survives) }
        + [
            ("chdir", "working directory"), ("limits", "resource limit"),
            ("standard", "descriptors closed: 0, 1, 2"), ("replace", "descriptors replaced: 1, 2"),
            ("children", "child processes left: "), ("nice", "nice value"), ("fullpipe", "descriptors replaced: 1, 2"),
            // Only root may do these.
            ("nobody", getuid() == 0 ? "user and group" : ""), ("chroot", getuid() == 0 ? "root directory" : ""),
        ].map { Way(name: $0, effect: .survives, leaves: $1) }

    /// Makes the cells of some ways and places.
    ///
    /// Returns their directory.
    static func make(_ ways: [Way], _ places: [Place], in directory: TemporaryDirectory) throws -> String {
        let library = try compile(in: directory)
        let cells = try directory.makeDirectory("cells")
        for way in ways {
            for place in places {
                // A copy: the loader knows a file by its inode.
                try FileManager.default.copyItem(atPath: library, toPath: "\(cells)/\(way.name)@\(place.rawValue).so")
            }
        }
        return cells
    }

    /// Compiles the one bundle of all cells, from C, C++ and Swift.
    private static func compile(in directory: TemporaryDirectory) throws -> String {
        let (source, object) = (CFixture.root + "/Tests/Fixtures/C/matrix.cpp", directory.file("matrix-cpp.o"))
        try Subprocess.succeed(["c++", "-O0", "-fPIC", "-c", source, "-o", object])
        return try CFixture.link(
            "matrix.c", to: "Matrix.so", in: directory, options: ["-DFLOOD_MEGABYTES=8"],
            by: ["-g", "-Onone", "-module-name", "Matrix", "SOURCES/Matrix.swift", object, "-lstdc++"])
    }
}
