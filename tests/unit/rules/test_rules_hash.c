/* The hash of rules covers everything that was declared and is independent of
 * the order. */
#include "rules/compile/rules_hash.h"
#include "rules_stage.h"

TestSuite(rules_hash, .timeout = 60);

/* Everything that can differ, in one place. */
typedef struct plan {
  strata_attribute attr;
  strata_zone_desc zone;
  const char *copiable_after;
  const char *names[2];
  strata_clause_part part;
  strata_clause clause;
  const char *zones[1];
  strata_ability_desc ability;
  strata_law_desc law;
  strata_default value;
  strata_default list;
  strata_definition_desc definition;
  bool backwards;
} plan;

static plan usual(void) {
  return (plan){
      .attr = {.name = "x", .type = STRATA_INT},
      .zone = {.name = "stack"},
      .copiable_after = "copy",
      .names = {"elf", "wall"},
      .part = {.attr = "types", .layer = "type", .name_count = 1},
      .clause = {.subject = "tapped", .part_count = 1},
      .zones = {"library"},
      .ability = {.name = "a",
                  .kind = STRATA_ABILITY_STATIC,
                  .zone_count = 1,
                  .clause_count = 1},
      .law = {.name = "l"},
      .value = {.attr = "power", .text = "1"},
      .list = {.attr = "colors"},
      .definition = {.name = "d", .default_count = 1},
  };
}

static void declare(strata_builder *b, const plan *p, int what) {
  strata_ability_desc keyword = {.name = "vigilance"};
  strata_law_desc law = p->law;
  strata_definition_desc other = {.name = "other"};
  strata_clause_part part = {.attr = "power",
                             .layer = "pt.modify",
                             .op = STRATA_OP_ADD,
                             .operand = "charge"};
  strata_law_desc second = {
      .name = "second",
      .clause = {.subject = "tapped", .parts = &part, .part_count = 1}};
  switch (what) {
  case 0:
    BUILDER_OK(strata_builder_attribute(b, &p->attr));
    break;
  case 1:
    BUILDER_OK(strata_builder_zone(b, &p->zone));
    break;
  case 2:
    BUILDER_OK(strata_builder_ability(b, &p->ability));
    break;
  case 3:
    law.clause = p->clause;
    BUILDER_OK(strata_builder_law(b, &law));
    break;
  case 4:
    BUILDER_OK(strata_builder_definition(b, &p->definition));
    break;
  case 5:
    BUILDER_OK(strata_builder_ability(b, &keyword));
    break;
  case 6:
    BUILDER_OK(strata_builder_law(b, &second));
    break;
  case 7:
    BUILDER_OK(strata_builder_definition(b, &other));
    break;
  }
}

/* The hash of the rules that a plan declares; its pointers are set here. */
static uint64_t hash_of(plan p) {
  probe probe = {0};
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  if (p.part.name_count > 0) p.part.names = p.names;
  p.clause.parts = &p.part;
  p.ability.clauses = &p.clause;
  p.ability.zones = p.zones;
  strata_default defaults[] = {p.value, p.list};
  if (p.backwards) {
    defaults[0] = p.list;
    defaults[1] = p.value;
  }
  p.definition.defaults = defaults;
  cr_assert(eq(int, strata_builder_new(probe_alloc, &probe, &b), STRATA_OK));
  for (size_t i = 0; i < ST_COUNT_OF(stage_attrs); i++) {
    size_t n = p.backwards ? ST_COUNT_OF(stage_attrs) - 1 - i : i;
    BUILDER_OK(strata_builder_attribute(b, &stage_attrs[n]));
  }
  for (size_t i = 0; i < ST_COUNT_OF(stage_layers); i++) {
    BUILDER_OK(strata_builder_layer(b, stage_layers[i], (int32_t)i,
                                    STRATA_BY_TIMESTAMP));
  }
  for (size_t i = 0; i < ST_COUNT_OF(stage_zones); i++) {
    BUILDER_OK(strata_builder_zone(b, &stage_zones[i]));
  }
  if (p.copiable_after) {
    BUILDER_OK(strata_builder_copiable_after(b, p.copiable_after));
  }
  for (int i = 0; i < 8; i++) {
    declare(b, &p, p.backwards ? 7 - i : i);
  }
  BUILDER_OK(strata_builder_freeze(b, &rules));
  uint64_t hash = strata_rules_hash(rules);
  cr_expect(eq(u64, st_rules_hash_compute(rules), hash));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
  return hash;
}

Test(rules_hash, the_order_of_declaration_makes_no_difference) {
  plan p = usual();
  p.definition.default_count = 2;
  uint64_t hash = hash_of(p);
  p.backwards = true;
  cr_expect(eq(u64, hash_of(p), hash));
}

Test(rules_hash, blanks_in_expressions_make_no_difference) {
  plan p = usual();
  p.clause.subject = "power>1  and(tapped)";
  uint64_t hash = hash_of(p);
  p.clause.subject = "power > 1 and tapped";
  cr_expect(eq(u64, hash_of(p), hash));
}

/* Each of them changes one thing. */
static void change(plan *p, int n) {
  switch (n) {
  case 0:
    p->attr.copiable = true;
    break;
  case 1:
    p->attr.kept = true;
    break;
  case 2:
    p->attr.stamps = true;
    break;
  case 3:
    p->attr.open = true;
    break;
  case 4:
    p->attr.counter = true;
    break;
  case 5:
    p->attr.unlayered = true;
    break;
  case 6:
    p->zone.shared = true;
    break;
  case 7:
    p->zone.ordered = true;
    break;
  case 8:
    p->zone.hidden = true;
    break;
  case 9:
    p->zone.name = "exile";
    break;
  case 10:
    p->copiable_after = "text";
    break;
  case 11:
    p->copiable_after = NULL;
    break;
  case 12:
    p->part.layer = "text";
    break;
  case 13:
    p->part.op = STRATA_OP_ADD;
    break;
  case 14:
    p->part.name_count = 2;
    break;
  case 15:
    p->names[0] = "wall";
    break;
  case 16:
    p->part.name_count = 0;
    p->part.operand = "rarity";
    break;
  case 17:
    p->clause.subject = "not tapped";
    break;
  case 18:
    p->clause.condition = "this.tapped";
    break;
  case 19:
    p->zones[0] = "battlefield";
    break;
  case 20:
    p->ability.zone_count = 0;
    break;
  case 21:
    p->ability.text = "A text";
    break;
  case 22:
    p->ability.name = "b";
    break;
  case 23:
    p->ability.kind = STRATA_ABILITY_MANA;
    p->ability.clause_count = 0;
    break;
  case 24:
    p->law.name = "m";
    break;
  case 25:
    p->law.counter = "charge";
    break;
  case 26:
    p->law.last = true;
    break;
  case 27:
    p->law.is_intrinsic = true;
    break;
  case 28:
    p->value.text = "2";
    break;
  case 29:
    p->value.attr = "toughness";
    break;
  case 30:
    p->definition.default_count = 2;
    break;
  case 31:
    p->definition.name = "e";
    break;
  default:
    cr_assert(false);
  }
}

#define CHANGES 32

Test(rules_hash, every_difference_is_one) {
  uint64_t seen[CHANGES + 1] = {hash_of(usual())};
  for (int n = 0; n < CHANGES; n++) {
    plan p = usual();
    change(&p, n);
    seen[n + 1] = hash_of(p);
    for (int k = 0; k <= n; k++) {
      cr_expect(ne(u64, seen[n + 1], seen[k]), "%d and %d", n, k - 1);
    }
  }
}

struct operand_case {
  strata_clause_part a, b;
};

static const char *const flying[] = {"flying", "reach"};
static const char *const reach[] = {"reach", "flying"};
static const char *const forest[] = {"forest", "island"};
static const char *const island[] = {"island", "forest"};
static const char *const mana[] = {"mana"};

static const struct operand_case operands[] = {
    {{.attr = "power", .layer = "pt.set", .operand = "1"},
     {.attr = "power", .layer = "pt.set", .operand = "2"}},
    {{.attr = "power", .layer = "pt.set", .operand = "cost"},
     {.attr = "power", .layer = "pt.set", .operand = "cost + 0"}},
    {{.attr = "power", .layer = "pt.set", .op = STRATA_OP_DIV, .operand = "2"},
     {.attr = "power",
      .layer = "pt.set",
      .op = STRATA_OP_DIV,
      .rounding = STRATA_ROUND_UP,
      .operand = "2"}},
    {{.attr = "power",
      .layer = "pt.set",
      .op = STRATA_OP_SCALE,
      .divisor = 2,
      .operand = "cost"},
     {.attr = "power",
      .layer = "pt.set",
      .op = STRATA_OP_SCALE,
      .divisor = 3,
      .operand = "cost"}},
    {{.attr = "abilities",
      .layer = "ability",
      .names = flying,
      .name_count = 2},
     {.attr = "abilities",
      .layer = "ability",
      .names = reach,
      .name_count = 2}},
    {{.attr = "types",
      .layer = "text",
      .op = STRATA_OP_SUBSTITUTE,
      .names = forest,
      .name_count = 2},
     {.attr = "types",
      .layer = "text",
      .op = STRATA_OP_SUBSTITUTE,
      .names = island,
      .name_count = 2}},
    {{.attr = "abilities",
      .layer = "ability",
      .op = STRATA_OP_BORROW,
      .operand = "true"},
     {.attr = "abilities",
      .layer = "ability",
      .op = STRATA_OP_BORROW,
      .names = mana,
      .name_count = 1,
      .operand = "true"}},
    {{.attr = "note", .layer = "text", .operand = "a"},
     {.attr = "note", .layer = "text", .operand = "b"}},
    {{.attr = "note", .layer = "text"},
     {.attr = "rarity", .layer = "text", .operand = "'rare'"}},
};

static uint64_t hash_of_part(const strata_clause_part *part) {
  probe probe = {0};
  strata_builder *b = stage_builder(&probe);
  strata_rules *rules = NULL;
  strata_law_desc law = {
      .name = "l",
      .clause = {.subject = "true", .parts = part, .part_count = 1}};
  BUILDER_OK(strata_builder_law(b, &law));
  BUILDER_OK(strata_builder_freeze(b, &rules));
  uint64_t hash = strata_rules_hash(rules);
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&probe);
  return hash;
}

Test(rules_hash, operands_differ) {
  for (size_t i = 0; i < ST_COUNT_OF(operands); i++) {
    cr_expect(
        ne(u64, hash_of_part(&operands[i].a), hash_of_part(&operands[i].b)),
        "%zu", i);
  }
}

/* Saves and replays of rules that were before there were events go on. */
Test(rules_hash, rules_without_events_have_the_hash_that_they_always_had) {
  cr_expect(eq(u64, hash_of(usual()), UINT64_C(3858731423335559187)));
}
