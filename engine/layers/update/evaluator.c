/*
 * evaluator.c - the evaluator as the API sees it.
 *
 * The evaluator is notified of every change, also of those that a rollback
 * takes back, and drops what depends on it: one cached value, or if some
 * clause reads the value, the class of the entity or the pass. Nothing is
 * computed until a value is asked for; then st_eval_refresh (refresh.c) brings
 * the pass up to date first.
 */
#include "layers/update/evaluator.h"

#include "layers/inforce/in_force_build.h"
#include "layers/pass/layer_unit.h"
#include "layers/pass/profile.h"
#include "layers/update/kept_matches.h"
#include "layers/update/kept_sets.h"
#include "layers/update/leaf_units.h"

#include <string.h>

#define COLUMN_OF_CHAIN                                                        \
  UINT32_C(0x80000000) /* in column_attr: the column holds chains of parts */

/* -- Beginning and end -- */

static void map_columns_to_attrs(st_eval *eval) {
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    const st_attr *attr = &eval->rules->attrs[i];
    uint32_t count = attr->type == STRATA_SET ? attr->domain_count : 1;
    for (uint32_t c = attr->base_column; c < attr->base_column + count; c++) {
      eval->column_attr[c] = i + 1;
    }
    if (attr->layered) {
      eval->column_attr[attr->chain_column] = (i + 1) | COLUMN_OF_CHAIN;
    }
  }
}

void st_eval_fini(st_eval *eval) {
  if (!eval->mem) return;
  eval->store->on_undo = NULL;
  st_change_logs_fini(&eval->changes);
  for (int i = 0; i < 2; i++) {
    st_pass_fini(&eval->passes[i]);
  }
  st_predicate_cache_fini(&eval->predicate_cache);
  st_classes_fini(&eval->classes);
  st_in_force_fini(&eval->in_force);
  if (eval->cells.mem) st_value_cache_fini(&eval->cells);
  st_text_cache_fini(&eval->compiled);
  st_changed_texts_fini(&eval->changed_texts);
  st_mem_free(eval->mem, eval->column_attr, eval->rules->column_count,
              sizeof eval->column_attr[0]);
  st_mem_free(eval->mem, eval->parts, eval->part_capacity,
              sizeof eval->parts[0]);
  st_mem_free(eval->mem, eval->part_scratch, eval->part_scratch_capacity,
              sizeof eval->part_scratch[0]);
  st_mem_free(eval->mem, eval->words, eval->word_capacity,
              sizeof eval->words[0]);
  st_mem_free(eval->mem, eval->selected, eval->selected_capacity,
              sizeof eval->selected[0]);
  st_kept_sets_clear(eval);
  st_kept_matches_clear(eval);
  *eval = (st_eval){0};
}

static void drop_all_values(st_eval *eval) {
  eval->serial++;
  st_change_logs_all_changed(&eval->changes);
  st_value_cache_drop_all(&eval->cells);
  st_classes_invalidate(&eval->classes);
  eval->in_force.stale = true;
}

void st_eval_reset(st_eval *eval) {
  drop_all_values(eval);
  st_text_cache_forget(&eval->compiled, 0);
}

void st_eval_drop_caches(st_eval *eval) {
  drop_all_values(eval);
  st_value_cache_clear(&eval->cells);
  st_predicate_cache_clear(&eval->predicate_cache);
  st_kept_sets_clear(eval);
  st_kept_matches_clear(eval);
}

/* -- Values -- */

static strata_status compute_value(st_eval *eval, strata_attr attr,
                                   uint32_t slot, uint64_t *out) {
  if (!eval->in_force.is_on_board[attr - 1] ||
      !st_class_key_is_complete(&eval->classes, attr)) {
    return st_evaluate_value(eval, attr, slot, NULL, NULL, out);
  }
  st_board *board = &st_eval_pass(eval)->board;
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  if (eval->rules->attrs[attr - 1].type != STRATA_SET) {
    return st_board_get(board, attr, class, out);
  }
  st_board_get_set(board, attr, class, out);
  return STRATA_OK;
}

/* The live slots of a block whose rows hold no current value. `keys` becomes
 * the keys of all slots. */
static uint64_t find_missing_rows(const st_eval *eval,
                                  const st_value_cache_attr *a, uint32_t word,
                                  const uint64_t *rows, uint64_t *keys) {
  static_assert(ST_VALUE_BLOCK_ROWS == 64, "a block has a word of slots");
  const uint32_t *generations =
      (const void *)st_store_page(eval->store, ST_COLUMN_ENTITY_GENERATION,
                                  word * ST_VALUE_BLOCK_ROWS, ST_SHIFT_32);
  size_t stride = a->stride;
  uint64_t there = 0;
  for (uint32_t i = 0; i < ST_VALUE_BLOCK_ROWS; i++) {
    keys[i] = st_value_cache_key(a, generations[i]);
    there |= (uint64_t)(rows[i * stride] == keys[i]) << i;
  }
  return st_get_bits64(eval->store, ST_COLUMN_ENTITY_LIVE, word) & ~there;
}

/* True if a block's values are cheap to find together, as far as `slot` tells:
 * not for numbers that are evaluated one by one, nor for lists that are not on
 * the board. */
static inline bool can_fill_block(const st_eval *eval, strata_attr attr,
                                  uint32_t slot) {
  int64_t sum;
  return eval->rules->attrs[attr - 1].type == STRATA_SET ||
         st_eval_is_on_board(eval, attr) ||
         st_evaluate_value_by_sums(eval, attr, slot, &sum);
}

/* True if reads seem to go through a block: a second SET of it is missed, or
 * the slot after the last one. A single miss is not worth a block. */
static bool looks_like_block_read(st_eval *eval, strata_attr attr,
                                  uint32_t slot) {
  bool is_set = eval->rules->attrs[attr - 1].type == STRATA_SET;
  uint64_t now =
      (uint64_t)attr << 32 | (is_set ? slot / ST_VALUE_BLOCK_ROWS : slot);
  uint64_t before = eval->last_missed[attr % ST_EVAL_MISSED_SLOTS];
  eval->last_missed[attr % ST_EVAL_MISSED_SLOTS] = now;
  return is_set ? before == now : before + 1 == now;
}

/* Write the numbers of the wanted slots, each `stride` words behind the one
 * before, where board or sums have them. Returns the slots written. */
static uint64_t fill_block_numbers(st_eval *eval, strata_attr attr,
                                   uint32_t word, uint64_t wanted,
                                   uint64_t *words, size_t stride) {
  st_board *board = &st_eval_pass(eval)->board;
  bool on_board = st_eval_is_on_board(eval, attr);
  uint64_t done = 0;
  for (; wanted != 0; wanted &= wanted - 1) {
    uint32_t bit = st_lowest_bit(wanted);
    uint32_t slot = word * ST_VALUE_BLOCK_ROWS + bit;
    int64_t sum = 0;
    bool found = on_board
                     ? !st_board_get(board, attr, slot, &words[bit * stride])
                     : st_evaluate_value_by_sums(eval, attr, slot, &sum);
    if (found && !on_board) words[bit * stride] = (uint64_t)sum;
    done |= (uint64_t)found << bit;
  }
  return done;
}

/* Fill all rows of a block, if reads seem to go through it. False if that has
 * not filled the row of `slot`. */
static bool fill_value_block(st_eval *eval, strata_attr attr, uint32_t slot,
                             uint64_t *row) {
  uint32_t word = slot / ST_VALUE_BLOCK_ROWS;
  if (!can_fill_block(eval, attr, slot) ||
      !looks_like_block_read(eval, attr, slot)) {
    return false;
  }
  const st_value_cache_attr *a = &eval->cells.attrs[attr - 1];
  size_t stride = a->stride;
  uint64_t *rows = row - (slot % ST_VALUE_BLOCK_ROWS) * stride;
  uint64_t keys[ST_VALUE_BLOCK_ROWS];
  uint64_t found = find_missing_rows(eval, a, word, rows, keys);
  if (eval->rules->attrs[attr - 1].type != STRATA_SET) {
    found = fill_block_numbers(eval, attr, word, found, rows + 1, stride);
  } else if (st_eval_is_on_board(eval, attr)) {
    st_board_get_sets(&st_eval_pass(eval)->board, attr, word, rows + 1, stride);
  } else {
    found = st_evaluate_value_sets(eval, attr, word, found, rows + 1, stride);
  }
  for (uint64_t left = found; left != 0; left &= left - 1) {
    uint32_t bit = st_lowest_bit(left);
    rows[bit * stride] = keys[bit];
    eval->evaluations++;
  }
  return found >> (slot % ST_VALUE_BLOCK_ROWS) & 1;
}

/* Fill a row that is out of date, and perhaps others of its block. */
static strata_status fill_value_row(st_eval *eval, strata_attr attr,
                                    uint32_t slot, uint64_t *row,
                                    uint64_t key) {
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_VALUES, 0);
  strata_status status = STRATA_OK;
  if (!fill_value_block(eval, attr, slot, row)) {
    status = compute_value(eval, attr, slot, row + 1);
    if (!status) row[0] = key;
    eval->evaluations += !status;
  }
  st_profile_leave(eval->profile, before);
  return status;
}

strata_status st_eval_value(st_eval *eval, strata_attr attr, uint32_t slot,
                            const uint64_t **out) {
  if (st_eval_needs_refresh(eval)) {
    strata_status status = st_eval_refresh(eval);
    if (status) return status;
  }
  uint64_t *row = st_value_cache_row(&eval->cells, attr, slot,
                                     eval->store->capacity[ST_TABLE_ENTITY]);
  if (!row) return STRATA_ENOMEM;
  uint32_t generation =
      st_get32(eval->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint64_t key = st_value_cache_key(&eval->cells.attrs[attr - 1], generation);
  if (row[0] != key) {
    strata_status status = fill_value_row(eval, attr, slot, row, key);
    if (status) return status;
  }
  *out = row + 1;
  return STRATA_OK;
}

strata_status st_eval_has(st_eval *eval, strata_attr attr, uint32_t slot,
                          uint32_t index, bool *out) {
  if (st_eval_needs_refresh(eval)) {
    strata_status status = st_eval_refresh(eval);
    if (status) return status;
  }
  bool is_set = eval->rules->attrs[attr - 1].type == STRATA_SET;
  bool known = false;
  if (is_set) *out = st_evaluate_value_has(eval, attr, slot, index, &known);
  if (known) return STRATA_OK;
  const uint64_t *words;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (status) return status;
  *out = is_set
             ? st_bit_test(words, index)
             : st_ability_list_has(&st_eval_pass(eval)->lists, words[0], index);
  return STRATA_OK;
}

strata_status st_eval_value_after(st_eval *eval, strata_attr attr,
                                  uint32_t slot, strata_layer layer,
                                  uint64_t *words) {
  strata_status status = st_eval_ensure_fresh(eval);
  if (status) return status;
  uint64_t biased = (uint32_t)layer ^ UINT32_C(0x80000000);
  st_sort_key before = {.high = (biased + 1) << 32};
  bool last = biased == UINT32_MAX;
  return st_evaluate_value(eval, attr, slot, last ? NULL : &before, NULL,
                           words);
}

bool st_eval_is_copied_as_base(const st_eval *eval, uint32_t slot) {
  const st_pass *pass = st_eval_pass_of(eval);
  const uint32_t class = st_class_of_slot(&eval->classes, slot);
  bool as_base = true;
  for (size_t i = 0;
       eval->rules->has_copiable_layer && as_base && i < pass->step_count;
       i++) {
    const st_layer_unit *unit = &pass->units[pass->steps[i].unit];
    as_base = pass->steps[i].layer > eval->rules->copiable_after ||
              unit->removed || !st_members_has(&unit->members, class);
  }
  return as_base;
}

strata_status st_eval_copiable(st_eval *eval, strata_attr attr, uint32_t slot,
                               uint64_t *words) {
  if (eval->rules->has_copiable_layer) {
    return st_eval_value_after(eval, attr, slot, eval->rules->copiable_after,
                               words);
  }
  strata_status status = st_eval_ensure_fresh(eval);
  return status ? status : st_evaluate_value_base(eval, attr, slot, words);
}

strata_status st_eval_list_text(st_eval *eval, uint64_t list, st_text *out) {
  st_ability_list_write(&st_eval_pass(eval)->lists, list, "\n", out);
  return out->failed ? STRATA_ENOMEM : STRATA_OK;
}

size_t st_eval_abilities(const st_eval *eval, uint32_t slot, uint64_t list,
                         strata_ability_row *buffer, size_t capacity) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint64_t own = st_get64(eval->store, ST_COLUMN_ENTITY_STAMP, slot);
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&pass->lists, list, &count);
  size_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    const st_ability_instance *x = &items[i];
    if (x->forbidden) continue;
    if (found < capacity) {
      strata_entity giver =
          x->giver ? st_layer_unit_source(pass, &pass->units[x->giver - 1]) : 0;
      buffer[found] = (strata_ability_row){
          .ability = eval->rules->abilities[x->ability].symbol,
          .origin = (strata_ability_origin)x->origin,
          .giver = giver,
          .timestamp = x->stamp > own ? x->stamp : own};
    }
    found++;
  }
  return found;
}

/* -- Notifications -- */

static void mark_program_stale(st_eval *eval, strata_attr attr, uint32_t slot) {
  st_number_program *program =
      st_value_cache_find_program(&eval->cells, attr, slot);
  if (program) st_number_program_make_stale(program);
}

/* Something that a clause may read has changed on an entity. */
static void mark_entity_changed(st_eval *eval, uint32_t slot, uint64_t what) {
  if (what == ST_SLOT_CHANGED_ALL) {
    st_change_logs_entity_changed(&eval->changes, slot);
  }
  if (!eval->in_force.active) return;
  if (eval->classes.is_tracking) {
    st_classes_slot_changed(&eval->classes, slot, what);
    eval->classes_moved = true;
  } else {
    eval->needs_pass = true;
  }
}

/* An ability list that is new in the state may bring new clauses into force. */
static void check_new_ability_list(st_eval *eval, uint32_t slot) {
  strata_attr attr = eval->rules->ability_attr;
  if (attr == 0 || eval->in_force.stale) return;
  uint32_t column = eval->rules->attrs[attr - 1].base_column;
  uint32_t text = st_get32(eval->store, column, slot);
  if (!st_in_force_knows_list(&eval->in_force, text)) {
    eval->in_force.stale = true;
  }
}

void st_eval_read_value_changed(st_eval *eval, strata_attr attr,
                                uint32_t slot) {
  uint32_t together = eval->in_force.switch_group[attr - 1];
  for (strata_attr a = 1; together && a <= st_attr_count(eval->rules); a++) {
    if (eval->in_force.switch_group[a - 1] == together) {
      st_eval_drop_value(eval, a, slot);
    }
  }
  st_change_logs_value_changed(&eval->changes, attr, slot);
  if (eval->in_force.is_read[attr - 1]) {
    mark_entity_changed(eval, slot, st_slot_changed_attr(attr));
  }
  if (attr == eval->rules->ability_attr) check_new_ability_list(eval, slot);
}

void st_eval_spawned(st_eval *eval, uint32_t slot) {
  mark_entity_changed(eval, slot, ST_SLOT_CHANGED_ALL);
  check_new_ability_list(eval, slot);
}

void st_eval_despawned(st_eval *eval, uint32_t slot) {
  st_value_cache_drop_entity(&eval->cells, slot);
  mark_entity_changed(eval, slot, ST_SLOT_CHANGED_ALL);
}

void st_eval_entity_changed(st_eval *eval, uint32_t slot) {
  mark_entity_changed(eval, slot, ST_SLOT_CHANGED_ALL);
}

void st_eval_zone_reordered(st_eval *eval) {
  if (!eval->in_force.active || !eval->in_force.asks_tops) return;
  eval->zones_moved = true;
  if (eval->classes.is_tracking) {
    eval->classes_moved = true;
  } else {
    eval->needs_pass = true;
  }
}

/* Whether a value has no parts but those of one effect. */
static bool has_parts_of_effect_alone(const st_store *store,
                                      const st_attr *attr, uint32_t slot,
                                      uint32_t effect) {
  uint32_t node = st_get32(store, attr->chain_column, slot);
  while (node != 0 &&
         st_get32(store, ST_COLUMN_PART_EFFECT,
                  st_get32(store, ST_COLUMN_NODE_PART, node)) == effect) {
    node = st_get32(store, ST_COLUMN_NODE_PREV, node);
  }
  return node == 0;
}

/* Add a part of a new effect to the program of a value. A program that is out
 * of date begins anew if it lacks nothing then: the value had no parts before.
 */
static void add_part_to_program(st_eval *eval, st_number_program *program,
                                uint32_t slot, uint32_t effect,
                                const st_new_part *part) {
  const st_attr *attr =
      &eval->rules->attrs[st_part_header_attr(part->header) - 1];
  if (program->stale || program->serial != eval->serial) {
    if (!has_parts_of_effect_alone(eval->store, attr, slot, effect)) return;
    st_number_program_restart(program, eval->serial);
  }
  st_value_part entry = {
      .place = st_effect_sort_key(eval->store, effect, part->header),
      .verb = part->header,
      .value = part->value};
  size_t before = eval->mem->live_bytes;
  if ((st_part_header_flags(part->header) & ST_PART_NO_FAST_PATH) ||
      st_number_program_add(program, eval->mem, &entry)) {
    st_number_program_make_stale(program);
  }
  eval->cells.bytes += eval->mem->live_bytes - before;
}

/* Each value that the effect's parts are locked to gets one part more. */
static void mark_parts_added(st_eval *eval, uint32_t effect,
                             const st_new_effect *desc) {
  for (uint32_t i = 0; i < desc->part_count; i++) {
    const st_new_part *part = &desc->parts[i];
    if (st_part_header_flags(part->header) & ST_PART_OPEN) continue;
    strata_attr attr = st_part_header_attr(part->header);
    for (size_t t = 0; t < desc->target_count; t++) {
      uint32_t slot = desc->targets[t];
      st_eval_base_changed(eval, attr, slot);
      st_number_program *program =
          st_value_cache_find_program(&eval->cells, attr, slot);
      if (program) add_part_to_program(eval, program, slot, effect, part);
    }
  }
}

static void add_effect_in_force(st_eval *eval, uint32_t effect) {
  if (eval->in_force.stale) return;
  bool active = eval->in_force.active; /* otherwise changes were not tracked */
  if (st_in_force_add_effect(&eval->in_force, eval->store, &eval->compiled,
                             effect)) {
    eval->classes_moved = true;
    eval->needs_pass = eval->needs_pass || !active;
  }
}

/* The effect's row may be another one already: only what was computed from the
 * row is read here. */
static void remove_effect_in_force(st_eval *eval, uint32_t effect) {
  if (eval->in_force.stale ||
      !st_in_force_has_effect(&eval->in_force, effect)) {
    return;
  }
  if (st_leaf_units_remove_effect(eval, effect)) {
    eval->classes_moved = true;
  } else {
    eval->needs_pass = true;
  }
  (void)st_in_force_remove_effect(&eval->in_force, effect);
}

void st_eval_effect_added(st_eval *eval, uint32_t effect,
                          const st_new_effect *desc) {
  mark_parts_added(eval, effect, desc);
  if (eval->in_force.stale) return;
  if (!st_in_force_concerns(&eval->in_force, desc->parts, desc->part_count)) {
    return;
  }
  add_effect_in_force(eval, effect);
}

void st_eval_effect_ending(st_eval *eval, uint32_t effect) {
  remove_effect_in_force(eval, effect);
}

/* -- Rollbacks -- */

/* An effect's row has been restored: the effect began, ended, or is another
 * one. */
static void on_effect_restored(st_eval *eval, uint32_t effect) {
  remove_effect_in_force(eval, effect);
  if (st_effect_is_used(eval->store, effect)) add_effect_in_force(eval, effect);
}

/* The texts from an id on are gone, and others may come under these ids. Keys
 * of shared classes hold such ids, also of empty classes that are kept, so then
 * the set is built anew. */
static void forget_texts(st_eval *eval, uint32_t from) {
  st_in_force_forget_texts(&eval->in_force, from);
  if (eval->classes.shared) eval->in_force.stale = true;
  for (int i = 0; i < 2; i++) {
    st_ability_lists_forget_texts(&eval->passes[i].lists, from);
  }
  st_text_cache_forget(&eval->compiled, from);
}

/* A cell was restored whose column belongs to no attribute. */
static void on_other_cell_restored(st_eval *eval, uint32_t column,
                                   uint32_t index) {
  switch (column) {
  case ST_COLUMN_ENTITY_LIVE:
    st_value_cache_drop_entity(&eval->cells, index);
    mark_entity_changed(eval, index, ST_SLOT_CHANGED_ALL);
    st_classes_slot_restored(&eval->classes, index);
    check_new_ability_list(eval, index);
    break;
  case ST_COLUMN_ENTITY_STAMP:
  case ST_COLUMN_ENTITY_ZONE:
    mark_entity_changed(eval, index, ST_SLOT_CHANGED_ALL);
    break;
  case ST_COLUMN_ENTITY_ABOVE:
  case ST_COLUMN_ENTITY_BELOW:
    st_eval_zone_reordered(eval);
    break;
  case ST_COLUMN_WATCHER_DEF: /* touched when a watcher starts or ends */
    st_change_logs_watcher_changed(&eval->changes, index);
    break;
  case ST_COLUMN_EFFECT_GLOBAL_NEXT: /* also touched when a target leaves */
    if (st_in_force_has_effect(&eval->in_force, index)) {
      eval->in_force.stale = true;
    }
    break;
  case ST_COLUMN_EFFECT_STAMP:
    on_effect_restored(eval, index);
    break;
  case ST_COLUMN_SCALAR:
    if (index == ST_SCALAR_TEXT_TOP) {
      forget_texts(eval, st_strings_count(eval->store) + 1);
    }
    break;
  default:
    /* Timestamps of counters have columns of the rules. */
    if (column >= ST_COLUMN_FIXED_COUNT) {
      mark_entity_changed(eval, index, ST_SLOT_CHANGED_ALL);
    }
    break;
  }
}

static void on_cell_restored(st_eval *eval, uint32_t column, uint32_t index) {
  uint32_t attr = eval->column_attr[column];
  if (ST_UNLIKELY(attr == 0)) {
    on_other_cell_restored(eval, column, index);
    return;
  }
  st_eval_base_changed(eval, attr & ~COLUMN_OF_CHAIN, index);
  if (attr & COLUMN_OF_CHAIN) {
    mark_program_stale(eval, attr & ~COLUMN_OF_CHAIN, index);
  }
  if (column == ST_COLUMN_ENTITY_ZONE) {
    mark_entity_changed(eval, index, ST_SLOT_CHANGED_ALL);
  }
}

/* Called by the store: cells have been restored, or what depends on a cell is
 * about to change (st_store_touch). */
static void on_cells_restored(void *user, const st_journal_record *records,
                              size_t count) {
  st_eval *eval = user;
  for (size_t i = 0; i < count; i++) {
    const st_journal_record *r = &records[i];
    uint32_t column = st_journal_record_column(r);
    if (ST_UNLIKELY(column & ST_JOURNAL_NEW_PAGE)) continue;
    if (!st_journal_record_is_row(r)) {
      on_cell_restored(eval, column, r->index);
      continue;
    }
    for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
      on_cell_restored(eval, st_fresh_row_column(r, left), r->index);
    }
  }
}

strata_status st_eval_init(st_eval *eval, st_mem *mem, st_store *store) {
  const strata_rules *rules = store->rules;
  *eval = (st_eval){.mem = mem,
                    .rules = rules,
                    .store = store,
                    .serial = 1,
                    .compiled = {.mem = mem, .rules = rules},
                    .changed_texts = {.mem = mem, .rules = rules}};
  eval->column_attr =
      st_mem_zeroed(mem, rules->column_count, sizeof eval->column_attr[0]);
  st_predicate_cache_init(&eval->predicate_cache, mem, rules);
  st_change_logs_init(&eval->changes, mem, rules);
  strata_status status = eval->column_attr ? STRATA_OK : STRATA_ENOMEM;
  if (!status) status = st_value_cache_init(&eval->cells, mem, rules);
  if (!status) status = st_in_force_init(&eval->in_force, mem, rules);
  if (!status) {
    status = st_classes_init(&eval->classes, mem, store, &eval->in_force);
  }
  for (int i = 0; !status && i < 2; i++) {
    status = st_pass_init(&eval->passes[i], mem, &eval->compiled,
                          &eval->in_force, &eval->classes);
    eval->passes[i].predicate_cache = &eval->predicate_cache;
  }
  if (status) {
    st_eval_fini(eval);
    return status;
  }
  map_columns_to_attrs(eval);
  store->on_undo = on_cells_restored;
  store->on_undo_user = eval;
  return STRATA_OK;
}

size_t st_eval_bytes(const st_eval *eval) {
  return eval->cells.bytes + st_pass_bytes(&eval->passes[0]) +
         st_pass_bytes(&eval->passes[1]) + st_classes_bytes(&eval->classes) +
         st_predicate_cache_bytes(&eval->predicate_cache) +
         st_kept_sets_bytes(eval) + st_kept_matches_bytes(eval) +
         eval->in_force.bytes + eval->compiled.bytes +
         eval->part_capacity * sizeof eval->parts[0] +
         eval->part_scratch_capacity * sizeof eval->part_scratch[0] +
         eval->word_capacity * sizeof eval->words[0] +
         eval->selected_capacity * sizeof eval->selected[0];
}
