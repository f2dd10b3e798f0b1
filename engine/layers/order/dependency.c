/*
 * depend.c - the units of one layer, in the order that dependency gives.
 *
 * A unit waits for another if applying that one alone would change whether it
 * exists, its text, whom it affects or what it does to them (613.8a), which
 * `trial` finds out. Units that wait for each other do not wait (613.8b).
 *
 * Nothing is asked twice: a unit that was passed over is asked again when
 * something was changed that somebody reads, and whom it depends on is found
 * again when it was touched, or one of those that it could depend on.
 */
#include "layers/order/dependency.h"

#include "layers/order/dependency_trial.h"
#include "layers/order/ready_queue.h"
#include "layers/pass/profile.h"

/* The unit that is next. */
typedef struct next_unit_choice {
  bool any;
  uint32_t candidate;
  uint16_t text_change;
  st_order_reason reason;
} next_unit_choice;

static st_dependency_node *dependency_node(const st_layer_ordering *l,
                                           uint32_t c) {
  return &l->work->nodes[c];
}

/* -- Order -- */

/* Laws that are last go by name, all else by timestamp. */
static bool is_ordered_before(const void *context, uint32_t a, uint32_t b) {
  const st_layer_ordering *l = context;
  const st_layer_unit *x = st_ready_unit_get(l, a);
  const st_layer_unit *y = st_ready_unit_get(l, b);
  if (x->phase == ST_LAYER_PHASE_LAST && x->index != y->index) {
    return x->index < y->index;
  }
  return st_layer_unit_before(x, y, l->layer, l->pass->rules);
}

/* Those that came to the bucket since, if any did: this is asked before each
 * unit. */
static strata_status take_new_units(st_layer_ordering *l) {
  st_order_scratch *work = l->work;
  st_mem *mem = l->pass->mem;
  size_t old = work->count;
  if (l->taken_count == l->pass->buckets[l->bucket].count) {
    return st_ready_units_index(l);
  }
  strata_status status = st_ready_units_take_new(l);
  size_t added[3] = {0};
  for (size_t c = old; !status && c < work->count; c++) {
    uint8_t phase = work->ready_units[c].phase;
    added[phase]++;
    if (!st_ready_queue_add(mem, &work->queues[phase], (uint32_t)c)) {
      status = STRATA_ENOMEM;
    }
  }
  const st_ready_queue_order order = {is_ordered_before, l};
  for (int phase = 0; !status && phase < 3; phase++) {
    if (!st_ready_queue_sort(mem, &work->queues[phase], added[phase], order,
                             &work->sort_scratch)) {
      status = STRATA_ENOMEM;
    }
  }
  return status ? status : st_ready_units_index(l);
}

/* -- Whom a unit depends on -- */

/* Those that it could depend on, by what they write. */
static bool find_potential_deps(st_layer_ordering *l, uint32_t a) {
  const st_ready_unit *candidates = l->work->ready_units;
  st_u32_vec *potential = &l->work->potential_deps;
  if (!st_ready_units_find_writers(l, a, potential)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < potential->count; i++) {
    uint32_t b = potential->at[i];
    if (b == a || candidates[b].phase != candidates[a].phase) continue;
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

static strata_status find_deps(st_layer_ordering *l, uint32_t a) {
  st_dependency_node *node = dependency_node(l, a);
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
  return l->work->links[dependency_node(l, a)->first_dep - 1].to;
}

/* -- Loops -- */

/* True if all that it could depend on read what it writes. */
static bool may_all_depend_on(st_layer_ordering *l, uint32_t a, bool *out) {
  st_order_scratch *work = l->work;
  if (!st_ready_units_find_readers(l, a, &work->others)) return false;
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
 * If all that `a` could depend on depend on it, it may be applied, whoever it
 * does depend on. Two trials of it tell that, where it takes one of each of
 * them to find those. *first is the first one that it depends on, or itself.
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
 * The last of those that it could depend on may be one that reads nothing that
 * anybody writes. If it does depend on that one, it waits for it, whatever it
 * has to do with others. *out is the candidate itself if there is none.
 */
static strata_status find_certain_dep(st_layer_ordering *l, uint32_t a,
                                      uint32_t *out) {
  const st_u32_vec *potential = &l->work->potential_deps;
  *out = a;
  for (size_t i = potential->count; i-- > 0 && *out == a;) {
    uint32_t b = potential->at[i];
    const st_dependency_trial *trial;
    if (dependency_node(l, b)->read_count > 0) break;
    strata_status status = st_dependency_trial_run(l, a, b, &trial);
    if (status) return status;
    if (trial) *out = b;
  }
  return STRATA_OK;
}

/* A component is complete: who waits for nobody outside of it may go. */
static void close_component(st_layer_ordering *l, uint32_t root) {
  st_order_scratch *work = l->work;
  size_t from = work->path.count;
  l->component++;
  do {
    st_dependency_node *node = dependency_node(l, work->path.at[--from]);
    node->component = l->component;
    node->on_path = false;
  } while (work->path.at[from] != root);
  for (size_t i = from; i < work->path.count; i++) {
    st_dependency_node *node = dependency_node(l, work->path.at[i]);
    node->ready = true;
    node->verdict_round = l->round;
    for (uint32_t n = node->first_dep; n; n = work->links[n - 1].next) {
      const st_dependency_node *other =
          dependency_node(l, work->links[n - 1].to);
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
  st_dependency_node *node = dependency_node(l, c);
  node->visit_index = node->low_link = (uint32_t)work->path.count;
  node->component = 0;
  node->next_link = node->first_dep;
  node->on_path = true;
  return STRATA_OK;
}

/*
 * Tarjan's walk over all that can be reached from a candidate, with a verdict
 * on each. Others that can be reached but have one cannot reach back: it would
 * be one on the candidate, too.
 */
static strata_status find_components(st_layer_ordering *l, uint32_t a) {
  st_order_scratch *work = l->work;
  work->path.count = 0;
  work->visit_stack.count = 0;
  strata_status status = visit_dependency_node(l, a);
  while (!status && work->visit_stack.count > 0) {
    uint32_t c = work->visit_stack.at[work->visit_stack.count - 1];
    st_dependency_node *node = dependency_node(l, c);
    if (node->next_link) {
      const st_dependency_link *link = &work->links[node->next_link - 1];
      const st_dependency_node *other = dependency_node(l, link->to);
      if (other->verdict_round != l->round && !other->on_path) {
        status = visit_dependency_node(l, link->to);
        continue;
      }
      if (other->on_path && other->low_link < node->low_link)
        node->low_link = other->low_link;
      node->next_link = link->next;
      continue;
    }
    if (node->low_link == node->visit_index) close_component(l, c);
    work->visit_stack.count--;
  }
  return status;
}

/* -- Who is next -- */

/* Whom it waits for is the last one that does not wait for it. */
static uint32_t last_dep_outside_loop(const st_layer_ordering *l, uint32_t a) {
  const st_order_scratch *work = l->work;
  const st_dependency_node *node = dependency_node(l, a);
  uint32_t last = a;
  for (uint32_t n = node->first_dep; n; n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (dependency_node(l, b)->component != node->component) last = b;
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
                           .waited_for = l->work->ready_units[b].unit + 1,
                           .witness_class = trial->witness_class};
}

/* What can be said of one whose dependencies are not known without finding all
 * of them. */
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

/*
 * Whether a unit may be applied now: it depends on nobody but such as depend,
 * directly or not, on it (613.8b). *reason says what it waits for, or that it
 * was a loop; else it stays.
 */
static strata_status is_unit_ready(st_layer_ordering *l, uint32_t a,
                                   bool *ready, st_order_reason *reason) {
  const st_dependency_node *node = dependency_node(l, a);
  strata_status status = STRATA_OK;
  bool known = false;
  if (node->verdict_round != l->round && node->deps_round != l->deps_round) {
    status = is_ready_without_all_deps(l, a, &known, ready, reason);
  }
  if (!status && !known && node->verdict_round != l->round)
    status = find_components(l, a);
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

static strata_order_reason default_order_reason(const st_layer_ordering *l,
                                                const st_layer_unit *unit) {
  if (unit->kind == ST_LAYER_UNIT_LAW) return STRATA_REASON_LAW;
  if (unit->phase == ST_LAYER_PHASE_CDA) return STRATA_REASON_CDA;
  return st_layer_order(l->pass->rules, l->layer) == STRATA_BY_PRIORITY
             ? STRATA_REASON_PRIORITY
             : STRATA_REASON_TIMESTAMP;
}

/* Whether one that exists may go; it keeps why it was passed over, if it was.
 */
static strata_status check_dependencies(st_layer_ordering *l, uint32_t c,
                                        bool *ready, st_order_reason *reason) {
  st_dependency_node *node = dependency_node(l, c);
  *ready = true;
  if (node->read_count > 0) {
    strata_status status = is_unit_ready(l, c, ready, reason);
    if (status) return status;
  }
  if (!*ready) {
    node->wait_round = l->round;
    node->waited_for = reason->waited_for;
    node->dependency = (uint8_t)reason->dependency;
    node->witness_class = reason->witness_class;
  } else if (node->waited_for) {
    *reason =
        (st_order_reason){.because = STRATA_REASON_DEPENDS,
                          .dependency = (st_dependency_kind)node->dependency,
                          .waited_for = node->waited_for,
                          .witness_class = node->witness_class};
  }
  return STRATA_OK;
}

/* It is chosen, or it *waits. What has lost its ability before it could start
 * is done: it never comes back. */
static strata_status consider_unit(st_layer_ordering *l, uint32_t c,
                                   next_unit_choice *out, bool *waits) {
  st_ready_unit *candidate = &l->work->ready_units[c];
  const st_layer_unit *unit = st_ready_unit_get(l, c);
  bool has_node = c < l->work->node_count && unit->phase != ST_LAYER_PHASE_LAST;
  *waits = has_node && dependency_node(l, c)->wait_round == l->round;
  if (*waits) return STRATA_OK;
  bool exists;
  strata_status status =
      st_dependency_trial_exists(l, c, &exists, &out->text_change);
  if (status) return status;
  candidate->done = !exists;
  if (!exists) return STRATA_OK;
  bool ready = true;
  out->reason = (st_order_reason){.because = default_order_reason(l, unit)};
  if (has_node) status = check_dependencies(l, c, &ready, &out->reason);
  *waits = !ready;
  out->any = !status && ready;
  out->candidate = c;
  return status;
}

/* Those that were passed over, if anything has changed since. */
static strata_status reconsider_waiting_units(st_layer_ordering *l,
                                              st_ready_queue *q,
                                              next_unit_choice *out) {
  if (q->asked_round == l->round) return STRATA_OK;
  strata_status status = STRATA_OK;
  size_t kept = 0;
  for (size_t i = 0; i < q->waiting; i++) {
    uint32_t c = q->at[i];
    bool waits = true;
    if (!status && !out->any) status = consider_unit(l, c, out, &waits);
    if (waits) q->at[kept++] = c;
  }
  q->waiting = kept;
  if (!out->any) q->asked_round = l->round;
  return status;
}

/* The earliest of a queue that waits for nobody; none if all are done. */
static strata_status choose_next_unit(st_layer_ordering *l, st_ready_queue *q,
                                      next_unit_choice *out) {
  strata_status status = reconsider_waiting_units(l, q, out);
  while (!status && !out->any && q->head < q->count) {
    uint32_t c = q->at[q->head++];
    bool waits;
    status = consider_unit(l, c, out, &waits);
    if (waits) q->at[q->waiting++] = c;
  }
  if (status || out->any || q->waiting == 0) return status;
  assert(!"somebody is always first"); /* of a finite graph without its loops */
  return STRATA_ECORRUPT;
}

/* -- Applying -- */

static strata_status start_ready_unit(st_layer_ordering *l, uint32_t c) {
  st_pass *pass = l->pass;
  st_layer_unit *unit = st_ready_unit_get(l, c);
  if (unit->started) return STRATA_OK;
  st_members members;
  bool holds;
  strata_status status = st_dependency_trial_members(
      l, c, unit->clause, pass->bitmap_scratch, &members, &holds);
  if (status) return status;
  return st_layer_unit_start(pass, unit, members, holds);
}

/* Lists of dependencies that hang on a trial of a candidate that was touched:
 * its own, and those of whoever reads what it writes. */
static bool invalidate_deps(st_layer_ordering *l, uint32_t c) {
  st_u32_vec *others = &l->work->others;
  dependency_node(l, c)->deps_round = 0;
  if (!st_ready_units_find_readers(l, c, others)) return false;
  for (size_t i = 0; i < others->count; i++) {
    dependency_node(l, others->at[i])->deps_round = 0;
  }
  return true;
}

/* Tell those that read what was written. */
static strata_status invalidate_readers(st_layer_ordering *l, uint32_t by) {
  enum { FEW = 8 };
  if (by >= l->work->node_count || dependency_node(l, by)->write_count == 0) {
    return STRATA_OK;
  }
  st_u32_vec *found = &l->work->affected;
  if (!st_ready_units_find_readers(l, by, found)) return STRATA_ENOMEM;
  if (found->count == 0) return STRATA_OK;
  l->round++;
  bool many = found->count > FEW;
  if (many) l->deps_round++;
  bool text = st_ready_unit_changes_text(l, by);
  for (size_t i = 0; i < found->count; i++) {
    st_dependency_trial_touched(l, found->at[i], by);
    if (!many && !invalidate_deps(l, found->at[i])) return STRATA_ENOMEM;
    if (!text) continue;
    strata_status status = st_ready_unit_reread(l, found->at[i]);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status apply_chosen_unit(st_layer_ordering *l,
                                       const next_unit_choice *next) {
  st_pass *pass = l->pass;
  uint32_t number = l->work->ready_units[next->candidate].unit;
  st_layer_unit *unit = &pass->units[number];
  st_profile_cursor before =
      st_profile_enter_unit(pass, number, l->layer, ST_PROFILE_SUBJECT);
  strata_status status =
      st_layer_unit_clause(pass, unit, next->text_change, &unit->clause);
  if (!status) {
    unit->instance.text_change = next->text_change;
    status = start_ready_unit(l, next->candidate);
  }
  if (status) return status;
  /* Units may move when one gives an ability. */
  const st_clause *code = unit->clause;
  st_members members = {0};
  if (unit->condition_holds) {
    members.one = unit->members.one; /* as they were written: no stall */
    members.bits = unit->members.bits;
  }
  pass->scratch.count = 0;
  st_profile_set_phase(pass->profile, ST_PROFILE_APPLY);
  status = st_unit_step_run(pass,
                            &(st_unit_step){.unit = number,
                                            .layer = l->layer,
                                            .clause = code,
                                            .members = &members,
                                            .mode = ST_UNIT_STEP_APPLY,
                                            .reason = &next->reason},
                            &pass->scratch);
  st_profile_count_applied(pass, &members);
  st_profile_leave(pass->profile, before);
  l->work->ready_units[next->candidate].done = true;
  l->work->time++;
  return status ? status : invalidate_readers(l, next->candidate);
}

/* -- The layer -- */

static bool add_dependency_edge(st_layer_ordering *l, uint32_t a, uint32_t b) {
  st_pass *pass = l->pass;
  if (!st_mem_reserve(pass->mem, &pass->edges, &pass->edge_capacity,
                      pass->edge_count + 1, sizeof pass->edges[0])) {
    return false;
  }
  const st_dependency_trial *trial = st_dependency_trial_find(l, a, b);
  assert(trial);
  pass->edges[pass->edge_count++] =
      (st_dependency_edge){.dependent = l->work->ready_units[a].unit,
                           .waited_for = l->work->ready_units[b].unit,
                           .layer = l->layer,
                           .dependency = trial->dependency,
                           .witness_class = trial->witness_class};
  return true;
}

/* Candidates get numbers in the order in which others could depend on them:
 * their edges are listed so. */
static bool number_potential_deps(st_layer_ordering *l, uint32_t a,
                                  uint32_t *last) {
  if (!find_potential_deps(l, a)) return false;
  const st_u32_vec *potential = &l->work->potential_deps;
  for (size_t i = 0; i < potential->count; i++) {
    st_dependency_node *node = dependency_node(l, potential->at[i]);
    if (node->visit_index == 0) node->visit_index = ++*last;
  }
  return true;
}

static bool add_dependency_edges(st_layer_ordering *l, uint32_t a) {
  st_order_scratch *work = l->work;
  st_u32_vec *found = &work->affected;
  found->count = 0;
  for (uint32_t n = dependency_node(l, a)->first_dep; n;
       n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (!st_u32_vec_push(l->pass->mem, found, b)) return false;
    size_t at = found->count - 1;
    for (; at > 0 && dependency_node(l, b)->visit_index <
                         dependency_node(l, found->at[at - 1])->visit_index;
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

/* For graphs: every pair that could matter is tried at the beginning. */
static strata_status find_all_dependency_edges(st_layer_ordering *l) {
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

/* One unit more; *any is false when there is none. */
static strata_status apply_next_unit(st_layer_ordering *l, bool *any) {
  next_unit_choice next = {0};
  strata_status status = take_new_units(l);
  for (int phase = 0; !status && !next.any && phase < 3; phase++) {
    status = choose_next_unit(l, &l->work->queues[phase], &next);
  }
  *any = next.any;
  return status || !next.any ? status : apply_chosen_unit(l, &next);
}

strata_status st_dependency_apply_layer(st_pass *pass, size_t bucket) {
  st_order_scratch *work = &pass->order;
  st_order_scratch_reset(work);
  work->time++;
  st_layer_ordering l = {.pass = pass,
                         .work = work,
                         .layer = pass->buckets[bucket].layer,
                         .bucket = bucket,
                         .started_at = work->time,
                         .round = 1,
                         .deps_round = 1};
  pass->last_place = (st_sort_key){0};
  pass->applied_in_layer = 0;
  st_profile_cursor before =
      st_profile_enter_what(pass->profile, STRATA_PROFILE_ORDER, l.layer);
  strata_status status = take_new_units(&l);
  if (!status) status = find_all_dependency_edges(&l);
  for (bool any = true; !status && any;) {
    status = apply_next_unit(&l, &any);
  }
  st_profile_leave(pass->profile, before);
  return status;
}
