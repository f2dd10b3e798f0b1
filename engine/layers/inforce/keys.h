/* keys.h - what tells entities apart: the base values of all that some clause
 * reads. */
#ifndef STRATA_KEYS_H
#define STRATA_KEYS_H

#include "layers/inforce/plan.h"

#define ST_KEY_BLOCK 64 /* slots whose keys are read at once */

/* One attribute in the keys. */
typedef struct st_key_field {
  strata_attr attr;
  uint32_t at, words; /* in a key */
  uint32_t column, domain_count;
  uint8_t type, cell;
  const uint64_t *mask; /* of a SET: the symbols that matter; NULL: all words
                           as they are */
} st_key_field;

typedef struct st_keys {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_key_field *fields;
  uint32_t field_count, words; /* words: of a key */
  uint32_t *places;  /* by attribute - 1: where it is in a key + 1, or 0 */
  uint64_t *partial; /* bitmap of attributes - 1: SETs of which keys have a
                        part */
  uint64_t *one;     /* scratch: a key */
  uint64_t *block;   /* the same of 64 slots, a word of all of them after the
                        other */
} st_keys;

/* On ENOMEM it must be ended all the same. */
strata_status st_keys_init(st_keys *keys, st_mem *mem, const st_store *store);
void st_keys_fini(st_keys *keys);

/* Take what the plan watches for what keys are made of; its masks are
 * borrowed. */
void st_keys_choose(st_keys *keys, const st_plan *plan);

/* The key of one slot: keys->words words. */
void st_keys_read(const st_keys *keys, uint32_t slot, uint64_t *key);

/* The keys of slots 64*word .. +63, into keys->block. */
void st_keys_read_block(st_keys *keys, uint32_t word);

/* The hash of a key, and of all in keys->block: the same for the same key. */
uint64_t st_keys_hash(const st_keys *keys, const uint64_t *key);
void st_keys_hash_block(const st_keys *keys, uint64_t *hashes);

#endif
