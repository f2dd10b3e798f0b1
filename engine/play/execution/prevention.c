/*
 * prevention.c - preventing and replacing a part of an event.
 *
 * Prevention subtracts from the field that the event type declares as its
 * amount. Whether an event of amount 0 is an event at all is decided in
 * can_happen.c. An event that cannot be prevented, by its field "unpreventable"
 * or because a "can't" effect says so, keeps its amount, and the watcher keeps
 * its own: but it was applied, and the rest of its program runs with 0
 * prevented (615.12).
 */
#include "play/execution/prevention.h"

#include "play/execution/applicability.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/use_limits.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "world/tables/started_watchers.h"

/* -- What cannot be prevented (615.12) -- */

static bool is_unpreventable(const st_execution *exec, uint32_t event) {
  strata_field field =
      st_rules_find_name(exec->rules, STRATA_NAME_FIELD, "unpreventable");
  return exec->events[event - 1].is_unpreventable ||
         (field != 0 && st_event_word(exec, event, field) != 0);
}

/* Whether a watcher bars all prevention of an event. */
static strata_status is_bar(st_execution *exec,
                            const st_watcher_candidate *candidate,
                            uint32_t event, bool *out) {
  *out = st_watcher_def_get(exec->rules, candidate->watcher_def)
             ->bars_prevention &&
         st_use_limits_left(exec, candidate) > 0;
  return *out ? st_applicability_test(exec, candidate, event, out) : STRATA_OK;
}

strata_status st_prevention_find_bar(st_execution *exec, uint32_t event) {
  uint32_t n;
  bool barred = false;
  strata_status status = st_watcher_index_find(
      &exec->index, st_event_get(exec, event)->type,
      st_event_key_words(exec, event), ST_WATCHER_INDEX_ROLE(CANT), &n);
  while (!status && n != 0 && !barred) {
    const st_watcher_candidate *candidate =
        st_watcher_index_get(&exec->index, n);
    uint32_t next = candidate->next;
    status = is_bar(exec, candidate, event, &barred);
    n = next;
  }
  st_event_get(exec, event)->is_unpreventable = barred;
  return status;
}

int64_t st_prevention_amount(const st_execution *exec, strata_watcher_def def,
                             uint32_t event) {
  const st_event *e = &exec->events[event - 1];
  const st_event_type *type = st_event_type_get(exec->rules, e->type);
  bool prevents = def != 0 && st_watcher_def_get(exec->rules, def)->role ==
                                  STRATA_ROLE_PREVENT;
  if (type->amount_index == ST_NO_FIELD_INDEX) return 0;
  if (prevents && is_unpreventable(exec, event)) return 0;
  return e->words[type->amount_index] > 0 ? e->words[type->amount_index] : 0;
}

/* -- Shares of several events (615.7) -- */

/* The event that this one took the place of, whose share it has; 0: none. */
static uint32_t replaced_event_of(const st_execution *exec, uint32_t event) {
  const st_event *e = &exec->events[event - 1];
  if (e->parent == 0) return 0;
  return exec->events[e->parent - 1].batch == e->batch ? e->parent : 0;
}

bool st_prevention_find_share(const st_execution *exec, uint64_t started,
                              uint32_t event, int64_t *amount) {
  for (uint32_t e = event; e != 0; e = replaced_event_of(exec, e)) {
    for (size_t i = 0; i < exec->share_count; i++) {
      const st_prevention_share *share = &exec->shares[i];
      if (share->started_handle != started || share->event != e) continue;
      *amount = share->amount;
      return true;
    }
  }
  return false;
}

static bool add_prevention_share(st_execution *exec, uint64_t started,
                                 uint32_t event, int64_t amount) {
  if (!st_mem_reserve(exec->mem, &exec->shares, &exec->share_capacity,
                      exec->share_count + 1, sizeof exec->shares[0])) {
    return false;
  }
  exec->shares[exec->share_count++] =
      (st_prevention_share){started, event, amount};
  return true;
}

/* The option of a decision for an event: its source. */
static st_new_action_value source_offer_of_event(const st_execution *exec,
                                                 uint32_t event) {
  strata_field source =
      st_rules_find_name(exec->rules, STRATA_NAME_FIELD, "source");
  int64_t who = source != 0 ? st_event_word(exec, event, source) : 0;
  if (who == 0) {
    who = st_event_word(exec, event, exec->rules->common_fields.cause);
  }
  return (st_new_action_value){.type = STRATA_REF + 1,
                               .value = {.number = who}};
}

/* Ask for an amount for each event; `asked` says who is asked, and for how much
 * in all. */
static strata_status ask_share_amounts(st_execution *exec,
                                       strata_watcher_def def,
                                       st_new_decision asked,
                                       const uint32_t *events,
                                       int64_t *amounts) {
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, asked.option_count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  asked.options = options;
  for (uint32_t i = 0; i < asked.option_count; i++) {
    options[i] = source_offer_of_event(exec, events[i]);
    asked.max = st_max(asked.max, st_prevention_amount(exec, def, events[i]));
  }
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(exec, &asked, &answer);
  for (size_t i = 0; !status && i < answer->count; i++) {
    amounts[answer->options ? answer->options[i] : i] = answer->amounts[i];
  }
  return status;
}

/* A decision has one upper limit for all of its options. What exceeds an
 * event's amount goes to the next events that have room. */
static void redistribute_excess(const st_execution *exec,
                                strata_watcher_def def, const uint32_t *events,
                                uint32_t count, int64_t *amounts) {
  int64_t over = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t most = st_prevention_amount(exec, def, events[i]);
    if (amounts[i] <= most) continue;
    over += amounts[i] - most;
    amounts[i] = most;
  }
  for (uint32_t i = 0; i < count; i++) {
    int64_t room = st_prevention_amount(exec, def, events[i]) - amounts[i];
    int64_t more = st_min(room, over);
    amounts[i] += more;
    over -= more;
  }
}

strata_status st_prevention_ask_shares(st_execution *exec,
                                       const st_watcher_candidate *candidate,
                                       strata_entity decider,
                                       const uint32_t *events, uint32_t count) {
  int64_t left = 0;
  int64_t known;
  uint32_t slot =
      candidate->started_handle != 0
          ? st_started_watcher_slot(exec->store, candidate->started_handle)
          : 0;
  if (slot == 0 || count < 2 ||
      !st_started_watcher_amount_left(exec->store, slot, &left)) {
    return STRATA_OK;
  }
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (st_prevention_find_share(exec, candidate->started_handle, events[i],
                                 &known)) {
      return STRATA_OK;
    }
    sum = st_sat_add(
        sum, st_prevention_amount(exec, candidate->watcher_def, events[i]));
  }
  if (left >= sum) return STRATA_OK;
  int64_t *amounts = st_arena_alloc(&exec->arena, count, sizeof *amounts);
  if (!amounts) return STRATA_ENOMEM;
  const st_new_decision about = {
      .purpose = ST_PURPOSE_ALLOCATE,
      .player = decider,
      .source = st_entity_unless_preview(candidate->self),
      .prompt = st_watcher_def_get(exec->rules, candidate->watcher_def)->name,
      .option_count = count,
      .total = left};
  strata_status status =
      ask_share_amounts(exec, candidate->watcher_def, about, events, amounts);
  if (status) return status;
  redistribute_excess(exec, candidate->watcher_def, events, count, amounts);
  for (uint32_t i = 0; i < count; i++) {
    if (!add_prevention_share(exec, candidate->started_handle, events[i],
                              amounts[i])) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/* -- Preventing -- */

/* How much the watcher would prevent without a limit. */
static strata_status wanted_amount(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   int64_t *out) {
  *out = INT64_MAX;
  if (instruction && instruction->argument_count > 0) {
    return st_frame_option(exec, frame, instruction, ST_OPTION_VALUE, 0, out);
  }
  const st_frame *f = st_frame_get(exec, frame);
  const strata_expr *amount =
      f->watcher_def != 0
          ? st_watcher_def_get(exec->rules, f->watcher_def)->amount
          : NULL; /* a self-replacement (614.15) is of no watcher */
  if (!amount) return STRATA_OK;
  return st_frame_eval(exec, frame, amount, f->it, out);
}

/* Take an amount of the event for this watcher, and subtract it from what the
 * watcher has left. */
static strata_status take_amount(st_execution *exec, uint32_t frame,
                                 const st_instruction *instruction,
                                 int64_t *amount) {
  const st_frame f = *st_frame_get(exec, frame);
  strata_status status = wanted_amount(exec, frame, instruction, amount);
  if (status) return status;
  *amount =
      st_clamp(*amount, 0, st_prevention_amount(exec, f.watcher_def, f.event));
  int64_t share;
  if (st_prevention_find_share(exec, f.started_handle, f.event, &share)) {
    *amount = st_min(*amount, share);
  }
  uint32_t slot = f.started_handle != 0
                      ? st_started_watcher_slot(exec->store, f.started_handle)
                      : 0;
  if (slot == 0) return STRATA_OK;
  return st_started_watcher_take_amount(exec->store, slot, *amount, amount);
}

strata_status st_prevention_prevent(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction) {
  const st_frame f = *st_frame_get(exec, frame);
  int64_t amount;
  bool held = st_watcher_index_is_current(&exec->index);
  strata_status status = take_amount(exec, frame, instruction, &amount);
  if (!status) {
    st_event *event = st_event_get(exec, f.event);
    const st_event_type *type = st_event_type_get(exec->rules, event->type);
    event->words[type->amount_index] -= amount;
    uint32_t place = st_event_type_field_index(
        exec->rules, event->type, exec->rules->common_fields.prevented);
    event->words[place] = st_sat_add(event->words[place], amount);
    st_frame_get(exec, frame)->prevented += amount;
    status = st_event_log_write_outcome(
        exec, f.event, ST_LOGGED_PREVENTED, f.watcher_def,
        st_entity_unless_preview(f.self), amount);
  }
  st_watcher_index_stay_current(&exec->index, held);
  return status;
}

/* -- Replacing a part -- */

strata_status st_prevention_take_part(st_execution *exec, uint32_t frame,
                                      const st_instruction *instruction) {
  int64_t amount;
  bool held = st_watcher_index_is_current(&exec->index);
  strata_status status = take_amount(exec, frame, instruction, &amount);
  if (!status) {
    st_frame_get(exec, frame)->variables[instruction->bound_variable - 1] =
        amount;
  }
  st_watcher_index_stay_current(&exec->index, held);
  return status;
}
