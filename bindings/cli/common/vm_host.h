/*
 * vm_host.h - a vm for the program, and Ctrl-C for what runs in it.
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

/* No limits at all, for what a user runs as a program of the user's own. */
extern const strata_limits stc_no_limits;

/* Make a vm. `prefix` stands before each line that scripts print. Scripts have
 * `limits`; NULL: the effort of one call is limited, so that a stranger's pack
 * comes to an end, and no steps nor memory are. A handler that fails
 * is printed and disabled, or, if the options are strict, its action fails.
 * False, and the reason is printed, if there is no memory. */
bool stc_host_open(stc_host *host, const stc_options *options,
                   const char *prefix, const strata_limits *limits);
void stc_host_close(stc_host *host);

/* From now on Ctrl-C interrupts scripts instead of ending the program. */
void stc_host_catch_interrupts(void);

/* True if Ctrl-C was pressed since the last call. */
bool stc_host_take_interrupt(void);

/* Wait until a file can be read; false after Ctrl-C, also if it was pressed
 * before the call. */
bool stc_host_wait_for_input(int file);

/* stl_action_call, which Ctrl-C ends with the error "interrupted". */
int stc_host_call(lua_State *L, int nargs, int nresults);

#endif
