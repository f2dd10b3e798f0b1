/* class_keys.h - class keys: the base values of an entity that some clause
 * reads, as words that can be compared and hashed. */
#ifndef STRATA_LAYERS_INFORCE_CLASS_KEYS_H
#define STRATA_LAYERS_INFORCE_CLASS_KEYS_H

#include "layers/inforce/in_force.h"

#define ST_CLASS_KEY_BLOCK 64 /* slots whose keys are read together */

/* One attribute in the keys. */
typedef struct st_class_key_field {
  strata_attr attr;
  uint32_t offset, words; /* in a key */
  uint32_t column, domain_count;
  uint8_t type, cell;
  const uint64_t *mask; /* of a SET: the symbols that clauses test; NULL: all */
} st_class_key_field;

typedef struct st_class_keys {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_class_key_field *fields;
  uint32_t field_count, words; /* words: the length of a key */
  /* by attribute - 1: its offset in a key, + 1; 0: it is in no key */
  uint32_t *attr_offsets;
  /* bitmap of attributes - 1: SETs of which a key has only some symbols */
  uint64_t *partial_sets;
  uint64_t *key_scratch; /* scratch: one key */
  /* scratch: the keys of 64 slots; word k of all of them, then word k + 1 */
  uint64_t *block_scratch;
} st_class_keys;

/* After ENOMEM, call st_class_keys_fini all the same. */
strata_status st_class_keys_init(st_class_keys *keys, st_mem *mem,
                                 const st_store *store);
void st_class_keys_fini(st_class_keys *keys);

/* Make keys of the attributes that the in-force set marks as read. Its bitmaps
 * of symbols are borrowed. */
void st_class_keys_select_attrs(st_class_keys *keys,
                                const st_in_force *in_force);

/* Read the key of one slot: keys->words words. */
void st_class_keys_read(const st_class_keys *keys, uint32_t slot,
                        uint64_t *key);

/* Read the keys of slots 64*word .. +63 into keys->block_scratch. */
void st_class_keys_read_block(st_class_keys *keys, uint32_t word);

/* Hash a key, or all keys in keys->block_scratch. Equal keys have equal hashes
 * by both functions. */
uint64_t st_class_keys_hash(const st_class_keys *keys, const uint64_t *key);
void st_class_keys_hash_block(const st_class_keys *keys, uint64_t *hashes);

#endif
