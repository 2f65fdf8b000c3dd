/* SPDX-License-Identifier: MIT
 *
 * Cases of one name, as overloads have them: some state their parameters and that they are asynchronous, some do not. Each fails with the name of its body. */
#include "fixture.h"

#define BODY(name, text) static uint32_t name(void) { return fixture_fail("body: " text); }
BODY(base_number, "base number")
BODY(base_list, "base list")
BODY(first, "first")
BODY(second, "second")
BODY(sub_number, "sub number")
BODY(single_number, "single number")
BODY(other_fraction, "other fraction")
BODY(third, "third, asynchronous")
BODY(sub_waiting, "sub number, asynchronous")
BODY(single_only, "single only")
BODY(other_only, "other only, asynchronous")

static const fixture_case base[] = {
    CASE_AS(base_number, "testAdds", 0, NULL),       CASE_AS(base_list, "testAdds", 0, NULL),
    CASE_AS(first, "testNone", 0, NULL),             CASE_AS(second, "testNone", 0, NULL),
    CASE_AS(first, "testStops_iPhone", 0, NULL),     CASE_AS(second, "testStops_iPhone", 0, NULL),
    CASE_AS(base_number, "testGoes_iPhone", 0, NULL), CASE_AS(base_list, "testGoes_iPhone", 0, NULL),
    CASE_AS(third, "testNone", 0, NULL),
};
static const fixture_case sub[] = {CASE_AS(sub_number, "testAdds", 0, NULL), CASE_AS(sub_waiting, "testAdds", 0, NULL)};
static const fixture_case single[] = {
    CASE_AS(single_number, "testAdds", 0, NULL), CASE_AS(single_only, "testOnly", 0, NULL)};
static const fixture_case other[] = {
    CASE_AS(other_fraction, "testAdds", 0, NULL), CASE_AS(other_only, "testOnly", 0, NULL)};
static const fixture_class classes[] = {
    CLASS("Overloads.Base", base),
    CLASS_WITH("Overloads.Sub", sub, NULL, NULL, .superclass = 0),
    CLASS("Overloads.Single", single),
    CLASS_WITH("Overloads.Other", other, NULL, NULL, .superclass = 2),
};

FIXTURE_FUNCTIONS(classes)

static const char *case_parameters(const testkit_bundle *bundle, uint32_t owner, uint32_t index) {
    uint32_t (*body)(void) = classes[owner].cases[index].run;
    if (body == base_number || body == sub_number || body == single_number) return "(_: Int)";
    if (body == sub_waiting) return "(_: Int) async";
    if (body == third || body == other_only) return "() async";
    if (body == base_list) return "(_: [String])";
    return body == other_fraction ? "(_: Double)" : NULL;
}

static const void *get_extension(const testkit_bundle *bundle, const char *identifier) {
    static const testkit_overloads overloads = {sizeof overloads, 0, case_parameters};
    return strcmp(identifier, TESTKIT_EXTENSION_OVERLOADS) == 0 ? &overloads : NULL;
}

static const testkit_bundle bundle = {FIXTURE_FIELDS, .get_extension = get_extension};
const testkit_bundle *testkit_bundle_entry(void) { return &bundle; }
