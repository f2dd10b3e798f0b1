/*
 * trigger.c - who is set off by what happens (603, 610.3).
 *
 * Matching and what comes of it are apart: who looks back is matched before
 * anything is performed, but its row in the log comes after that of the event,
 * and what it captures is of both. So matches are kept in one array, as a range
 * of the batch that they are of. A batch that happens meanwhile puts its own
 * behind them and takes them away again, since tasks are a stack.
 *
 * A STATE code is latched as long as a row of its ability waits or is on the
 * stack (603.8). That is asked of the rows themselves: there is no latch that
 * somebody would have to open.
 */
#include "play/events/trigger.h"

#include "play/events/weigh.h"
#include "play/execution/doubt.h"
#include "play/execution/handler.h"
#include "play/perform/starting.h"
#include "play/replace/replace.h"
#include "rules/model/check.h"
#include "world/tables/fired.h"

#include <string.h>

static const st_code *code_of(const st_run *run, const st_found *found) {
  return st_code_get(run->rules, found->code);
}

/* -- Matching one -- */

static strata_status keep(const st_hearing *h, const st_found *found,
                          uint32_t count) {
  st_run *run = h->run;
  const st_code *code = code_of(run, found);
  size_t names = code->deeds.names.count;
  int64_t *given = NULL;
  if (code->deeds.given_count > 0) {
    given = st_arena_take(&run->arena, names, sizeof given[0]);
    if (!given) return STRATA_ENOMEM;
    memcpy(given, found->names, names * sizeof given[0]);
  }
  if (!st_mem_reserve(run->mem, &run->matches, &run->match_capacity,
                      run->match_count + 1, sizeof run->matches[0])) {
    return STRATA_ENOMEM;
  }
  run->matches[run->match_count++] =
      (st_match){.code = found->code,
                 .event = h->event,
                 .count = count,
                 .looks_back = h->looks_back,
                 .ends = code->role == STRATA_ROLE_UNTIL,
                 .acts = code->immediate || code->role == STRATA_ROLE_UNTIL,
                 .self = found->self,
                 .you = found->you,
                 .id = found->id,
                 .names = given};
  st_run_batch(run, h->batch)->match_end = run->match_count;
  return STRATA_OK;
}

/* The intervening if (603.4). */
static strata_status check_if(st_run *run, const st_found *found,
                              uint32_t event, bool *holds) {
  const strata_expr *only_if = code_of(run, found)->only_if;
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  if (only_if) status = st_judge_value(run, found, event, only_if, &yes);
  *holds = yes != 0;
  return status;
}

/* What it says holds of the event, and its intervening if does. */
static strata_status meets(st_run *run, const st_found *found, uint32_t event,
                           bool *yes) {
  strata_status status = st_judge_says(run, found, event, yes);
  if (status || !*yes) return status;
  return check_if(run, found, event, yes);
}

/* One that is once a batch, and was set off by another event (603.2c): this one
 * may still be what lets it trigger more often. */
static strata_status match_more(st_hearing *h, const st_found *found) {
  st_run *run = h->run;
  strata_event_kind kind = st_run_event(run, h->event)->kind;
  bool yes = st_index_may(&run->index, kind, ST_INDEX_ROLE(MORE));
  uint32_t more = 0;
  strata_status status = STRATA_OK;
  if (yes) status = meets(run, found, h->event, &yes);
  if (!status && yes) status = st_weigh(h, found, &more);
  if (status || more == 0) return status;
  size_t i = st_run_batch(run, h->batch)->match_end;
  while (!st_watch_id_same(&run->matches[i - 1].id, &found->id)) {
    i--;
  }
  run->matches[i - 1].count = st_weigh_add(run->matches[i - 1].count, more);
  return STRATA_OK;
}

/* Somebody who may be meant. What has a limit is used up only by what it does
 * trigger on. */
static strata_status match(st_hearing *h, uint32_t item) {
  st_run *run = h->run;
  const st_found *found = st_index_at(&run->index, item);
  const st_code *code = code_of(run, found);
  uint32_t count = 1;
  bool yes;
  if (code->batch && st_weigh_is_done(h, &found->id)) {
    return match_more(h, found);
  }
  bool counted = st_judge_counts(code, found);
  if (counted && st_judge_uses(run, found) == 0) return STRATA_OK;
  strata_status status = meets(run, found, h->event, &yes);
  bool weighs = yes && code->role == STRATA_ROLE_TRIGGER;
  if (!status && weighs && !st_weigh_is_nothing(h)) {
    status = st_weigh(h, found, &count);
  }
  if (status || !yes || count == 0) return status;
  if (counted) status = st_weigh_used(run, found);
  if (!status && code->batch) status = st_weigh_done(h, &found->id);
  return status ? status : keep(h, found, count);
}

/* -- Matching all -- */

static bool is_due(const st_event *event, bool before) {
  return event->state == (before ? ST_EVENT_PROPOSED : ST_EVENT_HAPPENED);
}

/* What is to be said of whom an account is asked about. */
static strata_status doubt(const st_hearing *h, st_ears ears) {
  st_run *run = h->run;
  if (!st_is_traced(run) || run->tracer->code == 0) return STRATA_OK;
  bool until = ears == ST_EARS_UNTIL || ears == ST_EARS_UNTIL_BACK;
  strata_role role = st_code_get(run->rules, run->tracer->code)->role;
  if (until != (role == STRATA_ROLE_UNTIL)) return STRATA_OK;
  return st_doubt(run, h->event, h->batch,
                  h->looks_back ? ST_MOMENT_BACK : ST_MOMENT_AFTER);
}

/* Those of such ears, for one event. */
static strata_status match_event(st_run *run, uint32_t batch, uint32_t event,
                                 st_ears ears) {
  size_t from = run->listen.heard_count;
  st_hearing h = {.run = run, .batch = batch, .event = event};
  h.looks_back = ears == ST_EARS_BACK || ears == ST_EARS_UNTIL_BACK;
  strata_status status = doubt(&h, ears);
  if (!status) status = st_weigh_hear(&h, ears);
  size_t end = run->listen.heard_count;
  for (size_t i = from; !status && i < end; i++) {
    status = match(&h, run->listen.heard[i]);
  }
  run->listen.heard_count = from;
  return status;
}

/* The events of a batch, and their results. */
static strata_status match_all(st_run *run, uint32_t batch, st_ears ears,
                               bool before) {
  strata_status status = STRATA_OK;
  for (uint32_t b = batch; b != 0; b = st_run_batch(run, b)->child) {
    uint32_t e = st_run_batch(run, b)->first;
    for (; !status && e != 0; e = st_run_event(run, e)->next) {
      if (!is_due(st_run_event(run, e), before)) continue;
      status = match_event(run, batch, e, ears);
    }
  }
  return status;
}

strata_status st_trigger_back(st_run *run, uint32_t batch) {
  st_batch *b = st_run_batch(run, batch);
  b->match_first = b->match_end = b->match_next = run->match_count;
  strata_status status = match_all(run, batch, ST_EARS_UNTIL_BACK, true);
  return status ? status : match_all(run, batch, ST_EARS_BACK, true);
}

strata_status st_trigger_until(st_run *run, uint32_t batch) {
  return match_all(run, batch, ST_EARS_UNTIL, false);
}

/* -- How things are -- */

/* Whether a row is in the queue, or an object that is still there holds it. */
static bool waits(const st_store *store, uint32_t row) {
  uint32_t holder = st_get32(store, ST_COLUMN_FIRED_HOLDER, row);
  return st_fired_used(store, row) &&
         (holder == 0 || st_get_bit(store, ST_COLUMN_ENTITY_LIVE, holder));
}

static bool is_latched(const st_run *run, const st_found *found) {
  const st_store *store = run->store;
  uint64_t identity = st_watch_id_key(&found->id, run->rules);
  uint32_t top = (uint32_t)st_scalar_get(store, ST_SCALAR_FIRED_TOP);
  for (uint32_t row = 1; row <= top; row++) {
    if (st_get64(store, ST_COLUMN_FIRED_IDENTITY, row) == identity &&
        st_get32(store, ST_COLUMN_FIRED_CODE, row) == found->code &&
        waits(store, row)) {
      return true;
    }
  }
  return false;
}

static strata_status match_state(st_run *run, uint32_t batch,
                                 const st_found *found) {
  const st_code *code = code_of(run, found);
  st_hearing h = {.run = run, .batch = batch};
  int64_t is_so = 0;
  bool yes;
  if (st_judge_uses(run, found) == 0) return STRATA_OK;
  strata_status status = st_judge_value(run, found, 0, code->when, &is_so);
  if (status || !is_so || is_latched(run, found)) return status;
  status = check_if(run, found, 0, &yes);
  if (status || !yes) return status;
  status = st_weigh_used(run, found);
  return status ? status : keep(&h, found, 1);
}

static strata_status match_states(st_run *run, uint32_t batch) {
  uint32_t n;
  strata_status status =
      st_index_look(&run->index, 0, NULL, ST_INDEX_ROLE(STATE), &n);
  while (!status && n != 0) {
    const st_found *found = st_index_at(&run->index, n);
    status = match_state(run, batch, found);
    n = found->next;
  }
  return status;
}

/* -- What has triggered -- */

uint64_t st_trigger_field_key(const strata_rules *rules, strata_field field) {
  return st_note_key_of(rules->field_keys[field - 1], 1);
}

static uint64_t name_key(const st_expr_name *name) {
  return st_note_key(name->text, strlen(name->text), 0);
}

static strata_field field_at(const st_run *run, uint32_t event, uint32_t i) {
  return st_kind_get(run->rules, run->events[event - 1].kind)->fields[i];
}

/* The words of its event, as it has seen them. */
static uint32_t note_event(st_run *run, const st_match *m, st_note *notes) {
  uint32_t count = 0;
  if (m->event == 0) return 0;
  const st_event *e = st_run_event(run, m->event);
  uint32_t fields = st_kind_get(run->rules, e->kind)->field_count;
  for (uint32_t i = 0; i < fields; i++) {
    strata_field field = field_at(run, m->event, i);
    int64_t value = m->looks_back ? st_event_word_before(run, m->event, field)
                                  : e->words[i];
    if (value == 0) continue;
    strata_type type = (strata_type)run->rules->field_types[field - 1];
    notes[count++] = (st_note){st_trigger_field_key(run->rules, field),
                               st_word_of(type, value)};
  }
  return count;
}

static uint32_t note_names(const st_run *run, const st_match *m,
                           st_note *notes) {
  const st_routine *deeds = &st_code_get(run->rules, m->code)->deeds;
  uint32_t count = 0;
  for (uint32_t i = 0; m->names && i < deeds->given_count; i++) {
    const st_expr_name *name = &deeds->names.items[ST_BOUND_OWN + i];
    int64_t value = m->names[ST_BOUND_OWN + i];
    if (value == 0) continue;
    notes[count++] = (st_note){name_key(name), st_word_of(name->type, value)};
  }
  return count;
}

static strata_status trace(st_run *run, const st_match *m, uint64_t row) {
  if (!st_is_traced(run)) return STRATA_OK;
  st_trace_note *note = st_trace_add(run, ST_TRACED_TRIGGERED, m->event);
  if (!note) return STRATA_ENOMEM;
  note->code = m->code;
  note->self = m->self;
  note->count = m->count;
  note->row = row;
  return STRATA_OK;
}

/* A row of the log: what has triggered, below its event. Of kinds that are
 * quiet nothing is told. */
static strata_status log_match(st_run *run, const st_match *m) {
  uint64_t number;
  if (m->event != 0 &&
      st_kind_get(run->rules, st_run_event(run, m->event)->kind)->quiet) {
    return trace(run, m, 0);
  }
  st_new_log_row row = {.what = ST_LOGGED_TRIGGERED,
                        .code = m->code,
                        .source = m->self,
                        .count = m->count};
  if (m->event != 0) {
    const st_event *e = st_run_event(run, m->event);
    const st_kind *kind = st_kind_get(run->rules, e->kind);
    row.kind = e->kind;
    row.parent = e->row;
    if (kind->affected != ST_NO_PLACE) {
      strata_field field = kind->fields[kind->affected];
      row.who = (strata_entity)st_event_word_before(run, m->event, field);
    }
  }
  strata_status status = st_log_add(run->store, &row, &number);
  return status ? status : trace(run, m, number);
}

/* `own` is what it captures besides its event. */
static strata_status fire(st_run *run, const st_match *m, const st_note *own,
                          uint32_t own_count) {
  st_note notes[ST_KIND_FIELDS + ST_COMMON_FIELDS];
  uint32_t count = note_event(run, m, notes);
  st_note *all = notes;
  if (own_count > 0) {
    all = st_arena_take(&run->arena, count + own_count, sizeof all[0]);
    if (!all) return STRATA_ENOMEM;
    memcpy(all, own, own_count * sizeof all[0]);
    memcpy(all + own_count, notes, count * sizeof all[0]);
  }
  uint32_t row;
  st_new_fired fired = {.code = m->code,
                        .source = m->self,
                        .you = m->you,
                        .identity = st_watch_id_key(&m->id, run->rules),
                        .count = m->count,
                        .names = all,
                        .name_count = own_count + count};
  return st_fired_add(run->store, &fired, &row);
}

/* Codes that are immediate act later: here they are only told of. */
static strata_status settle(st_run *run, const st_match *m) {
  const st_code *code = st_code_get(run->rules, m->code);
  if (m->ends) return trace(run, m, 0);
  strata_status status = log_match(run, m);
  if (status || m->acts) return status;
  uint32_t room = code->deeds.given_count;
  st_note *own =
      m->names ? st_arena_take(&run->arena, room, sizeof *own) : NULL;
  if (m->names && !own) return STRATA_ENOMEM;
  return fire(run, m, own, note_names(run, m, own));
}

static strata_status settle_all(st_run *run, uint32_t batch) {
  bool held = st_index_hold(&run->index);
  const st_batch *b = st_run_batch(run, batch);
  strata_status status = STRATA_OK;
  for (size_t i = b->match_first; !status && i < b->match_end; i++) {
    status = settle(run, &run->matches[i]);
  }
  st_index_keep(&run->index, held);
  return status;
}

/* -- What triggers on that -- */

bool st_trigger_is_second(const strata_rules *rules, strata_code code) {
  strata_event_kind kind = st_code_get(rules, code)->kind;
  return kind != 0 && rules->play->triggered != 0 &&
         st_kind_get(rules, kind)->of == rules->play->triggered;
}

/* Whether anybody watches for abilities to trigger. */
static strata_status is_heard(st_run *run, bool *out) {
  uint32_t first = 0;
  strata_status status = STRATA_OK;
  strata_event_kind kind = run->rules->play->triggered;
  if (kind != 0) {
    status = st_index_look(&run->index, kind, NULL, ST_INDEX_ALL, &first);
  }
  *out = first != 0;
  return status;
}

/* The event that one has triggered, if it is to be told. */
static strata_status tell(st_run *run, const st_match *m, uint32_t batch) {
  if (m->ends || st_trigger_is_second(run->rules, m->code)) return STRATA_OK;
  strata_event_kind id = run->rules->play->triggered;
  const st_kind *kind = st_kind_get(run->rules, id);
  const st_common_fields *common = &run->rules->common;
  uint32_t event = st_run_new_event(run, id, batch);
  if (event == 0) return STRATA_ENOMEM;
  st_event *e = st_run_event(run, event);
  e->parent = m->event;
  e->words[kind->affected] = (int64_t)m->self;
  e->words[st_kind_place(run->rules, id, common->by)] = (int64_t)m->you;
  e->words[st_kind_place(run->rules, id, common->cause)] = (int64_t)m->self;
  if (kind->amount != ST_NO_PLACE) e->words[kind->amount] = m->count;
  return STRATA_OK;
}

/* Some have triggered: *told is a batch of what is to happen next, or 0. */
static strata_status tell_all(st_run *run, const st_match *all, size_t count,
                              uint32_t *told) {
  bool heard = false;
  strata_status status = count > 0 ? is_heard(run, &heard) : STRATA_OK;
  if (status || !heard) return status;
  uint32_t batch = st_run_new_batch(run);
  if (batch == 0) return STRATA_ENOMEM;
  for (size_t i = 0; !status && i < count; i++) {
    status = tell(run, &all[i], batch);
  }
  if (!status && st_run_batch(run, batch)->count > 0) *told = batch;
  return status;
}

strata_status st_trigger_after(st_run *run, uint32_t batch, uint32_t *told) {
  *told = 0;
  strata_status status = match_all(run, batch, ST_EARS_AFTER, false);
  if (!status) status = match_states(run, batch);
  if (!status) status = settle_all(run, batch);
  if (!status) status = st_replace_sweep(run);
  st_batch *b = st_run_batch(run, batch);
  b->match_next = b->match_first;
  if (status || b->match_end == b->match_first) return status;
  return tell_all(run, run->matches + b->match_first,
                  b->match_end - b->match_first, told);
}

/* -- Those who act at once -- */

/* A frame for its deeds. The intervening if must hold still, and its player may
 * let it be: then *yes is false. */
static strata_status begin_deeds(st_run *run, const st_match *m,
                                 uint32_t *frame_number, bool *yes) {
  const st_code *code = st_code_get(run->rules, m->code);
  const st_routine *deeds = &code->deeds;
  uint32_t number = st_run_new_frame(run, deeds, m->self, m->you, m->event);
  *frame_number = number;
  *yes = true;
  if (number == 0) return STRATA_ENOMEM;
  st_frame *frame = st_run_frame(run, number);
  if (m->names) {
    memcpy(frame->names, m->names, deeds->names.count * sizeof frame->names[0]);
  }
  frame->looks_back = m->looks_back;
  if (code->counts_done) {
    frame->identity = st_watch_id_key(&m->id, run->rules);
  }
  strata_status status = STRATA_OK;
  if (code->only_if) {
    status = st_frame_holds(run, number, code->only_if, yes);
  }
  strata_verdict verdict = STRATA_VERDICT_RESOLVED_IF;
  if (!status && *yes) {
    verdict = STRATA_VERDICT_DECLINED;
    status = st_judge_do(run, m->code, number, yes);
  }
  if (!status && !*yes && st_is_traced(run)) {
    status = st_doubt_undone(run, number, m->code, verdict);
  }
  return status;
}

static strata_status push_frame(st_run *run, const st_routine *deeds,
                                uint32_t frame, uint32_t collect) {
  bool pushed = st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                           .frame = frame,
                                           .end = deeds->deed_count,
                                           .collect = collect});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* What is emitted goes into the batch `collect`, if that is not 0. */
static strata_status push_deeds(st_run *run, const st_match *m,
                                uint32_t collect) {
  const st_routine *deeds = &st_code_get(run->rules, m->code)->deeds;
  uint32_t frame;
  bool yes;
  strata_status status = begin_deeds(run, m, &frame, &yes);
  return status || !yes ? status : push_frame(run, deeds, frame, collect);
}

/* Whether a program is a handler, and the run may go on: then it needs no
 * task. */
static bool is_handler(const st_run *run, const st_routine *deeds) {
  return deeds->deed_count == 1 && deeds->deeds[0].op == STRATA_DEED_RUN &&
         !deeds->deeds[0].when && run->steps < run->most_steps &&
         st_run_events(run) <= run->most_events;
}

/* Do its deeds before anything else. What a handler was run in is forgotten
 * where nothing came of it that could speak of it. */
static strata_status do_deeds(st_run *run, const st_match *m) {
  const st_routine *deeds = &st_code_get(run->rules, m->code)->deeds;
  if (!is_handler(run, deeds)) return push_deeds(run, m, 0);
  st_room room = st_run_room(run);
  st_task task = {.what = ST_TASK_DEEDS, .end = 1};
  bool yes;
  strata_status status = begin_deeds(run, m, &task.frame, &yes);
  if (status || !yes) return status;
  run->steps++;
  status = st_handler_run(run, &task, deeds->deeds);
  if (!status) st_run_give_back(run, &room);
  return status;
}

/* The next match of the batch that is an end of a duration, or is none and
 * immediate. */
static strata_status do_next(st_run *run, uint32_t batch, bool until,
                             bool *more) {
  st_batch *b = st_run_batch(run, batch);
  *more = false;
  for (; b->match_next < b->match_end; b->match_next++) {
    st_match *m = &run->matches[b->match_next];
    if (!m->acts || m->ends != until || m->count == 0) continue;
    *more = true;
    m->count--;
    return do_deeds(run, m);
  }
  return STRATA_OK;
}

/* Whether it makes events and needs nothing of what comes of them. */
static bool only_emits(const st_routine *deeds) {
  for (uint32_t i = 0; i < deeds->deed_count; i = deeds->deeds[i].end) {
    const st_deed *deed = &deeds->deeds[i];
    if (deed->op != STRATA_DEED_EMIT || deed->name != 0) return false;
  }
  return true;
}

/* An end that can happen together with others. */
static bool is_plain_end(const st_run *run, const st_match *m) {
  return m->ends && m->count > 0 &&
         only_emits(&st_code_get(run->rules, m->code)->deeds);
}

bool st_trigger_ends(st_run *run, uint32_t batch) {
  const st_batch *b = st_run_batch(run, batch);
  for (size_t i = b->match_first; i < b->match_end; i++) {
    if (is_plain_end(run, &run->matches[i])) return true;
  }
  return false;
}

strata_status st_trigger_end_all(st_run *run, uint32_t batch,
                                 uint32_t collect) {
  const st_batch *b = st_run_batch(run, batch);
  size_t first = b->match_first;
  strata_status status = STRATA_OK;
  for (size_t i = b->match_end; !status && i > first; i--) {
    st_match *m = &run->matches[i - 1];
    if (!is_plain_end(run, m)) continue;
    m->count = 0;
    status = push_deeds(run, m, collect);
  }
  return status;
}

strata_status st_trigger_end(st_run *run, uint32_t batch, bool *more) {
  return do_next(run, batch, true, more);
}

strata_status st_trigger_act(st_run *run, uint32_t batch, bool *more) {
  return do_next(run, batch, false, more);
}

void st_trigger_forget(st_run *run, uint32_t batch) {
  const st_batch *b = st_run_batch(run, batch);
  assert(b->match_end == run->match_count);
  run->match_count = b->match_first;
}

/* -- Reflexive ones -- */

/* The event of a frame, if what the code says is about such. */
static uint32_t event_for(const st_run *run, const st_frame *frame,
                          const st_code *code) {
  if (frame->event == 0) return 0;
  strata_event_kind kind = run->events[frame->event - 1].kind;
  return st_kind_get(run->rules, code->kind)->of == kind ? frame->event : 0;
}

static strata_status read_given(st_run *run, const st_code *code,
                                const st_note *notes, uint32_t count,
                                int64_t **out) {
  const st_expr_names *names = &code->deeds.names;
  *out = st_arena_take(&run->arena, names->count, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  for (uint32_t i = ST_BOUND_OWN; i < names->count; i++) {
    uint64_t key = name_key(&names->items[i]);
    for (uint32_t n = 0; n < count; n++) {
      if (notes[n].key == key) (*out)[i] = st_word_value(notes[n].word);
    }
  }
  return STRATA_OK;
}

static strata_status trigger_now(st_run *run, const st_found *found,
                                 const st_match *m, const st_note *notes,
                                 uint32_t count, uint32_t *told) {
  bool yes;
  if (st_judge_uses(run, found) == 0) return STRATA_OK;
  strata_status status = check_if(run, found, m->event, &yes);
  if (status || !yes) return status;
  status = st_weigh_used(run, found);
  bool held = st_index_hold(&run->index);
  if (!status) status = log_match(run, m);
  if (!status && !code_of(run, found)->immediate) {
    status = fire(run, m, notes, count);
  } else if (!status) {
    status = push_deeds(run, m, 0);
  }
  st_index_keep(&run->index, held);
  return status ? status : tell_all(run, m, 1, told);
}

strata_status st_trigger_deed(st_run *run, uint32_t frame, const st_deed *deed,
                              uint32_t *told) {
  *told = 0;
  const st_code *code = st_code_get(run->rules, deed->what);
  st_note *notes = st_arena_take(&run->arena, deed->count, sizeof notes[0]);
  uint32_t count;
  int64_t *names;
  if (!notes) return STRATA_ENOMEM;
  strata_status status = st_start_names(run, frame, deed, notes, &count);
  if (!status) status = read_given(run, code, notes, count, &names);
  if (status) return status;
  const st_frame *f = st_run_frame(run, frame);
  st_found found = {.id = st_watch_id_of_deed(f->self, deed->what),
                    .self = f->self,
                    .you = (strata_entity)f->names[ST_BOUND_YOU],
                    .code = deed->what,
                    .names = names};
  names[ST_BOUND_YOU] = (int64_t)found.you;
  st_match m = {.code = deed->what,
                .event = event_for(run, f, code),
                .count = 1,
                .looks_back = f->looks_back,
                .self = found.self,
                .you = found.you,
                .id = found.id,
                .names = names};
  return trigger_now(run, &found, &m, notes, count, told);
}

/* -- Resolving -- */

/* The words of an event that the row's notes say. */
static void read_words(const st_run *run, const st_kind *kind, uint32_t row,
                       int64_t *words) {
  uint64_t keys[ST_KIND_FIELDS + ST_COMMON_FIELDS];
  for (uint32_t i = 0; i < kind->field_count; i++) {
    keys[i] = st_trigger_field_key(run->rules, kind->fields[i]);
  }
  uint32_t n = st_note_first(run->store, st_fired_names(row));
  for (; n != 0; n = st_note_next(run->store, n)) {
    st_note note = st_note_at(run->store, n);
    for (uint32_t i = 0; i < kind->field_count; i++) {
      if (keys[i] == note.key) words[i] = st_word_value(note.word);
    }
  }
}

/* An event with these words. */
static uint32_t remake_event(st_run *run, const st_code *code, uint32_t row) {
  uint32_t batch = st_run_new_batch(run);
  uint32_t event = batch ? st_run_new_event(run, code->kind, batch) : 0;
  if (event == 0) return 0;
  st_event *e = st_run_event(run, event);
  e->state = ST_EVENT_HAPPENED;
  read_words(run, st_kind_get(run->rules, e->kind), row, e->words);
  return event;
}

strata_status st_trigger_frame(st_run *run, uint32_t row, uint32_t *frame) {
  const st_store *store = run->store;
  assert(st_fired_used(store, row));
  strata_code id = st_get32(store, ST_COLUMN_FIRED_CODE, row);
  const st_code *code = st_code_get(run->rules, id);
  uint32_t event = code->kind != 0 ? remake_event(run, code, row) : 0;
  if (code->kind != 0 && event == 0) return STRATA_ENOMEM;
  *frame = st_run_new_frame(run, &code->deeds,
                            st_get64(store, ST_COLUMN_FIRED_SOURCE, row),
                            st_get64(store, ST_COLUMN_FIRED_YOU, row), event);
  if (*frame == 0) return STRATA_ENOMEM;
  st_run_frame(run, *frame)->identity =
      st_get64(store, ST_COLUMN_FIRED_IDENTITY, row);
  int64_t *names = st_run_frame(run, *frame)->names;
  for (uint32_t i = ST_BOUND_OWN; i < code->deeds.names.count; i++) {
    st_word word;
    uint64_t key = name_key(&code->deeds.names.items[i]);
    if (st_note_get(store, st_fired_names(row), key, &word)) {
      names[i] = st_word_value(word);
    }
  }
  return STRATA_OK;
}
