# LibTorch as imported targets of our own: find_package(Torch) wants a CUDA toolkit, which nothing here
# needs.
#   lrsweep::torch_cpu   torch_cpu, c10, and Gloo's headers
#   lrsweep::torch_cuda  the same + torch_cuda, c10_cuda, NCCL, the CUDA runtime
# LRSWEEP_TORCH_ROOT: a folder with include/ and lib/ (an unpacked LibTorch, or site-packages/torch);
# empty takes the wheel that scripts/bootstrap put into .deps.

set(_oldest 2.11)
set(_newest 2.15)

if(LRSWEEP_TORCH_ROOT)
  set(LRSWEEP_TORCH_FOUND_ROOT ${LRSWEEP_TORCH_ROOT})
else()
  file(GLOB LRSWEEP_TORCH_FOUND_ROOT ${PROJECT_SOURCE_DIR}/.deps/venv/lib/python3*/site-packages/torch)
endif()
set(_version_header ${LRSWEEP_TORCH_FOUND_ROOT}/include/torch/headeronly/version.h)
if(NOT EXISTS ${_version_header})
  message(FATAL_ERROR "LibTorch is missing (looked in '${LRSWEEP_TORCH_FOUND_ROOT}' and .deps): run "
                      "scripts/bootstrap, or give -DLRSWEEP_TORCH_ROOT=FOLDER with include/ and lib/.")
endif()

file(STRINGS ${_version_header} _lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9;]" "" _numbers "${_lines}")
list(JOIN _numbers . LRSWEEP_TORCH_VERSION)
if(LRSWEEP_TORCH_VERSION VERSION_LESS ${_oldest} OR LRSWEEP_TORCH_VERSION VERSION_GREATER_EQUAL 2.16)
  message(FATAL_ERROR "LibTorch ${LRSWEEP_TORCH_VERSION} in ${LRSWEEP_TORCH_FOUND_ROOT}: "
                      "${_oldest} to ${_newest} are accepted.")
endif()

# The wheels of CUDA's libraries and of NCCL lie beside torch's.
get_filename_component(_site ${LRSWEEP_TORCH_FOUND_ROOT} DIRECTORY)
file(GLOB _nvidia_libraries LIST_DIRECTORIES true ${_site}/nvidia/*/lib)
find_path(LRSWEEP_NCCL_INCLUDE nccl.h PATHS ${_site}/nvidia/nccl/include NO_DEFAULT_PATH)
find_path(LRSWEEP_CUDA_INCLUDE cuda_runtime_api.h PATHS ${_site}/nvidia/cu13/include
                                                        ${_site}/nvidia/cu12/include NO_DEFAULT_PATH)
find_library(LRSWEEP_NCCL_LIBRARY libnccl.so.2 PATHS ${_site}/nvidia/nccl/lib NO_DEFAULT_PATH)
find_library(LRSWEEP_CUDART_LIBRARY NAMES libcudart.so.13 libcudart.so.12
             PATHS ${LRSWEEP_CUDA_INCLUDE}/../lib ${_site}/nvidia/cuda_runtime/lib NO_DEFAULT_PATH)

find_path(LRSWEEP_GLOO_INCLUDE gloo/algorithm.h)
if(NOT LRSWEEP_GLOO_INCLUDE)
  message(FATAL_ERROR "Gloo's headers are missing: apt-get install libgloo-dev")
endif()

set(_lib ${LRSWEEP_TORCH_FOUND_ROOT}/lib)
list(APPEND CMAKE_BUILD_RPATH ${_lib} ${_nvidia_libraries})
list(APPEND CMAKE_INSTALL_RPATH ${_lib} ${_nvidia_libraries})

add_library(lrsweep_torch_cpu INTERFACE)
add_library(lrsweep::torch_cpu ALIAS lrsweep_torch_cpu)
target_include_directories(
  lrsweep_torch_cpu SYSTEM INTERFACE ${LRSWEEP_TORCH_FOUND_ROOT}/include
                                     ${LRSWEEP_TORCH_FOUND_ROOT}/include/torch/csrc/api/include
                                     ${LRSWEEP_GLOO_INCLUDE})
target_compile_definitions(lrsweep_torch_cpu INTERFACE USE_DISTRIBUTED USE_C10D_GLOO)
# What the libraries themselves need is resolved when they are loaded.
target_link_options(lrsweep_torch_cpu INTERFACE -Wl,--allow-shlib-undefined)
target_link_libraries(lrsweep_torch_cpu INTERFACE ${_lib}/libtorch_cpu.so ${_lib}/libc10.so
                                                  Threads::Threads)

if(EXISTS ${_lib}/libtorch_cuda.so AND LRSWEEP_NCCL_INCLUDE AND LRSWEEP_NCCL_LIBRARY
   AND LRSWEEP_CUDA_INCLUDE AND LRSWEEP_CUDART_LIBRARY)
  set(LRSWEEP_CUDA ON)
  add_library(lrsweep_torch_cuda INTERFACE)
  add_library(lrsweep::torch_cuda ALIAS lrsweep_torch_cuda)
  # NCCL's own header first: ncclConfig_t is part of class layouts.
  target_include_directories(lrsweep_torch_cuda SYSTEM BEFORE INTERFACE ${LRSWEEP_NCCL_INCLUDE}
                                                                        ${LRSWEEP_CUDA_INCLUDE})
  target_compile_definitions(lrsweep_torch_cuda INTERFACE USE_C10D_NCCL)
  # Nothing calls into libtorch_cuda by name: it registers itself when it is loaded.
  target_link_libraries(
    lrsweep_torch_cuda
    INTERFACE -Wl,--no-as-needed ${_lib}/libtorch_cuda.so ${_lib}/libc10_cuda.so
              ${LRSWEEP_NCCL_LIBRARY} ${LRSWEEP_CUDART_LIBRARY} -Wl,--as-needed lrsweep::torch_cpu)
  file(STRINGS ${LRSWEEP_NCCL_INCLUDE}/nccl.h _lines REGEX "#define NCCL_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE "[^0-9;]" "" _numbers "${_lines}")
  list(JOIN _numbers . LRSWEEP_NCCL_SUMMARY)
  set(LRSWEEP_CUDA_SUMMARY "yes (headers in ${LRSWEEP_CUDA_INCLUDE})")
else()
  set(LRSWEEP_CUDA OFF)
  set(LRSWEEP_NCCL_SUMMARY "no")
  set(LRSWEEP_CUDA_SUMMARY "no: lrsweep-worker-cuda is not built")
endif()
set(LRSWEEP_GLOO_SUMMARY "headers in ${LRSWEEP_GLOO_INCLUDE}")

# The precompiled header of trainer/ and its tests: what nearly every file there includes.
function(lrsweep_torch_pch target)
  target_precompile_headers(${target} PRIVATE <ATen/ATen.h> <torch/csrc/autograd/function.h>
                            <string> <vector> <memory> <optional>)
  target_compile_options(${target} PRIVATE -fpch-preprocess)
endfunction()
