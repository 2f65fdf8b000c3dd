/* SPDX-License-Identifier: MIT
 * A thread that notes origins in the few places of a record, over and over, and two that look for them meanwhile, as the host does.
 * All fields of an origin have the thread's number, so an entry with two numbers is a mixture. For the thread sanitizer, which sees a
 * plain load or store among those of the other side as a race. */
#include "WorkerShims/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/** How many origins are noted: each place is overwritten a thousand times. */
#define NOTES (1000 * TABLE_ORIGINS)

static worker_record record;
/** The number that was noted last, for the readers; they end with the writer. */
static atomic_uint last;
static atomic_int is_over;
/** How many entries the readers have found, and how many of them had two numbers. */
static atomic_uint found_count, mixture_count;

static void *note(void *unused) {
    for (uint32_t number = 1; number <= NOTES; number += 1) {
        thread_origin origin = {0, number, number, number, number, number};
        thread_origin_note(&record, &origin, number);
        atomic_store_explicit(&last, number, memory_order_relaxed);
    }
    is_over = 1;
    return unused;
}

static void *look(void *unused) {
    while (!is_over) {
        uint32_t newest = atomic_load_explicit(&last, memory_order_relaxed);
        /* The oldest is about to be overwritten. */
        uint32_t number = newest > TABLE_ORIGINS ? newest - TABLE_ORIGINS + 1 : newest;
        thread_origin found = thread_origin_find(&record, number);
        if (found.thread == 0) continue;
        found_count += 1;
        if (found.stage != number || found.bundle != number || found.unit != number || found.slot != number ||
            found.is_pool != number)
            mixture_count += 1;
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    for (int index = 1; index < 3; index += 1) pthread_create(&threads[index], NULL, look, NULL);
    pthread_create(&threads[0], NULL, note, NULL);
    for (int index = 0; index < 3; index += 1) pthread_join(threads[index], NULL);
    printf("%u entries found, %u mixtures\n", found_count, mixture_count);
    return mixture_count == 0 ? 0 : 1;
}
