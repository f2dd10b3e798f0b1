/*
 * event.c - events in flight and their batches.
 *
 * Both are growing arrays of the execution; an event's fields lie in its arena.
 */
#include "play/execution/event.h"

uint32_t st_batch_new(st_execution *exec) {
  if (exec->batch_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->batches, &exec->batch_capacity,
                      exec->batch_count + 1, sizeof exec->batches[0])) {
    return 0;
  }
  exec->batches[exec->batch_count++] = (st_batch){0};
  return (uint32_t)exec->batch_count;
}

uint32_t st_event_new(st_execution *exec, strata_event_type type,
                      uint32_t batch) {
  const st_event_type *k = st_event_type_unalias(exec->rules, type);
  int64_t *words =
      st_arena_alloc(&exec->arena, k->field_count, sizeof words[0]);
  if (!words || exec->event_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->events, &exec->event_capacity,
                      exec->event_count + 1, sizeof exec->events[0])) {
    return 0;
  }
  exec->events[exec->event_count++] =
      (st_event){.type = k->unaliased, .batch = batch, .words = words};
  uint32_t number = (uint32_t)exec->event_count;
  st_batch *b = st_batch_get(exec, batch);
  if (b->last) {
    st_event_get(exec, b->last)->next = number;
  } else {
    b->first = number;
  }
  b->last = number;
  b->count++;
  return number;
}

uint32_t st_event_new_about(st_execution *exec, strata_event_type type,
                            uint32_t batch, strata_entity affected,
                            strata_entity by, strata_entity cause) {
  const st_common_fields *common = &exec->rules->common_fields;
  uint32_t event = st_event_new(exec, type, batch);
  if (event == 0) return 0;
  int64_t *words = st_event_get(exec, event)->words;
  words[st_event_type_get(exec->rules, type)->affected_index] =
      (int64_t)affected;
  words[st_event_type_field_index(exec->rules, type, common->by)] = (int64_t)by;
  words[st_event_type_field_index(exec->rules, type, common->cause)] =
      (int64_t)cause;
  return event;
}

int64_t st_event_word(const st_execution *exec, uint32_t event,
                      strata_field field) {
  assert(event - 1u < exec->event_count);
  const st_event *e = &exec->events[event - 1];
  uint32_t place = st_event_type_field_index(exec->rules, e->type, field);
  return place != ST_NO_FIELD_INDEX ? e->words[place] : 0;
}

int64_t st_event_word_before(const st_execution *exec, uint32_t event,
                             strata_field field) {
  const st_event *e = &exec->events[event - 1];
  uint32_t place = st_event_type_field_index(exec->rules, e->type, field);
  bool other = e->affected_before != 0 && place != ST_NO_FIELD_INDEX &&
               place == st_event_type_get(exec->rules, e->type)->affected_index;
  return other ? (int64_t)e->affected_before
               : st_event_word(exec, event, field);
}

strata_entity st_event_entity(const st_execution *exec, uint32_t event,
                              strata_field field) {
  int64_t word = st_event_word(exec, event, field);
  const st_entry_preview *preview = st_event_entry_preview(exec, event);
  if (word != 0 || !preview) return (strata_entity)word;
  const st_event_type *type =
      st_event_type_get(exec->rules, exec->events[event - 1].type);
  bool affected = st_event_type_field_index(exec->rules, type->unaliased,
                                            field) == type->affected_index;
  return affected ? preview->values.who : 0;
}

uint32_t st_batch_results(st_execution *exec, uint32_t batch) {
  uint32_t child = st_batch_get(exec, batch)->result_batch;
  if (child == 0) child = st_batch_new(exec);
  if (child == 0) return 0;
  st_batch_get(exec, batch)->result_batch = child;
  st_batch_get(exec, child)->is_result = true;
  st_batch_get(exec, child)->outer_batch = batch;
  return child;
}
