/* SPDX-License-Identifier: MIT
 * The facts of the program's own build. */
#ifndef BUILD_FACTS_H
#define BUILD_FACTS_H

#include <stddef.h>

/** The length of a commit's name in hexadecimal digits. */
enum { WORKER_COMMIT_LENGTH = 40 };

/**
 * Writes the name of the commit that was checked out when the program was compiled, and a zero byte. Returns whether it
 * is known: sources without a repository have none.
 */
int worker_build_commit(char commit[WORKER_COMMIT_LENGTH + 1]);

#endif
