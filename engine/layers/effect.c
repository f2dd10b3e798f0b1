/*
 * effect.c - continuous effects as rows.
 *
 * An effect has a list of parts; a part that is locked to entities has a node
 * for each of them, and the nodes of one (entity, attribute) form a chain from
 * the newest to the oldest. So an effect is added at the cost of its own size
 * wherever its layer lies, removed without a trace, and one value is evaluated
 * by walking one chain. The order of application is no state: evaluation sorts
 * by place and keeps the result in a cache.
 *
 * Effects are also in up to three lists: of those that a clock ends, of those
 * with a while_on, and of those that need the plan; each newest first.
 *
 * What a COPY copies is a row of values of its own, in a slot of somebody gone
 * that belongs to the effect: it ends with it, and not when the rest of what
 * was is forgotten.
 *
 * Nothing moves and no row is left dead, so there is nothing to compact.
 */
#include "layers/effect.h"

static const st_rows effect_rows = {.table = ST_TABLE_EFFECT,
                                    .top = ST_SCALAR_EFFECT_TOP,
                                    .free = ST_SCALAR_EFFECT_FREE,
                                    .next = ST_COLUMN_EFFECT_NEXT_FREE};
static const st_rows part_rows = {.table = ST_TABLE_PART,
                                  .top = ST_SCALAR_PART_TOP,
                                  .free = ST_SCALAR_PART_FREE,
                                  .next = ST_COLUMN_PART_NEXT};
static const st_rows node_rows = {.table = ST_TABLE_NODE,
                                  .top = ST_SCALAR_NODE_TOP,
                                  .free = ST_SCALAR_NODE_FREE,
                                  .next = ST_COLUMN_NODE_SIBLING};

/* Writes until one fails; the caller looks at `status` once and undoes. */
typedef struct writer {
  st_store *store;
  strata_status status;
} writer;

static void put32(writer *w, uint32_t column, uint32_t slot, uint32_t value) {
  if (!w->status) w->status = st_put32(w->store, column, slot, value);
}

static void put64(writer *w, uint32_t column, uint32_t slot, uint64_t value) {
  if (!w->status) w->status = st_put64(w->store, column, slot, value);
}

static void put_any(writer *w, uint32_t column, uint32_t slot, uint64_t value) {
  if (!w->status) w->status = st_put_any(w->store, column, slot, value);
}

static uint32_t take(writer *w, const st_rows *rows) {
  uint32_t slot = 0;
  if (!w->status) w->status = st_rows_take(w->store, rows, &slot);
  return slot;
}

static void give(writer *w, const st_rows *rows, uint32_t slot) {
  if (!w->status) w->status = st_rows_give(w->store, rows, slot);
}

static void count_by(writer *w, st_scalar scalar, int delta) {
  uint64_t count = st_scalar_get(w->store, scalar);
  put64(w, ST_COLUMN_SCALAR, scalar, count + (uint64_t)(int64_t)delta);
}

/* -- Lists of effects, newest first -- */

typedef struct list {
  uint32_t head_column, head_index, next, prev;
} list;

static list timed_list(const st_store *store, strata_clock clock) {
  return (list){st_clock_timed(store->rules, clock), 1,
                ST_COLUMN_EFFECT_TIMED_NEXT, ST_COLUMN_EFFECT_TIMED_PREV};
}

static const list watched_list = {ST_COLUMN_SCALAR, ST_SCALAR_WATCHED,
                                  ST_COLUMN_EFFECT_WATCHED_NEXT,
                                  ST_COLUMN_EFFECT_WATCHED_PREV};
static const list planned_list = {ST_COLUMN_SCALAR, ST_SCALAR_PLANNED,
                                  ST_COLUMN_EFFECT_PLANNED_NEXT,
                                  ST_COLUMN_EFFECT_PLANNED_PREV};

static void enlist(writer *w, list l, uint32_t slot) {
  uint64_t older = st_get_any(w->store, l.head_column, l.head_index);
  put32(w, l.next, slot, (uint32_t)older);
  if (older != 0) put32(w, l.prev, (uint32_t)older, slot);
  put_any(w, l.head_column, l.head_index, slot);
}

static bool is_listed(const st_store *store, list l, uint32_t slot) {
  return st_get32(store, l.prev, slot) != 0 ||
         st_get_any(store, l.head_column, l.head_index) == slot;
}

static void delist(writer *w, list l, uint32_t slot) {
  if (!is_listed(w->store, l, slot)) return;
  uint32_t next = st_get32(w->store, l.next, slot);
  uint32_t prev = st_get32(w->store, l.prev, slot);
  if (next != 0) put32(w, l.prev, next, prev);
  if (prev != 0) {
    put32(w, l.next, prev, next);
  } else {
    put_any(w, l.head_column, l.head_index, next);
  }
  put32(w, l.next, slot, 0);
  put32(w, l.prev, slot, 0);
}

/* -- Nodes -- */

static const st_attr *part_attr(const st_store *store, uint32_t part) {
  uint64_t verb = st_get_split(store, ST_COLUMN_PART_VERB, part);
  return st_attr_of(store->rules, st_verb_attr(verb));
}

/* Lock a part to an entity: the newest node of that value's chain. */
static void add_node(writer *w, const st_attr *attr, uint32_t part,
                     uint32_t target) {
  uint32_t node = take(w, &node_rows);
  if (w->status) return;
  uint32_t older = st_get32(w->store, attr->chain, target);
  put32(w, ST_COLUMN_NODE_PART, node, part);
  put32(w, ST_COLUMN_NODE_TARGET, node, target);
  if (older != 0) {
    put32(w, ST_COLUMN_NODE_PREV, node, older);
    put32(w, ST_COLUMN_NODE_NEXT, older, node);
  }
  uint32_t sibling = st_get32(w->store, ST_COLUMN_PART_NODES, part);
  if (sibling != 0) put32(w, ST_COLUMN_NODE_SIBLING, node, sibling);
  put32(w, ST_COLUMN_PART_NODES, part, node);
  put32(w, attr->chain, target, node);
}

/* Take a node out of its chain and free it; its part's list is the caller's. */
static void remove_node(writer *w, const st_attr *attr, uint32_t node) {
  const st_store *store = w->store;
  uint32_t target = st_get32(store, ST_COLUMN_NODE_TARGET, node);
  uint32_t prev = st_get32(store, ST_COLUMN_NODE_PREV, node);
  uint32_t next = st_get32(store, ST_COLUMN_NODE_NEXT, node);
  if (!w->status) w->status = st_store_touch(w->store, attr->chain, target);
  if (prev != 0) put32(w, ST_COLUMN_NODE_NEXT, prev, next);
  if (next != 0) {
    put32(w, ST_COLUMN_NODE_PREV, next, prev);
  } else {
    put32(w, attr->chain, target, prev);
  }
  for (uint32_t c = ST_COLUMN_NODE_PART; c <= ST_COLUMN_NODE_SIBLING; c++) {
    put32(w, c, node, 0);
  }
  give(w, &node_rows, node);
}

/* -- Adding -- */

static uint32_t add_part(writer *w, const st_new_part *desc, uint32_t effect) {
  uint32_t part = take(w, &part_rows);
  if (w->status) return 0;
  put32(w, ST_COLUMN_PART_EFFECT, part, effect);
  put_any(w, ST_COLUMN_PART_VERB, part, desc->verb);
  if (desc->value) put_any(w, ST_COLUMN_PART_VALUE, part, desc->value);
  if (desc->symbol) put32(w, ST_COLUMN_PART_SYMBOL, part, desc->symbol);
  if (desc->text) put32(w, ST_COLUMN_PART_TEXT, part, desc->text);
  if (desc->other) put32(w, ST_COLUMN_PART_OTHER, part, desc->other);
  return part;
}

static void add_parts(writer *w, const st_new_effect *desc, uint32_t effect) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < desc->part_count && !w->status; i++) {
    uint32_t part = add_part(w, &desc->parts[i], effect);
    if (w->status) return;
    if (last == 0) {
      put32(w, ST_COLUMN_EFFECT_PARTS, effect, part);
    } else {
      put32(w, ST_COLUMN_PART_NEXT, last, part);
    }
    last = part;
    uint64_t verb = desc->parts[i].verb;
    if (st_verb_flags(verb) & ST_PART_OPEN) continue;
    const st_attr *attr = st_attr_of(w->store->rules, st_verb_attr(verb));
    for (size_t t = 0; t < desc->target_count && !w->status; t++) {
      add_node(w, attr, part, desc->targets[t]);
    }
  }
}

/* What few effects have. */
static void add_rare(writer *w, const st_new_effect *desc, uint32_t effect) {
  if (desc->name) put32(w, ST_COLUMN_EFFECT_NAME, effect, desc->name);
  if (desc->subject) put32(w, ST_COLUMN_EFFECT_SUBJECT, effect, desc->subject);
  if (desc->condition) {
    put32(w, ST_COLUMN_EFFECT_CONDITION, effect, desc->condition);
  }
  if (desc->group) put32(w, ST_COLUMN_EFFECT_GROUP, effect, desc->group);
  if (desc->priority) {
    put32(w, ST_COLUMN_EFFECT_PRIORITY, effect, (uint32_t)desc->priority);
  }
  if (desc->copied) {
    put32(w, ST_COLUMN_EFFECT_COPIED, effect, desc->copied);
    put32(w, ST_COLUMN_ENTITY_BELOW, desc->copied, effect);
  }
  if (desc->while_source && !w->status) {
    w->status =
        st_put_bit(w->store, ST_COLUMN_EFFECT_WHILE_SOURCE, effect, true);
    count_by(w, ST_SCALAR_WHILE_SOURCE, 1);
  }
  if (desc->while_on) {
    put32(w, ST_COLUMN_EFFECT_WHILE, effect, desc->while_on);
    enlist(w, watched_list, effect);
  }
  if (desc->clock) {
    put32(w, ST_COLUMN_EFFECT_CLOCK, effect, desc->clock);
    if (!w->status) {
      w->status = st_effect_set_ticks(w->store, effect, desc->ticks);
    }
  }
}

strata_status st_effect_add(st_store *store, const st_new_effect *desc,
                            uint32_t *out) {
  assert(desc->part_count > 0);
  writer w = {.store = store};
  uint32_t effect = take(&w, &effect_rows);
  if (w.status) return w.status;
  uint64_t stamp = 0;
  if (!w.status) w.status = st_next_stamp(store, &stamp);
  put_any(&w, ST_COLUMN_EFFECT_STAMP, effect, stamp);
  if (desc->source) put64(&w, ST_COLUMN_EFFECT_SOURCE, effect, desc->source);
  count_by(&w, ST_SCALAR_EFFECT_COUNT, 1);
  add_rare(&w, desc, effect);
  add_parts(&w, desc, effect);
  if (!w.status && st_effect_is_planned(store, effect)) {
    enlist(&w, planned_list, effect);
  }
  *out = effect;
  return w.status;
}

/* -- Removing -- */

static void remove_part(writer *w, uint32_t part) {
  const st_attr *attr = part_attr(w->store, part);
  uint32_t node = st_get32(w->store, ST_COLUMN_PART_NODES, part);
  while (node != 0 && !w->status) {
    uint32_t sibling = st_get32(w->store, ST_COLUMN_NODE_SIBLING, node);
    remove_node(w, attr, node);
    node = sibling;
  }
  for (uint32_t c = ST_COLUMN_PART_NEXT; c <= ST_COLUMN_PART_NODES; c++) {
    put_any(w, c, part, 0);
  }
  give(w, &part_rows, part);
}

strata_status st_effect_remove(st_store *store, uint32_t slot) {
  assert(st_effect_used(store, slot));
  writer w = {.store = store};
  uint32_t part = st_effect_parts(store, slot);
  while (part != 0 && !w.status) {
    uint32_t next = st_get32(store, ST_COLUMN_PART_NEXT, part);
    remove_part(&w, part);
    part = next;
  }
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  if (clock != 0) delist(&w, timed_list(store, clock), slot);
  delist(&w, watched_list, slot);
  delist(&w, planned_list, slot);
  if (st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, slot)) {
    count_by(&w, ST_SCALAR_WHILE_SOURCE, -1);
  }
  uint32_t copied = st_get32(store, ST_COLUMN_EFFECT_COPIED, slot);
  if (copied && !w.status) w.status = st_entity_release(store, copied);
  for (uint32_t c = ST_COLUMN_EFFECT_STAMP; c <= ST_COLUMN_EFFECT_PLANNED_PREV;
       c++) {
    put_any(&w, c, slot, 0);
  }
  count_by(&w, ST_SCALAR_EFFECT_COUNT, -1);
  uint32_t ended = st_get32(store, ST_COLUMN_EFFECT_ENDED, slot);
  if (ended == ST_ENDED_MOST) return w.status; /* worn out: not used again */
  put32(&w, ST_COLUMN_EFFECT_ENDED, slot, ended + 1);
  give(&w, &effect_rows, slot);
  return w.status;
}

/* Unlink one node from its part's list of siblings. */
static void forget_sibling(writer *w, uint32_t part, uint32_t node) {
  uint32_t sibling = st_get32(w->store, ST_COLUMN_NODE_SIBLING, node);
  uint32_t at = st_get32(w->store, ST_COLUMN_PART_NODES, part);
  if (at == node) {
    put32(w, ST_COLUMN_PART_NODES, part, sibling);
    return;
  }
  while (st_get32(w->store, ST_COLUMN_NODE_SIBLING, at) != node) {
    at = st_get32(w->store, ST_COLUMN_NODE_SIBLING, at);
  }
  put32(w, ST_COLUMN_NODE_SIBLING, at, sibling);
}

strata_status st_effect_release(st_store *store, uint32_t entity) {
  writer w = {.store = store};
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (!attr->layered) continue;
    uint32_t node;
    while ((node = st_get32(store, attr->chain, entity)) != 0) {
      uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
      uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
      if (!w.status) { /* whom it affects changes */
        w.status = st_store_touch(store, ST_COLUMN_EFFECT_PLANNED_NEXT, effect);
      }
      forget_sibling(&w, part, node);
      remove_node(&w, attr, node);
      if (!w.status && st_effect_target_count(store, effect) == 0 &&
          !st_get32(store, ST_COLUMN_EFFECT_SUBJECT, effect)) {
        w.status = st_effect_remove(store, effect);
      }
      if (w.status) return w.status;
    }
  }
  return STRATA_OK;
}

strata_status st_effect_set_ticks(st_store *store, uint32_t slot,
                                  uint32_t ticks) {
  writer w = {.store = store};
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  list timed = timed_list(store, clock);
  if (ticks == 0) {
    delist(&w, timed, slot);
    put64(&w, ST_COLUMN_EFFECT_EXPIRES, slot, 0);
    return w.status;
  }
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, clock), 1);
  put64(&w, ST_COLUMN_EFFECT_EXPIRES, slot, now + ticks);
  if (!is_listed(store, timed, slot)) enlist(&w, timed, slot);
  return w.status;
}

/* -- Reading -- */

st_place st_part_place(const st_store *store, uint32_t part, uint64_t verb) {
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  strata_layer layer = st_verb_layer(verb);
  uint32_t priority = UINT32_C(0x80000000);
  if (st_layer_order(store->rules, layer) == STRATA_BY_PRIORITY) {
    priority ^= st_get32(store, ST_COLUMN_EFFECT_PRIORITY, effect);
  }
  uint64_t stamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, effect);
  return (st_place){.high = (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000))
                                << 32 |
                            priority,
                    .low = stamp << 6 | st_verb_ordinal(verb)};
}

static uint32_t generation_of(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_EFFECT_ENDED, slot) + 1;
}

uint32_t st_effect_slot(const st_store *store, strata_effect effect) {
  uint32_t slot = st_slot_of(effect);
  if (slot == 0 || slot >= store->capacity[ST_TABLE_EFFECT]) return 0;
  if (!st_effect_used(store, slot)) return 0;
  return generation_of(store, slot) == st_generation_of(effect) ? slot : 0;
}

strata_effect st_effect_handle(const st_store *store, uint32_t slot) {
  if (slot == 0) return 0;
  return st_handle(slot, generation_of(store, slot));
}

bool st_effect_is_planned(const st_store *store, uint32_t slot) {
  uint32_t part = st_effect_parts(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t verb = st_get_split(store, ST_COLUMN_PART_VERB, part);
    if (st_part_is_planned(verb)) return true;
  }
  return false;
}

uint32_t st_effect_target_count(const st_store *store, uint32_t slot) {
  /* Parts of one effect are locked to the same entities, but in the middle of
   * a release the first may have fewer than the last. */
  uint32_t most = 0;
  uint32_t part = st_effect_parts(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint32_t count = 0;
    uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
      count++;
    }
    if (count > most) most = count;
  }
  return most;
}
