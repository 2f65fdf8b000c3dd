/* SPDX-License-Identifier: MIT
 *
 * A case that cancels a thread which speaks to the host, again and again, and then speaks itself. */
#include "fixture.h"

#include <pthread.h>
#include <unistd.h>

static void *chat(void *unused) {
    while (1) fixture_host->log(fixture_host, fixture_activity, "still there");
    return NULL;
}

static uint32_t cancels(void) {
    for (int turn = 0; turn < 20; turn += 1) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, chat, NULL) != 0) return TESTKIT_FAILED;
        usleep(1000);
        pthread_cancel(thread);
        pthread_join(thread, NULL);
        fixture_host->log(fixture_host, fixture_activity, "the next one");
    }
    return TESTKIT_PASSED;
}

static const fixture_case cases[] = {CASE_AS(cancels, "testCancels", 0, NULL), CASE_AS(fixture_pass, "testPasses", 0, NULL)};
static const fixture_class classes[] = {CLASS("Cancelling.Tests", cases)};

FIXTURE_BUNDLE(classes)
