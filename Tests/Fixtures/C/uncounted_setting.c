/* SPDX-License-Identifier: MIT
 *
 * A library that ignores a signal while it is loaded, by an instruction of its own, as Go's runtime does; and a class that sets what it
 * found. */
#define _GNU_SOURCE
#include "fixture.h"

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>

/** An action as the kernel takes it: what ignores a signal needs no function to return by. */
static const struct { void (*handler)(int); unsigned long flags; void *restorer; uint64_t mask; } ignored = {.handler = SIG_IGN};

static __attribute__((constructor)) void ignore(void) {
#if defined(__x86_64__)
    long result = SYS_rt_sigaction;
    register long size __asm__("r10") = 8;
    __asm__ volatile("syscall" : "+a"(result) : "D"(SIGUSR1), "S"(&ignored), "d"(0), "r"(size) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long which __asm__("x8") = SYS_rt_sigaction;
    register long result __asm__("x0") = SIGUSR1;
    register const void *action __asm__("x1") = &ignored;
    register long before __asm__("x2") = 0, size __asm__("x3") = 8;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(which), "r"(action), "r"(before), "r"(size) : "memory");
#endif
}

/** Changes nothing, but has the kernel asked. */
static uint32_t sets(void) {
    struct sigaction action;
    if (sigaction(SIGUSR1, NULL, &action) != 0 || action.sa_handler != SIG_IGN) return TESTKIT_FAILED;
    return sigaction(SIGUSR1, &action, NULL) == 0 ? TESTKIT_PASSED : TESTKIT_FAILED;
}

static const fixture_case cases[] = {CASE_AS(sets, "testSets", 0, NULL)};
static const fixture_class classes[] = {CLASS("Uncounted.First", cases), CLASS("Uncounted.Second", cases)};

FIXTURE_BUNDLE(classes)
