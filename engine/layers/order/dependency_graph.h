/* dependency_graph.h - which units of a layer depend on which (613.8). */
#ifndef STRATA_LAYERS_ORDER_DEPENDENCY_GRAPH_H
#define STRATA_LAYERS_ORDER_DEPENDENCY_GRAPH_H

#include "layers/order/dependency_trial.h"

static inline st_dependency_node *
st_dependency_node_get(const st_layer_ordering *l, uint32_t c) {
  return &l->work->nodes[c];
}

strata_status st_dependency_graph_is_ready(st_layer_ordering *l, uint32_t a,
                                           bool *ready,
                                           st_order_reason *reason);

bool st_dependency_graph_invalidate(st_layer_ordering *l, uint32_t c);

strata_status st_dependency_graph_record_edges(st_layer_ordering *l);

#endif
