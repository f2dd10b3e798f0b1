/* keys.h - what tells entities apart: the base values of all that some clause
 * reads. */
#ifndef STRATA_LAYERS_INFORCE_CLASS_KEYS_H
#define STRATA_LAYERS_INFORCE_CLASS_KEYS_H

#include "layers/inforce/in_force.h"

#define ST_CLASS_KEY_BLOCK 64 /* slots whose keys are read at once */

/* One attribute in the keys. */
typedef struct st_class_key_field {
  strata_attr attr;
  uint32_t offset, words; /* in a key */
  uint32_t column, domain_count;
  uint8_t type, cell;
  const uint64_t *mask; /* of a SET: the symbols that matter; NULL: all words
                           as they are */
} st_class_key_field;

typedef struct st_class_keys {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_class_key_field *fields;
  uint32_t field_count, words; /* words: of a key */
  uint32_t *attr_offsets; /* by attribute - 1: where it is in a key + 1, or 0 */
  uint64_t *partial_sets; /* bitmap of attributes - 1: SETs of which keys have a
                        part */
  uint64_t *key_scratch;  /* scratch: a key */
  uint64_t *block_scratch; /* the same of 64 slots, a word of all of them after
                      the other */
} st_class_keys;

/* On ENOMEM it must be ended all the same. */
strata_status st_class_keys_init(st_class_keys *keys, st_mem *mem,
                                 const st_store *store);
void st_class_keys_fini(st_class_keys *keys);

/* Take what the in_force watches for what keys are made of; its masks are
 * borrowed. */
void st_class_keys_select_attrs(st_class_keys *keys,
                                const st_in_force *in_force);

/* The key of one slot: keys->words words. */
void st_class_keys_read(const st_class_keys *keys, uint32_t slot,
                        uint64_t *key);

/* The keys of slots 64*word .. +63, into keys->block. */
void st_class_keys_read_block(st_class_keys *keys, uint32_t word);

/* The hash of a key, and of all in keys->block: the same for the same key. */
uint64_t st_class_keys_hash(const st_class_keys *keys, const uint64_t *key);
void st_class_keys_hash_block(const st_class_keys *keys, uint64_t *hashes);

#endif
