/* SPDX-License-Identifier: MIT
 *
 * A bundle whose cases end their process in several ways, each behind a call of a function of its own; for coverage. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

void reached_by_two(void) {}
void before_crash(void) {}
void before_exit(void) {}
void before_sudden_exit(void) {}
void before_termination(void) {}
void before_kill(void) {}
void in_stray(void) {}
void never_reached(void) {}

static uint32_t passes(void) {
    reached_by_two();
    return TESTKIT_PASSED;
}

static uint32_t crashes(void) {
    before_crash();
    abort();
}

static uint32_t exits(void) {
    before_exit();
    exit(3);
}

static uint32_t exits_suddenly(void) {
    before_sudden_exit();
    _exit(3);
}

static uint32_t is_terminated(void) {
    before_termination();
    raise(SIGTERM);
    return TESTKIT_PASSED;
}

static uint32_t is_killed(void) {
    before_kill();
    raise(SIGKILL);
    return TESTKIT_PASSED;
}

/** A process that a test forks counts for itself, which nobody adds up. */
static uint32_t forks(void) {
    pid_t child = fork();
    if (child == 0) {
        in_stray();
        _exit(0);
    }
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(passes, "testPasses", 0, NULL),
    CASE_AS(passes, "testPassesToo", 0, NULL),
    CASE_AS(crashes, "testCrashes", 0, NULL),
    CASE_AS(exits, "testExits", 0, NULL),
    CASE_AS(exits_suddenly, "testExitsSuddenly", 0, NULL),
    CASE_AS(is_terminated, "testIsTerminated", 0, NULL),
    CASE_AS(forks, "testForks", 0, NULL),
};
static const fixture_case killed[] = {CASE_AS(is_killed, "testIsKilled", 0, NULL)};
static const fixture_class classes[] = {CLASS("Coverage.CoverageTests", cases), CLASS("Coverage.KilledTests", killed)};

FIXTURE_FUNCTIONS(classes)
static const testkit_bundle bundle = {FIXTURE_FIELDS};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
