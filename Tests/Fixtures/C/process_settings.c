/* SPDX-License-Identifier: MIT
 *
 * Classes that set something of the process, each by another function of the C library. */
#define _GNU_SOURCE
#include "fixture.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ulimit.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* The headers declare them for older standards alone, or no more. */
extern __sighandler_t bsd_signal(int number, __sighandler_t handler);
extern int vlimit(int resource, int value);

static void handle(int number) { (void)number; }

static const struct rlimit small = {500, 500};
static unsigned short counts[1024];
static const struct itimerval late = {.it_value = {.tv_sec = 1000}};
static const struct rlimit64 small64 = {500, 500};

/** An action as the kernel takes it: what ignores a signal needs no function to return by. */
static const struct { void (*handler)(int); unsigned long flags; void *restorer; uint64_t mask; } ignored = {.handler = SIG_IGN};

/** A class whose case calls a function, and passes if that succeeded. */
#define SETTER(name, call, success) \
    static uint32_t name(void) { return (long)(call) == (long)(success) ? TESTKIT_PASSED : TESTKIT_SKIPPED; } \
    static const fixture_case name##_cases[] = {CASE_AS(name, "testSets", 0, NULL)};

/* Signals. */
SETTER(by_signal, signal(SIGUSR1, SIG_IGN), SIG_DFL)
SETTER(by_sigaction, sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle}, NULL), 0)
SETTER(by_bsd_signal, bsd_signal(SIGUSR1, handle), SIG_DFL)
SETTER(by_ssignal, ssignal(SIGUSR1, handle), SIG_DFL)
SETTER(by_sysv_signal, sysv_signal(SIGUSR1, handle), SIG_DFL)
SETTER(by_private_sysv_signal, __sysv_signal(SIGUSR1, handle), SIG_DFL)
SETTER(by_sigset, sigset(SIGUSR1, handle), SIG_DFL)
SETTER(by_sigignore, sigignore(SIGUSR1), 0)
SETTER(by_sigaction_call, syscall(SYS_rt_sigaction, SIGUSR1, &ignored, NULL, 8), 0)
SETTER(by_real_time_signal, signal(40, SIG_IGN), SIG_DFL)
/* It changes the flags of the handler that is there. */
SETTER(by_siginterrupt, signal(SIGUSR1, handle) == SIG_ERR || siginterrupt(SIGUSR1, 1), 0)

/* Limits. */
SETTER(by_setrlimit, setrlimit(RLIMIT_NOFILE, &small), 0)
SETTER(by_setrlimit64, setrlimit64(RLIMIT_NOFILE, &small64), 0)
SETTER(by_prlimit, prlimit(0, RLIMIT_NOFILE, &small, NULL), 0)
SETTER(by_prlimit64, prlimit64(0, RLIMIT_NOFILE, &small64, NULL), 0)
SETTER(by_ulimit, ulimit(UL_SETFSIZE, 1L << 30) == -1, 0)
SETTER(by_vlimit, vlimit(RLIMIT_FSIZE + 1, 1 << 30), 0)
SETTER(by_limit_call, syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &small, NULL), 0)

/* Timers: none of them is over before the class is. */
SETTER(by_alarm, alarm(1000), 0)
SETTER(by_setitimer, setitimer(ITIMER_VIRTUAL, &late, NULL), 0)
SETTER(by_ualarm, ualarm(999999, 0), 0)
SETTER(by_profil, profil(counts, sizeof counts, 0, 65536), 0)
SETTER(by_timer_create, timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &(timer_t){0}), 0)

/* The process. */
SETTER(by_prctl, prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0)
SETTER(by_prctl_call, syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGHUP, 0, 0, 0), 0)
SETTER(by_personality, personality(ADDR_NO_RANDOMIZE) == -1, 0)
SETTER(by_chroot, chroot("/proc"), 0)
/* The kernel takes something away, though the user is the same again. */
SETTER(by_seteuid, seteuid(65534) || seteuid(0), 0)

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
    SETTING_CLASS(by_sigaction_call), SETTING_CLASS(by_real_time_signal), SETTING_CLASS(by_siginterrupt),
    SETTING_CLASS(by_setrlimit), SETTING_CLASS(by_setrlimit64), SETTING_CLASS(by_prlimit), SETTING_CLASS(by_prlimit64),
    SETTING_CLASS(by_ulimit), SETTING_CLASS(by_vlimit), SETTING_CLASS(by_limit_call),
    SETTING_CLASS(by_alarm), SETTING_CLASS(by_setitimer), SETTING_CLASS(by_ualarm), SETTING_CLASS(by_profil),
    SETTING_CLASS(by_timer_create),
    SETTING_CLASS(by_prctl), SETTING_CLASS(by_prctl_call), SETTING_CLASS(by_personality), SETTING_CLASS(by_chroot),
    SETTING_CLASS(by_seteuid),
    CLASS("Setting.Asks", asking_cases),
};

FIXTURE_BUNDLE(classes)
