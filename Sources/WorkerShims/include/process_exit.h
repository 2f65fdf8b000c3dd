/* SPDX-License-Identifier: MIT
 * The end of a process of ours, as its exit handlers see it. */
#ifndef PROCESS_EXIT_H
#define PROCESS_EXIT_H

#include <stdint.h>
#include <sys/types.h>

/** From here on, an exit whose handlers and whose libraries' destructors have all come back is noted in a worker's stage,
 *  in its children's exits as well. Called before a bundle's code can register a handler: those run earlier. Where the status is 0, `pipe` is closed
 *  then, for the host to see; -1 for none. */
void worker_watch_exit(uint32_t *stage, int pipe);

/** Has the loader find now what the end of a process needs, which else each child would have it find. [main] */
void worker_prepare_exit(void);

/** Ends the process by exit(3) with status 0, exit handlers included. Forgets what stdio still buffers before: writing
 *  it out would not end. */
_Noreturn void worker_leave(void);

/** Ties this process's exit status to another's: at exit, whoever calls it, writes 0 to `left`, waits for `reporter` to
 *  end, and ends with its status. */
void worker_exit_like(pid_t reporter, uint32_t *left);

#endif
