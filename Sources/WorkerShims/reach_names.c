/* SPDX-License-Identifier: MIT
 * Notes that a test asks for names of machines (reach.h), and so always runs: name servers may answer. */
#define _GNU_SOURCE
#include "exported.h"
#include "next_function.h"
#include "reach_notes.h"
#include "sanitizers.h"

#include <dlfcn.h>
#include <netdb.h>
#include <resolv.h>
#include <signal.h>
#include <stddef.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)

EXPORTED int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
    struct addrinfo **restrict found) {
    reach_flag(REACH_NETWORK);
    return NEXT(getaddrinfo)(name, service, hints, found);
}

EXPORTED struct hostent *gethostbyname(const char *name) {
    reach_flag(REACH_NETWORK);
    return NEXT(gethostbyname)(name);
}

EXPORTED struct hostent *gethostbyname2(const char *name, int family) {
    reach_flag(REACH_NETWORK);
    return NEXT(gethostbyname2)(name, family);
}

EXPORTED struct hostent *gethostbyaddr(const void *address, socklen_t size, int family) {
    reach_flag(REACH_NETWORK);
    return NEXT(gethostbyaddr)(address, size, family);
}

EXPORTED int gethostbyname_r(const char *restrict name, struct hostent *restrict found, char *restrict buffer, size_t size,
    struct hostent **restrict result, int *restrict error) {
    reach_flag(REACH_NETWORK);
    return NEXT(gethostbyname_r)(name, found, buffer, size, result, error);
}

EXPORTED int gethostbyname2_r(const char *restrict name, int family, struct hostent *restrict found, char *restrict buffer,
    size_t size, struct hostent **restrict result, int *restrict error) {
    reach_flag(REACH_NETWORK);
    return NEXT(gethostbyname2_r)(name, family, found, buffer, size, result, error);
}

EXPORTED int getnameinfo(const struct sockaddr *restrict address, socklen_t size, char *restrict host, socklen_t host_size,
    char *restrict service, socklen_t service_size, int flags) {
    reach_flag(REACH_NETWORK);
    return NEXT(getnameinfo)(address, size, host, host_size, service, service_size, flags);
}

EXPORTED int getaddrinfo_a(int mode, struct gaicb *list[restrict], int count, struct sigevent *restrict event) {
    reach_flag(REACH_NETWORK);
    return NEXT(getaddrinfo_a)(mode, list, count, event);
}

EXPORTED struct netent *getnetbyname(const char *name) {
    reach_flag(REACH_NETWORK);
    return NEXT(getnetbyname)(name);
}

EXPORTED int getnetbyname_r(const char *restrict name, struct netent *restrict found, char *restrict buffer, size_t size,
    struct netent **restrict result, int *restrict error) {
    reach_flag(REACH_NETWORK);
    return NEXT(getnetbyname_r)(name, found, buffer, size, result, error);
}

EXPORTED struct netent *getnetbyaddr(uint32_t net, int family) {
    reach_flag(REACH_NETWORK);
    return NEXT(getnetbyaddr)(net, family);
}

EXPORTED int getnetbyaddr_r(uint32_t net, int family, struct netent *restrict found, char *restrict buffer, size_t size,
    struct netent **restrict result, int *restrict error) {
    reach_flag(REACH_NETWORK);
    return NEXT(getnetbyaddr_r)(net, family, found, buffer, size, result, error);
}

/* The resolver. Before glibc 2.34 it is a library of its own, with the names in two underscores; the runner does not load it, but what
 * calls it has done so. */

/** Notes it, and finds the resolver's function of a name; `old_name` is the one in that library. */
static void *resolver(const char *name, const char *old_name) {
    reach_flag(REACH_NETWORK);
    void *found = dlsym(RTLD_NEXT, name);
    if (found != NULL) return found;
    void *library = dlopen("libresolv.so.2", RTLD_LAZY | RTLD_NOLOAD);
    return library == NULL ? NULL : dlsym(library, old_name);
}

/** Calls the resolver's function of a name; -1 where there is none. */
#define CALL_RESOLVER(name, ...) \
    ({ \
        __typeof__(&name) next = (__typeof__(&name))resolver(#name, "__" #name); \
        next == NULL ? -1 : next(__VA_ARGS__); \
    })

/* An older header has the names in underscores for both. */
#undef res_query
#undef res_nquery
#undef res_search
#undef res_nsearch
#undef res_querydomain
#undef res_nquerydomain
#undef res_send
#undef res_nsend

extern int res_query(const char *, int, int, unsigned char *, int);
EXPORTED int res_query(const char *name, int class, int type, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_query, name, class, type, answer, size);
}
EXPORTED int __res_query(const char *, int, int, unsigned char *, int) __attribute__((alias("res_query")));

extern int res_nquery(res_state, const char *, int, int, unsigned char *, int);
EXPORTED int res_nquery(res_state state, const char *name, int class, int type, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_nquery, state, name, class, type, answer, size);
}
EXPORTED int __res_nquery(res_state, const char *, int, int, unsigned char *, int) __attribute__((alias("res_nquery")));

extern int res_search(const char *, int, int, unsigned char *, int);
EXPORTED int res_search(const char *name, int class, int type, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_search, name, class, type, answer, size);
}
EXPORTED int __res_search(const char *, int, int, unsigned char *, int) __attribute__((alias("res_search")));

extern int res_nsearch(res_state, const char *, int, int, unsigned char *, int);
EXPORTED int res_nsearch(res_state state, const char *name, int class, int type, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_nsearch, state, name, class, type, answer, size);
}
EXPORTED int __res_nsearch(res_state, const char *, int, int, unsigned char *, int) __attribute__((alias("res_nsearch")));

extern int res_querydomain(const char *, const char *, int, int, unsigned char *, int);
EXPORTED int res_querydomain(const char *name, const char *domain, int class, int type, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_querydomain, name, domain, class, type, answer, size);
}
EXPORTED int __res_querydomain(const char *, const char *, int, int, unsigned char *, int)
    __attribute__((alias("res_querydomain")));

extern int res_nquerydomain(res_state, const char *, const char *, int, int, unsigned char *, int);
EXPORTED int res_nquerydomain(res_state state, const char *name, const char *domain, int class, int type, unsigned char *answer,
    int size) {
    return CALL_RESOLVER(res_nquerydomain, state, name, domain, class, type, answer, size);
}
EXPORTED int __res_nquerydomain(res_state, const char *, const char *, int, int, unsigned char *, int)
    __attribute__((alias("res_nquerydomain")));

extern int res_send(const unsigned char *, int, unsigned char *, int);
EXPORTED int res_send(const unsigned char *message, int count, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_send, message, count, answer, size);
}
EXPORTED int __res_send(const unsigned char *, int, unsigned char *, int) __attribute__((alias("res_send")));

extern int res_nsend(res_state, const unsigned char *, int, unsigned char *, int);
EXPORTED int res_nsend(res_state state, const unsigned char *message, int count, unsigned char *answer, int size) {
    return CALL_RESOLVER(res_nsend, state, message, count, answer, size);
}
EXPORTED int __res_nsend(res_state, const unsigned char *, int, unsigned char *, int) __attribute__((alias("res_nsend")));

#endif
