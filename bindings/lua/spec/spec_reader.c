/*
 * spec_reader.c - read fields of the table of strata.rules.
 *
 * Arguments of the builder must live until the rules are frozen. Values of Lua
 * are anchored in one array; structs and texts lie in a few blocks that grow,
 * because Lua would have to free each block by itself.
 */
#include "lua/spec/spec_reader.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/sorting.h"
#include "lua/handles/compiled_expr.h"
#include "lua/handles/expr_builder.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

void stl_spec_raise_status(const stl_spec *s, strata_status status,
                           const char *where) {
  if (status == STRATA_OK) return;
  const char *text = strata_builder_error(s->builder);
  luaL_error(s->L, "strata.rules: %s%s%s", where, where[0] != '\0' ? ": " : "",
             text[0] != '\0' ? text : strata_status_text(status));
}

/* -- Walking the table ---------------------------------------------------- */

/* Whether the key at the top, of the table at `table`, is a name, and no place
 * of the list. */
static bool is_spec_key(const stl_spec *s, int table, const char *where,
                        lua_Integer listed) {
  lua_State *L = s->L;
  const lua_Integer place = lua_tointeger(L, -1);
  if (lua_type(L, -1) == LUA_TNUMBER && place >= 1 && place <= listed) {
    return false;
  }
  if (lua_type(L, -1) != LUA_TSTRING) {
    luaL_error(L, "strata.rules: %s: expected names as keys, got a %s", where,
               lua_typename(L, stl_odd_key_type(L, table, listed)));
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
    if (!is_spec_key(s, table, where, listed)) continue;
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
    if (!is_spec_key(s, table, where, listed)) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, table + 1, ++count);
  }
  stl_sort_keys(L, table + 1, count);
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

void stl_spec_check_list(stl_spec *s, const char *where, stl_list_kind kind) {
  if (stl_push_list_flaw(s->L, -1, kind)) {
    luaL_error(s->L, "strata.rules: %s: %s", where, lua_tostring(s->L, -1));
  }
}

const char *const *stl_spec_names(stl_spec *s, const char *where,
                                  stl_list_kind kind, size_t *count) {
  if (!lua_istable(s->L, -1)) {
    luaL_error(s->L, "strata.rules: %s: expected a list of names, got %s",
               where, luaL_typename(s->L, -1));
  }
  stl_spec_check_list(s, where, kind);
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

static const char *const *read_names_field(stl_spec *s, const char *where,
                                           const char *name, stl_list_kind kind,
                                           size_t *count) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const char *const *names = NULL;
  *count = 0;
  if (lua_getfield(L, top, name) != LUA_TNIL) {
    const char *place =
        lua_pushfstring(L, "%s.%s", where + strlen("strata.rules: "), name);
    lua_insert(L, -2);
    names = stl_spec_names(s, place, kind, count);
  }
  lua_settop(L, top);
  return names;
}

const char *const *stl_spec_unequal_names_field(stl_spec *s, const char *where,
                                                const char *name,
                                                size_t *count) {
  return read_names_field(s, where, name, STL_LIST_OF_UNEQUAL, count);
}

const char *const *stl_spec_names_field(stl_spec *s, const char *where,
                                        const char *name, size_t *count) {
  return read_names_field(s, where, name, STL_LIST_OF_ANY, count);
}

typedef struct field_list {
  const char *where;
  strata_field_desc *list;
  size_t count;
} field_list;

/* amount = "int": the value is at the top. */
static void add_event_field(stl_spec *s, const char *name, void *user) {
  static const char *const types[] = {"int", "flag", "ref", "sym", NULL};
  static const strata_type ids[] = {STRATA_INT, STRATA_FLAG, STRATA_REF,
                                    STRATA_SYM};
  field_list *f = user;
  const char *text = stl_field_text(s->L, -1, f->where, name);
  for (size_t i = 0; types[i] != NULL; i++) {
    if (strcmp(types[i], text) != 0) continue;
    f->list[f->count++] = (strata_field_desc){.name = name, .type = ids[i]};
    return;
  }
  lua_pushfstring(s->L, "%s.%s", f->where, name);
  stl_raise_unknown_word(s->L, lua_tostring(s->L, -1), "type", text, types);
}

const strata_field_desc *stl_spec_fields(stl_spec *s, const char *where,
                                         const char *name, size_t *count) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  field_list f = {.where = lua_pushfstring(L, "%s.%s", where, name)};
  *count = 0;
  if (lua_getfield(L, top, name) == LUA_TNIL) {
    lua_settop(L, top);
    return NULL;
  }
  if (!lua_istable(L, -1)) {
    luaL_error(L,
               "%s: expected names with types, such as { amount = \"int\" }, "
               "got %s",
               f.where, luaL_typename(L, -1));
  }
  f.list = stl_spec_alloc(s, (stl_spec_count_keys(s) + 1) * sizeof *f.list);
  stl_spec_each(s, f.where + strlen("strata.rules: "), 0, add_event_field, &f);
  *count = f.count;
  lua_settop(L, top);
  return f.list;
}
