/* SPDX-License-Identifier: MIT
 * A program that tests start. What its argument is decides where its exit status comes from. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count < 2) return 3;
    const char *ending = strrchr(words[1], '.');
    if (ending != NULL && strcmp(ending, ".so") == 0) {
        void *library = dlopen(words[1], RTLD_NOW);
        int (*function)(void) = library == NULL ? NULL : (int (*)(void))dlsym(library, "loaded");
        return function == NULL ? 127 : function();
    }
    if (ending != NULL && strcmp(ending, ".sh") == 0) return WEXITSTATUS(system(words[1]));
    char byte = '0';
    long file = syscall(SYS_openat, AT_FDCWD, words[1], O_RDONLY);
    syscall(SYS_read, file, &byte, 1L);
    return byte - '0';
}
