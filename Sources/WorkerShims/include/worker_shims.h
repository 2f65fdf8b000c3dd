/* SPDX-License-Identifier: MIT
 * The few calls that Swift's Glibc module leaves out. */
#ifndef WORKER_SHIMS_H
#define WORKER_SHIMS_H

#include <sys/types.h>

/** fork(2), which Swift marks unavailable. The host may call it: it is single-threaded. */
pid_t worker_fork(void);

#endif
