/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "../system/fork_page.h"
#include "../system/kernel_call.h"
#include "WorkerShims/system.h"
#include "awaited_children.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int worker_pidfd(pid_t pid) { return (int)kernel_call(SYS_pidfd_open, pid, 0, 0, 0); }

int worker_has_ended(pid_t pid) {
    siginfo_t information = {.si_pid = 0};
    if (waitid(P_PID, (id_t)pid, &information, WEXITED | WNOWAIT | WNOHANG) != 0) return errno == ECHILD && kill(pid, 0) != 0;
    return information.si_pid != 0;
}

/** Resumes a traced child that is stopped at a signal, with that signal. */
static void let_go(pid_t pid, int signal) {
    siginfo_t sent = {.si_code = -1};
    ptrace(PTRACE_GETSIGINFO, pid, NULL, &sent);
    /* exec(3) sends this signal only to traced processes. */
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
            /* It has asked to be traced, and stays stopped until it is resumed. */
            let_go(pid, WSTOPSIG(status));
        } else {
            break;
        }
    }
    awaited_children_remove(pid);
    end->exited = WIFEXITED(status) ? 1 : 0;
    end->value = end->exited ? WEXITSTATUS(status) : WTERMSIG(status);
    return 0;
}

void worker_note_child(pid_t pid) { awaited_children_add(pid); }

/** The host, as a worker knows it; 0 in the host. Written before any bundle's code. */
static pid_t host_of_run;

void worker_know_host(pid_t host) { host_of_run = host; }

/** Whether a process was made by the host, or by one that was. */
static int is_of_run(pid_t pid) {
    pid_t host = host_of_run == 0 ? getpid() : host_of_run;
    for (int depth = 0; depth < 64 && pid > 1; depth += 1) {
        if (pid == host) return depth > 0;
        pid = worker_parent(pid);
    }
    return 0;
}

/** Ends the process that traces another, if it is one of this run; a user's debugger is not. */
static void end_tracer(pid_t pid) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (worker_read_file(path, text, sizeof text) <= 0) return;
    const char *line = strstr(text, "\nTracerPid:");
    pid_t tracer = line == NULL ? 0 : (pid_t)strtol(line + 11, NULL, 10);
    if (tracer > 1 && tracer != getpid() && is_of_run(tracer)) kill(tracer, SIGKILL);
}

/** Waits until a child has ended, and leaves it its number; returns 0, or -1.
 *
 *  wait(2) alone is not enough: while another process traces the child, the kernel reports the child's end to the tracer
 *  alone. */
static int await_end(pid_t pid, int is_near) {
    enum { TURN = 50, PATIENCE = 200, LONG_PATIENCE = 1000 };
    const struct timespec moment = {.tv_nsec = 1000000};
    int process = -1, result = 0, kept = 0, slow = 0, has_ended = 0;
    while (1) {
        siginfo_t information = {.si_pid = 0};
        result = waitid(P_PID, (id_t)pid, &information, WEXITED | WNOWAIT | WNOHANG);
        if (result != 0 && errno == EINTR) continue;
        if (result != 0) break;
        if (information.si_pid != 0) {
            if (information.si_code != CLD_TRAPPED && information.si_code != CLD_STOPPED) break;
            let_go(pid, information.si_status & 0x7f);
            continue;
        }
        if (has_ended) {
            nanosleep(&moment, NULL);
            kept += 1;
            if (kept % PATIENCE == 0) end_tracer(pid);
            continue;
        }
        if (process == -1) process = worker_pidfd(pid);
        struct pollfd place = {.fd = process, .events = POLLIN};
        has_ended = poll(&place, 1, process == -1 ? 1 : TURN) == 1 && place.revents == POLLIN;
        slow += process == -1 ? 1 : TURN;
        /* A process that is ended while it is traced may have to wait for its tracer. */
        if (is_near && slow >= LONG_PATIENCE) end_tracer(pid), slow = 0;
    }
    if (process != -1) close(process);
    return result;
}

int worker_reap(pid_t pid, int is_near, worker_end *end) {
    if (await_end(pid, is_near) != 0) return -1;
    /* It has ended and was not waited for: until then no other process or group gets its number. */
    kill(-pid, SIGKILL);
    /* A process's last thread wakes this one, and only then gives up its entry in /proc. wait(2) gives up those of the process, and
     * spins until the thread is done: for milliseconds, where it was preempted by this very process. A sleep would take 50 µs, the
     * slack of timers. */
    sched_yield();
    return worker_wait(pid, end);
}

/** The action that a bundle set for SIGCHLD. Written and read by the worker's main thread. */
static struct sigaction kept_child_action ON_FORK_PAGE;

/** Whether an action does the same as the default. Other flags change nothing; signal(3) sets one of them. */
static int is_standard(const struct sigaction *action) {
    return action->sa_handler == SIG_DFL && (action->sa_flags & (SA_NOCLDWAIT | SA_NOCLDSTOP)) == 0;
}

void worker_await_children(void) {
    sigaction(SIGCHLD, NULL, &kept_child_action);
    if (is_standard(&kept_child_action)) return;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &standard, NULL);
}

void worker_await_children_no_more(void) {
    if (!is_standard(&kept_child_action)) sigaction(SIGCHLD, &kept_child_action, NULL);
}

void worker_settle_child(pid_t parent) {
    kernel_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    if (getppid() != parent) _exit(1); /* it died before the line above */
    kernel_call(SYS_setpgid, 0, 0, 0, 0);
}

/** The action of SIGXFSZ before worker_survive_write_limit(). Written by the main thread before any worker is there. */
static void (*at_write_limit)(int) = SIG_ERR;

/** The action of SIGPIPE when the program began; SIG_ERR until another is set. Written by the main thread. */
static void (*at_broken_pipe)(int) = SIG_ERR;

void worker_ignore_broken_pipes(void) {
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    if (at_broken_pipe == SIG_ERR) at_broken_pipe = before;
}

void worker_survive_write_limit(void) { at_write_limit = signal(SIGXFSZ, SIG_IGN); }

void worker_heed_write_limit(void) {
    if (at_write_limit != SIG_ERR) signal(SIGXFSZ, at_write_limit);
}

void worker_unblock_signals(void) {
    worker_heed_write_limit();
    worker_forget_interrupts();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (at_broken_pipe != SIG_ERR) signal(SIGPIPE, at_broken_pipe);
}

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

pid_t worker_parent(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (worker_read_file(path, text, sizeof text) == -1) return 0;
    /* "PID (NAME) S PARENT ...", and the name may contain anything. */
    const char *name_end = strrchr(text, ')');
    int parent = 0;
    return name_end != NULL && sscanf(name_end + 1, " %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

/** The names of signals, which the C library has only since glibc 2.32 (sigabbrev_np). */
static const char *const signal_names[] = {
    [SIGHUP] = "HUP", [SIGINT] = "INT", [SIGQUIT] = "QUIT", [SIGILL] = "ILL", [SIGTRAP] = "TRAP", [SIGABRT] = "ABRT",
    [SIGBUS] = "BUS", [SIGFPE] = "FPE", [SIGKILL] = "KILL", [SIGUSR1] = "USR1", [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2",
    [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM", [SIGTERM] = "TERM", [SIGSTKFLT] = "STKFLT", [SIGCHLD] = "CHLD",
    [SIGCONT] = "CONT", [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP", [SIGTTIN] = "TTIN", [SIGTTOU] = "TTOU", [SIGURG] = "URG",
    [SIGXCPU] = "XCPU", [SIGXFSZ] = "XFSZ", [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH",
    [SIGPOLL] = "POLL", [SIGPWR] = "PWR", [SIGSYS] = "SYS",
};

const char *worker_signal_name(int signal) {
    int is_named = signal >= 0 && (size_t)signal < sizeof signal_names / sizeof *signal_names;
    return is_named ? signal_names[signal] : NULL;
}
