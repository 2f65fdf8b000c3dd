/* SPDX-License-Identifier: MIT
 *
 * Cases that do to their process what the worker must live with, one a class, and one case behind each that fails:
 * its issue must arrive. */
#include "fixture.h"

#include <sys/wait.h>
#include <unistd.h>

/** The child comes back from the case, as if it were the worker. */
static uint32_t child_returns(void) {
    fork();
    return TESTKIT_PASSED;
}

/** The child ends as programs do, exit handlers and held back output included. */
static uint32_t child_exits(void) {
    pid_t child = fork();
    if (child == 0) exit(0);
    waitpid(child, NULL, 0);
    return TESTKIT_PASSED;
}

/** The child outlives the run, with every descriptor that it inherited. */
static uint32_t child_stays(void) {
    if (fork() == 0) {
        for (;;) pause();
    }
    return TESTKIT_PASSED;
}

static uint32_t closes_descriptors(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor += 1) close(descriptor);
    return TESTKIT_PASSED;
}

static uint32_t changes_directory(void) { return chdir("/") == 0 ? TESTKIT_PASSED : TESTKIT_FAILED; }

static uint32_t fails(void) { return fixture_fail("it arrived"); }

#define MEDDLING(function)                                                                                         \
    static const fixture_case function##_cases[] = {CASE_AS(function, "testMeddles", 0, NULL)};                    \
    static const fixture_case function##_after[] = {CASE_AS(fails, "testFails", 0, NULL)};

MEDDLING(child_returns)
MEDDLING(child_exits)
MEDDLING(child_stays)
MEDDLING(closes_descriptors)
MEDDLING(changes_directory)

/** The failing class of each comes later, by its run group. */
#define PAIR(function, name, group)                                                                                \
    CLASS_WITH("Meddling." name, function##_cases, NULL, NULL, .flags = TESTKIT_CLASS_HAS_RUN_GROUP,               \
               .run_group = group),                                                                                \
        CLASS_WITH("Meddling.After" name, function##_after, NULL, NULL, .flags = TESTKIT_CLASS_HAS_RUN_GROUP,      \
                   .run_group = group + 1)

static const fixture_class classes[] = {
    PAIR(child_returns, "ChildReturns", 1),     PAIR(child_exits, "ChildExits", 3),
    PAIR(child_stays, "ChildStays", 5),         PAIR(closes_descriptors, "ClosesDescriptors", 7),
    PAIR(changes_directory, "ChangesDirectory", 9),
};

FIXTURE_BUNDLE(classes)
