/* SPDX-License-Identifier: MIT
 *
 * A bundle whose code ends or holds up its process: as -DDEED says, in the place of -DPLACE. */
#include "fixture.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define BODY 1
#define BEGIN 2
#define END 3
#define EXIT_HANDLER 4

/** The body of a second thread. */
static void *crash(void *nothing) {
    *(volatile int *)8 = 1;
    return nothing;
}

/** Does the deed, if this is the place for it. */
static uint32_t at(int place) {
    if (place != PLACE) return TESTKIT_PASSED;
    fixture_host->record_location(fixture_host, fixture_activity, "elsewhere/Deadly.c", 40 + place);
    printf("last words\n");
    fflush(stdout);
    if (strcmp(DEED, "crash") == 0) *(volatile int *)8 = 1;
    if (strcmp(DEED, "abort") == 0) abort();
    if (strcmp(DEED, "raise") == 0) raise(SIGFPE);
    if (strcmp(DEED, "exit") == 0) exit(0);
    if (strcmp(DEED, "_exit") == 0) _exit(0);
    while (strcmp(DEED, "hang") == 0) pause();
    pthread_t thread;
    if (strcmp(DEED, "thread") == 0 && pthread_create(&thread, NULL, crash, NULL) == 0) pthread_join(thread, NULL);
    return fixture_fail("it should not get here");
}

static uint32_t in_body(void) { return at(BODY); }
static uint32_t in_begin(void) { return at(BEGIN); }
static uint32_t in_end(void) { return at(END); }

static const fixture_case victims[] = {
    CASE_AS(fixture_pass, "testBefore", 0, NULL),
    CASE_AS(in_body, "testDies", 0, NULL),
    CASE_AS(fixture_pass, "testAfter", 0, NULL),
};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testLives", 0, NULL)};

static const fixture_class classes[] = {
    CLASS("Deadly.EarlierTests", others),
    CLASS_WITH("Deadly.VictimTests", victims, in_begin, in_end, .flags = 0),
    CLASS("Deadly.LaterTests", others),
};

FIXTURE_BUNDLE(classes)
