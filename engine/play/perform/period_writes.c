/*
 * period_writes.c - what events write about the course of the game: who acts in
 * the open period, and which periods are added.
 *
 * Who may act is a base value of players, so that conditions of actions read it
 * as any other value. Only the functions here write it.
 */
#include "play/perform/period_writes.h"

#include "play/execution/frame.h"
#include "play/execution/turn_order.h"
#include "rules/model/period.h"

/* -- Where the course is -- */

st_course_row st_course_innermost(const st_store *store) {
  uint32_t depth = st_course_depth(store);
  return depth > 0 ? st_course_open_get(store, depth - 1) : (st_course_row){0};
}

const st_period *st_period_of_acting(const st_execution *exec) {
  strata_period id = st_course_innermost(exec->store).period;
  const st_period *period = id != 0 ? st_period_get(exec->rules, id) : NULL;
  return period && period->acts ? period : NULL;
}

/* -- Players -- */

static uint64_t order_key(const st_execution *exec, strata_entity player) {
  return (uint64_t)st_turn_order_place(exec, player) << 32 | (uint32_t)player;
}

strata_status st_period_players(st_execution *exec, uint32_t frame,
                                const strata_expr *which,
                                st_ordered_players *out) {
  strata_status status =
      st_frame_select(exec, frame, which, &out->who, &out->count);
  if (!status) status = st_turn_order_refresh(exec);
  if (status) return status;
  out->keys = st_arena_alloc(&exec->arena, out->count + 1u, sizeof *out->keys);
  if (!out->keys) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < out->count; i++) {
    strata_entity player = out->who[i];
    uint64_t key = order_key(exec, player);
    uint32_t at = i;
    for (; at > 0 && out->keys[at - 1] > key; at--) {
      out->keys[at] = out->keys[at - 1];
      out->who[at] = out->who[at - 1];
    }
    out->keys[at] = key;
    out->who[at] = player;
  }
  return STRATA_OK;
}

/* The first player behind one, or 0. */
static strata_entity player_behind(const st_execution *exec,
                                   const st_ordered_players *players,
                                   strata_entity who) {
  uint64_t key = order_key(exec, who);
  for (uint32_t i = 0; i < players->count; i++) {
    if (players->keys[i] > key) return players->who[i];
  }
  return 0;
}

uint32_t st_period_frame(st_execution *exec, strata_period period,
                         strata_entity player) {
  return st_frame_new(exec, &st_period_get(exec->rules, period)->begins, 0,
                      player, 0);
}

/* -- Who acts -- */

static bool is_acting(const st_execution *exec, strata_entity who) {
  const st_attr *attr = st_attr_of(exec->rules, exec->rules->play->acting);
  uint32_t slot = st_entity_slot(exec->store, who);
  return attr && slot != 0 && st_entity_base(exec->store, attr, slot) != 0;
}

static strata_status put_acting(st_execution *exec, strata_entity who,
                                bool acts) {
  const uint64_t word = acts;
  return st_mutator_set_base(exec->change, exec->rules->play->acting,
                             st_entity_slot(exec->store, who), &word);
}

/* Let players act: the first, or all at once. If there are none the course goes
 * on. */
static strata_status give_turn_to_act(st_execution *exec,
                                      const st_period *period,
                                      const st_ordered_players *players) {
  bool at_once = period->order == STRATA_ACTING_AT_ONCE;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < (at_once ? players->count : 1); i++) {
    if (i < players->count) status = put_acting(exec, players->who[i], true);
  }
  if (status) return status;
  return st_course_state_put(exec->store, players->count > 0 ? ST_COURSE_WAITS
                                                             : ST_COURSE_DUE);
}

strata_status st_period_begin_acting(st_execution *exec) {
  const st_period *period = st_period_of_acting(exec);
  st_course_row open = st_course_innermost(exec->store);
  uint32_t frame = st_period_frame(exec, open.period, open.player);
  if (!frame) return STRATA_ENOMEM;
  st_ordered_players players;
  strata_status status = st_period_players(exec, frame, period->acts, &players);
  if (!status) status = st_scalar_put(exec->store, ST_SCALAR_PASSES, 0);
  return status ? status : give_turn_to_act(exec, period, &players);
}

/* The slot of the first entity that acts, from `slot` on; 0: there is none. */
static uint32_t next_acting(const st_execution *exec, uint32_t slot) {
  const st_attr *attr = st_attr_of(exec->rules, exec->rules->play->acting);
  uint32_t top = attr ? st_entity_top(exec->store) : 0;
  for (; slot <= top; slot++) {
    if (st_get_bit(exec->store, ST_COLUMN_ENTITY_LIVE, slot) &&
        st_entity_base(exec->store, attr, slot) != 0) {
      return slot;
    }
  }
  return 0;
}

bool st_period_somebody_acts(const st_execution *exec) {
  return next_acting(exec, 1) != 0;
}

strata_status st_period_end_acting(st_execution *exec) {
  strata_status status = STRATA_OK;
  uint32_t slot = next_acting(exec, 1);
  for (; !status && slot != 0; slot = next_acting(exec, slot + 1)) {
    status = put_acting(exec, st_entity_handle(exec->store, slot), false);
  }
  return status;
}

/* How many have passed in actions that follow each other, this one included. */
static strata_status count_pass(st_execution *exec, uint64_t *out) {
  st_store *store = exec->store;
  uint64_t action = st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1;
  bool follows = st_scalar_get(store, ST_SCALAR_PASSED_IN) + 1 >= action;
  *out = (follows ? st_scalar_get(store, ST_SCALAR_PASSES) : 0) + 1;
  strata_status status = st_scalar_put(store, ST_SCALAR_PASSES, *out);
  return status ? status : st_scalar_put(store, ST_SCALAR_PASSED_IN, action);
}

/* In succession: all have passed, or the next one acts. */
static strata_status pass_in_succession(st_execution *exec, strata_entity who,
                                        const st_ordered_players *players) {
  uint64_t passes;
  strata_status status = count_pass(exec, &passes);
  if (status) return status;
  if (players->count == 0 || passes >= players->count) {
    status = st_scalar_put(exec->store, ST_SCALAR_PASSES, 0);
    return status ? status : st_course_state_put(exec->store, ST_COURSE_DUE);
  }
  strata_entity next = player_behind(exec, players, who);
  return put_acting(exec, next != 0 ? next : players->who[0], true);
}

static strata_status pass_at_once(st_execution *exec,
                                  const st_ordered_players *players) {
  for (uint32_t i = 0; i < players->count; i++) {
    if (is_acting(exec, players->who[i])) return STRATA_OK;
  }
  return st_course_state_put(exec->store, ST_COURSE_DUE);
}

static strata_status pass_in_turn(st_execution *exec, strata_entity who,
                                  const st_ordered_players *players) {
  strata_entity next = player_behind(exec, players, who);
  return next != 0 ? put_acting(exec, next, true)
                   : st_course_state_put(exec->store, ST_COURSE_DUE);
}

strata_status st_period_pass(st_execution *exec, strata_entity who) {
  const st_period *period = st_period_of_acting(exec);
  if (!period || !is_acting(exec, who)) return STRATA_OK;
  st_course_row open = st_course_innermost(exec->store);
  uint32_t frame = st_period_frame(exec, open.period, open.player);
  if (!frame) return STRATA_ENOMEM;
  st_ordered_players players;
  strata_status status = st_period_players(exec, frame, period->acts, &players);
  if (!status) status = put_acting(exec, who, false);
  if (status) return status;
  switch (period->order) {
  case STRATA_ACTING_IN_TURN:
    return pass_in_turn(exec, who, &players);
  case STRATA_ACTING_AT_ONCE:
    return pass_at_once(exec, &players);
  case STRATA_ACTING_IN_SUCCESSION:
    break;
  }
  return pass_in_succession(exec, who, &players);
}

/* -- Adding -- */

strata_status st_period_add(st_execution *exec, uint32_t frame,
                            const st_instruction *instruction) {
  const strata_rules *rules = exec->rules;
  st_course_row row = {.period = instruction->what, .after = instruction->what};
  int64_t player = 0;
  int64_t symbol = 0;
  strata_status status =
      st_frame_option(exec, frame, instruction, ST_OPTION_PLAYER, 0, &player);
  if (!status) {
    status =
        st_frame_option(exec, frame, instruction, ST_OPTION_AFTER, 0, &symbol);
  }
  if (status) return status;
  row.player = (strata_entity)player;
  if (symbol != 0) {
    row.after = st_rules_find_name(
        rules, STRATA_NAME_PERIOD,
        st_rules_name(rules, STRATA_NAME_SYMBOL, (strata_symbol)symbol));
  }
  bool fits = row.after != 0 && st_period_get(rules, row.after)->within ==
                                    st_period_get(rules, row.period)->within;
  if (!fits) {
    return st_frame_fail(exec, frame, instruction, STRATA_EINVAL,
                         "option 'after' names no period beside it");
  }
  if (st_course_state_get(exec->store) == ST_COURSE_NOT_BEGUN) {
    return st_frame_fail(exec, frame, instruction, STRATA_EREFUSED,
                         "the course of the game has not begun, so that "
                         "nothing can be added to it");
  }
  return st_course_add(exec->store, row);
}
