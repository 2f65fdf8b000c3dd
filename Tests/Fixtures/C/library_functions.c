/* SPDX-License-Identifier: MIT
 *
 * A case for each function that the runner has in the C library's place, and that glibc before 2.34 has in a library of its own: the
 * runner need not load that, and the function it calls in turn is found all the same. */
#define _GNU_SOURCE
#include "fixture.h"

#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <resolv.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>

/** A case that calls a function. What comes of it is up to the system; a function that is not there ends the process. */
#define CALLER(name, call) \
    static uint32_t name(void) { \
        (void)(call); \
        return TESTKIT_PASSED; \
    } \
    static const fixture_case name##_cases[] = {CASE_AS(name, "testCalls", 0, NULL)};

static timer_t timer;
static unsigned char answer[512];
static struct gaicb request = {.ar_name = "127.0.0.1"};

CALLER(makes_timer, timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &timer) || timer_delete(timer))
CALLER(opens_memory, shm_open("/testkit-none", O_RDONLY, 0))
CALLER(opens_queue, mq_open("/testkit-none", O_RDONLY))
CALLER(opens_semaphore, sem_open("/testkit-none", 0))
CALLER(asks_for_addresses, getaddrinfo_a(GAI_WAIT, (struct gaicb *[]){&request}, 1, NULL))
CALLER(asks_resolver, res_query("", C_IN, T_A, answer, 0))

static const fixture_class classes[] = {
    CLASS("Libraries.MakesTimer", makes_timer_cases), CLASS("Libraries.OpensMemory", opens_memory_cases),
    CLASS("Libraries.OpensQueue", opens_queue_cases), CLASS("Libraries.OpensSemaphore", opens_semaphore_cases),
    CLASS("Libraries.AsksForAddresses", asks_for_addresses_cases), CLASS("Libraries.AsksResolver", asks_resolver_cases),
};

FIXTURE_BUNDLE(classes)
