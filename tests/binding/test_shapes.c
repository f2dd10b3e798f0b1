/* Shapes of tables: what has one, and that equal tables have equal ones. */
#include "lua/inspect/table_shape.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <lauxlib.h>
#include <strata/lua.h>

TestSuite(shapes, .timeout = 60);

/* Run a text, which asserts what it says. */
static void run(const char *text) {
  strata_vm *vm = NULL;
  cr_assert(eq(int, strata_vm_new(NULL, &vm), STRATA_OK));
  lua_State *L = stl_vm_state(vm);
  const int top = lua_gettop(L);
  lua_register(L, "shape", stl_host_table_shape);
  const int status = luaL_dostring(L, text);
  cr_expect(eq(int, status, LUA_OK), "%s",
            status == LUA_OK ? "" : lua_tostring(L, -1));
  lua_settop(L, top);
  strata_vm_free(vm);
}

Test(shapes, equal_tables_have_equal_shapes) {
  run("local function of(t) return assert(shape('static', t)) end\n"
      "assert(of({ 1, 'a', power = 2 }) == of({ 1, 'a', power = 2 }))\n"
      "assert(of({ a = { 1, { b = true } } }) == of({ a = { 1, { b = true } } "
      "}))\n"
      "assert(of({ power = 2 }) ~= of({ power = 3 }))\n"
      "assert(of({ power = 2 }) ~= of({ powr = 2 }))\n"
      "assert(of({ power = 2 }) ~= of({ power = 2.5 }))\n"
      "assert(of({ power = 2 }) ~= of({ power = '2' }))\n"
      "assert(of({ power = true }) ~= of({ power = false }))\n"
      "assert(of({ 'a', 'b' }) ~= of({ 'ab' }))\n"
      "assert(of({ { 1 }, 2 }) ~= of({ 1, { 2 } }))\n"
      "assert(shape('static', {}) ~= shape('keyword', {}))");
}

/* One of more names than are sorted on the stack has none, whatever they are.
 */
Test(shapes, finding_MU02_tables_of_many_fields_have_none) {
  run("for _, count in ipairs({ 0, 1, 15, 16, 17, 18, 60, 1000 }) do\n"
      "  local t = {}\n"
      "  for i = 1, count do t['f' .. i] = true end\n"
      "  local got = shape('static', t)\n"
      "  assert((got ~= nil) == (count <= 16), count)\n"
      "  local inner = shape('static', { 1, { inside = t } })\n"
      "  assert((inner ~= nil) == (count <= 16), count)\n"
      "end");
}

Test(shapes, finding_MU02_tables_of_odd_keys_have_none) {
  run("for _, t in ipairs({ { [0] = 1 }, { [1.5] = 1 }, { [true] = 1 },\n"
      "    { [{}] = 1 }, { 1, [3] = 3 }, { [-1] = 1, a = 1 } }) do\n"
      "  assert(shape('static', t) == nil)\n"
      "  assert(shape('static', { t }) == nil)\n"
      "end\n"
      "for count = 17, 60 do\n" /* odd keys among many names */
      "  local t = { [0] = 1 }\n"
      "  for i = 1, count do t['f' .. i] = true end\n"
      "  assert(shape('static', t) == nil)\n"
      "end");
}

Test(shapes, what_is_large_or_deep_has_none) {
  run("assert(shape('static', { ('x'):rep(600) }) == nil)\n"
      "assert(shape('static', { ('x'):rep(400) }) ~= nil)\n"
      "assert(shape('static', { { { { 1 } } } }) ~= nil)\n"
      "assert(shape('static', { { { { { 1 } } } } }) == nil)\n"
      "local list = {}\n"
      "for i = 1, 100 do list[i] = i end\n"
      "assert(shape('static', list) == nil)\n"
      "assert(shape('static', 3) == nil)");
}
