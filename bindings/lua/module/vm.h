/* vm.h - calls into the Lua state of a vm that cannot end the host. */
#ifndef STRATA_LUA_MODULE_VM_H
#define STRATA_LUA_MODULE_VM_H

#include <lua.h>
#include <strata.h>

/** Call a function in protected mode; `request` is its argument, a light
 * userdata. On failure ESCRIPT, or ENOMEM at the end of memory, and the text of
 * what was raised in `*error`, which may be NULL. */
strata_status stl_vm_call(strata_vm *vm, lua_CFunction function, void *request,
                          strata_error *error);

#endif
