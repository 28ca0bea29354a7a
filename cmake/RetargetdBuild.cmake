# Settings shared by every target, and the two functions all targets are declared with.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O2, and asserts stay on in every build type: a broken invariant must not bake quietly.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")

find_program(RETARGETD_CCACHE ccache)
if(RETARGETD_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${RETARGETD_CCACHE}")
endif()
find_program(RETARGETD_MOLD mold)
if(RETARGETD_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_library(retargetd_options INTERFACE)
target_compile_options(retargetd_options INTERFACE
  -Wall -Wextra -Werror -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Wno-missing-field-initializers  # designated initialisers leave the defaults on purpose
  # Same bytes on every machine: a contracted multiply-add rounds differently.
  -ffp-contract=off)
target_include_directories(retargetd_options INTERFACE "${CMAKE_SOURCE_DIR}")
if(RETARGETD_SANITIZE)
  target_compile_options(retargetd_options INTERFACE
    -fsanitize=${RETARGETD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(retargetd_options INTERFACE -fsanitize=${RETARGETD_SANITIZE})
endif()
if(RETARGETD_BUILD_FUZZERS)
  # Library code is instrumented for coverage too, else libFuzzer is blind.
  target_compile_options(retargetd_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# retargetd_library(NAME SOURCES a.cc ... DEPS targets...)
# One static library per small module; a dependency not listed in DEPS does not link.
function(retargetd_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC retargetd_options ${ARG_DEPS})
endfunction()

# retargetd_test(NAME SOURCES a_test.cc ... DEPS targets... [TIMEOUT seconds])
# One test program per folder; ctest lists it as one test per TEST().
function(retargetd_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE retargetd_options ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  include(GoogleTest)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()

# retargetd_fuzzer(NAME SOURCES x_fuzz.cc DEPS targets...): built in the fuzz preset only.
function(retargetd_fuzzer name)
  if(NOT RETARGETD_BUILD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE retargetd_options ${ARG_DEPS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()

# Adds each folder that is there.
function(retargetd_add_modules)
  foreach(folder ${ARGN})
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()
