/* Games that are loaded anew take over what has not changed, and are what they
 * would be if they were loaded for the first time. */
#include "lua/core/sorting.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(adopt, .timeout = 60);

#define TEXT(s) ((char *)(uintptr_t)(s))

typedef struct file {
  const char *path, *text;
} file;

#define BASE_MANIFEST                                                          \
  "return { name = 'base', version = '1.0.0', description = 'd', "             \
  "license = 'MIT', api = 1, rules = 'rules.lua', cards = 'cards' }"
#define MANIFEST(more)                                                         \
  "return { name = 'mine', version = '1.0.0', description = 'd', "             \
  "license = 'MIT', api = 1, requires = { base = '*' }, cards = 'cards'" more  \
  "}"
#define RULES(number)                                                          \
  "return ruleset { layers = { 'ability', 'add' },\n"                          \
  "  default_layers = { power = 'add', tag = 'add', gifts = 'ability' },\n"    \
  "  attributes = { name = 'sym', tag = 'sym',\n"                              \
  "    power = { 'int', default = " number " },\n"                             \
  "    kinds = { 'set', 'imp', 'ogre' }, gifts = 'abilities',\n"               \
  "    controller = 'ref', owner = 'ref' },\n"                                 \
  "  roles = { controller = 'controller', owner = 'owner', name = 'name',\n"   \
  "    abilities = 'gifts', kinds = 'kinds' },\n"                              \
  "  keywords = { 'flying' },\n"                                               \
  "  zones = { table = { shared = true } }, home = 'table' }\n"
#define IMP       "return card { name = 'Imp', kinds = { 'imp' }, power = 1,\n"
#define STATIC(n) "static { each.imp, power = add(" n ") }"

/* What a test begins with. */
static const file files[] = {
    {"base/pack.lua", BASE_MANIFEST},
    {"base/rules.lua", RULES("0")},
    {"base/cards/imp.lua", IMP STATIC("1") ", 'flying' }\n"},
    {"base/cards/two.lua",
     "return { card { name = 'Two', power = 2, " STATIC(
         "1") " },\n"
              "  card { name = 'Three', power = 3, " STATIC(
                  "2") ",\n"
                       "    back = card { name = 'Four', power = 4, " STATIC(
                           "1") " } } }\n"},
    {"base/cards/giver.lua",
     "return card { name = 'Giver', static { each.imp,\n"
     "  gifts = grant(static { this, power = add(3) }) } }\n"},
    {"base/cards/namer.lua",
     "return card { name = 'Namer', static { each.imp, tag = set('Imp') },\n"
     "  static { each.ogre, gifts = remove_all_but_mana } }\n"},
    {"mine/pack.lua", MANIFEST("")},
    {"mine/cards/ogre.lua",
     "return card { name = 'Ogre', kinds = { 'ogre' }, " STATIC("1") " }\n"},
};
enum { FILES = sizeof files / sizeof files[0] };

/* What becomes of it: up to two files are written; a text that is NULL takes
 * one away. `adopts`: the card 'Two' is the one that was there. */
static const struct {
  const char *name;
  file edits[2];
  bool adopts, fails;
} cases[] = {
    {"nothing", {{NULL, NULL}}, true, false},
    {"a number",
     {{"base/cards/imp.lua", "return card { name = 'Imp', power = 9,\n" STATIC(
                                 "1") ", 'flying' }\n"}},
     true,
     false},
    {"an ability",
     {{"base/cards/imp.lua", IMP STATIC("2") ", 'flying' }\n"}},
     true,
     false},
    {"one more ability",
     {{"base/cards/imp.lua", IMP STATIC("1") "," STATIC("1") " }\n"}},
     true,
     false},
    {"what all abilities are",
     {{"base/cards/imp.lua", IMP "'flying' }\n"}},
     true,
     false},
    {"an inner ability",
     {{"base/cards/giver.lua",
       "return card { name = 'Giver', static { each.imp,\n"
       "  gifts = grant(static { this, power = add(4) }) } }\n"}},
     true,
     false},
    {"a symbol that only one names",
     {{"base/cards/namer.lua",
       "return card { name = 'Namer', static { each.imp, tag = set('Elf') } "
       "}\n"}},
     true,
     false},
    {"a card goes", {{"base/cards/imp.lua", NULL}}, true, false},
    {"a card comes",
     {{"mine/cards/more.lua", "return card { name = 'More', 'flying' }\n"}},
     true,
     false},
    {"a name that another has",
     {{"mine/cards/more.lua", "return card { name = 'Two' }\n"}},
     true,
     true},
    {"an earlier one takes the name",
     {{"base/cards/a.lua", "return card { name = 'Two' }\n"}},
     true,
     true},
    {"an earlier one takes the id of a back",
     {{"base/cards/a.lua", "return card { name = 'A', id = 'three_back' }\n"}},
     false,
     false},
    {"a later one takes the id of a back",
     {{"base/cards/z.lua", "return card { name = 'Z', id = 'three_back' }\n"}},
     false,
     false},
    {"a back takes the id of another",
     {{"base/cards/a.lua",
       "return card { name = 'A', id = 'thr', back = card { name = 'B' } }\n"},
      {"base/cards/imp.lua", "return card { name = 'I', id = 'thr_back' }\n"}},
     true,
     false},
    {"a mistake",
     {{"base/cards/imp.lua", "return card { name = 'Imp', pwer = 1 }\n"}},
     true,
     true},
    {"an amendment",
     {{"mine/cards/more.lua", "return amend 'base:two' { power = add(5) }\n"}},
     false,
     false},
    {"an amendment of the back",
     {{"mine/cards/more.lua",
       "return amend 'base:three' { back = { power = 5 } }\n"}},
     false,
     false},
    {"an amendment gives a back with the id of another",
     {{"mine/cards/more.lua",
       "return { card { name = 'More', id = 'more' }, amend 'mine:more' {\n"
       "  back = card { name = 'Ogre Back', id = 'ogre' } } }\n"}},
     false,
     true},
    {"rules", {{"base/rules.lua", RULES("7")}}, false, false},
    {"a manifest",
     {{"mine/pack.lua", MANIFEST(", renames = { Ogur = 'Ogre' }")}},
     false,
     false},
};
enum { CASES = sizeof cases / sizeof cases[0] };

typedef struct fixture {
  strata_vm *vm;
  lua_State *L;
  char folder[64];
} fixture;

static void path_of(const fixture *f, const char *name, char out[160]) {
  (void)snprintf(out, 160, "%s/%s", f->folder, name);
}

static void write_file(const fixture *f, const file *what) {
  char path[160];
  path_of(f, what->path, path);
  if (what->text == NULL) {
    cr_assert(eq(int, unlink(path), 0));
    return;
  }
  FILE *out = fopen(path, "wb");
  cr_assert(ne(ptr, out, NULL));
  cr_assert(eq(sz, fwrite(what->text, 1, strlen(what->text), out),
               strlen(what->text)));
  cr_assert(eq(int, fclose(out), 0));
}

static const char *const folders[] = {"base", "base/cards", "mine",
                                      "mine/cards"};

static void open_fixture(fixture *f) {
  *f = (fixture){.folder = "strata-adopt-XXXXXX"};
  cr_assert(ne(ptr, mkdtemp(f->folder), NULL));
  for (size_t i = 0; i < 4; i++) {
    char path[160];
    path_of(f, folders[i], path);
    cr_assert(eq(int, mkdir(path, 0700), 0));
  }
  for (size_t i = 0; i < FILES; i++) {
    write_file(f, &files[i]);
  }
  cr_assert(eq(int, strata_vm_new(NULL, &f->vm), STRATA_OK));
  f->L = stl_vm_state(f->vm);
}

/* Take away what cases have written, and write what a test begins with. */
static void restore(const fixture *f) {
  char path[160];
  for (size_t i = 0; i < CASES; i++) {
    for (size_t k = 0; k < 2 && cases[i].edits[k].path != NULL; k++) {
      path_of(f, cases[i].edits[k].path, path);
      (void)unlink(path);
    }
  }
  for (size_t i = 0; i < FILES; i++) {
    write_file(f, &files[i]);
  }
}

static void close_fixture(fixture *f) {
  char path[160];
  restore(f);
  for (size_t i = 0; i < FILES; i++) {
    path_of(f, files[i].path, path);
    (void)unlink(path);
  }
  for (size_t i = 4; i-- > 0;) {
    path_of(f, folders[i], path);
    cr_expect(eq(int, rmdir(path), 0));
  }
  cr_expect(eq(int, rmdir(f->folder), 0));
  strata_vm_free(f->vm);
}

/* -- Sessions -- */

static char live_module[] = "strata.session.live_game";
static char host_module[] = "strata.host";
static char engine_module[] = "strata";

static int push_script(lua_State *L) {
  stl_library_push(L, lua_touserdata(L, 1));
  return 1;
}

static void push_module(lua_State *L, char *name) {
  lua_pushcfunction(L, push_script);
  lua_pushlightuserdata(L, name);
  cr_assert(eq(int, lua_pcall(L, 1, 1, 0), LUA_OK), "%s", lua_tostring(L, -1));
}

/* Push a session of the pack, or what is wrong with it; whether it is fine. */
static bool open_session(const fixture *f) {
  char path[160];
  path_of(f, "mine", path);
  push_module(f->L, live_module);
  (void)lua_getfield(f->L, -1, "open");
  lua_replace(f->L, -2);
  lua_pushstring(f->L, path);
  return lua_pcall(f->L, 1, 1, 0) == LUA_OK;
}

/* Load the session at `index` anew; push what is wrong if it is not fine. */
static bool reload(const fixture *f, int index) {
  (void)lua_getfield(f->L, index, "reload");
  lua_pushvalue(f->L, index);
  if (lua_pcall(f->L, 1, 1, 0) != LUA_OK) return false;
  lua_pop(f->L, 1);
  return true;
}

/* Push game.name of the session at `index`. */
static void push_part(lua_State *L, int index, const char *name) {
  (void)lua_getfield(L, index, "game");
  (void)lua_getfield(L, -1, name);
  lua_replace(L, -2);
}

/* Push the hash of the rules of the session at `index`. */
static void push_hash(lua_State *L, int index) {
  push_part(L, index, "rules");
  (void)lua_getfield(L, -1, "hash");
  lua_insert(L, -2);
  cr_assert(eq(int, lua_pcall(L, 1, 1, 0), LUA_OK));
}

/* Push the draft of the card 'Two'. */
static void push_two(lua_State *L, int index) {
  push_part(L, index, "cards");
  (void)lua_getfield(L, -1, "Two");
  (void)lua_getfield(L, -1, "draft");
  lua_replace(L, -3);
  lua_pop(L, 1);
  cr_assert(eq(int, lua_type(L, -1), LUA_TTABLE));
}

/* Whether host.same() says so of game.name of two sessions, or that they have
 * the same keys. */
static bool is_same_part(lua_State *L, const char *name, bool by_keys) {
  enum { SESSION = 1, FRESH = 4 };
  const int top = lua_gettop(L);
  push_module(L, host_module);
  (void)lua_getfield(L, -1, by_keys ? "differing" : "same");
  push_part(L, SESSION, name);
  push_part(L, FRESH, name);
  cr_assert(eq(int, lua_pcall(L, 2, 3, 0), LUA_OK), "%s", lua_tostring(L, -1));
  const bool is_same = by_keys
                           ? lua_rawlen(L, -1) == 0 && lua_rawlen(L, -2) == 0
                           : lua_toboolean(L, -3);
  lua_settop(L, top);
  return is_same;
}

/* The session's game has what the fresh one's has, in the same order. */
static void expect_same_parts(lua_State *L, const char *what) {
  static const char *const tables[] = {"abilities", "cards", "definitions"};
  static const char *const lists[] = {"ability_order", "face_order",
                                      "face_symbols", "sorted_symbols"};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    cr_expect(is_same_part(L, tables[i], true), "%s: %s", what, tables[i]);
  }
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    cr_expect(is_same_part(L, lists[i], false), "%s: %s", what, lists[i]);
  }
}

static void edit(const fixture *f, size_t n) {
  for (size_t k = 0; k < 2 && cases[n].edits[k].path != NULL; k++) {
    write_file(f, &cases[n].edits[k]);
  }
}

static void expect_case(size_t n) {
  enum { SESSION = 1, HASH, TWO, FRESH };
  fixture f;
  open_fixture(&f);
  lua_State *L = f.L;
  cr_assert(open_session(&f), "%s", lua_tostring(L, -1));
  push_hash(L, SESSION);
  push_two(L, SESSION);
  edit(&f, n);
  const bool is_fresh = open_session(&f);
  const bool is_fine = reload(&f, SESSION);
  cr_expect(eq(int, is_fresh, !cases[n].fails), "%s", cases[n].name);
  cr_assert(eq(int, is_fine, is_fresh), "%s: %s", cases[n].name,
            is_fine ? "" : lua_tostring(L, -1));
  if (!is_fine) {
    cr_expect(eq(str, TEXT(lua_tostring(L, -1)), TEXT(lua_tostring(L, FRESH))),
              "%s", cases[n].name);
    push_hash(L, SESSION); /* as it was */
    cr_expect(lua_rawequal(L, -1, HASH), "%s", cases[n].name);
  } else {
    push_hash(L, SESSION);
    push_hash(L, FRESH);
    cr_expect(lua_rawequal(L, -1, -2), "%s", cases[n].name);
    expect_same_parts(L, cases[n].name);
    push_two(L, SESSION);
    cr_expect(eq(int, lua_rawequal(L, -1, TWO), cases[n].adopts), "%s",
              cases[n].name);
  }
  close_fixture(&f);
}

Test(adopt, a_game_that_is_loaded_anew_is_what_it_would_be_if_it_were_new) {
  for (size_t n = 0; n < CASES; n++) {
    expect_case(n);
  }
}

/* One edit after the other, on the rules that the edit before has left. */
Test(adopt, edits_follow_edits) {
  fixture f;
  open_fixture(&f);
  lua_State *L = f.L;
  cr_assert(open_session(&f), "%s", lua_tostring(L, -1));
  for (size_t n = 0; n < 2 * CASES; n++) {
    const size_t k = n * 7 % CASES;
    if (cases[k].edits[0].text == NULL) continue;
    edit(&f, k);
    const bool is_fresh = open_session(&f);
    const bool is_fine = reload(&f, 1);
    cr_assert(eq(int, is_fine, is_fresh), "%s", cases[k].name);
    if (is_fine) {
      push_hash(L, 1);
      push_hash(L, 2);
      cr_expect(lua_rawequal(L, -1, -2), "%s", cases[k].name);
    } else {
      cr_expect(eq(str, TEXT(lua_tostring(L, -1)), TEXT(lua_tostring(L, 2))),
                "%s", cases[k].name);
    }
    lua_settop(L, 1);
    if (n % 3 != 0) restore(&f); /* else the next edit comes on top of it */
  }
  close_fixture(&f);
}

/* How many cards the session at `index` has drafts of. */
static size_t count_drafts(lua_State *L, int index) {
  push_part(L, index, "drafts");
  (void)lua_getfield(L, -1, "list");
  const size_t count = lua_rawlen(L, -1);
  lua_pop(L, 2);
  return count;
}

/* A file that was taken over is taken over again, until its text changes: then
 * none of its cards is left. */
Test(adopt, what_was_taken_over_is_taken_over_again_or_gone) {
  static const file imps[] = {
      {"base/cards/imp.lua", IMP STATIC("2") "}\n"},
      {"base/cards/imp.lua", IMP STATIC("3") "}\n"},
  };
  static const file six = {"base/cards/two.lua",
                           "return card { name = 'Six', power = 6 }\n"};
  enum { SESSION = 1, TWO, FRESH = 4 };
  fixture f;
  open_fixture(&f);
  lua_State *L = f.L;
  cr_assert(open_session(&f), "%s", lua_tostring(L, -1));
  push_two(L, SESSION);
  for (size_t i = 0; i < 2; i++) {
    write_file(&f, &imps[i]);
    cr_assert(reload(&f, SESSION), "%s", lua_tostring(L, -1));
    push_two(L, SESSION);
    cr_expect(lua_rawequal(L, -1, TWO), "reload %zu", i + 1);
    lua_pop(L, 1);
  }
  write_file(&f, &six);
  cr_assert(reload(&f, SESSION), "%s", lua_tostring(L, -1));
  lua_settop(L, SESSION);
  lua_pushnil(L);
  lua_pushnil(L);
  cr_assert(open_session(&f), "%s", lua_tostring(L, -1));
  expect_same_parts(L, "after three");
  cr_expect(eq(sz, count_drafts(L, SESSION), count_drafts(L, FRESH)));
  close_fixture(&f);
}

/* The outline of a file takes longer and keeps more than the rest of loading
 * it: it is read where a message needs a line, and not for a file of cards
 * without a mistake. */
Test(adopt, cards_without_a_mistake_are_loaded_without_outlines) {
  fixture f;
  open_fixture(&f);
  lua_State *L = f.L;
  cr_assert(open_session(&f), "%s", lua_tostring(L, -1));
  push_part(L, 1, "files");
  (void)lua_getfield(L, -1, "texts");
  (void)lua_getfield(L, -2, "outlines");
  size_t cards = 0;
  for (lua_pushnil(L); lua_next(L, -3) != 0; lua_pop(L, 1)) {
    const char *path = lua_tostring(L, -2);
    if (strstr(path, "/cards/") == NULL) continue;
    cards++;
    cr_expect(eq(int, lua_getfield(L, -3, path), LUA_TNIL), "%s", path);
    lua_pop(L, 1);
  }
  cr_expect(eq(sz, cards, 5));
  close_fixture(&f);
}

/* -- What tables say --------------------------------------------------------
 */

static const struct {
  const char *a, *b;
  bool is_shape, is_same;
} sayings[] = {
    {"{}", "{}", true, true},
    {"{ 1, 'x', a = true }", "{ 1, 'x', a = true }", true, true},
    {"{ 1, 'x', a = true }", "{ 1, 'x', a = false }", false, false},
    {"{ 1 }", "{ 1.5 }", false, false},
    {"{ '1' }", "{ 1 }", false, false},
    {"{ a = 'b', c = 'd' }", "{ a = 'bc', ['d'] = 'd' }", false, false},
    {"{ { 1 } }", "{ { 1 } }", true, true},
    {"{ { 1 } }", "{ { 1, 2 } }", false, false},
    {"{ { 1 }, 2 }", "{ { 1, 2 } }", false, false},
    {"{ x = { y = 1 } }", "{ x = { y = 1, z = 1 } }", false, false},
    {"{ x = { y = 1, z = 1 } }", "{ x = { y = 1 } }", false, false},
    {"{ add(1) }", "{ add(1) }", false, true},
    {"{ add(1) }", "{ add(2) }", false, false},
    {"{ add(1) }", "{ sub(1) }", false, false},
    {"{ add(1) }", "{ add(1):at('a') }", false, false},
    {"{ add(1) }", "{ add(1):locked() }", false, false},
    {"{ scale(1, 2, 'up') }", "{ scale(1, 2, 'down') }", false, false},
    {"{ borrow(all, 'static') }", "{ borrow(all, 'mana') }", false, false},
    {"{ expr('1 + x') }", "{ expr('1 + x') }", false, true},
    {"{ expr('1 + x') }", "{ expr('1 + y') }", false, false},
    {"{ function() end }", "{ function() end }", false, false},
};

/* Push the value of an expression in which the module's words are known. */
static void push_said(lua_State *L, const char *text) {
  char chunk[128];
  (void)snprintf(chunk, sizeof chunk, "return %s", text);
  cr_assert(eq(int, luaL_loadstring(L, chunk), LUA_OK));
  push_module(L, engine_module);
  cr_assert(ne(ptr, TEXT(lua_setupvalue(L, -2, 1)), NULL));
  cr_assert(eq(int, lua_pcall(L, 0, 1, 0), LUA_OK), "%s", lua_tostring(L, -1));
}

/* -- Copies, and what differs -----------------------------------------------
 */

/* Push the names of the list at `index`, sorted, as a text. */
static void push_sorted(lua_State *L, int index) {
  const lua_Integer count = (lua_Integer)lua_rawlen(L, index);
  stl_sort_list(L, index, count, 0);
  lua_pushliteral(L, "");
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) lua_pushliteral(L, " ");
    lua_rawgeti(L, index, i);
    lua_concat(L, i > 1 ? 3 : 2);
  }
}

static const struct {
  const char *before, *after, *changed, *added, *removed;
} differences[] = {
    {"{}", "{}", "", "", ""},
    {"{ a = 1, b = 2 }", "{ b = 2, a = 1 }", "", "", ""},
    {"{ a = 1, b = 2, c = 3 }", "{ a = 1, b = 5, c = 4 }", "b c", "", ""},
    {"{ a = 1 }", "{ a = 1, b = 2, c = 3 }", "", "b c", ""},
    {"{ a = 1, b = 2 }", "{ c = 3 }", "", "c", "a b"},
    {"{ a = {} }", "{ a = {} }", "a", "", ""},
    {"{ 'x', a = false }", "{ 'y', 'z', a = true }", "a", "", ""},
};

Test(adopt, what_differs_is_told_by_name) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  push_module(L, host_module);
  for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
    const char *want[] = {differences[i].changed, differences[i].added,
                          differences[i].removed};
    (void)lua_getfield(L, 1, "differing");
    push_said(L, differences[i].before);
    push_said(L, differences[i].after);
    cr_assert(eq(int, lua_pcall(L, 2, 3, 0), LUA_OK));
    for (int k = 0; k < 3; k++) {
      push_sorted(L, 2 + k);
      cr_expect(eq(str, TEXT(lua_tostring(L, -1)), TEXT(want[k])), "%s, %s",
                differences[i].before, differences[i].after);
      lua_pop(L, 1);
    }
    lua_settop(L, 1);
  }
  strata_vm_free(vm);
}

Test(adopt, a_copy_lacks_what_it_is_told_to) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  push_module(L, host_module);
  for (lua_Integer room = -1; room < 9; room += 3) {
    (void)lua_getfield(L, 1, "same");
    (void)lua_getfield(L, 1, "copied");
    push_said(L, "{ 7, 8, a = 1, b = false, c = 3 }");
    push_said(L, "{ a = true, [2] = false, d = true }");
    lua_pushinteger(L, room);
    cr_assert(eq(int, lua_pcall(L, 3, 1, 0), LUA_OK));
    push_said(L, "{ 7, b = false, c = 3 }");
    cr_assert(eq(int, lua_pcall(L, 2, 1, 0), LUA_OK));
    cr_expect(lua_toboolean(L, -1));
    lua_settop(L, 1);
  }
  strata_vm_free(vm);
}

/* -- Shapes ------------------------------------------------------------------
 */

Test(adopt, tables_are_told_apart_by_all_that_they_say) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  push_module(L, host_module);
  for (size_t i = 0; i < sizeof sayings / sizeof sayings[0]; i++) {
    const char *both[] = {sayings[i].a, sayings[i].b};
    (void)lua_getfield(L, 1, "same");
    push_said(L, both[0]);
    push_said(L, both[1]);
    for (int k = 0; k < 2; k++) {
      (void)lua_getfield(L, 1, "shape");
      lua_pushliteral(L, "static");
      lua_pushvalue(L, 3 + k);
      cr_assert(eq(int, lua_pcall(L, 2, 1, 0), LUA_OK));
      cr_expect(eq(int, lua_type(L, -1), LUA_TSTRING), "%s", both[k]);
    }
    cr_expect(eq(int, lua_rawequal(L, -1, -2), sayings[i].is_shape), "%s, %s",
              both[0], both[1]);
    lua_pop(L, 2);
    cr_assert(eq(int, lua_pcall(L, 2, 1, 0), LUA_OK));
    cr_expect(eq(int, lua_toboolean(L, -1), sayings[i].is_same), "%s, %s",
              both[0], both[1]);
    lua_settop(L, 1);
  }
  strata_vm_free(vm);
}
