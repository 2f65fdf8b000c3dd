/* SPDX-License-Identifier: MIT */
#include "WorkerShims/system.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of Swift's runtime and of the C++ one that it is built on: there in a host, and not in every program that has this file. */
extern char *_swift_backtrace_demangle(const char *, size_t, char *, size_t *) __attribute__((weak));
extern char *swift_demangle(const char *, size_t, char *, size_t *, uint32_t) __attribute__((weak));
extern char *__cxa_demangle(const char *, char *, size_t *, int *) __attribute__((weak));

char *symbol_full_name(const char *symbol) {
    if (strncmp(symbol, "$s", 2) == 0 && swift_demangle != NULL)
        return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
    return symbol_name(symbol);
}

char *symbol_name(const char *symbol) {
    size_t length = strlen(symbol);
    int is_swift = strncmp(symbol, "$s", 2) == 0 || strncmp(symbol, "$S", 2) == 0;
    /* Short, as backtraces have it: without modules and types. */
    if (is_swift && _swift_backtrace_demangle != NULL) return _swift_backtrace_demangle(symbol, length, NULL, NULL);
    if (is_swift && swift_demangle != NULL) return swift_demangle(symbol, length, NULL, NULL, 0);
    int status = 0;
    if (strncmp(symbol, "_Z", 2) == 0 && __cxa_demangle != NULL) return __cxa_demangle(symbol, NULL, NULL, &status);
    return NULL;
}
