/*
 * effect_handles.c - effects: world:effect and the methods of effects.
 *
 * change_table.c reads the keys that change attributes; all other keys are
 * options.
 */
#include "lua/objects/effect_handles.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"
#include "lua/handles/change_table.h"
#include "lua/handles/compiled_expr.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/*
 * An effect under construction. What the description points to is kept by
 * values on the stack: the table at `spec` and the array at `anchors`.
 */
typedef struct effect_spec {
  lua_State *L;
  stl_world *world; /* its userdata is at 1 */
  int spec, anchors;
  lua_Integer anchor_count;
  stl_changes changes;
  strata_effect_desc desc;
  strata_part parts[STL_PARTS_MAX];
  bool has_expr; /* something of it is an expression, which may read `this` */
} effect_spec;

/* Keep the value at the top, which is popped, until the effect is made. */
static void keep_effect_anchor(effect_spec *r) {
  lua_rawseti(r->L, r->anchors, ++r->anchor_count);
}

/* Raise what the message at the top says. */
static int refuse_effect(const effect_spec *r) {
  return luaL_error(r->L, "world:effect: %s", lua_tostring(r->L, -1));
}

static int raise_effect_mismatch(const effect_spec *r, const char *where,
                                 const char *expected, int index) {
  stl_push_mismatch(r->L, where, expected, index);
  return refuse_effect(r);
}

/* -- Options: each reads its value at the top ----------------------------- */

typedef const strata_expr *compile_fn(lua_State *L, int index, int owner,
                                      const char *where);

static const strata_expr *read_compiled(effect_spec *r, compile_fn *compile,
                                        const char *where) {
  lua_State *L = r->L;
  lua_pushvalue(L, -1);
  const strata_expr *expr = compile(L, -1, 1, where);
  stl_visibility_refuse_expr(L, r->world, stl_expr_push_text(L, -1), where);
  lua_pop(L, 1);
  r->has_expr = true;
  keep_effect_anchor(r);
  return expr;
}

static const strata_expr *read_effect_expr(effect_spec *r, const char *where) {
  return read_compiled(r, stl_expr_compile, where);
}

static void opt_name(effect_spec *r) {
  r->desc.name = stl_field_text(r->L, -1, "world:effect", "name");
}

static strata_entity read_entity(effect_spec *r, const char *where, int index) {
  const stl_handle *handle = stl_handle_test(r->L, index, STL_HANDLE_ENTITY);
  if (handle == NULL) {
    raise_effect_mismatch(r, where, "an entity", index);
    return 0;
  }
  if (handle->world != r->world) {
    luaL_error(r->L, "world:effect: %s: entity of another world", where);
  }
  if (!strata_is_alive(r->world->world, handle->id)) {
    stl_push_entity_text(r->L, r->world, handle->id);
    luaL_error(r->L, "world:effect: %s: %s", where, lua_tostring(r->L, -1));
  }
  return handle->id;
}

static void opt_source(effect_spec *r) {
  r->desc.source = read_entity(r, "source", -1);
}

/* Raise if the list names an entity twice: an effect is on each once. */
static void refuse_repeated_target(const effect_spec *r,
                                   const strata_entity *targets, size_t count) {
  lua_State *L = r->L;
  if (count < 2) return;
  lua_createtable(L, 0, (int)count);
  for (size_t i = 0; i < count; i++) {
    const lua_Integer id = (lua_Integer)targets[i];
    if (lua_rawgeti(L, -1, id) != LUA_TNIL) {
      stl_push_entity_text(L, r->world, targets[i]);
      luaL_error(L, "world:effect: on: %s stands twice", lua_tostring(L, -1));
    }
    lua_pop(L, 1);
    lua_pushboolean(L, true);
    lua_rawseti(L, -2, id);
  }
  lua_pop(L, 1);
}

static void read_targets(effect_spec *r) {
  lua_State *L = r->L;
  const int list = lua_gettop(L);
  const size_t count =
      (size_t)stl_check_list(L, list, "world:effect: on", STL_LIST_OF_ANY);
  if (count == 0) luaL_error(L, "world:effect: on: an empty list");
  strata_entity *targets = lua_newuserdatauv(L, count * sizeof *targets, 0);
  keep_effect_anchor(r);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    targets[i] = read_entity(r, "on", -1);
    lua_pop(L, 1);
  }
  refuse_repeated_target(r, targets, count);
  r->desc.targets = targets;
  r->desc.target_count = count;
}

static void opt_on(effect_spec *r) {
  lua_State *L = r->L;
  if (r->desc.targets != NULL || r->desc.subject != NULL) {
    luaL_error(L, "world:effect: on: given twice");
  }
  if (lua_istable(L, -1)) {
    read_targets(r);
  } else if (stl_handle_test(L, -1, STL_HANDLE_ENTITY) != NULL) {
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 1);
    read_targets(r);
    lua_pop(L, 1);
  } else {
    r->desc.subject = read_effect_expr(r, "world:effect: on");
  }
}

static void opt_when(effect_spec *r) {
  r->desc.condition = read_effect_expr(r, "world:effect: when");
}

static void opt_as_long_as(effect_spec *r) {
  r->desc.while_on = read_effect_expr(r, "world:effect: as_long_as");
}

static bool read_flag(effect_spec *r, const char *where) {
  if (!lua_isboolean(r->L, -1)) {
    raise_effect_mismatch(r, where, "true or false", -1);
  }
  return lua_toboolean(r->L, -1) != 0;
}

static void opt_lock(effect_spec *r) {
  r->desc.lock = read_flag(r, "lock");
}

static void opt_while_source(effect_spec *r) {
  r->desc.while_source = read_flag(r, "while_source");
}

static uint32_t read_id(effect_spec *r, strata_name_kind kind,
                        const char *where) {
  const char *name = stl_field_text(r->L, -1, where, NULL);
  const strata_rules *rules = r->world->rules->rules;
  const uint32_t id = strata_rules_find(rules, kind, name);
  if (id == 0) {
    stl_rules_raise_unknown(r->L, r->world->rules, kind, where, name);
  }
  return id;
}

static void opt_clock(effect_spec *r) {
  r->desc.clock = read_id(r, STRATA_NAME_CLOCK, "world:effect: clock");
}

static void opt_group(effect_spec *r) {
  r->desc.group = read_id(r, STRATA_NAME_GROUP, "world:effect: group");
}

static int64_t read_effect_number(effect_spec *r, const char *where,
                                  int64_t low, int64_t high) {
  int exact = 0;
  const lua_Integer number = lua_tointegerx(r->L, -1, &exact);
  if (!exact || lua_type(r->L, -1) != LUA_TNUMBER || number < low ||
      number > high) {
    raise_effect_mismatch(r, where, "an integer in range", -1);
  }
  return number;
}

static void opt_ticks(effect_spec *r) {
  r->desc.ticks = (uint32_t)read_effect_number(r, "ticks", 0, UINT32_MAX);
}

static void opt_priority(effect_spec *r) {
  r->desc.priority =
      (int32_t)read_effect_number(r, "priority", INT32_MIN, INT32_MAX);
}

static void opt_layer(effect_spec *r) {
  (void)r; /* read with each operation */
}

static const struct effect_option {
  const char *name;
  void (*read)(effect_spec *r);
} effect_options[] = {
    {"name", opt_name},         {"on", opt_on},
    {"source", opt_source},     {"when", opt_when},
    {"lock", opt_lock},         {"clock", opt_clock},
    {"ticks", opt_ticks},       {"as_long_as", opt_as_long_as},
    {"group", opt_group},       {"while_source", opt_while_source},
    {"priority", opt_priority}, {"layer", opt_layer},
};

/* Whether a key is the word by which cards say how long an effect lasts. */
static bool is_duration_of_cards(const effect_spec *r, const char *key) {
  return strcmp(key, "lasts") == 0 &&
         strata_rules_find(r->changes.rules->rules, STRATA_NAME_ATTRIBUTE,
                           key) == 0;
}

static int refuse_effect_key(const effect_spec *r, const char *key) {
  if (is_duration_of_cards(r, key)) {
    return luaL_error(r->changes.L,
                      "%s: no option '%s', which is a word of cards; here "
                      "'clock' names the clock whose ticks end the effect, and "
                      "'ticks' says how many",
                      r->changes.where, key);
  }
  enum { COUNT = sizeof effect_options / sizeof effect_options[0] };
  const char *names[COUNT + 1] = {NULL};
  for (size_t i = 0; i < COUNT; i++) {
    names[i] = effect_options[i].name;
  }
  return stl_change_raise_key(&r->changes, key, "option", names);
}

static const struct effect_option *find_option(const char *name) {
  for (size_t i = 0; i < sizeof effect_options / sizeof effect_options[0];
       i++) {
    if (strcmp(effect_options[i].name, name) == 0) return &effect_options[i];
  }
  return NULL;
}

/* -- Parts ---------------------------------------------------------------- */

/* Integers saturate in the engine: any number will do. */
static bool is_integer(const effect_spec *r, strata_attr attr) {
  strata_attribute attribute = {0};
  return strata_rules_attribute(r->world->rules->rules, attr, &attribute) ==
             STRATA_OK &&
         attribute.type == STRATA_INT;
}

static void read_effect_constant(effect_spec *r, const char *name,
                                 strata_part *part) {
  lua_State *L = r->L;
  const int operand = lua_gettop(L);
  if (lua_type(L, operand) == LUA_TNUMBER && is_integer(r, part->attr)) {
    part->value = read_effect_number(r, name, INT64_MIN, INT64_MAX);
    return;
  }
  strata_value value = {0};
  const char *expected =
      stl_read_value(L, operand, r->world->rules, r->world, part->attr, &value);
  if (expected != NULL) {
    if (lua_type(L, operand) == LUA_TBOOLEAN) stl_raise_boolean_expr(L, name);
    lua_pushfstring(L, "%s: %s", name, stl_op_name(part->op));
    raise_effect_mismatch(r, lua_tostring(L, -1), expected, operand);
  }
  part->value = value.integer;
  part->ref = value.ref;
  part->symbol = value.symbol;
  part->text = value.text;
  part->symbols = value.symbols;
  part->symbol_count = value.symbol_count;
  if (lua_gettop(L) > operand) keep_effect_anchor(r);
}

/* The entity to copy. Of an entity that is gone the last known values count. */
static void read_effect_copied(effect_spec *r, const char *name,
                               strata_part *part) {
  const stl_handle *handle = stl_handle_test(r->L, -1, STL_HANDLE_ENTITY);
  if (handle == NULL) {
    part->expr = read_effect_expr(r, name);
    return;
  }
  if (handle->world != r->world) {
    luaL_error(r->L, "world:effect: %s: entity of another world", name);
  }
  if (stl_visibility_is_hidden(r->world, handle->id)) {
    stl_visibility_refuse_hidden(r->L, r->world, handle->id, name);
  }
  part->ref = handle->id;
}

/* Both words of substitute("swamp", "island"), in an array. */
static void read_effect_words(effect_spec *r, const char *name,
                              strata_part *part) {
  lua_State *L = r->L;
  strata_symbol *words = lua_newuserdatauv(L, 2 * sizeof *words, 0);
  for (int i = 0; i < 2; i++) {
    lua_rawgeti(L, -2, i + 1);
    words[i] = read_id(r, STRATA_NAME_SYMBOL, name);
    lua_pop(L, 1);
  }
  part->symbols = words;
  part->symbol_count = 2;
  keep_effect_anchor(r);
}

/* The operand is at the top. */
static void read_effect_operand(effect_spec *r, const char *name,
                                const stl_op *op, strata_part *part) {
  lua_State *L = r->L;
  if (op->op == STRATA_OP_CLEAR || op->op == STRATA_OP_STRIP) return;
  if (op->op == STRATA_OP_SWITCH) {
    part->other = stl_rules_need_attr(
        L, r->world->rules, "world:effect: switch", lua_tostring(L, -1));
  } else if (op->op == STRATA_OP_SUBSTITUTE) {
    read_effect_words(r, "world:effect: substitute", part);
  } else if (op->op == STRATA_OP_COPY) {
    read_effect_copied(r, name, part);
  } else if (op->op == STRATA_OP_BORROW) {
    part->expr = read_compiled(r, stl_expr_compile_within, name);
    part->kind = op->kind;
  } else if (stl_handle_test(L, -1, STL_HANDLE_EXPR) != NULL &&
             !stl_expr_is_none(L, -1)) {
    part->expr = read_effect_expr(r, name);
    part->capture = op->locked;
  } else {
    read_effect_constant(r, name, part);
  }
}

/* The operand is at the top. */
static void add_effect_part(void *user, const stl_change *change) {
  effect_spec *r = user;
  if (r->desc.part_count == STL_PARTS_MAX) {
    luaL_error(r->L, "world:effect: more than %d parts", STL_PARTS_MAX);
  }
  strata_part *part = &r->parts[r->desc.part_count++];
  *part = (strata_part){.attr = change->attr,
                        .layer = change->layer,
                        .op = change->op->op,
                        .rounding = change->op->rounding,
                        .divisor = change->op->divisor};
  read_effect_operand(r, change->name, change->op, part);
}

/* -- Keys ----------------------------------------------------------------- */

/* A key at -2 and its value at the top. */
static void read_effect_key(effect_spec *r) {
  const char *key = lua_tostring(r->L, -2);
  if (stl_change_add_key(&r->changes, key)) return;
  const struct effect_option *option = find_option(key);
  if (option == NULL) {
    refuse_effect_key(r, key);
  } else {
    option->read(r);
  }
}

static void read_effect_spec(effect_spec *r) {
  lua_State *L = r->L;
  const int top = lua_gettop(L);
  const int count = stl_push_sorted_names(L, r->spec, true, "world:effect");
  luaL_checkstack(L, LUA_MINSTACK, "world:effect");
  lua_pushinteger(L, 1);
  if (lua_rawgeti(L, r->spec, 1) != LUA_TNIL) {
    opt_on(r); /* { each.creature, power = add(1) } */
  }
  for (int i = 1; i <= count; i++) {
    lua_settop(L, top + count);
    lua_pushvalue(L, top + i);
    lua_pushvalue(L, -1);
    lua_rawget(L, r->spec);
    read_effect_key(r);
  }
  lua_settop(L, top);
  if (r->desc.targets == NULL && r->desc.subject == NULL) {
    luaL_error(L, "world:effect: on whom? say on = an entity, a list of them, "
                  "or a predicate such as each.creature");
  }
  stl_change_each(&r->changes, r, add_effect_part);
  r->desc.parts = r->parts;
  if (r->desc.clock != 0 && lua_getfield(L, r->spec, "ticks") == LUA_TNIL) {
    r->desc.ticks = 1;
  }
}

int stl_world_effect(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_newtable(L);
  luaL_checkstack(L, LUA_MINSTACK, "world:effect");
  effect_spec r = {.L = L, .world = world, .spec = 2, .anchors = 3};
  r.changes = (stl_changes){
      .L = L, .rules = world->rules, .where = "world:effect", .table = 2};
  read_effect_spec(&r);
  if (r.has_expr && r.desc.source != 0 &&
      stl_visibility_is_hidden(world, r.desc.source)) {
    stl_visibility_refuse_hidden(L, world, r.desc.source,
                                 "world:effect: source");
  }
  lua_settop(L, 3);
  stl_push_effect(L, 1, (strata_effect){1}); /* the number is filled in below */
  stl_handle *handle = lua_touserdata(L, -1);
  strata_effect effect = {0};
  stl_world_note_change(world);
  const strata_status status =
      strata_effect_add(world->world, &r.desc, &effect);
  if (status != STRATA_OK) {
    stl_rules_charge_names(L, world->rules->rules, STRATA_NAME_ATTRIBUTE);
    stl_rules_charge_names(L, world->rules->rules, STRATA_NAME_SYMBOL);
    return stl_world_raise(L, world, status, "world:effect");
  }
  handle->id = effect.id;
  return 1;
}

/* -- Handles -------------------------------------------------------------- */

static stl_handle *check_effect(lua_State *L) {
  stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_EFFECT);
  stl_world_check_live(L, handle->world);
  return handle;
}

static strata_effect effect_of(const stl_handle *handle) {
  return (strata_effect){handle->id};
}

static int effect_remove(lua_State *L) {
  const stl_handle *handle = check_effect(L);
  stl_world_note_change(handle->world);
  const strata_status status =
      strata_effect_remove(handle->world->world, effect_of(handle));
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "remove");
  }
  return 0;
}

static int effect_is_alive(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_EFFECT);
  const strata_world *world = handle->world->world;
  lua_pushboolean(L, world != NULL &&
                         strata_effect_is_alive(world, effect_of(handle)));
  return 1;
}

static int effect_refresh(lua_State *L) {
  const stl_handle *handle = check_effect(L);
  const lua_Integer ticks = luaL_checkinteger(L, 2);
  luaL_argcheck(L, ticks >= 0 && ticks <= UINT32_MAX, 2, "ticks out of range");
  const strata_status status = strata_effect_refresh(
      handle->world->world, effect_of(handle), (uint32_t)ticks);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "refresh");
  }
  return 0;
}

static void push_name_of(lua_State *L, const stl_handle *handle,
                         strata_name_kind kind, uint32_t id) {
  lua_pushstring(L, strata_rules_name(handle->world->rules->rules, kind, id));
}

/* True and one value pushed, if `key` is a field. */
static bool push_effect_field(lua_State *L, const stl_handle *handle,
                              const strata_effect_info *info, const char *key) {
  if (strcmp(key, "name") == 0) {
    lua_pushstring(L, info->name);
  } else if (strcmp(key, "source") == 0) {
    stl_push_entity(L, 1, info->source);
  } else if (strcmp(key, "timestamp") == 0) {
    lua_pushinteger(L, (lua_Integer)info->timestamp);
  } else if (strcmp(key, "clock") == 0) {
    push_name_of(L, handle, STRATA_NAME_CLOCK, info->clock);
  } else if (strcmp(key, "ticks_left") == 0) {
    lua_pushinteger(L, (lua_Integer)info->ticks_left);
  } else if (strcmp(key, "group") == 0) {
    push_name_of(L, handle, STRATA_NAME_GROUP, info->group);
  } else if (strcmp(key, "priority") == 0) {
    lua_pushinteger(L, info->priority);
  } else if (strcmp(key, "parts") == 0) {
    lua_pushinteger(L, (lua_Integer)info->part_count);
  } else if (strcmp(key, "targets") == 0) {
    lua_pushinteger(L, (lua_Integer)info->target_count);
  } else if (strcmp(key, "subject") == 0) {
    lua_pushstring(L, info->subject);
  } else {
    return false;
  }
  return true;
}

/* An effect is named after its source, and its subject may speak of it. */
static bool is_effect_of_hidden(const stl_world *world,
                                const strata_effect_info *info) {
  return info->source != 0 && stl_visibility_is_hidden(world, info->source);
}

static int effect_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const stl_handle *handle = check_effect(L);
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "id") == 0) {
    stl_push_effect_id(L, handle->id);
    return 1;
  }
  if (strcmp(key, "world") == 0) {
    stl_handle_push_world(L, 1);
    return 1;
  }
  strata_effect_info info = {0};
  const strata_status status =
      strata_effect_describe(handle->world->world, effect_of(handle), &info);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "effect");
  }
  const bool tells = strcmp(key, "name") == 0 || strcmp(key, "subject") == 0;
  if (tells && is_effect_of_hidden(handle->world, &info)) {
    return stl_visibility_refuse_hidden(L, handle->world, info.source, key);
  }
  if (!push_effect_field(L, handle, &info, key)) {
    return luaL_error(L, "an effect has no field '%s'", key);
  }
  return 1;
}

static int effect_newindex(lua_State *L) {
  return luaL_error(L, "an effect's fields cannot be assigned; remove it and "
                       "make another, or use refresh");
}

static int effect_eq(lua_State *L) {
  const stl_handle *a = stl_handle_test(L, 1, STL_HANDLE_EFFECT);
  const stl_handle *b = stl_handle_test(L, 2, STL_HANDLE_EFFECT);
  lua_pushboolean(L, a != NULL && b != NULL && a->world == b->world &&
                         a->id == b->id);
  return 1;
}

static int effect_tostring(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_EFFECT);
  strata_effect_info info = {0};
  const char *name = "stale effect";
  if (handle->world->world != NULL &&
      strata_effect_describe(handle->world->world, effect_of(handle), &info) ==
          STRATA_OK) {
    const bool is_told =
        info.name[0] != '\0' && !is_effect_of_hidden(handle->world, &info);
    name = is_told ? info.name : "effect";
  }
  lua_pushstring(L, name);
  stl_push_effect_id(L, handle->id);
  lua_pushfstring(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
  return 1;
}

void stl_open_effect(lua_State *L) {
  static const luaL_Reg meta[] = {{"__newindex", effect_newindex},
                                  {"__tostring", effect_tostring},
                                  {"__eq", effect_eq},
                                  {NULL, NULL}};
  static const luaL_Reg methods[] = {{"remove", effect_remove},
                                     {"is_alive", effect_is_alive},
                                     {"refresh", effect_refresh},
                                     {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_EFFECT, "effect", meta);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, effect_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
