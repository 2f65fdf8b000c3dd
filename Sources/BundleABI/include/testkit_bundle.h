/* SPDX-License-Identifier: MIT
 *
 * testkit_bundle.h: the whole contract between the host (`runner`) and a bundle.
 *
 * A bundle is a shared library that exports one function, testkit_bundle_entry(). Everything else is
 * reached through the struct that it returns. docs/ABI.md gives the reasons and a complete bundle in C.
 *
 * Words used below:
 *   [main]    called on the worker's main thread only, never while another [main] call is under way
 *   [any]     may be called on any thread, at any time, several at once
 *   [bundle]  owned by the bundle, immutable from connect() on and valid until the process ends
 *   [call]    owned by the caller and valid until the call returns; the callee copies what it keeps
 *
 * Rules for every string: UTF-8, ends with a zero byte. A name (bundle, class, case, example) is not null
 * and not empty. Nobody frees across the boundary. No Swift error and no C++ exception crosses it.
 */
#ifndef TESTKIT_BUNDLE_H
#define TESTKIT_BUNDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** First word of testkit_bundle and testkit_host: the bytes "TKB1" as a little-endian number. */
#define TESTKIT_MAGIC 0x31424B54u
/** A host refuses a bundle whose major version is not its own. */
#define TESTKIT_ABI_MAJOR 1
/** A later minor version appends fields and enumerators. It never changes or removes one. */
#define TESTKIT_ABI_MINOR 0
/** The name of the function that makes a shared library a bundle. */
#define TESTKIT_ENTRY_SYMBOL "testkit_bundle_entry"

/** As testkit_class.superclass: the class has none in this bundle. */
#define TESTKIT_NO_CLASS UINT32_MAX
/** As an example index: the case is a plain one. */
#define TESTKIT_NO_EXAMPLE UINT32_MAX
/** As an activity: none; the host drops nothing, but reports it against the bundle. */
#define TESTKIT_NO_ACTIVITY 0ull

/** How a call that runs a bundle's code ended. A value that is not listed is a bundle fault. */
typedef enum testkit_status {
    TESTKIT_PASSED = 0,
    /** At least one issue was reported; a failure with none is reported in general words. */
    TESTKIT_FAILED = 1,
    /** report_skip() was called, or the bundle gives no reason. */
    TESTKIT_SKIPPED = 2
} testkit_status;

/** Whether a class or a case can run here. A value that is not listed is a bundle fault. */
typedef enum testkit_support {
    /** The host decides by the name's platform suffix (`_Linux`, `_x86_64`, …); without one it can. */
    TESTKIT_SUPPORT_BY_NAME = 0,
    TESTKIT_SUPPORTED = 1,
    TESTKIT_UNSUPPORTED = 2
} testkit_support;

/** testkit_class.flags. An unknown bit is a bundle fault. */
typedef enum testkit_class_flags {
    /** Focused by name; reaches every subclass. The name itself is written without the prefix. */
    TESTKIT_CLASS_FOCUSED = 1 << 0,
    /** Never run itself. Without this or CONCRETE, a class without cases, own or inherited, is abstract. */
    TESTKIT_CLASS_ABSTRACT = 1 << 1,
    TESTKIT_CLASS_CONCRETE = 1 << 2,
    /** run_group is set. Without it the superclass's counts; the root's default is 1. */
    TESTKIT_CLASS_HAS_RUN_GROUP = 1 << 3
} testkit_class_flags;

/** testkit_case.flags. An unknown bit is a bundle fault. */
typedef enum testkit_case_flags {
    /** Focused by name. The name itself is written without the prefix. */
    TESTKIT_CASE_FOCUSED = 1 << 0,
    /** Runs once for each example. Without examples it fails, by one run with TESTKIT_NO_EXAMPLE. */
    TESTKIT_CASE_PARAMETERISED = 1 << 1
} testkit_case_flags;

/** The part of a class's life that is running; what a crash report names. */
typedef enum testkit_phase {
    TESTKIT_PHASE_NONE = 0,
    TESTKIT_PHASE_CLASS_SET_UP = 1,
    TESTKIT_PHASE_TEST_SET_UP = 2,
    TESTKIT_PHASE_CASE_SET_UP = 3,
    TESTKIT_PHASE_BODY = 4,
    TESTKIT_PHASE_CASE_TEAR_DOWN = 5,
    TESTKIT_PHASE_TEST_TEAR_DOWN = 6,
    TESTKIT_PHASE_CLASS_TEAR_DOWN = 7
} testkit_phase;

/** What kind of thing an issue is. */
typedef enum testkit_issue_kind {
    /** A failed assertion: an expected failure. */
    TESTKIT_ISSUE_ASSERTION = 0,
    /** An error that the test let out: an unexpected failure. */
    TESTKIT_ISSUE_ERROR = 1,
    /** Worth telling; fails nothing. */
    TESTKIT_ISSUE_WARNING = 2
} testkit_issue_kind;

/** testkit_issue.flags. */
typedef enum testkit_issue_flags {
    /** file and line are the last place that the case was known to be at, not where it failed. */
    TESTKIT_ISSUE_LAST_KNOWN_LOCATION = 1 << 0
} testkit_issue_flags;

/** One class of tests. [bundle] */
typedef struct testkit_class {
    /** sizeof(testkit_class) as the bundle was compiled. */
    uint32_t struct_size;
    /** testkit_class_flags, or-ed. */
    uint32_t flags;
    /** "Module.Class", without a focus prefix; unique in the bundle. */
    const char *name;
    /** The source file's path, or null. */
    const char *file;
    /** The line of the declaration, from 1; 0 if unknown. */
    uint32_t line;
    /** The index of the superclass in this bundle, or TESTKIT_NO_CLASS. */
    uint32_t superclass;
    /** Groups run in ascending order, each after the one before has ended. */
    int32_t run_group;
    /** A testkit_support. */
    uint32_t support;
    /** How many cases the class declares itself; inherited ones do not count. */
    uint32_t case_count;
    uint32_t reserved;
} testkit_class;

/** One case that a class declares. Subclasses inherit it, and may declare one of the same name. [bundle] */
typedef struct testkit_case {
    /** sizeof(testkit_case) as the bundle was compiled. */
    uint32_t struct_size;
    /** testkit_case_flags, or-ed. */
    uint32_t flags;
    /** The method's name, without a focus prefix or parentheses; unique in the class. */
    const char *name;
    /** The source file's path; null: the class's. */
    const char *file;
    /** The line of the declaration, from 1; 0 if unknown. */
    uint32_t line;
    uint32_t reserved;
} testkit_case;

/** Something that went wrong. [call] */
typedef struct testkit_issue {
    /** sizeof(testkit_issue) as the bundle was compiled. */
    uint32_t struct_size;
    /** A testkit_issue_kind. */
    uint32_t kind;
    /** testkit_issue_flags, or-ed. */
    uint32_t flags;
    /** From 1; 0 if unknown. */
    uint32_t line;
    /** The source file's path, or null. */
    const char *file;
    /** What went wrong, in a line. Not null. */
    const char *message;
    /** More lines: operands, a difference; or null. */
    const char *details;
    /** What the author of the test had to add, or null. */
    const char *comment;
} testkit_issue;

typedef struct testkit_host testkit_host;

/** What the host offers a bundle. Owned by the host; valid from connect() until the process ends. */
struct testkit_host {
    /** TESTKIT_MAGIC. */
    uint32_t magic;
    /** sizeof(testkit_host) as the host was compiled: a field beyond it must not be read. */
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    uint32_t reserved;
    /** The run's seed. In a listing without a seed it is 0. */
    uint64_t seed;
    /** The host's name and version, for people: "runner 0.1.0". */
    const char *name;

    /** Records an issue of the activity. A late one, after its activity has ended, is reported as late and
     *  never lands on another case. Copies what it is given.
     *  [any] [call] */
    void (*report_issue)(const testkit_host *host, uint64_t activity, const testkit_issue *issue);

    /** Says why the activity is skipped. The bundle then returns TESTKIT_SKIPPED. reason may be null.
     *  [any] [call] */
    void (*report_skip)(const testkit_host *host, uint64_t activity, const char *reason, const char *file,
                        uint32_t line);

    /** A remark that goes with the activity's result.
     *  [any] [call] */
    void (*log)(const testkit_host *host, uint64_t activity, const char *text);

    /** Remembers where the activity is, for the report of a crash. Costs no system call. file may be null.
     *  [any] [call] */
    void (*record_location)(const testkit_host *host, uint64_t activity, const char *file, uint32_t line);

    /** Remembers which part of the class's life is running. Costs no system call. `phase` is a testkit_phase;
     *  another value is ignored. The host itself notes TEST_SET_UP at begin_class, BODY at run_case and
     *  TEST_TEAR_DOWN at end_class, so that a bundle without such hooks need not call it.
     *  [main] */
    void (*enter_phase)(const testkit_host *host, uint64_t activity, uint32_t phase);

    /** Reads a name's platform suffix: TESTKIT_SUPPORT_BY_NAME if it has none that is known, else whether that
     *  platform is current. name may be null: then it has none.
     *  [any] [call] */
    uint32_t (*platform_support)(const testkit_host *host, const char *name);

    /** What later versions add, by "name/REVISION"; null if the host has no such thing. The result is owned by
     *  the host and valid until the process ends.
     *  [any] [call] */
    const void *(*get_extension)(const testkit_host *host, const char *identifier);
};

typedef struct testkit_bundle testkit_bundle;

/** What a bundle offers the host. [bundle]
 *  The host calls connect() first and once; then it enumerates; then it drives: begin_class, run_case for any
 *  subset of the class's cases in any order, end_class; then the next class. Every function is [main]. */
struct testkit_bundle {
    /** TESTKIT_MAGIC. */
    uint32_t magic;
    /** sizeof(testkit_bundle) as the bundle was compiled. A host reads no field beyond it. */
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    uint32_t reserved;
    /** What made the bundle, for people: "TestKit 0.1.0, Swift 6.3". May be null. */
    const char *producer;

    /** Gives the bundle its host. Returns null, or why the bundle cannot be used, a string owned by the bundle
     *  and valid until the process ends.
     *  [main] */
    const char *(*connect)(const testkit_bundle *bundle, const testkit_host *host);

    /** How many classes there are.
     *  [main] */
    uint32_t (*class_count)(const testkit_bundle *bundle);

    /** The class at an index below class_count(). Not null; [bundle].
     *  [main] */
    const testkit_class *(*get_class)(const testkit_bundle *bundle, uint32_t class_index);

    /** The case at an index below the class's case_count. Not null; [bundle].
     *  [main] */
    const testkit_case *(*get_case)(const testkit_bundle *bundle, uint32_t class_index, uint32_t case_index);

    /** Whether a case can run here, as a testkit_support, when it runs as one of class_index, which is owner_index
     *  or a class that inherits from it. Null: always TESTKIT_SUPPORT_BY_NAME.
     *  [main] */
    uint32_t (*case_support)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                             uint32_t case_index);

    /** How many examples a parameterised case has as one of class_index. Null: none has any.
     *  Asked when the bundle is listed, and again in another worker that runs the case. Reading them may take as
     *  long as listing a bundle may; if it ends the process or takes longer, that is the case's failure alone.
     *  Answer 0 for examples that cannot be read, and say why in run_case. An example is known by its name: a
     *  worker in which it has another index runs it by that, and one in which it is missing fails it.
     *  [main] */
    uint32_t (*example_count)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                              uint32_t case_index);

    /** The name of the example at an index below example_count(), unique in its case. Not null; [bundle]. Null
     *  function: none has any.
     *  [main] */
    const char *(*example_name)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                                uint32_t case_index, uint32_t example_index);

    /** Makes the class ready: its class-level set-up, its instance, its test set-up. When it does not return
     *  TESTKIT_PASSED, no case is run, but end_class still is.
     *  [main] */
    uint32_t (*begin_class)(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index);

    /** Runs one case with its set-up and tear-down, and returns when all of it has ended, asynchronous work
     *  included. example_index is TESTKIT_NO_EXAMPLE for a plain case.
     *  [main] */
    uint32_t (*run_case)(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index,
                         uint32_t owner_index, uint32_t case_index, uint32_t example_index);

    /** Tears down what begin_class made.
     *  [main] */
    uint32_t (*end_class)(const testkit_bundle *bundle, uint64_t activity, uint32_t class_index);

    /** What later versions add, by "name/REVISION"; null if the bundle has no such thing, and null as a function
     *  if it has none at all. The result is [bundle].
     *  [main] */
    const void *(*get_extension)(const testkit_bundle *bundle, const char *identifier);
};

/** testkit_host.get_extension: the registry of every bundle in the run, as const testkit_registry *. */
#define TESTKIT_EXTENSION_REGISTRY "testkit.registry/1"

/** A class as the registry knows it. Strings are owned by the host and valid until the process ends. */
typedef struct testkit_class_info {
    /** The bundle's name: the first part of an identity. */
    const char *bundle;
    /** "Module.Class", without a focus prefix. */
    const char *name;
    /** The registry index of the superclass, or TESTKIT_NO_CLASS. */
    uint32_t superclass;
    int32_t run_group;
    /** How many cases it has, inherited ones included. */
    uint32_t case_count;
    /** 1 if it is never run itself. */
    uint8_t is_abstract;
    /** 1 if it or a superclass is focused by name. */
    uint8_t is_focused;
    uint8_t reserved[2];
} testkit_class_info;

/** Look-ups across bundles, from when the first class begins. Before that, class_count() is 0.
 *  Owned by the host; valid until the process ends. */
typedef struct testkit_registry {
    /** sizeof(testkit_registry) as the host was compiled. */
    uint32_t struct_size;
    uint32_t reserved;
    /** How many classes there are in all bundles.
     *  [main] */
    uint32_t (*class_count)(const testkit_host *host);
    /** Fills `info` with the class at an index below class_count(); returns 0, and leaves it, for another index.
     *  [main] [call] */
    int (*get_class)(const testkit_host *host, uint32_t index, testkit_class_info *info);
    /** The index of the class of that name, or TESTKIT_NO_CLASS. The name may be an identity
     *  ("bundle/Module.Class"), "Module.Class" or "Class"; it is tried as written, then without and with a focus
     *  prefix. A name that fits several is looked for in the bundle that holds `near` (an address in the
     *  bundle's image, or null) first, and is otherwise not found.
     *  [main] [call] */
    uint32_t (*find_class)(const testkit_host *host, const char *name, const void *near);
} testkit_registry;

/** testkit_host.get_extension: the worker process that runs the bundle, as const testkit_worker *. */
#define TESTKIT_EXTENSION_WORKER "testkit.worker/1"

/** The worker process. Owned by the host; valid until the process ends. */
typedef struct testkit_worker {
    /** sizeof(testkit_worker) as the host was compiled. */
    uint32_t struct_size;
    uint32_t reserved;
    /** Ends the process at once, for the activity, a run_case(), has left code running that cannot be stopped. The case
     *  has failed, with the issues that were reported before; another worker goes on with the others, after it has
     *  begun their class anew. No tear-down runs. Does not return, unless the activity is not the one that runs.
     *  [any] */
    void (*abandon)(const testkit_host *host, uint64_t activity);
} testkit_worker;

/** testkit_host.get_extension: files and data that are kept with a result, as const testkit_attachments *. */
#define TESTKIT_EXTENSION_ATTACHMENTS "testkit.attachments/1"

/** Keeps what a test attaches. Owned by the host; valid until the process ends.
 *  Each function has made its copy, in a file, when it returns: a crash after it loses nothing. It returns 1, or 0 if the
 *  thing is not kept; then the host has said why, as a warning of the activity. What comes after its activity has
 *  ended is kept and reported as late, and never lands on another case. `name` is what people are shown, and what the
 *  file is named after: the host replaces what does not belong in a file's name, and numbers names that are taken. */
typedef struct testkit_attachments {
    /** sizeof(testkit_attachments) as the host was compiled. */
    uint32_t struct_size;
    uint32_t reserved;
    /** Keeps some bytes. They may be null if size is 0.
     *  [any] [call] */
    int (*attach_data)(const testkit_host *host, uint64_t activity, const char *name, const void *bytes,
                       uint64_t size);
    /** Keeps a copy of a regular file as it is now.
     *  [any] [call] */
    int (*attach_file)(const testkit_host *host, uint64_t activity, const char *name, const char *path);
} testkit_attachments;

/** testkit_bundle.get_extension: what the classes and cases are tagged with, as const testkit_tags *. */
#define TESTKIT_EXTENSION_TAGS "testkit.tags/1"

/** The tags of classes and cases, by which the command line selects. [bundle]
 *  Tags add up: a case has its own, its class's, and those of every superclass. A tag is a name, of at most 65536 bytes;
 *  to state one twice is no fault. Asked when the bundle is listed. */
typedef struct testkit_tags {
    /** sizeof(testkit_tags) as the bundle was compiled. */
    uint32_t struct_size;
    uint32_t reserved;
    /** How many tags a class has besides those of its superclasses.
     *  [main] */
    uint32_t (*class_tag_count)(const testkit_bundle *bundle, uint32_t class_index);
    /** The tag at an index below class_tag_count(). Not null; [bundle].
     *  [main] */
    const char *(*class_tag)(const testkit_bundle *bundle, uint32_t class_index, uint32_t tag_index);
    /** How many tags a case has besides those of its class, when it runs as one of class_index, which is owner_index or a
     *  class that inherits from it. Null, as case_tag: none has any.
     *  [main] */
    uint32_t (*case_tag_count)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                               uint32_t case_index);
    /** The tag at an index below case_tag_count(). Not null; [bundle].
     *  [main] */
    const char *(*case_tag)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index,
                            uint32_t case_index, uint32_t tag_index);
} testkit_tags;

/** testkit_bundle.get_extension: how long classes and cases may take, as const testkit_limits *. */
#define TESTKIT_EXTENSION_LIMITS "testkit.limits/1"

/** Time limits that take the place of the command line's. [bundle]
 *  The nearest counts: the case's own, its class's, that of the nearest superclass that states one, the command line's.
 *  A class's limit is for each of its cases by itself, and for its begin_class and end_class. Asked when the bundle is
 *  listed. */
typedef struct testkit_limits {
    /** sizeof(testkit_limits) as the bundle was compiled. */
    uint32_t struct_size;
    uint32_t reserved;
    /** Stores the limit that a class states, in seconds, above 0 and at most a thousand million, and returns 1; returns 0
     *  if it states none. Another number is a bundle fault.
     *  [main] [call] */
    int (*class_limit)(const testkit_bundle *bundle, uint32_t class_index, double *seconds);
    /** The same of a case, when it runs as one of class_index, which is owner_index or a class that inherits from it. Null:
     *  none states any.
     *  [main] [call] */
    int (*case_limit)(const testkit_bundle *bundle, uint32_t class_index, uint32_t owner_index, uint32_t case_index,
                      double *seconds);
} testkit_limits;

#if defined(__GNUC__)
#define TESTKIT_EXPORT __attribute__((visibility("default"), used))
#else
#define TESTKIT_EXPORT
#endif

/** The one exported function of a bundle. Called once, before anything else. Returns null if there is nothing
 *  to offer, which is a bundle fault.
 *  [main] [bundle] */
TESTKIT_EXPORT const testkit_bundle *testkit_bundle_entry(void);

#ifdef __cplusplus
}
#endif

#endif /* TESTKIT_BUNDLE_H */
