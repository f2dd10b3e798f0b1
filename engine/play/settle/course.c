/*
 * course.c - the course of the game goes on.
 *
 * The rows of world/tables/course_rows.h say where the course is: the open
 * periods, and what ended last in the innermost one. From these alone each step
 * follows: the next period inside of it begins, or it ends. A step is taken
 * when nothing else is left to settle, and all settles again before the next.
 *
 * A period that comes for each player is begun for the first one, and added for
 * all others, behind itself; so a turn that is added in one of them comes
 * before theirs, as what was added last comes first (500.7).
 *
 * Invariant: in the state WAITS somebody acts, or those who did are gone, and
 * then the next step sees it; in all other states nobody acts. In the state
 * HELD only the host can advance the course.
 */
#include "play/settle/course.h"

#include "play/events/batch.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/execution/turn_order.h"
#include "play/perform/period_writes.h"

static bool is_in_succession(const st_execution *exec) {
  const st_period *period = st_period_of_acting(exec);
  return period && period->order == STRATA_ACTING_IN_SUCCESSION;
}

bool st_course_lets_stack_resolve(const st_execution *exec) {
  return !is_in_succession(exec);
}

/* -- Beginning a period -- */

static strata_status skip_period(st_execution *exec, st_course_row row) {
  strata_status status =
      st_course_row_put(exec->store, ST_COURSE_ROW_LAST, row);
  return status ? status : st_course_state_put(exec->store, ST_COURSE_SKIPS);
}

/* The period is there. Of one in which nobody acts the course goes on, unless
 * the host advances it one by one: then it is held. */
static strata_status open_period(st_execution *exec, st_course_row row) {
  const st_period *period = st_period_get(exec->rules, row.period);
  strata_status status = st_course_push(exec->store, row);
  if (!status) {
    status =
        st_course_row_put(exec->store, ST_COURSE_ROW_LAST, (st_course_row){0});
  }
  if (!status) {
    status = period->acts ? st_period_begin_acting(exec)
                          : st_course_state_put(exec->store, ST_COURSE_DUE);
  }
  if (status || !exec->advances) return status;
  exec->advances = false;
  return st_course_state_get(exec->store) == ST_COURSE_WAITS
             ? STRATA_OK
             : st_course_state_put(exec->store, ST_COURSE_HELD);
}

/* Push a program whose events happen together, and below it `then`. */
static strata_status push_events(st_execution *exec, uint32_t frame,
                                 const st_program *program, st_task then) {
  uint32_t batch = st_batch_new(exec);
  bool pushed = batch != 0 &&
                (then.kind != ST_TASK_COURSE || st_task_push(exec, then)) &&
                st_batch_begin_filling(exec, batch) &&
                st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                             .frame = frame,
                                             .end = program->instruction_count,
                                             .collect_batch = batch});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Let a period begin, unless its condition does not hold: its events happen,
 * and st_course_step_begun sees whether they have. */
static strata_status try_period(st_execution *exec, st_course_row row) {
  const st_period *period = st_period_get(exec->rules, row.period);
  uint32_t frame = st_period_frame(exec, row.period, row.player);
  if (!frame) return STRATA_ENOMEM;
  bool comes;
  strata_status status = st_frame_holds(exec, frame, period->when, &comes);
  if (status) return status;
  if (!comes) return skip_period(exec, row);
  if (period->begins.instruction_count == 0) return open_period(exec, row);
  return push_events(exec, frame, &period->begins,
                     (st_task){.kind = ST_TASK_COURSE,
                               .at = row.period,
                               .outer_it = row.player,
                               .end = row.after,
                               .index = (uint32_t)exec->event_count + 1});
}

strata_status st_course_step_begun(st_execution *exec) {
  st_task task = *st_task_top(exec);
  st_course_row row = {
      .period = task.at, .player = task.outer_it, .after = task.end};
  exec->task_count--;
  bool is_skipped = task.index <= exec->event_count &&
                    st_event_get(exec, task.index)->state != ST_EVENT_HAPPENED;
  return is_skipped ? skip_period(exec, row) : open_period(exec, row);
}

/* A period of the next player. If nobody is next, as when the last one is gone,
 * the course is held. */
static strata_status try_period_of_next(st_execution *exec, st_course_row row) {
  st_course_row last = st_course_row_get(exec->store, ST_COURSE_ROW_REGULAR);
  row.player = last.player;
  strata_status status = STRATA_OK;
  if (last.period != 0) {
    status = st_turn_order_next(exec, last.player, &row.player);
  }
  if (!status && last.period != 0 && row.player == 0) {
    return st_course_state_put(exec->store, ST_COURSE_HELD);
  }
  if (!status) {
    status = st_course_row_put(
        exec->store, ST_COURSE_ROW_REGULAR,
        (st_course_row){.period = row.period, .player = row.player});
  }
  return status ? status : try_period(exec, row);
}

/* A period that comes for each player: now for the first. */
static strata_status try_period_of_each(st_execution *exec, st_course_row row) {
  const st_period *period = st_period_get(exec->rules, row.period);
  uint32_t frame = st_period_frame(exec, row.period, row.player);
  if (!frame) return STRATA_ENOMEM;
  st_ordered_players players;
  strata_status status = st_period_players(exec, frame, period->who, &players);
  for (uint32_t i = players.count; !status && i > 1; i--) {
    status =
        st_course_add(exec->store, (st_course_row){.period = row.period,
                                                   .player = players.who[i - 1],
                                                   .after = row.period});
  }
  if (status || players.count == 0) {
    return status ? status : skip_period(exec, row);
  }
  row.player = players.who[0];
  return try_period(exec, row);
}

/* A period whose turn it is by the order of the rules. */
static strata_status try_regular_period(st_execution *exec,
                                        strata_period period) {
  st_course_row row = {.period = period};
  switch (st_period_get(exec->rules, period)->whose) {
  case STRATA_WHOSE_NEXT:
    return try_period_of_next(exec, row);
  case STRATA_WHOSE_EACH:
    return try_period_of_each(exec, row);
  case STRATA_WHOSE_OUTER:
    break;
  }
  row.player = st_course_innermost(exec->store).player;
  return try_period(exec, row);
}

/* A period that was added. Of somebody who is gone it does not come (800.4). */
static strata_status try_added_period(st_execution *exec, st_course_row row) {
  if (row.player != 0) {
    bool is_gone = st_entity_slot(exec->store, row.player) == 0;
    return is_gone ? skip_period(exec, row) : try_period(exec, row);
  }
  row.player = st_course_innermost(exec->store).player;
  if (st_period_get(exec->rules, row.period)->whose != STRATA_WHOSE_NEXT) {
    return try_period(exec, row);
  }
  st_course_row last = st_course_row_get(exec->store, ST_COURSE_ROW_REGULAR);
  strata_status status = st_turn_order_next(exec, last.player, &row.player);
  return status ? status : try_period(exec, row);
}

/* -- Going on -- */

/* End the innermost period: its events happen when it is over. */
static strata_status end_period(st_execution *exec) {
  st_course_row row = st_course_innermost(exec->store);
  const st_period *period = st_period_get(exec->rules, row.period);
  strata_status status = st_course_pop(exec->store);
  if (!status) {
    status = st_course_row_put(exec->store, ST_COURSE_ROW_LAST, row);
  }
  if (!status) status = st_course_forget_inside(exec->store, row.period);
  if (!status && period->acts) status = st_period_end_acting(exec);
  if (status || period->ends.instruction_count == 0) return status;
  uint32_t frame = st_frame_new(exec, &period->ends, 0, row.player, 0);
  if (!frame) return STRATA_ENOMEM;
  return push_events(exec, frame, &period->ends, (st_task){0});
}

/* Whether a period that has ended comes again: none that was skipped, or that
 * was added behind another one. */
static strata_status comes_again(st_execution *exec, st_course_row row,
                                 bool *out) {
  const st_period *period = st_period_get(exec->rules, row.period);
  bool is_foreign = row.after != 0 && row.after != row.period;
  *out = false;
  if (!period->again || is_foreign ||
      st_course_state_get(exec->store) == ST_COURSE_SKIPS) {
    return STRATA_OK;
  }
  uint32_t frame = st_period_frame(exec, row.period, row.player);
  return frame ? st_frame_holds(exec, frame, period->again, out)
               : STRATA_ENOMEM;
}

/* What comes behind a period that has ended, or was skipped. */
static strata_status go_on_behind(st_execution *exec, st_course_row last) {
  st_course_row added;
  strata_status status = st_course_take_added(exec->store, last.period, &added);
  if (status) return status;
  if (added.period != 0) return try_added_period(exec, added);
  bool again;
  status = comes_again(exec, last, &again);
  if (status) return status;
  if (again) return try_regular_period(exec, last.period);
  strata_period place = last.after != 0 ? last.after : last.period;
  strata_period next = st_period_get(exec->rules, place)->sibling;
  if (next != 0) return try_regular_period(exec, next);
  return st_course_depth(exec->store) > 0
             ? end_period(exec)
             : try_regular_period(exec, st_period_first(exec->rules));
}

/* On the way to a period that the host has named: end what is open inside of
 * the one around it, then let it begin. */
static strata_status go_into(st_execution *exec) {
  strata_period into = exec->advances_into;
  strata_period around = st_period_get(exec->rules, into)->within;
  if (st_course_innermost(exec->store).period != around) {
    return end_period(exec);
  }
  exec->advances_into = 0;
  return try_regular_period(exec, into);
}

/* End the innermost period, or begin the next one in it. */
static strata_status go_on(st_execution *exec) {
  if (exec->advances_into != 0) return go_into(exec);
  st_course_row last = st_course_row_get(exec->store, ST_COURSE_ROW_LAST);
  if (last.period != 0) return go_on_behind(exec, last);
  strata_period open = st_course_innermost(exec->store).period;
  strata_period inner = open != 0 ? st_period_get(exec->rules, open)->inner
                                  : st_period_first(exec->rules);
  return inner != 0 ? try_regular_period(exec, inner) : end_period(exec);
}

/* Whether the course has a reason to wait: somebody acts, or the rules have no
 * periods. Who did may have left the game. */
static bool waits(const st_execution *exec) {
  return !st_period_of_acting(exec) || st_period_somebody_acts(exec);
}

strata_status st_course_step(st_execution *exec, uint32_t top, bool *goes,
                             bool *resolves) {
  st_course_state state = st_course_state_get(exec->store);
  *resolves = false;
  *goes = false;
  if (exec->attempt || state == ST_COURSE_NOT_BEGUN ||
      state == ST_COURSE_HELD || (state == ST_COURSE_WAITS && waits(exec))) {
    return STRATA_OK;
  }
  if (state == ST_COURSE_WAITS) {
    *goes = true;
    return st_course_state_put(exec->store, ST_COURSE_DUE);
  }
  if (state == ST_COURSE_RESOLVES && st_period_of_acting(exec)) {
    exec->advances = false;
    strata_status status = st_period_begin_acting(exec);
    *goes = st_course_state_get(exec->store) == ST_COURSE_DUE;
    return status;
  }
  *goes = true;
  if (top != 0 && is_in_succession(exec) && exec->advances_into == 0) {
    *resolves = true;
    return st_course_state_put(exec->store, ST_COURSE_RESOLVES);
  }
  return go_on(exec);
}

/* -- From outside -- */

/* Whether a period can come next: one of the game itself, or inside of one that
 * is open. */
static bool is_beside_open(const st_execution *exec, strata_period into) {
  strata_period around = st_period_get(exec->rules, into)->within;
  uint32_t depth = st_course_depth(exec->store);
  bool found = around == 0;
  for (uint32_t i = 0; !found && i < depth; i++) {
    found = st_course_open_get(exec->store, i).period == around;
  }
  return found;
}

strata_status st_course_advance(st_execution *exec, strata_period into) {
  bool has_begun = st_course_state_get(exec->store) != ST_COURSE_NOT_BEGUN;
  if (!has_begun || st_period_first(exec->rules) == 0) {
    return ST_ERROR(exec->error, STRATA_EREFUSED, 0,
                    has_begun ? "these rules have no periods"
                              : "the game has not begun: its event of "
                                "beginning happens first");
  }
  if (into != 0 && !is_beside_open(exec, into)) {
    return ST_ERROR(exec->error, STRATA_EREFUSED, 0, "the period '",
                    st_rules_name(exec->rules, STRATA_NAME_PERIOD, into),
                    "' is in one that is not open");
  }
  exec->advances = true;
  exec->advances_into = into;
  strata_status status = st_period_end_acting(exec);
  return status ? status : st_course_state_put(exec->store, ST_COURSE_DUE);
}
