/* SPDX-License-Identifier: MIT
 *
 * Code that writes over what its worker is at, and since when, in the pages that its worker shares with the host: MODE says when and
 * to what. */
#include "fixture.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "WorkerShims/run_table.h"

/** As the host numbers them. */
enum { WORKER_REGISTERING = 2, WORKER_EXAMPLES = 8 };

/** The record of its worker. */
static worker_record *record;

/** Finds the worker's pages, which its record begins: no other worker's are there. */
static void find_record(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    unsigned long start;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (strstr(line, "memfd:testkit-results") == NULL || sscanf(line, "%lx", &start) != 1) continue;
        if (record != NULL) abort();
        record = (worker_record *)start;
    }
    if (maps != NULL) fclose(maps);
    if (record == NULL) abort();
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *renew(void *nothing) {
    for (;; usleep(1000)) table_store64(&record->since, now());
    return nothing;
}

/** Names something else at each look, all of which may be true. */
static void *flit(void *nothing) {
    for (uint32_t count = 0;; count++) {
        record->example_case = count;
        table_store(&record->stage, count % 2 ? WORKER_EXAMPLES : WORKER_REGISTERING);
        usleep(700);
    }
    return nothing;
}

/** Has a thread write over the record for ever, and ignores all that asks it to end. */
static void begin_thread(void *(*body)(void *)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0) abort();
}

static void ignore_signals(void) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
}

/** Stays for ever while it is opened, and says that it goes on all the time. */
__attribute__((constructor)) static void hold(void) {
    if (MODE != 4) return;
    find_record();
    ignore_signals();
    begin_thread(flit);
    for (;;) pause();
}

/** Stays for ever, and says all the time that it has begun just now. */
static uint32_t stays(void) {
    find_record();
    ignore_signals();
    if (MODE == 0) begin_thread(renew);
    /* It begins in the future. */
    if (MODE == 1) table_store64(&record->since, UINT64_MAX);
    if (MODE <= 1) for (;;) pause();
    /* It began when the machine did, long before any limit. */
    table_store64(&record->since, MODE == 2 ? 0 : 1);
    struct timespec time = {0, 300000000};
    nanosleep(&time, NULL);
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(stays, "testStays", 0, NULL)};
static const fixture_case others[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {
    CLASS("Clocks.ClockTests", cases), CLASS_IN_GROUP("Clocks.LaterTests", others, 2)};

FIXTURE_BUNDLE(classes)
