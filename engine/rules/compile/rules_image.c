/*
 * rules_image.c - frozen rules as bytes, to load them without compiling again.
 *
 * Frozen rules lie in a region, the struct first. An image is the region in
 * one piece, where each pointer is replaced by its distance from the start,
 * followed by one bit for each word that tells if the word is a pointer.
 * Loading copies the bytes and adds the new address to each pointer.
 *
 * All pointers in rules are listed here and nowhere else. An assertion in
 * pointers_to_offsets finds a pointer that the list lacks (test api.image).
 *
 * An image is valid for one build only, because struct layouts belong to the
 * build. The fingerprint of the build and the checksum guard against other
 * builds and damage, not against malice.
 */
#include "rules/compile/rules_image.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/text.h"
#include "rules/model/period.h"
#include "rules/model/sba_def.h"
#include "rules/model/watcher_def.h"

#include <string.h>

/* Builds without CMake have no hash of the sources; struct sizes alone then
 * tell builds apart. */
#ifdef ST_SOURCES_HEADER
#include ST_SOURCES_HEADER
#else
#define ST_SOURCES 0
#endif

#define MAGIC                                                                  \
  { 'S', 'T', 'R', 'U', 'L', 'E', 'S', '\n' }
#define WORD sizeof(void *)

typedef struct image_header {
  char magic[8];
  uint64_t build; /* fingerprint of the build */
  uint64_t size;  /* bytes of the region */
} image_header;

/* -- Marks of pointers -- */

typedef struct pointer_map {
  const st_region *region;
  uint64_t *bits; /* by word of the region: the word is a pointer */
} pointer_map;

/* Mark a pointer: `field` is its address. The pointer may be NULL. */
static void map_pointer(const pointer_map *m, const void *field) {
  const void *target;
  memcpy(&target, field, sizeof target);
  if (!target) return;
  assert(st_region_offset(m->region, target) != SIZE_MAX);
  size_t word = st_region_offset(m->region, field) / WORD;
  m->bits[word / 64] |= UINT64_C(1) << word % 64;
}

static void map_expr(const pointer_map *m, const strata_expr *const *field) {
  map_pointer(m, field);
  const strata_expr *expr = *field;
  if (!expr) return;
  map_pointer(m, &expr->mem);
  map_pointer(m, &expr->rules);
  map_pointer(m, &expr->variables);
  map_pointer(m, &expr->nodes);
  map_pointer(m, &expr->reads);
  map_pointer(m, &expr->text);
}

static void map_names(const pointer_map *m, const st_names *names) {
  map_pointer(m, &names->items);
  map_pointer(m, &names->shared_texts);
  map_pointer(m, &names->slots);
  for (size_t i = 0; i < names->count; i++) {
    map_pointer(m, &names->items[i].text);
    map_pointer(m, &names->items[i].original_text);
  }
}

static void map_clause(const pointer_map *m, const st_clause *clause) {
  map_expr(m, &clause->subject);
  map_expr(m, &clause->condition);
  map_pointer(m, &clause->parts);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    map_expr(m, &part->operand);
    map_pointer(m, &part->words);
    map_pointer(m, &part->abilities);
    map_pointer(m, &part->text);
  }
}

static void map_instructions(const pointer_map *m, const st_program *program) {
  map_pointer(m, &program->instructions);
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    map_expr(m, &program->instructions[i].who);
    map_expr(m, &program->instructions[i].when);
    map_expr(m, &program->instructions[i].times);
  }
  map_pointer(m, &program->arguments);
  for (uint32_t i = 0; i < program->argument_count; i++) {
    map_expr(m, &program->arguments[i].value);
    map_pointer(m, &program->arguments[i].symbols);
  }
}

static void map_program(const pointer_map *m, const st_program *program) {
  map_pointer(m, &program->rules);
  map_instructions(m, program);
  map_pointer(m, &program->effect_templates);
  for (uint32_t i = 0; i < program->effect_template_count; i++) {
    map_pointer(m, &program->effect_templates[i].title);
    map_clause(m, &program->effect_templates[i].clause);
    map_expr(m, &program->effect_templates[i].lasts);
  }
  map_pointer(m, &program->variables.variables);
  for (uint32_t i = 0; i < program->variables.count; i++) {
    map_pointer(m, &program->variables.variables[i].text);
  }
}

/* -- Pointers in frozen rules -- */

static void map_attrs(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->attrs);
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    map_pointer(m, &rules->attrs[i].name);
    map_pointer(m, &rules->attrs[i].domain);
    map_pointer(m, &rules->attrs[i].domain_index);
  }
}

static void map_named_tables(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->layers);
  for (size_t i = 0; i < rules->layer_count; i++) {
    map_pointer(m, &rules->layers[i].name);
  }
  map_pointer(m, &rules->zones);
  for (size_t i = 0; i < rules->names[STRATA_NAME_ZONE].count; i++) {
    map_pointer(m, &rules->zones[i].name);
  }
  map_pointer(m, &rules->predicates);
  for (size_t i = 0; i < rules->names[STRATA_NAME_PREDICATE].count; i++) {
    map_pointer(m, &rules->predicates[i].name);
    map_pointer(m, &rules->predicates[i].reads);
  }
  map_pointer(m, &rules->handlers);
  for (size_t i = 0; i < rules->names[STRATA_NAME_HANDLER].count; i++) {
    map_pointer(m, &rules->handlers[i].name);
  }
}

static void map_abilities(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->abilities);
  for (uint32_t i = 0; i < rules->ability_count; i++) {
    const st_ability *ability = &rules->abilities[i];
    map_pointer(m, &ability->text);
    map_pointer(m, &ability->zones);
    map_pointer(m, &ability->watcher_defs);
    map_pointer(m, &ability->clauses);
    for (uint32_t n = 0; n < ability->clause_count; n++) {
      map_clause(m, &ability->clauses[n]);
    }
  }
  map_pointer(m, &rules->laws);
  for (uint32_t i = 0; i < rules->law_count; i++) {
    map_pointer(m, &rules->laws[i].name);
    map_pointer(m, &rules->laws[i].watcher_defs);
    map_clause(m, &rules->laws[i].clause);
  }
  map_pointer(m, &rules->texts);
  for (size_t i = 0; i < rules->text_count; i++) {
    map_pointer(m, &rules->texts[i]);
  }
}

static void map_definitions(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->definitions);
  for (size_t i = 0; i < rules->names[STRATA_NAME_DEFINITION].count; i++) {
    const st_definition *definition = &rules->definitions[i];
    map_pointer(m, &definition->name);
    map_pointer(m, &definition->handlers);
    map_pointer(m, &definition->initial_cells.cells);
    map_pointer(m, &definition->defaults);
    for (uint32_t n = 0; n < definition->default_count; n++) {
      map_pointer(m, &definition->defaults[n].words);
      map_pointer(m, &definition->defaults[n].text);
    }
  }
}

static void map_event_types(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->event_types);
  for (size_t i = 0; i < rules->names[STRATA_NAME_EVENT_TYPE].count; i++) {
    const st_event_type *type = &rules->event_types[i];
    map_pointer(m, &type->name);
    map_pointer(m, &type->fields);
    map_pointer(m, &type->field_index_of);
    map_expr(m, &type->where);
    map_expr(m, &type->matters);
    map_expr(m, &type->can);
    map_program(m, &type->contained_program);
    map_program(m, &type->perform_program);
    map_pointer(m, &type->handlers);
    map_pointer(m, &type->phases);
    for (uint32_t n = 0; n < type->phase_count; n++) {
      map_pointer(m, &type->phases[n].name);
      map_expr(m, &type->phases[n].until);
    }
  }
}

static void map_watcher_defs(const pointer_map *m, const strata_rules *rules) {
  map_pointer(m, &rules->watcher_defs);
  for (size_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    const st_watcher_def *def = &rules->watcher_defs[i];
    map_pointer(m, &def->name);
    map_pointer(m, &def->zones);
    map_expr(m, &def->when);
    map_expr(m, &def->only_if);
    map_expr(m, &def->amount);
    map_expr(m, &def->actor);
    map_expr(m, &def->subject);
    map_expr(m, &def->key.value);
    map_expr(m, &def->key.exact_condition);
    map_program(m, &def->program);
    map_pointer(m, &def->tests);
    for (uint32_t n = 0; n < def->test_count; n++) {
      map_expr(m, &def->tests[n].predicate);
    }
  }
}

static void map_sbas_and_settings(const pointer_map *m,
                                  const strata_rules *rules) {
  map_pointer(m, &rules->sbas);
  for (size_t i = 0; i < rules->names[STRATA_NAME_SBA].count; i++) {
    const st_sba *sba = &rules->sbas[i];
    map_pointer(m, &sba->name);
    map_pointer(m, &sba->resets);
    map_expr(m, &sba->subject);
    map_program(m, &sba->program);
  }
  map_pointer(m, &rules->periods);
  for (size_t i = 0; i < rules->names[STRATA_NAME_PERIOD].count; i++) {
    const st_period *period = &rules->periods[i];
    map_pointer(m, &period->name);
    map_expr(m, &period->who);
    map_expr(m, &period->when);
    map_expr(m, &period->again);
    map_expr(m, &period->acts);
    map_program(m, &period->begins);
    map_program(m, &period->ends);
  }
  map_pointer(m, &rules->play);
  map_program(m, &rules->play->variables_program);
  map_expr(m, &rules->play->turn_player);
}

static void map_rules(const pointer_map *m, const strata_rules *rules) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    map_names(m, &rules->names[kind]);
    map_names(m, &rules->old_names[kind]);
  }
  map_names(m, &rules->replacement_classes);
  map_attrs(m, rules);
  map_named_tables(m, rules);
  map_pointer(m, &rules->groups);
  map_abilities(m, rules);
  map_definitions(m, rules);
  map_pointer(m, &rules->field_types);
  map_pointer(m, &rules->field_keys);
  map_event_types(m, rules);
  map_watcher_defs(m, rules);
  map_sbas_and_settings(m, rules);
  map_pointer(m, &rules->columns);
  map_pointer(m, &rules->old_columns);
}

/* -- Sizes -- */

static size_t image_word_count(size_t size) {
  return size / WORD;
}

static size_t pointer_bits_size(size_t size) {
  return (image_word_count(size) + 63) / 64 * sizeof(uint64_t);
}

/* The size of header, region, pointer bits and checksum. */
static size_t image_size(size_t size) {
  return sizeof(image_header) + size + pointer_bits_size(size) +
         sizeof(uint64_t);
}

/* The fingerprint of a build: its sources and struct sizes. */
static uint64_t build_fingerprint(void) {
  static const size_t sizes[] = {sizeof(strata_rules),   sizeof(st_name),
                                 sizeof(st_attr),        sizeof(st_layer),
                                 sizeof(st_zone),        sizeof(st_predicate),
                                 sizeof(st_ability),     sizeof(st_clause_part),
                                 sizeof(st_definition),  sizeof(st_default),
                                 sizeof(st_event_type),  sizeof(st_watcher_def),
                                 sizeof(st_sba),         sizeof(st_period),
                                 sizeof(st_instruction), sizeof(st_argument),
                                 sizeof(strata_expr),    sizeof(st_expr_node),
                                 sizeof(long),           WORD};
  const uint32_t order = 1; /* covers the byte order */
  uint64_t build = st_hash_bytes(&order, sizeof order, ST_SOURCES);
  for (size_t i = 0; i < ST_COUNT_OF(sizes); i++) {
    build = st_mix(build, sizes[i]);
  }
  return build;
}

/* -- Writing -- */

/* Clear pointers to memory outside the region, which an image cannot
 * contain. */
static void clear_outside_pointers(const strata_rules *rules, uint8_t *out) {
  size_t count = rules->names[STRATA_NAME_PREDICATE].count;
  memset(out + offsetof(strata_rules, region), 0, sizeof rules->region);
  memset(out + offsetof(strata_rules, mem), 0, sizeof rules->mem);
  memset(out + offsetof(strata_rules, header_version), 0,
         sizeof rules->header_version);
  for (size_t i = 0; i < count; i++) {
    const st_predicate *predicate = &rules->predicates[i];
    memset(out + st_region_offset(rules->region, &predicate->fn), 0,
           sizeof predicate->fn);
    memset(out + st_region_offset(rules->region, &predicate->user), 0,
           sizeof predicate->user);
  }
}

/* Replace pointers by distances. Asserts that every word that looks like a
 * pointer into the region is marked. */
static void pointers_to_offsets(const pointer_map *m, uint8_t *out,
                                size_t size) {
  for (size_t word = 0; word < image_word_count(size); word++) {
    const void *pointer;
    memcpy(&pointer, out + word * WORD, sizeof pointer);
    bool is_marked = m->bits[word / 64] >> word % 64 & 1;
    assert(is_marked || !pointer ||
           st_region_offset(m->region, pointer) == SIZE_MAX);
    if (!is_marked) continue;
    uintptr_t distance = st_region_offset(m->region, pointer);
    memcpy(out + word * WORD, &distance, sizeof distance);
  }
}

strata_status st_rules_image(const strata_rules *rules, void *buffer,
                             size_t capacity, size_t *size) {
  if (!size || (!buffer && capacity > 0)) return STRATA_EINVAL;
  size_t region = st_region_size(rules->region);
  size_t whole = image_size(region);
  *size = whole;
  if (!buffer) return STRATA_OK; /* only the size is asked for */
  if (capacity < whole) return STRATA_ERANGE;
  st_mem mem;
  st_mem_init(&mem, rules->region->host_mem.alloc,
              rules->region->host_mem.user);
  size_t bits = pointer_bits_size(region);
  pointer_map m = {.region = rules->region,
                   .bits = st_mem_zeroed(&mem, bits, 1)};
  if (!m.bits) return STRATA_ENOMEM;
  map_rules(&m, rules);
  image_header head = {
      .magic = MAGIC, .build = build_fingerprint(), .size = region};
  uint8_t *out = buffer;
  memcpy(out, &head, sizeof head);
  st_region_copy(rules->region, out + sizeof head);
  clear_outside_pointers(rules, out + sizeof head);
  pointers_to_offsets(&m, out + sizeof head, region);
  memcpy(out + sizeof head + region, m.bits, bits);
  st_mem_free(&mem, m.bits, bits, 1);
  uint64_t sum = st_checksum(out, whole - sizeof sum);
  memcpy(out + whole - sizeof sum, &sum, sizeof sum);
  return STRATA_OK;
}

/* -- Reading -- */

typedef struct image_reader {
  const uint8_t *bytes;
  size_t size;
  image_header head;
  strata_error *error;
} image_reader;

static strata_status refuse_image(const image_reader *r, const char *why) {
  return ST_ERROR(r->error, STRATA_ECORRUPT, 0, "image of rules: ", why);
}

static strata_status read_image_header(image_reader *r) {
  if (r->size < sizeof r->head) return refuse_image(r, "it is cut short");
  memcpy(&r->head, r->bytes, sizeof r->head);
  static const char magic[] = MAGIC;
  const image_header *head = &r->head;
  if (memcmp(head->magic, magic, sizeof magic) != 0) {
    return refuse_image(r, "these bytes are none");
  }
  if (head->build != build_fingerprint()) {
    return refuse_image(r,
                        "it is of another build of the library; make it anew");
  }
  bool is_sound = head->size >= sizeof(strata_rules) &&
                  head->size % sizeof(uint64_t) == 0 && head->size < r->size &&
                  image_size((size_t)head->size) == r->size;
  if (!is_sound) return refuse_image(r, "it is cut short, or too long");
  uint64_t sum;
  memcpy(&sum, r->bytes + r->size - sizeof sum, sizeof sum);
  if (sum != st_checksum(r->bytes, r->size - sizeof sum)) {
    return refuse_image(r, "it is damaged; make it anew");
  }
  return STRATA_OK;
}

/* Replace distances by pointers. False if one would point outside the rules. */
static bool offsets_to_pointers(uint8_t *base, size_t size,
                                const uint8_t *bits) {
  for (size_t at = 0; at < image_word_count(size); at += 64) {
    uint64_t marked;
    memcpy(&marked, bits + at / 8, sizeof marked);
    for (; marked != 0; marked &= marked - 1) {
      size_t word = at + st_lowest_bit(marked);
      uintptr_t distance;
      memcpy(&distance, base + word * WORD, sizeof distance);
      if (distance >= size) return false;
      const uint8_t *target = base + distance;
      memcpy(base + word * WORD, &target, sizeof target);
    }
  }
  return true;
}

static strata_status
attach_predicate_function(const image_reader *r, st_predicate *predicate,
                          const strata_predicate_desc *given, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!given[i].name || strcmp(given[i].name, predicate->name) != 0) continue;
    predicate->fn = given[i].fn;
    predicate->user = given[i].user;
  }
  if (predicate->fn) return STRATA_OK;
  return ST_ERROR(r->error, STRATA_ENOENT, 0, "image of rules: predicate '",
                  predicate->name, "' has no function; give it");
}

static strata_status load_region(const image_reader *r, strata_rules *rules) {
  size_t size = (size_t)r->head.size;
  st_region *region = rules->region;
  st_mem mem = rules->mem;
  size_t rest = size - st_region_size(region);
  if (rest > 0 && !st_mem_resize(&mem, NULL, 0, rest, 1)) return STRATA_ENOMEM;
  uint8_t *base = (uint8_t *)rules;
  memcpy(base, r->bytes + sizeof r->head, size);
  bool is_sound =
      offsets_to_pointers(base, size, r->bytes + sizeof r->head + size);
  rules->region = region;
  rules->mem = mem;
  return is_sound ? STRATA_OK : refuse_image(r, "it is damaged; make it anew");
}

strata_status st_rules_from_image(uint32_t version,
                                  const strata_image_desc *desc,
                                  strata_rules **out, strata_error *error) {
  strata_status status = st_check_version(version, error);
  if (status) return status;
  if (!desc || !desc->bytes || !out) {
    return ST_ERROR(error, STRATA_EINVAL, 0,
                    "strata_rules_from_image: a pointer is NULL");
  }
  image_reader r = {.bytes = desc->bytes, .size = desc->size, .error = error};
  status = read_image_header(&r);
  if (status) return status;
  strata_rules *rules =
      st_rules_new(desc->alloc, desc->alloc_user, (size_t)r.head.size);
  if (!rules) return ST_ERROR(error, STRATA_ENOMEM, 0, "out of memory");
  status = load_region(&r, rules);
  rules->header_version = version;
  size_t predicates = status ? 0 : rules->names[STRATA_NAME_PREDICATE].count;
  for (size_t i = 0; !status && i < predicates; i++) {
    status = attach_predicate_function(&r, &rules->predicates[i],
                                       desc->predicates, desc->predicate_count);
  }
  if (status) {
    st_rules_free(rules);
    return status;
  }
  *out = rules;
  return STRATA_OK;
}
