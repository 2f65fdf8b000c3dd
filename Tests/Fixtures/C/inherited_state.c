/* SPDX-License-Identifier: MIT
 *
 * Cases that change what a process has around it and pass, one a class; and one that fails behind them: it must arrive. */
#define _GNU_SOURCE
#include "fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef IGNORES_CHILDREN
__attribute__((constructor)) static void construct(void) { signal(SIGCHLD, SIG_IGN); }
#endif

#ifdef WAITS_FOR_ALL
static void wait_for_all(int signal) {
    (void)signal;
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
}
__attribute__((constructor)) static void construct(void) { signal(SIGCHLD, wait_for_all); }
#endif

static uint32_t clears_environment(void) {
    clearenv();
    return TESTKIT_PASSED;
}

static uint32_t has_no_environment(void) {
    environ = NULL;
    return TESTKIT_PASSED;
}

/** Nothing waits any more, and what is said is more than a pipe holds. */
static uint32_t does_not_wait(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor += 1) {
        int flags = fcntl(descriptor, F_GETFL);
        if (flags != -1) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    }
    static char text[200000];
    memset(text, 'm', sizeof text - 1);
    for (int count = 0; count < 20; count += 1) fixture_fail(text);
    return fixture_fail("the last of many");
}

static const fixture_case clears[] = {CASE_AS(clears_environment, "testClears", 0, NULL)};
static const fixture_case lacks[] = {CASE_AS(has_no_environment, "testLacks", 0, NULL)};
static const fixture_case floods[] = {CASE_AS(does_not_wait, "testFloods", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_IN_GROUP("Surroundings.ClearsTests", clears, 1),
    CLASS_IN_GROUP("Surroundings.LacksTests", lacks, 2),
    CLASS_IN_GROUP("Surroundings.FloodsTests", floods, 3),
};

FIXTURE_BUNDLE(classes)
