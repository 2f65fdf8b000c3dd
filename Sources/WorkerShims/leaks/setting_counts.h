/* SPDX-License-Identifier: MIT
 * The number of settings for which a look at the process would have to ask the kernel, piece by piece: actions of signals, limits of
 * resources, timers, attributes of the process, its root directory. They are nine tenths of such a look (process_state.c). */
#ifndef SETTING_COUNTS_H
#define SETTING_COUNTS_H

#include "../system/sanitizers.h"

#include <stdint.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)
/** This program's functions that set one of them come before the C library's: sigaction(2), setrlimit(2), syscall(2) and others.
 *  A setting that a library makes by an instruction of its own does not count. */
#define COUNTS_SETTINGS 1

/** The number of settings so far, plus one. [any] */
uint32_t settings_made(void);

/** Counts a setting that has been made. Any thread, and signal handlers. */
void setting_made(void);
#else
/** Another number each time: any may have been made. [main] */
static inline uint32_t settings_made(void) {
    static uint32_t calls;
    calls += 1;
    return calls;
}

static inline void setting_made(void) {}
#endif

#endif
