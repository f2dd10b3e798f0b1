/*
 * pending_units.c - the units of one layer that are still to be applied.
 *
 * In most layers no unit writes what another one reads there, and units are
 * applied in their order: then reads are not even collected. Otherwise the
 * index holds only items that touch an item of another unit, so a unit that
 * nothing in the layer touches costs two looks at a filter.
 */
#include "layers/order/pending_units.h"

/* -- Items -- */

/* The unit's clause under its current text change, which may make it read other
 * symbols. */
static strata_status current_clause(st_layer_ordering *l, st_pending_unit *c,
                                    const st_clause **clause) {
  st_pass *pass = l->pass;
  const st_layer_unit *unit = &pass->units[c->unit];
  c->text_change = 0;
  *clause = unit->base_clause;
  if (pass->lists.text_change_count == 0) return STRATA_OK;
  bool exists;
  strata_status status =
      st_layer_unit_exists(pass, unit, &exists, &c->text_change);
  return status ? status
                : st_layer_unit_clause(pass, unit, c->text_change, clause);
}

static strata_status collect_unit_writes(st_layer_ordering *l,
                                         st_pending_unit *c,
                                         const st_clause *clause) {
  st_u32_vec *items = &l->work->rw_items;
  st_rw_set t = {.pass = l->pass, .layer = l->layer, .items = items};
  size_t start = items->count;
  if (!st_rw_set_add_writes(&t, clause)) return STRATA_ENOMEM;
  c->writes = (uint32_t)start;
  c->write_count = (uint32_t)(items->count - start);
  return STRATA_OK;
}

static strata_status collect_unit_reads(st_layer_ordering *l,
                                        st_pending_unit *c,
                                        const st_clause *clause) {
  st_u32_vec *items = &l->work->rw_items;
  st_rw_set t = {.pass = l->pass, .layer = l->layer, .items = items};
  size_t start = items->count;
  if (!st_rw_set_add_reads(&t, &l->pass->units[c->unit], clause)) {
    return STRATA_ENOMEM;
  }
  c->reads = (uint32_t)start;
  c->read_count = (uint32_t)(items->count - start);
  return STRATA_OK;
}

/* Laws of the last phase wait for no unit; only the graph of a layer shows
 * their dependencies. */
static bool needs_rw_items(const st_layer_ordering *l,
                           const st_pending_unit *c) {
  return c->phase != ST_LAYER_PHASE_LAST || l->pass->all_edges;
}

/* -- Taking units in -- */

static strata_status add_pending_unit(st_layer_ordering *l, uint32_t unit) {
  st_pending_unit c = {.unit = unit, .phase = l->pass->units[unit].phase};
  if (needs_rw_items(l, &c)) {
    const st_clause *clause;
    strata_status status = current_clause(l, &c, &clause);
    if (!status) status = collect_unit_writes(l, &c, clause);
    if (status) return status;
  }
  l->index_stale = l->index_stale || c.write_count > 0;
  l->work->pending_units[l->work->count++] = c;
  return STRATA_OK;
}

static bool reads_written_item(const st_order_scratch *work,
                               const st_pending_unit *c) {
  for (uint32_t i = 0; i < c->read_count; i++) {
    uint32_t item = work->rw_items.at[c->reads + i];
    if (st_rw_filter_may_touch(&work->written_filter, item)) return true;
  }
  return false;
}

/* Collect the reads of all units, as soon as one unit writes something. */
static strata_status collect_all_reads(st_layer_ordering *l) {
  st_order_scratch *work = l->work;
  for (; l->reads_from < work->count; l->reads_from++) {
    st_pending_unit *c = &work->pending_units[l->reads_from];
    if (c->done || !needs_rw_items(l, c)) continue;
    const st_clause *clause;
    strata_status status = current_clause(l, c, &clause);
    if (!status) status = collect_unit_reads(l, c, clause);
    if (status) return status;
    l->index_stale = l->index_stale || reads_written_item(work, c);
  }
  return STRATA_OK;
}

strata_status st_pending_units_take_new(st_layer_ordering *l) {
  const st_layer_bucket *bucket = &l->pass->buckets[l->bucket];
  st_order_scratch *work = l->work;
  if (l->taken_count == bucket->count) return STRATA_OK;
  if (!st_mem_reserve(l->pass->mem, &work->pending_units, &work->capacity,
                      bucket->count, sizeof work->pending_units[0])) {
    return STRATA_ENOMEM;
  }
  for (; l->taken_count < bucket->count; l->taken_count++) {
    strata_status status = add_pending_unit(l, bucket->units[l->taken_count]);
    if (status) return status;
  }
  return l->index_stale || l->reads_from > 0 ? collect_all_reads(l) : STRATA_OK;
}

/* -- The index -- */

/* Append to touching_items those items that may touch one of the filter. */
static bool keep_touching_items(st_layer_ordering *l,
                                const st_rw_filter *filter, uint32_t at,
                                uint32_t count, uint32_t *kept,
                                uint32_t *kept_count) {
  st_u32_vec *touching = &l->work->touching_items;
  size_t start = touching->count;
  for (uint32_t i = at; i < at + count; i++) {
    uint32_t item = l->work->rw_items.at[i];
    if (!st_rw_filter_may_touch(filter, item)) continue;
    if (!st_u32_vec_push(l->pass->mem, touching, item)) return false;
  }
  *kept = (uint32_t)start;
  *kept_count = (uint32_t)(touching->count - start);
  return true;
}

static void build_written_filter(st_order_scratch *work) {
  work->written_filter = (st_rw_filter){0};
  for (uint32_t i = 0; i < work->count; i++) {
    const st_pending_unit *c = &work->pending_units[i];
    for (uint32_t k = 0; !c->done && k < c->write_count; k++) {
      st_rw_filter_add(&work->written_filter, work->rw_items.at[c->writes + k]);
    }
  }
}

/* Find each unit's reads that touch a write, then its writes that touch one of
 * those reads. */
static bool find_touching_items(st_layer_ordering *l) {
  st_order_scratch *work = l->work;
  work->touching_items.count = 0;
  work->read_filter = (st_rw_filter){0};
  for (uint32_t i = 0; i < work->count; i++) {
    const st_pending_unit *c = &work->pending_units[i];
    st_dependency_node *node = &work->nodes[i];
    if (c->done) continue;
    if (!keep_touching_items(l, &work->written_filter, c->reads, c->read_count,
                             &node->reads, &node->read_count)) {
      return false;
    }
    for (uint32_t k = 0; k < node->read_count; k++) {
      st_rw_filter_add(&work->read_filter,
                       work->touching_items.at[node->reads + k]);
    }
  }
  for (uint32_t i = 0; i < work->count; i++) {
    const st_pending_unit *c = &work->pending_units[i];
    st_dependency_node *node = &work->nodes[i];
    if (c->done) continue;
    if (!keep_touching_items(l, &work->read_filter, c->writes, c->write_count,
                             &node->writes, &node->write_count)) {
      return false;
    }
  }
  return true;
}

static bool index_unit_items(st_layer_ordering *l, st_rw_index *m, uint32_t at,
                             uint32_t count, uint32_t c) {
  return count == 0 ||
         st_rw_index_add(l->pass->mem, m, l->work->touching_items.at + at,
                         count, c);
}

static bool build_rw_indexes(st_layer_ordering *l) {
  st_order_scratch *work = l->work;
  st_mem *mem = l->pass->mem;
  work->readers.count = 0;
  work->writers.count = 0;
  for (uint32_t i = 0; i < work->count; i++) {
    const st_dependency_node *node = &work->nodes[i];
    if (work->pending_units[i].done) continue;
    if (!index_unit_items(l, &work->readers, node->reads, node->read_count,
                          i) ||
        !index_unit_items(l, &work->writers, node->writes, node->write_count,
                          i)) {
      return false;
    }
  }
  return st_rw_index_sort(mem, &work->readers, &work->index_scratch) &&
         st_rw_index_sort(mem, &work->writers, &work->index_scratch);
}

static bool any_unit_reads_written(const st_order_scratch *work) {
  for (uint32_t i = 0; i < work->count; i++) {
    const st_pending_unit *c = &work->pending_units[i];
    if (!c->done && reads_written_item(work, c)) return true;
  }
  return false;
}

strata_status st_pending_units_index(st_layer_ordering *l) {
  if (!l->index_stale) return STRATA_OK;
  st_order_scratch *work = l->work;
  size_t known = work->node_count;
  build_written_filter(work);
  l->index_stale = false;
  if (known == 0 && !any_unit_reads_written(work)) return STRATA_OK;
  if (!st_order_scratch_grow_nodes(work, l->pass->mem)) return STRATA_ENOMEM;
  for (size_t i = known; i < work->node_count; i++) {
    work->nodes[i].inputs_changed_at = l->started_at;
  }
  if (!find_touching_items(l) || !build_rw_indexes(l)) return STRATA_ENOMEM;
  l->round++;
  l->deps_round++;
  return STRATA_OK;
}

/* -- Looking up -- */

/* Append the pending units that are not done and mention an item from `from` to
 * `to`. is_collected keeps out duplicates. */
static bool collect_units_in_range(st_layer_ordering *l, const st_rw_index *m,
                                   uint32_t from, uint32_t to,
                                   st_u32_vec *out) {
  st_order_scratch *work = l->work;
  for (size_t i = st_rw_index_lower_bound(m, from);
       i < m->count && m->at[i].item <= to; i++) {
    uint32_t c = m->at[i].unit;
    if (work->pending_units[c].done || work->is_collected[c]) continue;
    work->is_collected[c] = 1;
    if (!st_u32_vec_push(l->pass->mem, out, c)) return false;
  }
  return true;
}

/* All pending units that are not done and mention an item that touches one of
 * the `count` items from `at` on. */
static bool collect_touching_units(st_layer_ordering *l, const st_rw_index *m,
                                   uint32_t at, uint32_t count,
                                   st_u32_vec *out) {
  st_order_scratch *work = l->work;
  out->count = 0;
  bool ok = true;
  for (uint32_t i = at; ok && i < at + count; i++) {
    uint32_t item = work->touching_items.at[i];
    uint32_t whole = ST_RW_WHOLE_ATTR(item);
    if (item == whole) {
      ok = collect_units_in_range(l, m, whole, whole | UINT32_C(0xFFFF), out);
    } else {
      ok = collect_units_in_range(l, m, whole, whole, out) &&
           collect_units_in_range(l, m, item, item, out);
    }
  }
  for (size_t i = 0; i < out->count; i++) {
    work->is_collected[out->at[i]] = 0;
  }
  return ok && st_mem_work(l->pass->mem, 1 + (uint32_t)out->count);
}

bool st_pending_units_find_readers(st_layer_ordering *l, uint32_t c,
                                   st_u32_vec *out) {
  const st_dependency_node *node = &l->work->nodes[c];
  return collect_touching_units(l, &l->work->readers, node->writes,
                                node->write_count, out);
}

bool st_pending_units_find_writers(st_layer_ordering *l, uint32_t c,
                                   st_u32_vec *out) {
  const st_dependency_node *node = &l->work->nodes[c];
  return collect_touching_units(l, &l->work->writers, node->reads,
                                node->read_count, out);
}

/* -- Text changes -- */

static bool are_same_rw_items(const st_order_scratch *work, uint32_t a,
                              uint32_t b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (work->rw_items.at[a + i] != work->rw_items.at[b + i]) return false;
  }
  return true;
}

static bool has_same_rw_items(const st_order_scratch *work,
                              const st_pending_unit *a,
                              const st_pending_unit *b) {
  return a->read_count == b->read_count && a->write_count == b->write_count &&
         are_same_rw_items(work, a->reads, b->reads, a->read_count) &&
         are_same_rw_items(work, a->writes, b->writes, a->write_count);
}

strata_status st_pending_unit_reread(st_layer_ordering *l, uint32_t c) {
  st_pending_unit old = l->work->pending_units[c];
  st_pending_unit new = old;
  const st_clause *clause;
  strata_status status = current_clause(l, &new, &clause);
  if (status || new.text_change == old.text_change) return status;
  status = collect_unit_reads(l, &new, clause);
  if (!status) status = collect_unit_writes(l, &new, clause);
  if (status) return status;
  l->work->pending_units[c] = new;
  l->index_stale = l->index_stale || !has_same_rw_items(l->work, &old, &new);
  return STRATA_OK;
}

bool st_pending_unit_changes_text(const st_layer_ordering *l, uint32_t c) {
  const st_order_scratch *work = l->work;
  const st_dependency_node *node = &work->nodes[c];
  for (uint32_t i = 0; i < node->write_count; i++) {
    if (work->touching_items.at[node->writes + i] ==
        ST_RW_ITEM(ST_RW_TEXT, 0)) {
      return true;
    }
  }
  return false;
}
