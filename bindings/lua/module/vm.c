/*
 * vm.c - strata_vm: a Lua state in which scripts see the allow-list.
 *
 * Every call of Lua that could raise happens in protected mode, so that the end
 * of memory is a status and never the end of the host.
 */
#include "lua/module/vm.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"
#include "lua/sandbox/environment.h"

#include <lua.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

struct strata_vm {
  lua_State *L;
  strata_alloc_fn alloc;
  void *alloc_user;
  strata_message_fn failed; /* NULL: nobody is told */
  void *failed_user;
  stl_context context;
};

static void *default_alloc(void *user, void *ptr, size_t old_size,
                           size_t size) {
  (void)user;
  (void)old_size;
  if (size == 0) {
    free(ptr);
    return NULL;
  }
  return realloc(ptr, size);
}

/* Lua tells the kind of a new block where the old size would be. */
static void *vm_lua_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  strata_vm *vm = user;
  stl_budget *budget = &vm->context.budget;
  const bool is_text = ptr == NULL && old_size == LUA_TSTRING;
  const bool is_object = ptr == NULL && old_size != 0;
  if (ptr == NULL) old_size = 0;
  if (budget->heavy_text == ptr) budget->heavy_text_size = 0;
  if (ptr == NULL && size == 0) return NULL;
  if (!stl_budget_take_block(budget, old_size, size, is_object)) return NULL;
  void *block = vm->alloc(vm->alloc_user, ptr, old_size, size);
  if (block == NULL && size != 0) budget->memory += old_size - size;
  if (block != NULL && is_text) stl_budget_note_text(budget, block, size);
  return block;
}

/* What is said, and else what is usual. */
static strata_limits limits_or_default(const strata_limits *said,
                                       strata_limits usual) {
  if (said->steps != 0) usual.steps = said->steps;
  if (said->memory != 0) usual.memory = said->memory;
  if (said->block != 0) usual.block = said->block;
  if (said->output != 0) usual.output = said->output;
  if (said->effort != 0) usual.effort = said->effort;
  return usual;
}

static void set_quota(uint32_t said, uint32_t *usual) {
  if (said != 0) *usual = said;
}

static strata_quotas quotas_or_default(const strata_quotas *said) {
  const uint32_t many = UINT32_C(1) << 20;
  strata_quotas usual = {.entities = many,
                         .effects = many,
                         .watchers = many,
                         .hooks = many,
                         .notes = 16 * many,
                         .log_rows = 4 * many,
                         .text = 256 * many};
  set_quota(said->entities, &usual.entities);
  set_quota(said->effects, &usual.effects);
  set_quota(said->watchers, &usual.watchers);
  set_quota(said->hooks, &usual.hooks);
  set_quota(said->notes, &usual.notes);
  set_quota(said->log_rows, &usual.log_rows);
  set_quota(said->text, &usual.text);
  return usual;
}

static int open_vm_state(lua_State *L) {
  stl_context_set(L, lua_touserdata(L, 1));
  (void)stl_open(L);
  lua_settop(L, 0);
  stl_open_sandbox(L);
  return 0;
}

strata_status strata_vm_new_for(uint32_t version,
                                const strata_vm_config *config, strata_vm **out,
                                strata_error *error) {
  strata_vm_config all = {0};
  const strata_status known = strata_check_version(version, error);
  if (known != STRATA_OK) return known;
  if (out == NULL) return STRATA_EINVAL;
  if (config != NULL) all = *config;
  const strata_alloc_fn alloc = all.alloc != NULL ? all.alloc : default_alloc;
  strata_vm *vm = alloc(all.alloc_user, NULL, 0, sizeof *vm);
  if (vm == NULL) return STRATA_ENOMEM;
  *vm = (strata_vm){.alloc = alloc,
                    .alloc_user = all.alloc_user,
                    .failed = all.failed,
                    .failed_user = all.failed_user};
  vm->context = (stl_context){
      .alloc = all.alloc,
      .alloc_user = all.alloc_user,
      .print = all.print,
      .print_user = all.print_user,
      .on_fault = all.fault,
      .fault_user = all.fault_user,
      .strict = all.strict,
      .quotas = quotas_or_default(&all.quotas),
      .action_limits = limits_or_default(&all.run, stl_default_limits()),
      .handler_limits = limits_or_default(&all.handler, stl_handler_limits()),
      .pack_limits = stl_default_pack_limits()};
  vm->L = lua_newstate(vm_lua_alloc, vm);
  if (vm->L == NULL) {
    strata_vm_free(vm);
    return STRATA_ENOMEM;
  }
  lua_pushcfunction(vm->L, open_vm_state);
  lua_pushlightuserdata(vm->L, &vm->context);
  if (lua_pcall(vm->L, 1, 0, 0) != LUA_OK) {
    strata_vm_free(vm);
    return STRATA_ENOMEM;
  }
  vm->context.budget.L = vm->context.budget.main = vm->L;
  vm->context.budget.interrupt = all.interrupt;
  vm->context.budget.interrupt_user = all.interrupt_user;
  *out = vm;
  return STRATA_OK;
}

void strata_vm_free(strata_vm *vm) {
  if (vm == NULL) return;
  if (vm->L != NULL) lua_close(vm->L);
  vm->context.is_closed = true;
  stl_context_fini(&vm->context);
  (void)vm->alloc(vm->alloc_user, vm, sizeof *vm, 0);
}

lua_State *stl_vm_state(strata_vm *vm) {
  return vm->L;
}

/* -- Running -------------------------------------------------------------- */

static void set_vm_error(strata_error *error, strata_status status,
                         const char *text) {
  if (error == NULL) return;
  *error = (strata_error){.status = status};
  size_t size = strlen(text);
  if (size >= sizeof error->text) {
    size = sizeof error->text - 1;
    while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80) {
      size--;
    }
  }
  memcpy(error->text, text, size);
}

strata_status stl_vm_call(strata_vm *vm, lua_CFunction function, void *request,
                          strata_error *error) {
  lua_State *L = vm->L;
  if (!lua_checkstack(L, LUA_MINSTACK)) return STRATA_ENOMEM;
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, request);
  const int result = lua_pcall(L, 1, 0, 0);
  if (result == LUA_OK) return STRATA_OK;
  const strata_status status =
      result == LUA_ERRMEM ? STRATA_ENOMEM : STRATA_ESCRIPT;
  const char *text = stl_error_text(L, -1);
  if (vm->failed != NULL) vm->failed(vm->failed_user, text);
  set_vm_error(error, status, text);
  lua_pop(L, 1);
  return status;
}

typedef struct vm_request {
  strata_world *world;
  const char *name, *source;
  strata_status status;
} vm_request;

/* Raises a string, or leaves nothing. */
static int run_vm_source(lua_State *L) {
  vm_request *r = lua_touserdata(L, 1);
  stl_push_shared_env(L);
  if (r->world != NULL) {
    stl_push_world(L, r->world);
  } else {
    lua_pushnil(L);
  }
  lua_setfield(L, -2, "world");
  r->status = STRATA_ESYNTAX;
  if (stl_compile(L, r->name, r->source, strlen(r->source), -1) != LUA_OK) {
    return lua_error(L);
  }
  r->status = STRATA_ESCRIPT;
  const int status = stl_action_call(L, 0, 0);
  if (status == LUA_ERRMEM) r->status = STRATA_ENOMEM;
  if (status != LUA_OK) return lua_error(L);
  return 0;
}

strata_status strata_vm_run(strata_vm *vm, strata_world *world,
                            const char *name, const char *source,
                            strata_error *error) {
  if (name == NULL || source == NULL) return STRATA_EINVAL;
  vm_request r = {world, name, source, STRATA_ESCRIPT};
  const strata_status status = stl_vm_call(vm, run_vm_source, &r, error);
  if (status != STRATA_ESCRIPT) return status;
  if (error != NULL) error->status = r.status;
  return r.status;
}

static int forget_world(lua_State *L) {
  stl_world_forget_host(L, lua_touserdata(L, 1));
  return 0;
}

void strata_vm_forget(strata_vm *vm, strata_world *world) {
  lua_State *L = vm->L;
  if (world == NULL || !lua_checkstack(L, LUA_MINSTACK)) return;
  lua_pushcfunction(L, forget_world);
  lua_pushlightuserdata(L, world);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) lua_pop(L, 1);
}
