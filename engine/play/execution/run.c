/*
 * run.c - what a run holds.
 */
#include "play/execution/run.h"

#include <string.h>

/* A run that takes more is thought to go on for ever. An event takes some ten
 * steps, and much is done without one. */
#define MOST_EVENTS    (UINT64_C(1) << 20)
#define STEPS_OF_EVENT 16
#define LEAST_STEPS    (UINT64_C(1) << 20)

/* -- Beginning and end -- */

void st_run_init(st_run *run, st_change *change, strata_error *error) {
  *run = (st_run){.mem = change->mem,
                  .change = change,
                  .rules = change->rules,
                  .store = change->store,
                  .error = error};
  st_run_limit(run, 0);
  st_arena_init(&run->arena, run->mem);
  st_index_init(&run->index, change);
  st_lineage_init(&run->lineage, run->mem);
  st_listen_init(&run->listen, &run->index);
  st_scan_init(&run->scan, change);
  st_text_init(&run->fault.said, run->mem);
  st_text_init(&run->fault.told, run->mem);
}

void st_run_fini(st_run *run) {
  if (!run->mem) return;
  st_mem *mem = run->mem;
  st_mem_free(mem, run->events, run->event_capacity, sizeof run->events[0]);
  st_mem_free(mem, run->frames, run->frame_capacity, sizeof run->frames[0]);
  st_mem_free(mem, run->batches, run->batch_capacity, sizeof run->batches[0]);
  st_mem_free(mem, run->tasks, run->task_capacity, sizeof run->tasks[0]);
  st_mem_free(mem, run->turns, run->turn_capacity, sizeof run->turns[0]);
  st_mem_free(mem, run->met, run->met_capacity, sizeof run->met[0]);
  st_mem_free(mem, run->words, run->word_capacity, sizeof run->words[0]);
  st_mem_free(mem, run->pairs, run->pair_capacity, sizeof run->pairs[0]);
  st_mem_free(mem, run->old_pairs, run->old_pair_capacity, sizeof(st_pair));
  st_mem_free(mem, run->shares, run->share_capacity, sizeof run->shares[0]);
  st_mem_free(mem, run->riders, run->rider_capacity, sizeof run->riders[0]);
  st_mem_free(mem, run->passes, run->pass_capacity, sizeof run->passes[0]);
  st_mem_free(mem, run->woulds, run->would_capacity, sizeof run->woulds[0]);
  st_mem_free(mem, run->own, run->own_capacity, sizeof run->own[0]);
  st_mem_free(mem, run->used, run->used_capacity, sizeof run->used[0]);
  st_mem_free(mem, run->matches, run->match_capacity, sizeof run->matches[0]);
  st_mem_free(mem, run->lent, run->lent_capacity, sizeof run->lent[0]);
  st_mem_free(mem, run->leavings, run->leaving_capacity, sizeof(st_leaving));
  st_mem_free(mem, run->gone, run->gone_capacity, sizeof run->gone[0]);
  st_mem_free(mem, run->gone_rows, run->gone_row_capacity, sizeof(uint64_t));
  st_mem_free(mem, run->gone_table, run->gone_table_capacity, sizeof(uint32_t));
  st_mem_free(mem, run->alikes.items, run->alikes.item_capacity,
              sizeof run->alikes.items[0]);
  st_mem_free(mem, run->alikes.groups, run->alikes.group_capacity,
              sizeof run->alikes.groups[0]);
  st_listen_fini(&run->listen);
  st_scan_fini(&run->scan);
  st_index_fini(&run->index);
  st_lineage_fini(&run->lineage);
  st_arena_fini(&run->arena);
  st_text_fini(&run->fault.said);
  st_text_fini(&run->fault.told);
  *run = (st_run){0};
}

void st_run_limit(st_run *run, uint64_t events) {
  if (events == 0) events = MOST_EVENTS;
  uint64_t steps = events < UINT64_MAX / STEPS_OF_EVENT
                       ? events * STEPS_OF_EVENT
                       : UINT64_MAX;
  run->most_events = events;
  run->most_steps = steps > LEAST_STEPS ? steps : LEAST_STEPS;
}

void st_run_empty(st_run *run) {
  st_arena_empty(&run->arena);
  run->event_count = 0;
  run->frame_count = 0;
  run->batch_count = 0;
  run->task_count = 0;
  run->asked = 0;
  run->is_firm = false;
  run->failed = STRATA_OK;
  run->fault.row = (st_fault_row){0};
  run->fault.kind = STRATA_FAULT_HOST;
  run->fault.other = false;
  st_text_clear(&run->fault.said);
  run->forgiving = false;
  run->steps = 0;
  run->trial = NULL;
  run->standing = (st_standing){0};
  run->alikes.event = 0;
  run->let_go = 0;
  st_lineage_empty(&run->lineage);
  run->judging = 0;
  run->turn_frame = 0;
  run->would_count = 0;
  run->own_count = 0;
  run->plain_event = 0;
  run->pair_count = 0;
  run->pairs_of = 0;
  run->pairs_last = 0;
  run->stale = 0;
  run->share_count = 0;
  run->rider_count = 0;
  run->pass_count = 0;
  run->passing = 0;
  run->used_count = 0;
  run->match_count = 0;
  run->leaving_count = 0;
}

/* -- Forgetting what is done -- */

/* So many frames are worth it. As it goes toward the limit the last events are
 * kept, which are what is told when it is reached. */
enum { MANY = 256, LAST = 4096 };

st_room st_run_room(const st_run *run) {
  return (st_room){.events = run->event_count,
                   .frames = run->frame_count,
                   .batches = run->batch_count,
                   .woulds = run->would_count,
                   .own = run->own_count,
                   .riders = run->rider_count,
                   .arena = st_arena_now(&run->arena),
                   .asked = run->asked};
}

st_room *st_run_take_room(st_run *run) {
  st_room *room = st_arena_take(&run->arena, 1, sizeof *room);
  if (room) *room = st_run_room(run);
  return room;
}

/* What is kept from one batch to the next by its number. */
static void forget_numbers(st_run *run) {
  if (run->judging > run->frame_count) run->judging = 0;
  if (run->turn_frame > run->frame_count) run->turn_frame = 0;
  if (run->plain_event > run->event_count) run->plain_event = 0;
  if (run->plain_frame > run->frame_count) run->plain_event = 0;
  run->pair_count = 0;
  run->pairs_of = 0;
  run->pairs_last = 0;
  run->stale = 0;
  run->share_count = 0;
}

void st_run_let_go(st_run *run, st_room *room) {
  size_t frames = run->frame_count - room->frames;
  size_t events = run->event_count - room->events;
  if (run->asked != room->asked) {
    *room = st_run_room(run);
    return;
  }
  /* What a trial makes is forgotten when it is taken back. */
  if (run->trial || run->innermost || (frames < MANY && events < MANY) ||
      st_run_events(run) + LAST > run->most_events) {
    return;
  }
  run->let_go += events;
  run->event_count = room->events;
  run->frame_count = room->frames;
  run->batch_count = room->batches;
  run->would_count = room->woulds;
  run->own_count = room->own;
  run->rider_count = room->riders;
  st_arena_back(&run->arena, room->arena);
  forget_numbers(run);
}

void st_run_give_back(st_run *run, const st_room *room) {
  bool nothing =
      run->event_count == room->events && run->batch_count == room->batches &&
      run->frame_count == room->frames + 1 &&
      run->would_count == room->woulds && run->own_count == room->own &&
      run->rider_count == room->riders && run->asked == room->asked;
  if (!nothing || run->tracer) return;
  run->frame_count = room->frames;
  st_arena_back(&run->arena, room->arena);
}

/* -- Events, frames, batches, tasks -- */

uint32_t st_run_new_batch(st_run *run) {
  if (run->batch_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->batches, &run->batch_capacity,
                      run->batch_count + 1, sizeof run->batches[0])) {
    return 0;
  }
  run->batches[run->batch_count++] = (st_batch){0};
  return (uint32_t)run->batch_count;
}

uint32_t st_run_new_event(st_run *run, strata_event_kind kind, uint32_t batch) {
  const st_kind *k = st_kind_of(run->rules, kind);
  int64_t *words = st_arena_take(&run->arena, k->field_count, sizeof words[0]);
  if (!words || run->event_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->events, &run->event_capacity,
                      run->event_count + 1, sizeof run->events[0])) {
    return 0;
  }
  run->events[run->event_count++] =
      (st_event){.kind = k->of, .batch = batch, .words = words};
  uint32_t number = (uint32_t)run->event_count;
  st_batch *b = st_run_batch(run, batch);
  if (b->last) {
    st_run_event(run, b->last)->next = number;
  } else {
    b->first = number;
  }
  b->last = number;
  b->count++;
  return number;
}

uint32_t st_run_new_frame(st_run *run, const st_routine *program,
                          strata_entity self, strata_entity you,
                          uint32_t event) {
  int64_t *names =
      st_arena_take(&run->arena, program->names.count + 1u, sizeof names[0]);
  if (!names || run->frame_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->frames, &run->frame_capacity,
                      run->frame_count + 1, sizeof run->frames[0])) {
    return 0;
  }
  names[ST_BOUND_YOU] = (int64_t)you;
  run->frames[run->frame_count++] = (st_frame){
      .program = program, .names = names, .self = self, .event = event};
  return (uint32_t)run->frame_count;
}

bool st_run_push(st_run *run, st_task task) {
  if (!st_mem_reserve(run->mem, &run->tasks, &run->task_capacity,
                      run->task_count + 1, sizeof run->tasks[0])) {
    return false;
  }
  run->tasks[run->task_count++] = task;
  return true;
}

int64_t st_event_word(const st_run *run, uint32_t event, strata_field field) {
  assert(event - 1u < run->event_count);
  const st_event *e = &run->events[event - 1];
  uint32_t place = st_kind_place(run->rules, e->kind, field);
  return place != ST_NO_PLACE ? e->words[place] : 0;
}

int64_t st_event_word_before(const st_run *run, uint32_t event,
                             strata_field field) {
  const st_event *e = &run->events[event - 1];
  uint32_t place = st_kind_place(run->rules, e->kind, field);
  bool other = e->was != 0 && place != ST_NO_PLACE &&
               place == st_kind_get(run->rules, e->kind)->affected;
  return other ? (int64_t)e->was : st_event_word(run, event, field);
}

strata_entity st_event_who(const st_run *run, uint32_t event,
                           strata_field field) {
  int64_t word = st_event_word(run, event, field);
  const st_would *would = st_event_would(run, event);
  if (word != 0 || !would) return (strata_entity)word;
  const st_kind *kind = st_kind_get(run->rules, run->events[event - 1].kind);
  bool affected = st_kind_place(run->rules, kind->of, field) == kind->affected;
  return affected ? would->shadow.who : 0;
}

uint32_t st_run_results_of(st_run *run, uint32_t batch) {
  uint32_t child = st_run_batch(run, batch)->child;
  if (child == 0) child = st_run_new_batch(run);
  if (child == 0) return 0;
  st_run_batch(run, batch)->child = child;
  st_run_batch(run, child)->is_result = true;
  st_run_batch(run, child)->outer = batch;
  return child;
}

/* -- When it goes on and on -- */

/* So many events are looked at, and so often must they have come again. */
enum { LOOK_BACK = 256, TIMES = 3 };

/* The event `back` before the last: what it is, and what has made it. */
static const st_event *event_before(const st_run *run, size_t back) {
  return &run->events[run->event_count - 1 - back];
}

static const st_routine *maker_of(const st_run *run, const st_event *event) {
  return event->maker != 0 ? run->frames[event->maker - 1].program : NULL;
}

/* After how many events the same ones come again; 0: they do not. */
static size_t find_period(const st_run *run) {
  size_t count = run->event_count < LOOK_BACK ? run->event_count : LOOK_BACK;
  for (size_t period = 1; period * TIMES <= count; period++) {
    size_t back = 0;
    for (; back + period < period * TIMES; back++) {
      const st_event *a = event_before(run, back);
      const st_event *b = event_before(run, back + period);
      if (a->kind != b->kind || maker_of(run, a) != maker_of(run, b)) break;
    }
    if (back + period == period * TIMES) return period;
  }
  return 0;
}

static void say_event(const st_run *run, const st_event *event, st_text *out) {
  strata_code by = st_code_of(run->rules, maker_of(run, event));
  const char *code = strata_rules_name(run->rules, STRATA_KIND_CODE, by);
  st_text_str(out, " '");
  st_text_str(out,
              strata_rules_name(run->rules, STRATA_KIND_EVENT, event->kind));
  st_text_str(out, "'");
  if (!code) return;
  strata_role role = st_code_get(run->rules, by)->role;
  st_text_str(out, role == STRATA_ROLE_TRIGGER ? " by trigger '" : " by '");
  st_text_str(out, code);
  st_text_str(out, "'");
}

strata_status st_run_fail_limit(st_run *run) {
  char bytes[160];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  bool events = st_run_events(run) > run->most_events;
  uint64_t limit = events ? run->most_events : run->most_steps;
  size_t period = find_period(run);
  for (size_t back = period; back-- > 0;) {
    say_event(run, event_before(run, back), &text);
    if (back > 0) st_text_str(&text, ",");
  }
  return ST_ERROR(run->error, STRATA_ELIMIT, 0, "it takes more than ",
                  st_number_of((int64_t)limit).text,
                  events ? " events" : " steps",
                  period ? "; again and again:" : ": it goes on and on",
                  st_text_get(&text));
}

size_t st_run_tasks_below(const st_run *run, uint32_t batch) {
  size_t n = run->task_count - 1;
  batch = st_run_outermost(run, batch);
  while (n > 0 && (run->tasks[n].what != ST_TASK_BATCH ||
                   run->tasks[n].batch != batch)) {
    n--;
  }
  return n;
}
