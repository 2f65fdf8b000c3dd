/* SPDX-License-Identifier: MIT
 *
 * A bundle that reports in every way that a host has to expect. */
#include "fixture.h"

/** The activity of a case that has ended. Main thread only. */
static uint64_t ended_activity;

static uint32_t tells_nothing(void) {
    ended_activity = fixture_activity;
    return TESTKIT_PASSED;
}

/** Reports for a case when that has ended: as the class ends, which is after all of its cases. */
static uint32_t reports_late(void) {
    fixture_report(ended_activity, TESTKIT_ISSUE_ASSERTION, "too late to matter");
    return TESTKIT_PASSED;
}

static uint32_t fails_without_message(void) {
    fixture_report(fixture_activity, TESTKIT_ISSUE_ASSERTION, NULL);
    return TESTKIT_FAILED;
}

static uint32_t fails_silently(void) { return TESTKIT_FAILED; }

static uint32_t returns_nonsense(void) { return 77; }

static uint32_t reports_unknown_kind(void) {
    fixture_report(fixture_activity, 1000, "of a kind to come");
    return TESTKIT_PASSED;
}

/** An issue fails its case, whatever is returned. */
static uint32_t passes_with_issue(void) {
    fixture_report(fixture_activity, TESTKIT_ISSUE_ERROR, "an error that went unnoticed");
    return TESTKIT_PASSED;
}

static uint32_t warns(void) {
    fixture_report(fixture_activity, TESTKIT_ISSUE_WARNING, "worth telling");
    return TESTKIT_PASSED;
}

static uint32_t talks_a_lot(void) {
    size_t length = 1000000;
    char *text = malloc(length + 1);
    memset(text, 'm', length);
    memcpy(text, "START", 5);
    memcpy(text + length - 4, "STOP", 5);
    fixture_fail(text);
    free(text);
    return TESTKIT_FAILED;
}

static uint32_t sends_controls(void) {
    fputs("raw \x1b[31mred\x1b]0;title\a\r over\x7f \xff\xfe \xe2\x80\xae turned\n", stdout);
    fixture_host->log(fixture_host, fixture_activity, "log \x1b[2J\a wiped");
    return fixture_fail("raw \x1b[31mred\a\b\r\nsecond\x7f \xc2\x9b" "31m \xe2\x80\xae turned \xff");
}

static uint32_t prints_and_fails(void) {
    printf("said to standard output\n");
    fprintf(stderr, "said to standard error\n");
    return fixture_fail("printed before it failed");
}

static uint32_t prints_and_passes(void) {
    printf("nobody wants to read this\n");
    return TESTKIT_PASSED;
}

static uint32_t skips(void) {
    fixture_host->report_skip(fixture_host, fixture_activity, "not on Tuesdays", "elsewhere/Suite.c", 3);
    return TESTKIT_SKIPPED;
}

static uint32_t skips_silently(void) { return TESTKIT_SKIPPED; }

static uint32_t tells_all(void) {
    testkit_issue issue = {.struct_size = sizeof issue, .kind = TESTKIT_ISSUE_ASSERTION, .line = 12};
    issue.file = "elsewhere/Suite.c";
    issue.message = "expected 4, got 5";
    issue.details = "  left: 4\n right: 5";
    issue.comment = "two and two";
    fixture_host->report_issue(fixture_host, fixture_activity, &issue);
    fixture_host->log(fixture_host, fixture_activity, "a remark");
    return TESTKIT_FAILED;
}

static const fixture_case late[] = {CASE_AS(tells_nothing, "testTellsNothing", 0, NULL)};
static const fixture_case reports[] = {
    CASE_AS(fails_without_message, "testFailsWithoutMessage", 0, NULL),
    CASE_AS(fails_silently, "testFailsSilently", 0, NULL),
    CASE_AS(returns_nonsense, "testReturnsNonsense", 0, NULL),
    CASE_AS(reports_unknown_kind, "testReportsUnknownKind", 0, NULL),
    CASE_AS(passes_with_issue, "testPassesWithIssue", 0, NULL),
    CASE_AS(warns, "testWarns", 0, NULL),
    CASE_AS(talks_a_lot, "testTalksALot", 0, NULL),
    CASE_AS(tells_all, "testTellsAll", 0, NULL),
};
static const fixture_case output[] = {
    CASE_AS(prints_and_fails, "testPrintsAndFails", 0, NULL),
    CASE_AS(prints_and_passes, "testPrintsAndPasses", 0, NULL),
};
static const fixture_case controls[] = {CASE_AS(sends_controls, "test\x1b[2Jwipes\xe2\x80\xae", 0, NULL)};
static const fixture_case skipping[] = {
    CASE_AS(skips, "testSkips", 0, NULL),
    CASE_AS(skips_silently, "testSkipsSilently", 0, NULL),
};

static const fixture_class classes[] = {
    CLASS_WITH("Odd.LateTests", late, NULL, reports_late, .flags = 0),
    CLASS("Odd.ReportTests", reports),
    CLASS("Odd.OutputTests", output),
    CLASS("Odd.\x1b[31mTests", controls),
    CLASS("Odd.SkipTests", skipping),
};

FIXTURE_BUNDLE(classes)
