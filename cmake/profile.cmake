# Compiled by a profile of what runs (GCC): HOTPATH_PROFILE is empty, `record` (programs count what they run) or `use` (the compiler
# reads what was counted). script/profiled goes through both in build/profiled. Included before any target.
set(HOTPATH_PROFILE "" CACHE STRING "GCC's profile: `record` what runs, `use` what was recorded; empty: none")

if(NOT HOTPATH_PROFILE)
    return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "HOTPATH_PROFILE needs GCC, and the compiler is ${CMAKE_CXX_COMPILER_ID}: leave HOTPATH_PROFILE empty")
endif()
set(counts ${PROJECT_BINARY_DIR}/profile)
if(HOTPATH_PROFILE STREQUAL "record")
    # Threads count at the same time.
    add_compile_options(-fprofile-generate=${counts} -fprofile-update=prefer-atomic)
    add_link_options(-fprofile-generate=${counts})
elseif(HOTPATH_PROFILE STREQUAL "use")
    # A function that the training did not run is compiled as without a profile; otherwise it would be made small and slow. In one that
    # it ran, code that never ran is moved away from the rest (-freorder-blocks-and-partition, which -O2 turns on). Sources of which
    # nothing was linked into the training programs have no counts. What runs less than a 10,000th as often as the most frequent code is
    # made small, too, by default: an order is rarer than that, beside the market it follows from, and is what must be fast.
    add_compile_options(-fprofile-use=${counts} -fprofile-partial-training -Wno-missing-profile --param=hot-bb-count-fraction=1000000000)
else()
    message(FATAL_ERROR "HOTPATH_PROFILE must be `record`, `use` or empty, got `${HOTPATH_PROFILE}`")
endif()
