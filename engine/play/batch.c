/*
 * batch.c - events that happen at the same time.
 *
 * A batch goes through its stages; each is a step of one task, so that what
 * an event sets off is done on the same stack of tasks, however deep it goes.
 * Results of events are decided with them, and performed right behind them,
 * before anything else looks (120.4).
 */
#include "play/batch.h"

#include "play/judge.h"
#include "play/replace.h"

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

static bool is_same(const st_kind *kind, const st_event *a, const st_event *b) {
  uint32_t affected = kind->affected;
  return a->kind == b->kind && st_event_is_alive(a) &&
         a->words[kind->merge_by] == b->words[kind->merge_by] &&
         (affected == ST_NO_PLACE || a->words[affected] == b->words[affected]);
}

/* Each event that is one with an earlier one is added to that. */
static void merge(st_run *run) {
  uint32_t first = st_run_batch(run, top(run)->batch)->first;
  for (uint32_t e = first; e != 0; e = st_run_event(run, e)->next) {
    st_event *event = st_run_event(run, e);
    const st_kind *kind = st_kind_get(run->rules, event->kind);
    if (kind->merge_by == ST_NO_PLACE || kind->merge_sum == ST_NO_PLACE) {
      continue;
    }
    for (uint32_t n = first; n != e; n = st_run_event(run, n)->next) {
      st_event *other = st_run_event(run, n);
      if (!is_same(kind, other, event)) continue;
      int64_t *sum = &other->words[kind->merge_sum];
      *sum = st_sat_add(*sum, event->words[kind->merge_sum]);
      event->state = ST_EVENT_DROPPED;
      break;
    }
  }
}

/* -- Replacement -- */

static strata_status replace(st_run *run) {
  bool again;
  strata_status status = st_replace(run, top(run)->batch, &again);
  if (!status && !again) go_on(run, ST_BATCH_CONTAIN);
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
    const st_batch *batch = st_run_batch(run, task->batch);
    uint32_t child = batch->child;
    go_on(run, batch->is_result ? ST_BATCH_HELD : ST_BATCH_PERFORM);
    return child == 0 || st_batch_begin(run, child) ? STRATA_OK : STRATA_ENOMEM;
  }
  task->next = st_run_event(run, e)->next;
  uint32_t collect = 0;
  uint32_t batch = task->batch;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, e)->kind);
  if (kind->contains == STRATA_RESULTS) {
    collect = st_run_batch(run, batch)->child;
    if (collect == 0) collect = st_run_new_batch(run);
    if (collect == 0) return STRATA_ENOMEM;
    st_run_batch(run, batch)->child = collect;
    st_run_batch(run, collect)->is_result = true;
    st_run_batch(run, collect)->outer = batch;
  }
  return run_parts(run, e, collect);
}

/* -- Performing -- */

static strata_status write_row(st_run *run, uint32_t number) {
  st_event *event = st_run_event(run, number);
  const st_kind *kind = st_kind_get(run->rules, event->kind);
  if (kind->quiet) return STRATA_OK;
  st_note fields[ST_KIND_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    strata_field field = kind->fields[i];
    if (event->words[i] == 0) continue;
    const char *name = strata_rules_name(run->rules, STRATA_KIND_FIELD, field);
    bool symbol = run->rules->field_types[field - 1] == STRATA_SYM;
    st_word word = {.number = symbol ? 0 : event->words[i],
                    .symbol = symbol ? (strata_symbol)event->words[i] : 0};
    fields[count++] = (st_note){st_note_key(name, strlen(name), 0), word};
  }
  strata_entity who = kind->affected != ST_NO_PLACE
                          ? (strata_entity)event->words[kind->affected]
                          : 0;
  uint64_t parent =
      event->parent != 0 ? st_run_event(run, event->parent)->row : 0;
  return st_log_add(
      run->store,
      &(st_new_log_row){.what = ST_LOGGED_HAPPENED,
                        .kind = event->kind,
                        .parent = parent,
                        .who = who,
                        .source = (strata_entity)st_event_word(
                            run, number, run->rules->common.cause),
                        .fields = fields,
                        .field_count = count,
                        .count = 1},
      &event->row);
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
  st_run_event(run, e)->state = ST_EVENT_HAPPENED;
  const st_kind *kind = st_kind_get(run->rules, st_run_event(run, e)->kind);
  strata_status status = write_row(run, e);
  if (status || kind->does.deed_count == 0) return status;
  uint32_t frame = st_judge_frame(run, e, &kind->does);
  bool pushed =
      frame != 0 && st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                               .frame = frame,
                                               .end = kind->does.deed_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Their results, which were decided with them. */
static strata_status perform_results(st_run *run) {
  uint32_t child = st_run_batch(run, top(run)->batch)->child;
  go_on(run, ST_BATCH_AFTER);
  if (child == 0) return STRATA_OK;
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

static strata_status settle(st_run *run) {
  bool is_result = st_run_batch(run, top(run)->batch)->is_result;
  go_on(run, ST_BATCH_RIDERS);
  if (is_result) return STRATA_OK;
  strata_status status = st_replace_sweep(run);
  return status ? status : st_change_expire(run->change);
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
    if (st_run_batch(run, top(run)->batch)->is_result) merge(run);
    go_on(run, ST_BATCH_REPLACE);
    return STRATA_OK;
  case ST_BATCH_REPLACE:
    return replace(run);
  case ST_BATCH_CONTAIN:
    return contain_next(run);
  case ST_BATCH_HELD:
    run->task_count--;
    return STRATA_OK;
  case ST_BATCH_PERFORM:
    return perform_next(run);
  case ST_BATCH_RESULTS:
    return perform_results(run);
  case ST_BATCH_AFTER:
    return settle(run);
  case ST_BATCH_RIDERS:
    break;
  }
  return end(run);
}
