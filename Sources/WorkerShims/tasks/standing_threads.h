/* SPDX-License-Identifier: MIT
 * Finds out that no thread of this process can ever go on. */
#ifndef STANDING_THREADS_H
#define STANDING_THREADS_H

#include <stdint.h>

/** A hash of where each thread but the calling one waits, and how often it has slept; 0 unless each of them waits without a limit for
 *  something that only another thread of this process does, or for a timer of libdispatch; and where that is not known. Where the hash is the same twice, none of them
 *  ran in between: none ever will. [any] */
uint64_t threads_standing(void);

#endif
