/*
 * shield.c - prevention, and limited amounts that are replaced.
 *
 * Prevention takes from the field that the kind declares as its amount; what is
 * left of zero is no event, which is not looked at here. An event whose kind
 * has a field "unpreventable" that is set keeps its amount, and so does whoever
 * would prevent it: but it was applied, and what it says besides is done with
 * 0 prevented.
 */
#include "play/execution/shield.h"

#include "play/execution/judge.h"
#include "world/tables/watcher.h"

static bool is_unpreventable(const st_run *run, uint32_t event) {
  strata_field field =
      strata_rules_find(run->rules, STRATA_KIND_FIELD, "unpreventable");
  return field != 0 && st_event_word(run, event, field) != 0;
}

int64_t st_shield_amount(const st_run *run, strata_code code, uint32_t event) {
  const st_event *e = &run->events[event - 1];
  const st_kind *kind = st_kind_get(run->rules, e->kind);
  bool prevents = st_code_get(run->rules, code)->role == STRATA_ROLE_PREVENT;
  if (kind->amount == ST_NO_PLACE) return 0;
  if (prevents && is_unpreventable(run, event)) return 0;
  return e->words[kind->amount] > 0 ? e->words[kind->amount] : 0;
}

/* -- Sharing it out -- */

/* An event that took another's place has what that one had. */
static uint32_t heir_of(const st_run *run, uint32_t event) {
  const st_event *e = &run->events[event - 1];
  if (e->parent == 0) return 0;
  return run->events[e->parent - 1].batch == e->batch ? e->parent : 0;
}

bool st_shield_shared(const st_run *run, uint64_t watch, uint32_t event,
                      int64_t *amount) {
  for (uint32_t e = event; e != 0; e = heir_of(run, e)) {
    for (size_t i = 0; i < run->share_count; i++) {
      const st_share *share = &run->shares[i];
      if (share->watch != watch || share->event != e) continue;
      *amount = share->amount;
      return true;
    }
  }
  return false;
}

static bool add_share(st_run *run, uint64_t watch, uint32_t event,
                      int64_t amount) {
  if (!st_mem_reserve(run->mem, &run->shares, &run->share_capacity,
                      run->share_count + 1, sizeof run->shares[0])) {
    return false;
  }
  run->shares[run->share_count++] = (st_share){watch, event, amount};
  return true;
}

/* What an event is called by: its source. */
static st_offer offer_of(const st_run *run, uint32_t event) {
  strata_field source =
      strata_rules_find(run->rules, STRATA_KIND_FIELD, "source");
  int64_t who = source != 0 ? st_event_word(run, event, source) : 0;
  if (who == 0) who = st_event_word(run, event, run->rules->common.cause);
  return (st_offer){.type = STRATA_REF + 1, .value = {.number = who}};
}

/* Ask for an amount for each event: who, and how much there is, is given. */
static strata_status ask(st_run *run, strata_code code, st_new_decision asked,
                         const uint32_t *events, int64_t *amounts) {
  st_offer *options =
      st_arena_take(&run->arena, asked.option_count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  asked.options = options;
  for (uint32_t i = 0; i < asked.option_count; i++) {
    options[i] = offer_of(run, events[i]);
    asked.most = st_max(asked.most, st_shield_amount(run, code, events[i]));
  }
  const st_decided *answer;
  strata_status status = st_run_ask(run, &asked, &answer);
  for (size_t i = 0; !status && i < answer->count; i++) {
    amounts[answer->options ? answer->options[i] : i] = answer->amounts[i];
  }
  return status;
}

/* A decision has one limit for all of its options: what is more than an event
 * has goes to the next that has more left. */
static void hand_on(const st_run *run, strata_code code, const uint32_t *events,
                    uint32_t count, int64_t *amounts) {
  int64_t over = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t most = st_shield_amount(run, code, events[i]);
    if (amounts[i] <= most) continue;
    over += amounts[i] - most;
    amounts[i] = most;
  }
  for (uint32_t i = 0; i < count; i++) {
    int64_t room = st_shield_amount(run, code, events[i]) - amounts[i];
    int64_t more = st_min(room, over);
    amounts[i] += more;
    over -= more;
  }
}

strata_status st_shield_share(st_run *run, const st_found *found,
                              strata_entity decider, const uint32_t *events,
                              uint32_t count) {
  int64_t left = 0;
  int64_t known;
  uint32_t slot =
      found->watch != 0 ? st_watch_slot(run->store, found->watch) : 0;
  if (slot == 0 || count < 2 || !st_watch_left(run->store, slot, &left)) {
    return STRATA_OK;
  }
  int64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (st_shield_shared(run, found->watch, events[i], &known)) {
      return STRATA_OK;
    }
    sum = st_sat_add(sum, st_shield_amount(run, found->code, events[i]));
  }
  if (left >= sum) return STRATA_OK;
  int64_t *amounts = st_arena_take(&run->arena, count, sizeof *amounts);
  if (!amounts) return STRATA_ENOMEM;
  const st_new_decision about = {.purpose = ST_PURPOSE_ALLOCATE,
                                 .player = decider,
                                 .source = st_named(found->self),
                                 .prompt =
                                     st_code_get(run->rules, found->code)->name,
                                 .option_count = count,
                                 .total = left};
  strata_status status = ask(run, found->code, about, events, amounts);
  if (status) return status;
  hand_on(run, found->code, events, count, amounts);
  for (uint32_t i = 0; i < count; i++) {
    if (!add_share(run, found->watch, events[i], amounts[i])) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/* -- Preventing -- */

/* How much it would prevent, if there were no end of it. */
static strata_status wanted(st_run *run, uint32_t frame, const st_deed *deed,
                            int64_t *out) {
  *out = INT64_MAX;
  if (deed && deed->count > 0) {
    return st_frame_option(run, frame, deed, ST_OPTION_VALUE, 0, out);
  }
  const st_frame *f = st_run_frame(run, frame);
  const strata_expr *amount = st_code_get(run->rules, f->code)->amount;
  if (!amount) return STRATA_OK;
  return st_frame_eval(run, frame, amount, f->it, out);
}

/* How much of the event is this watcher's, which has so much less from now on.
 */
static strata_status take(st_run *run, uint32_t frame, const st_deed *deed,
                          int64_t *amount) {
  const st_frame f = *st_run_frame(run, frame);
  strata_status status = wanted(run, frame, deed, amount);
  if (status) return status;
  *amount = st_clamp(*amount, 0, st_shield_amount(run, f.code, f.event));
  int64_t share;
  if (st_shield_shared(run, f.watch, f.event, &share)) {
    *amount = st_min(*amount, share);
  }
  uint32_t slot = f.watch != 0 ? st_watch_slot(run->store, f.watch) : 0;
  if (slot == 0) return STRATA_OK;
  return st_watch_take(run->store, slot, *amount, amount);
}

strata_status st_shield_prevent(st_run *run, uint32_t frame,
                                const st_deed *deed) {
  const st_frame f = *st_run_frame(run, frame);
  int64_t amount;
  bool held = st_index_hold(&run->index);
  strata_status status = take(run, frame, deed, &amount);
  if (!status) {
    st_event *event = st_run_event(run, f.event);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    event->words[kind->amount] -= amount;
    uint32_t place =
        st_kind_place(run->rules, event->kind, run->rules->common.prevented);
    event->words[place] = st_sat_add(event->words[place], amount);
    st_run_frame(run, frame)->prevented += amount;
    status = st_judge_log(run, f.event, ST_LOGGED_PREVENTED, f.code,
                          st_named(f.self), amount);
  }
  st_index_keep(&run->index, held);
  return status;
}

/* -- Replacing a part -- */

strata_status st_shield_take(st_run *run, uint32_t frame, const st_deed *deed) {
  int64_t amount;
  bool held = st_index_hold(&run->index);
  strata_status status = take(run, frame, deed, &amount);
  if (!status) st_run_frame(run, frame)->names[deed->name - 1] = amount;
  st_index_keep(&run->index, held);
  return status;
}
