/*
 * joined_part.c - an event becomes a part of another.
 */
#include "play/events/joined_part.h"

#include "play/events/deferred_cost.h"
#include "play/execution/event.h"

/* Whether an event is caused by the object that its parent lets enter. That of
 * a token, which has no handle, is marked before. */
static bool is_caused_by_entrant(st_execution *exec, const st_event *event,
                                 const st_event *parent, uint32_t cause) {
  strata_entity what = (strata_entity)event->words[cause];
  return parent->entry_preview != 0 &&
         (what == st_preview_nobody() ||
          (what != 0 && what == st_event_affected(exec, parent)));
}

void st_joined_part_join(st_execution *exec, uint32_t event, uint32_t parent) {
  const st_common_fields *common = &exec->rules->common_fields;
  st_event *e = st_event_get(exec, event);
  uint32_t affected = st_event_type_get(exec->rules, e->type)->affected_index;
  uint32_t cause =
      st_event_type_field_index(exec->rules, e->type, common->cause);
  uint32_t effect =
      st_event_type_field_index(exec->rules, e->type, common->effect);
  if (affected != ST_NO_FIELD_INDEX) {
    e->affects_entrant =
        (strata_entity)e->words[affected] == st_preview_nobody();
    e->words[affected] =
        (int64_t)st_entity_unless_preview((strata_entity)e->words[affected]);
  }
  if (cause != ST_NO_FIELD_INDEX) {
    e->is_caused_by_entrant =
        is_caused_by_entrant(exec, e, st_event_get(exec, parent), cause);
    e->words[cause] =
        (int64_t)st_entity_unless_preview((strata_entity)e->words[cause]);
  }
  e->is_joined_part = true;
  if (st_deferred_cost_is(exec, e)) {
    st_batch_get(exec, e->batch)->has_deferred_costs = true;
  }
  e->prev_joined = st_event_get(exec, parent)->last_joined;
  st_event_get(exec, parent)->last_joined = event;
  if (effect != ST_NO_FIELD_INDEX) e->words[effect] = 1;
}
