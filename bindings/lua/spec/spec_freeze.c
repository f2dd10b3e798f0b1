/*
 * spec.c - reads the table of strata.rules{...} into a builder.
 *
 * Every read of a field may raise, so it happens in a protected call, after
 * which the builder is freed.
 */
#include "lua/spec/spec_freeze.h"

#include "lua/handles/expr_builder.h"
#include "lua/sandbox/environment.h"

#include <stddef.h>
#include <strata/lua.h>
#include <string.h>

void stl_spec_raise_status(const stl_spec *s, strata_status status,
                           const char *where) {
  if (status == STRATA_OK) return;
  const char *text = strata_builder_error(s->builder);
  luaL_error(s->L, "strata.rules: %s%s%s", where, where[0] != '\0' ? ": " : "",
             text[0] != '\0' ? text : strata_status_text(status));
}

/* -- Walking the table ---------------------------------------------------- */

/* Whether the key at the top is a name, and no place of the list. */
static bool is_spec_key(const stl_spec *s, const char *where,
                        lua_Integer listed) {
  lua_State *L = s->L;
  const lua_Integer place = lua_tointeger(L, -1);
  if (lua_type(L, -1) == LUA_TNUMBER && place >= 1 && place <= listed) {
    return false;
  }
  if (lua_type(L, -1) != LUA_TSTRING) {
    luaL_error(L, "strata.rules: %s: expected names as keys, got a %s", where,
               luaL_typename(L, -1));
  }
  return true;
}

/* Push the keys of the table at the top, in order, if they are few: as most
 * tables have few, most walks need no list. Returns how many; a negative number
 * if they are too many, and none is pushed. */
static int push_few_spec_keys(stl_spec *s, const char *where,
                              lua_Integer listed) {
  lua_State *L = s->L;
  const int table = lua_gettop(L);
  int count = 0;
  luaL_checkstack(L, 2 * STL_SORT_FEW_MAX + LUA_MINSTACK, "rules");
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!is_spec_key(s, where, listed)) continue;
    if (count == STL_SORT_FEW_MAX) {
      lua_settop(L, table);
      return -1;
    }
    count++;
    lua_pushvalue(L, -1); /* one stays, and the next key follows the other */
  }
  stl_sort_push_few(L, table + 1, count);
  return count;
}

/* Push a list of the keys of the table at the top, in order. */
static lua_Integer push_spec_key_list(stl_spec *s, const char *where,
                                      lua_Integer listed) {
  lua_State *L = s->L;
  const int table = lua_gettop(L);
  lua_Integer count = 0;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!is_spec_key(s, where, listed)) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, table + 1, ++count);
  }
  stl_sort_list(L, table + 1, count, 0);
  return count;
}

/* Visit the key at the top, of the table at `table`. */
static void visit_key(stl_spec *s, int table, stl_spec_visit_fn *visit,
                      void *user) {
  lua_State *L = s->L;
  const int key = lua_gettop(L);
  lua_pushvalue(L, key);
  lua_rawget(L, table);
  visit(s, lua_tostring(L, key), user);
  lua_settop(L, key - 1);
}

void stl_spec_each(stl_spec *s, const char *where, lua_Integer listed,
                   stl_spec_visit_fn *visit, void *user) {
  lua_State *L = s->L;
  const int table = lua_gettop(L);
  const int few = push_few_spec_keys(s, where, listed);
  const int first = lua_gettop(L) - few + 1;
  for (int i = 0; i < few; i++) {
    lua_pushvalue(L, first + i);
    visit_key(s, table, visit, user);
  }
  const lua_Integer many = few < 0 ? push_spec_key_list(s, where, listed) : 0;
  for (lua_Integer i = 1; i <= many; i++) {
    lua_rawgeti(L, table + 1, i);
    visit_key(s, table, visit, user);
  }
  lua_settop(L, table);
}

void stl_spec_each_of(stl_spec *s, const char *section, int list,
                      stl_spec_visit_fn *visit) {
  lua_State *L = s->L;
  if (!stl_spec_section(s, section)) return;
  const int table = lua_gettop(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    visit_key(s, table, visit, NULL);
  }
  lua_settop(L, table - 1);
}

size_t stl_spec_count_keys(const stl_spec *s) {
  size_t count = 0;
  lua_pushnil(s->L);
  while (lua_next(s->L, -2)) {
    lua_pop(s->L, 1);
    count++;
  }
  return count;
}

bool stl_spec_section(stl_spec *s, const char *name) {
  const int type = lua_getfield(s->L, s->table, name);
  if (type == LUA_TNIL) {
    lua_pop(s->L, 1);
    return false;
  }
  if (type != LUA_TTABLE) {
    luaL_error(s->L, "strata.rules: %s: expected a table, got %s", name,
               lua_typename(s->L, type));
  }
  return true;
}

const char *stl_spec_item(stl_spec *s, const char *where, lua_Integer n) {
  const int type = lua_rawgeti(s->L, -1, n);
  const char *text = lua_tostring(s->L, -1);
  if (type != LUA_TNIL && type != LUA_TSTRING) {
    luaL_error(s->L, "strata.rules: %s[%d]: expected a string, got %s", where,
               (int)n, lua_typename(s->L, type));
  }
  lua_pop(s->L, 1);
  return text;
}

void stl_spec_keep(stl_spec *s) {
  lua_rawseti(s->L, s->anchors, ++s->anchor_count);
}

enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 32 * 1024 };

/* Blocks grow, so that small rules are satisfied with little. What is large has
 * a block of its own. */
void *stl_spec_alloc(stl_spec *s, size_t size) {
  enum { ALIGN = _Alignof(max_align_t) };
  size = (size + ALIGN - 1) / ALIGN * ALIGN;
  if (size > LARGEST_BLOCK / 4) {
    void *block = lua_newuserdatauv(s->L, size, 0);
    stl_spec_keep(s);
    return block;
  }
  if (size > s->block_free_size) {
    s->block_size = s->block_size == 0              ? FIRST_BLOCK
                    : s->block_size < LARGEST_BLOCK ? 2 * s->block_size
                                                    : LARGEST_BLOCK;
    if (s->block_size < size) s->block_size = LARGEST_BLOCK;
    s->block_free = lua_newuserdatauv(s->L, s->block_size, 0);
    s->block_free_size = s->block_size;
    stl_spec_keep(s);
  }
  void *taken = s->block_free;
  s->block_free += size;
  s->block_free_size -= size;
  return taken;
}

const char *stl_spec_keep_text(stl_spec *s) {
  size_t size = 0;
  const char *text = lua_tolstring(s->L, -1, &size);
  char *copy = memcpy(stl_spec_alloc(s, size + 1), text, size + 1);
  lua_pop(s->L, 1);
  return copy;
}

const char *stl_spec_digits(stl_spec *s, int64_t number) {
  char digits[24];
  char *at = digits + sizeof digits;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  *--at = '\0';
  do {
    *--at = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (number < 0) *--at = '-';
  const size_t size = (size_t)(digits + sizeof digits - at);
  return memcpy(stl_spec_alloc(s, size), at, size);
}

const char *stl_spec_path(stl_spec *s, stl_spec_path_text *place,
                          const char *before, const char *name) {
  const size_t head = strlen(before);
  const size_t size = strlen(name);
  char *text = place->text;
  if (head + size >= sizeof place->text) {
    text = stl_spec_alloc(s, head + size + 1);
  }
  memcpy(text, before, head);
  memcpy(text + head, name, size);
  text[head + size] = '\0';
  return text;
}

const char *const *stl_spec_names(stl_spec *s, const char *where,
                                  size_t *count) {
  if (!lua_istable(s->L, -1)) {
    luaL_error(s->L, "strata.rules: %s: expected a list of names, got %s",
               where, luaL_typename(s->L, -1));
  }
  *count = (size_t)lua_rawlen(s->L, -1);
  const char **names = stl_spec_alloc(s, (*count + 1) * sizeof *names);
  for (size_t i = 0; i < *count; i++) {
    names[i] = stl_spec_item(s, where, (lua_Integer)i + 1);
  }
  return names;
}

/* -- Fields --------------------------------------------------------------- */

const char *stl_spec_expression(stl_spec *s, const char *place) {
  lua_State *L = s->L;
  const int index = lua_gettop(L);
  const int type = lua_type(L, index);
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  if (type == LUA_TBOOLEAN) stl_raise_boolean_expr(L, place);
  lua_pushvalue(L, index);
  if (stl_handle_test(L, index, STL_HANDLE_EXPR) == NULL) {
    if (type != LUA_TSTRING && type != LUA_TNUMBER &&
        stl_handle_test(L, index, STL_HANDLE_ENTITY) == NULL) {
      stl_push_mismatch(L, place, "an expression", index);
      luaL_error(L, "%s", lua_tostring(L, -1));
    }
    stl_expr_wrap(L, index + 1);
  }
  (void)stl_expr_fill_holes(L, index + 1, s->known, place);
  const char *text = stl_spec_keep_text(s);
  lua_settop(L, index);
  return text;
}

const char *stl_spec_expr_field(stl_spec *s, const char *where,
                                const char *name) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const char *text = NULL;
  if (lua_getfield(L, top, name) != LUA_TNIL) {
    const char *place = lua_pushfstring(L, "%s.%s", where, name);
    lua_insert(L, -2);
    text = stl_spec_expression(s, place);
  }
  lua_settop(L, top);
  return text;
}

const char *stl_spec_name_field(stl_spec *s, const char *where,
                                const char *name) {
  const char *text = NULL;
  if (lua_getfield(s->L, -1, name) != LUA_TNIL) {
    text = stl_field_text(s->L, -1, where, name);
  }
  lua_pop(s->L, 1); /* the table keeps it */
  return text;
}

uint32_t stl_spec_number_field(stl_spec *s, const char *where,
                               const char *name) {
  int64_t number = 0;
  (void)stl_field_integer(s->L, -1, where, name, &number);
  if (number < 0 || number > UINT32_MAX) {
    luaL_error(s->L, "%s.%s: expected a number from 0 to %I, got %I", where,
               name, (LUAI_UACINT)UINT32_MAX, (LUAI_UACINT)number);
  }
  return (uint32_t)number;
}

const char *const *stl_spec_names_field(stl_spec *s, const char *where,
                                        const char *name, size_t *count) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const char *const *names = NULL;
  *count = 0;
  if (lua_getfield(L, top, name) != LUA_TNIL) {
    const char *place =
        lua_pushfstring(L, "%s.%s", where + strlen("strata.rules: "), name);
    lua_insert(L, -2);
    names = stl_spec_names(s, place, count);
  }
  lua_settop(L, top);
  return names;
}

/* -- Layers --------------------------------------------------------------- */

static strata_order read_order(stl_spec *s, strata_order otherwise) {
  const int type = lua_getfield(s->L, -1, "order");
  const char *text = type == LUA_TSTRING ? lua_tostring(s->L, -1) : "";
  strata_order order = otherwise;
  if (strcmp(text, "priority") == 0) {
    order = STRATA_BY_PRIORITY;
  } else if (strcmp(text, "timestamp") == 0) {
    order = STRATA_BY_TIMESTAMP;
  } else if (type != LUA_TNIL) {
    luaL_error(s->L,
               "strata.rules: order: expected \"timestamp\" or \"priority\"");
  }
  lua_pop(s->L, 1);
  return order;
}

static void add_layer(stl_spec *s, const char *name, strata_order order) {
  stl_spec_raise_status(
      s, strata_builder_layer(s->builder, name, s->position++, order),
      "layers");
}

/* { "pt", "cda", "set" }: sublayers pt.cda, pt.set; { "pt" }: layer pt. */
static void add_nested(stl_spec *s) {
  lua_State *L = s->L;
  const strata_order order = read_order(s, s->order);
  const char *name = stl_spec_item(s, "layers: sublayers", 1);
  if (name == NULL) {
    luaL_error(L, "strata.rules: layers: a nested list needs a name first");
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  if (count == 1) add_layer(s, name, order);
  for (lua_Integer i = 2; i <= count; i++) {
    const char *sub = stl_spec_item(s, "layers: sublayers", i);
    lua_pushfstring(L, "%s.%s", name, sub);
    add_layer(s, lua_tostring(L, -1), order);
    lua_pop(L, 1);
  }
}

static void add_layers(stl_spec *s) {
  lua_State *L = s->L;
  lua_pushvalue(L, s->table);
  s->order = read_order(s, STRATA_BY_TIMESTAMP);
  lua_pop(L, 1);
  const int type = lua_getfield(L, s->table, "layers");
  if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "numbers") == 0) {
    stl_spec_raise_status(
        s, strata_builder_numbered_layers(s->builder, s->order), "layers");
    lua_pop(L, 1);
    return;
  }
  if (type != LUA_TTABLE) {
    luaL_error(L, "strata.rules: layers: expected a list of names, or "
                  "\"numbers\" if any integer is a layer");
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, i) == LUA_TTABLE) {
      add_nested(s);
      lua_pop(L, 1);
    } else {
      lua_pop(L, 1);
      add_layer(s, stl_spec_item(s, "layers", i), s->order);
    }
  }
  lua_pop(L, 1);
}

/* -- Symbols, clocks, groups ---------------------------------------------- */

static void add_symbols_and_clocks(stl_spec *s) {
  const char *name = NULL;
  if (stl_spec_section(s, "symbols")) {
    for (lua_Integer i = 1; (name = stl_spec_item(s, "symbols", i)) != NULL;
         i++) {
      stl_spec_raise_status(s, strata_builder_symbol(s->builder, NULL, name),
                            "symbols");
    }
    lua_pop(s->L, 1);
  }
  if (stl_spec_section(s, "clocks")) {
    for (lua_Integer i = 1; (name = stl_spec_item(s, "clocks", i)) != NULL;
         i++) {
      stl_spec_raise_status(s, strata_builder_clock(s->builder, name),
                            "clocks");
    }
    lua_pop(s->L, 1);
  }
}

static strata_stacking read_stacking(stl_spec *s, const char *where,
                                     const char *text) {
  static const struct {
    const char *name;
    strata_stacking stacking;
  } policies[] = {
#define X(id, value, text) {text, STRATA_STACK_##id},
      STRATA_STACKING_MAP(X)
#undef X
  };
  for (size_t i = 0; text != NULL && i < sizeof policies / sizeof policies[0];
       i++) {
    if (strcmp(policies[i].name, text) == 0) return policies[i].stacking;
  }
  luaL_error(s->L,
             "strata.rules: %s: expected all, highest, lowest, latest, source "
             "or refresh, got '%s'",
             where, text != NULL ? text : "nothing");
  return STRATA_STACK_ALL;
}

static void add_group(stl_spec *s, const char *name, void *user) {
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "groups.%s", name);
  lua_insert(L, -2);
  int64_t limit = 0;
  const char *text = lua_tostring(L, -1);
  if (lua_istable(L, -1)) {
    (void)stl_field_integer(L, -1, where, "limit", &limit);
    text = stl_spec_item(s, where, 1);
  }
  const strata_stacking stacking = read_stacking(s, where, text);
  if (limit < 0 || limit > UINT32_MAX) {
    luaL_error(L, "strata.rules: %s.limit: out of range", where);
  }
  stl_spec_raise_status(s,
                        strata_builder_stacking_group(
                            s->builder, name, stacking, (uint32_t)limit),
                        where);
}

/* copiable_after = "copy.facedown" */
static void add_copiable(stl_spec *s) {
  lua_State *L = s->L;
  const int type = lua_getfield(L, s->table, "copiable_after");
  if (type != LUA_TNIL) {
    if (type != LUA_TSTRING && !lua_isinteger(L, -1)) {
      luaL_error(L, "strata.rules: copiable_after: expected a layer, got %s",
                 lua_typename(L, type));
    }
    lua_pushvalue(L, -1); /* a number becomes text in place */
    stl_spec_raise_status(
        s, strata_builder_copiable_after(s->builder, lua_tostring(L, -1)),
        "copiable_after");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* -- All of it ------------------------------------------------------------ */

typedef struct spec_request {
  const stl_rules *known;
  stl_rules *rules;
  strata_rules *out;
} spec_request;

/* What is read by names alone; of abilities only these. */
static void read_declared_names(stl_spec *s) {
  static const char *const sections[] = {
      "layers",     "order",          "copiable_after",
      "attributes", "symbols",        "clocks",
      "groups",     "default_layers", "zones",
      "abilities",  "laws",           "definitions",
      "chains",     "predicates",     "events",
      "codes",      "handlers",       "replacement_classes",
      "checks",     "play",           "scripts_see",
      "face_down",  "renames",        NULL};
  stl_check_fields(s->L, 1, "strata.rules", "field", sections, 0);
  add_layers(s);
  add_copiable(s);
  stl_spec_attributes(s);
  add_symbols_and_clocks(s);
  if (stl_spec_section(s, "groups")) {
    stl_spec_each(s, "groups", 0, add_group, NULL);
    lua_pop(s->L, 1);
  }
  stl_spec_zones(s);
  stl_spec_predicates(s);
  stl_spec_abilities(s);
}

/* What is read by rules of the names, which the builder has. */
static void read_declared_bodies(stl_spec *s) {
  stl_spec_abilities(s);
  stl_spec_laws(s);
  stl_spec_definitions(s);
  stl_spec_events(s);
  stl_spec_watchers(s);
  stl_spec_sbas(s);
}

/* Of a table at 1 and a request at 2; what it keeps is pushed. */
static stl_spec begin_spec(lua_State *L) {
  const spec_request *r = lua_touserdata(L, 2);
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_newtable(L);
  lua_newtable(L);
  return (stl_spec){.L = L,
                    .builder = r->rules->builder,
                    .known = r->known,
                    .rules = r->rules,
                    .table = 1,
                    .anchors = lua_gettop(L) - 1,
                    .clauses = lua_gettop(L)};
}

/* (table, request): may raise. */
static int build_rules(lua_State *L) {
  spec_request *r = lua_touserdata(L, 2);
  stl_spec s = begin_spec(L);
  if (s.known == NULL) {
    read_declared_names(&s);
  } else {
    read_declared_bodies(&s);
  }
  stl_spec_renames(&s);
  stl_spec_raise_status(&s, strata_builder_freeze(s.builder, &r->out), "");
  return 0;
}

/* (table, request, list of abilities, list of definitions): may raise. */
static int revise_rules(lua_State *L) {
  spec_request *r = lua_touserdata(L, 2);
  stl_spec s = begin_spec(L);
  s.is_revision = true;
  stl_spec_revise_abilities(&s, 3);
  stl_spec_revise_definitions(&s, 4);
  stl_spec_raise_status(&s, strata_builder_freeze(s.builder, &r->out), "");
  return 0;
}

/* Call what is below the arguments, of which there are so many. If it raises,
 * the builder is of no use any more; the message gets the script's line. */
static void run_protected(lua_State *L, int given, const spec_request *r,
                          strata_rules **out) {
  const int status = lua_pcall(L, given, 0, 0);
  *out = r->out;
  if (status == LUA_OK) return;
  strata_builder_free(r->rules->builder);
  r->rules->builder = NULL;
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  lua_error(L);
}

void stl_spec_freeze(lua_State *L, int table, const stl_rules *known,
                     stl_rules *rules, strata_rules **out) {
  const stl_context *context = stl_context_get(L);
  spec_request r = {.known = known, .rules = rules};
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  if (rules->builder == NULL &&
      strata_builder_new(context->alloc, context->alloc_user,
                         &rules->builder) != STRATA_OK) {
    luaL_error(L, "strata.rules: not enough memory");
  }
  lua_pushcfunction(L, build_rules);
  lua_pushvalue(L, table);
  lua_pushlightuserdata(L, &r);
  run_protected(L, 2, &r, out);
}

void stl_spec_revise(lua_State *L, int table, const int lists[2],
                     const stl_rules *known, stl_rules *rules,
                     strata_rules **out) {
  spec_request r = {.known = known, .rules = rules};
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_pushcfunction(L, revise_rules);
  lua_pushvalue(L, table);
  lua_pushlightuserdata(L, &r);
  lua_pushvalue(L, lists[0]);
  lua_pushvalue(L, lists[1]);
  run_protected(L, 4, &r, out);
}
