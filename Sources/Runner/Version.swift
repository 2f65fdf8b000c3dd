/// The project's version.
enum Version {
    /// As released; `CHANGELOG.md` says what came with it.
    static let current = "0.1.0"
}
