/* strata/profile.h - what evaluation costs. */
#ifndef STRATA_PROFILE_H
#define STRATA_PROFILE_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A count that only grows, as nanoseconds since some moment: the library has no
 * clock of its own. It must not call the library. */
typedef uint64_t (*strata_time_fn)(void *user);

/* What takes time. The first four are of a layer. */
typedef enum strata_profile_kind {
  STRATA_PROFILE_EFFECT = 0, /* created effects of one name */
  STRATA_PROFILE_ABILITY = 1,
  STRATA_PROFILE_LAW = 2,
  STRATA_PROFILE_ORDER = 3,   /* finding who is next, but for the trials */
  STRATA_PROFILE_PLAN = 4,    /* finding what is in force, and what it reads */
  STRATA_PROFILE_CLASSES = 5, /* finding entities that cannot be told apart */
  STRATA_PROFILE_UNITS = 6,   /* beginning a pass */
  STRATA_PROFILE_COMPARE = 7, /* holding it against the pass before */
  STRATA_PROFILE_UPDATE = 8,  /* putting a change into the pass that there is */
  STRATA_PROFILE_VALUES = 9   /* working values out for those who ask */
} strata_profile_kind;

/*
 * What equals have cost together: effects of one name, or one ability or law,
 * of objects of one definition, in one layer. Time is in counts of the clock,
 * and no moment is counted twice.
 */
typedef struct strata_profile_row {
  strata_profile_kind what;
  strata_layer layer;
  const char *layer_name; /* the number, where layers are numbers; or "" */
  const char *name;       /* of the effect, ability or law, or "" */
  const char *card;       /* the definition of whose it is, or "" */
  uint64_t count;         /* how often it was applied, or done */
  uint64_t members;       /* to how many; entities that share a class are one */
  uint64_t subjects;      /* predicates that were tried on everybody for it */
  uint64_t trials;        /* whether it waits for another (613.8a) */
  uint64_t caused;        /* whether another waits for it */
  uint64_t time;          /* all of it */
  uint64_t subject_time;  /* of this, finding whom it affects */
  uint64_t trial_time;    /* in trials */
  uint64_t apply_time;    /* what it does to them */
  const char *ability;    /* by what the rules call it, or "" */
} strata_profile_row;

typedef struct strata_profile {
  bool running;     /* there is one */
  uint64_t passes;  /* over all that is in force */
  uint64_t avoided; /* passes that were due and turned out not to be needed */
  uint64_t values;  /* worked out, not read from a cache */
  uint64_t classes; /* that the last pass worked on: entities, or fewer */
  uint64_t lost;    /* moments that there was no memory to write down */
  uint64_t time;    /* in evaluation: the sum of all rows */
  uint64_t elapsed; /* since the profile began */
} strata_profile;

/**
 * Begin to measure what evaluation costs in this world; what was measured
 * before is forgotten. No value and no hash depends on it, and forks are not
 * measured. While it goes on evaluation is slower; before and after, it is not.
 *
 * time     called at each step from one to the next; its `user` is passed on
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
 * It lives, and counts on, until the profile ends. Cost O(1). */
STRATA_API const strata_profile_row *
strata_profile_get(const strata_world *world, size_t n);

#ifdef __cplusplus
}
#endif

#endif
