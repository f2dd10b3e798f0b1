/* strata/worlds.h - worlds: quotas, figures, tuning. */
#ifndef STRATA_WORLDS_H
#define STRATA_WORLDS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much a world may hold; 0: no limit. A call that needs more fails with
 * ELIMIT, and the message names the limit: "entity limit", "modifier limit",
 * "watcher limit", "hook limit", "note limit", "log limit", "text limit". A
 * limit is checked where room is made, which is in powers of two: so each is
 * rounded up to one, and to 64. Forks have the same limits. Limits are no
 * state: a world with smaller limits refuses a save that holds more. */
typedef struct strata_quotas {
  uint32_t entities; /* also those gone that are remembered */
  uint32_t effects;  /* continuous ones */
  uint32_t watchers;
  uint32_t hooks; /* rows by which chains differ from those that rules print*/
  uint32_t notes; /* of all owners */
  uint32_t log_rows; /* that are kept */
  uint32_t text;     /* bytes of all texts */
} strata_quotas;

/*
 * What a call costs its host. A call may take long: a value can hang on all
 * effects and all entities. So passes of the layers, evaluations, actions,
 * legal lists, explanations and loads count what they do, in small works of
 * some 10 to 100 ns, and ask the host after each STRATA_EFFORT_SLICE of them.
 *
 * Returns true to end the call. It then fails with EINTERRUPTED, the state is
 * as it was, nothing computed is wrong, and no handler is disabled: an action
 * is taken back as a whole, whatever its handlers make of it. While the call
 * goes on, it is not asked again. It may read no world and must not leave by a
 * jump.
 *
 * How much effort a call takes hangs on what is cached, so a host must not let
 * the course of a game hang on it, but only whether the game goes on.
 */
typedef bool (*strata_interrupt_fn)(void *user);

#define STRATA_EFFORT_SLICE 16384

typedef struct strata_world_config {
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  strata_log_fn log; /* NULL: none */
  void *log_user;
  uint32_t reserve_entities; /* room made at once; a hint, may be 0 */
  strata_quotas quotas;
  strata_interrupt_fn interrupt; /* NULL: never. Forks and reloads keep it */
  void *interrupt_user;
} strata_world_config;

/**
 * Create an empty world.
 *
 * rules    must outlive the world
 * config   borrowed, copied; NULL for all defaults
 * out      owned: free it with strata_world_free
 * Errors   ENOMEM; EINVAL
 * Cost     O(attributes + symbols)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_world_new(const strata_rules *rules, const strata_world_config *config,
                 strata_world **out);

/** Free a world and everything in it. NULL is allowed. Cost O(attributes). */
STRATA_API void strata_world_free(strata_world *world);

/**
 * Set the function that a world asks whether to go on, as strata_world_config
 * has it.
 *
 * interrupt  NULL: none
 * user       handed to it
 * Cost       O(1)
 * Since      0.4
 */
STRATA_API void strata_world_set_interrupt(strata_world *world,
                                           strata_interrupt_fn interrupt,
                                           void *user);

/** The rules that the world was made with. Cost O(1). */
STRATA_API const strata_rules *strata_world_rules(const strata_world *world);

/** The message of the last call that failed on this world, "" if none did.
 * Lives until the next call that fails. Cost O(1). */
STRATA_API const char *strata_world_error(const strata_world *world);

typedef struct strata_stats {
  uint64_t entities, effects; /* alive now */
  uint64_t evaluations;       /* values computed so far, not read from cache */
  uint64_t classes;           /* equivalence classes of the entities: what
                                 affects them is computed once for each class; 0
                                 where each entity is by itself */
  uint64_t state_bytes;       /* pages and their directory */
  uint64_t cache_bytes;       /* what could be thrown away */
  uint64_t journal_bytes;     /* what rollback needs */
  uint64_t live_bytes;        /* all that the allocator hook has given out */
  uint64_t predicate_calls;   /* how often functions of predicates ran */
  uint64_t events;            /* of the last action, or of the one that runs */
  uint64_t trials;  /* options that were tried, to see whether a choice makes a
                       difference */
  uint64_t resumed; /* answers with which an action went on where it waited, and
                       was not run again: see STRATA_TUNE_ANSWERS */
  uint64_t effort;  /* small works done so far: see strata_interrupt_fn */
} strata_stats;

/** Write the figures of a world to `out`; reading them changes none. Cost
 * O(classes / 64). */
STRATA_API void strata_world_stats(const strata_world *world,
                                   strata_stats *out);

/**
 * Throw all computed values away, as if none had been asked for yet: for
 * measuring. Compiled forms of texts of the state are kept: they do not change.
 * Cost O(caches).
 */
STRATA_API void strata_world_drop_caches(strata_world *world);

/* Ways to work that can be switched. */
#define STRATA_TUNING_MAP(X)                                                   \
  /* entities that nothing in force can tell apart are computed once for all   \
   * of them */                                                                \
  X(CLASSES, 0, "classes")                                                     \
  /* what is added to a number is summed up for all entities at once */        \
  X(SUMS, 1, "sums")                                                           \
  /* small changes are put into the values that are there instead of computing \
   * them anew */                                                              \
  X(UPDATES, 2, "updates")                                                     \
  /* an answer goes on where the action waits instead of running the action    \
   * again, and the action is taken back only when its world is looked at */   \
  X(ANSWERS, 3, "answers")                                                     \
  /* what was found is not looked for again: the entities that match a         \
   * predicate, and those that a state-based action concerns; and the order of \
   * equal triggers is not tried */                                            \
  X(SETS, 4, "sets")

typedef enum strata_tuning {
#define X(name, value, text) STRATA_TUNE_##name = value,
  STRATA_TUNING_MAP(X)
#undef X
} strata_tuning;

/** A way to evaluate in words: "classes"; "unknown" for none. O(1). */
STRATA_API const char *strata_tuning_text(strata_tuning tuning);

#define STRATA_TUNE_MAP(X)                                                     \
  X(AUTO, 0, "auto") /* where it pays: the default */                          \
  X(NEVER, 1, "never")                                                         \
  X(ALWAYS, 2, "always") /* wherever it can be done */

typedef enum strata_tune {
#define X(name, value, text) STRATA_TUNE_##name = value,
  STRATA_TUNE_MAP(X)
#undef X
} strata_tune;

/** A position of such a switch in words: "never"; "unknown" for none. O(1). */
STRATA_API const char *strata_tune_text(strata_tune tune);

/**
 * Switch a way to evaluate, or to go on after an answer. None changes a value,
 * an explanation, an order or what an action does: this is for measuring what
 * each is worth, and for tests that compare them.
 * Caches are dropped. Forks begin with AUTO.
 *
 * Errors   EINVAL for a number that is no strata_tuning or strata_tune
 * Cost     that of strata_world_drop_caches
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_world_tune(strata_world *world, strata_tuning what, strata_tune how);

/* -- Functions of the host -- */

/*
 * The library calls functions of the host: handlers, policies, observers,
 * predicates, those that are told of faults, of errors and of missing names,
 * and the allocator. While one runs:
 *
 * - It may call any other world, and of its own world what its description
 *   allows. Anything else on that world is refused with EOPEN, and changes
 *   nothing: a predicate may call nothing on it at all, as an evaluation is
 *   going on, and it must not free the world.
 * - An error that the log function causes is not logged, and does not replace
 *   the error that it was called for.
 * - It returns. If it leaves by a C++ exception or by longjmp, the world is
 *   locked, and what was half done shows in it, until strata_recover gives the
 *   call up. The C stack that is left belongs to the library; exceptions pass
 *   it where the library is compiled with tables for unwinding, as compilers
 *   for x86-64 and AArch64 do unless told otherwise.
 * - The allocator may do neither: it returns NULL where there is no memory.
 */

/**
 * Give up the call on this world that a function of the host has left by an
 * exception or by longjmp, in all that it did: state, marks and hash are as
 * they were before the outermost call, the decision that was open is open, and
 * observers are told which rows did not happen. Without such a call nothing
 * happens. It must not be called from within a function of the host, as that
 * call goes on.
 *
 *     try { status = strata_act(world, &desc, &outcome); }
 *     catch (...) { (void)!strata_recover(world); throw; }
 *
 * Errors   ENOMEM, and then the world stays locked; it can be tried again
 * Cost     O(writes of the call) and that of dropping all caches. Blocks that
 *          the call had allocated for itself, as an explanation does, may be
 *          lost
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_recover(strata_world *world);

#ifdef __cplusplus
}
#endif

#endif
