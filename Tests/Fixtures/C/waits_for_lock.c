/* SPDX-License-Identifier: MIT
 *
 * A case that waits for ever for a lock that another thread holds. */
#include "fixture.h"

#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/** Written when the lock is held. */
static int held[2];

static void *hold(void *nothing) {
    pthread_mutex_lock(&lock);
    (void)!write(held[1], "x", 1);
    for (volatile int turns = 0;; turns += 1) {}
    return nothing;
}

static uint32_t waits(void) {
    char byte;
    pthread_t thread;
    if (pipe(held) != 0 || pthread_create(&thread, NULL, hold, NULL) != 0) return TESTKIT_FAILED;
    (void)!read(held[0], &byte, 1);
    pthread_mutex_lock(&lock);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Stuck.StuckTests", cases)};

FIXTURE_BUNDLE(classes)
