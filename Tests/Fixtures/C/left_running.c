/* SPDX-License-Identifier: MIT
 *
 * Classes that leave something running, one a run group. */
#include "fixture.h"

#include <pthread.h>
#include <unistd.h>

/** A child that stays. */
static void leave_child(void) {
    if (fork() == 0) {
        for (;;) pause();
    }
}

static uint32_t leaves_one(void) {
    leave_child();
    return TESTKIT_PASSED;
}

static uint32_t leaves_two(void) {
    leave_child();
    leave_child();
    return TESTKIT_PASSED;
}

static uint32_t leaves_none(void) { return TESTKIT_PASSED; }

/** Set in a process in which a thread was left. */
static int has_thread;

static void *stay(void *nothing) {
    for (;;) pause();
    return nothing;
}

static uint32_t leaves_thread(void) {
    pthread_t thread;
    has_thread = pthread_create(&thread, NULL, stay, NULL) == 0;
    return TESTKIT_PASSED;
}

static uint32_t is_alone(void) { return has_thread ? fixture_fail("runs beside another's thread") : TESTKIT_PASSED; }

static const fixture_case one[] = {CASE_AS(leaves_one, "testLeaves", 0, NULL)};
static const fixture_case two[] = {CASE_AS(leaves_two, "testLeaves", 0, NULL)};
static const fixture_case none[] = {CASE_AS(leaves_none, "testLeaves", 0, NULL)};
static const fixture_case thread[] = {CASE_AS(leaves_thread, "testLeaves", 0, NULL)};
static const fixture_case last[] = {CASE_AS(is_alone, "testIsAlone", 0, NULL)};

static const fixture_class classes[] = {
    CLASS_IN_GROUP("Leavings.One", one, 1),       CLASS_IN_GROUP("Leavings.Two", two, 2),
    CLASS_IN_GROUP("Leavings.None", none, 3),     CLASS_IN_GROUP("Leavings.Thread", thread, 4),
    CLASS_IN_GROUP("Leavings.Last", last, 5),
};

FIXTURE_BUNDLE(classes)
