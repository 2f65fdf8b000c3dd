/* SPDX-License-Identifier: MIT
 *
 * Code that takes too long and comes back when it is asked to end, as if nothing had been, in the place PLACE names. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

/** Set when the process is asked to end. */
static volatile sig_atomic_t is_asked;

static void take(int signal) {
    (void)signal;
    is_asked = 1;
}

/** Returns when the process gets the signal SIGNAL. */
static void overstay(void) {
    struct sigaction action = {.sa_handler = take};
    sigset_t asked, before;
    sigemptyset(&asked);
    sigaddset(&asked, SIGNAL);
    sigprocmask(SIG_BLOCK, &asked, &before);
    sigaction(SIGNAL, &action, NULL);
    while (!is_asked) sigsuspend(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    is_asked = 0;
}

#define IN_CONSTRUCTOR 1
#define IN_REGISTRATION 2
#define IN_EXAMPLES 3
#define IN_SET_UP 4
#define IN_CASE 5
#define IN_SKIPPED_CASE 6
#define IN_TEAR_DOWN 7
#define IN_EXIT_HANDLER 8

__attribute__((constructor)) static void construct(void) {
    if (PLACE == IN_CONSTRUCTOR) overstay();
    if (PLACE == IN_EXIT_HANDLER) atexit(overstay);
}

static uint32_t begin(void) {
    if (PLACE == IN_SET_UP) overstay();
    return TESTKIT_PASSED;
}

static uint32_t end(void) {
    if (PLACE == IN_TEAR_DOWN) overstay();
    return TESTKIT_PASSED;
}

static uint32_t late(void) {
    if (PLACE != IN_CASE && PLACE != IN_SKIPPED_CASE) return TESTKIT_PASSED;
    fixture_host->record_location(fixture_host, fixture_activity, "elsewhere/Overdue.c", 17);
    overstay();
    return PLACE == IN_CASE ? TESTKIT_PASSED : TESTKIT_SKIPPED;
}

static const char *const names[] = {"only", NULL};
static const fixture_case cases[] = {CASE_AS(late, "testOverstays", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_case listed[] = {
    CASE_AS(fixture_pass, "outlineTestListed", TESTKIT_CASE_PARAMETERISED, names)};
static const fixture_class classes[] = {
    CLASS_WITH("Overdue.OverdueTests", cases, begin, end, .flags = 0),
    CLASS("Overdue.OtherTests", others),
    CLASS("Overdue.ListedTests", listed),
};

FIXTURE_FUNCTIONS(classes)

static uint32_t class_count(const testkit_bundle *bundle) {
    if (PLACE == IN_REGISTRATION) overstay();
    return fixture_class_count(bundle);
}

static uint32_t example_count(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t place) {
    if (PLACE == IN_EXAMPLES) overstay();
    return fixture_example_count(bundle, index, owner, place);
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .class_count = class_count, .example_count = example_count};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
