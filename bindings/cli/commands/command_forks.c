/*
 * command_forks.c - the commands that keep moments of a world and return to
 * them.
 *
 * A copy under a name is a handle that world:fork gave, in a table of the
 * registry. To go back to a copy, its state is put into the session's world:
 * so all handles of the session stay valid.
 */
#include "cli/commands/command_forks.h"

#include "cli/commands/command_views.h"
#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/session/session_history.h"

#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* Its address is the key of the copies in the registry. */
static const char copies_key = 'c';
static const char try_copy_name[] = "\ttrial"; /* no name that can be typed */

/* Push the table of copies. */
static void push_copies(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &copies_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &copies_key);
}

/* Keep world:fork() under a name. */
static int keep_copy(lua_State *L) {
  const char *name = lua_touserdata(L, 1);
  push_copies(L);
  stc_push_session_world(L);
  (void)lua_getfield(L, -1, "fork");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 1);
  lua_setfield(L, 2, name);
  return 0;
}

static int drop_copy(lua_State *L) {
  push_copies(L);
  lua_pushnil(L);
  lua_setfield(L, -2, lua_touserdata(L, 1));
  return 0;
}

static int push_kept_copy(lua_State *L) {
  push_copies(L);
  (void)lua_getfield(L, -1, lua_touserdata(L, 1));
  return 1;
}

/* The name of a copy in the line; "here" without one. */
static void read_copy_name(const stc_request *r, stc_text *name) {
  stc_text_clear(name);
  if (r->rest.size == 0) {
    stc_text_string(name, "here");
  } else {
    stc_text_escaped(name, r->rest.at, r->rest.size, STC_ESCAPE_PLAIN);
  }
}

static bool keep_copy_named(lua_State *L, char *name) {
  if (stc_call_protected(L, keep_copy, name, 0)) return true;
  stc_report_error(L, false);
  return false;
}

/* Push the copy of this name; false, and a message is printed, if there is
 * none. */
static bool find_copy(const stc_request *r, char *name) {
  if (!stc_call_protected(r->L, push_kept_copy, name, 1)) {
    stc_report_error(r->L, false);
    return false;
  }
  if (!lua_isnil(r->L, -1)) return true;
  lua_pop(r->L, 1);
  (void)stc_request_fail(r, "no moment was kept under that name: :fork NAME "
                            "keeps one");
  return false;
}

/* Put the state of the copy on the top into the world, and pop the copy. */
static bool restore_copy(const stc_request *r, strata_world *into) {
  const strata_world *from = stl_to_world(r->L, -1);
  lua_pop(r->L, 1);
  if (from != NULL && strata_fork(from, into, NULL) == STRATA_OK) return true;
  (void)stc_request_fail(
      r, "that moment is of other rules than the world has now");
  return false;
}

stc_answer stc_command_fork(const stc_request *r) {
  stc_text name;
  stc_text text;
  read_copy_name(r, &name);
  if (stc_request_find_world(r) == NULL) return STC_ANSWER_FAILED;
  if (!keep_copy_named(r->L, name.at)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  stc_text_format(&text,
                  "kept as '%.100s'; :diff tells what changes from here, "
                  ":back returns",
                  name.at);
  stc_json_say(r->L, text.at, text.size);
  return STC_ANSWER_OK;
}

stc_answer stc_command_diff(const stc_request *r) {
  stc_text name;
  read_copy_name(r, &name);
  if (stc_request_find_world(r) == NULL) return STC_ANSWER_FAILED;
  if (!find_copy(r, name.at)) return STC_ANSWER_FAILED;
  return stc_answer_of(stc_print_view(r->L, "diff"));
}

stc_answer stc_command_back(const stc_request *r) {
  stc_text name;
  read_copy_name(r, &name);
  strata_world *world = stc_request_find_world(r);
  if (world == NULL || !find_copy(r, name.at)) return STC_ANSWER_FAILED;
  return stc_answer_of(restore_copy(r, world));
}

stc_answer stc_command_try(const stc_request *r) {
  char name[sizeof try_copy_name];
  stc_text text;
  strata_world *world = stc_request_find_world(r);
  if (world == NULL) return STC_ANSWER_FAILED;
  if (r->rest.size == 0) {
    return stc_request_fail(r, "say what, as in :try elf:remove()");
  }
  memcpy(name, try_copy_name, sizeof try_copy_name);
  if (!keep_copy_named(r->L, name)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  stc_text_add(&text, r->rest.at, r->rest.size);
  bool is_ok = stc_request_run_statement(r, &text) == STC_ANSWER_OK;
  is_ok = is_ok && find_copy(r, name) && stc_print_view(r->L, "diff");
  is_ok = find_copy(r, name) && restore_copy(r, world) && is_ok;
  if (!stc_call_protected(r->L, drop_copy, name, 0)) lua_pop(r->L, 1);
  return stc_answer_of(is_ok);
}
