/* SPDX-License-Identifier: MIT
 *
 * Crashes whose backtrace takes long, as Swift's runtime needs for a deep stack on a busy machine: a handler with the runtime's
 * own flags and mask stands in its place, and takes LINGER_MILLISECONDS. With FOREVER, it never comes back. */
#define _GNU_SOURCE
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

/** Imitates the runtime: writes for a while, restores the default action, and returns to the fault. */
static void write_backtrace(int signal_number, siginfo_t *information, void *context) {
    (void)information, (void)context;
#ifdef FOREVER
    while (1) pause();
#endif
    for (int slept = 0; slept < LINGER_MILLISECONDS; slept += 100) usleep(100000);
    signal(signal_number, SIG_DFL);
}

static void install(int signal_number) {
    static const int fatal[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    struct sigaction action = {.sa_sigaction = write_backtrace, .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER};
    sigfillset(&action.sa_mask);
    for (int index = 0; index < COUNT(fatal); index += 1) sigdelset(&action.sa_mask, fatal[index]);
    sigaction(signal_number, &action, NULL);
}

static uint32_t crashes(void) {
    install(SIGSEGV);
    *(volatile int *)8 = 1;
    return TESTKIT_PASSED;
}

static uint32_t aborts(void) {
    install(SIGABRT);
    abort();
}

static const fixture_case cases[] = {
    CASE_AS(crashes, "testCrashes", 0, NULL),
    CASE_AS(aborts, "testAborts", 0, NULL),
};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
#ifdef IN_HOOK
static uint32_t begin(void) { return crashes(); }
static const fixture_class classes[] = {CLASS_WITH("Lingering.Hooks", others, begin, NULL, .flags = 0)};
#else
static const fixture_class classes[] = {CLASS("Lingering.Crashes", cases), CLASS("Lingering.Others", others)};
#endif

#ifdef IN_CONSTRUCTOR
__attribute__((constructor)) static void construct(void) { crashes(); }
#endif

FIXTURE_BUNDLE(classes)
