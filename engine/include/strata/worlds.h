/* strata/worlds.h - worlds: quotas, figures, tuning. */
#ifndef STRATA_WORLDS_H
#define STRATA_WORLDS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much a world may hold; 0: no limit. Whoever wants more is refused with
 * ELIMIT, and the message names what there is too much of: "entity limit",
 * "modifier limit", "watcher limit", "hook limit", "note limit", "log limit",
 * "text limit". It is looked at where room is made, which is in powers of two:
 * so each is rounded up to one, and to 64. Forks have the same. It is no state:
 * a save that holds more is refused by a world that may hold less. */
typedef struct strata_quotas {
  uint32_t entities; /* and those gone that are remembered */
  uint32_t effects;  /* continuous ones */
  uint32_t watchers;
  uint32_t hooks;
  uint32_t notes;    /* of all owners */
  uint32_t log_rows; /* that are kept */
  uint32_t text;     /* bytes of all texts */
} strata_quotas;

typedef struct strata_world_config {
  strata_alloc_fn alloc; /* NULL: malloc */
  void *alloc_user;
  strata_log_fn log; /* NULL: nobody is told */
  void *log_user;
  uint32_t reserve_entities; /* room made at once; a hint, 0 is fine */
  strata_quotas quotas;
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

/** The rules that the world was made with. Cost O(1). */
STRATA_API const strata_rules *strata_world_rules(const strata_world *world);

/** What the last call that failed on this world had to say, "" if none did.
 * Lives until the next call that fails. Cost O(1). */
STRATA_API const char *strata_world_error(const strata_world *world);

typedef struct strata_stats {
  uint64_t entities, effects; /* alive now */
  uint64_t evaluations;       /* values computed so far, not read from cache */
  uint64_t classes;           /* that the entities are in: what affects them is
                                 worked out once for each; 0 where each entity
                                 is by itself */
  uint64_t state_bytes;       /* pages and their directory */
  uint64_t cache_bytes;       /* what could be thrown away */
  uint64_t journal_bytes;     /* what rollback needs */
  uint64_t live_bytes;        /* all that the allocator hook has given out */
  uint64_t predicate_calls;   /* how often functions of predicates ran */
  uint64_t events; /* that the last action had, or has, if one runs */
  uint64_t trials; /* ways that were tried, to see what comes of a choice */
} strata_stats;

/** Write the figures of a world to `out`; reading them changes none. Cost
 * O(classes / 64). */
STRATA_API void strata_world_stats(const strata_world *world,
                                   strata_stats *out);

/**
 * Throw all values away, as if none had been asked for yet: for measuring. What
 * is kept is what texts of the state mean, once compiled: they do not change.
 * Cost O(caches).
 */
STRATA_API void strata_world_drop_caches(strata_world *world);

/** Ways to evaluate that can be switched. */
typedef enum strata_tuning {
  STRATA_TUNE_CLASSES, /* entities that nothing in force can tell apart are
                          worked out once for all of them */
  STRATA_TUNE_SUMS,    /* what is added to a number is summed up for all
                          entities at once */
  STRATA_TUNE_UPDATES  /* small changes are put into what was computed before
                          instead of computing it anew */
} strata_tuning;

typedef enum strata_tune {
  STRATA_TUNE_AUTO, /* where it pays: the default */
  STRATA_TUNE_NEVER,
  STRATA_TUNE_ALWAYS /* wherever it can be done */
} strata_tune;

/**
 * Switch a way to evaluate. None changes a value, an explanation or an order:
 * this is for measuring what each is worth, and for tests that hold one against
 * the other. Caches are dropped. Forks begin with AUTO.
 *
 * Errors   EINVAL for a number that is no strata_tuning or strata_tune
 * Cost     that of strata_world_drop_caches
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_world_tune(strata_world *world, strata_tuning what, strata_tune how);

#ifdef __cplusplus
}
#endif

#endif
