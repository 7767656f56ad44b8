# `cmake --install build/release --prefix DIR` gives headers, libraries, the executable and find_package(hotpath);
# `cmake -P DIR/lib/cmake/hotpath/uninstall.cmake` removes them. The build folder itself gives find_package(hotpath), too,
# without an installation.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hotpath)
install(EXPORT hotpath-targets NAMESPACE hotpath:: DESTINATION ${config_dir})
export(EXPORT hotpath-targets NAMESPACE hotpath:: FILE ${PROJECT_BINARY_DIR}/hotpath-targets.cmake)
configure_package_config_file(cmake/hotpathConfig.cmake.in
    ${PROJECT_BINARY_DIR}/hotpathConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hotpathConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hotpathConfig.cmake ${PROJECT_BINARY_DIR}/hotpathConfigVersion.cmake
    DESTINATION ${config_dir})

install(CODE "set(source \"${PROJECT_SOURCE_DIR}\")\nset(destination \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")" COMPONENT headers)
install(SCRIPT cmake/install_headers.cmake COMPONENT headers)

# An installation has every library, also those that the executable does not link: a build of the executable builds them.
if(TARGET hotpath)
    get_property(exported GLOBAL PROPERTY HOTPATH_EXPORTED)
    add_dependencies(hotpath ${exported})
endif()

# Services of systemd, which looks below /usr and /usr/local; their page says how they are set up.
if(TARGET hotpath)
    foreach(unit hotpath-exchange.service hotpath-trade.service)
        configure_file(packaging/systemd/${unit}.in ${PROJECT_BINARY_DIR}/systemd/${unit} @ONLY)
        install(FILES ${PROJECT_BINARY_DIR}/systemd/${unit} DESTINATION lib/systemd/system)
    endforeach()
    install(FILES SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

# hotpath_sbe_library and the generator that it runs.
install(FILES cmake/hotpath_sbe.cmake DESTINATION ${config_dir})
install(DIRECTORY tools/sbe DESTINATION ${config_dir} FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/hotpath_sbe.cmake CONTENT "include(${PROJECT_SOURCE_DIR}/cmake/hotpath_sbe.cmake)\n")

# The last rule: what uninstall.cmake removes, by paths that remain right when the installation is moved.
install(FILES cmake/uninstall.cmake DESTINATION ${config_dir})
install(CODE "set(config_dir \"\${CMAKE_INSTALL_PREFIX}/${config_dir}\")")
install(CODE [[
    set(installed "")
    foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${config_dir}")
        string(APPEND installed "${file}\n")
    endforeach()
    file(WRITE "$ENV{DESTDIR}${config_dir}/installed.txt" "${installed}")]])
