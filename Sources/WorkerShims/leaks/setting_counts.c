/* SPDX-License-Identifier: MIT
 * Counts settings. Three functions that set something are wrapped for another reason as well: sigaction (sent_signals.c), signal
 * (reach_signals.c) and syscall (reach_uses.c). The C library's others call the kernel themselves. */
#define _GNU_SOURCE
#include "setting_counts.h"

#ifdef COUNTS_SETTINGS

#include "../system/exported.h"
#include "../system/next_function.h"

#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/gmon.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/profil.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <ulimit.h>
#include <unistd.h>

static uint32_t count = 1;

uint32_t settings_made(void) { return __atomic_load_n(&count, __ATOMIC_ACQUIRE); }

/* Called after the setting: a look before it counts it as new. */
void setting_made(void) { __atomic_add_fetch(&count, 1, __ATOMIC_ACQ_REL); }

/** The body of a function that calls the next one and counts. */
#define COUNTED(call) \
    { \
        __typeof__(call) result = call; \
        setting_made(); \
        return result; \
    }

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

EXPORTED int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) COUNTED(NEXT(setrlimit)(resource, limit))
EXPORTED int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) COUNTED(NEXT(setrlimit64)(resource, limit))
EXPORTED int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *limit, struct rlimit *before)
    COUNTED(NEXT(prlimit)(process, resource, limit, before))
EXPORTED int prlimit64(pid_t process, enum __rlimit_resource resource, const struct rlimit64 *limit, struct rlimit64 *before)
    COUNTED(NEXT(prlimit64)(process, resource, limit, before))

/* No header has it any more. */
extern int vlimit(int, int);
EXPORTED int vlimit(int resource, int value) COUNTED(NEXT(vlimit)(resource, value))

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
    COUNTED(NEXT(setitimer)(which, value, before))
EXPORTED unsigned alarm(unsigned seconds) COUNTED(NEXT(alarm)(seconds))
EXPORTED useconds_t ualarm(useconds_t first, useconds_t interval) COUNTED(NEXT(ualarm)(first, interval))

EXPORTED int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    unsigned long words[4];
    for (int index = 0; index < 4; index += 1) words[index] = va_arg(list, unsigned long);
    va_end(list);
    COUNTED(NEXT(prctl)(option, words[0], words[1], words[2], words[3]))
}

EXPORTED int personality(unsigned long persona) COUNTED(NEXT(personality)(persona))
EXPORTED int chroot(const char *path) COUNTED(NEXT(chroot)(path))
EXPORTED int setns(int space, int kind) COUNTED(NEXT(setns)(space, kind))

/* No header has it. */
extern int pivot_root(const char *, const char *);
EXPORTED int pivot_root(const char *root, const char *old) COUNTED(NEXT(pivot_root)(root, old))

/* They set a timer and a handler for SIGPROF. */
EXPORTED int profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale)
    COUNTED(NEXT(profil)(buffer, size, offset, scale))
EXPORTED int sprofil(struct prof *areas, int count, struct timeval *time, unsigned flags)
    COUNTED(NEXT(sprofil)(areas, count, time, flags))

EXPORTED void monstartup(u_long first, u_long end) {
    NEXT(monstartup)(first, end);
    setting_made();
}

EXPORTED void moncontrol(int mode) {
    NEXT(moncontrol)(mode);
    setting_made();
}

#endif
