// SPDX-License-Identifier: MIT

import Glibc
import SourceKitABI
import Synchronization

/// The toolchain's parser, loaded from its SourceKit library.
///
/// The library is never unloaded: it starts threads of its own. One instance per process, used by one thread.
final class SourceKit {
    /// The functions that are called.
    let functions: sk_functions
    /// The names of SourceKit that are asked for.
    let names: SourceKitNames
    /// Whether the library has been started, which must happen once in a process: others wait for that.
    private static let isStarted = Mutex(false)

    /// Loads the library at a path.
    ///
    /// Throws ``RegistrarError/unusableSourceKit(path:reason:)`` if it does not load or lacks a function.
    init(path: String) throws(RegistrarError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "dlopen failed"
            throw .unusableSourceKit(path: path, reason: reason)
        }
        var functions = sk_functions()
        if let missing = sk_find(handle, &functions) {
            throw .unusableSourceKit(path: path, reason: "it has no function '\(String(cString: missing))'")
        }
        self.functions = functions
        Self.isStarted.withLock { isStarted in
            if !isStarted { functions.initialize() }
            isStarted = true
        }
        names = SourceKitNames(functions)
    }

    /// Parses a source, without looking at any other file, and hands the answer to `read`.
    ///
    /// - Parameter wantsTokens: Whether the answer must have the syntax map, which takes time.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if SourceKit answers with an error.
    func parse<Result>(
        path: String, text: [UInt8], wantsTokens: Bool, read: (SourceKitValue) -> Result
    ) throws(RegistrarError) -> Result {
        guard let request = functions.request_dictionary_create(nil, nil, 0) else {
            throw .parserFailed(path: path, reason: "SourceKit made no request")
        }
        defer { functions.request_release(request) }
        functions.request_dictionary_set_uid(request, names.request, names.editorOpen)
        functions.request_dictionary_set_string(request, names.name, path)
        text.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            functions.request_dictionary_set_stringbuf(request, names.sourceText, base, bytes.count)
        }
        functions.request_dictionary_set_int64(request, names.syntacticOnly, 1)
        functions.request_dictionary_set_int64(request, names.enableDiagnostics, 0)
        functions.request_dictionary_set_int64(request, names.enableSyntaxMap, wantsTokens ? 1 : 0)
        guard let response = functions.send_request_sync(request) else {
            throw .parserFailed(path: path, reason: "SourceKit gave no answer")
        }
        defer { functions.response_dispose(response) }
        guard !functions.response_is_error(response) else {
            let reason =
                functions.response_error_get_description(response).map { String(cString: $0) }
                ?? "SourceKit gave no reason"
            throw .parserFailed(path: path, reason: reason)
        }
        return read(SourceKitValue(variant: functions.response_get_value(response), kit: self))
    }
}
