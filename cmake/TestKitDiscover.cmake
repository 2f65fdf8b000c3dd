# SPDX-License-Identifier: MIT
# cmake -DRUNNER=… -DBUNDLE=… -DOPTIONS=… -DCASES=… -DLABELS=… -DTIMEOUT=… -DOUTPUT=… -P TestKitDiscover.cmake
# Writes a file for CTest with one test for each class of a bundle, or for each case. See testkit_discover_tests().
cmake_policy(VERSION 3.25)

set(calls ${OUTPUT}.calls)
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=TESTKIT_FILTER --unset=TESTKIT_SKIP
            ${RUNNER} --no-config --seed 0 --focus ignore --list --format cmake ${BUNDLE}
    OUTPUT_FILE ${calls}
    ERROR_VARIABLE reason
    RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    file(REMOVE ${OUTPUT} ${calls})
    message(FATAL_ERROR "failed to list ${BUNDLE} (${status}): ${reason}")
endif()

# A text as an argument that nothing in it ends.
function(testkit_quote result text)
    set(marks "=")
    while(TRUE)
        string(FIND "${text}" "]${marks}" place)
        if(place EQUAL -1)
            break()
        endif()
        string(APPEND marks "=")
    endwhile()
    set(${result} "[${marks}[${text}]${marks}]" PARENT_SCOPE)
endfunction()

testkit_quote(command "${RUNNER}")
# Many runners at once would write each other's record of the last run over.
string(APPEND command " --no-state")
foreach(option IN LISTS OPTIONS)
    testkit_quote(option "${option}")
    string(APPEND command " ${option}")
endforeach()
testkit_quote(bundle "${BUNDLE}")
string(APPEND command " ${bundle}")

set(content "")
set(test "")

# Writes the test whose cases have all been seen.
macro(testkit_finish)
    if(NOT "${test}" STREQUAL "")
        list(REMOVE_DUPLICATES labels)
        testkit_quote(name "${test}")
        testkit_quote(quoted_labels "${labels}")
        string(APPEND content "add_test(${name} ${command} -- ${name})\n"
                              "set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 3"
                              " SKIP_REGULAR_EXPRESSION [==[ok: [0-9]+ cases? run in [^:]*: [0-9]+ skipped]==]"
                              " LABELS ${quoted_labels}")
        if(TIMEOUT)
            string(APPEND content " TIMEOUT ${TIMEOUT}")
        endif()
        string(APPEND content ")\n")
    endif()
endmacro()

# Takes a case, as the runner lists it: those of a class follow each other.
function(testkit_case bundle class case)
    set(wanted "${class}")
    if(CASES)
        set(wanted "${class}/${case}")
    endif()
    if(NOT "${wanted}" STREQUAL "${test}")
        testkit_finish()
        set(test "${wanted}")
        set(labels "${bundle}" ${LABELS})
    endif()
    # One by one: a tag may hold what parts or joins the elements of a list. Its label has "_" there.
    set(index 3)
    while(index LESS ARGC)
        string(REGEX REPLACE "[][;\\]" "_" label "${ARGV${index}}")
        list(APPEND labels "${label}")
        math(EXPR index "${index} + 1")
    endwhile()
    set(test "${test}" PARENT_SCOPE)
    set(labels "${labels}" PARENT_SCOPE)
    set(content "${content}" PARENT_SCOPE)
endfunction()

include(${calls})
testkit_finish()
file(WRITE ${OUTPUT} "${content}")
file(REMOVE ${calls})
