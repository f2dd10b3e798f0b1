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

/* Print what strata.tools.world_views says of the world and the value on the
 * top, which is taken off: `function` is "diff" or another of its names. False
 * if it fails, which is printed. */
bool stc_print_view(lua_State *L, const char *function);

#endif
