/*
 * dependency_graph.c - which units of a layer depend on which others.
 *
 * A unit depends on another if applying that one alone would change whether it
 * exists, its text, its members or what it does to them (613.8a):
 * dependency_trial.h finds that out. Units that depend on each other, directly
 * or not, do not wait for each other (613.8b). They are the strongly connected
 * components of the graph.
 *
 * Nothing is found twice. The list of a unit's dependencies holds until
 * something changes that the unit, or a unit that it could depend on, reads. A
 * verdict on a unit holds for a round. Two shortcuts, find_certain_dep and
 * is_in_dependency_loop, decide on most units with fewer trials than the whole
 * list takes.
 */
#include "layers/order/dependency_graph.h"

/* -- The dependencies of a unit -- */

/* Collect in potential_deps the units that `a` could depend on: those of its
 * phase that write what it reads. */
static bool find_potential_deps(st_layer_ordering *l, uint32_t a) {
  const st_pending_unit *units = l->work->pending_units;
  st_u32_vec *potential = &l->work->potential_deps;
  if (!st_pending_units_find_writers(l, a, potential)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < potential->count; i++) {
    uint32_t b = potential->at[i];
    if (b == a || units[b].phase != units[a].phase) continue;
    potential->at[kept++] = b;
  }
  potential->count = kept;
  return true;
}

static void clear_deps(st_layer_ordering *l, st_dependency_node *node) {
  st_order_scratch *work = l->work;
  if (node->last_dep) {
    work->links[node->last_dep - 1].next = work->free_link;
    work->free_link = node->first_dep;
  }
  node->first_dep = node->last_dep = 0;
  node->deps_round = 0;
}

static bool add_dep(st_layer_ordering *l, st_dependency_node *node,
                    uint32_t b) {
  st_order_scratch *work = l->work;
  uint32_t link = work->free_link;
  if (link) {
    work->free_link = work->links[link - 1].next;
  } else {
    if (!st_mem_reserve(l->pass->mem, &work->links, &work->link_capacity,
                        work->link_count + 1, sizeof work->links[0])) {
      return false;
    }
    link = (uint32_t)++work->link_count;
  }
  work->links[link - 1] = (st_dependency_link){.to = b};
  if (node->last_dep) {
    work->links[node->last_dep - 1].next = link;
  } else {
    node->first_dep = link;
  }
  node->last_dep = link;
  return true;
}

/* Bring the list of the dependencies of `a` up to date, by a trial with each
 * unit of potential_deps. */
static strata_status find_deps(st_layer_ordering *l, uint32_t a) {
  st_dependency_node *node = st_dependency_node_get(l, a);
  if (node->deps_round == l->deps_round) return STRATA_OK;
  clear_deps(l, node);
  if (!find_potential_deps(l, a)) return STRATA_ENOMEM;
  const st_u32_vec *potential = &l->work->potential_deps;
  for (size_t i = 0; i < potential->count; i++) {
    const st_dependency_trial *trial;
    strata_status status =
        st_dependency_trial_run(l, a, potential->at[i], &trial);
    if (status) return status;
    if (trial && !add_dep(l, node, potential->at[i])) return STRATA_ENOMEM;
  }
  node->deps_round = l->deps_round;
  return STRATA_OK;
}

static uint32_t first_dep(const st_layer_ordering *l, uint32_t a) {
  return l->work->links[st_dependency_node_get(l, a)->first_dep - 1].to;
}

/* -- Loops -- */

/* *out: whether all units of potential_deps read something that `a` writes. */
static bool may_all_depend_on(st_layer_ordering *l, uint32_t a, bool *out) {
  st_order_scratch *work = l->work;
  if (!st_pending_units_find_readers(l, a, &work->others)) return false;
  for (size_t i = 0; i < work->others.count; i++) {
    work->is_collected[work->others.at[i]] = 1;
  }
  *out = true;
  for (size_t i = 0; i < work->potential_deps.count; i++) {
    *out = *out && work->is_collected[work->potential_deps.at[i]];
  }
  for (size_t i = 0; i < work->others.count; i++) {
    work->is_collected[work->others.at[i]] = 0;
  }
  return true;
}

/*
 * If every unit that `a` could depend on depends on `a`, then `a` may be
 * applied, whichever of them it depends on itself. Two trials that apply `a`
 * show that, while its own dependencies take a trial of each unit. *first is
 * the first unit that `a` depends on, or `a` itself.
 */
static strata_status is_in_dependency_loop(st_layer_ordering *l, uint32_t a,
                                           bool *out, uint32_t *first) {
  const st_u32_vec *potential = &l->work->potential_deps;
  *out = false;
  if (potential->count < 2) return STRATA_OK;
  bool may_be;
  if (!may_all_depend_on(l, a, &may_be)) return STRATA_ENOMEM;
  const st_dependency_trial *trial = NULL;
  for (size_t i = 0; may_be && i < potential->count; i++) {
    strata_status status =
        st_dependency_trial_run(l, potential->at[i], a, &trial);
    if (status) return status;
    may_be = trial != NULL;
  }
  *out = may_be;
  *first = a;
  for (size_t i = 0; may_be && *first == a && i < potential->count; i++) {
    strata_status status =
        st_dependency_trial_run(l, a, potential->at[i], &trial);
    if (status) return status;
    if (trial) *first = potential->at[i];
  }
  return STRATA_OK;
}

/*
 * The last units of potential_deps may be such that read nothing that a unit
 * writes, and so are in no loop. If `a` depends on one of these it waits for
 * it, whatever else it depends on. *out is `a` itself if there is none.
 */
static strata_status find_certain_dep(st_layer_ordering *l, uint32_t a,
                                      uint32_t *out) {
  const st_u32_vec *potential = &l->work->potential_deps;
  *out = a;
  for (size_t i = potential->count; i-- > 0 && *out == a;) {
    uint32_t b = potential->at[i];
    const st_dependency_trial *trial;
    if (st_dependency_node_get(l, b)->read_count > 0) break;
    strata_status status = st_dependency_trial_run(l, a, b, &trial);
    if (status) return status;
    if (trial) *out = b;
  }
  return STRATA_OK;
}

/* The component from `root` on is complete: a unit of it is ready if it depends
 * on no unit outside of it. */
static void close_component(st_layer_ordering *l, uint32_t root) {
  st_order_scratch *work = l->work;
  size_t from = work->path.count;
  l->component++;
  do {
    st_dependency_node *node = st_dependency_node_get(l, work->path.at[--from]);
    node->component = l->component;
    node->on_path = false;
  } while (work->path.at[from] != root);
  for (size_t i = from; i < work->path.count; i++) {
    st_dependency_node *node = st_dependency_node_get(l, work->path.at[i]);
    node->ready = true;
    node->verdict_round = l->round;
    for (uint32_t n = node->first_dep; n; n = work->links[n - 1].next) {
      const st_dependency_node *other =
          st_dependency_node_get(l, work->links[n - 1].to);
      if (other->component != l->component) node->ready = false;
    }
  }
  work->path.count = from;
}

static strata_status visit_dependency_node(st_layer_ordering *l, uint32_t c) {
  st_order_scratch *work = l->work;
  strata_status status = find_deps(l, c);
  if (status) return status;
  if (!st_u32_vec_push(l->pass->mem, &work->path, c) ||
      !st_u32_vec_push(l->pass->mem, &work->visit_stack, c)) {
    return STRATA_ENOMEM;
  }
  st_dependency_node *node = st_dependency_node_get(l, c);
  node->visit_index = node->low_link = (uint32_t)work->path.count;
  node->component = 0;
  node->next_link = node->first_dep;
  node->on_path = true;
  return STRATA_OK;
}

/*
 * Tarjan's algorithm over all units that `a` can reach, with a verdict on
 * each. A unit that already has a verdict of this round cannot reach `a`: the
 * same walk would have given `a` one.
 */
static strata_status find_components(st_layer_ordering *l, uint32_t a) {
  st_order_scratch *work = l->work;
  work->path.count = 0;
  work->visit_stack.count = 0;
  strata_status status = visit_dependency_node(l, a);
  while (!status && work->visit_stack.count > 0) {
    uint32_t c = work->visit_stack.at[work->visit_stack.count - 1];
    st_dependency_node *node = st_dependency_node_get(l, c);
    if (node->next_link) {
      const st_dependency_link *link = &work->links[node->next_link - 1];
      const st_dependency_node *other = st_dependency_node_get(l, link->to);
      if (other->verdict_round != l->round && !other->on_path) {
        status = visit_dependency_node(l, link->to);
        continue;
      }
      if (other->on_path && other->low_link < node->low_link) {
        node->low_link = other->low_link;
      }
      node->next_link = link->next;
      continue;
    }
    if (node->low_link == node->visit_index) close_component(l, c);
    work->visit_stack.count--;
  }
  return status;
}

/* -- Readiness -- */

/* The unit that `a` waits for: its last dependency outside of its component. */
static uint32_t last_dep_outside_loop(const st_layer_ordering *l, uint32_t a) {
  const st_order_scratch *work = l->work;
  const st_dependency_node *node = st_dependency_node_get(l, a);
  uint32_t last = a;
  for (uint32_t n = node->first_dep; n; n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (st_dependency_node_get(l, b)->component != node->component) last = b;
  }
  return last;
}

static st_order_reason dependency_reason(const st_layer_ordering *l, uint32_t a,
                                         uint32_t b,
                                         strata_order_reason because) {
  const st_dependency_trial *trial = st_dependency_trial_find(l, a, b);
  assert(trial && trial->dependency != ST_DEPENDENCY_NONE);
  return (st_order_reason){.because = because,
                           .dependency = (st_dependency_kind)trial->dependency,
                           .waited_for = l->work->pending_units[b].unit + 1,
                           .witness_class = trial->witness_class};
}

/* The verdict on a unit whose dependencies are not known, if it can be told
 * without finding all of them; otherwise *known is false. */
static strata_status is_ready_without_all_deps(st_layer_ordering *l, uint32_t a,
                                               bool *known, bool *ready,
                                               st_order_reason *reason) {
  uint32_t other;
  *known = true;
  if (!find_potential_deps(l, a)) return STRATA_ENOMEM;
  strata_status status = find_certain_dep(l, a, &other);
  if (status) return status;
  *ready = other == a;
  if (!*ready) {
    *reason = dependency_reason(l, a, other, STRATA_REASON_DEPENDS);
    return STRATA_OK;
  }
  status = is_in_dependency_loop(l, a, known, &other);
  if (!status && *known && other != a) {
    *reason = dependency_reason(l, a, other, STRATA_REASON_LOOP);
  }
  return status;
}

strata_status st_dependency_graph_is_ready(st_layer_ordering *l, uint32_t a,
                                           bool *ready,
                                           st_order_reason *reason) {
  const st_dependency_node *node = st_dependency_node_get(l, a);
  strata_status status = STRATA_OK;
  bool known = false;
  if (node->verdict_round != l->round && node->deps_round != l->deps_round) {
    status = is_ready_without_all_deps(l, a, &known, ready, reason);
  }
  if (!status && !known && node->verdict_round != l->round) {
    status = find_components(l, a);
  }
  if (status || known) return status;
  *ready = node->ready;
  if (!*ready) {
    *reason = dependency_reason(l, a, last_dep_outside_loop(l, a),
                                STRATA_REASON_DEPENDS);
  } else if (node->first_dep) {
    *reason = dependency_reason(l, a, first_dep(l, a), STRATA_REASON_LOOP);
  }
  return STRATA_OK;
}

bool st_dependency_graph_invalidate(st_layer_ordering *l, uint32_t c) {
  st_u32_vec *others = &l->work->others;
  st_dependency_node_get(l, c)->deps_round = 0;
  if (!st_pending_units_find_readers(l, c, others)) return false;
  for (size_t i = 0; i < others->count; i++) {
    st_dependency_node_get(l, others->at[i])->deps_round = 0;
  }
  return true;
}

/* -- All edges, for graphs -- */

static bool add_dependency_edge(st_layer_ordering *l, uint32_t a, uint32_t b) {
  st_pass *pass = l->pass;
  if (!st_mem_reserve(pass->mem, &pass->edges, &pass->edge_capacity,
                      pass->edge_count + 1, sizeof pass->edges[0])) {
    return false;
  }
  const st_dependency_trial *trial = st_dependency_trial_find(l, a, b);
  assert(trial);
  pass->edges[pass->edge_count++] =
      (st_dependency_edge){.dependent = l->work->pending_units[a].unit,
                           .waited_for = l->work->pending_units[b].unit,
                           .layer = l->layer,
                           .dependency = trial->dependency,
                           .witness_class = trial->witness_class};
  return true;
}

/* Number the units in the order in which others could depend on them, which is
 * the order of the recorded edges. */
static bool number_potential_deps(st_layer_ordering *l, uint32_t a,
                                  uint32_t *last) {
  if (!find_potential_deps(l, a)) return false;
  const st_u32_vec *potential = &l->work->potential_deps;
  for (size_t i = 0; i < potential->count; i++) {
    st_dependency_node *node = st_dependency_node_get(l, potential->at[i]);
    if (node->visit_index == 0) node->visit_index = ++*last;
  }
  return true;
}

/* Record the dependencies of `a`, sorted by number. */
static bool add_dependency_edges(st_layer_ordering *l, uint32_t a) {
  st_order_scratch *work = l->work;
  st_u32_vec *found = &work->affected;
  found->count = 0;
  for (uint32_t n = st_dependency_node_get(l, a)->first_dep; n;
       n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (!st_u32_vec_push(l->pass->mem, found, b)) return false;
    size_t at = found->count - 1;
    for (; at > 0 &&
           st_dependency_node_get(l, b)->visit_index <
               st_dependency_node_get(l, found->at[at - 1])->visit_index;
         at--) {
      found->at[at] = found->at[at - 1];
    }
    found->at[at] = b;
  }
  for (size_t i = 0; i < found->count; i++) {
    if (!add_dependency_edge(l, a, found->at[i])) return false;
  }
  return true;
}

strata_status st_dependency_graph_record_edges(st_layer_ordering *l) {
  uint32_t last = 0;
  if (!l->pass->all_edges) return STRATA_OK;
  for (uint32_t a = 0; a < l->work->node_count; a++) {
    if (!number_potential_deps(l, a, &last)) return STRATA_ENOMEM;
    strata_status status = find_deps(l, a);
    if (status) return status;
    if (!add_dependency_edges(l, a)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}
