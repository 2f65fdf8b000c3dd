/* SPDX-License-Identifier: MIT
 *
 * Processes that are made around the C library's fork, with HOW, and that come back into the runner in the place PLACE names.
 * The child passes; the worker's own case fails. */
#define _GNU_SOURCE
#include "fixture.h"

#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BY_FORK fork()
#define BY_BARE_FORK _Fork()
/* aarch64 has no call of this name. */
#ifdef SYS_fork
#define BY_SYSTEM_CALL syscall(SYS_fork)
#else
#define BY_SYSTEM_CALL BY_CLONE
#endif
#define BY_CLONE syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)
#define BY_NEWER_CLONE clone_by_table()
#define BY_VFORK vfork()
#define BY_SHARING syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)
#define IN_CONSTRUCTOR 1
#define IN_REGISTRATION 2
#define IN_SET_UP 3
#define IN_CASE 4
#define IN_TEAR_DOWN 5

/** Whether the case fails in the worker, too: a child that shares its memory is never seen to pass. */
#define CHILD_FAILS 0
#ifdef CHILD_SPEAKS
#undef CHILD_FAILS
#define CHILD_FAILS 1
#endif

/** clone3(2), which the C library does not have. */
static inline long clone_by_table(void) {
    struct clone_args arguments = {.exit_signal = SIGCHLD};
    return syscall(SYS_clone3, &arguments, sizeof arguments);
}

__attribute__((constructor)) static void construct(void) {
    if (PLACE == IN_CONSTRUCTOR) HOW;
}

static uint32_t begin(void) {
    if (PLACE != IN_SET_UP || HOW == 0) return TESTKIT_PASSED;
    return fixture_fail("the worker's own");
}

static uint32_t divides(void) {
    if (PLACE != IN_CASE) return TESTKIT_PASSED;
    if (HOW == 0) return CHILD_FAILS ? fixture_fail("said by the child") : TESTKIT_PASSED;
    return fixture_fail("the worker's own");
}

static uint32_t end(void) {
    if (PLACE != IN_TEAR_DOWN || HOW == 0) return TESTKIT_PASSED;
    return fixture_fail("the worker's own");
}

static const fixture_case cases[] = {CASE_AS(divides, "testDivides", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {
    CLASS_WITH("Strays.StrayTests", cases, begin, end, .flags = 0),
    CLASS_IN_GROUP("Strays.OtherTests", others, 2),
};

FIXTURE_FUNCTIONS(classes)

static uint32_t class_count(const testkit_bundle *bundle) {
    if (PLACE == IN_REGISTRATION) HOW;
    return fixture_class_count(bundle);
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .class_count = class_count};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
