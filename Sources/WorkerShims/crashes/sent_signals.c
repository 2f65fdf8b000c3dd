/* SPDX-License-Identifier: MIT
 * Handles fatal signals before Swift's runtime, or instead of it if it is not loaded.
 *
 * The runtime's handler for fatal signals writes a backtrace, restores the default action and returns. After a fault, the
 * instruction faults again, which ends the process. A signal from raise(3) or kill(2) is not repeated, so the process would
 * go on. So this file wraps sigaction(2) for the runtime: the program's `sigaction` takes precedence over the C library's, for
 * libraries that are loaded later as well.
 *
 * The trace is written before the runtime's handler runs (crash_trace.h). Without the runtime, a handler of this file takes the
 * place of the default action and then does the same. It is hidden: a caller of sigaction(2) sees the default action,
 * since the runtime installs its handler only then. Where SIGQUIT is ignored from the start, the handler answers the host's
 * question only, and a caller of sigaction(2) sees SIG_IGN. */
#define _GNU_SOURCE
#include "../leaks/setting_counts.h"
#include "../system/exported.h"
#include "../system/sanitizers.h"
#include "../uses/reach_notes.h"
#include "WorkerShims/coverage.h"
#include "crash_watch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

struct sigaction crash_watch_action(void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    return action;
}

/* The sanitizers handle these signals themselves, and write their own backtraces. */
#ifdef HAS_INTERCEPTOR

void crash_watch_begin(void) {}

int crash_watch_set(int signal, const struct sigaction *wanted) { return sigaction(signal, wanted, NULL); }

#else

/** The C library's function by its other name. */
extern int __sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);

/** The runtime's handler. Written when the runtime is loaded, once for each signal and with the same value. */
static void (*runtime_handler)(int, siginfo_t *, void *);
/** 1 from crash_watch_begin() on. */
static int is_watching;
/** 1 while this file's handler takes the place of an inherited SIG_IGN for SIGQUIT. Written as the action is. */
static int ignores_quit;

/** The signals of the runtime's handler, which it does not block while it runs. */
static const int fatal_signals[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

/** Whether a signal is one of those. */
static int is_fatal(int signal) {
    for (int index = 0; index < FATAL_COUNT; index += 1)
        if (fatal_signals[index] == signal) return 1;
    return 0;
}

/** Lets the runtime's handler run as it asks for: with the fatal signals let through that were not blocked before, since its
 *  memory server, which inherits the mask, handles faults. A fault of the handler itself ends the process. */
static void call_runtime(int signal, siginfo_t *information, void *context) {
    const sigset_t *before = &((const ucontext_t *)context)->uc_sigmask;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t let_through;
    sigemptyset(&let_through);
    for (int index = 0; index < FATAL_COUNT; index += 1) {
        /* Other threads go on meanwhile, and meet breakpoints. */
        int is_kept = fatal_signals[index] == SIGTRAP && signal != SIGTRAP && reach_is_on();
        if (!is_kept) __sigaction(fatal_signals[index], &standard, NULL);
        if (!sigismember(before, fatal_signals[index])) sigaddset(&let_through, fatal_signals[index]);
    }
    sigprocmask(SIG_UNBLOCK, &let_through, NULL);
    runtime_handler(signal, information, context);
}

/** Does what the default does once the handler returns: the instruction faults again, or the signal is sent again. */
static void end_now(int signal, int is_sent) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    __sigaction(signal, &standard, NULL);
    if (is_sent) raise(signal);
}

static void end_by_default(int signal, siginfo_t *information, void *context);

/** Lets the runtime write its backtrace, and repeats a sent signal, which the default action now handles. */
static void end_if_sent(int signal, siginfo_t *information, void *context) {
    /* A question of the user's, by way of the host. */
    if (information->si_code == SI_QUEUE && crash_trace_is_asked_for(signal, information)) {
        return end_by_default(signal, information, context);
    }
    int is_sent = information->si_code <= 0;
    int has_table = crash_trace_take(signal, information, context, 1);
    coverage_save();
    if (!has_table) return end_now(signal, is_sent);
    call_runtime(signal, information, context);
    if (is_sent) raise(signal);
}

/** Writes the trace, and does what the default does. The host's question ends nothing. */
static void end_by_default(int signal, siginfo_t *information, void *context) {
    int kept = errno, is_asked_for = crash_trace_is_asked_for(signal, information);
    if (signal == SIGQUIT && ignores_quit && !is_asked_for) return;
    crash_trace_take(signal, information, context, 0);
    coverage_save();
    errno = kept;
    if (is_asked_for) return;
    end_now(signal, information->si_code <= 0);
}

int crash_watch_set(int signal, const struct sigaction *wanted) {
    int error = __sigaction(signal, wanted, NULL);
    setting_made();
    return error;
}

static int act(int signal, const struct sigaction *wanted, struct sigaction *before);

/** Puts this file's handler in the place of the default. */
static int watch(int signal) {
    const struct sigaction action = crash_watch_action(end_by_default);
    return act(signal, &action, NULL);
}

void crash_watch_begin(void) {
    is_watching = 1;
    for (int index = 0; index < FATAL_COUNT; index += 1) {
        int signal = fatal_signals[index];
        struct sigaction before;
        if (__sigaction(signal, NULL, &before) != 0) continue;
        /* A shell without job control starts each background command so. The host's question is still answered. */
        if (signal == SIGQUIT) ignores_quit = before.sa_handler == SIG_IGN;
        if (before.sa_handler == SIG_DFL || (signal == SIGQUIT && ignores_quit)) watch(signal);
    }
}

/** Whether an action is the runtime's: no other blocks exactly the signals that are not fatal. */
static int is_runtime(int signal, const struct sigaction *action) {
    if (action->sa_flags != (SA_ONSTACK | SA_SIGINFO | SA_NODEFER)) return 0;
    for (int index = 0; index < FATAL_COUNT; index += 1)
        if (sigismember(&action->sa_mask, fatal_signals[index])) return 0;
    return is_fatal(signal) && sigismember(&action->sa_mask, SIGTERM) && sigismember(&action->sa_mask, SIGUSR1);
}

/** Asks for an action, or sets one: where a test's functions are recorded, that of SIGTRAP is the recorder's. */
static int act(int signal, const struct sigaction *wanted, struct sigaction *before) {
    if (signal == SIGTRAP && reach_trap_action(wanted, before)) return 0;
    if (wanted == NULL || !reach_is_on()) return __sigaction(signal, wanted, before);
    struct sigaction copy = *wanted;
    sigdelset(&copy.sa_mask, SIGTRAP);
    return __sigaction(signal, &copy, before);
}

/** Sets an action, or watches in the place of the default. */
static int set(int signal, const struct sigaction *wanted) {
    if (wanted == NULL) return 0;
    if (signal == SIGQUIT) ignores_quit = 0;
    if (wanted->sa_handler == SIG_DFL && is_watching && is_fatal(signal) && crash_trace_is_wanted()) return watch(signal);
    if (wanted->sa_sigaction == end_if_sent || !is_runtime(signal, wanted)) return act(signal, wanted, NULL);
    runtime_handler = wanted->sa_sigaction;
    const struct sigaction action = crash_watch_action(end_if_sent);
    return act(signal, &action, NULL);
}

EXPORTED int sigaction(int signal, const struct sigaction *restrict wanted, struct sigaction *restrict before) {
    struct sigaction found;
    int was_ignored = signal == SIGQUIT && ignores_quit;
    int error = act(signal, NULL, &found);
    if (error == 0) error = set(signal, wanted);
    if (wanted != NULL) setting_made();
    if (error != 0 || before == NULL) return error;
    if (found.sa_sigaction == end_by_default) {
        memset(&found, 0, sizeof found);
        found.sa_handler = was_ignored ? SIG_IGN : SIG_DFL;
    }
    *before = found;
    return 0;
}

#endif
