/* SPDX-License-Identifier: MIT
 * Between the handlers for fatal signals (sent_signals.c) and what they write (crash_trace.c). */
#ifndef CRASH_WATCH_H
#define CRASH_WATCH_H

#include <signal.h>

/** From here on, a signal that would end the process is written down first. */
void crash_watch_begin(void);

/** The action of a handler of this program. While it runs, the kernel blocks every signal; a fault of the handler itself cannot
 *  be blocked, so the kernel ends the process by the default action at once. Handlers are never nested, and so never
 *  exhaust the stack. */
struct sigaction crash_watch_action(void (*handler)(int, siginfo_t *, void *));

/** sigaction(2), past this program's own. */
int crash_watch_set(int signal, const struct sigaction *wanted);

/** Makes this process the writer of the trace. */
void crash_trace_adopt(void);

/** Whether this process writes down what it crashes at: not one that a test forked. */
int crash_trace_is_wanted(void);

/** Whether a signal is the host's, which wants a trace of a process that goes on. */
int crash_trace_is_asked_for(int signal, const siginfo_t *information);

/** Writes down where this thread is; the first of all calls alone. `is_told_on` is 1 where Swift's runtime writes a backtrace
 *  after that. Returns 0 where a bundle took the shared memory from this process: the host knows no crash of it, and a
 *  backtrace would only be time in which it seems to hang. [signal handler] */
int crash_trace_take(int signal, const siginfo_t *information, const void *context, int is_told_on);

/** Stores a sanitizer's finding, in case the process ends before it reports it; clears it if both are null. */
void crash_trace_find(const char *sanitizer, const char *what);

/** Has the sanitizers' runtimes report what they find. */
void sanitizer_watch(void);

#endif
