/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "WorkerShims/processes.h"

#include "WorkerShims/system.h"
#include "awaited_children.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** The depth to which a tree of processes is followed. */
enum { DEPTH_MAX = 64 };

/** A function that does something with a process. */
typedef int deed(pid_t pid);

/** Waits for all children that have ended; returns whether none is left. */
static int has_no_child(void) {
    pid_t child;
    while ((child = waitpid(-1, NULL, WNOHANG)) > 0) {}
    return child == -1 && errno == ECHILD;
}

static int walk(pid_t pid, int depth, deed *act);

/** Does something with each process that a list of the kernel's names, and with those below it; returns the sum. */
static int walk_list(const char *path, int depth, deed *act) {
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    int pid, sum = 0;
    while (fscanf(file, "%d", &pid) == 1) sum += walk(pid, depth + 1, act);
    fclose(file);
    return sum;
}

/** Does something with a process and with all below it; returns the sum. */
static int walk(pid_t pid, int depth, deed *act) {
    int sum = act(pid);
    char path[300];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = depth < DEPTH_MAX ? opendir(path) : NULL;
    if (threads == NULL) return sum;
    const struct dirent *entry;
    while ((entry = readdir(threads)) != NULL) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", (int)pid, entry->d_name);
        sum += walk_list(path, depth, act);
    }
    closedir(threads);
    return sum;
}

/** Stops a process; returns 1 if it ran, and so may have made others meanwhile. */
static int stop(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (worker_read_file(path, text, sizeof text) <= 0) return 1;
    /* "PID (NAME) S PARENT ...", and the name may contain anything. */
    const char *name_end = strrchr(text, ')');
    char state = name_end != NULL && name_end[1] != 0 ? name_end[2] : 0;
    if (state == 'T' || state == 't' || state == 'Z' || state == 'X') return 0;
    kill(pid, SIGSTOP);
    /* A process that waits for the kernel, for a child of vfork(2), say, makes no other until that is over. */
    return state != 'D';
}

/** Ends a process; returns 1 if there was one. */
static int end(pid_t pid) { return kill(pid, SIGKILL) == 0 ? 1 : 0; }

/** Does something with all processes below this one; returns the sum. */
static int walk_all(deed *act) { return walk_list("/proc/thread-self/children", 0, act); }

/** The process that adopts orphans: not its children. Main thread only. */
static pid_t adopter;

void worker_adopt_orphans(void) {
    adopter = getpid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void worker_disown_orphans(void) {
    adopter = 0;
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}

/** Waits for a child if it has ended and no other code waits for it. */
static int reap(pid_t pid) {
    if (awaited_children_has(pid)) return 0;
    return waitpid(pid, NULL, WNOHANG) == pid ? 1 : 0;
}

void worker_reap_orphans(void) {
    if (getpid() == adopter) walk_list("/proc/thread-self/children", DEPTH_MAX, reap);
}

void worker_end_orphans(void) {
    if (has_no_child()) return;
    const struct timespec moment = {0, 1000000};
    const uint64_t patience = 5000000000u;
    /* Processes that breed must not have the processor to themselves. Needs a privilege. */
    int kept = getpriority(PRIO_PROCESS, 0);
    setpriority(PRIO_PROCESS, 0, -20);
    /* A stopped process makes no others, and takes the place of one where their number is limited. So a tree that breeds faster than it
     * can be ended is stopped whole before; twice no running process is found, since one may be between two parents. */
    int quiet = 0;
    for (uint64_t start = worker_now(); quiet < 2 && worker_now() - start < patience; quiet = walk_all(stop) == 0 ? quiet + 1 : 0) {
        if (has_no_child()) break;
    }
    /* The children of one that has ended become this process's own. Where the kernel does not name children, none is ended. */
    for (uint64_t start = worker_now(); !has_no_child() && worker_now() - start < patience;) {
        if (walk_all(end) == 0) break;
        nanosleep(&moment, NULL);
    }
    setpriority(PRIO_PROCESS, 0, kept);
}
