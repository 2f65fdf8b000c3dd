/* SPDX-License-Identifier: MIT
 *
 * Compiled with PRELOADED, a library to be loaded before a program, which keeps a file, a pipe and an epoll descriptor, all closed on
 * exec, a thread that opens as much again at some later time, and has each child that is forked go ahead of its parent. Without, a
 * bundle whose cases look whether these are what they were. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef PRELOADED

/** The descriptors of the constructor, then those of the thread: a file, both ends of a pipe, an epoll descriptor. */
static int descriptors[8];
/** What they are. */
static struct stat files[8];
/** How many are open. */
static int count;
/** A fork copies the descriptors before the memory: none is opened meanwhile. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void open_four(void) {
    pthread_mutex_lock(&opening);
    int *own = descriptors + count;
    own[0] = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own[0] == -1 || pipe2(own + 1, O_CLOEXEC) == -1 || (own[3] = epoll_create1(EPOLL_CLOEXEC)) == -1) abort();
    for (int index = 0; index < 4; index += 1) fstat(own[index], &files[count + index]);
    __atomic_store_n(&count, count + 4, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&opening);
}

static void *stay(void *nothing) {
    char byte;
    open_four();
    while (read(descriptors[1], &byte, 1) == 1) {}
    return nothing;
}

static void wait_until_opened(void) { pthread_mutex_lock(&opening); }
static void go_on(void) { pthread_mutex_unlock(&opening); }

/** What a child does at first is seen nowhere, so this is a time: of some looks of a host. */
static void let_child_go_ahead(void) {
    go_on();
    usleep(30000);
}

__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    pthread_atfork(wait_until_opened, go_on, let_child_go_ahead);
    open_four();
    if (pthread_create(&thread, NULL, stay, NULL) != 0) abort();
}

int preloaded_lost(void) {
    int open_count = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    struct stat now;
    for (int index = 0; index < open_count; index += 1) {
        if (fstat(descriptors[index], &now) == -1 || now.st_ino != files[index].st_ino || now.st_mode != files[index].st_mode)
            return descriptors[index];
    }
    return -1;
}

#else
#include "fixture.h"

extern int preloaded_lost(void) __attribute__((weak));

static uint32_t look(void) {
    char text[64];
    int lost = preloaded_lost == NULL ? -2 : preloaded_lost();
    snprintf(text, sizeof text, "lost: %d", lost);
    return lost == -1 ? TESTKIT_PASSED : fixture_fail(text);
}

static const fixture_case cases[] = {CASE_AS(look, "testOne", 0, NULL), CASE_AS(look, "testTwo", 0, NULL)};
static const fixture_class classes[] = {CLASS("Preloaded.FirstTests", cases), CLASS("Preloaded.SecondTests", cases)};

FIXTURE_BUNDLE(classes)
#endif
