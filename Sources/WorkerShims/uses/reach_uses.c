/* SPDX-License-Identifier: MIT
 * Notes what a test uses besides functions and files (reach.h), and so always runs for: programs, the network, names of machines, memory
 * that other processes share, and calls of the kernel that go round the C library. */
#define _GNU_SOURCE
#include "../leaks/setting_counts.h"
#include "../system/exported.h"
#include "../system/next_function.h"
#include "../system/sanitizers.h"
#include "reach_functions.h"
#include "reach_notes.h"

#include <alloca.h>
#include <dlfcn.h>
#include <mqueue.h>
#include <netdb.h>
#include <resolv.h>
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

/* Programs. */

#define PROGRAM(...) NOTING(__VA_ARGS__, reach_flag(REACH_PROGRAM))
typedef char *const *texts;
PROGRAM(int, execve, (const char *path, texts words, texts variables), (path, words, variables))
PROGRAM(int, execv, (const char *path, texts words), (path, words))
PROGRAM(int, execvp, (const char *name, texts words), (name, words))
PROGRAM(int, execvpe, (const char *name, texts words, texts variables), (name, words, variables))
PROGRAM(int, fexecve, (int file, texts words, texts variables), (file, words, variables))
PROGRAM(int, execveat, (int at, const char *path, texts words, texts variables, int flags), (at, path, words, variables, flags))
PROGRAM(int, system, (const char *command), (command))
PROGRAM(FILE *, popen, (const char *command, const char *mode), (command, mode))
/* It starts a shell for commands in the text. */
PROGRAM(int, wordexp, (const char *text, wordexp_t *words, int flags), (text, words, flags))

typedef const posix_spawn_file_actions_t *spawn_actions;
typedef const posix_spawnattr_t *spawn_attributes;
/* Of glibc 2.39; a caller has it. */
extern int pidfd_spawn(int *, const char *, spawn_actions, spawn_attributes, texts, texts);
extern int pidfd_spawnp(int *, const char *, spawn_actions, spawn_attributes, texts, texts);
#define SPAWN(version, name, kind) \
    NOTING_VERSION(version, int, name, \
        (kind *child, const char *path, spawn_actions actions, spawn_attributes attributes, texts words, texts variables), \
        (child, path, actions, attributes, words, variables), reach_flag(REACH_PROGRAM))
SPAWN("GLIBC_2.15", posix_spawn, pid_t)
SPAWN("GLIBC_2.15", posix_spawnp, pid_t)
SPAWN(NULL, pidfd_spawn, int)
SPAWN(NULL, pidfd_spawnp, int)

/** The words of a call with variable arguments, and the argument after them. */
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

/* No code calls the real ones of these. */
static __typeof__(&execl) real_execl, real_execlp, real_execle;

static int our_execl(const char *path, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    va_end(list);
    return our_execv(path, words);
}
IN_PLACE_OF(execl, NULL)

static int our_execlp(const char *name, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    va_end(list);
    return our_execvp(name, words);
}
IN_PLACE_OF(execlp, NULL)

static int our_execle(const char *path, const char *first, ...) {
    TAKE_WORDS(words, first, list)
    texts variables = va_arg(list, texts);
    va_end(list);
    return our_execve(path, words, variables);
}
IN_PLACE_OF(execle, NULL)

NOTING(void *, dlmopen, (Lmid_t space, const char *path, int mode), (space, path, mode), reach_flag(REACH_LIBRARY))

/* Sockets. */

/** Notes a socket family whose peer is unknown, and the kind that reads all packets of the machine. */
static void note_socket(int family, int kind) {
    int is_known = family == AF_UNIX || ((family == AF_INET || family == AF_INET6) && (kind & 0xF) != SOCK_RAW);
    if (!is_known) reach_flag(REACH_NETWORK);
}
NOTING(int, socket, (int family, int kind, int protocol), (family, kind, protocol), note_socket(family, kind))

static __typeof__(&bind) real_bind;
static int our_bind(int socket, const struct sockaddr *address, socklen_t size) {
    int result = real_bind(socket, address, size);
    if (result == 0) reach_bound(socket);
    return result;
}
IN_PLACE_OF(bind, NULL)

static __typeof__(&listen) real_listen;
static int our_listen(int socket, int count) {
    int result = real_listen(socket, count);
    if (result == 0) reach_bound(socket);
    return result;
}
IN_PLACE_OF(listen, NULL)

/** Notes the addresses of messages. The kernel takes no more than 1024 at once. */
static void contact_all(int socket, const struct mmsghdr *messages, unsigned count) {
    for (unsigned index = 0; reach_is_on() && messages != NULL && index < count && index < 1024; index += 1)
        reach_contact(socket, messages[index].msg_hdr.msg_name, messages[index].msg_hdr.msg_namelen);
}
NOTING(int, connect, (int socket, const struct sockaddr *address, socklen_t size), (socket, address, size),
    reach_contact(socket, address, size))
NOTING(ssize_t, sendto, (int socket, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t size),
    (socket, bytes, count, flags, address, size), reach_contact(socket, address, size))
NOTING(ssize_t, sendmsg, (int socket, const struct msghdr *message, int flags), (socket, message, flags),
    if (message != NULL && reach_is_on()) reach_contact(socket, message->msg_name, message->msg_namelen))
NOTING(int, sendmmsg, (int socket, struct mmsghdr *messages, unsigned count, int flags), (socket, messages, count, flags),
    contact_all(socket, messages, count))

/* Names of machines: name servers may answer. */

#define NETWORK(...) NOTING(__VA_ARGS__, reach_flag(REACH_NETWORK))
typedef struct hostent host;
typedef struct netent net;
NETWORK(int, getaddrinfo, (const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found),
    (name, service, hints, found))
NETWORK(int, getaddrinfo_a, (int mode, struct gaicb **list, int count, struct sigevent *event), (mode, list, count, event))
NETWORK(int, getnameinfo,
    (const struct sockaddr *address, socklen_t size, char *name, socklen_t room, char *service, socklen_t service_room, int flags),
    (address, size, name, room, service, service_room, flags))
NETWORK(host *, gethostbyname, (const char *name), (name))
NETWORK(host *, gethostbyname2, (const char *name, int family), (name, family))
NETWORK(host *, gethostbyaddr, (const void *address, socklen_t size, int family), (address, size, family))
NETWORK(int, gethostbyname_r, (const char *name, host *found, char *buffer, size_t size, host **result, int *error),
    (name, found, buffer, size, result, error))
NETWORK(int, gethostbyname2_r, (const char *name, int family, host *found, char *buffer, size_t size, host **result, int *error),
    (name, family, found, buffer, size, result, error))
NETWORK(net *, getnetbyname, (const char *name), (name))
NETWORK(int, getnetbyname_r, (const char *name, net *found, char *buffer, size_t size, net **result, int *error),
    (name, found, buffer, size, result, error))
NETWORK(net *, getnetbyaddr, (uint32_t address, int family), (address, family))
NETWORK(int, getnetbyaddr_r, (uint32_t address, int family, net *found, char *buffer, size_t size, net **result, int *error),
    (address, family, found, buffer, size, result, error))

/* The resolver. Before glibc 2.34 it is a library of its own, with the names in two underscores, which its header has for both. */
#undef res_query
#undef res_nquery
#undef res_search
#undef res_nsearch
#undef res_querydomain
#undef res_nquerydomain
#undef res_send
#undef res_nsend
#define RESOLVER(name, parameters, words) \
    extern int name parameters, __##name parameters; \
    NETWORK(int, name, parameters, words) \
    NETWORK(int, __##name, parameters, words)
RESOLVER(res_query, (const char *name, int class, int type, unsigned char *answer, int size), (name, class, type, answer, size))
RESOLVER(res_nquery, (res_state state, const char *name, int class, int type, unsigned char *answer, int size),
    (state, name, class, type, answer, size))
RESOLVER(res_search, (const char *name, int class, int type, unsigned char *answer, int size), (name, class, type, answer, size))
RESOLVER(res_nsearch, (res_state state, const char *name, int class, int type, unsigned char *answer, int size),
    (state, name, class, type, answer, size))
RESOLVER(res_querydomain, (const char *name, const char *domain, int class, int type, unsigned char *answer, int size),
    (name, domain, class, type, answer, size))
RESOLVER(res_nquerydomain, (res_state state, const char *name, const char *domain, int class, int type, unsigned char *answer, int size),
    (state, name, domain, class, type, answer, size))
RESOLVER(res_send, (const unsigned char *message, int count, unsigned char *answer, int size), (message, count, answer, size))
RESOLVER(res_nsend, (res_state state, const unsigned char *message, int count, unsigned char *answer, int size),
    (state, message, count, answer, size))

/* Memory and semaphores of a name. */

#define SHARED(...) NOTING(__VA_ARGS__, reach_flag(REACH_SHARED))
/* Code that is compiled with _FORTIFY_SOURCE calls this. */
extern mqd_t __mq_open_2(const char *, int);
SHARED(int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode))
SHARED(sem_t *, sem_open, (const char *name, int flags, mode_t mode, unsigned value), (name, flags, mode, value))
SHARED(mqd_t, mq_open, (const char *name, int flags, mode_t mode, struct mq_attr *attributes), (name, flags, mode, attributes))
SHARED(mqd_t, __mq_open_2, (const char *name, int flags), (name, flags))
SHARED(int, shmget, (key_t key, size_t size, int flags), (key, size, flags))
SHARED(int, semget, (key_t key, int count, int flags), (key, count, flags))
SHARED(int, msgget, (key_t key, int flags), (key, flags))

/* Calls of the kernel by number. */

/** Whether a call of the kernel uses no more than the process itself, what it has opened, and the time. Any other may use files or
 *  programs. All these numbers are those of each processor. */
static int is_harmless(long number) {
    switch (number) {
    case SYS_read: case SYS_readv: case SYS_pread64: case SYS_write: case SYS_writev: case SYS_pwrite64: case SYS_lseek: case SYS_close:
    case SYS_fstat: case SYS_fcntl: case SYS_dup: case SYS_dup3: case SYS_pipe2: case SYS_eventfd2: case SYS_memfd_create:
    case SYS_mmap: case SYS_munmap: case SYS_mremap: case SYS_mprotect: case SYS_madvise: case SYS_brk: case SYS_membarrier:
    case SYS_futex: case SYS_set_robust_list: case SYS_sched_yield: case SYS_sched_getaffinity: case SYS_sched_setaffinity:
    case SYS_getpid: case SYS_getppid: case SYS_gettid: case SYS_getpgid: case SYS_getuid: case SYS_geteuid: case SYS_getgid:
    case SYS_kill: case SYS_tkill: case SYS_tgkill: case SYS_rt_sigprocmask: case SYS_rt_sigpending: case SYS_rt_sigtimedwait:
    case SYS_sigaltstack: case SYS_wait4: case SYS_waitid: case SYS_exit: case SYS_exit_group: case SYS_getcpu: case SYS_prctl:
    case SYS_clock_gettime: case SYS_clock_nanosleep: case SYS_nanosleep: case SYS_gettimeofday: case SYS_getrandom: case SYS_uname:
    case SYS_getrusage: case SYS_prlimit64: case SYS_timer_create: case SYS_timer_delete: case SYS_setitimer: return 1;
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
    if (!is_harmless(number)) reach_flag(REACH_KERNEL);
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
