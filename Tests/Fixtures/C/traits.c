/* SPDX-License-Identifier: MIT
 *
 * A bundle in C that states tags and time limits, and attaches. LIMIT is what its second class states. */
#include "fixture.h"

#include <math.h>
#include <unistd.h>

#ifndef LIMIT
#define LIMIT 30
#endif

static uint32_t attaches(void) {
    if (!fixture_host->attach_data(fixture_host, fixture_activity, "note.txt", "from C", 6)) return TESTKIT_FAILED;
    if (!fixture_host->attach_data(fixture_host, fixture_activity, "empty", NULL, 0)) return TESTKIT_FAILED;
    /* Neither a name nor a file: a warning, and no more. */
    if (fixture_host->attach_file(fixture_host, fixture_activity, NULL, NULL)) return fixture_fail("it kept nothing");
    return TESTKIT_PASSED;
}

static uint32_t hangs(void) {
    for (;;) pause();
}

static const fixture_case plain[] = {CASE_AS(fixture_pass, "testPlain", 0, NULL)};
static const fixture_case tagged[] = {
    CASE_AS(attaches, "testAttaches", 0, NULL),
    CASE_AS(hangs, "testHangs", 0, NULL),
};
static const fixture_class classes[] = {
    CLASS_WITH("Traits.BaseTests", plain, NULL, NULL, .flags = 0),
    CLASS_WITH("Traits.TaggedTests", tagged, NULL, NULL, .superclass = 0),
};

FIXTURE_FUNCTIONS(classes)

static const char *const base_tags[] = {"base"}, *const hanging_tags[] = {"hanging"};
static const double limit = LIMIT;
static const testkit_class_traits base_traits = {.struct_size = sizeof base_traits, .tags = base_tags, .tag_count = 1};
static const testkit_class_traits tagged_traits = {.struct_size = sizeof tagged_traits, .time_limit = &limit};
static const testkit_case_traits hanging_traits = {
    .struct_size = sizeof hanging_traits, .tags = hanging_tags, .tag_count = 1};

static const testkit_class_traits *class_traits(const testkit_bundle *bundle, uint32_t index) {
    return (void)bundle, index == 0 ? &base_traits : &tagged_traits;
}

static const testkit_case_traits *case_traits(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t place) {
    return (void)bundle, (void)index, owner == 1 && place == 1 ? &hanging_traits : NULL;
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .class_traits = class_traits, .case_traits = case_traits};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
