/* pending_units.h - the units of one layer that are still to be applied, and an
 * index of what they read and write. */
#ifndef STRATA_LAYERS_ORDER_PENDING_UNITS_H
#define STRATA_LAYERS_ORDER_PENDING_UNITS_H

#include "layers/order/read_write_sets.h"

typedef struct st_layer_ordering {
  st_pass *pass;
  st_order_scratch *work;
  strata_layer layer;
  size_t bucket, taken_count; /* units of the bucket that were taken in */
  uint64_t started_at; /* the layer's: earlier times are of other layers */
  /* A verdict on a unit holds for one round: a new round begins when something
   * that a unit reads has changed. Lists of dependencies hold for one
   * deps_round, which lasts longer. */
  uint64_t round, deps_round;
  uint32_t component; /* number of the last one found */
  uint32_t
      reads_from;   /* from this pending unit on, reads are not yet collected */
  bool index_stale; /* the index lacks items */
} st_layer_ordering;

/* The unit of a pending unit. In this room `a`, `b` and `c` are pending units,
 * as indices in work->pending_units. */
static inline st_layer_unit *st_pending_unit_get(const st_layer_ordering *l,
                                                 uint32_t c) {
  return &l->pass->units[l->work->pending_units[c].unit];
}

/* True if a unit of the layer writes, or has written, something that pending
 * unit `c` reads. */
static inline bool st_pending_unit_may_wait(const st_layer_ordering *l,
                                            uint32_t c) {
  return c < l->work->node_count && l->work->nodes[c].read_count > 0;
}

/* Take in the units that came to the bucket since the last call. */
strata_status st_pending_units_take_new(st_layer_ordering *l);

/* Bring nodes and index up to date. Begins a new round if they were not. */
strata_status st_pending_units_index(st_layer_ordering *l);

/* The pending units that are not done and read what `c` writes, or write what
 * `c` reads; each once, in the order of the index. False if there is no memory.
 */
bool st_pending_units_find_readers(st_layer_ordering *l, uint32_t c,
                                   st_u32_vec *out);
bool st_pending_units_find_writers(st_layer_ordering *l, uint32_t c,
                                   st_u32_vec *out);

/* A unit that changes texts was applied: collect again what `c` reads and
 * writes, if its text is another one now. */
strata_status st_pending_unit_reread(st_layer_ordering *l, uint32_t c);

/* True if pending unit `c` changes texts of abilities. */
bool st_pending_unit_changes_text(const st_layer_ordering *l, uint32_t c);

#endif
