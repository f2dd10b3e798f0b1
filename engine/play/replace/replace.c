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
#include "play/replace/replace.h"

#include "play/compare/branch.h"
#include "play/compare/order.h"
#include "play/execution/doubt.h"
#include "play/execution/judge.h"
#include "play/execution/shield.h"
#include "play/execution/turn.h"
#include "play/perform/enter.h"
#include "play/replace/alike.h"
#include "rules/model/check.h"
#include "world/tables/watcher.h"

#include <string.h>

static strata_status push_deeds(st_run *run, uint32_t frame, uint32_t at,
                                uint32_t end) {
  st_task task = {.what = ST_TASK_DEEDS, .frame = frame, .at = at, .end = end};
  return st_run_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Marks -- */

void st_replace_inherit(st_run *run, uint32_t event, uint32_t from) {
  st_event *parent = st_run_event(run, from);
  st_event *e = st_run_event(run, event);
  strata_field field = run->rules->common.effect;
  e->marks = parent->marks;
  e->lends = true;
  e->applied = parent->applied;
  parent->parts++;
  bool effect = parent->state == ST_EVENT_REPLACED ||
                st_event_word(run, from, field) != 0;
  e->words[st_kind_place(run->rules, e->kind, field)] = effect;
}

/* It was applied to this event. A set that others have too is left to them. */
static strata_status mark(st_run *run, uint32_t event, const st_watch_id *id) {
  st_event *e = st_run_event(run, event);
  e->applied = id->hash;
  if (e->marks == 0 || e->lends) {
    e->marks = st_lineage_begin(&run->lineage, e->marks);
    e->lends = false;
  }
  bool done = e->marks != 0 && st_lineage_add(&run->lineage, e->marks, id);
  return done ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Self-replacements -- */

/* What the deed that emitted an event says of it: once for each. */
static strata_status replace_self(st_run *run, uint32_t batch, bool *again) {
  *again = false;
  uint32_t at = st_run_batch(run, batch)->self_at;
  uint32_t e =
      at != 0 ? st_run_event(run, at)->next : st_run_batch(run, batch)->first;
  for (; e != 0; e = st_run_event(run, e)->next) {
    st_event *event = st_run_event(run, e);
    if (event->own_frame == 0 || !st_event_is_alive(event)) {
      st_run_batch(run, batch)->self_at = e;
      continue;
    }
    strata_status status = st_judge_matters(run, e);
    event = st_run_event(run, e);
    if (status || !st_event_is_alive(event)) return status;
    uint32_t frame = event->own_frame;
    event->own_frame = 0;
    *again = true;
    if (st_is_traced(run)) status = st_trace_apply(run, e, NULL);
    if (status) return status;
    event = st_run_event(run, e);
    return push_deeds(run, frame, event->own_at, event->own_end);
  }
  return STRATA_OK;
}

/* -- Pairs -- */

static void look_again(st_run *run, uint32_t event) {
  run->stale += st_run_event(run, event)->looked;
  st_run_event(run, event)->looked = false;
}

/* They differ in nothing, nor in what they still may. */
static bool is_like(const st_run *run, const st_found *a, const st_found *b) {
  if (!st_index_alike(&run->index, a, b)) return false;
  return a->watch == 0 ||
         st_limits_same(st_limits_of(run, a), st_limits_of(run, b));
}

static strata_status add_pair(st_run *run, uint32_t event, uint32_t found,
                              strata_entity decider) {
  if (!st_mem_reserve(run->mem, &run->pairs, &run->pair_capacity,
                      run->pair_count + 1, sizeof run->pairs[0])) {
    return STRATA_ENOMEM;
  }
  const st_found *f = st_run_found(run, found);
  uint32_t rank = st_code_get(run->rules, f->code)->rank;
  st_event *e = st_run_event(run, event);
  if (rank < e->rank) e->rank = rank;
  run->pairs[run->pair_count++] = (st_pair){
      .event = event, .found = found, .rank = rank, .decider = decider};
  return STRATA_OK;
}

/* Whether one can stand for all that are like it: where there is but one event,
 * or they have no limits, which of them is taken makes no difference. */
static bool stands_for(const st_run *run, st_limits limits, uint32_t event) {
  if (run->batches[run->events[event - 1].batch - 1].count == 1) return true;
  return limits.uses == UINT32_MAX && limits.left == -1;
}

static bool replaces(const st_code *code) {
  return code->role == STRATA_ROLE_REPLACE || code->role == STRATA_ROLE_PREVENT;
}

/* Those of an event that is of who enters: what it says of itself. */
static strata_status look_at_own(st_run *run, uint32_t event,
                                 strata_entity decider) {
  const st_would *would = st_event_would(run, event);
  if (would && would->kind != st_run_event(run, event)->kind) would = NULL;
  uint32_t first = would ? would->own : 0;
  uint32_t count = would ? would->own_count : 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t number = ST_OWN_FOUND | (first + i);
    const st_found *found = st_run_found(run, number);
    bool says = false;
    if (!replaces(st_code_get(run->rules, found->code)) ||
        !st_judge_is_free(run, found, event)) {
      continue;
    }
    status = st_judge_says(run, found, event, &says);
    if (!status && says) status = add_pair(run, event, number, decider);
  }
  return status;
}

#define ROLES (ST_INDEX_ROLE(REPLACE) | ST_INDEX_ROLE(PREVENT))

/* The pairs of all in a list of the index. Whom the one before stands for is
 * passed over; what was just said of one is not asked of its like. */
static strata_status look_through(st_run *run, uint32_t event, uint32_t n,
                                  strata_entity decider) {
  const st_found *last = NULL;
  st_limits last_limits = {0};
  bool last_says = false;
  strata_status status = STRATA_OK;
  st_alike_begin(run, event);
  while (!status && n != 0) {
    uint32_t number = n;
    const st_found *found = st_run_found(run, number);
    const st_code *code = st_code_get(run->rules, found->code);
    n = found->next;
    if (!st_judge_is_free(run, found, event)) continue;
    st_limits limits = st_limits_of(run, found);
    bool like = last && st_limits_same(last_limits, limits) &&
                st_index_alike(&run->index, last, found);
    bool joins = like && !code->always_ask;
    bool passed = joins && stands_for(run, limits, event);
    if (!st_alike_add(run, number, joins)) return STRATA_ENOMEM;
    if (passed || (like && !last_says)) continue;
    if (!like) status = st_judge_says(run, found, event, &last_says);
    last = found;
    last_limits = limits;
    if (!status && last_says) status = add_pair(run, event, number, decider);
  }
  if (!status) st_alike_end(run);
  return status;
}

/* The same by the last look, which still holds: one of each group. */
static strata_status look_at_groups(st_run *run, uint32_t event,
                                    strata_entity decider) {
  strata_status status = STRATA_OK;
  size_t group = 0;
  uint32_t n = st_alike_next(run, &group);
  for (; !status && n != 0; n = st_alike_next(run, &group)) {
    bool says = false;
    status = st_judge_says(run, st_run_found(run, n), event, &says);
    if (!status && says) status = add_pair(run, event, n, decider);
  }
  return status;
}

/* The pairs of one event. */
static strata_status look_at(st_run *run, uint32_t event) {
  strata_entity decider = 0;
  uint32_t n = 0;
  st_event *e = st_run_event(run, event);
  e->rank = UINT32_MAX;
  if (st_alike_holds(run, event)) {
    strata_status status = st_turn_decider(run, event, &decider);
    return status ? status : look_at_groups(run, event, decider);
  }
  strata_status status = st_index_look(
      &run->index, e->kind, st_event_key_words(run, event), ROLES, &n);
  if (!status && (n != 0 || st_event_would(run, event))) {
    status = st_turn_decider(run, event, &decider);
  }
  if (!status) status = look_through(run, event, n, decider);
  return status ? status : look_at_own(run, event, decider);
}

/* An event that has changed is judged anew before anybody looks at it. */
static strata_status look_at_changed(st_run *run, uint32_t event) {
  st_run_event(run, event)->looked = true;
  if (!st_event_is_alive(st_run_event(run, event))) return STRATA_OK;
  strata_status status = st_enter_look(run, event);
  if (!status) status = st_doubt(run, event, 0, ST_MOMENT_CANT);
  if (!status) status = st_judge_event(run, event);
  if (status || !st_event_is_alive(st_run_event(run, event))) return status;
  status = st_doubt(run, event, 0, ST_MOMENT_REPLACE);
  return status ? status : look_at(run, event);
}

static void swap_pairs(st_run *run) {
  st_pair *pairs = run->pairs;
  size_t capacity = run->pair_capacity;
  run->pairs = run->old_pairs;
  run->pair_capacity = run->old_pair_capacity;
  run->old_pairs = pairs;
  run->old_pair_capacity = capacity;
}

/* The pairs of the first event that has some, which alone has changed. */
static strata_status renew_first(st_run *run) {
  size_t count = run->pair_count;
  size_t old = 0;
  uint32_t event = run->pairs[0].event;
  while (old < count && run->pairs[old].event == event) {
    old++;
  }
  strata_status status = look_at_changed(run, event);
  size_t made = run->pair_count - count;
  size_t room = sizeof run->pairs[0];
  if (!status && !st_mem_reserve(run->mem, &run->old_pairs,
                                 &run->old_pair_capacity, made + 1, room)) {
    status = STRATA_ENOMEM;
  }
  if (status) return status;
  memcpy(run->old_pairs, run->pairs + count, made * room);
  memmove(run->pairs + made, run->pairs + old, (count - old) * room);
  memcpy(run->pairs, run->old_pairs, made * room);
  run->pair_count = count - old + made;
  run->stale = 0;
  return STRATA_OK;
}

/* The pairs of those that have changed, among those of the others: all in the
 * order of events, whose numbers ascend in a batch. Mostly one event is changed
 * after another, from the first on. */
static strata_status renew_pairs(st_run *run, uint32_t batch) {
  bool none_new = run->pairs_last == st_run_batch(run, batch)->last;
  if (none_new && run->stale == 0) return STRATA_OK;
  if (none_new && run->stale == 1 && run->pair_count > 0 &&
      !st_run_event(run, run->pairs[0].event)->looked) {
    return renew_first(run);
  }
  size_t count = run->pair_count;
  size_t at = 0;
  strata_status status = STRATA_OK;
  swap_pairs(run);
  run->pair_count = 0;
  for (uint32_t e = st_run_batch(run, batch)->first; !status && e != 0;
       e = st_run_event(run, e)->next) {
    bool looked = st_run_event(run, e)->looked;
    if (!looked) status = look_at_changed(run, e);
    for (; !status && at < count && run->old_pairs[at].event == e; at++) {
      const st_pair *old = &run->old_pairs[at];
      if (looked) status = add_pair(run, e, old->found, old->decider);
    }
  }
  run->stale = 0;
  run->pairs_last = st_run_batch(run, batch)->last;
  return status;
}

/* All pairs of a batch, as the state is now. */
static strata_status look(st_run *run, uint32_t batch) {
  bool held = st_index_hold(&run->index);
  if (!held || run->pairs_of != batch ||
      run->pairs_serial != run->index.serial) {
    run->pair_count = 0;
    run->pairs_last = 0;
    for (uint32_t e = st_run_batch(run, batch)->first; e != 0;
         e = st_run_event(run, e)->next) {
      look_again(run, e);
    }
  }
  strata_status status = renew_pairs(run, batch);
  run->pairs_of = batch;
  run->pairs_serial = run->index.serial;
  return status;
}

/* -- Choosing one -- */

/* It is of the lowest of its event's ranks. */
static bool is_due(const st_run *run, const st_pair *pair) {
  return pair->rank == run->events[pair->event - 1].rank;
}

/* The events of one decider to which one could be applied now. */
static uint32_t events_of(const st_run *run, const st_pair *pair,
                          uint32_t *events) {
  uint32_t count = 0;
  for (size_t i = 0; i < run->pair_count; i++) {
    const st_pair *p = &run->pairs[i];
    if (p->found != pair->found || p->decider != pair->decider) continue;
    if (!is_due(run, p)) continue;
    if (events) events[count] = p->event;
    count++;
  }
  return count;
}

/* True if it could not be applied to all of those of its decider that it says
 * something of: then it is a choice to which. */
static bool is_scarce(const st_run *run, const st_pair *pair) {
  const st_found *found = st_run_found(run, pair->found);
  uint32_t uses = st_judge_uses(run, found);
  return uses != UINT32_MAX && uses < events_of(run, pair, NULL);
}

/* Somebody like it is among those that are chosen from. */
static bool is_listed(const st_run *run, const uint32_t *all, uint32_t count,
                      const st_pair *pair) {
  const st_found *found = st_run_found(run, pair->found);
  if (st_code_get(run->rules, found->code)->always_ask) return false;
  for (uint32_t i = 0; i < count; i++) {
    const st_pair *other = &run->pairs[all[i]];
    if (is_like(run, st_run_found(run, other->found), found)) {
      return true;
    }
  }
  return false;
}

/* How many pairs there are of the first event; and room for as many as may be
 * chosen from, which are others only where something is scarce. */
static uint32_t count_first(const st_run *run, uint32_t first, uint32_t *room) {
  uint32_t count = 0;
  bool scarce = false;
  uint32_t event = run->pairs[first].event;
  while (first + count < run->pair_count &&
         run->pairs[first + count].event == event) {
    scarce = scarce || is_scarce(run, &run->pairs[first + count]);
    count++;
  }
  *room = scarce ? (uint32_t)run->pair_count : count;
  return count;
}

/* The pairs that are chosen from: those of the first event with the lowest rank
 * (616.1a-e), and of the scarce among them those of other events. */
static strata_status candidates(st_run *run, uint32_t first, uint32_t **out,
                                uint32_t *count) {
  uint32_t room;
  uint32_t end = first + count_first(run, first, &room);
  uint32_t event = run->pairs[first].event;
  uint32_t *all = st_arena_take(&run->arena, room, sizeof all[0]);
  *count = 0;
  *out = all;
  if (!all) return STRATA_ENOMEM;
  for (uint32_t i = first; i < end; i++) {
    const st_pair *p = &run->pairs[i];
    if (!is_due(run, p)) continue;
    if (!is_listed(run, all, *count, p)) all[(*count)++] = i;
  }
  uint32_t own = *count;
  for (uint32_t n = 0; n < own; n++) {
    const st_pair *mine = &run->pairs[all[n]];
    if (!is_scarce(run, mine)) continue;
    for (uint32_t i = 0; i < run->pair_count; i++) {
      const st_pair *p = &run->pairs[i];
      bool other = p->event != event && p->found == mine->found &&
                   p->decider == mine->decider;
      if (other && is_due(run, p)) all[(*count)++] = i;
    }
  }
  return STRATA_OK;
}

static bool all_add(const st_run *run, const uint32_t *all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const st_found *found = st_run_found(run, run->pairs[all[i]].found);
    const st_code *code = st_code_get(run->rules, found->code);
    if (code->uses != 0 || !st_order_only_adds(code)) return false;
  }
  return true;
}

/* An option is called by what its code is; beside it stands whose it is, or
 * where the choice is between events, what makes the event. */
static st_offer offer_of(const st_run *run, const st_pair *pair, bool events) {
  const st_found *found = st_run_found(run, pair->found);
  int64_t who = (int64_t)st_named(found->self);
  if (events) {
    who = st_event_word(run, pair->event, run->rules->common.cause);
  }
  return (st_offer){.type = who != 0 ? STRATA_REF + 1 : 0,
                    .value = {.number = who},
                    .text = st_code_get(run->rules, found->code)->name};
}

static bool is_one_decider(const st_run *run) {
  size_t i = 0;
  while (i < run->pair_count &&
         run->pairs[i].decider == run->pairs[0].decider) {
    i++;
  }
  return i == run->pair_count;
}

/* The first pair of the event about which somebody decides first: in turn
 * order, then in theirs. */
static strata_status first_pair(st_run *run, uint32_t *out) {
  uint32_t least = UINT32_MAX;
  *out = 0;
  if (is_one_decider(run)) return STRATA_OK;
  strata_status status = st_turn_look(run);
  for (uint32_t i = 0; !status && i < run->pair_count; i++) {
    uint32_t place = st_turn_place(run, run->pairs[i].decider);
    if (place >= least) continue;
    least = place;
    *out = i;
  }
  return status;
}

/* What is asked about pairs; NULL: no memory. */
static const st_new_decision *ask_of(st_run *run, const uint32_t *all,
                                     uint32_t count, const char **outcomes) {
  const st_pair *first = &run->pairs[all[0]];
  bool events = first->event != run->pairs[all[count - 1]].event;
  st_new_decision *ask = st_arena_take(&run->arena, 1, sizeof *ask);
  st_offer *options = st_arena_take(&run->arena, count, sizeof options[0]);
  if (!ask || !options) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = offer_of(run, &run->pairs[all[i]], events);
    options[i].outcome = outcomes ? outcomes[i] : NULL;
  }
  *ask = (st_new_decision){.purpose = ST_PURPOSE_REPLACE,
                           .player = first->decider,
                           .source = (strata_entity)st_event_word(
                               run, first->event, run->rules->common.cause),
                           .options = options,
                           .option_count = count,
                           .least = 1,
                           .most = 1};
  return ask;
}

static bool is_always_asked(const st_run *run, const uint32_t *all,
                            uint32_t count) {
  bool always = run->rules->play->always_ask;
  for (uint32_t i = 0; i < count && !always; i++) {
    const st_found *found = st_run_found(run, run->pairs[all[i]].found);
    always = st_code_get(run->rules, found->code)->always_ask;
  }
  return always;
}

/* What they say of one event comes to the same in any order. */
static strata_status commute(st_run *run, const uint32_t *all, uint32_t count,
                             bool *out) {
  strata_code *codes = st_arena_take(&run->arena, count, sizeof codes[0]);
  if (!codes) return STRATA_ENOMEM;
  *out = true;
  for (uint32_t i = 0; i < count; i++) {
    const st_pair *pair = &run->pairs[all[i]];
    codes[i] = st_run_found(run, pair->found)->code;
    if (pair->event != run->pairs[all[0]].event) *out = false;
  }
  return *out ? st_order_commutes(run, codes, count, out) : STRATA_OK;
}

/* Those that are chosen from now; none if no event has any left. */
static strata_status find(st_run *run, uint32_t batch, uint32_t **all,
                          uint32_t *count) {
  uint32_t first;
  *count = 0;
  strata_status status = look(run, batch);
  if (status || run->pair_count == 0) return status;
  status = first_pair(run, &first);
  return status ? status : candidates(run, first, all, count);
}

/* Nobody is asked about it, and the log says so. */
static strata_status leave_out_asked(st_run *run, const st_new_decision *ask,
                                     uint32_t event) {
  strata_status status =
      st_run_leave_out(run, ask, st_run_event(run, event)->kind);
  if (status || !st_is_traced(run)) return status;
  return st_trace_of(run, ST_TRACED_LEFT_OUT, event, NULL);
}

static strata_status leave_out(st_run *run, const uint32_t *all,
                               uint32_t count) {
  const st_new_decision *ask = ask_of(run, all, count, NULL);
  if (!ask) return STRATA_ENOMEM;
  return leave_out_asked(run, ask, run->pairs[all[0]].event);
}

/* What comes of each is tried, unless an earlier run of the action has done so
 * and asked: it would be tried again for each answer to all that comes later.
 */
static strata_status weigh(st_run *run, uint32_t batch, uint32_t **all,
                           uint32_t *count, const st_new_decision **ask,
                           bool *same) {
  const char **outcomes =
      st_arena_take(&run->arena, *count, sizeof(const char *));
  if (!outcomes) return STRATA_ENOMEM;
  *same = false;
  *ask = ask_of(run, *all, *count, NULL);
  if (*ask && st_run_recalls(run, *ask, &outcomes)) {
    *ask = ask_of(run, *all, *count, outcomes);
    return *ask ? STRATA_OK : STRATA_ENOMEM;
  }
  const st_branches branches = {.count = *count,
                                .tasks = st_run_tasks_below(run, batch),
                                .player = run->pairs[(*all)[0]].decider};
  st_branching result;
  uint32_t before = *count;
  strata_status status =
      *ask ? st_branch_try(run, &branches, &result, outcomes) : STRATA_ENOMEM;
  if (!status) status = find(run, batch, all, count);
  if (status) return status;
  assert(*count == before);
  (void)before;
  *same = result == ST_BRANCHES_SAME;
  if (result == ST_BRANCHES_UNKNOWN) {
    status = commute(run, *all, *count, same);
  }
  *ask = ask_of(run, *all, *count, outcomes);
  return status || *ask ? status : STRATA_ENOMEM;
}

/* One of several. Nobody is asked where it makes no difference. */
static strata_status choose(st_run *run, uint32_t batch, uint32_t *all,
                            uint32_t count, uint32_t *chosen) {
  bool always = is_always_asked(run, all, count);
  uint32_t option = 0;
  if (!always && all_add(run, all, count)) {
    *chosen = all[0];
    return run->trial ? STRATA_OK : leave_out(run, all, count);
  }
  if (run->trial) { /* the first choice is the one that is tried */
    bool asks = always && run->trial->met > 0;
    strata_status status =
        asks ? STRATA_ESUSPEND : st_run_try(run, count, &option);
    *chosen = all[option];
    return status;
  }
  const st_new_decision *ask = NULL;
  bool same = false;
  strata_status status = weigh(run, batch, &all, &count, &ask, &same);
  if (status) return status;
  *chosen = all[0];
  if (same && !always) {
    return leave_out_asked(run, ask, run->pairs[all[0]].event);
  }
  const st_decided *answer;
  if (st_is_traced(run)) run->tracer->about = run->pairs[all[0]].event;
  status = st_run_ask(run, ask, &answer);
  if (!status) *chosen = all[answer->options[0]];
  return status;
}

/* -- Applying it -- */

/* It is not applied, and cannot be any more. */
static strata_status pass_over(st_run *run, uint32_t event,
                               const st_found *found, st_traced what) {
  strata_status status = STRATA_OK;
  if (st_is_traced(run)) status = st_trace_of(run, what, event, found);
  return status ? status : mark(run, event, &found->id);
}

/* The shares of a limited amount; those who get nothing are passed over. */
static strata_status share(st_run *run, const st_pair *pair,
                           const st_found *found) {
  uint32_t slot = st_watch_slot(run->store, found->watch);
  int64_t left;
  if (slot == 0 || !st_watch_left(run->store, slot, &left)) return STRATA_OK;
  uint32_t all = events_of(run, pair, NULL);
  uint32_t *events = st_arena_take(&run->arena, all, sizeof events[0]);
  if (!events) return STRATA_ENOMEM;
  events_of(run, pair, events);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; i++) {
    if (st_shield_amount(run, found->code, events[i]) > 0) {
      events[count++] = events[i];
    }
  }
  strata_status status =
      st_shield_share(run, found, pair->decider, events, count);
  for (uint32_t i = 0; !status && i < count; i++) {
    int64_t amount;
    bool shared = st_shield_shared(run, found->watch, events[i], &amount);
    if (!shared || amount > 0 || events[i] == pair->event) continue;
    status = pass_over(run, events[i], found, ST_TRACED_PASSED);
    look_again(run, events[i]);
  }
  return status;
}

strata_status st_replace_used(st_run *run, uint64_t watch) {
  if (watch == 0) return STRATA_OK;
  if (!st_mem_reserve(run->mem, &run->used, &run->used_capacity,
                      run->used_count + 1, sizeof run->used[0])) {
    return STRATA_ENOMEM;
  }
  run->used[run->used_count++] = watch;
  return STRATA_OK;
}

/* A frame of its own, with what its watcher was given. */
static uint32_t frame_of(st_run *run, const st_found *found, uint32_t event) {
  const st_routine *deeds = &st_code_get(run->rules, found->code)->deeds;
  uint32_t frame = st_run_new_frame(run, deeds, found->self, found->you, event);
  if (frame == 0) return 0;
  st_frame *f = st_run_frame(run, frame);
  memcpy(f->names, found->names, deeds->names.count * sizeof f->names[0]);
  f->code = found->code;
  f->watch = found->watch;
  f->would = true;
  return frame;
}

/* Marks, uses and the log are written; nobody else watches for them. */
static strata_status note(st_run *run, const st_found *found, uint32_t event) {
  bool held = st_index_hold(&run->index);
  st_alike_applied(run, event);
  strata_status status = mark(run, event, &found->id);
  if (!status) status = st_replace_used(run, found->watch);
  if (!status) status = st_judge_used(run, found);
  const st_code *code = st_code_get(run->rules, found->code);
  if (!status && code->role == STRATA_ROLE_REPLACE) {
    status = st_judge_log(run, event, ST_LOGGED_REPLACED, found->code,
                          st_named(found->self), 0);
  }
  st_index_keep(&run->index, held);
  return status;
}

static strata_status apply(st_run *run, uint32_t batch, const st_pair *pair) {
  st_found found = *st_run_found(run, pair->found);
  uint32_t event = pair->event;
  bool yes;
  look_again(run, event);
  if (st_is_traced(run)) run->tracer->about = event;
  strata_status status =
      st_judge_may(run, found.code, st_named(found.self),
                   found.you ? found.you : pair->decider, &yes);
  if (status) return status;
  if (!yes) return pass_over(run, event, &found, ST_TRACED_DECLINED);
  status = share(run, pair, &found);
  if (status) return status;
  int64_t shared;
  if (st_shield_shared(run, found.watch, event, &shared) && shared == 0 &&
      st_shield_amount(run, found.code, event) > 0) {
    return pass_over(run, event, &found, ST_TRACED_PASSED);
  }
  status = note(run, &found, event);
  if (!status && st_is_traced(run)) status = st_trace_apply(run, event, &found);
  uint32_t frame = status ? 0 : frame_of(run, &found, event);
  if (frame == 0) return status ? status : STRATA_ENOMEM;
  st_run_batch(run, batch)->changing = event;
  st_run_batch(run, batch)->found = pair->found;
  st_run_batch(run, batch)->made_before = (uint32_t)run->event_count;
  const st_code *code = st_code_get(run->rules, found.code);
  if (code->deeds.deed_count == 0) return st_shield_prevent(run, frame, NULL);
  return push_deeds(run, frame, 0, code->deeds.deed_count);
}

/* Whoever has none left is no longer for any event. */
static void part_spent(st_run *run, uint32_t found) {
  bool held = st_index_hold(&run->index);
  if (!held || run->pairs_serial != run->index.serial) return;
  if (st_judge_uses(run, st_run_found(run, found)) > 0) return;
  for (size_t i = 0; i < run->pair_count; i++) {
    if (run->pairs[i].found == found) look_again(run, run->pairs[i].event);
  }
}

/* What the last application has done: who alone takes an event's place goes on
 * with its marks. */
static void settle(st_run *run, uint32_t batch) {
  st_batch *b = st_run_batch(run, batch);
  uint32_t event = b->changing;
  b->changing = 0;
  if (event == 0) return;
  part_spent(run, b->found);
  if (run->event_count != b->made_before + 1u) return;
  st_event *made = st_run_event(run, b->made_before + 1);
  if (made->parent == event && made->batch == batch) made->lends = false;
}

/* What the last step has done, for an account. */
static strata_status trace(st_run *run, uint32_t batch) {
  if (!st_is_traced(run)) return STRATA_OK;
  strata_status status = st_trace_applied(run, batch);
  return status ? status : st_trace_proposed(run, batch);
}

strata_status st_replace(st_run *run, uint32_t batch, bool *again) {
  settle(run, batch);
  *again = false;
  strata_status status = trace(run, batch);
  if (!status) status = replace_self(run, batch, again);
  if (status || *again) return status;
  uint32_t *all;
  uint32_t count;
  status = find(run, batch, &all, &count);
  *again = !status && count > 0;
  if (!*again) return status;
  uint32_t chosen = all[0];
  if (count > 1) status = choose(run, batch, all, count, &chosen);
  if (status) return status;
  st_pair pair = run->pairs[chosen];
  return apply(run, batch, &pair);
}

strata_status st_replace_sweep(st_run *run) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < run->used_count; i++) {
    uint32_t slot = st_watch_slot(run->store, run->used[i]);
    if (slot != 0 && st_watch_is_spent(run->store, slot)) {
      status = st_watch_end(run->store, slot);
    }
  }
  run->used_count = 0;
  return status;
}

/* -- Deeds -- */

strata_status st_replace_change(st_run *run, uint32_t frame,
                                const st_deed *deed) {
  int64_t value = 0;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_VALUE, 0, &value);
  if (status) return status;
  st_event *event = st_run_event(run, st_run_frame(run, frame)->event);
  uint32_t place = st_kind_place(run->rules, event->kind, deed->what);
  if (place != ST_NO_PLACE) event->words[place] = value;
  return STRATA_OK;
}

strata_status st_replace_nothing(st_run *run, uint32_t frame) {
  uint32_t event = st_run_frame(run, frame)->event;
  st_run_event(run, event)->state = ST_EVENT_REPLACED;
  return STRATA_OK;
}

strata_status st_replace_instead(st_run *run, uint32_t frame, uint32_t at,
                                 uint32_t end) {
  st_event *event = st_run_event(run, st_run_frame(run, frame)->event);
  event->state = ST_EVENT_REPLACED;
  st_task task = {.what = ST_TASK_DEEDS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect = event->batch,
                  .part = true};
  return st_run_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_replace_also(st_run *run, uint32_t frame, uint32_t at,
                              uint32_t end) {
  uint32_t event = st_run_frame(run, frame)->event;
  uint32_t batch = st_run_event(run, event)->batch;
  uint32_t collect = st_run_results_of(run, batch);
  if (collect == 0) return STRATA_ENOMEM;
  st_task task = {.what = ST_TASK_DEEDS,
                  .frame = frame,
                  .at = at + 1,
                  .end = end,
                  .collect = collect,
                  .part = true,
                  .joins = true};
  return st_run_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}
