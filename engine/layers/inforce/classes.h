/* classes.h - entities that nothing in force can tell apart share a class: a
 * pass works each of them out once. */
#ifndef STRATA_LAYERS_INFORCE_CLASSES_H
#define STRATA_LAYERS_INFORCE_CLASSES_H

#include "layers/inforce/class_keys.h"

typedef struct st_class {
  uint32_t sole_slot; /* of the entity that is alone here; 0: others may join */
  uint32_t size;
} st_class;

/* What has changed of an entity: bits of attributes. */
#define ST_SLOT_CHANGED_ALL                                                    \
  UINT64_MAX /* it came, it went, or is another object */

static inline uint64_t st_slot_changed_attr(strata_attr attr) {
  return (uint64_t)1 << (attr % 64);
}

typedef struct st_slot_change {
  uint32_t slot;
  uint64_t changed;
} st_slot_change;

/* A class that is not as a pass has seen it. */
typedef struct st_class_change {
  uint32_t class, sole_slot; /* slot: as of a class */
  uint64_t changed;          /* has changed, if an entity is alone there */
  bool live;                 /* else nobody is there any more */
  bool is_new;               /* it never was one */
} st_class_change;

/* So many are told one by one. */
#define ST_CLASS_CHANGES_MAX 32

/*
 * A class is a number; 0 is nobody. While nothing is shared a class is its
 * entity's slot. Shared classes have a key: the base values of all that some
 * clause reads. Who has abilities that act, is the source or a target of an
 * effect, or is named by a reference that is read, has a class alone.
 */
typedef struct st_classes {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  const st_in_force *in_force;
  strata_tune sharing;
  bool shared;
  bool is_tracking;    /* it is to be told of slots that change */
  bool has_overflowed; /* more have changed than are noted */
  uint32_t words;      /* of a bitmap of classes */
  uint64_t serial;     /* changes when numbers mean something else */
  uint32_t slot_change_count, class_change_count;
  st_slot_change slot_changes[ST_CLASS_CHANGES_MAX]; /* changed, of those who
                                                        are alone in a class */
  st_class_change
      class_changes[ST_CLASS_CHANGES_MAX]; /* since the pass was told */

  /* The rest counts while they are shared. */
  st_class *at;             /* by class; 0 is nobody */
  uint32_t count;           /* numbers used */
  uint32_t live_when_tried; /* how many lived when sharing was tried */
  uint64_t *live;           /* bitmap of classes with entities */
  st_class_keys keys;
  uint64_t *key_words;     /* by class: its key */
  uint32_t *table;         /* by hash: class, or 0 */
  uint32_t *class_of_slot; /* by slot */
  uint32_t slot_capacity;  /* slots below this have an entry there */
  uint32_t restored_count;
  uint64_t *is_pending; /* bitmap of slots: in the list */
  uint64_t *restored;   /* ... that a rollback brought to life, or to an end */
  uint32_t *pending;    /* slots to be looked at */
  size_t pending_count;
  uint64_t last_clause; /* the newest of the in_force's that is accounted for */
  uint64_t built_for;   /* in_force->made, or 0: to be made anew */
  bool keeps_empty;     /* the pass holds for classes that nobody is in, too */
  bool has_empty;       /* there are some */
  size_t class_capacity, live_capacity, key_capacity, table_size;
  size_t class_of_slot_capacity, is_pending_capacity, restored_capacity,
      pending_capacity;
} st_classes;

strata_status st_classes_init(st_classes *classes, st_mem *mem,
                              const st_store *store,
                              const st_in_force *in_force);
void st_classes_fini(st_classes *classes);

/* The next update starts from nothing. */
static inline void st_classes_invalidate(st_classes *classes) {
  classes->built_for = 0;
  classes->is_tracking = false;
  classes->slot_change_count = 0;
  classes->class_change_count = 0;
}

/*
 * A pass has been run. `keeps`: what it has found of a class does not change
 * if the last one leaves another, so those that come back to a class find it as
 * it was. That is so where nothing counts entities, and where no unit had to be
 * tried: a dependency may hang on a single class.
 */
static inline void st_classes_keep_empty(st_classes *classes, bool keeps) {
  classes->keeps_empty = keeps;
}

/* A pass will be run: it is to know none that nobody is in. */
void st_classes_drop_empty(st_classes *classes);

/* The pass knows all classes as they are. */
static inline void st_classes_clear_changes(st_classes *classes) {
  classes->class_change_count = 0;
}

/* A slot lives or not, or has another base value: for the next update. */
void st_classes_slot_changed(st_classes *classes, uint32_t slot, uint64_t what);

/* The same by a rollback. Whoever lives again may be named by what has been
 * there all the while, so he gets a class alone. */
void st_classes_slot_restored(st_classes *classes, uint32_t slot);

static inline uint32_t st_class_of_slot(const st_classes *classes,
                                        uint32_t slot) {
  if (!classes->shared) return slot;
  return slot < classes->slot_capacity ? classes->class_of_slot[slot] : 0;
}

/* The slot of the entity that is alone in a class; 0 of a class that others
 * may join. */
static inline uint32_t st_class_sole_slot(const st_classes *classes,
                                          uint32_t c) {
  return classes->shared ? classes->at[c].sole_slot : c;
}

/* Which of classes 64*word .. +63 have entities. */
static inline uint64_t st_class_live(const st_classes *classes, uint32_t word) {
  return classes->shared
             ? classes->live[word]
             : st_get_bits64(classes->store, ST_COLUMN_ENTITY_LIVE, word);
}

/* How many entities are in a class that has some. */
static inline uint32_t st_class_size(const st_classes *classes, uint32_t c) {
  return classes->shared ? classes->at[c].size : 1;
}

/* True if all entities of a class have this value of the attribute, if one
 * has. */
static inline bool st_class_key_is_complete(const st_classes *classes,
                                            strata_attr attr) {
  return !classes->shared || !st_bit_test(classes->keys.partial_sets, attr - 1);
}

/* What the key of a shared class has of an attribute that something reads: the
 * cell, of a SET the symbols that matter. */
static inline const uint64_t *st_class_key_value(const st_classes *classes,
                                                 strata_attr attr, uint32_t c) {
  uint32_t place = classes->keys.attr_offsets[attr - 1];
  assert(place != 0);
  return classes->key_words + (size_t)c * classes->keys.words + place - 1;
}

/* An entity of a class, to show; 0 if it has none. Cost O(entities). */
uint32_t st_class_find_member(const st_classes *classes, uint32_t c);

/* How many have entities; 0 where nothing is shared. */
uint32_t st_classes_used_count(const st_classes *classes);

size_t st_classes_bytes(const st_classes *classes);

/* -- For class_sharing.c -- */

static inline bool st_classes_is_live(const st_classes *classes,
                                      uint32_t slot) {
  return st_get_bit(classes->store, ST_COLUMN_ENTITY_LIVE, slot);
}

strata_status st_classes_reserve_slots(st_classes *classes);
bool st_class_has_key(const st_classes *classes, uint32_t c,
                      const uint64_t *key, uint32_t stride);
uint32_t *st_classes_find_bucket(const st_classes *classes, uint64_t hash,
                                 const uint64_t *key, uint32_t stride);
strata_status st_classes_grow_table(st_classes *classes);
uint32_t st_classes_bitmap_words(uint32_t count);
uint64_t st_classes_noted_change(const st_classes *classes, uint32_t slot);
void st_classes_report_change(st_classes *classes, st_class_change news,
                              bool *rerun);
void st_class_set_key(st_classes *classes, uint32_t c, const uint64_t *key);
strata_status st_classes_add(st_classes *classes, uint32_t slot, uint32_t *out);
strata_status st_class_join(st_classes *classes, uint32_t slot,
                            const uint64_t *key, bool *rerun);
void st_class_leave(st_classes *classes, uint32_t slot, bool *rerun);
strata_status st_class_isolate(st_classes *classes, uint32_t slot, bool *rerun);

#endif
