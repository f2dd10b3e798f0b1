/*
 * lua.h - the Lua binding, for hosts that have a Lua state in their hands.
 *
 * strata_vm_run (strata.h) is enough for a host that only runs scripts. This
 * header is for programs that push values, load packs and call Lua themselves,
 * as the program `strata` does: strata_vm_new, stl_vm_state, then
 *
 *   stl_read_file(L, path)                      text
 *   stl_compile(L, "@path", text, size, env)    function
 *   stl_action_call(L, 0, LUA_MULTRET)          results, or all taken back
 *
 * The host links Lua 5.4 itself. "May raise" means that a function may raise a
 * Lua error, as the functions of Lua's own API that allocate: call it in
 * protected mode, from a C function that lua_pcall has called. The other
 * functions never raise. Each function needs at most LUA_MINSTACK free slots of
 * the stack. Statuses LUA_OK, LUA_ERRRUN and the like are those of lua.h.
 */
#ifndef STRATA_LUA_H
#define STRATA_LUA_H

#include <signal.h>
#include <strata.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As lua.h declares it; the name is Lua's. */
typedef struct lua_State lua_State; /* NOLINT(readability-identifier-naming) */

/* -- States and modules --------------------------------------------------- */

/** lua_CFunction: push the table of the module "strata", as luaopen_strata
 * (strata.h) does. A vm has called it. May raise. */
STRATA_API int stl_open(lua_State *L);

/** The Lua state of a vm, which the vm closes. Open no libraries in it: scripts
 * never reach the registry or the globals of the state. */
STRATA_API lua_State *stl_vm_state(strata_vm *vm);

/** Push the table of a module that is part of the library and written in Lua,
 * such as "strata.tools.verbs" (scripts/strata). May raise. */
STRATA_API void stl_library_push(lua_State *L, const char *name);

/* -- Environments and source ---------------------------------------------- */

/** The largest script in bytes; a larger one is refused. */
enum { STL_SOURCE_MAX = 256 * 1024 };

/** Push the environment that all scripts of the vm share: the one in which
 * strata_vm_run and the REPL run. Globals of the REPL are its fields. May
 * raise. */
STRATA_API void stl_push_shared_env(lua_State *L);

/** Push a new environment that holds the allow-list and nothing else. `pack` is
 * the name of the pack of its scripts, or NULL. `root` is the folder from which
 * `require("a.b")` reads a/b.lua, or NULL if scripts cannot require files. May
 * raise. */
STRATA_API void stl_push_new_env(lua_State *L, const char *pack,
                                 const char *root);

/** Let scripts end with the error "interrupted" while a flag is not 0, which a
 * signal handler may set; NULL for no flag. Functions that run long look at it:
 * a hook of Lua is called between instructions only. */
STRATA_API void stl_set_stop_flag(lua_State *L,
                                  const volatile sig_atomic_t *flag);

/** Let `require` in the shared environment read the files of a folder, NULL for
 * none. May raise. */
STRATA_API void stl_set_require_root(lua_State *L, const char *root);

/** Push the content of a file of at most STL_SOURCE_MAX bytes and return
 * LUA_OK, or push a message and return LUA_ERRFILE. The path may lead into an
 * archive. May raise. */
STRATA_API int stl_read_file(lua_State *L, const char *path);

/** Tell whether a file can be read and holds exactly this text. Cost O(bytes up
 * to the first that differs). May raise. */
STRATA_API bool stl_file_has_text(lua_State *L, const char *path,
                                  const char *text, size_t size);

/** Compile the text of a chunk: push a function whose environment is the table
 * at index `env` and return LUA_OK, or push a message and return LUA_ERRSYNTAX.
 * The message ends in "<eof>" if more lines could complete the chunk. `name` is
 * a chunk name of Lua: "@path" for a file, "=repl" for other text. May raise.
 */
STRATA_API int stl_compile(lua_State *L, const char *name, const char *text,
                           size_t size, int env);

/* -- Actions, errors, limits ---------------------------------------------- */

/** Call a function as lua_pcall does, as one action: every world of the state
 * is marked before, committed if the function returns, and rolled back if it
 * fails. The status is that of lua_pcall; on failure the value that is pushed
 * is always a string. A call inside another is a part of it: only the outer
 * call commits or rolls back. */
STRATA_API int stl_action_call(lua_State *L, int nargs, int nresults);

/** Push the traceback of the last stl_action_call that failed, "" if none did.
 */
STRATA_API void stl_push_traceback(lua_State *L);

/** The text of an error value, found without running a script: the string
 * itself, or "(error object is a table)". It lives as long as the value. */
STRATA_API const char *stl_error_text(lua_State *L, int index);

/** Set what each file of a pack may take where it is run: while a pack is
 * loaded, and where a test is a script or a property a function. Fields that
 * are 0 stay as they are: 100 million steps, and ten times as many for all
 * files of one load; 1 GiB for all that the vm holds, 16 MiB in one block; 1
 * MiB of output; and 2^32 small works, if nothing runs around the file that has
 * limits of its own. STRATA_NO_LIMIT is none. */
STRATA_API void stl_set_pack_limits(lua_State *L, const strata_limits *limits);

/** Set the clock that world:profile reads, NULL for none; `now` is as for
 * strata_profile_begin. */
STRATA_API void stl_set_clock(lua_State *L, strata_time_fn now, void *user);

/** The steps that the script that runs has left; STRATA_NO_LIMIT if it may take
 * any number, or if none runs. For functions of a host that scripts call. */
STRATA_API uint64_t stl_steps_left(lua_State *L);

/** Let `spent` be called each time that a script of the state has used up one
 * of its limits, right before the error is raised; NULL: no call. `spent` may
 * not call Lua. */
STRATA_API void stl_set_spent(lua_State *L, void (*spent)(void *user),
                              void *user);

/* -- Values --------------------------------------------------------------- */

/** Push the handle of a world of the host: the same userdata each time, until
 * strata_vm_forget. May raise. */
STRATA_API void stl_push_world(lua_State *L, strata_world *host);

/** The world of a handle, NULL if the value is no world or is stale. */
STRATA_API strata_world *stl_to_world(lua_State *L, int index);

/** The rules that strata.rules or a game of packs made, NULL if the value is
 * not rules or is stale. They live as long as the value. */
STRATA_API const strata_rules *stl_to_rules(lua_State *L, int index);

/** The entity of a handle, and its world in `*world`; 0 if the value is no
 * entity or its world is gone. The entity itself may be gone. */
STRATA_API strata_entity stl_to_entity(lua_State *L, int index,
                                       strata_world **world);

/** Push a sorted array of the names that may follow a dot or a colon after the
 * value: fields, methods, attributes, keys of a table; an empty array if there
 * are none. Programs complete input with it. May raise. */
STRATA_API void stl_push_names(lua_State *L, int index);

/** As stl_push_names, but only the names of methods: what may follow a colon.
 */
STRATA_API void stl_push_method_names(lua_State *L, int index);

/** Push the value as text without an address, as `tostring` in a script does,
 * and return the text. May raise. */
STRATA_API const char *stl_push_text(lua_State *L, int index);

#ifdef __cplusplus
}
#endif

#endif
