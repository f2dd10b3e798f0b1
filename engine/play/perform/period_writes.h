/* period_writes.h - what events write about the course of the game: who acts in
 * the open period, and which periods are added. */
#ifndef STRATA_PLAY_PERFORM_PERIOD_WRITES_H
#define STRATA_PLAY_PERFORM_PERIOD_WRITES_H

#include "play/execution/execution.h"
#include "rules/model/period.h"
#include "world/tables/course_rows.h"

/* The innermost open period; blank if none is. */
st_course_row st_course_innermost(const st_store *store);

/* The innermost open period if players act in it; else NULL. */
const st_period *st_period_of_acting(const st_execution *exec);

/* A frame for the expressions and the first program of a period; 0 if there is
 * no memory. */
uint32_t st_period_frame(st_execution *exec, strata_period period,
                         strata_entity player);

/* Players in turn order, and those without a turn by their slots. */
typedef struct st_ordered_players {
  strata_entity *who;
  uint64_t *keys;
  uint32_t count;
} st_ordered_players;

/* The players for whom a predicate of a period holds, in order. */
strata_status st_period_players(st_execution *exec, uint32_t frame,
                                const strata_expr *which,
                                st_ordered_players *out);

/* Let players act in the period of acting: the first, or all at once. If there
 * are none, the course is due. */
strata_status st_period_begin_acting(st_execution *exec);

/* Whether somebody acts. Cost O(entities). */
bool st_period_somebody_acts(const st_execution *exec);

/* Take the turn to act from everybody. Cost O(entities). */
strata_status st_period_end_acting(st_execution *exec);

/* The instructions PASS, for one entity, and ADD_PERIOD. */
strata_status st_period_pass(st_execution *exec, strata_entity who);
strata_status st_period_add(st_execution *exec, uint32_t frame,
                            const st_instruction *instruction);

#endif
