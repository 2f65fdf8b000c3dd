# SPDX-License-Identifier: MIT
# cmake -DRUNNER=… -DBUNDLE=… -DOPTIONS=… -DOUTPUT=… -P TestKitDiscover.cmake
# Writes a file for CTest with one test for each class of a bundle. See testkit_discover_tests().

execute_process(
    COMMAND ${RUNNER} --seed 0 --focus ignore --list ${BUNDLE}
    OUTPUT_VARIABLE listing
    ERROR_VARIABLE reason
    RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    file(REMOVE ${OUTPUT})
    message(FATAL_ERROR "failed to list ${BUNDLE} (${status}): ${reason}")
endif()

# Lines are "bundle/Module.Class/case"; only the case may hold further slashes, or a bracket, which CMake's lists
# would not survive.
string(REGEX MATCHALL "(^|\n)[^/\n]+/[^/\n]+/" classes "${listing}")
set(content "")
list(TRANSFORM classes STRIP)
list(REMOVE_DUPLICATES classes)
foreach(class IN LISTS classes)
    string(REGEX REPLACE "/$" "" class "${class}")
    string(APPEND content "add_test([==[${class}]==] [==[${RUNNER}]==]")
    foreach(option IN LISTS OPTIONS)
        string(APPEND content " [==[${option}]==]")
    endforeach()
    string(APPEND content " [==[${BUNDLE}]==] [==[${class}]==])\n")
endforeach()
file(WRITE ${OUTPUT} "${content}")
