/// The objects of a test executable, linked once more as a library.
struct Relinking {
    /// The executable.
    private let path: String
    /// The reason why it cannot be opened as it is.
    private let obstacle: String

    /// Prepares the linking of a file that an obstacle keeps from being opened.
    init(of path: String, because obstacle: String) {
        self.path = path
        self.obstacle = obstacle
    }

    /// Links to a path.
    func link(to target: String) throws {
        let what = "it has \(obstacle), which a linker resolves in executables so that no other program can open them"
        throw ELFFile.Fault(reason: "\(what); run `swift test` for it")
    }
}
