/* SPDX-License-Identifier: MIT */
#include "awaited_children.h"

#include "../system/fork_page.h"

/** The most children that can be known: workers, their predecessors, and the programs of a run. */
enum { CHILDREN_MAX = 4096 };

static pid_t pids[CHILDREN_MAX];
/* The linker's first file: aligned by more than all of these variables take, they do not cross a page's end. */
static int count ON_FORK_PAGE __attribute__((aligned(1024)));
/** Whether there were more than can be known. */
static int is_full ON_FORK_PAGE;

void awaited_children_add(pid_t pid) {
    if (count == CHILDREN_MAX) {
        is_full = 1;
    } else {
        pids[count++] = pid;
    }
}

void awaited_children_remove(pid_t pid) {
    for (int index = 0; index < count; index += 1) {
        if (pids[index] != pid) continue;
        pids[index] = pids[--count];
        return;
    }
}

int awaited_children_has(pid_t pid) {
    if (is_full) return 1;
    for (int index = 0; index < count; index += 1) {
        if (pids[index] == pid) return 1;
    }
    return 0;
}

void awaited_children_clear(void) { count = is_full = 0; }
