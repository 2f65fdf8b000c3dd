/* SPDX-License-Identifier: MIT
 * Locks for what a bundle may call on any thread.
 *
 * A bundle's thread may be cancelled while it holds one, and its process may fork while another thread does. Neither leaves
 * one of these locked: a thread that holds one cannot be cancelled, and fork(3) waits until it holds all of them. */
#ifndef CALLBACK_LOCK_H
#define CALLBACK_LOCK_H

#include <stdint.h>

/** A lock; zero is a free one. */
typedef struct callback_lock {
    /** 0 for free, 1 for taken, 2 for taken with others that wait. */
    uint32_t state;
    /** Whether the holder can be cancelled otherwise. Written by the holder. */
    int cancelling;
    /** The one that was made before. */
    struct callback_lock *next;
} callback_lock;

/** Makes a free lock that fork(3) knows and that lives as long as the process. Who takes two begins with the one that was made
 *  later, as fork(3) does. [any] */
callback_lock *callback_lock_make(void);

/** Takes a lock; a thread must not take one twice. [any] */
void callback_lock_take(callback_lock *lock);

/** Gives it back. [any, the holder] */
void callback_lock_give(callback_lock *lock);

#endif
