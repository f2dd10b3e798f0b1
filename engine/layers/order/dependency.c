/*
 * dependency.c - the order of the units of a layer, and the whole pass (613).
 *
 * Units are made, then each layer is applied. The next unit of a layer is the
 * first one, by phase and then by 613.7, that waits for no other
 * (dependency_graph.h). What a unit reads is on the board as it is at that
 * point, so no evaluation ever starts another one and there are no cycles.
 *
 * A unit that was passed over is considered again only when something was
 * changed that some unit reads: in a new round.
 */
#include "layers/order/dependency.h"

#include "layers/order/dependency_graph.h"
#include "layers/order/pending_queue.h"
#include "layers/pass/profile.h"

/* The unit to apply next. */
typedef struct next_unit_choice {
  bool any;
  uint32_t pending_unit;
  uint16_t text_change;
  st_order_reason reason;
} next_unit_choice;

/* -- Order -- */

/* Laws of the last phase go by name, all other units by 613.7. */
static bool is_ordered_before(const void *context, uint32_t a, uint32_t b) {
  const st_layer_ordering *l = context;
  const st_layer_unit *x = st_pending_unit_get(l, a);
  const st_layer_unit *y = st_pending_unit_get(l, b);
  if (x->phase == ST_LAYER_PHASE_LAST && x->index != y->index) {
    return x->index < y->index;
  }
  return st_layer_unit_before(x, y, l->layer, l->pass->rules);
}

/* Take in the units that came to the bucket, and bring the index up to date.
 * This is called before each unit, and mostly nothing has come. */
static strata_status take_new_units(st_layer_ordering *l) {
  st_order_scratch *work = l->work;
  st_mem *mem = l->pass->mem;
  size_t old = work->count;
  if (l->taken_count == l->pass->buckets[l->bucket].count) {
    return st_pending_units_index(l);
  }
  strata_status status = st_pending_units_take_new(l);
  size_t added[3] = {0};
  for (size_t c = old; !status && c < work->count; c++) {
    uint8_t phase = work->pending_units[c].phase;
    added[phase]++;
    if (!st_pending_queue_add(mem, &work->queues[phase], (uint32_t)c)) {
      status = STRATA_ENOMEM;
    }
  }
  const st_pending_queue_order order = {is_ordered_before, l};
  for (int phase = 0; !status && phase < 3; phase++) {
    if (!st_pending_queue_sort(mem, &work->queues[phase], added[phase], order,
                               &work->sort_scratch)) {
      status = STRATA_ENOMEM;
    }
  }
  return status ? status : st_pending_units_index(l);
}

/* -- Choosing the next unit -- */

static strata_order_reason default_order_reason(const st_layer_ordering *l,
                                                const st_layer_unit *unit) {
  if (unit->kind == ST_LAYER_UNIT_LAW) return STRATA_REASON_LAW;
  if (unit->phase == ST_LAYER_PHASE_CDA) return STRATA_REASON_CDA;
  return st_layer_order(l->pass->rules, l->layer) == STRATA_BY_PRIORITY
             ? STRATA_REASON_PRIORITY
             : STRATA_REASON_TIMESTAMP;
}

/* Whether a unit that exists may be applied. Its node keeps the reason for
 * which it was passed over. */
static strata_status check_dependencies(st_layer_ordering *l, uint32_t c,
                                        bool *ready, st_order_reason *reason) {
  st_dependency_node *node = st_dependency_node_get(l, c);
  *ready = true;
  if (node->read_count > 0) {
    strata_status status = st_dependency_graph_is_ready(l, c, ready, reason);
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

static strata_status report_lost_unit(const st_layer_ordering *l,
                                      uint32_t unit) {
  const st_pass_probe *probe = l->pass->probe;
  return probe ? probe->on_lost(probe->user, l->pass, unit, l->layer)
               : STRATA_OK;
}

/* Choose the unit, or tell that it *waits. A unit that lost its ability before
 * it could start is done: it never comes back. */
static strata_status consider_unit(st_layer_ordering *l, uint32_t c,
                                   next_unit_choice *out, bool *waits) {
  st_pending_unit *pending_unit = &l->work->pending_units[c];
  const st_layer_unit *unit = st_pending_unit_get(l, c);
  bool has_node = c < l->work->node_count && unit->phase != ST_LAYER_PHASE_LAST;
  *waits = has_node && st_dependency_node_get(l, c)->wait_round == l->round;
  if (*waits) return STRATA_OK;
  bool exists;
  strata_status status =
      st_dependency_trial_exists(l, c, &exists, &out->text_change);
  if (status) return status;
  pending_unit->done = !exists;
  if (!exists) return report_lost_unit(l, pending_unit->unit);
  if (!st_mem_work(l->pass->mem, 1)) return STRATA_ENOMEM;
  bool ready = true;
  out->reason = (st_order_reason){.because = default_order_reason(l, unit)};
  if (has_node) status = check_dependencies(l, c, &ready, &out->reason);
  *waits = !ready;
  out->any = !status && ready;
  out->pending_unit = c;
  return status;
}

/* Consider the passed-over units again, if a new round has begun. */
static strata_status reconsider_waiting_units(st_layer_ordering *l,
                                              st_pending_queue *q,
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

/* The first unit of a queue that waits for no other; none if all are done. */
static strata_status choose_next_unit(st_layer_ordering *l, st_pending_queue *q,
                                      next_unit_choice *out) {
  strata_status status = reconsider_waiting_units(l, q, out);
  while (!status && !out->any && q->head < q->count) {
    uint32_t c = q->at[q->head++];
    bool waits;
    status = consider_unit(l, c, out, &waits);
    if (waits) q->at[q->waiting++] = c;
  }
  if (status || out->any || q->waiting == 0) return status;
  assert(!"one unit is always ready"); /* the components of a graph have no
                                          cycle */
  return STRATA_ECORRUPT;
}

/* -- Applying -- */

static strata_status start_pending_unit(st_layer_ordering *l, uint32_t c) {
  st_pass *pass = l->pass;
  st_layer_unit *unit = st_pending_unit_get(l, c);
  if (unit->started) return STRATA_OK;
  st_members members;
  bool holds;
  strata_status status = st_dependency_trial_members(
      l, c, unit->clause, pass->bitmap_scratch, &members, &holds);
  if (!status) status = st_layer_unit_start(pass, unit, members, holds);
  const st_pass_probe *probe = pass->probe;
  if (status || !probe) return status;
  return probe->on_started(probe->user, pass, l->work->pending_units[c].unit,
                           l->layer);
}

/* Tell the units that read what unit `writer` has written. */
static strata_status invalidate_readers(st_layer_ordering *l, uint32_t writer) {
  enum { FEW = 8 };
  if (writer >= l->work->node_count ||
      st_dependency_node_get(l, writer)->write_count == 0) {
    return STRATA_OK;
  }
  st_u32_vec *readers = &l->work->affected;
  if (!st_pending_units_find_readers(l, writer, readers)) return STRATA_ENOMEM;
  if (readers->count == 0) return STRATA_OK;
  l->round++;
  bool many = readers->count > FEW;
  if (many) l->deps_round++;
  bool text = st_pending_unit_changes_text(l, writer);
  for (size_t i = 0; i < readers->count; i++) {
    st_dependency_trial_touched(l, readers->at[i], writer);
    if (!many && !st_dependency_graph_invalidate(l, readers->at[i])) {
      return STRATA_ENOMEM;
    }
    if (!text) continue;
    strata_status status = st_pending_unit_reread(l, readers->at[i]);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status apply_chosen_unit(st_layer_ordering *l,
                                       const next_unit_choice *next) {
  st_pass *pass = l->pass;
  uint32_t number = l->work->pending_units[next->pending_unit].unit;
  st_layer_unit *unit = &pass->units[number];
  st_profile_cursor before =
      st_profile_enter_unit(pass, number, l->layer, ST_PROFILE_SUBJECT);
  strata_status status =
      st_layer_unit_clause(pass, unit, next->text_change, &unit->clause);
  if (!status) {
    unit->instance.text_change = next->text_change;
    status = start_pending_unit(l, next->pending_unit);
  }
  if (status) return status;
  /* pass->units may move when a unit gives an ability. */
  const st_clause *clause = unit->clause;
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
                                            .clause = clause,
                                            .members = &members,
                                            .mode = ST_UNIT_STEP_APPLY,
                                            .reason = &next->reason},
                            &pass->scratch);
  st_profile_count_applied(pass, &members);
  st_profile_leave(pass->profile, before);
  l->work->pending_units[next->pending_unit].done = true;
  l->work->time++;
  if (!status && pass->probe) {
    status = pass->probe->on_applied(pass->probe->user, pass, number, l->layer);
  }
  return status ? status : invalidate_readers(l, next->pending_unit);
}

/* -- The layer -- */

/* Apply one more unit; *any is false if there is none. */
static strata_status apply_next_unit(st_layer_ordering *l, bool *any) {
  next_unit_choice next = {0};
  strata_status status = take_new_units(l);
  for (int phase = 0; !status && !next.any && phase < 3; phase++) {
    status = choose_next_unit(l, &l->work->queues[phase], &next);
  }
  *any = next.any;
  return status || !next.any ? status : apply_chosen_unit(l, &next);
}

static strata_status apply_layer(st_pass *pass, size_t bucket) {
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
  if (!status && pass->probe) {
    status = pass->probe->on_layer(pass->probe->user, pass, l.layer);
  }
  if (!status) status = st_dependency_graph_record_edges(&l);
  for (bool any = true; !status && any;) {
    status = apply_next_unit(&l, &any);
  }
  st_profile_leave(pass->profile, before);
  return status;
}

/* -- The pass -- */

strata_status st_pass_run(st_pass *pass) {
  st_profile_cursor before =
      st_profile_enter_what(pass->profile, STRATA_PROFILE_UNITS, 0);
  strata_status status = st_pass_begin(pass);
  if (!status && pass->in_force->active) status = st_layer_units_make(pass);
  st_profile_leave(pass->profile, before);
  /* A unit that appears during a layer may add a bucket behind it. */
  for (size_t i = 0; !status && i < pass->bucket_count; i++) {
    status = apply_layer(pass, i);
  }
  st_order_scratch_trim(&pass->order, pass->mem);
  return status;
}
