/* SPDX-License-Identifier: MIT
 * The main queue, served by the main thread as Foundation's run loop does it. */
#include "adapter_support.h"

#include <poll.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

void adapter_serve_main_queue(const volatile int *done) {
    struct pollfd queue = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
    while (!__atomic_load_n(done, __ATOMIC_ACQUIRE)) {
        if (poll(&queue, 1, -1) <= 0) continue;
        uint64_t count;
        /* The value is the number of times that the queue was woken. */
        if (read(queue.fd, &count, sizeof count) >= 0) _dispatch_main_queue_callback_4CF(NULL);
    }
}

/* The main actor off the main thread: that waits while another one runs a job, so nothing else of the main queue runs. */

extern char _dispatch_main_q;
extern void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern void dispatch_after_f(uint64_t time, void *queue, void *context, void (*work)(void *));

/** As libdispatch's own flag: a queue that makes a thread for each piece of work. */
#define OVERCOMMIT 2

/** Written on the main thread, read on any. */
static bool is_off_main_thread;

void adapter_set_off_main_thread(bool is_off) { __atomic_store_n(&is_off_main_thread, is_off, __ATOMIC_RELEASE); }

/** A job of the main actor. */
struct main_job {
    void *context;
    void (*work)(void *);
    sem_t ended;
};

static void run_job(void *context) {
    struct main_job *job = context;
    job->work(job->context);
    sem_post(&job->ended);
}

/** On the main thread. */
static void hold_main_queue(void *context) {
    struct main_job *job = context;
    sem_init(&job->ended, 0, 0);
    dispatch_async_f(dispatch_get_global_queue(0, OVERCOMMIT), job, run_job);
    while (sem_wait(&job->ended) != 0) continue;
    sem_destroy(&job->ended);
    free(job);
}

/** The job to submit in place of a job; null for the job itself. */
static struct main_job *moved(const void *queue, void *context, void (*work)(void *)) {
    if (queue != &_dispatch_main_q || !__atomic_load_n(&is_off_main_thread, __ATOMIC_ACQUIRE)) return NULL;
    struct main_job *job = malloc(sizeof *job);
    if (job != NULL) *job = (struct main_job){.context = context, .work = work};
    return job;
}

static void submit_async(void *queue, void *context, void (*work)(void *)) {
    struct main_job *job = moved(queue, context, work);
    dispatch_async_f(queue, job != NULL ? job : context, job != NULL ? hold_main_queue : work);
}

static void submit_after(uint64_t time, void *queue, void *context, void (*work)(void *)) {
    struct main_job *job = moved(queue, context, work);
    dispatch_after_f(time, queue, job != NULL ? job : context, job != NULL ? hold_main_queue : work);
}

void *adapter_async_replacement(void) { return (void *)submit_async; }
void *adapter_after_replacement(void) { return (void *)submit_after; }
