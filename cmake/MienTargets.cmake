# One static library per folder, one test program per test folder.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)

add_library(mien_options INTERFACE)
target_compile_options(mien_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
target_include_directories(mien_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_link_libraries(mien_options INTERFACE Threads::Threads)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these falsely inside its own library at -O2/-O3 (GCC bugs 105329, 105651, 107852).
  target_compile_options(mien_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized
    -Wno-dangling-reference)
endif()
if(MIEN_SANITIZE)
  target_compile_options(mien_options INTERFACE -fsanitize=${MIEN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(mien_options INTERFACE -fsanitize=${MIEN_SANITIZE})
endif()
if(MIEN_FUZZ)
  # Coverage for the fuzzer everywhere; its main() comes with the targets of tests/fuzz.
  target_compile_options(mien_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# mien_library(NAME SOURCES file... [PUBLIC target...] [PRIVATE target...])
# Makes mien_NAME. PUBLIC are the mien folders and libraries that its headers need.
function(mien_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(mien_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(mien_${name} PUBLIC mien_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# mien_test(NAME SOURCES file... LINK target... [LABELS label...] [TIMEOUT seconds] [ENVIRONMENT var=value...])
# Makes the GoogleTest program NAME_test and registers it with ctest as one test named NAME.
# One ctest entry per program: starting one loads OpenCV or Qt, and there are hundreds of cases.
function(mien_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS;ENVIRONMENT" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE mien_options mien_test_support ${ARG_LINK} GTest::gtest GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name}_test)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/tests/config;${ARG_ENVIRONMENT}") # not the user's own
endfunction()
