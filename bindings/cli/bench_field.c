/*
 * bench_field.c - creatures and anthems, in the engine and as columns.
 */
#include "bench_field.h"

#include "bench_layers.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEXT = 96, ASKS = 50 /* every so many-th anthem asks for a mark */ };

/* -- Rules -- */

static void type_name(char out[TEXT], uint32_t type) {
  (void)snprintf(out, TEXT, "kind%u", type);
}

/* What a token of a type is; how large, its type tells. */
static void define(strata_builder *builder, uint32_t type) {
  char name[TEXT];
  char size[TEXT];
  type_name(name, type);
  (void)snprintf(size, sizeof size, "%u", type + 1);
  const char *const names[] = {name};
  const strata_default defaults[] = {
      {.attr = "types", .names = names, .name_count = 1},
      {.attr = "power", .text = size},
      {.attr = "toughness", .text = size}};
  const strata_definition_desc desc = {.name = name,
                                       .defaults = defaults,
                                       .default_count =
                                           sizeof defaults / sizeof *defaults};
  stc_must(strata_builder_definition(builder, &desc), name);
}

static strata_rules *make_rules(stc_bench_run *bench) {
  static const char *const layers[] = {"pt"};
  static const strata_attribute attributes[] = {
      {.name = "types", .type = STRATA_SET},
      {.name = "controller", .type = STRATA_REF},
      {.name = "mark", .type = STRATA_INT, .unlayered = true},
      {.name = "power", .type = STRATA_INT},
      {.name = "toughness", .type = STRATA_INT}};
  strata_builder *builder = stc_layers_begin(bench, layers, 1);
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    stc_layers_attribute(builder, &attributes[i]);
  }
  for (uint32_t t = 0; t < STC_FIELD_TYPES; t++) {
    char name[TEXT];
    type_name(name, t);
    stc_must(strata_builder_symbol(builder, "types", name), name);
    define(builder, t);
  }
  return stc_layers_end(builder);
}

static void find_names(stc_field *f) {
  const strata_rules *rules = f->rules;
  f->types = stc_layers_id(rules, STRATA_NAME_ATTRIBUTE, "types");
  f->controller = stc_layers_id(rules, STRATA_NAME_ATTRIBUTE, "controller");
  f->mark = stc_layers_id(rules, STRATA_NAME_ATTRIBUTE, "mark");
  f->power_attr = stc_layers_id(rules, STRATA_NAME_ATTRIBUTE, "power");
  f->toughness_attr = stc_layers_id(rules, STRATA_NAME_ATTRIBUTE, "toughness");
  for (uint32_t t = 0; t < STC_FIELD_TYPES; t++) {
    char name[TEXT];
    type_name(name, t);
    f->symbols[t] = stc_layers_id(rules, STRATA_NAME_SYMBOL, name);
    f->definitions[t] = stc_layers_id(rules, STRATA_NAME_DEFINITION, name);
  }
}

/* -- Columns -- */

stc_herd stc_herd_new(size_t count) {
  return (stc_herd){.count = count,
                    .types = stc_must_alloc(count, sizeof(uint32_t)),
                    .controllers = stc_must_alloc(count, sizeof(uint32_t)),
                    .classes = stc_must_alloc(count, sizeof(uint32_t)),
                    .marks = stc_must_alloc(count, sizeof(int32_t)),
                    .power = stc_must_alloc(count, sizeof(int64_t)),
                    .toughness = stc_must_alloc(count, sizeof(int64_t))};
}

void stc_herd_free(stc_herd *herd) {
  free(herd->types);
  free(herd->controllers);
  free(herd->classes);
  free(herd->marks);
  free(herd->power);
  free(herd->toughness);
}

static void herd_fill(stc_herd *herd, bool distinct) {
  for (uint32_t n = 0; n < herd->count; n++) {
    herd->types[n] = UINT32_C(1) << stc_field_type(n);
    herd->controllers[n] = stc_field_player(n);
    herd->classes[n] = n % STC_CLASSES;
    herd->marks[n] = distinct ? (int32_t)n : 0;
    herd->power[n] = herd->toughness[n] = stc_field_type(n) + 1;
  }
}

static void list_classes(stc_field *f) {
  for (uint32_t c = 0; c < STC_CLASSES; c++) {
    f->classes[c].types = UINT32_C(1) << stc_field_type(c);
    f->classes[c].controller = stc_field_player(c);
  }
}

stc_anthem stc_field_anthem(uint32_t class) {
  return (stc_anthem){.types = UINT32_C(1) << stc_field_type(class),
                      .controller = stc_field_player(class),
                      .least = INT32_MIN,
                      .power = 1,
                      .toughness = 1};
}

/* -- The world -- */

strata_status stc_field_set_player(stc_field *f, strata_entity entity,
                                   uint32_t player) {
  const strata_value value = {.type = STRATA_REF, .ref = f->players[player]};
  return strata_set_base(f->world, entity, f->controller, &value);
}

static void spawn(stc_field *f, uint32_t n) {
  const uint32_t type = stc_field_type(n);
  strata_entity *creature = &f->creatures[n];
  stc_must(strata_spawn_as(f->world, f->definitions[type], creature), "spawn");
  stc_must(stc_field_set_player(f, *creature, stc_field_player(n)), "player");
  if (!f->desc.distinct) return;
  stc_must(strata_set_base_int(f->world, *creature, f->mark, n), "mark");
}

static strata_expr *subject_of(const stc_field *f, uint32_t class,
                               int32_t least) {
  const strata_entity player = f->players[stc_field_player(class)];
  char name[TEXT];
  char text[2 * TEXT];
  type_name(name, stc_field_type(class));
  const int length =
      snprintf(text, sizeof text, "types has '%s' and controller = #%u:%u",
               name, (unsigned)(player & UINT32_MAX), (unsigned)(player >> 32));
  if (least != INT32_MIN) {
    (void)snprintf(text + length, sizeof text - (size_t)length,
                   " and mark >= %d", (int)least);
  }
  strata_expr *subject = NULL;
  stc_must(strata_expr_parse(f->rules, text, &subject, NULL), text);
  return subject;
}

strata_status stc_field_add(stc_field *f, const strata_expr *subject,
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
static void add_anthem(stc_field *f, uint32_t i) {
  const uint32_t class = i % STC_CLASSES;
  strata_effect effect = {0};
  f->anthems[i] = stc_field_anthem(class);
  if (!f->desc.distinct || i % ASKS != 0) {
    stc_must(stc_field_add(f, f->subjects[class], &effect), "anthem");
    return;
  }
  const int32_t least =
      (int32_t)((uint64_t)i * f->desc.creatures / f->desc.anthems);
  strata_expr *subject = subject_of(f, class, least);
  f->anthems[i].least = least;
  stc_must(stc_field_add(f, subject, &effect), "anthem");
  strata_expr_free(subject);
}

static void make_world(stc_field *f) {
  f->world = stc_bench_world(f->bench, f->rules);
  for (uint32_t p = 0; p < STC_FIELD_PLAYERS; p++) {
    f->players[p] = stc_bench_spawn(f->world);
  }
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    spawn(f, n);
  }
  for (uint32_t c = 0; c < STC_CLASSES; c++) {
    f->subjects[c] = subject_of(f, c, INT32_MIN);
  }
  for (uint32_t i = 0; i < f->desc.anthems; i++) {
    add_anthem(f, i);
  }
  stc_must(strata_commit(f->world), "commit");
}

stc_field *stc_field_new(stc_bench_run *bench, const stc_field_desc *desc) {
  stc_field *f = stc_must_alloc(1, sizeof *f);
  const size_t count = desc->creatures;
  f->desc = *desc;
  f->bench = bench;
  f->clock_ns = stc_clock_cost_ns();
  f->rules = make_rules(bench);
  f->creatures = stc_must_alloc(count, sizeof *f->creatures);
  f->got_power = stc_must_alloc(count, sizeof *f->got_power);
  f->got_toughness = stc_must_alloc(count, sizeof *f->got_toughness);
  f->power = stc_must_alloc(count, sizeof *f->power);
  f->toughness = stc_must_alloc(count, sizeof *f->toughness);
  f->out = stc_must_alloc(count, sizeof *f->out);
  f->anthems = stc_must_alloc(desc->anthems, sizeof *f->anthems);
  f->herd = stc_herd_new(count);
  herd_fill(&f->herd, desc->distinct);
  list_classes(f);
  find_names(f);
  make_world(f);
  return f;
}

void stc_field_free(stc_field *f) {
  for (uint32_t c = 0; c < STC_CLASSES; c++) {
    strata_expr_free(f->subjects[c]);
  }
  strata_world_free(f->world);
  strata_rules_free(f->rules);
  stc_herd_free(&f->herd);
  free(f->creatures);
  free(f->got_power);
  free(f->got_toughness);
  free(f->power);
  free(f->toughness);
  free(f->out);
  free(f->anthems);
  free(f);
}

/* -- Reading and checking -- */

unsigned stc_field_read(stc_field *f) {
  const size_t count = f->desc.creatures;
  return (unsigned)strata_get_ints(f->world, f->power_attr, f->creatures, count,
                                   f->got_power) |
         (unsigned)strata_get_ints(f->world, f->toughness_attr, f->creatures,
                                   count, f->got_toughness);
}

void stc_field_check(stc_field *f, const int64_t *power,
                     const int64_t *toughness, const char *what) {
  uint32_t wrong = 0;
  for (uint32_t n = 0; n < f->desc.creatures; n++) {
    int64_t p = stc_field_type(n) + 1;
    int64_t t = p;
    const int32_t mark = f->desc.distinct ? (int32_t)n : 0;
    for (uint32_t i = 0; i < f->desc.anthems; i++) {
      const stc_anthem *a = &f->anthems[i];
      if (!(a->types >> stc_field_type(n) & 1) ||
          a->controller != stc_field_player(n) || mark < a->least) {
        continue;
      }
      p += a->power;
      t += a->toughness;
    }
    wrong += power[n] != p || toughness[n] != t;
  }
  stc_expect(f->bench, wrong == 0, what);
}
