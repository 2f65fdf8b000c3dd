/* SPDX-License-Identifier: MIT
 * The part of the toolchain's SourceKit C API that BundleRegistrar calls. The library is loaded with dlopen at build
 * time, so nothing here is linked: each type is that of the function with the same name in SourceKit/sourcekitd.h.
 * Swift cannot pass a C struct by value without a C declaration of it; that is why this is C. */
#ifndef SOURCEKIT_ABI_H
#define SOURCEKIT_ABI_H

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

typedef void (*sk_initialize)(void);
typedef sk_uid (*sk_uid_get_from_cstr)(const char *string);
typedef sk_object (*sk_request_dictionary_create)(const sk_uid *keys, const sk_object *values, size_t count);
typedef void (*sk_request_dictionary_set_string)(sk_object dictionary, sk_uid key, const char *string);
typedef void (*sk_request_dictionary_set_stringbuf)(sk_object dictionary, sk_uid key, const char *buffer,
                                                    size_t length);
typedef void (*sk_request_dictionary_set_int64)(sk_object dictionary, sk_uid key, int64_t value);
typedef void (*sk_request_dictionary_set_uid)(sk_object dictionary, sk_uid key, sk_uid value);
typedef void (*sk_request_release)(sk_object object);
typedef sk_response (*sk_send_request_sync)(sk_object request);
typedef bool (*sk_response_is_error)(sk_response response);
typedef const char *(*sk_response_error_get_description)(sk_response response);
typedef sk_variant (*sk_response_get_value)(sk_response response);
typedef void (*sk_response_dispose)(sk_response response);
typedef sk_variant (*sk_variant_dictionary_get_value)(sk_variant dictionary, sk_uid key);
typedef const char *(*sk_variant_dictionary_get_string)(sk_variant dictionary, sk_uid key);
typedef int64_t (*sk_variant_dictionary_get_int64)(sk_variant dictionary, sk_uid key);
typedef sk_uid (*sk_variant_dictionary_get_uid)(sk_variant dictionary, sk_uid key);
typedef size_t (*sk_variant_array_get_count)(sk_variant array);
typedef sk_variant (*sk_variant_array_get_value)(sk_variant array, size_t index);

#endif
