/*
 * destination_choice.c - objects that two events would move to different zones
 * at once.
 *
 * The events are in a batch or in the batches of its results, and all of them
 * are decided before any is performed. So one pass over them with a hash table,
 * keyed by the moved entity, finds each pair.
 */
#include "play/replace/destination_choice.h"

#include "base/hash.h"
#include "play/execution/can_happen.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/resume_point.h"
#include "play/execution/turn_order.h"

typedef struct st_move_table {
  st_execution *exec;
  uint32_t *table; /* events by the entity they move; open addressing */
  uint32_t mask;
} st_move_table;

static strata_entity entity_moved_by(const st_execution *exec,
                                     const st_event *event) {
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  return (strata_entity)event->words[type->affected_index];
}

/* Whether an event would move an entity that is still there. */
static bool is_living_move(const st_execution *exec, const st_event *event) {
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  return type->may_move_affected && st_event_is_proposed(event) &&
         st_entity_slot(exec->store, entity_moved_by(exec, event)) != 0;
}

static uint32_t count_living_moves(const st_execution *exec, uint32_t batch) {
  uint32_t count = 0;
  for (; batch != 0; batch = exec->batches[batch - 1].result_batch) {
    uint32_t e = exec->batches[batch - 1].first;
    for (; e != 0; e = exec->events[e - 1].next) {
      count += is_living_move(exec, &exec->events[e - 1]);
    }
  }
  return count;
}

/* The place in the table of the event that moves the same entity, or of this
 * one. */
static uint32_t *find_other_move(const st_move_table *f,
                                 const st_event *event) {
  strata_entity who = entity_moved_by(f->exec, event);
  uint32_t at = (uint32_t)st_mix(who, 0) & f->mask;
  while (f->table[at] != 0 &&
         entity_moved_by(f->exec, st_event_get(f->exec, f->table[at])) != who) {
    at = (at + 1) & f->mask;
  }
  return &f->table[at];
}

/* The zone to which an event moves its affected entity, as a symbol; 0: the
 * event moves it nowhere. */
static strata_status find_destination_zone(st_execution *exec, uint32_t event,
                                           int64_t *out) {
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  uint32_t frame = st_can_happen_new_frame(exec, event, &type->perform_program);
  strata_status status = frame != 0 ? STRATA_OK : STRATA_ENOMEM;
  *out = 0;
  for (uint32_t i = 0;
       !status && *out == 0 && i < type->perform_program.instruction_count;
       i++) {
    const st_instruction *instruction = &type->perform_program.instructions[i];
    bool holds = false;
    if (!st_instruction_moves_affected(type, instruction)) continue;
    status = st_frame_holds(exec, frame, instruction->when, &holds);
    if (status || !holds) continue;
    if (instruction->what != 0) {
      *out = (int64_t)exec->rules->zones[instruction->what - 1].symbol;
      continue;
    }
    status = st_frame_option(exec, frame, instruction, ST_OPTION_TO, 0, out);
  }
  return status;
}

/* Ask which of two events happens, and drop the other one. */
static strata_status ask_destination(st_execution *exec, const uint32_t *events,
                                     const int64_t *zones, uint32_t *kept) {
  strata_entity who = entity_moved_by(exec, st_event_get(exec, events[0]));
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, 2, sizeof options[0]);
  if (!options) return STRATA_ENOMEM;
  for (int i = 0; i < 2; i++) {
    options[i] = (st_new_action_value){
        .type = STRATA_SYM + 1, .value = {.symbol = (strata_symbol)zones[i]}};
  }
  st_new_decision ask = {.purpose = ST_PURPOSE_CHOOSE,
                         .source = who,
                         .options = options,
                         .option_count = 2,
                         .min = 1,
                         .max = 1};
  const st_new_answer *answer;
  strata_status status = st_turn_order_controller(exec, who, &ask.player);
  if (!status) status = st_decisions_ask(exec, &ask, &answer);
  if (status) return status;
  st_resume_point_forget(exec);
  *kept = events[answer->options[0]];
  st_event_get(exec, events[1 - answer->options[0]])->state = ST_EVENT_DROPPED;
  return STRATA_OK;
}

static strata_status resolve_double_move(const st_move_table *f,
                                         uint32_t event) {
  uint32_t *at = find_other_move(f, st_event_get(f->exec, event));
  if (*at == 0) {
    *at = event;
    return STRATA_OK;
  }
  const uint32_t both[] = {*at, event};
  int64_t zones[2];
  strata_status status = find_destination_zone(f->exec, both[0], &zones[0]);
  if (!status) status = find_destination_zone(f->exec, both[1], &zones[1]);
  if (status || zones[0] == zones[1] || zones[0] == 0 || zones[1] == 0) {
    return status;
  }
  return ask_destination(f->exec, both, zones, at);
}

strata_status st_destination_choice_ask(st_execution *exec, uint32_t batch) {
  uint32_t count = count_living_moves(exec, batch);
  st_move_table f = {.exec = exec, .mask = 3};
  if (count < 2) return STRATA_OK;
  while (f.mask < 2 * count) {
    f.mask = 2 * f.mask + 1;
  }
  f.table = st_arena_alloc(&exec->arena, f.mask + 1u, sizeof *f.table);
  if (!f.table) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  for (; !status && batch != 0;
       batch = st_batch_get(exec, batch)->result_batch) {
    uint32_t e = st_batch_get(exec, batch)->first;
    for (; !status && e != 0; e = st_event_get(exec, e)->next) {
      if (is_living_move(exec, st_event_get(exec, e))) {
        status = resolve_double_move(&f, e);
      }
    }
  }
  return status;
}
