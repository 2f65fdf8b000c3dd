/* SPDX-License-Identifier: MIT
 * Rule 47.
 *
 *
 * A runtime in the program uses the hooks that are defined here instead of its own empty ones. A shared runtime does so because
 * the program exports them (exports.list). The hooks run on the thread at fault, with the runtime's locks held. So they only
 * copy the finding, and look nothing up. */
#define _GNU_SOURCE
#include "WorkerShims/crashes.h"

#include "../system/exported.h"
#include "../system/sanitizers.h"
#include "crash_watch.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/** The number of findings that wait, beyond which they are only counted; the number of addresses of each; and
 *  the longest headline and path, with the zero byte. */
enum { WAITING = 16, PLACES = 8, HEADLINE = 256, PATH = 512 };

/** A finding as it comes. */
struct noted_finding {
    char headline[HEADLINE];
    char file[PATH];
    uint32_t line;
    /** The places, innermost first, where the file is not known; 0 after the last. */
    void *addresses[PLACES];
    /** 1 when it is written to its end. Written by the thread at fault, taken back when it is asked for. */
    uint32_t is_written;
};

/** The findings that wait, by their number. */
static struct noted_finding noted[WAITING];
/** The numbers of findings, and of those that were asked for. */
static uint32_t found_count, told_count;
/** The one that was asked for last. Main thread only. */
static struct noted_finding told;

/** A place for a finding, or null where none is free; it is counted in any case. */
static struct noted_finding *note(const char *sanitizer, const char *what) {
    if (!crash_trace_is_wanted()) return NULL;
    crash_trace_find(sanitizer, what);
    uint32_t number = __atomic_fetch_add(&found_count, 1, __ATOMIC_ACQ_REL);
    if (number - __atomic_load_n(&told_count, __ATOMIC_ACQUIRE) >= WAITING) return NULL;
    struct noted_finding *place = &noted[number % WAITING];
    memset(place, 0, sizeof *place);
    snprintf(place->headline, sizeof place->headline, "%s: %s", sanitizer, what);
    return place;
}

/** Makes a finding one that can be asked for. */
static void finish(struct noted_finding *place) {
    if (place != NULL) __atomic_store_n(&place->is_written, 1, __ATOMIC_RELEASE);
}

/* The runtimes' own functions: found by the linker where they are in the program, else at the time of the finding. */

/** A runtime's function of a name; null where there is no such runtime. */
#define RUNTIME(function)                                                                                              \
    ((__typeof__(&(function)))(&(function) != NULL ? (void *)&(function) : dlsym(RTLD_DEFAULT, #function)))

extern void __asan_set_error_report_callback(void (*)(const char *)) __attribute__((weak));
extern const char *__asan_get_report_description(void) __attribute__((weak));
extern void *__asan_get_report_pc(void) __attribute__((weak));
extern int __tsan_get_report_data(void *, const char **, int *, int *, int *, int *, int *, int *, int *, void **,
                                  unsigned long) __attribute__((weak));
extern int __tsan_get_report_mop(void *, unsigned long, int *, void **, int *, int *, int *, void **, unsigned long)
    __attribute__((weak));
extern void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *, unsigned *, char **)
    __attribute__((weak));
extern void __sanitizer_symbolize_pc(void *, const char *, char *, size_t) __attribute__((weak));

/** Takes a finding of the address sanitizer's, which mostly ends the process after that. */
static void take_address_report(const char *report) {
    (void)report;
    const char *(*describe)(void) = RUNTIME(__asan_get_report_description);
    const char *what = describe == NULL ? NULL : describe();
    ucontext_t here;
    if (getcontext(&here) == 0) crash_trace_take(0, NULL, &here, 0);
    struct noted_finding *place = note("AddressSanitizer", what == NULL || *what == 0 ? "an error" : what);
    void *(*get_address)(void) = RUNTIME(__asan_get_report_pc);
    if (place != NULL && get_address != NULL) place->addresses[0] = get_address();
    finish(place);
}

/** Called by the thread sanitizer with each report. */
EXPORTED void __tsan_on_report(void *report) {
    const char *what = NULL;
    void *places[PLACES] = {0};
    int ignored = 0, memory_count = 0;
    __typeof__(&__tsan_get_report_data) get_data = RUNTIME(__tsan_get_report_data);
    __typeof__(&__tsan_get_report_mop) get_memory = RUNTIME(__tsan_get_report_mop);
    if (get_data != NULL)
        get_data(report, &what, &ignored, &ignored, &memory_count, &ignored, &ignored, &ignored, &ignored, places, 1);
    struct noted_finding *place = note("ThreadSanitizer", what == NULL ? "a report" : what);
    void *address;
    if (place != NULL && memory_count > 0 && get_memory != NULL)
        get_memory(report, 0, &ignored, &address, &ignored, &ignored, &ignored, place->addresses, PLACES);
    finish(place);
}

/** A function of the library that contains an address: one that a bundle brought is not global. Null if it has
 *  none. */
static void *find_beside(const void *address, const char *name) {
    Dl_info info;
    if (dladdr(address, &info) == 0) return NULL;
    void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) return NULL;
    void *function = dlsym(library, name);
    dlclose(library);
    return function;
}

/** Called by the undefined behaviour sanitizer with each report. */
EXPORTED void __ubsan_on_report(void) {
    const char *kind = NULL, *what = NULL, *file = NULL;
    unsigned line = 0, column = 0;
    char *address;
    __typeof__(&__ubsan_get_current_report_data) get_data = RUNTIME(__ubsan_get_current_report_data);
    if (get_data == NULL) get_data = find_beside(__builtin_return_address(0), "__ubsan_get_current_report_data");
    if (get_data != NULL) get_data(&kind, &what, &file, &line, &column, &address);
    struct noted_finding *place = note("UndefinedBehaviorSanitizer", what == NULL ? "undefined behavior" : what);
    if (place != NULL && file != NULL) {
        strncpy(place->file, file, PATH - 1);
        place->line = line;
    }
    finish(place);
}

/** The thread sanitizer's options: its exit status must not report findings a second time. */
EXPORTED const char *__tsan_default_options(void) { return "exitcode=0"; }

void sanitizer_watch(void) {
    __typeof__(&__asan_set_error_report_callback) set_callback = &__asan_set_error_report_callback;
    /* A failing look-up takes 40 µs, four times the other preparations for a crash. This runtime
     * is in the program or was loaded before it, or it ends the process when it comes. */
    if (set_callback == NULL && getenv("LD_PRELOAD") != NULL) set_callback = RUNTIME(__asan_set_error_report_callback);
    if (set_callback != NULL) set_callback(take_address_report);
}

uint32_t sanitizer_untold(void) {
    return __atomic_load_n(&found_count, __ATOMIC_ACQUIRE) - __atomic_load_n(&told_count, __ATOMIC_RELAXED);
}

/** Looks for the first of some addresses that has a source line. */
static void find_line(struct noted_finding *finding) {
    __typeof__(&__sanitizer_symbolize_pc) symbolize = RUNTIME(__sanitizer_symbolize_pc);
    if (symbolize == NULL) return;
    for (int index = 0; index < PLACES && finding->addresses[index] != NULL; index += 1) {
        char text[PATH + 16] = "";
        symbolize(finding->addresses[index], "%l:%s", text, sizeof text);
        unsigned line = 0;
        int start = 0;
        if (sscanf(text, "%u:%n", &line, &start) != 1 || line == 0 || start == 0 || text[start] == '?') continue;
        snprintf(finding->file, sizeof finding->file, "%s", text + start);
        finding->line = line;
        return;
    }
}

int sanitizer_next(void) {
    if (sanitizer_untold() == 0) return 0;
    memset(&told, 0, sizeof told);
    struct noted_finding *place = &noted[told_count % WAITING];
    if (__atomic_load_n(&place->is_written, __ATOMIC_ACQUIRE)) {
        told = *place;
        place->is_written = 0;
        if (told.line == 0) find_line(&told);
    } else {
        /* More came than there was room for, or another thread is just writing it. */
        strcpy(told.headline, "a sanitizer reported more than is shown here");
    }
    crash_trace_find(NULL, NULL);
    __atomic_fetch_add(&told_count, 1, __ATOMIC_RELEASE);
    return 1;
}

const char *sanitizer_headline(void) { return told.headline; }

const char *sanitizer_file(void) { return told.file[0] == 0 ? NULL : told.file; }

uint32_t sanitizer_line(void) { return told.line; }

int sanitizer_has(const char *function) { return dlsym(RTLD_DEFAULT, function) != NULL; }

#ifdef HAS_INTERCEPTOR
/* The address sanitizer's options in a runner that is built with it, unless ASAN_OPTIONS has others: each process leaves memory to the system
 * at its end. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif
