/*
 * run.c - what a run holds.
 */
#include "play/execution/execution.h"

#include <string.h>

/* A run that takes more is thought to go on for ever. An event takes some ten
 * steps, and much is done without one. */
#define DEFAULT_MAX_EVENTS (UINT64_C(1) << 20)
#define STEPS_PER_EVENT    16
#define MIN_STEP_LIMIT     (UINT64_C(1) << 20)

/* -- Beginning and end -- */

void st_execution_init(st_execution *run, st_mutator *change,
                       strata_error *error) {
  *run = (st_execution){.mem = change->mem,
                        .change = change,
                        .rules = change->rules,
                        .store = change->store,
                        .error = error};
  st_event_limit_set(run, 0);
  st_arena_init(&run->arena, run->mem);
  st_watcher_index_init(&run->index, change);
  st_applied_sets_init(&run->applied_sets, run->mem);
  st_listeners_init(&run->listeners, &run->index);
  st_sba_cache_init(&run->sba_cache, change);
  st_text_init(&run->handler_fault.reason, run->mem);
  st_text_init(&run->handler_fault.report, run->mem);
}

void st_execution_fini(st_execution *run) {
  if (!run->mem) return;
  st_mem *mem = run->mem;
  st_mem_free(mem, run->events, run->event_capacity, sizeof run->events[0]);
  st_mem_free(mem, run->frames, run->frame_capacity, sizeof run->frames[0]);
  st_mem_free(mem, run->batches, run->batch_capacity, sizeof run->batches[0]);
  st_mem_free(mem, run->tasks, run->task_capacity, sizeof run->tasks[0]);
  st_mem_free(mem, run->turn_order, run->turn_capacity,
              sizeof run->turn_order[0]);
  st_mem_free(mem, run->met_decisions, run->met_capacity,
              sizeof run->met_decisions[0]);
  st_mem_free(mem, run->value_words, run->value_word_capacity,
              sizeof run->value_words[0]);
  st_mem_free(mem, run->candidates, run->candidate_capacity,
              sizeof run->candidates[0]);
  st_mem_free(mem, run->old_candidates, run->old_candidate_capacity,
              sizeof(st_replacement_candidate));
  st_mem_free(mem, run->shares, run->share_capacity, sizeof run->shares[0]);
  st_mem_free(mem, run->follow_ups, run->follow_up_capacity,
              sizeof run->follow_ups[0]);
  st_mem_free(mem, run->chain_walks, run->chain_walk_capacity,
              sizeof run->chain_walks[0]);
  st_mem_free(mem, run->previews, run->preview_capacity,
              sizeof run->previews[0]);
  st_mem_free(mem, run->own_candidates, run->own_candidate_capacity,
              sizeof run->own_candidates[0]);
  st_mem_free(mem, run->used_started, run->used_started_capacity,
              sizeof run->used_started[0]);
  st_mem_free(mem, run->matches, run->match_capacity, sizeof run->matches[0]);
  st_mem_free(mem, run->scratch_variables, run->scratch_variable_capacity,
              sizeof run->scratch_variables[0]);
  st_mem_free(mem, run->leave_rows, run->leave_rows_capacity,
              sizeof(st_leave_rows));
  st_mem_free(mem, run->leavers, run->leaver_capacity, sizeof run->leavers[0]);
  st_mem_free(mem, run->leaver_rows, run->leaver_row_capacity,
              sizeof(uint64_t));
  st_mem_free(mem, run->leaver_table, run->leaver_table_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, run->equal_candidates.items,
              run->equal_candidates.item_capacity,
              sizeof run->equal_candidates.items[0]);
  st_mem_free(mem, run->equal_candidates.groups,
              run->equal_candidates.group_capacity,
              sizeof run->equal_candidates.groups[0]);
  st_listeners_fini(&run->listeners);
  st_sba_cache_fini(&run->sba_cache);
  st_watcher_index_fini(&run->index);
  st_applied_sets_fini(&run->applied_sets);
  st_arena_fini(&run->arena);
  st_text_fini(&run->handler_fault.reason);
  st_text_fini(&run->handler_fault.report);
  *run = (st_execution){0};
}

void st_event_limit_set(st_execution *run, uint64_t events) {
  if (events == 0) events = DEFAULT_MAX_EVENTS;
  uint64_t steps = events < UINT64_MAX / STEPS_PER_EVENT
                       ? events * STEPS_PER_EVENT
                       : UINT64_MAX;
  run->max_events = events;
  run->max_steps = steps > MIN_STEP_LIMIT ? steps : MIN_STEP_LIMIT;
}

void st_execution_reset(st_execution *run) {
  st_arena_reset(&run->arena);
  run->event_count = 0;
  run->frame_count = 0;
  run->batch_count = 0;
  run->task_count = 0;
  run->decisions_met = 0;
  run->is_irreversible = false;
  run->failed_status = STRATA_OK;
  run->handler_fault.disabled_row = (st_disabled_handler){0};
  run->handler_fault.kind = STRATA_FAULT_HOST;
  run->handler_fault.is_not_handlers = false;
  st_text_clear(&run->handler_fault.reason);
  run->ignores_state_hash = false;
  run->steps = 0;
  run->attempt = NULL;
  run->loop_detector = (st_loop_detector){0};
  run->equal_candidates.event = 0;
  run->forgotten_events = 0;
  st_applied_sets_clear(&run->applied_sets);
  run->condition_frame = 0;
  run->turn_frame = 0;
  run->preview_count = 0;
  run->own_candidate_count = 0;
  run->fast_event = 0;
  run->candidate_count = 0;
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_stale_count = 0;
  run->share_count = 0;
  run->follow_up_count = 0;
  run->chain_walk_count = 0;
  run->innermost_walk = 0;
  run->used_started_count = 0;
  run->match_count = 0;
  run->leave_rows_count = 0;
}

/* -- Forgetting what is done -- */

/* So many frames are worth it. As it goes toward the limit the last events are
 * kept, which are what is told when it is reached. */
enum { FORGET_THRESHOLD = 256, KEEP_NEAR_LIMIT = 4096 };

st_stack_marks st_stack_marks_get(const st_execution *run) {
  return (st_stack_marks){.events = run->event_count,
                          .frames = run->frame_count,
                          .batches = run->batch_count,
                          .previews = run->preview_count,
                          .own_candidates = run->own_candidate_count,
                          .follow_ups = run->follow_up_count,
                          .arena = st_arena_tell(&run->arena),
                          .decisions_met = run->decisions_met};
}

st_stack_marks *st_stack_marks_new(st_execution *run) {
  st_stack_marks *room = st_arena_alloc(&run->arena, 1, sizeof *room);
  if (room) *room = st_stack_marks_get(run);
  return room;
}

/* What is kept from one batch to the next by its number. */
static void forget_stale_numbers(st_execution *run) {
  if (run->condition_frame > run->frame_count) run->condition_frame = 0;
  if (run->turn_frame > run->frame_count) run->turn_frame = 0;
  if (run->fast_event > run->event_count) run->fast_event = 0;
  if (run->fast_frame > run->frame_count) run->fast_event = 0;
  run->candidate_count = 0;
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_stale_count = 0;
  run->share_count = 0;
}

void st_stack_marks_forget_done(st_execution *run, st_stack_marks *room) {
  size_t frames = run->frame_count - room->frames;
  size_t events = run->event_count - room->events;
  if (run->decisions_met != room->decisions_met) {
    *room = st_stack_marks_get(run);
    return;
  }
  /* What a trial makes is forgotten when it is taken back. */
  if (run->attempt || run->innermost_call ||
      (frames < FORGET_THRESHOLD && events < FORGET_THRESHOLD) ||
      st_execution_event_total(run) + KEEP_NEAR_LIMIT > run->max_events) {
    return;
  }
  run->forgotten_events += events;
  run->event_count = room->events;
  run->frame_count = room->frames;
  run->batch_count = room->batches;
  run->preview_count = room->previews;
  run->own_candidate_count = room->own_candidates;
  run->follow_up_count = room->follow_ups;
  st_arena_rewind(&run->arena, room->arena);
  forget_stale_numbers(run);
}

void st_stack_marks_drop_frame(st_execution *run, const st_stack_marks *room) {
  bool nothing = run->event_count == room->events &&
                 run->batch_count == room->batches &&
                 run->frame_count == room->frames + 1 &&
                 run->preview_count == room->previews &&
                 run->own_candidate_count == room->own_candidates &&
                 run->follow_up_count == room->follow_ups &&
                 run->decisions_met == room->decisions_met;
  if (!nothing || run->trace) return;
  run->frame_count = room->frames;
  st_arena_rewind(&run->arena, room->arena);
}

/* -- Events, frames, batches, tasks -- */

uint32_t st_batch_new(st_execution *run) {
  if (run->batch_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->batches, &run->batch_capacity,
                      run->batch_count + 1, sizeof run->batches[0])) {
    return 0;
  }
  run->batches[run->batch_count++] = (st_batch){0};
  return (uint32_t)run->batch_count;
}

uint32_t st_event_new(st_execution *run, strata_event_type kind,
                      uint32_t batch) {
  const st_event_type *k = st_event_type_unalias(run->rules, kind);
  int64_t *words = st_arena_alloc(&run->arena, k->field_count, sizeof words[0]);
  if (!words || run->event_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->events, &run->event_capacity,
                      run->event_count + 1, sizeof run->events[0])) {
    return 0;
  }
  run->events[run->event_count++] =
      (st_event){.type = k->unaliased, .batch = batch, .words = words};
  uint32_t number = (uint32_t)run->event_count;
  st_batch *b = st_batch_get(run, batch);
  if (b->last) {
    st_event_get(run, b->last)->next = number;
  } else {
    b->first = number;
  }
  b->last = number;
  b->count++;
  return number;
}

uint32_t st_frame_new(st_execution *run, const st_program *program,
                      strata_entity self, strata_entity you, uint32_t event) {
  int64_t *names = st_arena_alloc(&run->arena, program->variables.count + 1u,
                                  sizeof names[0]);
  if (!names || run->frame_count >= UINT32_MAX ||
      !st_mem_reserve(run->mem, &run->frames, &run->frame_capacity,
                      run->frame_count + 1, sizeof run->frames[0])) {
    return 0;
  }
  names[ST_VARIABLE_YOU] = (int64_t)you;
  run->frames[run->frame_count++] = (st_frame){
      .program = program, .variables = names, .self = self, .event = event};
  return (uint32_t)run->frame_count;
}

bool st_task_push(st_execution *run, st_task task) {
  if (!st_mem_reserve(run->mem, &run->tasks, &run->task_capacity,
                      run->task_count + 1, sizeof run->tasks[0])) {
    return false;
  }
  run->tasks[run->task_count++] = task;
  return true;
}

int64_t st_event_word(const st_execution *run, uint32_t event,
                      strata_field field) {
  assert(event - 1u < run->event_count);
  const st_event *e = &run->events[event - 1];
  uint32_t place = st_event_type_field_index(run->rules, e->type, field);
  return place != ST_NO_FIELD_INDEX ? e->words[place] : 0;
}

int64_t st_event_word_before(const st_execution *run, uint32_t event,
                             strata_field field) {
  const st_event *e = &run->events[event - 1];
  uint32_t place = st_event_type_field_index(run->rules, e->type, field);
  bool other = e->affected_before != 0 && place != ST_NO_FIELD_INDEX &&
               place == st_event_type_get(run->rules, e->type)->affected_index;
  return other ? (int64_t)e->affected_before : st_event_word(run, event, field);
}

strata_entity st_event_entity(const st_execution *run, uint32_t event,
                              strata_field field) {
  int64_t word = st_event_word(run, event, field);
  const st_entry_preview *would = st_event_entry_preview(run, event);
  if (word != 0 || !would) return (strata_entity)word;
  const st_event_type *kind =
      st_event_type_get(run->rules, run->events[event - 1].type);
  bool affected = st_event_type_field_index(run->rules, kind->unaliased,
                                            field) == kind->affected_index;
  return affected ? would->shadow.who : 0;
}

uint32_t st_batch_results(st_execution *run, uint32_t batch) {
  uint32_t child = st_batch_get(run, batch)->result_batch;
  if (child == 0) child = st_batch_new(run);
  if (child == 0) return 0;
  st_batch_get(run, batch)->result_batch = child;
  st_batch_get(run, child)->is_result = true;
  st_batch_get(run, child)->outer_batch = batch;
  return child;
}

/* -- When it goes on and on -- */

/* So many events are looked at, and so often must they have come again. */
enum { PERIOD_WINDOW = 256, PERIOD_REPEATS = 3 };

/* The event `back` before the last: what it is, and what has made it. */
static const st_event *nth_event_back(const st_execution *run, size_t back) {
  return &run->events[run->event_count - 1 - back];
}

static const st_program *program_that_made(const st_execution *run,
                                           const st_event *event) {
  return event->maker_frame != 0 ? run->frames[event->maker_frame - 1].program
                                 : NULL;
}

/* After how many events the same ones come again; 0: they do not. */
static size_t find_period(const st_execution *run) {
  size_t count =
      run->event_count < PERIOD_WINDOW ? run->event_count : PERIOD_WINDOW;
  for (size_t period = 1; period * PERIOD_REPEATS <= count; period++) {
    size_t back = 0;
    for (; back + period < period * PERIOD_REPEATS; back++) {
      const st_event *a = nth_event_back(run, back);
      const st_event *b = nth_event_back(run, back + period);
      if (a->type != b->type ||
          program_that_made(run, a) != program_that_made(run, b))
        break;
    }
    if (back + period == period * PERIOD_REPEATS) return period;
  }
  return 0;
}

static void write_repeated_event(const st_execution *run, const st_event *event,
                                 st_text *out) {
  strata_watcher_def by =
      st_watcher_def_of_program(run->rules, program_that_made(run, event));
  const char *code = st_rules_name(run->rules, STRATA_NAME_WATCHER_DEF, by);
  st_text_add_str(out, " '");
  st_text_add_str(
      out, st_rules_name(run->rules, STRATA_NAME_EVENT_TYPE, event->type));
  st_text_add_str(out, "'");
  if (!code) return;
  strata_watcher_role role = st_watcher_def_get(run->rules, by)->role;
  st_text_add_str(out, role == STRATA_ROLE_TRIGGER ? " by trigger '" : " by '");
  st_text_add_str(out, code);
  st_text_add_str(out, "'");
}

strata_status st_event_limit_fail(st_execution *run) {
  char bytes[160];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  bool events = st_execution_event_total(run) > run->max_events;
  uint64_t limit = events ? run->max_events : run->max_steps;
  size_t period = find_period(run);
  for (size_t back = period; back-- > 0;) {
    write_repeated_event(run, nth_event_back(run, back), &text);
    if (back > 0) st_text_add_str(&text, ",");
  }
  return ST_ERROR(run->error, STRATA_ELIMIT, 0, "it takes more than ",
                  st_number_format((int64_t)limit).text,
                  events ? " events" : " steps",
                  period ? "; again and again:" : ": it goes on and on",
                  st_text_get(&text));
}

size_t st_task_count_below(const st_execution *run, uint32_t batch) {
  size_t n = run->task_count - 1;
  batch = st_batch_outermost(run, batch);
  while (n > 0 && (run->tasks[n].kind != ST_TASK_BATCH ||
                   run->tasks[n].batch != batch)) {
    n--;
  }
  return n;
}
