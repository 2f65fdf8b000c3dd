/* SPDX-License-Identifier: MIT
 * The commit of the sources. CMake passes it as RUNNER_COMMIT. SwiftPM has no step that could, and keeps what a manifest
 * reads of the repository after it has changed; so the compiler reads the repository's own files here, and lists them
 * among what this file depends on. */
#include "WorkerShims/system.h"

#include <string.h>

#ifdef RUNNER_COMMIT
static const char head[] = RUNNER_COMMIT;
#elif defined(__has_embed)
#pragma clang diagnostic ignored "-Wc23-extensions"
#if __has_embed("../../../.git/HEAD")
/* Either a commit's name or "ref: " and a branch. */
static const char head[] = {
#embed "../../../.git/HEAD"
    , 0};
#if __has_embed("../../../.git/refs/heads/main")
/* The commit of the branch that people build. The preprocessor cannot follow the name of another. */
static const char main_branch[] = {
#embed "../../../.git/refs/heads/main"
    , 0};
#define HAS_MAIN_BRANCH
#endif
#else
static const char head[] = "";
#endif
#else
static const char head[] = "";
#endif

int worker_build_commit(char commit[WORKER_COMMIT_LENGTH + 1]) {
    const char *text = head;
#ifdef HAS_MAIN_BRANCH
    if (strcmp(head, "ref: refs/heads/main\n") == 0) text = main_branch;
#endif
    if (strspn(text, "0123456789abcdef") != WORKER_COMMIT_LENGTH) return 0;
    memcpy(commit, text, WORKER_COMMIT_LENGTH);
    commit[WORKER_COMMIT_LENGTH] = 0;
    return 1;
}
