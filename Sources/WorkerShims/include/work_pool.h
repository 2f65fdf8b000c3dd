/* SPDX-License-Identifier: MIT
 * The threads of libdispatch, on which Swift's tasks run as well: all bundles of a worker share them. */
#ifndef WORK_POOL_H
#define WORK_POOL_H

/** 0 if no thread of the usual priority has begun what was submitted now within some milliseconds: work that was left
 *  behind keeps them all. 1 else, and where there is no libdispatch. [main] */
int work_pool_serves(int milliseconds);

/** Runs what was submitted to the main queue, if there is one. [main] */
void work_pool_serve_main_queue(void);

#endif
