# Files as string literals of a target: each NAME becomes `std::string_view NAME()` in the namespace; a header of ours declares it.
#
#   hotpath_embed(hotpath_files hotpath::files page_head page_head.html chart_js ${HOTPATH_CHART_JS})
function(hotpath_embed target namespace)
    set(functions "")
    while(ARGN)
        list(POP_FRONT ARGN name file)
        get_filename_component(file ${file} ABSOLUTE)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} text)
        string(APPEND functions "std::string_view ${name}() { return R\"embedded(${text})embedded\"; }\n\n")
    endwhile()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "#include <string_view>\n\nnamespace ${namespace} {\n\n@functions@}  // namespace ${namespace}\n")
    # ISO C++ asks a compiler for 65,536 characters in a literal; GCC and Clang take any number, and -Wpedantic would say so.
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${target} PRIVATE ${source})
endfunction()
