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
#include "layers/order/depend.h"

#include "layers/order/queue.h"
#include "layers/order/trial.h"
#include "layers/pass/profile.h"

/* The unit that is next. */
typedef struct choice {
  bool any;
  uint32_t candidate;
  uint16_t subst;
  st_reason reason;
} choice;

static st_node *node_of(const st_layer_run *l, uint32_t c) {
  return &l->work->nodes[c];
}

/* -- Order -- */

/* Laws that are last go by name, all else by timestamp. */
static bool goes_before(const void *context, uint32_t a, uint32_t b) {
  const st_layer_run *l = context;
  const st_unit *x = st_candidate_unit(l, a);
  const st_unit *y = st_candidate_unit(l, b);
  if (x->phase == ST_PHASE_LAST && x->index != y->index) {
    return x->index < y->index;
  }
  return st_unit_before(x, y, l->layer, l->pass->rules);
}

/* Those that came to the bucket since, if any did: this is asked before each
 * unit. */
static strata_status take_in(st_layer_run *l) {
  st_work *work = l->work;
  st_mem *mem = l->pass->mem;
  size_t old = work->count;
  if (l->taken == l->pass->buckets[l->bucket].count) {
    return st_candidates_index(l);
  }
  strata_status status = st_candidates_take(l);
  size_t added[3] = {0};
  for (size_t c = old; !status && c < work->count; c++) {
    uint8_t phase = work->candidates[c].phase;
    added[phase]++;
    if (!st_queue_add(mem, &work->queues[phase], (uint32_t)c)) {
      status = STRATA_ENOMEM;
    }
  }
  const st_order order = {goes_before, l};
  for (int phase = 0; !status && phase < 3; phase++) {
    if (!st_queue_sort(mem, &work->queues[phase], added[phase], order,
                       &work->room)) {
      status = STRATA_ENOMEM;
    }
  }
  return status ? status : st_candidates_index(l);
}

/* -- Whom a unit depends on -- */

/* Those that it could depend on, by what they write. */
static bool find_potential(st_layer_run *l, uint32_t a) {
  const st_candidate *candidates = l->work->candidates;
  st_numbers *potential = &l->work->potential;
  if (!st_candidates_writers(l, a, potential)) return false;
  size_t kept = 0;
  for (size_t i = 0; i < potential->count; i++) {
    uint32_t b = potential->at[i];
    if (b == a || candidates[b].phase != candidates[a].phase) continue;
    potential->at[kept++] = b;
  }
  potential->count = kept;
  return true;
}

static void drop_deps(st_layer_run *l, st_node *node) {
  st_work *work = l->work;
  if (node->last) {
    work->links[node->last - 1].next = work->free_link;
    work->free_link = node->first;
  }
  node->first = node->last = 0;
  node->deps_at = 0;
}

static bool add_dep(st_layer_run *l, st_node *node, uint32_t b) {
  st_work *work = l->work;
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
  work->links[link - 1] = (st_link){.to = b};
  if (node->last) {
    work->links[node->last - 1].next = link;
  } else {
    node->first = link;
  }
  node->last = link;
  return true;
}

static strata_status find_deps(st_layer_run *l, uint32_t a) {
  st_node *node = node_of(l, a);
  if (node->deps_at == l->deps_round) return STRATA_OK;
  drop_deps(l, node);
  if (!find_potential(l, a)) return STRATA_ENOMEM;
  const st_numbers *potential = &l->work->potential;
  for (size_t i = 0; i < potential->count; i++) {
    const st_trial *trial;
    strata_status status = st_trial_of(l, a, potential->at[i], &trial);
    if (status) return status;
    if (trial && !add_dep(l, node, potential->at[i])) return STRATA_ENOMEM;
  }
  node->deps_at = l->deps_round;
  return STRATA_OK;
}

static uint32_t first_dep(const st_layer_run *l, uint32_t a) {
  return l->work->links[node_of(l, a)->first - 1].to;
}

/* -- Loops -- */

/* True if all that it could depend on read what it writes. */
static bool may_all_wait_for(st_layer_run *l, uint32_t a, bool *out) {
  st_work *work = l->work;
  if (!st_candidates_readers(l, a, &work->others)) return false;
  for (size_t i = 0; i < work->others.count; i++) {
    work->marks[work->others.at[i]] = 1;
  }
  *out = true;
  for (size_t i = 0; i < work->potential.count; i++) {
    *out = *out && work->marks[work->potential.at[i]];
  }
  for (size_t i = 0; i < work->others.count; i++) {
    work->marks[work->others.at[i]] = 0;
  }
  return true;
}

/*
 * If all that `a` could depend on depend on it, it may be applied, whoever it
 * does depend on. Two trials of it tell that, where it takes one of each of
 * them to find those. *first is the first one that it depends on, or itself.
 */
static strata_status is_of_loop(st_layer_run *l, uint32_t a, bool *out,
                                uint32_t *first) {
  const st_numbers *potential = &l->work->potential;
  *out = false;
  if (potential->count < 2) return STRATA_OK;
  bool may_be;
  if (!may_all_wait_for(l, a, &may_be)) return STRATA_ENOMEM;
  const st_trial *trial = NULL;
  for (size_t i = 0; may_be && i < potential->count; i++) {
    strata_status status = st_trial_of(l, potential->at[i], a, &trial);
    if (status) return status;
    may_be = trial != NULL;
  }
  *out = may_be;
  *first = a;
  for (size_t i = 0; may_be && *first == a && i < potential->count; i++) {
    strata_status status = st_trial_of(l, a, potential->at[i], &trial);
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
static strata_status find_certain(st_layer_run *l, uint32_t a, uint32_t *out) {
  const st_numbers *potential = &l->work->potential;
  *out = a;
  for (size_t i = potential->count; i-- > 0 && *out == a;) {
    uint32_t b = potential->at[i];
    const st_trial *trial;
    if (node_of(l, b)->read_count > 0) break;
    strata_status status = st_trial_of(l, a, b, &trial);
    if (status) return status;
    if (trial) *out = b;
  }
  return STRATA_OK;
}

/* A component is complete: who waits for nobody outside of it may go. */
static void judge(st_layer_run *l, uint32_t root) {
  st_work *work = l->work;
  size_t from = work->path.count;
  l->component++;
  do {
    st_node *node = node_of(l, work->path.at[--from]);
    node->component = l->component;
    node->open = false;
  } while (work->path.at[from] != root);
  for (size_t i = from; i < work->path.count; i++) {
    st_node *node = node_of(l, work->path.at[i]);
    node->ready = true;
    node->judged = l->round;
    for (uint32_t n = node->first; n; n = work->links[n - 1].next) {
      const st_node *other = node_of(l, work->links[n - 1].to);
      if (other->component != l->component) node->ready = false;
    }
  }
  work->path.count = from;
}

static strata_status step_in(st_layer_run *l, uint32_t c) {
  st_work *work = l->work;
  strata_status status = find_deps(l, c);
  if (status) return status;
  if (!st_push_number(l->pass->mem, &work->path, c) ||
      !st_push_number(l->pass->mem, &work->walk, c)) {
    return STRATA_ENOMEM;
  }
  st_node *node = node_of(l, c);
  node->index = node->low = (uint32_t)work->path.count;
  node->component = 0;
  node->link = node->first;
  node->open = true;
  return STRATA_OK;
}

/*
 * Tarjan's walk over all that can be reached from a candidate, with a verdict
 * on each. Others that can be reached but have one cannot reach back: it would
 * be one on the candidate, too.
 */
static strata_status walk(st_layer_run *l, uint32_t a) {
  st_work *work = l->work;
  work->path.count = 0;
  work->walk.count = 0;
  strata_status status = step_in(l, a);
  while (!status && work->walk.count > 0) {
    uint32_t c = work->walk.at[work->walk.count - 1];
    st_node *node = node_of(l, c);
    if (node->link) {
      const st_link *link = &work->links[node->link - 1];
      const st_node *other = node_of(l, link->to);
      if (other->judged != l->round && !other->open) {
        status = step_in(l, link->to);
        continue;
      }
      if (other->open && other->low < node->low) node->low = other->low;
      node->link = link->next;
      continue;
    }
    if (node->low == node->index) judge(l, c);
    work->walk.count--;
  }
  return status;
}

/* -- Who is next -- */

/* Whom it waits for is the last one that does not wait for it. */
static uint32_t whom_it_waits_for(const st_layer_run *l, uint32_t a) {
  const st_work *work = l->work;
  const st_node *node = node_of(l, a);
  uint32_t last = a;
  for (uint32_t n = node->first; n; n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (node_of(l, b)->component != node->component) last = b;
  }
  return last;
}

static st_reason reason_of(const st_layer_run *l, uint32_t a, uint32_t b,
                           strata_because because) {
  const st_trial *trial = st_trial_made(l, a, b);
  assert(trial && trial->difference != ST_DIFFERENCE_NONE);
  return (st_reason){.because = because,
                     .difference = (st_difference)trial->difference,
                     .waited_for = l->work->candidates[b].unit + 1,
                     .slot = trial->slot};
}

/* What can be said of one whose dependencies are not known without finding all
 * of them. */
static strata_status is_ready_at_once(st_layer_run *l, uint32_t a, bool *known,
                                      bool *ready, st_reason *reason) {
  uint32_t other;
  *known = true;
  if (!find_potential(l, a)) return STRATA_ENOMEM;
  strata_status status = find_certain(l, a, &other);
  if (status) return status;
  *ready = other == a;
  if (!*ready) {
    *reason = reason_of(l, a, other, STRATA_BECAUSE_DEPENDS);
    return STRATA_OK;
  }
  status = is_of_loop(l, a, known, &other);
  if (!status && *known && other != a) {
    *reason = reason_of(l, a, other, STRATA_BECAUSE_LOOP);
  }
  return status;
}

/*
 * Whether a unit may be applied now: it depends on nobody but such as depend,
 * directly or not, on it (613.8b). *reason says what it waits for, or that it
 * was a loop; else it stays.
 */
static strata_status is_ready(st_layer_run *l, uint32_t a, bool *ready,
                              st_reason *reason) {
  const st_node *node = node_of(l, a);
  strata_status status = STRATA_OK;
  bool known = false;
  if (node->judged != l->round && node->deps_at != l->deps_round) {
    status = is_ready_at_once(l, a, &known, ready, reason);
  }
  if (!status && !known && node->judged != l->round) status = walk(l, a);
  if (status || known) return status;
  *ready = node->ready;
  if (!*ready) {
    *reason = reason_of(l, a, whom_it_waits_for(l, a), STRATA_BECAUSE_DEPENDS);
  } else if (node->first) {
    *reason = reason_of(l, a, first_dep(l, a), STRATA_BECAUSE_LOOP);
  }
  return STRATA_OK;
}

static strata_because own_reason(const st_layer_run *l, const st_unit *unit) {
  if (unit->kind == ST_UNIT_LAW) return STRATA_BECAUSE_LAW;
  if (unit->phase == ST_PHASE_CDA) return STRATA_BECAUSE_CDA;
  return st_layer_order(l->pass->rules, l->layer) == STRATA_BY_PRIORITY
             ? STRATA_BECAUSE_PRIORITY
             : STRATA_BECAUSE_TIMESTAMP;
}

/* Whether one that exists may go; it keeps why it was passed over, if it was.
 */
static strata_status ask_to_wait(st_layer_run *l, uint32_t c, bool *ready,
                                 st_reason *reason) {
  st_node *node = node_of(l, c);
  *ready = true;
  if (node->read_count > 0) {
    strata_status status = is_ready(l, c, ready, reason);
    if (status) return status;
  }
  if (!*ready) {
    node->noted = l->round;
    node->waited_for = reason->waited_for;
    node->difference = (uint8_t)reason->difference;
    node->slot = reason->slot;
  } else if (node->waited_for) {
    *reason = (st_reason){.because = STRATA_BECAUSE_DEPENDS,
                          .difference = (st_difference)node->difference,
                          .waited_for = node->waited_for,
                          .slot = node->slot};
  }
  return STRATA_OK;
}

/* It is chosen, or it *waits. What has lost its ability before it could start
 * is done: it never comes back. */
static strata_status ask(st_layer_run *l, uint32_t c, choice *out,
                         bool *waits) {
  st_candidate *candidate = &l->work->candidates[c];
  const st_unit *unit = st_candidate_unit(l, c);
  bool has_node = c < l->work->node_count && unit->phase != ST_PHASE_LAST;
  *waits = has_node && node_of(l, c)->noted == l->round;
  if (*waits) return STRATA_OK;
  bool exists;
  strata_status status = st_trial_exists(l, c, &exists, &out->subst);
  if (status) return status;
  candidate->done = !exists;
  if (!exists) return STRATA_OK;
  bool ready = true;
  out->reason = (st_reason){.because = own_reason(l, unit)};
  if (has_node) status = ask_to_wait(l, c, &ready, &out->reason);
  *waits = !ready;
  out->any = !status && ready;
  out->candidate = c;
  return status;
}

/* Those that were passed over, if anything has changed since. */
static strata_status ask_again(st_layer_run *l, st_queue *q, choice *out) {
  if (q->settled == l->round) return STRATA_OK;
  strata_status status = STRATA_OK;
  size_t kept = 0;
  for (size_t i = 0; i < q->waiting; i++) {
    uint32_t c = q->at[i];
    bool waits = true;
    if (!status && !out->any) status = ask(l, c, out, &waits);
    if (waits) q->at[kept++] = c;
  }
  q->waiting = kept;
  if (!out->any) q->settled = l->round;
  return status;
}

/* The earliest of a queue that waits for nobody; none if all are done. */
static strata_status choose(st_layer_run *l, st_queue *q, choice *out) {
  strata_status status = ask_again(l, q, out);
  while (!status && !out->any && q->head < q->count) {
    uint32_t c = q->at[q->head++];
    bool waits;
    status = ask(l, c, out, &waits);
    if (waits) q->at[q->waiting++] = c;
  }
  if (status || out->any || q->waiting == 0) return status;
  assert(!"somebody is always first"); /* of a finite graph without its loops */
  return STRATA_ECORRUPT;
}

/* -- Applying -- */

static strata_status start(st_layer_run *l, uint32_t c) {
  st_pass *pass = l->pass;
  st_unit *unit = st_candidate_unit(l, c);
  if (unit->started) return STRATA_OK;
  st_members members;
  bool holds;
  strata_status status =
      st_trial_members(l, c, unit->code, pass->bits, &members, &holds);
  if (status) return status;
  return st_unit_start(pass, unit, members, holds);
}

/* Lists of dependencies that hang on a trial of a candidate that was touched:
 * its own, and those of whoever reads what it writes. */
static bool forget_deps(st_layer_run *l, uint32_t c) {
  st_numbers *others = &l->work->others;
  node_of(l, c)->deps_at = 0;
  if (!st_candidates_readers(l, c, others)) return false;
  for (size_t i = 0; i < others->count; i++) {
    node_of(l, others->at[i])->deps_at = 0;
  }
  return true;
}

/* Tell those that read what was written. */
static strata_status touch(st_layer_run *l, uint32_t by) {
  enum { FEW = 8 };
  if (by >= l->work->node_count || node_of(l, by)->write_count == 0) {
    return STRATA_OK;
  }
  st_numbers *found = &l->work->found;
  if (!st_candidates_readers(l, by, found)) return STRATA_ENOMEM;
  if (found->count == 0) return STRATA_OK;
  l->round++;
  bool many = found->count > FEW;
  if (many) l->deps_round++;
  bool text = st_candidate_changes_text(l, by);
  for (size_t i = 0; i < found->count; i++) {
    st_trial_touched(l, found->at[i], by);
    if (!many && !forget_deps(l, found->at[i])) return STRATA_ENOMEM;
    if (!text) continue;
    strata_status status = st_candidate_reread(l, found->at[i]);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status apply(st_layer_run *l, const choice *next) {
  st_pass *pass = l->pass;
  uint32_t number = l->work->candidates[next->candidate].unit;
  st_unit *unit = &pass->units[number];
  st_profile_at before =
      st_profile_enter_unit(pass, number, l->layer, ST_PROFILE_SUBJECT);
  strata_status status = st_unit_code(pass, unit, next->subst, &unit->code);
  if (!status) {
    unit->instance.subst = next->subst;
    status = start(l, next->candidate);
  }
  if (status) return status;
  /* Units may move when one gives an ability. */
  const st_clause_code *code = unit->code;
  st_members members = {0};
  if (unit->holds) {
    members.one = unit->members.one; /* as they were written: no stall */
    members.bits = unit->members.bits;
  }
  pass->scratch.count = 0;
  st_profile_go_on(pass->profile, ST_PROFILE_APPLY);
  status = st_unit_run(pass,
                       &(st_running){.unit = number,
                                     .layer = l->layer,
                                     .code = code,
                                     .members = &members,
                                     .run = ST_RUN_APPLY,
                                     .reason = &next->reason},
                       &pass->scratch);
  st_profile_applied(pass, &members);
  st_profile_leave(pass->profile, before);
  l->work->candidates[next->candidate].done = true;
  l->work->time++;
  return status ? status : touch(l, next->candidate);
}

/* -- The layer -- */

static bool add_edge(st_layer_run *l, uint32_t a, uint32_t b) {
  st_pass *pass = l->pass;
  if (!st_mem_reserve(pass->mem, &pass->edges, &pass->edge_capacity,
                      pass->edge_count + 1, sizeof pass->edges[0])) {
    return false;
  }
  const st_trial *trial = st_trial_made(l, a, b);
  assert(trial);
  pass->edges[pass->edge_count++] =
      (st_edge){.waits = l->work->candidates[a].unit,
                .waited_for = l->work->candidates[b].unit,
                .layer = l->layer,
                .difference = trial->difference,
                .slot = trial->slot};
  return true;
}

/* Candidates get numbers in the order in which others could depend on them:
 * their edges are listed so. */
static bool number_potential(st_layer_run *l, uint32_t a, uint32_t *last) {
  if (!find_potential(l, a)) return false;
  const st_numbers *potential = &l->work->potential;
  for (size_t i = 0; i < potential->count; i++) {
    st_node *node = node_of(l, potential->at[i]);
    if (node->index == 0) node->index = ++*last;
  }
  return true;
}

static bool add_edges(st_layer_run *l, uint32_t a) {
  st_work *work = l->work;
  st_numbers *found = &work->found;
  found->count = 0;
  for (uint32_t n = node_of(l, a)->first; n; n = work->links[n - 1].next) {
    uint32_t b = work->links[n - 1].to;
    if (!st_push_number(l->pass->mem, found, b)) return false;
    size_t at = found->count - 1;
    for (;
         at > 0 && node_of(l, b)->index < node_of(l, found->at[at - 1])->index;
         at--) {
      found->at[at] = found->at[at - 1];
    }
    found->at[at] = b;
  }
  for (size_t i = 0; i < found->count; i++) {
    if (!add_edge(l, a, found->at[i])) return false;
  }
  return true;
}

/* For graphs: every pair that could matter is tried at the beginning. */
static strata_status find_all_edges(st_layer_run *l) {
  uint32_t last = 0;
  if (!l->pass->all_edges) return STRATA_OK;
  for (uint32_t a = 0; a < l->work->node_count; a++) {
    if (!number_potential(l, a, &last)) return STRATA_ENOMEM;
    strata_status status = find_deps(l, a);
    if (status) return status;
    if (!add_edges(l, a)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* One unit more; *any is false when there is none. */
static strata_status advance(st_layer_run *l, bool *any) {
  choice next = {0};
  strata_status status = take_in(l);
  for (int phase = 0; !status && !next.any && phase < 3; phase++) {
    status = choose(l, &l->work->queues[phase], &next);
  }
  *any = next.any;
  return status || !next.any ? status : apply(l, &next);
}

strata_status st_depend_run(st_pass *pass, size_t bucket) {
  st_work *work = &pass->work;
  st_work_reset(work);
  work->time++;
  st_layer_run l = {.pass = pass,
                    .work = work,
                    .layer = pass->buckets[bucket].layer,
                    .bucket = bucket,
                    .begin = work->time,
                    .round = 1,
                    .deps_round = 1};
  pass->last = (st_place){0};
  pass->applied_in_layer = 0;
  st_profile_at before =
      st_profile_enter(pass->profile, STRATA_PROFILE_ORDER, l.layer);
  strata_status status = take_in(&l);
  if (!status) status = find_all_edges(&l);
  for (bool any = true; !status && any;) {
    status = advance(&l, &any);
  }
  st_profile_leave(pass->profile, before);
  return status;
}
