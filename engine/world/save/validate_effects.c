/*
 * validate_effects.c - checks that loaded effects agree with each other and
 * with the entities.
 *
 * One walk over the effects checks each with its parts and nodes, and counts
 * what it meets. The counts then bound the walks along the lists, and must
 * equal their lengths, so a row that is in no list, or in two lists, is found.
 * The unit tests of validate_effects and validate_copies plant one damage at a
 * time.
 */
#include "world/save/validate_effects.h"

#include "world/objects/object_values.h"
#include "world/save/validate_world.h"
#include "world/store/cell_walk.h"

/* -- Effects -- */

typedef struct effect_census {
  const st_store *store;
  st_text_cache compiled;
  st_text text;         /* a buffer */
  strata_status status; /* ENOMEM while compiling */
  uint64_t effects, parts, nodes;
  /* How many effects have an expiry (timed), a while_on (with_while), a global
   * part (global), a while_source (sourced), a snapshot (copying). */
  uint64_t timed, with_while, global, sourced, copying;
} effect_census;

static bool text_id_ok(const effect_census *c, uint32_t text) {
  return text <= st_scalar_get(c->store, ST_SCALAR_TEXT_TOP);
}

/* Whether a text is an expression of a type; `within`: an inner predicate. */
static bool text_has_type(effect_census *c, uint32_t text, strata_type type,
                          bool within) {
  if (text == 0 || !text_id_ok(c, text)) return false;
  const strata_expr *expr = NULL;
  strata_status status =
      (within ? st_text_cache_expr_within
              : st_text_cache_expr)(&c->compiled, c->store, text, &expr);
  if (status == STRATA_ENOMEM) c->status = status;
  return !status && expr->type == type;
}

static bool expr_ok(effect_census *c, uint32_t text, strata_type type) {
  return text_has_type(c, text, type, false);
}

static bool predicate_ok(effect_census *c, uint32_t text) {
  return text == 0 || expr_ok(c, text, STRATA_FLAG);
}

static bool set_ok(effect_census *c, uint32_t text, strata_attr attr) {
  if (!text_id_ok(c, text)) return false;
  const uint64_t *words;
  strata_status status =
      st_text_cache_symbol_set(&c->compiled, c->store, text, attr, &words);
  if (status == STRATA_ENOMEM) c->status = status;
  return !status;
}

static bool switch_ok(const effect_census *c, uint32_t part, uint64_t header) {
  const st_store *store = c->store;
  const st_attr *attr = st_attr_of(store->rules, st_part_header_attr(header));
  uint32_t id = st_get32(store, ST_COLUMN_PART_OTHER_ATTR, part);
  const st_attr *other = st_attr_of(store->rules, id);
  return attr && other && other != attr && other->layered &&
         attr->type == STRATA_INT && other->type == STRATA_INT &&
         attr->min == other->min && attr->max == other->max;
}

/* The operand of a SUBSTITUTE: two symbols, one on each line; for a SET both
 * are in its domain. */
static bool substitution_ok(effect_census *c, uint32_t text, strata_attr attr) {
  if (!text_id_ok(c, text)) return false;
  st_text_clear(&c->text);
  st_strings_read(c->store, text, &c->text);
  if (c->text.failed) c->status = STRATA_ENOMEM;
  const char *at = st_text_get(&c->text);
  uint32_t count = 0;
  strata_symbol symbol;
  for (; st_symbol_list_next(c->store->rules, &at, &symbol); count++) {
    if (symbol == 0) return false;
  }
  if (count != 2) return false;
  bool is_set = c->store->rules->attrs[attr - 1].type == STRATA_SET;
  return !is_set || set_ok(c, text, attr);
}

static bool abilities_ok(effect_census *c, uint32_t text) {
  bool ok = st_validate_abilities(c->store, text, &c->text);
  if (c->text.failed) c->status = STRATA_ENOMEM;
  return ok;
}

/* The operand of a COPY: the handle of the effect's own snapshot. */
static bool copy_ok(const effect_census *c, uint32_t part,
                    const st_attr *attr) {
  const st_store *store = c->store;
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  uint32_t snapshot = st_get32(store, ST_COLUMN_EFFECT_SNAPSHOT, effect);
  uint64_t handle = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  return attr->copiable && snapshot != 0 &&
         st_entity_last_known_slot(store, handle) == snapshot;
}

static bool constant_ok(effect_census *c, uint32_t part, const st_attr *attr,
                        strata_attr id) {
  const st_store *store = c->store;
  uint64_t value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_SYM:
    return text == 0;
  case STRATA_FLAG:
    return text == 0 && value <= 1;
  case STRATA_REF:
    return text == 0 && st_validate_handle(store, value);
  case STRATA_TEXT:
    return text_id_ok(c, text);
  case STRATA_SET:
    return set_ok(c, text, id);
  case STRATA_ABILITIES:
    break;
  }
  return abilities_ok(c, text);
}

static bool computed_ok(effect_census *c, uint32_t part, const st_attr *attr) {
  uint32_t text = st_get32(c->store, ST_COLUMN_PART_TEXT, part);
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
  case STRATA_REF:
  case STRATA_SYM:
    return expr_ok(c, text, attr->type);
  case STRATA_SET:
    return expr_ok(c, text, STRATA_SYM) || expr_ok(c, text, STRATA_SET);
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    break;
  }
  return false;
}

static bool operand_ok(effect_census *c, uint32_t part, uint64_t header,
                       const st_attr *attr) {
  const st_store *store = c->store;
  strata_op op = st_part_header_op(header);
  bool computed = (st_part_header_flags(header) & ST_PART_COMPUTED) != 0;
  uint64_t value = st_get_split(store, ST_COLUMN_PART_VALUE, part);
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  if (op == STRATA_OP_BORROW) {
    return computed && value <= STRATA_ABILITY_HANDLER &&
           text_has_type(c, text, STRATA_FLAG, true);
  }
  if (op == STRATA_OP_SWITCH) return !computed && switch_ok(c, part, header);
  if (op == STRATA_OP_COPY) return !computed && copy_ok(c, part, attr);
  if (op == STRATA_OP_SUBSTITUTE) {
    return !computed && substitution_ok(c, text, st_part_header_attr(header));
  }
  if (op == STRATA_OP_CLEAR || op == STRATA_OP_STRIP) {
    return !computed && text == 0;
  }
  if (op == STRATA_OP_SCALE && (value >> 32 == 0 || value >> 63 != 0)) {
    return false;
  }
  return computed ? computed_ok(c, part, attr)
                  : constant_ok(c, part, attr, st_part_header_attr(header));
}

/* Whether the flags of a part are those that its effect and its operation
 * imply. OPEN is checked in open_ok. */
static bool flags_ok(const effect_census *c, uint32_t effect, uint64_t header) {
  const st_store *store = c->store;
  uint32_t flags = st_part_header_flags(header);
  uint32_t wanted = flags & (ST_PART_COMPUTED | ST_PART_ROUND_UP);
  if (st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect)) {
    wanted |= flags & ST_PART_OPEN;
  }
  if (st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect)) {
    wanted |= ST_PART_CONDITIONAL;
  }
  if (st_get32(store, ST_COLUMN_EFFECT_GROUP, effect)) {
    wanted |= ST_PART_GROUPED;
  }
  if (st_part_header_op(header) == STRATA_OP_SWITCH) wanted |= ST_PART_SWITCH;
  return flags == wanted;
}

/* The nodes of a part: none if the part is open, at least one if the effect has
 * no subject. */
static bool nodes_ok(effect_census *c, uint32_t effect, uint32_t part,
                     bool open) {
  const st_store *store = c->store;
  uint64_t top = st_scalar_get(store, ST_SCALAR_NODE_TOP);
  uint64_t before = c->nodes;
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    if (node > top || ++c->nodes > top) return false;
    if (st_get32(store, ST_COLUMN_NODE_PART, node) != part) return false;
    uint32_t target = st_get32(store, ST_COLUMN_NODE_TARGET, node);
    if (target == 0 || target > st_scalar_get(store, ST_SCALAR_ENTITY_TOP) ||
        !st_get_bit(store, ST_COLUMN_ENTITY_LIVE, target)) {
      return false;
    }
  }
  bool any = c->nodes != before;
  bool subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect) != 0;
  return open ? !any : any || subject;
}

static bool part_ok(effect_census *c, uint32_t effect, uint32_t part) {
  const st_store *store = c->store;
  uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
  const st_attr *attr = st_attr_of(store->rules, st_part_header_attr(header));
  if (!attr || !attr->layered ||
      !st_layer_exists(store->rules, st_part_header_layer(header)) ||
      !st_op_suits(attr->type, st_part_header_op(header)) ||
      !flags_ok(c, effect, header)) {
    return false;
  }
  bool open = (st_part_header_flags(header) & ST_PART_OPEN) != 0;
  return operand_ok(c, part, header, attr) && nodes_ok(c, effect, part, open);
}

/* Which parts are open. Without a subject: none. With a subject: all, or, if
 * the subject was locked, exactly the parts on open attributes; and at least
 * one, because otherwise the effect would have no subject. */
static bool open_ok(const effect_census *c, uint32_t effect) {
  const st_store *store = c->store;
  bool subject = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect) != 0;
  bool all = true;
  bool some = false;
  bool by_attr = true;
  uint32_t part = st_effect_first_part(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    bool open = (st_part_header_flags(header) & ST_PART_OPEN) != 0;
    all = all && open;
    some = some || open;
    by_attr = by_attr &&
              open == store->rules->attrs[st_part_header_attr(header) - 1].open;
  }
  return subject ? some && (all || by_attr) : !some;
}

/* The snapshot of an effect with COPY parts: a last-known slot that names the
 * effect. */
static bool snapshot_ok(effect_census *c, uint32_t effect) {
  const st_store *store = c->store;
  uint32_t snapshot = st_get32(store, ST_COLUMN_EFFECT_SNAPSHOT, effect);
  bool copies = false;
  uint32_t part = st_effect_first_part(store, effect);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    copies = copies || st_part_header_op(header) == STRATA_OP_COPY;
  }
  if (copies != (snapshot != 0)) return false;
  c->copying += copies;
  return !copies ||
         (snapshot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP) &&
          st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, snapshot) &&
          st_get32(store, ST_COLUMN_ENTITY_BELOW, snapshot) == effect);
}

/* Whether each last-known slot that names an effect is that effect's snapshot.
 */
static bool snapshots_ok(const effect_census *c) {
  const st_store *store = c->store;
  uint64_t count = 0;
  for (uint32_t slot = 1; slot <= st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
       slot++) {
    count += st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot) &&
             st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) != 0;
  }
  return count == c->copying;
}

static bool parts_ok(effect_census *c, uint32_t effect) {
  const st_store *store = c->store;
  uint64_t top = st_scalar_get(store, ST_SCALAR_PART_TOP);
  uint32_t part = st_effect_first_part(store, effect);
  bool any = part != 0;
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    if (part > top || ++c->parts > top) return false;
    if (st_get32(store, ST_COLUMN_PART_EFFECT, part) != effect ||
        !part_ok(c, effect, part)) {
      return false;
    }
  }
  return any && open_ok(c, effect) && snapshot_ok(c, effect);
}

static bool effect_ok(effect_census *c, uint32_t effect) {
  const st_store *store = c->store;
  if (st_get_split(store, ST_COLUMN_EFFECT_STAMP, effect) >
      st_scalar_get(store, ST_SCALAR_STAMP)) {
    return false;
  }
  uint32_t while_on = st_get32(store, ST_COLUMN_EFFECT_WHILE_ON, effect);
  bool ok =
      text_id_ok(c, st_get32(store, ST_COLUMN_EFFECT_NAME, effect)) &&
      predicate_ok(c, st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect)) &&
      predicate_ok(c, st_get32(store, ST_COLUMN_EFFECT_CONDITION, effect)) &&
      predicate_ok(c, while_on) &&
      st_validate_handle(store,
                         st_get64(store, ST_COLUMN_EFFECT_SOURCE, effect));
  int32_t priority =
      (int32_t)st_get32(store, ST_COLUMN_EFFECT_PRIORITY, effect);
  if (!ok || priority == INT32_MIN || priority == INT32_MAX) return false;
  bool ends = st_get64(store, ST_COLUMN_EFFECT_EXPIRES, effect) != 0;
  if (ends && st_get32(store, ST_COLUMN_EFFECT_CLOCK, effect) == 0) {
    return false;
  }
  c->effects++;
  c->timed += ends;
  c->with_while += while_on != 0;
  c->sourced += st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, effect);
  if (!parts_ok(c, effect)) return false;
  c->global += st_effect_is_global(store, effect);
  return true;
}

/* Walk a list of effects and check its links. It has at most as many effects as
 * the census counted. */
static bool effect_list_ok(const effect_census *c, uint64_t head, uint32_t next,
                           uint32_t prev, uint64_t *length) {
  uint32_t before = 0;
  uint64_t slot = head;
  while (slot != 0) {
    if (slot > st_scalar_get(c->store, ST_SCALAR_EFFECT_TOP) ||
        ++*length > c->effects ||
        !st_effect_is_used(c->store, (uint32_t)slot) ||
        st_get32(c->store, prev, (uint32_t)slot) != before) {
      return false;
    }
    before = (uint32_t)slot;
    slot = st_get32(c->store, next, (uint32_t)slot);
  }
  return true;
}

static bool timed_effects_ok(const effect_census *c) {
  const st_store *store = c->store;
  uint64_t total = 0;
  uint32_t clocks = st_rules_count(store->rules, STRATA_NAME_CLOCK);
  for (strata_clock clock = 1; clock <= clocks; clock++) {
    uint32_t head =
        st_get32(store, st_clock_effects_column(store->rules, clock), 1);
    if (!effect_list_ok(c, head, ST_COLUMN_EFFECT_TIMED_NEXT,
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

static bool effect_lists_ok(const effect_census *c) {
  const st_store *store = c->store;
  uint64_t while_count = 0;
  uint64_t global_count = 0;
  if (!effect_list_ok(c, st_scalar_get(store, ST_SCALAR_WHILE_FIRST),
                      ST_COLUMN_EFFECT_WHILE_NEXT, ST_COLUMN_EFFECT_WHILE_PREV,
                      &while_count) ||
      !effect_list_ok(c, st_scalar_get(store, ST_SCALAR_GLOBAL_FIRST),
                      ST_COLUMN_EFFECT_GLOBAL_NEXT,
                      ST_COLUMN_EFFECT_GLOBAL_PREV, &global_count)) {
    return false;
  }
  uint32_t e = (uint32_t)st_scalar_get(store, ST_SCALAR_WHILE_FIRST);
  for (; e != 0; e = st_get32(store, ST_COLUMN_EFFECT_WHILE_NEXT, e)) {
    if (st_get32(store, ST_COLUMN_EFFECT_WHILE_ON, e) == 0) return false;
  }
  e = (uint32_t)st_scalar_get(store, ST_SCALAR_GLOBAL_FIRST);
  for (; e != 0; e = st_get32(store, ST_COLUMN_EFFECT_GLOBAL_NEXT, e)) {
    if (!st_effect_is_global(store, e)) return false;
  }
  return while_count == c->with_while && global_count == c->global &&
         timed_effects_ok(c);
}

/* Walk the nodes of one value, newest first: each names this value. */
static bool node_chain_ok(const effect_census *c, strata_attr attr,
                          uint32_t slot, uint64_t *visited) {
  const st_store *store = c->store;
  uint32_t newer = 0;
  uint32_t node =
      st_get32(store, store->rules->attrs[attr - 1].chain_column, slot);
  while (node != 0) {
    if (node > st_scalar_get(store, ST_SCALAR_NODE_TOP) ||
        ++*visited > c->nodes) {
      return false;
    }
    uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
    if (part == 0 || part > st_scalar_get(store, ST_SCALAR_PART_TOP) ||
        st_get32(store, ST_COLUMN_NODE_TARGET, node) != slot ||
        st_get32(store, ST_COLUMN_NODE_NEXT, node) != newer ||
        st_part_header_attr(st_get_split(store, ST_COLUMN_PART_HEADER, part)) !=
            attr) {
      return false;
    }
    newer = node;
    node = st_get32(store, ST_COLUMN_NODE_PREV, node);
  }
  return true;
}

/* Whether each node is in the list of the value that it names. */
static bool node_chains_ok(const effect_census *c) {
  const st_store *store = c->store;
  uint64_t visited = 0;
  const uint32_t end = (uint32_t)st_scalar_get(store, ST_SCALAR_ENTITY_TOP) + 1;
  for (strata_attr attr = 1; attr <= st_attr_count(store->rules); attr++) {
    const st_attr *a = &store->rules->attrs[attr - 1];
    uint32_t slot = a->layered ? 0 : end;
    while (slot < end) {
      slot = st_cell_walk_next(store, a->chain_column, slot + 1, end);
      if (slot < end && !node_chain_ok(c, attr, slot, &visited)) return false;
    }
  }
  return visited == c->nodes;
}

/* Whether the table consists of the rows in use, the free rows, and the
 * exhausted slots, which are neither. */
static bool row_table_ok(const st_store *store, st_table table,
                         uint32_t used_column, uint64_t used) {
  uint64_t top = st_scalar_get(store, st_row_pool_of(table)->top);
  uint64_t counted = 0;
  for (uint32_t slot = 1; slot <= top; slot++) {
    counted += st_get_any(store, used_column, slot) != 0;
  }
  uint64_t exhausted = 0;
  for (uint32_t slot = 1; table == ST_TABLE_EFFECT && slot <= top; slot++) {
    uint32_t ended = st_get32(store, ST_COLUMN_EFFECT_ENDED_COUNT, slot);
    if (ended > ST_EFFECT_ENDED_MAX) return false;
    exhausted +=
        ended == ST_EFFECT_ENDED_MAX && !st_effect_is_used(store, slot);
  }
  uint64_t length;
  return st_validate_free_list(store, table, used_column, &length) &&
         counted == used && used + exhausted + length == top;
}

static bool row_tables_ok(const effect_census *c) {
  return row_table_ok(c->store, ST_TABLE_EFFECT, ST_COLUMN_EFFECT_STAMP,
                      c->effects) &&
         row_table_ok(c->store, ST_TABLE_PART, ST_COLUMN_PART_EFFECT,
                      c->parts) &&
         row_table_ok(c->store, ST_TABLE_NODE, ST_COLUMN_NODE_PART, c->nodes);
}

static bool census_ok(effect_census *c) {
  const st_store *store = c->store;
  for (uint32_t slot = 1; slot <= st_scalar_get(store, ST_SCALAR_EFFECT_TOP);
       slot++) {
    if (st_effect_is_used(store, slot) && !effect_ok(c, slot)) return false;
  }
  return c->effects == st_scalar_get(store, ST_SCALAR_EFFECT_COUNT) &&
         c->sourced == st_scalar_get(store, ST_SCALAR_WHILE_SOURCE_COUNT) &&
         row_tables_ok(c) && snapshots_ok(c) && effect_lists_ok(c) &&
         node_chains_ok(c);
}

strata_status st_validate_effects(const st_store *store) {
  effect_census c = {.store = store,
                     .compiled = {.mem = store->mem, .rules = store->rules}};
  st_text_init(&c.text, store->mem);
  bool ok = census_ok(&c);
  st_text_fini(&c.text);
  st_text_cache_fini(&c.compiled);
  if (c.status) return c.status;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
