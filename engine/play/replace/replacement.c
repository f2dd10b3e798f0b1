/*
 * replace.c - the loop of 616.
 *
 * Each step of a batch's task makes one choice and pushes one program, so the
 * C stack is the same however many replacements there are. Who could be applied
 * to which event is kept as pairs: when a program has run, only the events that
 * it changed or made are looked at again (616.1f), unless the state has changed
 * under it. Of watchers that differ in nothing that could be told, one stands
 * for all, so that nobody is asked which of them is first.
 *
 * Several who decide go in turn order (101.4), and where the rules do not say
 * what that is in the order of their events.
 */
#include "play/replace/replacement.h"

#include "play/compare/commute_static.h"
#include "play/compare/try_options.h"
#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/turn_order.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/entry_preview.h"
#include "play/replace/candidates.h"
#include "play/replace/equal_candidates.h"
#include "rules/model/sba_def.h"
#include "world/tables/started_watchers.h"

#include <string.h>

static strata_status push_replacement_program(st_execution *run, uint32_t frame,
                                              uint32_t at, uint32_t end) {
  st_task task = {
      .kind = ST_TASK_INSTRUCTIONS, .frame = frame, .at = at, .end = end};
  return st_task_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Marks -- */

void st_replacement_inherit(st_execution *run, uint32_t event, uint32_t from) {
  st_event *parent = st_event_get(run, from);
  st_event *e = st_event_get(run, event);
  strata_field field = run->rules->common_fields.effect;
  e->applied_set = parent->applied_set;
  e->shares_applied_set = true;
  e->last_applied_hash = parent->last_applied_hash;
  parent->part_count++;
  bool effect = parent->state == ST_EVENT_REPLACED ||
                st_event_word(run, from, field) != 0;
  e->words[st_event_type_field_index(run->rules, e->type, field)] = effect;
}

/* It was applied to this event. A set that others have too is left to them. */
static strata_status add_to_applied_set(st_execution *run, uint32_t event,
                                        const st_watcher_id *id) {
  st_event *e = st_event_get(run, event);
  e->last_applied_hash = id->hash;
  if (e->applied_set == 0 || e->shares_applied_set) {
    e->applied_set = st_applied_sets_new(&run->applied_sets, e->applied_set);
    e->shares_applied_set = false;
  }
  bool done = e->applied_set != 0 &&
              st_applied_sets_add(&run->applied_sets, e->applied_set, id);
  return done ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Self-replacements -- */

/* What the deed that emitted an event says of it: once for each. */
static strata_status apply_self_replacement(st_execution *run, uint32_t batch,
                                            bool *again) {
  *again = false;
  uint32_t at = st_batch_get(run, batch)->self_done_until;
  uint32_t e =
      at != 0 ? st_event_get(run, at)->next : st_batch_get(run, batch)->first;
  for (; e != 0; e = st_event_get(run, e)->next) {
    st_event *event = st_event_get(run, e);
    if (event->self_frame == 0 || !st_event_is_proposed(event)) {
      st_batch_get(run, batch)->self_done_until = e;
      continue;
    }
    strata_status status = st_can_happen_update_matters(run, e);
    event = st_event_get(run, e);
    if (status || !st_event_is_proposed(event)) return status;
    uint32_t frame = event->self_frame;
    event->self_frame = 0;
    *again = true;
    if (st_trace_is_on(run)) status = st_trace_begin_applied(run, e, NULL);
    if (status) return status;
    event = st_event_get(run, e);
    return push_replacement_program(run, frame, event->self_at,
                                    event->self_end);
  }
  return STRATA_OK;
}

/* -- Pairs -- */

static void mark_event_dirty(st_execution *run, uint32_t event) {
  run->candidates_stale_count += st_event_get(run, event)->candidates_known;
  st_event_get(run, event)->candidates_known = false;
}

/* They differ in nothing, nor in what they still may. */
static bool is_equivalent_watcher(const st_execution *run,
                                  const st_watcher_candidate *a,
                                  const st_watcher_candidate *b) {
  if (!st_watcher_index_is_equivalent(&run->index, a, b)) return false;
  return a->started_handle == 0 ||
         st_candidate_limits_equal(st_candidate_limits_get(run, a),
                                   st_candidate_limits_get(run, b));
}

static strata_status add_replacement_candidate(st_execution *run,
                                               uint32_t event, uint32_t found,
                                               strata_entity decider) {
  if (!st_mem_reserve(run->mem, &run->candidates, &run->candidate_capacity,
                      run->candidate_count + 1, sizeof run->candidates[0])) {
    return STRATA_ENOMEM;
  }
  const st_watcher_candidate *f = st_execution_candidate(run, found);
  uint32_t rank =
      st_watcher_def_get(run->rules, f->watcher_def)->replacement_class;
  st_event *e = st_event_get(run, event);
  if (rank < e->lowest_class) e->lowest_class = rank;
  run->candidates[run->candidate_count++] = (st_replacement_candidate){
      .event = event, .candidate = found, .class = rank, .decider = decider};
  return STRATA_OK;
}

/* Whether one can stand for all that are like it: where there is but one event,
 * or they have no limits, which of them is taken makes no difference. */
static bool represents_its_equals(const st_execution *run,
                                  st_candidate_limits limits, uint32_t event) {
  if (run->batches[run->events[event - 1].batch - 1].count == 1) return true;
  return limits.uses_left == UINT32_MAX && limits.amount_left == -1;
}

static bool is_replacing_role(const st_watcher_def *code) {
  return code->role == STRATA_ROLE_REPLACE || code->role == STRATA_ROLE_PREVENT;
}

/* Those of an event that is of who enters: what it says of itself. */
static strata_status collect_from_entering(st_execution *run, uint32_t event,
                                           strata_entity decider) {
  const st_entry_preview *would = st_event_entry_preview(run, event);
  if (would && would->event_type != st_event_get(run, event)->type)
    would = NULL;
  uint32_t first = would ? would->own_first : 0;
  uint32_t count = would ? would->own_count : 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t number = ST_OWN_CANDIDATE | (first + i);
    const st_watcher_candidate *found = st_execution_candidate(run, number);
    bool says = false;
    if (!is_replacing_role(
            st_watcher_def_get(run->rules, found->watcher_def)) ||
        !st_use_limits_allow(run, found, event)) {
      continue;
    }
    status = st_applicability_test(run, found, event, &says);
    if (!status && says)
      status = add_replacement_candidate(run, event, number, decider);
  }
  return status;
}

#define REPLACING_ROLES                                                        \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT))

/* The pairs of all in a list of the index. Whom the one before stands for is
 * passed over; what was just said of one is not asked of its like. */
static strata_status collect_from_index(st_execution *run, uint32_t event,
                                        uint32_t n, strata_entity decider) {
  const st_watcher_candidate *last = NULL;
  st_candidate_limits last_limits = {0};
  bool last_says = false;
  strata_status status = STRATA_OK;
  st_equal_candidates_begin(run, event);
  while (!status && n != 0) {
    uint32_t number = n;
    const st_watcher_candidate *found = st_execution_candidate(run, number);
    const st_watcher_def *code =
        st_watcher_def_get(run->rules, found->watcher_def);
    n = found->next;
    if (!st_use_limits_allow(run, found, event)) continue;
    st_candidate_limits limits = st_candidate_limits_get(run, found);
    bool like = last && st_candidate_limits_equal(last_limits, limits) &&
                st_watcher_index_is_equivalent(&run->index, last, found);
    bool joins = like && !code->always_ask;
    bool passed = joins && represents_its_equals(run, limits, event);
    if (!st_equal_candidates_add(run, number, joins)) return STRATA_ENOMEM;
    if (passed || (like && !last_says)) continue;
    if (!like) status = st_applicability_test(run, found, event, &last_says);
    last = found;
    last_limits = limits;
    if (!status && last_says)
      status = add_replacement_candidate(run, event, number, decider);
  }
  if (!status) st_equal_candidates_end(run);
  return status;
}

/* The same by the last look, which still holds: one of each group. */
static strata_status collect_from_groups(st_execution *run, uint32_t event,
                                         strata_entity decider) {
  strata_status status = STRATA_OK;
  size_t group = 0;
  uint32_t n = st_equal_candidates_next(run, &group);
  for (; !status && n != 0; n = st_equal_candidates_next(run, &group)) {
    bool says = false;
    status = st_applicability_test(run, st_execution_candidate(run, n), event,
                                   &says);
    if (!status && says)
      status = add_replacement_candidate(run, event, n, decider);
  }
  return status;
}

/* The pairs of one event. */
static strata_status collect_for_event(st_execution *run, uint32_t event) {
  strata_entity decider = 0;
  uint32_t n = 0;
  st_event *e = st_event_get(run, event);
  e->lowest_class = UINT32_MAX;
  if (st_equal_candidates_is_valid(run, event)) {
    strata_status status = st_turn_order_decider(run, event, &decider);
    return status ? status : collect_from_groups(run, event, decider);
  }
  strata_status status = st_watcher_index_find(&run->index, e->type,
                                               st_event_key_words(run, event),
                                               REPLACING_ROLES, &n);
  if (!status && (n != 0 || st_event_entry_preview(run, event))) {
    status = st_turn_order_decider(run, event, &decider);
  }
  if (!status) status = collect_from_index(run, event, n, decider);
  return status ? status : collect_from_entering(run, event, decider);
}

/* An event that has changed is judged anew before anybody looks at it. */
static strata_status reevaluate_event(st_execution *run, uint32_t event) {
  st_event_get(run, event)->candidates_known = true;
  if (!st_event_is_proposed(st_event_get(run, event))) return STRATA_OK;
  strata_status status = st_entry_preview_refresh(run, event);
  if (!status) status = st_why_not_at(run, event, 0, ST_WHY_NOT_CANT);
  if (!status) status = st_can_happen_update(run, event);
  if (status || !st_event_is_proposed(st_event_get(run, event))) return status;
  status = st_why_not_at(run, event, 0, ST_WHY_NOT_REPLACE);
  return status ? status : collect_for_event(run, event);
}

static void swap_candidate_buffers(st_execution *run) {
  st_replacement_candidate *pairs = run->candidates;
  size_t capacity = run->candidate_capacity;
  run->candidates = run->old_candidates;
  run->candidate_capacity = run->old_candidate_capacity;
  run->old_candidates = pairs;
  run->old_candidate_capacity = capacity;
}

/* The pairs of the first event that has some, which alone has changed. */
static strata_status refresh_first_event(st_execution *run) {
  size_t count = run->candidate_count;
  size_t old = 0;
  uint32_t event = run->candidates[0].event;
  while (old < count && run->candidates[old].event == event) {
    old++;
  }
  strata_status status = reevaluate_event(run, event);
  size_t made = run->candidate_count - count;
  size_t room = sizeof run->candidates[0];
  if (!status &&
      !st_mem_reserve(run->mem, &run->old_candidates,
                      &run->old_candidate_capacity, made + 1, room)) {
    status = STRATA_ENOMEM;
  }
  if (status) return status;
  memcpy(run->old_candidates, run->candidates + count, made * room);
  memmove(run->candidates + made, run->candidates + old, (count - old) * room);
  memcpy(run->candidates, run->old_candidates, made * room);
  run->candidate_count = count - old + made;
  run->candidates_stale_count = 0;
  return STRATA_OK;
}

/* The pairs of those that have changed, among those of the others: all in the
 * order of events, whose numbers ascend in a batch. Mostly one event is changed
 * after another, from the first on. */
static strata_status refresh_dirty_events(st_execution *run, uint32_t batch) {
  bool none_new = run->candidates_last_event == st_batch_get(run, batch)->last;
  if (none_new && run->candidates_stale_count == 0) return STRATA_OK;
  if (none_new && run->candidates_stale_count == 1 &&
      run->candidate_count > 0 &&
      !st_event_get(run, run->candidates[0].event)->candidates_known) {
    return refresh_first_event(run);
  }
  size_t count = run->candidate_count;
  size_t at = 0;
  strata_status status = STRATA_OK;
  swap_candidate_buffers(run);
  run->candidate_count = 0;
  for (uint32_t e = st_batch_get(run, batch)->first; !status && e != 0;
       e = st_event_get(run, e)->next) {
    bool looked = st_event_get(run, e)->candidates_known;
    if (!looked) status = reevaluate_event(run, e);
    for (; !status && at < count && run->old_candidates[at].event == e; at++) {
      const st_replacement_candidate *old = &run->old_candidates[at];
      if (looked)
        status =
            add_replacement_candidate(run, e, old->candidate, old->decider);
    }
  }
  run->candidates_stale_count = 0;
  run->candidates_last_event = st_batch_get(run, batch)->last;
  return status;
}

/* All pairs of a batch, as the state is now. */
static strata_status refresh_candidates(st_execution *run, uint32_t batch) {
  bool held = st_watcher_index_is_current(&run->index);
  if (!held || run->candidates_batch != batch ||
      run->candidates_index_serial != run->index.serial) {
    run->candidate_count = 0;
    run->candidates_last_event = 0;
    for (uint32_t e = st_batch_get(run, batch)->first; e != 0;
         e = st_event_get(run, e)->next) {
      mark_event_dirty(run, e);
    }
  }
  strata_status status = refresh_dirty_events(run, batch);
  run->candidates_batch = batch;
  run->candidates_index_serial = run->index.serial;
  return status;
}

/* -- Choosing one -- */

/* It is of the lowest of its event's ranks. */
static bool is_of_lowest_class(const st_execution *run,
                               const st_replacement_candidate *pair) {
  return pair->class == run->events[pair->event - 1].lowest_class;
}

/* The events of one decider to which one could be applied now. */
static uint32_t collect_candidate_events(const st_execution *run,
                                         const st_replacement_candidate *pair,
                                         uint32_t *events) {
  uint32_t count = 0;
  for (size_t i = 0; i < run->candidate_count; i++) {
    const st_replacement_candidate *p = &run->candidates[i];
    if (p->candidate != pair->candidate || p->decider != pair->decider)
      continue;
    if (!is_of_lowest_class(run, p)) continue;
    if (events) events[count] = p->event;
    count++;
  }
  return count;
}

/* True if it could not be applied to all of those of its decider that it says
 * something of: then it is a choice to which. */
static bool is_limited(const st_execution *run,
                       const st_replacement_candidate *pair) {
  const st_watcher_candidate *found =
      st_execution_candidate(run, pair->candidate);
  uint32_t uses = st_use_limits_left(run, found);
  return uses != UINT32_MAX && uses < collect_candidate_events(run, pair, NULL);
}

/* Somebody like it is among those that are chosen from. */
static bool has_equivalent_choice(const st_execution *run, const uint32_t *all,
                                  uint32_t count,
                                  const st_replacement_candidate *pair) {
  const st_watcher_candidate *found =
      st_execution_candidate(run, pair->candidate);
  if (st_watcher_def_get(run->rules, found->watcher_def)->always_ask)
    return false;
  for (uint32_t i = 0; i < count; i++) {
    const st_replacement_candidate *other = &run->candidates[all[i]];
    if (is_equivalent_watcher(
            run, st_execution_candidate(run, other->candidate), found)) {
      return true;
    }
  }
  return false;
}

/* How many pairs there are of the first event; and room for as many as may be
 * chosen from, which are others only where something is scarce. */
static uint32_t count_first_event(const st_execution *run, uint32_t first,
                                  uint32_t *room) {
  uint32_t count = 0;
  bool scarce = false;
  uint32_t event = run->candidates[first].event;
  while (first + count < run->candidate_count &&
         run->candidates[first + count].event == event) {
    scarce = scarce || is_limited(run, &run->candidates[first + count]);
    count++;
  }
  *room = scarce ? (uint32_t)run->candidate_count : count;
  return count;
}

/* The pairs that are chosen from: those of the first event with the lowest rank
 * (616.1a-e), and of the scarce among them those of other events. */
static strata_status collect_choices(st_execution *run, uint32_t first,
                                     uint32_t **out, uint32_t *count) {
  uint32_t room;
  uint32_t end = first + count_first_event(run, first, &room);
  uint32_t event = run->candidates[first].event;
  uint32_t *all = st_arena_alloc(&run->arena, room, sizeof all[0]);
  *count = 0;
  *out = all;
  if (!all) return STRATA_ENOMEM;
  for (uint32_t i = first; i < end; i++) {
    const st_replacement_candidate *p = &run->candidates[i];
    if (!is_of_lowest_class(run, p)) continue;
    if (!has_equivalent_choice(run, all, *count, p)) all[(*count)++] = i;
  }
  uint32_t own = *count;
  for (uint32_t n = 0; n < own; n++) {
    const st_replacement_candidate *mine = &run->candidates[all[n]];
    if (!is_limited(run, mine)) continue;
    for (uint32_t i = 0; i < run->candidate_count; i++) {
      const st_replacement_candidate *p = &run->candidates[i];
      bool other = p->event != event && p->candidate == mine->candidate &&
                   p->decider == mine->decider;
      if (other && is_of_lowest_class(run, p)) all[(*count)++] = i;
    }
  }
  return STRATA_OK;
}

static bool do_all_only_add(const st_execution *run, const uint32_t *all,
                            uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const st_watcher_candidate *found =
        st_execution_candidate(run, run->candidates[all[i]].candidate);
    const st_watcher_def *code =
        st_watcher_def_get(run->rules, found->watcher_def);
    if (code->uses != 0 || !st_commute_static_only_adds(code)) return false;
  }
  return true;
}

/* An option is called by what its code is; beside it stands whose it is, or
 * where the choice is between events, what makes the event. */
static st_new_action_value
option_of_candidate(const st_execution *run,
                    const st_replacement_candidate *pair, bool events) {
  const st_watcher_candidate *found =
      st_execution_candidate(run, pair->candidate);
  int64_t who = (int64_t)st_entity_unless_preview(found->self);
  if (events) {
    who = st_event_word(run, pair->event, run->rules->common_fields.cause);
  }
  return (st_new_action_value){
      .type = who != 0 ? STRATA_REF + 1 : 0,
      .value = {.number = who},
      .text = st_watcher_def_get(run->rules, found->watcher_def)->name};
}

static bool has_one_decider(const st_execution *run) {
  size_t i = 0;
  while (i < run->candidate_count &&
         run->candidates[i].decider == run->candidates[0].decider) {
    i++;
  }
  return i == run->candidate_count;
}

/* The first pair of the event about which somebody decides first: in turn
 * order, then in theirs. */
static strata_status find_first_candidate(st_execution *run, uint32_t *out) {
  uint32_t least = UINT32_MAX;
  *out = 0;
  if (has_one_decider(run)) return STRATA_OK;
  strata_status status = st_turn_order_refresh(run);
  for (uint32_t i = 0; !status && i < run->candidate_count; i++) {
    uint32_t place = st_turn_order_place(run, run->candidates[i].decider);
    if (place >= least) continue;
    least = place;
    *out = i;
  }
  return status;
}

/* What is asked about pairs; NULL: no memory. */
static const st_new_decision *make_replacement_decision(st_execution *run,
                                                        const uint32_t *all,
                                                        uint32_t count,
                                                        const char **outcomes) {
  const st_replacement_candidate *first = &run->candidates[all[0]];
  bool events = first->event != run->candidates[all[count - 1]].event;
  st_new_decision *ask = st_arena_alloc(&run->arena, 1, sizeof *ask);
  st_new_action_value *options =
      st_arena_alloc(&run->arena, count, sizeof options[0]);
  if (!ask || !options) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = option_of_candidate(run, &run->candidates[all[i]], events);
    options[i].outcome = outcomes ? outcomes[i] : NULL;
  }
  *ask =
      (st_new_decision){.purpose = ST_PURPOSE_REPLACE,
                        .player = first->decider,
                        .source = (strata_entity)st_event_word(
                            run, first->event, run->rules->common_fields.cause),
                        .options = options,
                        .option_count = count,
                        .min = 1,
                        .max = 1};
  return ask;
}

static bool must_ask_replacement(const st_execution *run, const uint32_t *all,
                                 uint32_t count) {
  bool always = run->rules->play->always_ask;
  for (uint32_t i = 0; i < count && !always; i++) {
    const st_watcher_candidate *found =
        st_execution_candidate(run, run->candidates[all[i]].candidate);
    always = st_watcher_def_get(run->rules, found->watcher_def)->always_ask;
  }
  return always;
}

/* What they say of one event comes to the same in any order. */
static strata_status do_candidates_commute(st_execution *run,
                                           const uint32_t *all, uint32_t count,
                                           bool *out) {
  strata_watcher_def *codes =
      st_arena_alloc(&run->arena, count, sizeof codes[0]);
  if (!codes) return STRATA_ENOMEM;
  *out = true;
  for (uint32_t i = 0; i < count; i++) {
    const st_replacement_candidate *pair = &run->candidates[all[i]];
    codes[i] = st_execution_candidate(run, pair->candidate)->watcher_def;
    if (pair->event != run->candidates[all[0]].event) *out = false;
  }
  return *out ? st_commute_static_watchers(run, codes, count, out) : STRATA_OK;
}

/* Those that are chosen from now; none if no event has any left. */
static strata_status find_choices(st_execution *run, uint32_t batch,
                                  uint32_t **all, uint32_t *count) {
  uint32_t first;
  *count = 0;
  strata_status status = refresh_candidates(run, batch);
  if (status || run->candidate_count == 0) return status;
  status = find_first_candidate(run, &first);
  return status ? status : collect_choices(run, first, all, count);
}

/* Nobody is asked about it, and the log says so. */
static strata_status skip_decision(st_execution *run,
                                   const st_new_decision *ask, uint32_t event) {
  strata_status status =
      st_decisions_log_left_out(run, ask, st_event_get(run, event)->type);
  if (status || !st_trace_is_on(run)) return status;
  return st_trace_add_watcher(run, ST_TRACE_LEFT_OUT, event, NULL);
}

static strata_status skip_replacement_choice(st_execution *run,
                                             const uint32_t *all,
                                             uint32_t count) {
  const st_new_decision *ask = make_replacement_decision(run, all, count, NULL);
  if (!ask) return STRATA_ENOMEM;
  return skip_decision(run, ask, run->candidates[all[0]].event);
}

/* What comes of each is tried, unless an earlier run of the action has done so
 * and asked: it would be tried again for each answer to all that comes later.
 */
static strata_status try_candidates(st_execution *run, uint32_t batch,
                                    uint32_t **all, uint32_t *count,
                                    const st_new_decision **ask, bool *same) {
  const char **outcomes =
      st_arena_alloc(&run->arena, *count, sizeof(const char *));
  if (!outcomes) return STRATA_ENOMEM;
  *same = false;
  *ask = make_replacement_decision(run, *all, *count, NULL);
  if (*ask && st_decisions_recall_outcomes(run, *ask, &outcomes)) {
    *ask = make_replacement_decision(run, *all, *count, outcomes);
    return *ask ? STRATA_OK : STRATA_ENOMEM;
  }
  const st_try_choice branches = {.option_count = *count,
                                  .stop_at_tasks =
                                      st_task_count_below(run, batch),
                                  .player = run->candidates[(*all)[0]].decider};
  st_try_result result;
  uint32_t before = *count;
  strata_status status =
      *ask ? st_try_options(run, &branches, &result, outcomes) : STRATA_ENOMEM;
  if (!status) status = find_choices(run, batch, all, count);
  if (status) return status;
  assert(*count == before);
  (void)before;
  *same = result == ST_TRY_SAME;
  if (result == ST_TRY_UNKNOWN) {
    status = do_candidates_commute(run, *all, *count, same);
  }
  *ask = make_replacement_decision(run, *all, *count, outcomes);
  return status || *ask ? status : STRATA_ENOMEM;
}

/* One of several. Nobody is asked where it makes no difference. */
static strata_status choose_candidate(st_execution *run, uint32_t batch,
                                      uint32_t *all, uint32_t count,
                                      uint32_t *chosen) {
  bool always = must_ask_replacement(run, all, count);
  uint32_t option = 0;
  if (!always && do_all_only_add(run, all, count)) {
    *chosen = all[0];
    return run->attempt ? STRATA_OK : skip_replacement_choice(run, all, count);
  }
  if (run->attempt) { /* the first choice is the one that is tried */
    bool asks = always && run->attempt->met_count > 0;
    strata_status status =
        asks ? STRATA_ESUSPEND : st_decisions_try_option(run, count, &option);
    *chosen = all[option];
    return status;
  }
  const st_new_decision *ask = NULL;
  bool same = false;
  strata_status status = try_candidates(run, batch, &all, &count, &ask, &same);
  if (status) return status;
  *chosen = all[0];
  if (same && !always) {
    return skip_decision(run, ask, run->candidates[all[0]].event);
  }
  const st_new_answer *answer;
  if (st_trace_is_on(run))
    run->trace->decided_event = run->candidates[all[0]].event;
  status = st_decisions_ask(run, ask, &answer);
  if (!status) *chosen = all[answer->options[0]];
  return status;
}

/* -- Applying it -- */

/* It is not applied, and cannot be any more. */
static strata_status skip_candidate(st_execution *run, uint32_t event,
                                    const st_watcher_candidate *found,
                                    st_trace_note_type what) {
  strata_status status = STRATA_OK;
  if (st_trace_is_on(run))
    status = st_trace_add_watcher(run, what, event, found);
  return status ? status : add_to_applied_set(run, event, &found->id);
}

/* The shares of a limited amount; those who get nothing are passed over. */
static strata_status share_prevention(st_execution *run,
                                      const st_replacement_candidate *pair,
                                      const st_watcher_candidate *found) {
  uint32_t slot = st_started_watcher_slot(run->store, found->started_handle);
  int64_t left;
  if (slot == 0 || !st_started_watcher_amount_left(run->store, slot, &left))
    return STRATA_OK;
  uint32_t all = collect_candidate_events(run, pair, NULL);
  uint32_t *events = st_arena_alloc(&run->arena, all, sizeof events[0]);
  if (!events) return STRATA_ENOMEM;
  collect_candidate_events(run, pair, events);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; i++) {
    if (st_prevention_amount(run, found->watcher_def, events[i]) > 0) {
      events[count++] = events[i];
    }
  }
  strata_status status =
      st_prevention_ask_shares(run, found, pair->decider, events, count);
  for (uint32_t i = 0; !status && i < count; i++) {
    int64_t amount;
    bool shared = st_prevention_find_share(run, found->started_handle,
                                           events[i], &amount);
    if (!shared || amount > 0 || events[i] == pair->event) continue;
    status = skip_candidate(run, events[i], found, ST_TRACE_NOTHING_PREVENTED);
    mark_event_dirty(run, events[i]);
  }
  return status;
}

strata_status st_replacement_record_use(st_execution *run, uint64_t watch) {
  if (watch == 0) return STRATA_OK;
  if (!st_mem_reserve(run->mem, &run->used_started, &run->used_started_capacity,
                      run->used_started_count + 1,
                      sizeof run->used_started[0])) {
    return STRATA_ENOMEM;
  }
  run->used_started[run->used_started_count++] = watch;
  return STRATA_OK;
}

/* A frame of its own, with what its watcher was given. */
static uint32_t new_replacement_frame(st_execution *run,
                                      const st_watcher_candidate *found,
                                      uint32_t event) {
  const st_program *deeds =
      &st_watcher_def_get(run->rules, found->watcher_def)->program;
  uint32_t frame = st_frame_new(run, deeds, found->self, found->you, event);
  if (frame == 0) return 0;
  st_frame *f = st_frame_get(run, frame);
  memcpy(f->variables, found->variables,
         deeds->variables.count * sizeof f->variables[0]);
  f->watcher_def = found->watcher_def;
  f->started_handle = found->started_handle;
  f->uses_preview = true;
  return frame;
}

/* Marks, uses and the log are written; nobody else watches for them. */
static strata_status record_application(st_execution *run,
                                        const st_watcher_candidate *found,
                                        uint32_t event) {
  bool held = st_watcher_index_is_current(&run->index);
  st_equal_candidates_applied(run, event);
  strata_status status = add_to_applied_set(run, event, &found->id);
  if (!status) status = st_replacement_record_use(run, found->started_handle);
  if (!status) status = st_use_limits_count_use(run, found);
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found->watcher_def);
  if (!status && code->role == STRATA_ROLE_REPLACE) {
    status = st_event_log_write_outcome(
        run, event, ST_LOGGED_REPLACED, found->watcher_def,
        st_entity_unless_preview(found->self), 0);
  }
  st_watcher_index_stay_current(&run->index, held);
  return status;
}

static strata_status apply_candidate(st_execution *run, uint32_t batch,
                                     const st_replacement_candidate *pair) {
  st_watcher_candidate found = *st_execution_candidate(run, pair->candidate);
  uint32_t event = pair->event;
  bool yes;
  mark_event_dirty(run, event);
  if (st_trace_is_on(run)) run->trace->decided_event = event;
  strata_status status = st_decisions_ask_optional(
      run, found.watcher_def, st_entity_unless_preview(found.self),
      found.you ? found.you : pair->decider, &yes);
  if (status) return status;
  if (!yes) return skip_candidate(run, event, &found, ST_TRACE_DECLINED);
  status = share_prevention(run, pair, &found);
  if (status) return status;
  int64_t shared;
  if (st_prevention_find_share(run, found.started_handle, event, &shared) &&
      shared == 0 && st_prevention_amount(run, found.watcher_def, event) > 0) {
    return skip_candidate(run, event, &found, ST_TRACE_NOTHING_PREVENTED);
  }
  status = record_application(run, &found, event);
  if (!status && st_trace_is_on(run))
    status = st_trace_begin_applied(run, event, &found);
  uint32_t frame = status ? 0 : new_replacement_frame(run, &found, event);
  if (frame == 0) return status ? status : STRATA_ENOMEM;
  st_batch_get(run, batch)->replaced_event = event;
  st_batch_get(run, batch)->applied_candidate = pair->candidate;
  st_batch_get(run, batch)->event_count_before = (uint32_t)run->event_count;
  const st_watcher_def *code =
      st_watcher_def_get(run->rules, found.watcher_def);
  if (code->program.instruction_count == 0)
    return st_prevention_prevent(run, frame, NULL);
  return push_replacement_program(run, frame, 0,
                                  code->program.instruction_count);
}

/* Whoever has none left is no longer for any event. */
static void mark_spent_events_dirty(st_execution *run, uint32_t found) {
  bool held = st_watcher_index_is_current(&run->index);
  if (!held || run->candidates_index_serial != run->index.serial) return;
  if (st_use_limits_left(run, st_execution_candidate(run, found)) > 0) return;
  for (size_t i = 0; i < run->candidate_count; i++) {
    if (run->candidates[i].candidate == found)
      mark_event_dirty(run, run->candidates[i].event);
  }
}

/* What the last application has done: who alone takes an event's place goes on
 * with its marks. */
static void finish_last_application(st_execution *run, uint32_t batch) {
  st_batch *b = st_batch_get(run, batch);
  uint32_t event = b->replaced_event;
  b->replaced_event = 0;
  if (event == 0) return;
  mark_spent_events_dirty(run, b->applied_candidate);
  if (run->event_count != b->event_count_before + 1u) return;
  st_event *made = st_event_get(run, b->event_count_before + 1);
  if (made->parent == event && made->batch == batch)
    made->shares_applied_set = false;
}

/* What the last step has done, for an account. */
static strata_status trace_last_application(st_execution *run, uint32_t batch) {
  if (!st_trace_is_on(run)) return STRATA_OK;
  strata_status status = st_trace_end_applied(run, batch);
  return status ? status : st_trace_add_proposed(run, batch);
}

strata_status st_replacement_step(st_execution *run, uint32_t batch,
                                  bool *again) {
  finish_last_application(run, batch);
  *again = false;
  strata_status status = trace_last_application(run, batch);
  if (!status) status = apply_self_replacement(run, batch, again);
  if (status || *again) return status;
  uint32_t *all;
  uint32_t count;
  status = find_choices(run, batch, &all, &count);
  *again = !status && count > 0;
  if (!*again) return status;
  uint32_t chosen = all[0];
  if (count > 1) status = choose_candidate(run, batch, all, count, &chosen);
  if (status) return status;
  st_replacement_candidate pair = run->candidates[chosen];
  return apply_candidate(run, batch, &pair);
}

strata_status st_replacement_end_spent(st_execution *run) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < run->used_started_count; i++) {
    uint32_t slot = st_started_watcher_slot(run->store, run->used_started[i]);
    if (slot != 0 && st_started_watcher_is_spent(run->store, slot)) {
      status = st_started_watcher_remove(run->store, slot);
    }
  }
  run->used_started_count = 0;
  return status;
}

/* -- Deeds -- */

strata_status st_replacement_change(st_execution *run, uint32_t frame,
                                    const st_instruction *deed) {
  int64_t value = 0;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  st_event *event = st_event_get(run, st_frame_get(run, frame)->event);
  uint32_t place =
      st_event_type_field_index(run->rules, event->type, deed->what);
  if (place != ST_NO_FIELD_INDEX) event->words[place] = value;
  return STRATA_OK;
}

strata_status st_replacement_nothing(st_execution *run, uint32_t frame) {
  uint32_t event = st_frame_get(run, frame)->event;
  st_event_get(run, event)->state = ST_EVENT_REPLACED;
  return STRATA_OK;
}

strata_status st_replacement_instead(st_execution *run, uint32_t frame,
                                     uint32_t at, uint32_t end) {
  st_event *event = st_event_get(run, st_frame_get(run, frame)->event);
  event->state = ST_EVENT_REPLACED;
  st_task task = {.kind = ST_TASK_INSTRUCTIONS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect_batch = event->batch,
                  .emits_part = true};
  return st_task_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_replacement_also(st_execution *run, uint32_t frame,
                                  uint32_t at, uint32_t end) {
  uint32_t event = st_frame_get(run, frame)->event;
  uint32_t batch = st_event_get(run, event)->batch;
  uint32_t collect = st_batch_results(run, batch);
  if (collect == 0) return STRATA_ENOMEM;
  st_task task = {.kind = ST_TASK_INSTRUCTIONS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect_batch = collect,
                  .emits_part = true,
                  .emits_joined_part = true};
  return st_task_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}
