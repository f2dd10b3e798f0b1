/*
 * anthem_field.c - creatures and anthems, in the engine and as columns.
 */
#include "bench/kit/anthem_field.h"

#include "bench/kit/layer_rules.h"
#include "bench/measure/bench_world.h"

#include <stdio.h>

enum {
  FIELD_TEXT = 96,
  ASKS = 50 /* one of ASKS anthems has a condition on the mark */
};

/* -- Rules -- */

static void type_name_field(char out[FIELD_TEXT], uint32_t type) {
  (void)snprintf(out, FIELD_TEXT, "kind%u", type);
}

/* Declare the definition of a token type; its size follows from the type. */
static void define_field(strata_builder *builder, uint32_t type) {
  char name[FIELD_TEXT];
  char size[FIELD_TEXT];
  type_name_field(name, type);
  (void)snprintf(size, sizeof size, "%u", type + 1);
  const char *const names[] = {name};
  const strata_default defaults[] = {
      {.attr = "types", .names = names, .name_count = 1},
      {.attr = "power", .text = size},
      {.attr = "toughness", .text = size}};
  stb_layer_rules_definition(builder, name, STB_LIST(defaults));
}

static strata_rules *make_field_rules(stb_run *bench) {
  static const char *const layers[] = {"pt"};
  static const strata_attribute attributes[] = {
      {.name = "types", .type = STRATA_SET},
      {.name = "controller", .type = STRATA_REF},
      {.name = "mark", .type = STRATA_INT, .unlayered = true},
      {.name = "power", .type = STRATA_INT},
      {.name = "toughness", .type = STRATA_INT}};
  strata_builder *builder = stb_layer_rules_begin(
      bench, &(stb_layer_rules){STB_LIST(layers), STB_LIST(attributes)});
  for (uint32_t t = 0; t < STB_FIELD_TYPES; t++) {
    char name[FIELD_TEXT];
    type_name_field(name, t);
    stb_must(strata_builder_symbol(builder, "types", name), name);
    define_field(builder, t);
  }
  return stb_layer_rules_end(bench, builder);
}

static void find_field_names(stb_anthem_field *f) {
  const strata_rules *rules = f->rules;
  f->types = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "types");
  f->controller = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "controller");
  f->mark = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "mark");
  f->power_attr = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "power");
  f->toughness_attr = stb_rules_id(rules, STRATA_NAME_ATTRIBUTE, "toughness");
  for (uint32_t t = 0; t < STB_FIELD_TYPES; t++) {
    char name[FIELD_TEXT];
    type_name_field(name, t);
    f->symbols[t] = stb_rules_id(rules, STRATA_NAME_SYMBOL, name);
    f->definitions[t] = stb_rules_id(rules, STRATA_NAME_DEFINITION, name);
  }
}

/* -- Columns -- */

stb_herd stb_herd_new(stb_run *bench, size_t count) {
  return (stb_herd){.count = count,
                    .types = stb_alloc(bench, count, sizeof(uint32_t)),
                    .controllers = stb_alloc(bench, count, sizeof(uint32_t)),
                    .classes = stb_alloc(bench, count, sizeof(uint32_t)),
                    .marks = stb_alloc(bench, count, sizeof(int32_t)),
                    .power = stb_alloc(bench, count, sizeof(int64_t)),
                    .toughness = stb_alloc(bench, count, sizeof(int64_t))};
}

static void herd_fill(stb_herd *herd, bool distinct) {
  for (uint32_t n = 0; n < herd->count; n++) {
    herd->types[n] = UINT32_C(1) << stb_anthem_field_type(n);
    herd->controllers[n] = stb_anthem_field_player(n);
    herd->classes[n] = n % STB_CLASSES;
    herd->marks[n] = distinct ? (int32_t)n : 0;
    herd->power[n] = herd->toughness[n] = stb_anthem_field_type(n) + 1;
  }
}

static void list_classes(stb_anthem_field *f) {
  for (uint32_t c = 0; c < STB_CLASSES; c++) {
    f->classes[c].types = UINT32_C(1) << stb_anthem_field_type(c);
    f->classes[c].controller = stb_anthem_field_player(c);
  }
}

stb_anthem stb_anthem_field_anthem(uint32_t class) {
  return (stb_anthem){.types = UINT32_C(1) << stb_anthem_field_type(class),
                      .controller = stb_anthem_field_player(class),
                      .least = INT32_MIN,
                      .power = 1,
                      .toughness = 1};
}

/* -- The world -- */

strata_status stb_anthem_field_set_player(stb_anthem_field *f,
                                          strata_entity entity,
                                          uint32_t player) {
  return stb_set_ref(f->world, entity, f->controller, f->players[player]);
}

static void spawn_field(stb_anthem_field *f, uint32_t n) {
  const uint32_t type = stb_anthem_field_type(n);
  strata_entity *creature = &f->creatures[n];
  stb_must(strata_spawn_as(f->world, f->definitions[type], creature), "spawn");
  stb_must(
      stb_anthem_field_set_player(f, *creature, stb_anthem_field_player(n)),
      "player");
  if (!f->desc.distinct) return;
  stb_must(strata_set_base_int(f->world, *creature, f->mark, n), "mark");
}

static strata_expr *subject_of(const stb_anthem_field *f, uint32_t class,
                               int32_t least) {
  const strata_entity player = f->players[stb_anthem_field_player(class)];
  char name[FIELD_TEXT];
  char text[2 * FIELD_TEXT];
  type_name_field(name, stb_anthem_field_type(class));
  const int length =
      snprintf(text, sizeof text, "types has '%s' and controller = #%u:%u",
               name, (unsigned)(player & UINT32_MAX), (unsigned)(player >> 32));
  if (least != INT32_MIN) {
    (void)snprintf(text + length, sizeof text - (size_t)length,
                   " and mark >= %d", (int)least);
  }
  return stb_parse(f->bench, f->rules, text);
}

strata_status stb_anthem_field_add(stb_anthem_field *f,
                                   const strata_expr *subject,
                                   strata_effect *out) {
  const strata_part parts[] = {
      {.attr = f->power_attr, .op = STRATA_OP_ADD, .value = 1},
      {.attr = f->toughness_attr, .op = STRATA_OP_ADD, .value = 1}};
  return strata_effect_add(f->world,
                           &(strata_effect_desc){.subject = subject,
                                                 .parts = parts,
                                                 .part_count = 2},
                           out);
}

/* Marks run up to the number of creatures, and anthems ask for all of that. */
static void add_anthem(stb_anthem_field *f, uint32_t i) {
  const uint32_t class = i % STB_CLASSES;
  strata_effect effect = {0};
  f->anthems[i] = stb_anthem_field_anthem(class);
  if (!f->desc.distinct || i % ASKS != 0) {
    stb_must(stb_anthem_field_add(f, f->subjects[class], &effect), "anthem");
    return;
  }
  const int32_t least =
      (int32_t)((uint64_t)i * f->desc.creatures / f->desc.anthems);
  strata_expr *subject = subject_of(f, class, least);
  f->anthems[i].least = least;
  stb_must(stb_anthem_field_add(f, subject, &effect), "anthem");
}

static void make_field_world(stb_anthem_field *f) {
  f->world = stb_world_new(f->bench, f->rules);
  for (uint32_t p = 0; p < STB_FIELD_PLAYERS; p++) {
    f->players[p] = stb_spawn(f->world);
  }
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    spawn_field(f, n);
  }
  for (uint32_t c = 0; c < STB_CLASSES; c++) {
    f->subjects[c] = subject_of(f, c, INT32_MIN);
  }
  for (uint32_t i = 0; i < f->desc.anthems; i++) {
    add_anthem(f, i);
  }
  stb_must(strata_commit(f->world), "commit");
}

stb_anthem_field *stb_anthem_field_new(stb_run *bench,
                                       const stb_anthem_field_desc *desc) {
  stb_anthem_field *f = stb_alloc(bench, 1, sizeof *f);
  const size_t count = desc->creatures;
  f->desc = *desc;
  f->bench = bench;
  f->rules = make_field_rules(bench);
  f->creatures = stb_alloc(bench, count, sizeof *f->creatures);
  f->got_power = stb_alloc(bench, count, sizeof *f->got_power);
  f->got_toughness = stb_alloc(bench, count, sizeof *f->got_toughness);
  f->power = stb_alloc(bench, count, sizeof *f->power);
  f->toughness = stb_alloc(bench, count, sizeof *f->toughness);
  f->out = stb_alloc(bench, count, sizeof *f->out);
  f->anthems = stb_alloc(bench, desc->anthems, sizeof *f->anthems);
  f->herd = stb_herd_new(bench, count);
  herd_fill(&f->herd, desc->distinct);
  list_classes(f);
  find_field_names(f);
  make_field_world(f);
  return f;
}

/* -- Reading and checking -- */

unsigned stb_anthem_field_read(stb_anthem_field *f) {
  const size_t count = f->desc.creatures;
  return (unsigned)strata_get_ints(f->world, f->power_attr, f->creatures, count,
                                   f->got_power) |
         (unsigned)strata_get_ints(f->world, f->toughness_attr, f->creatures,
                                   count, f->got_toughness);
}

void stb_anthem_field_check(stb_anthem_field *f, const int64_t *power,
                            const int64_t *toughness, const char *what) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    int64_t p = stb_anthem_field_type(n) + 1;
    int64_t t = p;
    const int32_t mark = f->desc.distinct ? (int32_t)n : 0;
    for (uint32_t i = 0; i < f->desc.anthems; i++) {
      const stb_anthem *a = &f->anthems[i];
      if (!(a->types >> stb_anthem_field_type(n) & 1) ||
          a->controller != stb_anthem_field_player(n) || mark < a->least) {
        continue;
      }
      p += a->power;
      t += a->toughness;
    }
    wrong += power[n] != p || toughness[n] != t;
  }
  stb_expect(f->bench, wrong == 0, what);
}
