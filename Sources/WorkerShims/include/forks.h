/* SPDX-License-Identifier: MIT
 * Making processes, and knowing those that others made. Errors come as -1 with errno. */
#ifndef FORKS_H
#define FORKS_H

#include <stdint.h>
#include <sys/types.h>

/** fork(2), which Swift marks unavailable. The host may call it: it is single-threaded. */
pid_t worker_fork(void);

/** From here on, processes that are made otherwise than by worker_fork() know that of themselves. */
void worker_watch_forks(void);

/** 1 in a process that a bundle's code forked, and that must not go on as if it were a worker. No system call. [any] */
int worker_is_stray(void);

/** Ends this process, and the worker, if this one shares the worker's memory and is not the worker: vfork(2), or clone(2)
 *  with CLONE_VM. Sets `is_divided` before. It takes a system call to know that. [any] */
void worker_end_divided(uint32_t *is_divided);

#endif
