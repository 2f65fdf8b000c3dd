/* SPDX-License-Identifier: MIT
 * Counts settings of signals' actions and of limits. The functions that set both and are wrapped for another reason as well are in
 * sent_signals.c (sigaction), reach_signals.c (signal) and reach_uses.c (syscall); the C library's others set by themselves. */
#define _GNU_SOURCE
#include "setting_counts.h"

#ifdef COUNTS_SETTINGS

#include "exported.h"
#include "next_function.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <ulimit.h>

static uint32_t of_signals = 1, of_limits = 1;

uint32_t signal_settings(void) { return __atomic_load_n(&of_signals, __ATOMIC_ACQUIRE); }
uint32_t limit_settings(void) { return __atomic_load_n(&of_limits, __ATOMIC_ACQUIRE); }

/* Called behind the setting: whoever looked before counts it as new. */
void signal_setting_made(void) { __atomic_add_fetch(&of_signals, 1, __ATOMIC_ACQ_REL); }
void limit_setting_made(void) { __atomic_add_fetch(&of_limits, 1, __ATOMIC_ACQ_REL); }

/* Other names of the same function. */
EXPORTED __sighandler_t bsd_signal(int number, __sighandler_t handler) { return signal(number, handler); }
EXPORTED __sighandler_t ssignal(int number, __sighandler_t handler) { return signal(number, handler); }

EXPORTED __sighandler_t __sysv_signal(int number, __sighandler_t handler) {
    __sighandler_t before = NEXT(__sysv_signal)(number, handler);
    signal_setting_made();
    return before;
}

EXPORTED __sighandler_t sysv_signal(int number, __sighandler_t handler) { return __sysv_signal(number, handler); }

/* Declared as deprecated, which is the caller's matter. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

EXPORTED __sighandler_t sigset(int number, __sighandler_t handler) {
    __sighandler_t before = NEXT(sigset)(number, handler);
    signal_setting_made();
    return before;
}

EXPORTED int sigignore(int number) {
    int error = NEXT(sigignore)(number);
    signal_setting_made();
    return error;
}

EXPORTED int siginterrupt(int number, int interrupts) {
    int error = NEXT(siginterrupt)(number, interrupts);
    signal_setting_made();
    return error;
}

#pragma GCC diagnostic pop

EXPORTED int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    int error = NEXT(setrlimit)(resource, limit);
    limit_setting_made();
    return error;
}

EXPORTED int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
    int error = NEXT(setrlimit64)(resource, limit);
    limit_setting_made();
    return error;
}

EXPORTED int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *limit, struct rlimit *before) {
    int error = NEXT(prlimit)(process, resource, limit, before);
    if (limit != NULL) limit_setting_made();
    return error;
}

EXPORTED int prlimit64(pid_t process, enum __rlimit_resource resource, const struct rlimit64 *limit, struct rlimit64 *before) {
    int error = NEXT(prlimit64)(process, resource, limit, before);
    if (limit != NULL) limit_setting_made();
    return error;
}

EXPORTED long ulimit(int command, ...) {
    va_list list;
    va_start(list, command);
    long value = va_arg(list, long);
    va_end(list);
    long result = NEXT(ulimit)(command, value);
    limit_setting_made();
    return result;
}

#endif
