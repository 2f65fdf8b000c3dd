/* SPDX-License-Identifier: MIT
 * The counters of code that was compiled for coverage (LLVM's instrumentation), added up for all processes of a run.
 *
 * Each instrumented image has counters and a profile runtime of its own, with hidden functions. The runtime writes them when the
 * process exits, so a crash loses them. Here the runtime writes only an empty profile of each image, once for the run. All
 * processes map that file and add their counters to it, which needs no call and so can be done in a signal handler. */
#ifndef WORKER_SHIMS_COVERAGE_H
#define WORKER_SHIMS_COVERAGE_H

#include <stdint.h>

/** The endings of the files in the directory: a profile, a link to its image, a link to an image whose counters cannot be had. */
#define COVERAGE_PROFILE ".profraw"
#define COVERAGE_IMAGE ".image"
#define COVERAGE_UNUSABLE ".unusable"
/** The ending of a link to the name of a class whose counters its process has not saved. */
#define COVERAGE_UNSAVED ".unsaved"

/** Has this process, and those that worker_fork() makes of it, save counters to files in a directory; with null, nothing here does
 *  anything. Where the process does not count, the profile runtimes write to /dev/null, also those of programs that tests start.
 *  Called before any bundle's code. [main] */
void coverage_begin(const char *directory, int does_count);

/** Sets the variable that the profile runtimes read, for images that are opened next. [main] */
void coverage_open_images(void);

/** The parts of an image's file for coverage, relative to the image's address: its counters and their size in bytes, and the
 *  hidden function by which the profile runtime writes a file; 0 for a missing part. */
typedef struct coverage_parts {
    uint64_t counters, size, write_file;
} coverage_parts;

/** Finds the images that were opened since, of which a function reads the files, and sets the variable for programs that tests start.
 *  [main] */
void coverage_find_images(coverage_parts (*parts_of)(const char *path));

/** Says that a class runs whose counters are not saved; the next coverage_save() takes that back. [main] */
void coverage_expect(const char *class_name);

/** Adds the counters to the files, and sets them to 0. [any; signal handler] */
void coverage_save(void);

/** Makes this process, a fork, the one that saves. Its counters are 0. [main] */
void coverage_adopt(void);

#endif
