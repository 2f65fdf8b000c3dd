/* SPDX-License-Identifier: MIT
 * Counts settings. Three functions that set something are wrapped for another reason as well: sigaction (sent_signals.c), signal
 * (reach_signals.c) and syscall (reach_uses.c). The C library's others call the kernel themselves. */
#define _GNU_SOURCE
#include "setting_counts.h"

#ifdef COUNTS_SETTINGS

#include "exported.h"
#include "kernel_call.h"
#include "next_function.h"

#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ulimit.h>
#include <unistd.h>

static uint32_t count = 1;

uint32_t settings_made(void) { return __atomic_load_n(&count, __ATOMIC_ACQUIRE); }

/* Called behind the setting: whoever looked before counts it as new. */
void setting_made(void) { __atomic_add_fetch(&count, 1, __ATOMIC_ACQ_REL); }

/** What a function does that calls the next one and counts. */
#define COUNTED(call) \
    { \
        __typeof__(call) result = call; \
        setting_made(); \
        return result; \
    }

/** The same of a function that the C library leaves to the kernel. */
#define COUNTED_CALL(number, ...) COUNTED((int)kernel_call_of_five(number, __VA_ARGS__))

/* Some are deprecated, which is the caller's matter. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* Other names of the same function. */
EXPORTED __sighandler_t bsd_signal(int number, __sighandler_t handler) { return signal(number, handler); }
EXPORTED __sighandler_t ssignal(int number, __sighandler_t handler) { return signal(number, handler); }

EXPORTED __sighandler_t __sysv_signal(int number, __sighandler_t handler) COUNTED(NEXT(__sysv_signal)(number, handler))
EXPORTED __sighandler_t sysv_signal(int number, __sighandler_t handler) { return __sysv_signal(number, handler); }
EXPORTED __sighandler_t sigset(int number, __sighandler_t handler) COUNTED(NEXT(sigset)(number, handler))
EXPORTED int sigignore(int number) COUNTED(NEXT(sigignore)(number))
EXPORTED int siginterrupt(int number, int interrupts) COUNTED(NEXT(siginterrupt)(number, interrupts))

EXPORTED int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
    COUNTED_CALL(SYS_prlimit64, 0, resource, (long)limit, 0, 0)
EXPORTED int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit)
    COUNTED_CALL(SYS_prlimit64, 0, resource, (long)limit, 0, 0)
EXPORTED int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *limit, struct rlimit *before)
    COUNTED_CALL(SYS_prlimit64, process, resource, (long)limit, (long)before, 0)
EXPORTED int prlimit64(pid_t process, enum __rlimit_resource resource, const struct rlimit64 *limit, struct rlimit64 *before)
    COUNTED_CALL(SYS_prlimit64, process, resource, (long)limit, (long)before, 0)

EXPORTED long ulimit(int command, ...) {
    va_list list;
    va_start(list, command);
    long value = va_arg(list, long);
    va_end(list);
    COUNTED(NEXT(ulimit)(command, value))
}

EXPORTED int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer)
    COUNTED(NEXT_OF(timer_create, "GLIBC_2.3.3")(clock, event, timer))
EXPORTED int setitimer(__itimer_which_t which, const struct itimerval *restrict value, struct itimerval *restrict before)
    COUNTED_CALL(SYS_setitimer, which, (long)value, (long)before, 0, 0)
EXPORTED unsigned alarm(unsigned seconds) COUNTED((unsigned)kernel_call(SYS_alarm, seconds, 0, 0, 0))
EXPORTED useconds_t ualarm(useconds_t first, useconds_t interval) COUNTED(NEXT(ualarm)(first, interval))

EXPORTED int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    long words[4];
    for (int index = 0; index < 4; index += 1) words[index] = va_arg(list, long);
    va_end(list);
    COUNTED_CALL(SYS_prctl, option, words[0], words[1], words[2], words[3])
}

EXPORTED int personality(unsigned long persona) COUNTED_CALL(SYS_personality, (long)persona, 0, 0, 0, 0)
EXPORTED int chroot(const char *path) COUNTED_CALL(SYS_chroot, (long)path, 0, 0, 0, 0)
EXPORTED int setns(int space, int kind) COUNTED_CALL(SYS_setns, space, kind, 0, 0, 0)

#endif
