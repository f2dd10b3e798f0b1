/* Validation of rows of the world: zones, last-known values, timestamps and
 * lists of abilities that are inconsistent are refused. */
#include "object_stage.h"

TestSuite(validate_world, .timeout = 120);

/*
 * Entities 1 and 2 are players. The library of 1: 3, 4, 5 from the bottom; the
 * field: 6, 7. Entity 8 is gone, has become 7, and its copiable values are
 * apart in slot 9. Slot 10 is free. Entity 6 has 2 charges and the abilities
 * flying and haste, which are text 1; text 2 is "wall".
 */
static void sample(objects *o) {
  objects_open(o);
  st_store *store = &o->s.store;
  for (int i = 0; i < 8; i++) {
    (void)objects_spawn(o);
  }
  uint32_t apart = 0;
  OK(st_entity_spawn_last_known(store, &apart));
  cr_assert(eq(u32, apart, 9));
  OK(st_entity_despawn(store, objects_spawn(o)));
  for (uint32_t card = 3; card <= 5; card++) {
    OK(st_zone_enter(store, card, objects_zone(o, "library"), 1, 0));
  }
  OK(st_zone_enter(store, 6, objects_zone(o, "field"), 0, 0));
  OK(st_zone_enter(store, 7, objects_zone(o, "field"), 0, 0));
  uint32_t text = 0;
  OK(st_strings_intern(&o->strings, store, "flying\nhaste", 12, &text));
  objects_put(o, "abilities", 6, text);
  OK(st_strings_intern(&o->strings, store, "wall", 4, &text));
  OK(st_entity_set_counter(store, state_attr(&o->s, "charge"), 6, 2));
  OK(st_entity_keep_last_known(store, 8));
  OK(st_put64(store, ST_COLUMN_ENTITY_SUCCESSOR, 8, st_handle(7, 1)));
  OK(st_put32(store, ST_COLUMN_ENTITY_ABOVE, 8, apart));
  OK(st_put32(store, ST_COLUMN_ENTITY_DEFINITION, 8, 1));
  cr_assert(eq(int, st_validate_world(store), STRATA_OK));
}

typedef struct damage {
  const char *name;
  uint32_t column, row;
  uint64_t value;
} damage;

#define COLUMN(name) ST_COLUMN_ENTITY_##name

static const damage damages[] = {
    {"a free list of somebody gone", ST_COLUMN_SCALAR, ST_SCALAR_ENTITY_FREE,
     8},
    {"a live one that is gone", COLUMN(LAST_KNOWN), 1, 1},
    {"a free one that is gone", COLUMN(LAST_KNOWN), 10, 1},
    {"a gone one that is not", COLUMN(LAST_KNOWN), 8, 0},
    {"a gone one that lives", COLUMN(LIVE), 8, 1},
    {"a gone one of an odd generation", COLUMN(GENERATION), 8, 3},
    {"a gone one that is free", COLUMN(NEXT_FREE), 8, 10},
    {"a gone one in the free list", COLUMN(NEXT_FREE), 10, 8},
    {"a live one without a stamp", COLUMN(STAMP), 3, 0},
    {"a stamp of the future", COLUMN(STAMP), 3, 1000},
    {"a gone one's stamp of the future", COLUMN(STAMP), 8, 1000},
    {"a free one with a stamp", COLUMN(STAMP), 10, 1},
    {"a live one with a successor", COLUMN(SUCCESSOR), 3,
     UINT64_C(0x100000007)},
    {"a free one with a successor", COLUMN(SUCCESSOR), 10,
     UINT64_C(0x100000007)},
    {"a successor that never was", COLUMN(SUCCESSOR), 8, UINT64_C(0x300000007)},
    {"a successor that is none", COLUMN(SUCCESSOR), 8, UINT64_C(0x200000007)},
    {"a successor beyond all", COLUMN(SUCCESSOR), 8, UINT64_C(0x10000000b)},
    {"a free one with a definition", COLUMN(DEFINITION), 10, 1},
    {"a free one with a player", COLUMN(ZONE_PLAYER), 10, 1},
    {"a gone one with a player", COLUMN(ZONE_PLAYER), 8, 1},
    {"copiable values of the living", COLUMN(ABOVE), 8, 7},
    {"copiable values of its own, twice", COLUMN(ABOVE), 8, 8},
    {"copiable values that are apart again", COLUMN(ABOVE), 9, 8},
    {"copiable values beyond all", COLUMN(ABOVE), 8, 11},
    {"copiable values of an effect", COLUMN(BELOW), 9, 1},
    {"somebody in no zone with a player", COLUMN(ZONE_PLAYER), 2, 1},
    {"somebody in no zone above another", COLUMN(BELOW), 2, 3},
    {"somebody in no zone below another", COLUMN(ABOVE), 2, 3},
    {"another player's card", COLUMN(ZONE_PLAYER), 4, 2},
    {"nobody's card", COLUMN(ZONE_PLAYER), 4, 0},
    {"a player's card in a shared zone", COLUMN(ZONE_PLAYER), 6, 1},
    {"a library that ends in a circle", COLUMN(ABOVE), 5, 3},
    {"a card above itself", COLUMN(ABOVE), 4, 4},
    {"a card that is left out", COLUMN(ABOVE), 3, 5},
    {"a card that is cut off", COLUMN(ABOVE), 4, 0},
    {"a library that goes on in the field", COLUMN(ABOVE), 5, 6},
    {"a library that goes on with somebody gone", COLUMN(ABOVE), 5, 8},
    {"a library that goes on beyond all", COLUMN(ABOVE), 5, 4711},
    {"a link down that is not mutual", COLUMN(BELOW), 5, 3},
    {"a bottom with something below", COLUMN(BELOW), 3, 4},
    {"no link down", COLUMN(BELOW), 4, 0},
};

static void expect_refused(objects *o, const char *name, uint32_t column,
                           uint32_t row, uint64_t value) {
  st_store *store = &o->s.store;
  st_savepoint start = st_store_begin(store);
  cr_expect(ne(u64, st_get_any(store, column, row), value), "%s: is so already",
            name);
  OK(st_put_any(store, column, row, value));
  cr_expect(eq(int, st_validate_world(store), STRATA_ECORRUPT), "%s", name);
  st_store_undo(store, start);
}

Test(validate_world, each_planted_damage_is_refused) {
  objects o;
  sample(&o);
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    const damage *d = &damages[i];
    expect_refused(&o, d->name, d->column, d->row, d->value);
  }
  cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
  objects_close(&o);
}

Test(validate_world, damages_of_what_the_rules_declare_are_refused) {
  objects o;
  sample(&o);
  uint32_t library = objects_zone(&o, "library")->ends_column;
  uint32_t field = objects_zone(&o, "field")->ends_column;
  uint32_t elf = kit_symbol(o.s.rules, "elf");
  uint32_t hand = objects_zone(&o, "hand")->symbol;
  const st_attr *abilities = state_attr(&o.s, "abilities");
  const st_attr *charge = state_attr(&o.s, "charge");
  const damage some[] = {
      {"a zone that is none", COLUMN(ZONE), 3, elf},
      {"another zone", COLUMN(ZONE), 3, hand},
      {"no zone", COLUMN(ZONE), 3, 0},
      {"a zone that does not know", COLUMN(ZONE), 2, hand},
      {"a gone one's zone that is none", COLUMN(ZONE), 8, elf},
      {"a free one's zone", COLUMN(ZONE), 10, hand},
      {"a bottom that is not", library, 1, 4},
      {"no bottom", library, 1, 0},
      {"another's bottom", library, 2, 3},
      {"a bottom of somebody gone's zone", library, 8, 3},
      {"a top that is not", library + 1, 1, 4},
      {"a top of nothing", library + 1, 2, 3},
      {"no top", library + 1, 1, 0},
      {"no field", field, 1, 0},
      {"a second field", field, 2, 6},
      {"a field beyond all", field, 1, 4711},
      {"a top beyond all", field + 1, 1, 4711},
      {"a text that names no ability", abilities->base_column, 6, 2},
      {"abilities beyond all texts", abilities->base_column, 6, 3},
      {"abilities of a free one", abilities->base_column, 10, 1},
      {"counters without a stamp", charge->counter_stamp_column, 6, 0},
      {"counters with a stamp of the future", charge->counter_stamp_column, 6,
       1000},
      {"a stamp without counters", charge->counter_stamp_column, 7, 1},
      {"fewer than no counters", charge->base_column, 6, UINT64_MAX},
  };
  for (size_t i = 0; i < ST_COUNT_OF(some); i++) {
    const damage *d = &some[i];
    expect_refused(&o, d->name, d->column, d->row, d->value);
  }
  objects_close(&o);
}

/* A zone that is in order but for whose it is. */
static void give_card(objects *o, uint32_t card, uint32_t player) {
  st_store *store = &o->s.store;
  uint32_t ends = objects_zone(o, "hand")->ends_column;
  uint32_t hand = objects_zone(o, "hand")->symbol;
  OK(st_put32(store, ST_COLUMN_ENTITY_ZONE, card, hand));
  OK(st_put32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, card, player));
  OK(st_put32(store, ends, player, card));
  OK(st_put32(store, ends + 1, player, card));
}

Test(validate_world, zones_of_the_dead_and_of_those_in_them_are_refused) {
  static const struct {
    uint32_t player;
    strata_status want;
  } cases[] = {{1, STRATA_OK},
               {2, STRATA_ECORRUPT},   /* the card itself */
               {8, STRATA_ECORRUPT},   /* gone */
               {10, STRATA_ECORRUPT}}; /* free */
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    objects o;
    sample(&o);
    give_card(&o, 2, cases[i].player);
    cr_expect(eq(int, st_validate_world(&o.s.store), cases[i].want), "%zu", i);
    objects_close(&o);
  }
}

Test(validate_world, no_number_in_any_cell_is_followed_blindly) {
  objects o;
  sample(&o);
  st_store *store = &o.s.store;
  static const uint64_t numbers[] = {0, 1,  2,  3,          8,
                                     9, 10, 63, UINT32_MAX, UINT64_MAX};
  size_t refused = 0;
  for (uint32_t c = 0; c < o.s.rules->column_count; c++) {
    unsigned bits = store->columns[c].width == ST_CELL_BIT  ? 1
                    : store->columns[c].width == ST_CELL_32 ? 32
                                                            : 64;
    for (uint32_t row = 0; row < 12; row++) {
      for (size_t i = 0; i < ST_COUNT_OF(numbers); i++) {
        st_savepoint start = st_store_begin(store);
        OK(st_put_any(store, c, row, numbers[i] & UINT64_MAX >> (64 - bits)));
        strata_status status = st_validate_world(store);
        cr_assert(status == STRATA_OK || status == STRATA_ECORRUPT);
        refused += status != STRATA_OK;
        st_store_undo(store, start);
      }
    }
  }
  cr_expect(lt(sz, 2000, refused));
  objects_close(&o);
}

Test(validate_world, without_memory_it_says_so) {
  objects o;
  sample(&o);
  size_t live = o.s.probe.live_blocks;
  o.s.probe.fail_at = o.s.probe.calls + 1;
  cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_ENOMEM));
  cr_expect(eq(sz, o.s.probe.live_blocks, live));
  cr_expect(eq(int, st_validate_world(&o.s.store), STRATA_OK));
  objects_close(&o);
}
