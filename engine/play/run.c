/*
 * run.c - what a run holds.
 */
#include "play/run.h"

#include <string.h>

/* A run that takes more is thought to go on for ever. */
#define MOST_STEPS (UINT64_C(1) << 22)

/* -- Beginning and end -- */

void st_run_init(st_run *run, st_change *change, strata_error *error) {
  *run = (st_run){.mem = change->mem,
                  .change = change,
                  .rules = change->rules,
                  .store = change->store,
                  .most_steps = MOST_STEPS,
                  .error = error};
  st_arena_init(&run->arena, run->mem);
  st_index_init(&run->index, change);
  st_lineage_init(&run->lineage, run->mem);
}

void st_run_fini(st_run *run) {
  if (!run->mem) return;
  st_mem *mem = run->mem;
  st_mem_free(mem, run->events, run->event_capacity, sizeof run->events[0]);
  st_mem_free(mem, run->frames, run->frame_capacity, sizeof run->frames[0]);
  st_mem_free(mem, run->batches, run->batch_capacity, sizeof run->batches[0]);
  st_mem_free(mem, run->tasks, run->task_capacity, sizeof run->tasks[0]);
  st_mem_free(mem, run->asks, run->ask_capacity, sizeof run->asks[0]);
  st_mem_free(mem, run->words, run->word_capacity, sizeof run->words[0]);
  st_mem_free(mem, run->pairs, run->pair_capacity, sizeof run->pairs[0]);
  st_mem_free(mem, run->old_pairs, run->old_pair_capacity, sizeof(st_pair));
  st_mem_free(mem, run->shares, run->share_capacity, sizeof run->shares[0]);
  st_mem_free(mem, run->riders, run->rider_capacity, sizeof run->riders[0]);
  st_mem_free(mem, run->used, run->used_capacity, sizeof run->used[0]);
  st_index_fini(&run->index);
  st_lineage_fini(&run->lineage);
  st_arena_fini(&run->arena);
  *run = (st_run){0};
}

void st_run_empty(st_run *run) {
  st_arena_empty(&run->arena);
  run->event_count = 0;
  run->frame_count = 0;
  run->batch_count = 0;
  run->task_count = 0;
  run->asked = 0;
  run->is_firm = false;
  run->steps = 0;
  st_lineage_empty(&run->lineage);
  run->judging = 0;
  run->pair_count = 0;
  run->pairs_of = 0;
  run->share_count = 0;
  run->rider_count = 0;
  run->used_count = 0;
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

/* -- Decisions -- */

/* Whether the answer that is known is one to what is met now: it was met in
 * the same state, and may be answered so. */
static strata_status answer_fits(st_run *run, const st_new_decision *met,
                                 bool *fits) {
  const st_decision asked = {.purpose = met->purpose,
                             .flags = met->flags,
                             .option_count = met->option_count,
                             .least = met->least,
                             .most = met->most,
                             .total = met->total};
  strata_status status = st_decision_check(run->store, &asked,
                                           &run->answers[run->asked - 1], NULL);
  *fits = status == STRATA_OK && run->met[run->asked - 1] == met->hash;
  return status == STRATA_EREFUSED ? STRATA_OK : status;
}

strata_status st_run_ask(st_run *run, const st_new_decision *ask,
                         const st_decided **out) {
  if (!st_mem_reserve(run->mem, &run->asks, &run->ask_capacity, run->asked + 1u,
                      sizeof run->asks[0])) {
    return STRATA_ENOMEM;
  }
  st_new_decision *met = &run->asks[run->asked++];
  *met = *ask;
  met->hash = run->store->hash;
  if (run->is_firm) met->flags |= ST_DECISION_FIRM;
  run->is_firm = false;
  if (run->asked > run->known) return STRATA_ESUSPEND;
  bool fits;
  strata_status status = answer_fits(run, met, &fits);
  if (status) return status;
  if (!fits) {
    run->known = run->asked - 1;
    return STRATA_ESUSPEND;
  }
  *out = &run->answers[run->asked - 1];
  return STRATA_OK;
}
