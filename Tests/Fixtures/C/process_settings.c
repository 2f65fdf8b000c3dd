/* SPDX-License-Identifier: MIT
 *
 * Classes that set an action of a signal or a limit, each by another function of the C library. */
#define _GNU_SOURCE
#include "fixture.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ulimit.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The headers declare it for older standards alone. */
extern __sighandler_t bsd_signal(int number, __sighandler_t handler);

static void handle(int number) { (void)number; }

static const struct rlimit small = {500, 500};
static const struct rlimit64 small64 = {500, 500};

/** An action as the kernel takes it: what ignores a signal needs no function to return by. */
static const struct { void (*handler)(int); unsigned long flags; void *restorer; uint64_t mask; } ignored = {.handler = SIG_IGN};

/** Does what one function does, and passes. */
#define SETTER(name, ...) \
    static uint32_t name(void) { \
        __VA_ARGS__; \
        return TESTKIT_PASSED; \
    } \
    static const fixture_case name##_cases[] = {CASE_AS(name, "testSets", 0, NULL)};

SETTER(by_signal, signal(SIGUSR1, SIG_IGN))
SETTER(by_sigaction, sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle}, NULL))
SETTER(by_bsd_signal, bsd_signal(SIGUSR1, handle))
SETTER(by_ssignal, ssignal(SIGUSR1, handle))
SETTER(by_sysv_signal, sysv_signal(SIGUSR1, handle))
SETTER(by_private_sysv_signal, __sysv_signal(SIGUSR1, handle))
SETTER(by_sigset, sigset(SIGUSR1, handle))
SETTER(by_sigignore, sigignore(SIGUSR1))
SETTER(by_system_call, syscall(SYS_rt_sigaction, SIGUSR1, &ignored, NULL, 8))
SETTER(by_real_time_signal, signal(40, SIG_IGN))
SETTER(by_setrlimit, setrlimit(RLIMIT_NOFILE, &small))
SETTER(by_setrlimit64, setrlimit64(RLIMIT_NOFILE, &small64))
SETTER(by_prlimit, prlimit(0, RLIMIT_NOFILE, &small, NULL))
SETTER(by_prlimit64, prlimit64(0, RLIMIT_NOFILE, &small64, NULL))
SETTER(by_ulimit, ulimit(UL_SETFSIZE, 1L << 30))
SETTER(by_limit_call, syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &small, NULL))
#ifdef SYS_setrlimit
SETTER(by_older_limit_call, syscall(SYS_setrlimit, RLIMIT_NOFILE, &small))
#else
SETTER(by_older_limit_call, setrlimit(RLIMIT_NOFILE, &small))
#endif

/** siginterrupt(3) changes the flags of a handler that is there; both are this class's. */
SETTER(by_siginterrupt, signal(SIGUSR1, handle), siginterrupt(SIGUSR1, 1))

/** Asks, and sets what it found: nothing changes. */
static uint32_t asks(void) {
    struct sigaction action;
    struct rlimit limit;
    if (sigaction(SIGUSR1, NULL, &action) != 0 || sigaction(SIGUSR1, &action, NULL) != 0) return TESTKIT_FAILED;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || setrlimit(RLIMIT_NOFILE, &limit) != 0) return TESTKIT_FAILED;
    return TESTKIT_PASSED;
}
static const fixture_case asking_cases[] = {CASE_AS(asks, "testAsks", 0, NULL)};

#define SETTING_CLASS(name) CLASS("Setting." #name, name##_cases)

static const fixture_class classes[] = {
    SETTING_CLASS(by_signal), SETTING_CLASS(by_sigaction), SETTING_CLASS(by_bsd_signal), SETTING_CLASS(by_ssignal),
    SETTING_CLASS(by_sysv_signal), SETTING_CLASS(by_private_sysv_signal), SETTING_CLASS(by_sigset), SETTING_CLASS(by_sigignore),
    SETTING_CLASS(by_system_call), SETTING_CLASS(by_real_time_signal), SETTING_CLASS(by_setrlimit), SETTING_CLASS(by_setrlimit64),
    SETTING_CLASS(by_prlimit), SETTING_CLASS(by_prlimit64), SETTING_CLASS(by_ulimit), SETTING_CLASS(by_limit_call),
    SETTING_CLASS(by_older_limit_call), SETTING_CLASS(by_siginterrupt), CLASS("Setting.Asks", asking_cases),
};

FIXTURE_BUNDLE(classes)
