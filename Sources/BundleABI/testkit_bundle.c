/* SPDX-License-Identifier: MIT
 * The layout that every bundle and host agree on, checked wherever the header is built: a change here is a new
 * major version. */
#include "testkit_bundle.h"

#include <assert.h>

#define FIELD_AT(type, field, offset)                                                                              \
    static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")

static_assert(sizeof(void *) == 8, "the ABI is defined for 64-bit platforms");
static_assert(sizeof(testkit_class) == 48, "testkit_class");
FIELD_AT(testkit_class, flags, 4);
FIELD_AT(testkit_class, name, 8);
FIELD_AT(testkit_class, file, 16);
FIELD_AT(testkit_class, line, 24);
FIELD_AT(testkit_class, superclass, 28);
FIELD_AT(testkit_class, run_group, 32);
FIELD_AT(testkit_class, support, 36);
FIELD_AT(testkit_class, case_count, 40);
static_assert(sizeof(testkit_case) == 32, "testkit_case");
FIELD_AT(testkit_case, flags, 4);
FIELD_AT(testkit_case, name, 8);
FIELD_AT(testkit_case, file, 16);
FIELD_AT(testkit_case, line, 24);
static_assert(sizeof(testkit_issue) == 56, "testkit_issue");
FIELD_AT(testkit_issue, kind, 4);
FIELD_AT(testkit_issue, flags, 8);
FIELD_AT(testkit_issue, line, 12);
FIELD_AT(testkit_issue, file, 16);
FIELD_AT(testkit_issue, message, 24);
FIELD_AT(testkit_issue, details, 32);
FIELD_AT(testkit_issue, comment, 40);
FIELD_AT(testkit_issue, call, 48);
static_assert(sizeof(testkit_host) == 88, "testkit_host");
FIELD_AT(testkit_host, struct_size, 4);
FIELD_AT(testkit_host, abi_major, 8);
FIELD_AT(testkit_host, abi_minor, 10);
FIELD_AT(testkit_host, seed, 16);
FIELD_AT(testkit_host, name, 24);
FIELD_AT(testkit_host, report_issue, 32);
FIELD_AT(testkit_host, report_skip, 40);
FIELD_AT(testkit_host, log, 48);
FIELD_AT(testkit_host, record_location, 56);
FIELD_AT(testkit_host, enter_phase, 64);
FIELD_AT(testkit_host, platform_support, 72);
FIELD_AT(testkit_host, get_extension, 80);
static_assert(sizeof(testkit_bundle) == 112, "testkit_bundle");
FIELD_AT(testkit_bundle, struct_size, 4);
FIELD_AT(testkit_bundle, abi_major, 8);
FIELD_AT(testkit_bundle, abi_minor, 10);
FIELD_AT(testkit_bundle, producer, 16);
FIELD_AT(testkit_bundle, connect, 24);
FIELD_AT(testkit_bundle, class_count, 32);
FIELD_AT(testkit_bundle, get_class, 40);
FIELD_AT(testkit_bundle, get_case, 48);
FIELD_AT(testkit_bundle, case_support, 56);
FIELD_AT(testkit_bundle, example_count, 64);
FIELD_AT(testkit_bundle, example_name, 72);
FIELD_AT(testkit_bundle, begin_class, 80);
FIELD_AT(testkit_bundle, run_case, 88);
FIELD_AT(testkit_bundle, end_class, 96);
FIELD_AT(testkit_bundle, get_extension, 104);
static_assert(sizeof(testkit_class_info) == 32, "testkit_class_info");
static_assert(sizeof(testkit_registry) == 32, "testkit_registry");
FIELD_AT(testkit_registry, class_count, 8);
FIELD_AT(testkit_registry, get_class, 16);
FIELD_AT(testkit_registry, find_class, 24);
static_assert(sizeof(testkit_worker) == 16, "testkit_worker");
FIELD_AT(testkit_worker, abandon, 8);
static_assert(sizeof(testkit_events) == 24, "testkit_events");
FIELD_AT(testkit_events, take, 8);
FIELD_AT(testkit_events, give, 16);

static_assert(sizeof(testkit_attachments) == 24, "testkit_attachments");
FIELD_AT(testkit_attachments, attach_data, 8);
FIELD_AT(testkit_attachments, attach_file, 16);
static_assert(sizeof(testkit_records) == 24, "testkit_records");
FIELD_AT(testkit_records, report_issue, 8);
FIELD_AT(testkit_records, report_skip, 16);
static_assert(sizeof(testkit_tags) == 40, "testkit_tags");
FIELD_AT(testkit_tags, class_tag_count, 8);
FIELD_AT(testkit_tags, class_tag, 16);
FIELD_AT(testkit_tags, case_tag_count, 24);
FIELD_AT(testkit_tags, case_tag, 32);
static_assert(sizeof(testkit_limits) == 24, "testkit_limits");
FIELD_AT(testkit_limits, class_limit, 8);
FIELD_AT(testkit_limits, case_limit, 16);
static_assert(sizeof(testkit_resources) == 24, "testkit_resources");
FIELD_AT(testkit_resources, class_resource_count, 8);
FIELD_AT(testkit_resources, class_resource, 16);
static_assert(sizeof(testkit_endings) == 16, "testkit_endings");
FIELD_AT(testkit_endings, case_ending, 8);
static_assert(sizeof(testkit_division) == 16, "testkit_division");
FIELD_AT(testkit_division, is_divisible, 8);
static_assert(sizeof(testkit_overloads) == 16, "testkit_overloads");
FIELD_AT(testkit_overloads, case_parameters, 8);
static_assert(sizeof(testkit_warning) == 32, "testkit_warning");
FIELD_AT(testkit_warning, kind, 4);
FIELD_AT(testkit_warning, test_count, 8);
FIELD_AT(testkit_warning, line, 12);
FIELD_AT(testkit_warning, file, 16);
FIELD_AT(testkit_warning, message, 24);

static_assert(sizeof(testkit_warnings) == 24, "testkit_warnings");
FIELD_AT(testkit_warnings, warning_count, 8);
FIELD_AT(testkit_warnings, get_warning, 16);

static_assert(sizeof(testkit_descriptions) == 40, "testkit_descriptions");
FIELD_AT(testkit_descriptions, class_title, 8);
FIELD_AT(testkit_descriptions, case_title, 16);
FIELD_AT(testkit_descriptions, case_link_count, 24);
FIELD_AT(testkit_descriptions, case_link, 32);

static_assert(sizeof(testkit_class_result) == 24, "testkit_class_result");
static_assert(sizeof(testkit_loss) == 32, "testkit_loss");
FIELD_AT(testkit_loss, owner_index, 4);
FIELD_AT(testkit_loss, case_index, 8);
FIELD_AT(testkit_loss, line, 12);
FIELD_AT(testkit_loss, file, 16);
FIELD_AT(testkit_loss, message, 24);
static_assert(sizeof(testkit_results) == 32, "testkit_results");
FIELD_AT(testkit_results, observe, 8);
FIELD_AT(testkit_results, class_result, 16);
FIELD_AT(testkit_results, take_loss, 24);
static_assert(sizeof(testkit_observation) == 16, "testkit_observation");
FIELD_AT(testkit_observation, class_over, 8);
static_assert(sizeof(testkit_origins) == 24, "testkit_origins");
FIELD_AT(testkit_origins, origin, 8);
FIELD_AT(testkit_origins, provide, 16);
static_assert(sizeof(testkit_measuring) == 24, "testkit_measuring");
FIELD_AT(testkit_measuring, begin, 8);
FIELD_AT(testkit_measuring, end, 16);
static_assert(sizeof(testkit_notes) == 16, "testkit_notes");
FIELD_AT(testkit_notes, note, 8);
static_assert(sizeof(testkit_chance) == 16, "testkit_chance");
FIELD_AT(testkit_chance, stream, 8);
static_assert(sizeof(testkit_libraries) == 16, "testkit_libraries");
FIELD_AT(testkit_libraries, class_library, 8);
static_assert(sizeof(testkit_preparation) == 16, "testkit_preparation");
FIELD_AT(testkit_preparation, prepare, 8);
