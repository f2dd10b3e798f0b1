/* Notes (key-value pairs), compared with a plain list for each owner. */
#include "state_stage.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/save/validate_world.h"
#include "world/store/notes.h"

#include <stdlib.h>
#include <string.h>

TestSuite(notes, .timeout = 120);

enum { OWNERS = 5, KEYS = 4, LONGEST = 60, MARKS = 5 };

/* What each owner should remember, newest last. */
typedef struct shelf {
  st_note notes[LONGEST];
  uint32_t count;
} shelf;

typedef struct model {
  shelf shelves[OWNERS]; /* 0: of the world; 1 ..: of the entities 1 .. */
} model;

typedef struct play {
  state s;
  kit_dice dice;
  model now;
  model marks[MARKS];
  uint64_t hashes[MARKS], layouts[MARKS];
  uint64_t serials[MARKS];
  size_t mark_count;
} play;

static void play_open(play *p, uint64_t seed) {
  *p = (play){.dice = {seed}};
  state_open(&p->s, true);
  for (int i = 1; i < OWNERS; i++) {
    (void)state_spawn(&p->s);
  }
}

static void play_close(play *p) {
  state_close(&p->s);
}

static st_notes_head head_of(uint32_t owner) {
  return owner ? st_notes_of_entity(owner) : st_notes_of_world();
}

static uint64_t key_of(uint32_t n) {
  char name[] = {'k', (char)('a' + n), '\0'};
  return st_note_key(name, 2, n == 3 ? 7 : 0);
}

static st_raw_value any_word(play *p) {
  uint32_t roll = kit_below(&p->dice, 4);
  if (roll == 0) return (st_raw_value){.symbol = 1 + kit_below(&p->dice, 5)};
  if (roll == 1) return (st_raw_value){0};
  return (st_raw_value){.number = (int64_t)kit_roll(&p->dice)};
}

static void shelf_put(shelf *h, uint64_t key, st_raw_value word) {
  h->notes[h->count++] = (st_note){key, word};
}

static void shelf_forget(shelf *h, uint64_t key) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < h->count; i++) {
    if (h->notes[i].key != key) h->notes[kept++] = h->notes[i];
  }
  h->count = kept;
}

/* All of `from` on top of `to`. */
static void shelf_append(shelf *to, const shelf *from) {
  for (uint32_t i = 0; i < from->count; i++) {
    to->notes[to->count++] = from->notes[i];
  }
}

static void check_shelf(const st_store *store, uint32_t owner,
                        const shelf *want) {
  st_notes_head head = head_of(owner);
  st_note newest_first[LONGEST];
  for (uint32_t i = 0; i < want->count; i++) {
    newest_first[i] = want->notes[want->count - 1 - i];
  }
  cr_assert(st_notes_equal(store, head, newest_first, want->count), "owner %u",
            owner);
  for (uint32_t k = 0; k < KEYS; k++) {
    st_raw_value words[LONGEST];
    st_raw_value newest = {.number = 4711};
    size_t count = st_notes_find_all(store, head, key_of(k), words, LONGEST);
    bool any = st_notes_find(store, head, key_of(k), &newest);
    size_t n = 0;
    for (uint32_t i = 0; i < want->count; i++) {
      if (want->notes[i].key != key_of(k)) continue;
      cr_assert(eq(i64, words[n].number, want->notes[i].value.number));
      cr_assert(eq(u32, words[n].symbol, want->notes[i].value.symbol));
      n++;
    }
    cr_assert(eq(sz, count, n));
    cr_assert(eq(int, any, n > 0));
    cr_assert(eq(i64, newest.number, n ? words[n - 1].number : 4711));
  }
}

static void check(const play *p, const st_store *store) {
  for (uint32_t i = 0; i < OWNERS; i++) {
    check_shelf(store, i, &p->now.shelves[i]);
  }
  OK(st_validate_world(store));
}

static void put_several(play *p, uint32_t owner) {
  st_note notes[3];
  shelf *h = &p->now.shelves[owner];
  uint32_t count = kit_below(&p->dice, 4);
  for (uint32_t i = 0; i < count; i++) {
    notes[i] = (st_note){key_of(kit_below(&p->dice, KEYS)), any_word(p)};
  }
  OK(st_notes_add_all(&p->s.store, head_of(owner), notes, count));
  while (count-- > 0) { /* the first is met first: it is the newest */
    shelf_put(h, notes[count].key, notes[count].value);
  }
}

/* Entity `owner` goes, with its notes, and another comes in its slot. */
static void replace_owner(play *p, uint32_t owner) {
  st_store *store = &p->s.store;
  if (kit_below(&p->dice, 2)) {
    OK(st_entity_despawn(store, owner));
  } else {
    OK(st_entity_keep_last_known(store, owner));
    check(p, store); /* notes stay with what was */
    OK(st_entity_free_last_known(store, owner));
  }
  cr_assert(eq(u32, st_slot_of(state_spawn(&p->s)), owner));
  p->now.shelves[owner].count = 0;
}

static void give(play *p, uint32_t from, uint32_t to, bool move) {
  shelf *a = &p->now.shelves[from];
  shelf *b = &p->now.shelves[to];
  if (from == to || a->count + b->count > LONGEST / 2) return;
  OK((move ? st_notes_move : st_notes_copy)(&p->s.store, head_of(from),
                                            head_of(to)));
  shelf_append(b, a);
  if (move) a->count = 0;
}

static void play_step(play *p) {
  uint32_t owner = kit_below(&p->dice, OWNERS);
  uint64_t key = key_of(kit_below(&p->dice, KEYS));
  st_notes_head head = head_of(owner);
  shelf *h = &p->now.shelves[owner];
  uint32_t roll = kit_below(&p->dice, 20);
  st_raw_value word = any_word(p);
  if (roll < 6 && h->count < LONGEST / 2) {
    OK(st_notes_add(&p->s.store, head, key, word));
    shelf_put(h, key, word);
  } else if (roll < 9 && h->count < LONGEST / 2) {
    OK(st_notes_set(&p->s.store, head, key, word));
    shelf_forget(h, key);
    shelf_put(h, key, word);
  } else if (roll < 11 && h->count < LONGEST / 2) {
    put_several(p, owner);
  } else if (roll < 14) {
    OK(st_notes_remove(&p->s.store, head, key));
    shelf_forget(h, key);
  } else if (roll == 14) {
    OK(st_notes_clear(&p->s.store, head));
    h->count = 0;
  } else if (roll < 18) {
    give(p, owner, kit_below(&p->dice, OWNERS), roll == 15);
  } else if (owner != 0) {
    replace_owner(p, owner);
  }
}

static void mark_or_go_back(play *p) {
  uint32_t roll = kit_below(&p->dice, 12);
  if (roll == 0 && p->mark_count < MARKS) {
    size_t n = p->mark_count++;
    OK(st_store_mark(&p->s.store, &p->serials[n]));
    p->marks[n] = p->now;
    p->hashes[n] = p->s.store.hash;
    p->layouts[n] = state_layout(&p->s.store);
  } else if (roll == 1 && p->mark_count > 0) {
    size_t n = kit_below(&p->dice, (uint32_t)p->mark_count);
    OK(st_store_rollback(&p->s.store, p->serials[n]));
    p->mark_count = n + 1;
    p->now = p->marks[n];
    cr_assert(eq(u64, p->s.store.hash, p->hashes[n]));
    cr_assert(eq(u64, state_layout(&p->s.store), p->layouts[n]));
  }
}

/* A fork, and a save that is loaded, remember the same. */
static void check_copies(const play *p) {
  state other;
  state_open(&other, true);
  static uint8_t bytes[1 << 16];
  size_t size = 0;
  cr_assert(st_save_write(&p->s.store, bytes, sizeof bytes, &size));
  OK(st_save_read(&other.store, bytes, size, NULL));
  cr_assert(eq(u64, other.store.hash, p->s.store.hash));
  check(p, &other.store);
  const strata_rules *own = other.store.rules;
  other.store.rules = p->s.store.rules;
  OK(st_store_copy(&other.store, &p->s.store));
  check(p, &other.store);
  OK(st_notes_add(&other.store, st_notes_of_world(), 1, (st_raw_value){0}));
  check(p, &p->s.store);
  other.store.rules = own;
  state_close(&other);
}

Test(notes, random_games_agree_with_plain_lists) {
  int games = full_test() ? 60 : 8;
  for (int g = 0; g < games; g++) {
    play p;
    play_open(&p, (uint64_t)g);
    for (int i = 0; i < 400; i++) {
      play_step(&p);
      mark_or_go_back(&p);
      st_store_end(&p.s.store);
      check(&p, &p.s.store);
    }
    check_copies(&p);
    play_close(&p);
  }
}

Test(notes, what_all_owners_forget_is_used_again) {
  state s;
  state_open(&s, true);
  uint64_t key = key_of(0);
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 100; i++) {
      OK(st_notes_add(&s.store, st_notes_of_world(), key,
                      (st_raw_value){i, 0}));
    }
    OK(st_notes_clear(&s.store, st_notes_of_world()));
  }
  cr_expect(eq(u64, st_scalar_get(&s.store, ST_SCALAR_NOTE_TOP), 100));
  OK(st_validate_world(&s.store));
  state_close(&s);
}

/* The same rows in the same places, and the same ones free. */
Test(notes, many_at_once_are_as_one_after_the_other) {
  state at_once;
  state in_turn;
  state_open(&at_once, true);
  state_open(&in_turn, true);
  enum { SOME = 12 };
  st_note some[SOME];
  st_notes_head world = st_notes_of_world();
  for (uint32_t i = 0; i < SOME; i++) {
    st_raw_value word = {.number = i % 3 ? i : 0, .symbol = i % 3 ? 0 : i};
    some[i] = (st_note){.key = i + 5, .value = word};
  }
  for (uint32_t count = 1; count <= SOME; count++) {
    OK(st_notes_add_all(&at_once.store, world, some, count));
    for (uint32_t i = count; i-- > 0;) {
      OK(st_notes_add(&in_turn.store, world, some[i].key, some[i].value));
    }
    cr_assert(eq(u64, at_once.store.hash, in_turn.store.hash), "%u", count);
    OK(st_notes_clear(&at_once.store, world));
    for (uint32_t i = 0; i < count; i++) {
      OK(st_notes_remove(&in_turn.store, world, some[i].key));
    }
    cr_assert(eq(u64, at_once.store.hash, in_turn.store.hash), "%u", count);
  }
  state_close(&at_once);
  state_close(&in_turn);
}

Test(notes, rows_without_cells_are_loaded_too) {
  state s;
  state copy;
  state_open(&s, true);
  state_open(&copy, true);
  for (int i = 0; i < 64;
       i++) { /* the 64th begins a page, and is freed first */
    OK(st_notes_add(&s.store, st_notes_of_world(), 5, (st_raw_value){i, 0}));
  }
  OK(st_notes_clear(&s.store, st_notes_of_world()));
  static uint8_t bytes[1 << 14];
  size_t size = 0;
  cr_assert(st_save_write(&s.store, bytes, sizeof bytes, &size));
  OK(st_save_read(&copy.store, bytes, size, NULL));
  OK(st_validate_world(&copy.store));
  OK(st_notes_add(&copy.store, st_notes_of_world(), 5, (st_raw_value){1, 0}));
  state_close(&copy);
  state_close(&s);
}

Test(notes, a_short_buffer_gets_the_oldest) {
  state s;
  state_open(&s, true);
  st_notes_head head = st_notes_of_world();
  for (int i = 1; i <= 5; i++) {
    OK(st_notes_add(&s.store, head, 9, (st_raw_value){i, 0}));
  }
  st_raw_value words[3] = {{0, 0}, {0, 0}, {77, 0}};
  cr_expect(eq(sz, st_notes_find_all(&s.store, head, 9, words, 2), 5));
  cr_expect(eq(i64, words[0].number, 1));
  cr_expect(eq(i64, words[1].number, 2));
  cr_expect(eq(i64, words[2].number, 77));
  cr_expect(eq(sz, st_notes_find_all(&s.store, head, 9, NULL, 0), 5));
  state_close(&s);
}

Test(notes, keys_go_by_name_and_instance) {
  cr_expect(eq(u64, st_note_key("held", 4, 0), st_hash_bytes("held", 4, 1)));
  cr_expect(ne(u64, st_note_key("held", 4, 0), st_note_key("help", 4, 0)));
  cr_expect(ne(u64, st_note_key("held", 4, 0), st_note_key("held", 4, 1)));
  cr_expect(ne(u64, st_note_key("held", 4, 2), st_note_key("held", 4, 1)));
}

/* -- Without memory -- */

static strata_status many_calls(st_store *store) {
  const st_note some[] = {{5, {1, 0}}, {6, {0, 2}}, {5, {3, 0}}};
  st_notes_head world = st_notes_of_world();
  st_notes_head one = st_notes_of_entity(1);
  st_notes_head two = st_notes_of_entity(2);
  strata_status status = st_notes_add_all(store, world, some, 3);
  if (!status) status = st_notes_set(store, world, 5, (st_raw_value){7, 0});
  for (int i = 0; i < 80 && !status; i++) { /* over some pages */
    status = st_notes_add(store, one, 8, (st_raw_value){INT64_MIN, 0});
  }
  if (!status) status = st_notes_copy(store, one, two);
  if (!status) status = st_notes_move(store, one, world);
  if (!status) status = st_notes_remove(store, world, 8);
  if (!status) status = st_notes_clear(store, two);
  return status;
}

Test(notes, calls_without_memory_are_undone_whole) {
  strata_status status = STRATA_ENOMEM;
  size_t n = 1;
  for (; status && n < 200; n++) {
    state s;
    state_open(&s, true);
    (void)state_spawn(&s);
    (void)state_spawn(&s);
    OK(st_notes_add(&s.store, st_notes_of_world(), 5, (st_raw_value){1, 0}));
    uint64_t mark;
    OK(st_store_mark(&s.store, &mark));
    uint64_t hash = s.store.hash;
    st_savepoint start = st_store_begin(&s.store);
    s.probe.fail_at = s.probe.calls + n;
    s.probe.fail_forever = n % 2;
    status = many_calls(&s.store);
    s.probe.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM), "allocation %zu", n);
      st_store_undo(&s.store, start);
      cr_assert(eq(u64, s.store.hash, hash), "allocation %zu", n);
    }
    OK(st_validate_world(&s.store));
    state_close(&s);
  }
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(lt(sz, 5, n));
}

/* -- Damage -- */

/*
 * The world remembers 1 and 2; entity 1 remembers 3; 4 is free.
 */
static void sample(state *s) {
  state_open(s, true);
  (void)state_spawn(s);
  OK(st_entity_despawn(&s->store, st_slot_of(state_spawn(s))));
  st_notes_head world = st_notes_of_world();
  OK(st_notes_add(&s->store, world, 5, (st_raw_value){1, 0}));
  OK(st_notes_add(&s->store, world, 6, (st_raw_value){0, 2}));
  OK(st_notes_add(&s->store, st_notes_of_entity(1), 5, (st_raw_value){3, 0}));
  OK(st_notes_add(&s->store, world, 7, (st_raw_value){1, 0}));
  OK(st_notes_remove(&s->store, world, 7));
  OK(st_validate_world(&s->store));
}

static const struct {
  const char *name;
  uint32_t column, row;
  uint64_t value;
} damages[] = {
    {"a chain beyond all", ST_COLUMN_NOTE_NEXT, 1, 5},
    {"a chain in a circle", ST_COLUMN_NOTE_NEXT, 1, 2},
    {"a chain of itself", ST_COLUMN_NOTE_NEXT, 3, 3},
    {"two chains with one end", ST_COLUMN_NOTE_NEXT, 3, 1},
    {"a chain that goes on free", ST_COLUMN_NOTE_NEXT, 3, 4},
    {"a chain cut off", ST_COLUMN_NOTE_NEXT, 2, 0},
    {"a key lost", ST_COLUMN_NOTE_KEY, 1, 0},
    {"a free row with a key", ST_COLUMN_NOTE_KEY, 4, 5},
    {"a free row with a number", ST_COLUMN_NOTE_NUMBER, 4, 1},
    {"a free row with a symbol", ST_COLUMN_NOTE_SYMBOL, 4, 1},
    {"a number that is a symbol", ST_COLUMN_NOTE_SYMBOL, 1, 1},
    {"somebody else's notes", ST_COLUMN_ENTITY_NOTES, 1, 2},
    {"notes lost", ST_COLUMN_ENTITY_NOTES, 1, 0},
    {"notes beyond all", ST_COLUMN_ENTITY_NOTES, 1, 4711},
    {"notes of a free slot", ST_COLUMN_ENTITY_NOTES, 2, 3},
    {"notes of nobody", ST_COLUMN_ENTITY_NOTES, 0, 3},
    {"free notes remembered", ST_COLUMN_SCALAR, ST_SCALAR_WORLD_NOTES, 4},
    {"a used row is free", ST_COLUMN_SCALAR, ST_SCALAR_NOTE_FREE, 3},
    {"a free row lost", ST_COLUMN_SCALAR, ST_SCALAR_NOTE_FREE, 0},
    {"more rows than are used", ST_COLUMN_SCALAR, ST_SCALAR_NOTE_TOP, 5},
    {"fewer rows than are used", ST_COLUMN_SCALAR, ST_SCALAR_NOTE_TOP, 3},
    {"more rows than memory", ST_COLUMN_SCALAR, ST_SCALAR_NOTE_TOP, 1u << 30},
};

Test(notes, each_planted_damage_is_refused) {
  state s;
  sample(&s);
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    st_savepoint start = st_store_begin(&s.store);
    cr_expect(ne(u64, st_get_any(&s.store, damages[i].column, damages[i].row),
                 damages[i].value),
              "%s: is so already", damages[i].name);
    OK(st_put_any(&s.store, damages[i].column, damages[i].row,
                  damages[i].value));
    cr_expect(eq(int, st_validate_world(&s.store), STRATA_ECORRUPT), "%s",
              damages[i].name);
    st_store_undo(&s.store, start);
  }
  OK(st_validate_world(&s.store));
  state_close(&s);
}

Test(notes, looking_at_many_without_memory_says_so) {
  state s;
  state_open(&s, true);
  for (int i = 0; i < 64; i++) {
    OK(st_notes_add(&s.store, st_notes_of_world(), 5, (st_raw_value){i, 0}));
  }
  s.probe.fail_at = s.probe.calls + 1;
  cr_expect(eq(int, st_validate_world(&s.store), STRATA_ENOMEM));
  cr_expect(eq(int, st_validate_world(&s.store), STRATA_OK));
  state_close(&s);
}
