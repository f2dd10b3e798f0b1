/* Declaring zones, abilities, definitions, laws, and flags of attributes.
 * Freezing checks the clauses: see test unit.clause_compile. */
#include "game.h"

#include <string.h>

TestSuite(declare, .timeout = 30);

static strata_builder *builder(kit_mem *mem) {
  strata_builder *b = NULL;
  OK(strata_builder_new(kit_alloc, mem, &b));
  OK(strata_builder_layer(b, "one", 1, STRATA_BY_TIMESTAMP));
  return b;
}

static void close_builder(strata_builder *b, const kit_mem *mem) {
  strata_builder_free(b);
  cr_expect(eq(sz, mem->live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, mem->wrong_size, 0), "old_size was not exact");
}

static strata_rules *frozen(strata_builder *b) {
  strata_rules *rules = NULL;
  cr_assert(eq(int, strata_builder_freeze(b, &rules), STRATA_OK), "%s",
            strata_builder_error(b));
  return rules;
}

/* What was refused says so, with this word. */
static void refuses(strata_builder *b, strata_status got, strata_status want,
                    const char *word) {
  cr_expect(eq(int, got, want), "%s", strata_builder_error(b));
  cr_expect(strstr(strata_builder_error(b), word) != NULL, "no '%s' in: %s",
            word, strata_builder_error(b));
}

static uint64_t hash_now(strata_builder *b) {
  strata_rules *rules = frozen(b);
  uint64_t hash = strata_rules_hash(rules);
  strata_rules_free(rules);
  return hash;
}

/* -- Names of one hash -- */

static void add_int(strata_builder *b, const char *name) {
  const strata_attribute attribute = {.name = name, .type = STRATA_INT};
  OK(strata_builder_attribute(b, &attribute));
}

/* Saves know names by 64 bits, and this name was made to have those of "power".
 */
Test(declare, names_of_one_hash_are_refused) {
  static const char made[] = "evilattrib8vagpn1t3bls9";
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_rules *rules = NULL;
  add_int(b, "power");
  add_int(b, "evilattrib8vagpn1t3bls8");
  rules = frozen(b); /* another name is fine */
  strata_rules_free(rules);
  add_int(b, made);
  refuses(b, strata_builder_freeze(b, &rules), STRATA_EEXIST, "one hash");
  close_builder(b, &mem);

  mem = (kit_mem){0};
  b = builder(&mem);
  add_int(b, "power");
  add_int(b, "toughness");
  OK(strata_builder_rename(b, STRATA_NAME_ATTRIBUTE, made, "toughness"));
  refuses(b, strata_builder_freeze(b, &rules), STRATA_EEXIST, "one hash");
  close_builder(b, &mem);
}

/* -- Flags of attributes -- */

struct flag_case {
  const char *name;
  strata_attribute attribute;
  strata_status want;
};

static const struct flag_case flag_cases[] = {
    {"abilities", {.name = "a", .type = STRATA_ABILITIES}, STRATA_OK},
    {"copiable abilities",
     {.name = "a", .type = STRATA_ABILITIES, .copiable = true},
     STRATA_OK},
    {"abilities by default",
     {.name = "a", .type = STRATA_ABILITIES, .default_value = 1},
     STRATA_EINVAL},
    {"a range of abilities",
     {.name = "a", .type = STRATA_ABILITIES, .max = 1},
     STRATA_EINVAL},
    {"unlayered abilities",
     {.name = "a", .type = STRATA_ABILITIES, .unlayered = true},
     STRATA_EINVAL},
    {"abilities that stamp",
     {.name = "a", .type = STRATA_ABILITIES, .stamps = true},
     STRATA_EINVAL},
    {"counter", {.name = "a", .type = STRATA_INT, .counter = true}, STRATA_OK},
    {"unlayered counter",
     {.name = "a", .type = STRATA_INT, .counter = true, .unlayered = true},
     STRATA_OK},
    {"counter to 9",
     {.name = "a", .type = STRATA_INT, .counter = true, .max = 9},
     STRATA_OK},
    {"kept counter",
     {.name = "a", .type = STRATA_INT, .counter = true, .kept = true},
     STRATA_OK},
    {"counter from 1",
     {.name = "a",
      .type = STRATA_INT,
      .counter = true,
      .min = 1,
      .max = 9,
      .default_value = 1},
     STRATA_EINVAL},
    {"counter below 0",
     {.name = "a", .type = STRATA_INT, .counter = true, .min = -1, .max = 9},
     STRATA_EINVAL},
    {"one counter to begin with",
     {.name = "a", .type = STRATA_INT, .counter = true, .default_value = 1},
     STRATA_EINVAL},
    {"counter that is a flag",
     {.name = "a", .type = STRATA_FLAG, .counter = true},
     STRATA_EINVAL},
    {"copiable counter",
     {.name = "a", .type = STRATA_INT, .counter = true, .copiable = true},
     STRATA_EINVAL},
    {"counter that stamps",
     {.name = "a", .type = STRATA_INT, .counter = true, .stamps = true},
     STRATA_EINVAL},
    {"open counter",
     {.name = "a", .type = STRATA_INT, .counter = true, .open = true},
     STRATA_EINVAL},
    {"stamps",
     {.name = "a", .type = STRATA_REF, .stamps = true, .unlayered = true},
     STRATA_OK},
    {"open", {.name = "a", .type = STRATA_FLAG, .open = true}, STRATA_OK},
    {"copiable",
     {.name = "a", .type = STRATA_SET, .copiable = true},
     STRATA_OK},
    {"copiable but unlayered",
     {.name = "a", .type = STRATA_SET, .copiable = true, .unlayered = true},
     STRATA_EINVAL},
};

Test(declare, flags_that_contradict_each_other_are_refused) {
  for (size_t i = 0; i < sizeof flag_cases / sizeof flag_cases[0]; i++) {
    const struct flag_case *k = &flag_cases[i];
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    uint64_t hash = hash_now(b);
    cr_expect(eq(int, strata_builder_attribute(b, &k->attribute), k->want),
              "%s: %s", k->name, strata_builder_error(b));
    cr_expect(eq(int, hash_now(b) != hash, k->want == STRATA_OK), "%s",
              k->name);
    close_builder(b, &mem);
  }
}

Test(declare, flags_are_told_again) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  const strata_attribute attributes[] = {
      {.name = "a", .type = STRATA_INT, .copiable = true},
      {.name = "b", .type = STRATA_INT, .kept = true, .stamps = true},
      {.name = "c", .type = STRATA_INT, .open = true},
      {.name = "d", .type = STRATA_INT, .counter = true},
      {.name = "e", .type = STRATA_ABILITIES},
  };
  for (int i = 0; i < 5; i++) {
    OK(strata_builder_attribute(b, &attributes[i]));
  }
  strata_rules *rules = frozen(b);
  for (strata_attr id = 1; id <= 5; id++) {
    const strata_attribute *want = &attributes[id - 1];
    strata_attribute got;
    OK(strata_rules_attribute(rules, id, &got));
    cr_expect(eq(int, got.type, want->type));
    cr_expect(eq(int, got.copiable, id == 1 || id == 5));
    cr_expect(eq(int, got.kept, want->kept));
    cr_expect(eq(int, got.stamps, want->stamps));
    cr_expect(eq(int, got.open, want->open));
    cr_expect(eq(int, got.counter, want->counter));
    cr_expect(eq(int, got.unlayered, id == 4));
    cr_expect(eq(i64, got.max, id == 4 ? INT64_MAX : 0));
    cr_expect(eq(i64, got.min, 0));
  }
  strata_rules_free(rules);
  close_builder(b, &mem);
}

Test(declare, there_is_one_list_of_abilities) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_attribute a = {.name = "abilities", .type = STRATA_ABILITIES};
  OK(strata_builder_attribute(b, &a));
  a.name = "spells";
  refuses(b, strata_builder_attribute(b, &a), STRATA_EEXIST, "'abilities'");
  refuses(b, strata_builder_symbol(b, "abilities", "flying"), STRATA_ETYPE,
          "declare an ability");
  close_builder(b, &mem);
}

/* -- Zones -- */

Test(declare, zones_make_the_attribute_zone) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_zone_desc library = {
      .name = "library", .ordered = true, .hidden = true};
  strata_zone_desc field = {.name = "battlefield", .shared = true};
  OK(strata_builder_zone(b, &library));
  OK(strata_builder_zone(b, &field));
  refuses(b, strata_builder_zone(b, &library), STRATA_EEXIST, "library");
  strata_attribute hand = {.name = "zone", .type = STRATA_SYM};
  refuses(b, strata_builder_attribute(b, &hand), STRATA_EEXIST, "zone");
  field.name = "Exile";
  refuses(b, strata_builder_zone(b, &field), STRATA_EINVAL, "Exile");
  field.name = NULL;
  refuses(b, strata_builder_zone(b, &field), STRATA_EINVAL, "zone");
  cr_expect(eq(int, strata_builder_zone(b, NULL), STRATA_EINVAL));

  strata_rules *rules = frozen(b);
  strata_attribute zone;
  OK(strata_rules_attribute(rules, kit_attr(rules, "zone"), &zone));
  cr_expect(eq(int, zone.type, STRATA_SYM));
  cr_expect(zone.unlayered);
  cr_expect(eq(u32, strata_rules_count(rules, STRATA_NAME_ZONE), 2));
  cr_expect(eq(u32, strata_rules_find(rules, STRATA_NAME_ZONE, "library"), 2));
  cr_expect(
      ne(u32, strata_rules_find(rules, STRATA_NAME_SYMBOL, "library"), 0));
  strata_zone_desc told;
  OK(strata_rules_zone(rules, 2, &told));
  cr_expect(eq(str, TEXT(told.name), TEXT("library")));
  cr_expect(told.ordered && told.hidden && !told.shared);
  OK(strata_rules_zone(rules, 1, &told));
  cr_expect(told.shared && !told.hidden && !told.ordered);
  cr_expect(eq(int, strata_rules_zone(rules, 0, &told), STRATA_ENOENT));
  cr_expect(eq(int, strata_rules_zone(rules, 3, &told), STRATA_ENOENT));
  cr_expect(eq(int, strata_rules_zone(rules, 1, NULL), STRATA_EINVAL));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

Test(declare, an_attribute_zone_by_hand_rules_zones_out) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_attribute hand = {.name = "zone", .type = STRATA_INT};
  strata_zone_desc library = {.name = "library"};
  OK(strata_builder_attribute(b, &hand));
  refuses(b, strata_builder_zone(b, &library), STRATA_EINVAL, "by hand");
  strata_rules *rules = frozen(b);
  strata_attribute told;
  OK(strata_rules_attribute(rules, 1, &told));
  cr_expect(eq(int, told.type, STRATA_INT));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

Test(declare, without_zones_there_is_no_attribute_zone) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_rules *rules = frozen(b);
  cr_expect(
      eq(u32, strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "zone"), 0));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

Test(declare, copiable_values_end_once) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  cr_expect(eq(int, strata_builder_copiable_after(b, NULL), STRATA_EINVAL));
  OK(strata_builder_copiable_after(b, "one"));
  refuses(b, strata_builder_copiable_after(b, "two"), STRATA_EINVAL, "'one'");
  strata_rules_free(frozen(b));
  close_builder(b, &mem);
}

/* -- Abilities -- */

static const strata_clause_part increase = {
    .attr = "power", .layer = "one", .op = STRATA_OP_ADD, .operand = "1"};
static const strata_clause whole = {.subject = "true",
                                    .condition = "true",
                                    .parts = &increase,
                                    .part_count = 1};
static const strata_clause own = {.parts = &increase, .part_count = 1};
static const strata_clause no_parts = {.subject = "true"};
static const strata_clause null_parts = {.part_count = 1};
static const strata_clause many_parts = {.parts = &increase, .part_count = 65};
static const char *const null_name[] = {NULL};
static const strata_clause_part nameless = {
    .attr = "types", .layer = "one", .names = null_name, .name_count = 1};
static const strata_clause null_names = {.parts = &nameless, .part_count = 1};
static const strata_clause_part unlisted = {
    .attr = "types", .layer = "one", .name_count = 1};
static const strata_clause no_list = {.parts = &unlisted, .part_count = 1};
static const char *const hand[] = {"hand"};

struct ability_case {
  strata_ability_desc ability;
  strata_status want;
  const char *word;
};

#define CLAUSES(clause) .clauses = &(clause), .clause_count = 1

static const struct ability_case ability_cases[] = {
    {{.name = "a"}, STRATA_OK, ""},
    {{.name = "First strike!", .text = "Hits first"}, STRATA_OK, ""},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(whole)},
     STRATA_OK,
     ""},
    {{.name = "a", .kind = STRATA_ABILITY_CDA, CLAUSES(own)}, STRATA_OK, ""},
    {{.name = "a",
      .kind = STRATA_ABILITY_ACTIVATED,
      .zones = hand,
      .zone_count = 1},
     STRATA_OK,
     ""},
    {{.kind = STRATA_ABILITY_MANA}, STRATA_EINVAL, "symbol"},
    {{.name = ""}, STRATA_EINVAL, "symbol"},
    {{.name = "it's"}, STRATA_EINVAL, "it's"},
    {{.name = "a\nb"}, STRATA_EINVAL, "symbol"},
    {{.name = "flying"}, STRATA_EEXIST, "flying"},
    {{.name = "a", .kind = (strata_ability_kind)8}, STRATA_EINVAL, "kind"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC},
     STRATA_EINVAL,
     "at least one clause"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, .clause_count = 1},
     STRATA_EINVAL,
     "at least one clause"},
    {{.name = "a", .kind = STRATA_ABILITY_CDA},
     STRATA_EINVAL,
     "at least one clause"},
    {{.name = "a", CLAUSES(whole)}, STRATA_EINVAL, "only static"},
    {{.name = "a", .kind = STRATA_ABILITY_CDA, CLAUSES(whole)},
     STRATA_EINVAL,
     "no subject"},
    {{.name = "a",
      .kind = STRATA_ABILITY_CDA,
      .zones = hand,
      .zone_count = 1,
      CLAUSES(own)},
     STRATA_EINVAL,
     "every zone"},
    {{.name = "a",
      .kind = STRATA_ABILITY_STATIC,
      .zone_count = 1,
      CLAUSES(own)},
     STRATA_EINVAL,
     "zone"},
    {{.name = "a",
      .kind = STRATA_ABILITY_STATIC,
      .zones = null_name,
      .zone_count = 1,
      CLAUSES(own)},
     STRATA_EINVAL,
     "zone"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(no_parts)},
     STRATA_EINVAL,
     "1 to 64 parts"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(null_parts)},
     STRATA_EINVAL,
     "1 to 64 parts"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(many_parts)},
     STRATA_EINVAL,
     "1 to 64 parts"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(null_names)},
     STRATA_EINVAL,
     "NULL"},
    {{.name = "a", .kind = STRATA_ABILITY_STATIC, CLAUSES(no_list)},
     STRATA_EINVAL,
     "NULL"},
};

Test(declare, abilities_are_checked) {
  for (size_t i = 0; i < sizeof ability_cases / sizeof ability_cases[0]; i++) {
    const struct ability_case *k = &ability_cases[i];
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    strata_attribute power = {.name = "power", .type = STRATA_INT};
    strata_zone_desc zone = {.name = "hand"};
    strata_ability_desc flying = {.name = "flying"};
    OK(strata_builder_attribute(b, &power));
    OK(strata_builder_zone(b, &zone));
    OK(strata_builder_ability(b, &flying));
    uint64_t hash = hash_now(b);
    refuses(b, strata_builder_ability(b, &k->ability), k->want, k->word);
    cr_expect(eq(int, hash_now(b) != hash, k->want == STRATA_OK), "%zu", i);
    close_builder(b, &mem);
  }
}

Test(declare, an_ability_is_told_by_its_symbol) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_attribute power = {.name = "power", .type = STRATA_INT};
  strata_attribute list = {.name = "abilities", .type = STRATA_ABILITIES};
  strata_ability_desc flying = {.name = "flying"};
  strata_ability_desc growth = {.name = "growth",
                                .kind = STRATA_ABILITY_STATIC,
                                .text = "It grows",
                                CLAUSES(whole)};
  OK(strata_builder_symbol(b, NULL, "elf"));
  OK(strata_builder_attribute(b, &power));
  OK(strata_builder_attribute(b, &list));
  OK(strata_builder_ability(b, &growth));
  OK(strata_builder_ability(b, &flying));
  strata_rules *rules = frozen(b);
  strata_ability_info info;
  OK(strata_rules_ability(rules, kit_symbol(rules, "flying"), &info));
  cr_expect(eq(str, TEXT(info.name), TEXT("flying")));
  cr_expect(eq(str, TEXT(info.text), TEXT("flying")));
  cr_expect(eq(int, info.kind, STRATA_ABILITY_KEYWORD));
  cr_expect(eq(u32, info.clause_count, 0));
  OK(strata_rules_ability(rules, kit_symbol(rules, "growth"), &info));
  cr_expect(eq(str, TEXT(info.text), TEXT("It grows")));
  cr_expect(eq(int, info.kind, STRATA_ABILITY_STATIC));
  cr_expect(eq(u32, info.clause_count, 1));
  cr_expect(eq(int,
               strata_rules_ability(rules, kit_symbol(rules, "flying"), NULL),
               STRATA_EINVAL));
  cr_expect(eq(int, strata_rules_ability(rules, 0, &info), STRATA_ENOENT));
  cr_expect(eq(int, strata_rules_ability(rules, 99, &info), STRATA_ENOENT));
  cr_expect(eq(int,
               strata_rules_ability(rules, kit_symbol(rules, "elf"), &info),
               STRATA_ENOENT));

  strata_attr attr = kit_attr(rules, "abilities");
  cr_expect(eq(u32, strata_rules_count(rules, STRATA_NAME_ABILITY), 2));
  cr_expect(eq(u32, strata_rules_domain(rules, attr, 0),
               kit_symbol(rules, "flying")));
  cr_expect(eq(u32, strata_rules_domain(rules, attr, 1),
               kit_symbol(rules, "growth")));
  cr_expect(eq(u32, strata_rules_domain(rules, attr, 2), 0));
  strata_rules_free(rules);
  close_builder(b, &mem);
}

/* -- Definitions and laws -- */

static const strata_default twice[] = {{.attr = "power", .text = "1"},
                                       {.attr = "level", .text = "1"},
                                       {.attr = "power", .text = "2"}};
static const strata_default unnamed[] = {{.text = "1"}};
static const strata_default null_symbol[] = {
    {.attr = "types", .names = null_name, .name_count = 1}};

static const struct {
  strata_definition_desc definition;
  strata_status want;
  const char *word;
} definition_cases[] = {
    {{.name = "elf"}, STRATA_OK, ""},
    {{.name = "classic:grizzly_bears"}, STRATA_OK, ""},
    {{.name = "classic:1_with_nature"}, STRATA_OK, ""},
    {{.name = "1_with_nature"}, STRATA_EINVAL, "1_with"},
    {{.name = "Elf"}, STRATA_EINVAL, "Elf"},
    {{.name = "a:b:c"}, STRATA_EINVAL, "a:b:c"},
    {{.name = "classic:"}, STRATA_EINVAL, "classic:"},
    {{.name = NULL}, STRATA_EINVAL, "definition"},
    {{.name = "known"}, STRATA_EEXIST, "known"},
    {{.name = "elf", .default_count = 1}, STRATA_EINVAL, "NULL"},
    {{.name = "elf", .defaults = unnamed, .default_count = 1},
     STRATA_EINVAL,
     "elf"},
    {{.name = "elf", .defaults = null_symbol, .default_count = 1},
     STRATA_EINVAL,
     "elf"},
    {{.name = "elf", .defaults = twice, .default_count = 3},
     STRATA_EINVAL,
     "'power' is given twice"},
};

Test(declare, definitions_are_checked) {
  for (size_t i = 0; i < sizeof definition_cases / sizeof definition_cases[0];
       i++) {
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    strata_definition_desc known = {.name = "known"};
    OK(strata_builder_definition(b, &known));
    uint64_t hash = hash_now(b);
    refuses(b, strata_builder_definition(b, &definition_cases[i].definition),
            definition_cases[i].want, definition_cases[i].word);
    cr_expect(
        eq(int, hash_now(b) != hash, definition_cases[i].want == STRATA_OK),
        "%zu", i);
    close_builder(b, &mem);
  }
}

/* -- Saying it anew -- */

Test(declare, what_is_said_anew_is_as_if_it_were_said_first) {
  kit_mem mem = {0};
  strata_attribute power = {.name = "power", .type = STRATA_INT};
  const strata_default two = {.attr = "power", .text = "2"};
  strata_ability_desc growth = {
      .name = "growth", .kind = STRATA_ABILITY_STATIC, CLAUSES(whole)};
  strata_definition_desc elf = {
      .name = "elf", .defaults = &two, .default_count = 1};
  uint64_t hashes[3];
  for (int i = 0; i < 3; i++) {
    strata_builder *b = builder(&mem);
    strata_ability_desc plain = {.name = "growth", .text = "Not yet"};
    strata_definition_desc empty = {.name = "elf"};
    OK(strata_builder_attribute(b, &power));
    OK(strata_builder_definition(b, i == 0 ? &elf : &empty));
    OK(strata_builder_ability(b, i == 0 ? &growth : &plain));
    strata_rules *before = frozen(b);
    uint64_t hash = strata_rules_hash(before);
    if (i == 1) OK(strata_builder_revise_ability(b, &growth));
    if (i == 1) OK(strata_builder_revise_definition(b, &elf));
    cr_expect(eq(u64, strata_rules_hash(before), hash));
    strata_rules_free(before);
    hashes[i] = hash_now(b);
    close_builder(b, &mem);
  }
  cr_expect(eq(u64, hashes[0], hashes[1]));
  cr_expect(ne(u64, hashes[1], hashes[2]));
}

Test(declare, what_cannot_be_said_anew_stays) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  strata_ability_desc flying = {.name = "flying"};
  strata_definition_desc elf = {.name = "elf"};
  OK(strata_builder_ability(b, &flying));
  OK(strata_builder_definition(b, &elf));
  uint64_t hash = hash_now(b);
  strata_ability_desc bad = {.name = "flying", .kind = STRATA_ABILITY_STATIC};
  strata_definition_desc worse = {.name = "elf", .default_count = 1};
  refuses(b, strata_builder_revise_ability(b, &bad), STRATA_EINVAL, "clause");
  refuses(b, strata_builder_revise_definition(b, &worse), STRATA_EINVAL,
          "NULL");
  bad.name = worse.name = "haste";
  refuses(b, strata_builder_revise_ability(b, &bad), STRATA_ENOENT, "haste");
  refuses(b, strata_builder_revise_definition(b, &worse), STRATA_ENOENT,
          "haste");
  bad.name = worse.name = NULL;
  refuses(b, strata_builder_revise_ability(b, &bad), STRATA_ENOENT, "ability");
  refuses(b, strata_builder_revise_definition(b, &worse), STRATA_ENOENT,
          "definition");
  cr_expect(eq(int, strata_builder_revise_ability(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_revise_definition(b, NULL), STRATA_EINVAL));
  cr_expect(eq(u64, hash_now(b), hash));
  close_builder(b, &mem);
}

static const struct {
  strata_law_desc law;
  const strata_clause *clause; /* of the law: to clang no constant */
  strata_status want;
  const char *word;
} law_cases[] = {
    {{.name = "counters"}, &whole, STRATA_OK, ""},
    {{.name = "counters", .counter = "charge"}, &own, STRATA_OK, ""},
    {{.name = "1a"}, &whole, STRATA_EINVAL, "1a"},
    {{.name = NULL}, &whole, STRATA_EINVAL, "law"},
    {{.name = "known"}, &whole, STRATA_EEXIST, "known"},
    {{.name = "counters"}, &own, STRATA_EINVAL, "subject"},
    {{.name = "counters"}, &no_parts, STRATA_EINVAL, "parts"},
    {{.name = "counters"}, &null_names, STRATA_EINVAL, "NULL"},
};

Test(declare, laws_are_checked) {
  for (size_t i = 0; i < sizeof law_cases / sizeof law_cases[0]; i++) {
    kit_mem mem = {0};
    strata_builder *b = builder(&mem);
    strata_attribute power = {.name = "power", .type = STRATA_INT};
    strata_attribute charge = {
        .name = "charge", .type = STRATA_INT, .counter = true};
    strata_law_desc known = {.name = "known", .clause = whole};
    OK(strata_builder_attribute(b, &power));
    OK(strata_builder_attribute(b, &charge));
    OK(strata_builder_law(b, &known));
    uint64_t hash = hash_now(b);
    strata_law_desc law = law_cases[i].law;
    law.clause = *law_cases[i].clause;
    refuses(b, strata_builder_law(b, &law), law_cases[i].want,
            law_cases[i].word);
    cr_expect(eq(int, hash_now(b) != hash, law_cases[i].want == STRATA_OK),
              "%zu", i);
    close_builder(b, &mem);
  }
}

Test(declare, nothing_is_not_declared) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  cr_expect(eq(int, strata_builder_ability(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_definition(b, NULL), STRATA_EINVAL));
  cr_expect(eq(int, strata_builder_law(b, NULL), STRATA_EINVAL));
  close_builder(b, &mem);
}

Test(declare, what_lies_face_down_is_declared_whole_or_not_at_all) {
  kit_mem mem = {0};
  strata_builder *b = builder(&mem);
  for (size_t at = 1; at <= 2; at++) {
    mem.fail_at = mem.calls + at;
    cr_expect(
        eq(int, strata_builder_face_down(b, "down", "owner"), STRATA_ENOMEM));
    cr_expect(eq(sz, mem.failures, at));
  }
  OK(strata_builder_face_down(b, "down", "owner"));
  cr_expect(
      eq(int, strata_builder_face_down(b, "down", "owner"), STRATA_EINVAL));
  close_builder(b, &mem);
}
