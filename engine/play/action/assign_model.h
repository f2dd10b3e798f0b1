/* assign_model.h - assigning each of some assigners to places, or to none,
 * under restrictions and requirements. */
#ifndef STRATA_PLAY_ACTION_ASSIGN_MODEL_H
#define STRATA_PLAY_ACTION_ASSIGN_MODEL_H

#include "base/base.h"

#define ST_ASSIGN_MOST_ASSIGNERS 64
#define ST_ASSIGN_MOST_PLACES    32

/* So many pairs are looked at in one search. */
#define ST_ASSIGN_MOST_STEPS (UINT32_C(1) << 22)

/*
 * Restrictions must be obeyed. Requirements are counted: an assignment is legal
 * if it fulfils as many as any that obeys the restrictions does (508.1d,
 * 509.1c). Places of an assigner are bits.
 */
typedef struct st_assign_model {
  uint32_t assigner_count, place_count;
  /* Restrictions of each assigner: where it can be assigned, to how many places
   * at most, and with how many others at least. */
  const uint32_t *can;
  const int64_t *each, *company;
  /* Restrictions of each place: how many it gets if it gets any, and at most;
   * and how many are assigned in all at most. */
  const int64_t *least, *most;
  int64_t in_all;
  /* How many requirements say that an assigner is assigned, that it is assigned
   * to a place (by assigner, then by place), and that a place gets some. */
  const int64_t *must, *must_to, *needed;
} st_assign_model;

/* What is decided: the places that an assigner has, those that it does not get,
 * and whether it gets no more. */
typedef struct st_assign_choice {
  uint32_t places, excluded;
  bool is_closed;
} st_assign_choice;

typedef enum st_assign_found {
  ST_ASSIGN_NONE,
  ST_ASSIGN_SOME,
  ST_ASSIGN_TOO_LONG
} st_assign_found;

/*
 * Find an assignment that goes on from what is decided, obeys the restrictions,
 * and fulfils at least `floor` requirements: the first one that fulfils
 * `enough`, else the one that fulfils the most.
 *
 * out      the places of each assigner, if SOME
 * score    how many requirements it fulfils, if SOME
 * Cost     O(assigners * places) if the first try is one; else exponential, up
 *          to ST_ASSIGN_MOST_STEPS
 */
st_assign_found st_assign_model_find(const st_assign_model *model,
                                     const st_assign_choice *decided,
                                     int64_t floor, int64_t enough,
                                     uint32_t *out, int64_t *score);

/* How many requirements an assignment fulfils. */
int64_t st_assign_model_score(const st_assign_model *model,
                              const uint32_t *places);

/* Which restriction an assignment does not obey; OBEYED: none. `assigner` and
 * `place` are those that it is about, as far as it is about any. */
typedef enum st_assign_restriction {
  ST_ASSIGN_OBEYED,
  ST_ASSIGN_CANNOT,      /* the assigner cannot be assigned to the place */
  ST_ASSIGN_TOO_MANY_OF, /* the assigner has too many places */
  ST_ASSIGN_ALONE,       /* the assigner has too few others */
  ST_ASSIGN_TOO_FEW_AT,
  ST_ASSIGN_TOO_MANY_AT,
  ST_ASSIGN_TOO_MANY
} st_assign_restriction;

st_assign_restriction st_assign_model_check(const st_assign_model *model,
                                            const uint32_t *places,
                                            uint32_t *assigner,
                                            uint32_t *place);

#endif
