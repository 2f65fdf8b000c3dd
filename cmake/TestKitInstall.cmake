# SPDX-License-Identifier: MIT
# Installs what another project needs to build bundles and to run them.
include(CMakePackageConfigHelpers)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/TestKit)

install(TARGETS TestKit TestKitResources TestKitShared ModuleSection BundleABI runner BundleRegistrar EXPORT TestKitTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/testkit
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/testkit)
foreach(library TestKit TestKitResources)
    get_target_property(object ${library} TESTKIT_OBJECT)
    install(FILES ${object} DESTINATION ${CMAKE_INSTALL_LIBDIR}/testkit)
    install(FILES ${CMAKE_Swift_MODULE_DIRECTORY}/${library}.swiftmodule
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/testkit/swift)
endforeach()

# The man page and the shells' completions, each as the runner itself prints it.
set(pages ${PROJECT_BINARY_DIR}/shell)
file(MAKE_DIRECTORY ${pages})
add_custom_command(
    OUTPUT ${pages}/runner.1 ${pages}/runner.bash ${pages}/_runner ${pages}/runner.fish
    COMMAND runner --man > ${pages}/runner.1
    COMMAND runner --completions bash > ${pages}/runner.bash
    COMMAND runner --completions zsh > ${pages}/_runner
    COMMAND runner --completions fish > ${pages}/runner.fish
    DEPENDS runner
    COMMENT "Writing the man page and the completions"
    VERBATIM)
add_custom_target(runner_pages ALL DEPENDS ${pages}/runner.1)
install(FILES ${pages}/runner.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/runner.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME runner)
install(FILES ${pages}/_runner DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${pages}/runner.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(DIRECTORY ${PROJECT_BINARY_DIR}/include/BundleABI ${PROJECT_BINARY_DIR}/include/ModuleSection
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/testkit)
if(TESTKIT_EXAMPLES)
    install(TARGETS FoundationSuites StdlibSuites LibcSuites
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/testkit/examples)
endif()

install(EXPORT TestKitTargets NAMESPACE TestKit:: DESTINATION ${package_directory})
configure_package_config_file(cmake/TestKitConfig.cmake.in ${PROJECT_BINARY_DIR}/TestKitConfig.cmake
    INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TestKitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/TestKitConfig.cmake
    ${PROJECT_BINARY_DIR}/TestKitConfigVersion.cmake
    cmake/TestKitBundle.cmake
    cmake/TestKitDiscover.cmake
    cmake/testkit_bundle.map
    DESTINATION ${package_directory})
