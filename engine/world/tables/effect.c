/*
 * effect.c - continuous effects as rows.
 *
 * An effect has a list of parts. A part that is locked to entities has a node
 * for each of them, and the nodes of one value (entity, attribute) form a list
 * from the newest to the oldest. So adding an effect costs its own size,
 * whatever its layer is, removing it leaves nothing, and one value is evaluated
 * by walking one list. The order of application is not state: evaluation sorts
 * by st_sort_key and keeps the result in a cache.
 *
 * An effect is also in up to three lists, each newest first: the effects that a
 * clock ends, the effects with a while_on, the effects with a global part.
 *
 * A COPY reads a snapshot: a last-known slot that belongs to the effect alone.
 * It ends with the effect, and not when other last-known information is freed.
 *
 * Rows never move, and every row is in use or free, so there is nothing to
 * compact. world/save/validate_effects.c lists what must hold of loaded rows.
 */
#include "world/tables/effect.h"

#include "world/store/linked_rows.h"
#include "world/store/raw_writer.h"

static void add_to_scalar(st_cell_writer *w, st_scalar scalar, int change) {
  uint64_t count = st_scalar_get(w->store, scalar) + (uint64_t)(int64_t)change;
  if (!w->status) w->status = st_scalar_put(w->store, scalar, count);
}

/* -- Lists of effects, newest first -- */

static st_linked_rows timed_effects_list(const st_store *store,
                                         strata_clock clock) {
  return (st_linked_rows){.column =
                              st_clock_effects_column(store->rules, clock),
                          .first = 1,
                          .next = ST_COLUMN_EFFECT_TIMED_NEXT,
                          .prev = ST_COLUMN_EFFECT_TIMED_PREV};
}

static const st_linked_rows while_effects_list = {
    .column = ST_COLUMN_SCALAR,
    .first = ST_SCALAR_WHILE_FIRST,
    .next = ST_COLUMN_EFFECT_WHILE_NEXT,
    .prev = ST_COLUMN_EFFECT_WHILE_PREV};
static const st_linked_rows global_effects_list = {
    .column = ST_COLUMN_SCALAR,
    .first = ST_SCALAR_GLOBAL_FIRST,
    .next = ST_COLUMN_EFFECT_GLOBAL_NEXT,
    .prev = ST_COLUMN_EFFECT_GLOBAL_PREV};

static void remove_if_listed(st_cell_writer *w, const st_linked_rows *list,
                             uint32_t slot) {
  if (!st_linked_rows_has(w->store, list, slot)) return;
  st_linked_rows_remove(w, list, slot);
}

/* -- Nodes -- */

static const st_attr *part_attr(const st_store *store, uint32_t part) {
  uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
  return st_attr_of(store->rules, st_part_header_attr(header));
}

/* Unlink a node from its value's list and free it. The link in the list of its
 * part is up to the caller. */
static void remove_node(st_cell_writer *w, const st_attr *attr, uint32_t node) {
  const st_store *store = w->store;
  uint32_t target = st_get32(store, ST_COLUMN_NODE_TARGET, node);
  uint32_t prev = st_get32(store, ST_COLUMN_NODE_PREV, node);
  uint32_t next = st_get32(store, ST_COLUMN_NODE_NEXT, node);
  if (!w->status) {
    w->status = st_store_touch(w->store, attr->chain_column, target);
  }
  if (prev != 0) st_cell_writer_put32(w, ST_COLUMN_NODE_NEXT, prev, next);
  if (next != 0) {
    st_cell_writer_put32(w, ST_COLUMN_NODE_PREV, next, prev);
  } else {
    st_cell_writer_put32(w, attr->chain_column, target, prev);
  }
  for (uint32_t c = ST_COLUMN_NODE_PART; c <= ST_COLUMN_NODE_SIBLING; c++) {
    st_cell_writer_put32(w, c, node, 0);
  }
  st_cell_writer_free_row(w, ST_TABLE_NODE, node);
}

/* -- Adding -- */

/* So many writes a row takes at most, with its record as a fresh row and with
 * those of the pool and of the links that lead to it. */
enum { EFFECT_WRITES = 7, PART_WRITES = 11, NODE_WRITES = 10 };

/* The columns in which the rows of an effect are fresh: those that it may have
 * besides are written as in a row that was there. */
#define EFFECT_COLUMN(column) ST_ROW_COLUMN(ST_COLUMN_EFFECT_STAMP, column)
#define PART_COLUMN(column)   ST_ROW_COLUMN(ST_COLUMN_PART_NEXT, column)
#define NODE_COLUMN(column)   ST_ROW_COLUMN(ST_COLUMN_NODE_PART, column)
static const uint64_t effect_columns = EFFECT_COLUMN(ST_COLUMN_EFFECT_STAMP) |
                                       EFFECT_COLUMN(ST_COLUMN_EFFECT_PARTS);
static const uint64_t part_columns = PART_COLUMN(ST_COLUMN_PART_NODES + 1) - 1;
static const uint64_t node_columns =
    NODE_COLUMN(ST_COLUMN_NODE_PART) | NODE_COLUMN(ST_COLUMN_NODE_TARGET) |
    NODE_COLUMN(ST_COLUMN_NODE_PREV) | NODE_COLUMN(ST_COLUMN_NODE_SIBLING);

/* Take a row, which is fresh in `columns` from `first` on, and make room for
 * its writes; 0 if that fails. */
static inline uint32_t begin_row(st_raw_writer *w, st_table table,
                                 size_t writes, uint32_t first,
                                 uint64_t columns) {
  if (!st_raw_writer_make_room(w, writes)) return 0;
  uint32_t row = st_raw_writer_take_row(w, table);
  if (row != 0) st_raw_writer_open_row(w, first, columns, row);
  return row;
}

/* Lock a part to an entity: add the newest node to the value's list. */
static inline uint32_t add_node(st_raw_writer *w, const st_attr *attr,
                                uint32_t part, uint32_t target,
                                uint32_t sibling) {
  uint32_t node = begin_row(w, ST_TABLE_NODE, NODE_WRITES, ST_COLUMN_NODE_PART,
                            node_columns);
  if (node == 0) return 0;
  uint32_t older = st_get32(w->store, attr->chain_column, target);
  st_raw_writer_fill32(w, ST_COLUMN_NODE_PART, node, part);
  st_raw_writer_fill32(w, ST_COLUMN_NODE_TARGET, node, target);
  st_raw_writer_fill32(w, ST_COLUMN_NODE_PREV, node, older);
  st_raw_writer_fill32(w, ST_COLUMN_NODE_SIBLING, node, sibling);
  if (older != 0) {
    st_raw_writer_change32(w, ST_COLUMN_NODE_NEXT, older, 0, node);
  }
  st_raw_writer_change32(w, attr->chain_column, target, older, node);
  return node;
}

static inline uint32_t add_part_row(st_raw_writer *w, const st_new_part *desc,
                                    uint32_t effect) {
  uint32_t part = begin_row(w, ST_TABLE_PART, PART_WRITES, ST_COLUMN_PART_NEXT,
                            part_columns);
  if (part == 0) return 0;
  uint64_t header = st_rules_canonical_number(
      w->store->rules, ST_CONTENT_PART_HEADER, desc->header);
  st_raw_writer_fill32(w, ST_COLUMN_PART_EFFECT, part, effect);
  st_raw_writer_fill_split(w, ST_COLUMN_PART_HEADER, part, desc->header,
                           header);
  st_raw_writer_fill_split(w, ST_COLUMN_PART_VALUE, part, desc->value,
                           desc->value);
  st_raw_writer_fill32(w, ST_COLUMN_PART_TEXT, part, desc->text);
  st_raw_writer_fill_id(w, ST_COLUMN_PART_SYMBOL, part, desc->symbol);
  st_raw_writer_fill_id(w, ST_COLUMN_PART_OTHER_ATTR, part, desc->other_attr);
  return part;
}

/* Add a part, locked to the targets if it is not open, and its number. */
static inline uint32_t add_part(st_raw_writer *w, const st_new_effect *desc,
                                const st_new_part *new_part, uint32_t effect) {
  uint32_t part = add_part_row(w, new_part, effect);
  uint64_t header = new_part->header;
  if (part == 0 || (st_part_header_flags(header) & ST_PART_OPEN)) return part;
  const st_attr *attr =
      st_attr_of(w->store->rules, st_part_header_attr(header));
  uint32_t node = 0; /* the newest of the part's */
  for (size_t t = 0; t < desc->target_count; t++) {
    node = add_node(w, attr, part, desc->targets[t], node);
    if (node == 0) return 0;
  }
  st_raw_writer_fill32(w, ST_COLUMN_PART_NODES, part, node);
  return part;
}

/* Add the part rows of an effect. */
static inline void add_parts(st_raw_writer *w, const st_new_effect *desc,
                             uint32_t effect) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < desc->part_count; i++) {
    uint32_t part = add_part(w, desc, &desc->parts[i], effect);
    if (part == 0) return;
    if (last == 0) {
      st_raw_writer_fill32(w, ST_COLUMN_EFFECT_PARTS, effect, part);
    } else {
      st_raw_writer_fill32(w, ST_COLUMN_PART_NEXT, last, part);
    }
    last = part;
  }
}

/* Add the rows of an effect, with the cells that all effects have. */
ST_HAS_RAW_WRITER static strata_status
add_rows(st_store *store, const st_new_effect *desc, uint32_t *out) {
  st_raw_writer w = st_raw_writer_begin(store);
  uint32_t effect = begin_row(&w, ST_TABLE_EFFECT, EFFECT_WRITES,
                              ST_COLUMN_EFFECT_STAMP, effect_columns);
  if (effect == 0) return st_raw_writer_end(&w);
  uint64_t stamp = st_raw_writer_scalar(&w, ST_SCALAR_STAMP) + 1;
  st_raw_writer_change_scalar(&w, ST_SCALAR_STAMP, stamp - 1, stamp);
  st_raw_writer_fill_split(&w, ST_COLUMN_EFFECT_STAMP, effect, stamp, stamp);
  uint64_t count = st_raw_writer_scalar(&w, ST_SCALAR_EFFECT_COUNT);
  st_raw_writer_change_scalar(&w, ST_SCALAR_EFFECT_COUNT, count, count + 1);
  add_parts(&w, desc, effect);
  *out = effect;
  return st_raw_writer_end(&w);
}

static bool has_global_part(const st_new_effect *desc) {
  uint32_t i = 0;
  while (i < desc->part_count && !st_part_is_global(desc->parts[i].header)) {
    i++;
  }
  return i < desc->part_count;
}

/* Write the cells that few effects have. */
static void add_optional_cells(st_cell_writer *w, const st_new_effect *desc,
                               uint32_t effect) {
  if (desc->source) {
    st_cell_writer_put64(w, ST_COLUMN_EFFECT_SOURCE, effect, desc->source);
  }
  if (desc->name) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_NAME, effect, desc->name);
  }
  if (desc->subject) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_SUBJECT, effect, desc->subject);
  }
  if (desc->condition) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_CONDITION, effect,
                         desc->condition);
  }
  if (desc->group) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_GROUP, effect, desc->group);
  }
  if (desc->priority) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_PRIORITY, effect,
                         (uint32_t)desc->priority);
  }
  if (desc->snapshot) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_SNAPSHOT, effect, desc->snapshot);
    st_cell_writer_put32(w, ST_COLUMN_ENTITY_BELOW, desc->snapshot, effect);
  }
  if (desc->while_source && !w->status) {
    w->status =
        st_put_bit(w->store, ST_COLUMN_EFFECT_WHILE_SOURCE, effect, true);
    add_to_scalar(w, ST_SCALAR_WHILE_SOURCE_COUNT, 1);
  }
  if (desc->while_on) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_WHILE_ON, effect, desc->while_on);
    st_linked_rows_push(w, &while_effects_list, effect);
  }
  if (desc->clock) {
    st_cell_writer_put32(w, ST_COLUMN_EFFECT_CLOCK, effect, desc->clock);
    if (!w->status) {
      w->status = st_effect_set_ticks(w->store, effect, desc->ticks);
    }
  }
}

strata_status st_effect_add(st_store *store, const st_new_effect *desc,
                            uint32_t *out) {
  assert(desc->part_count > 0);
  st_cell_writer w = {.store = store, .status = add_rows(store, desc, out)};
  if (w.status) return w.status;
  add_optional_cells(&w, desc, *out);
  if (has_global_part(desc)) {
    st_linked_rows_push(&w, &global_effects_list, *out);
  }
  return w.status;
}

/* -- Removing -- */

static void remove_part(st_cell_writer *w, uint32_t part) {
  const st_attr *attr = part_attr(w->store, part);
  uint32_t node = st_get32(w->store, ST_COLUMN_PART_NODES, part);
  while (node != 0 && !w->status) {
    uint32_t sibling = st_get32(w->store, ST_COLUMN_NODE_SIBLING, node);
    remove_node(w, attr, node);
    node = sibling;
  }
  for (uint32_t c = ST_COLUMN_PART_NEXT; c <= ST_COLUMN_PART_NODES; c++) {
    st_cell_writer_put(w, c, part, 0);
  }
  st_cell_writer_free_row(w, ST_TABLE_PART, part);
}

strata_status st_effect_remove(st_store *store, uint32_t slot) {
  assert(st_effect_is_used(store, slot));
  st_cell_writer w = {.store = store};
  uint32_t part = st_effect_first_part(store, slot);
  while (part != 0 && !w.status) {
    uint32_t next = st_get32(store, ST_COLUMN_PART_NEXT, part);
    remove_part(&w, part);
    part = next;
  }
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  if (clock != 0) {
    const st_linked_rows timed = timed_effects_list(store, clock);
    remove_if_listed(&w, &timed, slot);
  }
  remove_if_listed(&w, &while_effects_list, slot);
  remove_if_listed(&w, &global_effects_list, slot);
  if (st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, slot)) {
    add_to_scalar(&w, ST_SCALAR_WHILE_SOURCE_COUNT, -1);
  }
  uint32_t snapshot = st_get32(store, ST_COLUMN_EFFECT_SNAPSHOT, slot);
  if (snapshot && !w.status) {
    w.status = st_entity_free_last_known(store, snapshot);
  }
  for (uint32_t c = ST_COLUMN_EFFECT_STAMP; c <= ST_COLUMN_EFFECT_GLOBAL_PREV;
       c++) {
    st_cell_writer_put(&w, c, slot, 0);
  }
  add_to_scalar(&w, ST_SCALAR_EFFECT_COUNT, -1);
  uint32_t ended = st_get32(store, ST_COLUMN_EFFECT_ENDED_COUNT, slot);
  if (ended == ST_EFFECT_ENDED_MAX) {
    return w.status; /* the slot is not used again */
  }
  st_cell_writer_put32(&w, ST_COLUMN_EFFECT_ENDED_COUNT, slot, ended + 1);
  st_cell_writer_free_row(&w, ST_TABLE_EFFECT, slot);
  return w.status;
}

/* -- Nodes before a node -- */

/* The list of a part leads one way only, since its cells are part of every save
 * and hash. Which node comes before another is remembered beside the state, so
 * that releasing the targets of an effect one after the other does not walk its
 * list for each. */

/* A walk of so many nodes costs less than remembering. */
enum { SHORT_SIBLING_WALK = 8 };

static bool reserve_sibling_hints(st_store *store) {
  return st_mem_reserve_zeroed(
      store->mem, &store->sibling_hints, &store->sibling_hint_capacity,
      store->capacity[ST_TABLE_NODE], sizeof store->sibling_hints[0]);
}

static void remember_sibling(st_store *store, uint32_t node, uint32_t before) {
  if (node < store->sibling_hint_capacity) store->sibling_hints[node] = before;
}

/* The remembered node before a node; 0 if none is, or no longer. A node is in
 * one list alone, so whatever leads to it is the node before it. */
static uint32_t recall_sibling(const st_store *store, uint32_t node) {
  if (node >= store->sibling_hint_capacity) return 0;
  uint32_t before = store->sibling_hints[node];
  bool leads = before != 0 && before < store->capacity[ST_TABLE_NODE] &&
               st_get32(store, ST_COLUMN_NODE_SIBLING, before) == node;
  return leads ? before : 0;
}

/* Find the node before a node by a walk from the first of its part, and
 * remember the whole list if the walk is long. */
static uint32_t find_sibling_before(st_store *store, uint32_t part,
                                    uint32_t node) {
  uint32_t found = 0;
  uint32_t steps = 0;
  bool remembers = false;
  uint32_t at = st_get32(store, ST_COLUMN_PART_NODES, part);
  for (uint32_t next; at != 0; at = next) {
    next = st_get32(store, ST_COLUMN_NODE_SIBLING, at);
    if (next == node) found = at;
    if (++steps == SHORT_SIBLING_WALK) remembers = reserve_sibling_hints(store);
    if (remembers && next != 0) remember_sibling(store, next, at);
    if (found != 0 && !remembers) break;
  }
  return found;
}

/* Unlink a node from the list of its part. */
static void unlink_sibling(st_cell_writer *w, uint32_t part, uint32_t node) {
  uint32_t sibling = st_get32(w->store, ST_COLUMN_NODE_SIBLING, node);
  if (st_get32(w->store, ST_COLUMN_PART_NODES, part) == node) {
    st_cell_writer_put32(w, ST_COLUMN_PART_NODES, part, sibling);
    return;
  }
  uint32_t before = recall_sibling(w->store, node);
  if (before == 0) before = find_sibling_before(w->store, part, node);
  st_cell_writer_put32(w, ST_COLUMN_NODE_SIBLING, before, sibling);
  if (sibling != 0) remember_sibling(w->store, sibling, before);
}

/* Whether some part of an effect is locked to an entity. */
static bool has_target(const st_store *store, uint32_t effect) {
  uint32_t part = st_effect_first_part(store, effect);
  while (part != 0 && st_get32(store, ST_COLUMN_PART_NODES, part) == 0) {
    part = st_get32(store, ST_COLUMN_PART_NEXT, part);
  }
  return part != 0;
}

strata_status st_effect_release_target(st_store *store, uint32_t entity) {
  st_cell_writer w = {.store = store};
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (!attr->layered) continue;
    uint32_t node;
    while ((node = st_get32(store, attr->chain_column, entity)) != 0) {
      uint32_t part = st_get32(store, ST_COLUMN_NODE_PART, node);
      uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
      if (!w.status) { /* the targets of the effect change */
        w.status = st_store_touch(store, ST_COLUMN_EFFECT_GLOBAL_NEXT, effect);
      }
      unlink_sibling(&w, part, node);
      remove_node(&w, attr, node);
      if (!w.status && !has_target(store, effect) &&
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
  st_cell_writer w = {.store = store};
  strata_clock clock = st_get32(store, ST_COLUMN_EFFECT_CLOCK, slot);
  const st_linked_rows timed = timed_effects_list(store, clock);
  if (ticks == 0) {
    remove_if_listed(&w, &timed, slot);
    st_cell_writer_put64(&w, ST_COLUMN_EFFECT_EXPIRES, slot, 0);
    return w.status;
  }
  uint64_t now = st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
  st_cell_writer_put64(&w, ST_COLUMN_EFFECT_EXPIRES, slot, now + ticks);
  if (!st_linked_rows_has(store, &timed, slot)) {
    st_linked_rows_push(&w, &timed, slot);
  }
  return w.status;
}

/* -- Reading -- */

static uint32_t generation_of(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_EFFECT_ENDED_COUNT, slot) + 1;
}

uint32_t st_effect_slot(const st_store *store, uint64_t effect) {
  uint32_t slot = st_slot_of(effect);
  if (slot == 0 || slot >= store->capacity[ST_TABLE_EFFECT]) return 0;
  if (!st_effect_is_used(store, slot)) return 0;
  return generation_of(store, slot) == st_generation_of(effect) ? slot : 0;
}

uint64_t st_effect_handle(const st_store *store, uint32_t slot) {
  if (slot == 0) return 0;
  return st_handle(slot, generation_of(store, slot));
}

bool st_effect_is_global(const st_store *store, uint32_t slot) {
  uint32_t part = st_effect_first_part(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
    if (st_part_is_global(header)) return true;
  }
  return false;
}

uint32_t st_effect_target_count(const st_store *store, uint32_t slot) {
  /* The parts of one effect are locked to the same entities, except in the
   * middle of st_effect_release_target. */
  uint32_t max_count = 0;
  uint32_t part = st_effect_first_part(store, slot);
  for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
    uint32_t count = 0;
    uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
    for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
      count++;
    }
    if (count > max_count) max_count = count;
  }
  return max_count;
}
