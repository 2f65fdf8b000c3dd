/* SPDX-License-Identifier: MIT
 * Notes what a test uses besides functions and files (reach.h), and so always runs for: programs, the network, memory that other processes
 * share, and calls of the kernel that go round the C library. */
#define _GNU_SOURCE
#include "exported.h"
#include "kernel_call.h"
#include "next_function.h"
#include "reach_notes.h"
#include "sanitizers.h"
#include "setting_counts.h"

#include <alloca.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <wordexp.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)

EXPORTED int execve(const char *path, char *const words[], char *const variables[]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(execve)(path, words, variables);
}

EXPORTED int execv(const char *path, char *const words[]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(execv)(path, words);
}

EXPORTED int execvp(const char *name, char *const words[]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(execvp)(name, words);
}

EXPORTED int execvpe(const char *name, char *const words[], char *const variables[]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(execvpe)(name, words, variables);
}

EXPORTED int fexecve(int file, char *const words[], char *const variables[]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(fexecve)(file, words, variables);
}

EXPORTED int execveat(int directory, const char *path, char *const words[], char *const variables[], int flags) {
    reach_flag(REACH_PROGRAM);
    return NEXT(execveat)(directory, path, words, variables, flags);
}

EXPORTED int posix_spawn(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const words[restrict], char *const variables[restrict]) {
    reach_flag(REACH_PROGRAM);
    return NEXT_OF(posix_spawn, "GLIBC_2.15")(child, path, actions, attributes, words, variables);
}

EXPORTED int posix_spawnp(pid_t *restrict child, const char *restrict name, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const words[restrict], char *const variables[restrict]) {
    reach_flag(REACH_PROGRAM);
    return NEXT_OF(posix_spawnp, "GLIBC_2.15")(child, name, actions, attributes, words, variables);
}

/* Of glibc 2.39; whoever calls them has it. */
extern int pidfd_spawn(int *restrict, const char *restrict, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
    char *const[restrict], char *const[restrict]);
extern int pidfd_spawnp(int *restrict, const char *restrict, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
    char *const[restrict], char *const[restrict]);

EXPORTED int pidfd_spawn(int *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const words[restrict], char *const variables[restrict]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(pidfd_spawn)(child, path, actions, attributes, words, variables);
}

EXPORTED int pidfd_spawnp(int *restrict child, const char *restrict name, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const words[restrict], char *const variables[restrict]) {
    reach_flag(REACH_PROGRAM);
    return NEXT(pidfd_spawnp)(child, name, actions, attributes, words, variables);
}

/* It starts a shell for commands in the text. */
EXPORTED int wordexp(const char *restrict text, wordexp_t *restrict words, int flags) {
    reach_flag(REACH_PROGRAM);
    return NEXT(wordexp)(text, words, flags);
}

EXPORTED int system(const char *command) {
    reach_flag(REACH_PROGRAM);
    return NEXT(system)(command);
}

EXPORTED FILE *popen(const char *command, const char *mode) {
    reach_flag(REACH_PROGRAM);
    return NEXT(popen)(command, mode);
}

/** The words of a call that has them one by one, and what follows them. */
#define TAKE_WORDS(words, first, list) \
    size_t count = 1; \
    va_list counting; \
    va_start(counting, first); \
    while (va_arg(counting, char *) != NULL) count += 1; \
    va_end(counting); \
    char **words = alloca((count + 1) * sizeof *words); \
    words[0] = (char *)(uintptr_t)first; \
    va_list list; \
    va_start(list, first); \
    for (size_t index = 1; index <= count; index += 1) words[index] = va_arg(list, char *);

EXPORTED int execl(const char *path, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    va_end(list);
    return execv(path, words);
}

EXPORTED int execlp(const char *name, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    va_end(list);
    return execvp(name, words);
}

EXPORTED int execle(const char *path, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    char *const *variables = va_arg(list, char *const *);
    va_end(list);
    return execve(path, words, variables);
}

EXPORTED void *dlmopen(Lmid_t space, const char *path, int mode) {
    reach_flag(REACH_LIBRARY);
    return NEXT(dlmopen)(space, path, mode);
}

/* Of other families, and of the kind that reads what the machine receives, nobody knows who is at the other end. */
EXPORTED int socket(int family, int kind, int protocol) {
    int is_known = family == AF_UNIX || ((family == AF_INET || family == AF_INET6) && (kind & 0xF) != SOCK_RAW);
    if (!is_known) reach_flag(REACH_NETWORK);
    return NEXT(socket)(family, kind, protocol);
}

EXPORTED int bind(int socket, const struct sockaddr *address, socklen_t size) {
    int result = NEXT(bind)(socket, address, size);
    if (result == 0) reach_bound(socket);
    return result;
}

EXPORTED int listen(int socket, int count) {
    int result = NEXT(listen)(socket, count);
    if (result == 0) reach_bound(socket);
    return result;
}

EXPORTED int connect(int socket, const struct sockaddr *address, socklen_t size) {
    reach_contact(socket, address, size);
    return NEXT(connect)(socket, address, size);
}

EXPORTED ssize_t sendto(
    int socket, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t size) {
    reach_contact(socket, address, size);
    return NEXT(sendto)(socket, bytes, count, flags, address, size);
}

EXPORTED ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    if (message != NULL && reach_is_on()) reach_contact(socket, message->msg_name, message->msg_namelen);
    return NEXT(sendmsg)(socket, message, flags);
}

EXPORTED int sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags) {
    /* The kernel takes no more at once. */
    for (unsigned index = 0; reach_is_on() && messages != NULL && index < count && index < 1024; index += 1)
        reach_contact(socket, messages[index].msg_hdr.msg_name, messages[index].msg_hdr.msg_namelen);
    return NEXT(sendmmsg)(socket, messages, count, flags);
}

EXPORTED int shm_open(const char *name, int flags, mode_t mode) {
    reach_flag(REACH_SHARED);
    return NEXT(shm_open)(name, flags, mode);
}

EXPORTED sem_t *sem_open(const char *name, int flags, ...) {
    reach_flag(REACH_SHARED);
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    unsigned value = (flags & O_CREAT) != 0 ? va_arg(list, unsigned) : 0;
    va_end(list);
    return NEXT(sem_open)(name, flags, mode, value);
}

EXPORTED mqd_t mq_open(const char *name, int flags, ...) {
    reach_flag(REACH_SHARED);
    va_list list;
    va_start(list, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    struct mq_attr *attributes = (flags & O_CREAT) != 0 ? va_arg(list, struct mq_attr *) : NULL;
    va_end(list);
    if (name[0] != '/') {
        errno = EINVAL;
        return (mqd_t)-1;
    }
    /* As the C library does; before 2.34, its function is in a library of its own, which this program does not load. */
    return (mqd_t)kernel_call(SYS_mq_open, (long)(name + 1), flags, mode, (long)attributes);
}

/* What is compiled with _FORTIFY_SOURCE calls this. */
extern mqd_t __mq_open_2(const char *, int);

EXPORTED mqd_t __mq_open_2(const char *name, int flags) { return mq_open(name, flags & ~O_CREAT); }

EXPORTED int shmget(key_t key, size_t size, int flags) {
    reach_flag(REACH_SHARED);
    return NEXT(shmget)(key, size, flags);
}

EXPORTED int semget(key_t key, int count, int flags) {
    reach_flag(REACH_SHARED);
    return NEXT(semget)(key, count, flags);
}

EXPORTED int msgget(key_t key, int flags) {
    reach_flag(REACH_SHARED);
    return NEXT(msgget)(key, flags);
}

/** Whether a call of the kernel does something of which the C library's function would be seen. */
static int is_unseen(long number) {
    switch (number) {
    case SYS_open: case SYS_openat: case SYS_creat: case SYS_stat: case SYS_lstat: case SYS_newfstatat: case SYS_statx:
    case SYS_access: case SYS_faccessat: case SYS_readlink: case SYS_readlinkat: case SYS_execve: case SYS_execveat:
    case SYS_connect: case SYS_sendto: case SYS_sendmsg: case SYS_rt_sigaction: case SYS_ptrace: case SYS_shmget: case SYS_chdir:
    case SYS_getdents: case SYS_getdents64: case SYS_semget: case SYS_msgget: case SYS_mq_open: case SYS_mkdir: case SYS_mkdirat:
    case SYS_unlink: case SYS_unlinkat: case SYS_rmdir: case SYS_rename: case SYS_renameat: case SYS_renameat2:
    case 425 /* io_uring_setup */: case 437 /* openat2 */: case 439 /* faccessat2 */: return 1;
    default: return 0;
    }
}

/** Whether a call of the kernel sets something that is counted. */
static int is_setting(long number) {
    switch (number) {
    case SYS_rt_sigaction: case SYS_setrlimit: case SYS_prlimit64: case SYS_timer_create: case SYS_setitimer: case SYS_alarm:
    case SYS_prctl: case SYS_seccomp: case SYS_personality: case SYS_chroot: case SYS_pivot_root: case SYS_setns: return 1;
    default: return 0;
    }
}

EXPORTED long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long words[6];
    for (int index = 0; index < 6; index += 1) words[index] = va_arg(list, long);
    va_end(list);
    if (is_unseen(number)) reach_flag(REACH_KERNEL);
    /* Of a mask, the kernel takes 64 bits. */
    uint64_t mask;
    if (number == SYS_rt_sigprocmask && words[0] != SIG_UNBLOCK && words[1] != 0 && reach_is_on()) {
        memcpy(&mask, (const void *)words[1], sizeof mask);
        mask &= ~((uint64_t)1 << (SIGTRAP - 1));
        words[1] = (long)&mask;
    }
    long result = NEXT(syscall)(number, words[0], words[1], words[2], words[3], words[4], words[5]);
    if (is_setting(number)) setting_made();
    return result;
}

#endif
