/* SPDX-License-Identifier: MIT
 * The floor to which the host is compared. It opens a bundle and calls the functions of the ABI in one process, without a
 * registry, an order, a report, or protection from the bundle.
 *
 *     floor list|run|fork BUNDLE…
 *
 * With `fork`, each case runs in a child of its own, forked after the bundle was opened; the floor waits for each child.
 */
#define _GNU_SOURCE
#include "testkit_bundle.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long failures;

static void report_issue(const testkit_host *host, uint64_t activity, const testkit_issue *issue) {
    (void)host, (void)activity, (void)issue;
    failures += 1;
}
static void report_skip(const testkit_host *host, uint64_t activity, const char *reason, const char *file,
                        uint32_t line) {
    (void)host, (void)activity, (void)reason, (void)file, (void)line;
}
static void log_text(const testkit_host *host, uint64_t activity, const char *text) {
    (void)host, (void)activity, (void)text;
}
static void record_location(const testkit_host *host, uint64_t activity, const char *file, uint32_t line) {
    (void)host, (void)activity, (void)file, (void)line;
}
static void enter_phase(const testkit_host *host, uint64_t activity, uint32_t phase) {
    (void)host, (void)activity, (void)phase;
}
static uint32_t platform_support(const testkit_host *host, const char *name) {
    (void)host, (void)name;
    return TESTKIT_SUPPORT_BY_NAME;
}
static const testkit_host host = {
    .magic = TESTKIT_MAGIC,
    .struct_size = sizeof(testkit_host),
    .abi_major = TESTKIT_ABI_MAJOR,
    .abi_minor = TESTKIT_ABI_MINOR,
    .name = "floor",
    .report_issue = report_issue,
    .report_skip = report_skip,
    .log = log_text,
    .record_location = record_location,
    .enter_phase = enter_phase,
    .platform_support = platform_support,
};

/** Runs one case and what its class needs, in a child. */
static void run_in_child(const testkit_bundle *bundle, uint64_t number, uint32_t index, uint32_t item) {
    pid_t child = fork();
    if (child == 0) {
        bundle->begin_class(bundle, index + 1, index);
        bundle->run_case(bundle, number, index, index, item, TESTKIT_NO_EXAMPLE);
        bundle->end_class(bundle, index + 1, index);
        exit(failures > 0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    failures += status != 0;
}

/** Lists or runs one bundle; returns how many cases it has, or -1. */
static long take(const char *path, int is_run, int is_forked) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fprintf(stderr, "floor: %s\n", dlerror());
        return -1;
    }
    const testkit_bundle *(*entry)(void) = NULL;
    *(void **)&entry = dlsym(handle, TESTKIT_ENTRY_SYMBOL);
    const testkit_bundle *bundle = entry == NULL ? NULL : entry();
    if (bundle == NULL || bundle->connect(bundle, &host) != NULL) return -1;
    long count = 0;
    uint32_t classes = bundle->class_count(bundle);
    for (uint32_t index = 0; index < classes; index += 1) {
        const testkit_class *entry = bundle->get_class(bundle, index);
        if (is_run && !is_forked) bundle->begin_class(bundle, index + 1, index);
        for (uint32_t item = 0; item < entry->case_count; item += 1) {
            count += 1;
            if (is_forked) {
                run_in_child(bundle, (uint64_t)1 << 32 | (uint64_t)count, index, item);
            } else if (is_run) {
                bundle->run_case(bundle, (uint64_t)1 << 32 | (uint64_t)count, index, index, item, TESTKIT_NO_EXAMPLE);
            } else {
                printf("%s/%s\n", entry->name, bundle->get_case(bundle, index, item)->name);
            }
        }
        if (is_run && !is_forked) bundle->end_class(bundle, index + 1, index);
    }
    return count;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int is_forked = strcmp(arguments[1], "fork") == 0, is_run = is_forked || strcmp(arguments[1], "run") == 0;
    long total = 0;
    for (int index = 2; index < count; index += 1) {
        long cases = take(arguments[index], is_run, is_forked);
        if (cases < 0) return 4;
        total += cases;
    }
    if (is_run) printf("%ld cases, %lu failures\n", total, failures);
    return failures > 0;
}
