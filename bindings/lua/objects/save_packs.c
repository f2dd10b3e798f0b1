/*
 * save_packs.c - the packs that a save was made with, compared and migrated.
 *
 * The engine's save names what the state uses, and loads under any rules that
 * have these names. The engine cannot know whether "elf" still has the same
 * rules text: that is in the packs. So the binding puts a list of packs in
 * front of the save.
 *
 *   magic 8, version 4, count 4, size of the list 4, its checksum 8;
 *   for each pack, by name: size 1, name, size 1, version, hash 32, count 1;
 *     for each of its startup settings, by name: size 1, name, size 1, value;
 *   the engine's save
 *
 * Version 1 has no settings, so the settings of such a save are unknown. All
 * numbers have their lowest byte first. The checksum, the first bytes of the
 * SHA-256 of the list, guards against accidents. A save without a list comes
 * from rules without packs, or from a version before lists.
 */
#include "lua/objects/save_packs.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"
#include "lua/files/manifest_syntax.h"

#include <lauxlib.h>
#include <sha2.h>
#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <string.h>

enum {
  WITHOUT_SETTINGS = 1,
  SAVE_PACKS_VERSION = 2,
  AT_VERSION = 8,
  AT_COUNT = 12,
  AT_SIZE = 16,
  AT_SUM = 20,
  HEAD = 28,
  SUM_SIZE = 8,
  HASH_SIZE = 32,
  PACKS_MAX = 1000
};

static const char save_packs_magic[AT_VERSION] = {'S', 'T', 'P',  'A',
                                                  'C', 'K', 0x1a, '\n'};

/* Registry: hashes of packs by their path, as they were when first asked. */
static const char hashes_key = 0;

/* -- The packs of rules --------------------------------------------------- */

/* Push the hash of the pack in a folder or archive. */
static void push_pack_hash(lua_State *L, const char *path) {
  stl_tree tree;
  stl_message message;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &hashes_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &hashes_key);
  }
  if (lua_getfield(L, -1, path) != LUA_TSTRING) {
    lua_pop(L, 1);
    if (!stl_files_content(stl_files_get(L), path, &tree, &message)) {
      luaL_error(L, "%s", message.text);
    }
    const stl_hash_text hash = stl_pack_hash(&tree);
    stl_tree_free(&tree);
    lua_pushstring(L, hash.text);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, path);
  }
  lua_remove(L, -2);
}

void stl_forget_pack_hashes(lua_State *L) {
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hashes_key);
}

int stl_host_pack_hash(lua_State *L) {
  push_pack_hash(L, luaL_checkstring(L, 1));
  return 1;
}

int stl_host_forget_hashes(lua_State *L) {
  stl_forget_pack_hashes(L);
  return 0;
}

/* Call a function of the library's own Lua with the two values at the top; its
 * result takes their place. */
static void call_library_function(lua_State *L, const char *module,
                                  const char *function) {
  stl_library_push(L, module);
  (void)lua_getfield(L, -1, function);
  lua_replace(L, -2);
  lua_insert(L, -3);
  lua_call(L, 2, 1);
}

/* Append name, version, hash and startup settings of the manifest at the top to
 * the array at `list`, and take it off. */
static void add_pack_identity(lua_State *L, int list) {
  lua_createtable(L, 0, 4);
  (void)lua_getfield(L, -2, "name");
  lua_setfield(L, -2, "name");
  (void)lua_getfield(L, -2, "version");
  lua_setfield(L, -2, "version");
  (void)lua_getfield(L, -2, "path");
  push_pack_hash(L, lua_tostring(L, -1));
  lua_setfield(L, -3, "hash");
  lua_pop(L, 1);
  lua_pushvalue(L, -2);
  lua_pushnil(L);
  call_library_function(L, "strata.packs.pack_settings", "startup");
  lua_setfield(L, -2, "settings");
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
  lua_pop(L, 1);
}

static int is_name_before(lua_State *L) {
  (void)lua_getfield(L, 1, "name");
  (void)lua_getfield(L, 2, "name");
  lua_pushboolean(L, lua_compare(L, -2, -1, LUA_OPLT));
  return 1;
}

/* Push the manifests of the packs of the rules at `rules`: those that they were
 * given, in their order, or those that are loaded, by name. */
static void push_manifests(lua_State *L, int rules) {
  if (lua_getiuservalue(L, rules, STL_UV_PACK_LIST) == LUA_TTABLE) return;
  lua_pop(L, 1);
  stl_context_push(L, STL_UV_PACKS);
}

/* Push the array of the packs of the rules at `rules`, by name. */
static void push_rules_packs(lua_State *L, int rules) {
  luaL_checkstack(L, LUA_MINSTACK, "packs");
  rules = lua_absindex(L, rules);
  lua_newtable(L);
  const int list = lua_gettop(L);
  push_manifests(L, rules);
  lua_pushnil(L);
  while (lua_next(L, list + 1)) {
    add_pack_identity(L, list);
  }
  lua_settop(L, list);
  lua_pushcfunction(L, is_name_before);
  stl_sort_list(L, list, (lua_Integer)lua_rawlen(L, list), list + 1);
  lua_settop(L, list);
}

int stl_host_name_packs(lua_State *L) {
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_setiuservalue(L, 1, STL_UV_PACK_LIST);
  return 0;
}

int stl_rules_packs(lua_State *L) {
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  push_rules_packs(L, 1);
  return 1;
}

/* -- Writing -------------------------------------------------------------- */

static void write_u32(unsigned char *to, size_t number) {
  for (size_t i = 0; i < 4; i++) {
    to[i] = (unsigned char)(number >> (8 * i));
  }
}

static void write_sum(unsigned char *to, const void *bytes, size_t size) {
  SHA2_CTX sum;
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Init(&sum);
  SHA256Update(&sum, bytes, size);
  SHA256Final(digest, &sum);
  memcpy(to, digest, SUM_SIZE);
}

int stl_host_checksum(lua_State *L) {
  unsigned char sum[SUM_SIZE];
  size_t size = 0;
  const char *bytes = luaL_checklstring(L, 1, &size);
  write_sum(sum, bytes, size);
  lua_pushlstring(L, (const char *)sum, sizeof sum);
  return 1;
}

static unsigned char hex_digit_value(char c) {
  return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Add a text behind its size to the one at the top. What a manifest has passed
 * is shorter than 256 bytes: names have 64, versions 29, values 200. */
static void append_short_text(lua_State *L, int text) {
  const char size = (char)lua_rawlen(L, text);
  text = lua_absindex(L, text);
  lua_pushlstring(L, &size, 1);
  lua_pushvalue(L, text);
  lua_concat(L, 3);
}

/* Push the settings at `settings`, a text for each by name. A pack has at most
 * 200. */
static void push_settings(lua_State *L, int settings) {
  lua_newtable(L);
  const int names = lua_gettop(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, settings)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, names, ++count);
  }
  stl_sort_list(L, names, count, 0);
  const char size = (char)count;
  lua_pushlstring(L, &size, 1);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, names, i);
    lua_pushvalue(L, -1);
    (void)lua_rawget(L, settings);
    lua_pushvalue(L, -3);
    append_short_text(L, -3);
    append_short_text(L, -2);
    lua_replace(L, -4);
    lua_pop(L, 2);
  }
  lua_replace(L, names);
}

/* Push the entry of the pack at `pack`. */
static void push_pack_entry(lua_State *L, int pack) {
  char hash[HASH_SIZE];
  const int top = lua_gettop(L);
  (void)lua_getfield(L, pack, "hash");
  const char *text = lua_tostring(L, -1);
  for (size_t i = 0; i < HASH_SIZE; i++) {
    hash[i] = (char)(hex_digit_value(text[2 * i]) << 4 |
                     hex_digit_value(text[2 * i + 1]));
  }
  lua_pushliteral(L, "");
  (void)lua_getfield(L, pack, "name");
  (void)lua_getfield(L, pack, "version");
  (void)lua_getfield(L, pack, "settings");
  lua_pushvalue(L, top + 2);
  append_short_text(L, top + 3);
  append_short_text(L, top + 4);
  lua_pushlstring(L, hash, sizeof hash);
  push_settings(L, top + 5);
  lua_concat(L, 3);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

/* Push the list of the array of packs at `packs`. */
static void push_packs_list(lua_State *L, int packs) {
  lua_pushliteral(L, "");
  const int list = lua_gettop(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, packs);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, packs, i);
    push_pack_entry(L, list + 1);
    lua_remove(L, list + 1);
    lua_concat(L, 2);
  }
}

void stl_save_packs_push(lua_State *L, int rules, const char *state,
                         size_t size) {
  push_rules_packs(L, rules);
  const int packs = lua_gettop(L);
  const size_t count = (size_t)lua_rawlen(L, packs);
  if (count == 0) {
    lua_pushlstring(L, state, size);
    return;
  }
  push_packs_list(L, packs);
  size_t length = 0;
  const char *list = lua_tolstring(L, -1, &length);
  unsigned char head[HEAD];
  memcpy(head, save_packs_magic, sizeof save_packs_magic);
  write_u32(head + AT_VERSION, SAVE_PACKS_VERSION);
  write_u32(head + AT_COUNT, count);
  write_u32(head + AT_SIZE, length);
  write_sum(head + AT_SUM, list, length);
  luaL_Buffer all;
  luaL_buffinitsize(L, &all, HEAD + length + size);
  luaL_addlstring(&all, (const char *)head, sizeof head);
  luaL_addlstring(&all, list, length);
  luaL_addlstring(&all, state, size);
  luaL_pushresult(&all);
}

/* -- Reading -------------------------------------------------------------- */

static size_t read_u32(const char *from) {
  size_t number = 0;
  for (size_t i = 0; i < 4; i++) {
    number |= (size_t)(unsigned char)from[i] << (8 * i);
  }
  return number;
}

typedef struct save_cursor {
  const char *at, *end;
  size_t version;
} save_cursor;

static bool cursor_has(const save_cursor *c, size_t size) {
  return (size_t)(c->end - c->at) >= size;
}

/* Push a text of at most 255 bytes from `least` to `most`; false if it is cut
 * or no such text. */
static bool push_limited_text(lua_State *L, save_cursor *c, unsigned char least,
                              unsigned char most) {
  if (!cursor_has(c, 1)) return false;
  const size_t size = (unsigned char)*c->at++;
  if (!cursor_has(c, size)) return false;
  for (size_t i = 0; i < size; i++) {
    const unsigned char byte = (unsigned char)c->at[i];
    if (byte < least || byte > most || byte == 0x7f) return false;
  }
  lua_pushlstring(L, c->at, size);
  c->at += size;
  return true;
}

/* Push a name or a version. */
static bool push_name_text(lua_State *L, save_cursor *c) {
  return push_limited_text(L, c, '!', '~');
}

/* Push the table of startup settings that comes next. */
static bool push_saved_settings(lua_State *L, save_cursor *c) {
  if (!cursor_has(c, 1)) return false;
  const int count = (unsigned char)*c->at++;
  lua_createtable(L, 0, count);
  for (int i = 0; i < count; i++) {
    if (!push_name_text(L, c) || !push_limited_text(L, c, ' ', 0xff)) {
      return false;
    }
    lua_rawset(L, -3);
  }
  return true;
}

/* Push the table of the pack that comes next. */
static bool push_saved_pack(lua_State *L, save_cursor *c) {
  stl_hash_text hash = {{0}};
  lua_createtable(L, 0, 4);
  if (!push_name_text(L, c) || !stl_is_pack_name(lua_tostring(L, -1))) {
    return false;
  }
  lua_setfield(L, -2, "name");
  if (!push_name_text(L, c)) return false;
  lua_setfield(L, -2, "version");
  if (!cursor_has(c, HASH_SIZE)) return false;
  for (size_t i = 0; i < HASH_SIZE; i++) {
    const unsigned char byte = (unsigned char)*c->at++;
    hash.text[2 * i] = "0123456789abcdef"[byte >> 4];
    hash.text[2 * i + 1] = "0123456789abcdef"[byte & 15];
  }
  lua_pushstring(L, hash.text);
  lua_setfield(L, -2, "hash");
  if (c->version == WITHOUT_SETTINGS) return true;
  if (!push_saved_settings(L, c)) return false;
  lua_setfield(L, -2, "settings");
  return true;
}

static int raise_damaged(lua_State *L, const char *what) {
  return luaL_error(L, "save: its list of packs %s", what);
}

/* Push the packs by name; raises if the list is damaged. How many bytes it
 * takes: 0 for a save without one. */
static size_t push_saved_packs(lua_State *L, const char *bytes, size_t size) {
  lua_newtable(L);
  const int by_name = lua_gettop(L);
  if (size < sizeof save_packs_magic ||
      memcmp(bytes, save_packs_magic, sizeof save_packs_magic) != 0) {
    return 0;
  }
  if (size < HEAD) return (size_t)raise_damaged(L, "is cut");
  const size_t version = read_u32(bytes + AT_VERSION);
  if (version < WITHOUT_SETTINGS || version > SAVE_PACKS_VERSION) {
    return (size_t)raise_damaged(L,
                                 "is of a version that this one does not know; "
                                 "it needs a newer Strata");
  }
  const size_t count = read_u32(bytes + AT_COUNT);
  const size_t length = read_u32(bytes + AT_SIZE);
  if (count > PACKS_MAX || length > size - HEAD) {
    return (size_t)raise_damaged(L, "is cut");
  }
  unsigned char sum[SUM_SIZE];
  write_sum(sum, bytes + HEAD, length);
  if (memcmp(sum, bytes + AT_SUM, sizeof sum) != 0) {
    return (size_t)raise_damaged(L, "is damaged: its checksum is another");
  }
  save_cursor c = {bytes + HEAD, bytes + HEAD + length, version};
  for (size_t i = 0; i < count; i++) {
    if (!push_saved_pack(L, &c)) return (size_t)raise_damaged(L, "is damaged");
    (void)lua_getfield(L, -1, "name");
    lua_pushvalue(L, -2);
    lua_rawset(L, by_name);
    lua_settop(L, by_name);
  }
  if (c.at != c.end) return (size_t)raise_damaged(L, "is damaged");
  return HEAD + length;
}

/* -- Comparing ------------------------------------------------------------ */

/* Whether a field of the packs at `saved` and `now` is the same. */
static bool is_same_field(lua_State *L, int saved, int now, const char *field) {
  (void)lua_getfield(L, saved, field);
  (void)lua_getfield(L, now, field);
  const bool is_same = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  return is_same;
}

/* What became of a pack of the save, which is at `saved`, as it is at `now`;
 * one of them may be nil. `differs`: in its files or settings. */
static const char *pack_state_name(lua_State *L, int saved, int now,
                                   bool differs) {
  if (lua_isnil(L, now)) return "missing";
  if (lua_isnil(L, saved)) return "extra";
  (void)lua_getfield(L, saved, "version");
  (void)lua_getfield(L, now, "version");
  call_library_function(L, "strata.packs.semver", "compare_texts");
  const lua_Integer order = lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (order == 0) return differs ? "changed" : "same";
  return order < 0 ? "upgraded" : "downgraded";
}

/* Set what differs in the packs at `saved` and `now` in the comparison at the
 * top: has_other_files, and a text for each setting. False if nothing does. */
static bool set_differences(lua_State *L, int saved, int now) {
  if (lua_isnil(L, saved) || lua_isnil(L, now)) return false;
  const bool has_other_files = !is_same_field(L, saved, now, "hash");
  lua_pushboolean(L, has_other_files);
  lua_setfield(L, -2, "has_other_files");
  (void)lua_getfield(L, saved, "settings");
  (void)lua_getfield(L, now, "settings");
  call_library_function(L, "strata.packs.pack_settings", "differences");
  const bool has_other_settings = lua_rawlen(L, -1) > 0;
  lua_setfield(L, -2, "settings");
  return has_other_files || has_other_settings;
}

static void copy_pack_version(lua_State *L, int from, int to,
                              const char *field) {
  if (lua_isnil(L, from)) return;
  (void)lua_getfield(L, from, "version");
  lua_setfield(L, to, field);
}

/* Append { name, state, saved, now, ... } of the pack at the top - 1 (saved)
 * and the top (now), one of which may be nil, to the array at `list`. */
static void add_comparison(lua_State *L, int list) {
  const int now = lua_gettop(L);
  const int saved = now - 1;
  lua_createtable(L, 0, 6);
  (void)lua_getfield(L, lua_isnil(L, now) ? saved : now, "name");
  lua_setfield(L, -2, "name");
  const bool differs = set_differences(L, saved, now);
  lua_pushstring(L, pack_state_name(L, saved, now, differs));
  lua_setfield(L, -2, "state");
  copy_pack_version(L, saved, now + 1, "saved");
  copy_pack_version(L, now, now + 1, "now");
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

/* Push an array, by name, of what became of each pack, the saved ones being at
 * `saved` by name. */
static void push_comparison(lua_State *L, int rules, int saved) {
  lua_newtable(L);
  const int list = lua_gettop(L);
  push_rules_packs(L, rules);
  const int packs = list + 1;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, packs);
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, packs, i);
    (void)lua_getfield(L, -1, "name");
    lua_pushvalue(L, -1);
    (void)lua_rawget(L, saved);
    lua_pushvalue(L, packs + 1);
    add_comparison(L, list);
    lua_settop(L, packs + 2);
    lua_pushnil(L);
    lua_rawset(L, saved); /* it is done */
    lua_settop(L, packs);
  }
  lua_pushnil(L);
  while (lua_next(L, saved)) {
    lua_pushnil(L);
    add_comparison(L, list);
    lua_pop(L, 2);
  }
  lua_settop(L, list);
  lua_pushcfunction(L, is_name_before);
  stl_sort_list(L, list, (lua_Integer)lua_rawlen(L, list), list + 1);
  lua_settop(L, list);
  push_manifests(L, rules);
  call_library_function(L, "strata.packs.migrations", "note");
}

int stl_rules_compare(lua_State *L) {
  size_t size = 0;
  (void)stl_handle_check(L, 1, STL_HANDLE_RULES);
  const char *bytes = luaL_checklstring(L, 2, &size);
  lua_settop(L, 2);
  (void)push_saved_packs(L, bytes, size);
  push_comparison(L, 1, 3);
  return 1;
}

/* Add to the line at the top what the settings of the comparison at `at` are:
 * ", its setting bonus was 0 and is 3". */
static void add_settings(lua_State *L, int at) {
  if (lua_getfield(L, at, "settings") != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  const int settings = lua_gettop(L);
  lua_pushvalue(L, settings - 1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, settings);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_pushliteral(L, ", its setting ");
    lua_rawgeti(L, settings, i);
    lua_concat(L, 3);
  }
  lua_replace(L, settings - 1);
  lua_settop(L, settings - 1);
}

/* Push a line about the comparison at the top: "delve 0.1.0 is missing". */
static void push_comparison_line(lua_State *L) {
  const int at = lua_gettop(L);
  (void)lua_getfield(L, at, "name");
  (void)lua_getfield(L, at, "state");
  (void)lua_getfield(L, at, "saved");
  (void)lua_getfield(L, at, "now");
  (void)lua_getfield(L, at, "has_other_files");
  const char *name = lua_tostring(L, at + 1);
  const char *state = lua_tostring(L, at + 2);
  const char *saved = lua_tostring(L, at + 3);
  const char *now = lua_tostring(L, at + 4);
  if (strcmp(state, "missing") == 0) {
    lua_pushfstring(L, "%s %s is missing", name, saved);
  } else if (strcmp(state, "extra") == 0) {
    lua_pushfstring(L, "%s %s was not there", name, now);
  } else if (strcmp(state, "changed") != 0) {
    lua_pushfstring(L, "%s %s is %s to %s", name, saved, state, now);
  } else if (lua_toboolean(L, at + 5)) {
    lua_pushfstring(L, "%s %s has other files", name, saved);
  } else {
    lua_pushfstring(L, "%s %s is set up otherwise", name, saved);
  }
  add_settings(L, at);
  lua_replace(L, at);
  lua_settop(L, at);
}

/* Whether the pack of the comparison at the top is as it was, or says what to
 * do about a save of that version, set up as it was. */
static bool is_pack_compatible(lua_State *L) {
  (void)lua_getfield(L, -1, "state");
  (void)lua_getfield(L, -2, "migrations");
  (void)lua_getfield(L, -3, "settings");
  const bool is_same = strcmp(lua_tostring(L, -3), "same") == 0;
  const bool migrates = lua_istable(L, -2);
  const bool is_set_otherwise = lua_istable(L, -1) && lua_rawlen(L, -1) > 0;
  lua_pop(L, 3);
  return is_same || (migrates && !is_set_otherwise);
}

/* Push what differs in the comparison at `list`, "" if nothing does. */
static void push_differences(lua_State *L, int list) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  lua_pushliteral(L, "");
  for (lua_Integer i = 1; i <= count; i++) {
    (void)lua_rawgeti(L, list, i);
    if (is_pack_compatible(L)) {
      lua_pop(L, 1);
      continue;
    }
    push_comparison_line(L);
    lua_pushfstring(L, "%s%s%s", lua_tostring(L, -2),
                    lua_rawlen(L, -2) > 0 ? "; " : "", lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
}

size_t stl_save_packs_check(lua_State *L, int rules, const char *bytes,
                            size_t size, bool is_allowed) {
  const int top = lua_gettop(L);
  rules = lua_absindex(L, rules);
  const size_t offset = push_saved_packs(L, bytes, size);
  if (offset > 0 && !is_allowed) {
    push_comparison(L, rules, top + 1);
    push_differences(L, top + 2);
    if (lua_rawlen(L, -1) > 0) {
      luaL_error(L,
                 "rules:load: the packs are not those of the save: %s. Load "
                 "those packs, or pass allow_changed = true",
                 lua_tostring(L, -1));
    }
  }
  lua_settop(L, top);
  return offset;
}

void stl_save_packs_migrate(lua_State *L, int rules, int world,
                            const char *bytes, size_t size) {
  const int top = lua_gettop(L);
  if (push_saved_packs(L, bytes, size) > 0) {
    push_comparison(L, rules, top + 1);
    stl_library_push(L, "strata.packs.migrations");
    (void)lua_getfield(L, -1, "run_all");
    lua_pushvalue(L, world);
    lua_pushvalue(L, top + 2);
    push_manifests(L, rules);
    lua_call(L, 3, 0);
  }
  lua_settop(L, top);
}

int stl_host_call_limited(lua_State *L) {
  stl_context *context = stl_context_get(L);
  const strata_limits limits = stl_default_limits();
  char text[1000];
  luaL_checktype(L, 1, LUA_TFUNCTION);
  luaL_checkstack(L, LUA_MINSTACK, "limited");
  stl_budget_scope scope;
  stl_budget_begin(&context->budget, &scope, &limits, STL_STEPS_UNKNOWN);
  const int status = lua_pcall(L, lua_gettop(L) - 1, 0, 0);
  if (status != LUA_OK) {
    (void)snprintf(text, sizeof text, "%s",
                   stl_budget_error_text(&context->budget, L, status));
  }
  stl_budget_end(&context->budget, &scope);
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_pushstring(L, text);
  return 2;
}
