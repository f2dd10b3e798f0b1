/*
 * pack_list.c - the list of packs in front of a save, written and read.
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
#include "lua/objects/pack_list.h"

#include "lua/core/sorting.h"
#include "lua/files/manifest_syntax.h"
#include "lua/objects/rules_packs.h"

#include <lauxlib.h>
#include <sha2.h>
#include <stdbool.h>
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
  stl_sort_keys(L, names, count);
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
  stl_rules_packs_push(L, rules);
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

size_t stl_pack_list_read(lua_State *L, const char *bytes, size_t size) {
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
