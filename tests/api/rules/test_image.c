/* Images: rules as bytes, and rules opened from these bytes. */
#include "game.h"
#include "kit_acts.h"
#include "kit_classic.h"

#include <stdlib.h>
#include <string.h>

TestSuite(image, .timeout = 300);

typedef struct image {
  uint8_t *bytes;
  size_t size;
} image;

/* The caller frees the bytes. */
static image image_of(const strata_rules *rules) {
  image i = {0};
  cr_assert(eq(int, strata_rules_image(rules, NULL, 0, &i.size), STRATA_OK));
  i.bytes = malloc(i.size);
  cr_assert(ne(ptr, i.bytes, NULL));
  size_t size = 0;
  cr_assert(eq(int, strata_rules_image(rules, i.bytes, i.size - 1, &size),
               STRATA_ERANGE));
  cr_assert(eq(sz, size, i.size));
  OK(strata_rules_image(rules, i.bytes, i.size, &size));
  return i;
}

static strata_status open_image(const image *i, kit_mem *mem,
                                strata_rules **out, strata_error *error) {
  return kit_open_image(mem, i->bytes, i->size, out, error);
}

static void expect_same(const strata_rules *a, const strata_rules *b) {
  cr_expect(eq(u64, strata_rules_hash(a), strata_rules_hash(b)));
  for (int kind = 0; kind <= STRATA_NAME_SBA; kind++) {
    uint32_t count = strata_rules_count(a, (strata_name_kind)kind);
    cr_assert(eq(u32, strata_rules_count(b, (strata_name_kind)kind), count));
    for (uint32_t id = 1; id <= count; id++) {
      const char *name = strata_rules_name(a, (strata_name_kind)kind, id);
      cr_assert(eq(str, TEXT(strata_rules_name(b, (strata_name_kind)kind, id)),
                   TEXT(name)));
      cr_assert(eq(u32, strata_rules_find(b, (strata_name_kind)kind, name),
                   strata_rules_find(a, (strata_name_kind)kind, name)));
    }
  }
}

typedef strata_status (*maker)(kit_mem *mem, strata_rules **out);

static strata_status named_rules(kit_mem *mem, strata_rules **out) {
  return kit_rules(mem, true, out);
}

static strata_status numbered_rules(kit_mem *mem, strata_rules **out) {
  return kit_rules(mem, false, out);
}

static const maker makers[] = {numbered_rules,   named_rules,
                               kit_object_rules, kit_classic_rules,
                               kit_act_rules,    kit_act_more_rules};
enum { MAKERS = sizeof makers / sizeof makers[0] };

Test(image, rules_of_an_image_are_the_same_and_so_is_theirs) {
  for (size_t i = 0; i < MAKERS; i++) {
    kit_mem mem = {0};
    kit_mem other = {0};
    strata_rules *rules = NULL;
    strata_rules *again = NULL;
    OK(makers[i](&mem, &rules));
    image first = image_of(rules);
    strata_error error = {0};
    cr_assert(eq(int, open_image(&first, &other, &again, &error), STRATA_OK),
              "%s", error.text);
    expect_same(rules, again);
    strata_rules_free(rules);
    cr_expect(eq(sz, mem.live_bytes, 0));
    image second = image_of(again);
    cr_assert(eq(sz, second.size, first.size));
    cr_expect(eq(int, memcmp(first.bytes, second.bytes, first.size), 0));
    strata_rules_free(again);
    cr_expect(eq(sz, other.live_bytes, 0));
    cr_expect(eq(sz, other.wrong_size, 0));
    free(first.bytes);
    free(second.bytes);
  }
}

Test(image, it_hangs_on_the_rules_and_not_on_where_they_lie) {
  kit_mem mem = {0};
  strata_rules *one = NULL;
  strata_rules *two = NULL;
  OK(kit_classic_rules(&mem, &one));
  OK(kit_classic_rules(&mem, &two));
  image a = image_of(one);
  image b = image_of(two);
  cr_assert(eq(sz, a.size, b.size));
  cr_expect(eq(int, memcmp(a.bytes, b.bytes, a.size), 0));
  strata_rules_free(one);
  strata_rules_free(two);
  free(a.bytes);
  free(b.bytes);
}

static void expect_refused(const image *i, const char *why) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  strata_error error = {0};
  cr_assert(eq(int, open_image(i, &mem, &rules, &error), STRATA_ECORRUPT));
  cr_expect(strstr(error.text, why) != NULL, "%s", error.text);
  cr_expect(eq(ptr, rules, NULL));
  cr_expect(eq(sz, mem.live_bytes, 0));
}

Test(image, what_is_damaged_is_refused) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  OK(kit_object_rules(&mem, &rules));
  image whole = image_of(rules);
  strata_rules_free(rules);
  kit_dice dice = {3};
  for (int n = 0; n < 2000; n++) {
    size_t at = kit_below(&dice, (uint32_t)whole.size);
    uint8_t bit = (uint8_t)(1u << kit_below(&dice, 8));
    whole.bytes[at] ^= bit;
    expect_refused(&whole, "image of rules: ");
    whole.bytes[at] ^= bit;
  }
  for (int n = 0; n < 200; n++) {
    image cut = {whole.bytes, kit_below(&dice, (uint32_t)whole.size)};
    expect_refused(&cut, "it is cut short");
  }
  image none = {whole.bytes, 0};
  expect_refused(&none, "it is cut short");
  whole.bytes[0] ^= 1;
  expect_refused(&whole, "these bytes are none");
  whole.bytes[0] ^= 1;
  whole.bytes[8] ^= 1; /* the build */
  expect_refused(&whole, "another build of the library; make it anew");
  free(whole.bytes);
}

Test(image, without_memory_there_are_no_rules) {
  kit_mem mem = {0};
  strata_rules *rules = NULL;
  OK(kit_classic_rules(&mem, &rules));
  image whole = image_of(rules);
  size_t size = 0;
  mem.fail_at = mem.calls + 1;
  cr_expect(eq(int, strata_rules_image(rules, whole.bytes, whole.size, &size),
               STRATA_ENOMEM));
  strata_rules_free(rules);
  for (size_t at = 1;; at++) {
    kit_mem other = {.fail_at = at};
    rules = NULL;
    strata_status status = open_image(&whole, &other, &rules, NULL);
    cr_expect(eq(int, status, other.failures > 0 ? STRATA_ENOMEM : STRATA_OK));
    strata_rules_free(rules);
    cr_expect(eq(sz, other.live_bytes, 0));
    if (!status) break;
    cr_assert(lt(sz, at, 10));
  }
  free(whole.bytes);
}

static strata_status always(void *user, strata_predicate_context *view,
                            strata_entity it, strata_entity source, bool *out) {
  (void)view;
  (void)it;
  (void)source;
  *out = true;
  ++*(int *)user;
  return STRATA_OK;
}

static strata_rules *rules_that_ask(strata_predicate_desc *desc) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  OK(strata_builder_new(NULL, NULL, &b));
  OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      b, &(strata_attribute){.name = "power", .type = STRATA_INT}));
  OK(strata_builder_predicate(b, desc));
  OK(strata_builder_freeze(b, &rules));
  strata_builder_free(b);
  return rules;
}

static size_t count_who(const strata_rules *rules, const char *text) {
  strata_world *world = NULL;
  strata_expr *expr = NULL;
  strata_entity who = 0;
  size_t count = 0;
  OK(strata_world_new(rules, NULL, &world));
  OK(strata_spawn(world, &who));
  OK(strata_expr_parse(rules, text, &expr, NULL));
  OK(strata_select(world, expr, 0, NULL, 0, &count));
  strata_expr_free(expr);
  strata_world_free(world);
  return count;
}

Test(image, predicates_get_the_functions_of_who_opens_it) {
  int before = 0;
  int after = 0;
  const char *const reads[] = {"power"};
  strata_predicate_desc desc = {.name = "able",
                                .fn = always,
                                .user = &before,
                                .reads = reads,
                                .read_count = 1};
  strata_rules *rules = rules_that_ask(&desc);
  image whole = image_of(rules);
  strata_rules_free(rules);
  strata_error error = {0};
  strata_image_desc open = {.bytes = whole.bytes, .size = whole.size};
  cr_expect(
      eq(int, strata_rules_from_image(&open, &rules, &error), STRATA_ENOENT));
  cr_expect(eq(str, error.text,
               TEXT("image of rules: predicate 'able' has no function; "
                    "give it")));
  desc.user = &after;
  open.predicates = &desc;
  open.predicate_count = 1;
  OK(strata_rules_from_image(&open, &rules, &error));
  cr_expect(eq(sz, count_who(rules, "ask('able')"), 1));
  cr_expect(eq(int, before, 0));
  cr_expect(eq(int, after, 1));
  strata_rules_free(rules);
  free(whole.bytes);
}

Test(image, what_is_null_is_refused) {
  strata_error error = {0};
  strata_rules *rules = NULL;
  strata_image_desc none = {0};
  cr_expect(
      eq(int, strata_rules_from_image(NULL, &rules, &error), STRATA_EINVAL));
  cr_expect(
      eq(int, strata_rules_from_image(&none, &rules, NULL), STRATA_EINVAL));
}
