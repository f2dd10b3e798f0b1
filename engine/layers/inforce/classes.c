/*
 * classes.c - entities that nothing in force can tell apart.
 *
 * Two entities with the same base values of all that clauses read are affected
 * by the same units, whatever these do: a pass over classes gives what one
 * over entities would. That fails where somebody is meant himself: as `this`,
 * as a target, by a reference. Those are alone in a class. Where a clause
 * tells any two entities apart the plan says so, and nothing is shared.
 */
#include "layers/inforce/classes.h"

#include <string.h>

/* Fewer entities than this are faster each for itself. */
#define MIN_ENTITIES_TO_SHARE 64

/* -- Beginning and end -- */

strata_status st_classes_init(st_classes *classes, st_mem *mem,
                              const st_store *store, const st_in_force *plan) {
  *classes = (st_classes){.mem = mem,
                          .rules = store->rules,
                          .store = store,
                          .plan = plan,
                          .serial = 1};
  return st_class_keys_init(&classes->keys, mem, store);
}

void st_classes_fini(st_classes *classes) {
  if (!classes->mem) return;
  st_mem *mem = classes->mem;
  st_mem_free(mem, classes->at, classes->class_capacity, sizeof classes->at[0]);
  st_mem_free(mem, classes->live, classes->live_capacity,
              sizeof classes->live[0]);
  st_mem_free(mem, classes->key_words, classes->key_capacity,
              sizeof classes->key_words[0]);
  st_mem_free(mem, classes->table, classes->table_size,
              sizeof classes->table[0]);
  st_mem_free(mem, classes->class_of_slot, classes->class_of_slot_capacity,
              sizeof classes->class_of_slot[0]);
  st_mem_free(mem, classes->is_pending, classes->is_pending_capacity,
              sizeof classes->is_pending[0]);
  st_mem_free(mem, classes->restored, classes->restored_capacity,
              sizeof classes->restored[0]);
  st_mem_free(mem, classes->pending, classes->pending_capacity,
              sizeof classes->pending[0]);
  st_class_keys_fini(&classes->keys);
  *classes = (st_classes){0};
}

/* Room for all slots that there can be; new ones are in no class. */
static strata_status grow_slot_arrays(st_classes *classes) {
  st_mem *mem = classes->mem;
  size_t top = classes->store->capacity[ST_TABLE_ENTITY];
  assert(top > classes->slot_capacity);
  if (!st_mem_reserve(mem, &classes->class_of_slot,
                      &classes->class_of_slot_capacity, top,
                      sizeof classes->class_of_slot[0]) ||
      !st_mem_reserve(mem, &classes->is_pending, &classes->is_pending_capacity,
                      top / 64, sizeof classes->is_pending[0]) ||
      !st_mem_reserve(mem, &classes->restored, &classes->restored_capacity,
                      top / 64, sizeof classes->restored[0]) ||
      !st_mem_reserve(mem, &classes->pending, &classes->pending_capacity, top,
                      sizeof classes->pending[0])) {
    return STRATA_ENOMEM;
  }
  size_t old = classes->slot_capacity;
  memset(classes->class_of_slot + old, 0,
         (top - old) * sizeof classes->class_of_slot[0]);
  memset(classes->is_pending + old / 64, 0,
         (top - old) / 64 * sizeof classes->is_pending[0]);
  memset(classes->restored + old / 64, 0,
         (top - old) / 64 * sizeof classes->restored[0]);
  classes->slot_capacity = (uint32_t)top;
  return STRATA_OK;
}

static inline strata_status reserve_slot_arrays(st_classes *classes) {
  return classes->store->capacity[ST_TABLE_ENTITY] <= classes->slot_capacity
             ? STRATA_OK
             : grow_slot_arrays(classes);
}

/* -- Finding a class by its key -- */

/* Whether a class has a key, whose words are `stride` apart. */
static bool class_has_key(const st_classes *classes, uint32_t c,
                          const uint64_t *key, uint32_t stride) {
  const uint64_t *own = classes->key_words + (size_t)c * classes->keys.words;
  uint64_t differs = 0;
  for (uint32_t k = 0; k < classes->keys.words; k++) {
    differs |= own[k] ^ key[(size_t)k * stride];
  }
  return differs == 0;
}

/* Where a key is in the table, or the free place where it would be. */
static uint32_t *find_key_bucket(const st_classes *classes, uint64_t hash,
                                 const uint64_t *key, uint32_t stride) {
  size_t mask = classes->table_size - 1;
  size_t i = hash & mask;
  while (classes->table[i] != 0 &&
         !class_has_key(classes, classes->table[i], key, stride)) {
    i = (i + 1) & mask;
  }
  return &classes->table[i];
}

static uint32_t *find_class_bucket(const st_classes *classes,
                                   const uint64_t *key) {
  return find_key_bucket(classes, st_class_keys_hash(&classes->keys, key), key,
                         1);
}

/* The table never gets more than half full. */
static strata_status grow_class_table(st_classes *classes) {
  if ((size_t)classes->count * 2 < classes->table_size) return STRATA_OK;
  size_t size = classes->table_size ? classes->table_size * 2 : 2048;
  uint32_t *table = st_mem_zeroed(classes->mem, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  st_mem_free(classes->mem, classes->table, classes->table_size,
              sizeof classes->table[0]);
  classes->table = table;
  classes->table_size = size;
  for (uint32_t c = 1; c < classes->count; c++) {
    if (classes->at[c].sole_slot != 0) continue;
    *find_class_bucket(classes, classes->key_words +
                                    (size_t)c * classes->keys.words) = c;
  }
  return STRATA_OK;
}

static bool is_slot_live(const st_classes *classes, uint32_t slot) {
  return st_get_bit(classes->store, ST_COLUMN_ENTITY_LIVE, slot);
}

/* -- News -- */

/* What has changed of a slot that is alone. */
static void note_slot_change(st_classes *classes, uint32_t slot,
                             uint64_t what) {
  if (classes->has_overflowed) return;
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    if (classes->slot_changes[i].slot != slot) continue;
    classes->slot_changes[i].changed |= what;
    return;
  }
  if (classes->slot_change_count == ST_CLASS_CHANGES_MAX) {
    classes->has_overflowed = true;
    return;
  }
  classes->slot_changes[classes->slot_change_count++] =
      (st_slot_change){slot, what};
}

static uint64_t noted_slot_change(const st_classes *classes, uint32_t slot) {
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    if (classes->slot_changes[i].slot == slot)
      return classes->slot_changes[i].changed;
  }
  return ST_SLOT_CHANGED_ALL;
}

/* A class is another than the pass knows. */
static void report_class_change(st_classes *classes, st_class_change news,
                                bool *rerun) {
  for (uint32_t i = 0; i < classes->class_change_count; i++) {
    if (classes->class_changes[i].class != news.class) continue;
    news.changed |= classes->class_changes[i].changed;
    news.is_new |= classes->class_changes[i].is_new;
    classes->class_changes[i] = news;
    return;
  }
  if (classes->class_change_count == ST_CLASS_CHANGES_MAX) {
    classes->serial++; /* what held for a class may not for who has left it */
    *rerun = true;
    return;
  }
  classes->class_changes[classes->class_change_count++] = news;
}

/* -- Classes -- */

static void set_class_key(st_classes *classes, uint32_t c,
                          const uint64_t *key) {
  memcpy(classes->key_words + (size_t)c * classes->keys.words, key,
         classes->keys.words * sizeof *key);
}

/* Words of a bitmap of classes, with room for some that may come. */
static uint32_t class_bitmap_words(uint32_t count) {
  return (count + count / 8 + ST_CLASS_CHANGES_MAX / 2) / 64 + 1;
}

/* A new class of one entity, which is alone there if its slot is given. */
static strata_status add_class(st_classes *classes, uint32_t slot,
                               uint32_t *out) {
  st_mem *mem = classes->mem;
  uint32_t words = classes->keys.words;
  uint32_t c = classes->count;
  size_t live = classes->live_capacity;
  if (!st_mem_reserve(mem, &classes->at, &classes->class_capacity,
                      (size_t)c + 1, sizeof classes->at[0]) ||
      !st_mem_reserve(mem, &classes->live, &classes->live_capacity,
                      class_bitmap_words(c + 1), sizeof classes->live[0]) ||
      !st_mem_reserve(mem, &classes->key_words, &classes->key_capacity,
                      ((size_t)c + 1) * words + 1,
                      sizeof classes->key_words[0])) {
    return STRATA_ENOMEM;
  }
  if (classes->live_capacity > live) {
    memset(classes->live + live, 0,
           (classes->live_capacity - live) * sizeof classes->live[0]);
  }
  classes->at[c] = (st_class){.sole_slot = slot, .size = 1};
  st_bit_set(classes->live, c, true);
  memset(classes->key_words + (size_t)c * words, 0, words * sizeof(uint64_t));
  classes->count++;
  *out = c;
  return STRATA_OK;
}

/* Put an entity into the class of its key. */
static strata_status join_class(st_classes *classes, uint32_t slot,
                                const uint64_t *key, bool *rerun) {
  uint32_t *at = find_class_bucket(classes, key);
  uint32_t c = *at;
  if (c != 0) {
    st_class *class = &classes->at[c];
    if (class->size++ == 0 && !st_bit_test(classes->live, c)) {
      st_bit_set(classes->live, c, true);
      report_class_change(classes, (st_class_change){.class = c, .live = true},
                          rerun);
    }
    classes->class_of_slot[slot] = c;
    return STRATA_OK;
  }
  strata_status status = add_class(classes, 0, &c);
  if (status) return status;
  report_class_change(
      classes, (st_class_change){.class = c, .live = true, .is_new = true},
      rerun);
  set_class_key(classes, c, key);
  *at = c;
  classes->class_of_slot[slot] = c;
  return grow_class_table(classes);
}

static void leave_class(st_classes *classes, uint32_t slot, bool *rerun) {
  uint32_t c = classes->class_of_slot[slot];
  classes->class_of_slot[slot] = 0;
  if (c == 0 || --classes->at[c].size > 0) return;
  if (classes->keeps_empty && classes->at[c].sole_slot == 0) {
    classes->has_empty = true;
    return;
  }
  st_bit_set(classes->live, c, false);
  report_class_change(classes,
                      (st_class_change){.class = c,
                                        .sole_slot = classes->at[c].sole_slot,
                                        .changed = ST_SLOT_CHANGED_ALL},
                      rerun);
}

void st_classes_drop_empty(st_classes *classes) {
  for (uint32_t c = 1; classes->has_empty && c < classes->count; c++) {
    if (classes->at[c].size == 0) st_bit_set(classes->live, c, false);
  }
  classes->has_empty = false;
}

/* Give an entity a class of its own, with the key that it has. */
static strata_status isolate_entity(st_classes *classes, uint32_t slot,
                                    bool *rerun) {
  if (slot == 0 || !is_slot_live(classes, slot)) return STRATA_OK;
  uint32_t old = classes->class_of_slot[slot];
  if (classes->at[old].sole_slot != 0) return STRATA_OK;
  uint32_t c;
  strata_status status = add_class(classes, slot, &c);
  if (status) return status;
  report_class_change(classes,
                      (st_class_change){.class = c,
                                        .sole_slot = slot,
                                        .changed = ST_SLOT_CHANGED_ALL,
                                        .live = true},
                      rerun);
  set_class_key(classes, c,
                classes->key_words + (size_t)old * classes->keys.words);
  leave_class(classes, slot, rerun);
  classes->class_of_slot[slot] = c;
  return grow_class_table(classes);
}

/* -- Who is alone -- */

static strata_status isolate_handle(st_classes *classes, uint64_t handle,
                                    bool *rerun) {
  return isolate_entity(classes, st_entity_slot(classes->store, handle), rerun);
}

/* Those that an expression names. */
static strata_status isolate_expr_handles(st_classes *classes,
                                          const strata_expr *expr,
                                          bool *rerun) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; expr && !status && i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->who != ST_WHO_HANDLE) continue;
    status = isolate_handle(classes, (uint64_t)node->value, rerun);
  }
  return status;
}

enum { SUBJECTS_SEEN = 256 };

/* The source and the targets of an effect, and all that it names. */
static strata_status isolate_clause_entities(st_classes *classes,
                                             const st_created_clause *created,
                                             const strata_expr **seen,
                                             bool *rerun) {
  const st_store *store = classes->store;
  const st_clause *code = &created->clause;
  strata_status status = isolate_handle(
      classes, st_get64(store, ST_COLUMN_EFFECT_SOURCE, created->effect),
      rerun);
  /* Many clauses have one subject: those whom it names are alone already. */
  const strata_expr **same =
      &seen[((uintptr_t)code->subject >> 6) % SUBJECTS_SEEN];
  if (!status && *same != code->subject) {
    *same = code->subject;
    status = isolate_expr_handles(classes, code->subject, rerun);
  }
  if (!status) status = isolate_expr_handles(classes, code->condition, rerun);
  for (uint32_t i = 0; !status && i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    status = isolate_expr_handles(classes, part->operand, rerun);
    strata_attr attr = st_part_header_attr(part->flags);
    if (!status && classes->rules->attrs[attr - 1].type == STRATA_REF) {
      status = isolate_handle(classes, part->value, rerun);
    }
  }
  uint32_t node = created->locked_part ? st_get32(store, ST_COLUMN_PART_NODES,
                                                  created->locked_part)
                                       : 0;
  for (; !status && node != 0;
       node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    status = isolate_entity(
        classes, st_get32(store, ST_COLUMN_NODE_TARGET, node), rerun);
  }
  return status;
}

/* Those that the plan's newest clauses speak of. */
static strata_status isolate_new_clauses(st_classes *classes, bool *rerun) {
  const st_in_force *plan = classes->plan;
  strata_status status = STRATA_OK;
  const strata_expr *seen[SUBJECTS_SEEN] = {0};
  for (size_t i = plan->clause_count; !status && i-- > 0;) {
    if (plan->clauses[i]->serial <= classes->last_clause) break;
    status = isolate_clause_entities(classes, plan->clauses[i], seen, rerun);
  }
  classes->last_clause = plan->next_serial;
  return status;
}

/* Whether an entity acts by itself: by abilities, or by a law of counters. */
static bool entity_acts(const st_classes *classes, uint32_t slot) {
  const strata_rules *rules = classes->rules;
  const st_store *store = classes->store;
  if (rules->ability_attr != 0) {
    uint32_t column = rules->attrs[rules->ability_attr - 1].base_column;
    if (st_in_force_list_acts(classes->plan, st_get32(store, column, slot)))
      return true;
  }
  for (uint32_t i = 0; i < rules->law_count; i++) {
    strata_attr counter = rules->laws[i].counter;
    if (counter != 0 && st_law_has_parts(&rules->laws[i]) &&
        st_entity_base(store, &rules->attrs[counter - 1], slot) != 0) {
      return true;
    }
  }
  return false;
}

/* Whether anybody could. */
static bool any_entity_may_act(const st_classes *classes) {
  const strata_rules *rules = classes->rules;
  bool counts = false;
  for (uint32_t i = 0; i < rules->law_count; i++) {
    counts = counts ||
             (rules->laws[i].counter != 0 && st_law_has_parts(&rules->laws[i]));
  }
  return counts || (rules->ability_attr != 0 && classes->plan->abilities_act);
}

/* Those that a key refers to. */
static strata_status isolate_key_refs(st_classes *classes, const uint64_t *key,
                                      bool *rerun) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < classes->keys.field_count; i++) {
    const st_class_key_field *field = &classes->keys.fields[i];
    const st_attr *a = &classes->rules->attrs[field->attr - 1];
    if (a->type != STRATA_REF) continue;
    uint64_t handle = key[field->offset] ^ (uint64_t)a->default_value;
    status = isolate_handle(classes, handle, rerun);
  }
  return status;
}

/* -- Updating -- */

/* Put a slot where it belongs now. `key` is its key if it lives. */
static strata_status place_slot(st_classes *classes, uint32_t slot, bool live,
                                const uint64_t *key, bool *rerun) {
  bool back = st_bit_test(classes->restored, slot);
  st_bit_set(classes->restored, slot, false);
  if (!live) {
    leave_class(classes, slot, rerun);
    return STRATA_OK;
  }
  classes->restored_count += back;
  uint32_t before = classes->count;
  bool alone = classes->at[classes->class_of_slot[slot]].sole_slot != 0;
  strata_status status = STRATA_OK;
  if (!alone && (back || entity_acts(classes, slot))) {
    status = isolate_entity(classes, slot, rerun);
    alone = true;
  }
  if (status) return status;
  uint32_t old = classes->class_of_slot[slot];
  bool same = old != 0 && class_has_key(classes, old, key, 1);
  if (!alone && same) return STRATA_OK;
  if (alone) {
    set_class_key(classes, old, key);
    report_class_change(
        classes,
        (st_class_change){.class = old,
                          .sole_slot = slot,
                          .changed = noted_slot_change(classes, slot),
                          .live = true},
        rerun);
  } else {
    leave_class(classes, slot, rerun);
    status = join_class(classes, slot, key, rerun);
  }
  bool is_new = classes->count != before || (alone && !same);
  return status || !is_new ? status : isolate_key_refs(classes, key, rerun);
}

/* A slot that has changed. */
static strata_status place_changed_slot(st_classes *classes, uint32_t slot,
                                        bool *rerun) {
  bool live = is_slot_live(classes, slot);
  if (live) st_class_keys_read(&classes->keys, slot, classes->keys.key_scratch);
  return place_slot(classes, slot, live, classes->keys.key_scratch, rerun);
}

/* Which slots of a block have the key of the class that is first where their
 * hash leads to, and which class that is. Without a branch, for who comes next
 * is not to be foreseen. */
static uint64_t match_block_keys(const st_classes *classes,
                                 const uint64_t *hashes, uint32_t *found) {
  const uint64_t *block = classes->keys.block_scratch;
  size_t mask = classes->table_size - 1;
  uint32_t words = classes->keys.words;
  uint64_t hits = 0;
  for (uint32_t i = 0; i < ST_CLASS_KEY_BLOCK; i++) {
    uint32_t c = classes->table[hashes[i] & mask];
    const uint64_t *own = classes->key_words + (size_t)c * words;
    uint64_t differs = c == 0;
    for (uint32_t k = 0; k < words; k++) {
      differs |= own[k] ^ block[(size_t)k * ST_CLASS_KEY_BLOCK + i];
    }
    found[i] = c;
    hits |= (uint64_t)(differs == 0) << i;
  }
  return hits;
}

/* One of a block that is in no class yet. */
static strata_status place_new_slot(st_classes *classes, uint32_t slot,
                                    uint64_t hash) {
  const uint64_t *key = classes->keys.block_scratch + slot % ST_CLASS_KEY_BLOCK;
  uint32_t c = *find_key_bucket(classes, hash, key, ST_CLASS_KEY_BLOCK);
  if (ST_LIKELY(c != 0 && classes->at[c].size > 0)) {
    classes->at[c].size++;
    classes->class_of_slot[slot] = c;
    return STRATA_OK;
  }
  for (uint32_t k = 0; k < classes->keys.words; k++) {
    classes->keys.key_scratch[k] = key[(size_t)k * ST_CLASS_KEY_BLOCK];
  }
  bool rerun;
  return place_slot(classes, slot, true, classes->keys.key_scratch, &rerun);
}

/* 64 slots of which nothing is known but that some are alone. */
static strata_status place_slot_block(st_classes *classes, uint32_t word) {
  uint64_t live = st_get_bits64(classes->store, ST_COLUMN_ENTITY_LIVE, word);
  if (live == 0) return STRATA_OK;
  uint64_t hashes[ST_CLASS_KEY_BLOCK];
  st_class_keys_read_block(&classes->keys, word);
  st_class_keys_hash_block(&classes->keys, hashes);
  uint32_t guesses[ST_CLASS_KEY_BLOCK];
  uint64_t hits = match_block_keys(classes, hashes, guesses);
  bool may_act = any_entity_may_act(classes);
  strata_status status = STRATA_OK;
  for (; !status && live != 0; live &= live - 1) {
    uint32_t bit = st_lowest_bit(live);
    uint32_t slot = word * ST_CLASS_KEY_BLOCK + bit;
    st_class *guess = &classes->at[guesses[bit]];
    if (classes->class_of_slot[slot] != 0 ||
        (may_act && entity_acts(classes, slot))) {
      bool rerun;
      status = place_changed_slot(classes, slot, &rerun);
    } else if (ST_LIKELY(hits >> bit & 1) && guess->size > 0) {
      guess->size++;
      classes->class_of_slot[slot] = guesses[bit];
    } else {
      status = place_new_slot(classes, slot, hashes[bit]);
    }
  }
  return status;
}

/* More classes than half as many as there are entities are too many. */
static bool sharing_pays(const st_classes *classes, uint32_t live) {
  return classes->sharing == STRATA_TUNE_ALWAYS || classes->count <= live / 2;
}

/* Every so many-th word of slots, of a world that is large enough to tell from
 * it whether next to nobody has an equal. (If half as many classes as entities
 * would do, 6 % of these have one among themselves.) */
enum { SAMPLE_STRIDE = 16, SAMPLE_MIN_ENTITIES = 4096 };

static strata_status place_slot_sample(st_classes *classes, uint32_t words,
                                       bool *hopeless) {
  strata_status status = STRATA_OK;
  uint32_t before = classes->count;
  uint32_t seen = 0;
  for (uint32_t w = 0; !status && w < words; w += SAMPLE_STRIDE) {
    seen +=
        st_count_bits(st_get_bits64(classes->store, ST_COLUMN_ENTITY_LIVE, w));
    status = place_slot_block(classes, w);
  }
  *hopeless = classes->sharing != STRATA_TUNE_ALWAYS &&
              classes->count - before > seen - seen / 32;
  return status;
}

/* Put all into classes, unless that turns out not to pay. */
static strata_status place_all_slots(st_classes *classes, uint32_t live,
                                     bool *shared) {
  uint32_t words = st_bit_words(st_entity_top(classes->store) + 1);
  bool hopeless = false;
  strata_status status = place_slot_sample(classes, words, &hopeless);
  *shared = !hopeless || live < SAMPLE_MIN_ENTITIES;
  for (uint32_t w = 0; !status && w < words && *shared; w++) {
    if (w % SAMPLE_STRIDE != 0) status = place_slot_block(classes, w);
    *shared = sharing_pays(classes, live);
  }
  return status;
}

static strata_status rebuild_classes(st_classes *classes, uint32_t live) {
  classes->shared = false;
  classes->keeps_empty = false;
  classes->has_empty = false;
  classes->built_for = 0;
  classes->pending_count = 0;
  classes->last_clause = 0;
  strata_status status = reserve_slot_arrays(classes);
  if (status) return status;
  st_class_keys_select_attrs(&classes->keys, classes->plan);
  memset(classes->class_of_slot, 0,
         classes->slot_capacity * sizeof classes->class_of_slot[0]);
  memset(classes->is_pending, 0,
         classes->slot_capacity / 64 * sizeof classes->is_pending[0]);
  memset(classes->restored, 0,
         classes->slot_capacity / 64 * sizeof classes->restored[0]);
  classes->restored_count = 0;
  if (classes->table) {
    memset(classes->table, 0, classes->table_size * sizeof(uint32_t));
  }
  if (classes->live) {
    memset(classes->live, 0, classes->live_capacity * sizeof classes->live[0]);
  }
  bool rerun;
  uint32_t nobody;
  classes->count = 0;
  status = add_class(classes, 0, &nobody);
  if (status) return status;
  classes->live[0] = 0;
  status = grow_class_table(classes);
  if (!status) status = isolate_new_clauses(classes, &rerun);
  bool shared = false;
  if (!status) status = place_all_slots(classes, live, &shared);
  if (status) return status;
  classes->shared = shared;
  classes->built_for = classes->plan->build_count;
  classes->live_when_tried = live;
  return STRATA_OK;
}

/* Take in what has changed since. */
static strata_status place_pending_slots(st_classes *classes, bool *rerun) {
  strata_status status = reserve_slot_arrays(classes);
  for (size_t i = 0; !status && i < classes->pending_count; i++) {
    uint32_t slot = classes->pending[i];
    st_bit_set(classes->is_pending, slot, false);
    status = place_changed_slot(classes, slot, rerun);
  }
  classes->pending_count = 0;
  if (!status && classes->last_clause != classes->plan->next_serial) {
    status = isolate_new_clauses(classes, rerun);
  }
  return status;
}

/* Starting anew after so many puts those who came back together again. */
#define RESTORED_MAX 64

/* Whether sharing is out of the question. */
static bool is_sharing_useless(const st_classes *classes, uint32_t live) {
  const st_in_force *plan = classes->plan;
  if (!plan->active || plan->tells_equals_apart) return true;
  if (classes->sharing == STRATA_TUNE_ALWAYS) return false;
  return classes->sharing == STRATA_TUNE_NEVER || live < MIN_ENTITIES_TO_SHARE;
}

/* Where nothing is shared a class is who has changed. */
static void report_slot_changes(st_classes *classes, bool *rerun) {
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    uint32_t slot = classes->slot_changes[i].slot;
    report_class_change(
        classes,
        (st_class_change){.class = slot,
                          .sole_slot = slot,
                          .changed = classes->slot_changes[i].changed,
                          .live = is_slot_live(classes, slot)},
        rerun);
  }
}

static strata_status update_sharing(st_classes *classes, uint32_t live,
                                    bool *rerun) {
  bool was = classes->shared;
  if (is_sharing_useless(classes, live)) {
    classes->shared = false;
    classes->built_for = 0;
    if (!was) report_slot_changes(classes, rerun);
    return STRATA_OK;
  }
  bool known = classes->built_for == classes->plan->build_count;
  if (known && classes->shared) {
    strata_status status = place_pending_slots(classes, rerun);
    /* Numbers are not used again: start anew when most are nobody's. */
    bool go_on =
        sharing_pays(classes, live) && classes->restored_count < RESTORED_MAX;
    if (status || go_on) return status;
  } else if (known && live / 2 < classes->live_when_tried) {
    report_slot_changes(classes, rerun); /* it did not pay */
    return STRATA_OK;
  }
  classes->serial++;
  *rerun = true;
  return rebuild_classes(classes, live);
}

strata_status st_classes_update(st_classes *classes, bool *rerun) {
  bool was = classes->shared;
  uint32_t live =
      (uint32_t)st_scalar_get(classes->store, ST_SCALAR_ENTITY_COUNT);
  *rerun = *rerun || classes->has_overflowed || !classes->is_tracking;
  strata_status status = update_sharing(classes, live, rerun);
  if (status) st_classes_invalidate(classes);
  classes->is_tracking = !status && classes->plan->active;
  classes->has_overflowed = false;
  classes->slot_change_count = 0;
  if (was != classes->shared) {
    classes->serial++;
    *rerun = true;
  }
  classes->words = classes->shared
                       ? class_bitmap_words(classes->count)
                       : classes->store->capacity[ST_TABLE_ENTITY] / 64;
  return status;
}

void st_classes_slot_changed(st_classes *classes, uint32_t slot,
                             uint64_t what) {
  if (!classes->shared) {
    note_slot_change(classes, slot, what);
    return;
  }
  if (classes->built_for == 0) return;
  if (slot >= classes->slot_capacity) {
    /* There was no room for it when the others were looked at. */
    if (reserve_slot_arrays(classes)) {
      st_classes_invalidate(classes);
      return;
    }
  }
  if (classes->at[classes->class_of_slot[slot]].sole_slot != 0)
    note_slot_change(classes, slot, what);
  if (st_bit_test(classes->is_pending, slot)) return;
  st_bit_set(classes->is_pending, slot, true);
  classes->pending[classes->pending_count++] = slot;
}

void st_classes_slot_restored(st_classes *classes, uint32_t slot) {
  st_classes_slot_changed(classes, slot, ST_SLOT_CHANGED_ALL);
  if (!classes->shared || classes->built_for == 0) return;
  st_bit_set(classes->restored, slot, true);
}

/* -- What a pass asks -- */

uint32_t st_class_find_member(const st_classes *classes, uint32_t c) {
  if (!classes->shared) return c;
  if (classes->at[c].sole_slot != 0) return classes->at[c].sole_slot;
  for (uint32_t slot = 1; slot < classes->slot_capacity; slot++) {
    if (classes->class_of_slot[slot] == c) return slot;
  }
  return 0;
}

uint32_t st_classes_used_count(const st_classes *classes) {
  uint32_t count = 0;
  for (uint32_t c = 1; classes->shared && c < classes->count; c++) {
    count += classes->at[c].size > 0;
  }
  return count;
}

size_t st_classes_bytes(const st_classes *classes) {
  return classes->class_capacity * sizeof classes->at[0] +
         classes->live_capacity * sizeof classes->live[0] +
         classes->key_capacity * sizeof classes->key_words[0] +
         classes->table_size * sizeof classes->table[0] +
         classes->class_of_slot_capacity * sizeof classes->class_of_slot[0] +
         classes->is_pending_capacity * sizeof classes->is_pending[0] +
         classes->restored_capacity * sizeof classes->restored[0] +
         classes->pending_capacity * sizeof classes->pending[0];
}
