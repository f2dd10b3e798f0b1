/*
 * command_views.h - the commands that show a world as tables.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_VIEWS_H
#define STRATA_CLI_COMMANDS_COMMAND_VIEWS_H

#include "cli/commands/request.h"

stc_answer stc_command_board(const stc_request *r);
stc_answer stc_command_table(const stc_request *r);
stc_answer stc_command_events(const stc_request *r);
stc_answer stc_command_layers(const stc_request *r);

/* Print strata.session.world_views[function](world, value), where the value is
 * popped from the stack; `function` is "diff" or another function of that
 * module. False, and the error is printed, if it fails. */
bool stc_print_view(lua_State *L, const char *function);

#endif
