/* kit.h - an allocator that counts, checks and fails on order; dice; rules.
 * Plain C without Criterion, so that fuzzers and golden runs use it too. */
#ifndef STRATA_TESTS_API_KIT_KIT_H
#define STRATA_TESTS_API_KIT_KIT_H

#include "strata.h"

/* An allocator that counts live blocks, and fails at the calls that a test
 * names. */
typedef struct kit_mem {
  size_t live_blocks, live_bytes;
  size_t calls;      /* calls that asked for memory */
  size_t fail_at;    /* this call fails, once; 0: none */
  size_t fail_from;  /* this call and all later ones fail; 0: none */
  size_t failures;   /* calls that failed */
  size_t wrong_size; /* calls with a wrong `old_size` */
} kit_mem;

void *kit_alloc(void *user, void *ptr, size_t old_size, size_t size);

/* A world config that uses `mem`. */
strata_world_config kit_config(kit_mem *mem);

strata_stats kit_stats(const strata_world *world);
strata_profile kit_profile(const strata_world *world);

/* The first text of an enum that is missing: NULL, or "unknown" of a number
 * that it has; or that is not "unknown" of one that it does not have. NULL:
 * none. */
const char *kit_find_missing_text(void);

/* splitmix64: the same numbers everywhere. */
typedef struct kit_dice {
  uint64_t state;
} kit_dice;

uint64_t kit_roll(kit_dice *dice);
uint32_t kit_below(kit_dice *dice, uint32_t limit); /* 0 .. limit - 1 */

/* FNV-1a, to fold results into one number. */
uint64_t kit_fold(uint64_t sum, const void *bytes, size_t size);
uint64_t kit_fold_number(uint64_t sum, uint64_t number);
uint64_t kit_fold_text(uint64_t sum, const char *text);

/* A value, as one number: type and content. */
uint64_t kit_fold_value(uint64_t sum, const strata_rules *rules,
                        const strata_value *value);

bool kit_same_value(const strata_value *a, const strata_value *b);

/*
 * The rules that most tests play by. Numbered: every number is a layer.
 * Named: copy, control, type, pt.set, pt.modify (by priority), pt.switch.
 *   power toughness  all 64 bits       level   INT32, default 3
 *   small            -8 .. 7           seat    unlayered
 *   flying           flag, default 0   tapped  flag, default 1
 *   types  elf goblin wall             colors  red green blue
 *   owner  ref       rarity  sym       note    text
 * Symbols common, rare. Clocks turn, step. Groups all, highest, lowest,
 * latest, by_source, refresh (limit 2).
 */
strata_status kit_rules(kit_mem *mem, bool named, strata_rules **out);

/* Rules of an image, with the predicates of kit_rules. */
strata_status kit_open_image(kit_mem *mem, const void *bytes, size_t size,
                             strata_rules **out, strata_error *error);

/* Replace rules by rules that are opened from their image; on failure the rules
 * are freed. */
strata_status kit_of_image(kit_mem *mem, strata_rules **rules);

/* The id of a name, which must exist. */
strata_attr kit_attr(const strata_rules *rules, const char *name);
strata_symbol kit_symbol(const strata_rules *rules, const char *name);

strata_value kit_int(int64_t number);

#endif
