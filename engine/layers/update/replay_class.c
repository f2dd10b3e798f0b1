/*
 * replay_class.c - the steps of a finished pass, replayed for one class.
 *
 * The class starts from its base values and goes through the steps in order:
 * each unit decides whether the class is a member at the step at which it
 * decided about all classes, and the recorded parts of a unit that affects the
 * class are applied to it. Before each step the trials that were made there
 * are made again on the class alone: if one comes out otherwise, the order
 * might be another one and a new pass must be run.
 *
 * A class that is new has no part in any step yet, so only the steps that the
 * step index finds for its symbols can concern it.
 */
#include "layers/update/replay_class.h"

#include "layers/order/unit_step.h"
#include "layers/pass/step_index.h"
#include "layers/update/leaf_units.h"

#include <string.h>

typedef struct class_replay {
  st_pass *pass;
  bool possible;          /* false: a new pass must be run */
  uint32_t class;         /* the class that goes through the steps */
  bool is_another_object; /* the class's entity is another one than before, or a
                             rollback brought it back: effects that have it as a
                             target may not know */
  bool by_symbols;        /* the class is new: only steps that are due matter */
  /* The board's version when the replay began, and the version for which the
   * due steps are known. */
  uint64_t version, due_version;
} class_replay;

/* -- Steps -- */

/* True if a part has a stacking group on the board: it looks at all parts
 * applied before it. */
static bool has_stacking_parts(const st_pass *pass, const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    strata_attr attr = st_part_header_attr(clause->parts[i].flags);
    if (pass->in_force->has_stacking[attr - 1] &&
        pass->in_force->is_on_board[attr - 1]) {
      return true;
    }
  }
  return false;
}

/* True if what the clause reads of other entities for the layer was settled
 * before it: then the finished board answers as the board did at that step. */
static bool others_reads_settled(const st_pass *pass, const st_clause *clause,
                                 strata_layer layer) {
  bool settled =
      st_leaf_unit_expr_is_settled(pass, clause->subject, layer, true);
  for (uint32_t i = 0; settled && i < clause->part_count; i++) {
    if (st_part_header_layer(clause->parts[i].flags) != layer) continue;
    settled = st_leaf_unit_expr_is_settled(pass, clause->parts[i].operand,
                                           layer, true);
  }
  return settled;
}

/* The entry for the answer of the units that share a bitmap, which may be
 * empty; NULL if there is no memory. */
static st_member_answer *find_member_answer(class_replay *replay,
                                            const uint64_t *bits) {
  st_pass *pass = replay->pass;
  size_t need = 2 * pass->unit_count + 16;
  if (pass->answer_capacity < need) {
    if (!st_mem_reserve(pass->mem, &pass->answers, &pass->answer_capacity, need,
                        sizeof pass->answers[0])) {
      return NULL;
    }
    memset(pass->answers, 0, pass->answer_capacity * sizeof pass->answers[0]);
  }
  size_t i =
      (size_t)((uint64_t)st_bitmap_address_hash(bits) * pass->answer_capacity >>
               32);
  while (pass->answers[i].member_version == replay->version &&
         pass->answers[i].bits != bits) {
    i = i + 1 < pass->answer_capacity ? i + 1 : 0;
  }
  return &pass->answers[i];
}

/* Decide whether the class is a member of a unit, at the step at which the pass
 * decided about all classes. Units that share a bitmap must all give the same
 * answer. */
static strata_status decide_membership(class_replay *replay,
                                       st_layer_unit *unit,
                                       strata_layer layer) {
  st_pass *pass = replay->pass;
  unit->membership_version = replay->version;
  if (!unit->members.bits) {
    bool one = unit->members.one == replay->class;
    bool takes_in = one;
    strata_status status = STRATA_OK;
    if (one || replay->is_another_object) {
      status = st_layer_unit_affects(pass, unit, replay->class, &takes_in);
    }
    replay->possible = replay->possible && takes_in == one;
    return status;
  }
  st_member_answer *answer = find_member_answer(replay, unit->members.bits);
  if (!answer) return STRATA_ENOMEM;
  bool known = answer->member_version == replay->version;
  if (known && answer->version == pass->board.version) return STRATA_OK;
  replay->possible =
      replay->possible && others_reads_settled(pass, unit->clause, layer);
  bool affects;
  strata_status status =
      st_layer_unit_affects(pass, unit, replay->class, &affects);
  if (status) return status;
  replay->possible = replay->possible && (!known || answer->yes == affects);
  *answer = (st_member_answer){.bits = unit->members.bits,
                               .member_version = replay->version,
                               .version = pass->board.version,
                               .yes = affects};
  st_bit_set(unit->members.bits, replay->class, affects);
  return STRATA_OK;
}

/* Apply a unit's parts of one layer to the class. */
static strata_status apply_step_to_class(class_replay *replay,
                                         const st_pass_step *step) {
  st_pass *pass = replay->pass;
  const st_layer_unit *unit = &pass->units[step->unit];
  st_members member = {.one = replay->class};
  bool differs = false;
  replay->possible = others_reads_settled(pass, unit->clause, step->layer) &&
                     !has_stacking_parts(pass, unit->clause);
  if (!replay->possible) return STRATA_OK;
  pass->scratch.count = 0;
  strata_status status =
      st_unit_step_run(pass,
                       &(st_unit_step){.unit = step->unit,
                                       .layer = step->layer,
                                       .clause = unit->clause,
                                       .members = &member,
                                       .mode = ST_UNIT_STEP_JOIN,
                                       .first_applied = step->first,
                                       .differs = &differs},
                       &pass->scratch);
  replay->possible = !differs;
  return status;
}

/* True if what the clause does is neither read nor different for each member:
 * then membership is all that there is to record. */
static bool is_membership_enough(const st_pass *pass, const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    if (pass->in_force->is_on_board[st_part_header_attr(part->flags) - 1]) {
      return false;
    }
    if (part->operand && part->operand->uses_it) return false;
  }
  return true;
}

static strata_status replay_step(class_replay *replay,
                                 const st_pass_step *step) {
  st_pass *pass = replay->pass;
  st_layer_unit *unit = &pass->units[step->unit];
  if (unit->removed || unit->to_renew || !unit->condition_holds) {
    return STRATA_OK;
  }
  strata_status status = STRATA_OK;
  bool known = unit->membership_version == replay->version;
  if (!known && replay->by_symbols && step->previous != 0) return STRATA_OK;
  if (!known) status = decide_membership(replay, unit, step->layer);
  if (status || !replay->possible ||
      !st_members_has(&unit->members, replay->class) ||
      is_membership_enough(pass, unit->clause)) {
    return status;
  }
  return apply_step_to_class(replay, step);
}

/* -- Trials on the class alone -- */

/* True if a unit was applied before a step, in this layer or an earlier one. */
static bool started_before_step(const st_pass *pass, const st_layer_unit *unit,
                                uint32_t step) {
  for (uint32_t s = unit->last_step; s != 0; s = pass->steps[s - 1].previous) {
    if (s - 1 < step) return true;
  }
  return false;
}

/* Whether a unit affects the class as it is before a step. A unit that has
 * started and was not due does not. */
static strata_status unit_affects_class(class_replay *replay,
                                        const st_layer_unit *unit,
                                        uint32_t step, bool *out) {
  if (unit->membership_version == replay->version ||
      (replay->by_symbols && started_before_step(replay->pass, unit, step))) {
    *out = st_members_has(&unit->members, replay->class);
    return STRATA_OK;
  }
  return st_layer_unit_affects(replay->pass, unit, replay->class, out);
}

/* Append to `out` whether the unit affects the class now, and its operands. */
static strata_status probe_unit_on_class(class_replay *replay,
                                         const st_decisive_trial *trial,
                                         st_u64_vec *out) {
  st_pass *pass = replay->pass;
  const st_layer_unit *unit = &pass->units[trial->unit];
  bool affects;
  strata_status status =
      unit_affects_class(replay, unit, trial->step, &affects);
  if (status) return status;
  if (!st_u64_vec_push(pass->mem, out, affects)) return STRATA_ENOMEM;
  if (!affects) return STRATA_OK;
  st_members member = {.one = replay->class};
  size_t board = st_board_begin_trial(&pass->board);
  status = st_unit_step_run(pass,
                            &(st_unit_step){.unit = trial->unit,
                                            .layer = trial->layer,
                                            .clause = unit->clause,
                                            .members = &member,
                                            .mode = ST_UNIT_STEP_PROBE},
                            out);
  st_board_end_trial(&pass->board, board);
  return status;
}

/* True if the probe before the trial, up to `middle`, and the one within it
 * differ. */
static bool probes_differ(const st_u64_vec *v, size_t middle) {
  if (v->count != 2 * middle) return true;
  return memcmp(v->at, v->at + middle, middle * sizeof v->at[0]) != 0;
}

/* *out: whether the trial shows a difference on the class. */
static strata_status repeat_trial_on_class(class_replay *replay,
                                           const st_decisive_trial *trial,
                                           bool *out) {
  st_pass *pass = replay->pass;
  const st_layer_unit *other = &pass->units[trial->other];
  st_u64_vec *probes = &pass->order.operands;
  bool affects;
  *out = false;
  strata_status status =
      unit_affects_class(replay, other, trial->step, &affects);
  if (status || !affects) return status;
  probes->count = 0;
  status = probe_unit_on_class(replay, trial, probes);
  size_t middle = probes->count;
  /* The first trial had no members to compute operands for. */
  if (trial->affected_nobody && middle > 1) replay->possible = false;
  st_members member = {.one = replay->class};
  size_t board = st_board_begin_trial(&pass->board);
  pass->scratch.count = 0;
  if (!status) {
    status = st_unit_step_run(pass,
                              &(st_unit_step){.unit = trial->other,
                                              .layer = trial->layer,
                                              .clause = other->clause,
                                              .members = &member,
                                              .mode = ST_UNIT_STEP_TRIAL},
                              &pass->scratch);
  }
  if (!status) status = probe_unit_on_class(replay, trial, probes);
  st_board_end_trial(&pass->board, board);
  *out = !status && probes_differ(probes, middle);
  return status;
}

/* Make a trial again: it must show a difference on the class if that was its
 * witness, and none otherwise. */
static strata_status check_trial_on_class(class_replay *replay,
                                          const st_decisive_trial *trial) {
  st_pass *pass = replay->pass;
  const st_layer_unit *unit = &pass->units[trial->unit];
  const st_layer_unit *other = &pass->units[trial->other];
  bool on_set =
      trial->dependency == ST_DEPENDENCY_AFFECTED && trial->witness_class != 0;
  bool none = trial->dependency == ST_DEPENDENCY_NONE;
  if (!trial->may_differ || (on_set && trial->witness_class < replay->class)) {
    return STRATA_OK;
  }
  if (!none && !on_set) {
    /* An operand may be of all members; existence and text are not the
     * class's. */
    replay->possible = trial->dependency != ST_DEPENDENCY_OPERAND;
    return STRATA_OK;
  }
  bool settled = others_reads_settled(pass, unit->clause, trial->layer) &&
                 others_reads_settled(pass, other->clause, trial->layer);
  replay->possible = settled && !unit->to_renew && !other->to_renew &&
                     !unit->removed && !other->removed &&
                     !has_stacking_parts(pass, unit->clause) &&
                     !has_stacking_parts(pass, other->clause);
  if (!replay->possible) return STRATA_OK;
  bool differs;
  strata_status status = repeat_trial_on_class(replay, trial, &differs);
  replay->possible =
      replay->possible && differs == (trial->witness_class == replay->class);
  return status;
}

/* True if no trial has shown its result on the class: then the class may go. */
static bool decided_no_trial(const st_pass *pass, uint32_t class) {
  for (size_t i = 0; i < pass->decisive_trial_count; i++) {
    const st_decisive_trial *trial = &pass->decisive_trials[i];
    if (trial->witness_class == class ||
        trial->dependency == ST_DEPENDENCY_OPERAND) {
      return false;
    }
  }
  return true;
}

/* -- One class -- */

/* The first step from `step` on that can concern the class. */
static size_t next_due_step(class_replay *replay, size_t step) {
  st_pass *pass = replay->pass;
  if (replay->by_symbols && replay->due_version != pass->board.version) {
    replay->due_version = pass->board.version;
    replay->by_symbols = st_step_index_find(pass, replay->class);
  }
  return replay->by_symbols ? st_step_index_next(pass, step) : step;
}

/* Take the class through all steps, with the trials before each. Sums and masks
 * of the class are made new, also where the replay was broken off. */
static strata_status replay_steps(class_replay *replay, uint32_t class) {
  st_pass *pass = replay->pass;
  strata_status status = st_board_reset_class(&pass->board, class);
  replay->class = class;
  replay->version = pass->board.version;
  replay->due_version = 0;
  size_t t = 0;
  for (size_t s = next_due_step(replay, 0);; s = next_due_step(replay, s + 1)) {
    for (; !status && replay->possible && t < pass->decisive_trial_count &&
           pass->decisive_trials[t].step <= s;
         t++) {
      status = check_trial_on_class(replay, &pass->decisive_trials[t]);
    }
    if (status || !replay->possible || s >= pass->step_count) break;
    status = replay_step(replay, &pass->steps[s]);
  }
  for (strata_attr attr = 1; attr <= st_attr_count(pass->rules); attr++) {
    if (pass->sums[attr - 1]) st_class_sums_renew(pass, attr, class);
    if (pass->masks[attr - 1]) st_set_masks_drop_class(pass, attr, class);
  }
  return status;
}

strata_status st_replay_class(st_pass *pass, const st_class_change *change,
                              bool *possible) {
  if (!change->live) {
    *possible = decided_no_trial(pass, change->class);
    return STRATA_OK;
  }
  class_replay replay = {.pass = pass,
                         .possible = true,
                         .is_another_object =
                             change->changed == ST_SLOT_CHANGED_ALL,
                         .by_symbols = change->is_new};
  if (change->is_new) st_step_index_update(pass);
  strata_status status = replay_steps(&replay, change->class);
  *possible = replay.possible;
  return status;
}
