/* Validation of rows of effects: inconsistent rows are refused, and no number
 * in them is used before it was checked. */
#include "effect_stage.h"

TestSuite(validate_effects, .timeout = 120);

/*
 * Entities 1 to 5, slot 6 free. Texts 1 "Growth", 2 "power > 1", 3 "power",
 * 4 "elf\nwall".
 * Effect 1: power + 1 and flying = 1 on 1 and 2, 3 turns, from entity 3.
 *           Parts 1 and 2; nodes 1, 2 and 3, 4.
 * Effect 2: toughness + power for all with power > 1, while it holds. Part 3.
 * Effect 3: types + 4 on entity 1. Part 4, node 5.
 * Effect 4: removed. Part 5 and node 6 are free.
 */
static void add_first(table *t) {
  const st_new_part parts[] = {
      {st_part_header(0, kit_attr(t->s.rules, "power"), 0, 0, STRATA_OP_ADD), 1,
       0, 0, 0},
      {st_part_header(5, kit_attr(t->s.rules, "flying"), 1, 0, STRATA_OP_SET),
       1, 0, 0, 0}};
  st_new_effect desc = {.source = st_entity_handle(&t->s.store, 3),
                        .name = 1,
                        .clock = 1,
                        .ticks = 3,
                        .while_source = true,
                        .parts = parts,
                        .part_count = 2,
                        .targets = t->live,
                        .target_count = 2};
  OK(st_effect_add(&t->s.store, &desc, &t->effects[0]));
}

static void add_second(table *t) {
  const st_new_part part = {
      .header = st_part_header(2, kit_attr(t->s.rules, "toughness"), 0,
                               ST_PART_OPEN | ST_PART_COMPUTED, STRATA_OP_ADD),
      .text = 3};
  st_new_effect desc = {
      .subject = 2, .while_on = 2, .parts = &part, .part_count = 1};
  OK(st_effect_add(&t->s.store, &desc, &t->effects[1]));
}

static void add_third(table *t, uint32_t *out) {
  const st_new_part part = {
      .header =
          st_part_header(1, kit_attr(t->s.rules, "types"), 0, 0, STRATA_OP_ADD),
      .text = 4};
  st_new_effect desc = {
      .parts = &part, .part_count = 1, .targets = t->live, .target_count = 1};
  OK(st_effect_add(&t->s.store, &desc, out));
}

static void sample(table *t) {
  table_open(t, 1);
  OK(st_entity_despawn(&t->s.store, 6));
  cr_assert(eq(u32, table_text(t, "Growth"), 1));
  cr_assert(eq(u32, table_text(t, "power > 1"), 2));
  cr_assert(eq(u32, table_text(t, "power"), 3));
  cr_assert(eq(u32, table_text(t, "elf\nwall"), 4));
  add_first(t);
  add_second(t);
  add_third(t, &t->effects[2]);
  add_third(t, &t->effects[3]);
  OK(st_effect_remove(&t->s.store, 4));
  table_check(t);
}

typedef struct damage {
  const char *name;
  uint32_t column;
  uint32_t row;
  uint64_t value;
} damage;

#define COLUMN(name) ST_COLUMN_##name
#define SCALAR(name) ST_COLUMN_SCALAR, ST_SCALAR_##name

static const damage damages[] = {
    {"a scalar of nobody", COLUMN(SCALAR), 0, 1},
    {"a scalar that does not exist", COLUMN(SCALAR), ST_SCALAR_COUNT, 1},
    {"more effects than counted", SCALAR(EFFECT_COUNT), 2},
    {"fewer effects than counted", SCALAR(EFFECT_COUNT), 4},
    {"entities miscounted", SCALAR(ENTITY_COUNT), 6},
    {"more entities than rows", SCALAR(ENTITY_TOP), 7},
    {"fewer entities than rows", SCALAR(ENTITY_TOP), 5},
    {"more rows than memory", SCALAR(ENTITY_TOP), UINT32_MAX},
    {"a free entity that lives", SCALAR(ENTITY_FREE), 1},
    {"a free entity beyond all", SCALAR(ENTITY_FREE), 7},
    {"no free entity", SCALAR(ENTITY_FREE), 0},
    {"free entities in a circle", COLUMN(ENTITY_NEXT_FREE), 6, 6},
    {"a live entity in the free list", COLUMN(ENTITY_NEXT_FREE), 6, 1},
    {"a live entity with a next free", COLUMN(ENTITY_NEXT_FREE), 1, 2},
    {"generation 0", COLUMN(ENTITY_GENERATION), 6, 0},
    {"an even generation alive", COLUMN(ENTITY_GENERATION), 1, 2},
    {"an odd generation free", COLUMN(ENTITY_GENERATION), 6, 3},
    {"a generation of nobody", COLUMN(ENTITY_GENERATION), 0, 1},
    {"a generation beyond all", COLUMN(ENTITY_GENERATION), 7, 1},
    {"a dead entity's bit", COLUMN(ENTITY_LIVE), 6, 1},
    {"a live entity's bit lost", COLUMN(ENTITY_LIVE), 1, 0},
    {"a bit beyond all", COLUMN(ENTITY_LIVE), 63, 1},
    {"fewer texts", SCALAR(TEXT_TOP), 3},
    {"more texts", SCALAR(TEXT_TOP), 5},
    {"fewer bytes", SCALAR(BYTES_TOP), 1},
    {"more bytes", SCALAR(BYTES_TOP), 9},
    {"a text that starts elsewhere", COLUMN(TEXT_START), 2, 0},
    {"a text that is longer", COLUMN(TEXT_LENGTH), 1, 7},
    {"a text that is shorter", COLUMN(TEXT_LENGTH), 1, 5},
    {"a text of nothing", COLUMN(TEXT_LENGTH), 1, 0},
    {"a text of all memory", COLUMN(TEXT_LENGTH), 4, UINT32_MAX},
    {"a byte after a text", COLUMN(BYTES), 0, UINT64_MAX},
    {"a text with a NUL", COLUMN(BYTES), 0, 0},
    {"a stamp of the future", SCALAR(STAMP), 2},
    {"a stamp too large", SCALAR(STAMP), UINT64_C(1) << 57},
    {"an effect without a stamp", COLUMN(EFFECT_STAMP), 1, 0},
    {"a removed effect with a stamp", COLUMN(EFFECT_STAMP), 4, 1},
    {"an effect of generation 0", COLUMN(EFFECT_ENDED_COUNT), 1, UINT32_MAX},
    {"a source that never was", COLUMN(EFFECT_SOURCE), 1,
     UINT64_C(0x300000003)},
    {"a source with an even generation", COLUMN(EFFECT_SOURCE), 1,
     UINT64_C(0x200000006)},
    {"a source of slot 0", COLUMN(EFFECT_SOURCE), 1, UINT64_C(0x100000000)},
    {"a source beyond all", COLUMN(EFFECT_SOURCE), 1, UINT64_C(0x100000007)},
    {"an effect without parts", COLUMN(EFFECT_PARTS), 1, 0},
    {"another effect's parts", COLUMN(EFFECT_PARTS), 1, 3},
    {"its second part only", COLUMN(EFFECT_PARTS), 1, 2},
    {"parts beyond all", COLUMN(EFFECT_PARTS), 1, 6},
    {"a name beyond all texts", COLUMN(EFFECT_NAME), 1, 5},
    {"a subject on locked parts", COLUMN(EFFECT_SUBJECT), 1, 2},
    {"a subject lost", COLUMN(EFFECT_SUBJECT), 2, 0},
    {"a subject that is a number", COLUMN(EFFECT_SUBJECT), 2, 3},
    {"a subject that is nonsense", COLUMN(EFFECT_SUBJECT), 2, 4},
    {"a subject beyond all texts", COLUMN(EFFECT_SUBJECT), 2, 5},
    {"a condition without the flag", COLUMN(EFFECT_CONDITION), 1, 2},
    {"a while_on in no list", COLUMN(EFFECT_WHILE_ON), 1, 2},
    {"a while_on that is a number", COLUMN(EFFECT_WHILE_ON), 2, 3},
    {"a while_on lost", COLUMN(EFFECT_WHILE_ON), 2, 0},
    {"a clock lost", COLUMN(EFFECT_CLOCK), 1, 0},
    {"another clock", COLUMN(EFFECT_CLOCK), 1, 2},
    {"an end lost", COLUMN(EFFECT_EXPIRES), 1, 0},
    {"an end without a clock", COLUMN(EFFECT_EXPIRES), 2, 5},
    {"a group without the flag", COLUMN(EFFECT_GROUP), 1, 1},
    {"while_source lost", COLUMN(EFFECT_WHILE_SOURCE), 1, 0},
    {"while_source not counted", COLUMN(EFFECT_WHILE_SOURCE), 2, 1},
    {"sources miscounted", SCALAR(WHILE_SOURCE_COUNT), 0},
    {"a timed list of itself", COLUMN(EFFECT_TIMED_NEXT), 1, 1},
    {"a timed list with a stranger", COLUMN(EFFECT_TIMED_NEXT), 1, 2},
    {"a timed list that goes back", COLUMN(EFFECT_TIMED_PREV), 1, 2},
    {"nobody watched", SCALAR(WHILE_FIRST), 0},
    {"the wrong one watched", SCALAR(WHILE_FIRST), 1},
    {"watched beyond all", SCALAR(WHILE_FIRST), 5},
    {"a watched list of itself", COLUMN(EFFECT_WHILE_NEXT), 2, 2},
    {"nobody planned", SCALAR(GLOBAL_FIRST), 0},
    {"the wrong one planned", SCALAR(GLOBAL_FIRST), 1},
    {"a planned list of itself", COLUMN(EFFECT_GLOBAL_NEXT), 2, 2},
    {"a planned list that goes back", COLUMN(EFFECT_GLOBAL_PREV), 2, 1},
    {"free effects in a circle", COLUMN(EFFECT_NEXT_FREE), 4, 4},
    {"a used effect is free", SCALAR(EFFECT_FREE), 1},
    {"a free effect lost", SCALAR(EFFECT_FREE), 0},
    {"more effects than rows", SCALAR(EFFECT_TOP), 5},
    {"parts in a circle", COLUMN(PART_NEXT), 2, 1},
    {"a part of its own", COLUMN(PART_NEXT), 1, 1},
    {"a part lost", COLUMN(PART_NEXT), 1, 0},
    {"a part of another effect", COLUMN(PART_NEXT), 2, 3},
    {"a part that says another effect", COLUMN(PART_EFFECT), 2, 2},
    {"a part of nobody", COLUMN(PART_EFFECT), 1, 0},
    {"a free part of somebody", COLUMN(PART_EFFECT), 5, 1},
    {"a part that does nothing", COLUMN(PART_HEADER), 1, 0},
    {"a flag of 2", COLUMN(PART_VALUE), 2, 2},
    {"a number with a text", COLUMN(PART_TEXT), 1, 1},
    {"an operand that is no number", COLUMN(PART_TEXT), 3, 2},
    {"an operand lost", COLUMN(PART_TEXT), 3, 0},
    {"a set that is nonsense", COLUMN(PART_TEXT), 4, 1},
    {"a set beyond all texts", COLUMN(PART_TEXT), 4, 5},
    {"a locked part with no node", COLUMN(PART_NODES), 1, 0},
    {"an open part with nodes", COLUMN(PART_NODES), 3, 1},
    {"nodes of another part", COLUMN(PART_NODES), 1, 4},
    {"one node fewer", COLUMN(PART_NODES), 1, 1},
    {"a used part is free", SCALAR(PART_FREE), 1},
    {"a free part lost", SCALAR(PART_FREE), 0},
    {"more parts than rows", SCALAR(PART_TOP), 6},
    {"a node of another part", COLUMN(NODE_PART), 1, 2},
    {"a node of no part", COLUMN(NODE_PART), 1, 0},
    {"a free node with a part", COLUMN(NODE_PART), 6, 4},
    {"a node on a dead card", COLUMN(NODE_TARGET), 1, 6},
    {"a node on nobody", COLUMN(NODE_TARGET), 1, 0},
    {"a node on a card beyond all", COLUMN(NODE_TARGET), 1, 7},
    {"a node on another card", COLUMN(NODE_TARGET), 1, 2},
    {"an older node of another value", COLUMN(NODE_PREV), 1, 3},
    {"a chain of one node", COLUMN(NODE_PREV), 1, 1},
    {"a newer node that is not", COLUMN(NODE_NEXT), 1, 2},
    {"siblings in a circle", COLUMN(NODE_SIBLING), 1, 2},
    {"a sibling lost", COLUMN(NODE_SIBLING), 2, 0},
    {"a sibling beyond all", COLUMN(NODE_SIBLING), 1, 7},
    {"a used node is free", SCALAR(NODE_FREE), 1},
    {"a free node lost", SCALAR(NODE_FREE), 0},
    {"more nodes than rows", SCALAR(NODE_TOP), 7},
};

static strata_status judge(const table *t) {
  strata_status status = st_validate_world(&t->s.store);
  return status ? status : st_validate_effects(&t->s.store);
}

Test(validate_effects, each_planted_damage_is_refused) {
  table t;
  sample(&t);
  uint64_t mark;
  OK(st_store_mark(&t.s.store, &mark));
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    const damage *d = &damages[i];
    cr_expect(ne(u64, st_get_any(&t.s.store, d->column, d->row), d->value),
              "%s: is so already", d->name);
    OK(st_put_any(&t.s.store, d->column, d->row, d->value));

    cr_expect(eq(int, judge(&t), STRATA_ECORRUPT), "%s", d->name);

    OK(st_store_rollback(&t.s.store, mark));
  }
  table_check(&t);
  table_close(&t);
}

/* Damages whose column the rules say. */
typedef struct base_damage {
  const char *attr;
  uint32_t row;
  uint64_t cell;
  bool chain; /* not the base value but the chain */
} base_damage;

static const base_damage base_damages[] = {
    {"small", 1, 8, false}, /* out of range */
    {"small", 1, UINT32_MAX - 8, false},
    {"power", 6, 1, false}, /* of a dead card */
    {"power", 0, 1, false}, /* of nobody */
    {"power", 7, 1, false}, /* beyond all */
    {"types", 6, 1, false},
    {"owner", 1, UINT64_C(0x300000001), false}, /* never handed out */
    {"owner", 1, UINT64_C(0x200000001), false}, /* even */
    {"owner", 1, 1, false},
    {"owner", 1, UINT64_C(0x100000007), false},
    {"note", 1, 5, false}, /* no such text */
    {"power", 1, 0, true}, /* a chain lost */
    {"power", 1, 2, true}, /* of another card */
    {"power", 3, 1, true},
    {"power", 1, 7, true},     /* beyond all */
    {"power", 1, 6, true},     /* a free node */
    {"toughness", 1, 1, true}, /* of another attribute */
    {"power", 6, 1, true},     /* of a dead card */
};

Test(validate_effects, wrong_base_values_and_chains_are_refused) {
  table t;
  sample(&t);
  uint64_t mark;
  OK(st_store_mark(&t.s.store, &mark));
  for (size_t i = 0; i < ST_COUNT_OF(base_damages); i++) {
    const base_damage *d = &base_damages[i];
    const st_attr *attr = state_attr(&t.s, d->attr);
    uint32_t column = d->chain ? attr->chain_column : attr->base_column;
    OK(st_put_any(&t.s.store, column, d->row, d->cell));

    cr_expect(eq(int, judge(&t), STRATA_ECORRUPT), "%s, case %zu", d->attr, i);

    OK(st_store_rollback(&t.s.store, mark));
  }
  table_close(&t);
}

typedef struct verb_damage {
  const char *name;
  uint32_t part;
  strata_layer layer;
  const char *attr;
  uint32_t flags;
  uint32_t op;
} verb_damage;

static const verb_damage verb_damages[] = {
    {"no such layer", 1, 6, "power", 0, STRATA_OP_ADD},
    {"a negative layer", 1, -1, "power", 0, STRATA_OP_ADD},
    {"another attribute", 1, 0, "toughness", 0, STRATA_OP_ADD},
    {"an unlayered attribute", 3, 0, "seat", ST_PART_OPEN | ST_PART_COMPUTED,
     STRATA_OP_ADD},
    {"open, but locked", 1, 0, "power", ST_PART_OPEN, STRATA_OP_ADD},
    {"locked, but open", 3, 2, "toughness", ST_PART_COMPUTED, STRATA_OP_ADD},
    {"computed without text", 1, 0, "power", ST_PART_COMPUTED, STRATA_OP_ADD},
    {"not computed, with text", 3, 2, "toughness", ST_PART_OPEN, STRATA_OP_ADD},
    {"conditional without one", 1, 0, "power", ST_PART_CONDITIONAL,
     STRATA_OP_ADD},
    {"grouped without one", 1, 0, "power", ST_PART_GROUPED, STRATA_OP_ADD},
    {"a switch without the flag", 1, 0, "power", 0, STRATA_OP_SWITCH},
    {"a switch with nobody", 1, 0, "power", ST_PART_SWITCH, STRATA_OP_SWITCH},
    {"the flag without a switch", 1, 0, "power", ST_PART_SWITCH, STRATA_OP_ADD},
    {"scaled by 1 / 0", 1, 0, "power", 0, STRATA_OP_SCALE},
    {"symbols out of a number", 1, 0, "power", 0, STRATA_OP_REMOVE},
    {"no such operation", 1, 0, "power", 0, 14},
    {"a flag added to", 2, 5, "flying", 0, STRATA_OP_ADD},
    {"a set multiplied", 4, 1, "types", 0, STRATA_OP_MUL},
    {"a set cleared of a text", 4, 1, "types", 0, STRATA_OP_CLEAR},
};

Test(validate_effects, wrong_verbs_are_refused) {
  table t;
  sample(&t);
  uint64_t mark;
  OK(st_store_mark(&t.s.store, &mark));
  for (size_t i = 0; i < ST_COUNT_OF(verb_damages); i++) {
    const verb_damage *d = &verb_damages[i];
    uint64_t verb = st_part_header(d->layer, kit_attr(t.s.rules, d->attr),
                                   d->part == 2, d->flags, d->op);
    OK(st_put_split(&t.s.store, ST_COLUMN_PART_HEADER, d->part, verb));

    cr_expect(eq(int, judge(&t), STRATA_ECORRUPT), "%s", d->name);

    OK(st_store_rollback(&t.s.store, mark));
  }
  table_close(&t);
}

Test(validate_effects, no_number_in_any_cell_is_followed_blindly) {
  table t;
  sample(&t);
  uint64_t mark;
  OK(st_store_mark(&t.s.store, &mark));
  static const uint64_t numbers[] = {0,  1,  2,          4,
                                     63, 64, UINT32_MAX, UINT64_MAX};
  size_t refused = 0;
  for (uint32_t c = 0; c < t.s.rules->column_count; c++) {
    unsigned bits = t.s.store.columns[c].width == ST_CELL_BIT  ? 1
                    : t.s.store.columns[c].width == ST_CELL_32 ? 32
                                                               : 64;
    for (uint32_t row = 0; row < 18; row++) {
      for (size_t i = 0; i < ST_COUNT_OF(numbers); i++) {
        uint64_t number = numbers[i] & UINT64_MAX >> (64 - bits);
        OK(st_put_any(&t.s.store, c, row, number));
        strata_status status = judge(&t);
        cr_assert(status == STRATA_OK || status == STRATA_ECORRUPT);
        refused += status != STRATA_OK;
        OK(st_store_rollback(&t.s.store, mark));
      }
    }
  }
  cr_expect(lt(sz, 2000, refused));
  table_close(&t);
}

Test(validate_effects, worn_out_slots_are_neither_used_nor_free) {
  table t;
  sample(&t);
  OK(st_put32(&t.s.store, ST_COLUMN_ENTITY_GENERATION, 5,
              ST_GENERATION_EXHAUSTED - 1));
  OK(st_put32(&t.s.store, ST_COLUMN_EFFECT_ENDED_COUNT, 2,
              ST_EFFECT_ENDED_MAX));
  table_check(&t);

  OK(st_entity_despawn(&t.s.store, 5));
  OK(st_effect_remove(&t.s.store, 2));

  table_check(&t);
  OK(st_put32(&t.s.store, ST_COLUMN_EFFECT_ENDED_COUNT, 2, 7));
  cr_expect(eq(int, judge(&t), STRATA_ECORRUPT), "a slot was lost");
  table_close(&t);
}

Test(validate_effects, without_memory_it_says_so_and_keeps_nothing) {
  table t;
  sample(&t);
  size_t live = t.s.probe.live_blocks;
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; n < 200 && status; n++) {
    t.s.probe.fail_at = t.s.probe.calls + n;
    status = st_validate_effects(&t.s.store);
    if (status) cr_expect(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
    cr_expect(eq(sz, t.s.probe.live_blocks, live), "allocation %zu", n);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 5, n));
  table_close(&t);
}
