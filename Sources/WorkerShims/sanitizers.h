/* SPDX-License-Identifier: MIT
 * HAS_INTERCEPTOR where a sanitizer stands between libraries and the C library itself, so that nobody else can. */
#ifndef SANITIZERS_H
#define SANITIZERS_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_INTERCEPTOR 1
#endif
#endif

#endif
