/* SPDX-License-Identifier: MIT
 *
 * The code that every fixture bundle in C needs. A fixture defines its cases, names them in tables, and ends with
 * FIXTURE_BUNDLE(classes); it is one file, compiled by the end-to-end tests with -D for its variants. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "testkit_bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/** A case: what the host is told, what runs, and the names of its examples, with a null behind the last. */
typedef struct fixture_case {
    testkit_case description;
    uint32_t (*run)(void);
    const char *const *examples;
} fixture_case;

/** A class: what the host is told, its cases, its hooks. */
typedef struct fixture_class {
    testkit_class description;
    const fixture_case *cases;
    uint32_t (*begin)(void);
    uint32_t (*end)(void);
} fixture_class;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** A case that a function runs, by another name than the function's, with flags, with examples. */
#define CASE_AS(function, title, bits, ...) {{sizeof(testkit_case), bits, title, NULL, __LINE__, 0, NULL}, function, __VA_ARGS__}
/** A case that a function runs. */
#define CASE(function) CASE_AS(function, #function, 0, NULL)

/** A class with everything that may be said of one: `.run_group = 2` and the like follow. */
#define CLASS_WITH(title, entries, begin, end, ...)                                                                \
    {{.struct_size = sizeof(testkit_class), .name = title, .file = __FILE__, .line = __LINE__,                     \
      .superclass = TESTKIT_NO_CLASS, .case_count = COUNT(entries), __VA_ARGS__}, entries, begin, end}
/** A class of run group 1 without hooks. */
#define CLASS(title, entries) CLASS_WITH(title, entries, NULL, NULL, .flags = 0)
/** A class of a run group, without hooks. */
#define CLASS_IN_GROUP(title, entries, group)                                                                      \
    CLASS_WITH(title, entries, NULL, NULL, .flags = TESTKIT_CLASS_HAS_RUN_GROUP, .run_group = group)

/** The host from connect(). Written once, on the main thread, before anything runs. */
static const testkit_host *fixture_host;
/** The running activity. Main thread only. */
static uint64_t fixture_activity;
/** The example of the case that runs now. Main thread only. */
static uint32_t fixture_example;

/** Reports an issue against an activity, whichever that is. */
static inline void fixture_report(uint64_t activity, uint32_t kind, const char *message) {
    testkit_issue issue = {.struct_size = sizeof issue, .kind = kind, .line = 7, .file = "elsewhere/Suite.c"};
    issue.message = message;
    fixture_host->report_issue(fixture_host, activity, &issue);
}

/** Fails the case that runs now. */
static inline uint32_t fixture_fail(const char *message) {
    fixture_report(fixture_activity, TESTKIT_ISSUE_ASSERTION, message);
    return TESTKIT_FAILED;
}

/** A case that passes. */
static inline uint32_t fixture_pass(void) { return TESTKIT_PASSED; }

/** Keeps all shared memory from the processes that are created from here on: the runner's table among it. */
static inline void fixture_keep_shared_memory(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], rights[5];
    unsigned long start, end;
    if (maps == NULL) abort();
    while (fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) == 3 && rights[3] == 's')
            madvise((void *)start, end - start, MADV_DONTFORK);
    }
    fclose(maps);
}

/** Defines a bundle of the classes of an array, up to the functions that the host calls. */
#define FIXTURE_FUNCTIONS(classes)                                                                                 \
    static const char *fixture_connect(const testkit_bundle *bundle, const testkit_host *host) {                   \
        (void)bundle;                                                                                              \
        fixture_host = host;                                                                                       \
        return NULL;                                                                                               \
    }                                                                                                              \
    static uint32_t fixture_class_count(const testkit_bundle *bundle) { return (void)bundle, COUNT(classes); }     \
    static const testkit_class *fixture_get_class(const testkit_bundle *bundle, uint32_t index) {                  \
        return (void)bundle, &classes[index].description;                                                          \
    }                                                                                                              \
    static const testkit_case *fixture_get_case(const testkit_bundle *bundle, uint32_t index, uint32_t place) {    \
        return (void)bundle, &classes[index].cases[place].description;                                             \
    }                                                                                                              \
    static uint32_t fixture_example_count(const testkit_bundle *bundle, uint32_t index, uint32_t owner,            \
                                          uint32_t place) {                                                        \
        (void)bundle, (void)index;                                                                                 \
        uint32_t count = 0;                                                                                        \
        const char *const *names = classes[owner].cases[place].examples;                                           \
        while (names != NULL && names[count] != NULL) count++;                                                     \
        return count;                                                                                              \
    }                                                                                                              \
    static const char *fixture_example_name(const testkit_bundle *bundle, uint32_t index, uint32_t owner,          \
                                            uint32_t place, uint32_t example) {                                    \
        return (void)bundle, (void)index, classes[owner].cases[place].examples[example];                           \
    }                                                                                                              \
    static uint32_t fixture_begin(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {               \
        (void)bundle;                                                                                              \
        fixture_activity = activity;                                                                               \
        return classes[index].begin == NULL ? TESTKIT_PASSED : classes[index].begin();                             \
    }                                                                                                              \
    static uint32_t fixture_run(const testkit_bundle *bundle, uint64_t activity, uint32_t index, uint32_t owner,   \
                                uint32_t place, uint32_t example) {                                                \
        (void)bundle, (void)index;                                                                                 \
        fixture_activity = activity;                                                                               \
        fixture_example = example;                                                                                 \
        return classes[owner].cases[place].run();                                                                  \
    }                                                                                                              \
    static uint32_t fixture_end(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {                 \
        (void)bundle;                                                                                              \
        fixture_activity = activity;                                                                               \
        return classes[index].end == NULL ? TESTKIT_PASSED : classes[index].end();                                 \
    }

/** The fields of a bundle that nothing is wrong with; what follows may replace some. */
#define FIXTURE_FIELDS                                                                                             \
    .magic = TESTKIT_MAGIC, .struct_size = sizeof(testkit_bundle), .abi_major = TESTKIT_ABI_MAJOR,                 \
    .abi_minor = TESTKIT_ABI_MINOR, .producer = "a fixture", .connect = fixture_connect,                           \
    .class_count = fixture_class_count, .get_class = fixture_get_class, .get_case = fixture_get_case,              \
    .example_count = fixture_example_count, .example_name = fixture_example_name, .begin_class = fixture_begin,    \
    .run_case = fixture_run, .end_class = fixture_end

/** Defines a whole bundle of the classes of an array. */
#define FIXTURE_BUNDLE(classes)                                                                                    \
    FIXTURE_FUNCTIONS(classes)                                                                                     \
    static const testkit_bundle fixture_bundle = {FIXTURE_FIELDS};                                                 \
    const testkit_bundle *testkit_bundle_entry(void) { return &fixture_bundle; }

#endif
