/* SPDX-License-Identifier: MIT
 * HAS_INTERCEPTOR is defined if a sanitizer wraps functions of the C library, so that this program cannot. */
#ifndef SANITIZERS_H
#define SANITIZERS_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_INTERCEPTOR 1
#endif
#endif

#endif
