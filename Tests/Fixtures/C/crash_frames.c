/* SPDX-License-Identifier: MIT
 *
 * Ways to crash of which the test's own frame must be told: behind the C library, in a thread, in a recursion. */
#define _GNU_SOURCE
#include "fixture.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef WITH_CPP
uint32_t falls_in_cpp(void);
#endif

/** Nowhere. */
static void (*volatile nowhere)(void);
/** Not a pointer that the compiler sees through. */
static char *volatile block;

static uint32_t aborts(void) {
    abort(); /* place: aborts */
}

static uint32_t asserts(void) {
    assert(nowhere != NULL); /* place: asserts */
    return TESTKIT_PASSED;
}

static uint32_t frees_twice(void) {
    block = malloc(100);
    free(block);
    free(block); /* place: frees_twice */
    return TESTKIT_PASSED;
}

static uint32_t reads_null(void) {
    *(volatile int *)8 = 1; /* place: reads_null */
    return TESTKIT_PASSED;
}

static uint32_t calls_nowhere(void) {
    nowhere(); /* place: calls_nowhere */
    return TESTKIT_PASSED;
}

/** Calls itself until the stack ends. */
static int deep(volatile int depth) { return depth + deep(depth + 1); } /* place: deep */

static uint32_t recurses(void) { return deep(0) == 0 ? TESTKIT_PASSED : TESTKIT_FAILED; }

static void *fall(void *nothing) {
    abort(); /* place: fall */
    return nothing;
}

static uint32_t falls_in_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, fall, NULL) == 0) pthread_join(thread, NULL);
    return TESTKIT_PASSED;
}

static int compare(const void *left, const void *right) {
    abort(); /* place: compare */
    return left < right;
}

static uint32_t falls_in_callback(void) {
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, compare);
    return TESTKIT_PASSED;
}

static uint32_t sleeps(void) {
    while (1) sleep(100); /* place: sleeps */
    return TESTKIT_PASSED;
}

/** Waits for a word of memory by syscall(2), as Swift's Mutex does: the runner has a function in its place. */
static void *doze(void *nothing) {
    static int word;
    while (1) syscall(SYS_futex, &word, 0, 0, NULL, NULL, 0);
    return nothing;
}

static uint32_t waits_for_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, doze, NULL) == 0) pthread_join(thread, NULL); /* place: waits_for_thread */
    return TESTKIT_PASSED;
}

/** Ends a child by abort(), which is nobody's crash. */
static uint32_t forks(void) {
    pid_t child = fork();
    if (child == 0) abort();
    return TESTKIT_FAILED;
}

/** Lets the default stand for a while: what a test puts back must not undo the trace. */
static uint32_t restores(void) {
    struct sigaction before, standard = {.sa_handler = SIG_DFL};
    sigaction(SIGABRT, &standard, &before);
    sigaction(SIGABRT, &before, NULL);
    abort(); /* place: restores */
}

static const fixture_case cases[] = {
    CASE_AS(aborts, "testAborts", 0, NULL),
    CASE_AS(asserts, "testAsserts", 0, NULL),
    CASE_AS(frees_twice, "testFreesTwice", 0, NULL),
    CASE_AS(reads_null, "testReadsNull", 0, NULL),
    CASE_AS(calls_nowhere, "testCallsNowhere", 0, NULL),
    CASE_AS(recurses, "testRecurses", 0, NULL),
    CASE_AS(falls_in_thread, "testFallsInThread", 0, NULL),
    CASE_AS(falls_in_callback, "testFallsInCallback", 0, NULL),
    CASE_AS(sleeps, "testSleeps", 0, NULL),
    CASE_AS(waits_for_thread, "testWaitsForThread", 0, NULL),
    CASE_AS(forks, "testForks", 0, NULL),
    CASE_AS(restores, "testRestores", 0, NULL),
#ifdef WITH_CPP
    CASE_AS(falls_in_cpp, "testFallsInCPP", 0, NULL),
#endif
};
static const fixture_class classes[] = {CLASS("Falling.FallingTests", cases)};

FIXTURE_BUNDLE(classes)
