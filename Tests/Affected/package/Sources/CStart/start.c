/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "start.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void execute(enum start_way way, char **words, const char *place) {
    if (way == START_EXECV) execv(words[0], words);
    if (way == START_EXECVP && chdir(place) == 0) execvp(words[0], words);
    if (way == START_FEXECVE) fexecve(open(words[0], O_RDONLY), words, environ);
    if (way == START_KERNEL) syscall(SYS_execve, words[0], words, environ);
    _exit(127);
}

int start(enum start_way way, const char *program, const char *argument, const char *place) {
    char *words[] = {(char *)program, (char *)argument, NULL};
    pid_t child = -1;
    int status = -1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (way == START_INPUT) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, place, O_RDONLY, 0);
    if (way == START_SPAWNP) {
        setenv("PATH", place, 1);
        posix_spawnp(&child, program, &actions, NULL, words, environ);
    } else if (way == START_SPAWN || way == START_INPUT) {
        posix_spawn(&child, program, &actions, NULL, words, environ);
    } else if (way == START_EXECLE) {
        child = vfork();
        if (child == 0) {
            execle(program, program, argument, NULL, environ);
            _exit(127);
        }
    } else {
        child = fork();
        if (child == 0) execute(way, words, place);
    }
    posix_spawn_file_actions_destroy(&actions);
    if (child > 0) waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int start_read(const char *path) {
    char byte = '0';
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
    syscall(SYS_read, file, &byte, 1L);
    syscall(SYS_close, file);
    return byte - '0';
}

int start_has(const char *path) {
    struct statfs found;
    return syscall(SYS_statfs, path, &found) == 0;
}
