# One line declares a library, its tests, its benchmarks and its fuzz targets, by the names of its files:
#
#   hotpath_library(book DEPENDS core TEST_DEPENDS protocols capture)
#
#   *.hpp *.cpp          the library, target hotpath_book, alias hotpath::book
#   *_test.cpp           one test executable, book_test, each TEST a CTest test
#   *_fuzz.cpp           one libFuzzer executable a file (preset fuzz; preset clang has a test of each)
#
# FOLDERS are where its files are (the whole folder of the CMakeLists.txt if none is named), FLAT folders without what is below them,
# EXCLUDE is what of them is another library's. FIRST are its first sources in this order: which of
# them are compiled as one decides what is inlined, and so the counted instructions.
# DEPENDS are other libraries of ours (the include table of docs/ARCHITECTURE.md), PACKAGES are imported targets of
# third parties (private), PUBLIC_PACKAGES the same when a header of ours shows them. HOT marks a library that also
# compiles without exceptions and RTTI (script/lint compiles it so), HEAVY_TESTS one whose tests compute much (hotpath_test_flags),
# SPINNING_TESTS one whose tests have threads that wait in a loop: beside other tests they wait ten times as long.
#
# Most presets compile several sources of a target as one (CMAKE_UNITY_BUILD), which takes a third of the time. ALONE are
# the sources left out of that: those with names to themselves that another source of the folder has too.

include(GNUInstallDirs)

# GCC 12 sees overlapping copies in its own std::string where there are none (its bug 105651). Clang reports what the
# std::stable_sort of libstdc++ 12 calls as deprecated; GCC reports what we call.
function(hotpath_warnings target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
        -Wnon-virtual-dtor -Woverloaded-virtual
        $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
        $<$<BOOL:${HOTPATH_WERROR}>:-Werror>)
endfunction()

# Are the tests of a library, or of a study in lab/, built?
function(hotpath_wants_tests name result)
    if(HOTPATH_TESTS AND (NOT HOTPATH_TESTED_LIBRARIES OR name IN_LIST HOTPATH_TESTED_LIBRARIES))
        set(${result} ON PARENT_SCOPE)
    else()
        set(${result} OFF PARENT_SCOPE)
    endif()
endfunction()

# Exports a library, whose headers are below FOLDER. Which of them are installed, cmake/install_headers.cmake decides; script/lint
# compiles each by itself, and only for that they are a file set.
function(hotpath_export target scope folder)
    target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${folder}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set(file_set "")
    if(CMAKE_VERIFY_INTERFACE_HEADER_SETS)
        target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${folder} FILES ${ARGN})
        set(file_set FILE_SET HEADERS)
    endif()
    install(TARGETS ${target} EXPORT hotpath-targets ${file_set})
endfunction()

function(hotpath_library name)
    cmake_parse_arguments(ARG "HOT;HEAVY_TESTS;SPINNING_TESTS" "" "FIRST;FOLDERS;FLAT;EXCLUDE;DEPENDS;PACKAGES;PUBLIC_PACKAGES;TEST_DEPENDS;TEST_PACKAGES;ALONE" ${ARGN})
    set(target hotpath_${name})

    if(NOT ARG_FOLDERS)
        set(ARG_FOLDERS .)
    endif()
    set(headers "")
    set(sources "")
    foreach(file ${ARG_FIRST})
        get_filename_component(file ${file} ABSOLUTE)
        list(APPEND sources ${file})
    endforeach()
    foreach(folder ${ARG_FOLDERS})
        file(GLOB_RECURSE of_folder CONFIGURE_DEPENDS ${folder}/*.hpp)
        list(APPEND headers ${of_folder})
        file(GLOB_RECURSE of_folder CONFIGURE_DEPENDS ${folder}/*.cpp)
        list(APPEND sources ${of_folder})
    endforeach()
    foreach(folder ${ARG_FLAT})
        file(GLOB flat_headers CONFIGURE_DEPENDS ${folder}/*.hpp)
        file(GLOB flat_sources CONFIGURE_DEPENDS ${folder}/*.cpp)
        list(APPEND headers ${flat_headers})
        list(APPEND sources ${flat_sources})
    endforeach()
    if(ARG_EXCLUDE)
        list(FILTER headers EXCLUDE REGEX ${ARG_EXCLUDE})
        list(FILTER sources EXCLUDE REGEX ${ARG_EXCLUDE})
    endif()
    list(REMOVE_DUPLICATES sources)
    set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set(tests ${sources})
    set(fuzzers ${sources})
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")

    if(sources)
        add_library(${target} STATIC ${sources})
        set(scope PUBLIC)
        hotpath_warnings(${target})
        target_link_libraries(${target} PRIVATE ${ARG_PACKAGES})
        if(ARG_HOT AND HOTPATH_NO_EXCEPTIONS)
            target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
        endif()
        if(HOTPATH_FUZZ AND NOT HOTPATH_TESTS) # only the libraries of the targets
            set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
        endif()
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(hotpath::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(${target} ${scope} cxx_std_23)
    list(TRANSFORM ARG_DEPENDS PREPEND hotpath::)
    target_link_libraries(${target} ${scope} ${ARG_DEPENDS} ${ARG_PUBLIC_PACKAGES})
    hotpath_export(${target} ${scope} ${PROJECT_SOURCE_DIR} ${headers})
    set_property(GLOBAL APPEND PROPERTY HOTPATH_EXPORTED ${target})

    list(TRANSFORM ARG_TEST_DEPENDS PREPEND hotpath::)
    hotpath_wants_tests(${name} wanted)
    if(wanted AND tests)
        set(kind "")
        if(ARG_HEAVY_TESTS)
            list(APPEND kind HEAVY)
        endif()
        if(ARG_SPINNING_TESTS)
            list(APPEND kind SPINNING)
        endif()
        hotpath_test(${name}_test LIBRARY ${kind} SOURCES ${tests}
            DEPENDS hotpath::${name} hotpath::testing ${ARG_TEST_DEPENDS} ${ARG_TEST_PACKAGES})
    endif()
    if(HOTPATH_FUZZ)
        foreach(file ${fuzzers})
            get_filename_component(fuzz_target ${file} NAME_WE)
            add_executable(${fuzz_target} ${file})
            hotpath_warnings(${fuzz_target})
            target_compile_options(${fuzz_target} PRIVATE -fsanitize=fuzzer)
            target_link_options(${fuzz_target} PRIVATE -fsanitize=fuzzer)
            target_link_libraries(${fuzz_target} PRIVATE hotpath::${name} ${ARG_TEST_DEPENDS})
            if(HOTPATH_TESTS)
                add_test(NAME ${fuzz_target} COMMAND ${fuzz_target} -runs=20000 -max_total_time=3 -seed=1 -timeout=60 -rss_limit_mb=2048)
                set_tests_properties(${fuzz_target} PROPERTIES TIMEOUT 600)
            endif()
        endforeach()
    endif()
endfunction()

# Two thirds of a build are tests. HOTPATH_TEST_FLAGS gives their own sources less optimisation than the libraries and the
# programs under test have; HOTPATH_LIGHT_TEST_FLAGS still less to those that are not declared HEAVY: their compilation
# takes longer than their run. Hardened code is optimised: the checks of libc's functions need it.
function(hotpath_test_flags target)
    cmake_parse_arguments(ARG "HEAVY" "" "" ${ARGN})
    set(flags "${HOTPATH_TEST_FLAGS}")
    if(NOT ARG_HEAVY AND NOT HOTPATH_HARDENING)
        string(APPEND flags " ${HOTPATH_LIGHT_TEST_FLAGS}")
    endif()
    separate_arguments(flags NATIVE_COMMAND "${flags}")
    # Without its time in it, a precompiled header is the same file each time, and ccache can know it.
    target_compile_options(${target} PRIVATE ${flags} $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# GoogleTest's headers take a second of each test's source: they are compiled once for each set of flags.
function(hotpath_precompile_gtest target)
    cmake_parse_arguments(ARG "HEAVY" "" "" ${ARGN})
    set(headers hotpath_gtest_headers)
    set(kind "")
    if(ARG_HEAVY)
        string(APPEND headers _heavy)
        set(kind HEAVY)
    endif()
    if(NOT TARGET ${headers})
        add_library(${headers} OBJECT ${PROJECT_SOURCE_DIR}/tests/support/gtest_headers.cpp)
        hotpath_warnings(${headers})
        hotpath_test_flags(${headers} ${kind})
        target_compile_features(${headers} PRIVATE cxx_std_23)
        target_link_libraries(${headers} PRIVATE GTest::gmock GTest::gtest)
        target_precompile_headers(${headers} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    endif()
    # Tests are never in a shared library. Left to the build's setting, headers and executables would have different flags.
    set_target_properties(${headers} ${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()

# A GoogleTest executable; every TEST in it is a CTest test, or the executable is one: where a process takes long to start (an
# emulator, a sanitizer) or there are thousands, starting one for each TEST is most of the time. HOTPATH_WHOLE_TESTS says of which
# executables: "all", or "libraries", those whose tests do not wait for other processes (LIBRARY). SHARDS of such an executable run beside
# each other. Tests on licensed data look in HOTPATH_DATA.
# UNREGISTERED: it is neither in a build of everything nor CTest's; a target of lab/ runs it.
function(hotpath_test target)
    cmake_parse_arguments(ARG "HEAVY;LIBRARY;SPINNING;UNREGISTERED" "SHARDS" "SOURCES;DEPENDS" ${ARGN})
    add_executable(${target} ${ARG_SOURCES})
    # Half the time of a test's source is its headers: more of them at once than CMake's 8.
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
    hotpath_warnings(${target})
    hotpath_test_flags(${target} ${ARGN})
    hotpath_precompile_gtest(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE ${ARG_DEPENDS} GTest::gmock GTest::gtest GTest::gtest_main)
    target_compile_definitions(${target} PRIVATE HOTPATH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    if(ARG_UNREGISTERED)
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
        return()
    endif()
    if(HOTPATH_WHOLE_TESTS STREQUAL "all" OR (ARG_LIBRARY AND HOTPATH_WHOLE_TESTS STREQUAL "libraries"))
        set(shards 1)
        if(ARG_SHARDS)
            set(shards ${ARG_SHARDS})
        endif()
        # The longest begin first: the number of its sources says about how long one takes.
        list(LENGTH ARG_SOURCES cost)
        foreach(shard RANGE 1 ${shards})
            set(test ${target})
            if(shards GREATER 1)
                string(APPEND test "_${shard}")
            endif()
            math(EXPR index "${shard} - 1")
            add_test(NAME ${test} COMMAND ${target} --gtest_brief=1)
            set_tests_properties(${test} PROPERTIES TIMEOUT 900 COST ${cost} RUN_SERIAL "${ARG_SPINNING}"
                ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
        endforeach()
    else()
        gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
    endif()
endfunction()
