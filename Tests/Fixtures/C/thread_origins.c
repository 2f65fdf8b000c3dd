/* SPDX-License-Identifier: MIT
 *
 * A thread that outlives what started it, in the place PLACE names, and crashes when a later case runs. */
#include "fixture.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#define IN_CONSTRUCTOR 1
#define IN_EARLIER_CASE 2
#define IN_CASE 3

/** Posted by the case in which the thread crashes. */
static sem_t is_wanted;

static void *crash(void *nothing) {
    while (sem_wait(&is_wanted) != 0) {}
    *(volatile int *)nothing = 1;
    return NULL;
}

static void start(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, crash, NULL) != 0) abort();
}

__attribute__((constructor)) static void construct(void) {
    sem_init(&is_wanted, 0, 0);
    if (PLACE == IN_CONSTRUCTOR) start();
}

static uint32_t starts(void) {
    if (PLACE == IN_EARLIER_CASE) start();
    return TESTKIT_PASSED;
}

static uint32_t waits(void) {
    if (PLACE == IN_CASE) start();
    sem_post(&is_wanted);
    for (;;) pause();
}

static const fixture_case cases[] = {CASE_AS(starts, "testStarts", 0, NULL), CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Origins.OriginTests", cases)};

FIXTURE_BUNDLE(classes)
