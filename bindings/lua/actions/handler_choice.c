/*
 * handler_choice.c - ctx:choose and ctx:choose_all.
 *
 * A handler is given the option that the player chose, as the value that it
 * offered, and never the number of an option.
 */
#include "lua/actions/handler_choice.h"

#include "lua/actions/handler_context.h"
#include "lua/actions/world_act.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- What is asked -------------------------------------------------------- */

static const char *const choice_purposes[] = {
#define X(id, value, text) [value] = text,
    STRATA_PURPOSE_MAP(X)
#undef X
        NULL};

/* What the list says is offered: a value, or { value = , text = , outcome = }.
 */
static bool is_described(lua_State *L, int index) {
  if (!lua_istable(L, index)) return false;
  if (!lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

/* A text of the table at the top, which keeps it. */
static const char *field_text(lua_State *L, const char *where,
                              const char *name) {
  const char *text = NULL;
  if (lua_getfield(L, -1, name) != LUA_TNIL) {
    text = stl_field_text(L, -1, where, name);
  }
  lua_pop(L, 1);
  return text;
}

/* The value at the top: a string is a word of the rules, or else a text. */
static void read_offered_value(lua_State *L, const stl_world *world,
                               const char *where, strata_option *out) {
  if (lua_type(L, -1) == LUA_TSTRING) {
    const char *text = lua_tostring(L, -1);
    const strata_symbol symbol =
        strata_rules_find(world->rules->rules, STRATA_NAME_SYMBOL, text);
    if (symbol == 0) {
      out->text = text;
    } else {
      out->value = (strata_value){.type = STRATA_SYM, .symbol = symbol};
    }
    return;
  }
  const char *expected = stl_read_plain_value(L, -1, world, 0, &out->value);
  if (expected != NULL) {
    stl_push_mismatch(L, where, expected, -1);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
}

/* The option at the top. */
static void read_offered_option(lua_State *L, const stl_world *world,
                                const char *where, strata_option *out) {
  static const char *const known[] = {"outcome", "text", "value", NULL};
  stl_frozen_thaw(L, -1);
  if (!is_described(L, -1)) {
    read_offered_value(L, world, where, out);
    return;
  }
  stl_check_fields(L, -1, where, "field", known, 0);
  if (lua_getfield(L, -1, "value") != LUA_TNIL) {
    read_offered_value(L, world, where, out);
  }
  lua_pop(L, 1);
  const char *text = field_text(L, where, "text");
  if (text != NULL) out->text = text;
  out->outcome = field_text(L, where, "outcome");
}

typedef struct choice_reading {
  const stl_world *world;
  const char *where; /* "ctx:choose" */
  int anchors;       /* a table for what must outlive the call */
} choice_reading;

static void keep_anchor(lua_State *L, const choice_reading *a) {
  lua_rawseti(L, a->anchors, (lua_Integer)lua_rawlen(L, a->anchors) + 1);
}

static void read_offered_options(lua_State *L, const choice_reading *a,
                                 int spec, strata_decision *out) {
  const size_t count = (size_t)lua_rawlen(L, spec);
  strata_option *options =
      lua_newuserdatauv(L, (count + 2) * sizeof *options, 0);
  memset(options, 0, (count + 2) * sizeof *options);
  keep_anchor(L, a);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, spec, (lua_Integer)i + 1);
    read_offered_option(L, a->world, a->where, &options[i]);
    keep_anchor(L, a);
  }
  out->options = options;
  out->option_count = count;
  if (out->purpose != STRATA_PURPOSE_MAY) return;
  options[0].value = (strata_value){.type = STRATA_FLAG, .integer = 1};
  options[1].value = (strata_value){.type = STRATA_FLAG};
  out->option_count = 2;
}

/* Whether what is offered at the top may be chosen: an object may not be that
 * enters at the same time as the one that the handler is about (614.13). */
static bool may_be_offered(lua_State *L, const strata_handler_call *call) {
  const int top = lua_gettop(L);
  stl_frozen_thaw(L, -1);
  if (is_described(L, -1)) lua_getfield(L, -1, "value");
  const stl_handle *handle = stl_handle_test(L, -1, STL_HANDLE_ENTITY);
  const bool may = handle == NULL || strata_call_may_take(call, handle->id);
  lua_settop(L, top);
  return may;
}

static void limit_field(lua_State *L, int index, const char *name,
                        lua_Integer most) {
  lua_getfield(L, index, name);
  const lua_Integer said = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 1;
  lua_pop(L, 1);
  lua_pushinteger(L, said < most ? said : most);
  lua_setfield(L, index, name);
}

/* Put a copy of the choice at `spec` in its place, without the objects that may
 * not be chosen. Then as many are chosen as there are. */
static void leave_out_taken(lua_State *L, const strata_handler_call *call,
                            int spec) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, spec);
  lua_Integer kept = 0;
  lua_newtable(L);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, spec, i);
    if (may_be_offered(L, call)) {
      lua_rawseti(L, -2, ++kept);
    } else {
      lua_pop(L, 1);
    }
  }
  if (kept == count) {
    lua_pop(L, 1);
    return;
  }
  const int copy = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, spec)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, copy);
    } else {
      lua_pop(L, 1);
    }
  }
  limit_field(L, copy, "least", kept);
  limit_field(L, copy, "most", kept);
  if (lua_getfield(L, copy, "purpose") == LUA_TNIL) {
    lua_pushliteral(L, "choose");
    lua_setfield(L, copy, "purpose");
  }
  lua_pop(L, 1);
  lua_replace(L, spec);
}

static bool has_field(lua_State *L, int index, const char *name) {
  const bool has = lua_getfield(L, index, name) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/* What it says, or what it looks like. */
static strata_decision_purpose
read_choice_purpose(lua_State *L, const choice_reading *a, int spec) {
  lua_pushvalue(L, spec);
  const char *text = field_text(L, a->where, "purpose");
  lua_pop(L, 1);
  for (size_t i = 0; text != NULL && choice_purposes[i] != NULL; i++) {
    if (strcmp(text, choice_purposes[i]) == 0) {
      return (strata_decision_purpose)i;
    }
  }
  if (text != NULL) {
    stl_raise_unknown_word(L, a->where, "purpose", text, choice_purposes);
  }
  if (lua_rawlen(L, spec) > 0) return STRATA_PURPOSE_CHOOSE;
  if (!has_field(L, spec, "prompt")) {
    luaL_error(L,
               "%s: nothing is offered; do not ask where the list is empty, "
               "or say purpose = \"may\", purpose = \"number\" or a prompt",
               a->where);
  }
  return has_field(L, spec, "most") ? STRATA_PURPOSE_NUMBER
                                    : STRATA_PURPOSE_MAY;
}

static bool is_divided_purpose(strata_decision_purpose purpose) {
  return purpose == STRATA_PURPOSE_DIVIDE || purpose == STRATA_PURPOSE_ALLOCATE;
}

/* How much, where nothing is said: one of what is offered, all of what is
 * ordered, all or nothing of what is divided. */
static void read_choice_limits(lua_State *L, const choice_reading *a, int spec,
                               strata_decision *out) {
  const int64_t all = (int64_t)lua_rawlen(L, spec);
  const bool ordered = out->purpose == STRATA_PURPOSE_ORDER ||
                       out->purpose == STRATA_PURPOSE_ORDER_TRIGGERS ||
                       out->purpose == STRATA_PURPOSE_ORDER_STAMPS;
  (void)stl_field_integer(L, spec, a->where, "total", &out->total);
  out->least = ordered ? all : 1;
  out->most = ordered ? all : 1;
  if (is_divided_purpose(out->purpose)) {
    out->least = 0;
    out->most = out->total;
  }
  if (out->purpose == STRATA_PURPOSE_NUMBER) out->least = 0;
  (void)stl_field_integer(L, spec, a->where, "least", &out->least);
  (void)stl_field_integer(L, spec, a->where, "most", &out->most);
  out->ordered = ordered || stl_field_boolean(L, spec, a->where, "ordered");
  out->hidden = stl_field_boolean(L, spec, a->where, "hidden");
}

/* Whether it is a card or a token: made of a definition, and in a zone. */
static bool is_card(const stl_world *world, strata_entity entity) {
  const strata_rules *rules = world->rules->rules;
  if (strata_definition_of(world->world, entity) == 0 ||
      strata_rules_count(rules, STRATA_NAME_ZONE) == 0) {
    return false;
  }
  const strata_attr zone =
      strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "zone");
  strata_value value = {0};
  return strata_base(world->world, entity, zone, &value) == STRATA_OK &&
         value.symbol != 0;
}

/* Who is asked. No seat could answer for a card, and the game would stop. */
static strata_entity read_decider(lua_State *L, const choice_reading *a,
                                  int spec) {
  const strata_entity who = stl_field_entity(L, spec, a->world, a->where, "by");
  if (!is_card(a->world, who)) return who;
  lua_getfield(L, spec, "by");
  luaL_error(L, "%s: by: expected a player, got %s", a->where,
             luaL_tolstring(L, -1, NULL));
  return 0;
}

/* { bear, elf, by = ctx.you, prompt = "Who?" } */
static void read_choice(lua_State *L, const choice_reading *a, int spec,
                        strata_decision *out) {
  static const char *const known[] = {"by",      "hidden", "least",   "most",
                                      "ordered", "prompt", "purpose", "source",
                                      "total",   NULL};
  *out = (strata_decision){0};
  if (!lua_istable(L, spec)) {
    stl_push_mismatch(L, a->where, "a table of what is offered", spec);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  stl_check_fields(L, spec, a->where, "field", known,
                   (lua_Integer)lua_rawlen(L, spec));
  out->purpose = read_choice_purpose(L, a, spec);
  out->who = read_decider(L, a, spec);
  out->source = stl_field_entity(L, spec, a->world, a->where, "source");
  lua_pushvalue(L, spec);
  out->prompt = field_text(L, a->where, "prompt");
  lua_pop(L, 1);
  read_choice_limits(L, a, spec, out);
  read_offered_options(L, a, spec, out);
}

/* -- What is answered ----------------------------------------------------- */

/* Push what was offered as option n, from 0. */
static void push_offered(lua_State *L, int spec, uint32_t n) {
  lua_rawgeti(L, spec, (lua_Integer)n + 1);
  stl_frozen_thaw(L, -1);
  if (!is_described(L, -1)) return;
  if (lua_getfield(L, -1, "value") == LUA_TNIL) {
    lua_pop(L, 1);
    lua_getfield(L, -1, "text");
  }
  lua_remove(L, -2);
}

static void push_chosen_amounts(lua_State *L, const strata_decision *ask,
                                const strata_answer_desc *answer) {
  lua_createtable(L, (int)ask->option_count, 0);
  for (size_t i = 0; i < ask->option_count; i++) {
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  for (size_t i = 0; i < answer->count; i++) {
    const size_t n = answer->options != NULL ? answer->options[i] : i;
    lua_pushinteger(L, answer->amounts[i]);
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
}

/* Push the answer to a choice; `many`: a list, also of one or none. */
static void push_chosen(lua_State *L, int spec, const strata_decision *ask,
                        const strata_answer_desc *answer, bool many) {
  if (ask->purpose == STRATA_PURPOSE_NUMBER) {
    lua_pushinteger(L, answer->amounts[0]);
  } else if (is_divided_purpose(ask->purpose)) {
    push_chosen_amounts(L, ask, answer);
  } else if (ask->purpose == STRATA_PURPOSE_MAY) {
    lua_pushboolean(L, answer->count > 0 && answer->options[0] == 0);
  } else if (!many) {
    if (answer->count > 0) {
      push_offered(L, spec, answer->options[0]);
    } else {
      lua_pushnil(L);
    }
  } else {
    lua_createtable(L, (int)answer->count, 0);
    for (size_t i = 0; i < answer->count; i++) {
      push_offered(L, spec, answer->options[i]);
      lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
  }
}

/* -- ctx ------------------------------------------------------------------ */

/* Read the choice at `spec`, which becomes a copy without what may not be
 * chosen. The result says whether the answer is a list. */
static bool read_open_choice(lua_State *L, const strata_handler_call *call,
                             const choice_reading *a, int spec,
                             strata_decision *out) {
  stl_frozen_thaw(L, spec);
  int64_t most = 1;
  if (lua_istable(L, spec)) {
    (void)stl_field_integer(L, spec, a->where, "most", &most);
    leave_out_taken(L, call, spec);
  }
  read_choice(L, a, spec, out);
  return most > 1 || out->most > 1 || out->ordered;
}

/* Where the functions below have what is asked on the stack: it is asked again
 * when the handler has waited for the answer. */
enum { CHOICE_READ = 2, CHOICE_WORLD = 3, CHOICE_ANCHORS = 4, CHOICE_OPEN };

typedef struct open_choice {
  strata_decision ask;
  bool many; /* the answer is a list */
} open_choice;

static int choose_go_on(lua_State *L, int yielded, lua_KContext where);

static int ask_choice(lua_State *L, strata_handler_call *call) {
  const open_choice *open = lua_touserdata(L, CHOICE_OPEN);
  strata_answer_desc answer = {0};
  /* While it waits, others may look and change: it pays as if they had. */
  stl_world_note_change(stl_handle_unbox(L, CHOICE_WORLD));
  const strata_status status = strata_call_choose(call, &open->ask, &answer);
  if (status == STRATA_ESUSPEND) return stl_handler_call_wait(L, choose_go_on);
  if (status != STRATA_OK) {
    const stl_world *world = stl_handle_unbox(L, CHOICE_WORLD);
    stl_handler_call_raise(L, world, status, "ctx:choose");
  }
  push_chosen(L, CHOICE_READ, &open->ask, &answer, open->many);
  return 1;
}

static int choose_go_on(lua_State *L, int yielded, lua_KContext where) {
  (void)yielded;
  (void)where;
  return ask_choice(L, stl_handler_ctx_check(L));
}

int stl_handler_ctx_choose(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  lua_settop(L, CHOICE_READ);
  const choice_reading a = {.world = stl_handler_ctx_push_world(L),
                            .where = "ctx:choose",
                            .anchors = CHOICE_ANCHORS};
  lua_newtable(L);
  open_choice *open = lua_newuserdatauv(L, sizeof *open, 0);
  open->many = read_open_choice(L, call, &a, CHOICE_READ, &open->ask);
  return ask_choice(L, call);
}

/* The same for several at once. */
enum { CHOICES = CHOICE_OPEN, CHOICES_ASKED, CHOICES_ANSWERS, CHOICES_MANY };

static int choose_all_go_on(lua_State *L, int yielded, lua_KContext where);

static int ask_choices(lua_State *L, strata_handler_call *call) {
  const size_t count = (size_t)lua_rawlen(L, CHOICES);
  const strata_decision *asks = lua_touserdata(L, CHOICES_ASKED);
  strata_answer_desc *answers = lua_touserdata(L, CHOICES_ANSWERS);
  const bool *many = lua_touserdata(L, CHOICES_MANY);
  stl_world_note_change(stl_handle_unbox(L, CHOICE_WORLD)); /* as above */
  const strata_status status =
      strata_call_choose_all(call, asks, count, answers);
  if (status == STRATA_ESUSPEND) {
    return stl_handler_call_wait(L, choose_all_go_on);
  }
  if (status != STRATA_OK) {
    const stl_world *world = stl_handle_unbox(L, CHOICE_WORLD);
    stl_handler_call_raise(L, world, status, "ctx:choose_all");
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, CHOICES, (lua_Integer)i + 1);
    push_chosen(L, lua_gettop(L), &asks[i], &answers[i], many[i]);
    lua_rawseti(L, -3, (lua_Integer)i + 1);
    lua_pop(L, 1);
  }
  return 1;
}

static int choose_all_go_on(lua_State *L, int yielded, lua_KContext where) {
  (void)yielded;
  (void)where;
  strata_handler_call *call = stl_handler_ctx_check(L);
  return ask_choices(L, call);
}

int stl_handler_ctx_choose_all(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  lua_settop(L, CHOICE_READ);
  stl_frozen_thaw(L, CHOICE_READ);
  luaL_checktype(L, CHOICE_READ, LUA_TTABLE);
  const choice_reading a = {.world = stl_handler_ctx_push_world(L),
                            .where = "ctx:choose_all",
                            .anchors = CHOICE_ANCHORS};
  lua_newtable(L);
  const size_t count =
      (size_t)stl_check_list(L, CHOICE_READ, a.where, STL_LIST_OF_ANY);
  luaL_argcheck(L, count > 0, CHOICE_READ, "nothing is asked");
  lua_newtable(L);
  strata_decision *asks = lua_newuserdatauv(L, count * sizeof *asks, 0);
  (void)lua_newuserdatauv(L, count * sizeof(strata_answer_desc), 0);
  bool *many = lua_newuserdatauv(L, count * sizeof *many, 0);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, CHOICE_READ, (lua_Integer)i + 1);
    many[i] = read_open_choice(L, call, &a, lua_gettop(L), &asks[i]);
    lua_rawseti(L, CHOICES, (lua_Integer)i + 1);
  }
  return ask_choices(L, call);
}
