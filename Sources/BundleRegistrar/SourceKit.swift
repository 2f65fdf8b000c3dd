// SPDX-License-Identifier: MIT

import Glibc
import SourceKitABI

/// The toolchain's parser, loaded from its SourceKit library.
///
/// The library is never unloaded: it starts threads of its own. One instance per process, used by one thread.
final class SourceKit {
    /// The functions that are called.
    let functions: Functions
    /// The names of SourceKit that are asked for.
    let names: SourceKitNames

    /// Loads the library at a path.
    ///
    /// Throws ``RegistrarError/unusableSourceKit(path:reason:)`` if it does not load or lacks a function.
    init(path: String) throws(RegistrarError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "dlopen failed"
            throw .unusableSourceKit(path: path, reason: reason)
        }
        functions = try Functions(handle: handle, path: path)
        functions.initialize()
        names = SourceKitNames(functions.uid)
    }

    /// Parses a source, without looking at any other file, and hands the answer to `read`.
    ///
    /// - Parameter wantsTokens: Whether the answer must have the syntax map, which takes time.
    ///
    /// Throws ``RegistrarError/parserFailed(path:reason:)`` if SourceKit answers with an error.
    func parse<Result>(
        path: String,
        text: [UInt8],
        wantsTokens: Bool,
        read: (SourceKitValue) -> Result
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
        let initialize: sk_initialize
        let uid: sk_uid_get_from_cstr
        let makeDictionary: sk_request_dictionary_create
        let setString: sk_request_dictionary_set_string
        let setBuffer: sk_request_dictionary_set_stringbuf
        let setInt: sk_request_dictionary_set_int64
        let setUID: sk_request_dictionary_set_uid
        let release: sk_request_release
        let send: sk_send_request_sync
        let isError: sk_response_is_error
        let errorText: sk_response_error_get_description
        let value: sk_response_get_value
        let dispose: sk_response_dispose
        let get: sk_variant_dictionary_get_value
        let getString: sk_variant_dictionary_get_string
        let getInt: sk_variant_dictionary_get_int64
        let getUID: sk_variant_dictionary_get_uid
        let count: sk_variant_array_get_count
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
