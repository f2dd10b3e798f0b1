/*
 * class_sharing.c - decides which entities share a class, and updates the
 * classes.
 *
 * An update places only pending slots and isolates only the entities of new
 * clauses. It rebuilds all classes when the in-force set was rebuilt, when more
 * than half as many classes as entities are in use, or when many entities came
 * back by rollbacks. A rebuild places 64 slots at a time and gives up early
 * where nearly no entity has an equal.
 */
#include "layers/inforce/class_sharing.h"

#include <string.h>

/* With fewer entities than this, one class for each is faster. */
#define MIN_ENTITIES_TO_SHARE 64

/* -- Entities that need a class of their own -- */

static strata_status isolate_handle(st_classes *classes, uint64_t handle,
                                    bool *rerun) {
  return st_class_isolate(classes, st_entity_slot(classes->store, handle),
                          rerun);
}

/* Isolate the entities that an expression names. */
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

enum { SUBJECT_SLOTS = 256 };

/* Isolate the source and the targets of an effect, and all entities that it
 * names. */
static strata_status isolate_clause_entities(st_classes *classes,
                                             const st_created_clause *created,
                                             const strata_expr **known_subjects,
                                             bool *rerun) {
  const st_store *store = classes->store;
  const st_clause *clause = &created->clause;
  strata_status status = isolate_handle(
      classes, st_get64(store, ST_COLUMN_EFFECT_SOURCE, created->effect),
      rerun);
  /* Many clauses share one subject: the entities that it names are isolated
   * already. */
  const strata_expr **same =
      &known_subjects[((uintptr_t)clause->subject >> 6) % SUBJECT_SLOTS];
  if (!status && *same != clause->subject) {
    *same = clause->subject;
    status = isolate_expr_handles(classes, clause->subject, rerun);
  }
  if (!status) status = isolate_expr_handles(classes, clause->condition, rerun);
  for (uint32_t i = 0; !status && i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
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
    status = st_class_isolate(
        classes, st_get32(store, ST_COLUMN_NODE_TARGET, node), rerun);
  }
  return status;
}

/* Isolate the entities of all clauses that came since the last call. */
static strata_status isolate_new_clauses(st_classes *classes, bool *rerun) {
  const st_in_force *in_force = classes->in_force;
  strata_status status = STRATA_OK;
  const strata_expr *known_subjects[SUBJECT_SLOTS] = {0};
  for (size_t i = in_force->clause_count; !status && i-- > 0;) {
    if (in_force->clauses[i]->serial <= classes->last_clause) break;
    status = isolate_clause_entities(classes, in_force->clauses[i],
                                     known_subjects, rerun);
  }
  classes->last_clause = in_force->next_serial;
  return status;
}

/* Whether an entity is the source of units: by its abilities, or by counters
 * that a law hangs on. */
static bool entity_acts(const st_classes *classes, uint32_t slot) {
  const strata_rules *rules = classes->rules;
  const st_store *store = classes->store;
  if (rules->ability_attr != 0) {
    uint32_t column = rules->attrs[rules->ability_attr - 1].base_column;
    if (st_in_force_list_acts(classes->in_force,
                              st_get32(store, column, slot))) {
      return true;
    }
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

/* Whether any entity can be the source of units; where none can, entity_acts
 * need not be asked. */
static bool any_entity_may_act(const st_classes *classes) {
  const strata_rules *rules = classes->rules;
  bool counts = false;
  for (uint32_t i = 0; i < rules->law_count; i++) {
    counts = counts ||
             (rules->laws[i].counter != 0 && st_law_has_parts(&rules->laws[i]));
  }
  return counts ||
         (rules->ability_attr != 0 && classes->in_force->abilities_act);
}

/* Isolate the entities that references in a key name. */
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

/* Put a slot into the class where it belongs now. `key` is its key if it is
 * live. */
static strata_status place_slot(st_classes *classes, uint32_t slot, bool live,
                                const uint64_t *key, bool *rerun) {
  bool back = st_bit_test(classes->restored, slot);
  st_bit_set(classes->restored, slot, false);
  if (!live) {
    st_class_leave(classes, slot, rerun);
    return STRATA_OK;
  }
  classes->restored_count += back;
  uint32_t before = classes->count;
  bool alone = classes->at[classes->class_of_slot[slot]].sole_slot != 0;
  strata_status status = STRATA_OK;
  if (!alone && (back || entity_acts(classes, slot))) {
    status = st_class_isolate(classes, slot, rerun);
    alone = true;
  }
  if (status) return status;
  uint32_t old = classes->class_of_slot[slot];
  bool same = old != 0 && st_class_has_key(classes, old, key, 1);
  if (!alone && same) return STRATA_OK;
  if (alone) {
    st_class_set_key(classes, old, key);
    st_classes_report_change(
        classes,
        (st_class_change){.class = old,
                          .sole_slot = slot,
                          .changed = st_classes_slot_change(classes, slot),
                          .live = true},
        rerun);
  } else {
    st_class_leave(classes, slot, rerun);
    status = st_class_join(classes, slot, key, rerun);
  }
  bool is_new = classes->count != before || (alone && !same);
  return status || !is_new ? status : isolate_key_refs(classes, key, rerun);
}

/* Place a slot that has changed. */
static strata_status place_changed_slot(st_classes *classes, uint32_t slot,
                                        bool *rerun) {
  bool live = st_classes_is_live(classes, slot);
  if (live) st_class_keys_read(&classes->keys, slot, classes->keys.key_scratch);
  return place_slot(classes, slot, live, classes->keys.key_scratch, rerun);
}

/* Find the slots of a block whose key is that of the first class in their
 * bucket, and these classes. The loop has no branch on the outcome, because
 * branch prediction cannot foresee which class the next slot has. */
static uint64_t match_block_keys(const st_classes *classes,
                                 const uint64_t *hashes, uint32_t *guesses) {
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
    guesses[i] = c;
    hits |= (uint64_t)(differs == 0) << i;
  }
  return hits;
}

/* Place a slot of the block in keys.block_scratch that is in no class yet. */
static strata_status place_new_slot(st_classes *classes, uint32_t slot,
                                    uint64_t hash) {
  const uint64_t *key = classes->keys.block_scratch + slot % ST_CLASS_KEY_BLOCK;
  uint32_t c = *st_classes_find_bucket(classes, hash, key, ST_CLASS_KEY_BLOCK);
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

/* Place the live slots of a block in a rebuild. Slots that are in a class
 * already are isolated. */
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

/* Sharing pays while there are at most half as many classes as entities. */
static bool sharing_pays(const st_classes *classes, uint32_t live) {
  return classes->sharing == STRATA_TUNE_ALWAYS || classes->count <= live / 2;
}

/* A rebuild first places every 16th word of slots. If more than 31 of 32 of
 * these entities need a new class, sharing is hopeless and the rest is not
 * placed. (If there were half as many classes as entities, 6 % of the
 * sampled entities would have an equal in the sample.) Small worlds are
 * placed whole. */
enum { SAMPLE_STRIDE = 16, SAMPLE_MIN_ENTITIES = 4096 };

static strata_status place_slot_sample(st_classes *classes, uint32_t words,
                                       bool *hopeless) {
  strata_status status = STRATA_OK;
  uint32_t before = classes->count;
  uint32_t known_subjects = 0;
  for (uint32_t w = 0; !status && w < words; w += SAMPLE_STRIDE) {
    known_subjects +=
        st_count_bits(st_get_bits64(classes->store, ST_COLUMN_ENTITY_LIVE, w));
    status = place_slot_block(classes, w);
  }
  *hopeless = classes->sharing != STRATA_TUNE_ALWAYS &&
              classes->count - before > known_subjects - known_subjects / 32;
  return status;
}

/* Place all slots, unless that turns out not to pay. */
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
  strata_status status = st_classes_reserve_slots(classes);
  if (status) return status;
  st_class_keys_select_attrs(&classes->keys, classes->in_force);
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
  uint32_t no_class;
  classes->count = 0;
  status = st_classes_add(classes, 0, &no_class);
  if (status) return status;
  classes->live[0] = 0;
  status = st_classes_grow_table(classes);
  if (!status) status = isolate_new_clauses(classes, &rerun);
  bool shared = false;
  if (!status) status = place_all_slots(classes, live, &shared);
  if (status) return status;
  classes->shared = shared;
  classes->built_for = classes->in_force->build_count;
  classes->live_when_tried = live;
  return STRATA_OK;
}

/* Place the pending slots, and isolate the entities of new clauses. */
static strata_status place_pending_slots(st_classes *classes, bool *rerun) {
  strata_status status = st_classes_reserve_slots(classes);
  for (size_t i = 0; !status && i < classes->pending_count; i++) {
    uint32_t slot = classes->pending[i];
    st_bit_set(classes->is_pending, slot, false);
    status = place_changed_slot(classes, slot, rerun);
  }
  classes->pending_count = 0;
  if (!status && classes->last_clause != classes->in_force->next_serial) {
    status = isolate_new_clauses(classes, rerun);
  }
  return status;
}

/* After so many entities were isolated by rollbacks, a rebuild lets them share
 * classes again. */
#define RESTORED_MAX 64

/* Whether sharing is impossible, switched off, or not worth trying. */
static bool is_sharing_useless(const st_classes *classes, uint32_t live) {
  const st_in_force *in_force = classes->in_force;
  if (!in_force->active || in_force->tells_equals_apart) return true;
  if (classes->sharing == STRATA_TUNE_ALWAYS) return false;
  return classes->sharing == STRATA_TUNE_NEVER || live < MIN_ENTITIES_TO_SHARE;
}

/* Report changed slots as changed classes, where nothing is shared. */
static void report_slot_changes(st_classes *classes, bool *rerun) {
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    uint32_t slot = classes->slot_changes[i].slot;
    st_classes_report_change(
        classes,
        (st_class_change){.class = slot,
                          .sole_slot = slot,
                          .changed = classes->slot_changes[i].changed,
                          .live = st_classes_is_live(classes, slot)},
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
  bool known = classes->built_for == classes->in_force->build_count;
  if (known && classes->shared) {
    strata_status status = place_pending_slots(classes, rerun);
    /* Class numbers are not reused: rebuild when most of them have no
     * entity. */
    bool go_on =
        sharing_pays(classes, live) && classes->restored_count < RESTORED_MAX;
    if (status || go_on) return status;
  } else if (known && live / 2 < classes->live_when_tried) {
    /* sharing did not pay at the last attempt */
    report_slot_changes(classes, rerun);
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
  classes->is_tracking = !status && classes->in_force->active;
  classes->has_overflowed = false;
  classes->slot_change_count = 0;
  if (was != classes->shared) {
    classes->serial++;
    *rerun = true;
  }
  classes->words = classes->shared
                       ? st_classes_bitmap_words(classes->count)
                       : classes->store->capacity[ST_TABLE_ENTITY] / 64;
  return status;
}
