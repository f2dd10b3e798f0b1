/* payment.c - whether the cost of a player's action is paid. */
#include "play/execution/payment.h"

#include "play/execution/event.h"

void st_payment_begin(st_execution *exec, uint32_t frame) {
  exec->paying_frame = frame;
  exec->unpaid_event_type = 0;
}

strata_event_type st_payment_end(st_execution *exec) {
  exec->paying_frame = 0;
  return exec->unpaid_event_type;
}

/* An event of nothing, as paying 0 life. */
static bool has_no_amount(const st_execution *exec, const st_event *event) {
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  return type->amount_index != ST_NO_FIELD_INDEX &&
         event->words[type->amount_index] == 0;
}

static bool is_of_payment(const st_execution *exec, const st_event *event) {
  return exec->paying_frame != 0 && event->maker_frame == exec->paying_frame;
}

void st_payment_note(st_execution *exec, uint32_t event) {
  const st_event *e = st_event_get(exec, event);
  if (!is_of_payment(exec, e) || has_no_amount(exec, e)) return;
  exec->unpaid_event_type = e->type;
}

void st_payment_note_made(st_execution *exec, uint32_t event) {
  const st_event *e = st_event_get(exec, event);
  if (!is_of_payment(exec, e)) return;
  const st_event_type *type = st_event_type_get(exec->rules, e->type);
  bool is_about_nobody =
      type->affected_index != ST_NO_FIELD_INDEX &&
      st_entity_slot(exec->store, st_event_affected(exec, e)) == 0;
  if (is_about_nobody) exec->unpaid_event_type = e->type;
}
