/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "worker_shims.h"

#include "interrupts.h"
#include "run_table.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** Whether a bundle's code forked this process. Written in a new process before any of its code, then read only. */
static int is_stray;

static void become_stray(void) { is_stray = 1; }

void worker_watch_forks(void) { pthread_atfork(NULL, NULL, become_stray); }

int worker_is_stray(void) { return is_stray; }

/** The command line. Written once, before main. */
static int argument_count;
static char **arguments;

/** The loader hands initialisers what it hands main (glibc). */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

int worker_argument_count(void) { return argument_count; }

const char *worker_argument(int index) { return index < argument_count ? arguments[index] : NULL; }

pid_t worker_fork(void) {
    /* A signal for the parent must not find its handler in the child. */
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        is_stray = 0;
        worker_forget_interrupts();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

int worker_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/** Lets a traced child go on that stands still at a signal, with that signal. */
static void let_go(pid_t pid, int signal) {
    siginfo_t sent = {.si_code = -1};
    ptrace(PTRACE_GETSIGINFO, pid, NULL, &sent);
    /* exec(3) sends it to those who are traced, and to nobody else. */
    int is_of_exec = signal == SIGTRAP && sent.si_code == SI_USER;
    ptrace(PTRACE_DETACH, pid, NULL, (void *)(uintptr_t)(is_of_exec ? 0 : signal));
}

void worker_release(pid_t pid) {
    siginfo_t information = {.si_pid = 0};
    if (waitid(P_PID, (id_t)pid, &information, WSTOPPED | WNOHANG) != 0 || information.si_pid != pid) return;
    if (information.si_code == CLD_TRAPPED) let_go(pid, information.si_status);
}

int worker_wait(pid_t pid, worker_end *end) {
    int status = 0;
    while (1) {
        if (waitpid(pid, &status, 0) == -1) {
            if (errno != EINTR) return -1;
        } else if (WIFSTOPPED(status)) {
            /* It has asked to be traced, and stands still until somebody does something. */
            let_go(pid, WSTOPSIG(status));
        } else {
            break;
        }
    }
    end->exited = WIFEXITED(status) ? 1 : 0;
    end->value = end->exited ? WEXITSTATUS(status) : WTERMSIG(status);
    return 0;
}

void worker_settle_child(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it died before the line above */
    setpgid(0, 0);
}

void worker_unblock_signals(void) {
    worker_forget_interrupts();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
}

/** What standard output is in a worker whose output is captured. Written before any bundle's code, then read only. */
static struct stat settled_output;

int worker_settle(pid_t host, int output) {
    worker_settle_child(host);
    int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty == -1 || dup2(empty, 0) == -1) return -1;
    if (empty > 2) close(empty);
    worker_unblock_signals();
    if (output == -1) return 0;
    if (dup2(output, 1) == -1 || dup2(output, 2) == -1) return -1;
    return fstat(1, &settled_output);
}

/** Closes a descriptor that is closed on exec and is not one of two. */
static void close_private(int descriptor, const int kept[2]) {
    if (descriptor < 3 || descriptor == kept[0] || descriptor == kept[1]) return;
    int flags = fcntl(descriptor, F_GETFD);
    if (flags != -1 && (flags & FD_CLOEXEC) != 0) close(descriptor);
}

void worker_close_private(int kept, int other) {
    const int both[2] = {kept, other};
    DIR *directory = opendir("/proc/self/fd");
    if (directory == NULL) {
        for (int descriptor = 3; descriptor < 1024; descriptor += 1) close_private(descriptor, both);
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(directory)) != NULL) {
        int descriptor = atoi(entry->d_name);
        if (descriptor != dirfd(directory)) close_private(descriptor, both);
    }
    closedir(directory);
}

uint64_t worker_pipe_identity(int descriptor) {
    struct stat information;
    if (fstat(descriptor, &information) == -1 || !S_ISFIFO(information.st_mode)) return 0;
    return information.st_ino;
}

int worker_open_peer(pid_t pid, int descriptor, int is_writing) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, descriptor);
    return open(path, (is_writing ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
}

size_t worker_pending_output(void) { return __fpending(stdout); }

void worker_flush_output(void) {
    if (__fpending(stdout) == 0) return;
    struct stat now;
    int is_settled = settled_output.st_ino == 0 || (fstat(1, &now) == 0 && now.st_ino == settled_output.st_ino);
    struct pollfd standard = {.fd = 1, .events = POLLOUT};
    /* A test may have put a pipe there that is full: what it holds back is its own affair. */
    if (is_settled || poll(&standard, 1, 0) == 1) fflush(stdout);
}

/** exit(3), once it was found. Written before any child is forked. */
static void (*end_process)(int);

void worker_prepare_exit(void) {
    extern void __cxa_finalize(void *);
    static char nobody;
    /* What a process calls only at its end would be looked up in all libraries by each child. */
    *(void **)&end_process = dlsym(RTLD_DEFAULT, "exit");
    if (__fpending(stdout) == 0) __fpurge(stdout);
    /* Of a position-independent program, the compiler's own exit handler calls it. */
    __cxa_finalize(&nobody);
}

void worker_leave(void) {
    __fpurge(stdout);
    if (end_process != NULL) end_process(0);
    exit(0);
}

int worker_capture_file(const char *directory) {
    int file = open(directory, O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
    if (file != -1) return file;
    file = memfd_create("testkit-output", MFD_CLOEXEC);
    if (file != -1) fcntl(file, F_SETFL, O_APPEND);
    return file;
}

void worker_punch(int file, uint64_t from, uint64_t to) {
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t first = (from + page - 1) & ~(page - 1), last = to & ~(page - 1);
    if (to < from || last <= first || last > INT64_MAX) return;
    fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)first, (off_t)(last - first));
}

int worker_move_descriptor(int descriptor, int lowest) {
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
    if (moved == -1) return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == -1 ? -1 : descriptor;
    close(descriptor);
    return moved;
}

uint64_t worker_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t worker_wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void *worker_shared_memory(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void worker_touch_pages(void *start, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)start & ~(page - 1);
    uintptr_t last = ((uintptr_t)start + size + page - 1) & ~(page - 1);
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
    madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

int worker_exchange(const char *path, const char *other) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, other, RENAME_EXCHANGE);
}

int worker_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int worker_contains(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
    return wanted_count == 0 || memmem(bytes, count, wanted, wanted_count) != NULL;
}

worker_name worker_scan_name(const char *name, size_t limit) {
    worker_name result = {strnlen(name, limit + 1), 0xcbf29ce484222325, 1};
    uint64_t all = 0;
    for (size_t start = 0; start < result.length; start += 8) {
        uint64_t word = 0;
        size_t rest = result.length - start;
        memcpy(&word, name + start, rest < 8 ? rest : 8);
        all |= word;
        result.hash = (result.hash ^ word) * 0x9e3779b97f4a7c15;
        result.hash ^= result.hash >> 29;
    }
    result.is_ascii = (all & 0x8080808080808080) == 0;
    return result;
}

const char *worker_image_path(const void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

/** A library's file name, and where it is, once it is found. */
struct wanted_image {
    const char *name;
    const char *path;
};

static int look_at_image(struct dl_phdr_info *image, size_t size, void *argument) {
    (void)size;
    struct wanted_image *wanted = argument;
    const char *slash = strrchr(image->dlpi_name, '/');
    if (slash == NULL || strcmp(slash + 1, wanted->name) != 0) return 0;
    wanted->path = image->dlpi_name;
    return 1;
}

const char *worker_loaded_image(const char *name) {
    struct wanted_image wanted = {name, NULL};
    dl_iterate_phdr(look_at_image, &wanted);
    return wanted.path;
}

void worker_sleep_while(const uint32_t *word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

void worker_wake(const uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0); }

int worker_catches(pid_t pid, int signal) {
    char line[256];
    snprintf(line, sizeof line, "/proc/%d/status", (int)pid);
    FILE *file = fopen(line, "re");
    if (file == NULL) return 0;
    unsigned long long caught = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "SigCgt: %llx", &caught) == 1) break;
    }
    fclose(file);
    return (int)(caught >> (signal - 1) & 1);
}

ssize_t worker_read_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file == -1) return -1;
    ssize_t count = read(file, text, size - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    return count;
}

pid_t worker_parent(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (worker_read_file(path, text, sizeof text) == -1) return 0;
    /* "PID (NAME) S PARENT ...", and the name may hold anything. */
    const char *name_end = strrchr(text, ')');
    int parent = 0;
    return name_end != NULL && sscanf(name_end + 1, " %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

const char *worker_signal_name(int signal) { return sigabbrev_np(signal); }

/** Where to say that all exit handlers came back. Written once, before any bundle's code. */
static uint32_t *leaving_stage;
/** The pipe whose end tells the host so; -1 for none. */
static int leaving_pipe;

static void note_last_handler(int status, void *nothing) {
    (void)nothing;
    if (is_stray) return;
    int is_gone = table_exchange(leaving_stage, WORKER_EXITING, WORKER_GONE) != 0 ||
                  table_exchange(leaving_stage, WORKER_RETIRED, WORKER_GONE) != 0;
    /* What is left to do, such as giving back the memory, takes as long as a hundred cases, and concerns nobody. */
    if (is_gone && status == 0) close(leaving_pipe);
}

void worker_watch_exit(uint32_t *stage, int pipe) {
    leaving_stage = stage;
    leaving_pipe = pipe;
    on_exit(note_last_handler, NULL);
}

/** Whose status to take, and where to say that this process is leaving. Written once, before any bundle's code. */
static struct {
    pid_t owner;
    pid_t reporter;
    uint32_t *left;
} last_words;

static void leave_like_reporter(int status, void *argument) {
    (void)status, (void)argument;
    if (getpid() != last_words.owner) return; /* a child that a test forked: nothing of it is the user's process */
    worker_end end = {1, 1};
    __atomic_store_n(last_words.left, 0, __ATOMIC_RELEASE);
    worker_wait(last_words.reporter, &end);
    fflush(NULL);
    _exit(end.exited ? end.value : 1);
}

void worker_exit_like(pid_t reporter, uint32_t *left) {
    last_words.owner = getpid();
    last_words.reporter = reporter;
    last_words.left = left;
    on_exit(leave_like_reporter, NULL);
}

int worker_shares_swift_runtime(void) {
    Dl_info own, runtime;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    if (symbol == NULL || dladdr(symbol, &runtime) == 0) return 0;
    if (dladdr((void *)(uintptr_t)&worker_shares_swift_runtime, &own) == 0) return 0;
    return own.dli_fbase != runtime.dli_fbase;
}
