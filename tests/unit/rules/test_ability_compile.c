/* Abilities, laws and definitions as freezing compiles them; the columns of a
 * world; failure of each allocation. */
#include "base/hash.h"
#include "rules_stage.h"

TestSuite(ability_compile, .timeout = 120);

static strata_rules *frozen(strata_builder *b) {
  strata_rules *rules = NULL;
  BUILDER_OK(strata_builder_freeze(b, &rules));
  return rules;
}

static const st_ability *ability_of(const strata_rules *rules,
                                    const char *name) {
  uint32_t id = strata_rules_find(rules, STRATA_NAME_ABILITY, name);
  cr_assert(id != 0);
  return &rules->abilities[id - 1];
}

static const st_definition *definition_of(const strata_rules *rules,
                                          const char *name) {
  uint32_t id = strata_rules_find(rules, STRATA_NAME_DEFINITION, name);
  cr_assert(id != 0);
  return &rules->definitions[id - 1];
}

static void declare_static(strata_builder *b) {
  static const char *const zones[] = {"library", "battlefield"};
  static const char *const haste[] = {"haste"};
  static const strata_clause_part anthem[] = {
      {.attr = "power",
       .layer = "pt.modify",
       .op = STRATA_OP_ADD,
       .operand = "count( types has 'elf' )"},
      {.attr = "abilities",
       .layer = "ability",
       .op = STRATA_OP_ADD,
       .names = haste,
       .name_count = 1}};
  static const strata_clause_part self[] = {
      {.attr = "toughness", .layer = "pt.set", .operand = "5"}};
  static const strata_clause clauses[] = {
      {.subject = "types has 'elf' and it!=this",
       .condition = "this.tapped",
       .parts = anthem,
       .part_count = 2},
      {.parts = self, .part_count = 1}};
  strata_ability_desc desc = {.name = "classic:lord.1",
                              .kind = STRATA_ABILITY_STATIC,
                              .text = "Other elves get bigger",
                              .zones = zones,
                              .zone_count = 2,
                              .clauses = clauses,
                              .clause_count = 2};
  BUILDER_OK(strata_builder_ability(b, &desc));
}

Test(ability_compile, a_static_ability_is_compiled) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  declare_static(b);
  strata_rules *rules = frozen(b);
  const st_ability *lord = ability_of(rules, "classic:lord.1");

  cr_expect(eq(u32, lord->symbol, stage_symbol(rules, "classic:lord.1")));
  cr_expect(eq(int, lord->kind, STRATA_ABILITY_STATIC));
  cr_expect(eq(str, STR(lord->text), STR("Other elves get bigger")));
  cr_assert(eq(u32, lord->zone_count, 2));
  cr_expect(eq(u32, lord->zones[0], stage_symbol(rules, "library")));
  cr_expect(eq(u32, lord->zones[1], stage_symbol(rules, "battlefield")));
  cr_assert(eq(u32, lord->clause_count, 2));
  const st_clause *first = &lord->clauses[0];
  cr_expect(
      eq(str, first->subject->text, STR("types has 'elf' and it != this")));
  cr_expect(eq(str, first->condition->text, STR("this.tapped")));
  cr_assert(eq(u32, first->part_count, 2));
  cr_expect(eq(i32, st_part_header_layer(first->parts[0].flags), 4));
  cr_expect(
      eq(str, first->parts[1].operand->text, STR("count(types has 'elf')")));
  cr_expect(lord->clauses[1].subject == NULL);
  cr_expect(lord->clauses[1].condition == NULL);
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, abilities_stand_at_their_places_in_the_domain) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  declare_static(b);
  strata_rules *rules = frozen(b);

  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  cr_expect(eq(str, STR(attr->name), STR("abilities")));
  cr_expect(attr->copiable);
  cr_assert(eq(u32, attr->domain_count, 4));
  cr_assert(eq(u32, rules->ability_count, 4));
  for (uint32_t i = 0; i < 4; i++) {
    cr_expect(eq(u32, rules->abilities[i].symbol, attr->domain[i]));
    cr_expect(eq(u32, st_attr_domain_index(attr, attr->domain[i]), i));
    cr_expect(i == 0 || attr->domain[i - 1] < attr->domain[i]);
  }
  cr_expect(eq(str, STR(ability_of(rules, "flying")->text), STR("flying")));
  cr_expect(eq(u32, st_attr_domain_index(attr, stage_symbol(rules, "forest")),
               UINT32_MAX));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

static void declare_law(strata_builder *b, const char *name,
                        const char *counter, bool last) {
  strata_clause_part part = {.attr = "power",
                             .layer = "pt.modify",
                             .op = STRATA_OP_ADD,
                             .operand = "this.charge"};
  strata_law_desc law = {.name = name,
                         .clause = {.subject = counter ? NULL : "tapped",
                                    .parts = &part,
                                    .part_count = 1},
                         .counter = counter,
                         .last = last,
                         .is_intrinsic = last};
  BUILDER_OK(strata_builder_law(b, &law));
}

Test(ability_compile, laws_stand_in_the_order_of_their_names) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  declare_law(b, "tired", NULL, true);
  declare_law(b, "classic:1_charge", "charge", false);
  strata_rules *rules = frozen(b);

  cr_assert(eq(u32, rules->law_count, 2));
  const st_law *charge = &rules->laws[0];
  const st_law *tired = &rules->laws[1];
  cr_expect(eq(str, STR(charge->name), STR("classic:1_charge")));
  cr_expect(eq(u32, charge->counter, stage_attr(rules, "charge")));
  cr_expect(charge->clause.subject == NULL);
  cr_expect(not(charge->last || charge->is_intrinsic));
  cr_expect(eq(str, STR(tired->name), STR("tired")));
  cr_expect(eq(u32, tired->counter, 0));
  cr_expect(eq(str, tired->clause.subject->text, STR("tapped")));
  cr_expect(tired->last && tired->is_intrinsic);
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

static void declare_elf(strata_builder *b) {
  static const char *const elf[] = {"elf", "wall"};
  static const char *const rare[] = {"rare"};
  static const char *const list[] = {"reach", "flying", "reach"};
  static const strata_default defaults[] = {
      {.attr = "types", .names = elf, .name_count = 2},
      {.attr = "rarity", .names = rare, .name_count = 1},
      {.attr = "tapped", .text = "false"},
      {.attr = "power", .text = "-(2 + 1)"},
      {.attr = "note", .text = "An elf."},
      {.attr = "charge", .text = "3"},
      {.attr = "seat", .text = "4"},
      {.attr = "colors"},
      {.attr = "abilities", .names = list, .name_count = 3}};
  strata_definition_desc desc = {.name = "classic:elf",
                                 .defaults = defaults,
                                 .default_count = ST_COUNT_OF(defaults)};
  BUILDER_OK(strata_builder_definition(b, &desc));
}

Test(ability_compile, a_definition_is_base_values_by_attribute) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  declare_elf(b);
  strata_definition_desc nothing = {.name = "nothing"};
  BUILDER_OK(strata_builder_definition(b, &nothing));
  strata_rules *rules = frozen(b);
  const st_definition *elf = definition_of(rules, "classic:elf");
  static const char *const order[] = {"abilities", "charge", "colors",
                                      "note",      "power",  "rarity",
                                      "seat",      "tapped", "types"};
  cr_expect(eq(u32, definition_of(rules, "nothing")->default_count, 0));
  cr_expect(eq(str, STR(elf->name), STR("classic:elf")));
  cr_assert(eq(u32, elf->default_count, 9));
  for (int i = 0; i < 9; i++) {
    cr_expect(eq(u32, elf->defaults[i].attr, stage_attr(rules, order[i])));
  }
  cr_expect(eq(str, STR(elf->defaults[0].text), STR("reach\nflying\nreach")));
  cr_expect(eq(i64, elf->defaults[1].value, 3));
  cr_expect(eq(u64, elf->defaults[2].words[0], 0));
  cr_expect(eq(str, STR(elf->defaults[3].text), STR("An elf.")));
  cr_expect(eq(i64, elf->defaults[4].value, -3));
  cr_expect(eq(i64, elf->defaults[5].value, stage_symbol(rules, "rare")));
  cr_expect(eq(i64, elf->defaults[6].value, 4));
  cr_expect(eq(i64, elf->defaults[7].value, 0));
  cr_expect(eq(u64, elf->defaults[8].words[0], 1 | 8));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, everything_is_copied_when_it_is_declared) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  char attr[] = "power", layer[] = "pt.set", operand[] = "1", text[] = "Text",
       name[] = "self", zone[] = "library", subject[] = "tapped",
       types[] = "types", elf[] = "elf", title[] = "elf", law_name[] = "law";
  const char *zones[] = {zone};
  const char *names[] = {elf};
  strata_clause_part part = {.attr = attr, .layer = layer, .operand = operand};
  strata_clause clause = {.subject = subject, .parts = &part, .part_count = 1};
  strata_ability_desc ability = {.name = name,
                                 .kind = STRATA_ABILITY_STATIC,
                                 .text = text,
                                 .zones = zones,
                                 .zone_count = 1,
                                 .clauses = &clause,
                                 .clause_count = 1};
  strata_default value = {.attr = types, .names = names, .name_count = 1};
  strata_definition_desc definition = {
      .name = title, .defaults = &value, .default_count = 1};
  strata_law_desc law = {.name = law_name, .clause = clause};
  BUILDER_OK(strata_builder_ability(b, &ability));
  BUILDER_OK(strata_builder_definition(b, &definition));
  BUILDER_OK(strata_builder_law(b, &law));
  char *all[] = {attr,    layer, operand, text,  name,    zone,
                 subject, types, elf,     title, law_name};
  for (size_t i = 0; i < ST_COUNT_OF(all); i++) {
    memset(all[i], '?', strlen(all[i]));
  }
  part = (strata_clause_part){0};
  clause = (strata_clause){0};
  value = (strata_default){0};
  zones[0] = names[0] = NULL;

  strata_rules *rules = frozen(b);
  cr_expect(eq(str, STR(ability_of(rules, "self")->text), STR("Text")));
  cr_expect(eq(u32, definition_of(rules, "elf")->default_count, 1));
  cr_expect(eq(str, STR(rules->laws[0].name), STR("law")));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

/* -- Columns -- */

static const st_column_spec *column(const strata_rules *rules, uint32_t id) {
  cr_assert(id < rules->column_count);
  return &rules->columns[id];
}

Test(ability_compile, columns_of_the_new_kinds) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  strata_rules *rules = frozen(b);
  const st_attr *zone = &rules->attrs[rules->zone_attr - 1];
  cr_expect(eq(str, STR(zone->name), STR("zone")));
  cr_expect(eq(u32, zone->base_column, ST_COLUMN_ENTITY_ZONE));
  cr_expect(zone->is_zone && !zone->layered && !zone->copiable);
  cr_expect(eq(int, zone->type, STRATA_SYM));

  const st_attr *list = &rules->attrs[rules->ability_attr - 1];
  cr_expect(eq(u8, column(rules, list->base_column)->width, ST_CELL_32));
  cr_expect(eq(u8, column(rules, list->base_column)->content, ST_CONTENT_RAW));
  cr_expect(eq(u32, list->chain_column, list->base_column + 1));

  const st_attr *charge = &rules->attrs[stage_attr(rules, "charge") - 1];
  cr_expect(charge->counter && !charge->layered);
  cr_expect(eq(i64, charge->min, 0));
  cr_expect(eq(i64, charge->max, INT64_MAX));
  cr_expect(eq(u32, charge->counter_stamp_column, charge->base_column + 1));
  cr_expect(eq(u8, column(rules, charge->counter_stamp_column)->table,
               ST_TABLE_ENTITY));
  cr_expect(
      eq(u8, column(rules, charge->counter_stamp_column)->width, ST_CELL_64));

  static const st_table tables[] = {ST_TABLE_WORLD, ST_TABLE_ENTITY};
  for (int i = 0; i < 2; i++) {
    const st_zone *place = &rules->zones[i];
    cr_expect(eq(str, STR(place->name), STR(stage_zones[i].name)));
    cr_expect(eq(u32, place->symbol, stage_symbol(rules, stage_zones[i].name)));
    for (uint32_t end = 0; end < 2; end++) {
      const st_column_spec *spec = column(rules, place->ends_column + end);
      cr_expect(eq(u8, spec->table, tables[i]));
      cr_expect(eq(u8, spec->width, ST_CELL_32));
      cr_expect(eq(u8, spec->content, ST_CONTENT_RAW));
    }
  }
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, no_two_columns_have_one_key) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  /* One name for all kinds of owners. */
  strata_zone_desc zone = {.name = "cost"};
  BUILDER_OK(strata_builder_zone(b, &zone));
  BUILDER_OK(strata_builder_clock(b, "cost"));
  strata_rules *rules = frozen(b);
  for (uint32_t i = 0; i < rules->column_count; i++) {
    for (uint32_t k = 0; k < i; k++) {
      cr_expect(ne(u64, rules->columns[i].key, rules->columns[k].key));
    }
  }
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, definitions_are_hashed_by_their_names) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  declare_elf(b);
  strata_rules *rules = frozen(b);
  cr_expect(eq(u64, st_rules_canonical_number(rules, ST_CONTENT_DEFINITION, 1),
               st_hash_bytes("classic:elf", 11, 0)));
  cr_expect(
      eq(u64, st_rules_canonical_number(rules, ST_CONTENT_DEFINITION, 2), 2));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

/* All 17 bits of a verb below its attribute count. */
Test(ability_compile, the_last_part_of_64_is_not_the_32nd) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  strata_rules *rules = frozen(b);
  uint64_t first = st_part_header(1, 1, 31, 0, STRATA_OP_SET);
  uint64_t last = st_part_header(1, 1, 63, 0, STRATA_OP_SET);
  cr_expect(ne(u64,
               st_rules_canonical_number(rules, ST_CONTENT_PART_HEADER, first),
               st_rules_canonical_number(rules, ST_CONTENT_PART_HEADER, last)));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

/* -- Refusals -- */

static const char *const no_zone[] = {"libary"};
static const char *const rare_elf[] = {"rare", "elf"};
static const char *const elfs[] = {"elfs"};
static const char *const flyng[] = {"flyng"};
static const char *const rare[] = {"rare"};
static const char *const rar[] = {"rar"};

struct default_case {
  strata_default value;
  strata_status want;
  const char *words[3];
};

static const struct default_case defaults[] = {
    {{.attr = "powr", .text = "1"}, STRATA_ENOENT, {"powr", "'power'"}},
    {{.attr = "power"}, STRATA_ETYPE, {"(power)", "constant"}},
    {{.attr = "power", .text = "1", .names = rare, .name_count = 1},
     STRATA_ETYPE,
     {"(power)", "constant"}},
    {{.attr = "power", .text = "cost"}, STRATA_ETYPE, {"'cost'", "constant"}},
    {{.attr = "power", .text = "count(true)"}, STRATA_ETYPE, {"constant"}},
    {{.attr = "power", .text = "true"}, STRATA_ETYPE, {"not an int"}},
    {{.attr = "power", .text = ""}, STRATA_ESYNTAX, {"empty"}},
    {{.attr = "small", .text = "8"}, STRATA_ERANGE, {"8", "-8..7"}},
    {{.attr = "small", .text = "-9"}, STRATA_ERANGE, {"-9"}},
    {{.attr = "charge", .text = "-1"}, STRATA_ERANGE, {"-1", "0.."}},
    {{.attr = "tapped", .text = "1"}, STRATA_ETYPE, {"not a predicate"}},
    {{.attr = "tapped"}, STRATA_ETYPE, {"true or false"}},
    {{.attr = "controller", .text = "none"}, STRATA_ETYPE, {"ref"}},
    {{.attr = "rarity"}, STRATA_ETYPE, {"one symbol"}},
    {{.attr = "rarity", .text = "rare"}, STRATA_ETYPE, {"one symbol"}},
    {{.attr = "rarity", .names = rare_elf, .name_count = 2},
     STRATA_ETYPE,
     {"one symbol"}},
    {{.attr = "rarity", .names = rar, .name_count = 1},
     STRATA_ENOENT,
     {"'rar'", "'rare'"}},
    {{.attr = "types", .text = "elf"}, STRATA_ETYPE, {"names"}},
    {{.attr = "types", .names = elfs, .name_count = 1},
     STRATA_ENOENT,
     {"'elfs'", "'elf'"}},
    {{.attr = "types", .names = rare, .name_count = 1},
     STRATA_ENOENT,
     {"'rare'", "'types'"}},
    {{.attr = "abilities", .names = flyng, .name_count = 1},
     STRATA_ENOENT,
     {"no ability 'flyng'", "'flying'"}},
    {{.attr = "abilities", .text = "flying"}, STRATA_ETYPE, {"names"}},
    {{.attr = "note", .names = rare, .name_count = 1}, STRATA_ETYPE, {"text"}},
    {{.attr = "zone", .names = rare, .name_count = 1},
     STRATA_EINVAL,
     {"zone", "moving"}},
};

Test(ability_compile, base_values_are_checked) {
  for (size_t i = 0; i < ST_COUNT_OF(defaults); i++) {
    probe p = {0};
    strata_builder *b = stage_builder(&p);
    strata_rules *rules = NULL;
    strata_default values[] = {{.attr = "cost", .text = "1"},
                               defaults[i].value};
    strata_definition_desc desc = {
        .name = "classic:elf", .defaults = values, .default_count = 2};
    BUILDER_OK(strata_builder_definition(b, &desc));
    strata_status status = strata_builder_freeze(b, &rules);
    expect_builder_refused(b, status, defaults[i].want, defaults[i].value.attr,
                           defaults[i].words);
    cr_expect(strstr(strata_builder_error(b), "definition 'classic:elf'") !=
              NULL);
    strata_builder_free(b);
    EXPECT_NO_LEAK(&p);
  }
}

static void refuse_ability(const strata_ability_desc *desc, strata_status want,
                           const char *const *words) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  strata_rules *rules = NULL;
  BUILDER_OK(strata_builder_ability(b, desc));
  expect_builder_refused(b, strata_builder_freeze(b, &rules), want, desc->name,
                         words);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, zones_subjects_and_conditions_are_checked) {
  strata_clause_part part = {
      .attr = "power", .layer = "pt.set", .operand = "1"};
  strata_clause clause = {.parts = &part, .part_count = 1};
  strata_ability_desc desc = {.name = "a",
                              .kind = STRATA_ABILITY_STATIC,
                              .zones = no_zone,
                              .zone_count = 1,
                              .clauses = &clause,
                              .clause_count = 1};
  refuse_ability(
      &desc, STRATA_ENOENT,
      (const char *[]){"ability 'a': no zone 'libary'", "'library'", NULL});
  desc.zone_count = 0;
  clause.subject = "power";
  refuse_ability(
      &desc, STRATA_ETYPE,
      (const char *[]){"ability 'a': subject 'power' is an int", NULL});
  clause.subject = NULL;
  clause.condition = "this.taped";
  refuse_ability(&desc, STRATA_ENOENT,
                 (const char *[]){"condition: at byte 5", "'tapped'", NULL});
  strata_clause clauses[] = {
      {.parts = &part, .part_count = 1},
      {.subject = "power", .parts = &part, .part_count = 1}};
  desc.clauses = clauses;
  desc.clause_count = 2;
  refuse_ability(
      &desc, STRATA_ETYPE,
      (const char *[]){"ability 'a', clause 2: subject 'power'", NULL});
}

Test(ability_compile, counters_of_laws_are_checked) {
  static const struct {
    const char *counter;
    strata_status want;
    const char *words[3];
  } cases[] = {{"charg", STRATA_ENOENT, {"law 'l'", "'charge'"}},
               {"power", STRATA_ETYPE, {"law 'l'", "'power' is no counter"}}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    probe p = {0};
    strata_builder *b = stage_builder(&p);
    strata_rules *rules = NULL;
    declare_law(b, "l", cases[i].counter, false);
    expect_builder_refused(b, strata_builder_freeze(b, &rules), cases[i].want,
                           cases[i].counter, cases[i].words);
    strata_builder_free(b);
    EXPECT_NO_LEAK(&p);
  }
}

Test(ability_compile, the_layer_where_copiable_values_end_must_exist) {
  probe p = {0};
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  cr_assert(eq(int, strata_builder_new(probe_alloc, &p, &b), STRATA_OK));
  BUILDER_OK(strata_builder_layer(b, "copy", 0, STRATA_BY_TIMESTAMP));
  BUILDER_OK(strata_builder_copiable_after(b, "cop"));
  expect_builder_refused(b, strata_builder_freeze(b, &rules), STRATA_ENOENT,
                         "cop", (const char *[]){"'cop'", "'copy'", NULL});
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(ability_compile, a_builder_goes_on_after_a_failure) {
  probe p = {0};
  strata_builder *b = stage_builder(&p);
  strata_rules *rules = NULL;
  strata_clause_part part = {
      .attr = "power", .layer = "pt.set", .operand = "loyalty"};
  strata_law_desc law = {
      .name = "l",
      .clause = {.subject = "true", .parts = &part, .part_count = 1}};
  BUILDER_OK(strata_builder_law(b, &law));
  cr_expect(eq(int, strata_builder_freeze(b, &rules), STRATA_ENOENT));

  strata_attribute loyalty = {.name = "loyalty", .type = STRATA_INT};
  BUILDER_OK(strata_builder_attribute(b, &loyalty));
  rules = frozen(b);
  cr_expect(eq(u32, rules->law_count, 1));
  strata_rules_free(rules);
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

/* -- No memory -- */

/* All kinds of parts and values there are. */
static strata_status declare_more(strata_builder *b) {
  static const char *const two[] = {"forest", "island"};
  static const char *const kind[] = {"activated"};
  static const strata_clause_part parts[] = {
      {.layer = "copy", .op = STRATA_OP_COPY, .operand = "this.controller"},
      {.attr = "types", .layer = "type", .names = two, .name_count = 2},
      {.attr = "types", .layer = "type", .operand = "'elf'"},
      {.attr = "abilities",
       .layer = "text",
       .op = STRATA_OP_SUBSTITUTE,
       .names = two,
       .name_count = 2},
      {.attr = "types",
       .layer = "text",
       .op = STRATA_OP_SUBSTITUTE,
       .names = two,
       .name_count = 2},
      {.attr = "abilities",
       .layer = "ability",
       .op = STRATA_OP_BORROW,
       .operand = "cost > outer.cost",
       .names = kind,
       .name_count = 1},
      {.attr = "power",
       .layer = "pt.switch",
       .op = STRATA_OP_SWITCH,
       .other = "toughness"},
      {.attr = "note", .layer = "text", .operand = "text"},
      {.attr = "power",
       .layer = "pt.modify",
       .op = STRATA_OP_ADD,
       .operand = "charge"}};
  strata_clause clause = {.parts = parts, .part_count = ST_COUNT_OF(parts)};
  strata_ability_desc ability = {.name = "everything",
                                 .kind = STRATA_ABILITY_CDA,
                                 .clauses = &clause,
                                 .clause_count = 1};
  strata_law_desc law = {.name = "law", .clause = clause, .counter = "charge"};
  strata_status status = strata_builder_ability(b, &ability);
  if (!status) status = strata_builder_law(b, &law);
  return status;
}

Test(ability_compile, no_memory_leaves_nothing_behind) {
  uint64_t hash = 0;
  for (int forever = 0; forever < 2; forever++) {
    for (size_t at = 1;; at++) {
      probe p = {0};
      strata_builder *b = stage_builder(&p);
      declare_static(b);
      declare_elf(b);
      BUILDER_OK(declare_more(b));
      size_t blocks = p.live_blocks;
      strata_rules *rules = NULL;
      p.fail_at = p.calls + at;
      p.fail_forever = forever;
      strata_status status = strata_builder_freeze(b, &rules);
      bool failed = p.failures > 0;
      p.fail_at = 0;
      p.fail_forever = false;
      if (failed) {
        cr_assert(eq(int, status, STRATA_ENOMEM), "at %zu", at);
        cr_assert(rules == NULL);
        cr_expect(eq(sz, p.live_blocks, blocks), "at %zu", at);
        status = strata_builder_freeze(b, &rules);
      }
      cr_assert(eq(int, status, STRATA_OK), "at %zu", at);
      if (hash == 0) hash = strata_rules_hash(rules);
      cr_expect(eq(u64, strata_rules_hash(rules), hash), "at %zu", at);
      strata_rules_free(rules);
      strata_builder_free(b);
      EXPECT_NO_LEAK(&p);
      if (!failed) break;
    }
  }
}

/* Declares all of it again and again until memory suffices. */
static void declare_all(strata_builder *b, probe *p, size_t at,
                        strata_status (*declare)(strata_builder *),
                        bool *failed) {
  p->fail_at = p->calls + at;
  size_t before = p->failures;
  strata_status status = declare(b);
  *failed = p->failures > before;
  p->fail_at = 0;
  cr_assert(eq(int, status, *failed ? STRATA_ENOMEM : STRATA_OK), "at %zu", at);
}

static strata_status one_ability(strata_builder *b) {
  static const char *const zones[] = {"library"};
  strata_clause_part part = {
      .attr = "power", .layer = "pt.set", .operand = "1"};
  strata_clause clause = {.parts = &part, .part_count = 1};
  strata_ability_desc desc = {.name = "new",
                              .kind = STRATA_ABILITY_STATIC,
                              .zones = zones,
                              .zone_count = 1,
                              .clauses = &clause,
                              .clause_count = 1};
  return strata_builder_ability(b, &desc);
}

static strata_status one_definition(strata_builder *b) {
  strata_default value = {.attr = "power", .text = "1"};
  strata_definition_desc desc = {
      .name = "new", .defaults = &value, .default_count = 1};
  return strata_builder_definition(b, &desc);
}

static strata_status one_law(strata_builder *b) {
  strata_clause_part part = {
      .attr = "power", .layer = "pt.set", .operand = "1"};
  strata_law_desc desc = {
      .name = "new",
      .clause = {.subject = "true", .parts = &part, .part_count = 1}};
  return strata_builder_law(b, &desc);
}

static strata_status one_zone(strata_builder *b) {
  strata_zone_desc desc = {.name = "new"};
  return strata_builder_zone(b, &desc);
}

Test(ability_compile, no_memory_while_declaring_can_be_tried_again) {
  static strata_status (*const declare[])(strata_builder *) = {
      one_ability, one_definition, one_law, one_zone};
  for (size_t i = 0; i < ST_COUNT_OF(declare); i++) {
    bool failed = true;
    for (size_t at = 1; failed; at++) {
      probe p = {0};
      strata_builder *b = stage_builder(&p);
      declare_all(b, &p, at, declare[i], &failed);
      if (failed) BUILDER_OK(declare[i](b));
      cr_expect(eq(int, declare[i](b), STRATA_EEXIST));
      strata_rules *rules = frozen(b);
      strata_rules_free(rules);
      strata_builder_free(b);
      EXPECT_NO_LEAK(&p);
    }
  }
}
