/* SPDX-License-Identifier: MIT
 *
 * A bundle that can be prepared for being forked. With -DDIES=function(), that is the death of it. */
#include "fixture.h"

#include <signal.h>
#include <unistd.h>

/** How often it was prepared, and in which process. Written in that process, inherited by its children. */
static int count;
static pid_t process;

/** Says as an issue how it was prepared. */
static uint32_t tells(void) {
    char text[64];
    const char *where = process == 0 ? "nowhere" : process == getpid() ? "here" : process == getppid() ? "in the parent" : "elsewhere";
    snprintf(text, sizeof text, "prepared %d times, %s", count, where);
    return fixture_fail(text);
}

static const fixture_case cases[] = {CASE_AS(tells, "testA", 0, NULL), CASE_AS(tells, "testB", 0, NULL)};
static const fixture_class classes[] = {CLASS("Prepared.One", cases), CLASS("Prepared.Two", cases)};

FIXTURE_FUNCTIONS(classes)

static void prepare(const testkit_bundle *bundle) {
    (void)bundle;
    count += 1;
    process = getpid();
#ifdef DIES
    DIES;
#endif
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .prepare = prepare};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
