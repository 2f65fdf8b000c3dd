/* SPDX-License-Identifier: MIT
 * The part of the toolchain's SourceKit C API that BundleRegistrar calls. The library is loaded with dlopen at build
 * time, so nothing here is linked: each function has the type that it has in SourceKit/sourcekitd.h.
 * Swift cannot pass a C struct by value without a C declaration of it; that is why this is C. */
#ifndef SOURCEKIT_ABI_H
#define SOURCEKIT_ABI_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A unique name: key, kind or request. Lives as long as the process. */
typedef void *sk_uid;
/** A request under construction. Owned by the caller. */
typedef void *sk_object;
/** An answer. Owned by the caller; the variants that it contains live as long as it does. */
typedef void *sk_response;

/** A value in an answer. */
typedef struct {
    uint64_t data[3];
} sk_variant;

_Static_assert(sizeof(sk_variant) == 24, "sourcekitd_variant_t is three 64-bit words");

/** The functions, each with its result, its name less `sourcekitd_`, and its parameters. */
#define SK_FUNCTIONS(F)                                                                                                \
    F(void, initialize, (void))                                                                                        \
    F(sk_uid, uid_get_from_cstr, (const char *string))                                                                 \
    F(sk_object, request_dictionary_create, (const sk_uid *keys, const sk_object *values, size_t count))               \
    F(void, request_dictionary_set_string, (sk_object dictionary, sk_uid key, const char *string))                     \
    F(void, request_dictionary_set_stringbuf,                                                                          \
      (sk_object dictionary, sk_uid key, const char *buffer, size_t length))                                           \
    F(void, request_dictionary_set_int64, (sk_object dictionary, sk_uid key, int64_t value))                           \
    F(void, request_dictionary_set_uid, (sk_object dictionary, sk_uid key, sk_uid value))                              \
    F(void, request_release, (sk_object object))                                                                       \
    F(sk_response, send_request_sync, (sk_object request))                                                             \
    F(bool, response_is_error, (sk_response response))                                                                 \
    F(const char *, response_error_get_description, (sk_response response))                                            \
    F(sk_variant, response_get_value, (sk_response response))                                                          \
    F(void, response_dispose, (sk_response response))                                                                  \
    F(sk_variant, variant_dictionary_get_value, (sk_variant dictionary, sk_uid key))                                   \
    F(const char *, variant_dictionary_get_string, (sk_variant dictionary, sk_uid key))                                \
    F(int64_t, variant_dictionary_get_int64, (sk_variant dictionary, sk_uid key))                                      \
    F(sk_uid, variant_dictionary_get_uid, (sk_variant dictionary, sk_uid key))                                         \
    F(size_t, variant_array_get_count, (sk_variant array))                                                             \
    F(sk_variant, variant_array_get_value, (sk_variant array, size_t index))

/** Where they are in a loaded library. */
typedef struct {
#define SK_FIELD(type, name, parameters) type(*name) parameters;
    SK_FUNCTIONS(SK_FIELD)
} sk_functions;

/** Finds all of them; the name of the first that is missing, or NULL. */
static inline const char *sk_find(void *library, sk_functions *functions) {
#define SK_FIND(type, name, parameters)                                                                                \
    functions->name = (type(*) parameters)dlsym(library, "sourcekitd_" #name);                                         \
    if (functions->name == NULL) return "sourcekitd_" #name;
    SK_FUNCTIONS(SK_FIND)
    return NULL;
}

#endif
