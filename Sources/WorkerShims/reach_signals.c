/* SPDX-License-Identifier: MIT
 * Keeps SIGTRAP out of the masks of a process that records what tests reach (reach.h): a thread that blocks it dies of the first
 * breakpoint. What sigaction(2) would do to it is in sent_signals.c. */
#define _GNU_SOURCE
#include "exported.h"
#include "next_function.h"
#include "reach_notes.h"
#include "sanitizers.h"
#include "setting_counts.h"

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

EXPORTED int pthread_sigmask(int how, const sigset_t *restrict mask, sigset_t *restrict before) {
    sigset_t copy;
    if (how != SIG_UNBLOCK) mask = without_trap(mask, &copy);
    return NEXT(pthread_sigmask)(how, mask, before);
}

EXPORTED int sigprocmask(int how, const sigset_t *restrict mask, sigset_t *restrict before) {
    sigset_t copy;
    if (how != SIG_UNBLOCK) mask = without_trap(mask, &copy);
    return NEXT(sigprocmask)(how, mask, before);
}

EXPORTED int sigsuspend(const sigset_t *mask) {
    sigset_t copy;
    return NEXT(sigsuspend)(without_trap(mask, &copy));
}

EXPORTED int ppoll(struct pollfd *places, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
    sigset_t copy;
    return NEXT(ppoll)(places, count, limit, without_trap(mask, &copy));
}

EXPORTED int pselect(
    int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict failing,
    const struct timespec *restrict limit, const sigset_t *restrict mask) {
    sigset_t copy;
    return NEXT(pselect)(count, reading, writing, failing, limit, without_trap(mask, &copy));
}

EXPORTED int epoll_pwait(int poller, struct epoll_event *events, int limit, int timeout, const sigset_t *mask) {
    sigset_t copy;
    return NEXT(epoll_pwait)(poller, events, limit, timeout, without_trap(mask, &copy));
}

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
