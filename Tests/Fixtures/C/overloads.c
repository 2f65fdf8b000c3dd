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

/** A case that states its parameters, as its source has them. */
#define WITH(function, title, text) {{sizeof(testkit_case), 0, title, NULL, __LINE__, 0, text}, function, NULL}

static const fixture_case base[] = {
    WITH(base_number, "testAdds", "(_: Int)"),       WITH(base_list, "testAdds", "(_: [String])"),
    CASE_AS(first, "testNone", 0, NULL),             CASE_AS(second, "testNone", 0, NULL),
    CASE_AS(first, "testStops_iPhone", 0, NULL),     CASE_AS(second, "testStops_iPhone", 0, NULL),
    WITH(base_number, "testGoes_iPhone", "(_: Int)"), WITH(base_list, "testGoes_iPhone", "(_: [String])"),
    WITH(third, "testNone", "() async"),
};
static const fixture_case sub[] = {WITH(sub_number, "testAdds", "(_: Int)"), WITH(sub_waiting, "testAdds", "(_: Int) async")};
static const fixture_case single[] = {
    WITH(single_number, "testAdds", "(_: Int)"), CASE_AS(single_only, "testOnly", 0, NULL)};
static const fixture_case other[] = {
    WITH(other_fraction, "testAdds", "(_: Double)"), WITH(other_only, "testOnly", "() async")};
static const fixture_class classes[] = {
    CLASS("Overloads.Base", base),
    CLASS_WITH("Overloads.Sub", sub, NULL, NULL, .superclass = 0),
    CLASS("Overloads.Single", single),
    CLASS_WITH("Overloads.Other", other, NULL, NULL, .superclass = 2),
};

FIXTURE_BUNDLE(classes)
