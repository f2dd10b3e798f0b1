/* Strings in the state: interned, read back, rolled back. */
#include "base/hash.h"
#include "state_stage.h"
#include "world/store/strings.h"

#include <string.h>

TestSuite(strings, .timeout = 60);

typedef struct shelf {
  state s;
  st_strings strings;
} shelf;

static void shelf_open(shelf *h) {
  *h = (shelf){0};
  state_open(&h->s, true);
}

static void shelf_close(shelf *h) {
  st_strings_fini(&h->strings, &h->s.mem);
  state_close(&h->s);
}

static uint32_t intern(shelf *h, const char *text) {
  uint32_t id = 77;
  OK(st_strings_intern(&h->strings, &h->s.store, text, strlen(text), &id));
  return id;
}

static void expect_text(shelf *h, uint32_t id, const char *want) {
  st_mem mem; /* one that does not fail */
  st_mem_init(&mem, NULL, NULL);
  st_text text;
  st_text_init(&text, &mem);
  st_strings_read(&h->s.store, id, &text);
  cr_assert(eq(str, STR(st_text_get(&text)), STR(want)), "text %u", id);
  cr_assert(eq(u32, st_strings_length(&h->s.store, id), strlen(want)));
  st_text_fini(&text);
}

/* The n-th of many texts of all lengths, no two equal. */
static const char *text_of(uint32_t n, char *buffer) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzzyxwvutsrqponmlk";
  size_t length = n % 41;
  if (n >= 41 && length < 3) length += 3;
  if (length == 0) return "";
  memcpy(buffer, letters, length);
  buffer[length] = '\0';
  for (size_t i = 0; n > 0 && i < length; i++, n /= 41) {
    buffer[length - 1 - i] = (char)('!' + n % 41);
  }
  return buffer;
}

Test(strings, texts_of_every_length_are_read_back) {
  shelf h;
  shelf_open(&h);
  char buffer[48];
  char zeros[41] = {0};
  memset(zeros, 'z', 40);
  for (uint32_t length = 0; length <= 40; length++) {
    const char *text = zeros + 40 - length;
    cr_assert(eq(u32, intern(&h, text), length), "\"\" is 0, then 1, 2, ...");
  }
  for (uint32_t n = 0; n < 600; n++) { /* over many pages */
    const char *text = text_of(n, buffer);
    expect_text(&h, intern(&h, text), text);
  }
  for (uint32_t length = 0; length <= 40; length++) {
    expect_text(&h, length, zeros + 40 - length);
  }
  cr_expect(lt(u64, 10 * ST_PAGE_WORDS,
               st_scalar_get(&h.s.store, ST_SCALAR_BYTES_TOP)));
  shelf_close(&h);
}

Test(strings, the_same_text_has_the_same_id) {
  shelf h;
  shelf_open(&h);
  char buffer[48];
  uint32_t ids[300];
  for (uint32_t n = 0; n < 300; n++) {
    ids[n] = intern(&h, text_of(n, buffer));
  }
  uint32_t count = st_strings_count(&h.s.store);
  uint64_t hash = h.s.store.hash;

  for (int round = 0; round < 2; round++) {
    for (uint32_t n = 0; n < 300; n++) {
      cr_assert(eq(u32, intern(&h, text_of(n, buffer)), ids[n]));
    }
    st_strings_reset(&h.strings); /* as after a load */
  }

  cr_expect(eq(u32, st_strings_count(&h.s.store), count));
  cr_expect(eq(u64, h.s.store.hash, hash));
  shelf_close(&h);
}

Test(strings, texts_that_differ_in_their_last_byte_differ) {
  shelf h;
  shelf_open(&h);
  char text[] = "12345678x";
  uint32_t seen = 0;
  for (size_t length = 1; length <= 9; length++) {
    for (char last = 'a'; last <= 'c'; last++) {
      char one[10];
      memcpy(one, text, length);
      one[length - 1] = last;
      one[length] = '\0';
      cr_expect(eq(u32, intern(&h, one), ++seen), "%s", one);
    }
  }
  cr_expect(eq(u32, intern(&h, "\x80\xff"), ++seen), "bytes above 127");
  expect_text(&h, seen, "\x80\xff");
  shelf_close(&h);
}

Test(strings, a_long_text_is_read_back) {
  shelf h;
  shelf_open(&h);
  static char text[70000];
  for (size_t i = 0; i + 1 < sizeof text; i++) {
    text[i] = (char)('a' + i * i % 23);
  }
  uint32_t id = intern(&h, text);
  expect_text(&h, id, text);
  cr_expect(eq(u32, intern(&h, text), id));
  shelf_close(&h);
}

Test(strings, the_hash_is_of_the_content_alone) {
  shelf a;
  shelf b;
  shelf_open(&a);
  shelf_open(&b);
  char buffer[48];
  for (uint32_t n = 1; n < 41; n++) {
    (void)intern(&b, text_of(41 + n, buffer)); /* moves the next one */
    uint32_t x = intern(&a, text_of(n, buffer));
    uint32_t y = intern(&b, text_of(n, buffer));
    cr_expect(eq(u64, st_strings_hash(&a.s.store, x),
                 st_strings_hash(&b.s.store, y)));
    cr_expect(ne(u64, st_strings_hash(&a.s.store, x),
                 st_strings_hash(&a.s.store, x - 1)));
  }
  shelf_close(&b);
  shelf_close(&a);
}

Test(strings, an_id_taken_back_is_given_to_another_text) {
  shelf h;
  shelf_open(&h);
  uint32_t kept = intern(&h, "kept");
  uint64_t mark;
  OK(st_store_mark(&h.s.store, &mark));
  uint32_t gone = intern(&h, "gone");
  OK(st_store_rollback(&h.s.store, mark));

  uint32_t other = intern(&h, "another one, and longer");

  cr_expect(eq(u32, other, gone));
  cr_expect(eq(u32, intern(&h, "kept"), kept));
  uint32_t again = intern(&h, "gone");
  cr_expect(ne(u32, again, other));
  expect_text(&h, again, "gone");
  expect_text(&h, other, "another one, and longer");
  shelf_close(&h);
}

/* -- Random games: the index is not told of rollbacks -- */

enum { MARKS = 5, TEXTS = 900 };

typedef struct past {
  uint64_t mark;
  uint32_t count;
} past;

/* Which text each id stands for. */
typedef struct record {
  uint32_t text[TEXTS + 1];
  uint32_t count;
} record;

static void check_intern(shelf *h, record *r, uint32_t n) {
  char buffer[48];
  const char *text = text_of(n, buffer);
  uint32_t id = intern(h, text);
  if (text[0] == '\0') {
    cr_assert(eq(u32, id, 0));
    return;
  }
  uint32_t known = 1;
  while (known <= r->count && r->text[known] != n) {
    known++;
  }
  cr_assert(eq(u32, id, known), "'%s'", text);
  r->text[known] = n;
  if (known > r->count) r->count = known;
  expect_text(h, id, text);
}

Test(strings, stale_entries_of_the_index_do_no_harm) {
  shelf h;
  shelf_open(&h);
  record r = {.count = 0};
  past marks[MARKS];
  size_t mark_count = 0;
  kit_dice dice = {1};
  for (int i = 0; i < 6000; i++) {
    uint32_t roll = kit_below(&dice, 40);
    if (roll == 0 && mark_count < MARKS) {
      past *p = &marks[mark_count++];
      p->count = r.count;
      OK(st_store_mark(&h.s.store, &p->mark));
    } else if (roll == 1 && mark_count > 0) {
      mark_count = 1 + kit_below(&dice, (uint32_t)mark_count);
      OK(st_store_rollback(&h.s.store, marks[mark_count - 1].mark));
      r.count = marks[mark_count - 1].count;
    } else if (roll == 2 && r.count > TEXTS / 2 && mark_count > 0) {
      OK(st_store_rollback(&h.s.store, marks[0].mark));
      r.count = marks[0].count;
      mark_count = 1;
    } else {
      check_intern(&h, &r, kit_below(&dice, TEXTS));
    }
  }
  cr_expect(lt(u32, 50, r.count));
  shelf_close(&h);
}

Test(strings, interning_without_memory_can_be_undone) {
  size_t failures = 0;
  for (size_t n = 1; n < 30; n++) {
    shelf h;
    shelf_open(&h);
    uint64_t mark;
    OK(st_store_mark(&h.s.store, &mark));
    h.s.probe.fail_at = h.s.probe.calls + n;
    char buffer[48];
    for (uint32_t i = 0; i < 200; i++) {
      const char *text = text_of(i, buffer);
      st_savepoint start = st_store_begin(&h.s.store);
      uint32_t id;
      strata_status status =
          st_strings_intern(&h.strings, &h.s.store, text, strlen(text), &id);
      if (status) {
        cr_assert(eq(int, status, STRATA_ENOMEM));
        st_store_undo(&h.s.store, start);
        cr_assert(eq(u64, h.s.store.hash, start.hash));
        id = intern(&h, text);
      }
      expect_text(&h, id, text);
    }
    failures += h.s.probe.failures;
    shelf_close(&h);
  }
  cr_expect(lt(sz, 10, failures));
}

/* What st_mix has mixed with a key, from its result. */
static uint64_t unmix(uint64_t key, uint64_t mixed) {
  const uint64_t factors[] = {UINT64_C(0x9FB21C651E98DF25),
                              UINT64_C(0xD6E8FEB86659FD93)};
  uint64_t inverse[2];
  for (size_t i = 0; i < 2; i++) {
    inverse[i] = factors[i];
    for (int k = 0; k < 6; k++) {
      inverse[i] *= 2 - factors[i] * inverse[i];
    }
  }
  uint64_t x = (mixed ^ (mixed >> 32)) * inverse[1] ^ key;
  x ^= x >> 35;
  return (x * inverse[0]) ^ (key >> 32);
}

Test(strings, texts_of_one_hash_do_not_meet_in_one_slot) {
  enum { TEXTS = 200 };
  shelf h;
  shelf_open(&h);
  uint64_t hash = 0;
  for (uint32_t n = 1; n <= TEXTS; n++) {
    char text[16];
    uint32_t id = 0;
    const uint64_t first = st_mix(st_mix(3, sizeof text), n);
    st_write_u64((uint8_t *)text, n);
    st_write_u64((uint8_t *)text + 8, unmix(first, 67890));
    OK(st_strings_intern(&h.strings, &h.s.store, text, sizeof text, &id));
    cr_assert(eq(u32, id, n));
    if (n == 1) hash = st_strings_hash(&h.s.store, id);
    cr_assert(eq(u64, st_strings_hash(&h.s.store, id), hash));
  }
  uint32_t longest = 0;
  uint32_t run = 0;
  for (uint32_t i = 0; i < h.strings.capacity; i++) {
    run = h.strings.slots[i] != 0 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  cr_expect(lt(u32, longest, TEXTS / 2), "%u slots in one row", longest);
  shelf_close(&h);
}
