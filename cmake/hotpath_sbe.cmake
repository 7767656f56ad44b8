# Decoders and encoders of SBE schemas, made by tools/sbe when the schema or the generator changes:
#
#   hotpath_sbe_library(venue_messages NAMESPACE venue SCHEMAS mdp3.xml ilink3.xml)
#   target_link_libraries(trader PRIVATE venue_messages)       # #include "venue_messages/mdp3.hpp", namespace venue::mdp3
#
# One header and one namespace a schema, of the name of its file. INCLUDES are further files that the schemas include.
# docs/reference/sbe.md describes the headers.
find_package(Python3 QUIET COMPONENTS Interpreter)

if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/../tools/sbe)
    get_filename_component(HOTPATH_SBE_GENERATOR ${CMAKE_CURRENT_LIST_DIR}/../tools/sbe ABSOLUTE)
else() # installed
    set(HOTPATH_SBE_GENERATOR ${CMAKE_CURRENT_LIST_DIR}/sbe)
endif()

function(hotpath_sbe_library target)
    cmake_parse_arguments(ARG "" "NAMESPACE" "SCHEMAS;INCLUDES" ${ARGN})
    if(NOT TARGET Python3::Interpreter)
        message(FATAL_ERROR "hotpath_sbe_library: the generator of SBE code needs Python 3")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/sbe/${target})
    file(GLOB generator ${HOTPATH_SBE_GENERATOR}/*.py)
    set(includes "")
    foreach(file ${ARG_INCLUDES})
        get_filename_component(file ${file} ABSOLUTE)
        list(APPEND includes ${file})
    endforeach()
    set(headers "")
    foreach(schema ${ARG_SCHEMAS})
        get_filename_component(name ${schema} NAME_WE)
        get_filename_component(file ${schema} ABSOLUTE)
        set(namespace ${name})
        if(ARG_NAMESPACE)
            set(namespace ${ARG_NAMESPACE}::${name})
        endif()
        add_custom_command(OUTPUT ${folder}/${target}/${name}.hpp
            COMMAND Python3::Interpreter ${HOTPATH_SBE_GENERATOR} ${file} --namespace ${namespace} --out ${folder}/${target}/${name}.hpp
            DEPENDS ${file} ${includes} ${generator} VERBATIM)
        list(APPEND headers ${folder}/${target}/${name}.hpp)
    endforeach()
    add_custom_target(${target}_headers DEPENDS ${headers})
    add_library(${target} INTERFACE)
    add_dependencies(${target} ${target}_headers)
    target_include_directories(${target} INTERFACE ${folder})
    target_link_libraries(${target} INTERFACE hotpath::protocols)
endfunction()
