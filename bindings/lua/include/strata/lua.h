/*
 * binding.h - what the command line needs of the Lua binding beyond strata.h.
 *
 * How a program uses it: strata_vm_new, stl_vm_state, then
 *
 *   stl_read_file(L, path)                      text
 *   stl_compile(L, "@path", text, size, env)    function
 *   stl_action_call(L, 0, LUA_MULTRET)          results, or all taken back
 *
 * "May raise" means: call it in protected mode (from a C function that was
 * called by lua_pcall), as the functions of Lua's own API that allocate.
 * The others never raise. None needs more than LUA_MINSTACK free slots.
 */
#ifndef STL_BINDING_H
#define STL_BINDING_H

#include "strata.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Scripts larger than this are refused. */
enum { STL_SOURCE_MAX = 256 * 1024 };

/** The Lua state of a vm. It is the vm's: do not close it, and do not open
 * libraries in it. Scripts in it never reach the registry or its globals. */
lua_State *stl_vm_state(strata_vm *vm);

/** lua_CFunction: push the module, the table that `require "strata"` gives.
 * For hosts with a lua_State of their own; a vm has done this. May raise. */
int stl_open(lua_State *L);

/** Push the environment that all scripts of the vm share: what strata_vm_run
 * and the REPL run in. Names of the REPL are fields of it. May raise. */
void stl_push_shared_env(lua_State *L);

/** Push a new environment with the allow-list and nothing else.
 * pack: whose it is, for `require` and messages, or NULL; root: the folder
 * from which `require("a.b")` reads a/b.lua, or NULL for none. May raise. */
void stl_push_new_env(lua_State *L, const char *pack, const char *root);

/** Let `require` in the shared environment (stl_push_shared_env) read from a
 * folder, as a script's siblings; NULL for none. May raise. */
void stl_set_require_root(lua_State *L, const char *root);

/** Push the content of a file of at most STL_SOURCE_MAX bytes and return
 * LUA_OK, or push a message and return LUA_ERRFILE. May raise. */
int stl_read_file(lua_State *L, const char *path);

/** Whether a file of a pack can be read, and has this text. Cost O(size), and
 * of what differs no more than up to there. May raise. */
bool stl_file_has_text(lua_State *L, const char *path, const char *text,
                       size_t size);

/** Compile a text chunk: push a function whose environment is the table at
 * `env` and return LUA_OK, or push a message and return LUA_ERRSYNTAX. The
 * message ends in "<eof>" if more lines could complete the chunk. `name` is
 * Lua's: "@path" for a file, "=repl" for others. May raise. */
int stl_compile(lua_State *L, const char *name, const char *text, size_t size,
                int env);

/** lua_pcall as an action: all worlds of this state are marked before, rolled
 * back if the function fails, committed if not. The result is lua_pcall's;
 * what is pushed on failure is always a string. One inside another is a part
 * of it: only the outer one takes back and commits. */
int stl_action_call(lua_State *L, int nargs, int nresults);

/** Push the traceback of the last failed stl_action_call, "" if none. */
void stl_push_traceback(lua_State *L);

/** Text of an error object without running a script: the string itself, or
 * "(error object is a table)". Lives as long as the value. */
const char *stl_error_text(lua_State *L, int index);

/** The clock of world:profile, NULL for none: as strata_profile_begin. */
void stl_set_clock(lua_State *L, strata_time_fn now, void *user);

/** Push a host's world as its handle; the same userdata each time, until
 * strata_vm_forget. May raise. */
void stl_push_world(lua_State *L, strata_world *host);

/** The world behind a handle, NULL if the value is none or is stale. */
strata_world *stl_to_world(lua_State *L, int index);

/** The rules that strata.rules or a game of packs made, NULL if the value is
 * none or is stale. They are the value's. */
const strata_rules *stl_to_rules(lua_State *L, int index);

/** The entity behind a handle and its world; 0 if the value is none or its
 * world is gone. The entity itself may be stale. */
strata_entity stl_to_entity(lua_State *L, int index, strata_world **world);

/** Push a sorted array of the names that may follow a dot or a colon after
 * the value: fields, methods, attributes, keys of a table; empty if there are
 * none. For completion. May raise. */
void stl_push_names(lua_State *L, int index);

/** Push the value as text without an address, as `tostring` in a script.
 * May raise. */
const char *stl_push_text(lua_State *L, int index);

/** Read a pack's manifest (`folder`/pack.lua) and push its table, as
 * scripts/strata/packs/pack_manifest.lua describes it. LUA_OK, or a message is
 * pushed and LUA_ERRRUN is returned. The pack gets an environment of its own; a
 * second pack of that name is refused. May raise. */
int stl_load_pack(lua_State *L, const char *folder);

/** Push the table of one of the library's own modules in Lua,
 * "strata.tools.verbs": scripts/strata, compiled into the library. May raise.
 */
void stl_library_push(lua_State *L, const char *name);

/** Say where packs are that others require and that are not beside them.
 * May raise. */
void stl_set_pack_folder(lua_State *L, const char *folder);

/** Give a setting of packs that are read from now on a value: text is
 * "pack:name=value". Raises if it is not; whether there is such a setting, and
 * whether it may have that value, is told when the pack is read. */
void stl_set_pack_setting(lua_State *L, const char *text);

/** Compile a script of the loaded pack whose table is at `pack`: push the
 * function and return LUA_OK, or push a message. `name` is "seed_game" or
 * "tour:seed_game"; another pack's prefix is refused. May raise. */
int stl_compile_pack_script(lua_State *L, int pack, const char *name);

/** Push "pack:name" for a name, bare or with that prefix, and return true; or
 * push a message and return false: a malformed name, another pack's prefix.
 * May raise. */
bool stl_qualify(lua_State *L, const char *pack, const char *name);

#endif
