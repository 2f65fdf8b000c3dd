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
    const testkit_attachments *kept = fixture_host->get_extension(fixture_host, TESTKIT_EXTENSION_ATTACHMENTS);
    if (kept == NULL || kept->struct_size < sizeof *kept) return fixture_fail("the host keeps no attachments");
    if (!kept->attach_data(fixture_host, fixture_activity, "note.txt", "from C", 6)) return TESTKIT_FAILED;
    if (!kept->attach_data(fixture_host, fixture_activity, "empty", NULL, 0)) return TESTKIT_FAILED;
    /* Neither a name nor a file: a warning, and no more. */
    if (kept->attach_file(fixture_host, fixture_activity, NULL, NULL)) return fixture_fail("it kept nothing");
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

static uint32_t class_tag_count(const testkit_bundle *bundle, uint32_t index) { return (void)bundle, index == 0; }

static const char *class_tag(const testkit_bundle *bundle, uint32_t index, uint32_t tag) {
    return (void)bundle, (void)index, (void)tag, "base";
}

static uint32_t case_tag_count(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t place) {
    return (void)bundle, (void)index, owner == 1 && place == 1;
}

static const char *case_tag(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t place,
                            uint32_t tag) {
    return (void)bundle, (void)index, (void)owner, (void)place, (void)tag, "hanging";
}

static int class_limit(const testkit_bundle *bundle, uint32_t index, double *seconds) {
    (void)bundle;
    if (index != 1) return 0;
    *seconds = LIMIT;
    return 1;
}

static const testkit_tags tags = {sizeof(testkit_tags), 0, class_tag_count, class_tag, case_tag_count, case_tag};
static const testkit_limits limits = {sizeof(testkit_limits), 0, class_limit, NULL};

static const void *get_extension(const testkit_bundle *bundle, const char *identifier) {
    (void)bundle;
    if (strcmp(identifier, TESTKIT_EXTENSION_TAGS) == 0) return &tags;
    return strcmp(identifier, TESTKIT_EXTENSION_LIMITS) == 0 ? &limits : NULL;
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .get_extension = get_extension};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
