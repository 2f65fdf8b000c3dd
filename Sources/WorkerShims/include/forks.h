/* SPDX-License-Identifier: MIT
 * Making processes, and knowing those that others made. Errors come as -1 with errno. */
#ifndef FORKS_H
#define FORKS_H

#include <sys/types.h>

/** fork(2), which Swift marks unavailable. The host may call it: it is single-threaded. */
pid_t worker_fork(void);

/** From here on, processes that are forked otherwise than by worker_fork() know that of themselves. */
void worker_watch_forks(void);

/** 1 in a process that a bundle's code forked, and that must not go on as if it were a worker. No system call. [any] */
int worker_is_stray(void);

#endif
