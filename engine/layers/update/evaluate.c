/*
 * evaluate.c - the evaluator as the API sees it.
 *
 * It hears of every change, also of those that a rollback takes back, and
 * forgets what the change reaches: one cell, or if some clause reads it, the
 * class of the entity or the pass. Nothing is computed until somebody asks.
 */
#include "layers/update/evaluate.h"

#include "layers/pass/profile.h"
#include "layers/pass/unit.h"
#include "layers/update/update.h"

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
  st_notice_fini(&eval->notice);
  for (int i = 0; i < 2; i++) {
    st_pass_fini(&eval->passes[i]);
  }
  st_asks_fini(&eval->asks);
  st_classes_fini(&eval->classes);
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
  st_mem_free(eval->mem, eval->selected, eval->selected_capacity,
              sizeof eval->selected[0]);
  *eval = (st_eval){0};
}

static void forget_values(st_eval *eval) {
  eval->serial++;
  st_notice_all(&eval->notice);
  st_cells_drop_all(&eval->cells);
  st_classes_forget(&eval->classes);
  eval->plan.stale = true;
}

void st_eval_reset(st_eval *eval) {
  forget_values(eval);
  st_compiled_forget(&eval->compiled, 0);
}

void st_eval_drop(st_eval *eval) {
  forget_values(eval);
  st_cells_clear(&eval->cells);
  st_asks_forget(&eval->asks);
}

/* -- Values -- */

static strata_status find_value(st_eval *eval, strata_attr attr, uint32_t slot,
                                uint64_t *out) {
  if (!eval->plan.kept[attr - 1] || !st_class_knows(&eval->classes, attr)) {
    return st_fold(eval, attr, slot, NULL, NULL, out);
  }
  st_board *board = &st_eval_pass(eval)->board;
  uint32_t class = st_class_of(&eval->classes, slot);
  if (eval->rules->attrs[attr - 1].type != STRATA_SET) {
    return st_board_get(board, attr, class, out);
  }
  st_board_get_set(board, attr, class, out);
  return STRATA_OK;
}

/* Which live slots of a block have no value in their rows; `keys` of all. */
static uint64_t find_missing(const st_eval *eval, const st_cell_attr *a,
                             uint32_t word, const uint64_t *rows,
                             uint64_t *keys) {
  static_assert(ST_CELL_ROWS == 64, "a block has a word of slots");
  const uint32_t *generations =
      (const void *)st_store_page(eval->store, ST_COLUMN_ENTITY_GENERATION,
                                  word * ST_CELL_ROWS, ST_SHIFT_32);
  size_t stride = a->stride;
  uint64_t there = 0;
  for (uint32_t i = 0; i < ST_CELL_ROWS; i++) {
    keys[i] = st_cells_key(a, generations[i]);
    there |= (uint64_t)(rows[i * stride] == keys[i]) << i;
  }
  return st_get_word(eval->store, ST_COLUMN_ENTITY_LIVE, word) & ~there;
}

/* Whether values are there by the block, as far as one of them tells: not of
 * numbers that are folded one by one, nor of lists that no board has. */
static inline bool has_blocks(const st_eval *eval, strata_attr attr,
                              uint32_t slot) {
  int64_t sum;
  return eval->rules->attrs[attr - 1].type == STRATA_SET ||
         st_on_board(eval, attr) || st_fold_summed(eval, attr, slot, &sum);
}

/* Whether it looks as if a block were read: a second SET of it, or the slot
 * after the one before. What is missed by itself is not worth a block. */
static bool is_block_read(st_eval *eval, strata_attr attr, uint32_t slot) {
  bool is_set = eval->rules->attrs[attr - 1].type == STRATA_SET;
  uint64_t now = (uint64_t)attr << 32 | (is_set ? slot / ST_CELL_ROWS : slot);
  uint64_t before = eval->missed[attr % ST_MISSED];
  eval->missed[attr % ST_MISSED] = now;
  return is_set ? before == now : before + 1 == now;
}

/* The numbers of those that are wanted, each `stride` words behind the one
 * before, as far as the board or sums have them. Returns whose it has written.
 */
static uint64_t find_numbers(st_eval *eval, strata_attr attr, uint32_t word,
                             uint64_t wanted, uint64_t *words, size_t stride) {
  st_board *board = &st_eval_pass(eval)->board;
  bool on_board = st_on_board(eval, attr);
  uint64_t done = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    uint32_t bit = st_lowest_bit(wanted);
    uint32_t slot = word * ST_CELL_ROWS + bit;
    int64_t sum = 0;
    bool found = on_board
                     ? !st_board_get(board, attr, slot, &words[bit * stride])
                     : st_fold_summed(eval, attr, slot, &sum);
    if (found && !on_board) words[bit * stride] = (uint64_t)sum;
    done |= (uint64_t)found << bit;
  }
  return done;
}

/* All values of a block at once, if it looks as if they were wanted. False if
 * the one that is asked for is not among them. */
static bool fill_block(st_eval *eval, strata_attr attr, uint32_t slot,
                       uint64_t *row) {
  uint32_t word = slot / ST_CELL_ROWS;
  if (!has_blocks(eval, attr, slot) || !is_block_read(eval, attr, slot)) {
    return false;
  }
  const st_cell_attr *a = &eval->cells.attrs[attr - 1];
  size_t stride = a->stride;
  uint64_t *rows = row - (slot % ST_CELL_ROWS) * stride;
  uint64_t keys[ST_CELL_ROWS];
  uint64_t found = find_missing(eval, a, word, rows, keys);
  if (eval->rules->attrs[attr - 1].type != STRATA_SET) {
    found = find_numbers(eval, attr, word, found, rows + 1, stride);
  } else if (st_on_board(eval, attr)) {
    st_board_get_sets(&st_eval_pass(eval)->board, attr, word, rows + 1, stride);
  } else {
    found = st_fold_sets(eval, attr, word, found, rows + 1, stride);
  }
  for (uint64_t left = found; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    rows[bit * stride] = keys[bit];
    eval->evaluations++;
  }
  return found >> (slot % ST_CELL_ROWS) & 1;
}

/* A row that is out of date, and perhaps others with it. */
static strata_status fill(st_eval *eval, strata_attr attr, uint32_t slot,
                          uint64_t *row, uint64_t key) {
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_VALUES, 0);
  strata_status status = STRATA_OK;
  if (!fill_block(eval, attr, slot, row)) {
    status = find_value(eval, attr, slot, row + 1);
    if (!status) row[0] = key;
    eval->evaluations += !status;
  }
  st_profile_leave(eval->profile, before);
  return status;
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
    strata_status status = fill(eval, attr, slot, row, key);
    if (status) return status;
  }
  *out = row + 1;
  return STRATA_OK;
}

strata_status st_eval_has(st_eval *eval, strata_attr attr, uint32_t slot,
                          uint32_t index, bool *out) {
  if (st_resolve_needed(eval)) {
    strata_status status = st_eval_resolve(eval);
    if (status) return status;
  }
  bool is_set = eval->rules->attrs[attr - 1].type == STRATA_SET;
  bool known = false;
  if (is_set) *out = st_fold_has(eval, attr, slot, index, &known);
  if (known) return STRATA_OK;
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (status) return status;
  *out = is_set ? st_bit_test(words, index)
                : st_list_has(&st_eval_pass(eval)->lists, words[0], index);
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

/* -- Being told -- */

bool st_eval_listen(st_eval *eval, strata_attr attr, unsigned bits) {
  st_notice_begin(&eval->notice);
  eval->cells.attrs[attr - 1].watched = true;
  return st_notice_listen(&eval->notice, attr, bits);
}

static void program_stale(st_eval *eval, strata_attr attr, uint32_t slot) {
  st_program **kept = st_cells_program(&eval->cells, attr, slot, false);
  if (!kept || !*kept) return;
  (*kept)->stale = true;
  (*kept)->fresh = 0;
}

/* Something that a clause may read has changed on an entity. */
static void make_dirty(st_eval *eval, uint32_t slot, uint64_t what) {
  if (what == ST_CHANGED_ALL) st_notice_entity(&eval->notice, slot);
  if (!eval->plan.active) return;
  if (eval->classes.listens) {
    st_class_changed(&eval->classes, slot, what);
    eval->moved = true;
  } else {
    eval->dirty = true;
  }
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
      st_eval_lose(eval, a, slot);
    }
  }
  st_notice_value(&eval->notice, attr, slot);
  if (eval->plan.watched[attr - 1]) {
    make_dirty(eval, slot, st_changed_attr(attr));
  }
  if (attr == eval->rules->ability_attr) check_abilities(eval, slot);
}

void st_eval_spawned(st_eval *eval, uint32_t slot) {
  make_dirty(eval, slot, ST_CHANGED_ALL);
  check_abilities(eval, slot);
}

void st_eval_despawned(st_eval *eval, uint32_t slot) {
  st_cells_drop_entity(&eval->cells, slot);
  make_dirty(eval, slot, ST_CHANGED_ALL);
}

void st_eval_entity_changed(st_eval *eval, uint32_t slot) {
  make_dirty(eval, slot, ST_CHANGED_ALL);
}

/* Each value that the effect's parts are locked to has one part more. */
static void parts_added(st_eval *eval, uint32_t effect) {
  const st_store *store = eval->store;
  uint32_t part = st_effect_parts(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_VERB, part);
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
  bool active = eval->plan.active; /* else nothing was noted of any change */
  if (st_plan_add(&eval->plan, eval->store, &eval->compiled, effect)) {
    eval->moved = true;
    eval->dirty = eval->dirty || !active;
  }
}

/* Its row may be another one already: only what was computed is looked at. */
static void unplan_effect(st_eval *eval, uint32_t effect) {
  if (eval->plan.stale || !st_plan_has(&eval->plan, effect)) return;
  if (st_update_remove(eval, effect)) {
    eval->moved = true;
  } else {
    eval->dirty = true;
  }
  (void)st_plan_remove(&eval->plan, effect);
}

void st_eval_effect_added(st_eval *eval, uint32_t effect) {
  parts_added(eval, effect);
  plan_effect(eval, effect);
}

void st_eval_effect_going(st_eval *eval, uint32_t effect) {
  unplan_effect(eval, effect);
}

/* -- Being told of rollbacks -- */

/* An effect's row has been put back: it came, it went, or it is another. */
static void effect_restored(st_eval *eval, uint32_t effect) {
  unplan_effect(eval, effect);
  if (st_effect_used(eval->store, effect)) plan_effect(eval, effect);
}

/* A cell of a column that belongs to no attribute. */
static void forget_other(st_eval *eval, uint32_t column, uint32_t index) {
  switch (column) {
  case ST_COLUMN_ENTITY_LIVE:
    st_cells_drop_entity(&eval->cells, index);
    make_dirty(eval, index, ST_CHANGED_ALL);
    st_class_returned(&eval->classes, index);
    check_abilities(eval, index);
    break;
  case ST_COLUMN_ENTITY_STAMP:
  case ST_COLUMN_ENTITY_ZONE:
    make_dirty(eval, index, ST_CHANGED_ALL);
    break;
  case ST_COLUMN_WATCH_CODE: /* touched when one starts or ends */
    st_notice_watch(&eval->notice, index);
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
    if (column >= ST_COLUMN_FIXED) make_dirty(eval, index, ST_CHANGED_ALL);
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
    if (column == ST_COLUMN_ENTITY_ZONE) {
      make_dirty(eval, index, ST_CHANGED_ALL);
    }
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
  st_asks_init(&eval->asks, mem, rules);
  st_notice_init(&eval->notice, mem, rules);
  strata_status status = eval->column_attr ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = st_cells_init(&eval->cells, mem, rules);
  if (!status) status = st_plan_init(&eval->plan, mem, rules);
  if (!status) {
    status = st_classes_init(&eval->classes, mem, store, &eval->plan);
  }
  for (int i = 0; !status && i < 2; i++) {
    status = st_pass_init(&eval->passes[i], mem, &eval->compiled, &eval->plan,
                          &eval->classes);
    eval->passes[i].asks = &eval->asks;
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
         st_pass_bytes(&eval->passes[1]) + st_classes_bytes(&eval->classes) +
         st_asks_bytes(&eval->asks) + eval->plan.bytes + eval->compiled.bytes +
         eval->entry_capacity * sizeof eval->entries[0] +
         eval->spare_capacity * sizeof eval->spare[0] +
         eval->word_capacity * sizeof eval->words[0] +
         eval->selected_capacity * sizeof eval->selected[0];
}
