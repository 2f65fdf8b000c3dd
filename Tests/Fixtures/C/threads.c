/* SPDX-License-Identifier: MIT
 *
 * Classes that start threads: some leave them running. Needs libdispatch. */
#include "fixture.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/** Posted by nobody. */
static sem_t never;

static void *sleep_for_ever(void *nothing) {
    for (;;) sem_wait(&never);
    return nothing;
}

static void *turn_for_ever(void *nothing) {
    for (volatile int turns = 0;; turns += 1) {}
    return nothing;
}

static void *end_at_once(void *nothing) { return nothing; }

static void start(void *(*body)(void *), int is_detached) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0) abort();
    if (is_detached) pthread_detach(thread);
}

static uint32_t leaves_one(void) { return start(sleep_for_ever, 0), TESTKIT_PASSED; }
static uint32_t leaves_two(void) { return start(sleep_for_ever, 1), start(turn_for_ever, 1), TESTKIT_PASSED; }

static uint32_t joins(void) {
    pthread_t threads[8];
    for (int index = 0; index < 8; index += 1) pthread_create(&threads[index], NULL, end_at_once, NULL);
    for (int index = 0; index < 8; index += 1) pthread_join(threads[index], NULL);
    return TESTKIT_PASSED;
}

static uint32_t lets_go(void) {
    for (int index = 0; index < 8; index += 1) start(end_at_once, 1);
    return TESTKIT_PASSED;
}

static void fired(union sigval nothing) { (void)nothing; }

/** The C library keeps a thread for timers. */
static uint32_t uses_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = fired};
    struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return TESTKIT_FAILED;
    timer_settime(timer, 0, &soon, NULL);
    usleep(10000);
    timer_delete(timer);
    return TESTKIT_PASSED;
}

/** Of libdispatch, which has no header for C here. */
extern void *dispatch_get_global_queue(long identifier, unsigned long flags);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));

static sem_t done;

static void start_from_pool(void *body) {
    if (body != NULL) start((void *(*)(void *))body, 1);
    sem_post(&done);
}

/** Has the pool do something, and waits for it. */
static uint32_t use_pool(void *body) {
    sem_init(&done, 0, 0);
    dispatch_async_f(dispatch_get_global_queue(0, 0), body, start_from_pool);
    while (sem_wait(&done) != 0) {}
    return TESTKIT_PASSED;
}

static uint32_t uses_pool(void) { return use_pool(NULL); }
/** A thread that the pool's starts has the pool's signals. */
static uint32_t leaves_from_pool(void) { return use_pool((void *)sleep_for_ever); }

#define ONE(function) static const fixture_case function##_cases[] = {CASE_AS(function, "testRuns", 0, NULL)};
ONE(leaves_one)
ONE(leaves_two)
ONE(joins)
ONE(lets_go)
ONE(uses_timer)
ONE(uses_pool)
ONE(leaves_from_pool)

static const fixture_class classes[] = {
    CLASS("Threads.LeavesOne", leaves_one_cases), CLASS("Threads.LeavesTwo", leaves_two_cases),
    CLASS("Threads.Joins", joins_cases),          CLASS("Threads.LetsGo", lets_go_cases),
    CLASS("Threads.UsesTimer", uses_timer_cases), CLASS("Threads.UsesPool", uses_pool_cases),
    CLASS("Threads.LeavesFromPool", leaves_from_pool_cases),
};

FIXTURE_BUNDLE(classes)
