/* SPDX-License-Identifier: MIT
 * How often the actions of real-time signals were set, so that a snapshot of the process need not ask for those of all of them each
 * time: that is half of its system calls (process_state.c). */
#ifndef SIGNAL_SETTINGS_H
#define SIGNAL_SETTINGS_H

#include "sanitizers.h"

#include <stdint.h>

/** The signals below the real-time ones, of which a snapshot asks for each. */
#define STANDARD_SIGNALS 31

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)
/** This program's functions come before the C library's that set an action: sigaction(2), signal(3), syscall(2). What a library's own
 *  system call sets counts for the standard signals alone, which are asked for each time. */
#define COUNTS_SIGNAL_SETTINGS 1

/** The number of settings so far, and one. [any] */
uint32_t signal_settings(void);

/** Counts a setting of a signal's action that has been made. Any thread, and signal handlers. */
void signal_setting_made(int signal);
#else
/** Another number each time: any may have been made. [main] */
static inline uint32_t signal_settings(void) {
    static uint32_t calls;
    calls += 1;
    return calls;
}

static inline void signal_setting_made(int signal) { (void)signal; }
#endif

#endif
