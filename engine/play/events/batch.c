/*
 * batch.c - events that happen at the same time.
 *
 * A batch goes through its stages; each is a step of one task, so that what
 * an event sets off is done on the same stack of tasks, however deep it goes.
 * Results of events are decided with them, and performed right behind them,
 * before anything else looks (120.4).
 */
#include "play/events/batch.h"

#include "base/hash.h"
#include "play/events/trigger.h"
#include "play/execution/judge.h"
#include "play/execution/tracer.h"
#include "play/execution/turn.h"
#include "play/perform/chain.h"
#include "play/perform/leaving.h"
#include "play/replace/fates.h"
#include "play/replace/replace.h"
#include "play/replace/stamps.h"

#include <string.h>

bool st_batch_begin(st_run *run, uint32_t batch) {
  return st_run_push(run, (st_task){.what = ST_TASK_BATCH,
                                    .stage = ST_BATCH_MERGE,
                                    .batch = batch,
                                    .next = st_run_batch(run, batch)->first});
}

bool st_batch_wait(st_run *run, uint32_t batch) {
  return st_run_push(
      run,
      (st_task){.what = ST_TASK_BATCH, .stage = ST_BATCH_FILL, .batch = batch});
}

static st_task *top(st_run *run) {
  return &run->tasks[run->task_count - 1];
}

/* On to the next stage, from the first event. */
static void go_on(st_run *run, st_stage_of_batch stage) {
  st_task *task = top(run);
  task->stage = (uint8_t)stage;
  task->next = st_run_batch(run, task->batch)->first;
}

/* -- Results that are one -- */

/* Events by what makes them one: their kind, and two of their words. */
typedef struct st_merging {
  uint32_t *table; /* of events; open addressing */
  size_t mask;
} st_merging;

static bool is_same(const st_run *run, const st_event *a, const st_event *b) {
  const st_kind *kind = st_kind_get(run->rules, a->kind);
  return a->kind == b->kind &&
         a->words[kind->merge_by] == b->words[kind->merge_by] &&
         st_event_affected(run, a) == st_event_affected(run, b);
}

/* Where the table has the event that is one with this, or would have it. */
static uint32_t *find_same(st_run *run, const st_merging *merging,
                           const st_kind *kind, const st_event *event) {
  uint64_t hash = st_mix((uint64_t)event->words[kind->merge_by], event->kind);
  size_t at = (size_t)st_mix(hash, st_event_affected(run, event));
  for (at &= merging->mask;; at = (at + 1) & merging->mask) {
    uint32_t n = merging->table[at];
    if (n == 0 || is_same(run, st_run_event(run, n), event)) {
      return &merging->table[at];
    }
  }
}

static bool begin_merging(st_run *run, uint32_t count, st_merging *merging) {
  size_t size = 4;
  while (size < 2 * (size_t)count) {
    size *= 2;
  }
  merging->mask = size - 1;
  merging->table = st_arena_take(&run->arena, size, sizeof(uint32_t));
  return merging->table != NULL;
}

/* Each event that is one with an earlier one is added to that. */
static strata_status merge(st_run *run) {
  const st_batch *batch = st_run_batch(run, top(run)->batch);
  st_merging merging = {0};
  if (batch->count < 2) return STRATA_OK;
  for (uint32_t e = batch->first; e != 0; e = st_run_event(run, e)->next) {
    st_event *event = st_run_event(run, e);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    if (kind->merge_by == ST_NO_PLACE || kind->merge_sum == ST_NO_PLACE ||
        !st_event_is_alive(event)) {
      continue;
    }
    if (!merging.table && !begin_merging(run, batch->count, &merging)) {
      return STRATA_ENOMEM;
    }
    uint32_t *same = find_same(run, &merging, kind, event);
    if (*same == 0) {
      *same = e;
      continue;
    }
    int64_t *sum = &st_run_event(run, *same)->words[kind->merge_sum];
    *sum = st_sat_add(*sum, event->words[kind->merge_sum]);
    event->state = ST_EVENT_DROPPED;
    if (!st_is_traced(run)) continue;
    strata_status status =
        st_trace_dropped(run, e, "it is one with an equal one");
    if (status) return status;
  }
  return STRATA_OK;
}

/* Whether two parts that join one event say the same, but for how much and by
 * whom. */
static bool is_more(const st_run *run, const st_event *a, const st_event *b) {
  const st_kind *kind = st_kind_get(run->rules, a->kind);
  const st_common_fields *common = &run->rules->common;
  uint32_t cause = st_kind_place(run->rules, a->kind, common->cause);
  uint32_t by = st_kind_place(run->rules, a->kind, common->by);
  if (a->kind != b->kind || !st_event_is_alive(a)) return false;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    bool told = i != kind->amount && i != cause && i != by;
    if (told && a->words[i] != b->words[i]) return false;
  }
  return true;
}

/* What several say of how one enters is one (122.6). Of what does not happen
 * there is no part. */
static void merge_joined(st_run *run) {
  uint32_t e = st_run_batch(run, top(run)->batch)->first;
  for (; e != 0; e = st_run_event(run, e)->next) {
    st_event *event = st_run_event(run, e);
    uint32_t amount = st_kind_get(run->rules, event->kind)->amount;
    if (!event->joins) continue;
    if (!st_event_is_alive(st_run_event(run, event->parent))) {
      event->state = ST_EVENT_DROPPED;
      continue;
    }
    uint32_t n = amount != ST_NO_PLACE ? event->joined_before : 0;
    while (n != 0 && !is_more(run, st_run_event(run, n), event)) {
      n = st_run_event(run, n)->joined_before;
    }
    if (n == 0) continue;
    int64_t *sum = &st_run_event(run, n)->words[amount];
    *sum = st_sat_add(*sum, event->words[amount]);
    event->state = ST_EVENT_DROPPED;
  }
}

static strata_status merge_results(st_run *run) {
  uint32_t batch = top(run)->batch;
  strata_status status = STRATA_OK;
  if (st_is_traced(run)) status = st_trace_proposed(run, batch);
  if (!status && st_run_batch(run, batch)->is_result) {
    merge_joined(run);
    status = merge(run);
  }
  go_on(run, run->rules->is_handled ? ST_BATCH_ALLOW : ST_BATCH_REPLACE);
  return status;
}

/* -- Phases before they happen -- */

/* Push the next of the phases of an event below `end` in which somebody is
 * called; *more if there is one. */
static strata_status pass_next(st_run *run, uint32_t number, uint32_t end,
                               bool *more) {
  strata_status status = STRATA_OK;
  uint32_t pass = 0;
  while (!status && pass == 0 && st_run_event(run, number)->passed < end) {
    status = st_chain_pass(run, number, st_run_event(run, number)->passed++,
                           false, &pass);
  }
  if (pass != 0) st_run_event(run, number)->handled = true;
  *more = pass != 0;
  return status;
}

/* How many phases come before an event happens, or before it is looked at who
 * replaces it. */
static uint32_t phases_until(const st_kind *kind, bool checks) {
  uint32_t n = 0;
  while (n < kind->do_phase && (!checks || kind->phases[n].check)) {
    n++;
  }
  return n;
}

/* Let each event pass its phases, one after the other. What a handler was
 * called for may be no event any more, or one that cannot happen. */
static strata_status pass_before(st_run *run, bool checks, bool *more) {
  strata_status status = STRATA_OK;
  *more = false;
  while (!status && !*more && top(run)->next != 0) {
    uint32_t e = top(run)->next;
    const st_event *event = st_run_event(run, e);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    uint32_t end = phases_until(kind, checks);
    if (event->passed < end && checks) status = st_judge_matters(run, e);
    if (status) break;
    if (st_event_is_alive(st_run_event(run, e))) {
      status = pass_next(run, e, end, more);
    }
    if (status || *more) break;
    if (!checks && st_run_event(run, e)->handled &&
        st_event_is_alive(st_run_event(run, e))) {
      status = st_judge_event(run, e);
    }
    top(run)->next = st_run_event(run, e)->next;
  }
  return status;
}

static strata_status allow(st_run *run) {
  bool more;
  strata_status status = pass_before(run, true, &more);
  if (!status && !more) go_on(run, ST_BATCH_REPLACE);
  return status;
}

static strata_status pass_rest(st_run *run) {
  bool more;
  strata_status status = pass_before(run, false, &more);
  if (!status && !more) go_on(run, ST_BATCH_CONTAIN);
  return status;
}

/* -- Replacement -- */

static strata_status replace(st_run *run) {
  bool again;
  strata_status status = st_replace(run, top(run)->batch, &again);
  if (!status && !again) {
    go_on(run, run->rules->is_handled ? ST_BATCH_BEFORE : ST_BATCH_CONTAIN);
  }
  return status;
}

/* -- What they contain -- */

static strata_status run_parts(st_run *run, uint32_t number, uint32_t collect) {
  const st_kind *kind =
      st_kind_get(run->rules, st_run_event(run, number)->kind);
  uint32_t frame = st_judge_frame(run, number, &kind->parts);
  bool pushed =
      frame != 0 && st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                               .frame = frame,
                                               .end = kind->parts.deed_count,
                                               .part = true,
                                               .collect = collect});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* The next event of the batch that contains others, its parts to be run. Those
 * that go one by one do so before the next is looked at (121.2); results go
 * into one batch with those of the others. */
static strata_status contain_next(st_run *run) {
  st_task *task = top(run);
  uint32_t e = task->next;
  while (e != 0) {
    const st_event *event = st_run_event(run, e);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    bool contains = kind->contains != STRATA_CONTAINS_NOTHING;
    if (contains && st_event_is_alive(event)) break;
    e = event->next;
  }
  if (e == 0) {
    strata_status status = st_turn_sort(run, task->batch);
    if (status) return status;
    const st_batch *batch = st_run_batch(run, task->batch);
    uint32_t child = batch->child;
    go_on(run, batch->is_result ? ST_BATCH_HELD : ST_BATCH_BACK);
    return child == 0 || st_batch_begin(run, child) ? STRATA_OK : STRATA_ENOMEM;
  }
  task->next = st_run_event(run, e)->next;
  uint32_t collect = 0;
  uint32_t batch = task->batch;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, e)->kind);
  if (kind->contains == STRATA_RESULTS) {
    collect = st_run_results_of(run, batch);
    if (collect == 0) return STRATA_ENOMEM;
  }
  return run_parts(run, e, collect);
}

/* -- Performing -- */

static strata_status write_row(st_run *run, uint32_t number) {
  st_event *event = st_run_event(run, number);
  if (st_kind_get(run->rules, event->kind)->quiet) return STRATA_OK;
  uint64_t row = 0;
  strata_status status =
      st_judge_log_words(run, number, ST_LOGGED_HAPPENED, 0, &row);
  st_run_event(run, number)->row = row;
  return status;
}

/* One that contains others is them: without any there is nothing. What becomes
 * of them, even that they cannot happen, is their own affair. */
static bool is_empty(const st_kind *kind, const st_event *event) {
  return kind->contains != STRATA_CONTAINS_NOTHING && event->parts == 0;
}

/* The next event, and what it does. */
static strata_status perform_next(st_run *run) {
  st_task *task = top(run);
  while (task->next != 0 && !st_event_is_alive(st_run_event(run, task->next))) {
    task->next = st_run_event(run, task->next)->next;
  }
  uint32_t e = task->next;
  if (e == 0) {
    go_on(run, ST_BATCH_RESULTS);
    return STRATA_OK;
  }
  task->next = st_run_event(run, e)->next;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, e)->kind);
  bool empty = is_empty(kind, st_run_event(run, e));
  st_run_event(run, e)->state = empty ? ST_EVENT_DROPPED : ST_EVENT_HAPPENED;
  if (empty) {
    return st_is_traced(run)
               ? st_trace_dropped(run, e, "nothing that it contains is left")
               : STRATA_OK;
  }
  strata_status status = write_row(run, e);
  if (!status && st_is_traced(run)) {
    status = st_trace_of(run, ST_TRACED_HAPPENED, e, NULL);
  }
  bool more = false;
  if (!status && kind->is_handled) {
    st_run_event(run, e)->passed = kind->do_phase;
    status = pass_next(run, e, kind->do_phase + 1, &more);
  }
  if (status || kind->does.deed_count == 0) return status;
  uint32_t frame = st_judge_frame(run, e, &kind->does);
  bool pushed =
      frame != 0 && st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                               .frame = frame,
                                               .end = kind->does.deed_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* What is to be known of how things were, before anything is performed. */
static strata_status look_back(st_run *run) {
  uint32_t batch = top(run)->batch;
  strata_status status = st_fates_choose(run, batch);
  if (!status) status = st_stamps_choose(run, batch);
  go_on(run, ST_BATCH_PERFORM);
  if (!status) status = st_trigger_back(run, batch);
  if (!status) status = st_leaving_take(run, batch);
  return status ? status : perform_next(run);
}

/* Who was made, or has moved, by what an event is part of: nobody, if it is
 * not about him. */
static strata_entity entrant_of(st_run *run, const st_event *event) {
  strata_entity made = 0;
  for (uint32_t n = event->parent; made == 0 && n != 0;) {
    const st_event *parent = st_run_event(run, n);
    made = parent->made;
    n = parent->joins ? parent->parent : 0;
  }
  return made;
}

/* What is part of how somebody enters happens to who he is then. */
static void name_entrants(st_run *run, uint32_t batch) {
  for (uint32_t n = st_run_batch(run, batch)->first; n != 0;
       n = st_run_event(run, n)->next) {
    st_event *event = st_run_event(run, n);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    if (!event->joins || event->would == 0) continue;
    strata_entity made = entrant_of(run, event);
    if (made != 0) event->words[kind->affected] = (int64_t)made;
    event->would = 0;
  }
}

/* Their results, which were decided with them. */
static strata_status perform_results(st_run *run) {
  uint32_t child = st_run_batch(run, top(run)->batch)->child;
  go_on(run, ST_BATCH_AFTER);
  if (child == 0) return STRATA_OK;
  name_entrants(run, child);
  bool pushed =
      st_run_push(run, (st_task){.what = ST_TASK_BATCH,
                                 .stage = ST_BATCH_PERFORM,
                                 .batch = child,
                                 .next = st_run_batch(run, child)->first});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Who was made first, for the program that wants to know. */
static void bind(st_run *run, const st_batch *batch) {
  if (batch->name == 0) return;
  strata_entity made = 0;
  for (uint32_t e = batch->first; made == 0 && e != 0;
       e = st_run_event(run, e)->next) {
    made = st_run_event(run, e)->made;
    if (made == 0) {
      made = (strata_entity)st_event_word(run, e, run->rules->common.became);
    }
  }
  st_run_frame(run, batch->frame)->names[batch->name - 1] = (int64_t)made;
}

/* The next of the deeds that come right behind. Those of an event that could
 * not happen do not. */
static strata_status ride(st_run *run, bool *more) {
  st_batch *batch = st_run_batch(run, top(run)->batch);
  *more = batch->first_rider != 0;
  if (!*more) return STRATA_OK;
  st_rider rider = run->riders[batch->first_rider - 1];
  batch->first_rider = rider.next;
  if (rider.next == 0) batch->last_rider = 0;
  st_frame *frame = st_run_frame(run, rider.frame);
  if (st_run_event(run, frame->event)->state == ST_EVENT_REFUSED) {
    return STRATA_OK;
  }
  frame->it = rider.it;
  frame->stopped = false; /* what came before them was */
  bool pushed = st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                           .frame = rider.frame,
                                           .at = rider.at,
                                           .end = rider.end});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Whom an event has made another of is that one from now on (400.7), and if it
 * happened to nobody, whoever came of it: who looks at it after it finds the
 * new one. */
static void follow(st_run *run, uint32_t number) {
  st_event *event = st_run_event(run, number);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  if (event->made == 0 || kind->affected == ST_NO_PLACE) return;
  int64_t *who = &event->words[kind->affected];
  if (*who == 0) {
    *who = (int64_t)event->made;
    return;
  }
  uint32_t slot = st_entity_gone_slot(run->store, (strata_entity)*who);
  if (slot == 0 ||
      st_get64(run->store, ST_COLUMN_ENTITY_SUCCESSOR, slot) != event->made) {
    return;
  }
  event->was = (strata_entity)*who;
  *who = (int64_t)event->made;
}

/* The next of those who act at once, and those behind it as long as nothing is
 * left to be done of one. */
static strata_status act(st_run *run) {
  bool more = true;
  uint32_t batch = top(run)->batch;
  size_t tasks = run->task_count;
  strata_status status = STRATA_OK;
  while (!status && more && run->task_count == tasks) {
    status = st_trigger_act(run, batch, &more);
  }
  if (status || more) return status;
  st_trigger_forget(run, batch);
  go_on(run, run->rules->is_handled ? ST_BATCH_LATER : ST_BATCH_RIDERS);
  return STRATA_OK;
}

/* Durations that end at the same moment, of which all events are one batch
 * (610.3d). */
static strata_status end_all(st_run *run, uint32_t batch) {
  uint32_t collect = st_run_new_batch(run);
  if (!collect || !st_batch_wait(run, collect)) return STRATA_ENOMEM;
  return st_trigger_end_all(run, batch, collect);
}

/* The next phase after "do", of an event of the batch or of its results, all of
 * which have happened by now. */
static strata_status pass_later(st_run *run) {
  bool more = false;
  strata_status status = STRATA_OK;
  while (!status && !more) {
    st_task *task = top(run);
    uint32_t e = task->next;
    if (e == 0) break;
    const st_event *event = st_run_event(run, e);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    if (event->state == ST_EVENT_HAPPENED && kind->is_handled) {
      status = pass_next(run, e, kind->phase_count, &more);
      if (status || more) return status;
    }
    uint32_t child = st_run_batch(run, event->batch)->child;
    task->next = event->next;
    if (task->next == 0 && child != 0) {
      task->next = st_run_batch(run, child)->first;
    }
  }
  if (!status && !more) go_on(run, ST_BATCH_RIDERS);
  return status;
}

/* The next duration that ends; when all have, the rest is matched. */
static strata_status end_durations(st_run *run) {
  bool more;
  uint32_t batch = top(run)->batch;
  if (st_trigger_ends(run, batch)) return end_all(run, batch);
  strata_status status = st_trigger_end(run, batch, &more);
  if (status || more) return status;
  go_on(run, ST_BATCH_ACT);
  uint32_t told;
  status = st_trigger_after(run, batch, &told);
  if (status) return status;
  if (told == 0) return act(run);
  return st_batch_begin(run, told) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status settle(st_run *run) {
  uint32_t batch = top(run)->batch;
  uint32_t e = st_run_batch(run, batch)->first;
  for (; e != 0; e = st_run_event(run, e)->next) {
    follow(run, e);
  }
  if (st_run_batch(run, batch)->is_result) {
    go_on(run, ST_BATCH_RIDERS); /* all else is done with the outermost */
    return STRATA_OK;
  }
  go_on(run, ST_BATCH_UNTIL);
  st_leaving_end(run);
  strata_status status = st_replace_sweep(run);
  if (!status) status = st_change_expire(run->change);
  if (!status) status = st_trigger_until(run, batch);
  return status ? status : end_durations(run);
}

static strata_status end(st_run *run) {
  bool more;
  strata_status status = ride(run, &more);
  if (status || more) return status;
  st_batch batch = *st_run_batch(run, top(run)->batch);
  bind(run, &batch);
  run->task_count--;
  return STRATA_OK;
}

/* -- The stages -- */

strata_status st_batch_step(st_run *run) {
  switch ((st_stage_of_batch)top(run)->stage) {
  case ST_BATCH_FILL:
    go_on(run, ST_BATCH_MERGE);
    return STRATA_OK;
  case ST_BATCH_MERGE:
    return merge_results(run);
  case ST_BATCH_ALLOW:
    return allow(run);
  case ST_BATCH_REPLACE:
    return replace(run);
  case ST_BATCH_BEFORE:
    return pass_rest(run);
  case ST_BATCH_CONTAIN:
    return contain_next(run);
  case ST_BATCH_HELD:
    run->task_count--;
    return STRATA_OK;
  case ST_BATCH_BACK:
    return look_back(run);
  case ST_BATCH_PERFORM:
    return perform_next(run);
  case ST_BATCH_RESULTS:
    return perform_results(run);
  case ST_BATCH_AFTER:
    return settle(run);
  case ST_BATCH_UNTIL:
    return end_durations(run);
  case ST_BATCH_ACT:
    return act(run);
  case ST_BATCH_LATER:
    return pass_later(run);
  case ST_BATCH_RIDERS:
    break;
  }
  return end(run);
}
