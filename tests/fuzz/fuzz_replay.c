/* Fuzzes replays: replaying.lua makes a replay of the bytes and plays it. All
 * inputs share one vm, so anything that a replay leaves behind shows. Playing
 * ends within its budget. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <strata/lua.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *said) {
  fprintf(stderr, "%s\n", said ? said : "");
  __builtin_trap();
}

static int require(lua_State *L) {
  stl_library_push(L, luaL_checkstring(L, 1));
  return 1;
}

/* What replaying.lua sees: Lua's own functions and the library's modules. */
static void push_env(lua_State *L) {
  static const char *const libraries[] = {LUA_STRLIBNAME, LUA_TABLIBNAME, NULL};
  lua_newtable(L);
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  (void)lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (const char *const *name = libraries; *name != NULL; name++) {
    (void)lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_pushcfunction(L, require);
  lua_setfield(L, -2, "require");
}

/* Push the function that replaying.lua returns. */
static int load_player(lua_State *L) {
  if (stl_read_file(L, STRATA_REPLAYING) != LUA_OK) return lua_error(L);
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  push_env(L);
  if (stl_compile(L, "=replaying.lua", text, size, -1) != LUA_OK) {
    return lua_error(L);
  }
  lua_call(L, 0, 1);
  return 1;
}

static lua_State *begin(void) {
  static const strata_vm_config config = {
      .run = {.steps = 50000000, .memory = 256 << 20, .block = 16 << 20}};
  strata_vm *vm = NULL; /* until the end */
  if (strata_vm_new(&config, &vm) != STRATA_OK) fuzz_found("no vm");
  lua_State *L = stl_vm_state(vm);
  lua_pushcfunction(L, load_player);
  if (lua_pcall(L, 0, 1, 0) != LUA_OK) fuzz_found(stl_error_text(L, -1));
  return L; /* the player is at 1 */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lua_State *L = NULL;
  if (L == NULL) L = begin();
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data, size);
  if (stl_action_call(L, 1, 0) != LUA_OK) fuzz_found(stl_error_text(L, -1));
  lua_settop(L, 1);
  (void)lua_gc(L, LUA_GCCOLLECT); /* its worlds, which an action would mark */
  return 0;
}
