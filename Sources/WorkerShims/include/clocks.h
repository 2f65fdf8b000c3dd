/* SPDX-License-Identifier: MIT
 * The clocks, read by calls that stay out of the kernel. */
#ifndef CLOCKS_H
#define CLOCKS_H

#include <stdint.h>

/** Nanoseconds of CLOCK_MONOTONIC, by a call that stays out of the kernel. */
uint64_t worker_now(void);

/** Nanoseconds since 1970-01-01 00:00:00 UTC. */
uint64_t worker_wall_clock(void);

#endif
