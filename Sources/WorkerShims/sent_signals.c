/* SPDX-License-Identifier: MIT
 * Makes a signal that a process sends itself as deadly as it is without Swift's runtime.
 *
 * The runtime's handler for fatal signals writes a backtrace, makes the default stand again, and returns: the
 * instruction that was at fault faults again, and that ends the process. A signal that was sent, by raise(3) or kill(2),
 * does not come again, and the process would go on. So this file stands between the runtime and sigaction(2): the name
 * `sigaction` in the program goes before the C library's, for libraries loaded later too. */
#define _GNU_SOURCE
#include "sanitizers.h"

#include <signal.h>
#include <string.h>

/* The sanitizers stand there themselves, and write their own backtraces. */
#ifndef HAS_INTERCEPTOR

/** The C library's function by its other name. */
extern int __sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);

/** The runtime's handler. Written when the runtime is loaded, once for each signal and with the same value. */
static void (*runtime_handler)(int, siginfo_t *, void *);

/** What the runtime's handler is for, and does not hold off while it runs. */
static const int fatal_signals[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

/** Lets the runtime write its backtrace, and sends a signal that was sent once more: now the default stands. */
static void end_if_sent(int signal, siginfo_t *information, void *context) {
    int is_sent = information->si_code <= 0;
    runtime_handler(signal, information, context);
    if (is_sent) raise(signal);
}

/** Whether an action is the runtime's: no other holds off just what is not fatal. */
static int is_runtime(int signal, const struct sigaction *action) {
    if (action->sa_flags != (SA_ONSTACK | SA_SIGINFO | SA_NODEFER)) return 0;
    int is_fatal = 0;
    for (size_t index = 0; index < sizeof fatal_signals / sizeof *fatal_signals; index += 1) {
        if (sigismember(&action->sa_mask, fatal_signals[index])) return 0;
        if (signal == fatal_signals[index]) is_fatal = 1;
    }
    return is_fatal && sigismember(&action->sa_mask, SIGTERM) && sigismember(&action->sa_mask, SIGUSR1);
}

int sigaction(int signal, const struct sigaction *restrict wanted, struct sigaction *restrict before) {
    if (wanted == NULL || wanted->sa_sigaction == end_if_sent || !is_runtime(signal, wanted))
        return __sigaction(signal, wanted, before);
    struct sigaction action = *wanted;
    runtime_handler = wanted->sa_sigaction;
    action.sa_sigaction = end_if_sent;
    return __sigaction(signal, &action, before);
}

#endif
