/* classes.h - equivalence classes: entities that no clause in force can tell
 * apart, which a pass evaluates once. */
#ifndef STRATA_LAYERS_INFORCE_CLASSES_H
#define STRATA_LAYERS_INFORCE_CLASSES_H

#include "layers/inforce/class_keys.h"

typedef struct st_class {
  /* the slot of the only entity that may be in this class; 0: entities with the
   * key of the class share it */
  uint32_t sole_slot;
  uint32_t size;
} st_class;

/* What has changed of an entity, as bits of st_slot_changed_attr. ALL: the
 * entity has entered or left the world, or is another object. */
#define ST_SLOT_CHANGED_ALL UINT64_MAX

static inline uint64_t st_slot_changed_attr(strata_attr attr) {
  return (uint64_t)1 << (attr % 64);
}

typedef struct st_slot_change {
  uint32_t slot;
  uint64_t changed;
} st_slot_change;

/* A class that differs from what the current pass has seen. */
typedef struct st_class_change {
  uint32_t class, sole_slot; /* sole_slot: as in st_class */
  /* of a class with a sole slot: what has changed of the entity */
  uint64_t changed;
  bool live;   /* false: the class has no entity any more */
  bool is_new; /* no pass has seen the class */
} st_class_change;

/* With more changes than this, everything is evaluated again. */
#define ST_CLASS_CHANGES_MAX 32

/*
 * A class is a number, and 0 is no class. While nothing is shared, the class of
 * an entity is its slot. Shared classes have a key: the base values of all
 * attributes that some clause reads. An entity has a class of its own if
 * something can mean this one entity: if it has abilities with static clauses,
 * if it is the source or a target of an effect, or if an expression or a
 * reference that is read names it.
 *
 * Invariants while classes are shared:
 *
 * - `at[c].size` is the number of slots whose class is `c`. - Each class
 * without a sole slot is in `table` under its key, and no two of these have the
 * same key. The table is at most half full. - Bits of `live` are set for
 * classes with entities, and for empty ones while has_empty is true. - Class
 * numbers are not reused until the next rebuild; `serial` changes with every
 * rebuild.
 *
 * The test api.tuning holds results with and without shared classes
 * against each other.
 */
typedef struct st_classes {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  const st_in_force *in_force;
  strata_tune sharing;
  bool shared;         /* false: the class of an entity is its slot */
  bool is_tracking;    /* changes of slots are recorded */
  bool has_overflowed; /* more slots have changed than there is room for */
  uint32_t words;      /* the length of a bitmap of classes */
  uint64_t serial;     /* changes when class numbers get new meanings */
  uint32_t slot_change_count, class_change_count;
  /* changed slots that have a class of their own */
  st_slot_change slot_changes[ST_CLASS_CHANGES_MAX];
  st_class_change
      class_changes[ST_CLASS_CHANGES_MAX]; /* since st_classes_clear_changes */

  /* The fields below are in use while classes are shared. */
  st_class *at;             /* by class */
  uint32_t count;           /* class numbers in use, 0 included */
  uint32_t live_when_tried; /* live entities at the last attempt to share */
  uint64_t *live;           /* bitmap of classes */
  st_class_keys keys;
  uint64_t *key_words; /* by class: its key, keys.words words */
  uint32_t *table;     /* open addressing by the hash of a key: a class, or 0 */
  uint32_t *class_of_slot; /* by slot */
  uint32_t slot_capacity;  /* slots below this have an entry in class_of_slot */
  uint32_t restored_count; /* entities isolated because of a rollback */
  uint64_t *is_pending;    /* bitmap of slots: in `pending` */
  /* bitmap of slots that a rollback has brought back or removed */
  uint64_t *restored;
  uint32_t *pending; /* slots that the next update places anew */
  size_t pending_count;
  /* serial of the newest clause whose entities are isolated */
  uint64_t last_clause;
  /* build_count of the in-force set of these classes; 0: rebuild */
  uint64_t built_for;
  bool keeps_empty; /* empty classes stay live, see st_classes_keep_empty */
  bool has_empty;   /* some live class is empty */
  size_t class_capacity, live_capacity, key_capacity, table_size;
  size_t class_of_slot_capacity, is_pending_capacity, restored_capacity,
      pending_capacity;
} st_classes;

strata_status st_classes_init(st_classes *classes, st_mem *mem,
                              const st_store *store,
                              const st_in_force *in_force);
void st_classes_fini(st_classes *classes);

/* Make the next update rebuild all classes. */
static inline void st_classes_invalidate(st_classes *classes) {
  classes->built_for = 0;
  classes->is_tracking = false;
  classes->slot_change_count = 0;
  classes->class_change_count = 0;
}

/*
 * Say whether what the finished pass found of a class stays true when the last
 * entity leaves it, so that an entity which comes to the class again finds it
 * as it was. That holds if nothing counts entities and no order of units was
 * decided by a trial (613.8), since a dependency may show on a single class.
 */
static inline void st_classes_keep_empty(st_classes *classes, bool keeps) {
  classes->keeps_empty = keeps;
}

/* Take empty classes out of `live` before a pass is run. */
void st_classes_drop_empty(st_classes *classes);

/* The current pass has seen all classes as they are. */
static inline void st_classes_clear_changes(st_classes *classes) {
  classes->class_change_count = 0;
}

/* Record for the next update that a slot has entered or left the world or has
 * another base value: `what` is as in st_slot_change. */
void st_classes_slot_changed(st_classes *classes, uint32_t slot, uint64_t what);

/* The same after a rollback. References and effects may name the entity of a
 * slot that lives again, so it gets a class of its own. */
void st_classes_slot_restored(st_classes *classes, uint32_t slot);

static inline uint32_t st_class_of_slot(const st_classes *classes,
                                        uint32_t slot) {
  if (!classes->shared) return slot;
  return slot < classes->slot_capacity ? classes->class_of_slot[slot] : 0;
}

/* The sole slot of a class; 0 if entities may share the class. */
static inline uint32_t st_class_sole_slot(const st_classes *classes,
                                          uint32_t c) {
  return classes->shared ? classes->at[c].sole_slot : c;
}

/* Which of classes 64*word .. +63 are live, as bits. */
static inline uint64_t st_class_live(const st_classes *classes, uint32_t word) {
  return classes->shared
             ? classes->live[word]
             : st_get_bits64(classes->store, ST_COLUMN_ENTITY_LIVE, word);
}

/* How many entities are in a live class. */
static inline uint32_t st_class_size(const st_classes *classes, uint32_t c) {
  return classes->shared ? classes->at[c].size : 1;
}

/* True if all entities of a class have the same value of the attribute. Of a
 * SET a key may have only the symbols that clauses test. */
static inline bool st_class_key_is_complete(const st_classes *classes,
                                            strata_attr attr) {
  return !classes->shared || !st_bit_test(classes->keys.partial_sets, attr - 1);
}

/* The value in the key of a shared class, of an attribute that something reads:
 * its cell, or of a SET the words of the symbols that clauses test. */
static inline const uint64_t *st_class_key_value(const st_classes *classes,
                                                 strata_attr attr, uint32_t c) {
  uint32_t place = classes->keys.attr_offsets[attr - 1];
  assert(place != 0);
  return classes->key_words + (size_t)c * classes->keys.words + place - 1;
}

/* Some entity of a class, for texts; 0 if the class is empty. Cost
 * O(entities). */
uint32_t st_class_find_member(const st_classes *classes, uint32_t c);

/* How many shared classes have entities; 0 where nothing is shared. */
uint32_t st_classes_used_count(const st_classes *classes);

size_t st_classes_bytes(const st_classes *classes);

/* -- For class_sharing.c: membership while classes are shared -- */

static inline bool st_classes_is_live(const st_classes *classes,
                                      uint32_t slot) {
  return st_get_bit(classes->store, ST_COLUMN_ENTITY_LIVE, slot);
}

/* Make room for all slots of the store; new slots are in no class. */
strata_status st_classes_reserve_slots(st_classes *classes);
/* Whether a class has a key, whose words are `stride` apart. */
bool st_class_has_key(const st_classes *classes, uint32_t c,
                      const uint64_t *key, uint32_t stride);
/* The bucket of the table that holds the class of a key, or the free bucket
 * where such a class belongs. */
uint32_t *st_classes_find_bucket(const st_classes *classes, uint64_t hash,
                                 const uint64_t *key, uint32_t stride);
/* Keep the table at most half full; call it after each new class. */
strata_status st_classes_grow_table(st_classes *classes);
/* The length of a bitmap of `count` classes, with room for some more. */
uint32_t st_classes_bitmap_words(uint32_t count);
/* What is recorded as changed of a slot; ALL if nothing is. */
uint64_t st_classes_slot_change(const st_classes *classes, uint32_t slot);
/* Add a change to class_changes. *rerun becomes true if there is no room. */
void st_classes_report_change(st_classes *classes, st_class_change change,
                              bool *rerun);
void st_class_set_key(st_classes *classes, uint32_t c, const uint64_t *key);
/* Add a class of one entity; `slot` is its sole slot, or 0. */
strata_status st_classes_add(st_classes *classes, uint32_t slot, uint32_t *out);
/* Put an entity into the class of its key, a new one if there is none. */
strata_status st_class_join(st_classes *classes, uint32_t slot,
                            const uint64_t *key, bool *rerun);
void st_class_leave(st_classes *classes, uint32_t slot, bool *rerun);
/* Give a live entity a class of its own, unless it has one. The class gets the
 * key of the old one. */
strata_status st_class_isolate(st_classes *classes, uint32_t slot, bool *rerun);

#endif
