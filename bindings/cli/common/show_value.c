/*
 * show_value.c - Lua values as people want to read them.
 *
 * A table is written in one line if it fits, else one entry to a line. Its
 * keys come sorted, numbers before strings, by looking for the next one again
 * and again: that needs no memory, and only the first ENTRIES_MAX are shown.
 */
#include "cli/common/show_value.h"

#include <ctype.h>
#include <lauxlib.h>
#include <math.h>
#include <strata/lua.h>
#include <string.h>

enum {
  SHOWN_DEPTH_MAX = 5,
  SHOWN_ENTRIES_MAX = 40,
  SHOWN_LINE_WIDTH = 76,
  RUN_WIDTH = 60,         /* short values of a list fill lines up to here */
  STRING_MAX = 4096,      /* bytes of a string that stands alone */
  NESTED_STRING_MAX = 200 /* bytes of one inside a table */
};

typedef struct show_state {
  lua_State *L;
  stc_text *out;
  const void *path[SHOWN_DEPTH_MAX]; /* the tables around this value */
  int depth;
} show_state;

static void show_lua_value(show_state *v, int index, int indent);

static void show_string(const show_state *v, int index) {
  size_t size = 0;
  const char *bytes = lua_tolstring(v->L, index, &size);
  const size_t most = v->depth > 0 ? NESTED_STRING_MAX : STRING_MAX;
  const bool is_long = size > most;
  stc_text_add(v->out, "\"", 1);
  stc_text_escaped(v->out, bytes, is_long ? most : size, STC_ESCAPE_QUOTED);
  stc_text_add(v->out, "\"", 1);
  if (is_long) stc_text_format(v->out, "... (%zu bytes)", size);
}

static void show_number(const show_state *v, int index) {
  if (!lua_isinteger(v->L, index) && isnan(lua_tonumber(v->L, index))) {
    stc_text_string(v->out, "nan"); /* some machines print -nan */
    return;
  }
  lua_pushvalue(v->L, index);
  stc_text_string(v->out, lua_tostring(v->L, -1));
  lua_pop(v->L, 1);
}

static void show_function(const show_state *v, int index) {
  lua_Debug about;
  lua_pushvalue(v->L, index);
  if (lua_getinfo(v->L, ">S", &about) == 0 || strcmp(about.what, "C") == 0) {
    stc_text_string(v->out, "function (built in)");
    return;
  }
  stc_text_string(v->out, "function (");
  stc_text_escaped(v->out, about.short_src, strlen(about.short_src),
                   STC_ESCAPE_PLAIN);
  stc_text_format(v->out, ":%d)", about.linedefined);
}

/* The text that tostring gives in a script. */
static void show_as_text(const show_state *v, int index) {
  const char *text = stl_push_text(v->L, index);
  stc_text_escaped(v->out, text, strlen(text), STC_ESCAPE_LINE);
  lua_pop(v->L, 1);
}

static bool has_text(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

static int rank_of(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    return 1;
  case LUA_TSTRING:
    return 2;
  case LUA_TBOOLEAN:
    return 3;
  default:
    return 0; /* has no order */
  }
}

/* True if the key at `a` comes before the one at `b`; both have an order. */
static bool is_before(lua_State *L, int a, int b) {
  const int rank = rank_of(L, a);
  if (rank != rank_of(L, b)) return rank < rank_of(L, b);
  if (rank == 1) return lua_compare(L, a, b, LUA_OPLT) != 0;
  if (rank == 3) return !lua_toboolean(L, a) && lua_toboolean(L, b);
  size_t sizes[2];
  const char *first = lua_tolstring(L, a, &sizes[0]);
  const char *second = lua_tolstring(L, b, &sizes[1]);
  const size_t shorter = sizes[0] < sizes[1] ? sizes[0] : sizes[1];
  const int order = memcmp(first, second, shorter);
  return order != 0 ? order < 0 : sizes[0] < sizes[1];
}

bool stc_next_sorted_key(lua_State *L, int table) {
  const int previous = lua_gettop(L);
  lua_pushnil(L);
  const int best = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    const int key = lua_gettop(L);
    if (rank_of(L, key) == 0) continue;
    if (!lua_isnil(L, previous) && !is_before(L, previous, key)) continue;
    if (lua_isnil(L, best) || is_before(L, key, best)) {
      lua_pushvalue(L, key);
      lua_replace(L, best);
    }
  }
  lua_replace(L, previous);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

static bool is_lua_name(const char *bytes, size_t size) {
  if (size == 0 || size > 60 || isdigit((unsigned char)bytes[0])) return false;
  for (size_t i = 0; i < size; i++) {
    const unsigned char c = (unsigned char)bytes[i];
    if (c >= 0x80 || (!isalnum(c) && c != '_')) return false;
  }
  return true;
}

static void show_key(show_state *v, int index, int indent) {
  size_t size = 0;
  const char *bytes = lua_type(v->L, index) == LUA_TSTRING
                          ? lua_tolstring(v->L, index, &size)
                          : NULL;
  if (bytes != NULL && is_lua_name(bytes, size)) {
    stc_text_add(v->out, bytes, size);
  } else {
    stc_text_string(v->out, "[");
    show_lua_value(v, index, indent);
    stc_text_string(v->out, "]");
  }
  stc_text_string(v->out, " = ");
}

/* How entries are set apart: in one line, or each on its own. */
typedef struct entry_layout {
  bool is_wide;
  bool is_run; /* the next entry goes on in the line of the one before */
  int indent;
  int shown;
} entry_layout;

static void begin_entry(const show_state *v, entry_layout *at) {
  if (at->is_wide || at->is_run) {
    stc_text_string(v->out, at->shown > 0 ? ", " : " ");
  } else {
    stc_text_format(v->out, "%s\n%*s", at->shown > 0 ? "," : "", at->indent + 2,
                    "");
  }
  at->shown++;
}

/* Show the entries 1 to n; n. */
static lua_Integer show_list(show_state *v, int table, entry_layout *at) {
  lua_Integer n = 0;
  while (lua_rawgeti(v->L, table, n + 1) != LUA_TNIL) {
    n++;
    if (at->shown < SHOWN_ENTRIES_MAX) {
      const bool is_table = lua_istable(v->L, -1);
      at->is_run =
          at->is_run && !is_table && stc_text_line_size(v->out) < RUN_WIDTH;
      begin_entry(v, at);
      at->is_run = !is_table;
      show_lua_value(v, lua_gettop(v->L), at->indent + 2);
    }
    lua_pop(v->L, 1);
  }
  lua_pop(v->L, 1);
  at->is_run = false;
  return n;
}

static bool is_in_list(lua_State *L, int key, lua_Integer n) {
  return lua_isinteger(L, key) && lua_tointeger(L, key) >= 1 &&
         lua_tointeger(L, key) <= n;
}

/* The entry whose key is on the top. */
static void show_entry(show_state *v, int table, entry_layout *at) {
  begin_entry(v, at);
  show_key(v, lua_gettop(v->L), at->indent + 2);
  lua_pushvalue(v->L, -1);
  lua_rawget(v->L, table);
  show_lua_value(v, lua_gettop(v->L), at->indent + 2);
  lua_pop(v->L, 1);
}

static lua_Integer count_entries(lua_State *L, int table) {
  lua_Integer n = 0;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    lua_pop(L, 1);
    n++;
  }
  return n;
}

static void show_entries(show_state *v, int table, entry_layout *at) {
  const lua_Integer total = count_entries(v->L, table);
  const lua_Integer list = show_list(v, table, at);
  bool is_more = true;
  lua_pushnil(v->L);
  while (at->shown < SHOWN_ENTRIES_MAX &&
         (is_more = stc_next_sorted_key(v->L, table))) {
    if (!is_in_list(v->L, lua_gettop(v->L), list)) show_entry(v, table, at);
  }
  if (is_more) lua_pop(v->L, 1);
  is_more = true;
  lua_pushnil(v->L);
  while (at->shown < SHOWN_ENTRIES_MAX &&
         (is_more = lua_next(v->L, table) != 0)) {
    lua_pop(v->L, 1);
    if (rank_of(v->L, lua_gettop(v->L)) == 0) show_entry(v, table, at);
  }
  if (is_more) lua_pop(v->L, 1);
  if (total > at->shown) {
    const long long more = (long long)(total - at->shown);
    begin_entry(v, at);
    stc_text_format(v->out, "... %lld more", more);
  }
}

static void show_in_layout(show_state *v, int table, bool is_wide, int indent) {
  entry_layout at = {.is_wide = is_wide, .indent = indent};
  stc_text_string(v->out, "{");
  show_entries(v, table, &at);
  if (at.shown == 0) {
    stc_text_string(v->out, "}");
  } else if (is_wide) {
    stc_text_string(v->out, " }");
  } else {
    stc_text_format(v->out, "\n%*s}", indent, "");
  }
}

static bool is_enclosing_table(const show_state *v, const void *table) {
  for (int i = 0; i < v->depth; i++) {
    if (v->path[i] == table) return true;
  }
  return false;
}

static void show_table(show_state *v, int table, int indent) {
  const void *self = lua_topointer(v->L, table);
  if (is_enclosing_table(v, self)) {
    stc_text_string(v->out, "{cycle}");
    return;
  }
  if (v->depth == SHOWN_DEPTH_MAX) {
    stc_text_string(v->out, "{...}");
    return;
  }
  luaL_checkstack(v->L, LUA_MINSTACK, "a value nested too deep");
  v->path[v->depth++] = self;
  const size_t start = v->out->size;
  const bool was_cut = v->out->cut;
  const size_t line = start - stc_text_line_size(v->out);
  show_in_layout(v, table, true, indent);
  const bool fits =
      !v->out->cut && v->out->size - line <= SHOWN_LINE_WIDTH &&
      memchr(v->out->at + start, '\n', v->out->size - start) == NULL;
  if (!fits) {
    stc_text_shorten(v->out, start, was_cut);
    show_in_layout(v, table, false, indent);
  }
  v->depth--;
}

static void show_lua_value(show_state *v, int index, int indent) {
  switch (lua_type(v->L, index)) {
  case LUA_TSTRING:
    show_string(v, index);
    break;
  case LUA_TNUMBER:
    show_number(v, index);
    break;
  case LUA_TFUNCTION:
    show_function(v, index);
    break;
  case LUA_TTABLE:
    if (has_text(v->L, index)) {
      show_as_text(v, index);
    } else {
      show_table(v, index, indent);
    }
    break;
  default:
    show_as_text(v, index);
    break;
  }
}

void stc_show_value(lua_State *L, int index, stc_text *out) {
  show_state v = {.L = L, .out = out};
  show_lua_value(&v, lua_absindex(L, index), 0);
}
