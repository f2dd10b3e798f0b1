/* Validation of effects that copy, that are locked in part, or that change
 * abilities: what they leave behind, and that damaged rows are refused. */
#include "object_stage.h"
#include "world/save/validate_effects.h"
#include "world/tables/effect.h"

TestSuite(validate_copies, .timeout = 120);

enum { COPY_LAYER, CONTROL, TYPE, ABILITY, PT_SET, PT_MODIFY };

/* Parts 1 to 17 in the order in which they are added. */
typedef struct scene {
  objects o;
  uint32_t nobody; /* the slot of an entity that is gone */
  uint32_t snapshot, copying, open, many;
} scene;

static uint32_t text(scene *s, const char *bytes) {
  uint32_t id = 0;
  OK(st_strings_intern(&s->o.strings, &s->o.s.store, bytes, strlen(bytes),
                       &id));
  return id;
}

static st_new_part part(const scene *s, strata_layer layer, const char *attr,
                        uint32_t flags, strata_op op) {
  return (st_new_part){.header = st_part_header(
                           layer, kit_attr(s->o.s.rules, attr), 0, flags, op)};
}

static uint32_t add(scene *s, st_new_effect *desc) {
  uint32_t effect = 0;
  OK(st_effect_add(&s->o.s.store, desc, &effect));
  return effect;
}

static const uint32_t both[] = {1, 2};

/* Entity 1 copies what entity 2 is. */
static void add_copying(scene *s) {
  st_store *store = &s->o.s.store;
  OK(st_entity_spawn_last_known(store, &s->snapshot));
  OK(st_object_copy_copiable(store, 2, s->snapshot));
  st_new_part parts[] = {part(s, COPY_LAYER, "power", 0, STRATA_OP_COPY),
                         part(s, COPY_LAYER, "abilities", 0, STRATA_OP_COPY)};
  parts[0].value = st_entity_last_known_handle(store, s->snapshot);
  parts[1].value = parts[0].value;
  st_new_effect desc = {.snapshot = s->snapshot,
                        .parts = parts,
                        .part_count = 2,
                        .targets = both,
                        .target_count = 1};
  s->copying = add(s, &desc);
}

/* Locked to both, but for its second part. */
static void add_open(scene *s) {
  st_new_part parts[] = {
      part(s, PT_MODIFY, "power", 0, STRATA_OP_ADD),
      part(s, CONTROL, "controller", ST_PART_OPEN, STRATA_OP_SET),
      part(s, PT_MODIFY, "toughness", 0, STRATA_OP_ADD)};
  st_new_effect desc = {.subject = text(s, "power > 0"),
                        .parts = parts,
                        .part_count = 3,
                        .targets = both,
                        .target_count = 2};
  s->open = add(s, &desc);
}

static void add_many(scene *s) {
  st_new_part parts[] = {
      part(s, ABILITY, "abilities", 0, STRATA_OP_ADD),
      part(s, ABILITY, "abilities", 0, STRATA_OP_FORBID),
      part(s, ABILITY, "abilities", 0, STRATA_OP_SET),
      part(s, ABILITY, "abilities", 0, STRATA_OP_REMOVE),
      part(s, ABILITY, "abilities", 0, STRATA_OP_STRIP),
      part(s, ABILITY, "abilities", 0, STRATA_OP_CLEAR),
      part(s, ABILITY, "abilities", 0, STRATA_OP_SUBSTITUTE),
      part(s, ABILITY, "abilities", ST_PART_COMPUTED, STRATA_OP_BORROW),
      part(s, TYPE, "types", 0, STRATA_OP_SUBSTITUTE),
      part(s, TYPE, "types", ST_PART_COMPUTED, STRATA_OP_ADD),
      part(s, TYPE, "rarity", 0, STRATA_OP_SUBSTITUTE),
      part(s, TYPE, "types", 0, STRATA_OP_CLEAR)};
  parts[0].text = text(s, "haste\nflying\nhaste");
  parts[1].text = text(s, "flying");
  parts[6].text = text(s, "elf\nrare");
  parts[7].text = text(s, "power > outer.power");
  parts[7].value = STRATA_ABILITY_STATIC;
  parts[8].text = text(s, "elf\nwall");
  parts[9].text = text(s, "rarity");
  parts[10].text = text(s, "rare\ncommon");
  st_new_effect desc = {.parts = parts,
                        .part_count = ST_COUNT_OF(parts),
                        .targets = both,
                        .target_count = 1};
  s->many = add(s, &desc);
}

static strata_status judge(const scene *s) {
  strata_status status = st_validate_world(&s->o.s.store);
  return status ? status : st_validate_effects(&s->o.s.store);
}

static void open_scene(scene *s) {
  *s = (scene){0};
  objects_open(&s->o);
  for (int i = 0; i < 3; i++) {
    (void)objects_spawn(&s->o);
  }
  OK(st_entity_spawn_last_known(&s->o.s.store, &s->nobody));
  add_copying(s);
  add_open(s);
  add_many(s);
  cr_assert(eq(int, judge(s), STRATA_OK));
}

static void close_scene(scene *s) {
  objects_close(&s->o);
}

/* -- What they leave behind -- */

Test(validate_copies, a_snapshot_ends_with_its_effect_and_comes_back_with_it) {
  scene s;
  open_scene(&s);
  st_store *store = &s.o.s.store;
  strata_entity handle = st_entity_last_known_handle(store, s.snapshot);
  uint64_t mark;
  OK(st_store_mark(store, &mark));
  uint64_t layout = state_layout(store);

  OK(st_effect_remove(store, s.copying));

  cr_expect(eq(u32, st_entity_last_known_slot(store, handle), 0));
  cr_expect(eq(u32, (uint32_t)st_scalar_get(store, ST_SCALAR_ENTITY_FREE),
               s.snapshot));
  cr_expect(eq(int, judge(&s), STRATA_OK));
  OK(st_store_rollback(store, mark));
  cr_expect(eq(u32, st_entity_last_known_slot(store, handle), s.snapshot));
  cr_expect(eq(u64, state_layout(store), layout));
  cr_expect(eq(int, judge(&s), STRATA_OK));

  OK(st_effect_release_target(store, 1));

  cr_expect(not(st_effect_is_used(store, s.copying)), "it has nobody left");
  cr_expect(eq(u32, st_entity_last_known_slot(store, handle), 0));
  cr_expect(eq(int, judge(&s), STRATA_OK));
  close_scene(&s);
}

Test(validate_copies, open_parts_outlive_those_that_are_locked) {
  scene s;
  open_scene(&s);
  st_store *store = &s.o.s.store;
  cr_expect(eq(u32, st_effect_target_count(store, s.open), 2));
  for (uint32_t entity = 1; entity <= 2; entity++) {
    OK(st_effect_release_target(store, entity));
    OK(st_entity_despawn(store, entity));
    cr_expect(eq(int, judge(&s), STRATA_OK));
  }
  cr_expect(eq(u32, st_effect_target_count(store, s.open), 0));
  cr_expect(st_effect_is_used(store, s.open));
  cr_expect(st_effect_is_global(store, s.open));
  cr_expect(not(st_effect_is_used(store, s.many)));

  OK(st_effect_remove(store, s.open));

  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_EFFECT_COUNT), 0));
  cr_expect(eq(u64, st_scalar_get(store, ST_SCALAR_GLOBAL_FIRST), 0));
  cr_expect(eq(int, judge(&s), STRATA_OK));
  close_scene(&s);
}

/* -- Damages -- */

typedef struct damage {
  const char *name;
  uint32_t column, row;
  uint64_t value;
} damage;

static void expect_refused(scene *s, const damage *d) {
  st_store *store = &s->o.s.store;
  st_savepoint start = st_store_begin(store);
  cr_expect(ne(u64, st_get_any(store, d->column, d->row), d->value),
            "%s: is so already", d->name);
  OK(st_put_any(store, d->column, d->row, d->value));
  cr_expect(eq(int, judge(s), STRATA_ECORRUPT), "%s", d->name);
  st_store_undo(store, start);
}

Test(validate_copies, each_planted_damage_is_refused) {
  scene s;
  open_scene(&s);
  uint32_t wall = text(&s, "wall");
  uint32_t no_name = text(&s, "flying\nwings");
  uint32_t three = text(&s, "elf\nwall\nelf");
  uint32_t pair = text(&s, "elf\nrare");
  uint32_t number = text(&s, "power");
  uint32_t predicate = text(&s, "power > 0");
  uint32_t outer = text(&s, "power > outer.power");
  strata_entity live = st_handle(3, 1);
  const damage damages[] = {
      {"a copy of nothing", ST_COLUMN_EFFECT_SNAPSHOT, s.copying, 0},
      {"a copy of the living", ST_COLUMN_EFFECT_SNAPSHOT, s.copying, 3},
      {"a copy beyond all", ST_COLUMN_EFFECT_SNAPSHOT, s.copying, 6},
      {"a snapshot without a copy", ST_COLUMN_EFFECT_SNAPSHOT, s.many,
       s.snapshot},
      {"another's snapshot", ST_COLUMN_ENTITY_BELOW, s.snapshot, s.many},
      {"nobody's snapshot", ST_COLUMN_ENTITY_BELOW, s.snapshot, 0},
      {"a snapshot of no effect", ST_COLUMN_ENTITY_BELOW, s.nobody, s.copying},
      {"a snapshot that lives", ST_COLUMN_ENTITY_LAST_KNOWN, s.snapshot, 0},
      {"a part that copies the living", ST_COLUMN_PART_VALUE, 1, live},
      {"a part that copies nobody", ST_COLUMN_PART_VALUE, 2, 0},
      {"a subject lost", ST_COLUMN_EFFECT_SUBJECT, s.open, 0},
      {"a subject with nothing open", ST_COLUMN_EFFECT_SUBJECT, s.many,
       predicate},
      {"a list with a name that is no ability", ST_COLUMN_PART_TEXT, 6, wall},
      {"a list with no name", ST_COLUMN_PART_TEXT, 6, no_name},
      {"a list beyond all texts", ST_COLUMN_PART_TEXT, 7, 99},
      {"a strip with a list", ST_COLUMN_PART_TEXT, 10, 1},
      {"a clear with a list", ST_COLUMN_PART_TEXT, 11, 1},
      {"a substitution of nothing", ST_COLUMN_PART_TEXT, 12, 0},
      {"a substitution of one word", ST_COLUMN_PART_TEXT, 12, wall},
      {"a substitution of three", ST_COLUMN_PART_TEXT, 12, three},
      {"a substitution of no symbol", ST_COLUMN_PART_TEXT, 12, no_name},
      {"a set's of what it cannot hold", ST_COLUMN_PART_TEXT, 14, pair},
      {"borrowing from nobody", ST_COLUMN_PART_TEXT, 13, 0},
      {"borrowing from a number", ST_COLUMN_PART_TEXT, 13, number},
      {"borrowing no kind", ST_COLUMN_PART_VALUE, 13, 8},
      {"a set computed of a number", ST_COLUMN_PART_TEXT, 15, number},
      {"a set computed outside", ST_COLUMN_PART_TEXT, 15, outer},
      {"the least priority", ST_COLUMN_EFFECT_PRIORITY, s.many,
       UINT32_C(0x80000000)},
      {"the greatest priority", ST_COLUMN_EFFECT_PRIORITY, s.many, INT32_MAX},
  };
  cr_assert(eq(int, judge(&s), STRATA_OK));
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    expect_refused(&s, &damages[i]);
  }
  close_scene(&s);
}

Test(validate_copies, an_effect_that_is_locked_to_nobody_is_refused) {
  for (int open = 0; open < 2; open++) {
    scene s;
    open_scene(&s);
    st_new_part parts[] = {
        part(&s, PT_MODIFY, "power", 0, STRATA_OP_ADD),
        part(&s, CONTROL, "controller", ST_PART_OPEN, STRATA_OP_SET)};
    st_new_effect desc = {.subject = open ? text(&s, "true") : 0,
                          .parts = parts,
                          .part_count = open ? 2 : 1};
    (void)add(&s, &desc);
    cr_expect(eq(int, judge(&s), open ? STRATA_OK : STRATA_ECORRUPT));
    close_scene(&s);
  }
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
    {"a copy of what is not copiable", 1, 0, "small", 0, STRATA_OP_COPY},
    {"a computed copy", 1, 0, "power", ST_PART_COMPUTED, STRATA_OP_COPY},
    {"a copy that is none", 1, 0, "power", 0, STRATA_OP_SWITCH},
    {"a locked part that is open", 3, 5, "power", ST_PART_OPEN, STRATA_OP_ADD},
    {"an open part that is locked", 4, 1, "controller", 0, STRATA_OP_SET},
    {"no such operation", 6, 3, "abilities", 0, 19},
    {"abilities added up", 6, 3, "abilities", 0, STRATA_OP_SUB},
    {"a computed list", 6, 3, "abilities", ST_PART_COMPUTED, STRATA_OP_ADD},
    {"a computed strip", 10, 3, "abilities", ST_PART_COMPUTED, STRATA_OP_STRIP},
    {"a computed substitution", 12, 3, "abilities", ST_PART_COMPUTED,
     STRATA_OP_SUBSTITUTE},
    {"borrowing a constant", 13, 3, "abilities", 0, STRATA_OP_BORROW},
    {"forbidding a type", 14, 2, "types", 0, STRATA_OP_FORBID},
};

Test(validate_copies, wrong_verbs_are_refused) {
  scene s;
  open_scene(&s);
  for (size_t i = 0; i < ST_COUNT_OF(verb_damages); i++) {
    const verb_damage *d = &verb_damages[i];
    uint64_t verb = st_part_header(d->layer, kit_attr(s.o.s.rules, d->attr), 0,
                                   d->flags, d->op);
    const damage as = {d->name, ST_COLUMN_PART_HEADER, d->part, verb};
    expect_refused(&s, &as);
  }
  close_scene(&s);
}

Test(validate_copies, without_memory_it_says_so_and_keeps_nothing) {
  scene s;
  open_scene(&s);
  size_t live = s.o.s.probe.live_blocks;
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; n < 200 && status; n++) {
    s.o.s.probe.fail_at = s.o.s.probe.calls + n;
    status = st_validate_effects(&s.o.s.store);
    if (status) cr_expect(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
    cr_expect(eq(sz, s.o.s.probe.live_blocks, live), "allocation %zu", n);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 10, n));
  close_scene(&s);
}

Test(validate_copies, without_memory_adding_and_removing_can_be_undone) {
  size_t failures = 0;
  for (size_t n = 1; n < 20; n++) {
    scene s;
    open_scene(&s);
    st_store *store = &s.o.s.store;
    uint64_t mark;
    OK(st_store_mark(store, &mark));
    s.o.s.probe.fail_at = s.o.s.probe.calls + n;
    for (int i = 0; i < 60; i++) {
      st_savepoint start = st_store_begin(store);
      uint64_t layout = state_layout(store);
      uint32_t copied = 0;
      uint32_t effect = 0;
      strata_status status = st_effect_remove(store, s.copying);
      if (!status) status = st_entity_spawn_last_known(store, &copied);
      if (!status) {
        st_new_part one = part(&s, 0, "power", 0, STRATA_OP_COPY);
        one.value = st_entity_last_known_handle(store, copied);
        st_new_effect desc = {.snapshot = copied,
                              .parts = &one,
                              .part_count = 1,
                              .targets = both,
                              .target_count = 2};
        status = st_effect_add(store, &desc, &effect);
      }
      if (!status) {
        s.copying = effect;
        continue;
      }
      cr_assert(eq(int, status, STRATA_ENOMEM));
      st_store_undo(store, start);
      cr_assert(eq(u64, state_layout(store), layout));
    }
    failures += s.o.s.probe.failures;
    s.o.s.probe.fail_at = 0;
    cr_expect(eq(int, judge(&s), STRATA_OK));
    close_scene(&s);
  }
  cr_expect(lt(sz, 0, failures));
}
