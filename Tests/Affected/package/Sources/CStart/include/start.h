/* SPDX-License-Identifier: MIT */
enum start_way { START_SPAWN, START_SPAWNP, START_INPUT, START_EXECV, START_EXECLE, START_EXECVP, START_FEXECVE, START_KERNEL };

/** Starts a program, and returns its exit status. The place is a path of programs, a file for the standard input, or a directory. */
int start(enum start_way way, const char *program, const char *argument, const char *place);

/** The digit that a file begins with, and whether a file is there, by calls of the kernel. */
int start_read(const char *path);
int start_has(const char *path);
