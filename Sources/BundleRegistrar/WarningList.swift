// SPDX-License-Identifier: MIT

/// The warnings about what cannot be registered.
struct WarningList {
    /// The warnings, in the order in which they were found.
    private(set) var found: [Warning] = []

    /// The warnings, by file, line and column; those of others among them.
    func sorted(with others: [Warning]) -> [Warning] {
        (found + others).sorted {
            ($0.file, $0.location.line, $0.location.column) < ($1.file, $1.location.line, $1.location.column)
        }
    }

    /// Warns about a type.
    mutating func add(about entry: ModuleIndex.Entry, losing subject: Warning.Subject = .other, _ message: String) {
        found.append(
            Warning(
                file: entry.file, location: entry.declaration.location, conditions: entry.conditions, subject: subject,
                message: message))
    }

    /// Warns about a method or a function.
    mutating func add(
        about method: Method, in file: String, losing subject: Warning.Subject = .methods(1), _ message: String
    ) {
        found.append(
            Warning(
                file: file, location: method.location, conditions: method.conditions, subject: subject,
                message: message))
    }

    /// Warns about a method of a class that is not registered.
    mutating func add(about found: CaseMethod, of name: String, _ reason: String) {
        let method = CaseName.unquoted(found.method.name)
        let message = "test method '\(method)' of '\(name)' is not registered and will not run: \(reason)"
        add(about: found.method, in: found.file, message)
    }

    /// Whether a method of a class can be registered.
    ///
    /// Warns if not, except about overrides: the method that they override is declared elsewhere, and is what it is.
    mutating func admits(_ found: CaseMethod, of name: String, obstacle: String? = nil) -> Bool {
        let own = found.problem
        guard let reason = own ?? obstacle ?? found.obstacle else { return true }
        if own == nil || !found.method.isOverride && !found.isHelper { add(about: found, of: name, reason) }
        return false
    }
}
