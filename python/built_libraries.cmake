# The libraries and the program of build/release, brought up to date, for the module that pip builds: what script/build or script/test has compiled is
# not compiled again. Flags of the module's own sources are those of the whole project.
set(release ${root}/build/release)
if(NOT EXISTS ${release}/build.ninja)
    set(options "")
    if(CMAKE_CXX_COMPILER_LAUNCHER)
        list(APPEND options -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER})
    endif()
    if(NOT EXISTS ${root}/.git)  # a source distribution, for machines without GoogleTest and with other compilers
        list(APPEND options -DHOTPATH_TESTS=OFF -DHOTPATH_WERROR=OFF)
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} --preset release ${options} WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${release} --target hotpath COMMAND_ERROR_IS_FATAL ANY)
set(hotpath_program ${release}/bin/hotpath)
find_package(hotpath CONFIG REQUIRED PATHS ${release} NO_DEFAULT_PATH)
include(${root}/cmake/hotpath_library.cmake)

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
add_compile_options(-ffp-contract=off -fmacro-prefix-map=${root}/=)
