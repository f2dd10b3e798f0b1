/*
 * decision_tables.c - decisions as tables, and the answers to them.
 *
 * The engine's description of a decision lives until the next call, so it is
 * copied whole before any value of it becomes a Lua value. An answer is read
 * against the table: by the number, the text or the value of an option.
 */
#include "lua/actions/decision_tables.h"

#include "lua/actions/running_worlds.h"
#include "lua/actions/world_act.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

enum { LISTED_OPTIONS_MAX = 20 }; /* options that a refusal names */

static const char *const decision_purposes[] = {
#define X(id, value, text) [value] = text,
    STRATA_PURPOSE_MAP(X)
#undef X
        NULL};

/* -- Decisions ------------------------------------------------------------ */

static void set_decision_text(lua_State *L, const char *field,
                              const char *text) {
  if (text == NULL) return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

static void set_decision_integer(lua_State *L, const char *field,
                                 int64_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, field);
}

static void set_decision_boolean(lua_State *L, const char *field, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, field);
}

static void set_decision_entity(lua_State *L, const char *field,
                                strata_entity entity) {
  stl_push_entity(L, 1, entity);
  lua_setfield(L, -2, field);
}

static void push_options(lua_State *L, const strata_decision *decision) {
  const size_t count = decision->option_count;
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    const strata_option *option = &decision->options[i];
    lua_createtable(L, 0, 3);
    if (option->value.type != 0) {
      stl_push_value(L, 1, &option->value);
      lua_setfield(L, -2, "value");
    }
    set_decision_text(L, "text", option->text);
    set_decision_text(L, "outcome", option->outcome);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

/* Push what an option is called that has no text: the option is at the top. */
static void push_option_text(lua_State *L, stl_world *world) {
  lua_getfield(L, -1, "value");
  const stl_handle *handle = stl_handle_test(L, -1, STL_HANDLE_ENTITY);
  if (handle != NULL) {
    stl_push_entity_text(L, world, handle->id);
  } else if (lua_isboolean(L, -1)) {
    lua_pushstring(L, lua_toboolean(L, -1) ? "yes" : "no");
  } else if (lua_isnil(L, -1)) {
    lua_pushliteral(L, "none");
  } else {
    lua_pushvalue(L, -1);
    lua_tostring(L, -1);
  }
  lua_remove(L, -2);
}

/* Whether a decision may be a whole assignment, which chooses any of its pairs.
 */
static bool may_have_pairs(const strata_decision *decision) {
  return decision->purpose == STRATA_PURPOSE_CHOOSE && !decision->ordered &&
         decision->least == 0 &&
         decision->most == (int64_t)decision->option_count;
}

strata_entity stl_pair_place(strata_world *world,
                             const strata_decision *decision,
                             const char *text) {
  strata_entity place = 0;
  const bool is_pair = may_have_pairs(decision) && text != NULL &&
                       strncmp(text, "to #", 4) == 0 &&
                       strata_entity_find(world, text + 3, &place) == STRATA_OK;
  return is_pair ? place : 0;
}

/* An object and the place that it may be assigned to are a pair: its text
 * becomes that of both, and its field `to` the place. The option is at the top.
 */
static void name_pair(lua_State *L, stl_world *world,
                      const strata_decision *decision) {
  lua_getfield(L, -1, "value");
  lua_getfield(L, -2, "text");
  const stl_handle *who = stl_handle_test(L, -2, STL_HANDLE_ENTITY);
  const strata_entity place =
      stl_pair_place(world->world, decision, lua_tostring(L, -1));
  if (who != NULL && place != 0) {
    stl_push_entity_text(L, world, who->id);
    lua_pushliteral(L, " to ");
    stl_push_entity_text(L, world, place);
    lua_concat(L, 3);
    lua_setfield(L, -4, "text");
    stl_push_entity(L, 1, place);
    lua_setfield(L, -4, "to");
  }
  lua_pop(L, 2);
}

/* Give a text to each of the options at the top that has none. */
static void name_options(lua_State *L, stl_world *world,
                         const strata_decision *decision) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_getfield(L, -1, "text") == LUA_TNIL) {
      lua_pop(L, 1);
      push_option_text(L, world);
      lua_setfield(L, -2, "text");
    } else {
      lua_pop(L, 1);
      name_pair(L, world, decision);
    }
    lua_pop(L, 1);
  }
}

void stl_push_decision(lua_State *L, const strata_decision *decision) {
  stl_world *world = stl_handle_unbox(L, 1);
  lua_createtable(L, 0, 13);
  set_decision_integer(L, "id", decision->id);
  set_decision_text(L, "purpose", decision_purposes[decision->purpose]);
  set_decision_entity(L, "who", decision->who);
  set_decision_entity(L, "source", decision->source);
  set_decision_text(L, "prompt", decision->prompt);
  set_decision_integer(L, "least", decision->least);
  set_decision_integer(L, "most", decision->most);
  set_decision_integer(L, "total", decision->total);
  set_decision_boolean(L, "ordered", decision->ordered);
  set_decision_boolean(L, "hidden", decision->hidden);
  set_decision_boolean(L, "firm", decision->firm);
  set_decision_boolean(L, "missed", decision->missed);
  push_options(L, decision);
  name_options(L, world, decision);
  lua_setfield(L, -2, "options");
  stl_handle_kind_set(L, STL_HANDLE_DECISION);
}

/* Push the n-th that is open, from 0. The world is at 1. */
static void push_open_decision(lua_State *L, const stl_world *world, size_t n,
                               const char *where) {
  strata_decision decision = {0};
  const strata_status status = strata_decision_get(world->world, n, &decision);
  if (status != STRATA_OK) stl_world_raise(L, world, status, where);
  stl_push_decision(L, &decision);
}

int stl_world_decisions(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 1);
  const size_t count = strata_decision_count(world->world);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_open_decision(L, world, i, "world:decisions");
    lua_rawseti(L, 2, (lua_Integer)i + 1);
  }
  stl_handle_kind_set(L, STL_HANDLE_DECISIONS);
  return 1;
}

/* -- Decisions as text ---------------------------------------------------- */

static int64_t decision_integer(lua_State *L, int table, const char *field) {
  lua_getfield(L, table, field);
  const int64_t number = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return number;
}

static bool has_purpose(lua_State *L, int table,
                        strata_decision_purpose purpose) {
  lua_getfield(L, table, "purpose");
  const char *text = lua_tostring(L, -1);
  const bool same =
      text != NULL && strcmp(text, decision_purposes[purpose]) == 0;
  lua_pop(L, 1);
  return same;
}

static bool is_divided_decision(lua_State *L, int table) {
  return has_purpose(L, table, STRATA_PURPOSE_DIVIDE) ||
         has_purpose(L, table, STRATA_PURPOSE_ALLOCATE);
}

/* Push how an answer looks: "a number from 1 to 5", "one of", "1 to 2 of". */
static void push_wanted(lua_State *L, int table) {
  const LUAI_UACINT least = decision_integer(L, table, "least");
  const LUAI_UACINT most = decision_integer(L, table, "most");
  if (has_purpose(L, table, STRATA_PURPOSE_NUMBER)) {
    lua_pushfstring(L, "a number from %I to %I", least, most);
  } else if (is_divided_decision(L, table)) {
    const LUAI_UACINT total = decision_integer(L, table, "total");
    lua_pushfstring(L, "%I in all, %I to %I for each of", total, least, most);
  } else if (least != most) {
    lua_pushfstring(L, least == 0 ? "%I (none) to %I of" : "%I to %I of", least,
                    most);
  } else if (least == 1) {
    lua_pushliteral(L, "one of");
  } else {
    lua_pushfstring(L, "%I of", least);
  }
}

/* Push the n-th of the options at `options`: its text. */
static void push_text_of(lua_State *L, int options, lua_Integer n) {
  lua_rawgeti(L, options, n);
  if (!lua_istable(L, -1)) { /* a script has changed the table */
    lua_pop(L, 1);
    lua_pushliteral(L, "?");
    return;
  }
  lua_getfield(L, -1, "text");
  lua_remove(L, -2);
}

/* Append the n-th option to the text at the top: "1 = red". */
static void append_option(lua_State *L, int options, lua_Integer n,
                          const char *form) {
  push_text_of(L, options, n);
  lua_pushfstring(L, form, (LUAI_UACINT)n, luaL_tolstring(L, -1, NULL));
  lua_insert(L, -3);
  lua_pop(L, 2);
  lua_concat(L, 2);
}

/* Push "one of 1 = red, 2 = green". */
static void push_legal(lua_State *L, int table) {
  lua_getfield(L, table, "options");
  const int options = lua_gettop(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, options);
  push_wanted(L, table);
  for (lua_Integer i = 1; i <= count && i <= LISTED_OPTIONS_MAX; i++) {
    append_option(L, options, i, i > 1 ? ", %I = %s" : " %I = %s");
  }
  if (count > LISTED_OPTIONS_MAX) {
    lua_pushfstring(L, " and %I more",
                    (LUAI_UACINT)(count - LISTED_OPTIONS_MAX));
    lua_concat(L, 2);
  }
  lua_replace(L, options);
}

/* -- Reading an answer ---------------------------------------------------- */

/* An answer that is being read, against the decision at `decision`. */
typedef struct answer_reading {
  stl_world *world;
  int decision, options; /* where they are */
  lua_Integer option_count;
} answer_reading;

/* Raise: what is at the top, and what would be legal. */
static int refuse_answer(lua_State *L, const answer_reading *r) {
  push_legal(L, r->decision);
  return luaL_error(L, "world:answer: %s; it must be %s", lua_tostring(L, -2),
                    lua_tostring(L, -1));
}

/* Whether the option at the top is called by the text at `index`. */
static bool is_option_text(lua_State *L, int index) {
  lua_getfield(L, -1, "text");
  const bool same = lua_rawequal(L, -1, index) != 0;
  lua_pop(L, 1);
  return same;
}

/* Whether the entity's text, "Grizzly Bears #3:1", is what `text` says, or has
 * it as its name or id. */
static bool is_known_as(lua_State *L, const answer_reading *r,
                        strata_entity entity, const char *text) {
  stl_push_entity_text(L, r->world, entity);
  stl_push_entity_id(L, entity);
  const char *whole = lua_tostring(L, -2);
  const char *id = lua_tostring(L, -1);
  const size_t name = strlen(whole) - strlen(id) - 1;
  const bool same = strcmp(whole, text) == 0 || strcmp(id, text) == 0 ||
                    (strlen(text) == name && strncmp(whole, text, name) == 0);
  lua_pop(L, 2);
  return same;
}

/* Whether the value of the option at the top is the one at `index`. */
static bool has_option_value(lua_State *L, const answer_reading *r, int index) {
  lua_getfield(L, -1, "value");
  const stl_handle *offered = stl_handle_test(L, -1, STL_HANDLE_ENTITY);
  const stl_handle *named = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  bool same = lua_rawequal(L, -1, index) != 0;
  if (offered != NULL && named != NULL) same = offered->id == named->id;
  if (offered != NULL && lua_type(L, index) == LUA_TSTRING) {
    same = is_known_as(L, r, offered->id, lua_tostring(L, index));
  }
  lua_pop(L, 1);
  return same;
}

/* How many options are the value at `index`: by text or by value. */
static lua_Integer find_matching_options(lua_State *L, const answer_reading *r,
                                         int index, bool by_text,
                                         lua_Integer *out) {
  lua_Integer found = 0;
  for (lua_Integer i = 1; i <= r->option_count; i++) {
    lua_rawgeti(L, r->options, i);
    if (by_text ? is_option_text(L, index) : has_option_value(L, r, index)) {
      *out = i;
      found++;
    }
    lua_pop(L, 1);
  }
  return found;
}

/* Push what was said, for a refusal. */
static void push_answer_text(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  } else {
    luaL_tolstring(L, index, NULL);
  }
}

/* The option, from 0, that the value at `index` names. */
static uint32_t read_chosen_option(lua_State *L, const answer_reading *r,
                                   int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) == LUA_TNUMBER) {
    int exact = 0;
    const lua_Integer n = lua_tointegerx(L, index, &exact);
    if (exact && n >= 1 && n <= r->option_count) return (uint32_t)n - 1;
    push_answer_text(L, index);
    lua_pushfstring(L, "there is no option %s", lua_tostring(L, -1));
    refuse_answer(L, r);
  }
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  const int type = lua_type(L, index);
  if (handle == NULL && type != LUA_TSTRING && type != LUA_TBOOLEAN) {
    push_answer_text(L, index);
    lua_pushfstring(L, "%s names no option: say its number, text or value",
                    lua_tostring(L, -1));
    refuse_answer(L, r);
  }
  if (handle != NULL && handle->world != r->world) {
    lua_pushliteral(L, "an entity of another world");
    refuse_answer(L, r);
  }
  lua_Integer found = 0;
  lua_Integer count = find_matching_options(L, r, index, true, &found);
  if (count == 0) count = find_matching_options(L, r, index, false, &found);
  if (count == 1) return (uint32_t)found - 1;
  push_answer_text(L, index);
  lua_pushfstring(L,
                  count == 0 ? "%s is none of the options"
                             : "%s is more than one of the options: say which "
                               "by its number or text",
                  lua_tostring(L, -1));
  refuse_answer(L, r);
  return 0;
}

static int64_t read_chosen_amount(lua_State *L, const answer_reading *r,
                                  int index) {
  int exact = 0;
  index = lua_absindex(L, index);
  const lua_Integer number = lua_tointegerx(L, index, &exact);
  if (!exact || lua_type(L, index) != LUA_TNUMBER) {
    push_answer_text(L, index);
    lua_pushfstring(L, "%s is no whole number", lua_tostring(L, -1));
    refuse_answer(L, r);
  }
  return number;
}

static bool is_answer_list(lua_State *L, int index) {
  return lua_istable(L, index) &&
         stl_handle_test(L, index, STL_HANDLE_SET) == NULL;
}

/* "none", where none may be chosen and no option is called so. */
static bool is_answer_none(lua_State *L, const answer_reading *r, int answer) {
  lua_Integer found = 0;
  const char *said = NULL;
  if (lua_type(L, answer) == LUA_TSTRING) said = lua_tostring(L, answer);
  return said != NULL && strcmp(said, "none") == 0 &&
         decision_integer(L, r->decision, "least") == 0 &&
         find_matching_options(L, r, answer, true, &found) == 0 &&
         find_matching_options(L, r, answer, false, &found) == 0;
}

/* { bear, "red", 2 }, or one of these alone: what it is read to is pushed. */
static void read_chosen_options(lua_State *L, const answer_reading *r,
                                int answer, strata_answer_desc *out) {
  const bool list = is_answer_list(L, answer);
  if (list && stl_push_list_flaw(L, answer, STL_LIST_OF_ANY)) {
    refuse_answer(L, r);
  }
  const bool none = !list && is_answer_none(L, r, answer);
  const size_t count = list ? (size_t)lua_rawlen(L, answer) : !none;
  uint32_t *options = lua_newuserdatauv(L, (count + 1) * sizeof *options, 0);
  for (size_t i = 0; list && i < count; i++) {
    lua_rawgeti(L, answer, (lua_Integer)i + 1);
    options[i] = read_chosen_option(L, r, -1);
    lua_pop(L, 1);
  }
  if (!list && !none) options[0] = read_chosen_option(L, r, answer);
  out->options = options;
  out->count = count;
}

/* The only number. */
static void read_chosen_number(lua_State *L, const answer_reading *r,
                               int answer, strata_answer_desc *out) {
  int64_t *amounts = lua_newuserdatauv(L, sizeof *amounts, 0);
  amounts[0] = read_chosen_amount(L, r, answer);
  out->amounts = amounts;
  out->count = 1;
}

/* { 2, 1 }, { [bear] = 2, ["Elf"] = 1 }: the engine counts what is said once
 * for each option, in any order. */
static void read_chosen_amounts(lua_State *L, const answer_reading *r,
                                int answer, strata_answer_desc *out) {
  if (!is_answer_list(L, answer)) {
    lua_pushliteral(L, "an amount for each option is asked for");
    refuse_answer(L, r);
  }
  size_t room = 0;
  lua_pushnil(L);
  while (lua_next(L, answer)) {
    lua_pop(L, 1);
    room++;
  }
  int64_t *amounts = lua_newuserdatauv(L, (room + 1) * sizeof *amounts, 0);
  uint32_t *options = lua_newuserdatauv(L, (room + 1) * sizeof *options, 0);
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, answer)) {
    options[count] = read_chosen_option(L, r, -2);
    amounts[count++] = read_chosen_amount(L, r, -1);
    lua_pop(L, 1);
  }
  out->options = options;
  out->amounts = amounts;
  out->count = count;
}

void stl_read_answer(lua_State *L, stl_world *world, int decision, int answer,
                     strata_answer_desc *out) {
  lua_getfield(L, decision, "options");
  const answer_reading r = {.world = world,
                            .decision = decision,
                            .options = lua_gettop(L),
                            .option_count = (lua_Integer)lua_rawlen(L, -1)};
  if (has_purpose(L, decision, STRATA_PURPOSE_NUMBER)) {
    read_chosen_number(L, &r, answer, out);
  } else if (is_divided_decision(L, decision)) {
    read_chosen_amounts(L, &r, answer, out);
  } else {
    read_chosen_options(L, &r, answer, out);
  }
}

/* -- Answering ------------------------------------------------------------ */

/* Push the decision that the options at 3 name: the first open one, if none. */
static void push_asked_decision(lua_State *L, const stl_world *world,
                                strata_answer_desc *out) {
  static const char *const known[] = {"decision", "who", NULL};
  int64_t id = 0;
  if (!lua_isnil(L, 3)) {
    luaL_checktype(L, 3, LUA_TTABLE);
    stl_check_fields(L, 3, "world:answer", "option", known, 0);
    (void)stl_field_integer(L, 3, "world:answer", "decision", &id);
    out->who = stl_field_entity(L, 3, world, "world:answer", "who");
  }
  const size_t count = strata_decision_count(world->world);
  if (count == 0) luaL_error(L, "world:answer: no decision is open");
  for (size_t i = 0; i < count; i++) {
    push_open_decision(L, world, i, "world:answer");
    out->decision = (uint32_t)decision_integer(L, lua_gettop(L), "id");
    if (id == 0 || id == (int64_t)out->decision) return;
    lua_pop(L, 1);
  }
  luaL_error(L, "world:answer: decision %I is not open", (LUAI_UACINT)id);
}

/* world:answer("red"), world:answer({ bear, elf }, { decision = 2 }) */
int stl_world_answer(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  luaL_checkany(L, 2);
  lua_settop(L, 3);
  strata_answer_desc desc = {0};
  push_asked_decision(L, world, &desc);
  const int decision = lua_gettop(L);
  stl_read_answer(L, world, decision, 2, &desc);
  strata_outcome outcome = STRATA_DONE;
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_answer(world->world, &desc, &outcome);
  if (status == STRATA_EREFUSED && acting.error_text[0] == '\0') {
    stl_running_world_end(L, &acting);
    lua_pushstring(L, stl_world_error_text(world, status));
    return refuse_answer(L, &(answer_reading){.decision = decision});
  }
  stl_running_world_end_checked(L, &acting, status, "world:answer");
  stl_charge_events(L, world);
  return stl_push_outcome(L, world, outcome);
}

int stl_world_retract(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_running_world acting;
  stl_running_world_begin(&acting, L, 1);
  const strata_status status = strata_retract(world->world);
  stl_running_world_end_checked(L, &acting, status, "world:retract");
  return 0;
}

int stl_world_cancel(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_world_note_change(world);
  const strata_status status = strata_cancel(world->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:cancel");
  }
  return 0;
}

/* -- In the REPL ---------------------------------------------------------- */

/* Append a field of the decision at `table` that is there. */
static void append_decision_field(lua_State *L, int table, const char *before,
                                  const char *field) {
  if (lua_getfield(L, table, field) == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  lua_pushfstring(L, "%s%s", before, luaL_tolstring(L, -1, NULL));
  lua_insert(L, -3);
  lua_pop(L, 2);
  lua_concat(L, 2);
}

/* Append what comes of the n-th option, if it is known. */
static void append_outcome(lua_State *L, int options, lua_Integer n) {
  lua_rawgeti(L, options, n);
  const int option = lua_gettop(L);
  if (!lua_istable(L, option)) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, option - 1);
  append_decision_field(L, option, ": ", "outcome");
  lua_replace(L, option - 1);
  lua_settop(L, option - 1);
}

/* Push what a decision is, with a line for each option. */
static void push_decision_text(lua_State *L, int table) {
  table = lua_absindex(L, table);
  lua_getfield(L, table, "options");
  const int options = lua_gettop(L);
  lua_pushliteral(L, "decision");
  append_decision_field(L, table, " ", "id");
  append_decision_field(L, table, ": ", "purpose");
  append_decision_field(L, table, ", by ", "who");
  append_decision_field(L, table, ", for ", "source");
  append_decision_field(L, table, ": ", "prompt");
  lua_pushliteral(L, "\nanswer: ");
  lua_concat(L, 2);
  push_wanted(L, table);
  lua_concat(L, 2);
  const lua_Integer count = (lua_Integer)luaL_len(L, options);
  for (lua_Integer i = 1; i <= count; i++) {
    append_option(L, options, i, "\n  %I  %s");
    append_outcome(L, options, i);
  }
  lua_replace(L, options);
}

static int decision_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  push_decision_text(L, 1);
  return 1;
}

static int decisions_tostring(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  lua_pushstring(L, count == 0 ? "no decision is open" : "");
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    luaL_tolstring(L, -1, NULL);
    lua_pushfstring(L, i > 1 ? "\n%s" : "%s", lua_tostring(L, -1));
    lua_insert(L, 3);
    lua_settop(L, 3);
    lua_concat(L, 2);
  }
  return 1;
}

void stl_open_decisions(lua_State *L) {
  static const luaL_Reg decision[] = {{"__tostring", decision_tostring},
                                      {NULL, NULL}};
  static const luaL_Reg decisions[] = {{"__tostring", decisions_tostring},
                                       {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_DECISION, "decision", decision);
  stl_handle_kind_new(L, STL_HANDLE_DECISIONS, "decisions", decisions);
  lua_pop(L, 2);
}
