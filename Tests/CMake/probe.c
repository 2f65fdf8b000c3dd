/* SPDX-License-Identifier: MIT
 * Prints the cases that a bundle declares, one a line: "Module.Class/case". A host that only lists. */
#include "testkit_bundle.h"

#include <dlfcn.h>
#include <stdio.h>

static void report_issue(const testkit_host *host, uint64_t activity, const testkit_issue *issue) {
    (void)host, (void)activity, (void)issue;
}

static void report_skip(const testkit_host *host, uint64_t activity, const char *reason, const char *file,
                        uint32_t line) {
    (void)host, (void)activity, (void)reason, (void)file, (void)line;
}

static void take_text(const testkit_host *host, uint64_t activity, const char *text) {
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
    .magic = TESTKIT_MAGIC, .struct_size = sizeof host, .abi_major = TESTKIT_ABI_MAJOR, .name = "probe",
    .report_issue = report_issue, .report_skip = report_skip, .log = take_text, .record_location = record_location,
    .enter_phase = enter_phase, .platform_support = platform_support};

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: probe BUNDLE\n"), 2;
    void *image = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const testkit_bundle *(*entry)(void) = NULL;
    if (image) *(void **)&entry = dlsym(image, TESTKIT_ENTRY_SYMBOL);
    if (!entry) return fprintf(stderr, "%s\n", dlerror()), 4;
    const testkit_bundle *bundle = entry();
    const char *refusal = bundle ? bundle->connect(bundle, &host) : "the entry returned null";
    if (refusal) return fprintf(stderr, "%s: %s\n", arguments[1], refusal), 4;
    for (uint32_t index = 0; index < bundle->class_count(bundle); index++) {
        const testkit_class *suite = bundle->get_class(bundle, index);
        for (uint32_t each = 0; each < suite->case_count; each++)
            printf("%s/%s\n", suite->name, bundle->get_case(bundle, index, each)->name);
    }
    return 0;
}
