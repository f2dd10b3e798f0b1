# How a test becomes a CTest test. tests/traps uses these very functions on
# tests that must fail, so what is closed here stays closed.
include_guard()

# What Criterion lets pass and we do not: a failed assertion in a fixture, a
# leak or another sanitizer's report in a child, a filter that matched nothing
# (and an exit in the middle of a test: see no_exit.c).
# The last three are for Lua: a run of no test (also in TAP), and an error that
# somebody caught and printed.
set(STRATA_FAIL_RE
  "Assertion Failed"
  "Warning! The test"
  "ERROR: [A-Za-z]+Sanitizer"
  "WARNING: [A-Za-z]+Sanitizer"
  "runtime error:"
  "Synthesis: Tested: 0 "
  "(^|[^0-9])0 passed, 0 failed"
  "(^|[^0-9])1\\.\\.0($|[^0-9])"
  "stack traceback:")

# strata_test(<name> COMMAND <command>... [LABELS l...] [TIMEOUT seconds]
#             [ENVIRONMENT V=x...])
# Never set PASS_REGULAR_EXPRESSION: with it, CTest ignores the exit status.
function(strata_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABELS;ENVIRONMENT")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
    FAIL_REGULAR_EXPRESSION "${STRATA_FAIL_RE}"
    ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1;${arg_ENVIRONMENT}")
endfunction()

# strata_test_settings(<target>): how tests are compiled. Criterion's macros
# expand in our files and do not pass more than these warnings; a test may use
# POSIX.
function(strata_test_settings target)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_definitions(${target} PRIVATE _XOPEN_SOURCE=700)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic
    $<$<BOOL:${STRATA_WERROR}>:-Werror>)
endfunction()

# strata_test_program(<target> <source>...)
function(strata_test_program target)
  add_executable(${target} ${ARGN})
  strata_test_settings(${target})
endfunction()

# strata_test_objects(<target> <source>...): what several tests share and uses
# Criterion, compiled once. They take it by linking <target>; an archive would
# leave out fixtures that nothing names.
function(strata_test_objects target)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  strata_test_settings(${target})
  target_link_libraries(${target} PUBLIC PkgConfig::CRITERION)
endfunction()

# strata_criterion_test(<name> <target> [LABELS ...] [TIMEOUT ...])
set(STRATA_NO_EXIT ${CMAKE_CURRENT_LIST_DIR}/no_exit.c)
function(strata_criterion_test name target)
  if(NOT TARGET test-no-exit)
    strata_test_objects(test-no-exit ${STRATA_NO_EXIT})
  endif()
  target_link_libraries(${target} PRIVATE test-no-exit)
  target_link_options(${target} PRIVATE
    LINKER:--wrap=exit,--wrap=_exit,--wrap=_Exit)
  target_link_libraries(${target} PRIVATE PkgConfig::CRITERION)
  strata_test(${name} ${ARGN} COMMAND ${target} -j1
    --xml=${CMAKE_CURRENT_BINARY_DIR}/${target}.junit.xml)
endfunction()
