/* Tables of names: order, search, the nearest name, and frozen copies. */
#include "base/hash.h"
#include "base/names.h"
#include "kit.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

TestSuite(names, .timeout = 60);

static const char *const words[] = {
    "power",     "toughness", "pt", "pt.set", "pt.modify", "a",
    "attribute", "abc",       "ab", "z",      "\xc3\xa4",  "power2"};
static const char *const sorted[] = {"a",      "ab",        "abc", "attribute",
                                     "power",  "power2",    "pt",  "pt.modify",
                                     "pt.set", "toughness", "z",   "\xc3\xa4"};

enum { COUNT = 12 };

typedef struct shelf {
  probe probe;
  st_mem mem;
  st_names names;
} shelf;

static void shelf_open(shelf *s) {
  *s = (shelf){0};
  st_mem_init(&s->mem, probe_alloc, &s->probe);
}

static void shelf_fill(shelf *s) {
  shelf_open(s);
  for (uint32_t i = 0; i < COUNT; i++) {
    cr_assert(st_names_add(&s->names, &s->mem, words[i], i));
  }
}

static void shelf_close(shelf *s) {
  st_names_fini(&s->names, &s->mem);
  EXPECT_NO_LEAK(&s->probe);
}

static uint32_t find(const st_names *names, const char *text) {
  return st_names_find(names, text, strlen(text));
}

static void expect_sorted(const st_names *names) {
  cr_assert(eq(sz, names->count, COUNT));
  for (uint32_t i = 0; i < COUNT; i++) {
    const st_name *name = &names->items[i];
    cr_expect(eq(str, name->text, STR(sorted[i])));
    cr_expect(eq(sz, name->length, strlen(sorted[i])));
    cr_expect(eq(u64, name->hash, st_hash_bytes(sorted[i], name->length, 0)));
    cr_expect(eq(str, STR(words[name->tag]), STR(sorted[i])), "its tag");
  }
}

Test(names, are_sorted_in_whatever_order_they_come) {
  kit_dice dice = {1};
  for (int round = 0; round < 50; round++) {
    uint32_t order[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
      uint32_t j = kit_below(&dice, i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    shelf s;
    shelf_open(&s);
    for (uint32_t i = 0; i < COUNT; i++) {
      cr_assert(st_names_add(&s.names, &s.mem, words[order[i]], order[i]));
    }
    expect_sorted(&s.names);
    shelf_close(&s);
  }
}

Test(names, are_found_by_all_of_their_bytes) {
  shelf s;
  shelf_fill(&s);
  for (uint32_t i = 0; i < COUNT; i++) {
    cr_expect(eq(u32, find(&s.names, sorted[i]), i), "%s", sorted[i]);
    uint64_t hash = st_hash_bytes(sorted[i], strlen(sorted[i]), 0);
    cr_expect(eq(u32, st_names_find_by_hash(&s.names, hash), i));
  }
  const char *const absent[] = {"",       "pow",      "powers", "A",
                                "power1", "pt.modif", "zz",     "\xc3"};
  for (size_t i = 0; i < ST_COUNT_OF(absent); i++) {
    cr_expect(eq(u32, find(&s.names, absent[i]), ST_NAME_NONE), "%s",
              absent[i]);
  }
  cr_expect(eq(u32, st_names_find(&s.names, "abcdef", 2), 1), "a part of it");
  cr_expect(eq(u32, st_names_find_by_hash(&s.names, 12345), ST_NAME_NONE));
  shelf_close(&s);
}

Test(names, nothing_is_found_among_none) {
  st_names none = {0};
  cr_expect(eq(u32, find(&none, "a"), ST_NAME_NONE));
  cr_expect(st_names_nearest(&none, "a") == NULL);
}

typedef struct near_case {
  const char *text;
  const char *want; /* NULL: nothing is near */
} near_case;

static const near_case near_cases[] = {
    {"attrbute", "attribute"},   /* one left out */
    {"attribtue", "attribute"},  /* two changed places */
    {"attriibute", "attribute"}, /* one too many */
    {"attribvte", "attribute"},  /* one wrong */
    {"atribut", "attribute"},    /* two left out */
    {"opwer", "power"},
    {"powre", "power"},
    {"tp", "pt"}, /* a swap is one edit: two would be too far */
    {"tuoghness", "toughness"},
    {"Toughness", "toughness"},
    {"pt.mdofiy", "pt.modify"},
    {"power", "power"},
    {"b", "a"}, /* of equally near ones the first */
    {"xyzzy", NULL},
    {"completely", NULL},
    {"tttttttttt", NULL},
    {"attributeattributeattribute", NULL}, /* too long to compare */
};

Test(names, the_nearest_is_the_one_that_was_meant) {
  shelf s;
  shelf_fill(&s);
  for (size_t i = 0; i < ST_COUNT_OF(near_cases); i++) {
    const near_case *c = &near_cases[i];
    const char *got = st_names_nearest(&s.names, c->text);
    bool same = got && c->want ? strcmp(got, c->want) == 0 : got == c->want;
    cr_expect(same, "%s: %s", c->text, got ? got : "none");
  }
  shelf_close(&s);
}

Test(names, long_names_are_never_near) {
  shelf s;
  shelf_open(&s);
  const char *word = "aaaaaaaaaaaaaaaaaaaaaaaa"; /* 24 bytes */
  const char *longer = "aaaaaaaaaaaaaaaaaaaaaaaaa";
  cr_assert(st_names_add(&s.names, &s.mem, longer, 0));
  cr_expect(st_names_nearest(&s.names, word) == NULL);
  cr_assert(st_names_add(&s.names, &s.mem, word, 1));
  cr_expect(eq(str, STR(st_names_nearest(&s.names, word)), STR(word)));
  shelf_close(&s);
}

Test(names, a_copy_stands_alone) {
  shelf s;
  shelf_fill(&s);
  st_names copy;

  cr_assert(st_names_copy(&s.names, &s.mem, &copy));

  st_names_fini(&s.names, &s.mem);
  expect_sorted(&copy);
  st_names_fini(&copy, &s.mem);
  shelf_close(&s);
}

/* Refuse a copy each of its blocks; returns how many it takes. */
static size_t refuse_copies(shelf *s) {
  size_t blocks = s->probe.live_blocks;
  size_t n = 1;
  for (bool done = false; !done; n++) {
    st_names copy;
    s->probe.fail_at = s->probe.calls + n;
    s->probe.fail_forever = n % 2;
    done = st_names_copy(&s->names, &s->mem, &copy);
    if (done) st_names_fini(&copy, &s->mem);
    cr_assert(eq(sz, copy.count, 0));
    cr_assert(eq(sz, s->probe.live_blocks, blocks), "allocation %zu", n);
    s->probe.fail_at = 0;
  }
  return n - 2; /* the last was not refused */
}

Test(names, a_copy_without_memory_is_empty) {
  shelf s;
  shelf_fill(&s);
  cr_expect(eq(sz, refuse_copies(&s), 2), "names, and their texts");
  expect_sorted(&s.names);
  shelf_close(&s);
}

enum { MANY = 3000 };

static void shelf_fill_many(shelf *s, uint32_t count) {
  char text[16];
  shelf_open(s);
  for (uint32_t i = 0; i < count; i++) {
    (void)snprintf(text, sizeof text, "n%u", i * 7);
    cr_assert(st_names_add(&s->names, &s->mem, text, i));
  }
}

/* Whatever is and is not in a table is found, or not, in another too. */
static void expect_same_found(const st_names *names, const st_names *others) {
  char text[16];
  for (uint32_t i = 0; i < 7 * MANY + 7; i++) {
    (void)snprintf(text, sizeof text, "n%u", i);
    cr_assert(eq(u32, find(others, text), find(names, text)), "%s", text);
    uint64_t hash = st_hash_bytes(text, strlen(text), 0);
    cr_assert(eq(u32, st_names_find_by_hash(others, hash), find(names, text)));
  }
  cr_expect(eq(u32, find(others, ""), ST_NAME_NONE));
  cr_expect(eq(u32, st_names_find(others, "n77777", 2), find(names, "n7")));
}

Test(names, a_copy_of_many_finds_what_the_table_finds) {
  static const uint32_t counts[] = {63, 64, 65, 128, 129, MANY};
  for (size_t k = 0; k < ST_COUNT_OF(counts); k++) {
    shelf s;
    st_names copy;
    shelf_fill_many(&s, counts[k]);
    cr_assert(st_names_copy(&s.names, &s.mem, &copy));
    expect_same_found(&s.names, &copy);
    cr_assert(st_names_add(&s.names, &s.mem, "n8", 0));
    cr_assert(st_names_add(&copy, &s.mem, "n8", 0));
    expect_same_found(&s.names, &copy);
    st_names_fini(&copy, &s.mem);
    shelf_close(&s);
  }
}

Test(names, a_copy_of_many_without_memory_is_empty) {
  shelf s;
  shelf_fill_many(&s, MANY);
  cr_expect(eq(sz, refuse_copies(&s), 3),
            "names, their texts, and where they are by hash");
  shelf_close(&s);
}

Test(names, a_copy_takes_more) {
  shelf s;
  shelf_fill(&s);
  st_names copy;
  cr_assert(st_names_copy(&s.names, &s.mem, &copy));
  const char *const added[] = {"", "mmm", "zzz"};
  for (uint32_t i = 0; i < 3; i++) {
    cr_assert(st_names_add(&copy, &s.mem, added[i], COUNT + i));
  }
  cr_expect(eq(sz, copy.count, s.names.count + 3));
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t at = st_names_find(&copy, added[i], strlen(added[i]));
    cr_expect(eq(u32, copy.items[at].tag, COUNT + i));
  }
  st_names_fini(&copy, &s.mem);
  shelf_close(&s);
}

Test(names, adding_without_memory_leaves_the_table) {
  shelf s;
  shelf_open(&s);
  for (uint32_t i = 0; i < COUNT; i++) {
    for (size_t n = 1; n <= 2; n++) {
      s.probe.fail_at = s.probe.calls + n;
      bool added = st_names_add(&s.names, &s.mem, words[i], i);
      s.probe.fail_at = 0;
      if (added) break; /* it needed one block only */
      cr_assert(eq(sz, s.names.count, i));
      cr_assert(eq(u32, find(&s.names, words[i]), ST_NAME_NONE));
    }
    if (find(&s.names, words[i]) != ST_NAME_NONE) continue;
    cr_assert(st_names_add(&s.names, &s.mem, words[i], i));
  }
  cr_expect(ge(sz, s.probe.failures, COUNT));
  expect_sorted(&s.names);
  shelf_close(&s);
}
