/*
 * replay_class.c
 */
#include "layers/update/replay_class.h"

#include "layers/order/unit_step.h"
#include "layers/pass/step_index.h"
#include "layers/update/leaf_units.h"

#include <string.h>

typedef struct class_replay {
  st_pass *pass;
  bool possible;          /* false: a pass must be run */
  uint32_t class;         /* who goes through the steps */
  bool is_another_object; /* he is not who was there, or a rollback brought him
                    back: what had him as its target may not have been told */
  bool by_symbols;  /* he is of a new class: only steps that are due matter */
  uint64_t version; /* the version of the board when he began */
  uint64_t due_version; /* ... for which it is known which are */
} class_replay;

/* -- Going through the steps -- */

/* Parts of stacking groups look at all that was applied before them. */
static bool has_stacking_parts(const st_pass *pass, const st_clause *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_attr attr = st_part_header_attr(code->parts[i].flags);
    if (pass->in_force->has_stacking[attr - 1] &&
        pass->in_force->is_on_board[attr - 1]) {
      return true;
    }
  }
  return false;
}

static bool others_reads_settled(const st_pass *pass, const st_clause *code,
                                 strata_layer layer) {
  bool settled = st_leaf_unit_expr_is_settled(pass, code->subject, layer, true);
  for (uint32_t i = 0; settled && i < code->part_count; i++) {
    if (st_part_header_layer(code->parts[i].flags) != layer) continue;
    settled =
        st_leaf_unit_expr_is_settled(pass, code->parts[i].operand, layer, true);
  }
  return settled;
}

/* The answer to what a bitmap says, or the place for it; NULL if there is no
 * memory. */
static st_member_answer *find_member_answer(class_replay *a,
                                            const uint64_t *bits) {
  st_pass *pass = a->pass;
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
  while (pass->answers[i].member_version == a->version &&
         pass->answers[i].bits != bits) {
    i = i + 1 < pass->answer_capacity ? i + 1 : 0;
  }
  return &pass->answers[i];
}

/* Whether a unit affects him, where that is asked of all. Units that share a
 * bitmap must all say the same. */
static strata_status decide_membership(class_replay *a, st_layer_unit *unit,
                                       strata_layer layer) {
  st_pass *pass = a->pass;
  unit->membership_version = a->version;
  if (!unit->members.bits) {
    bool one = unit->members.one == a->class;
    bool takes_in = one;
    strata_status status = STRATA_OK;
    if (one || a->is_another_object) {
      status = st_layer_unit_affects(pass, unit, a->class, &takes_in);
    }
    a->possible = a->possible && takes_in == one;
    return status;
  }
  st_member_answer *answer = find_member_answer(a, unit->members.bits);
  if (!answer) return STRATA_ENOMEM;
  bool asked = answer->member_version == a->version;
  if (asked && answer->version == pass->board.version) return STRATA_OK;
  a->possible = a->possible && others_reads_settled(pass, unit->clause, layer);
  bool yes;
  strata_status status = st_layer_unit_affects(pass, unit, a->class, &yes);
  if (status) return status;
  a->possible = a->possible && (!asked || answer->yes == yes);
  *answer = (st_member_answer){.bits = unit->members.bits,
                               .member_version = a->version,
                               .version = pass->board.version,
                               .yes = yes};
  st_bit_set(unit->members.bits, a->class, yes);
  return STRATA_OK;
}

/* What a unit does to him in one layer. */
static strata_status apply_step_to_class(class_replay *a,
                                         const st_pass_step *step) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[step->unit];
  st_members he = {.one = a->class};
  bool differs = false;
  a->possible = others_reads_settled(pass, unit->clause, step->layer) &&
                !has_stacking_parts(pass, unit->clause);
  if (!a->possible) return STRATA_OK;
  pass->scratch.count = 0;
  strata_status status =
      st_unit_step_run(pass,
                       &(st_unit_step){.unit = step->unit,
                                       .layer = step->layer,
                                       .clause = unit->clause,
                                       .members = &he,
                                       .mode = ST_UNIT_STEP_JOIN,
                                       .first_applied = step->first,
                                       .differs = &differs},
                       &pass->scratch);
  a->possible = !differs;
  return status;
}

/* True if what it does in this layer is neither read nor worked out for each:
 * then that it affects him is all that there is to it. */
static bool is_membership_enough(const st_pass *pass, const st_clause *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    if (pass->in_force->is_on_board[st_part_header_attr(part->flags) - 1])
      return false;
    if (part->operand && part->operand->uses_it) return false;
  }
  return true;
}

static strata_status replay_step(class_replay *a, const st_pass_step *step) {
  st_pass *pass = a->pass;
  st_layer_unit *unit = &pass->units[step->unit];
  if (unit->removed || unit->to_renew || !unit->condition_holds)
    return STRATA_OK;
  strata_status status = STRATA_OK;
  bool asked = unit->membership_version == a->version;
  if (!asked && a->by_symbols && step->previous != 0) return STRATA_OK;
  if (!asked) status = decide_membership(a, unit, step->layer);
  if (status || !a->possible || !st_members_has(&unit->members, a->class) ||
      is_membership_enough(pass, unit->clause)) {
    return status;
  }
  return apply_step_to_class(a, step);
}

/* -- Trials on him alone -- */

/* Whether a unit was run before a step, in this layer or an earlier one. */
static bool started_before_step(const st_pass *pass, const st_layer_unit *unit,
                                uint32_t step) {
  for (uint32_t s = unit->last_step; s != 0; s = pass->steps[s - 1].previous) {
    if (s - 1 < step) return true;
  }
  return false;
}

/* Whether a unit affects him as he is before a step. One that has started and
 * was not asked was not due: it does not. */
static strata_status unit_affects_class(class_replay *a,
                                        const st_layer_unit *unit,
                                        uint32_t step, bool *out) {
  if (unit->membership_version == a->version ||
      (a->by_symbols && started_before_step(a->pass, unit, step))) {
    *out = st_members_has(&unit->members, a->class);
    return STRATA_OK;
  }
  return st_layer_unit_affects(a->pass, unit, a->class, out);
}

/* Whether a unit affects him now, and how: put behind what `out` holds. */
static strata_status probe_unit_on_class(class_replay *a,
                                         const st_decisive_trial *tried,
                                         st_u64_vec *out) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[tried->unit];
  bool yes;
  strata_status status = unit_affects_class(a, unit, tried->step, &yes);
  if (status) return status;
  if (!st_u64_vec_push(pass->mem, out, yes)) return STRATA_ENOMEM;
  if (!yes) return STRATA_OK;
  st_members he = {.one = a->class};
  size_t board = st_board_begin_trial(&pass->board);
  status = st_unit_step_run(pass,
                            &(st_unit_step){.unit = tried->unit,
                                            .layer = tried->layer,
                                            .clause = unit->clause,
                                            .members = &he,
                                            .mode = ST_UNIT_STEP_PROBE},
                            out);
  st_board_end_trial(&pass->board, board);
  return status;
}

/* The two halves of what was looked at, before and after. */
static bool probes_differ(const st_u64_vec *v, size_t middle) {
  if (v->count != 2 * middle) return true;
  return memcmp(v->at, v->at + middle, middle * sizeof v->at[0]) != 0;
}

/* Whether a trial shows a difference on him. */
static strata_status repeat_trial_on_class(class_replay *a,
                                           const st_decisive_trial *tried,
                                           bool *out) {
  st_pass *pass = a->pass;
  const st_layer_unit *by = &pass->units[tried->other];
  st_u64_vec *seen = &pass->order.operands;
  bool yes;
  *out = false;
  strata_status status = unit_affects_class(a, by, tried->step, &yes);
  if (status || !yes) return status;
  seen->count = 0;
  status = probe_unit_on_class(a, tried, seen);
  size_t middle = seen->count;
  /* Operands that nobody needed were not looked at then. */
  if (tried->affected_nobody && middle > 1) a->possible = false;
  st_members he = {.one = a->class};
  size_t board = st_board_begin_trial(&pass->board);
  pass->scratch.count = 0;
  if (!status) {
    status = st_unit_step_run(pass,
                              &(st_unit_step){.unit = tried->other,
                                              .layer = tried->layer,
                                              .clause = by->clause,
                                              .members = &he,
                                              .mode = ST_UNIT_STEP_TRIAL},
                              &pass->scratch);
  }
  if (!status) status = probe_unit_on_class(a, tried, seen);
  st_board_end_trial(&pass->board, board);
  *out = !status && probes_differ(seen, middle);
  return status;
}

/* A trial is to show what it has shown: that there is a difference, and on the
 * same class. */
static strata_status check_trial_on_class(class_replay *a,
                                          const st_decisive_trial *tried) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[tried->unit];
  const st_layer_unit *by = &pass->units[tried->other];
  bool on_set =
      tried->dependency == ST_DEPENDENCY_AFFECTED && tried->witness_class != 0;
  bool none = tried->dependency == ST_DEPENDENCY_NONE;
  if (!tried->may_differ || (on_set && tried->witness_class < a->class)) {
    return STRATA_OK;
  }
  if (!none && !on_set) {
    /* An operand is of all; existence and text are not of him. */
    a->possible = tried->dependency != ST_DEPENDENCY_OPERAND;
    return STRATA_OK;
  }
  bool settled = others_reads_settled(pass, unit->clause, tried->layer) &&
                 others_reads_settled(pass, by->clause, tried->layer);
  a->possible = settled && !unit->to_renew && !by->to_renew && !unit->removed &&
                !by->removed && !has_stacking_parts(pass, unit->clause) &&
                !has_stacking_parts(pass, by->clause);
  if (!a->possible) return STRATA_OK;
  bool differs;
  strata_status status = repeat_trial_on_class(a, tried, &differs);
  a->possible = a->possible && differs == (tried->witness_class == a->class);
  return status;
}

/* Those on whom a trial has shown something must not leave. */
static bool decided_no_trial(const st_pass *pass, uint32_t class) {
  for (size_t i = 0; i < pass->decisive_trial_count; i++) {
    const st_decisive_trial *tried = &pass->decisive_trials[i];
    if (tried->witness_class == class ||
        tried->dependency == ST_DEPENDENCY_OPERAND) {
      return false;
    }
  }
  return true;
}

/* -- One class -- */

/* The first step from one on that can concern him. */
static size_t next_due_step(class_replay *a, size_t step) {
  st_pass *pass = a->pass;
  if (a->by_symbols && a->due_version != pass->board.version) {
    a->due_version = pass->board.version;
    a->by_symbols = st_step_index_find(pass, a->class);
  }
  return a->by_symbols ? st_step_index_next(pass, step) : step;
}

static strata_status replay_steps(class_replay *a, uint32_t class) {
  st_pass *pass = a->pass;
  strata_status status = st_board_reset_class(&pass->board, class);
  a->class = class;
  a->version = pass->board.version;
  a->due_version = 0;
  size_t t = 0;
  for (size_t s = next_due_step(a, 0);; s = next_due_step(a, s + 1)) {
    for (; !status && a->possible && t < pass->decisive_trial_count &&
           pass->decisive_trials[t].step <= s;
         t++) {
      status = check_trial_on_class(a, &pass->decisive_trials[t]);
    }
    if (status || !a->possible || s >= pass->step_count) break;
    status = replay_step(a, &pass->steps[s]);
  }
  for (strata_attr attr = 1; attr <= st_attr_count(pass->rules); attr++) {
    st_class_sums_renew(pass, attr, class);
    st_set_masks_drop_class(pass, attr, class);
  }
  return status;
}

static strata_status replay_class(class_replay *a,
                                  const st_class_change *news) {
  if (!news->live) {
    a->possible = decided_no_trial(a->pass, news->class);
    return STRATA_OK;
  }
  a->is_another_object = news->changed == ST_SLOT_CHANGED_ALL;
  a->by_symbols = news->is_new;
  if (news->is_new) st_step_index_update(a->pass);
  return replay_steps(a, news->class);
}

strata_status st_replay_class(st_pass *pass, const st_class_change *change,
                              bool *possible) {
  class_replay a = {.pass = pass, .possible = true};
  strata_status status = replay_class(&a, change);
  *possible = a.possible;
  return status;
}
