/* SPDX-License-Identifier: MIT
 * A bundle whose names, messages and output break every report that does not escape them; Tests/Reports/check.py. */
#include "testkit_bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** Markup, commands, directives, quotes, controls, a direction, a noncharacter. */
#define HOSTILE "a<b>&\"'\\ ::error::x %0A,: | # SKIP `*_[x](y) \x1b[31m\x01\x7f\xc2\x9b\xe2\x80\xae\xef\xbf\xbe]]>\xf0\x9f\x98\x80"

static const testkit_host *host;

enum { PASSES, FAILS, CRASHES, SKIPS, WARNS, SLEEPS, REPORTS_LATE, OUTLINE };

static const testkit_case cases[] = {
    {.struct_size = sizeof(testkit_case), .name = "testPasses", .line = 1},
    {.struct_size = sizeof(testkit_case), .name = "testFails", .file = "dir, with: 100% <\"hostile\">.c", .line = 2},
    {.struct_size = sizeof(testkit_case), .name = "testCrashes", .line = 3},
    {.struct_size = sizeof(testkit_case), .name = "testSkips", .line = 4},
    {.struct_size = sizeof(testkit_case), .name = "testWarns", .line = 5},
    {.struct_size = sizeof(testkit_case), .name = "testSleeps", .line = 6},
    {.struct_size = sizeof(testkit_case), .name = "testReportsLate", .line = 7},
    {.struct_size = sizeof(testkit_case), .name = "outlineTestEach", .flags = TESTKIT_CASE_PARAMETERISED, .line = 8},
};
static const testkit_class classes[] = {
    {.struct_size = sizeof(testkit_class), .name = "Hostile.Tests", .superclass = TESTKIT_NO_CLASS,
     .case_count = sizeof cases / sizeof cases[0]},
    {.struct_size = sizeof(testkit_class), .name = "Hostile.NeverReady", .file = "never.c", .line = 1, .superclass = 0},
    {.struct_size = sizeof(testkit_class), .name = "Hostile.Moon_iPad", .superclass = 0},
};
static const char *const examples[] = {"plain", HOSTILE, "line\nfeed"};

static void report(uint64_t activity, uint32_t kind) {
    testkit_issue issue = {.struct_size = sizeof issue, .kind = kind, .line = 9, .file = "dir, with: 100% <\"hostile\">.c"};
    issue.message = HOSTILE "\r\n::error::not a command";
    issue.details = HOSTILE "\n::error::not a command\r\n##[error]nor this\n...\nok 99 - nor a test point\n1..99";
    issue.comment = HOSTILE;
    host->report_issue(host, activity, &issue);
}

static const char *connect_host(const testkit_bundle *bundle, const testkit_host *given) {
    (void)bundle;
    host = given;
    return NULL;
}
static uint32_t class_count(const testkit_bundle *bundle) {
    (void)bundle;
    return sizeof classes / sizeof classes[0];
}
static const testkit_class *get_class(const testkit_bundle *bundle, uint32_t class_index) {
    (void)bundle;
    return &classes[class_index];
}
static const testkit_case *get_case(const testkit_bundle *bundle, uint32_t class_index, uint32_t case_index) {
    (void)bundle, (void)class_index;
    return &cases[case_index];
}
static uint32_t example_count(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                              uint32_t case_index) {
    (void)bundle, (void)class_index, (void)owner_index;
    return case_index == OUTLINE ? 3 : 0;
}
static const char *example_name(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                                uint32_t case_index, uint32_t example_index) {
    (void)bundle, (void)class_index, (void)owner_index, (void)case_index;
    return examples[example_index];
}
static uint32_t begin_class(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index) {
    (void)bundle;
    if (class_index != 1) return TESTKIT_PASSED;
    report(activity, TESTKIT_ISSUE_ERROR);
    return TESTKIT_FAILED;
}
static uint32_t run_case(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index, uint32_t owner_index,
                         uint32_t case_index, uint32_t example_index) {
    (void)bundle, (void)class_index, (void)owner_index;
    /* Bytes that are no UTF-8, a zero byte, and lines that look like a report's own. */
    static const char text[] = "\xff\xfe\0::error::no\nok 98 - no\nBail out!\n" HOSTILE "\n";
    fwrite(text, 1, sizeof text - 1, stdout);
    fflush(stdout);
    host->log(host, activity, HOSTILE);
    host->attach_data(host, activity, HOSTILE "/../" HOSTILE, text, sizeof text - 1);
    switch (case_index) {
        case FAILS: report(activity, TESTKIT_ISSUE_ASSERTION); return TESTKIT_FAILED;
        case CRASHES: host->record_location(host, activity, "hostile.c", 3); abort();
        case SKIPS: host->report_skip(host, activity, HOSTILE, NULL, 0); return TESTKIT_SKIPPED;
        case WARNS: report(activity, TESTKIT_ISSUE_WARNING); return TESTKIT_PASSED;
        case SLEEPS: nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); return TESTKIT_PASSED;
        case REPORTS_LATE: report(activity + 1000, TESTKIT_ISSUE_ERROR); return TESTKIT_PASSED;
        case OUTLINE:
            if (example_index == 0 || getenv("HOSTILE_PASSES") != NULL) return TESTKIT_PASSED;
            report(activity, TESTKIT_ISSUE_ERROR);
            return example_index == 1 ? TESTKIT_FAILED : TESTKIT_SKIPPED;
        default: return TESTKIT_PASSED;
    }
}
static uint32_t end_class(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index) {
    (void)bundle, (void)activity, (void)class_index;
    return TESTKIT_PASSED;
}

static const testkit_class_traits *class_traits(const testkit_bundle *bundle, uint32_t class_index) {
    static const char *const tags[] = {"slow", HOSTILE};
    static const testkit_class_traits traits = {.struct_size = sizeof traits, .tags = tags, .tag_count = 2};
    return (void)bundle, class_index == 0 ? &traits : NULL;
}

static const testkit_bundle bundle = {
    .magic = TESTKIT_MAGIC, .struct_size = sizeof bundle, .abi_major = TESTKIT_ABI_MAJOR, .producer = "hostile",
    .connect = connect_host, .class_count = class_count, .get_class = get_class, .get_case = get_case,
    .example_count = example_count, .example_name = example_name, .begin_class = begin_class, .run_case = run_case,
    .end_class = end_class, .class_traits = class_traits,
};

const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
