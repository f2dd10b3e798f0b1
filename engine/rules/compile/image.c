/*
 * image.c - rules as bytes: to have them again without making them again.
 *
 * Rules lie in a region of their own, the struct first. An image is that region
 * in one piece, in which what points into it says instead how far from its
 * beginning that is; and a bit for each word, whether it is such a pointer. So
 * to read one is to copy it and to add where it lies now.
 *
 * All pointers of rules are said below and nowhere else. One that was forgotten
 * is found by an assertion as the image is written.
 *
 * An image is of one build: structs are what they are there. Its seal and its
 * checksum are against other builds and against damage, not against malice.
 */
#include "base/bits.h"
#include "base/hash.h"
#include "base/text.h"
#include "rules/model/check.h"
#include "rules/model/code.h"

#include <string.h>

/* Who compiles the sources by other means than CMake has layouts alone to tell
 * one build from another. */
#ifdef ST_SOURCES_HEADER
#include ST_SOURCES_HEADER
#else
#define ST_SOURCES 0
#endif

#define MAGIC                                                                  \
  { 'S', 'T', 'R', 'U', 'L', 'E', 'S', '\n' }
#define WORD sizeof(void *)

typedef struct header {
  char magic[8];
  uint64_t build; /* of the library */
  uint64_t size;  /* of the region */
} header;

/* -- Where pointers are ---------------------------------------------------- */

typedef struct marks {
  const st_region *region;
  uint64_t *bits; /* by the words of the region: it is a pointer into it */
} marks;

/* `field` is the address of a pointer, which may be NULL. */
static void mark(const marks *m, const void *field) {
  const void *target;
  memcpy(&target, field, sizeof target);
  if (!target) return;
  assert(st_region_offset(m->region, target) != SIZE_MAX);
  size_t word = st_region_offset(m->region, field) / WORD;
  m->bits[word / 64] |= UINT64_C(1) << word % 64;
}

static void mark_expr(const marks *m, const strata_expr *const *field) {
  mark(m, field);
  const strata_expr *expr = *field;
  if (!expr) return;
  mark(m, &expr->mem);
  mark(m, &expr->rules);
  mark(m, &expr->names);
  mark(m, &expr->nodes);
  mark(m, &expr->reads);
  mark(m, &expr->text);
}

static void mark_names(const marks *m, const st_names *names) {
  mark(m, &names->items);
  mark(m, &names->texts);
  mark(m, &names->slots);
  for (size_t i = 0; i < names->count; i++) {
    mark(m, &names->items[i].text);
    mark(m, &names->items[i].first);
  }
}

static void mark_clause(const marks *m, const st_clause_code *clause) {
  mark_expr(m, &clause->subject);
  mark_expr(m, &clause->condition);
  mark(m, &clause->parts);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    mark_expr(m, &part->operand);
    mark(m, &part->words);
    mark(m, &part->abilities);
    mark(m, &part->text);
  }
}

static void mark_deeds(const marks *m, const st_routine *program) {
  mark(m, &program->deeds);
  for (uint32_t i = 0; i < program->deed_count; i++) {
    mark_expr(m, &program->deeds[i].who);
    mark_expr(m, &program->deeds[i].when);
    mark_expr(m, &program->deeds[i].times);
  }
  mark(m, &program->arguments);
  for (uint32_t i = 0; i < program->argument_count; i++) {
    mark_expr(m, &program->arguments[i].value);
    mark(m, &program->arguments[i].symbols);
  }
}

static void mark_routine(const marks *m, const st_routine *program) {
  mark(m, &program->rules);
  mark_deeds(m, program);
  mark(m, &program->beginnings);
  for (uint32_t i = 0; i < program->beginning_count; i++) {
    mark(m, &program->beginnings[i].title);
    mark_clause(m, &program->beginnings[i].clause);
    mark_expr(m, &program->beginnings[i].lasts);
  }
  mark(m, &program->names.items);
  for (uint32_t i = 0; i < program->names.count; i++) {
    mark(m, &program->names.items[i].text);
  }
}

/* -- Of all that rules are made of ----------------------------------------- */

static void mark_attrs(const marks *m, const strata_rules *rules) {
  mark(m, &rules->attrs);
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    mark(m, &rules->attrs[i].name);
    mark(m, &rules->attrs[i].domain);
    mark(m, &rules->attrs[i].places);
  }
}

static void mark_named(const marks *m, const strata_rules *rules) {
  mark(m, &rules->layers);
  for (size_t i = 0; i < rules->layer_count; i++) {
    mark(m, &rules->layers[i].name);
  }
  mark(m, &rules->zones);
  for (size_t i = 0; i < rules->names[STRATA_KIND_ZONE].count; i++) {
    mark(m, &rules->zones[i].name);
  }
  mark(m, &rules->predicates);
  for (size_t i = 0; i < rules->names[STRATA_KIND_PREDICATE].count; i++) {
    mark(m, &rules->predicates[i].name);
    mark(m, &rules->predicates[i].reads);
  }
  mark(m, &rules->handlers);
  for (size_t i = 0; i < rules->names[STRATA_KIND_HANDLER].count; i++) {
    mark(m, &rules->handlers[i].name);
  }
}

static void mark_abilities(const marks *m, const strata_rules *rules) {
  mark(m, &rules->abilities);
  for (uint32_t i = 0; i < rules->ability_count; i++) {
    const st_ability *ability = &rules->abilities[i];
    mark(m, &ability->text);
    mark(m, &ability->zones);
    mark(m, &ability->codes);
    mark(m, &ability->clauses);
    for (uint32_t n = 0; n < ability->clause_count; n++) {
      mark_clause(m, &ability->clauses[n]);
    }
  }
  mark(m, &rules->laws);
  for (uint32_t i = 0; i < rules->law_count; i++) {
    mark(m, &rules->laws[i].name);
    mark(m, &rules->laws[i].codes);
    mark_clause(m, &rules->laws[i].clause);
  }
  mark(m, &rules->texts);
  for (size_t i = 0; i < rules->text_count; i++) {
    mark(m, &rules->texts[i]);
  }
}

static void mark_definitions(const marks *m, const strata_rules *rules) {
  mark(m, &rules->definitions);
  for (size_t i = 0; i < rules->names[STRATA_KIND_DEFINITION].count; i++) {
    const st_definition *definition = &rules->definitions[i];
    mark(m, &definition->name);
    mark(m, &definition->handlers);
    mark(m, &definition->fresh.cells);
    mark(m, &definition->defaults);
    for (uint32_t n = 0; n < definition->default_count; n++) {
      mark(m, &definition->defaults[n].words);
      mark(m, &definition->defaults[n].text);
    }
  }
}

static void mark_kinds(const marks *m, const strata_rules *rules) {
  mark(m, &rules->kinds);
  for (size_t i = 0; i < rules->names[STRATA_KIND_EVENT].count; i++) {
    const st_kind *kind = &rules->kinds[i];
    mark(m, &kind->name);
    mark(m, &kind->fields);
    mark(m, &kind->place_of);
    mark_expr(m, &kind->where);
    mark_expr(m, &kind->matters);
    mark_expr(m, &kind->can);
    mark_routine(m, &kind->parts);
    mark_routine(m, &kind->does);
    mark(m, &kind->handlers);
    mark(m, &kind->phases);
    for (uint32_t n = 0; n < kind->phase_count; n++) {
      mark(m, &kind->phases[n].name);
      mark_expr(m, &kind->phases[n].until);
    }
  }
}

static void mark_codes(const marks *m, const strata_rules *rules) {
  mark(m, &rules->codes);
  for (size_t i = 0; i < rules->names[STRATA_KIND_CODE].count; i++) {
    const st_code *code = &rules->codes[i];
    mark(m, &code->name);
    mark(m, &code->zones);
    mark_expr(m, &code->when);
    mark_expr(m, &code->only_if);
    mark_expr(m, &code->amount);
    mark_expr(m, &code->key.value);
    mark_expr(m, &code->key.whole);
    mark_routine(m, &code->deeds);
    mark(m, &code->tests);
    for (uint32_t n = 0; n < code->test_count; n++) {
      mark_expr(m, &code->tests[n].predicate);
    }
  }
}

static void mark_play(const marks *m, const strata_rules *rules) {
  mark(m, &rules->checks);
  for (size_t i = 0; i < rules->names[STRATA_KIND_CHECK].count; i++) {
    const st_check *check = &rules->checks[i];
    mark(m, &check->name);
    mark(m, &check->resets);
    mark_expr(m, &check->who);
    mark_routine(m, &check->deeds);
  }
  mark(m, &rules->play);
  mark_routine(m, &rules->play->frame);
  mark_expr(m, &rules->play->turn_player);
}

static void mark_all(const marks *m, const strata_rules *rules) {
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    mark_names(m, &rules->names[kind]);
    mark_names(m, &rules->old_names[kind]);
  }
  mark_names(m, &rules->classes);
  mark_attrs(m, rules);
  mark_named(m, rules);
  mark(m, &rules->groups);
  mark_abilities(m, rules);
  mark_definitions(m, rules);
  mark(m, &rules->field_types);
  mark(m, &rules->field_keys);
  mark_kinds(m, rules);
  mark_codes(m, rules);
  mark_play(m, rules);
  mark(m, &rules->columns);
  mark(m, &rules->old_columns);
}

/* -- What it takes --------------------------------------------------------- */

static size_t words_of(size_t size) {
  return size / WORD;
}

static size_t bits_size(size_t size) {
  return (words_of(size) + 63) / 64 * sizeof(uint64_t);
}

/* Header, region, bits, checksum. */
static size_t image_size(size_t size) {
  return sizeof(header) + size + bits_size(size) + sizeof(uint64_t);
}

/* Of the build: its sources, and how its compiler lays structs out. */
static uint64_t build_of_this(void) {
  static const size_t sizes[] = {sizeof(strata_rules),
                                 sizeof(st_name),
                                 sizeof(st_attr),
                                 sizeof(st_layer),
                                 sizeof(st_zone),
                                 sizeof(st_predicate),
                                 sizeof(st_ability),
                                 sizeof(st_clause_part),
                                 sizeof(st_definition),
                                 sizeof(st_default),
                                 sizeof(st_kind),
                                 sizeof(st_code),
                                 sizeof(st_check),
                                 sizeof(st_deed),
                                 sizeof(st_argument),
                                 sizeof(strata_expr),
                                 sizeof(st_expr_node),
                                 sizeof(long),
                                 WORD};
  const uint32_t order = 1; /* as the machine lays it out */
  uint64_t build = st_hash_bytes(&order, sizeof order, ST_SOURCES);
  for (size_t i = 0; i < ST_COUNT_OF(sizes); i++) {
    build = st_mix(build, sizes[i]);
  }
  return build;
}

/* -- Writing --------------------------------------------------------------- */

/* What rules have outside of their region is not in an image. */
static void forget_outside(const strata_rules *rules, uint8_t *out) {
  size_t count = rules->names[STRATA_KIND_PREDICATE].count;
  memset(out + offsetof(strata_rules, region), 0, sizeof rules->region);
  memset(out + offsetof(strata_rules, mem), 0, sizeof rules->mem);
  for (size_t i = 0; i < count; i++) {
    const st_predicate *predicate = &rules->predicates[i];
    memset(out + st_region_offset(rules->region, &predicate->fn), 0,
           sizeof predicate->fn);
    memset(out + st_region_offset(rules->region, &predicate->user), 0,
           sizeof predicate->user);
  }
}

/* Turn pointers into distances. All that looks like one is marked. */
static void measure(const marks *m, uint8_t *out, size_t size) {
  for (size_t word = 0; word < words_of(size); word++) {
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

strata_status strata_rules_image(const strata_rules *rules, void *buffer,
                                 size_t capacity, size_t *size) {
  if (!size || (!buffer && capacity > 0)) return STRATA_EINVAL;
  size_t region = st_region_size(rules->region);
  size_t whole = image_size(region);
  *size = whole;
  if (capacity < whole) return STRATA_ERANGE;
  st_mem mem;
  st_mem_init(&mem, rules->region->host.alloc, rules->region->host.user);
  size_t bits = bits_size(region);
  marks m = {.region = rules->region, .bits = st_mem_zeroed(&mem, bits, 1)};
  if (!m.bits) return STRATA_ENOMEM;
  mark_all(&m, rules);
  header head = {.magic = MAGIC, .build = build_of_this(), .size = region};
  uint8_t *out = buffer;
  memcpy(out, &head, sizeof head);
  st_region_copy(rules->region, out + sizeof head);
  forget_outside(rules, out + sizeof head);
  measure(&m, out + sizeof head, region);
  memcpy(out + sizeof head + region, m.bits, bits);
  st_mem_free(&mem, m.bits, bits, 1);
  uint64_t sum = st_checksum(out, whole - sizeof sum);
  memcpy(out + whole - sizeof sum, &sum, sizeof sum);
  return STRATA_OK;
}

/* -- Reading --------------------------------------------------------------- */

typedef struct reader {
  const uint8_t *bytes;
  size_t size;
  header head;
  strata_error *error;
} reader;

static strata_status refuse(const reader *r, const char *why) {
  return ST_ERROR(r->error, STRATA_ECORRUPT, 0, "image of rules: ", why);
}

static strata_status read_header(reader *r) {
  if (r->size < sizeof r->head) return refuse(r, "it is cut short");
  memcpy(&r->head, r->bytes, sizeof r->head);
  static const char magic[] = MAGIC;
  const header *head = &r->head;
  if (memcmp(head->magic, magic, sizeof magic) != 0) {
    return refuse(r, "these bytes are none");
  }
  if (head->build != build_of_this()) {
    return refuse(r, "it is of another build of the library; make it anew");
  }
  bool is_sound = head->size >= sizeof(strata_rules) &&
                  head->size % sizeof(uint64_t) == 0 && head->size < r->size &&
                  image_size((size_t)head->size) == r->size;
  if (!is_sound) return refuse(r, "it is cut short, or too long");
  uint64_t sum;
  memcpy(&sum, r->bytes + r->size - sizeof sum, sizeof sum);
  if (sum != st_checksum(r->bytes, r->size - sizeof sum)) {
    return refuse(r, "it is damaged; make it anew");
  }
  return STRATA_OK;
}

/* Let what is marked point to where things are now. False if it would point
 * out of the rules. */
static bool relocate(uint8_t *base, size_t size, const uint8_t *bits) {
  for (size_t at = 0; at < words_of(size); at += 64) {
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

static strata_status give_function(const reader *r, st_predicate *predicate,
                                   const strata_predicate_desc *given,
                                   size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!given[i].name || strcmp(given[i].name, predicate->name) != 0) continue;
    predicate->fn = given[i].fn;
    predicate->user = given[i].user;
  }
  if (predicate->fn) return STRATA_OK;
  return ST_ERROR(r->error, STRATA_ENOENT, 0, "image of rules: predicate '",
                  predicate->name, "' has no function; give it");
}

static strata_status fill(const reader *r, strata_rules *rules) {
  size_t size = (size_t)r->head.size;
  st_region *region = rules->region;
  st_mem mem = rules->mem;
  size_t rest = size - st_region_size(region);
  if (rest > 0 && !st_mem_resize(&mem, NULL, 0, rest, 1)) return STRATA_ENOMEM;
  uint8_t *base = (uint8_t *)rules;
  memcpy(base, r->bytes + sizeof r->head, size);
  bool is_sound = relocate(base, size, r->bytes + sizeof r->head + size);
  rules->region = region;
  rules->mem = mem;
  return is_sound ? STRATA_OK : refuse(r, "it is damaged; make it anew");
}

strata_status strata_rules_of_image(const strata_image_desc *desc,
                                    strata_rules **out, strata_error *error) {
  if (!desc || !desc->bytes || !out) {
    return ST_ERROR(error, STRATA_EINVAL, 0,
                    "strata_rules_of_image: a pointer is NULL");
  }
  reader r = {.bytes = desc->bytes, .size = desc->size, .error = error};
  strata_status status = read_header(&r);
  if (status) return status;
  strata_rules *rules =
      st_rules_new(desc->alloc, desc->alloc_user, (size_t)r.head.size);
  if (!rules) return ST_ERROR(error, STRATA_ENOMEM, 0, "out of memory");
  status = fill(&r, rules);
  size_t predicates = status ? 0 : rules->names[STRATA_KIND_PREDICATE].count;
  for (size_t i = 0; !status && i < predicates; i++) {
    status = give_function(&r, &rules->predicates[i], desc->predicates,
                           desc->predicate_count);
  }
  if (status) {
    strata_rules_free(rules);
    return status;
  }
  *out = rules;
  return STRATA_OK;
}
