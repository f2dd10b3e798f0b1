/* Saves: what is written is read back, and any other sequence of bytes is
 * refused. */
#include "base/hash.h"
#include "effect_stage.h"
#include "old_save.h"
#include "world/save/save_format.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/save/validate_play.h"

#include <stdlib.h>

TestSuite(save, .timeout = 120);

enum { HEADER = 48, SECTION = 16 };

typedef struct saved {
  uint8_t *bytes; /* exactly as many, so that sanitizers see the end */
  size_t size;
} saved;

static saved save_of(const st_store *store) {
  saved s = {NULL, 0};
  cr_assert(not(st_save_write(store, NULL, 0, &s.size)));
  s.bytes = malloc(s.size);
  cr_assert(ne(ptr, s.bytes, NULL));
  size_t size = 0;
  cr_assert(st_save_write(store, s.bytes, s.size, &size));
  cr_assert(eq(sz, size, s.size));
  return s;
}

static void fix_checksum(saved s) {
  uint64_t sum = st_mix(st_checksum(s.bytes, HEADER - 8),
                        st_checksum(s.bytes + HEADER, s.size - HEADER));
  st_write_u64(s.bytes + 40, sum);
}

/* Read into a new store, which the caller closes. */
static strata_status load(state *s, bool named, const uint8_t *bytes,
                          size_t size, strata_error *error) {
  state_open(s, named);
  return st_save_read(&s->store, bytes, size, error);
}

/* A store with every kind of cell in use. */
static void populate(table *t, uint64_t seed, int effects) {
  table_open(t, seed);
  for (int i = 0; i < effects; i++) {
    uint32_t effect;
    OK(table_add(t, &effect));
  }
  st_store *store = &t->s.store;
  const struct {
    const char *attr;
    int64_t value;
  } bases[] = {{"power", INT64_MIN}, {"level", -7},
               {"tapped", 0},        {"owner", (int64_t)st_handle(2, 1)},
               {"rarity", 3},        {"note", table_text(t, "a note")}};
  for (size_t i = 0; i < ST_COUNT_OF(bases); i++) {
    const st_attr *attr = state_attr(&t->s, bases[i].attr);
    OK(st_entity_set_base(store, attr, 1, bases[i].value));
  }
  OK(st_put_bit(store, state_attr(&t->s, "types")->base_column + 1, 2, true));
}

static void expect_equal(const st_store *got, const st_store *want) {
  cr_expect(eq(u64, st_save_hash(got), st_save_hash(want)));
  for (uint32_t c = 0; c < want->rules->column_count; c++) {
    uint32_t table = want->columns[c].table;
    uint32_t rows = want->capacity[table];
    for (uint32_t row = 0; row < rows; row++) {
      uint64_t cell = row < got->capacity[table] ? st_get_any(got, c, row) : 0;
      if (cell == st_get_any(want, c, row)) continue;
      cr_assert(eq(u64, cell, st_get_any(want, c, row)), "column %u", c);
    }
  }
}

Test(save, what_is_read_is_what_was_written) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    table t;
    populate(&t, seed, (int)seed * 4);
    saved s = save_of(&t.s.store);

    state copy;
    OK(load(&copy, true, s.bytes, s.size, NULL));

    expect_equal(&copy.store, &t.s.store);
    cr_expect(eq(int, st_validate_effects(&copy.store), STRATA_OK));
    saved again = save_of(&copy.store);
    cr_assert(eq(sz, again.size, s.size));
    cr_expect(memcmp(again.bytes, s.bytes, s.size) == 0);
    free(again.bytes);
    free(s.bytes);
    state_close(&copy);
    table_close(&t);
  }
}

Test(save, an_empty_store_is_a_header) {
  state s;
  state_open(&s, false);
  saved none = save_of(&s.store);
  cr_assert(eq(sz, none.size, HEADER));
  cr_expect(memcmp(none.bytes, "STRATA\x1a\n", 8) == 0);
  cr_expect(eq(u32, st_read_u32(none.bytes + 8), 5), "the version");
  state copy;
  OK(load(&copy, false, none.bytes, none.size, NULL));
  expect_equal(&copy.store, &s.store);
  free(none.bytes);
  state_close(&copy);
  state_close(&s);
}

Test(save, bytes_depend_on_cells_and_not_on_how_they_came_about) {
  state a;
  state b;
  state_open(&a, true);
  state_open(&b, true);
  OK(st_put64(&a.store, ST_COLUMN_BYTES, 1, 5));
  OK(st_put_bit(&a.store, ST_COLUMN_ENTITY_LIVE, 9, true));
  OK(st_store_reserve(&b.store, ST_TABLE_BYTES, 1000));
  OK(st_put64(&b.store, ST_COLUMN_BYTES, 900, 1)); /* a page, zero again */
  OK(st_put64(&b.store, ST_COLUMN_BYTES, 900, 0));
  OK(st_put_bit(&b.store, ST_COLUMN_ENTITY_LIVE, 9, true));
  OK(st_put64(&b.store, ST_COLUMN_BYTES, 1, 6));
  OK(st_put64(&b.store, ST_COLUMN_BYTES, 1, 5));

  saved sa = save_of(&a.store);
  saved sb = save_of(&b.store);

  cr_assert(eq(sz, sa.size, sb.size));
  cr_expect(memcmp(sa.bytes, sb.bytes, sa.size) == 0);
  free(sa.bytes);
  free(sb.bytes);
  state_close(&a);
  state_close(&b);
}

Test(save, without_room_it_says_how_much_it_needs) {
  table t;
  populate(&t, 2, 3);
  saved s = save_of(&t.s.store);
  for (size_t room = 0; room < s.size; room += room < HEADER + 2 ? 1 : 37) {
    uint8_t *buffer = malloc(room + 1);
    cr_assert(ne(ptr, buffer, NULL));
    buffer[room] = 0x77;
    size_t size = 0;
    cr_assert(not(st_save_write(&t.s.store, buffer, room, &size)));
    cr_assert(eq(sz, size, s.size), "room %zu", room);
    cr_assert(eq(u8, buffer[room], 0x77), "room %zu", room);
    free(buffer);
  }
  free(s.bytes);
  table_close(&t);
}

/* -- Damage -- */

static void small_save(table *t, saved *s) {
  populate(t, 2, 0);
  *s = save_of(&t->s.store);
}

Test(save, every_truncation_is_refused) {
  table t;
  saved s;
  small_save(&t, &s);
  for (size_t size = 0; size < s.size; size++) {
    saved cut = {malloc(size + 1), size};
    cr_assert(ne(ptr, cut.bytes, NULL));
    memcpy(cut.bytes, s.bytes, size);
    for (int forged = 0; forged <= (size >= HEADER); forged++) {
      if (forged) { /* a header that says it is whole */
        st_write_u64(cut.bytes + 16, size);
        fix_checksum(cut);
      }
      state copy;
      strata_error error = {.status = STRATA_OK};
      cr_assert(
          eq(int, load(&copy, true, cut.bytes, size, &error), STRATA_ECORRUPT),
          "%zu bytes", size);
      cr_assert(eq(int, error.status, STRATA_ECORRUPT));
      state_close(&copy);
    }
    free(cut.bytes);
    if (size > HEADER + 80) size += 6;
  }
  free(s.bytes);
  table_close(&t);
}

Test(save, every_changed_byte_is_refused) {
  table t;
  saved s;
  small_save(&t, &s);
  state copy;
  state_open(&copy, true);
  static const uint8_t flips[] = {0x01, 0x80, 0xff};
  for (size_t at = 0; at < s.size; at++) {
    uint8_t flip = flips[at % ST_COUNT_OF(flips)];
    s.bytes[at] ^= flip;
    strata_status status = st_save_read(&copy.store, s.bytes, s.size, NULL);
    cr_assert(eq(int, status, STRATA_ECORRUPT), "byte %zu", at);
    cr_assert(eq(u32, copy.store.page_count, 1), "byte %zu was read", at);
    s.bytes[at] ^= flip;
  }
  state_close(&copy);
  free(s.bytes);
  table_close(&t);
}

Test(save, a_changed_byte_with_a_right_checksum_is_refused_all_the_same) {
  table t;
  saved s;
  small_save(&t, &s);
  for (size_t at = 8; at < s.size; at++) {
    if (at == 8) continue; /* a version that lacks nothing of this save */
    if (at >= 24 && at < 32) continue; /* the rules' hash is information */
    if (at >= 40 && at < HEADER) continue;
    s.bytes[at] ^= (uint8_t)(1u << (at % 8));
    fix_checksum(s);
    state copy;
    strata_status status = load(&copy, true, s.bytes, s.size, NULL);
    cr_assert(status == STRATA_ECORRUPT || status == STRATA_ENOENT,
              "byte %zu: %d", at, status);
    state_close(&copy);
    s.bytes[at] ^= (uint8_t)(1u << (at % 8));
  }
  free(s.bytes);
  table_close(&t);
}

/* Where a column's section begins, 0 for the header. */
static size_t section_of(saved s, const st_store *store, uint32_t column) {
  if (column == UINT32_MAX) return 0;
  for (size_t at = HEADER; at + 8 <= s.size; at += 8) {
    if (st_read_u64(s.bytes + at) == store->columns[column].key) return at;
  }
  cr_assert(false, "no section of column %u", column);
  return 0;
}

typedef struct forgery {
  const char *name;
  uint32_t column;  /* UINT32_MAX: the header */
  size_t at, width; /* from the section's start */
  uint64_t value;
  strata_status status;
  size_t offset; /* the offset in the error, from the same start */
  bool raw;      /* leave the checksum */
} forgery;

#define IN_HEADER UINT32_MAX
#define CORRUPT   STRATA_ECORRUPT

static const forgery forgeries[] = {
    {"magic", IN_HEADER, 0, 4, 7, CORRUPT, 0, false},
    {"a version before", IN_HEADER, 8, 4, 2, CORRUPT, 8, false},
    {"a version to come", IN_HEADER, 8, 4, 6, CORRUPT, 8, false},
    {"reserved", IN_HEADER, 12, 4, 1, CORRUPT, 8, false},
    {"size", IN_HEADER, 16, 8, 4711, CORRUPT, 16, false},
    {"hash", IN_HEADER, 32, 8, 7, CORRUPT, 32, false},
    {"checksum", IN_HEADER, 40, 8, 7, CORRUPT, 40, true},
    {"a key", ST_COLUMN_SCALAR, 0, 8, 7, STRATA_ENOENT, 0, false},
    {"a kind", ST_COLUMN_SCALAR, 8, 4, 1, CORRUPT, 0, false},
    {"no pages", ST_COLUMN_SCALAR, 12, 4, 0, CORRUPT, 0, false},
    {"a place", ST_COLUMN_ENTITY_GENERATION, 16, 4, UINT32_MAX, CORRUPT,
     SECTION, false},
    {"after a place", ST_COLUMN_ENTITY_GENERATION, 20, 4, 1, CORRUPT, SECTION,
     false},
    {"a clock", ST_COLUMN_EFFECT_CLOCK, 32, 8, 7, STRATA_ENOENT, SECTION,
     false},
    {"a layer", ST_COLUMN_PART_HEADER, 48, 8, 7, STRATA_ENOENT, SECTION, false},
    {"an attribute", ST_COLUMN_PART_HEADER, 56, 8, 7, STRATA_ENOENT, SECTION,
     false},
    {"an operation", ST_COLUMN_PART_HEADER, 64, 8, 1 << 17, CORRUPT, SECTION,
     false},
};

/* An effect on a clock, so that there are names in place of ids. */
static void add_timed(table *t) {
  st_new_part part = table_part(t, "power", 0, 0, STRATA_OP_ADD, 1);
  st_new_effect desc = {.clock = 2,
                        .ticks = 3,
                        .parts = &part,
                        .part_count = 1,
                        .targets = t->live,
                        .target_count = 2};
  uint32_t effect;
  OK(st_effect_add(&t->s.store, &desc, &effect));
}

Test(save, forgeries_are_refused_where_they_are) {
  table t;
  populate(&t, 2, 0);
  add_timed(&t);
  for (size_t i = 0; i < ST_COUNT_OF(forgeries); i++) {
    const forgery *f = &forgeries[i];
    saved s = save_of(&t.s.store);
    size_t start = section_of(s, &t.s.store, f->column);
    uint8_t *at = s.bytes + start + f->at;
    if (f->width == 4) st_write_u32(at, (uint32_t)f->value);
    if (f->width == 8) st_write_u64(at, f->value);
    if (!f->raw) fix_checksum(s);

    state copy;
    strata_error error = {.status = STRATA_OK};
    strata_status status = load(&copy, true, s.bytes, s.size, &error);

    cr_expect(eq(int, status, f->status), "%s: %s", f->name, error.text);
    cr_expect(eq(int, error.status, f->status), "%s", f->name);
    cr_expect(eq(sz, error.offset, start + f->offset), "%s", f->name);
    state_close(&copy);
    free(s.bytes);
  }
  table_close(&t);
}

Test(save, pages_that_changed_places_are_refused) {
  state s;
  state_open(&s, true);
  OK(st_put64(&s.store, ST_COLUMN_BYTES, 1, 5));
  OK(st_put64(&s.store, ST_COLUMN_BYTES, 33, 6));
  saved bytes = save_of(&s.store);
  enum { PAGE = 8 + ST_PAGE_BYTES };
  cr_assert(eq(sz, bytes.size, HEADER + SECTION + 2 * PAGE));
  uint8_t page[PAGE];
  uint8_t *first = bytes.bytes + HEADER + SECTION;
  memcpy(page, first, PAGE);
  memcpy(first, first + PAGE, PAGE);
  memcpy(first + PAGE, page, PAGE);
  fix_checksum(bytes);

  state copy;
  strata_error error = {.status = STRATA_OK};
  cr_expect(eq(int, load(&copy, true, bytes.bytes, bytes.size, &error),
               STRATA_ECORRUPT));
  cr_expect(eq(sz, error.offset, HEADER + SECTION + PAGE));
  free(bytes.bytes);
  state_close(&copy);
  state_close(&s);
}

Test(save, reading_without_memory_says_so) {
  table t;
  populate(&t, 3, 20);
  saved s = save_of(&t.s.store);
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; status && n < 500; n++) {
    state copy;
    state_open(&copy, true);
    copy.probe.fail_at = copy.probe.calls + n;
    copy.probe.fail_forever = n % 2;
    status = st_save_read(&copy.store, s.bytes, s.size, NULL);
    if (status) cr_assert(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
    state_close(&copy);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 5, n));
  free(s.bytes);
  table_close(&t);
}

/* -- Names in place of ids -- */

static strata_rules *rules_of(const char *const *attrs, size_t count) {
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  OK(strata_builder_new(NULL, NULL, &builder));
  for (size_t i = 0; i < count; i++) {
    strata_attribute attr = {.name = attrs[i], .type = STRATA_INT};
    OK(strata_builder_attribute(builder, &attr));
  }
  OK(strata_builder_layer(builder, attrs[0], 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_freeze(builder, &rules));
  strata_builder_free(builder);
  return rules;
}

Test(save, a_save_is_read_under_rules_with_more_names_but_not_with_fewer) {
  static const char *const few[] = {"b", "d"};
  static const char *const many[] = {"b", "a", "c", "d", "e"};
  strata_rules *old = rules_of(few, 2);
  strata_rules *new = rules_of(many, 5);
  st_mem mem;
  st_mem_init(&mem, NULL, NULL);
  st_store from;
  st_store into;
  OK(st_store_init(&from, &mem, old));
  OK(st_store_init(&into, &mem, new));
  uint64_t verb = st_part_header(0, kit_attr(old, "d"), 0, 0, STRATA_OP_ADD);
  OK(st_put_split(&from, ST_COLUMN_PART_HEADER, 1, verb));
  OK(st_put64(&from, old->attrs[1].base_column, 1, 5));
  saved s = save_of(&from);

  OK(st_save_read(&into, s.bytes, s.size, NULL));

  uint64_t read = st_get_split(&into, ST_COLUMN_PART_HEADER, 1);
  cr_expect(eq(u32, st_part_header_attr(read), kit_attr(new, "d")));
  cr_expect(eq(u64, st_get64(&into, new->attrs[3].base_column, 1), 5));
  OK(st_put64(&into, new->attrs[4].base_column, 1, 1));
  saved more = save_of(&into);
  st_store_fini(&from);
  OK(st_store_init(&from, &mem, old));
  cr_expect(
      eq(int, st_save_read(&from, more.bytes, more.size, NULL), STRATA_ENOENT));
  free(s.bytes);
  free(more.bytes);
  st_store_fini(&from);
  st_store_fini(&into);
  strata_rules_free(old);
  strata_rules_free(new);
  cr_expect(eq(sz, mem.live_bytes, 0));
}

/* -- Versions -- */

Test(save, a_save_of_version_3_is_read_and_has_its_hash) {
  saved old = {calloc(1, OLD_SAVE_BYTES), OLD_SAVE_BYTES};
  cr_assert(ne(ptr, old.bytes, NULL));
  for (size_t i = 0; i < ST_COUNT_OF(old_save); i++) {
    st_write_u64(old.bytes + old_save[i].at, old_save[i].word);
  }
  cr_assert(eq(u32, st_read_u32(old.bytes + 8), 3));
  state s;
  OK(load(&s, true, old.bytes, old.size, NULL));

  cr_expect(eq(u64, st_save_hash(&s.store), OLD_SAVE_HASH));
  OK(st_validate_world(&s.store));
  OK(st_validate_effects(&s.store));
  OK(st_validate_play(&s.store));
  cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_ENTITY_COUNT), 3));
  cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_EFFECT_COUNT), 1));
  cr_expect(eq(i64, st_entity_base(&s.store, state_attr(&s, "small"), 2), -8));
  saved now = save_of(&s.store);
  cr_assert(eq(sz, now.size, old.size), "nothing of later versions is in it");
  cr_expect(memcmp(now.bytes + HEADER, old.bytes + HEADER, old.size - HEADER) ==
            0);
  cr_expect(eq(u32, st_read_u32(now.bytes + 8), 5));
  free(now.bytes);
  free(old.bytes);
  state_close(&s);
}

/* The 64th row begins a page, has no cell when it is given back first, and
 * counts all the same. */
Test(save, rows_that_were_given_back_are_loaded_too) {
  table t;
  table_open(&t, 1);
  st_new_part part = table_part(&t, "power", 0, 0, STRATA_OP_ADD, 1);
  st_new_effect desc = {
      .parts = &part, .part_count = 1, .targets = t.live, .target_count = 1};
  uint32_t effects[64];
  for (int i = 0; i < 64; i++) {
    OK(st_effect_add(&t.s.store, &desc, &effects[i]));
  }
  for (int i = 64; i-- > 0;) {
    OK(st_effect_remove(&t.s.store, effects[i]));
  }
  saved s = save_of(&t.s.store);
  state copy;
  OK(load(&copy, true, s.bytes, s.size, NULL));

  OK(st_validate_world(&copy.store));
  OK(st_validate_effects(&copy.store));
  OK(st_effect_add(&copy.store, &desc, &effects[0]));
  free(s.bytes);
  state_close(&copy);
  table_close(&t);
}

/* -- Names of events and codes -- */

/* Rules of the kit with names that no builder declares yet. */
static void name_events(state *s, const char *const *names, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    cr_assert(st_names_add(&s->rules->names[STRATA_NAME_EVENT_TYPE],
                           &s->rules->mem, names[i], 0));
    cr_assert(st_names_add(&s->rules->names[STRATA_NAME_WATCHER_DEF],
                           &s->rules->mem, names[i], 0));
  }
}

Test(save, events_and_codes_are_saved_and_hashed_by_name) {
  static const char *const few[] = {"draw", "move"};
  static const char *const many[] = {"damage", "draw", "mill", "move"};
  state from;
  state into;
  state_open(&from, true);
  state_open(&into, true);
  name_events(&from, few, 2);
  name_events(&into, many, 4);
  OK(st_put32(&from.store, ST_COLUMN_LOG_EVENT_TYPE, 1, 2));
  OK(st_put32(&from.store, ST_COLUMN_WATCHER_DEF, 3, 1));
  saved s = save_of(&from.store);

  OK(st_save_read(&into.store, s.bytes, s.size, NULL));

  cr_expect(eq(u32, st_get32(&into.store, ST_COLUMN_LOG_EVENT_TYPE, 1), 4));
  cr_expect(eq(u32, st_get32(&into.store, ST_COLUMN_WATCHER_DEF, 3), 2));
  cr_expect(eq(u64, into.store.hash, from.store.hash));
  OK(st_put32(&into.store, ST_COLUMN_LOG_EVENT_TYPE, 1, 3));
  cr_expect(ne(u64, into.store.hash, from.store.hash));
  saved unknown = save_of(&into.store);
  state_close(&from);
  state_open(&from, true);
  name_events(&from, few, 2);
  cr_expect(eq(int,
               st_save_read(&from.store, unknown.bytes, unknown.size, NULL),
               STRATA_ENOENT));
  free(unknown.bytes);
  free(s.bytes);
  state_close(&from);
  state_close(&into);
}

/* -- Ranges -- */

static strata_rules *rules_within(int64_t least, int64_t most) {
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  strata_attribute attr = {.name = "x",
                           .type = STRATA_INT,
                           .default_value = 3,
                           .min = least,
                           .max = most};
  OK(strata_builder_new(NULL, NULL, &builder));
  OK(strata_builder_attribute(builder, &attr));
  OK(strata_builder_layer(builder, "all", 1, STRATA_BY_TIMESTAMP));
  OK(strata_builder_freeze(builder, &rules));
  strata_builder_free(builder);
  return rules;
}

static const int64_t in_range[] = {0,    -1,  -100, 250,       3,
                                   4000, -70, 3,    INT32_MAX, INT32_MIN};

static saved save_within(const strata_rules *rules, st_mem *mem,
                         uint64_t *hash) {
  st_store store;
  OK(st_store_init(&store, mem, rules));
  OK(st_store_reserve(&store, ST_TABLE_ENTITY, 200));
  for (uint32_t i = 0; i < ST_COUNT_OF(in_range); i++) {
    OK(st_entity_set_base(&store, &rules->attrs[0], 1 + 17 * i, in_range[i]));
  }
  saved s = save_of(&store);
  *hash = st_save_hash(&store);
  st_store_fini(&store);
  return s;
}

Test(save, a_number_is_the_same_however_wide_its_cells_are) {
  strata_rules *rules[] = {
      rules_within(0, 0), rules_within(INT32_MIN, INT32_MAX),
      rules_within(INT32_MIN, INT64_C(1) << 40), rules_within(-100, 4000)};
  cr_expect(not(rules[0]->attrs[0].narrow));
  cr_expect(rules[1]->attrs[0].narrow);
  cr_expect(not(rules[2]->attrs[0].narrow));
  cr_expect(rules[3]->attrs[0].narrow);
  st_mem mem;
  st_mem_init(&mem, NULL, NULL);
  uint64_t hash;
  saved want = save_within(rules[0], &mem, &hash);
  for (int i = 1; i < 3; i++) {
    uint64_t other;
    saved s = save_within(rules[i], &mem, &other);
    cr_expect(eq(u64, other, hash));
    cr_assert(eq(sz, s.size, want.size));
    cr_expect(memcmp(s.bytes + HEADER, want.bytes + HEADER, s.size - HEADER) ==
              0);
    for (int into = 0; into < 4; into++) {
      st_store store;
      OK(st_store_init(&store, &mem, rules[into]));
      strata_status status = st_save_read(&store, s.bytes, s.size, NULL);
      cr_expect(eq(int, status, into < 3 ? STRATA_OK : STRATA_ECORRUPT));
      for (uint32_t k = 0; !status && k < ST_COUNT_OF(in_range); k++) {
        cr_expect(eq(i64,
                     st_entity_base(&store, rules[into]->attrs, 1 + 17 * k),
                     in_range[k]));
      }
      st_store_fini(&store);
    }
    free(s.bytes);
  }
  free(want.bytes);
  for (int i = 0; i < 4; i++) {
    strata_rules_free(rules[i]);
  }
  cr_expect(eq(sz, mem.live_bytes, 0));
}
