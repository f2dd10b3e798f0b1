/*
 * trial.c - trials, and what they showed.
 *
 * The one unit is applied to the board, the other is looked at, and all is
 * taken back. What is found of a unit is its signature. It holds until the unit
 * is touched; a trial holds until either of the two is. The first trial of a
 * unit is for the one who asks; whoever is the second to ask is not the last,
 * and all are looked at that read what it writes.
 */
#include "layers/order/trial.h"

#include "base/hash.h"
#include "layers/pass/profile.h"

#include <string.h>

/* -- Signatures: all that a dependency could change of a unit -- */

/* Whether it exists; its text; whether its condition holds; how many words a
 * bitmap of whom it affects has, or 0; those words, or the one slot; then what
 * it does to them. */
enum { AT_EXISTS, AT_TEXT, AT_HOLDS, AT_WORDS, AT_SET };

static st_vector *now_of(const st_layer_run *l, uint32_t c) {
  return &l->work->signatures[2 * (size_t)c];
}

static st_vector *then_of(const st_layer_run *l, uint32_t c) {
  return &l->work->signatures[2 * (size_t)c + 1];
}

static bool is_known(const st_layer_run *l, uint32_t c) {
  if (c >= l->work->node_count) return false;
  const st_node *node = &l->work->nodes[c];
  return node->now_at > node->touched;
}

/* The members, as they stand in a signature. */
static st_members members_in(const st_vector *signature) {
  if (signature->at[AT_WORDS] > 0) {
    return (st_members){.bits = signature->at + AT_SET};
  }
  return (st_members){.one = (uint32_t)signature->at[AT_SET]};
}

/* Exchange whom a unit affects, for a trial: what it writes down says so. */
static void set_out(st_unit *unit, st_members *members, bool *holds) {
  st_members own = {unit->members.one, unit->members.bits};
  bool held = unit->holds;
  unit->members.one = members->one; /* as they are written: no stall */
  unit->members.bits = members->bits;
  unit->holds = *holds;
  *members = own;
  *holds = held;
}

/* A state of the pass to come back to. */
typedef struct before_trial {
  st_place last;
  uint32_t in_layer;
  size_t applied, board;
} before_trial;

static before_trial begin_trial(st_pass *pass) {
  return (before_trial){.last = pass->last,
                        .in_layer = pass->applied_in_layer,
                        .applied = pass->applied_count,
                        .board = st_board_try(&pass->board)};
}

static void end_trial(st_pass *pass, const before_trial *before) {
  st_board_take_back(&pass->board, before->board);
  st_unit_forget(pass, before->applied);
  pass->last = before->last;
  pass->applied_in_layer = before->in_layer;
}

static bool has_operands(const st_layer_run *l, const st_clause_code *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    if (st_verb_layer(part->verb) != l->layer) continue;
    if (part->operand || st_verb_op(part->verb) == STRATA_OP_COPY) return true;
  }
  return false;
}

/* What it would do to its members; a probe may write down as if it did. */
static strata_status look_at_operands(st_layer_run *l, uint32_t c,
                                      const st_clause_code *code,
                                      st_vector *out) {
  st_pass *pass = l->pass;
  st_vector *operands = &l->work->operands;
  st_members members = members_in(out);
  bool holds = true;
  operands->count = 0;
  before_trial before = begin_trial(pass);
  set_out(st_candidate_unit(l, c), &members, &holds);
  strata_status status =
      st_unit_run(pass,
                  &(st_running){.unit = l->work->candidates[c].unit,
                                .layer = l->layer,
                                .code = code,
                                .members = &st_candidate_unit(l, c)->members,
                                .run = ST_RUN_PROBE},
                  operands);
  set_out(st_candidate_unit(l, c), &members, &holds);
  end_trial(pass, &before);
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

static strata_status look_at_members(st_layer_run *l, uint32_t c,
                                     const st_clause_code *code,
                                     st_vector *out) {
  st_pass *pass = l->pass;
  const st_unit *unit = st_candidate_unit(l, c);
  st_members members = unit->members;
  bool holds = unit->holds;
  uint64_t *set = out->at + AT_SET;
  strata_status status = STRATA_OK;
  if (!unit->started) {
    status = st_unit_members(pass, unit, code, set, &members, &holds);
  }
  if (members.bits && members.bits != set) {
    memcpy(set, members.bits, pass->words * sizeof *set);
  }
  out->at[AT_HOLDS] = holds;
  out->at[AT_WORDS] = members.bits ? pass->words : 0;
  if (!members.bits) set[0] = members.one;
  out->count = AT_SET + (members.bits ? pass->words : 1);
  return status;
}

static bool affects_nobody(const st_vector *signature) {
  for (size_t i = AT_SET; i < signature->count; i++) {
    if (signature->at[i] != 0) return false;
  }
  return true;
}

static strata_status look(st_layer_run *l, uint32_t c, st_vector *out) {
  st_pass *pass = l->pass;
  const st_unit *unit = st_candidate_unit(l, c);
  if (!st_mem_reserve(pass->mem, &out->at, &out->capacity,
                      AT_SET + pass->words + 1, sizeof out->at[0])) {
    return STRATA_ENOMEM;
  }
  bool exists;
  uint16_t subst;
  strata_status status = st_unit_exists(pass, unit, &exists, &subst);
  if (status) return status;
  out->at[AT_EXISTS] = exists || unit->started;
  out->at[AT_TEXT] = subst;
  out->count = AT_HOLDS;
  if (!out->at[AT_EXISTS]) return STRATA_OK;
  const st_clause_code *code;
  status = st_unit_code(pass, unit, subst, &code);
  if (!status) status = look_at_members(l, c, code, out);
  if (status || !out->at[AT_HOLDS] || !has_operands(l, code)) {
    return status;
  }
  if (affects_nobody(out)) return STRATA_OK; /* what it does is nothing */
  return look_at_operands(l, c, code, out);
}

/* What a trial takes is counted to whom is looked at, or applied. */
static st_profile_at enter(const st_layer_run *l, uint32_t c) {
  return st_profile_enter_unit(l->pass, l->work->candidates[c].unit, l->layer,
                               ST_PROFILE_TRIAL);
}

static strata_status look_now(st_layer_run *l, uint32_t c) {
  if (is_known(l, c)) return STRATA_OK;
  st_profile_at before = enter(l, c);
  strata_status status = look(l, c, now_of(l, c));
  st_profile_leave(l->pass->profile, before);
  if (!status) l->work->nodes[c].now_at = l->work->time + 1;
  return status;
}

/* -- Comparing -- */

/* The members of one word of slots. */
static uint64_t set_word(const st_vector *signature, size_t word) {
  if (signature->at[AT_WORDS] > 0) return signature->at[AT_SET + word];
  uint64_t one = signature->at[AT_SET];
  return one != 0 && one / 64 == word ? (uint64_t)1 << (one % 64) : 0;
}

/* The first slot that one set has and the other has not, or 0. */
static uint32_t first_changed(const st_pass *pass, const st_vector *before,
                              const st_vector *after) {
  for (uint32_t w = 0; w < pass->words; w++) {
    uint64_t changed = set_word(before, w) ^ set_word(after, w);
    if (changed != 0) return w * 64 + st_lowest_bit(changed);
  }
  return 0;
}

static size_t set_end(const st_vector *signature) {
  size_t words = (size_t)signature->at[AT_WORDS];
  return AT_SET + (words > 0 ? words : 1);
}

/* What differs between two signatures, and on whom. */
static st_difference differs(const st_pass *pass, const st_vector *before,
                             const st_vector *after, uint32_t *slot) {
  *slot = 0;
  if (before->at[AT_EXISTS] != after->at[AT_EXISTS]) {
    return ST_DIFFERENCE_EXISTENCE;
  }
  if (!before->at[AT_EXISTS]) return ST_DIFFERENCE_NONE;
  if (before->at[AT_TEXT] != after->at[AT_TEXT]) return ST_DIFFERENCE_TEXT;
  *slot = first_changed(pass, before, after);
  if (*slot) return ST_DIFFERENCE_SET;
  size_t i = set_end(before);
  size_t k = set_end(after);
  if (before->count - i != after->count - k) return ST_DIFFERENCE_SET;
  for (; i < before->count; i++, k++) {
    if (before->at[i] != after->at[k]) return ST_DIFFERENCE_OPERAND;
  }
  return ST_DIFFERENCE_NONE;
}

/* -- What trials showed, by pairs -- */

static bool holds_still(const st_layer_run *l, const st_trial *trial) {
  const st_node *nodes = l->work->nodes;
  return trial->time > l->begin && trial->time > nodes[trial->a].touched &&
         trial->time > nodes[trial->b].touched;
}

/* Where the trial of a pair is, or would be. Whatever is of another layer is an
 * empty place: nothing of this layer has been put beyond it. */
static st_trial *place_of(const st_layer_run *l, uint32_t a, uint32_t b) {
  const st_trials *trials = &l->work->trials;
  size_t mask = trials->capacity - 1;
  size_t at = (size_t)st_mix(a, b) & mask;
  for (;; at = (at + 1) & mask) {
    st_trial *trial = &trials->at[at];
    if (trial->time <= l->begin || (trial->a == a && trial->b == b)) {
      return trial;
    }
  }
}

/* Only what still holds goes into the new table. */
static bool rehash(st_layer_run *l) {
  st_trials *trials = &l->work->trials;
  size_t live = 0;
  for (size_t i = 0; i < trials->capacity; i++) {
    const st_trial *trial = &trials->at[i];
    live += trial->time > l->begin && holds_still(l, trial);
  }
  size_t need = 4 * (live + 1); /* a power of two at least */
  if (need < trials->capacity) need = trials->capacity;
  if (!st_mem_reserve(l->pass->mem, &trials->spare, &trials->spare_capacity,
                      need, sizeof trials->spare[0])) {
    return false;
  }
  st_trials old = *trials;
  memset(old.spare, 0, old.spare_capacity * sizeof old.spare[0]);
  *trials = (st_trials){.at = old.spare,
                        .capacity = old.spare_capacity,
                        .spare = old.at,
                        .spare_capacity = old.capacity,
                        .count = live};
  for (size_t i = 0; i < old.capacity; i++) {
    const st_trial *trial = &old.at[i];
    if (trial->time <= l->begin || !holds_still(l, trial)) continue;
    *place_of(l, trial->a, trial->b) = *trial;
  }
  return true;
}

/* A new one, made at this time; NULL if there is no memory. */
static st_trial *put_trial(st_layer_run *l, uint32_t a, uint32_t b) {
  st_trials *trials = &l->work->trials;
  if (2 * (trials->count + 1) > trials->capacity && !rehash(l)) return NULL;
  st_trial *place = place_of(l, a, b);
  trials->count += place->time <= l->begin;
  place->time = l->work->time + 1;
  place->a = a;
  place->b = b;
  return place;
}

const st_trial *st_trial_made(const st_layer_run *l, uint32_t a, uint32_t b) {
  if (l->work->trials.count == 0) return NULL;
  const st_trial *trial = place_of(l, a, b);
  return trial->time > l->begin && holds_still(l, trial) ? trial : NULL;
}

/* -- Making trials -- */

static bool same_phase(const st_layer_run *l, uint32_t a, uint32_t b) {
  return l->work->candidates[a].phase == l->work->candidates[b].phase;
}

/* All that read what `b` writes and of which no trial with it holds. */
static bool find_untried(st_layer_run *l, uint32_t b) {
  st_numbers *others = &l->work->others;
  if (!st_candidates_readers(l, b, others)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < others->count; i++) {
    uint32_t a = others->at[i];
    if (a == b || !same_phase(l, a, b) || st_trial_made(l, a, b)) continue;
    others->at[kept++] = a;
  }
  others->count = kept;
  return true;
}

/* Change the board as `b` would now. *members and *holds are then its own, to
 * be put back. */
static strata_status apply_trial(st_layer_run *l, uint32_t b,
                                 st_members *members, bool *holds) {
  st_pass *pass = l->pass;
  st_unit *unit = st_candidate_unit(l, b);
  const st_vector *now = now_of(l, b);
  *members = unit->members;
  *holds = unit->holds;
  if (!now->at[AT_EXISTS] || !now->at[AT_HOLDS]) return STRATA_OK;
  const st_clause_code *code;
  strata_status status =
      st_unit_code(pass, unit, (uint16_t)now->at[AT_TEXT], &code);
  if (status) return status;
  if (!unit->started) unit->members = members_in(now);
  unit->holds = true;
  pass->scratch.count = 0;
  return st_unit_run(pass,
                     &(st_running){.unit = l->work->candidates[b].unit,
                                   .layer = l->layer,
                                   .code = code,
                                   .members = &unit->members,
                                   .run = ST_RUN_TRY},
                     &pass->scratch);
}

/* Keep what a trial showed, for those who join the finished pass. */
static bool keep_trial(st_layer_run *l, const st_trial *trial) {
  st_pass *pass = l->pass;
  if (!st_mem_reserve(pass->mem, &pass->tried, &pass->tried_capacity,
                      pass->tried_count + 1, sizeof pass->tried[0])) {
    return false;
  }
  const st_vector *a = now_of(l, trial->a);
  const st_vector *b = now_of(l, trial->b);
  bool there = a->at[AT_EXISTS] && b->at[AT_EXISTS] && b->at[AT_HOLDS];
  pass->tried[pass->tried_count++] =
      (st_tried){.unit = l->work->candidates[trial->a].unit,
                 .by = l->work->candidates[trial->b].unit,
                 .step = (uint32_t)pass->step_count,
                 .layer = l->layer,
                 .class = trial->slot,
                 .difference = trial->difference,
                 .may_differ = there,
                 .idle = there && affects_nobody(a)};
  return true;
}

/* Look at `a` in a trial of `b`. */
static strata_status record(st_layer_run *l, uint32_t a, uint32_t b) {
  st_profile_at before = enter(l, a);
  st_profile_trial(l->pass->profile);
  strata_status status = look(l, a, then_of(l, a));
  st_profile_leave(l->pass->profile, before);
  if (status) return status;
  st_node *node = &l->work->nodes[a];
  node->then_of = b;
  node->then_at = l->work->time + 1;
  st_trial *trial = put_trial(l, a, b);
  if (!trial) return STRATA_ENOMEM;
  trial->difference =
      (uint8_t)differs(l->pass, now_of(l, a), then_of(l, a), &trial->slot);
  return keep_trial(l, trial) ? STRATA_OK : STRATA_ENOMEM;
}

/* See what applying `b` alone would change of `a`; and of all others, if
 * somebody has asked before. */
static strata_status make_trial(st_layer_run *l, uint32_t a, uint32_t b) {
  st_pass *pass = l->pass;
  st_node *node = &l->work->nodes[b];
  st_numbers *others = &l->work->others;
  others->count = 0;
  bool ok = node->tried > node->touched ? find_untried(l, b)
                                        : st_push_number(pass->mem, others, a);
  if (!ok) return STRATA_ENOMEM;
  strata_status status = look_now(l, b);
  for (size_t i = 0; !status && i < others->count; i++) {
    status = look_now(l, others->at[i]);
  }
  if (status) return status;
  st_profile_at at = enter(l, b);
  st_profile_caused(pass->profile, others->count);
  before_trial before = begin_trial(pass);
  st_members members;
  bool holds;
  status = apply_trial(l, b, &members, &holds);
  for (size_t i = 0; !status && i < others->count; i++) {
    status = record(l, others->at[i], b);
  }
  set_out(st_candidate_unit(l, b), &members, &holds);
  end_trial(pass, &before);
  st_profile_leave(pass->profile, at);
  node->tried = l->work->time + 1;
  return status;
}

strata_status st_trial_of(st_layer_run *l, uint32_t a, uint32_t b,
                          const st_trial **out) {
  *out = st_trial_made(l, a, b);
  if (!*out) {
    strata_status status = make_trial(l, a, b);
    if (status) return status;
    *out = st_trial_made(l, a, b);
    assert(*out);
  }
  if ((*out)->difference == ST_DIFFERENCE_NONE) *out = NULL;
  return STRATA_OK;
}

/* -- What is known from trials -- */

strata_status st_trial_exists(st_layer_run *l, uint32_t c, bool *exists,
                              uint16_t *subst) {
  if (is_known(l, c)) {
    *exists = now_of(l, c)->at[AT_EXISTS];
    *subst = (uint16_t)now_of(l, c)->at[AT_TEXT];
    return STRATA_OK;
  }
  const st_unit *unit = st_candidate_unit(l, c);
  strata_status status = st_unit_exists(l->pass, unit, exists, subst);
  *exists = *exists || unit->started;
  return status;
}

strata_status st_trial_members(st_layer_run *l, uint32_t c,
                               const st_clause_code *code, uint64_t *bits,
                               st_members *out, bool *holds) {
  const st_unit *unit = st_candidate_unit(l, c);
  if (!is_known(l, c)) {
    return st_unit_members(l->pass, unit, code, bits, out, holds);
  }
  const st_vector *now = now_of(l, c);
  *out = members_in(now);
  *holds = now->at[AT_HOLDS];
  if (out->bits) {
    memcpy(bits, out->bits, l->pass->words * sizeof *bits);
    out->bits = bits;
  }
  return STRATA_OK;
}

void st_trial_touched(st_layer_run *l, uint32_t c, uint32_t by) {
  st_work *work = l->work;
  st_node *node = &work->nodes[c];
  node->touched = work->time;
  /* A trial may have shown what it is now. */
  if (node->then_of != by || node->then_at != work->time ||
      st_candidate_changes_text(l, by)) {
    return;
  }
  st_vector then = *then_of(l, c);
  *then_of(l, c) = *now_of(l, c);
  *now_of(l, c) = then;
  node->now_at = work->time + 1;
  node->then_at = 0;
}
