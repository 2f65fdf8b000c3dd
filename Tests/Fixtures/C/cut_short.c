/* SPDX-License-Identifier: MIT
 *
 * A bundle with a case of each outcome, of which the second class ends the run, as HOW says: WAITS never ends, and says so
 * through the pipe that FIXTURE_PIPE names; GOES removes the bundle's file and crashes; FAILS fails. */
#define _GNU_SOURCE
#include "fixture.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static uint32_t fails(void) { return fixture_fail("wrong"); }
static uint32_t skips(void) { return TESTKIT_SKIPPED; }

static uint32_t ends(void) {
#if defined(WAITS)
    const char *path = getenv("FIXTURE_PIPE");
    int pipe = path == NULL ? -1 : open(path, O_WRONLY);
    dprintf(pipe, "here\n");
    close(pipe);
    while (pipe != -2) pause();
#elif defined(GOES)
    Dl_info here;
    if (dladdr((const void *)ends, &here) != 0) unlink(here.dli_fname);
    raise(SIGKILL);
#endif
    return fixture_fail("the last straw");
}

static const char *const names[] = {"one", "two", "three", NULL};

static const fixture_case early[] = {
    CASE_AS(fixture_pass, "testPasses", 0, NULL),
#if !defined(FAILS)
    CASE_AS(fails, "testFails", 0, NULL),
#endif
    CASE_AS(skips, "testSkips", 0, NULL),
    CASE_AS(fixture_pass, "testHere", TESTKIT_CASE_PARAMETERISED, names),
};
static const fixture_case ending[] = {CASE_AS(ends, "testEnds", 0, NULL)};
static const fixture_case late[] = {
    CASE_AS(fixture_pass, "testLate", 0, NULL),
    CASE_AS(fixture_pass, "testLater", 0, NULL),
    CASE_AS(fixture_pass, "testThere", TESTKIT_CASE_PARAMETERISED, names),
};

static const fixture_class classes[] = {
    CLASS("Cut.EarlyTests", early),
    CLASS_IN_GROUP("Cut.EndingTests", ending, 2),
    CLASS_IN_GROUP("Cut.LateTests", late, 3),
};

FIXTURE_BUNDLE(classes)
