/* Fuzzes texts of cards: a pack of one card under the rules of the pack craft
 * is loaded and frozen. Loading ends within its budget; a mistake is reported
 * with a place in the file, never as an error inside the library. */
#include <lauxlib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *law, const char *said) {
  fprintf(stderr, "law broken: %s\n%s\n", law, said ? said : "");
  __builtin_trap();
}

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
    fuzz_found("a file cannot be written", path);
  }
}

/* Here, beside what else the fuzzers leave. */
static void make_pack(void) {
  static const char manifest[] =
      "return { name = 'fuzzed', version = '1.0.0', description = 'd', "
      "license = 'MIT', api = 1, cards = 'cards', "
      "requires = { craft = '>=0.1.0' } }";
  (void)mkdir("fuzz_card.pack", 0700);
  (void)mkdir("fuzz_card.pack/cards", 0700);
  write_file("fuzz_card.pack/pack.lua", manifest, sizeof manifest - 1);
}

static int prepare(lua_State *L) {
  stl_set_pack_folder(L, STRATA_CARDS);
  stl_library_push(L, "strata.link.linker");
  (void)lua_getfield(L, -1, "load");
  lua_pushliteral(L, "fuzz_card.pack");
  return 2;
}

static int freeze(lua_State *L) {
  (void)lua_getfield(L, 1, "freeze");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static void check_message(lua_State *L) {
  const char *said = stl_error_text(L, -1);
  if (said[0] == '\0') fuzz_found("a refusal that says nothing", NULL);
  if (strncmp(said, "strata.", 7) == 0) fuzz_found("an error of ours", said);
}

/* Compiling the words takes longer than a card, so a vm plays many. */
static lua_State *vm_state(void) {
  static const strata_vm_config config = {
      .run = {.steps = 50000000, .memory = 256 << 20, .block = 16 << 20}};
  static strata_vm *vm;
  static int uses;
  if (vm == NULL) make_pack();
  if (vm == NULL || ++uses % 1000 == 0) {
    strata_vm_free(vm);
    if (strata_vm_new(&config, &vm)) fuzz_found("no vm", NULL);
  }
  return stl_vm_state(vm);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lua_State *L = vm_state();
  write_file("fuzz_card.pack/cards/card.lua", data, size);
  lua_pushcfunction(L, prepare);
  if (lua_pcall(L, 0, 2, 0) != LUA_OK) fuzz_found("no words", NULL);
  bool is_fine = stl_action_call(L, 1, 1) == LUA_OK;
  if (is_fine) {
    lua_pushcfunction(L, freeze);
    lua_insert(L, -2);
    is_fine = stl_action_call(L, 1, 1) == LUA_OK;
  }
  if (!is_fine) check_message(L);
  lua_settop(L, 0);
  return 0;
}
