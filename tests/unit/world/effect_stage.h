/* effect_stage.h - fixture: random effects in a store without a world, for the
 * tests of world/tables/effect and world/save/validate_effects. */
#ifndef STRATA_TESTS_UNIT_WORLD_EFFECT_STAGE_H
#define STRATA_TESTS_UNIT_WORLD_EFFECT_STAGE_H

#include "state_stage.h"
#include "world/save/validate_effects.h"
#include "world/save/validate_world.h"
#include "world/store/strings.h"
#include "world/tables/effect.h"

#include <string.h>

enum { CARDS = 6, LIMIT = 40 };

typedef struct table {
  state s;
  st_strings strings;
  kit_dice dice;
  uint32_t effects[LIMIT];
  uint32_t effect_count;
  uint32_t live[CARDS];
} table;

static inline void table_open(table *t, uint64_t seed) {
  *t = (table){.dice = {seed}};
  state_open(&t->s, true);
  for (uint32_t i = 0; i < CARDS; i++) {
    t->live[i] = st_slot_of(state_spawn(&t->s));
  }
}

static inline void table_close(table *t) {
  st_strings_fini(&t->strings, &t->s.mem);
  state_close(&t->s);
}

static inline uint32_t table_text(table *t, const char *text) {
  uint32_t id = 0;
  OK(st_strings_intern(&t->strings, &t->s.store, text, strlen(text), &id));
  return id;
}

/* An operation on a number; `flags` are those of the effect. */
static inline st_new_part table_part(table *t, const char *attr,
                                     uint32_t ordinal, uint32_t flags,
                                     strata_op op, uint64_t value) {
  strata_layer layer = (strata_layer)kit_below(&t->dice, 6);
  return (st_new_part){
      .header =
          st_part_header(layer, kit_attr(t->s.rules, attr), ordinal, flags, op),
      .value = value};
}

/* A random part with ordinal `n`. */
static inline st_new_part table_any_part(table *t, uint32_t n, uint32_t flags) {
  uint32_t kind = kit_below(&t->dice, 5);
  uint64_t value = kit_roll(&t->dice) >> 40;
  if (kind == 0) {
    st_new_part part =
        table_part(t, "power", n, flags | ST_PART_SWITCH, STRATA_OP_SWITCH, 0);
    part.other_attr = kit_attr(t->s.rules, "toughness");
    return part;
  }
  if (kind == 1) {
    st_new_part part =
        table_part(t, "power", n, flags | ST_PART_COMPUTED, STRATA_OP_ADD, 0);
    part.text = table_text(t, "toughness + 1");
    return part;
  }
  if (kind == 2) {
    st_new_part part = table_part(t, "types", n, flags, STRATA_OP_ADD, 0);
    part.text = table_text(t, "elf\nwall");
    return part;
  }
  if (kind == 3) {
    return table_part(t, "flying", n, flags, STRATA_OP_SET, value & 1);
  }
  return table_part(t, "power", n, flags, STRATA_OP_ADD, value);
}

/* Add a random, valid effect; over time every list and operand occurs. */
static inline strata_status table_add(table *t, uint32_t *out) {
  st_new_part parts[3];
  uint32_t targets[CARDS];
  st_new_effect desc = {.parts = parts, .targets = targets};
  uint32_t flags = 0;
  for (uint32_t i = 0; i < CARDS; i++) {
    if (t->live[i] == 0 || kit_below(&t->dice, 2)) continue;
    targets[desc.target_count++] = t->live[i];
  }
  if (desc.target_count == 0) {
    desc.subject = table_text(t, "power > 1");
    flags |= ST_PART_OPEN;
  }
  if (kit_below(&t->dice, 4) == 0) {
    desc.condition = table_text(t, "count(flying) > 0");
    flags |= ST_PART_CONDITIONAL;
  }
  if (kit_below(&t->dice, 4) == 0) {
    desc.group = 1 + kit_below(&t->dice, 6);
    flags |= ST_PART_GROUPED;
  }
  if (kit_below(&t->dice, 3) == 0) desc.while_on = table_text(t, "true");
  if (kit_below(&t->dice, 3) == 0) {
    desc.clock = 1 + kit_below(&t->dice, 2);
    desc.ticks = kit_below(&t->dice, 4);
  }
  if (kit_below(&t->dice, 3) == 0) desc.name = table_text(t, "Growth");
  desc.while_source = kit_below(&t->dice, 4) == 0;
  if (t->live[0]) desc.source = st_entity_handle(&t->s.store, t->live[0]);
  desc.priority = (int32_t)kit_below(&t->dice, 5) - 2;
  desc.part_count = 1 + kit_below(&t->dice, 3);
  for (uint32_t i = 0; i < desc.part_count; i++) {
    parts[i] = table_any_part(t, i, flags);
  }
  return st_effect_add(&t->s.store, &desc, out);
}

static inline void table_check(const table *t) {
  cr_assert(eq(int, st_validate_world(&t->s.store), STRATA_OK));
  cr_assert(eq(int, st_validate_effects(&t->s.store), STRATA_OK));
}

static inline void table_remove(table *t, uint32_t n) {
  OK(st_effect_remove(&t->s.store, t->effects[n]));
  t->effects[n] = t->effects[--t->effect_count];
}

/* Drop effects that have ended by themselves from `effects`. */
static inline void table_sweep(table *t) {
  for (uint32_t i = t->effect_count; i-- > 0;) {
    if (st_effect_is_used(&t->s.store, t->effects[i])) continue;
    t->effects[i] = t->effects[--t->effect_count];
  }
}

#endif
