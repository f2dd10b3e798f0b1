/* strata/vm.h - the Lua binding: vms and packs. */
#ifndef STRATA_VM_H
#define STRATA_VM_H

#include "strata/handlers.h"
#include "strata/worlds.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Open the module of the Lua 5.4 binding in a lua_State of the host. The
 * binding is the library strata-lua; the host links Lua itself. No other header
 * of Strata knows of Lua.
 *
 * luaopen_strata opens the module in a host's own lua_State:
 * luaL_requiref(L, "strata", luaopen_strata, 0). A strata_vm is a Lua state of
 * its own in which scripts see an allow-list and nothing else.
 */
struct lua_State;
STRATA_API int luaopen_strata(struct lua_State *L);

typedef struct strata_vm strata_vm;

/* Gets what a script prints, a line at a time, without the newline. */
typedef void (*strata_print_fn)(void *user, const char *line);

/* Gets the whole message of a call that has failed. */
typedef void (*strata_message_fn)(void *user, const char *message);

/* A limit so large that there is none. */
#define STRATA_NO_LIMIT UINT64_MAX

/* What a call of a script may use. A script that needs more is ended, and
 * cannot catch that. 0: the default, which strata_vm_config tells.
 *
 * Steps and effort are two meters. Steps are the script's: they hang on what it
 * does and on how much there is in the world, never on what was computed
 * before, and a handler that takes too many is at fault. Effort is the host's:
 * it is what all that takes in truth, which hangs on caches. Whoever exceeds it
 * is no handler; the whole call is taken back.
 *
 * steps   instructions of Lua; a function of the library counts by its work.
 *         They are the same on every machine
 * memory  bytes that Lua has in all, also what it had before the call
 * block   bytes of one string, or of one half of a table
 * output  bytes that are printed
 * effort  small works of the engine (strata_interrupt_fn) in the worlds that
 *         scripts make; of a whole call of strata_vm_run, so that of `handler`
 *         counts for nothing */
typedef struct strata_limits {
  uint64_t steps, memory, block, output, effort;
} strata_limits;

typedef struct strata_vm_config {
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  strata_print_fn print; /* NULL: to standard output */
  void *print_user;
  /* Limits of strata_vm_run, by default 100 million steps, 256 MiB, blocks of
   * 16 MiB, 1 MiB of output, 2^32 small works; and of each handler, predicate,
   * policy and observer that runs meanwhile, by default a million steps, all
   * memory, blocks of 256 KiB, 64 KiB of output. */
  strata_limits run, handler;
  /* Of the worlds that scripts make; by default 2^20 entities, effects,
   * watchers and hooks, 2^24 notes, 2^22 rows of the log, 2^28 bytes of text.
   */
  strata_quotas quotas;
  strata_fault_fn fault; /* of all worlds whose handlers it runs; may be NULL */
  void *fault_user;
  /* Asked by the worlds that scripts make whether to end what they do; NULL:
   * never. If it returns true, the script that runs is ended and cannot catch
   * that. */
  strata_interrupt_fn interrupt;
  void *interrupt_user;
  bool strict; /* of the worlds for which rules:world does not set it: see
                  strata_handler_runner */
  /* Told the whole message when a script makes a call of this vm, or of its
   * pack, fail, before that call returns: a message about a pack may be longer
   * than strata_error.text. It must not call the vm; NULL: nobody is told. */
  strata_message_fn failed;
  void *failed_user;
} strata_vm_config;

/**
 * Create a vm, for callers whose structs are those of a version of the headers.
 *
 * version  STRATA_VERSION of the headers; strata_vm_new gives it
 * config   as the other arguments, those of strata_vm_new
 * error    may be NULL; gets the text of a failure
 * Errors   EINVAL for a version that strata_check_version refuses; those of
 *          strata_vm_new
 * Cost     about 50 us
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_vm_new_for(uint32_t version, const strata_vm_config *config,
                  strata_vm **out, strata_error *error);

/**
 * Create a vm: one Lua state, used by one thread at a time, for any number of
 * worlds.
 *
 * config   borrowed, copied; NULL for all defaults
 * out      owned: free it with strata_vm_free
 * Errors   ENOMEM; EINVAL, also as strata_builder_new
 * Cost     about 50 us
 * Since    0.1
 */
STRATA_MUST_CHECK STRATA_INLINE strata_status
strata_vm_new(const strata_vm_config *config, strata_vm **out) {
  return strata_vm_new_for(STRATA_VERSION, config, out, NULL);
}

/** Free a vm, after the worlds that its scripts made. NULL is allowed. */
STRATA_API void strata_vm_free(strata_vm *vm);

/**
 * Run a script on a world, as one action: an error takes back all that the
 * script did to it. The script sees the world as `world`.
 *
 * world    NULL for none; must outlive the vm or be let go by
 *          strata_vm_forget
 * name     of the script, for messages: "@cards/tour/game.lua" is a file
 * source   text, never bytecode
 * error    may be NULL; gets the script's message
 * Errors   ESYNTAX; ESCRIPT; ENOMEM
 * Cost     the script's
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_vm_run(strata_vm *vm,
                                                         strata_world *world,
                                                         const char *name,
                                                         const char *source,
                                                         strata_error *error);

/** Detach a world that the host is about to free: the handles that scripts keep
 * of it become stale. Cost O(handles). */
STRATA_API void strata_vm_forget(strata_vm *vm, strata_world *world);

/**
 * Compute the hash of a pack: SHA-256 over the names and bytes of its files,
 * the same for a folder and an archive of it, on every machine. Hidden files
 * and backups of editors do not count, nor do times, modes and the order in a
 * folder. A world's save names the packs that it was made with by their hashes.
 *
 * path     of a folder or a .zip
 * out      gets 64 hexadecimal digits and a NUL
 * error    may be NULL; gets the file that is refused, and what to do
 * Errors   EIO if it cannot be read or is no proper pack: links out of it,
 *          names that are not the same on every system, more than 20,000 files
 *          or 64 MiB; EINVAL; ENOMEM
 * Cost     O(bytes), about 5 ns a byte
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_hash(const char *path, char out[65], strata_error *error);

#ifdef __cplusplus
}
#endif

#endif
