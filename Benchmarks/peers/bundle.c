/* SPDX-License-Identifier: MIT
 * A bundle in C of cases that pass. Compiled with
 *     CLASSES, CASES   how many classes, and how many cases each
 *     WORK_NS          the processor time that each case takes, in nanoseconds; 0: none
 *     WAITS            how long each case of a class waits, in microseconds, class by class: 100,250,…
 *     CRASHES          the class whose cases end their process by a fault; none by default */
#define _GNU_SOURCE
#include "testkit_bundle.h"

#include <stdio.h>
#include <time.h>

#ifndef CLASSES
#define CLASSES 1
#endif
#ifndef CASES
#define CASES 1
#endif
#ifndef WORK_NS
#define WORK_NS 0
#endif

#ifdef WAITS
static const long waits[CLASSES] = {WAITS};
#endif
static char class_names[CLASSES][24], case_names[CASES][24];
static testkit_class classes[CLASSES];
static testkit_case cases[CASES];

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

static const char *connect_host(const testkit_bundle *bundle, const testkit_host *host) {
    (void)bundle, (void)host;
    for (int index = 0; index < CLASSES; index += 1) {
        snprintf(class_names[index], sizeof class_names[index], "C.Suite%04d", index);
        classes[index] = (testkit_class){.struct_size = sizeof(testkit_class), .name = class_names[index],
                                         .file = __FILE__, .line = 1, .superclass = TESTKIT_NO_CLASS, .case_count = CASES};
    }
    for (int index = 0; index < CASES; index += 1) {
        snprintf(case_names[index], sizeof case_names[index], "testCase%04d", index);
        cases[index] = (testkit_case){.struct_size = sizeof(testkit_case), .name = case_names[index], .line = 1};
    }
    return NULL;
}
static uint32_t class_count(const testkit_bundle *bundle) { return (void)bundle, CLASSES; }
static const testkit_class *get_class(const testkit_bundle *bundle, uint32_t index) {
    return (void)bundle, index < CLASSES ? &classes[index] : NULL;
}
static const testkit_case *get_case(const testkit_bundle *bundle, uint32_t index, uint32_t item) {
    return (void)bundle, (void)index, item < CASES ? &cases[item] : NULL;
}
static uint32_t begin_class(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {
    return (void)bundle, (void)activity, (void)index, TESTKIT_PASSED;
}
static uint32_t run_case(const testkit_bundle *bundle, uint64_t activity, uint32_t index, uint32_t owner, uint32_t item,
                         uint32_t example) {
    (void)bundle, (void)activity, (void)index, (void)owner, (void)item, (void)example;
#ifdef CRASHES
    if (index == CRASHES) *(volatile int *)8 = 0;
#endif
    if (WORK_NS > 0)
        for (long end = now() + WORK_NS; now() < end;) {}
#ifdef WAITS
    nanosleep(&(struct timespec){waits[index] / 1000000, waits[index] % 1000000 * 1000}, NULL);
#endif
    return TESTKIT_PASSED;
}
static uint32_t end_class(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {
    return (void)bundle, (void)activity, (void)index, TESTKIT_PASSED;
}

__attribute__((visibility("default"))) const testkit_bundle *testkit_bundle_entry(void) {
    static const testkit_bundle bundle = {
        .magic = TESTKIT_MAGIC, .struct_size = sizeof(testkit_bundle), .abi_major = TESTKIT_ABI_MAJOR,
        .abi_minor = TESTKIT_ABI_MINOR, .producer = "benchmark", .connect = connect_host, .class_count = class_count,
        .get_class = get_class, .get_case = get_case, .begin_class = begin_class, .run_case = run_case,
        .end_class = end_class};
    return &bundle;
}
