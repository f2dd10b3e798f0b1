/*
 * option_fields.c - read the fields of a table of options; name the word meant.
 *
 * The engine searches the names that rules declare; the words here are the
 * binding's own: options, fields, kinds. A wrong word is answered with the
 * nearest right one.
 */
#include "lua/core/option_fields.h"

#include "lua/core/budget.h"
#include "lua/core/sorting.h"

#include <lauxlib.h>
#include <strata/lua.h>
#include <string.h>

enum { COMPARED_WORD_MAX = 40 }; /* longer ones are not compared */

static size_t smallest_of_three(size_t a, size_t b, size_t c) {
  const size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* Edits (insert, delete, replace) from `a` to `b`: one row of the table, as
 * words are short. */
static size_t word_distance(const char *a, size_t na, const char *b,
                            size_t nb) {
  size_t row[COMPARED_WORD_MAX + 1];
  for (size_t j = 0; j <= nb; j++) {
    row[j] = j;
  }
  for (size_t i = 1; i <= na; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= nb; j++) {
      const size_t above = row[j];
      row[j] = smallest_of_three(above + 1, row[j - 1] + 1,
                                 diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return row[nb];
}

const char *stl_nearest_word(const char *word, const char *const *words) {
  const size_t length = strlen(word);
  const char *best = NULL;
  size_t limit = 1 + length / 3; /* farther is another word */
  if (length > COMPARED_WORD_MAX) return NULL;
  for (; *words != NULL; words++) {
    const size_t d = word_distance(word, length, *words, strlen(*words));
    if (d < limit || (d == limit && best == NULL)) {
      best = *words;
      limit = d;
    }
  }
  return best;
}

void stl_push_words(lua_State *L, const char *const *words) {
  lua_pushstring(L, words[0]);
  for (size_t i = 1; words[i] != NULL; i++) {
    lua_pushfstring(L, words[i + 1] != NULL ? "%s, %s" : "%s and %s",
                    lua_tostring(L, -1), words[i]);
    lua_remove(L, -2);
  }
}

int stl_raise_unknown_word(lua_State *L, const char *where, const char *what,
                           const char *word, const char *const *words) {
  const char *near = stl_nearest_word(word, words);
  if (near != NULL) {
    return luaL_error(L, "%s: no %s '%s'; did you mean '%s'?", where, what,
                      word, near);
  }
  stl_push_words(L, words);
  return luaL_error(L, "%s: no %s '%s'; there are %s", where, what, word,
                    lua_tostring(L, -1));
}

int stl_field_word(lua_State *L, const char *where, const char *name,
                   const char *const *words) {
  int place = 0;
  if (lua_getfield(L, -1, name) != LUA_TNIL) {
    const char *text = stl_field_text(L, -1, where, name);
    while (words[place] != NULL && strcmp(words[place], text) != 0) {
      place++;
    }
    if (words[place] == NULL) {
      stl_raise_unknown_word(L, where, name, text, words);
    }
  }
  lua_pop(L, 1);
  return place;
}

static bool is_one_of_words(const char *name, const char *const *words) {
  for (; *words != NULL; words++) {
    if (strcmp(*words, name) == 0) return true;
  }
  return false;
}

/* True if the key at the top is an index of the list part. */
static bool is_list_index(lua_State *L, lua_Integer listed) {
  int exact = 0;
  const lua_Integer n = lua_tointegerx(L, -1, &exact);
  return lua_type(L, -1) == LUA_TNUMBER && exact && n >= 1 && n <= listed;
}

/* The first place of the list part that is nil. */
static lua_Integer find_missing_item(lua_State *L, int list) {
  lua_Integer i = 1;
  while (lua_rawgeti(L, list, i) != LUA_TNIL) {
    lua_pop(L, 1);
    i++;
  }
  lua_pop(L, 1);
  return i;
}

void stl_check_fields(lua_State *L, int index, const char *where,
                      const char *what, const char *const *words,
                      lua_Integer listed) {
  const char *wrong = NULL; /* of several the first, as Lua's order differs */
  lua_Integer met = 0;
  uint64_t charged = 0; /* keys that are no field: there may be many */
  index = lua_absindex(L, index);
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (is_list_index(L, listed)) {
      met++;
      continue;
    }
    if (lua_type(L, -1) != LUA_TSTRING) {
      luaL_error(L, "%s: expected names as keys, got a %s", where,
                 lua_typename(L, stl_odd_key_type(L, index, listed)));
    }
    const char *key = lua_tostring(L, -1); /* the table keeps it */
    const bool known = is_one_of_words(key, words);
    if (!known) charged++;
    if (!known && (wrong == NULL || strcmp(key, wrong) < 0)) wrong = key;
  }
  stl_charge(L, charged + (uint64_t)met);
  if (wrong != NULL) stl_raise_unknown_word(L, where, what, wrong, words);
  /* A list part of one item is the caller's to miss. */
  if (listed > 1 && met < listed) {
    luaL_error(L, "%s: item %I is missing", where,
               (LUAI_UACINT)find_missing_item(L, index));
  }
}

/* -- Lists ----------------------------------------------------------------- */

/* Push a key that no list of `listed` items has, or return false. Of several
 * names the first is told, as Lua's order differs. */
static bool push_odd_key(lua_State *L, int list, lua_Integer listed,
                         lua_Integer *met) {
  const char *name = NULL;
  int odd = LUA_TNIL; /* the least type of what is no name */
  for (lua_pushnil(L); lua_next(L, list) != 0; lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    const bool is_item = is_list_index(L, listed);
    lua_pop(L, 1);
    *met += is_item ? 1 : 0;
    if (is_item) continue;
    if (lua_type(L, -2) != LUA_TSTRING) {
      const int type = lua_type(L, -2);
      if (odd == LUA_TNIL || type < odd) odd = type;
    } else if (name == NULL || strcmp(lua_tostring(L, -2), name) < 0) {
      name = lua_tostring(L, -2); /* the table keeps it */
    }
  }
  if (name != NULL) {
    lua_pushfstring(L, "expected a list, and it has a field '%s'", name);
  } else if (odd == LUA_TNUMBER) {
    lua_pushfstring(L, "expected a list, and item %I is missing",
                    (LUAI_UACINT)listed + 1);
  } else if (odd != LUA_TNIL) {
    lua_pushfstring(L, "expected a list, and one of its keys is a %s",
                    lua_typename(L, odd));
  }
  return name != NULL || odd != LUA_TNIL;
}

/* Push that an item stands in the list twice, or return false. */
static bool push_repeated_item(lua_State *L, int list, lua_Integer first,
                               lua_Integer listed) {
  if (listed <= first) return false;
  lua_createtable(L, 0, (int)(listed - first + 1));
  for (lua_Integer i = first; i <= listed; i++) {
    lua_rawgeti(L, list, i);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TNIL) {
      (void)luaL_tolstring(L, -2, NULL);
      lua_pushfstring(L, "'%s' stands twice", lua_tostring(L, -1));
      lua_insert(L, -5);
      lua_pop(L, 4);
      return true;
    }
    lua_pop(L, 1);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return false;
}

bool stl_push_list_flaw(lua_State *L, int index, stl_list_kind kind) {
  luaL_checkstack(L, LUA_MINSTACK, "list");
  const int list = lua_absindex(L, index);
  const lua_Integer listed = (lua_Integer)lua_rawlen(L, list);
  lua_Integer met = 0;
  if (push_odd_key(L, list, listed, &met)) return true;
  if (met < listed) {
    lua_pushfstring(L, "expected a list, and item %I is missing",
                    (LUAI_UACINT)find_missing_item(L, list));
    return true;
  }
  return kind == STL_LIST_OF_UNEQUAL && push_repeated_item(L, list, 1, listed);
}

void stl_check_unequal(lua_State *L, int index, const char *where,
                       lua_Integer first) {
  luaL_checkstack(L, LUA_MINSTACK, "list");
  const int list = lua_absindex(L, index);
  if (push_repeated_item(L, list, first, (lua_Integer)lua_rawlen(L, list))) {
    luaL_error(L, "%s: %s", where, lua_tostring(L, -1));
  }
}

lua_Integer stl_check_list(lua_State *L, int index, const char *where,
                           stl_list_kind kind) {
  if (stl_push_list_flaw(L, index, kind)) {
    luaL_error(L, "%s: %s", where, lua_tostring(L, -1));
  }
  return (lua_Integer)lua_rawlen(L, index);
}

/* -- Fields ---------------------------------------------------------------- */

void stl_push_mismatch(lua_State *L, const char *where, const char *expected,
                       int index) {
  const int type = lua_type(L, index);
  index = lua_absindex(L, index);
  if (strstr(expected, ", and ") != NULL) { /* it says what it got */
    lua_pushfstring(L, "%s: expected %s", where, expected);
    return;
  }
  if (type == LUA_TSTRING) {
    lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  } else if (type == LUA_TNUMBER || type == LUA_TBOOLEAN) {
    stl_push_text(L, index);
  } else if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) {
    lua_pushstring(L, luaL_typename(L, index));
  }
  lua_pushfstring(L, "%s: expected %s, got %s", where, expected,
                  lua_tostring(L, -1));
  lua_remove(L, -2);
}

int stl_raise_boolean_expr(lua_State *L, const char *where) {
  return luaL_error(
      L,
      "%s: a boolean where an expression belongs: Lua's == < > not and or "
      "give true or false at once; write it.power:more_than(2), the(card).power"
      ":is(3), p & q, ~p",
      where);
}

bool stl_field_integer(lua_State *L, int index, const char *where,
                       const char *name, int64_t *out) {
  if (lua_getfield(L, index, name) == LUA_TNIL) {
    lua_pop(L, 1);
    return false;
  }
  int exact = 0;
  *out = lua_tointegerx(L, -1, &exact);
  if (lua_type(L, -1) != LUA_TNUMBER || !exact) {
    lua_pushfstring(L, "%s.%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "an integer", -2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return true;
}

bool stl_field_boolean(lua_State *L, int index, const char *where,
                       const char *name) {
  const int type = lua_getfield(L, index, name);
  const bool value = lua_toboolean(L, -1) != 0;
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) {
    lua_pushfstring(L, "%s.%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "true or false", -2);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return value;
}

const char *stl_field_text(lua_State *L, int index, const char *where,
                           const char *name) {
  if (lua_type(L, index) != LUA_TSTRING) {
    index = lua_absindex(L, index);
    lua_pushfstring(L, name != NULL ? "%s.%s" : "%s", where, name);
    stl_push_mismatch(L, lua_tostring(L, -1), "a string", index);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return lua_tostring(L, index);
}
