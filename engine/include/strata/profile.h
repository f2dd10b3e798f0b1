/* strata/profile.h - what evaluation costs. */
#ifndef STRATA_PROFILE_H
#define STRATA_PROFILE_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clock of the host, such as nanoseconds since some moment: a count that only
 * grows. The library has none of its own. It must not call the library. */
typedef uint64_t (*strata_time_fn)(void *user);

/* What takes time. The first four are of a layer. */
#define STRATA_PROFILE_MAP(X)                                                  \
  X(EFFECT, 0, "effect") /* created effects of one name */                     \
  X(ABILITY, 1, "ability")                                                     \
  X(LAW, 2, "law")                                                             \
  X(ORDER, 3, "order")     /* finding the next unit, but for the trials */     \
  X(PLAN, 4, "plan")       /* finding what is in force, and what it reads */   \
  X(CLASSES, 5, "classes") /* finding entities that cannot be told apart */    \
  X(UNITS, 6, "units")     /* beginning a pass */                              \
  X(COMPARE, 7, "compare") /* comparing it with the pass before */             \
  X(UPDATE, 8, "update")   /* putting a change into the pass that is there */  \
  X(VALUES, 9, "values")   /* computing values that are read */

typedef enum strata_profile_kind {
#define X(name, value, text) STRATA_PROFILE_##name = value,
  STRATA_PROFILE_MAP(X)
#undef X
} strata_profile_kind;

/** A kind of rows in words: "effect"; "unknown" for none. O(1). */
STRATA_API const char *strata_profile_kind_text(strata_profile_kind kind);

/*
 * The cost of effects of one name, or of one ability or law, of objects of one
 * definition, in one layer. Time is in counts of the clock, and no moment is
 * counted twice.
 */
typedef struct strata_profile_row {
  strata_profile_kind what;
  strata_layer layer;
  const char *layer_name; /* the number, where layers are numbers; or "" */
  const char *name;       /* of the effect, ability or law, or "" */
  const char *card;       /* the definition of its object, or "" */
  uint64_t count;         /* how often it was applied, or done */
  uint64_t members;       /* to how many classes of entities */
  uint64_t subjects;     /* predicates that were tested on all entities for it*/
  uint64_t trials;       /* tests whether it depends on another (613.8a) */
  uint64_t caused;       /* tests whether another depends on it */
  uint64_t time;         /* all of it */
  uint64_t subject_time; /* of this, finding the affected entities */
  uint64_t trial_time;   /* in trials */
  uint64_t apply_time;   /* applying it to them */
  const char *ability;   /* its name in the rules, or "" */
} strata_profile_row;

typedef struct strata_profile {
  bool running;     /* there is a profile */
  uint64_t passes;  /* over all that is in force */
  uint64_t avoided; /* passes that turned out not to be needed */
  uint64_t values;  /* computed, not read from a cache */
  uint64_t classes; /* that the last pass worked on: entities, or fewer */
  uint64_t lost;    /* measurements that were lost for lack of memory */
  uint64_t time;    /* in evaluation: the sum of all rows */
  uint64_t elapsed; /* since the profile began */
} strata_profile;

/**
 * Begin to measure what evaluation costs in this world; earlier measurements
 * are forgotten. No value and no hash depends on it, and forks are not
 * measured. Evaluation is slower while it is measured, and only then.
 *
 * time     called between the steps of evaluation; `user` is passed on
 * Errors   EINVAL without a time; ENOMEM
 * Cost     O(rows) of the profile before
 * Since    0.3
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_profile_begin(strata_world *world, strata_time_fn time, void *user);

/** Stop measuring and forget all rows. Cost O(rows). */
STRATA_API void strata_profile_end(strata_world *world);

/** Write the figures of the profile so far to `out`, all 0 if there is none.
 * Cost O(rows). */
STRATA_API void strata_profile_total(const strata_world *world,
                                     strata_profile *out);

/** Number of rows so far, 0 if there is no profile. Cost O(1). */
STRATA_API size_t strata_profile_count(const strata_world *world);

/** The n-th row (from 0) in the order in which they came up; NULL past the end.
 * It lives, and grows, until the profile ends. Cost O(1). */
STRATA_API const strata_profile_row *
strata_profile_get(const strata_world *world, size_t n);

#ifdef __cplusplus
}
#endif

#endif
