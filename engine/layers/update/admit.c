/*
 * admit.c - entities that come, go or change under a finished pass.
 *
 * What a pass has applied, and in which order, stays. Whoever is new, or has
 * other base values, goes through its steps alone: whom each unit affects is
 * asked of him where it was asked of all, and what it does is done to him. That
 * gives what a new pass would if nobody else reads of him. Who may is looked up
 * first: units that count entities, that name somebody, and his own. These are
 * found again if they are leaves; else a pass must be run.
 *
 * The order hangs on trials (613.8). Those that were made are made again on him
 * alone: if one comes out otherwise, a pass must be run.
 */
#include "layers/update/admit.h"

#include "layers/order/step.h"
#include "layers/pass/due.h"
#include "layers/pass/profile.h"
#include "layers/update/leaf.h"

#include <string.h>

typedef struct admission {
  st_eval *eval;
  st_pass *pass;
  bool possible;    /* false: a pass must be run */
  uint32_t class;   /* who goes through the steps */
  bool is_other;    /* he is not who was there, or a rollback brought him back:
                       what had him as its target may not have been told */
  bool by_symbols;  /* he is of a new class: only steps that are due matter */
  uint64_t joining; /* the version of the board when he began */
  uint64_t due_version; /* ... for which it is known which are */
} admission;

/* -- Units that read of others -- */

static bool reads_many(const strata_expr *expr) {
  return expr && expr->population;
}

static bool follows_somebody(const strata_expr *expr) {
  return expr && expr->follows;
}

/* Whether one of its expressions is so. */
static bool has_one(const st_clause_code *code,
                    bool (*is_so)(const strata_expr *expr)) {
  bool found = is_so(code->subject) || is_so(code->condition);
  for (uint32_t i = 0; !found && i < code->part_count; i++) {
    found = is_so(code->parts[i].operand);
  }
  return found;
}

/* All of them that are in the pass. */
static strata_status find_looking(st_pass *pass) {
  bool any = pass->plan->census || pass->plan->follows;
  for (; pass->looked < pass->unit_count; pass->looked++) {
    uint32_t number = (uint32_t)pass->looked;
    const st_clause_code *code = pass->units[number].code;
    if (!any ||
        !(has_one(code, reads_many) || has_one(code, follows_somebody))) {
      continue;
    }
    if (!st_push_number(pass->mem, &pass->looking, number)) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/*
 * A unit is to be looked at again, when all have gone through the steps: a leaf
 * is found again, and any other one must be what it was. Until then it is taken
 * to be that.
 */
static strata_status renew_later(admission *a, uint32_t number) {
  st_pass *pass = a->pass;
  st_unit *unit = &pass->units[number];
  if (unit->gone || unit->renewed || unit->checked) return STRATA_OK;
  unit->renewed = st_leaf_is(pass, unit->code);
  unit->checked = !unit->renewed;
  if (!unit->renewed && !st_leaf_reads_settled(pass, unit->code)) {
    a->possible = false;
  }
  return st_push_number(pass->mem, &pass->renewed, number) ? STRATA_OK
                                                           : STRATA_ENOMEM;
}

static strata_status renew_looking(admission *a) {
  const st_classes *classes = &a->eval->classes;
  strata_status status = find_looking(a->pass);
  bool known = false; /* somebody whom others could name has changed */
  for (uint32_t i = 0; i < classes->news_count; i++) {
    known = known || classes->news[i].slot != 0;
  }
  const st_numbers *looking = &a->pass->looking;
  for (size_t i = 0; !status && a->possible && i < looking->count; i++) {
    const st_unit *unit = &a->pass->units[looking->at[i]];
    if (!known && !has_one(unit->code, reads_many)) continue;
    status = renew_later(a, looking->at[i]);
  }
  return status;
}

/* -- His own units -- */

/* Whether an expression reads something of others that has changed, or that
 * may be another because of it. */
static bool is_concerned(const st_pass *pass, const strata_expr *expr,
                         uint64_t what) {
  for (uint32_t i = 0; expr && i < expr->read_count; i++) {
    strata_attr attr = expr->reads[i].attr;
    if (!expr->reads[i].far) continue;
    if (what & st_changed_attr(attr)) return true;
    if (pass->of_attr[attr - 1].count > 0) return true;
  }
  return false;
}

static bool code_is_concerned(const st_pass *pass, const st_clause_code *code,
                              uint64_t what) {
  bool found = is_concerned(pass, code->subject, what) ||
               is_concerned(pass, code->condition, what);
  for (uint32_t i = 0; !found && i < code->part_count; i++) {
    found = is_concerned(pass, code->parts[i].operand, what);
  }
  return found;
}

/* True if it was there in each layer in which it does something. */
static bool has_all_steps(const st_pass *pass, const st_unit *unit) {
  const st_clause_code *code = unit->code;
  uint32_t layers = 0;
  for (uint32_t i = 0; i < code->part_count; i++) {
    layers += i == 0 || st_verb_layer(code->parts[i].verb) !=
                            st_verb_layer(code->parts[i - 1].verb);
  }
  for (uint32_t s = unit->step; s != 0; s = pass->steps[s - 1].before) {
    layers--;
  }
  return layers == 0;
}

/* Whether one of a list of abilities is what a unit is of. */
static bool is_of(const st_pass *pass, const st_unit *unit,
                  const st_instance *item, uint32_t position) {
  const st_ability *ability = &pass->rules->abilities[item->ability];
  uint64_t own = st_get64(pass->store, ST_COLUMN_ENTITY_STAMP, unit->object);
  return !item->banned && item->subst == 0 && unit->instance.giver == 0 &&
         position == unit->position && unit->object_stamp == own &&
         st_instance_same(item, &unit->instance) &&
         st_unit_functions(pass, ability, unit->object);
}

static bool is_listed(const st_pass *pass, const st_unit *unit, uint64_t list) {
  uint32_t count;
  const st_instance *items = st_list_items(&pass->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (is_of(pass, unit, &items[i], i)) return true;
  }
  return false;
}

/* A law of a counter holds as long as there is one, which came then. */
static bool law_holds(const st_pass *pass, const st_unit *unit) {
  const st_law *law = &pass->rules->laws[unit->index];
  const st_attr *counter = &pass->rules->attrs[law->counter - 1];
  return st_entity_base(pass->store, counter, unit->object) != 0 &&
         st_get64(pass->store, counter->counter_stamp, unit->object) ==
             unit->stamp;
}

/* The source of an effect, if it is still there. */
static uint32_t source_of(const st_pass *pass, const st_unit *unit) {
  return st_entity_slot(
      pass->store,
      st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE, unit->effect));
}

/* One of the units that are of somebody. */
static strata_status sort_out(admission *a, const st_news *news, uint64_t list,
                              uint32_t number) {
  st_pass *pass = a->pass;
  st_unit *unit = &pass->units[number];
  if (unit->kind == ST_UNIT_ABILITY &&
      (!news->live || !is_listed(pass, unit, list))) {
    a->possible = st_leaf_is_unread(pass->plan, unit->code);
    if (a->possible) st_leaf_take_out(a->eval, number);
    return STRATA_OK;
  }
  if (unit->kind == ST_UNIT_LAW && (!news->live || !law_holds(pass, unit))) {
    a->possible = false;
    return STRATA_OK;
  }
  if (unit->kind == ST_UNIT_EFFECT && source_of(pass, unit) != news->slot) {
    /* the effect goes on without its source */
    unit->object = 0;
    pass->orphans++;
    return renew_later(a, number);
  }
  a->possible = has_all_steps(pass, unit);
  if (!code_is_concerned(pass, unit->code, news->what)) return STRATA_OK;
  return renew_later(a, number);
}

static uint32_t count_laws(const st_pass *pass, uint32_t slot) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < pass->rules->law_count; i++) {
    strata_attr counter = pass->rules->laws[i].counter;
    if (counter == 0 || !st_law_applies(&pass->rules->laws[i])) continue;
    count += st_entity_base(pass->store, &pass->rules->attrs[counter - 1],
                            slot) != 0;
  }
  return count;
}

/* Whether he is the source of an effect that had lost it: a rollback brings
 * back also those who are gone. */
static bool was_missed(const st_pass *pass, uint32_t slot) {
  for (size_t i = 0; pass->orphans > 0 && i < pass->unit_count; i++) {
    const st_unit *unit = &pass->units[i];
    if (unit->kind != ST_UNIT_EFFECT || unit->gone || unit->object != 0) {
      continue;
    }
    if (source_of(pass, unit) == slot) return true;
  }
  return false;
}

/* His units as they were; then those of abilities that are new. */
static strata_status sort_out_own(admission *a, const st_news *news) {
  st_pass *pass = a->pass;
  strata_attr attr = pass->rules->ability_attr;
  if (news->slot == 0) return STRATA_OK; /* nobody acts who has an equal */
  if (news->class / 64 >= pass->words) {
    a->possible = false;
    return STRATA_OK;
  }
  uint64_t list = 0;
  strata_status status = STRATA_OK;
  if (attr != 0 && news->live) {
    st_whom whom = {news->slot, news->class};
    status = st_apply_base(pass, attr, whom, &list);
  }
  uint32_t laws = news->live ? count_laws(pass, news->slot) : 0;
  for (uint32_t n = pass->first_of_object[news->class];
       !status && a->possible && n != 0;
       n = pass->units[n - 1].next_of_object) {
    const st_unit *unit = &pass->units[n - 1];
    if (unit->gone || unit->object != news->slot) continue;
    laws -= unit->kind == ST_UNIT_LAW;
    status = sort_out(a, news, list, n - 1);
  }
  a->possible = a->possible && laws == 0 && !was_missed(pass, news->slot);
  if (status || !a->possible || !news->live) return status;
  return st_units_appear(pass, news->class, list, INT32_MIN);
}

/* -- Going through the steps -- */

/* Parts of stacking groups look at all that was applied before them. */
static bool is_grouped(const st_pass *pass, const st_clause_code *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_attr attr = st_verb_attr(code->parts[i].verb);
    if (pass->plan->grouped[attr - 1] && pass->plan->kept[attr - 1]) {
      return true;
    }
  }
  return false;
}

static bool is_far_settled(const st_pass *pass, const st_clause_code *code,
                           strata_layer layer) {
  bool settled = st_leaf_is_settled(pass, code->subject, layer, true);
  for (uint32_t i = 0; settled && i < code->part_count; i++) {
    if (st_verb_layer(code->parts[i].verb) != layer) continue;
    settled = st_leaf_is_settled(pass, code->parts[i].operand, layer, true);
  }
  return settled;
}

/* The answer to what a bitmap says, or the place for it; NULL if there is no
 * memory. */
static st_answer *answer_of(admission *a, const uint64_t *bits) {
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
      (size_t)((uint64_t)st_hash_of_bits(bits) * pass->answer_capacity >> 32);
  while (pass->answers[i].joining == a->joining &&
         pass->answers[i].bits != bits) {
    i = i + 1 < pass->answer_capacity ? i + 1 : 0;
  }
  return &pass->answers[i];
}

/* Whether a unit affects him, where that is asked of all. Units that share a
 * bitmap must all say the same. */
static strata_status decide(admission *a, st_unit *unit, strata_layer layer) {
  st_pass *pass = a->pass;
  unit->joined = a->joining;
  if (!unit->members.bits) {
    bool one = unit->members.one == a->class;
    bool takes_in = one;
    strata_status status = STRATA_OK;
    if (one || a->is_other) {
      status = st_unit_takes_in(pass, unit, a->class, &takes_in);
    }
    a->possible = a->possible && takes_in == one;
    return status;
  }
  st_answer *answer = answer_of(a, unit->members.bits);
  if (!answer) return STRATA_ENOMEM;
  bool asked = answer->joining == a->joining;
  if (asked && answer->version == pass->board.version) return STRATA_OK;
  a->possible = a->possible && is_far_settled(pass, unit->code, layer);
  bool yes;
  strata_status status = st_unit_takes_in(pass, unit, a->class, &yes);
  if (status) return status;
  a->possible = a->possible && (!asked || answer->yes == yes);
  *answer = (st_answer){.bits = unit->members.bits,
                        .joining = a->joining,
                        .version = pass->board.version,
                        .yes = yes};
  st_bit_put(unit->members.bits, a->class, yes);
  return STRATA_OK;
}

/* What a unit does to him in one layer. */
static strata_status join(admission *a, const st_pass_step *step) {
  st_pass *pass = a->pass;
  const st_unit *unit = &pass->units[step->unit];
  st_members he = {.one = a->class};
  bool differs = false;
  a->possible = is_far_settled(pass, unit->code, step->layer) &&
                !is_grouped(pass, unit->code);
  if (!a->possible) return STRATA_OK;
  pass->scratch.count = 0;
  strata_status status = st_unit_run(pass,
                                     &(st_running){.unit = step->unit,
                                                   .layer = step->layer,
                                                   .code = unit->code,
                                                   .members = &he,
                                                   .run = ST_RUN_JOIN,
                                                   .first = step->first,
                                                   .differs = &differs},
                                     &pass->scratch);
  a->possible = !differs;
  return status;
}

/* True if what it does in this layer is neither read nor worked out for each:
 * then that it affects him is all that there is to it. */
static bool is_simple(const st_pass *pass, const st_clause_code *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    if (pass->plan->kept[st_verb_attr(part->verb) - 1]) return false;
    if (part->operand && part->operand->uses_it) return false;
  }
  return true;
}

static strata_status take_step(admission *a, const st_pass_step *step) {
  st_pass *pass = a->pass;
  st_unit *unit = &pass->units[step->unit];
  if (unit->gone || unit->renewed || !unit->holds) return STRATA_OK;
  strata_status status = STRATA_OK;
  bool asked = unit->joined == a->joining;
  if (!asked && a->by_symbols && step->before != 0) return STRATA_OK;
  if (!asked) status = decide(a, unit, step->layer);
  if (status || !a->possible || !st_member(&unit->members, a->class) ||
      is_simple(pass, unit->code)) {
    return status;
  }
  return join(a, step);
}

/* -- Trials on him alone -- */

/* Whether a unit was run before a step, in this layer or an earlier one. */
static bool has_started(const st_pass *pass, const st_unit *unit,
                        uint32_t step) {
  for (uint32_t s = unit->step; s != 0; s = pass->steps[s - 1].before) {
    if (s - 1 < step) return true;
  }
  return false;
}

/* Whether a unit affects him as he is before a step. One that has started and
 * was not asked was not due: it does not. */
static strata_status affects(admission *a, const st_unit *unit, uint32_t step,
                             bool *out) {
  if (unit->joined == a->joining ||
      (a->by_symbols && has_started(a->pass, unit, step))) {
    *out = st_member(&unit->members, a->class);
    return STRATA_OK;
  }
  return st_unit_takes_in(a->pass, unit, a->class, out);
}

/* Whether a unit affects him now, and how: put behind what `out` holds. */
static strata_status look(admission *a, const st_tried *tried, st_vector *out) {
  st_pass *pass = a->pass;
  const st_unit *unit = &pass->units[tried->unit];
  bool yes;
  strata_status status = affects(a, unit, tried->step, &yes);
  if (status) return status;
  if (!st_push(pass->mem, out, yes)) return STRATA_ENOMEM;
  if (!yes) return STRATA_OK;
  st_members he = {.one = a->class};
  size_t board = st_board_try(&pass->board);
  status = st_unit_run(pass,
                       &(st_running){.unit = tried->unit,
                                     .layer = tried->layer,
                                     .code = unit->code,
                                     .members = &he,
                                     .run = ST_RUN_PROBE},
                       out);
  st_board_take_back(&pass->board, board);
  return status;
}

/* The two halves of what was looked at, before and after. */
static bool halves_differ(const st_vector *v, size_t middle) {
  if (v->count != 2 * middle) return true;
  return memcmp(v->at, v->at + middle, middle * sizeof v->at[0]) != 0;
}

/* Whether a trial shows a difference on him. */
static strata_status try_on(admission *a, const st_tried *tried, bool *out) {
  st_pass *pass = a->pass;
  const st_unit *by = &pass->units[tried->by];
  st_vector *seen = &pass->work.operands;
  bool yes;
  *out = false;
  strata_status status = affects(a, by, tried->step, &yes);
  if (status || !yes) return status;
  seen->count = 0;
  status = look(a, tried, seen);
  size_t middle = seen->count;
  /* Operands that nobody needed were not looked at then. */
  if (tried->idle && middle > 1) a->possible = false;
  st_members he = {.one = a->class};
  size_t board = st_board_try(&pass->board);
  pass->scratch.count = 0;
  if (!status) {
    status = st_unit_run(pass,
                         &(st_running){.unit = tried->by,
                                       .layer = tried->layer,
                                       .code = by->code,
                                       .members = &he,
                                       .run = ST_RUN_TRY},
                         &pass->scratch);
  }
  if (!status) status = look(a, tried, seen);
  st_board_take_back(&pass->board, board);
  *out = !status && halves_differ(seen, middle);
  return status;
}

/* A trial is to show what it has shown: that there is a difference, and on the
 * same class. */
static strata_status check_trial(admission *a, const st_tried *tried) {
  st_pass *pass = a->pass;
  const st_unit *unit = &pass->units[tried->unit];
  const st_unit *by = &pass->units[tried->by];
  bool on_set = tried->difference == ST_DIFFERENCE_SET && tried->class != 0;
  bool none = tried->difference == ST_DIFFERENCE_NONE;
  if (!tried->may_differ || (on_set && tried->class < a->class)) {
    return STRATA_OK;
  }
  if (!none && !on_set) {
    /* An operand is of all; existence and text are not of him. */
    a->possible = tried->difference != ST_DIFFERENCE_OPERAND;
    return STRATA_OK;
  }
  bool settled = is_far_settled(pass, unit->code, tried->layer) &&
                 is_far_settled(pass, by->code, tried->layer);
  a->possible = settled && !unit->renewed && !by->renewed && !unit->gone &&
                !by->gone && !is_grouped(pass, unit->code) &&
                !is_grouped(pass, by->code);
  if (!a->possible) return STRATA_OK;
  bool differs;
  strata_status status = try_on(a, tried, &differs);
  a->possible = a->possible && differs == (tried->class == a->class);
  return status;
}

/* Those on whom a trial has shown something must not leave. */
static bool decided_nothing(const st_pass *pass, uint32_t class) {
  for (size_t i = 0; i < pass->tried_count; i++) {
    const st_tried *tried = &pass->tried[i];
    if (tried->class == class || tried->difference == ST_DIFFERENCE_OPERAND) {
      return false;
    }
  }
  return true;
}

/* -- One class -- */

/* The first step from one on that can concern him. */
static size_t next_due(admission *a, size_t step) {
  st_pass *pass = a->pass;
  if (a->by_symbols && a->due_version != pass->board.version) {
    a->due_version = pass->board.version;
    a->by_symbols = st_due_find(pass, a->class);
  }
  return a->by_symbols ? st_due_next(pass, step) : step;
}

static strata_status go_through(admission *a, uint32_t class) {
  st_pass *pass = a->pass;
  strata_status status = st_board_reset(&pass->board, class);
  a->class = class;
  a->joining = pass->board.version;
  a->due_version = 0;
  size_t t = 0;
  for (size_t s = next_due(a, 0);; s = next_due(a, s + 1)) {
    for (; !status && a->possible && t < pass->tried_count &&
           pass->tried[t].step <= s;
         t++) {
      status = check_trial(a, &pass->tried[t]);
    }
    if (status || !a->possible || s >= pass->step_count) break;
    status = take_step(a, &pass->steps[s]);
  }
  for (strata_attr attr = 1; attr <= st_attr_count(pass->rules); attr++) {
    st_sums_renew(pass, attr, class);
    st_masks_forget_class(pass, attr, class);
  }
  return status;
}

static strata_status admit_class(admission *a, const st_news *news) {
  if (!news->live) {
    a->possible = decided_nothing(a->pass, news->class);
    return STRATA_OK;
  }
  a->is_other = news->what == ST_CHANGED_ALL;
  a->by_symbols = news->fresh;
  if (news->fresh) st_due_update(a->pass);
  return go_through(a, news->class);
}

/* -- All of them -- */

static bool may_admit(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  const st_classes *classes = &eval->classes;
  return eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
         pass->takers == 0 && pass->variant_count == 0 &&
         pass->lists.subst_count == 0 && classes->words <= pass->words &&
         pass->updates < st_pass_patience(pass);
}

/* Put those in that have appeared, one object's after the other. */
static strata_status put_in(admission *a, uint32_t first) {
  st_pass *pass = a->pass;
  uint32_t batch[16];
  uint32_t end = (uint32_t)pass->unit_count;
  strata_status status = STRATA_OK;
  while (!status && a->possible && first < end) {
    uint32_t object = pass->units[first].object;
    size_t count = 0;
    for (; first < end && pass->units[first].object == object; first++) {
      if (count == sizeof batch / sizeof batch[0] ||
          !st_leaf_is(pass, pass->units[first].code)) {
        a->possible = false;
        return STRATA_OK;
      }
      batch[count++] = first;
    }
    status = st_leaf_put_in(a->eval, batch, count, &a->possible);
  }
  return status;
}

static strata_status renew(admission *a) {
  st_pass *pass = a->pass;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < pass->renewed.count; i++) {
    uint32_t number = pass->renewed.at[i];
    st_unit *unit = &pass->units[number];
    bool is_leaf = unit->renewed;
    unit->renewed = false;
    unit->checked = false;
    /* Its source may have lost it since it was put here. */
    if (status || !a->possible || unit->gone) continue;
    status = is_leaf ? st_leaf_renew(a->eval, number)
                     : st_leaf_check(a->eval, number, &a->possible);
  }
  return status;
}

static strata_status admit(admission *a) {
  st_pass *pass = a->pass;
  const st_classes *classes = &a->eval->classes;
  uint32_t first = (uint32_t)pass->unit_count;
  pass->renewed.count = 0;
  st_board_outdate(&pass->board); /* who exists is part of what was found */
  strata_status status = st_tallies_begin(&pass->tallies, pass->words);
  for (uint32_t i = 0; !status && i < classes->news_count; i++) {
    st_tallies_touch(&pass->tallies, classes->news[i].class / 64);
  }
  if (!status) status = renew_looking(a);
  for (uint32_t i = 0; !status && a->possible && i < classes->news_count; i++) {
    status = sort_out_own(a, &classes->news[i]);
  }
  for (uint32_t i = 0; !status && a->possible && i < classes->news_count; i++) {
    status = admit_class(a, &classes->news[i]);
  }
  pass->tallies.open = true; /* from here on nothing that is read changes */
  if (!status) status = renew(a);
  if (!status && a->possible) status = put_in(a, first);
  pass->tallies.open = false;
  return status;
}

strata_status st_admit(st_eval *eval, bool *done) {
  admission a = {
      .eval = eval, .pass = st_eval_pass(eval), .possible = may_admit(eval)};
  *done = false;
  if (!a.possible) return STRATA_OK;
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_UPDATE, 0);
  strata_status status = admit(&a);
  st_profile_leave(eval->profile, before);
  if (status) { /* it is half told */
    st_cells_drop_all(&eval->cells);
    st_notice_all(&eval->notice);
  }
  if (status || !a.possible) return status;
  a.pass->updates += eval->classes.news_count + a.pass->renewed.count / 16 + 1;
  st_classes_told(&eval->classes);
  *done = true;
  return STRATA_OK;
}
