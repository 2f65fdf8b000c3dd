/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "processes.h"

#include "files.h"
#include "interrupts.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int worker_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

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
    end->exited = WIFEXITED(status) ? 1 : 0;
    end->value = end->exited ? WEXITSTATUS(status) : WTERMSIG(status);
    return 0;
}

int worker_reap(pid_t pid, worker_end *end) {
    while (1) {
        siginfo_t information = {.si_pid = 0};
        if (waitid(P_PID, (id_t)pid, &information, WEXITED | WNOWAIT) != 0) {
            if (errno != EINTR) return -1;
        } else if (information.si_code == CLD_TRAPPED || information.si_code == CLD_STOPPED) {
            let_go(pid, information.si_status & 0x7f);
        } else {
            break;
        }
    }
    /* It has ended and was not waited for: until then no other process or group gets its number. */
    kill(-pid, SIGKILL);
    return worker_wait(pid, end);
}

/** The action that a bundle set for SIGCHLD. Written and read by the worker's main thread. */
static struct sigaction kept_child_action;

void worker_await_children(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &standard, &kept_child_action);
}

void worker_await_children_no_more(void) {
    int is_standard = kept_child_action.sa_handler == SIG_DFL && kept_child_action.sa_flags == 0;
    if (!is_standard) sigaction(SIGCHLD, &kept_child_action, NULL);
}

void worker_settle_child(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it died before the line above */
    setpgid(0, 0);
}

/** The action of SIGXFSZ before worker_survive_write_limit(). Written by the main thread before any worker is there. */
static void (*at_write_limit)(int) = SIG_ERR;

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
    signal(SIGPIPE, SIG_DFL);
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
    /* "PID (NAME) S PARENT ...", and the name may hold anything. */
    const char *name_end = strrchr(text, ')');
    int parent = 0;
    return name_end != NULL && sscanf(name_end + 1, " %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

const char *worker_signal_name(int signal) { return sigabbrev_np(signal); }
