/* SPDX-License-Identifier: MIT
 * Keeps SIGTRAP out of the masks of a process that records what tests reach (reach.h): a thread that blocks it dies of the first
 * breakpoint. The effect of sigaction(2) on it is in sent_signals.c. */
#define _GNU_SOURCE
#include "../leaks/setting_counts.h"
#include "../system/exported.h"
#include "../system/next_function.h"
#include "../system/sanitizers.h"
#include "reach_functions.h"
#include "reach_notes.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)

/** A mask without SIGTRAP, in the caller's memory; the mask itself where nothing is recorded. */
static const sigset_t *without_trap(const sigset_t *mask, sigset_t *copy) {
    if (mask == NULL || !reach_is_on()) return mask;
    *copy = *mask;
    sigdelset(copy, SIGTRAP);
    return copy;
}

/** A function that takes a mask for a time, and the call of the real one. */
#define UNMASKING(name, parameters, words) \
    static __typeof__(&name) real_##name; \
    static int our_##name parameters { \
        sigset_t copy; \
        return real_##name words; \
    } \
    IN_PLACE_OF(name, NULL)
UNMASKING(pthread_sigmask, (int how, const sigset_t *mask, sigset_t *before),
    (how, how == SIG_UNBLOCK ? mask : without_trap(mask, &copy), before))
UNMASKING(sigprocmask, (int how, const sigset_t *mask, sigset_t *before),
    (how, how == SIG_UNBLOCK ? mask : without_trap(mask, &copy), before))
UNMASKING(sigsuspend, (const sigset_t *mask), (without_trap(mask, &copy)))
UNMASKING(ppoll, (struct pollfd *places, nfds_t count, const struct timespec *limit, const sigset_t *mask),
    (places, count, limit, without_trap(mask, &copy)))
UNMASKING(pselect,
    (int count, fd_set *reading, fd_set *writing, fd_set *failing, const struct timespec *limit, const sigset_t *mask),
    (count, reading, writing, failing, limit, without_trap(mask, &copy)))
UNMASKING(epoll_pwait, (int poller, struct epoll_event *events, int limit, int timeout, const sigset_t *mask),
    (poller, events, limit, timeout, without_trap(mask, &copy)))

/* The C library sets the action itself, not by its sigaction(2). */
EXPORTED __sighandler_t signal(int number, __sighandler_t handler) {
    if (!reach_is_on()) {
        __sighandler_t before = NEXT(signal)(number, handler);
        setting_made();
        return before;
    }
    struct sigaction wanted = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&wanted.sa_mask);
    return sigaction(number, &wanted, &before) == 0 ? before.sa_handler : SIG_ERR;
}

#endif
