/* SPDX-License-Identifier: MIT
 * How many processors this process may use. */
#ifndef PROCESSORS_H
#define PROCESSORS_H

/** The smallest quota of this process's control group and of those that it is in, versions 1 and 2, in processors, rounded
 *  up; 0 if there is none. `root` goes before the paths of the system's files: "" but in tests. */
int worker_quota_processors(const char *root);

/** How many processors this process may use at once: its affinity, and its control group's quota where that is less. */
int worker_processor_count(void);

#endif
