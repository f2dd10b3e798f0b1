/*
 * command_views.c - the commands that show a world as tables, whose text the
 * library module strata.session.world_views makes.
 */
#include "cli/commands/command_views.h"

#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/common/terminal.h"
#include "cli/common/vm_host.h"
#include "cli/session/session_history.h"
#include "cli/session/statement.h"

#include <strata/lua.h>

/* (name, second): push the text of strata.session.world_views[name](world,
 * second, width). */
static int call_views(lua_State *L) {
  stl_library_push(L, "strata.session.world_views");
  lua_pushvalue(L, 1);
  (void)lua_gettable(L, -2);
  stc_push_session_world(L);
  lua_pushvalue(L, 2);
  const unsigned width = stc_terminal_width();
  width > 0 ? lua_pushinteger(L, width) : lua_pushnil(L);
  lua_call(L, 3, 1);
  return 1;
}

bool stc_print_view(lua_State *L, const char *function) {
  size_t size = 0;
  lua_pushcfunction(L, call_views);
  lua_insert(L, -2);
  lua_pushstring(L, function);
  lua_insert(L, -2);
  if (stc_host_call(L, 2, 1) != LUA_OK) {
    stc_report_error(L, false);
    return false;
  }
  const char *text = lua_tolstring(L, -1, &size);
  stc_json_say(L, text, size);
  lua_pop(L, 1);
  return true;
}

/* Print a view whose second argument is the rest of the line. */
static stc_answer print_view_of_line(const stc_request *r,
                                     const char *function) {
  if (stc_request_find_world(r) == NULL) return STC_ANSWER_FAILED;
  lua_pushlstring(r->L, r->rest.at, r->rest.size);
  return stc_answer_of(stc_print_view(r->L, function));
}

static int print_board_rows(lua_State *L) {
  stl_library_push(L, "strata.session.world_views");
  (void)lua_getfield(L, -1, "board_rows");
  stc_push_session_world(L);
  lua_call(L, 1, 1);
  stc_json_values(L, lua_gettop(L));
  return 0;
}

/* For a program the board is a list of places, not a table that is cut. */
static stc_answer answer_board_rows(const stc_request *r) {
  if (stc_request_find_world(r) == NULL) return STC_ANSWER_FAILED;
  lua_pushcfunction(r->L, print_board_rows);
  if (stc_host_call(r->L, 0, 0) == LUA_OK) return STC_ANSWER_OK;
  stc_report_error(r->L, false);
  return STC_ANSWER_FAILED;
}

stc_answer stc_command_board(const stc_request *r) {
  if (stc_is_json(r->L)) return answer_board_rows(r);
  return print_view_of_line(r, "board");
}

stc_answer stc_command_events(const stc_request *r) {
  return print_view_of_line(r, "events");
}

stc_answer stc_command_layers(const stc_request *r) {
  return print_view_of_line(r, "layers");
}

stc_answer stc_command_table(const stc_request *r) {
  if (r->rest.size == 0) {
    return stc_request_fail(r, "say of what, as in :table world:entities()");
  }
  if (stc_request_find_world(r) == NULL) return STC_ANSWER_FAILED;
  if (!stc_statement_evaluate(r->L, r->rest.at, r->rest.size)) {
    return STC_ANSWER_FAILED;
  }
  return stc_answer_of(stc_print_view(r->L, "table"));
}
