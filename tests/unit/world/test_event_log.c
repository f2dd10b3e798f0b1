/* The event log, compared with a plain array of rows. */
#include "row_stage.h"
#include "world/tables/event_log.h"

TestSuite(event_log, .timeout = 120);

enum { LONGEST = 2000, FIELDS = 3 };

typedef struct entry {
  st_log_row row;
  st_note fields[FIELDS];
  uint32_t field_count;
} entry;

typedef struct book {
  rows r;
  entry entries[LONGEST]; /* by number - 1 */
  uint64_t last, forgotten;
} book;

typedef struct place {
  uint64_t last, forgotten;
  uint32_t count; /* of the last */
} place;

static st_new_log_row some_row(book *b, st_note *fields) {
  rows *r = &b->r;
  return (st_new_log_row){
      .what = (st_logged)kit_below(&r->dice, 2),
      .event_type = kit_below(&r->dice, 2),
      .watcher_def = kit_below(&r->dice, 2),
      .parent = b->last > 3 && kit_below(&r->dice, 4) == 0 ? b->last - 3 : 0,
      .who = kit_below(&r->dice, 3) ? 0 : rows_card(r),
      .source = kit_below(&r->dice, 2) ? 0 : rows_card(r),
      .fields = fields,
      .field_count = rows_notes(r, fields, 1),
      .count = 1 + kit_below(&r->dice, 2) * kit_below(&r->dice, 100)};
}

static bool same_words(const st_new_log_row *desc, const entry *e) {
  if (desc->field_count != e->field_count) return false;
  for (uint32_t i = 0; i < e->field_count; i++) {
    if (desc->fields[i].key != e->fields[i].key ||
        desc->fields[i].value.number != e->fields[i].value.number ||
        desc->fields[i].value.symbol != e->fields[i].value.symbol) {
      return false;
    }
  }
  return true;
}

static bool equal(const st_new_log_row *desc, const entry *e, uint64_t action) {
  return e->row.what == desc->what && e->row.event_type == desc->event_type &&
         e->row.watcher_def == desc->watcher_def &&
         e->row.parent == desc->parent && e->row.who == desc->who &&
         e->row.source == desc->source && e->row.action == action &&
         same_words(desc, e);
}

static void add(book *b, const st_new_log_row *desc) {
  uint64_t number = 0;
  uint64_t action = 1 + st_scalar_get(&b->r.s.store, ST_SCALAR_ACTIONS_ENDED);
  bool joins =
      b->last > b->forgotten && equal(desc, &b->entries[b->last - 1], action);
  OK(st_log_add(&b->r.s.store, desc, &number));
  if (joins) {
    b->entries[b->last - 1].row.count += desc->count;
    cr_assert(eq(u64, number, b->last), "a run");
    return;
  }
  cr_assert(eq(u64, number, ++b->last));
  cr_assert(le(u64, b->last, LONGEST));
  entry *e = &b->entries[b->last - 1];
  *e = (entry){.row = {.number = number,
                       .action = action,
                       .parent = desc->parent,
                       .what = desc->what,
                       .event_type = desc->event_type,
                       .watcher_def = desc->watcher_def,
                       .who = desc->who,
                       .source = desc->source,
                       .count = desc->count},
               .field_count = desc->field_count};
  memcpy(e->fields, desc->fields, desc->field_count * sizeof *desc->fields);
}

static void check_row(const st_store *store, const entry *e) {
  st_log_row row;
  cr_assert(st_log_get(store, e->row.number, &row));
  cr_assert(eq(u64, row.number, e->row.number));
  cr_assert(eq(u64, row.action, e->row.action));
  cr_assert(eq(u64, row.parent, e->row.parent));
  cr_assert(eq(int, row.what, e->row.what));
  cr_assert(eq(u32, row.event_type, e->row.event_type));
  cr_assert(eq(u32, row.watcher_def, e->row.watcher_def));
  cr_assert(eq(u64, row.who, e->row.who));
  cr_assert(eq(u64, row.source, e->row.source));
  cr_assert(eq(u32, row.count, e->row.count));
  cr_assert(st_notes_equal(store, row.fields, e->fields, e->field_count));
}

static void check(const book *b, const st_store *store) {
  st_log_row row;
  cr_assert(eq(u64, st_log_last(store), b->last));
  cr_assert(not(st_log_get(store, b->forgotten, &row)));
  cr_assert(not(st_log_get(store, b->last + 1, &row)));
  cr_assert(not(st_log_get(store, UINT64_MAX, &row)));
  uint64_t number = 0;
  for (uint64_t n = b->forgotten + 1; n <= b->last; n++) {
    number = st_log_next(store, number);
    cr_assert(eq(u64, number, n));
    check_row(store, &b->entries[n - 1]);
  }
  cr_assert(eq(u64, st_log_next(store, number), 0));
  cr_assert(eq(u64, st_log_next(store, UINT64_MAX), 0));
}

static void forget(book *b) {
  uint64_t before = b->forgotten + kit_below(&b->r.dice, 60);
  if (kit_below(&b->r.dice, 12) == 0) before = UINT64_MAX;
  OK(st_log_forget(&b->r.s.store, before));
  while (b->forgotten < b->last && b->forgotten + 1 < before) {
    b->forgotten++;
  }
}

static void play(book *b, place *places) {
  uint32_t roll = kit_below(&b->r.dice, 100);
  if (roll < 85) {
    st_note fields[FIELDS];
    st_new_log_row desc = some_row(b, fields);
    add(b, &desc);
  } else if (roll < 87) {
    forget(b);
  } else if (roll < 92) {
    uint64_t actions = st_scalar_get(&b->r.s.store, ST_SCALAR_ACTIONS_ENDED);
    OK(st_scalar_put(&b->r.s.store, ST_SCALAR_ACTIONS_ENDED, actions + 1));
  } else if (roll < 96) {
    int n = rows_mark(&b->r);
    uint32_t count = b->last ? b->entries[b->last - 1].row.count : 0;
    if (n >= 0) places[n] = (place){b->last, b->forgotten, count};
  } else {
    int n = rows_back(&b->r);
    if (n < 0) return;
    b->last = places[n].last;
    b->forgotten = places[n].forgotten;
    if (b->last) b->entries[b->last - 1].row.count = places[n].count;
  }
}

Test(event_log, random_logs_agree_with_plain_ones) {
  static book b;
  int games = full_test() ? 40 : 6;
  for (int g = 0; g < games; g++) {
    memset(&b, 0, sizeof b);
    rows_open(&b.r, (uint64_t)g);
    place places[ROWS_MARKS];
    uint64_t most = 0;
    for (int i = 0; i < 1600; i++) {
      play(&b, places);
      st_store_end(&b.r.s.store);
      uint64_t kept = b.last - b.forgotten;
      if (kept > most) most = kept;
      if (i % 16 == 0) check(&b, &b.r.s.store);
      if (i % 64 == 0) OK(rows_judge(&b.r.s.store));
    }
    check(&b, &b.r.s.store);
    OK(rows_judge(&b.r.s.store));
    cr_expect(lt(u64, 64, most), "the ring never grew");
    rows copy;
    rows_fork(&copy, &b.r);
    check(&b, &copy.s.store);
    rows_close(&copy);
    rows_load(&copy, &b.r);
    check(&b, &copy.s.store);
    rows_close(&copy);
    rows_close(&b.r);
  }
}

Test(event_log, equal_rows_are_one_until_something_comes_between) {
  rows r;
  rows_open(&r, 1);
  st_store *store = &r.s.store;
  st_note field = {9, {4, 0}};
  st_new_log_row desc = {.event_type = 1,
                         .who = r.cards[0],
                         .fields = &field,
                         .field_count = 1,
                         .count = 1};
  uint64_t number = 0;
  for (int i = 0; i < 8192; i++) {
    OK(st_log_add(store, &desc, &number));
  }
  st_log_row row;
  cr_expect(eq(u64, number, 1));
  cr_assert(st_log_get(store, 1, &row));
  cr_expect(eq(u32, row.count, 8192));

  field.value.number = 5; /* another field */
  OK(st_log_add(store, &desc, &number));
  cr_expect(eq(u64, number, 2));
  desc.count = UINT32_MAX; /* more than one row counts */
  OK(st_log_add(store, &desc, &number));
  cr_expect(eq(u64, number, 3));
  OK(st_log_forget(store, 4));
  OK(st_log_add(store, &desc, &number));
  cr_expect(eq(u64, number, 4), "numbers are not given twice");
  rows_close(&r);
}

Test(event_log, a_log_takes_room_for_what_it_keeps) {
  rows r;
  rows_open(&r, 1);
  for (uint64_t n = 1; n <= 3000; n++) {
    uint64_t number = 0;
    st_note field = {9, {(int64_t)n, 0}};
    st_new_log_row desc = {.fields = &field, .field_count = 1, .count = 1};
    OK(st_log_add(&r.s.store, &desc, &number));
    cr_assert(eq(u64, number, n));
    uint64_t room = st_scalar_get(&r.s.store, ST_SCALAR_LOG_CAPACITY);
    if (n < 1000) cr_assert(eq(u64, room, 64), "trimmed all the time");
    if (n == 2000) cr_assert(eq(u64, room, 2048), "not trimmed for a while");
    bool trims = n > 40 && (n < 1000 || n > 2000);
    if (trims) OK(st_log_forget(&r.s.store, n - 40));
    st_store_end(&r.s.store);
  }
  cr_expect(eq(u64, st_scalar_get(&r.s.store, ST_SCALAR_LOG_CAPACITY), 128));
  cr_expect(eq(u64, st_log_next(&r.s.store, 0), 2960));
  OK(rows_judge(&r.s.store));
  OK(st_log_forget(&r.s.store, UINT64_MAX));
  cr_expect(eq(u64, st_scalar_get(&r.s.store, ST_SCALAR_LOG_CAPACITY), 64));
  OK(rows_judge(&r.s.store));
  rows_close(&r);
}

static strata_status many_rows(rows *r) {
  strata_status status = STRATA_OK;
  for (int64_t i = 0; i < 70 && !status; i++) { /* the ring grows once */
    st_note fields[] = {{9, {i, 0}}, {8, {0, 1}}};
    uint64_t number;
    st_new_log_row desc = {.what = ST_LOGGED_REPLACED,
                           .event_type = 1,
                           .watcher_def = 2,
                           .parent = (uint64_t)(i / 2),
                           .who = r->cards[0],
                           .source = r->cards[1],
                           .fields = fields,
                           .field_count = 2,
                           .count = 3};
    status = st_log_add(&r->s.store, &desc, &number);
    if (!status) status = st_log_add(&r->s.store, &desc, &number);
  }
  return status ? status : st_log_forget(&r->s.store, 20);
}

Test(event_log, calls_without_memory_are_undone_whole) {
  rows_without_memory(NULL, many_rows);
}
