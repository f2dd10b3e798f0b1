/* mutator_stage.h - fixture: a small game in a store with an evaluator and a
 * mutator, without a world, for the tests of layers/mutate/mutator. */
#ifndef STRATA_TESTS_UNIT_LAYERS_MUTATOR_STAGE_H
#define STRATA_TESTS_UNIT_LAYERS_MUTATOR_STAGE_H

#include "layers/mutate/mutator.h"
#include "unit/world/object_stage.h"

#include <stdlib.h>

/*
 * A player has two cards in hand. On the field are an elf (1/1), a lord, which
 * gives elves +1, and a host, the source of effects. The effects:
 *   pump     +2 power, locked to the elf
 *   anthem   +1 power for elves, as long as the host is there
 *   timed    +1 toughness for the elf, for two ticks of the turn clock
 */
typedef struct board {
  objects o;
  st_eval eval;
  st_mutator change;
  uint32_t player, first, second, elf, lord, host;
  uint32_t pump, anthem, timed;
} board;

static inline strata_attr attr_of(const board *b, const char *name) {
  return kit_attr(b->o.s.rules, name);
}

static inline strata_entity handle(const board *b, uint32_t slot) {
  return st_entity_handle(&b->o.s.store, slot);
}

static inline uint32_t spawn_as(board *b, const char *definition) {
  st_spawn_template model = {0};
  if (definition) model.definition = kit_definition(b->o.s.rules, definition);
  strata_entity entity = 0;
  OK(st_mutator_spawn(&b->change, &model, 1, &entity));
  return st_slot_of(entity);
}

/* Move an entity to a zone; it stays the same object. */
static inline void put(board *b, uint32_t slot, const char *zone,
                       uint32_t player) {
  const st_zone_move move = {.slot = slot,
                             .zone = objects_zone(&b->o, zone),
                             .player = player,
                             .stays_same_object = true};
  strata_entity out = 0;
  OK(st_mutator_move(&b->change, &move, &out));
  cr_assert(eq(u64, out, handle(b, slot)));
}

static inline uint32_t intern(board *b, const char *text) {
  uint32_t id = 0;
  OK(st_strings_intern(&b->o.strings, &b->o.s.store, text, strlen(text), &id));
  return id;
}

static inline st_new_part add_part(const board *b, const char *attr,
                                   uint32_t flags, uint64_t value) {
  strata_layer layer = (strata_layer)strata_rules_find(
                           b->o.s.rules, STRATA_NAME_LAYER, "pt.modify") -
                       1;
  return (st_new_part){.header = st_part_header(layer, attr_of(b, attr), 0,
                                                flags, STRATA_OP_ADD),
                       .value = value};
}

static inline uint32_t add_effect(board *b, const st_new_effect *desc) {
  uint32_t slot = 0;
  OK(st_mutator_add_effect(&b->change, desc, &slot));
  return slot;
}

/* Add an effect: `value` more on an attribute of one entity, while a predicate
 * holds; NULL: always. */
static inline uint32_t add_while(board *b, uint32_t target, const char *attr,
                                 uint64_t value, const char *predicate) {
  const st_new_part part = add_part(b, attr, 0, value);
  return add_effect(
      b, &(st_new_effect){.parts = &part,
                          .part_count = 1,
                          .targets = &target,
                          .target_count = 1,
                          .while_on = predicate ? intern(b, predicate) : 0});
}

static inline strata_layer layer_of(const board *b, const char *name) {
  return (strata_layer)strata_rules_find(b->o.s.rules, STRATA_NAME_LAYER,
                                         name) -
         1;
}

static inline void add_effects(board *b) {
  b->pump = add_while(b, b->elf, "power", 2, NULL);
  const st_new_part stronger = add_part(b, "power", ST_PART_OPEN, 1);
  b->anthem =
      add_effect(b, &(st_new_effect){.parts = &stronger,
                                     .part_count = 1,
                                     .subject = intern(b, "types has 'elf'"),
                                     .source = handle(b, b->host),
                                     .while_source = true});
  const st_new_part tougher = add_part(b, "toughness", 0, 1);
  b->timed = add_effect(b, &(st_new_effect){.parts = &tougher,
                                            .part_count = 1,
                                            .targets = &b->elf,
                                            .target_count = 1,
                                            .clock = 1,
                                            .ticks = 2});
}

static inline void board_open(board *b) {
  *b = (board){0};
  objects_open(&b->o);
  OK(st_eval_init(&b->eval, &b->o.s.mem, &b->o.s.store));
  st_mutator_init(&b->change, &b->o.s.store, &b->o.strings, &b->eval);
  b->player = spawn_as(b, NULL);
  b->first = spawn_as(b, "bears");
  b->second = spawn_as(b, "walker");
  b->elf = spawn_as(b, "elf");
  b->lord = spawn_as(b, "lord");
  b->host = spawn_as(b, NULL);
  put(b, b->first, "hand", b->player);
  put(b, b->second, "hand", b->player);
  put(b, b->elf, "field", 0);
  put(b, b->lord, "field", 0);
  put(b, b->host, "field", 0);
  add_effects(b);
}

static inline void board_close(board *b) {
  st_mutator_fini(&b->change);
  st_eval_fini(&b->eval);
  objects_close(&b->o);
}

static inline const uint64_t *value_of(board *b, const char *attr,
                                       uint32_t slot) {
  const uint64_t *words = NULL;
  OK(st_eval_value(&b->eval, attr_of(b, attr), slot, &words));
  return words;
}

static inline int64_t number_of(board *b, const char *attr, uint32_t slot) {
  return (int64_t)value_of(b, attr, slot)[0];
}

/* -- Comparison with an evaluator without caches -- */

/* A hash of a value. Lists of abilities count by their text, because their ids
 * differ between evaluators. */
static inline uint64_t fold_value(st_eval *eval, strata_attr attr,
                                  uint32_t slot) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  const uint64_t *words = NULL;
  OK(st_eval_value(eval, attr, slot, &words));
  if (a->type != STRATA_ABILITIES) {
    return kit_fold(0, words, a->word_count * sizeof *words);
  }
  st_text text;
  st_text_init(&text, eval->mem);
  OK(st_eval_list_text(eval, words[0], &text));
  uint64_t sum = kit_fold_text(0, st_text_get(&text));
  st_text_fini(&text);
  return sum;
}

/* Check that each current value equals that of a new evaluator. */
static inline void expect_known(board *b) {
  st_store store;
  st_eval fresh;
  OK(st_store_init(&store, &b->o.s.mem, b->o.s.rules));
  OK(st_store_copy(&store, &b->o.s.store));
  OK(st_eval_init(&fresh, &b->o.s.mem, &store));
  OK(st_validate_world(&store));
  for (uint32_t slot = 1; slot <= st_entity_top(&store); slot++) {
    if (!st_get_bit(&store, ST_COLUMN_ENTITY_LIVE, slot)) continue;
    for (strata_attr a = 1; a <= st_attr_count(store.rules); a++) {
      cr_assert(
          eq(u64, fold_value(&b->eval, a, slot), fold_value(&fresh, a, slot)),
          "%s of %u", store.rules->attrs[a - 1].name, slot);
    }
  }
  st_eval_fini(&fresh);
  st_store_fini(&store);
}

static inline strata_status set_number(board *b, const char *attr,
                                       uint32_t slot, int64_t number) {
  const uint64_t word = (uint64_t)number;
  return st_mutator_set_base(&b->change, attr_of(b, attr), slot, &word);
}

#endif
