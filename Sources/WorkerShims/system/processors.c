/* SPDX-License-Identifier: MIT
 * The number of processors that a process may use at once. */
#define _GNU_SOURCE
#include "WorkerShims/system.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

/** The smaller of two numbers of processors, of which 0 is none. */
static int smaller(int left, int right) { return left == 0 || (right != 0 && right < left) ? right : left; }

/** A quota of a period in processors, rounded up; 0 if it is none. */
static int in_processors(long quota, long period) {
    return quota > 0 && period > 0 ? (int)((quota + period - 1) / period) : 0;
}

/** The quota of a group of version 2, "max 100000" where there is none. */
static int quota_of_two(const char *directory) {
    char path[PATH_MAX], text[64];
    long quota = 0, period = 0;
    if (snprintf(path, sizeof path, "%s/cpu.max", directory) >= (int)sizeof path) return 0;
    if (worker_read_file(path, text, sizeof text) <= 0 || sscanf(text, "%ld %ld", &quota, &period) != 2) return 0;
    return in_processors(quota, period);
}

/** The quota of a group of version 1, -1 where there is none. */
static int quota_of_one(const char *directory) {
    char path[PATH_MAX], text[64];
    long quota = 0, period = 0;
    if (snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", directory) >= (int)sizeof path) return 0;
    if (worker_read_file(path, text, sizeof text) <= 0 || sscanf(text, "%ld", &quota) != 1 || quota <= 0) return 0;
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", directory);
    if (worker_read_file(path, text, sizeof text) <= 0 || sscanf(text, "%ld", &period) != 1) return 0;
    return in_processors(quota, period);
}

/** The smallest quota of a group and of those that it is in, up to the mount. In a container the group's path may be one
 *  that only the outside has; then the mount represents it. */
static int smallest_quota(const char *mount, const char *group, int (*quota_of)(const char *)) {
    char directory[PATH_MAX];
    size_t root = strlen(mount);
    /* The outermost group is "/". */
    if (group[1] == 0) group = "";
    if (snprintf(directory, sizeof directory, "%s%s", mount, group) >= (int)sizeof directory) directory[root] = 0;
    int smallest = 0;
    while (1) {
        smallest = smaller(smallest, quota_of(directory));
        char *slash = strrchr(directory, '/');
        if (strlen(directory) <= root || slash == NULL) return smallest;
        *slash = 0;
    }
}

/** Whether a list like "cpu,cpuacct" has "cpu" in it. */
static int has_processors(const char *controllers) {
    for (const char *place = controllers; place != NULL; place = strchr(place, ',')) {
        if (*place == ',') place += 1;
        if (strncmp(place, "cpu", 3) == 0 && (place[3] == ',' || place[3] == 0)) return 1;
    }
    return 0;
}

int worker_quota_processors(const char *root) {
    char path[PATH_MAX], text[8192];
    if (snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= (int)sizeof path - 64) return 0;
    if (worker_read_file(path, text, sizeof text) <= 0) return 0;
    int smallest = 0;
    char *rest = NULL;
    /* "0::/a/b" is version 2; "4:cpu,cpuacct:/a/b" version 1. */
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *controllers = strchr(line, ':');
        char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (group == NULL) continue;
        controllers += 1;
        *group++ = 0;
        if (*controllers == 0) {
            snprintf(path, sizeof path, "%s/sys/fs/cgroup", root);
            smallest = smaller(smallest, smallest_quota(path, group, quota_of_two));
        } else if (has_processors(controllers)) {
            /* Every distribution has a link of the single name next to "cpu,cpuacct". */
            snprintf(path, sizeof path, "%s/sys/fs/cgroup/cpu", root);
            smallest = smaller(smallest, smallest_quota(path, group, quota_of_one));
        }
    }
    return smallest;
}

int worker_processor_count(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    int quota = worker_quota_processors("");
    if (quota > 0 && quota < count) count = quota;
    return count > 0 ? count : 1;
}
