/* SPDX-License-Identifier: MIT
 *
 * A case that starts a thread with more memory than there is, and waits for ever for its work; with PRELOADED, a library whose clocks
 * stand still, as some that change the time do. */
#ifdef PRELOADED
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    (void)clock;
    *time = (struct timespec){1000000, 0};
    return 0;
}
#else
#include "fixture.h"

#include <pthread.h>
#include <unistd.h>

static void *work(void *nothing) { return nothing; }

static uint32_t waits(void) {
    pthread_t thread;
    pthread_attr_t large;
    pthread_attr_init(&large);
    if (pthread_attr_setstacksize(&large, (size_t)1 << 46) != 0) return TESTKIT_FAILED;
    if (pthread_create(&thread, &large, work, NULL) == 0) return TESTKIT_PASSED;
    for (;;) pause();
}

static const fixture_case cases[] = {CASE_AS(waits, "testWaits", 0, NULL)};
static const fixture_class classes[] = {CLASS("Still.StillTests", cases)};

FIXTURE_BUNDLE(classes)
#endif
