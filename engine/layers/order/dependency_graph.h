/* dependency_graph.h - which units of a layer depend on which others (613.8).
 */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_GRAPH_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_GRAPH_H

#include "layers/order/dependency_trial.h"

/* The node of a pending unit that has one: `c` is below l->work->node_count. */
static inline st_dependency_node *
st_dependency_node_get(const st_layer_ordering *l, uint32_t c) {
  return &l->work->nodes[c];
}

/*
 * Tell whether pending unit `a` may be applied now: every unit that it depends
 * on depends, directly or not, on `a` (613.8b). *reason becomes what the unit
 * waits for, or the loop that it is in; otherwise it stays as it is.
 */
strata_status st_dependency_graph_is_ready(st_layer_ordering *l, uint32_t a,
                                           bool *ready,
                                           st_order_reason *reason);

/* An input of pending unit `c` has changed: drop the dependency lists that rest
 * on a trial of `c`, which are its own and those of the units that read what
 * it writes. False if there is no memory. */
bool st_dependency_graph_invalidate(st_layer_ordering *l, uint32_t c);

/* If the pass wants all edges, for the graph of a layer, make the trial of
 * every pair that could depend and record each dependency in pass->edges. */
strata_status st_dependency_graph_record_edges(st_layer_ordering *l);

#endif
