/*
 * valid.c - whether loaded rows fit together.
 *
 * The rest of the engine trusts its rows: lists end, links lead to rows that
 * are in use, counts are right. A save that somebody made by hand must not be
 * able to break that, so each of these facts is checked here, once, before a
 * loaded world is handed out. Every walk is bounded by the number of rows.
 */
#include "layers/valid.h"

static uint64_t scalar(const st_store *store, st_scalar which) {
  return st_scalar_get(store, which);
}

/* -- Rows: which slots may have cells at all -- */

typedef struct span {
  uint64_t first, end;
} span;

static span rows_of(const st_store *store, uint32_t column) {
  switch ((st_table)store->columns[column].table) {
  case ST_TABLE_WORLD:
    return (span){1, column == ST_COLUMN_SCALAR ? ST_SCALAR_COUNT : 2};
  case ST_TABLE_ENTITY:
    return (span){1, scalar(store, ST_SCALAR_ENTITY_TOP) + 1};
  case ST_TABLE_EFFECT:
    return (span){1, scalar(store, ST_SCALAR_EFFECT_TOP) + 1};
  case ST_TABLE_PART:
    return (span){1, scalar(store, ST_SCALAR_PART_TOP) + 1};
  case ST_TABLE_NODE:
    return (span){1, scalar(store, ST_SCALAR_NODE_TOP) + 1};
  case ST_TABLE_TEXT:
    return (span){1, scalar(store, ST_SCALAR_TEXT_TOP) + 1};
  case ST_TABLE_BYTES:
    return (span){0, scalar(store, ST_SCALAR_BYTES_TOP)};
  case ST_TABLE_COUNT:
    break;
  }
  return (span){0, 0};
}

/* No row of the table lies beyond what was reserved, and no cell beyond its
 * rows. */
static bool cells_in_rows(const st_store *store, uint32_t column) {
  span rows = rows_of(store, column);
  uint32_t capacity = store->capacity[store->columns[column].table];
  if (rows.end > capacity) return false;
  if (rows.first > 0 && st_get_any(store, column, 0) != 0) return false;
  if (store->columns[column].cell == ST_CELL_BIT) {
    for (uint64_t i = rows.end; i < capacity; i++) {
      if (i % 64 == 0 && st_get_word(store, column, (uint32_t)i / 64) == 0) {
        i += 63;
      } else if (st_get_bit(store, column, (uint32_t)i)) {
        return false;
      }
    }
    return true;
  }
  for (uint64_t i = rows.end; i < capacity; i++) {
    unsigned shift = store->columns[column].shift;
    if (st_store_page(store, column, (uint32_t)i, shift) == store->arena) {
      i |= ((uint64_t)1 << shift) - 1;
    } else if (st_get_any(store, column, (uint32_t)i) != 0) {
      return false;
    }
  }
  return true;
}

/* Slots that were given back form one list without a cycle. */
static bool free_list_ok(const st_store *store, st_scalar free, uint32_t next,
                         uint64_t top, uint32_t used_column, uint64_t *length) {
  *length = 0;
  uint64_t slot = scalar(store, free);
  while (slot != 0) {
    if (slot > top || ++*length > top) return false;
    if (st_get_any(store, used_column, (uint32_t)slot) != 0) return false;
    slot = st_get32(store, next, (uint32_t)slot);
  }
  return true;
}

/* -- Entities, base values, texts -- */

static bool entities_ok(const st_store *store) {
  uint64_t top = scalar(store, ST_SCALAR_ENTITY_TOP);
  uint64_t live = 0;
  uint64_t worn = 0;
  uint64_t chained = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
    bool is_live = st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot);
    uint32_t next = st_get32(store, ST_COLUMN_ENTITY_NEXT_FREE, slot);
    if (generation == 0 || (is_live && next != 0)) return false;
    if (is_live != (generation % 2 == 1)) return false;
    live += is_live;
    worn += generation == ST_GENERATION_WORN;
    chained += next != 0;
  }
  uint64_t length;
  if (!free_list_ok(store, ST_SCALAR_ENTITY_FREE, ST_COLUMN_ENTITY_NEXT_FREE,
                    top, ST_COLUMN_ENTITY_LIVE, &length)) {
    return false;
  }
  return live == scalar(store, ST_SCALAR_ENTITY_COUNT) &&
         live + worn + length == top &&
         chained == (length > 0 ? length - 1 : 0);
}

/* A handle that was handed out some time, or nobody. */
static bool handle_ok(const st_store *store, uint64_t handle) {
  if (handle == 0) return true;
  uint32_t slot = st_slot_of(handle);
  uint32_t generation = st_generation_of(handle);
  return slot != 0 && slot <= scalar(store, ST_SCALAR_ENTITY_TOP) &&
         generation % 2 == 1 &&
         generation <= st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
}

static bool base_ok(const st_store *store, const st_attr *attr, uint32_t slot) {
  int64_t value = st_entity_base(store, attr, slot);
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return value >= attr->min && value <= attr->max;
  case STRATA_REF:
    return handle_ok(store, (uint64_t)value);
  case STRATA_TEXT:
    return (uint64_t)value <= scalar(store, ST_SCALAR_TEXT_TOP);
  case STRATA_SYM:
  case STRATA_SET:
    break;
  }
  return true;
}

static bool bases_ok(const st_store *store) {
  uint64_t top = scalar(store, ST_SCALAR_ENTITY_TOP);
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    bool is_set = attr->type == STRATA_SET;
    uint32_t columns = is_set ? attr->domain_count : 1;
    for (uint32_t c = attr->column; c < attr->column + columns; c++) {
      for (uint32_t slot = 1; slot <= top; slot++) {
        if (st_get_any(store, c, slot) == 0) continue;
        if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) return false;
        if (!is_set && !base_ok(store, attr, slot)) return false;
      }
    }
  }
  return true;
}

/* Texts lie one after the other, without NULs, zeros after each. */
static bool texts_ok(const st_store *store) {
  uint64_t at = 0;
  uint64_t end = scalar(store, ST_SCALAR_BYTES_TOP);
  for (uint32_t id = 1; id <= scalar(store, ST_SCALAR_TEXT_TOP); id++) {
    uint32_t length = st_get32(store, ST_COLUMN_TEXT_LENGTH, id);
    if (length == 0 || st_get32(store, ST_COLUMN_TEXT_START, id) != at) {
      return false;
    }
    uint64_t words = ((uint64_t)length + 7) / 8;
    if (words > end - at) return false;
    for (uint64_t w = 0; w < words; w++) {
      uint64_t word = st_get64(store, ST_COLUMN_BYTES, (uint32_t)(at + w));
      for (uint64_t b = 0; b < 8; b++) {
        bool inside = w * 8 + b < length;
        if (((word >> (8 * b) & 0xff) != 0) != inside) return false;
      }
    }
    at += words;
  }
  return at == end;
}

strata_status st_world_valid(const st_store *store) {
  for (uint32_t i = 0; i < ST_SCALAR_COUNT; i++) {
    bool is_stamp = i == ST_SCALAR_STAMP;
    uint64_t most = is_stamp ? UINT64_C(1) << 56 : UINT32_C(1) << 31;
    if (scalar(store, (st_scalar)i) > most) return STRATA_ECORRUPT;
  }
  for (uint32_t c = 0; c < store->rules->column_count; c++) {
    if (!cells_in_rows(store, c)) return STRATA_ECORRUPT;
  }
  bool ok = entities_ok(store) && bases_ok(store) && texts_ok(store);
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}

/* -- Effects -- */

typedef struct census {
  const st_store *store;
  st_compiled compiled;
  strata_status status; /* ENOMEM while compiling */
  uint64_t effects, parts, nodes, timed, watched, planned, sourced;
} census;

static bool text_id_ok(const census *c, uint32_t text) {
  return text <= scalar(c->store, ST_SCALAR_TEXT_TOP);
}

/* Text `text` says an expression of this type. */
static bool expr_ok(census *c, uint32_t text, strata_type type) {
  if (text == 0 || !text_id_ok(c, text)) return false;
  const strata_expr *expr = NULL;
  strata_status status = st_compiled_expr(&c->compiled, c->store, text, &expr);
  if (status == STRATA_ENOMEM) c->status = status;
  return !status && expr->type == type;
}

static bool predicate_ok(census *c, uint32_t text) {
  return text == 0 || expr_ok(c, text, STRATA_FLAG);
}

static bool set_ok(census *c, uint32_t text, strata_attr attr) {
  if (!text_id_ok(c, text)) return false;
  const uint64_t *words;
  strata_status status =
      st_compiled_words(&c->compiled, c->store, text, attr, &words);
  if (status == STRATA_ENOMEM) c->status = status;
  return !status;
}

static bool switch_ok(const census *c, uint32_t part, uint64_t verb) {
  const st_store *store = c->store;
  const st_attr *attr = st_attr_of(store->rules, st_verb_attr(verb));
  uint32_t id = st_get32(store, ST_COLUMN_PART_OTHER, part);
  const st_attr *other = st_attr_of(store->rules, id);
  return attr && other && other != attr && other->layered &&
         attr->type == STRATA_INT && other->type == STRATA_INT &&
         attr->min == other->min && attr->max == other->max;
}

static bool operand_ok(census *c, uint32_t part, uint64_t verb,
                       const st_attr *attr) {
  const st_store *store = c->store;
  strata_op op = st_verb_op(verb);
  uint64_t value = st_get64(store, ST_COLUMN_PART_VALUE, part);
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  if (op == STRATA_OP_SWITCH) return switch_ok(c, part, verb);
  if (op == STRATA_OP_SCALE && (value >> 32 == 0 || value >> 63 != 0)) {
    return false;
  }
  if (st_verb_flags(verb) & ST_PART_COMPUTED) {
    return attr->type != STRATA_SET && attr->type != STRATA_TEXT &&
           expr_ok(c, text, attr->type);
  }
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_SYM:
    return text == 0;
  case STRATA_FLAG:
    return text == 0 && value <= 1;
  case STRATA_REF:
    return text == 0 && handle_ok(store, value);
  case STRATA_TEXT:
    return text_id_ok(c, text);
  case STRATA_SET:
    break;
  }
  if (op == STRATA_OP_CLEAR) return text == 0;
  return set_ok(c, text, st_verb_attr(verb));
}

static bool op_known(strata_type type, strata_op op) {
  bool is_set_op = op == STRATA_OP_REMOVE || op == STRATA_OP_CLEAR;
  if ((unsigned)op > STRATA_OP_CLEAR) return false;
  switch (type) {
  case STRATA_INT:
    return !is_set_op;
  case STRATA_FLAG:
    return op == STRATA_OP_SET || op == STRATA_OP_AND || op == STRATA_OP_OR ||
           op == STRATA_OP_XOR;
  case STRATA_SET:
    return is_set_op || op == STRATA_OP_SET || op == STRATA_OP_ADD;
  case STRATA_REF:
  case STRATA_SYM:
  case STRATA_TEXT:
    break;
  }
  return op == STRATA_OP_SET;
}

/* The flags that the effect and the operation bring with them. */
static bool flags_ok(const census *c, uint32_t effect, uint64_t verb) {
  const st_store *store = c->store;
  uint32_t flags = st_verb_flags(verb);
  uint32_t wanted = flags & (ST_PART_COMPUTED | ST_PART_ROUND_UP);
  if (st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect)) {
    wanted |= ST_PART_OPEN;
  }
  if (st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect)) {
    wanted |= ST_PART_CONDITIONAL;
  }
  if (st_get32(store, ST_COLUMN_EFFECT_GROUP, effect)) {
    wanted |= ST_PART_GROUPED;
  }
  if (st_verb_op(verb) == STRATA_OP_SWITCH) wanted |= ST_PART_SWITCH;
  return flags == wanted;
}

static bool nodes_ok(census *c, uint32_t part, bool open) {
  const st_store *store = c->store;
  uint64_t top = scalar(store, ST_SCALAR_NODE_TOP);
  uint64_t before = c->nodes;
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    if (node > top || ++c->nodes > top) return false;
    if (st_get32(store, ST_COLUMN_NODE_PART, node) != part) return false;
    uint32_t target = st_get32(store, ST_COLUMN_NODE_TARGET, node);
    if (target == 0 || target > scalar(store, ST_SCALAR_ENTITY_TOP) ||
        !st_get_bit(store, ST_COLUMN_ENTITY_LIVE, target)) {
      return false;
    }
  }
  return open == (c->nodes == before);
}

static bool part_ok(census *c, uint32_t effect, uint32_t part) {
  const st_store *store = c->store;
  uint64_t verb = st_get64(store, ST_COLUMN_PART_VERB, part);
  const st_attr *attr = st_attr_of(store->rules, st_verb_attr(verb));
  if (!attr || !attr->layered ||
      !st_layer_exists(store->rules, st_verb_layer(verb)) ||
      !op_known(attr->type, st_verb_op(verb)) || !flags_ok(c, effect, verb)) {
    return false;
  }
  bool open = (st_verb_flags(verb) & ST_PART_OPEN) != 0;
  return operand_ok(c, part, verb, attr) && nodes_ok(c, part, open);
}

static bool parts_ok(census *c, uint32_t effect) {
  const st_store *store = c->store;
  uint64_t top = scalar(store, ST_SCALAR_PART_TOP);
  uint32_t part = st_effect_parts(store, effect);
  uint32_t count = 0;
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    if (part > top || ++c->parts > top || ++count > 2 * ST_PARTS_LIMIT) {
      return false;
    }
    if (st_get32(store, ST_COLUMN_PART_EFFECT, part) != effect ||
        !part_ok(c, effect, part)) {
      return false;
    }
  }
  return count > 0;
}

static bool effect_ok(census *c, uint32_t effect) {
  const st_store *store = c->store;
  if (st_get64(store, ST_COLUMN_EFFECT_STAMP, effect) >
      scalar(store, ST_SCALAR_STAMP)) {
    return false;
  }
  uint32_t while_on = st_get32(store, ST_COLUMN_EFFECT_WHILE, effect);
  bool ok =
      text_id_ok(c, st_get32(store, ST_COLUMN_EFFECT_NAME, effect)) &&
      predicate_ok(c, st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect)) &&
      predicate_ok(c, st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect)) &&
      predicate_ok(c, while_on) &&
      handle_ok(store, st_get64(store, ST_COLUMN_EFFECT_SOURCE, effect));
  if (!ok) return false;
  bool ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, effect) != 0;
  if (ends && st_get32(store, ST_COLUMN_EFFECT_CLOCK, effect) == 0) {
    return false;
  }
  c->effects++;
  c->timed += ends;
  c->watched += while_on != 0;
  c->sourced += st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, effect);
  if (!parts_ok(c, effect)) return false;
  c->planned += st_effect_is_planned(store, effect);
  return true;
}

/* A list of effects, both ways, as long as the census says it can be. */
static bool list_ok(const census *c, uint64_t head, uint32_t next,
                    uint32_t prev, uint64_t *length) {
  uint32_t before = 0;
  uint64_t slot = head;
  while (slot != 0) {
    if (slot > scalar(c->store, ST_SCALAR_EFFECT_TOP) ||
        ++*length > c->effects || !st_effect_used(c->store, (uint32_t)slot) ||
        st_get32(c->store, prev, (uint32_t)slot) != before) {
      return false;
    }
    before = (uint32_t)slot;
    slot = st_get32(c->store, next, (uint32_t)slot);
  }
  return true;
}

static bool timed_ok(const census *c) {
  const st_store *store = c->store;
  uint64_t total = 0;
  uint32_t clocks = strata_rules_count(store->rules, STRATA_KIND_CLOCK);
  for (strata_clock clock = 1; clock <= clocks; clock++) {
    uint32_t head = st_get32(store, st_clock_timed(store->rules, clock), 1);
    if (!list_ok(c, head, ST_COLUMN_EFFECT_TIMED_NEXT,
                 ST_COLUMN_EFFECT_TIMED_PREV, &total)) {
      return false;
    }
    for (uint32_t e = head; e != 0;
         e = st_get32(store, ST_COLUMN_EFFECT_TIMED_NEXT, e)) {
      if (st_get32(store, ST_COLUMN_EFFECT_CLOCK, e) != clock ||
          st_get64(store, ST_COLUMN_EFFECT_EXPIRES, e) == 0) {
        return false;
      }
    }
  }
  return total == c->timed;
}

static bool lists_ok(const census *c) {
  const st_store *store = c->store;
  uint64_t watched = 0;
  uint64_t planned = 0;
  if (!list_ok(c, scalar(store, ST_SCALAR_WATCHED),
               ST_COLUMN_EFFECT_WATCHED_NEXT, ST_COLUMN_EFFECT_WATCHED_PREV,
               &watched) ||
      !list_ok(c, scalar(store, ST_SCALAR_PLANNED),
               ST_COLUMN_EFFECT_PLANNED_NEXT, ST_COLUMN_EFFECT_PLANNED_PREV,
               &planned)) {
    return false;
  }
  uint32_t e = (uint32_t)scalar(store, ST_SCALAR_WATCHED);
  for (; e != 0; e = st_get32(store, ST_COLUMN_EFFECT_WATCHED_NEXT, e)) {
    if (st_get32(store, ST_COLUMN_EFFECT_WHILE, e) == 0) return false;
  }
  e = (uint32_t)scalar(store, ST_SCALAR_PLANNED);
  for (; e != 0; e = st_get32(store, ST_COLUMN_EFFECT_PLANNED_NEXT, e)) {
    if (!st_effect_is_planned(store, e)) return false;
  }
  return watched == c->watched && planned == c->planned && timed_ok(c);
}

/* The nodes of one value, newest first, each where it says it is. */
static bool chain_ok(const census *c, strata_attr attr, uint32_t slot,
                     uint64_t *visited) {
  const st_store *store = c->store;
  uint32_t newer = 0;
  uint32_t node = st_get32(store, store->rules->attrs[attr - 1].chain, slot);
  while (node != 0) {
    if (node > scalar(store, ST_SCALAR_NODE_TOP) || ++*visited > c->nodes) {
      return false;
    }
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    if (part == 0 || part > scalar(store, ST_SCALAR_PART_TOP) ||
        st_get32(store, ST_COLUMN_NODE_TARGET, node) != slot ||
        st_get32(store, ST_COLUMN_NODE_NEXT, node) != newer ||
        st_verb_attr(st_get64(store, ST_COLUMN_PART_VERB, part)) != attr) {
      return false;
    }
    newer = node;
    node = st_get32(store, ST_COLUMN_NODE_PREV, node);
  }
  return true;
}

/* Every node is in the chain of its target and its part's attribute. */
static bool chains_ok(const census *c) {
  const st_store *store = c->store;
  uint64_t visited = 0;
  for (strata_attr attr = 1; attr <= st_attr_count(store->rules); attr++) {
    if (!store->rules->attrs[attr - 1].layered) continue;
    for (uint32_t slot = 1; slot <= scalar(store, ST_SCALAR_ENTITY_TOP);
         slot++) {
      if (!chain_ok(c, attr, slot, &visited)) return false;
    }
  }
  return visited == c->nodes;
}

/* Rows in use and free rows make up the table; `worn` are neither. */
static bool table_ok(const st_store *store, st_scalar top_scalar,
                     st_scalar free, uint32_t next, uint32_t used_column,
                     uint64_t used) {
  uint64_t top = scalar(store, top_scalar);
  uint64_t counted = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    counted += st_get_any(store, used_column, slot) != 0;
  }
  uint64_t worn = 0;
  if (top_scalar == ST_SCALAR_EFFECT_TOP) {
    for (uint32_t slot = 1; slot <= top; slot++) {
      uint32_t generation = st_get32(store, ST_COLUMN_EFFECT_GENERATION, slot);
      if (generation == 0) return false;
      worn += generation == UINT32_MAX && !st_effect_used(store, slot);
    }
  }
  uint64_t length;
  return free_list_ok(store, free, next, top, used_column, &length) &&
         counted == used && used + worn + length == top;
}

static bool census_ok(census *c) {
  const st_store *store = c->store;
  for (uint32_t slot = 1; slot <= scalar(store, ST_SCALAR_EFFECT_TOP); slot++) {
    if (st_effect_used(store, slot) && !effect_ok(c, slot)) return false;
  }
  return c->effects == scalar(store, ST_SCALAR_EFFECT_COUNT) &&
         c->sourced == scalar(store, ST_SCALAR_WHILE_SOURCE) &&
         table_ok(store, ST_SCALAR_EFFECT_TOP, ST_SCALAR_EFFECT_FREE,
                  ST_COLUMN_EFFECT_NEXT_FREE, ST_COLUMN_EFFECT_STAMP,
                  c->effects) &&
         table_ok(store, ST_SCALAR_PART_TOP, ST_SCALAR_PART_FREE,
                  ST_COLUMN_PART_NEXT, ST_COLUMN_PART_EFFECT, c->parts) &&
         table_ok(store, ST_SCALAR_NODE_TOP, ST_SCALAR_NODE_FREE,
                  ST_COLUMN_NODE_SIBLING, ST_COLUMN_NODE_PART, c->nodes) &&
         lists_ok(c) && chains_ok(c);
}

strata_status st_effects_valid(const st_store *store) {
  census c = {.store = store,
              .compiled = {.mem = store->mem, .rules = store->rules}};
  bool ok = census_ok(&c);
  st_compiled_fini(&c.compiled);
  if (c.status) return c.status;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
