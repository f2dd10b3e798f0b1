/*
 * classes.c - equivalence classes and their members.
 *
 * Two entities with the same base values of all that clauses read are affected
 * by the same units, whatever these do. So a pass over classes gives the same
 * values as a pass over entities, and a thousand equal tokens cost as much as
 * one. That fails where a clause can mean one of them alone: as `this`, as a
 * target, by a reference. Such entities have a class of their own. If a clause
 * tells any two equal entities apart, the in-force set says so
 * (tells_equals_apart), and nothing is shared.
 *
 * Classes are found by an open hash table of keys that is at most half full:
 * placing an entity is mostly one probe and one comparison of a few words.
 */
#include "layers/inforce/classes.h"

#include <string.h>

/* -- Init and fini -- */

strata_status st_classes_init(st_classes *classes, st_mem *mem,
                              const st_store *store,
                              const st_in_force *in_force) {
  *classes = (st_classes){.mem = mem,
                          .rules = store->rules,
                          .store = store,
                          .in_force = in_force,
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

static strata_status grow_slot_arrays(st_classes *classes) {
  st_mem *mem = classes->mem;
  size_t top = classes->store->capacity[ST_TABLE_ENTITY];
  assert(top > classes->slot_capacity);
  if (!st_mem_reserve_zeroed(mem, &classes->class_of_slot,
                             &classes->class_of_slot_capacity, top,
                             sizeof classes->class_of_slot[0]) ||
      !st_mem_reserve_zeroed(mem, &classes->is_pending,
                             &classes->is_pending_capacity, top / 64,
                             sizeof classes->is_pending[0]) ||
      !st_mem_reserve_zeroed(mem, &classes->restored,
                             &classes->restored_capacity, top / 64,
                             sizeof classes->restored[0]) ||
      !st_mem_reserve(mem, &classes->pending, &classes->pending_capacity, top,
                      sizeof classes->pending[0])) {
    return STRATA_ENOMEM;
  }
  classes->slot_capacity = (uint32_t)top;
  return STRATA_OK;
}

strata_status st_classes_reserve_slots(st_classes *classes) {
  return classes->store->capacity[ST_TABLE_ENTITY] <= classes->slot_capacity
             ? STRATA_OK
             : grow_slot_arrays(classes);
}

/* -- Finding a class by its key -- */

bool st_class_has_key(const st_classes *classes, uint32_t c,
                      const uint64_t *key, uint32_t stride) {
  const uint64_t *own = classes->key_words + (size_t)c * classes->keys.words;
  uint64_t differs = 0;
  for (uint32_t k = 0; k < classes->keys.words; k++) {
    differs |= own[k] ^ key[(size_t)k * stride];
  }
  return differs == 0;
}

uint32_t *st_classes_find_bucket(const st_classes *classes, uint64_t hash,
                                 const uint64_t *key, uint32_t stride) {
  size_t mask = classes->table_size - 1;
  size_t i = hash & mask;
  while (classes->table[i] != 0 &&
         !st_class_has_key(classes, classes->table[i], key, stride)) {
    i = (i + 1) & mask;
  }
  return &classes->table[i];
}

static uint32_t *find_class_bucket(const st_classes *classes,
                                   const uint64_t *key) {
  return st_classes_find_bucket(
      classes, st_class_keys_hash(&classes->keys, key), key, 1);
}

strata_status st_classes_grow_table(st_classes *classes) {
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

/* -- Recorded changes -- */

/* Record what has changed of a slot that has a class of its own. */
static void record_slot_change(st_classes *classes, uint32_t slot,
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

uint64_t st_classes_slot_change(const st_classes *classes, uint32_t slot) {
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    if (classes->slot_changes[i].slot == slot) {
      return classes->slot_changes[i].changed;
    }
  }
  return ST_SLOT_CHANGED_ALL;
}

void st_classes_report_change(st_classes *classes, st_class_change change,
                              bool *rerun) {
  for (uint32_t i = 0; i < classes->class_change_count; i++) {
    if (classes->class_changes[i].class != change.class) continue;
    change.changed |= classes->class_changes[i].changed;
    change.is_new |= classes->class_changes[i].is_new;
    classes->class_changes[i] = change;
    return;
  }
  if (classes->class_change_count == ST_CLASS_CHANGES_MAX) {
    /* values known of a class may not hold for an entity that has left it */
    classes->serial++;
    *rerun = true;
    return;
  }
  classes->class_changes[classes->class_change_count++] = change;
}

/* -- Members -- */

void st_class_set_key(st_classes *classes, uint32_t c, const uint64_t *key) {
  memcpy(classes->key_words + (size_t)c * classes->keys.words, key,
         classes->keys.words * sizeof *key);
}

uint32_t st_classes_bitmap_words(uint32_t count) {
  return (count + count / 8 + ST_CLASS_CHANGES_MAX / 2) / 64 + 1;
}

strata_status st_classes_add(st_classes *classes, uint32_t slot,
                             uint32_t *out) {
  st_mem *mem = classes->mem;
  uint32_t words = classes->keys.words;
  uint32_t c = classes->count;
  if (!st_mem_reserve(mem, &classes->at, &classes->class_capacity,
                      (size_t)c + 1, sizeof classes->at[0]) ||
      !st_mem_reserve_zeroed(mem, &classes->live, &classes->live_capacity,
                             st_classes_bitmap_words(c + 1),
                             sizeof classes->live[0]) ||
      !st_mem_reserve(mem, &classes->key_words, &classes->key_capacity,
                      ((size_t)c + 1) * words + 1,
                      sizeof classes->key_words[0])) {
    return STRATA_ENOMEM;
  }
  classes->at[c] = (st_class){.sole_slot = slot, .size = 1};
  st_bit_set(classes->live, c, true);
  memset(classes->key_words + (size_t)c * words, 0, words * sizeof(uint64_t));
  classes->count++;
  *out = c;
  return STRATA_OK;
}

strata_status st_class_join(st_classes *classes, uint32_t slot,
                            const uint64_t *key, bool *rerun) {
  uint32_t *at = find_class_bucket(classes, key);
  uint32_t c = *at;
  if (c != 0) {
    st_class *class = &classes->at[c];
    if (class->size++ == 0 && !st_bit_test(classes->live, c)) {
      st_bit_set(classes->live, c, true);
      st_classes_report_change(
          classes, (st_class_change){.class = c, .live = true}, rerun);
    }
    classes->class_of_slot[slot] = c;
    return STRATA_OK;
  }
  strata_status status = st_classes_add(classes, 0, &c);
  if (status) return status;
  st_classes_report_change(
      classes, (st_class_change){.class = c, .live = true, .is_new = true},
      rerun);
  st_class_set_key(classes, c, key);
  *at = c;
  classes->class_of_slot[slot] = c;
  return st_classes_grow_table(classes);
}

void st_class_leave(st_classes *classes, uint32_t slot, bool *rerun) {
  uint32_t c = classes->class_of_slot[slot];
  classes->class_of_slot[slot] = 0;
  if (c == 0 || --classes->at[c].size > 0) return;
  if (classes->keeps_empty && classes->at[c].sole_slot == 0) {
    classes->has_empty = true;
    return;
  }
  st_bit_set(classes->live, c, false);
  st_classes_report_change(
      classes,
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

strata_status st_class_isolate(st_classes *classes, uint32_t slot,
                               bool *rerun) {
  if (slot == 0 || !st_classes_is_live(classes, slot)) return STRATA_OK;
  uint32_t old = classes->class_of_slot[slot];
  if (classes->at[old].sole_slot != 0) return STRATA_OK;
  uint32_t c;
  strata_status status = st_classes_add(classes, slot, &c);
  if (status) return status;
  st_classes_report_change(classes,
                           (st_class_change){.class = c,
                                             .sole_slot = slot,
                                             .changed = ST_SLOT_CHANGED_ALL,
                                             .live = true},
                           rerun);
  st_class_set_key(classes, c,
                   classes->key_words + (size_t)old * classes->keys.words);
  st_class_leave(classes, slot, rerun);
  classes->class_of_slot[slot] = c;
  return st_classes_grow_table(classes);
}

/* -- Changes of slots -- */

void st_classes_slot_changed(st_classes *classes, uint32_t slot,
                             uint64_t what) {
  if (!classes->shared) {
    record_slot_change(classes, slot, what);
    return;
  }
  if (classes->built_for == 0) return;
  if (slot >= classes->slot_capacity) {
    /* The store has grown since the last update. */
    if (st_classes_reserve_slots(classes)) {
      st_classes_invalidate(classes);
      return;
    }
  }
  if (classes->at[classes->class_of_slot[slot]].sole_slot != 0) {
    record_slot_change(classes, slot, what);
  }
  if (st_bit_test(classes->is_pending, slot)) return;
  st_bit_set(classes->is_pending, slot, true);
  classes->pending[classes->pending_count++] = slot;
}

void st_classes_slot_restored(st_classes *classes, uint32_t slot) {
  st_classes_slot_changed(classes, slot, ST_SLOT_CHANGED_ALL);
  if (!classes->shared || classes->built_for == 0) return;
  st_bit_set(classes->restored, slot, true);
}

/* -- Queries -- */

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
