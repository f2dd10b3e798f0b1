/*
 * builder.c - collecting rules, and freezing them.
 *
 * A builder keeps what was declared in sorted tables of names; freezing copies
 * them, so ids are positions in the sorted order and a builder can go on.
 * A call that fails leaves the builder as it was.
 */
#include "base/hash.h"
#include "base/text.h"
#include "world/expr.h"
#include "world/rules.h"

#include <string.h>

#define SYMBOL_LIMIT 200 /* bytes */
#define NAME_LIMIT   100 /* bytes */

typedef struct declared_attr {
  strata_attribute desc; /* name and symbols are not used here */
  st_names domain;
} declared_attr;

struct strata_builder {
  st_mem mem;
  st_names names[ST_KIND_COUNT]; /* the tag is the index in what follows */
  declared_attr *attrs;
  size_t attr_capacity;
  st_layer *layers; /* names are looked up when frozen */
  size_t layer_capacity;
  st_group *groups;
  size_t group_capacity;
  bool numbered;
  strata_order numbered_order;
  strata_error error;
};

strata_status strata_builder_new(strata_alloc_fn alloc, void *user,
                                 strata_builder **out) {
  if (!out) return STRATA_EINVAL;
  st_mem mem;
  st_mem_init(&mem, alloc, user);
  strata_builder *builder = st_mem_zeroed(&mem, 1, sizeof *builder);
  if (!builder) return STRATA_ENOMEM;
  builder->mem = mem;
  *out = builder;
  return STRATA_OK;
}

void strata_builder_free(strata_builder *builder) {
  if (!builder) return;
  st_mem mem = builder->mem;
  for (size_t i = 0; i < builder->names[STRATA_KIND_ATTRIBUTE].count; i++) {
    st_names_fini(&builder->attrs[i].domain, &mem);
  }
  st_mem_free(&mem, builder->attrs, builder->attr_capacity,
              sizeof(declared_attr));
  st_mem_free(&mem, builder->layers, builder->layer_capacity, sizeof(st_layer));
  st_mem_free(&mem, builder->groups, builder->group_capacity, sizeof(st_group));
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    st_names_fini(&builder->names[kind], &mem);
  }
  st_mem_free(&mem, builder, 1, sizeof *builder);
  assert(mem.live_bytes == 0);
}

const char *strata_builder_error(const strata_builder *builder) {
  return builder->error.text;
}

static strata_status no_memory(strata_builder *builder) {
  return ST_ERROR(&builder->error, STRATA_ENOMEM, 0, "out of memory");
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Letters, digits and _, not starting with a digit; `extra` may stand between
 * two such words. */
static bool is_name(const char *name, char extra) {
  bool start = true;
  size_t length = 0;
  for (; *name; name++, length++) {
    if (*name == extra && !start) {
      start = true;
      continue;
    }
    if (!is_name_char(*name)) return false;
    if (start && extra != '.' && *name >= '0' && *name <= '9') return false;
    start = false;
  }
  return length > 0 && length <= NAME_LIMIT && !start;
}

/* A name of `kind` that is well formed and new. */
static strata_status check_name(strata_builder *builder, strata_kind kind,
                                const char *what, const char *name) {
  char extra = kind == STRATA_KIND_LAYER ? '.' : ':';
  if (!name || !is_name(name, extra) ||
      strchr(name, ':') != strrchr(name, ':')) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '",
                    name ? name : "", "': a name has lower-case letters, ",
                    "digits and _, at most 100 of them",
                    kind == STRATA_KIND_LAYER ? ", and dots between" : "");
  }
  if (st_names_find(&builder->names[kind], name, strlen(name)) !=
      ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0, what, " '", name,
                    "' is already declared");
  }
  return STRATA_OK;
}

static bool is_symbol(const char *symbol) {
  size_t length = 0;
  for (const char *p = symbol; *p; p++, length++) {
    unsigned char c = (unsigned char)*p;
    if (c < 0x20 || c == 0x7f || c == '\'' || c == '"' || c == '\\') {
      return false;
    }
  }
  return length > 0 && length <= SYMBOL_LIMIT;
}

static strata_status add_symbol(strata_builder *builder, st_names *domain,
                                const char *symbol) {
  if (!symbol || !is_symbol(symbol)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "symbol '",
                    symbol ? symbol : "",
                    "': it has 1 to 200 bytes, no quotes, no control "
                    "characters");
  }
  size_t length = strlen(symbol);
  st_names *symbols = &builder->names[STRATA_KIND_SYMBOL];
  if (st_names_find(symbols, symbol, length) == ST_NAME_NONE &&
      !st_names_add(symbols, &builder->mem, symbol, 0)) {
    return no_memory(builder);
  }
  if (!domain || st_names_find(domain, symbol, length) != ST_NAME_NONE) {
    return STRATA_OK;
  }
  return st_names_add(domain, &builder->mem, symbol, 0) ? STRATA_OK
                                                        : no_memory(builder);
}

static strata_status check_default(strata_builder *builder,
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
    bad = !whole || a->default_value != 0;
    break;
  default: /* a number that a caller made up */
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': no such type");
  }
  if (!bad) return STRATA_OK;
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                  "': its default must lie in min..max, and only an int has "
                  "a range");
}

/* The domain is built first: what can fail leaves no trace but symbols, which
 * may be declared at any time. */
static strata_status make_domain(strata_builder *builder,
                                 const strata_attribute *a, st_names *domain) {
  for (size_t i = 0; i < a->symbol_count; i++) {
    strata_status status = add_symbol(builder, domain, a->symbols[i]);
    if (status) {
      st_names_fini(domain, &builder->mem);
      return status;
    }
  }
  return STRATA_OK;
}

strata_status strata_builder_attribute(strata_builder *builder,
                                       const strata_attribute *attribute) {
  if (!attribute) return STRATA_EINVAL;
  const strata_attribute *a = attribute;
  st_names *names = &builder->names[STRATA_KIND_ATTRIBUTE];
  strata_status status =
      check_name(builder, STRATA_KIND_ATTRIBUTE, "attribute", a->name);
  if (!status) status = check_default(builder, a);
  if (status) return status;
  if (st_expr_is_reserved(a->name)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': expressions use this word for something else");
  }
  if (a->symbol_count > 0 && (a->type != STRATA_SET || !a->symbols)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "attribute '", a->name,
                    "': only a set has symbols");
  }
  if (names->count >= ST_ATTR_LIMIT) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "more than 65,535 attributes");
  }
  st_names domain = {0};
  status = make_domain(builder, a, &domain);
  if (status) return status;
  if (!st_mem_reserve(&builder->mem, &builder->attrs, &builder->attr_capacity,
                      names->count + 1, sizeof(declared_attr)) ||
      !st_names_add(names, &builder->mem, a->name, (uint32_t)names->count)) {
    st_names_fini(&domain, &builder->mem);
    return no_memory(builder);
  }
  builder->attrs[names->count - 1] =
      (declared_attr){.desc = *attribute, .domain = domain};
  return STRATA_OK;
}

strata_status strata_builder_symbol(strata_builder *builder,
                                    const char *attribute, const char *symbol) {
  if (!attribute) return add_symbol(builder, NULL, symbol);
  st_names *names = &builder->names[STRATA_KIND_ATTRIBUTE];
  uint32_t i = st_names_find(names, attribute, strlen(attribute));
  if (i == ST_NAME_NONE) {
    return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "no attribute '",
                    attribute, "' to put a symbol into: declare it first");
  }
  declared_attr *a = &builder->attrs[names->items[i].tag];
  if (a->desc.type != STRATA_SET) {
    return ST_ERROR(&builder->error, STRATA_ETYPE, 0, "attribute '", attribute,
                    "' is no set: only a set has symbols");
  }
  return add_symbol(builder, &a->domain, symbol);
}

strata_status strata_builder_layer(strata_builder *builder, const char *name,
                                   int32_t position, strata_order order) {
  st_names *names = &builder->names[STRATA_KIND_LAYER];
  strata_status status = check_name(builder, STRATA_KIND_LAYER, "layer", name);
  if (status) return status;
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
    return no_memory(builder);
  }
  builder->layers[names->count - 1] =
      (st_layer){.position = position, .order = order};
  return STRATA_OK;
}

strata_status strata_builder_numbered_layers(strata_builder *builder,
                                             strata_order order) {
  if (builder->names[STRATA_KIND_LAYER].count > 0) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "layers are names or numbers, not both");
  }
  builder->numbered = true;
  builder->numbered_order = order;
  return STRATA_OK;
}

strata_status strata_builder_clock(strata_builder *builder, const char *name) {
  strata_status status = check_name(builder, STRATA_KIND_CLOCK, "clock", name);
  if (status) return status;
  return st_names_add(&builder->names[STRATA_KIND_CLOCK], &builder->mem, name,
                      0)
             ? STRATA_OK
             : no_memory(builder);
}

strata_status strata_builder_group(strata_builder *builder, const char *name,
                                   strata_stacking stacking, uint32_t limit) {
  st_names *names = &builder->names[STRATA_KIND_GROUP];
  strata_status status = check_name(builder, STRATA_KIND_GROUP, "group", name);
  if (status) return status;
  if ((unsigned)stacking > STRATA_STACK_REFRESH ||
      (stacking == STRATA_STACK_REFRESH) != (limit > 0)) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "group '", name,
                    "': 'refresh' takes a limit from 1, no other policy does");
  }
  if (!st_mem_reserve(&builder->mem, &builder->groups, &builder->group_capacity,
                      names->count + 1, sizeof(st_group)) ||
      !st_names_add(names, &builder->mem, name, (uint32_t)names->count)) {
    return no_memory(builder);
  }
  builder->groups[names->count - 1] =
      (st_group){.stacking = stacking, .limit = limit};
  return STRATA_OK;
}

/* -- Freezing -- */

static bool freeze_layers(const strata_builder *builder, strata_rules *rules) {
  st_names *names = &rules->names[STRATA_KIND_LAYER];
  rules->numbered = builder->numbered;
  rules->numbered_order = builder->numbered_order;
  if (names->count == 0) return true;
  rules->layers = st_mem_zeroed(&rules->mem, names->count, sizeof(st_layer));
  if (!rules->layers) return false;
  rules->layer_count = names->count;
  for (size_t i = 0; i < names->count; i++) {
    st_layer layer = builder->layers[names->items[i].tag];
    layer.name = names->items[i].text;
    layer.hash = names->items[i].hash;
    size_t at = i;
    for (; at > 0 && rules->layers[at - 1].position > layer.position; at--) {
      rules->layers[at] = rules->layers[at - 1];
    }
    rules->layers[at] = layer;
  }
  for (size_t i = 0; i < names->count; i++) {
    const char *name = rules->layers[i].name;
    uint32_t n = st_names_find(names, name, strlen(name));
    names->items[n].tag = (uint32_t)i + 1;
  }
  return true;
}

static bool freeze_attr(const declared_attr *declared, strata_rules *rules,
                        uint32_t i) {
  const strata_attribute *desc = &declared->desc;
  st_attr *attr = &rules->attrs[i];
  const st_name *name = &rules->names[STRATA_KIND_ATTRIBUTE].items[i];
  *attr = (st_attr){.name = name->text,
                    .hash = name->hash,
                    .type = desc->type,
                    .default_value = desc->default_value,
                    .min = INT64_MIN,
                    .max = INT64_MAX,
                    .layered = !desc->unlayered,
                    .words = 1};
  if (desc->type == STRATA_FLAG) {
    attr->min = 0;
    attr->max = 1;
  } else if (desc->min != 0 || desc->max != 0) {
    attr->min = desc->min;
    attr->max = desc->max;
  }
  attr->ranged = attr->min != INT64_MIN || attr->max != INT64_MAX;
  uint32_t count = (uint32_t)declared->domain.count;
  if (count == 0) return true;
  attr->domain = st_mem_zeroed(&rules->mem, count, sizeof(strata_symbol));
  if (!attr->domain) return false;
  attr->domain_count = count;
  attr->words = (count + 63) / 64;
  const st_names *symbols = &rules->names[STRATA_KIND_SYMBOL];
  attr->places = st_mem_zeroed(&rules->mem, symbols->count, sizeof(uint32_t));
  if (!attr->places) return false;
  attr->symbol_count = (uint32_t)symbols->count;
  for (uint32_t n = 0; n < count; n++) {
    const st_name *symbol = &declared->domain.items[n];
    uint32_t id = st_names_find(symbols, symbol->text, symbol->length);
    attr->domain[n] = id + 1;
    attr->places[id] = n + 1;
  }
  return true;
}

static bool freeze_attrs(const strata_builder *builder, strata_rules *rules) {
  uint32_t count = st_attr_count(rules);
  if (count == 0) return true;
  rules->attrs = st_mem_zeroed(&rules->mem, count, sizeof(st_attr));
  if (!rules->attrs) return false;
  const st_names *names = &rules->names[STRATA_KIND_ATTRIBUTE];
  for (uint32_t i = 0; i < count; i++) {
    if (!freeze_attr(&builder->attrs[names->items[i].tag], rules, i)) {
      return false;
    }
  }
  return true;
}

static bool freeze_groups(const strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_GROUP];
  if (names->count == 0) return true;
  rules->groups = st_mem_zeroed(&rules->mem, names->count, sizeof(st_group));
  if (!rules->groups) return false;
  for (size_t i = 0; i < names->count; i++) {
    rules->groups[i] = builder->groups[names->items[i].tag];
  }
  return true;
}

/* Hash every field that a player could notice, in the order of ids. */
static uint64_t hash_rules(const strata_rules *rules) {
  uint64_t h = rules->numbered ? 2 + (uint64_t)rules->numbered_order : 1;
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    h = st_mix(h, rules->names[kind].count);
    for (size_t i = 0; i < rules->names[kind].count; i++) {
      h = st_mix(h, rules->names[kind].items[i].hash);
    }
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    h = st_mix(h, (uint64_t)attr->type * 2 + attr->layered);
    h = st_mix(h, (uint64_t)attr->default_value);
    h = st_mix(h, (uint64_t)attr->min);
    h = st_mix(h, (uint64_t)attr->max);
    for (uint32_t n = 0; n < attr->domain_count; n++) {
      h = st_mix(h, attr->domain[n]);
    }
  }
  for (size_t i = 0; i < rules->layer_count; i++) {
    h = st_mix(h, rules->layers[i].hash + (uint64_t)rules->layers[i].order);
  }
  for (size_t i = 0; i < rules->names[STRATA_KIND_GROUP].count; i++) {
    h = st_mix(h, (uint64_t)rules->groups[i].stacking << 32 |
                      rules->groups[i].limit);
  }
  return h;
}

/* A column of the rules' own: its key is that of its owner and its role. */
static st_column_spec column_of(uint64_t owner, uint64_t role, st_table table,
                                st_cell cell, st_meaning meaning) {
  return (st_column_spec){.key = st_mix(owner, role),
                          .table = (uint8_t)table,
                          .cell = (uint8_t)cell,
                          .meaning = (uint8_t)meaning};
}

enum { ROLE_BASE = 1, ROLE_CHAIN = 2, ROLE_TICKS = 3, ROLE_TIMED = 4 };

static void attr_columns(strata_rules *rules, st_attr *attr) {
  st_column_spec *next = rules->columns + rules->column_count;
  attr->column = rules->column_count;
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_REF:
    *next++ =
        column_of(attr->hash, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_64, ST_RAW);
    break;
  case STRATA_FLAG:
    *next++ =
        column_of(attr->hash, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_BIT, ST_RAW);
    break;
  case STRATA_SYM:
    *next++ = column_of(attr->hash, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32,
                        ST_SYMBOL);
    break;
  case STRATA_TEXT:
    *next++ =
        column_of(attr->hash, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32, ST_RAW);
    break;
  case STRATA_SET:
    for (uint32_t n = 0; n < attr->domain_count; n++) {
      uint64_t symbol = st_rules_canonical(rules, ST_SYMBOL, attr->domain[n]);
      *next++ = column_of(st_mix(attr->hash, symbol), ROLE_BASE,
                          ST_TABLE_ENTITY, ST_CELL_BIT, ST_RAW);
    }
    break;
  }
  attr->chain = (uint32_t)(next - rules->columns);
  if (attr->layered) {
    *next++ =
        column_of(attr->hash, ROLE_CHAIN, ST_TABLE_ENTITY, ST_CELL_32, ST_RAW);
  }
  rules->column_count = (uint32_t)(next - rules->columns);
}

static const struct {
  const char *name;
  uint8_t table, cell, meaning;
} fixed_columns[] = {
#define X(name, table, cell, meaning)                                          \
  {#name, ST_TABLE_##table, ST_CELL_##cell, ST_##meaning},
    ST_COLUMN_MAP(X)
#undef X
};

static bool make_columns(strata_rules *rules) {
  size_t clocks = rules->names[STRATA_KIND_CLOCK].count;
  size_t count = ST_COLUMN_FIXED + 2 * clocks;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    count += attr->layered;
    count += attr->type == STRATA_SET ? attr->domain_count : 1;
  }
  rules->columns = st_mem_zeroed(&rules->mem, count, sizeof(st_column_spec));
  if (!rules->columns) return false;
  for (size_t i = 0; i < ST_COLUMN_FIXED; i++) {
    const char *name = fixed_columns[i].name;
    rules->columns[i] =
        (st_column_spec){.key = st_hash_bytes(name, strlen(name), 1),
                         .table = fixed_columns[i].table,
                         .cell = fixed_columns[i].cell,
                         .meaning = fixed_columns[i].meaning};
  }
  rules->column_count = ST_COLUMN_FIXED;
  rules->clock_columns = rules->column_count;
  for (size_t i = 0; i < clocks; i++) {
    uint64_t owner = rules->names[STRATA_KIND_CLOCK].items[i].hash;
    rules->columns[rules->column_count++] =
        column_of(owner, ROLE_TICKS, ST_TABLE_WORLD, ST_CELL_64, ST_RAW);
    rules->columns[rules->column_count++] =
        column_of(owner, ROLE_TIMED, ST_TABLE_WORLD, ST_CELL_32, ST_RAW);
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    attr_columns(rules, &rules->attrs[i]);
  }
  assert(rules->column_count == count);
  return true;
}

static bool freeze_into(const strata_builder *builder, strata_rules *rules) {
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    if (!st_names_copy(&builder->names[kind], &rules->mem,
                       &rules->names[kind])) {
      return false;
    }
  }
  return freeze_attrs(builder, rules) && freeze_layers(builder, rules) &&
         freeze_groups(builder, rules) && make_columns(rules);
}

strata_status strata_builder_freeze(strata_builder *builder,
                                    strata_rules **out) {
  if (!out) return STRATA_EINVAL;
  if (!builder->numbered && builder->names[STRATA_KIND_LAYER].count == 0) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "rules need layers: name some, or let them be numbers");
  }
  st_mem mem;
  st_mem_init(&mem, builder->mem.alloc, builder->mem.user);
  strata_rules *rules = st_mem_zeroed(&mem, 1, sizeof *rules);
  if (!rules) return no_memory(builder);
  rules->mem = mem;
  if (!freeze_into(builder, rules)) {
    strata_rules_free(rules);
    return no_memory(builder);
  }
  rules->hash = hash_rules(rules);
  *out = rules;
  return STRATA_OK;
}
