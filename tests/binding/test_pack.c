/* Packs, and the rest of what strata/lua.h offers the command line. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(pack, .timeout = 30);

/* Criterion 2.4.1's eq(str, ...) wants char *; this keeps literals const. */
#define TEXT(s) ((char *)(uintptr_t)(s))

#define HEAD                                                                   \
  "return { name = 'tour', version = '1.0.0', description = 'd', "             \
  "license = 'MIT', api = 1"

typedef struct fixture {
  strata_vm *vm;
  lua_State *L;
  char folder[64];
} fixture;

static void write_file(const fixture *f, const char *name, const char *text) {
  char path[128];
  (void)snprintf(path, sizeof path, "%s/%s", f->folder, name);
  FILE *file = fopen(path, "wb");
  cr_assert(ne(ptr, file, NULL));
  cr_assert(eq(sz, fwrite(text, 1, strlen(text), file), strlen(text)));
  cr_assert(eq(int, fclose(file), 0));
}

static void open_fixture(fixture *f, const char *manifest) {
  *f = (fixture){.folder = "strata-pack-XXXXXX"};
  cr_assert(ne(ptr, mkdtemp(f->folder), NULL));
  cr_assert(eq(int, strata_vm_new(NULL, &f->vm), STRATA_OK));
  f->L = stl_vm_state(f->vm);
  if (manifest != NULL) write_file(f, "pack.lua", manifest);
}

static void close_fixture(fixture *f) {
  static const char *const names[] = {"pack.lua", "play.lua", "helper.lua",
                                      "link.lua"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", f->folder, names[i]);
    (void)unlink(path);
  }
  cr_expect(eq(int, rmdir(f->folder), 0));
  strata_vm_free(f->vm);
}

/* Load the pack of a manifest; the message, or "" if it is fine. */
static void expect_load(const char *manifest, const char *words) {
  fixture f;
  open_fixture(&f, manifest);
  const int status = stl_load_pack(f.L, f.folder);
  const char *said = status == LUA_OK ? "" : lua_tostring(f.L, -1);
  cr_expect(eq(int, lua_gettop(f.L), 1));
  cr_expect(eq(int, status == LUA_OK, words[0] == '\0'), "%s: %s", manifest,
            said);
  cr_expect(ne(ptr, strstr(said, words), NULL), "%s: '%s' lacks '%s'", manifest,
            said, words);
  close_fixture(&f);
}

static const struct {
  const char *manifest, *words;
} manifests[] = {
    {HEAD " }", ""},
    {"-- comment (with) calls:\n--[[ more() ]] " HEAD "; }", ""},
    {HEAD ", requires = { core = '>=1.0.0' }, scripts = { 'play' } }", ""},
    {HEAD ", [ [==[requires]==] ] = {} }", ""},
    {HEAD ", authors = { 'A', 'B' }, homepage = 'https://example.org/a' }", ""},
    {HEAD ", requires = { 'a >=1 <2 | b', 'c' }, optional = { d = '^1.2' } }",
     ""},
    {HEAD ", settings = { hard = { 'flag', default = false } } }", ""},
    {HEAD ", [ [==[name]==] ] = 'tour', x = -1.5e3, y = .5, z = 0x1p4 }",
     "no field 'x'"},
    {"return 3", "only a table of constants: return { ... }"},
    {"return nil", "only a table of constants: return { ... }"},
    {"return", "expected one table, got nil"},
    {"", "only a table of constants, no code: return { ... }"},
    {"a = {} return {}", "no code"},
    {"return {", "<eof>"},
    {"return {} {}", "only one table"},
    {"return {} }", "closes no table"},
    {"return {{{{{{{{ }}}}}}}}", "a value without a name"},
    {"return {{{{{{{{{ }}}}}}}}}", "more than 8 deep"},
    {HEAD ", extra = 1 }", "no field 'extra'"},
    {HEAD ", 1 }", "a value without a name"},
    {"return { name = 'tour' }", "version: expected a version"},
    {"return { name = 'Tour' }", "name: expected a name"},
    {"return { name = '1tour' }", "name: expected a name"},
    {"return { name = 'a/b' }", "name: expected a name"},
    {"return { name = 'core' }", "name: 'core' is reserved"},
    {"return { version = '1.0.0' }", "and it is missing"},
    {"return { name = 'tour', version = '1.0' }", "version: expected"},
    {"return { name = 'tour', version = '1.0.0.0' }", "version: expected"},
    {HEAD ", api = '>=1 <3' }", "'api' is given twice; first in line 1"},
    {"return { api = 2, nonsense = 1 }",
     "pack.lua:1: api: this pack is for level 2 of the interface; this Strata "
     "offers 1"},
    {HEAD ", requires = 'core' }", "requires: expected"},
    {HEAD ", requires = { core = 1 } }", "requires: expected"},
    {HEAD ", scripts = { '../play' } }", "scripts: expected"},
    /* Nothing in a manifest runs. */
    {"\nreturn { name = ('x'):rep(99) }", "pack.lua:2: only a table"},
    {"while true do end", "no code"},
    {"return { name = f'x' }", "'f' is none"},
    {"return { name = f{} }", "'f' is none"},
    {"return { f'x' = 1 }", "'f' is none"},
    {"return { name = -f }", "no operators"},
    {"return { name == 'x' }", "'name' is none"},
    {"return { [f] = 'x' }", "'f' is none"},
    {"return { name = 'a' .. 'b' }", "no operators"},
    {"return { name = #'a' }", "no calls and no operators"},
    {"return { name = 'a\\'', f() }", "'f' is none"},
    {"return { name = ('a') }", "no calls"},
    {"goto x ::x::", "no code"},
    {"return { name = os.exit }", "'os' is none"},
    {"return { name = 'a' .. f }", "no operators"},
    {"\033LuaT", "only a table"},
};

/* Every problem of a manifest, in order of its lines. */
Test(pack, all_problems_are_told_at_once) {
  static const char wrong[] = "return {\n"
                              "  name = 'tour', version = '1',\n"
                              "  description = '', api = 1,\n"
                              "  verison = '1.0.0',\n"
                              "  renames = {\n"
                              "    a = 'core:b',\n"
                              "    A = 7,\n"
                              "  },\n"
                              "  provides = { 'x 1.0.0',\n"
                              "    'tour 1.0.0', 'y' },\n"
                              "}\n";
  static const char *const lines[] = {
      "/pack.lua:1: license: expected a text of at most 1000 bytes, and",
      "/pack.lua:2: version: expected a version such as",
      "/pack.lua:3: description: expected",
      "/pack.lua:4: no field 'verison'; did you mean 'version'?\n",
      "/pack.lua:6: renames: 'core:b' is in the namespace of pack 'core'\n",
      "/pack.lua:7: renames: expected a name, got 7\n",
      "/pack.lua:10: provides: 'tour' is this pack itself\n",
      "/pack.lua:10: provides: expected a name and its version"};
  fixture f;
  open_fixture(&f, wrong);
  cr_assert(eq(int, stl_load_pack(f.L, f.folder), LUA_ERRRUN));
  const char *at = lua_tostring(f.L, -1);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    const char *found = strstr(at, lines[i]);
    cr_assert(ne(ptr, TEXT(found), NULL), "'%s' lacks '%s'", at, lines[i]);
    at = found + 1;
  }
  cr_expect(eq(ptr, strchr(at, '\n'), NULL), "more than these: %s", at);
  close_fixture(&f);
}

Test(pack, a_manifest_is_small) {
  fixture f;
  char *large = malloc(70000);
  cr_assert(ne(ptr, large, NULL));
  memset(large, ' ', 70000);
  memcpy(large, "return {", 8);
  memcpy(large + 69990, "}", 2);
  open_fixture(&f, large);
  cr_expect(eq(int, stl_load_pack(f.L, f.folder), LUA_ERRRUN));
  cr_expect(ne(ptr, strstr(lua_tostring(f.L, -1), "more than 64 KiB"), NULL));
  free(large);
  close_fixture(&f);
}

Test(pack, manifests_are_data) {
  for (size_t i = 0; i < sizeof manifests / sizeof manifests[0]; i++) {
    expect_load(manifests[i].manifest, manifests[i].words);
  }
}

Test(pack, a_missing_manifest_is_a_message) {
  fixture f;
  open_fixture(&f, NULL);
  cr_expect(eq(int, stl_load_pack(f.L, f.folder), LUA_ERRRUN));
  cr_expect(ne(ptr, strstr(lua_tostring(f.L, -1), "cannot be opened"), NULL));
  close_fixture(&f);
}

/* Run a script of the pack at 1; what it returns, or its message. */
static const char *run_script(fixture *f, const char *name) {
  if (stl_compile_pack_script(f->L, 1, name) == LUA_OK) {
    (void)stl_action_call(f->L, 0, 1);
  }
  return lua_tostring(f->L, -1);
}

static void expect_text(const char *text, const char *words) {
  cr_assert(ne(ptr, TEXT(text), NULL));
  cr_expect(ne(ptr, strstr(text, words), NULL), "'%s' lacks '%s'", text, words);
}

Test(pack, scripts_see_their_own_pack_only) {
  fixture f;
  open_fixture(&f, HEAD " }");
  write_file(&f, "helper.lua", "loads = (loads or 0) + 1 return { n = loads }");
  write_file(&f, "play.lua",
             "local a, b = require('helper'), require('helper')\n"
             "assert(a == b and io == nil and world == nil)\n"
             "return 'helper ' .. a.n");
  cr_assert(eq(int, stl_load_pack(f.L, f.folder), LUA_OK));

  expect_text(run_script(&f, "play"), "helper 1");
  expect_text(run_script(&f, "tour:play"), "helper 1");
  expect_text(run_script(&f, "core:play"), "belongs to another pack");
  expect_text(run_script(&f, "core:play"), "namespace");
  expect_text(run_script(&f, "../play"), "is no name");
  expect_text(run_script(&f, "missing"), "no such script");
  stl_push_shared_env(f.L);
  cr_expect(eq(int, lua_getfield(f.L, -1, "loads"), LUA_TNIL));
  lua_settop(f.L, 1);
  cr_expect(eq(int, stl_load_pack(f.L, f.folder), LUA_ERRRUN));
  expect_text(lua_tostring(f.L, -1), "is loaded already");
  close_fixture(&f);
}

#define SETTINGS                                                               \
  HEAD ", settings = { hard = { 'flag', default = false }, hands = { 'int', "  \
       "min = 1, max = 9, default = 5 }, mood = { 'sym', 'calm', 'wild', "     \
       "default = 'calm' } } }"

/* A setting that is given before the pack is read: what a script sees, or what
 * is said of it. */
static void expect_setting(const char *given, const char *words) {
  fixture f;
  open_fixture(&f, SETTINGS);
  write_file(&f, "play.lua",
             "return settings.mood .. ' ' .. settings.hands .. ' ' .. "
             "tostring(settings.hard)");
  if (given != NULL) stl_set_pack_setting(f.L, given);
  if (stl_load_pack(f.L, f.folder) == LUA_OK) (void)run_script(&f, "play");
  expect_text(lua_tostring(f.L, -1), words);
  close_fixture(&f);
}

Test(pack, settings_are_given_by_the_host) {
  expect_setting(NULL, "calm 5 false");
  expect_setting("other:hands=7", "calm 5 false");
  expect_setting("tour:hands=7", "calm 7 false");
  expect_setting("tour:hard=true", "calm 5 true");
  expect_setting("tour:mood=wild", "wild 5 false");
  expect_setting("tour:hands=10",
                 "tour:hands: expected a number from 1 to 9, got '10'");
  expect_setting("tour:hands=five", "expected a number from 1 to 9");
  expect_setting("tour:hard=yes", "expected true or false, got 'yes'");
  expect_setting("tour:mood=mild", "expected one of calm, wild, got 'mild'");
  expect_setting("tour:mod=wild", "no such setting; did you mean 'mood'?");
}

Test(pack, settings_are_constants) {
  fixture f;
  open_fixture(&f, SETTINGS);
  write_file(&f, "play.lua", "settings.hard = true");
  write_file(&f, "helper.lua", "return settings.hrd");
  cr_assert(eq(int, stl_load_pack(f.L, f.folder), LUA_OK));
  expect_text(run_script(&f, "play"), "'hard' is set by the host");
  expect_text(run_script(&f, "helper"),
              "has no setting 'hrd'; did you mean 'hard'?");
  close_fixture(&f);
}

Test(pack, links_do_not_lead_out) {
  fixture f;
  open_fixture(&f, HEAD " }");
  char path[128];
  (void)snprintf(path, sizeof path, "%s/link.lua", f.folder);
  cr_assert(eq(int, symlink("/etc/hostname", path), 0));
  write_file(&f, "play.lua", "return require('link')");
  cr_assert(eq(int, stl_load_pack(f.L, f.folder), LUA_OK));

  expect_text(run_script(&f, "link"), "no such script");
  expect_text(run_script(&f, "play"), "no module 'link'");
  close_fixture(&f);
}

Test(pack, names_are_qualified) {
  fixture f;
  open_fixture(&f, NULL);
  cr_expect(stl_qualify(f.L, "tour", "bear"));
  expect_text(lua_tostring(f.L, -1), "tour:bear");
  cr_expect(stl_qualify(f.L, "tour", "tour:bear"));
  expect_text(lua_tostring(f.L, -1), "tour:bear");
  static const char *const wrong[] = {"core:bear", "tou:bear",   "tourx:bear",
                                      ":bear",     "tour:",      "tour:a:b",
                                      "Bear",      "tour:../be", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    cr_expect(not(stl_qualify(f.L, "tour", wrong[i])), "%s", wrong[i]);
  }
  close_fixture(&f);
}

/* The names after a value, with commas. */
static const char *names_of(lua_State *L, const char *expression) {
  stl_push_shared_env(L);
  const char *text = lua_pushfstring(L, "return %s", expression);
  cr_assert(eq(int, stl_compile(L, "=t", text, strlen(text), -2), LUA_OK));
  cr_assert(eq(int, lua_pcall(L, 0, 1, 0), LUA_OK), "%s", lua_tostring(L, -1));
  stl_push_names(L, -1);
  luaL_Buffer buffer;
  const int names = lua_gettop(L);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, names);
  luaL_buffinit(L, &buffer);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, names, i);
    luaL_addvalue(&buffer);
    luaL_addchar(&buffer, ',');
  }
  luaL_pushresult(&buffer);
  return lua_tostring(L, -1);
}

Test(pack, names_complete_what_follows_a_dot) {
  fixture f;
  open_fixture(&f, NULL);
  static const char source[] =
      "rules = strata.rules { layers = 'numbers', attributes = { power = "
      "'int' } }\n"
      "card = rules:world():spawn()\n"
      "able = strata.rules { layers = 'numbers', attributes = { abilities = "
      "'abilities' } }:world():spawn()";
  stl_push_shared_env(f.L);
  cr_assert(
      eq(int, stl_compile(f.L, "=t", source, sizeof source - 1, -1), LUA_OK));
  cr_assert(eq(int, stl_action_call(f.L, 0, 0), LUA_OK));

  expect_text(names_of(f.L, "card"),
              "abilities,base,chain,clear,definition,has,hook,hook_get,"
              "hook_set,id,is_alive,is_hooked,last_known,move,power,remove,"
              "restamp,successor,timestamp,transform,try_hook,try_unhook,"
              "unhook,value_after,why,why_not,world,zone_player,");
  const char *names = names_of(f.L, "able"); /* a method and an attribute */
  expect_text(names, "abilities,base,chain,clear,definition,");
  cr_expect(eq(ptr, strstr(names, "abilities,abilities"), NULL));
  expect_text(names_of(f.L, "card.base"), "power,");
  expect_text(
      names_of(f.L, "rules"),
      "ability,compare,event,hash,load,names,packs,replay,watches,world,");
  expect_text(names_of(f.L, "card.world"), "rollback,rules,sample_legal,save,");
  expect_text(names_of(f.L, "add(1)"), "at,locked,");
  expect_text(names_of(f.L, "it"),
              "at_least,at_most,being,except,has,inside,is,");
  expect_text(names_of(f.L, "{ b = 1, a = 2, 3 }"), "a,b,");
  expect_text(names_of(f.L, "nil"), "");
  close_fixture(&f);
}

/* A host with a state of its own, and all of Lua's libraries. */
Test(pack, a_host_opens_the_module_in_its_own_state) {
  static const char source[] =
      "local strata = ...\n"
      "local rules = strata.rules { layers = 'numbers', attributes = { power = "
      "'int' } }\n"
      "kept = rules:world():spawn { power = 2 }\n"
      "kept.world:effect { on = kept, layer = 1, power = strata.add(it) }\n"
      "assert(kept.power == 5)\n";
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "strata", luaopen_strata, 0);
  lua_pushinteger(L, 3);
  lua_setglobal(L, "it");
  cr_assert(eq(int, luaL_loadstring(L, source), LUA_OK));
  lua_pushvalue(L, -2);
  cr_expect(eq(int, lua_pcall(L, 1, 0, 0), LUA_OK), "%s", lua_tostring(L, -1));
  luaL_requiref(L, "strata", luaopen_strata, 0);
  cr_expect(eq(int,
               luaL_dostring(L, "collectgarbage() assert(kept.power == 5 "
                                "and ('x').rep == string.rep)"),
               LUA_OK));
  lua_close(L);
}

static void let_go(void *user, const char *line) {
  fixture *f = user;
  strata_world *world = NULL;
  (void)line;
  lua_getglobal(f->L, "unused"); /* the state can be used while it runs */
  lua_pop(f->L, 1);
  stl_push_shared_env(f->L);
  lua_getfield(f->L, -1, "world");
  world = stl_to_world(f->L, -1);
  lua_pop(f->L, 2);
  strata_vm_forget(f->vm, world);
}

/* A host that takes its world back while a script is in an action on it. */
Test(pack, a_world_may_go_in_the_middle) {
  fixture f = {.folder = ""};
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  strata_world *world = NULL;
  strata_error error = {.status = STRATA_OK};
  const strata_vm_config config = {.print = let_go, .print_user = &f};
  cr_assert(eq(int, strata_builder_new(NULL, NULL, &builder), STRATA_OK));
  cr_assert(eq(int,
               strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
               STRATA_OK));
  cr_assert(eq(int, strata_builder_freeze(builder, &rules), STRATA_OK));
  cr_assert(eq(int, strata_world_new(rules, NULL, &world), STRATA_OK));
  cr_assert(eq(int, strata_vm_new(&config, &f.vm), STRATA_OK));
  f.L = stl_vm_state(f.vm);

  const strata_status status = strata_vm_run(
      f.vm, world, "=t", "world:action(function() print('now') end)", &error);

  cr_expect(eq(int, status, STRATA_ESCRIPT));
  expect_text(error.text, "stale world");
  strata_vm_free(f.vm);
  strata_world_free(world);
  strata_rules_free(rules);
  strata_builder_free(builder);
}

Test(pack, a_traceback_is_kept) {
  fixture f;
  open_fixture(&f, NULL);
  static const char source[] = "local function deep() error('bad') end deep()";
  stl_push_shared_env(f.L);
  cr_assert(
      eq(int, stl_compile(f.L, "=t", source, sizeof source - 1, -1), LUA_OK));
  cr_expect(eq(int, stl_action_call(f.L, 0, 0), LUA_ERRRUN));
  cr_expect(eq(str, TEXT(stl_error_text(f.L, -1)), TEXT("t:1: bad")));
  stl_push_traceback(f.L);
  expect_text(lua_tostring(f.L, -1), "in local 'deep'");
  cr_expect(eq(int, strstr(lua_tostring(f.L, -1), "0x") == NULL, 1));
  close_fixture(&f);
}

static void stop(lua_State *L, lua_Debug *about) {
  (void)about;
  (void)luaL_error(L, "out of instructions");
}

/* Run a statement with a budget of instructions; its message, "" if none. */
static const char *run_within(lua_State *L, const char *source) {
  lua_settop(L, 0);
  stl_push_shared_env(L);
  cr_assert(eq(int, stl_compile(L, "=t", source, strlen(source), 1), LUA_OK));
  lua_sethook(L, stop, LUA_MASKCOUNT, 20000);
  const int status = stl_action_call(L, 0, 0);
  lua_sethook(L, NULL, 0, 0);
  return status == LUA_OK ? "" : lua_tostring(L, -1);
}

/* Whatever runs in the middle of an action is counted as the script is. */
Test(pack, a_budget_holds_in_handlers_policies_and_views) {
  fixture f;
  open_fixture(&f, NULL);
  static const char source[] =
      "rules = strata.rules { layers = { 'a' }, attributes = { life = 'int' "
      "},\n"
      "  handlers = { ['t:ask'] = function(ctx)\n"
      "      ctx:choose { by = ctx.you, purpose = 'may' } end,\n"
      "    ['t:loop'] = function(ctx) while true do end end },\n"
      "  events = { idle = { fields = {} } },\n"
      "  codes = { ['t:ask'] = { 'trigger', 'idle', { 'run', 't:ask' } },\n"
      "    ['t:loop'] = { 'trigger', 'idle', { 'run', 't:loop' } } } }\n"
      "world = rules:world()\n"
      "hash = world:hash()";

  expect_text(run_within(f.L, source), "");
  expect_text(run_within(f.L, "world:act { code = 't:loop' }"),
              "handler 't:loop': out of instructions");
  expect_text(run_within(f.L, "world:policy(function() while true do end end)\n"
                              "world:act { code = 't:ask' }"),
              "policy: out of instructions");
  expect_text(run_within(f.L, "world:policy()\n"
                              "world:view(function() while true do end end)\n"
                              "world:act('idle')"),
              "view: out of instructions");
  expect_text(run_within(f.L, "assert(world:hash() == hash)"), "");
  close_fixture(&f);
}
