# Writes OUT, a C++ source with VERSION and the commit of the tree in SOURCE; leaves the file alone when its text is the same, so that
# a build compiles it only after a commit or a first change. Without git, or in a tree that is no checkout, the commit is unknown.
#   cmake -DSOURCE=DIR -DVERSION=0.1.0 -DOUT=version.cpp -P cmake/version.cmake
set(commit "commit unknown")
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix --short=12 HEAD
    OUTPUT_VARIABLE said ERROR_QUIET RESULT_VARIABLE status)
# The first line is the path below the top of the checkout: empty when SOURCE is the top, and not a folder of another project.
if(status EQUAL 0 AND said MATCHES "^\n([0-9a-f]+)\n$")
    set(commit "commit ${CMAKE_MATCH_1}")
    execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changed ERROR_QUIET)
    if(changed)
        string(APPEND commit ", with uncommitted changes")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[#include "apps/hotpath/version.hpp"

namespace hotpath::app {

const char* version_text() noexcept { return "@VERSION@ (@commit@)"; }

}  // namespace hotpath::app
]])
