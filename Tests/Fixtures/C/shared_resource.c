/* SPDX-License-Identifier: MIT
 *
 * A bundle of four classes that use a database, and two that use nothing. A class that uses the database fails if another one
 * uses it at the same time: each holds the lock on the file of the variable DATABASE while it runs. With -DMEETS two of them
 * wait for each other. */
#include "fixture.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/** The locked file. Main thread only. */
static int database = -1;

static uint32_t opens(void) {
#ifdef MEETS
    return TESTKIT_PASSED;
#endif
    database = open(getenv("DATABASE"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (database < 0) return fixture_fail("cannot open it");
    return flock(database, LOCK_EX | LOCK_NB) == 0 ? TESTKIT_PASSED : fixture_fail("somebody else uses it");
}

static uint32_t closes(void) {
    close(database);
    return TESTKIT_PASSED;
}

/** Takes long enough for others to come in between. */
static uint32_t uses(void) {
    usleep(20000);
    return TESTKIT_PASSED;
}

static uint32_t dies(void) {
#ifdef DIES
    abort();
#endif
    return uses();
}

/** Opens an end of a pipe, which waits until somebody else opens the other. */
static uint32_t meets(int end) {
    mkfifo(getenv("DATABASE"), 0600);
    return open(getenv("DATABASE"), end) < 0 ? fixture_fail("cannot open it") : TESTKIT_PASSED;
}

static uint32_t reads(void) { return meets(O_RDONLY); }

static uint32_t writes(void) { return meets(O_WRONLY); }

static const fixture_case use[] = {CASE_AS(uses, "testUses", 0, NULL)};
static const fixture_case death[] = {CASE_AS(uses, "testUses", 0, NULL), CASE_AS(dies, "testDies", 0, NULL)};

static const fixture_case reading[] = {CASE_AS(reads, "testReads", 0, NULL)};
static const fixture_case writing[] = {CASE_AS(writes, "testWrites", 0, NULL)};

static const fixture_class classes[] = {
    CLASS_WITH("Shared.ATests", use, opens, closes, .flags = 0),
    CLASS_WITH("Shared.BTests", use, opens, closes, .flags = 0),
    CLASS_WITH("Shared.CTests", death, opens, closes, .flags = 0),
    CLASS_WITH("Shared.DTests", use, opens, closes, .flags = TESTKIT_CLASS_HAS_RUN_GROUP, .run_group = 2),
    CLASS("Shared.FreeTests", use),
    CLASS("Shared.OtherTests", use),
#ifdef MEETS
    CLASS("Shared.ReadingTests", reading),
    CLASS("Shared.WritingTests", writing),
#endif
};

FIXTURE_FUNCTIONS(classes)

static const testkit_class_traits *class_traits(const testkit_bundle *bundle, uint32_t index) {
    static const char *const resources[] = {"database"};
    static const testkit_class_traits traits = {.struct_size = sizeof traits, .resources = resources, .resource_count = 1};
    (void)bundle;
#ifdef STATED
    return index < 4 || index > 5 ? &traits : NULL;
#else
    return (void)index, (void)traits, NULL;
#endif
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .class_traits = class_traits};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
