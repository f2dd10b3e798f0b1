/* profile.h - measures where the time of evaluation goes, while a profile is
 * recorded. */
#ifndef STRATA_LAYERS_PASS_PROFILE_H
#define STRATA_LAYERS_PASS_PROFILE_H

#include "base/arena.h"
#include "layers/pass/pass.h"

typedef enum st_profile_phase {
  ST_PROFILE_SUBJECT,
  ST_PROFILE_TRIAL,
  ST_PROFILE_APPLY,
  ST_PROFILE_WHOLE /* a row without such phases */
} st_profile_phase;

/* The row and the phase that passing time is charged to. */
typedef struct st_profile_cursor {
  strata_profile_row *row; /* NULL: to no row */
  st_profile_phase phase;
} st_profile_cursor;

/*
 * Time is split, never nested: what is entered takes over from the row before,
 * which goes on when it is left. The time of the profile itself is charged to
 * no row.
 */
struct st_profile {
  st_mem *mem;
  const strata_rules *rules;
  strata_time_fn now;
  void *user;
  uint64_t started_at;
  uint64_t entered_at; /* when the cursor was set */
  st_profile_cursor cursor;
  st_arena arena; /* the rows and their texts */
  struct st_profile_key *keys;
  size_t count, capacity;
  uint32_t *table; /* by hash: row + 1, or 0 */
  size_t table_size;
  uint64_t passes, passes_avoided, rows_lost;
  uint64_t evaluations; /* the count of evaluations when the profile began */
};

/* NULL if there is no memory. */
st_profile *st_profile_new(st_mem *mem, const strata_rules *rules,
                           strata_time_fn now, void *user);
void st_profile_free(st_profile *profile); /* NULL is allowed */

size_t st_profile_count(const st_profile *profile);
const strata_profile_row *st_profile_row(const st_profile *profile, size_t n);

/* -- For the modules that are measured: no cost without a profile -- */

st_profile_cursor st_profile_enter_what_timed(st_profile *profile,
                                              strata_profile_kind what,
                                              strata_layer layer);
st_profile_cursor st_profile_enter_unit_timed(st_pass *pass, uint32_t unit,
                                              strata_layer layer,
                                              st_profile_phase phase);
void st_profile_switch(st_profile *profile, st_profile_cursor at);
void st_profile_add_members(st_profile *profile, const st_pass *pass,
                            const st_members *members);

/* Enter a row and count it once. The caller must go back to the returned cursor
 * by st_profile_leave; after an error an outer caller does so. */
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

/* The current unit goes on with another phase. */
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

/* A refresh is done, by a new pass or without one. */
static inline void st_profile_count_refresh(st_profile *profile, bool by_pass) {
  if (ST_LIKELY(!profile)) return;
  profile->passes += by_pass;
  profile->passes_avoided += !by_pass;
}

/* A subject was matched with all classes. */
static inline void st_profile_count_subject(st_profile *profile) {
  if (ST_UNLIKELY(profile != NULL) && profile->cursor.row) {
    profile->cursor.row->subjects++;
  }
}

/* The current unit was examined in a trial of another unit (trials), or was
 * itself applied in a trial in which `count` units were examined (caused). */
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
