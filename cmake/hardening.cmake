# What a compiler and a linker add against memory errors: -DHOTPATH_HARDENING=ON, for an optimised build that no sanitizer watches.
# docs/design/hardening.md says what each flag does; packaging/hardened.py checks the files.
option(HOTPATH_HARDENING "Compile and link with checks against memory errors" OFF)
if(NOT HOTPATH_HARDENING)
    return()
endif()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR HOTPATH_SANITIZED)
    message(FATAL_ERROR "HOTPATH_HARDENING needs an optimised build (CMAKE_BUILD_TYPE=Release) without sanitizers")
endif()

# Executables are position-independent: their addresses are other ones at each start.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_compile_options(
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 # sizes of buffers are checked in the functions of libc that write to them
    -fstack-protector-strong              # a value before the return address, looked at before the return
    -fstack-clash-protection)             # a large frame touches each of its pages: no jump over the guard page
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full) # indirect jumps end at marked places, where processor and kernel look
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
    add_compile_options(-mbranch-protection=standard)
endif()
# Tables of addresses are filled at the start and read-only from then on; no stack is executable.
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
