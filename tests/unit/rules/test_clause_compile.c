/* Parts of clauses: how they are compiled, and with which message they are
 * refused. */
#include "rules_stage.h"

TestSuite(clause_compile, .timeout = 60);

typedef struct desk {
  probe probe;
  strata_builder *b;
  strata_rules *rules;
} desk;

/* Rules with a static ability of these parts. */
static const st_clause *compiled(desk *c, const strata_clause_part *parts,
                                 size_t count) {
  c->b = stage_builder(&c->probe);
  strata_clause clause = {
      .subject = "types has 'elf'", .parts = parts, .part_count = count};
  strata_ability_desc ability = {.name = "anthem",
                                 .kind = STRATA_ABILITY_STATIC,
                                 .clauses = &clause,
                                 .clause_count = 1};
  strata_status status = strata_builder_ability(c->b, &ability);
  if (!status) status = strata_builder_freeze(c->b, &c->rules);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_builder_error(c->b));
  uint32_t id = strata_rules_find(c->rules, STRATA_NAME_ABILITY, "anthem");
  cr_assert(eq(u32, c->rules->abilities[id - 1].clause_count, 1));
  return &c->rules->abilities[id - 1].clauses[0];
}

static const st_clause_part *compiled_part(desk *c, strata_clause_part part) {
  const st_clause *clause = compiled(c, &part, 1);
  cr_assert(eq(u32, clause->part_count, 1));
  return &clause->parts[0];
}

static void desk_close(desk *c) {
  strata_rules_free(c->rules);
  strata_builder_free(c->b);
  EXPECT_NO_LEAK(&c->probe);
}

/* -- Numbers -- */

struct constant_case {
  const char *name, *attr, *operand;
  int64_t want;
};

static const struct constant_case constants[] = {
    {"literal", "power", "3", 3},
    {"negative", "power", "-1", -1},
    {"arithmetic", "power", "2 + 3 * max(4, 1) // 2", 8},
    {"saturating", "power", "-9223372036854775808 - 1", INT64_MIN},
    {"false", "tapped", "false", 0},
    {"a comparison", "tapped", "1 < 2 and not 'elf' = 'wall'", 1},
    {"nobody", "controller", "none", 0},
};

Test(clause_compile, constants_become_values) {
  for (size_t i = 0; i < ST_COUNT_OF(constants); i++) {
    const struct constant_case *k = &constants[i];
    desk c = {0};
    const st_clause_part *part = compiled_part(
        &c, (strata_clause_part){
                .attr = k->attr, .layer = "pt.modify", .operand = k->operand});
    cr_expect(eq(i64, (int64_t)part->value, k->want), "%s", k->name);
    cr_expect(part->operand == NULL, "%s", k->name);
    cr_expect(eq(u32, st_part_header_flags(part->flags), 0), "%s", k->name);
    desk_close(&c);
  }
}

Test(clause_compile, none_is_no_symbol_where_one_is_wanted) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "rarity", .layer = "text", .operand = "none"},
      {.attr = "types", .layer = "text", .operand = "none"}};
  const st_clause *clause = compiled(&c, parts, 2);
  cr_expect(clause->parts[0].operand == NULL);
  cr_expect(eq(u64, clause->parts[0].value, 0));
  cr_expect(eq(u64, clause->parts[1].words[0], 0));
  desk_close(&c);
}

Test(clause_compile, a_symbol_becomes_its_id) {
  desk c = {0};
  const st_clause_part *part = compiled_part(
      &c, (strata_clause_part){
              .attr = "rarity", .layer = "text", .operand = "'rare'"});
  cr_expect(eq(u64, part->value, stage_symbol(c.rules, "rare")));
  desk_close(&c);
}

static const char *const not_constant[] = {"power", "this.cost",
                                           "count(tapped)", "sum(1, tapped)",
                                           "distinct(types, tapped)"};

Test(clause_compile, whatever_reads_stays_an_expression) {
  for (size_t i = 0; i < ST_COUNT_OF(not_constant); i++) {
    desk c = {0};
    const st_clause_part *part =
        compiled_part(&c, (strata_clause_part){.attr = "power",
                                               .layer = "pt.modify",
                                               .op = STRATA_OP_ADD,
                                               .operand = not_constant[i]});
    cr_assert(part->operand != NULL, "%s", not_constant[i]);
    cr_expect(eq(str, part->operand->text, STR(not_constant[i])));
    cr_expect(eq(u32, st_part_header_flags(part->flags), ST_PART_COMPUTED));
    desk_close(&c);
  }
}

Test(clause_compile, the_verb_has_layer_attribute_ordinal_and_rounding) {
  desk c = {0};
  const st_clause_part *part =
      compiled_part(&c, (strata_clause_part){.attr = "power",
                                             .layer = "pt.set",
                                             .op = STRATA_OP_SCALE,
                                             .rounding = STRATA_ROUND_UP,
                                             .divisor = 4,
                                             .operand = "-3"});
  strata_attr power = stage_attr(c.rules, "power");
  cr_expect(eq(u64, part->flags,
               st_part_header(5, power, 0, ST_PART_ROUND_UP, STRATA_OP_SCALE)));
  cr_expect(eq(u64, part->value, UINT64_C(4) << 32 | (uint32_t)(int32_t)-3));
  desk_close(&c);
}

Test(clause_compile, a_computed_scale_keeps_its_divisor) {
  desk c = {0};
  const st_clause_part *part =
      compiled_part(&c, (strata_clause_part){.attr = "power",
                                             .layer = "pt.set",
                                             .op = STRATA_OP_SCALE,
                                             .divisor = 4,
                                             .operand = "cost"});
  cr_expect(part->operand != NULL);
  cr_expect(eq(u64, part->value, UINT64_C(4) << 32));
  desk_close(&c);
}

Test(clause_compile, layers_may_be_numbers) {
  static const struct {
    const char *text;
    int32_t number;
  } cases[] = {{"4", 4},
               {"-7", -7},
               {"2147483647", INT32_MAX},
               {"-2147483648", INT32_MIN}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    probe p = {0};
    strata_builder *b = NULL;
    strata_rules *rules = NULL;
    cr_assert(eq(int, strata_builder_new(probe_alloc, &p, &b), STRATA_OK));
    strata_attribute power = {.name = "power", .type = STRATA_INT};
    strata_clause_part part = {
        .attr = "power", .layer = cases[i].text, .operand = "1"};
    strata_law_desc law = {
        .name = "all",
        .clause = {.subject = "true", .parts = &part, .part_count = 1}};
    BUILDER_OK(strata_builder_attribute(b, &power));
    BUILDER_OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
    BUILDER_OK(strata_builder_copiable_after(b, cases[i].text));
    BUILDER_OK(strata_builder_law(b, &law));
    BUILDER_OK(strata_builder_freeze(b, &rules));
    cr_expect(eq(i32,
                 st_part_header_layer(rules->laws[0].clause.parts[0].flags),
                 cases[i].number));
    cr_expect(eq(i32, rules->copiable_after, cases[i].number));
    strata_rules_free(rules);
    strata_builder_free(b);
    EXPECT_NO_LEAK(&p);
  }
}

/* -- Lists -- */

Test(clause_compile, names_of_symbols_become_words) {
  desk c = {0};
  const char *names[] = {"wall", "elf"};
  const st_clause_part *part =
      compiled_part(&c, (strata_clause_part){.attr = "types",
                                             .layer = "type",
                                             .op = STRATA_OP_ADD,
                                             .names = names,
                                             .name_count = 2});
  cr_assert(part->words != NULL);
  cr_expect(eq(u64, part->words[0], 1 | 8)); /* elf forest island wall */
  desk_close(&c);
}

Test(clause_compile, a_set_takes_a_symbol_that_is_computed) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "types", .layer = "type", .operand = "rarity"},
      {.attr = "types", .layer = "type", .operand = "'island'"},
      {.attr = "types", .layer = "type", .operand = "'rare'"},
      {.attr = "types", .layer = "type"}};
  const st_clause *clause = compiled(&c, parts, 4);
  cr_assert(eq(u32, clause->part_count, 4));
  cr_assert(clause->parts[0].operand != NULL);
  cr_expect(eq(int, clause->parts[0].operand->type, STRATA_SYM));
  cr_expect(clause->parts[0].words == NULL);
  static const uint64_t want[] = {0, 4, 0, 0};
  for (int i = 1; i < 4; i++) {
    cr_expect(clause->parts[i].operand == NULL);
    cr_expect(eq(u64, clause->parts[i].value, 0));
    cr_assert(clause->parts[i].words != NULL);
    cr_expect(eq(u64, clause->parts[i].words[0], want[i]));
  }
  desk_close(&c);
}

Test(clause_compile, names_of_abilities_become_places_in_order) {
  desk c = {0};
  const char *names[] = {"reach", "flying", "reach"};
  const st_clause_part *part =
      compiled_part(&c, (strata_clause_part){.attr = "abilities",
                                             .layer = "ability",
                                             .op = STRATA_OP_ADD,
                                             .names = names,
                                             .name_count = 3});
  cr_assert(eq(u32, part->ability_count, 3));
  for (uint32_t i = 0; i < 3; i++) {
    const st_ability *ability = &c.rules->abilities[part->abilities[i]];
    cr_expect(eq(u32, ability->symbol, stage_symbol(c.rules, names[i])));
  }
  desk_close(&c);
}

Test(clause_compile, substitute_has_two_symbols) {
  static const char *const attrs[] = {"types", "abilities", "rarity"};
  for (size_t i = 0; i < ST_COUNT_OF(attrs); i++) {
    desk c = {0};
    const char *names[] = {"forest", "island"};
    const st_clause_part *part =
        compiled_part(&c, (strata_clause_part){.attr = attrs[i],
                                               .layer = "text",
                                               .op = STRATA_OP_SUBSTITUTE,
                                               .names = names,
                                               .name_count = 2});
    cr_expect(eq(u32, part->from, stage_symbol(c.rules, "forest")));
    cr_expect(eq(u32, part->to, stage_symbol(c.rules, "island")));
    cr_expect(part->words == NULL);
    desk_close(&c);
  }
}

Test(clause_compile, borrow_asks_others_on_behalf_of_outer) {
  desk c = {0};
  const char *names[] = {"activated"};
  const st_clause_part *part = compiled_part(
      &c, (strata_clause_part){.attr = "abilities",
                               .layer = "ability",
                               .op = STRATA_OP_BORROW,
                               .operand = "controller=outer.controller",
                               .names = names,
                               .name_count = 1});
  cr_assert(part->operand != NULL);
  cr_expect(part->operand->is_inner);
  cr_expect(part->operand->counts_entities);
  cr_expect(eq(str, part->operand->text, STR("controller = outer.controller")));
  cr_expect(eq(u32, st_part_header_flags(part->flags), ST_PART_COMPUTED));
  cr_expect(eq(int, part->ability_kind, STRATA_ABILITY_ACTIVATED));
  desk_close(&c);

  c = (desk){0};
  part = compiled_part(&c, (strata_clause_part){.attr = "abilities",
                                                .layer = "ability",
                                                .op = STRATA_OP_BORROW,
                                                .operand = "true"});
  cr_expect(part->operand != NULL); /* also a constant: it is asked */
  cr_expect(eq(int, part->ability_kind, 0));
  desk_close(&c);
}

Test(clause_compile, a_text_is_kept) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "note", .layer = "text", .operand = "it's 'so'"},
      {.attr = "note", .layer = "text"}};
  const st_clause *clause = compiled(&c, parts, 2);
  cr_expect(eq(str, STR(clause->parts[0].text), STR("it's 'so'")));
  cr_expect(eq(str, STR(clause->parts[1].text), STR("")));
  desk_close(&c);
}

Test(clause_compile, clear_and_strip_have_no_operand) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "types", .layer = "type", .op = STRATA_OP_CLEAR},
      {.attr = "abilities", .layer = "ability", .op = STRATA_OP_CLEAR},
      {.attr = "abilities", .layer = "ability", .op = STRATA_OP_STRIP}};
  const st_clause *clause = compiled(&c, parts, 3);
  cr_assert(eq(u32, clause->part_count, 3));
  for (uint32_t i = 0; i < 3; i++) {
    const st_clause_part *part = &clause->parts[i];
    strata_attr attr = stage_attr(c.rules, parts[i].attr);
    strata_layer layer = i == 0 ? 2 : 4;
    cr_expect(eq(u64, part->flags,
                 st_part_header(layer, attr, i, 0, (uint32_t)parts[i].op)));
    cr_expect(not(part->operand || part->words || part->abilities));
  }
  desk_close(&c);
}

/* -- One part that becomes several, and their order -- */

Test(clause_compile, a_switch_is_two_parts_at_one_place) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "tapped", .layer = "copy", .operand = "true"},
      {.attr = "power",
       .layer = "pt.switch",
       .op = STRATA_OP_SWITCH,
       .other = "toughness"}};
  const st_clause *clause = compiled(&c, parts, 2);
  strata_attr pair[2] = {stage_attr(c.rules, "power"),
                         stage_attr(c.rules, "toughness")};
  cr_assert(eq(u32, clause->part_count, 3));
  for (int i = 0; i < 2; i++) {
    const st_clause_part *part = &clause->parts[1 + i];
    cr_expect(
        eq(u64, part->flags,
           st_part_header(7, pair[i], 1, ST_PART_SWITCH, STRATA_OP_SWITCH)));
    cr_expect(eq(u32, part->switched_attr, pair[1 - i]));
  }
  desk_close(&c);
}

Test(clause_compile, a_copy_of_all_is_one_part_for_each_copiable_attribute) {
  desk c = {0};
  static const char *const copiable[] = {"abilities", "colors", "cost", "power",
                                         "toughness"};
  const st_clause *clause =
      compiled(&c,
               (strata_clause_part[]){{.layer = "copy",
                                       .op = STRATA_OP_COPY,
                                       .operand = "this.controller"}},
               1);
  cr_assert(eq(u32, clause->part_count, ST_COUNT_OF(copiable)));
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    cr_expect(eq(u64, part->flags,
                 st_part_header(0, stage_attr(c.rules, copiable[i]), 0,
                                ST_PART_COMPUTED, STRATA_OP_COPY)));
    cr_assert(part->operand != NULL);
    cr_expect(eq(int, part->operand->type, STRATA_REF));
  }
  desk_close(&c);
}

Test(clause_compile, parts_are_sorted_by_layer_and_then_as_written) {
  desk c = {0};
  strata_clause_part parts[] = {
      {.attr = "power", .layer = "pt.set", .operand = "1"},
      {.attr = "tapped", .layer = "control", .operand = "true"},
      {.attr = "toughness", .layer = "pt.set", .operand = "1"},
      {.attr = "cost", .layer = "copy", .operand = "1"},
      {.attr = "cost", .layer = "control", .operand = "1"}};
  static const uint32_t want[] = {3, 1, 4, 0, 2};
  const st_clause *clause = compiled(&c, parts, 5);
  cr_assert(eq(u32, clause->part_count, 5));
  for (uint32_t i = 0; i < 5; i++) {
    cr_expect(eq(u32, st_part_header_ordinal(clause->parts[i].flags), want[i]));
  }
  desk_close(&c);
}

/* -- What is refused -- */

static const char *const elf_and_elk[] = {"elf", "elk"};
static const char *const flyng[] = {"flyng"};
static const char *const forest[] = {"forest"};
static const char *const forest_red[] = {"forest", "red"};
static const char *const keyword[] = {"keyword"};
static const char *const magical[] = {"magical"};
static const char *const two_kinds[] = {"mana", "activated"};

struct refusal_case {
  const char *name;
  strata_clause_part part;
  strata_status want;
  const char *words[5];
};

#define ABILITIES(what) .attr = "abilities", .layer = "ability", .op = what
#define TYPES(what)     .attr = "types", .layer = "type", .op = what
#define POWER(what)     .attr = "power", .layer = "pt.set", .op = what

static const struct refusal_case refusals[] = {
    {"unknown attribute",
     {.attr = "powr", .layer = "pt.set", .operand = "1"},
     STRATA_ENOENT,
     {"part 1", "powr", "'power'"}},
    {"unknown layer",
     {.attr = "power", .layer = "pt.sat", .operand = "1"},
     STRATA_ENOENT,
     {"(power)", "pt.sat", "'pt.set'"}},
    {"no layer",
     {.attr = "power", .operand = "1"},
     STRATA_EINVAL,
     {"(power)", "layer"}},
    {"no attribute",
     {.layer = "pt.set", .operand = "1"},
     STRATA_EINVAL,
     {"part 1", "attribute"}},
    {"unlayered",
     {.attr = "seat", .layer = "pt.set", .operand = "1"},
     STRATA_EINVAL,
     {"seat", "not layered"}},
    {"a counter",
     {.attr = "charge", .layer = "pt.set", .operand = "1"},
     STRATA_EINVAL,
     {"charge", "not layered"}},
    {"the zone",
     {.attr = "zone", .layer = "pt.set", .operand = "'library'"},
     STRATA_EINVAL,
     {"zone", "not layered"}},
    {"operation of another type",
     {POWER(STRATA_OP_REMOVE), .operand = "1"},
     STRATA_ETYPE,
     {"operation", "'power'"}},
    {"operation that does not exist",
     {POWER((strata_op)19), .operand = "1"},
     STRATA_ETYPE,
     {"operation", "'power'"}},
    {"no operand",
     {POWER(STRATA_OP_ADD)},
     STRATA_EINVAL,
     {"(power)", "no operand"}},
    {"bad operand",
     {POWER(STRATA_OP_ADD), .operand = "1 + toughnes"},
     STRATA_ENOENT,
     {"operand: at byte 4", "'toughness'"}},
    {"no expression",
     {POWER(STRATA_OP_ADD), .operand = "1 +"},
     STRATA_ESYNTAX,
     {"operand: at byte 3"}},
    {"operand of another type",
     {POWER(STRATA_OP_ADD), .operand = "tapped"},
     STRATA_ETYPE,
     {"'tapped' is a predicate, not an int"}},
    {"an entity of one world",
     {.attr = "controller", .layer = "control", .operand = "#1:1"},
     STRATA_EINVAL,
     {"#1:1", "world"}},
    {"outer",
     {POWER(STRATA_OP_ADD), .operand = "outer.power"},
     STRATA_ESYNTAX,
     {"outer"}},
    {"division by 0",
     {POWER(STRATA_OP_DIV), .operand = "1 - 1"},
     STRATA_EINVAL,
     {"division", "0"}},
    {"numerator",
     {POWER(STRATA_OP_SCALE), .operand = "2147483648", .divisor = 1},
     STRATA_ERANGE,
     {"numerator"}},
    {"no divisor",
     {POWER(STRATA_OP_SCALE), .operand = "1"},
     STRATA_ERANGE,
     {"divisor"}},
    {"divisor",
     {POWER(STRATA_OP_SCALE), .operand = "cost", .divisor = 2147483648},
     STRATA_ERANGE,
     {"divisor"}},
    {"names for an int",
     {POWER(STRATA_OP_ADD), .operand = "1", .names = forest, .name_count = 1},
     STRATA_EINVAL,
     {"no names"}},
    {"another attribute",
     {POWER(STRATA_OP_ADD), .operand = "1", .other = "toughness"},
     STRATA_EINVAL,
     {"'switch'"}},
    {"a text and a symbol",
     {.attr = "note", .layer = "text", .op = STRATA_OP_ADD, .operand = "x"},
     STRATA_ETYPE,
     {"'note'"}},
    {"symbol out of the domain",
     {TYPES(STRATA_OP_ADD), .names = elf_and_elk, .name_count = 2},
     STRATA_ENOENT,
     {"(types)", "'elk'", "'elf'"}},
    {"no symbols", {TYPES(STRATA_OP_ADD)}, STRATA_EINVAL, {"name some"}},
    {"names and an expression",
     {TYPES(STRATA_OP_SET), .names = forest, .name_count = 1,
      .operand = "rarity"},
     STRATA_EINVAL,
     {"not both"}},
    {"a number for a set",
     {TYPES(STRATA_OP_SET), .operand = "power"},
     STRATA_ETYPE,
     {"an int, not a set or a symbol"}},
    {"clear with an operand",
     {TYPES(STRATA_OP_CLEAR), .operand = "rarity"},
     STRATA_EINVAL,
     {"no operand"}},
    {"clear with names",
     {TYPES(STRATA_OP_CLEAR), .names = forest, .name_count = 1},
     STRATA_EINVAL,
     {"no names"}},
    {"one word",
     {TYPES(STRATA_OP_SUBSTITUTE), .names = forest, .name_count = 1},
     STRATA_EINVAL,
     {"two symbols"}},
    {"a word out of the domain",
     {TYPES(STRATA_OP_SUBSTITUTE), .names = forest_red, .name_count = 2},
     STRATA_ENOENT,
     {"'red'"}},
    {"an unknown word",
     {ABILITIES(STRATA_OP_SUBSTITUTE), .names = elf_and_elk, .name_count = 2},
     STRATA_ENOENT,
     {"no symbol 'elk'"}},
    {"unknown ability",
     {ABILITIES(STRATA_OP_ADD), .names = flyng, .name_count = 1},
     STRATA_ENOENT,
     {"no ability 'flyng'", "'flying'"}},
    {"a symbol that is no ability",
     {ABILITIES(STRATA_OP_FORBID), .names = forest, .name_count = 1},
     STRATA_ENOENT,
     {"no ability 'forest'"}},
    {"no abilities", {ABILITIES(STRATA_OP_REMOVE)}, STRATA_EINVAL, {"name"}},
    {"abilities by an expression",
     {ABILITIES(STRATA_OP_ADD), .operand = "'flying'"},
     STRATA_EINVAL,
     {"names of abilities"}},
    {"strip with names",
     {ABILITIES(STRATA_OP_STRIP), .names = flyng, .name_count = 1},
     STRATA_EINVAL,
     {"no names"}},
    {"borrow from nobody",
     {ABILITIES(STRATA_OP_BORROW)},
     STRATA_EINVAL,
     {"predicate"}},
    {"borrow by a number",
     {ABILITIES(STRATA_OP_BORROW), .operand = "outer.power"},
     STRATA_ETYPE,
     {"'outer.power' is an int, not a predicate"}},
    {"borrow keywords",
     {ABILITIES(STRATA_OP_BORROW), .operand = "true", .names = keyword,
      .name_count = 1},
     STRATA_ENOENT,
     {"'keyword'", "'activated'"}},
    {"borrow a kind that is none",
     {ABILITIES(STRATA_OP_BORROW), .operand = "true", .names = magical,
      .name_count = 1},
     STRATA_ENOENT,
     {"'magical'"}},
    {"borrow two kinds",
     {ABILITIES(STRATA_OP_BORROW), .operand = "true", .names = two_kinds,
      .name_count = 2},
     STRATA_EINVAL,
     {"one kind"}},
    {"copy nobody",
     {.layer = "copy", .op = STRATA_OP_COPY},
     STRATA_EINVAL,
     {"no operand"}},
    {"copy a number",
     {.layer = "copy", .op = STRATA_OP_COPY, .operand = "3"},
     STRATA_ETYPE,
     {"'3' is an int, not a ref"}},
    {"copy another for each",
     {.layer = "copy", .op = STRATA_OP_COPY, .operand = "it"},
     STRATA_EINVAL,
     {"operand of 'copy' cannot read 'it'", "'this.x'"}},
    {"switch with nothing",
     {POWER(STRATA_OP_SWITCH)},
     STRATA_EINVAL,
     {"another attribute"}},
    {"switch with itself",
     {POWER(STRATA_OP_SWITCH), .other = "power"},
     STRATA_ETYPE,
     {"'power'"}},
    {"switch with another range",
     {POWER(STRATA_OP_SWITCH), .other = "small"},
     STRATA_ETYPE,
     {"range", "'small'"}},
    {"switch with a flag",
     {POWER(STRATA_OP_SWITCH), .other = "tapped"},
     STRATA_ETYPE,
     {"'tapped'"}},
    {"switch with an operand",
     {POWER(STRATA_OP_SWITCH), .other = "toughness", .operand = "1"},
     STRATA_EINVAL,
     {"no operand"}},
    {"switch with one unknown",
     {POWER(STRATA_OP_SWITCH), .other = "toughnes"},
     STRATA_ENOENT,
     {"'toughness'"}},
};

Test(clause_compile, what_is_wrong_is_said_where_it_is) {
  for (size_t i = 0; i < ST_COUNT_OF(refusals); i++) {
    const struct refusal_case *k = &refusals[i];
    desk c = {.rules = NULL};
    c.b = stage_builder(&c.probe);
    strata_clause_part good = {
        .attr = "power", .layer = "pt.set", .operand = "1"};
    strata_clause clauses[] = {{.parts = &good, .part_count = 1},
                               {.parts = &k->part, .part_count = 1}};
    strata_ability_desc ability = {.name = "classic:anthem.1",
                                   .kind = STRATA_ABILITY_STATIC,
                                   .clauses = clauses,
                                   .clause_count = 2};
    strata_status status = strata_builder_ability(c.b, &ability);
    cr_assert(eq(int, status, STRATA_OK), "%s", k->name);

    status = strata_builder_freeze(c.b, &c.rules);
    expect_builder_refused(c.b, status, k->want, k->name, k->words);
    expect_builder_refused(
        c.b, status, k->want, k->name,
        (const char *[]){"ability 'classic:anthem.1', clause 2, "
                         "part 1",
                         NULL});
    cr_expect(c.rules == NULL, "%s", k->name);
    strata_builder_free(c.b);
    EXPECT_NO_LEAK(&c.probe);
  }
}

Test(clause_compile, a_copy_of_all_needs_something_copiable) {
  probe p = {0};
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  cr_assert(eq(int, strata_builder_new(probe_alloc, &p, &b), STRATA_OK));
  strata_clause_part part = {
      .layer = "1", .op = STRATA_OP_COPY, .operand = "this"};
  strata_law_desc law = {
      .name = "all",
      .clause = {.subject = "true", .parts = &part, .part_count = 1}};
  BUILDER_OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  BUILDER_OK(strata_builder_law(b, &law));
  expect_builder_refused(
      b, strata_builder_freeze(b, &rules), STRATA_EINVAL, "copy",
      (const char *[]){"law 'all', part 1: ", "copiable", NULL});
  strata_builder_free(b);
  EXPECT_NO_LEAK(&p);
}

Test(clause_compile, numbers_of_layers_are_whole) {
  static const char *const bad[] = {
      "",   "-",          "1.5",         "x",      "1 ",
      "+1", "2147483648", "-2147483649", "pt.set", "99999999999999999999999"};
  for (size_t i = 0; i < ST_COUNT_OF(bad); i++) {
    probe p = {0};
    strata_builder *b = NULL;
    strata_rules *rules = NULL;
    cr_assert(eq(int, strata_builder_new(probe_alloc, &p, &b), STRATA_OK));
    strata_attribute power = {.name = "power", .type = STRATA_INT};
    strata_clause_part part = {
        .attr = "power", .layer = bad[i], .operand = "1"};
    strata_law_desc law = {
        .name = "all",
        .clause = {.subject = "true", .parts = &part, .part_count = 1}};
    BUILDER_OK(strata_builder_attribute(b, &power));
    BUILDER_OK(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
    BUILDER_OK(strata_builder_law(b, &law));
    expect_builder_refused(
        b, strata_builder_freeze(b, &rules), STRATA_ENOENT, bad[i],
        (const char *[]){"law 'all', part 1 (power)", "layer", NULL});
    strata_builder_free(b);
    EXPECT_NO_LEAK(&p);
  }
}
