/*
 * destination_choice.c - objects that several events would move to different
 * zones at once.
 *
 * The events are in a batch or in the batches of its results, and all of them
 * are decided before any is performed. So one pass over them with a hash table,
 * keyed by the moved entity, links the moves of each entity. Only where there
 * are several is it worked out to which zones they lead. All objects to choose
 * for are known before the first question, as the players choose in turn order
 * (101.4).
 */
#include "play/replace/destination_choice.h"

#include "base/hash.h"
#include "play/execution/can_happen.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/resume_point.h"
#include "play/execution/turn_order.h"

/* An event that moves an entity. Moves of one entity are linked, by their
 * places in st_moves.all + 1; 0 ends the list. */
typedef struct st_moving_event {
  uint32_t event;
  uint32_t next;
  uint32_t last; /* of the first move of an entity: the last one */
  int64_t zone;  /* where it leads, as a symbol; 0: nowhere, or not known yet */
} st_moving_event;

/* An entity for which a zone is to be chosen. */
typedef struct st_moved_entity {
  uint32_t first_move; /* a place in st_moves.all */
  uint32_t zone_count;
  strata_entity decider;
  uint32_t turn_place;
} st_moved_entity;

typedef struct st_moves {
  st_execution *exec;
  st_moving_event *all;
  uint32_t count;
  uint32_t *table; /* first moves by their entity; open addressing */
  uint32_t mask;
  st_moved_entity *entities; /* sorted by turn_place */
  uint32_t entity_count;
} st_moves;

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

/* The entry of the table for the entity that an event moves. */
static uint32_t *find_first_move(const st_moves *m, const st_event *event) {
  strata_entity who = entity_moved_by(m->exec, event);
  uint32_t at = (uint32_t)st_mix(who, 0) & m->mask;
  while (m->table[at] != 0 &&
         entity_moved_by(
             m->exec, st_event_get(m->exec, m->all[m->table[at] - 1].event)) !=
             who) {
    at = (at + 1) & m->mask;
  }
  return &m->table[at];
}

static void add_move(st_moves *m, uint32_t event) {
  uint32_t *first = find_first_move(m, st_event_get(m->exec, event));
  m->all[m->count++] = (st_moving_event){.event = event};
  uint32_t number = m->count;
  if (*first == 0) {
    *first = number;
  } else {
    m->all[m->all[*first - 1].last - 1].next = number;
  }
  m->all[*first - 1].last = number;
}

static strata_status link_moves(st_moves *m, uint32_t batch, uint32_t count) {
  m->mask = 3;
  while (m->mask < 2 * count) {
    m->mask = 2 * m->mask + 1;
  }
  m->table = st_arena_alloc(&m->exec->arena, m->mask + 1u, sizeof *m->table);
  m->all = st_arena_alloc(&m->exec->arena, count, sizeof *m->all);
  if (!m->table || !m->all) return STRATA_ENOMEM;
  for (; batch != 0; batch = st_batch_get(m->exec, batch)->result_batch) {
    uint32_t e = st_batch_get(m->exec, batch)->first;
    for (; e != 0; e = st_event_get(m->exec, e)->next) {
      if (is_living_move(m->exec, st_event_get(m->exec, e))) add_move(m, e);
    }
  }
  return STRATA_OK;
}

/* -- Zones -- */

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

/* Whether an earlier move of the same entity leads to the same zone. */
static bool is_zone_repeated(const st_moves *m, uint32_t first, uint32_t at) {
  uint32_t n = first;
  while (n != at && m->all[n].zone != m->all[at].zone) {
    n = m->all[n].next - 1;
  }
  return n != at;
}

/* Find the zones to which the moves of an entity lead, and count them. */
static strata_status find_zones(st_moves *m, uint32_t first, uint32_t *count) {
  strata_status status = STRATA_OK;
  *count = 0;
  for (uint32_t n = first + 1; !status && n != 0; n = m->all[n - 1].next) {
    st_moving_event *move = &m->all[n - 1];
    status = find_destination_zone(m->exec, move->event, &move->zone);
    *count += move->zone != 0 && !is_zone_repeated(m, first, n - 1);
  }
  return status;
}

/* Add an entity behind those whose players come before its own one. */
static strata_status add_moved_entity(st_moves *m, st_moved_entity entity) {
  strata_entity who = entity_moved_by(
      m->exec, st_event_get(m->exec, m->all[entity.first_move].event));
  strata_status status =
      st_turn_order_controller(m->exec, who, &entity.decider);
  entity.turn_place = st_turn_order_place(m->exec, entity.decider);
  uint32_t at = m->entity_count++;
  for (; at > 0 && m->entities[at - 1].turn_place > entity.turn_place; at--) {
    m->entities[at] = m->entities[at - 1];
  }
  m->entities[at] = entity;
  return status;
}

/* Find the entities that several moves would bring to different zones. */
static strata_status find_entities(st_moves *m) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < m->count; i++) {
    uint32_t zone_count;
    if (m->all[i].last == 0 || m->all[i].next == 0) continue;
    status = find_zones(m, i, &zone_count);
    if (status || zone_count < 2) continue;
    if (!m->entities) {
      m->entities =
          st_arena_alloc(&m->exec->arena, m->count, sizeof *m->entities);
      if (!m->entities) return STRATA_ENOMEM;
      status = st_turn_order_refresh(m->exec);
    }
    if (!status) {
      status = add_moved_entity(
          m, (st_moved_entity){.first_move = i, .zone_count = zone_count});
    }
  }
  return status;
}

/* -- Choosing -- */

static void drop_moves_elsewhere(st_moves *m, uint32_t first, int64_t zone) {
  for (uint32_t n = first + 1; n != 0; n = m->all[n - 1].next) {
    const st_moving_event *move = &m->all[n - 1];
    if (move->zone == 0 || move->zone == zone) continue;
    st_event_get(m->exec, move->event)->state = ST_EVENT_DROPPED;
  }
}

/* Ask to which zone an entity goes, and drop the events that would move it
 * elsewhere. */
static strata_status ask_zone(st_moves *m, const st_moved_entity *entity) {
  uint32_t first = entity->first_move;
  st_new_action_value *options =
      st_arena_alloc(&m->exec->arena, entity->zone_count, sizeof options[0]);
  if (!options) return STRATA_ENOMEM;
  st_new_decision ask = {
      .purpose = ST_PURPOSE_CHOOSE,
      .player = entity->decider,
      .source =
          entity_moved_by(m->exec, st_event_get(m->exec, m->all[first].event)),
      .options = options,
      .min = 1,
      .max = 1};
  for (uint32_t n = first + 1; n != 0; n = m->all[n - 1].next) {
    int64_t zone = m->all[n - 1].zone;
    if (zone == 0 || is_zone_repeated(m, first, n - 1)) continue;
    options[ask.option_count++] = (st_new_action_value){
        .type = STRATA_SYM + 1, .value = {.symbol = (strata_symbol)zone}};
  }
  assert(ask.option_count == entity->zone_count);
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(m->exec, &ask, &answer);
  if (status) return status;
  st_resume_point_forget(m->exec);
  drop_moves_elsewhere(m, first, options[answer->options[0]].value.symbol);
  return STRATA_OK;
}

strata_status st_destination_choice_ask(st_execution *exec, uint32_t batch) {
  uint32_t count = count_living_moves(exec, batch);
  st_moves m = {.exec = exec};
  if (count < 2) return STRATA_OK;
  strata_status status = link_moves(&m, batch, count);
  if (!status) status = find_entities(&m);
  for (uint32_t i = 0; !status && i < m.entity_count; i++) {
    status = ask_zone(&m, &m.entities[i]);
  }
  return status;
}
