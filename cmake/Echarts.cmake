# Builds the page's files into the program: reports/page/*, and Apache ECharts with its licence,
# which scripts/bootstrap puts into .deps/echarts.
#
# The generated source pulls each file in with .incbin: no megabyte of array literals to compile.
set(LRSWEEP_ECHARTS ${PROJECT_SOURCE_DIR}/.deps/echarts/echarts.min.js CACHE FILEPATH
                    "Apache ECharts as scripts/get-echarts writes it")
get_filename_component(echarts_folder ${LRSWEEP_ECHARTS} DIRECTORY)
foreach(file ${LRSWEEP_ECHARTS} ${echarts_folder}/LICENSE.txt)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "${file} is missing: run scripts/bootstrap (it takes Apache ECharts, the "
                        "charts of the report page, from a Python wheel)")
  endif()
endforeach()

# lrsweep_embed(out.cpp FILE…): a source that defines lrsweep::reports::page_file() over these files,
# each under its own name without folder.
function(lrsweep_embed output)
  set(blobs "")
  set(rows "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    string(APPEND blobs "LRSWEEP_BLOB(${index}, \"${file}\")\n")
    string(APPEND rows "    {\"${name}\", {blob_${index}, blob_${index}_end}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/page_files.cpp.in ${output} @ONLY)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${ARGN}")
endfunction()
