/*
 * pack_load.c - pack_load: a generated pack, from its files to rules, beside
 * Lua's parser on the same text; from an image of its rules, beside Lua reading
 * the same text as bytecode; the memory of a card; and loading the pack anew
 * after one card of it has changed.
 *
 * Cards are plain: a name, types, power and toughness, a text, and one of three
 * static abilities. A file has a hundred of them.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"
#include "cli/common/paths.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  CARDS_PER_FILE = 100,
  FILES_MAX = 100,
  CARD_BYTES_MAX = 320,
  FILE_BYTES_MAX = CARDS_PER_FILE * CARD_BYTES_MAX,
  CHANGED_POWER = 1000 /* no generated card has it */
};

static const char manifest_text[] =
    "return { name = \"bench\", version = \"1.0.0\", license = \"MIT\",\n"
    "  description = \"Cards that are generated\", api = 1,\n"
    "  rules = \"rules.lua\", cards = \"cards\" }\n";

static const char ruleset_text[] =
    "return ruleset {\n"
    "  layers = { \"type\", \"ability\", \"pt\" },\n"
    "  default_layers = { types = \"type\", abilities = \"ability\",\n"
    "    power = \"pt\", toughness = \"pt\" },\n"
    "  attributes = {\n"
    "    name = \"sym\", types = { \"set\", \"creature\" },\n"
    "    abilities = \"abilities\", power = \"int\", toughness = \"int\",\n"
    "    controller = \"ref\", owner = { \"ref\", unlayered = true },\n"
    "  },\n"
    "  roles = { name = \"name\", kinds = \"types\", abilities = "
    "\"abilities\",\n"
    "    controller = \"controller\", owner = \"owner\" },\n"
    "  zones = { battlefield = { shared = true } },\n"
    "  home = \"battlefield\",\n"
    "}\n";

typedef struct byte_buffer {
  char *at;
  size_t size, room;
} byte_buffer;

typedef struct generated_pack {
  stb_run *bench;
  stc_path folder;
  uint32_t count, files;
  char *texts[FILES_MAX];
  size_t sizes[FILES_MAX];
  byte_buffer dumps[FILES_MAX]; /* the texts as Lua's bytecode */
  byte_buffer image;
  strata_vm *vm;
  lua_State *L;         /* the vm's, or plain Lua */
  strata_rules *opened; /* of the image */
  uint32_t turn;
} generated_pack;

/* -- The pack's files ----------------------------------------------------- */

static void need_fine(bool is_fine, const char *what) {
  stb_must(is_fine ? STRATA_OK : STRATA_EINVAL, what);
}

static stc_path path_of_pack_load(const generated_pack *p, const char *name) {
  stc_path path = p->folder;
  need_fine(stc_path_join(&path, name), "a path");
  return path;
}

static void write_file(const generated_pack *p, const char *name,
                       const char *text, size_t size) {
  const stc_path path = path_of_pack_load(p, name);
  FILE *file = fopen(path.at, "wbe");
  need_fine(file != NULL, path.at);
  need_fine(fwrite(text, 1, size, file) == size, path.at);
  need_fine(fclose(file) == 0, path.at);
}

static void name_file(char *out, size_t room, uint32_t file) {
  (void)snprintf(out, room, "cards/c%03u.lua", file);
}

static int64_t power_of(uint32_t card) {
  return card % 7;
}

/* A card's text, with this power. */
static size_t print_card(char *out, uint32_t card, int64_t power) {
  const int size =
      snprintf(out, CARD_BYTES_MAX,
               "  card {\n"
               "    name = \"Card %u\",\n"
               "    types = { \"creature\" },\n"
               "    power = %d,\n"
               "    toughness = %u,\n"
               "    text = \"What card %u does is said in a line.\",\n"
               "    static { each.creature:of(you), power = add(%u) },\n"
               "  },\n",
               card, (int)power, card % 5 + 1, card, card % 3 + 1);
  need_fine(size > 0 && size < CARD_BYTES_MAX, "a card's text");
  return (size_t)size;
}

/* A file of cards, whose first has this power. */
static void print_file(generated_pack *p, uint32_t file, int64_t power) {
  char *text = p->texts[file];
  const uint32_t first = file * CARDS_PER_FILE;
  size_t size = (size_t)snprintf(text, FILE_BYTES_MAX, "return {\n");
  for (uint32_t n = first; n < first + CARDS_PER_FILE; n++) {
    size += print_card(text + size, n, n == first ? power : power_of(n));
  }
  size += (size_t)snprintf(text + size, FILE_BYTES_MAX - size, "}\n");
  p->sizes[file] = size;
  char name[32];
  name_file(name, sizeof name, file);
  write_file(p, name, text, size);
}

static generated_pack *pack_new(stb_run *bench, uint32_t count) {
  generated_pack *p = stb_alloc(bench, 1, sizeof *p);
  *p = (generated_pack){
      .bench = bench, .count = count, .files = count / CARDS_PER_FILE};
  char folder[] = P_tmpdir "/strata_bench_XXXXXX";
  need_fine(mkdtemp(folder) != NULL && stc_path_set(&p->folder, folder),
            "a temporary folder");
  need_fine(mkdir(path_of_pack_load(p, "cards").at, 0700) == 0,
            "a folder of cards");
  write_file(p, "pack.lua", manifest_text, sizeof manifest_text - 1);
  write_file(p, "rules.lua", ruleset_text, sizeof ruleset_text - 1);
  for (uint32_t file = 0; file < p->files; file++) {
    p->texts[file] = stb_alloc(bench, FILE_BYTES_MAX, 1);
    print_file(p, file, power_of(file * CARDS_PER_FILE));
  }
  return p;
}

static void pack_free(generated_pack *p) {
  for (uint32_t file = 0; file < p->files; file++) {
    char name[32];
    name_file(name, sizeof name, file);
    (void)unlink(path_of_pack_load(p, name).at);
    free(p->dumps[file].at);
  }
  (void)unlink(path_of_pack_load(p, "pack.lua").at);
  (void)unlink(path_of_pack_load(p, "rules.lua").at);
  (void)rmdir(path_of_pack_load(p, "cards").at);
  (void)rmdir(p->folder.at);
  stb_release(p->bench);
}

/* -- Calls of the library's Lua -------------------------------------------- */

/* Open a vm and load the library's modules, whose time is not part of a pack's.
 */
static int push_module(lua_State *L) {
  stl_library_push(L, lua_touserdata(L, 1));
  return 1;
}

static void call_checked(lua_State *L, int given, int results,
                         const char *what) {
  const bool is_fine = lua_pcall(L, given, results, 0) == LUA_OK;
  stb_must(is_fine ? STRATA_OK : STRATA_ESCRIPT,
           is_fine ? what : lua_tostring(L, -1));
}

static void open_pack_load_vm(generated_pack *p, char *module) {
  static const strata_limits none = {STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                     STRATA_NO_LIMIT, STRATA_NO_LIMIT,
                                     STRATA_NO_LIMIT};
  const strata_vm_config config = {
      .alloc = stb_heap_alloc, .alloc_user = &p->bench->heap, .run = none};
  stb_must(strata_vm_new(&config, &p->vm), "a vm");
  p->L = stl_vm_state(p->vm);
  lua_pushcfunction(p->L, push_module);
  lua_pushlightuserdata(p->L, module);
  call_checked(p->L, 1, 1, "a module");
}

/* Call a method of the object on the top, which stays; push the result. */
static void call_method(lua_State *L, const char *name, int results) {
  (void)lua_getfield(L, -1, name);
  lua_pushvalue(L, -2);
  call_checked(L, 1, results, name);
}

/* Load the pack and make rules of it; the game is pushed above the module. */
static void load_game(generated_pack *p) {
  (void)lua_getfield(p->L, -1, "load");
  lua_pushstring(p->L, p->folder.at);
  call_checked(p->L, 1, 1, "load");
  call_method(p->L, "freeze", 0);
}

static char game_module[] = "strata.link.linker";
static char live_module[] = "strata.session.live_game";

static unsigned open_game_vm(void *context) {
  open_pack_load_vm(context, game_module);
  return STRATA_OK;
}

static unsigned engine_load(void *context) {
  load_game(context);
  return STRATA_OK;
}

static unsigned close_vm(void *context) {
  generated_pack *p = context;
  strata_vm_free(p->vm);
  p->vm = NULL;
  p->L = NULL;
  return STRATA_OK;
}

static void *count_lua_memory(void *user, void *ptr, size_t old_size,
                              size_t size) {
  if (ptr == NULL && size == 0) return NULL;
  return stb_heap_alloc(user, ptr, ptr != NULL ? old_size : 0, size);
}

/* A state of plain Lua. */
static unsigned open_lua(void *context) {
  generated_pack *p = context;
  p->L = lua_newstate(count_lua_memory, &p->bench->heap);
  need_fine(p->L != NULL, "a state of Lua");
  return STRATA_OK;
}

static unsigned close_lua(void *context) {
  generated_pack *p = context;
  lua_close(p->L);
  p->L = NULL;
  return STRATA_OK;
}

/* Leave the function of a file on the top. */
static void load_file(generated_pack *p, const char *bytes, size_t size,
                      const char *mode) {
  need_fine(luaL_loadbufferx(p->L, bytes, size, "=cards", mode) == LUA_OK,
            "a file of cards");
}

static unsigned base_compile(void *context) {
  generated_pack *p = context;
  for (uint32_t file = 0; file < p->files; file++) {
    load_file(p, p->texts[file], p->sizes[file], "t");
    lua_rawseti(p->L, LUA_REGISTRYINDEX, (lua_Integer)file + 100);
  }
  return STRATA_OK;
}

/* -- From an image -------------------------------------------------------- */

static int add_pack_load_bytes(lua_State *L, const void *from, size_t size,
                               void *user) {
  byte_buffer *all = user;
  (void)L;
  if (all->room - all->size < size) {
    const size_t room = 2 * all->room + size;
    char *grown = realloc(all->at, room);
    if (grown == NULL) return 1;
    all->at = grown;
    all->room = room;
  }
  memcpy(all->at + all->size, from, size);
  all->size += size;
  return 0;
}

static void dump_files(generated_pack *p) {
  (void)open_lua(p);
  for (uint32_t file = 0; file < p->files; file++) {
    load_file(p, p->texts[file], p->sizes[file], "t");
    need_fine(lua_dump(p->L, add_pack_load_bytes, &p->dumps[file], 0) == 0,
              "bytecode");
    lua_pop(p->L, 1);
  }
  (void)close_lua(p);
}

static unsigned base_undump(void *context) {
  generated_pack *p = context;
  for (uint32_t file = 0; file < p->files; file++) {
    load_file(p, p->dumps[file].at, p->dumps[file].size, "b");
    lua_rawseti(p->L, LUA_REGISTRYINDEX, (lua_Integer)file + 100);
  }
  return STRATA_OK;
}

static strata_rules *open_image(const generated_pack *p) {
  const strata_image_desc desc = {.bytes = p->image.at,
                                  .size = p->image.size,
                                  .alloc = stb_heap_alloc,
                                  .alloc_user = &p->bench->heap};
  strata_rules *rules = NULL;
  stb_must(strata_rules_from_image(&desc, &rules, NULL), "an image");
  return rules;
}

static unsigned engine_open(void *context) {
  generated_pack *p = context;
  p->opened = open_image(p);
  return STRATA_OK;
}

static unsigned free_opened(void *context) {
  const generated_pack *p = context;
  strata_rules_free(p->opened);
  return STRATA_OK;
}

/* Check that the rules of an image have the hash of the rules that it was made
 * of. */
static void make_pack_load_image(generated_pack *p) {
  (void)open_game_vm(p);
  load_game(p);
  (void)lua_getfield(p->L, -1, "rules");
  const strata_rules *rules = stl_to_rules(p->L, -1);
  need_fine(rules != NULL, "rules");
  stb_must(strata_rules_image(rules, NULL, 0, &p->image.size),
           "the size of an image");
  p->image.at = stb_alloc(p->bench, p->image.size, 1);
  stb_must(
      strata_rules_image(rules, p->image.at, p->image.size, &p->image.size),
      "an image");
  (void)engine_open(p);
  stb_expect(p->bench, strata_rules_hash(p->opened) == strata_rules_hash(rules),
             "rules of an image");
  (void)free_opened(p);
  (void)close_vm(p);
}

/* Change the first card, and load the game anew. */
static unsigned change_card(void *context) {
  generated_pack *p = context;
  print_file(p, 0, CHANGED_POWER + p->turn++ % 2);
  return STRATA_OK;
}

static unsigned engine_reload(void *context) {
  const generated_pack *p = context;
  call_method(p->L, "reload", 1);
  return STRATA_OK;
}

static unsigned pop_result(void *context) {
  const generated_pack *p = context;
  lua_pop(p->L, 1);
  return STRATA_OK;
}

/* -- What must be right --------------------------------------------------- */

static lua_Integer field_of(lua_State *L, const char *name) {
  (void)lua_getfield(L, -1, name);
  const lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return value;
}

/* Every card is a definition with the power of its text. The game is on the
 * top. */
static void check_pack_load(generated_pack *p, int64_t first) {
  lua_State *L = p->L;
  uint32_t right = 0;
  (void)lua_getfield(L, -1, "spec");
  (void)lua_getfield(L, -1, "definitions");
  for (uint32_t n = 0; n < p->count; n++) {
    char name[64];
    (void)snprintf(name, sizeof name, "bench:card_%u", n);
    if (lua_getfield(L, -1, name) == LUA_TTABLE) {
      const int64_t power = n == 0 ? first : power_of(n);
      right += field_of(L, "power") == power &&
               field_of(L, "toughness") == n % 5 + 1;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  stb_expect(p->bench, right == p->count, "a card of a pack");
}

/* The bytes for a card that a loaded game keeps: rules and Lua's tables. */
static double bytes_per_card(generated_pack *p) {
  (void)open_game_vm(p);
  (void)lua_gc(p->L, LUA_GCCOLLECT, 0);
  const double before = (double)p->bench->heap.live_bytes;
  load_game(p);
  check_pack_load(p, power_of(0));
  (void)lua_gc(p->L, LUA_GCCOLLECT, 0);
  const double after = (double)p->bench->heap.live_bytes;
  (void)close_vm(p);
  return (after - before) / p->count;
}

static void measure_reload(generated_pack *p, const char *name) {
  open_pack_load_vm(p, live_module);
  (void)lua_getfield(p->L, -1, "open");
  lua_pushstring(p->L, p->folder.at);
  call_checked(p->L, 1, 1, "open");
  const stb_case what = {.name = name,
                         .unit = "reload",
                         .subject = {.act = engine_reload,
                                     .begin = change_card,
                                     .back = pop_result},
                         .context = p,
                         .goal = STB_GOAL_NS,
                         .limit = 100e6};
  (void)stb_measure(p->bench, &what);
  p->turn = 0;
  stb_run_once(p->bench, &what.subject, p);
  (void)lua_getfield(p->L, -1, "game");
  check_pack_load(p, CHANGED_POWER);
  (void)close_vm(p);
}

/* Measure a way of loading all, beside what Lua does with the same text. */
static void measure_load(generated_pack *p, stb_case what, const char *from) {
  what.name = stb_text(p->bench, "%u cards, from %s", p->count, from);
  what.unit = "load";
  what.context = p;
  what.goal = STB_GOAL_RATIO;
  what.decides = true;
  what.size = p->count;
  what.whole = true;
  (void)stb_measure(p->bench, &what);
}

static void size_case_pack_load(stb_run *bench, uint32_t count,
                                stb_series *series, stb_series *images) {
  generated_pack *p = pack_new(bench, count);
  measure_load(p,
               (stb_case){.subject = {.act = engine_load,
                                      .begin = open_game_vm,
                                      .back = close_vm},
                          .baseline = {.act = base_compile,
                                       .begin = open_lua,
                                       .back = close_lua},
                          .beside = "compiling the same text",
                          .limit = 1.3,
                          .series = series},
               "source");
  make_pack_load_image(p);
  dump_files(p);
  measure_load(p,
               (stb_case){.subject = {.act = engine_open, .back = free_opened},
                          .baseline = {.act = base_undump,
                                       .begin = open_lua,
                                       .back = close_lua},
                          .beside = "undumping the same text",
                          .limit = 1.5,
                          .series = images},
               "an image");
  stb_row_figure(bench,
                 &(stb_case){.name = stb_text(bench, "%u cards, a card", count),
                             .unit = "B"},
                 bytes_per_card(p));
  measure_reload(p, stb_text(bench, "%u cards, one changed", count));
  pack_free(p);
}

void stb_workload_pack_load(stb_run *bench) {
  stb_series series = {0};
  stb_series images = {0};
  size_case_pack_load(bench, 1000, &series, &images);
  if (!bench->quick) size_case_pack_load(bench, 10000, &series, &images);
}
