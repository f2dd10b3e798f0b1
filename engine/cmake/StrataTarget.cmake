# strata_target(<target>): the one place that says how our C is compiled.
include_guard()

# -Wno-string-conversion: assert(!"why") marks what cannot be reached.
set(STRATA_WARNINGS
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wcast-qual -Wcast-align -Wpointer-arith -Wwrite-strings -Wundef -Wvla
    -Wformat=2 -Wdouble-promotion -Wnull-dereference -Wimplicit-fallthrough
    -Wswitch-enum -Wdate-time
    $<$<C_COMPILER_ID:GNU>:-Wlogical-op;-Wduplicated-cond;-Wduplicated-branches;-Wjump-misses-init;-Walloca>
    $<$<C_COMPILER_ID:Clang>:-Wcomma;-Wunreachable-code-aggressive;-Wloop-analysis;-Wextra-semi;-Wmissing-variable-declarations;-Wno-string-conversion>)

# Sanitizers alone: tests need them too, but cannot bear all our warnings.
function(strata_sanitize target)
  if(STRATA_SANITIZE)
    list(JOIN STRATA_SANITIZE "," which)
    target_compile_options(${target} PRIVATE -fsanitize=${which}
      -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC $<BUILD_INTERFACE:-fsanitize=${which}>)
  endif()
endfunction()

function(strata_target target)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  # The last -O wins: hot kernels lose 6 to 20 times without -O3. The map keeps
  # the checkout's path out of assert messages, and so out of programs.
  target_compile_options(${target} PRIVATE ${STRATA_WARNINGS}
    $<$<BOOL:${STRATA_WERROR}>:-Werror>
    $<$<CONFIG:Release,RelWithDebInfo>:-O3>
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
  strata_sanitize(${target})
endfunction()
