/*
 * dependency_trial.c - trials, and how long their results hold.
 *
 * A trial of `a` with `b` applies `b` to the board, looks at `a`, and takes
 * everything back. What is found of a unit is its signature, and the trial
 * compares the signatures without and with `b`. A signature holds until
 * something changes that the unit reads; a trial holds until that happens to
 * either of the two units.
 *
 * The first trial that applies `b` looks at the asking unit only. A second
 * unit that asks is seldom the last, so the second trial looks at all units
 * that read what `b` writes.
 */
#include "layers/order/dependency_trial.h"

#include "base/hash.h"
#include "layers/pass/profile.h"

#include <string.h>

/* -- Signatures: all of a unit that a dependency could change -- */

/* The words of a signature: whether the unit exists; its text change; whether
 * its condition holds; how many words the bitmap of its members has, or 0;
 * those words, or the one member; then its operands. */
enum {
  SIGNATURE_EXISTS,
  SIGNATURE_TEXT,
  SIGNATURE_HOLDS,
  SIGNATURE_WORDS,
  SIGNATURE_MEMBERS
};

static st_u64_vec *unit_signature(const st_layer_ordering *l, uint32_t c) {
  return &l->work->signatures[2 * (size_t)c];
}

static st_u64_vec *trial_signature(const st_layer_ordering *l, uint32_t c) {
  return &l->work->signatures[2 * (size_t)c + 1];
}

static bool is_signature_current(const st_layer_ordering *l, uint32_t c) {
  if (c >= l->work->node_count) return false;
  const st_dependency_node *node = &l->work->nodes[c];
  return node->signature_at > node->inputs_changed_at;
}

/* The members that a signature holds. */
static st_members signature_members(const st_u64_vec *signature) {
  if (signature->at[SIGNATURE_WORDS] > 0) {
    return (st_members){.bits = signature->at + SIGNATURE_MEMBERS};
  }
  return (st_members){.one = (uint32_t)signature->at[SIGNATURE_MEMBERS]};
}

/* Exchange a unit's members and condition for those of a trial: records of
 * applied parts take them from the unit. */
static void swap_unit_members(st_layer_unit *unit, st_members *members,
                              bool *holds) {
  st_members own = {unit->members.one, unit->members.bits};
  bool held = unit->condition_holds;
  unit->members.one =
      members->one; /* field by field, as they were written: no stall */
  unit->members.bits = members->bits;
  unit->condition_holds = *holds;
  *members = own;
  *holds = held;
}

/* What the end of a trial restores. */
typedef struct trial_savepoint {
  st_sort_key last_place;
  uint32_t applied_in_layer;
  size_t applied_count, undo_mark;
} trial_savepoint;

static trial_savepoint begin_dependency_trial(st_pass *pass) {
  return (trial_savepoint){.last_place = pass->last_place,
                           .applied_in_layer = pass->applied_in_layer,
                           .applied_count = pass->applied_count,
                           .undo_mark = st_board_begin_trial(&pass->board)};
}

static void end_dependency_trial(st_pass *pass, const trial_savepoint *before) {
  st_board_end_trial(&pass->board, before->undo_mark);
  st_unit_step_undo(pass, before->applied_count);
  pass->last_place = before->last_place;
  pass->applied_in_layer = before->applied_in_layer;
}

static bool has_layer_operands(const st_layer_ordering *l,
                               const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    if (st_part_header_layer(part->flags) != l->layer) continue;
    if (part->operand || st_part_header_op(part->flags) == STRATA_OP_COPY) {
      return true;
    }
  }
  return false;
}

/* Append the operands that the unit would apply to its members. A probe may add
 * records, so it runs inside a trial. */
static strata_status sign_operands(st_layer_ordering *l, uint32_t c,
                                   const st_clause *clause, st_u64_vec *out) {
  st_pass *pass = l->pass;
  st_u64_vec *operands = &l->work->operands;
  st_members members = signature_members(out);
  bool holds = true;
  operands->count = 0;
  trial_savepoint before = begin_dependency_trial(pass);
  swap_unit_members(st_pending_unit_get(l, c), &members, &holds);
  strata_status status = st_unit_step_run(
      pass,
      &(st_unit_step){.unit = l->work->pending_units[c].unit,
                      .layer = l->layer,
                      .clause = clause,
                      .members = &st_pending_unit_get(l, c)->members,
                      .mode = ST_UNIT_STEP_PROBE},
      operands);
  swap_unit_members(st_pending_unit_get(l, c), &members, &holds);
  end_dependency_trial(pass, &before);
  if (status || operands->count == 0) return status;
  if (!st_mem_reserve(pass->mem, &out->at, &out->capacity,
                      out->count + operands->count, sizeof out->at[0])) {
    return STRATA_ENOMEM;
  }
  memcpy(out->at + out->count, operands->at,
         operands->count * sizeof out->at[0]);
  out->count += operands->count;
  return STRATA_OK;
}

static strata_status sign_members(st_layer_ordering *l, uint32_t c,
                                  const st_clause *clause, st_u64_vec *out) {
  st_pass *pass = l->pass;
  const st_layer_unit *unit = st_pending_unit_get(l, c);
  st_members members = unit->members;
  bool holds = unit->condition_holds;
  uint64_t *set = out->at + SIGNATURE_MEMBERS;
  strata_status status = STRATA_OK;
  if (!unit->started) {
    status = st_layer_unit_members(pass, unit, clause, set, &members, &holds);
  }
  if (members.bits && members.bits != set) {
    memcpy(set, members.bits, pass->words * sizeof *set);
  }
  out->at[SIGNATURE_HOLDS] = holds;
  out->at[SIGNATURE_WORDS] = members.bits ? pass->words : 0;
  if (!members.bits) set[0] = members.one;
  out->count = SIGNATURE_MEMBERS + (members.bits ? pass->words : 1);
  return status;
}

static bool signature_has_no_members(const st_u64_vec *signature) {
  for (size_t i = SIGNATURE_MEMBERS; i < signature->count; i++) {
    if (signature->at[i] != 0) return false;
  }
  return true;
}

static strata_status sign_unit(st_layer_ordering *l, uint32_t c,
                               st_u64_vec *out) {
  st_pass *pass = l->pass;
  const st_layer_unit *unit = st_pending_unit_get(l, c);
  if (!st_mem_reserve(pass->mem, &out->at, &out->capacity,
                      SIGNATURE_MEMBERS + pass->words + 1, sizeof out->at[0])) {
    return STRATA_ENOMEM;
  }
  bool exists;
  uint16_t text_change;
  strata_status status =
      st_layer_unit_exists(pass, unit, &exists, &text_change);
  if (status) return status;
  out->at[SIGNATURE_EXISTS] = exists || st_layer_unit_goes_on(unit);
  out->at[SIGNATURE_TEXT] = text_change;
  out->count = SIGNATURE_HOLDS;
  if (!out->at[SIGNATURE_EXISTS]) return STRATA_OK;
  const st_clause *clause;
  status = st_layer_unit_clause(pass, unit, text_change, &clause);
  if (!status) status = sign_members(l, c, clause, out);
  if (status || !out->at[SIGNATURE_HOLDS] || !has_layer_operands(l, clause)) {
    return status;
  }
  if (signature_has_no_members(out)) {
    return STRATA_OK; /* without members the unit does nothing */
  }
  return sign_operands(l, c, clause, out);
}

/* The profile counts a trial's time to the unit that is looked at or
 * applied. */
static st_profile_cursor enter_trial_profile(const st_layer_ordering *l,
                                             uint32_t c) {
  return st_profile_enter_unit(l->pass, l->work->pending_units[c].unit,
                               l->layer, ST_PROFILE_TRIAL);
}

static strata_status refresh_signature(st_layer_ordering *l, uint32_t c) {
  if (is_signature_current(l, c)) return STRATA_OK;
  st_profile_cursor before = enter_trial_profile(l, c);
  strata_status status = sign_unit(l, c, unit_signature(l, c));
  st_profile_leave(l->pass->profile, before);
  if (!status) l->work->nodes[c].signature_at = l->work->time + 1;
  return status;
}

/* -- Comparing -- */

/* The first class that is a member in one signature and not in the other, or
 * 0. */
static uint32_t first_changed_member(const st_pass *pass,
                                     const st_u64_vec *before,
                                     const st_u64_vec *after) {
  st_members old = signature_members(before);
  st_members new = signature_members(after);
  for (uint32_t w = 0; w < pass->words; w++) {
    uint64_t changed = st_members_word(&old, w) ^ st_members_word(&new, w);
    if (changed != 0) return w * 64 + st_lowest_bit(changed);
  }
  return 0;
}

static size_t signature_operands_start(const st_u64_vec *signature) {
  size_t words = (size_t)signature->at[SIGNATURE_WORDS];
  return SIGNATURE_MEMBERS + (words > 0 ? words : 1);
}

/* What differs between two signatures; *slot is the class on which it shows, or
 * 0. */
static st_dependency_kind compare_signatures(const st_pass *pass,
                                             const st_u64_vec *before,
                                             const st_u64_vec *after,
                                             uint32_t *slot) {
  *slot = 0;
  if (before->at[SIGNATURE_EXISTS] != after->at[SIGNATURE_EXISTS]) {
    return ST_DEPENDENCY_EXISTENCE;
  }
  if (!before->at[SIGNATURE_EXISTS]) return ST_DEPENDENCY_NONE;
  if (before->at[SIGNATURE_TEXT] != after->at[SIGNATURE_TEXT]) {
    return ST_DEPENDENCY_TEXT;
  }
  *slot = first_changed_member(pass, before, after);
  if (*slot) return ST_DEPENDENCY_AFFECTED;
  size_t i = signature_operands_start(before);
  size_t k = signature_operands_start(after);
  if (before->count - i != after->count - k) return ST_DEPENDENCY_AFFECTED;
  for (; i < before->count; i++, k++) {
    if (before->at[i] != after->at[k]) return ST_DEPENDENCY_OPERAND;
  }
  return ST_DEPENDENCY_NONE;
}

/* -- The table of trials, by pairs of units -- */

static bool is_trial_valid(const st_layer_ordering *l,
                           const st_dependency_trial *trial) {
  const st_dependency_node *nodes = l->work->nodes;
  return trial->made_at > l->started_at &&
         trial->made_at > nodes[trial->dependent].inputs_changed_at &&
         trial->made_at > nodes[trial->other].inputs_changed_at;
}

/* The place of a pair's trial, or where it would be. A trial of another layer
 * counts as an empty place: no trial of this layer was put beyond it. */
static st_dependency_trial *find_trial_bucket(const st_layer_ordering *l,
                                              uint32_t a, uint32_t b) {
  const st_dependency_trials *trials = &l->work->trials;
  size_t mask = trials->capacity - 1;
  size_t at = (size_t)st_mix(a, b) & mask;
  for (;; at = (at + 1) & mask) {
    st_dependency_trial *trial = &trials->at[at];
    if (trial->made_at <= l->started_at ||
        (trial->dependent == a && trial->other == b)) {
      return trial;
    }
  }
}

/* Move the trials that still hold into a new table. */
static bool rehash_trials(st_layer_ordering *l) {
  st_dependency_trials *trials = &l->work->trials;
  size_t live = 0;
  for (size_t i = 0; i < trials->capacity; i++) {
    const st_dependency_trial *trial = &trials->at[i];
    live += trial->made_at > l->started_at && is_trial_valid(l, trial);
  }
  size_t need = 4 * (live + 1); /* rounded up to a power of two */
  if (need < trials->capacity) need = trials->capacity;
  if (!st_mem_reserve(l->pass->mem, &trials->spare, &trials->spare_capacity,
                      need, sizeof trials->spare[0])) {
    return false;
  }
  st_dependency_trials old = *trials;
  memset(old.spare, 0, old.spare_capacity * sizeof old.spare[0]);
  *trials = (st_dependency_trials){.at = old.spare,
                                   .capacity = old.spare_capacity,
                                   .spare = old.at,
                                   .spare_capacity = old.capacity,
                                   .count = live};
  for (size_t i = 0; i < old.capacity; i++) {
    const st_dependency_trial *trial = &old.at[i];
    if (trial->made_at <= l->started_at || !is_trial_valid(l, trial)) continue;
    *find_trial_bucket(l, trial->dependent, trial->other) = *trial;
  }
  return true;
}

/* The trial of a pair, made at the current time; NULL if there is no memory. */
static st_dependency_trial *add_trial(st_layer_ordering *l, uint32_t a,
                                      uint32_t b) {
  st_dependency_trials *trials = &l->work->trials;
  if (2 * (trials->count + 1) > trials->capacity && !rehash_trials(l)) {
    return NULL;
  }
  st_dependency_trial *place = find_trial_bucket(l, a, b);
  trials->count += place->made_at <= l->started_at;
  place->made_at = l->work->time + 1;
  place->dependent = a;
  place->other = b;
  return place;
}

const st_dependency_trial *st_dependency_trial_find(const st_layer_ordering *l,
                                                    uint32_t a, uint32_t b) {
  if (l->work->trials.count == 0) return NULL;
  const st_dependency_trial *trial = find_trial_bucket(l, a, b);
  return trial->made_at > l->started_at && is_trial_valid(l, trial) ? trial
                                                                    : NULL;
}

/* -- Making trials -- */

static bool is_same_layer_phase(const st_layer_ordering *l, uint32_t a,
                                uint32_t b) {
  return l->work->pending_units[a].phase == l->work->pending_units[b].phase;
}

/* Collect in `others` the units that read what `b` writes and have no trial
 * with `b` that holds. */
static bool find_untried_readers(st_layer_ordering *l, uint32_t b) {
  st_u32_vec *others = &l->work->others;
  if (!st_pending_units_find_readers(l, b, others)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < others->count; i++) {
    uint32_t a = others->at[i];
    if (a == b || !is_same_layer_phase(l, a, b) ||
        st_dependency_trial_find(l, a, b)) {
      continue;
    }
    others->at[kept++] = a;
  }
  others->count = kept;
  return true;
}

/* Apply `b` to the board as it is now. *members and *holds become the unit's
 * own, for the caller to put back. */
static strata_status apply_unit_in_trial(st_layer_ordering *l, uint32_t b,
                                         st_members *members, bool *holds) {
  st_pass *pass = l->pass;
  st_layer_unit *unit = st_pending_unit_get(l, b);
  const st_u64_vec *now = unit_signature(l, b);
  *members = unit->members;
  *holds = unit->condition_holds;
  if (!now->at[SIGNATURE_EXISTS] || !now->at[SIGNATURE_HOLDS]) return STRATA_OK;
  const st_clause *clause;
  strata_status status = st_layer_unit_clause(
      pass, unit, (uint16_t)now->at[SIGNATURE_TEXT], &clause);
  if (status) return status;
  if (!unit->started) unit->members = signature_members(now);
  unit->condition_holds = true;
  pass->scratch.count = 0;
  return st_unit_step_run(
      pass,
      &(st_unit_step){.unit = l->work->pending_units[b].unit,
                      .layer = l->layer,
                      .clause = clause,
                      .members = &unit->members,
                      .mode = ST_UNIT_STEP_TRIAL},
      &pass->scratch);
}

/* Record the trial for updates of the finished pass: see replay_class.c. */
static bool record_decisive_trial(st_layer_ordering *l,
                                  const st_dependency_trial *trial) {
  st_pass *pass = l->pass;
  if (!st_mem_reserve(
          pass->mem, &pass->decisive_trials, &pass->decisive_trial_capacity,
          pass->decisive_trial_count + 1, sizeof pass->decisive_trials[0])) {
    return false;
  }
  const st_u64_vec *a = unit_signature(l, trial->dependent);
  const st_u64_vec *b = unit_signature(l, trial->other);
  bool there = a->at[SIGNATURE_EXISTS] && b->at[SIGNATURE_EXISTS] &&
               b->at[SIGNATURE_HOLDS];
  pass->decisive_trials[pass->decisive_trial_count++] = (st_decisive_trial){
      .unit = l->work->pending_units[trial->dependent].unit,
      .other = l->work->pending_units[trial->other].unit,
      .step = (uint32_t)pass->step_count,
      .layer = l->layer,
      .witness_class = trial->witness_class,
      .dependency = trial->dependency,
      .may_differ = there,
      .affected_nobody = there && signature_has_no_members(a)};
  return true;
}

/* Look at `a` while `b` is applied, and keep what has changed. */
static strata_status observe_unit_in_trial(st_layer_ordering *l, uint32_t a,
                                           uint32_t b) {
  st_profile_cursor before = enter_trial_profile(l, a);
  st_profile_count_trial(l->pass->profile);
  strata_status status = st_mem_work(l->pass->mem, 1 + l->pass->words)
                             ? sign_unit(l, a, trial_signature(l, a))
                             : STRATA_ENOMEM;
  st_profile_leave(l->pass->profile, before);
  if (status) return status;
  st_dependency_node *node = &l->work->nodes[a];
  node->trial_signature_of = b;
  node->trial_signature_at = l->work->time + 1;
  st_dependency_trial *trial = add_trial(l, a, b);
  if (!trial) return STRATA_ENOMEM;
  trial->dependency =
      (uint8_t)compare_signatures(l->pass, unit_signature(l, a),
                                  trial_signature(l, a), &trial->witness_class);
  return record_decisive_trial(l, trial) ? STRATA_OK : STRATA_ENOMEM;
}

/* Whether applying a unit, whose signature is current, would start it. */
static bool would_start(const st_layer_ordering *l, uint32_t b) {
  const st_u64_vec *now = unit_signature(l, b);
  return !st_pending_unit_get(l, b)->started && now->at[SIGNATURE_EXISTS] &&
         now->at[SIGNATURE_HOLDS];
}

/* Find what applying `b` alone would change of `a`; and of all other readers,
 * if an earlier trial has applied `b`. */
static strata_status run_dependency_trial(st_layer_ordering *l, uint32_t a,
                                          uint32_t b) {
  st_pass *pass = l->pass;
  st_dependency_node *node = &l->work->nodes[b];
  st_u32_vec *others = &l->work->others;
  others->count = 0;
  bool ok = node->applied_in_trial_at > node->inputs_changed_at
                ? find_untried_readers(l, b)
                : st_u32_vec_push(pass->mem, others, a);
  if (!ok) return STRATA_ENOMEM;
  if (!st_mem_work(pass->mem, 1)) return STRATA_ENOMEM;
  strata_status status = refresh_signature(l, b);
  for (size_t i = 0; !status && i < others->count; i++) {
    status = refresh_signature(l, others->at[i]);
  }
  if (status) return status;
  st_profile_cursor at = enter_trial_profile(l, b);
  st_profile_count_caused(pass->profile, others->count);
  trial_savepoint before = begin_dependency_trial(pass);
  st_members members;
  bool holds;
  uint32_t starts = would_start(l, b) ? l->work->pending_units[b].unit + 1 : 0;
  if (starts) st_layer_unit_count_sibling(pass, starts - 1, 1);
  status = apply_unit_in_trial(l, b, &members, &holds);
  for (size_t i = 0; !status && i < others->count; i++) {
    status = observe_unit_in_trial(l, others->at[i], b);
  }
  swap_unit_members(st_pending_unit_get(l, b), &members, &holds);
  if (starts) st_layer_unit_count_sibling(pass, starts - 1, -1);
  end_dependency_trial(pass, &before);
  st_profile_leave(pass->profile, at);
  node->applied_in_trial_at = l->work->time + 1;
  return status;
}

strata_status st_dependency_trial_run(st_layer_ordering *l, uint32_t a,
                                      uint32_t b,
                                      const st_dependency_trial **out) {
  *out = st_dependency_trial_find(l, a, b);
  if (!*out) {
    strata_status status = run_dependency_trial(l, a, b);
    if (status) return status;
    *out = st_dependency_trial_find(l, a, b);
    assert(*out);
  }
  if ((*out)->dependency == ST_DEPENDENCY_NONE) *out = NULL;
  return STRATA_OK;
}

/* -- What is known from trials -- */

strata_status st_dependency_trial_exists(st_layer_ordering *l, uint32_t c,
                                         bool *exists, uint16_t *text_change) {
  if (is_signature_current(l, c)) {
    *exists = unit_signature(l, c)->at[SIGNATURE_EXISTS];
    *text_change = (uint16_t)unit_signature(l, c)->at[SIGNATURE_TEXT];
    return STRATA_OK;
  }
  const st_layer_unit *unit = st_pending_unit_get(l, c);
  strata_status status =
      st_layer_unit_exists(l->pass, unit, exists, text_change);
  *exists = *exists || st_layer_unit_goes_on(unit);
  return status;
}

strata_status st_dependency_trial_members(st_layer_ordering *l, uint32_t c,
                                          const st_clause *clause,
                                          uint64_t *bits, st_members *out,
                                          bool *holds) {
  const st_layer_unit *unit = st_pending_unit_get(l, c);
  if (!is_signature_current(l, c)) {
    return st_layer_unit_members(l->pass, unit, clause, bits, out, holds);
  }
  const st_u64_vec *now = unit_signature(l, c);
  *out = signature_members(now);
  *holds = now->at[SIGNATURE_HOLDS];
  if (out->bits) {
    memcpy(bits, out->bits, l->pass->words * sizeof *bits);
    out->bits = bits;
  }
  return STRATA_OK;
}

void st_dependency_trial_touched(st_layer_ordering *l, uint32_t c,
                                 uint32_t writer) {
  st_order_scratch *work = l->work;
  st_dependency_node *node = &work->nodes[c];
  node->inputs_changed_at = work->time;
  /* A trial that applied `writer` may have found what the unit is now. */
  if (node->trial_signature_of != writer ||
      node->trial_signature_at != work->time ||
      st_pending_unit_changes_text(l, writer)) {
    return;
  }
  st_u64_vec then = *trial_signature(l, c);
  *trial_signature(l, c) = *unit_signature(l, c);
  *unit_signature(l, c) = then;
  node->signature_at = work->time + 1;
  node->trial_signature_at = 0;
}
