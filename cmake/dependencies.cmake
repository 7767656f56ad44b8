# Every third-party package of the build, all of them distribution packages that script/bootstrap installs.
# HOTPATH_LIBRARIES says which libraries are built: a package that none of them wants is not looked for.
find_package(Threads REQUIRED)

function(hotpath_wants library result)
    if(NOT HOTPATH_LIBRARIES OR library IN_LIST HOTPATH_LIBRARIES)
        set(${result} ON PARENT_SCOPE)
    else()
        set(${result} OFF PARENT_SCOPE)
    endif()
endfunction()

hotpath_wants(capture wants_capture)
if(wants_capture)
    find_package(PkgConfig REQUIRED)
    find_package(ZLIB REQUIRED)
    pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
    pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)
endif()

hotpath_wants(protocols_trader wants_trader)
if(wants_trader)
    find_package(pugixml REQUIRED)  # a venue's FIX dictionary, read at start
endif()

hotpath_wants(crypto wants_crypto)
hotpath_wants(tls wants_tls)
if(wants_crypto OR wants_tls)
    find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto SSL)  # signatures of log-ons; TLS
endif()

hotpath_wants(journal wants_journal)
# For the study lab/uring. Not packaged for another target.
if(wants_journal AND (HOTPATH_TESTS OR HOTPATH_BENCH) AND NOT CMAKE_CROSSCOMPILING)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(LIBURING REQUIRED IMPORTED_TARGET liburing)
endif()

if(CMAKE_CROSSCOMPILING)
    # Libraries for the target are not packaged: what is headers alone is used so, GoogleTest is compiled from its sources.
    add_library(fmt::fmt INTERFACE IMPORTED)
    target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
    if(HOTPATH_TESTS)
        set(INSTALL_GTEST OFF)
        add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
    endif()
else()
    find_package(fmt REQUIRED)
    if(HOTPATH_TESTS)
        find_package(GTest REQUIRED)
    endif()
endif()
hotpath_wants(jitter wants_jitter)
hotpath_wants(measure wants_measure)
hotpath_wants(messages wants_messages)
hotpath_wants(files wants_files)
hotpath_wants(replay wants_replay)
hotpath_wants(order_entry wants_order_entry)
hotpath_wants(backtest wants_backtest)
hotpath_wants(telemetry wants_telemetry)
hotpath_wants(live wants_live)
if(HOTPATH_TESTS OR HOTPATH_APPS OR HOTPATH_BENCH OR wants_jitter OR wants_measure OR wants_messages OR wants_files OR
   wants_replay OR wants_order_entry OR wants_backtest OR wants_telemetry OR wants_live)
    find_package(nlohmann_json 3.11 REQUIRED)
endif()
if(HOTPATH_APPS OR HOTPATH_BENCH)
    find_package(CLI11 REQUIRED)
endif()
hotpath_wants(config wants_config)
if(HOTPATH_APPS OR wants_config)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
endif()
if(HOTPATH_APPS)
    find_package(date REQUIRED)  # time zones: the libraries of GCC before 14 have none in <chrono>
endif()
if(HOTPATH_APPS OR wants_files)
    # Chart.js, in every page of a report.
    find_file(HOTPATH_CHART_JS chart.min.js PATHS /usr/share/javascript/chart.js NO_DEFAULT_PATH)
    if(NOT HOTPATH_CHART_JS)
        message(FATAL_ERROR "Chart.js is missing: install the package libjs-chart.js (script/bootstrap does), "
            "or point -DHOTPATH_CHART_JS at a chart.min.js of version 3")
    endif()
endif()
