// SPDX-License-Identifier: MIT

import Glibc
import SourceKitABI
import Synchronization

/// The toolchain's parser, loaded from its SourceKit library.
///
/// The library is never unloaded: it starts threads of its own. One instance per process, used by one thread.
final class SourceKit {
    /// The functions that are called.
    let functions: Functions
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
        functions = try Functions(handle: handle, path: path)
        let initialize = functions.initialize
        Self.isStarted.withLock { isStarted in
            if !isStarted { initialize() }
            isStarted = true
        }
        names = SourceKitNames(functions.uid)
    }

    /// Parses a source, without looking at any other file, and hands the answer to `read`.
    ///
    /// - Parameter wantsTokens: Whether the answer must have the syntax map, which takes time.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if SourceKit answers with an error.
    func parse<Result>(
        path: String, text: [UInt8], wantsTokens: Bool, read: (SourceKitValue) -> Result
    ) throws(RegistrarError) -> Result {
        guard let request = functions.makeDictionary(nil, nil, 0) else {
            throw .parserFailed(path: path, reason: "SourceKit made no request")
        }
        defer { functions.release(request) }
        functions.setUID(request, names.request, names.editorOpen)
        functions.setString(request, names.name, path)
        text.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            functions.setBuffer(request, names.sourceText, base, bytes.count)
        }
        functions.setInt(request, names.syntacticOnly, 1)
        functions.setInt(request, names.enableDiagnostics, 0)
        functions.setInt(request, names.enableSyntaxMap, wantsTokens ? 1 : 0)
        guard let response = functions.send(request) else {
            throw .parserFailed(path: path, reason: "SourceKit gave no answer")
        }
        defer { functions.dispose(response) }
        guard !functions.isError(response) else {
            let reason = functions.errorText(response).map { String(cString: $0) } ?? "SourceKit gave no reason"
            throw .parserFailed(path: path, reason: reason)
        }
        return read(SourceKitValue(variant: functions.value(response), kit: self))
    }
}

extension SourceKit {
    /// The library's functions, by what they do.
    struct Functions {
        /// Starts the library, once per process.
        let initialize: sk_initialize
        /// Makes a name.
        let uid: sk_uid_get_from_cstr
        /// Makes a request.
        let makeDictionary: sk_request_dictionary_create
        /// Puts a text into a request.
        let setString: sk_request_dictionary_set_string
        /// Puts bytes into a request.
        let setBuffer: sk_request_dictionary_set_stringbuf
        /// Puts a number into a request.
        let setInt: sk_request_dictionary_set_int64
        /// Puts a name into a request.
        let setUID: sk_request_dictionary_set_uid
        /// Frees a request.
        let release: sk_request_release
        /// Sends a request and waits for the answer.
        let send: sk_send_request_sync
        /// Whether an answer is an error.
        let isError: sk_response_is_error
        /// An error's text.
        let errorText: sk_response_error_get_description
        /// An answer's value.
        let value: sk_response_get_value
        /// Frees an answer.
        let dispose: sk_response_dispose
        /// A dictionary's value.
        let get: sk_variant_dictionary_get_value
        /// A dictionary's text.
        let getString: sk_variant_dictionary_get_string
        /// A dictionary's number.
        let getInt: sk_variant_dictionary_get_int64
        /// A dictionary's name.
        let getUID: sk_variant_dictionary_get_uid
        /// An array's count.
        let count: sk_variant_array_get_count
        /// An array's element.
        let element: sk_variant_array_get_value
    }
}

extension SourceKit.Functions {
    /// Finds every function in a loaded library.
    fileprivate init(handle: UnsafeMutableRawPointer, path: String) throws(RegistrarError) {
        /// The function with a name, as the type that the caller expects.
        func find<Function>(_ name: String) throws(RegistrarError) -> Function {
            guard let address = dlsym(handle, "sourcekitd_" + name) else {
                throw .unusableSourceKit(path: path, reason: "it has no function 'sourcekitd_\(name)'")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        initialize = try find("initialize")
        uid = try find("uid_get_from_cstr")
        makeDictionary = try find("request_dictionary_create")
        setString = try find("request_dictionary_set_string")
        setBuffer = try find("request_dictionary_set_stringbuf")
        setInt = try find("request_dictionary_set_int64")
        setUID = try find("request_dictionary_set_uid")
        release = try find("request_release")
        send = try find("send_request_sync")
        isError = try find("response_is_error")
        errorText = try find("response_error_get_description")
        value = try find("response_get_value")
        dispose = try find("response_dispose")
        get = try find("variant_dictionary_get_value")
        getString = try find("variant_dictionary_get_string")
        getInt = try find("variant_dictionary_get_int64")
        getUID = try find("variant_dictionary_get_uid")
        count = try find("variant_array_get_count")
        element = try find("variant_array_get_value")
    }
}
