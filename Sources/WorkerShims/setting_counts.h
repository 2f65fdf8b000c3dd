/* SPDX-License-Identifier: MIT
 * How often actions of signals and limits of resources were set, so that a look at the process need not ask the kernel for each of
 * them: that is half of its system calls (process_state.c). */
#ifndef SETTING_COUNTS_H
#define SETTING_COUNTS_H

#include "sanitizers.h"

#include <stdint.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)
/** This program's functions that set an action or a limit come before the C library's: sigaction(2), signal(3), setrlimit(2),
 *  syscall(2) and their relatives. A system call of a library's own instruction does not count. */
#define COUNTS_SETTINGS 1

/** The number of settings of signals' actions so far, and one. [any] */
uint32_t signal_settings(void);

/** The number of settings of limits so far, and one. [any] */
uint32_t limit_settings(void);

/** Counts a setting of a signal's action that has been made. Any thread, and signal handlers. */
void signal_setting_made(void);

/** Counts a setting of a limit that has been made. Any thread, and signal handlers. */
void limit_setting_made(void);
#else
/** Another number each time: any may have been made. [main] */
static inline uint32_t signal_settings(void) {
    static uint32_t calls;
    calls += 1;
    return calls;
}

/** Another number each time: any may have been made. [main] */
static inline uint32_t limit_settings(void) {
    static uint32_t calls;
    calls += 1;
    return calls;
}

static inline void signal_setting_made(void) {}
#endif

#endif
