/* A host with a Lua state in its hands: the headers and library of the binding,
 * whose target brings Lua (finding_EM28_linking_brings_lua). */
#include <lua.h>
#include <strata/lua.h>
#include <strata/pack_files.h>
#include <strata/packs.h>

static const char text[] = "return strata.version(), 6 * 7";

int main(void) {
  strata_vm *vm = NULL;
  if (strata_vm_new(NULL, &vm) != STRATA_OK) return 1;
  lua_State *L = stl_vm_state(vm);
  stl_push_shared_env(L);
  int status = stl_compile(L, "=host", text, sizeof text - 1, -1);
  if (status == LUA_OK) status = stl_action_call(L, 0, 2);
  const int is_right = status == LUA_OK && lua_tointeger(L, -1) == 42;
  strata_vm_free(vm);
  const stl_tree none = {0};
  const stl_hash_text hash = stl_pack_hash(&none);
  return is_right && hash.text[63] != 0 && hash.text[64] == 0 ? 0 : 1;
}
