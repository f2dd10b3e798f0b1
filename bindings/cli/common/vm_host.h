/*
 * host.h - a vm with its packs, and Ctrl-C for what runs in it.
 */
#ifndef STRATA_CLI_COMMON_VM_HOST_H
#define STRATA_CLI_COMMON_VM_HOST_H

#include "cli/common/cli.h"

#include <lua.h>
#include <stdio.h>
#include <strata.h>

/* What a script prints goes here, each line behind the prefix. */
typedef struct stc_output {
  const char *prefix;
  FILE *file;
  bool is_json; /* each line is an object */
} stc_output;

typedef struct stc_host {
  strata_vm *vm;
  lua_State *L;
  stc_output output;
  bool is_quiet; /* handlers that fail are not printed */
} stc_host;

/* Make a vm. `prefix` stands before each line that scripts print; what runs is
 * somebody's own, and may take what it likes, or no more than `limits`, if not
 * NULL. A handler that fails is printed and goes on being left out, or, if the
 * options are strict, its action fails. False, and the reason is printed, if
 * there is no memory. */
bool stc_host_open(stc_host *host, const stc_options *options,
                   const char *prefix, const strata_limits *limits);
void stc_host_close(stc_host *host);

/* From now on Ctrl-C is noted instead of ending the program. */
void stc_host_catch_interrupts(void);

/* True once after Ctrl-C. */
bool stc_host_take_interrupt(void);

/* Wait until a file can be read; false after Ctrl-C, also one from before. */
bool stc_host_wait_for_input(int file);

/* stl_action_call, which Ctrl-C ends with the error "interrupted". */
int stc_host_call(lua_State *L, int nargs, int nresults);

#endif
