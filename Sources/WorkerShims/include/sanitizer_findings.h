/* SPDX-License-Identifier: MIT
 * The findings of sanitizers in a worker, through the hooks of their runtimes: in the program if it was built with one,
 * in a shared runtime that a bundle brings or that was loaded before everything. */
#ifndef SANITIZER_FINDINGS_H
#define SANITIZER_FINDINGS_H

#include <stdint.h>

/** How many findings nobody has asked for yet. No system call. [any] */
uint32_t sanitizer_untold(void);

/** Makes the next finding, in the order in which they came, the one that the functions below report. Returns 0 where there
 *  is none. [main] */
int sanitizer_next(void);

/** The headline of the finding: "ThreadSanitizer: data-race". Valid until the next is asked for. [main] */
const char *sanitizer_headline(void);

/** The source file's path; null where it is not known. Valid until the next is asked for. [main] */
const char *sanitizer_file(void);

/** The line in it; 0 where it is not known. [main] */
uint32_t sanitizer_line(void);

/** 1 where this process has a sanitizer's function. [main] */
int sanitizer_has(const char *function);

#endif
