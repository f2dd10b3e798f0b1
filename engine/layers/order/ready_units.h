/* candidates.h - the units of one layer that are still to be applied: what they
 * read and write, and so who may wait for whom. */
#ifndef STRATA_LAYERS_ORDER_READY_UNITS_H
#define STRATA_LAYERS_ORDER_READY_UNITS_H

#include "layers/order/read_write_sets.h"

typedef struct st_layer_ordering {
  st_pass *pass;
  st_order_scratch *work;
  strata_layer layer;
  size_t bucket, taken_count; /* units of the bucket that are candidates */
  uint64_t started_at;        /* times up to this one are of other layers */
  /* Verdicts are of a round: another one begins whenever something that
   * somebody reads has changed. Lists of dependencies last longer. */
  uint64_t round, deps_round;
  uint32_t component;  /* the last one */
  uint32_t reads_from; /* from this candidate on, reads are not known */
  bool index_stale;    /* the index does not know all */
} st_layer_ordering;

static inline st_layer_unit *st_ready_unit_get(const st_layer_ordering *l,
                                               uint32_t c) {
  return &l->pass->units[l->work->ready_units[c].unit];
}

/* True if somebody writes, or wrote, something that it reads. */
static inline bool st_ready_unit_may_wait(const st_layer_ordering *l,
                                          uint32_t c) {
  return c < l->work->node_count && l->work->nodes[c].read_count > 0;
}

/* Those that came to the bucket since. */
strata_status st_ready_units_take_new(st_layer_ordering *l);

/* Bring nodes and index up to date: a new round, if it was not. */
strata_status st_ready_units_index(st_layer_ordering *l);

/* The candidates not done that read what `c` writes, and that write what it
 * reads; each once, in the order of the index. */
bool st_ready_units_find_readers(st_layer_ordering *l, uint32_t c,
                                 st_u32_vec *out);
bool st_ready_units_find_writers(st_layer_ordering *l, uint32_t c,
                                 st_u32_vec *out);

/* Text has changed: what `c` reads and writes is found anew if it is under
 * that change. */
strata_status st_ready_unit_reread(st_layer_ordering *l, uint32_t c);

/* True if it changes the text of somebody. */
bool st_ready_unit_changes_text(const st_layer_ordering *l, uint32_t c);

#endif
