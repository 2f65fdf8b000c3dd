/* SPDX-License-Identifier: MIT
 * A bundle whose every name and text is markup that would run a script in a page that did not escape it, for
 * Tests/Reports/html_check.py: each would set `window.hacked`. */
#include "testkit_bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HACK "hacked=1"
#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const testkit_host *host;

/** Names of cases, of examples, of tags; messages, details, comments, reasons, output. */
static const char *const texts[] = {
    "</script><script>" HACK "</script>",
    "<img src=x onerror=" HACK ">",
    "\"><svg onload=" HACK "><\"",
    "'><iframe srcdoc='<script>parent." HACK "</script>'>",
    "</noscript><script>" HACK "</script>",
    "</style></title></textarea><script>" HACK "</script>",
    "<!--<script>" HACK "</script>-->",
    "--><script>" HACK "</script>",
    "]]><script>" HACK "</script>",
    "javascript:" HACK,
    "\\u003cscript\\u003e" HACK "\\u003c/script\\u003e",
    "\\\"};" HACK ";//",
    "${" HACK "} {{data}} {{script}}",
    "\xe2\x80\xa8" HACK "\xe2\x80\xa9" HACK,
    "\x1b[31mred\x1b[0m \x1b]8;;javascript:" HACK "\x07link\x1b]8;;\x07",
    "\xe2\x80\xae<script>" HACK "</script>\xe2\x80\xac \xe2\x81\xa6" "a\xe2\x81\xa9",
    "constructor",
    "__proto__",
    "line\r\nfeed\ttab",
    "<b onmouseover=" HACK " style=position:fixed;inset:0>\xf0\x9f\x98\x80</b>",
};

static testkit_case cases[COUNT(texts) + 1];
static const testkit_class classes[] = {
    {.struct_size = sizeof(testkit_class), .name = "</script><script>" HACK "</script>.<img src=x onerror=" HACK ">",
     .file = "</script><script>" HACK "</script>.c", .line = 1, .superclass = TESTKIT_NO_CLASS,
     .case_count = COUNT(cases)},
    {.struct_size = sizeof(testkit_class), .name = "Markup.<svg onload=" HACK ">", .superclass = 0},
    {.struct_size = sizeof(testkit_class), .name = "Markup.__proto__", .superclass = 0},
};

static const char *connect_host(const testkit_bundle *bundle, const testkit_host *given) {
    (void)bundle;
    host = given;
    for (unsigned index = 0; index < COUNT(cases); index += 1)
        cases[index] = (testkit_case){
            .struct_size = sizeof(testkit_case), .line = index + 1,
            .name = index < COUNT(texts) ? texts[index] : "outlineTest<script>" HACK "</script>",
            .file = "<img src=x onerror=" HACK ">.c",
            .flags = index < COUNT(texts) ? 0 : TESTKIT_CASE_PARAMETERISED};
    return NULL;
}
static uint32_t class_count(const testkit_bundle *bundle) { return (void)bundle, COUNT(classes); }
static const testkit_class *get_class(const testkit_bundle *bundle, uint32_t index) {
    return (void)bundle, &classes[index];
}
static const testkit_case *get_case(const testkit_bundle *bundle, uint32_t index, uint32_t item) {
    return (void)bundle, (void)index, &cases[item];
}
static uint32_t example_count(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t item) {
    return (void)bundle, (void)index, (void)owner, item == COUNT(texts) ? COUNT(texts) : 0;
}
static const char *example_name(const testkit_bundle *bundle, uint32_t index, uint32_t owner, uint32_t item,
                                uint32_t example) {
    return (void)bundle, (void)index, (void)owner, (void)item, texts[example];
}
static void report(uint64_t activity, uint32_t kind, const char *text) {
    char details[512];
    snprintf(details, sizeof details, "difference (- expected, + actual):\n- %s\n+ %s\n\xff\xfe", text, text);
    testkit_issue issue = {.struct_size = sizeof issue, .kind = kind, .line = 3, .file = __FILE__, .message = text,
                           .comment = text, .details = details};
    host->report_issue(host, activity, &issue);
}
static uint32_t begin_class(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {
    (void)bundle;
    if (index == 0) return TESTKIT_PASSED;
    report(activity, index == 1 ? TESTKIT_ISSUE_ERROR : TESTKIT_ISSUE_WARNING, texts[index]);
    return index == 1 ? TESTKIT_FAILED : TESTKIT_PASSED;
}
static uint32_t run_case(const testkit_bundle *bundle, uint64_t activity, uint32_t index, uint32_t owner, uint32_t item,
                         uint32_t example) {
    (void)bundle, (void)owner;
    const char *text = texts[item < COUNT(texts) ? item : example];
    printf("%s\n", text);
    fwrite("\0\xff", 1, 2, stdout);
    fflush(stdout);
    host->log(host, activity, text);
    if (item == 0) host->attach_data(host, activity, text, text, strlen(text));
    if (index == 0 && item == COUNT(texts) && example == 0) abort();
    switch (item % 4) {
        case 0: report(activity, TESTKIT_ISSUE_ASSERTION, text); return TESTKIT_FAILED;
        case 1: report(activity, TESTKIT_ISSUE_ERROR, text); return TESTKIT_FAILED;
        case 2: host->report_skip(host, activity, text, NULL, 0); return TESTKIT_SKIPPED;
        default: report(activity, TESTKIT_ISSUE_WARNING, text); return TESTKIT_PASSED;
    }
}
static uint32_t end_class(const testkit_bundle *bundle, uint64_t activity, uint32_t index) {
    (void)bundle, (void)index;
    report(activity + 1000, TESTKIT_ISSUE_ERROR, texts[1]);
    return TESTKIT_PASSED;
}

static const testkit_class_traits *class_traits(const testkit_bundle *bundle, uint32_t index) {
    static const testkit_class_traits traits = {.struct_size = sizeof traits, .tags = texts, .tag_count = COUNT(texts)};
    return (void)bundle, index == 0 ? &traits : NULL;
}

static const testkit_bundle bundle = {
    .magic = TESTKIT_MAGIC, .struct_size = sizeof bundle, .abi_major = TESTKIT_ABI_MAJOR, .producer = "markup",
    .connect = connect_host, .class_count = class_count, .get_class = get_class, .get_case = get_case,
    .example_count = example_count, .example_name = example_name, .begin_class = begin_class, .run_case = run_case,
    .end_class = end_class, .class_traits = class_traits,
};

const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
