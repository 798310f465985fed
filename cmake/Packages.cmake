# Libraries that every folder may use; docs/dependencies.md says why each one.
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tl-expected 1.0 REQUIRED)
find_package(SQLite3 3.40 REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)
if(LRSWEEP_TESTS)
  find_package(Catch2 REQUIRED)
endif()

find_library(LIBMD_LIBRARY md REQUIRED)
find_path(LIBMD_INCLUDE_DIR sha2.h REQUIRED)
add_library(libmd::md UNKNOWN IMPORTED)
set_target_properties(libmd::md PROPERTIES IMPORTED_LOCATION ${LIBMD_LIBRARY}
                                           INTERFACE_INCLUDE_DIRECTORIES ${LIBMD_INCLUDE_DIR})
