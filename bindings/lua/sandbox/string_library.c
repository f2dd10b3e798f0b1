/*
 * string_library.c - the string functions of scripts, and the exact functions
 * of math.
 *
 * Each function charges steps for its work, so none runs longer than its script
 * may. No function shows bytecode or an address, and letters are those of ASCII
 * on every machine.
 */
#include "lua/sandbox/string_library.h"

#include "lua/core/budget.h"
#include "lua/sandbox/lua_pattern.h"

#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <strata/lua.h>
#include <string.h>

/* A place from 1, or from the end if it is negative, as one of 1 .. */
static size_t first_place(lua_Integer place, size_t size) {
  if (place > 0) return (size_t)place;
  if (place == 0) return 1;
  if (place < -(lua_Integer)size) return 1;
  return size + (size_t)(place + 1);
}

/* ... and as one of .. size. */
static size_t last_place(lua_Integer place, size_t size) {
  if (place > (lua_Integer)size) return size;
  if (place >= 0) return (size_t)place;
  if (place < -(lua_Integer)size) return 0;
  return size + (size_t)(place + 1);
}

/* -- Bytes ---------------------------------------------------------------- */

static int string_len(lua_State *L) {
  size_t size = 0;
  (void)luaL_checklstring(L, 1, &size);
  lua_pushinteger(L, (lua_Integer)size);
  return 1;
}

static int string_sub(lua_State *L) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  const size_t first = first_place(luaL_checkinteger(L, 2), size);
  const size_t last = last_place(luaL_optinteger(L, 3, -1), size);
  const size_t count = first <= last ? last - first + 1 : 0;
  stl_charge_bytes(L, count);
  lua_pushlstring(L, count > 0 ? text + first - 1 : "", count);
  return 1;
}

static int string_byte(lua_State *L) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  const lua_Integer from = luaL_optinteger(L, 2, 1);
  const size_t first = first_place(from, size);
  const size_t last = last_place(luaL_optinteger(L, 3, from), size);
  if (first > last) return 0;
  const size_t count = last - first + 1;
  if (count > INT_MAX / 2) return luaL_error(L, "string slice too long");
  stl_charge(L, count);
  luaL_checkstack(L, (int)count, "string slice too long");
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, (unsigned char)text[first - 1 + i]);
  }
  return (int)count;
}

static int string_char(lua_State *L) {
  const int count = lua_gettop(L);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, (size_t)count);
  for (int i = 1; i <= count; i++) {
    const lua_Unsigned byte = (lua_Unsigned)luaL_checkinteger(L, i);
    luaL_argcheck(L, byte <= 255, i, "value out of range");
    bytes[i - 1] = (char)(unsigned char)byte;
  }
  luaL_pushresultsize(&buffer, (size_t)count);
  return 1;
}

/* A text of the same size, by a function of place and character. */
static int map_chars(lua_State *L, char (*change)(const char *text, size_t size,
                                                  size_t place)) {
  size_t size = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  stl_charge_bytes(L, size);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, size);
  for (size_t i = 0; i < size; i++) {
    bytes[i] = change(text, size, i);
  }
  luaL_pushresultsize(&buffer, size);
  return 1;
}

static char char_lower(const char *text, size_t size, size_t place) {
  (void)size;
  const char c = text[place];
  if (c < 'A' || c > 'Z') return c;
  return (char)(c | 0x20);
}

static char char_upper(const char *text, size_t size, size_t place) {
  (void)size;
  const char c = text[place];
  if (c < 'a' || c > 'z') return c;
  return (char)(c & ~0x20);
}

static char char_from_end(const char *text, size_t size, size_t place) {
  return text[size - 1 - place];
}

static int string_lower(lua_State *L) {
  return map_chars(L, char_lower);
}
static int string_upper(lua_State *L) {
  return map_chars(L, char_upper);
}
static int string_reverse(lua_State *L) {
  return map_chars(L, char_from_end);
}

/* What would be too long has its memory asked for before it is made. */
static int string_rep(lua_State *L) {
  size_t size = 0;
  size_t length = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  const lua_Integer times = luaL_checkinteger(L, 2);
  const char *between = luaL_optlstring(L, 3, "", &length);
  if (times <= 0 || size + length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (size + length > (size_t)LUA_MAXINTEGER / (size_t)times) {
    return luaL_error(L, "resulting string too large");
  }
  const size_t total = (size + length) * (size_t)times - length;
  stl_charge_bytes(L, total);
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, total);
  for (lua_Integer i = 0; i < times; i++) {
    memcpy(to, text, size);
    to += size;
    if (i + 1 == times) break;
    memcpy(to, between, length);
    to += length;
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

/* -- Patterns ------------------------------------------------------------- */

/* Where a text of characters without a meaning begins, NULL if nowhere. */
static const char *find_plain(lua_State *L, const char *text, const char *end,
                              const char *what, size_t size) {
  if (size == 0) return text;
  while ((size_t)(end - text) >= size) {
    const size_t room = (size_t)(end - text) - size + 1;
    const char *at = memchr(text, what[0], room);
    const char *last = at != NULL ? at : text + room;
    stl_charge(L, 1 + (uint64_t)(last - text) / 64 + size / 64);
    if (at == NULL) return NULL;
    if (memcmp(at, what, size) == 0) return at;
    text = at + 1;
  }
  return NULL;
}

/* Whether no character of a pattern has a meaning. */
static bool is_plain(lua_State *L, const char *pattern, size_t length) {
  stl_charge_bytes(L, length);
  for (const char *c = "^$*+?.([%-"; *c != '\0'; c++) {
    if (memchr(pattern, *c, length) != NULL) return false;
  }
  return true;
}

static int push_found_range(lua_State *L, const char *text, const char *start,
                            const char *end) {
  lua_pushinteger(L, start - text + 1);
  lua_pushinteger(L, end - text);
  return 2;
}

static int find_or_match(lua_State *L, bool find) {
  size_t size = 0;
  size_t length = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  const char *pattern = luaL_checklstring(L, 2, &length);
  const size_t first = first_place(luaL_optinteger(L, 3, 1), size);
  if (first > size + 1) {
    lua_pushnil(L);
    return 1;
  }
  const char *start = text + first - 1;
  if (find && (lua_toboolean(L, 4) || is_plain(L, pattern, length))) {
    start = find_plain(L, start, text + size, pattern, length);
    if (start != NULL) return push_found_range(L, text, start, start + length);
  } else {
    stl_pattern_search s;
    stl_pattern_search_begin(&s, L, (stl_pattern_bytes){text, size},
                             (stl_pattern_bytes){pattern, length}, true);
    const char *end = stl_pattern_match_from(&s, &start);
    if (end != NULL && !find) return stl_pattern_push_captures(&s, start, end);
    if (end != NULL) {
      int count = push_found_range(L, text, start, end);
      if (s.count > 0) count += stl_pattern_push_captures(&s, start, end);
      return count;
    }
  }
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) {
  return find_or_match(L, true);
}
static int string_match(lua_State *L) {
  return find_or_match(L, false);
}

/* Upvalues: text, pattern, where to go on, where the last match ended (-1 for
 * none): an empty one right behind it is passed over. */
static int next_match(lua_State *L) {
  size_t size = 0;
  size_t length = 0;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &size);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &length);
  const lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  const char *start = text + lua_tointeger(L, lua_upvalueindex(3));
  stl_pattern_search s;
  stl_pattern_search_begin(&s, L, (stl_pattern_bytes){text, size},
                           (stl_pattern_bytes){pattern, length}, false);
  for (; start <= text + size; start++) {
    const char *end = stl_pattern_match_from(&s, &start);
    if (end == NULL) return 0;
    if (end - text == last) continue;
    lua_pushinteger(L, end - text);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return stl_pattern_push_captures(&s, start, end);
  }
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t size = 0;
  (void)luaL_checklstring(L, 1, &size);
  (void)luaL_checkstring(L, 2);
  const size_t first = first_place(luaL_optinteger(L, 3, 1), size);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(first > size + 1 ? size + 1 : first - 1));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* -- gsub ----------------------------------------------------------------- */

/* The text at 3 with what %0 to %9 stand for in it. Each of them is a step,
 * and so are some bytes of the text. */
static void append_template(lua_State *L, luaL_Buffer *buffer,
                            const stl_pattern_search *s, const char *start,
                            const char *end) {
  size_t length = 0;
  const char *text = lua_tolstring(L, 3, &length);
  const char *stop = text + length;
  stl_charge_bytes(L, length);
  while (text < stop) {
    const char *escape = memchr(text, '%', (size_t)(stop - text));
    if (escape == NULL) escape = stop;
    luaL_addlstring(buffer, text, (size_t)(escape - text));
    text = escape;
    if (text == stop) break;
    stl_charge(L, 1);
    char c = '\0';
    if (text + 1 < stop) c = text[1];
    text += 2;
    if (c == '%') {
      luaL_addchar(buffer, c);
    } else if (c == '0') {
      luaL_addlstring(buffer, start, (size_t)(end - start));
    } else if (c >= '1' && c <= '9') {
      stl_pattern_push_capture(s, c - '1', start, end);
      (void)luaL_tolstring(L, -1, NULL);
      lua_remove(L, -2);
      luaL_addvalue(buffer);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
}

/* What takes the place of a match: by the table or function at 3. */
static void append_replacement(lua_State *L, luaL_Buffer *buffer,
                               const stl_pattern_search *s, const char *start,
                               const char *end) {
  if (lua_istable(L, 3)) {
    stl_pattern_push_capture(s, 0, start, end);
    (void)lua_gettable(L, 3);
  } else {
    lua_pushvalue(L, 3);
    const int count = stl_pattern_push_captures(s, start, end);
    lua_call(L, count, 1);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, start, (size_t)(end - start));
  } else if (lua_isstring(L, -1)) {
    luaL_addvalue(buffer);
  } else {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
}

static int string_gsub(lua_State *L) {
  size_t size = 0;
  size_t length = 0;
  const char *text = luaL_checklstring(L, 1, &size);
  const char *pattern = luaL_checklstring(L, 2, &length);
  const int type = lua_type(L, 3);
  const lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)size + 1);
  const bool template = type == LUA_TSTRING || type == LUA_TNUMBER;
  luaL_argexpected(L, template || type == LUA_TTABLE || type == LUA_TFUNCTION,
                   3, "string/function/table");
  lua_settop(L, 4);
  if (template) (void)lua_tolstring(L, 3, NULL);
  if (type == LUA_TFUNCTION) stl_budget_count_instructions(L);
  stl_pattern_search s;
  stl_pattern_search_begin(&s, L, (stl_pattern_bytes){text, size},
                           (stl_pattern_bytes){pattern, length}, true);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  const char *at = text;
  const char *last = NULL; /* where the one before ended */
  lua_Integer count = 0;
  while (count < most) {
    const char *end = stl_pattern_match_at(&s, at);
    if (end != NULL && end != last) {
      count++;
      stl_charge(L, 1);
      if (template) {
        append_template(L, &buffer, &s, at, end);
      } else {
        append_replacement(L, &buffer, &s, at, end);
      }
      at = last = end;
    } else if (at < text + size) {
      luaL_addchar(&buffer, *at++);
    } else {
      break;
    }
    if (s.anchored) break;
  }
  luaL_addlstring(&buffer, at, (size_t)(text + size - at));
  luaL_pushresult(&buffer);
  lua_pushinteger(L, count);
  return 2;
}

/* -- format --------------------------------------------------------------- */

/* The digits of a float: it may have 400. */
enum { STEPS_A_FLOAT = 32 };

/* Make the argument of one item of a format, whose last letter is `item`, one
 * that Lua's own function shows the same in each process: a text of what it
 * would show by its address, and a NaN without a sign, which machines choose.
 */
static void prepare_format_argument(lua_State *L, char item, int argument) {
  const bool is_float = item != '\0' && strchr("aAeEfFgG", item) != NULL;
  stl_charge(L, is_float ? STEPS_A_FLOAT : 1);
  if (item == 'p') luaL_error(L, "format: there are no addresses here");
  if (argument > lua_gettop(L)) return;
  if (item == 's') {
    (void)stl_push_text(L, argument);
    stl_charge_bytes(L, lua_rawlen(L, -1));
    lua_replace(L, argument);
  } else if (is_float && lua_type(L, argument) == LUA_TNUMBER &&
             isnan(lua_tonumber(L, argument))) {
    lua_pushnumber(L, (lua_Number)NAN);
    lua_replace(L, argument);
  }
}

/* Upvalue: Lua's own, which reads a format to its end, through zeros. */
static int string_format(lua_State *L) {
  size_t size = 0;
  const char *format = luaL_checklstring(L, 1, &size);
  const char *end = format + size;
  const int count = lua_gettop(L);
  int argument = 1;
  stl_charge_bytes(L, size);
  for (const char *c = format; c < end; c++) {
    c = memchr(c, '%', (size_t)(end - c));
    if (c == NULL) break;
    c++; /* the last byte is followed by a zero of Lua's */
    if (*c == '%') continue;
    c += strspn(c, "-+ #0123456789.");
    prepare_format_argument(L, *c, ++argument);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, 1);
  return 1;
}

/* -- Tables of them ------------------------------------------------------- */

/* Push a table with these functions of one of Lua's libraries; the library's
 * table is below it. */
static void push_library_subset(lua_State *L, const char *library,
                                const char *const *names) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, library);
  lua_remove(L, -2);
  lua_newtable(L);
  for (; *names != NULL; names++) {
    lua_getfield(L, -2, *names);
    lua_setfield(L, -2, *names);
  }
}

void stl_push_string_library(lua_State *L) {
  static const luaL_Reg functions[] = {{"byte", string_byte},
                                       {"char", string_char},
                                       {"find", string_find},
                                       {"gmatch", string_gmatch},
                                       {"gsub", string_gsub},
                                       {"len", string_len},
                                       {"lower", string_lower},
                                       {"match", string_match},
                                       {"rep", string_rep},
                                       {"reverse", string_reverse},
                                       {"sub", string_sub},
                                       {"upper", string_upper},
                                       {NULL, NULL}};
  static const char *const names[] = {"format", NULL};
  push_library_subset(L, "string", names);
  lua_getfield(L, -1, "format");
  lua_pushcclosure(L, string_format, 1);
  lua_setfield(L, -2, "format");
  luaL_setfuncs(L, functions, 0);
  lua_remove(L, -2);
}

void stl_push_math_library(lua_State *L) {
  static const char *const names[] = {
      "abs", "ceil",       "floor",     "fmod", "huge", "max", "maxinteger",
      "min", "mininteger", "tointeger", "type", "ult",  NULL};
  push_library_subset(L, "math", names);
  lua_remove(L, -2);
}
