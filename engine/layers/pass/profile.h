/* profile.h - where the time of evaluation goes, while somebody asks. */
#ifndef STRATA_LAYERS_PASS_PROFILE_H
#define STRATA_LAYERS_PASS_PROFILE_H

#include "base/arena.h"
#include "layers/pass/pass.h"

typedef enum st_profile_phase {
  ST_PROFILE_SUBJECT,
  ST_PROFILE_TRIAL,
  ST_PROFILE_APPLY,
  ST_PROFILE_WHOLE /* of what has no such parts */
} st_profile_phase;

/* What the time that passes now is counted to. */
typedef struct st_profile_cursor {
  strata_profile_row *row; /* NULL: to nothing */
  st_profile_phase phase;
} st_profile_cursor;

/*
 * Time is split, never nested: whoever is entered takes over from where the
 * evaluator was, which goes on when it is left. What the profile itself does
 * is counted to nobody.
 */
struct st_profile {
  st_mem *mem;
  const strata_rules *rules;
  strata_time_fn now;
  void *user;
  uint64_t started_at;
  uint64_t entered_at; /* when `at` was entered */
  st_profile_cursor cursor;
  st_arena arena; /* of rows and their texts */
  struct st_profile_key *keys;
  size_t count, capacity;
  uint32_t *table; /* by hash: row + 1, or 0 */
  size_t table_size;
  uint64_t passes, passes_avoided, rows_lost;
  uint64_t evaluations; /* that there were when it began */
};

/* NULL if there is no memory. */
st_profile *st_profile_new(st_mem *mem, const strata_rules *rules,
                           strata_time_fn now, void *user);
void st_profile_free(st_profile *profile); /* NULL is allowed */

size_t st_profile_count(const st_profile *profile);
const strata_profile_row *st_profile_row(const st_profile *profile, size_t n);

/* -- For the modules that are measured: nothing happens without a profile -- */

st_profile_cursor st_profile_enter_what_timed(st_profile *profile,
                                              strata_profile_kind what,
                                              strata_layer layer);
st_profile_cursor st_profile_enter_unit_timed(st_pass *pass, uint32_t unit,
                                              strata_layer layer,
                                              st_profile_phase phase);
void st_profile_switch(st_profile *profile, st_profile_cursor at);
void st_profile_add_members(st_profile *profile, const st_pass *pass,
                            const st_members *members);

/* What is entered is counted once. What was there before must be gone back to;
 * after an error whoever is further out does so. */
static inline st_profile_cursor st_profile_enter_what(st_profile *profile,
                                                      strata_profile_kind what,
                                                      strata_layer layer) {
  if (ST_LIKELY(!profile)) return (st_profile_cursor){0};
  return st_profile_enter_what_timed(profile, what, layer);
}

static inline st_profile_cursor st_profile_enter_unit(st_pass *pass,
                                                      uint32_t unit,
                                                      strata_layer layer,
                                                      st_profile_phase phase) {
  if (ST_LIKELY(!pass->profile)) return (st_profile_cursor){0};
  return st_profile_enter_unit_timed(pass, unit, layer, phase);
}

static inline void st_profile_leave(st_profile *profile,
                                    st_profile_cursor before) {
  if (ST_UNLIKELY(profile != NULL)) st_profile_switch(profile, before);
}

/* The same unit goes on with something else. */
static inline void st_profile_set_phase(st_profile *profile,
                                        st_profile_phase phase) {
  if (ST_LIKELY(!profile)) return;
  st_profile_switch(profile, (st_profile_cursor){profile->cursor.row, phase});
}

/* The unit has been applied. */
static inline void st_profile_count_applied(const st_pass *pass,
                                            const st_members *members) {
  if (ST_UNLIKELY(pass->profile != NULL)) {
    st_profile_add_members(pass->profile, pass, members);
  }
}

/* What is in force is up to date, by a pass or without one. */
static inline void st_profile_count_refresh(st_profile *profile, bool by_pass) {
  if (ST_LIKELY(!profile)) return;
  profile->passes += by_pass;
  profile->passes_avoided += !by_pass;
}

/* A predicate was tried on everybody. */
static inline void st_profile_count_subject(st_profile *profile) {
  if (ST_UNLIKELY(profile != NULL) && profile->cursor.row) {
    profile->cursor.row->subjects++;
  }
}

/* It was looked at in a trial of another; it was tried, and so many looked at.
 */
static inline void st_profile_count_trial(st_profile *profile) {
  if (ST_UNLIKELY(profile != NULL) && profile->cursor.row) {
    profile->cursor.row->trials++;
  }
}

static inline void st_profile_count_caused(st_profile *profile, size_t count) {
  if (ST_UNLIKELY(profile != NULL) && profile->cursor.row) {
    profile->cursor.row->caused += count;
  }
}

#endif
