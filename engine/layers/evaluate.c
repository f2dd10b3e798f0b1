/*
 * evaluate.c - the evaluator as the API sees it.
 *
 * It hears of every change, also of those that a rollback takes back, and
 * forgets what the change reaches: one cell, or if some clause reads it, the
 * pass. A new pass is held against the one before it: values on which it
 * applies the same as before keep their cells. Nothing is computed until
 * somebody asks.
 */
#include "layers/evaluate.h"

#include "layers/run.h"

#include <string.h>

#define OF_CHAIN UINT32_C(0x80000000) /* in column_attr */

/* -- Beginning and end -- */

static void find_columns(st_eval *eval) {
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    const st_attr *attr = &eval->rules->attrs[i];
    uint32_t count = attr->type == STRATA_SET ? attr->domain_count : 1;
    for (uint32_t c = attr->column; c < attr->column + count; c++) {
      eval->column_attr[c] = i + 1;
    }
    if (attr->layered) eval->column_attr[attr->chain] = (i + 1) | OF_CHAIN;
  }
}

void st_eval_fini(st_eval *eval) {
  if (!eval->mem) return;
  eval->store->forget = NULL;
  for (int i = 0; i < 2; i++) {
    st_pass_fini(&eval->passes[i]);
  }
  st_plan_fini(&eval->plan);
  if (eval->cells.mem) st_cells_fini(&eval->cells);
  st_compiled_fini(&eval->compiled);
  st_mem_free(eval->mem, eval->column_attr, eval->rules->column_count,
              sizeof eval->column_attr[0]);
  st_mem_free(eval->mem, eval->entries, eval->entry_capacity,
              sizeof eval->entries[0]);
  st_mem_free(eval->mem, eval->spare, eval->spare_capacity,
              sizeof eval->spare[0]);
  st_mem_free(eval->mem, eval->words, eval->word_capacity,
              sizeof eval->words[0]);
  *eval = (st_eval){0};
}

void st_eval_reset(st_eval *eval) {
  eval->serial++;
  st_cells_drop_all(&eval->cells);
  st_compiled_forget(&eval->compiled, 0);
  eval->plan.stale = true;
}

void st_eval_drop(st_eval *eval) {
  st_eval_reset(eval);
  st_cells_clear(&eval->cells);
}

/* -- Running the pass -- */

/* Which cells hang on the plan, and which values on nothing but themselves. */
static void sync(st_eval *eval) {
  const st_pass *pass = st_eval_pass(eval);
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    st_cell_attr *a = &eval->cells.attrs[i];
    a->watched = eval->plan.watched[i] || eval->plan.switched[i] != 0;
    a->plain = !eval->plan.kept[i] && eval->plan.switched[i] == 0 &&
               pass->of_attr[i].count == 0;
  }
}

static bool same_unit(const st_pass *a, const st_applied *x, const st_pass *b,
                      const st_applied *y) {
  const st_unit *u = &a->units[x->unit];
  const st_unit *v = &b->units[y->unit];
  return u->kind == v->kind && u->object == v->object &&
         u->effect == v->effect && u->index == v->index &&
         u->serial == v->serial && u->holds == v->holds && x->part == y->part &&
         st_instance_same(&u->instance, &v->instance) &&
         x->place.high == y->place.high && x->place.low == y->place.low;
}

static uint64_t operand_word(const st_applied *x, const st_unit *unit,
                             uint32_t slot) {
  if (!x->values) return x->value;
  return unit->members.bits ? x->values[slot] : x->values[0];
}

static uint64_t members_of(const st_unit *unit, uint32_t word) {
  if (unit->members.bits) return unit->members.bits[word];
  uint32_t one = unit->members.one;
  return one != 0 && one / 64 == word ? (uint64_t)1 << (one % 64) : 0;
}

/* Drop the cells on which two applications of one part differ. False if that
 * cannot be told. */
static bool drop_differences(st_eval *eval, strata_attr attr,
                             const st_pass *old, const st_applied *x,
                             const st_pass *new, const st_applied *y) {
  const st_unit *u = &old->units[x->unit];
  const st_unit *v = &new->units[y->unit];
  if (!same_unit(old, x, new, y) || old->words != new->words) return false;
  if (st_verb_op(y->part->verb) == STRATA_OP_COPY && y->values) return false;
  for (uint32_t w = 0; w < new->words; w++) {
    uint64_t before = members_of(u, w);
    uint64_t after = members_of(v, w);
    uint64_t changed = before ^ after;
    for (uint64_t both = before & after; both != 0; both &= both - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(both);
      if (operand_word(x, u, slot) != operand_word(y, v, slot)) {
        st_cells_drop(&eval->cells, attr, slot);
      }
    }
    for (; changed != 0; changed &= changed - 1) {
      st_cells_drop(&eval->cells, attr, w * 64 + st_lowest_bit(changed));
    }
  }
  return true;
}

/* Forget the cells of one attribute that the new pass gives another value. */
static void forget_changed(st_eval *eval, strata_attr attr, const st_pass *old,
                           const st_pass *new) {
  const st_numbers *before = &old->of_attr[attr - 1];
  const st_numbers *after = &new->of_attr[attr - 1];
  bool same = !eval->plan.kept[attr - 1] && before->count == after->count &&
              eval->plan.switched[attr - 1] == 0;
  for (size_t i = 0; same && i < after->count; i++) {
    same = drop_differences(eval, attr, old, &old->applied[before->at[i]], new,
                            &new->applied[after->at[i]]);
  }
  if (!same) st_cells_drop_attr(&eval->cells, attr);
}

/* Nothing is in force and nothing was: the pass that there is will do. Lists of
 * abilities hang on texts, which may be others now. */
static bool is_idle(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  return !eval->plan.active && eval->rules->ability_attr == 0 &&
         pass->unit_count == 0;
}

strata_status st_eval_resolve(st_eval *eval) {
  strata_status status = STRATA_OK;
  bool rebuilt = eval->plan.stale;
  if (rebuilt) {
    status = st_plan_build(&eval->plan, eval->store, &eval->compiled);
    if (status) return status;
    eval->dirty = true;
    /* Nothing of the old plan can be compared with. */
    st_cells_drop_all(&eval->cells);
  }
  if (is_idle(eval)) {
    eval->dirty = false;
    sync(eval);
    return STRATA_OK;
  }
  st_pass *old = st_eval_pass(eval);
  st_pass *new = &eval->passes[1 - eval->current];
  status = st_pass_run(new);
  if (status) {
    eval->plan.stale = true; /* which drops all cells */
    return status;
  }
  for (strata_attr a = 1; !rebuilt && a <= st_attr_count(eval->rules); a++) {
    forget_changed(eval, a, old, new);
  }
  eval->current = (uint8_t)(1 - eval->current);
  eval->dirty = false;
  sync(eval);
  return STRATA_OK;
}

/* -- Values -- */

static strata_status find_value(st_eval *eval, strata_attr attr, uint32_t slot,
                                uint64_t *out) {
  if (!eval->plan.kept[attr - 1]) {
    return st_fold(eval, attr, slot, NULL, NULL, out);
  }
  st_board *board = &st_eval_pass(eval)->board;
  if (eval->rules->attrs[attr - 1].type != STRATA_SET) {
    return st_board_get(board, attr, slot, out);
  }
  st_board_get_set(board, attr, slot, out);
  return STRATA_OK;
}

strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out) {
  if (st_resolve_needed(eval)) {
    strata_status status = st_eval_resolve(eval);
    if (status) return status;
  }
  uint64_t *row = st_cells_open(&eval->cells, attr, slot,
                                eval->store->capacity[ST_TABLE_ENTITY]);
  if (!row) return STRATA_ENOMEM;
  uint32_t generation =
      st_get32(eval->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint64_t key = st_cells_key(&eval->cells.attrs[attr - 1], generation);
  if (row[0] != key) {
    row[0] = 0;
    strata_status status = find_value(eval, attr, slot, row + 1);
    if (status) return status;
    row[0] = key;
    eval->evaluations++;
  }
  *out = row + 1;
  return STRATA_OK;
}

strata_status st_eval_value_after(st_eval *eval, strata_attr attr,
                                  uint32_t slot, strata_layer layer,
                                  uint64_t *words) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  uint64_t biased = (uint32_t)layer ^ UINT32_C(0x80000000);
  st_place before = {.high = (biased + 1) << 32};
  bool last = biased == UINT32_MAX;
  return st_fold(eval, attr, slot, last ? NULL : &before, NULL, words);
}

strata_status st_eval_copiable(st_eval *eval, strata_attr attr, uint32_t slot,
                               uint64_t *words) {
  if (eval->rules->has_copiable_layer) {
    return st_eval_value_after(eval, attr, slot, eval->rules->copiable_after,
                               words);
  }
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  return status ? status : st_fold_base(eval, attr, slot, words);
}

strata_status st_eval_list_text(st_eval *eval, uint64_t list, st_text *out) {
  st_list_write(&st_eval_pass(eval)->lists, list, "\n", out);
  return out->failed ? STRATA_ENOMEM : STRATA_OK;
}

size_t st_eval_abilities(const st_eval *eval, uint32_t slot, uint64_t list,
                         strata_ability_row *buffer, size_t capacity) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint64_t own = st_get64(eval->store, ST_COLUMN_ENTITY_STAMP, slot);
  uint32_t count;
  const st_instance *items = st_list_items(&pass->lists, list, &count);
  size_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    const st_instance *x = &items[i];
    if (x->banned) continue;
    if (found < capacity) {
      strata_entity giver =
          x->giver ? st_unit_source(pass, &pass->units[x->giver - 1]) : 0;
      buffer[found] = (strata_ability_row){
          .ability = eval->rules->abilities[x->ability].symbol,
          .origin = (strata_origin)x->origin,
          .giver = giver,
          .timestamp = x->stamp > own ? x->stamp : own};
    }
    found++;
  }
  return found;
}

/* -- Expressions on current values -- */

static st_eval *eval_of(const st_expr_env *env) {
  return env->context;
}

static strata_status env_read(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, int64_t *out) {
  st_eval *eval = eval_of(env);
  if (st_fold_is_base(eval, attr, slot)) {
    *out = st_entity_base(eval->store, &env->rules->attrs[attr - 1], slot);
    return STRATA_OK;
  }
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (!status) *out = (int64_t)words[0];
  return status;
}

static strata_status env_has(const st_expr_env *env, uint32_t slot,
                             strata_attr attr, uint32_t index, bool *out) {
  st_eval *eval = eval_of(env);
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (status) return status;
  *out = env->rules->attrs[attr - 1].type == STRATA_SET
             ? st_bit_test(words, index)
             : st_list_has(&st_eval_pass(eval)->lists, words[0], index);
  return STRATA_OK;
}

/* True if no part is locked to any of the slots 64*word .. +63: a page of the
 * chain's column holds just as many. */
static bool is_untouched(const st_eval *eval, strata_attr attr, uint32_t word) {
  static_assert(ST_PAGE_BYTES / sizeof(uint32_t) == 64, "a page is a word");
  const st_attr *a = &eval->rules->attrs[attr - 1];
  if (!a->layered) return true;
  return st_eval_pass_of(eval)->of_attr[attr - 1].count == 0 &&
         st_store_page(eval->store, a->chain, word * 64, ST_SHIFT_32) ==
             eval->store->arena;
}

static strata_status env_has_word(const st_expr_env *env, uint32_t word,
                                  strata_attr attr, uint32_t index,
                                  uint64_t candidates, uint64_t *out) {
  st_eval *eval = eval_of(env);
  const st_attr *a = &env->rules->attrs[attr - 1];
  if (a->type == STRATA_SET && eval->plan.kept[attr - 1]) {
    *out = candidates &
           st_board_plane(&st_eval_pass(eval)->board, attr, index, word);
    return STRATA_OK;
  }
  if (a->type == STRATA_SET && is_untouched(eval, attr, word)) {
    *out = candidates & st_get_word(eval->store, a->column + index, word);
    return STRATA_OK;
  }
  *out = 0;
  for (uint64_t left = candidates; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    bool has = false;
    strata_status status = env_has(env, word * 64 + bit, attr, index, &has);
    if (status) return status;
    if (has) *out |= (uint64_t)1 << bit;
  }
  return STRATA_OK;
}

static strata_status env_join(const st_expr_env *env, uint32_t slot,
                              strata_attr attr, uint64_t *words) {
  const uint64_t *value;
  strata_status status = st_eval_value(eval_of(env), attr, slot, &value);
  for (uint32_t i = 0; !status && i < env->rules->attrs[attr - 1].words; i++) {
    words[i] |= value[i];
  }
  return status;
}

static uint64_t env_live_word(const st_expr_env *env, uint32_t word) {
  return st_get_word(eval_of(env)->store, ST_COLUMN_ENTITY_LIVE, word);
}

static strata_entity env_handle(const st_expr_env *env, uint32_t slot) {
  return st_entity_handle(eval_of(env)->store, slot);
}

static uint32_t env_resolve(const st_expr_env *env, strata_entity handle) {
  return st_entity_slot(eval_of(env)->store, handle);
}

static st_expr_env current_env(st_eval *eval, uint32_t it, uint32_t source) {
  return (st_expr_env){
      .rules = eval->rules,
      .it = it,
      .source = source,
      .word_count = st_words_for(st_entity_top(eval->store) + 1),
      .read = env_read,
      .has = env_has,
      .has_word = env_has_word,
      .join = env_join,
      .live_word = env_live_word,
      .handle = env_handle,
      .resolve = env_resolve,
      .mem = eval->mem,
      .context = eval,
  };
}

strata_status st_eval_expr(st_eval *eval, const strata_expr *expr, uint32_t it,
                           uint32_t source, int64_t *out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  st_expr_env env = current_env(eval, it, source);
  return st_expr_eval(expr, &env, out);
}

strata_status st_eval_match(st_eval *eval, const strata_expr *expr,
                            uint32_t word, uint32_t source, uint64_t *out) {
  strata_status status = STRATA_OK;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (status) return status;
  st_expr_env env = current_env(eval, 0, source);
  uint64_t live = st_get_word(eval->store, ST_COLUMN_ENTITY_LIVE, word);
  return st_expr_match(expr, &env, word, live, out);
}

/* -- Being told -- */

static void program_stale(st_eval *eval, strata_attr attr, uint32_t slot) {
  st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
  if (!kept || !*kept) return;
  (*kept)->stale = true;
  (*kept)->fresh = 0;
}

static void make_dirty(st_eval *eval) {
  eval->dirty = eval->dirty || eval->plan.active;
}

/* A list of abilities that is new may bring clauses with it. */
static void check_abilities(st_eval *eval, uint32_t slot) {
  strata_attr attr = eval->rules->ability_attr;
  if (attr == 0 || eval->plan.stale) return;
  uint32_t column = eval->rules->attrs[attr - 1].column;
  uint32_t text = st_get32(eval->store, column, slot);
  if (!st_plan_knows(&eval->plan, text)) eval->plan.stale = true;
}

void st_eval_spread(st_eval *eval, strata_attr attr, uint32_t slot) {
  uint32_t together = eval->plan.switched[attr - 1];
  for (strata_attr a = 1; together && a <= st_attr_count(eval->rules); a++) {
    if (eval->plan.switched[a - 1] == together) {
      st_cells_drop(&eval->cells, a, slot);
    }
  }
  if (eval->plan.watched[attr - 1]) make_dirty(eval);
  if (attr == eval->rules->ability_attr) check_abilities(eval, slot);
}

void st_eval_spawned(st_eval *eval, uint32_t slot) {
  make_dirty(eval);
  check_abilities(eval, slot);
}

void st_eval_despawned(st_eval *eval, uint32_t slot) {
  st_cells_drop_entity(&eval->cells, slot);
  make_dirty(eval);
}

void st_eval_entity_changed(st_eval *eval, uint32_t slot) {
  (void)slot;
  make_dirty(eval);
}

/* Each value that the effect's parts are locked to has one part more. */
static void parts_added(st_eval *eval, uint32_t effect) {
  const st_store *store = eval->store;
  uint32_t part = st_effect_parts(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
    strata_attr attr = st_verb_attr(verb);
    uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
      uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
      st_eval_changed(eval, attr, slot);
      st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
      if (!kept || !*kept) continue;
      (*kept)->pending++;
      (*kept)->fresh = 0;
    }
  }
}

static void plan_effect(st_eval *eval, uint32_t effect) {
  if (eval->plan.stale) return;
  if (st_plan_add(&eval->plan, eval->store, &eval->compiled, effect)) {
    eval->dirty = true;
  }
}

void st_eval_effect_added(st_eval *eval, uint32_t effect) {
  parts_added(eval, effect);
  plan_effect(eval, effect);
}

void st_eval_effect_going(st_eval *eval, uint32_t effect) {
  if (eval->plan.stale) return;
  if (st_plan_remove(&eval->plan, effect)) eval->dirty = true;
}

/* -- Being told of rollbacks -- */

/* An effect's row has been put back: it came, it went, or it is another. */
static void effect_restored(st_eval *eval, uint32_t effect) {
  if (eval->plan.stale) return;
  if (st_plan_remove(&eval->plan, effect)) eval->dirty = true;
  if (st_effect_used(eval->store, effect)) plan_effect(eval, effect);
}

/* A cell of a column that belongs to no attribute. */
static void forget_other(st_eval *eval, uint32_t column, uint32_t index) {
  switch (column) {
  case ST_COLUMN_ENTITY_LIVE:
    st_cells_drop_entity(&eval->cells, index);
    make_dirty(eval);
    check_abilities(eval, index);
    break;
  case ST_COLUMN_ENTITY_STAMP:
  case ST_COLUMN_ENTITY_ZONE:
    make_dirty(eval);
    break;
  case ST_COLUMN_EFFECT_PLANNED_NEXT: /* also touched when somebody leaves */
    if (st_plan_has(&eval->plan, index)) eval->plan.stale = true;
    break;
  case ST_COLUMN_EFFECT_STAMP:
    effect_restored(eval, index);
    break;
  case ST_COLUMN_SCALAR:
    if (index == ST_SCALAR_TEXT_TOP) {
      eval->plan.stale = true; /* it may borrow what is forgotten now */
      st_compiled_forget(&eval->compiled, st_strings_count(eval->store) + 1);
    }
    break;
  default:
    /* Timestamps of counters have columns of the rules. */
    if (column >= ST_COLUMN_FIXED) make_dirty(eval);
    break;
  }
}

/* Cells have been put back, or what hangs on one is about to change. */
static void forget(void *user, const st_record *records, size_t count) {
  st_eval *eval = user;
  for (size_t i = 0; i < count; i++) {
    uint32_t column = st_record_column(&records[i]);
    uint32_t index = records[i].index;
    if (ST_UNLIKELY(column & ST_RECORD_PAGE)) continue;
    uint32_t attr = eval->column_attr[column];
    if (ST_UNLIKELY(attr == 0)) {
      forget_other(eval, column, index);
      continue;
    }
    st_eval_changed(eval, attr & ~OF_CHAIN, index);
    if (attr & OF_CHAIN) program_stale(eval, attr & ~OF_CHAIN, index);
    if (column == ST_COLUMN_ENTITY_ZONE) make_dirty(eval);
  }
}

strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store) {
  const strata_rules *rules = store->rules;
  *eval = (st_eval){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .serial = 1,
                    .compiled = {.mem = mem, .rules = rules}};
  eval->column_attr =
      st_mem_zeroed(mem, rules->column_count, sizeof eval->column_attr[0]);
  strata_status status = eval->column_attr ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = st_cells_init(&eval->cells, mem, rules);
  if (!status) status = st_plan_init(&eval->plan, mem, rules);
  for (int i = 0; !status && i < 2; i++) {
    status = st_pass_init(&eval->passes[i], mem, store, &eval->compiled,
                          &eval->plan);
  }
  if (status) {
    st_eval_fini(eval);
    return status;
  }
  find_columns(eval);
  store->forget = forget;
  store->forget_user = eval;
  return STRATA_OK;
}

size_t st_eval_bytes(const st_eval *eval) {
  return eval->cells.bytes + st_pass_bytes(&eval->passes[0]) +
         st_pass_bytes(&eval->passes[1]) +
         eval->entry_capacity * sizeof eval->entries[0] +
         eval->spare_capacity * sizeof eval->spare[0] +
         eval->word_capacity * sizeof eval->words[0];
}
