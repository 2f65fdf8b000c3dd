/* SPDX-License-Identifier: MIT
 *
 * With FILLS, a case that leaves work on libdispatch's threads that never ends, more than there are threads; without,
 * one that needs a thread of them. */
#include "fixture.h"

#include <semaphore.h>
#include <unistd.h>

/** Of libdispatch, which has no header for C here. */
extern void *dispatch_get_global_queue(long identifier, unsigned long flags);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));

#ifdef FILLS
static void wait_for_ever(void *context) { while (1) pause(); }

static uint32_t uses(void) {
    for (int number = 0; number < 600; number += 1)
        dispatch_async_f(dispatch_get_global_queue(0, 0), NULL, wait_for_ever);
    usleep(100000);
    return TESTKIT_PASSED;
}
#else
static sem_t done;

static void finish(void *context) { sem_post(&done); }

static uint32_t uses(void) {
    sem_init(&done, 0, 0);
    dispatch_async_f(dispatch_get_global_queue(0, 0), NULL, finish);
    while (sem_wait(&done) != 0) {}
    return TESTKIT_PASSED;
}
#endif

static const fixture_case cases[] = {CASE_AS(uses, "testUses", 0, NULL)};
static const fixture_class classes[] = {CLASS_IN_GROUP("Pool.UsesTests", cases, GROUP)};

FIXTURE_BUNDLE(classes)
