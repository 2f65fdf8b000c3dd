/* SPDX-License-Identifier: MIT
 *
 * A bundle whose cases are declared to end their process. Some do, some end it otherwise, one comes back, one fails before. A case
 * that is not declared passes only in a process in which none of the others ran. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

/** Whether the class was set up, and whether a case that is to end its process ran in this process. Main thread only. */
static int is_set_up, is_used;

static uint32_t sets_up(void) {
    is_set_up = 1;
    return TESTKIT_PASSED;
}

/** Notes that the process is one for a single case. */
static void use(void) {
    if (is_used || !is_set_up) fixture_fail("not in a process of its own, or without set-up");
    is_used = 1;
}

static uint32_t aborts(void) {
    use();
    abort();
}

static uint32_t exits(void) {
    use();
    exit(3);
}

static uint32_t exits_well(void) {
    use();
    _exit(0);
}

static uint32_t is_killed(void) {
    use();
    raise(SIGKILL);
    return TESTKIT_PASSED;
}

static uint32_t faults(void) {
    use();
    raise(SIGSEGV);
    return TESTKIT_PASSED;
}

static uint32_t comes_back(void) {
    use();
    return TESTKIT_PASSED;
}

static uint32_t fails_and_aborts(void) {
    use();
    fixture_fail("wrong before");
    abort();
}

static uint32_t skips(void) { return TESTKIT_SKIPPED; }

static uint32_t hangs(void) {
    for (;;) pause();
}

static uint32_t is_plain(void) {
    return is_used || !is_set_up ? fixture_fail("in a used process, or without set-up") : TESTKIT_PASSED;
}

/** Each case, with its declaration. */
static const fixture_case cases[] = {
    CASE_AS(aborts, "testAborts", 0, NULL),
    CASE_AS(exits, "testExits", 0, NULL),
    CASE_AS(exits_well, "testExitsWell", 0, NULL),
    CASE_AS(is_killed, "testIsKilled", 0, NULL),
    CASE_AS(aborts, "testFailsSomehow", 0, NULL),
    CASE_AS(faults, "testFaultsInsteadOfAborting", 0, NULL),
    CASE_AS(exits_well, "testExitsWellInsteadOfFailing", 0, NULL),
    CASE_AS(comes_back, "testComesBack", 0, NULL),
    CASE_AS(fails_and_aborts, "testFailsBefore", 0, NULL),
    CASE_AS(skips, "testSkips", 0, NULL),
    CASE_AS(hangs, "testHangs", 0, NULL),
    CASE_AS(is_plain, "testIsPlain", 0, NULL),
    CASE_AS(is_plain, "testIsPlainToo", 0, NULL),
};
static const fixture_class classes[] = {CLASS_WITH("Ending.EndingTests", cases, sets_up, NULL, .flags = 0)};

FIXTURE_FUNCTIONS(classes)

#ifndef UNDECLARED
#define ENDS(how, number) {.struct_size = sizeof(testkit_case_traits), .ending = TESTKIT_ENDING_##how, .ending_value = number}

static const testkit_case_traits *case_traits(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t place) {
    static const testkit_case_traits traits[] = {
        ENDS(SIGNAL, SIGABRT), ENDS(STATUS, 3), ENDS(STATUS, 0), ENDS(SIGNAL, SIGKILL), ENDS(FAILURE, 0), ENDS(SIGNAL, SIGABRT),
        ENDS(FAILURE, 0), ENDS(FAILURE, 0), ENDS(SIGNAL, SIGABRT), ENDS(FAILURE, 0), ENDS(SIGNAL, SIGKILL),
    };
    return (void)bundle, (void)index, (void)owner, place < COUNT(traits) ? &traits[place] : NULL;
}
#endif

static const testkit_bundle bundle = {
    FIXTURE_FIELDS,
#ifndef UNDECLARED
    .case_traits = case_traits,
#endif
};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
