# Toolchain of the preset aarch64: Debian's cross compiler, programs run under qemu-user. Libraries of third
# parties are those of Debian's ARM packages, in build/aarch64-packages (script/common.sh brings them).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
get_filename_component(packages "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-packages" ABSOLUTE)
set(libraries ${packages}/usr/lib/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH ${packages})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${packages}/usr/include/aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${libraries}:${packages}/lib/aarch64-linux-gnu")
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${packages})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -cpu max -L /usr/aarch64-linux-gnu
    -E "LD_LIBRARY_PATH=/usr/aarch64-linux-gnu/lib:${libraries}:${packages}/lib/aarch64-linux-gnu")
