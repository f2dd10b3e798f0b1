/*
 * manifest.c - pack.lua is data: a table constructor with constants.
 *
 * It is Lua text, so that authors need no second syntax, but nothing in it may
 * run: a scan of its tokens lets through names, constants and punctuation of
 * tables, and no parenthesis, colon or keyword that could call or loop.
 */
#include "manifest.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

/* -- Tokens --------------------------------------------------------------- */

typedef struct scan {
  const char *at, *end;
  int line;
} scan;

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

static void step(scan *s) {
  if (*s->at == '\n') s->line++;
  s->at++;
}

/* At '[': the number of = of a long bracket, -1 if it is none. */
static int long_level(const scan *s) {
  const char *c = s->at + 1;
  int level = 0;
  while (c < s->end && *c == '=') {
    level++;
    c++;
  }
  return c < s->end && *c == '[' ? level : -1;
}

/* Skip a long bracket; an unfinished one is left to Lua's own message. */
static void skip_long(scan *s, int level) {
  s->at += level + 2;
  while (s->at < s->end) {
    if (*s->at == ']' && s->end - s->at >= level + 2 &&
        s->at[level + 1] == ']' && (int)strspn(s->at + 1, "=") == level) {
      s->at += level + 2;
      return;
    }
    step(s);
  }
}

static void skip_quoted(scan *s) {
  const char quote = *s->at;
  step(s);
  while (s->at < s->end && *s->at != quote) {
    if (*s->at == '\\' && s->at + 1 < s->end) step(s);
    step(s);
  }
  if (s->at < s->end) step(s);
}

static void skip_comment(scan *s) {
  s->at += 2;
  const int level = s->at < s->end && *s->at == '[' ? long_level(s) : -1;
  if (level >= 0) {
    skip_long(s, level);
    return;
  }
  while (s->at < s->end && *s->at != '\n') {
    step(s);
  }
}

/* A word that could do more than name a constant. */
static bool is_keyword(const char *word, size_t size) {
  static const char *const refused[] = {
      "and", "break",    "do",     "else", "elseif", "end",
      "for", "function", "goto",   "if",   "in",     "local",
      "not", "or",       "repeat", "then", "until",  "while"};
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    if (strlen(refused[i]) == size && memcmp(refused[i], word, size) == 0) {
      return true;
    }
  }
  return false;
}

/* Skip one token; what is wrong with it, or NULL. */
static const char *skip_token(scan *s) {
  const char c = *s->at;
  if (c == '-' && s->end - s->at > 1 && s->at[1] == '-') {
    skip_comment(s);
  } else if (c == '"' || c == '\'') {
    skip_quoted(s);
  } else if (c == '[' && long_level(s) >= 0) {
    skip_long(s, long_level(s));
  } else if (is_word(c)) {
    const char *word = s->at;
    while (s->at < s->end && is_word(*s->at)) {
      s->at++;
    }
    if (is_keyword(word, (size_t)(s->at - word))) {
      return "only a table of constants, no code";
    }
  } else if (c == '.' && s->end - s->at > 1 && s->at[1] == '.') {
    return "only a table of constants, no operators";
  } else if (strchr(" \t\r\n{}[]=,;.-", c) != NULL) {
    step(s);
  } else {
    return "only a table of constants, no calls and no operators";
  }
  return NULL;
}

const char *stl_manifest_scan(const char *text, size_t size, int *line) {
  scan s = {text, text + size, 1};
  const char *wrong = NULL;
  while (wrong == NULL && s.at < s.end) {
    *line = s.line;
    wrong = *s.at == '\0' ? "not text" : skip_token(&s);
  }
  return wrong;
}

/* -- Fields --------------------------------------------------------------- */

bool stl_is_pack_name(const char *name) {
  const size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
  return good > 0 && good <= 64 && name[good] == '\0' &&
         (name[0] < '0' || name[0] > '9');
}

/* "1.2.3": three numbers. */
static bool is_version(const char *text) {
  for (int i = 0; i < 3; i++) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9) return false;
    text += digits;
    if (*text != (i < 2 ? '.' : '\0')) return false;
    text++;
  }
  return true;
}

static bool check_name(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING &&
         stl_is_pack_name(lua_tostring(L, -1)) &&
         strlen(lua_tostring(L, -1)) == lua_rawlen(L, -1);
}

static bool check_version(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING && is_version(lua_tostring(L, -1));
}

static bool check_text(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) > 0 &&
         lua_rawlen(L, -1) <= 1000;
}

static bool check_api(lua_State *L) {
  return lua_isinteger(L, -1) && lua_tointeger(L, -1) == 1;
}

static bool check_requires(lua_State *L) {
  if (lua_isnil(L, -1)) return true;
  if (!lua_istable(L, -1)) return false;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const bool fine = lua_type(L, -2) == LUA_TSTRING &&
                      stl_is_pack_name(lua_tostring(L, -2)) && check_text(L);
    if (!fine) {
      lua_pop(L, 2);
      return false;
    }
    lua_pop(L, 1);
  }
  return true;
}

static bool check_scripts(lua_State *L) {
  if (lua_isnil(L, -1)) return true;
  if (!lua_istable(L, -1)) return false;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    const bool fine = check_name(L);
    lua_pop(L, 1);
    if (!fine) return false;
  }
  return true;
}

/* A file or folder of the pack: "rules.lua", "cards/old"; no way out of it. */
static bool check_path(lua_State *L) {
  if (lua_isnil(L, -1)) return true;
  if (lua_type(L, -1) != LUA_TSTRING) return false;
  const char *path = lua_tostring(L, -1);
  const size_t good = strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789_./");
  return good > 0 && good <= 100 && good == lua_rawlen(L, -1) &&
         path[0] != '/' && strstr(path, "..") == NULL;
}

static const struct {
  const char *name;
  bool (*check)(lua_State *L); /* of the value at the top, which may be nil */
  const char *expected;
} fields[] = {
    {"name", check_name, "a name of a-z, 0-9 and _, at most 64 bytes"},
    {"version", check_version, "a version such as \"1.0.0\""},
    {"description", check_text, "a text of at most 1000 bytes"},
    {"license", check_text, "a text such as \"MIT\""},
    {"api", check_api, "1, the only version of the interface so far"},
    {"requires", check_requires, "a table such as { core = \">=1.0.0\" }"},
    {"scripts", check_scripts, "a list of names such as { \"play\" }"},
    {"rules", check_path, "a file of the pack such as \"rules.lua\""},
    {"laws", check_path, "a file of the pack such as \"laws.lua\""},
    {"events", check_path, "a file of the pack such as \"events.lua\""},
    {"cards", check_path, "a folder of the pack such as \"cards\""},
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static bool is_field(const char *name) {
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    if (strcmp(fields[i].name, name) == 0) return true;
  }
  return false;
}

bool stl_manifest_check(lua_State *L, const char *path) {
  for (size_t i = 0; i < FIELD_COUNT; i++) {
    lua_getfield(L, -1, fields[i].name);
    if (!fields[i].check(L)) {
      const char *state = lua_isnil(L, -1) ? "it is missing" : "it is not";
      lua_pushfstring(L, "%s: %s: expected %s, and %s", path, fields[i].name,
                      fields[i].expected, state);
      return false;
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING || !is_field(lua_tostring(L, -1))) {
      lua_pushfstring(L,
                      "%s: no field '%s'; there are name, version, "
                      "description, license, api, requires, scripts, rules, "
                      "laws, events, cards",
                      path,
                      lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1)
                                                     : luaL_typename(L, -1));
      return false;
    }
  }
  return true;
}
