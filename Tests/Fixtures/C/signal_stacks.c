/* SPDX-License-Identifier: MIT
 *
 * A bundle whose processes lack the memory that they share with the runner, and fault at their first look there. Each has a
 * signal stack of another size, so that whatever the processor's state takes there, one of them ends just where a frame does. */
#define _GNU_SOURCE
#include "fixture.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

/** How many sizes there are, and how much larger each is than the one before. Together more than the largest frame of a signal: 64
 *  times 192 bytes are 12 KB, and a processor with AMX takes 11 KB. */
enum { SIZES = 64, STEP = 192, LEAST = 1 << 15 };

/** How many processes were created. Counted by the worker. */
static int created;

static void count_up(void) { created += 1; }

/** Gives this process a signal stack of its own size. */
static void set_stack(void) {
    size_t size = LEAST + (size_t)(created % SIZES) * STEP;
    char *bytes = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = bytes + size, .ss_size = size};
    if (bytes == MAP_FAILED || sigaltstack(&stack, NULL) != 0) abort();
}

/** No process that is created shares memory with the runner. */
__attribute__((constructor)) static void construct(void) {
    fixture_keep_shared_memory();
    if (pthread_atfork(count_up, NULL, set_stack) != 0) abort();
}

static const fixture_case cases[] = {CASE_AS(fixture_pass, "testPasses", 0, NULL)};

#define ONE(number) CLASS("Stacks.Number" #number "Tests", cases)
#define EIGHT(number)                                                                                               \
    ONE(number##0), ONE(number##1), ONE(number##2), ONE(number##3), ONE(number##4), ONE(number##5), ONE(number##6), \
        ONE(number##7)
/** Three processes are tried for each, so all sizes come. */
static const fixture_class classes[] = {EIGHT(0), EIGHT(1), EIGHT(2)};

FIXTURE_BUNDLE(classes)
