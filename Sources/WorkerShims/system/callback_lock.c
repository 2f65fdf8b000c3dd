/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include "fork_page.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/** The lock that was made last. */
static callback_lock *last;
/** The last one before a fork, after which others may be made. Written and read by the thread that has taken all. */
static callback_lock *last_taken ON_FORK_PAGE;
/** The locks of a worker: a fork writes each in both processes. */
static callback_lock first_locks[4] ON_FORK_PAGE;

/** Takes a lock, whatever may become of this thread (Drepper, "Futexes Are Tricky", 2011: the third mutex). */
static void lock(callback_lock *lock) {
    uint32_t seen = 0;
    if (__atomic_compare_exchange_n(&lock->state, &seen, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    while (__atomic_exchange_n(&lock->state, 2, __ATOMIC_ACQUIRE) != 0) {
        syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    }
}

/** Gives it back. */
static void unlock(callback_lock *lock) {
    if (__atomic_exchange_n(&lock->state, 0, __ATOMIC_RELEASE) == 2) {
        syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}

void callback_lock_take(callback_lock *taken) {
    int before = PTHREAD_CANCEL_ENABLE;
    /* A thread that does nothing else must be one that can be cancelled. */
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    lock(taken);
    taken->cancelling = before;
}

void callback_lock_give(callback_lock *taken) {
    int before = taken->cancelling;
    unlock(taken);
    pthread_setcancelstate(before, NULL);
}

/** Before a fork: the child must not have a lock that belongs to a thread which it does not have. */
static void take_all(void) {
    callback_lock *first = __atomic_load_n(&last, __ATOMIC_ACQUIRE);
    for (callback_lock *one = first; one != NULL; one = one->next) lock(one);
    last_taken = first;
}

/** After it, in the parent. */
static void give_all(void) {
    for (callback_lock *one = last_taken; one != NULL; one = one->next) unlock(one);
}

/** After it, in the child: who waits there for the parent's is not in it. */
static void renew_all(void) {
    for (callback_lock *one = last; one != NULL; one = one->next) __atomic_store_n(&one->state, 0, __ATOMIC_RELEASE);
}

callback_lock *callback_lock_make(void) {
    static size_t made;
    size_t index = __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
    callback_lock *lock = index < sizeof first_locks / sizeof *first_locks ? &first_locks[index] : calloc(1, sizeof *lock);
    if (lock == NULL) abort();
    /* Before those of any bundle, so theirs run while nothing is locked. */
    if (index == 0) pthread_atfork(take_all, give_all, renew_all);
    lock->next = __atomic_load_n(&last, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&last, &lock->next, lock, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
    return lock;
}
