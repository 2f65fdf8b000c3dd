/* SPDX-License-Identifier: MIT
 *
 * One finding for each sanitizer. Without one, all of it passes. */
#include "fixture.h"

#include <limits.h>
#include <pthread.h>

/** Written by two threads. */
static int shared;
/** Not a pointer that the compiler sees through. */
static char *volatile block;

static uint32_t overflows(void) {
    volatile int number = INT_MAX;
    number += 1; /* place: overflows */
    return TESTKIT_PASSED;
}

static uint32_t uses_freed(void) {
    block = malloc(100);
    free(block);
    /* Behind what the allocator keeps in a free block: without the sanitizer, nothing else may break. */
    block[64] = 1; /* place: uses_freed */
    return TESTKIT_PASSED;
}

static void *write_shared(void *nothing) {
    shared += 1; /* place: races */
    return nothing;
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
/** Swift code calls this for each access to an inout argument. */
extern void __tsan_external_write(void *place, void *caller, void *tag);
#define WRITES_AS_SWIFT(place) __tsan_external_write(place, __builtin_return_address(0), NULL)
#endif
#endif
#ifndef WRITES_AS_SWIFT
#define WRITES_AS_SWIFT(place) (void)(place)
#endif

static uint32_t races(void) {
    pthread_t threads[2];
    int own = 0;
    WRITES_AS_SWIFT(&own);
    for (int index = 0; index < 2; index += 1) pthread_create(&threads[index], NULL, write_shared, NULL);
    for (int index = 0; index < 2; index += 1) pthread_join(threads[index], NULL);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {
    CASE_AS(fixture_pass, "testBefore", 0, NULL),
    CASE_AS(overflows, "testOverflows", 0, NULL),
    CASE_AS(uses_freed, "testUsesFreed", 0, NULL),
    CASE_AS(races, "testRaces", 0, NULL),
    CASE_AS(fixture_pass, "testAfter", 0, NULL),
};
static const fixture_class classes[] = {CLASS("Sanitized.SanitizedTests", cases)};

FIXTURE_BUNDLE(classes)
