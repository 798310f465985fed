# Linked by every library and program of the project: lrsweep::warnings.
add_library(lrsweep_warnings INTERFACE)
add_library(lrsweep::warnings ALIAS lrsweep_warnings)
target_compile_options(
  lrsweep_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wduplicated-cond
            -Wlogical-op
            # GCC 12 warns of its own std::string (its bugs 105329 and 105651).
            -Wno-array-bounds
            -Wno-restrict
            $<$<BOOL:${LRSWEEP_WERROR}>:-Werror>)
target_include_directories(lrsweep_warnings INTERFACE ${PROJECT_SOURCE_DIR})
if(LRSWEEP_SANITIZE)
  target_compile_options(lrsweep_warnings INTERFACE -fsanitize=${LRSWEEP_SANITIZE}
                                                    # Needs a descriptor, and reports falsely
                                                    # in tests that run out of them.
                                                    -fno-sanitize=vptr
                                                    -fno-omit-frame-pointer
                                                    -fno-sanitize-recover=all)
  target_link_options(lrsweep_warnings INTERFACE -fsanitize=${LRSWEEP_SANITIZE})
endif()

# lrsweep_library(core SOURCES a.cpp … LINK fmt::fmt …): the one library of a folder.
function(lrsweep_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(lrsweep_${name} STATIC ${arg_SOURCES})
  add_library(lrsweep::${name} ALIAS lrsweep_${name})
  target_link_libraries(lrsweep_${name} PUBLIC lrsweep::warnings ${arg_LINK})
  if(LRSWEEP_FAST_BUILD AND TARGET lrsweep_core AND NOT name STREQUAL "core")
    target_precompile_headers(lrsweep_${name} REUSE_FROM lrsweep_core)
  elseif(LRSWEEP_FAST_BUILD)
    target_precompile_headers(lrsweep_${name} PRIVATE <filesystem> <fmt/format.h> <functional>
                              <map> <nlohmann/json.hpp> <string> <vector>
                              <tl/expected.hpp>)
  endif()
endfunction()
