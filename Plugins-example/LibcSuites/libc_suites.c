/* SPDX-License-Identifier: MIT
 *
 * A team's bundle in plain C, without TestKit: tests of the C library. An example to copy. From top to bottom:
 * what every such bundle needs, the cases, the tables that name them, and the functions that the host calls.
 * docs/ABI.md explains the contract. */
/* strtok_r is of POSIX, not of C. */
#define _POSIX_C_SOURCE 200809L

#include "testkit_bundle.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What every bundle needs --------------------------------------------------------------------------- */

/** The host from connect(). Written once, on the main thread, before any case runs. */
static const testkit_host *host;
/** The running activity. Main thread only. */
static uint64_t current_activity;
/** Whether a CHECK of it has failed. Main thread only. */
static bool has_failed;

/** Notes where the case is, and reports an issue if the check was not true. */
static void check(bool holds, const char *expression, uint32_t line) {
    host->record_location(host, current_activity, __FILE__, line);
    if (holds) return;
    testkit_issue issue = {.struct_size = sizeof issue, .kind = TESTKIT_ISSUE_ASSERTION, .line = line};
    issue.file = __FILE__;
    issue.message = expression;
    host->report_issue(host, current_activity, &issue);
    has_failed = true;
}

/** Goes on when the condition is false; the case has failed then. */
#define CHECK(condition) check((condition), "expected " #condition, __LINE__)

/** Opens the definition of a case and keeps its line. */
#define CASE(name)                                                                                                 \
    enum { name##_line = __LINE__ };                                                                               \
    static void name(void)

/* --- Sorting and searching ------------------------------------------------------------------------------ */

/** Ascending, without the overflow that a subtraction has. */
static int compare_ints(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

CASE(testSortsExtremes) {
    int numbers[] = {7, INT_MAX, -3, INT_MIN, 0, 7};
    qsort(numbers, 6, sizeof numbers[0], compare_ints);
    int sorted[] = {INT_MIN, -3, 0, 7, 7, INT_MAX};
    CHECK(memcmp(numbers, sorted, sizeof sorted) == 0);
}

CASE(testFindsWhatIsThere) {
    int numbers[] = {1, 2, 4, 8, 16};
    int present = 8, absent = 5;
    CHECK(bsearch(&present, numbers, 5, sizeof numbers[0], compare_ints) == &numbers[3]);
    CHECK(bsearch(&absent, numbers, 5, sizeof numbers[0], compare_ints) == NULL);
}

/* --- Numbers to text and back --------------------------------------------------------------------------- */

CASE(testOverflowSaturates) {
    errno = 0;
    CHECK(strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    CHECK(errno == ERANGE);
}

CASE(testStopsAtTheFirstOddCharacter) {
    char *end = NULL;
    CHECK(strtol("  -42 apples", &end, 10) == -42);
    CHECK(strcmp(end, " apples") == 0);
}

CASE(testTruncatesAndTellsTheLength) {
    char buffer[6];
    CHECK(snprintf(buffer, sizeof buffer, "%s-%03d", "seed", 7) == 8);
    CHECK(strcmp(buffer, "seed-") == 0);
}

/** The texts that outlineTestReadsBase runs with; the names are its examples. */
static const struct base_example {
    const char *name, *text;
    int base;
    long value;
} base_examples[] = {
    {"octal by its prefix", "0755", 0, 493},
    {"hexadecimal by its prefix", "0x1F", 0, 31},
    {"base 36", "zz", 36, 1295},
};

/** The example of the case that runs now. Main thread only. */
static const struct base_example *base_example;

CASE(outlineTestReadsBase) { CHECK(strtol(base_example->text, NULL, base_example->base) == base_example->value); }

/* --- Tokens --------------------------------------------------------------------------------------------- */

CASE(testTokenisersNest) {
    char text[] = "a=1;b=2";
    char *fields = NULL, *parts = NULL;
    char *first = strtok_r(text, ";", &fields);
    CHECK(strcmp(strtok_r(first, "=", &parts), "a") == 0);
    CHECK(strcmp(strtok_r(NULL, "=", &parts), "1") == 0);
    CHECK(strcmp(strtok_r(NULL, ";", &fields), "b=2") == 0);
    CHECK(strtok_r(NULL, ";", &fields) == NULL);
}

/* The suffix tells the host where a case can run; elsewhere it is skipped. */
CASE(testErrorNumbersOfLinux_Linux) { CHECK(EAGAIN == 11 && EWOULDBLOCK == EAGAIN); }

CASE(testErrorNumbersOfDarwin_macOS) { CHECK(EAGAIN == 35); }

/* --- The tables ----------------------------------------------------------------------------------------- */

/** A case: what the host is told, and what runs. */
typedef struct entry {
    testkit_case description;
    void (*run)(void);
} entry;

#define ENTRY(name, flags) {{sizeof(testkit_case), flags, #name, NULL, name##_line, 0, NULL}, name}
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const entry sorting[] = {ENTRY(testSortsExtremes, 0), ENTRY(testFindsWhatIsThere, 0)};
static const entry numbers[] = {
    ENTRY(testOverflowSaturates, 0),
    ENTRY(testStopsAtTheFirstOddCharacter, 0),
    ENTRY(testTruncatesAndTellsTheLength, 0),
    ENTRY(outlineTestReadsBase, TESTKIT_CASE_PARAMETERISED),
};
static const entry texts[] = {
    ENTRY(testTokenisersNest, 0),
    ENTRY(testErrorNumbersOfLinux_Linux, 0),
    ENTRY(testErrorNumbersOfDarwin_macOS, 0),
};

#define SUITE(title, first, entries)                                                                                \
    {{.struct_size = sizeof(testkit_class), .name = title, .file = __FILE__, .line = first##_line,                  \
      .superclass = TESTKIT_NO_CLASS, .case_count = COUNT(entries)},                                                \
     entries}

/** The classes. One that needs a set-up and a tear-down would have them here as well. */
static const struct suite {
    testkit_class description;
    const entry *entries;
} suites[] = {
    SUITE("Libc.SortingTests", testSortsExtremes, sorting),
    SUITE("Libc.NumberTests", testOverflowSaturates, numbers),
    SUITE("Libc.TextTests", testTokenisersNest, texts),
};

/* --- What the host calls, on its main thread ------------------------------------------------------------ */

static const char *connect_host(const testkit_bundle *bundle, const testkit_host *given) {
    (void)bundle;
    if (given->magic != TESTKIT_MAGIC || given->abi_major != TESTKIT_ABI_MAJOR) return "not a host of ABI 1";
    if (given->struct_size < sizeof *given) return "an older runner";
    host = given;
    return NULL;
}

static uint32_t class_count(const testkit_bundle *bundle) {
    (void)bundle;
    return COUNT(suites);
}

static const testkit_class *get_class(const testkit_bundle *bundle, uint32_t class_index) {
    (void)bundle;
    return &suites[class_index].description;
}

static const testkit_case *get_case(const testkit_bundle *bundle, uint32_t class_index, uint32_t case_index) {
    (void)bundle;
    return &suites[class_index].entries[case_index].description;
}

/* Only one case has examples; with more, the entry would name its table. */
static uint32_t example_count(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                              uint32_t case_index) {
    (void)bundle, (void)class_index;
    return suites[owner_index].entries[case_index].run == outlineTestReadsBase ? COUNT(base_examples) : 0;
}

static const char *example_name(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                                uint32_t case_index, uint32_t example_index) {
    (void)bundle, (void)class_index, (void)owner_index, (void)case_index;
    return base_examples[example_index].name;
}

static uint32_t begin_class(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index) {
    (void)bundle, (void)activity, (void)class_index;
    return TESTKIT_PASSED;
}

static uint32_t run_case(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index, uint32_t owner_index,
                         uint32_t case_index, uint32_t example_index) {
    (void)bundle, (void)class_index;
    current_activity = activity;
    has_failed = false;
    base_example = example_index == TESTKIT_NO_EXAMPLE ? NULL : &base_examples[example_index];
    suites[owner_index].entries[case_index].run();
    return has_failed ? TESTKIT_FAILED : TESTKIT_PASSED;
}

static uint32_t end_class(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index) {
    (void)bundle, (void)activity, (void)class_index;
    return TESTKIT_PASSED;
}

static const testkit_bundle bundle = {
    .magic = TESTKIT_MAGIC,
    .struct_size = sizeof bundle,
    .abi_major = TESTKIT_ABI_MAJOR,
    .abi_minor = TESTKIT_ABI_MINOR,
    .producer = "plain C",
    .connect = connect_host,
    .class_count = class_count,
    .get_class = get_class,
    .get_case = get_case,
    .example_count = example_count,
    .example_name = example_name,
    .begin_class = begin_class,
    .run_case = run_case,
    .end_class = end_class,
};

const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
