/* SPDX-License-Identifier: MIT */
#include "awaited_children.h"

/** How many can be known: workers, their predecessors, and the programs of a run. */
enum { CHILDREN_MAX = 4096 };

static struct {
    pid_t pids[CHILDREN_MAX];
    int count;
    /** Whether there were more than can be known. */
    int is_full;
} children;

void awaited_children_add(pid_t pid) {
    if (children.count == CHILDREN_MAX) {
        children.is_full = 1;
    } else {
        children.pids[children.count++] = pid;
    }
}

void awaited_children_remove(pid_t pid) {
    for (int index = 0; index < children.count; index += 1) {
        if (children.pids[index] != pid) continue;
        children.pids[index] = children.pids[--children.count];
        return;
    }
}

int awaited_children_has(pid_t pid) {
    if (children.is_full) return 1;
    for (int index = 0; index < children.count; index += 1) {
        if (children.pids[index] == pid) return 1;
    }
    return 0;
}

void awaited_children_clear(void) { children.count = children.is_full = 0; }
