/* Packs by hash: what the hash covers, and what saves record of packs. */
#include "lua/files/pack_archive.h"
#include "lua/files/pack_files.h"
#include "lua/files/pack_tree.h"
#include "lua/objects/rules_packs.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(saves, .timeout = 30);

/* Criterion 2.4.1's eq(str, ...) wants char *; this keeps literals const. */
#define TEXT(s) ((char *)(uintptr_t)(s))

static char *work; /* of one test: Criterion runs each in a process */

static void enter_folder(void) {
  static char folder[] = "strata-saves-XXXXXX";
  work = mkdtemp(folder);
  cr_assert(ne(ptr, work, NULL));
  cr_assert(eq(int, chdir(work), 0));
}

static void leave_folder(void) {
  char command[64];
  cr_assert(eq(int, chdir(".."), 0));
  (void)snprintf(command, sizeof command, "rm -r '%s'", work);
  cr_assert(eq(int, system(command), 0));
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  cr_assert(ne(ptr, file, NULL));
  cr_assert(eq(sz, fwrite(text, 1, strlen(text), file), strlen(text)));
  cr_assert(eq(int, fclose(file), 0));
}

static void write_pack(const char *name, const char *version,
                       const char *text) {
  char path[64];
  char manifest[200];
  (void)mkdir(name, 0700);
  (void)snprintf(path, sizeof path, "%s/pack.lua", name);
  (void)snprintf(manifest, sizeof manifest,
                 "return { name = '%s', version = '%s', description = 'd', "
                 "license = 'MIT', api = 1 }",
                 name, version);
  write_file(path, manifest);
  (void)snprintf(path, sizeof path, "%s/play.lua", name);
  write_file(path, text);
}

/* -- What counts -- */

static const char *hash_of(const char *path) {
  static char hash[65];
  strata_error error;
  const strata_status status = strata_pack_hash(path, hash, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  return hash;
}

static void expect_same(const char *path, const char *before) {
  cr_expect(eq(str, TEXT(hash_of(path)), TEXT(before)));
}

static void expect_other(const char *path, const char *before) {
  cr_expect(ne(str, TEXT(hash_of(path)), TEXT(before)));
}

Test(saves, what_counts, .init = enter_folder, .fini = leave_folder) {
  char before[65];
  write_pack("tour", "1.0.0", "return 1\n");
  (void)snprintf(before, sizeof before, "%s", hash_of("tour"));
  cr_expect(eq(sz, strlen(before), 64));
  cr_assert(eq(int, mkdir("tour/empty", 0700), 0));
  cr_assert(eq(int, mkdir("tour/.git", 0700), 0));
  write_file("tour/.git/index", "x");
  write_file("tour/play.lua~", "return 0\n");
  write_file("tour/#play.lua#", "return 0\n");
  cr_assert(eq(int, chmod("tour/play.lua", 0400), 0));
  expect_same("tour", before);
  expect_same("tour/", before);
  cr_assert(eq(int, unlink("tour/play.lua"), 0));
  write_file("tour/play.lua", "return 1\r\n");
  expect_other("tour", before);
  write_file("tour/play.lua", "return 1\n");
  expect_same("tour", before);
  cr_assert(eq(int, rename("tour/play.lua", "tour/plan.lua"), 0));
  expect_other("tour", before);
  cr_assert(eq(int, rename("tour/plan.lua", "tour/play.lua"), 0));
  write_file("tour/empty/x", "");
  expect_other("tour", before);
}

/* What moves from one file to the next is not what it was. */
Test(saves, borders_count, .init = enter_folder, .fini = leave_folder) {
  char before[65];
  write_pack("tour", "1.0.0", "ab");
  write_file("tour/q", "c");
  (void)snprintf(before, sizeof before, "%s", hash_of("tour"));
  write_file("tour/play.lua", "a");
  write_file("tour/q", "bc");
  expect_other("tour", before);
}

Test(saves, what_is_refused, .init = enter_folder, .fini = leave_folder) {
  char hash[65] = "as it was";
  strata_error error = {.status = STRATA_OK};
  cr_expect(eq(int, strata_pack_hash(NULL, hash, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_pack_hash("nowhere", hash, &error), STRATA_EIO));
  cr_expect(ne(ptr, strstr(error.text, "nowhere"), NULL), "%s", error.text);
  write_pack("tour", "1.0.0", "return 1\n");
  cr_assert(eq(int, symlink("play.lua", "tour/inner.lua"), 0));
  cr_expect(eq(int, strata_pack_hash("tour", hash, NULL), STRATA_OK));
  write_file("secret", "x");
  cr_assert(eq(int, symlink("../secret", "tour/outer.lua"), 0));
  cr_expect(eq(int, strata_pack_hash("tour", hash, &error), STRATA_EIO));
  cr_expect(ne(ptr, strstr(error.text, "'outer.lua' is a link out"), NULL),
            "%s", error.text);
  cr_expect(eq(int, error.status, STRATA_EIO));
}

/* -- Saves -- */

#define RULES                                                                  \
  "local rules = strata.rules { layers = 'numbers', "                          \
  "attributes = { power = 'int' } }\n"

static int load_packs(lua_State *L) {
  const char *const *names = lua_touserdata(L, 1);
  for (; *names != NULL; names++) {
    if (strchr(*names, '=') != NULL) {
      stl_set_pack_setting(L, *names);
      continue;
    }
    if (stl_load_pack(L, *names) != LUA_OK) return lua_error(L);
    lua_pop(L, 1);
  }
  return 0;
}

/* A vm with packs, of which settings may stand in front; `saved`, if not NULL,
 * is a global of its script. */
static strata_vm *open_vm(const char *const *packs) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  lua_pushcfunction(L, load_packs);
  union {
    const char *const *packs;
    void *user;
  } both = {.packs = packs};
  lua_pushlightuserdata(L, both.user);
  cr_assert(eq(int, lua_pcall(L, 1, 0, 0), LUA_OK), "%s", lua_tostring(L, -1));
  return vm;
}

static int set_saved(lua_State *L) {
  stl_push_shared_env(L);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "saved");
  return 0;
}

static int get_saved(lua_State *L) {
  stl_push_shared_env(L);
  (void)lua_getfield(L, -1, "saved");
  return 1;
}

static void run(strata_vm *vm, const char *source) {
  strata_error error = {.text = ""};
  cr_expect(
      eq(int, strata_vm_run(vm, NULL, "=test", source, &error), STRATA_OK),
      "%s", error.text);
}

typedef struct save {
  char bytes[4000];
  size_t size;
} save;

static save save_with(const char *const *packs) {
  save s = {.size = 0};
  strata_vm *vm = open_vm(packs);
  lua_State *L = stl_vm_state(vm);
  run(vm, RULES "local world = rules:world()\n"
                "world:spawn({ power = 7 })\n"
                "saved = world:save()\n");
  lua_pushcfunction(L, get_saved);
  cr_assert(eq(int, lua_pcall(L, 0, 1, 0), LUA_OK));
  const char *bytes = lua_tolstring(L, -1, &s.size);
  cr_assert(ne(ptr, (void *)(uintptr_t)bytes, NULL));
  cr_assert(lt(sz, s.size, sizeof s.bytes));
  memcpy(s.bytes, bytes, s.size);
  strata_vm_free(vm);
  return s;
}

/* Run a script that has the save and rules of these packs. */
static void load_with(const save *s, const char *const *packs,
                      const char *source) {
  char text[4000];
  strata_vm *vm = open_vm(packs);
  lua_State *L = stl_vm_state(vm);
  lua_pushcfunction(L, set_saved);
  lua_pushlstring(L, s->bytes, s->size);
  cr_assert(eq(int, lua_pcall(L, 1, 0, 0), LUA_OK));
  (void)snprintf(text, sizeof text, RULES "%s", source);
  run(vm, text);
  strata_vm_free(vm);
}

/* rules:load refuses the save with these words, goes on if it is told to, and
 * rules:compare says `states`. */
static void expect_refused(const save *s, const char *const *packs,
                           const char *words, const char *states) {
  char text[2000];
  (void)snprintf(text, sizeof text,
                 "local fine, message = pcall(rules.load, rules, saved)\n"
                 "assert(not fine, 'it loads')\n"
                 "assert(message:find(%s, 1, true), message)\n"
                 "local world = rules:load(saved, { allow_changed = true })\n"
                 "assert(world:stats().entities == 1)\n"
                 "local states = {}\n"
                 "for i, one in ipairs(rules:compare(saved)) do\n"
                 "  states[i] = one.name .. ' ' .. one.state .. ' ' ..\n"
                 "    (one.saved or '-') .. ' ' .. (one.now or '-')\n"
                 "end\n"
                 "local told = table.concat(states, ', ')\n"
                 "assert(told == %s, told)\n",
                 words, states);
  load_with(s, packs, text);
}

static const char *const two[] = {"tour", "base", NULL};
static const char *const one[] = {"base", NULL};

static void two_packs(void) {
  enter_folder();
  write_pack("base", "1.0.0", "return 1\n");
  write_pack("tour", "1.9.0", "return 1\n");
}

Test(saves, the_same_packs, .init = two_packs, .fini = leave_folder) {
  const save s = save_with(two);
  load_with(&s, two,
            "local world = rules:load(saved)\n"
            "assert(world:stats().entities == 1)\n"
            "assert(world:save() == saved, 'another save')\n"
            "local packs = rules:packs()\n"
            "assert(#packs == 2 and packs[1].name == 'base')\n"
            "assert(packs[2].version == '1.9.0' and #packs[2].hash == 64)\n"
            "for _, one in ipairs(rules:compare(saved)) do\n"
            "  assert(one.state == 'same')\n"
            "end\n");
}

Test(saves, other_packs, .init = two_packs, .fini = leave_folder) {
  const save s = save_with(two);
  expect_refused(&s, one, "'tour 1.9.0 is missing. Load'",
                 "'base same 1.0.0 1.0.0, tour missing 1.9.0 -'");
  write_pack("base", "1.0.0", "return 2\n");
  expect_refused(&s, two, "'base 1.0.0 has other files. Load'",
                 "'base changed 1.0.0 1.0.0, tour same 1.9.0 1.9.0'");
  write_pack("base", "1.0.0", "return 1\n");
  write_pack("tour", "1.10.0", "return 1\n");
  expect_refused(&s, two, "'tour 1.9.0 is upgraded to 1.10.0. Load'",
                 "'base same 1.0.0 1.0.0, tour upgraded 1.9.0 1.10.0'");
  write_pack("tour", "1.8.9", "return 1\n");
  expect_refused(&s, two, "'tour 1.9.0 is downgraded to 1.8.9. Load'",
                 "'base same 1.0.0 1.0.0, tour downgraded 1.9.0 1.8.9'");
}

Test(saves, a_pack_more, .init = two_packs, .fini = leave_folder) {
  const save s = save_with(one);
  expect_refused(&s, two, "'tour 1.9.0 was not there. Load'",
                 "'base same 1.0.0 1.0.0, tour extra - 1.9.0'");
}

/* Startup settings make another game: the pack is changed, and the setting
 * named. Others may be what they like. */
Test(saves, other_settings, .init = two_packs, .fini = leave_folder) {
  static const char *const other[] = {"tour:bonus=3",   "tour:mood=a, b=2",
                                      "tour:loud=true", "tour",
                                      "base",           NULL};
  static const char *const loud[] = {"tour:loud=true", "tour", "base", NULL};
  static const char *const manifest =
      "return { name = 'tour', version = '%s', description = 'd', "
      "license = 'MIT', api = 1, settings = {\n"
      "  bonus = { 'int', default = 0, startup = true },\n"
      "  mood = { 'text', default = 'calm', startup = true },\n"
      "  loud = { 'flag', default = false },\n"
      "%s} }";
  char text[500];
  (void)snprintf(text, sizeof text, manifest, "1.9.0", "");
  write_file("tour/pack.lua", text);
  const save s = save_with(two);
  load_with(&s, two, "assert(rules:load(saved):save() == saved)\n");
  load_with(&s, loud, "assert(rules:load(saved):save() == saved)\n");
  expect_refused(&s, other,
                 "'tour 1.9.0 is set up otherwise, its setting bonus was 0 and "
                 "is 3, its setting mood was calm and is a, b=2. Load'",
                 "'base same 1.0.0 1.0.0, tour changed 1.9.0 1.9.0'");
  const save t = save_with(other);
  load_with(&t, other, "assert(rules:load(saved):save() == saved)\n");
  load_with(&t, two,
            "local settings = rules:compare(saved)[2].settings\n"
            "assert(#settings == 2)\n"
            "assert(settings[1] == 'bonus was 3 and is 0', settings[1])\n");
  (void)snprintf(text, sizeof text, manifest, "2.0.0",
                 "  hard = { 'flag', default = true, startup = true },\n");
  write_file("tour/pack.lua", text);
  expect_refused(&s, two,
                 "'tour 1.9.0 is upgraded to 2.0.0, its setting hard was not "
                 "there and is true. Load'",
                 "'base same 1.0.0 1.0.0, tour upgraded 1.9.0 2.0.0'");
}

/* Push the checksum of the list of packs of a save. */
static int push_checksum(lua_State *L) {
  const save *s = lua_touserdata(L, 1);
  stl_library_push(L, "strata.host");
  (void)lua_getfield(L, -1, "checksum");
  lua_pushlstring(L, s->bytes + 28, (unsigned char)s->bytes[16]);
  lua_call(L, 1, 1);
  return 1;
}

/* Take the empty lists of settings out: a save as it was before them. */
static void make_version_1(save *s) {
  size_t at = 28;
  for (int pack = 0; pack < 2; pack++) {
    at += 1 + (size_t)s->bytes[at];      /* its name */
    at += 1 + (size_t)s->bytes[at] + 32; /* its version and hash */
    cr_assert(eq(int, s->bytes[at], 0));
    s->size--;
    s->bytes[16]--;
    memmove(s->bytes + at, s->bytes + at + 1, s->size - at);
  }
  s->bytes[8] = 1;
  strata_vm *vm = open_vm(one);
  lua_State *L = stl_vm_state(vm);
  lua_pushcfunction(L, push_checksum);
  lua_pushlightuserdata(L, s);
  cr_assert(eq(int, lua_pcall(L, 1, 1, 0), LUA_OK));
  memcpy(s->bytes + 20, lua_tostring(L, -1), 8);
  strata_vm_free(vm);
}

Test(saves, of_version_1, .init = two_packs, .fini = leave_folder) {
  save s = save_with(two);
  make_version_1(&s);
  load_with(&s, two,
            "assert(rules:load(saved):stats().entities == 1)\n"
            "assert(rules:compare(saved)[2].state == 'same')\n");
  write_pack("base", "1.0.0", "return 2\n");
  expect_refused(&s, two, "'base 1.0.0 has other files. Load'",
                 "'base changed 1.0.0 1.0.0, tour same 1.9.0 1.9.0'");
}

/* Files are looked at once, and again when packs are loaded anew. */
Test(saves, hashes_are_forgotten, .init = two_packs, .fini = leave_folder) {
  strata_vm *vm = open_vm(one);
  run(vm, RULES "hash = rules:packs()[1].hash\n");
  write_pack("base", "1.0.0", "return 2\n");
  run(vm, RULES "assert(rules:packs()[1].hash == hash)\n");
  stl_forget_pack_hashes(stl_vm_state(vm));
  run(vm, RULES "assert(rules:packs()[1].hash ~= hash)\n");
  strata_vm_free(vm);
}

/* What was saved without packs, as all saves once were, loads with any. */
Test(saves, of_no_packs, .init = two_packs, .fini = leave_folder) {
  const char *const none[] = {NULL};
  const save s = save_with(none);
  cr_expect(eq(int, memcmp(s.bytes, "STRATA", 6), 0));
  load_with(&s, two, "assert(rules:load(saved):stats().entities == 1)\n");
}

/* Each byte of the list, and each length that is too short. */
Test(saves, damaged, .init = two_packs, .fini = leave_folder) {
  const save s = save_with(two);
  load_with(&s, two,
            "for i = 1, #saved do\n"
            "  local byte = string.char(saved:byte(i) ~ 4)\n"
            "  local bytes = saved:sub(1, i - 1) .. byte .. saved:sub(i + 1)\n"
            "  assert(not pcall(rules.load, rules, bytes), i)\n"
            "  pcall(rules.compare, rules, bytes)\n"
            "  assert(not pcall(rules.load, rules, saved:sub(1, i - 1)), i)\n"
            "end\n");
}

/* -- Archives -- */

static void write_archive(const char *text) {
  stl_tree tree = {0};
  stl_message message;
  unsigned char *bytes = NULL;
  unsigned char *copy = malloc(strlen(text) + 1);
  size_t size = 0;
  char name[] = "x.lua";
  cr_assert(ne(ptr, copy, NULL));
  memcpy(copy, text, strlen(text) + 1);
  const stl_file file = {name, copy, strlen(text)};
  cr_assert(stl_tree_add(&tree, "x.zip", file, &message));
  cr_assert(stl_archive_write(&tree, "x.zip", &bytes, &size, &message));
  stl_tree_free(&tree);
  FILE *out = fopen("x.zip", "wb");
  cr_assert(ne(ptr, out, NULL));
  cr_assert(eq(sz, fwrite(bytes, 1, size, out), size));
  cr_assert(eq(int, fclose(out), 0));
  free(bytes);
}

static void expect_script(stl_files *files, const char *text) {
  stl_message message;
  stl_file file = {.size = 0};
  bool is_archived = false;
  cr_assert(stl_files_find_archived(files, "x.zip/x.lua", &file, &is_archived,
                                    &message),
            "%s", message.text);
  cr_assert(eq(sz, file.size, strlen(text)));
  cr_expect(eq(int, memcmp(file.bytes, text, file.size), 0));
}

/* An archive is kept, and read again when its file is another; one that is
 * refused is not kept. */
Test(saves, an_archive_that_changes, .init = enter_folder,
     .fini = leave_folder) {
  stl_message message;
  stl_file file = {.size = 0};
  bool is_archived = false;
  stl_files *files = stl_files_new();
  write_archive("return 1");
  expect_script(files, "return 1");
  write_archive("return 1000");
  expect_script(files, "return 1000");
  write_file("x.zip", "no archive");
  const bool is_found = stl_files_find_archived(files, "x.zip/x.lua", &file,
                                                &is_archived, &message);
  cr_expect(eq(int, is_found, 0));
  cr_expect(eq(int, is_archived, 1));
  cr_expect(ne(ptr, strstr(message.text, "no zip archive"), NULL));
  cr_expect(eq(int, (int)stl_files_path_kind(files, "x.zip"), STL_PATH_FOLDER));
  cr_expect(eq(int, (int)stl_files_path_kind(files, "x.zip/x.lua"),
               STL_PATH_NOTHING));
  write_archive("return 2");
  expect_script(files, "return 2");
  stl_files_free(files);
}

/* What an archive and its folder have is one, whichever is asked. */
Test(saves, an_archive_is_a_folder, .init = enter_folder,
     .fini = leave_folder) {
  stl_files *files = stl_files_new();
  write_archive("return 1");
  cr_expect(
      eq(int, (int)stl_files_path_kind(files, "x.zip/x.lua"), STL_PATH_FILE));
  cr_expect(
      eq(int, (int)stl_files_path_kind(files, "x.zip/x.lu"), STL_PATH_NOTHING));
  cr_expect(
      eq(int, (int)stl_files_path_kind(files, "x.zipper"), STL_PATH_NOTHING));
  cr_expect(stl_files_is_inside(files, "x.zip/x.lua", "x.zip"));
  cr_expect(eq(int, stl_files_is_inside(files, "x.zip/y.lua", "x.zip"), 0));
  cr_expect(eq(int, stl_files_is_inside(files, "x.zip/x.lua", "y.zip"), 0));
  stl_files_free(files);
}
