/* SPDX-License-Identifier: MIT
 * The notes that the functions in the place of the C library's make about a test (reach.h). */
#ifndef REACH_NOTES_H
#define REACH_NOTES_H

#include "WorkerShims/uses.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

/** Whether this process records. */
int reach_is_on(void);

/** Sets a flag. Any thread, and signal handlers. */
void reach_flag(uint32_t flag);

/** Notes the use of a file before it is used; a relative path is one from a directory. Keeps errno. */
void reach_look(int directory, const char *path, uint32_t use);

/** Notes the links on the way to a file that is to be used: they decide its other name. Keeps errno. */
void reach_look_links(const char *path);

/** Notes a file or directory of a random name that the C library has just made: it was not there before. Keeps errno. */
void reach_made(const char *path);

/** Whether a path is that of a library whose functions are recorded. */
int reach_wants(const char *path);

/** Arms the functions of libraries that were opened since the last call. */
void reach_arm(void);

/** Notes an address that the process's own socket has, or one to which it sends. */
void reach_bound(int socket);
void reach_contact(int socket, const struct sockaddr *address, size_t size);

/** The action for SIGTRAP that others see. */
int reach_trap_action(const struct sigaction *wanted, struct sigaction *before);

#endif
