/* SPDX-License-Identifier: MIT
 * Thread identifiers that libraries keep of the calling thread, across a fork. */
#ifndef KEPT_THREAD_IDS_H
#define KEPT_THREAD_IDS_H

/** Before a fork: finds where libraries keep the calling thread's identifier. Not on two threads at a time. */
void kept_thread_ids_find(void);

/** In the new process: writes its own identifier there. No loader call, no lock. */
void kept_thread_ids_renew(void);

#endif
