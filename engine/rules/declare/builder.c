/*
 * builder.c - declarations of names, attributes, layers, zones and groups.
 *
 * A builder keeps declarations in sorted tables of names. Freezing copies the
 * tables, so ids are positions in the sorted order, and the builder can go on
 * afterwards. A call that fails leaves the builder as it was, except that
 * symbols may have been added; those may be declared at any time. Held by
 * tests unit.ability_compile and api.declare.
 */
#include "rules/declare/builder.h"

#include "rules/expr/expr.h"

#include <string.h>

#define SYMBOL_LIMIT 200 /* bytes */
#define NAME_LIMIT   100 /* bytes */

strata_status st_builder_new(uint32_t version, strata_alloc_fn alloc,
                             void *user, strata_builder **out,
                             strata_error *error) {
  strata_status status = st_check_version(version, error);
  if (status) return status;
  if (!out) return ST_ERROR(error, STRATA_EINVAL, 0, "out is NULL");
  st_mem mem;
  st_mem_init(&mem, alloc, user);
  strata_builder *builder = st_mem_zeroed(&mem, 1, sizeof *builder);
  if (!builder) return ST_ERROR(error, STRATA_ENOMEM, 0, "out of memory");
  builder->mem = mem;
  builder->header_version = version;
  *out = builder;
  return STRATA_OK;
}

static void free_owned_text(st_mem *mem, char *text) {
  if (text) st_mem_free(mem, text, strlen(text) + 1, 1);
}

static void free_declared_blocks(st_declared_blocks *list, size_t count,
                                 st_mem *mem) {
  for (size_t i = 0; i < count; i++) {
    st_mem_free(mem, list->items[i].bytes, list->items[i].size, 1);
  }
  st_mem_free(mem, list->items, list->capacity, sizeof(st_declared_block));
}

static void free_renames(strata_builder *builder, st_mem *mem) {
  for (size_t i = 0; i < builder->new_name_count; i++) {
    free_owned_text(mem, builder->new_names[i]);
  }
  st_mem_free(mem, builder->new_names, builder->new_name_capacity,
              sizeof(char *));
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    st_names_fini(&builder->old_names[kind], mem);
  }
}

void st_builder_free(strata_builder *builder) {
  if (!builder) return;
  st_mem mem = builder->mem;
  for (size_t i = 0; i < builder->names[STRATA_NAME_ATTRIBUTE].count; i++) {
    st_names_fini(&builder->attrs[i].domain, &mem);
    free_owned_text(&mem, builder->attrs[i].counter_kind);
  }
  st_mem_free(&mem, builder->attrs, builder->attr_capacity,
              sizeof(st_declared_attr));
  st_mem_free(&mem, builder->layers, builder->layer_capacity, sizeof(st_layer));
  st_mem_free(&mem, builder->groups, builder->group_capacity,
              sizeof(st_stacking_group));
  st_mem_free(&mem, builder->zones, builder->zone_capacity, sizeof(st_zone));
  free_declared_blocks(&builder->abilities,
                       builder->names[STRATA_NAME_ABILITY].count, &mem);
  free_declared_blocks(&builder->definitions,
                       builder->names[STRATA_NAME_DEFINITION].count, &mem);
  free_declared_blocks(&builder->predicates,
                       builder->names[STRATA_NAME_PREDICATE].count, &mem);
  free_declared_blocks(&builder->law_list, builder->law_names.count, &mem);
  free_declared_blocks(&builder->event_types,
                       builder->names[STRATA_NAME_EVENT_TYPE].count, &mem);
  free_declared_blocks(&builder->watchers,
                       builder->names[STRATA_NAME_WATCHER_DEF].count, &mem);
  free_declared_blocks(&builder->handlers,
                       builder->names[STRATA_NAME_HANDLER].count, &mem);
  free_declared_blocks(&builder->sbas, builder->names[STRATA_NAME_SBA].count,
                       &mem);
  free_declared_blocks(&builder->periods,
                       builder->names[STRATA_NAME_PERIOD].count, &mem);
  free_declared_blocks(&builder->play_rules, builder->play_rules_names.count,
                       &mem);
  free_owned_text(&mem, builder->copiable_after);
  free_owned_text(&mem, builder->face_down);
  free_owned_text(&mem, builder->looks_under);
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    st_names_fini(&builder->names[kind], &mem);
  }
  free_renames(builder, &mem);
  st_names_fini(&builder->law_names, &mem);
  st_names_fini(&builder->replacement_classes, &mem);
  st_names_fini(&builder->play_rules_names, &mem);
  st_mem_free(&mem, builder, 1, sizeof *builder);
  assert(mem.live_bytes == 0);
}

const char *st_builder_error(const strata_builder *builder) {
  return builder->error.text;
}

strata_status st_builder_refuse_enum(strata_builder *builder, const char *what,
                                     const char *name, const char *field,
                                     int64_t number) {
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '", name,
                  "': there is no ", field, " ", st_number_format(number).text);
}

strata_status st_builder_no_memory(strata_builder *builder) {
  return ST_ERROR(&builder->error, STRATA_ENOMEM, 0, "out of memory");
}

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Names consist of letters, digits and _. A digit may come first only in names
 * of layers and after the colon of titles. One `:` (in layers: `.`) may stand
 * between two such words. */
static bool is_well_formed_name(const char *name, st_name_spelling spelling) {
  char extra = spelling == ST_SPELLED_LAYER ? '.' : ':';
  bool digits = spelling == ST_SPELLED_LAYER;
  bool start = true;
  size_t length = 0;
  for (; *name; name++, length++) {
    if (*name == extra && !start) {
      start = true;
      digits = spelling != ST_SPELLED_WORD;
      continue;
    }
    if (!is_name_character(*name)) return false;
    if (start && !digits && *name >= '0' && *name <= '9') return false;
    start = false;
  }
  return length > 0 && length <= NAME_LIMIT && !start;
}

strata_status st_builder_check_name(strata_builder *builder,
                                    const st_names *names,
                                    st_name_spelling spelling, const char *what,
                                    const char *name) {
  if (!name || !is_well_formed_name(name, spelling) ||
      strchr(name, ':') != strrchr(name, ':')) {
    bool quotes = name && st_text_find_bad_utf8(name, strlen(name)) == SIZE_MAX;
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '",
                    quotes ? name : "", "': a name has lower-case letters, ",
                    "digits and _, at most 100 of them",
                    spelling == ST_SPELLED_LAYER ? ", and dots between" : "");
  }
  if (st_names_find(names, name, strlen(name)) != ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, what, " '", name,
                    "' is already declared");
  }
  return STRATA_OK;
}

/* Check that a name of `kind` is well-formed and new. */
static strata_status check_new_name(strata_builder *builder,
                                    strata_name_kind kind, const char *what,
                                    const char *name) {
  return st_builder_check_name(builder, &builder->names[kind],
                               kind == STRATA_NAME_LAYER ? ST_SPELLED_LAYER
                                                         : ST_SPELLED_WORD,
                               what, name);
}

static bool is_well_formed_symbol(const char *symbol) {
  size_t length = 0;
  for (const char *p = symbol; *p; p++, length++) {
    unsigned char c = (unsigned char)*p;
    if (c < 0x20 || c == 0x7f || c == '\'' || c == '"' || c == '\\') {
      return false;
    }
  }
  return length > 0 && length <= SYMBOL_LIMIT;
}

strata_status st_builder_check_symbol(strata_builder *builder,
                                      const char *symbol) {
  if (symbol && st_text_find_bad_utf8(symbol, strlen(symbol)) != SIZE_MAX) {
    return ST_ERROR(
        &builder->error, STRATA_EINVAL, 0, "a symbol is not UTF-8, at byte ",
        st_number_format((int64_t)st_text_find_bad_utf8(symbol, strlen(symbol)))
            .text);
  }
  if (symbol && is_well_formed_symbol(symbol)) return STRATA_OK;
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "symbol '",
                  symbol ? symbol : "",
                  "': it has 1 to 200 bytes, no quotes, no control "
                  "characters");
}

strata_status st_builder_add_symbol(strata_builder *builder, st_names *domain,
                                    const char *symbol) {
  strata_status status = st_builder_check_symbol(builder, symbol);
  if (status) return status;
  size_t length = strlen(symbol);
  st_names *symbols = &builder->names[STRATA_NAME_SYMBOL];
  if (st_names_find(symbols, symbol, length) == ST_NAME_NONE &&
      !st_names_add(symbols, &builder->mem, symbol, 0)) {
    return st_builder_no_memory(builder);
  }
  if (!domain || st_names_find(domain, symbol, length) != ST_NAME_NONE) {
    return STRATA_OK;
  }
  return st_names_add(domain, &builder->mem, symbol, 0)
             ? STRATA_OK
             : st_builder_no_memory(builder);
}

static strata_status check_attribute_default(strata_builder *builder,
                                             const strata_attribute *a) {
  bool whole = a->min == 0 && a->max == 0;
  bool bad = false;
  switch (a->type) {
  case STRATA_INT:
    bad = a->min > a->max ||
          (!whole && (a->default_value < a->min || a->default_value > a->max));
    break;
  case STRATA_FLAG:
    bad = !whole || a->default_value < 0 || a->default_value > 1;
    break;
  case STRATA_SET:
  case STRATA_REF:
  case STRATA_SYM:
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    bad = !whole || a->default_value != 0;
    break;
  default: /* a number outside the enumeration */
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': no such type");
  }
  if (!bad) return STRATA_OK;
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                  "': its default must lie in min..max, and only an int has "
                  "a range");
}

/* The contradiction between an attribute's flags, NULL if there is none. */
static const char *attribute_contradiction(const strata_attribute *a) {
  if (a->counter && a->type != STRATA_INT) return "only an int is a counter";
  if (a->counter && (a->min != 0 || a->default_value != 0)) {
    return "counters start from 0, and there are never fewer";
  }
  if (a->counter && (a->copiable || a->stamps || a->open)) {
    return "a counter is not copied, stamps nothing, and is not open: no "
           "effect changes it";
  }
  if (a->type == STRATA_ABILITIES && (a->unlayered || a->stamps)) {
    return "abilities are layered, and stamp nothing";
  }
  if (a->copiable && a->unlayered) {
    return "what is copiable is layered, as copy effects change it";
  }
  return NULL;
}

/* Check the kind of a counter. Events find a counter by its kind, so two may
 * not share one. */
static strata_status check_counter_kind(strata_builder *builder,
                                        const strata_attribute *a) {
  if (!a->kind) return STRATA_OK;
  if (!a->counter) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': only a counter has a kind");
  }
  const st_names *names = &builder->names[STRATA_NAME_ATTRIBUTE];
  for (size_t i = 0; i < names->count; i++) {
    const char *kind = builder->attrs[names->items[i].tag].counter_kind;
    if (!kind || strcmp(kind, a->kind) != 0) continue;
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "attribute '", a->name,
                    "': '", names->items[i].text, "' is the counter of kind '",
                    kind, "' already");
  }
  return st_builder_check_symbol(builder, a->kind);
}

static strata_status check_attribute_flags(strata_builder *builder,
                                           const strata_attribute *a) {
  const char *why = attribute_contradiction(a);
  if (why) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': ", why);
  }
  const st_names *names = &builder->names[STRATA_NAME_ATTRIBUTE];
  for (size_t i = 0; i < names->count; i++) {
    strata_type type = builder->attrs[names->items[i].tag].desc.type;
    if (a->type != STRATA_ABILITIES || type != STRATA_ABILITIES) continue;
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "attribute '", a->name,
                    "': '", names->items[i].text,
                    "' has the abilities already, and rules have one list");
  }
  return STRATA_OK;
}

/* True if zones are declared: freezing then adds the attribute "zone". */
static bool has_zones(const strata_builder *builder) {
  return builder->names[STRATA_NAME_ZONE].count > 0;
}

static strata_status check_attribute(strata_builder *builder,
                                     const strata_attribute *a) {
  strata_status status =
      check_new_name(builder, STRATA_NAME_ATTRIBUTE, "attribute", a->name);
  if (!status) status = check_attribute_default(builder, a);
  if (!status) status = check_attribute_flags(builder, a);
  if (!status) status = check_counter_kind(builder, a);
  if (status) return status;
  if (has_zones(builder) && strcmp(a->name, "zone") == 0) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0,
                    "attribute 'zone' is already declared, by the zones");
  }
  if (st_expr_is_reserved(a->name)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': expressions use this word for something else");
  }
  if (a->symbol_count > 0 && (a->type != STRATA_SET || !a->symbols)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': only a set has symbols");
  }
  if (builder->names[STRATA_NAME_ATTRIBUTE].count + 1 >= ST_ATTR_LIMIT) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "more than 32,766 attributes");
  }
  return STRATA_OK;
}

/* Build the domain before anything else is changed, so a failure leaves no
 * trace except symbols, which may be declared at any time. */
static strata_status build_attribute_domain(strata_builder *builder,
                                            const strata_attribute *a,
                                            st_names *domain) {
  for (size_t i = 0; i < a->symbol_count; i++) {
    strata_status status =
        st_builder_add_symbol(builder, domain, a->symbols[i]);
    if (status) {
      st_names_fini(domain, &builder->mem);
      return status;
    }
  }
  return STRATA_OK;
}

strata_status st_builder_attribute(strata_builder *builder,
                                   const strata_attribute *attribute) {
  if (!attribute) return STRATA_EINVAL;
  const strata_attribute *a = attribute;
  st_names *names = &builder->names[STRATA_NAME_ATTRIBUTE];
  strata_status status = check_attribute(builder, a);
  if (status) return status;
  st_names domain = {0};
  char *kind = NULL;
  status = build_attribute_domain(builder, a, &domain);
  if (!status && a->kind) {
    status = st_builder_add_symbol(builder, NULL, a->kind);
    kind = st_mem_copy_text(&builder->mem, a->kind, strlen(a->kind));
    if (!status && !kind) status = st_builder_no_memory(builder);
  }
  if (!status &&
      (!st_mem_reserve(&builder->mem, &builder->attrs, &builder->attr_capacity,
                       names->count + 1, sizeof(st_declared_attr)) ||
       !st_names_add(names, &builder->mem, a->name, (uint32_t)names->count))) {
    status = st_builder_no_memory(builder);
  }
  if (status) {
    st_names_fini(&domain, &builder->mem);
    free_owned_text(&builder->mem, kind);
    return status;
  }
  builder->attrs[names->count - 1] = (st_declared_attr){
      .desc = *attribute, .domain = domain, .counter_kind = kind};
  return STRATA_OK;
}

strata_status st_builder_symbol(strata_builder *builder, const char *attribute,
                                const char *symbol) {
  if (!attribute) return st_builder_add_symbol(builder, NULL, symbol);
  st_names *names = &builder->names[STRATA_NAME_ATTRIBUTE];
  uint32_t i = st_names_find(names, attribute, strlen(attribute));
  if (i == ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "no attribute '",
                    attribute, "' to put a symbol into: declare it first");
  }
  st_declared_attr *a = &builder->attrs[names->items[i].tag];
  if (a->desc.type != STRATA_SET) {
    return ST_ERROR(&builder->error, STRATA_ETYPE, 0, "attribute '", attribute,
                    "' is no set: ",
                    a->desc.type == STRATA_ABILITIES
                        ? "declare an ability to put one in"
                        : "only a set has symbols");
  }
  return st_builder_add_symbol(builder, &a->domain, symbol);
}

strata_status st_builder_layer(strata_builder *builder, const char *name,
                               int32_t position, strata_order order) {
  st_names *names = &builder->names[STRATA_NAME_LAYER];
  strata_status status =
      check_new_name(builder, STRATA_NAME_LAYER, "layer", name);
  if (status) return status;
  if ((unsigned)order > STRATA_BY_PRIORITY) {
    return st_builder_refuse_enum(builder, "layer", name, "order",
                                  (int64_t)order);
  }
  if (builder->numbered) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "layer '", name,
                    "': these layers are numbers, not names");
  }
  for (size_t i = 0; i < names->count; i++) {
    if (builder->layers[names->items[i].tag].position != position) continue;
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "layer '", name,
                    "' would share its position with '", names->items[i].text,
                    "'");
  }
  if (!st_mem_reserve(&builder->mem, &builder->layers, &builder->layer_capacity,
                      names->count + 1, sizeof(st_layer)) ||
      !st_names_add(names, &builder->mem, name, (uint32_t)names->count)) {
    return st_builder_no_memory(builder);
  }
  builder->layers[names->count - 1] =
      (st_layer){.position = position, .order = order};
  return STRATA_OK;
}

strata_status st_builder_numbered_layers(strata_builder *builder,
                                         strata_order order) {
  if (builder->names[STRATA_NAME_LAYER].count > 0) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "layers are names or numbers, not both");
  }
  if ((unsigned)order > STRATA_BY_PRIORITY) {
    return st_builder_refuse_enum(builder, "layers", "numbered", "order",
                                  (int64_t)order);
  }
  builder->numbered = true;
  builder->numbered_order = order;
  return STRATA_OK;
}

strata_status st_builder_clock(strata_builder *builder, const char *name) {
  strata_status status =
      check_new_name(builder, STRATA_NAME_CLOCK, "clock", name);
  if (status) return status;
  return st_names_add(&builder->names[STRATA_NAME_CLOCK], &builder->mem, name,
                      0)
             ? STRATA_OK
             : st_builder_no_memory(builder);
}

strata_status st_builder_stacking_group(strata_builder *builder,
                                        const char *name,
                                        strata_stacking stacking,
                                        uint32_t limit) {
  st_names *names = &builder->names[STRATA_NAME_GROUP];
  strata_status status =
      check_new_name(builder, STRATA_NAME_GROUP, "group", name);
  if (status) return status;
  if ((unsigned)stacking > STRATA_STACK_REFRESH) {
    return st_builder_refuse_enum(builder, "group", name, "stacking policy",
                                  (int64_t)stacking);
  }
  if ((stacking == STRATA_STACK_REFRESH) != (limit > 0)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "group '", name,
                    "': 'refresh' takes a limit from 1, no other policy does");
  }
  if (!st_mem_reserve(&builder->mem, &builder->groups, &builder->group_capacity,
                      names->count + 1, sizeof(st_stacking_group)) ||
      !st_names_add(names, &builder->mem, name, (uint32_t)names->count)) {
    return st_builder_no_memory(builder);
  }
  builder->groups[names->count - 1] =
      (st_stacking_group){.stacking = stacking, .limit = limit};
  return STRATA_OK;
}

strata_status st_builder_zone(strata_builder *builder,
                              const strata_zone_desc *zone) {
  if (!zone) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_ZONE];
  strata_status status =
      check_new_name(builder, STRATA_NAME_ZONE, "zone", zone->name);
  if (status) return status;
  if (st_names_find(&builder->names[STRATA_NAME_ATTRIBUTE], "zone", 4) !=
      ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "zone '", zone->name,
                    "': zones need the attribute name 'zone', which was "
                    "declared by hand; rename that one");
  }
  status = st_builder_add_symbol(builder, NULL, zone->name);
  if (status) return status;
  if (!st_mem_reserve(&builder->mem, &builder->zones, &builder->zone_capacity,
                      names->count + 1, sizeof(st_zone)) ||
      !st_names_add(names, &builder->mem, zone->name, (uint32_t)names->count)) {
    return st_builder_no_memory(builder);
  }
  builder->zones[names->count - 1] = (st_zone){
      .shared = zone->shared, .ordered = zone->ordered, .hidden = zone->hidden};
  return STRATA_OK;
}

strata_status st_builder_copiable_after(strata_builder *builder,
                                        const char *layer) {
  if (!layer) return STRATA_EINVAL;
  if (builder->copiable_after) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "copiable values end after layer '",
                    builder->copiable_after, "' already");
  }
  builder->copiable_after =
      st_mem_copy_text(&builder->mem, layer, strlen(layer));
  return builder->copiable_after ? STRATA_OK : st_builder_no_memory(builder);
}

strata_status st_builder_face_down(strata_builder *builder, const char *flag,
                                   const char *looks_under) {
  if (!flag) return STRATA_EINVAL;
  if (builder->face_down) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "the flag of what lies face down is '", builder->face_down,
                    "' already");
  }
  builder->face_down = st_mem_copy_text(&builder->mem, flag, strlen(flag));
  if (!builder->face_down) return st_builder_no_memory(builder);
  if (!looks_under) return STRATA_OK;
  builder->looks_under =
      st_mem_copy_text(&builder->mem, looks_under, strlen(looks_under));
  if (builder->looks_under) return STRATA_OK;
  st_mem_free(&builder->mem, builder->face_down, strlen(flag) + 1, 1);
  builder->face_down = NULL;
  return st_builder_no_memory(builder);
}
