/*
 * choose_candidate.c - which candidate is applied next (616.1).
 *
 * If several players decide they do so in turn order (101.4); without a turn
 * order, in the order of their events. Only candidates of the lowest class of
 * an event can be chosen.
 *
 * No decision is asked for where it makes no difference: where all candidates
 * only add to the event, where every option, tried in an attempt, leads to an
 * equal state, or where the programs provably commute.
 */
#include "play/replace/choose_candidate.h"

#include "play/compare/commute_static.h"
#include "play/compare/try_options.h"
#include "play/execution/applicability.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/turn_order.h"
#include "play/execution/use_limits.h"
#include "play/index/watcher_buckets.h"
#include "play/replace/candidates.h"
#include "rules/model/sba_def.h"

/* Whether a watcher has fewer uses left than events to which it is applicable.
 * Then the player also chooses the event to which it is applied. */
static bool is_limited(const st_execution *exec,
                       const st_replacement_candidate *candidate) {
  const st_watcher_candidate *watcher =
      st_execution_candidate(exec, candidate->candidate);
  uint32_t uses = st_use_limits_left(exec, watcher);
  return uses != UINT32_MAX &&
         uses < st_candidates_events_of(exec, candidate, NULL);
}

/* Whether an equivalent watcher is among the choices already. */
static bool has_equivalent_choice(const st_execution *exec, const uint32_t *all,
                                  uint32_t count,
                                  const st_replacement_candidate *candidate) {
  const st_watcher_candidate *watcher =
      st_execution_candidate(exec, candidate->candidate);
  if (st_watcher_def_get(exec->rules, watcher->watcher_def)->always_ask) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    const st_replacement_candidate *other = &exec->candidates[all[i]];
    if (st_candidates_are_equivalent(
            exec, st_execution_candidate(exec, other->candidate), watcher)) {
      return true;
    }
  }
  return false;
}

/* The number of candidates of the first event. *capacity: the most choices
 * there can be, which include other events only where a watcher is limited. */
static uint32_t count_first_event(const st_execution *exec, uint32_t first,
                                  uint32_t *capacity) {
  uint32_t count = 0;
  bool scarce = false;
  uint32_t event = exec->candidates[first].event;
  while (first + count < exec->candidate_count &&
         exec->candidates[first + count].event == event) {
    scarce = scarce || is_limited(exec, &exec->candidates[first + count]);
    count++;
  }
  *capacity = scarce ? (uint32_t)exec->candidate_count : count;
  return count;
}

/* The candidates to choose from: those of the first event in its lowest class
 * (616.1a-e), and for limited watchers among these also their candidates for
 * other events. */
static strata_status collect_choices(st_execution *exec, uint32_t first,
                                     uint32_t **out, uint32_t *count) {
  uint32_t capacity;
  uint32_t end = first + count_first_event(exec, first, &capacity);
  uint32_t event = exec->candidates[first].event;
  uint32_t *all = st_arena_alloc(&exec->arena, capacity, sizeof all[0]);
  *count = 0;
  *out = all;
  if (!all) return STRATA_ENOMEM;
  for (uint32_t i = first; i < end; i++) {
    const st_replacement_candidate *p = &exec->candidates[i];
    if (!st_candidates_is_of_lowest_class(exec, p)) continue;
    if (!has_equivalent_choice(exec, all, *count, p)) all[(*count)++] = i;
  }
  uint32_t own = *count;
  for (uint32_t n = 0; n < own; n++) {
    const st_replacement_candidate *mine = &exec->candidates[all[n]];
    if (!is_limited(exec, mine)) continue;
    for (uint32_t i = 0; i < exec->candidate_count; i++) {
      const st_replacement_candidate *p = &exec->candidates[i];
      bool other = p->event != event && p->candidate == mine->candidate &&
                   p->decider == mine->decider;
      if (other && st_candidates_is_of_lowest_class(exec, p)) {
        all[(*count)++] = i;
      }
    }
  }
  return STRATA_OK;
}

static bool do_all_only_add(const st_execution *exec, const uint32_t *all,
                            uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const st_watcher_candidate *watcher =
        st_execution_candidate(exec, exec->candidates[all[i]].candidate);
    const st_watcher_def *def =
        st_watcher_def_get(exec->rules, watcher->watcher_def);
    if (def->uses != 0 || !st_commute_static_only_adds(def)) return false;
  }
  return true;
}

/* An option shows the name of the watcher's definition and the watcher's
 * source. In a choice between events it shows the event's cause instead of the
 * source. */
static st_new_action_value
option_of_candidate(const st_execution *exec,
                    const st_replacement_candidate *candidate, bool events) {
  const st_watcher_candidate *watcher =
      st_execution_candidate(exec, candidate->candidate);
  int64_t who = (int64_t)st_entity_unless_preview(watcher->self);
  if (events) {
    who =
        st_event_word(exec, candidate->event, exec->rules->common_fields.cause);
  }
  return (st_new_action_value){
      .type = who != 0 ? STRATA_REF + 1 : 0,
      .value = {.number = who},
      .text = st_watcher_def_get(exec->rules, watcher->watcher_def)->name};
}

static bool has_one_decider(const st_execution *exec) {
  size_t i = 0;
  while (i < exec->candidate_count &&
         exec->candidates[i].decider == exec->candidates[0].decider) {
    i++;
  }
  return i == exec->candidate_count;
}

/* The first candidate of the player who decides first, in turn order. */
static strata_status find_first_candidate(st_execution *exec, uint32_t *out) {
  uint32_t least = UINT32_MAX;
  *out = 0;
  if (has_one_decider(exec)) return STRATA_OK;
  strata_status status = st_turn_order_refresh(exec);
  for (uint32_t i = 0; !status && i < exec->candidate_count; i++) {
    uint32_t place = st_turn_order_place(exec, exec->candidates[i].decider);
    if (place >= least) continue;
    least = place;
    *out = i;
  }
  return status;
}

/* The decision between candidates; NULL: no memory. */
static const st_new_decision *make_replacement_decision(st_execution *exec,
                                                        const uint32_t *all,
                                                        uint32_t count,
                                                        const char **outcomes) {
  const st_replacement_candidate *first = &exec->candidates[all[0]];
  bool events = first->event != exec->candidates[all[count - 1]].event;
  st_new_decision *ask = st_arena_alloc(&exec->arena, 1, sizeof *ask);
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, count, sizeof options[0]);
  if (!ask || !options) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    options[i] = option_of_candidate(exec, &exec->candidates[all[i]], events);
    options[i].outcome = outcomes ? outcomes[i] : NULL;
  }
  *ask = (st_new_decision){
      .purpose = ST_PURPOSE_REPLACE,
      .player = first->decider,
      .source = (strata_entity)st_event_word(exec, first->event,
                                             exec->rules->common_fields.cause),
      .options = options,
      .option_count = count,
      .min = 1,
      .max = 1};
  return ask;
}

static bool must_ask_replacement(const st_execution *exec, const uint32_t *all,
                                 uint32_t count) {
  bool always = exec->rules->play->always_ask;
  for (uint32_t i = 0; i < count && !always; i++) {
    const st_watcher_candidate *watcher =
        st_execution_candidate(exec, exec->candidates[all[i]].candidate);
    always = st_watcher_def_get(exec->rules, watcher->watcher_def)->always_ask;
  }
  return always;
}

/* Whether the programs of all candidates provably give the same result in any
 * order. */
static strata_status do_candidates_commute(st_execution *exec,
                                           const uint32_t *all, uint32_t count,
                                           bool *out) {
  strata_watcher_def *defs =
      st_arena_alloc(&exec->arena, count, sizeof defs[0]);
  if (!defs) return STRATA_ENOMEM;
  *out = true;
  for (uint32_t i = 0; i < count; i++) {
    const st_replacement_candidate *candidate = &exec->candidates[all[i]];
    defs[i] = st_execution_candidate(exec, candidate->candidate)->watcher_def;
    if (candidate->event != exec->candidates[all[0]].event) *out = false;
  }
  return *out ? st_commute_static_watchers(exec, defs, count, out) : STRATA_OK;
}

strata_status st_choose_candidate_find(st_execution *exec, uint32_t batch,
                                       uint32_t **all, uint32_t *count) {
  uint32_t first;
  *count = 0;
  strata_status status = st_candidates_refresh(exec, batch);
  if (status || exec->candidate_count == 0) return status;
  status = find_first_candidate(exec, &first);
  return status ? status : collect_choices(exec, first, all, count);
}

/* Skip a decision that makes no difference, and log that. */
static strata_status skip_decision(st_execution *exec,
                                   const st_new_decision *ask, uint32_t event) {
  strata_status status =
      st_decisions_log_left_out(exec, ask, st_event_get(exec, event)->type);
  if (status || !st_trace_is_on(exec)) return status;
  return st_trace_add_watcher(exec, ST_TRACE_LEFT_OUT, event, NULL);
}

static strata_status skip_replacement_choice(st_execution *exec,
                                             const uint32_t *all,
                                             uint32_t count) {
  const st_new_decision *ask =
      make_replacement_decision(exec, all, count, NULL);
  if (!ask) return STRATA_ENOMEM;
  return skip_decision(exec, ask, exec->candidates[all[0]].event);
}

/* Try each candidate, and make the decision with the outcomes. An earlier
 * execution of the same action that has asked this decision has tried them
 * already: its outcomes are used, else each answer to a later decision would
 * repeat the attempts. */
static strata_status try_candidates(st_execution *exec, uint32_t batch,
                                    uint32_t **all, uint32_t *count,
                                    const st_new_decision **ask, bool *same) {
  const char **outcomes =
      st_arena_alloc(&exec->arena, *count, sizeof(const char *));
  if (!outcomes) return STRATA_ENOMEM;
  *same = false;
  *ask = make_replacement_decision(exec, *all, *count, NULL);
  if (*ask && st_decisions_recall_outcomes(exec, *ask, &outcomes)) {
    *ask = make_replacement_decision(exec, *all, *count, outcomes);
    return *ask ? STRATA_OK : STRATA_ENOMEM;
  }
  const st_try_choice choice = {.option_count = *count,
                                .stop_at_tasks =
                                    st_task_count_below(exec, batch),
                                .player = exec->candidates[(*all)[0]].decider};
  st_try_result result;
  uint32_t before = *count;
  strata_status status =
      *ask ? st_try_options(exec, &choice, &result, outcomes) : STRATA_ENOMEM;
  if (!status) status = st_choose_candidate_find(exec, batch, all, count);
  if (status) return status;
  assert(*count == before);
  (void)before;
  *same = result == ST_TRY_SAME;
  if (result == ST_TRY_UNKNOWN) {
    status = do_candidates_commute(exec, *all, *count, same);
  }
  *ask = make_replacement_decision(exec, *all, *count, outcomes);
  return status || *ask ? status : STRATA_ENOMEM;
}

strata_status st_choose_candidate(st_execution *exec, uint32_t batch,
                                  uint32_t *all, uint32_t count,
                                  uint32_t *chosen) {
  bool always = must_ask_replacement(exec, all, count);
  uint32_t option = 0;
  if (!always && do_all_only_add(exec, all, count)) {
    *chosen = all[0];
    return exec->attempt ? STRATA_OK
                         : skip_replacement_choice(exec, all, count);
  }
  if (exec->attempt) { /* an attempt enumerates the options */
    bool asks = always && exec->attempt->met_count > 0;
    strata_status status =
        asks ? STRATA_ESUSPEND : st_decisions_try_option(exec, count, &option);
    *chosen = all[option];
    return status;
  }
  const st_new_decision *ask = NULL;
  bool same = false;
  strata_status status = try_candidates(exec, batch, &all, &count, &ask, &same);
  if (status) return status;
  *chosen = all[0];
  if (same && !always) {
    return skip_decision(exec, ask, exec->candidates[all[0]].event);
  }
  const st_new_answer *answer;
  if (st_trace_is_on(exec)) {
    exec->trace->decided_event = exec->candidates[all[0]].event;
  }
  status = st_decisions_ask(exec, ask, &answer);
  if (!status) *chosen = all[answer->options[0]];
  return status;
}
