/* hands.h - handlers, a policy and an observer for the fuzzer of actions. */
#ifndef STRATA_TESTS_FUZZ_HANDS_H
#define STRATA_TESTS_FUZZ_HANDS_H

#include "kit_acts.h"

/* What a handler does depends only on `seed`, which stays while an action is
 * open, on the handler, and on the state of the world. So a second execution of
 * the action makes the same calls. */
typedef struct hands {
  uint64_t seed;
  uint64_t
      last; /* number of the last row that the observer was told; 0: none */
  uint32_t option;
  int64_t amount;
} hands;

static strata_entity hand_entity(kit_dice *dice, strata_world *world) {
  strata_entity e = 0;
  for (uint32_t skip = kit_below(dice, 5); skip > 0; skip--) {
    e = strata_entity_next(world, e);
  }
  return e;
}

static strata_value hand_value(kit_dice *dice, strata_world *world) {
  strata_value v = {.type = (strata_type)(1 + kit_below(dice, 5)), .text = ""};
  v.integer = (int64_t)kit_below(dice, 6) - 1;
  v.ref = hand_entity(dice, world);
  v.symbol = kit_below(dice, 8);
  return v;
}

static strata_status hand_emit(kit_dice *dice, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_named_value given[2][2];
  strata_act_desc events[2];
  strata_emit_result out[2];
  for (size_t i = 0; i < 2; i++) {
    bool well = kit_below(dice, 8) != 0;
    bool count = kit_below(dice, 4) == 0;
    given[i][0] = (strata_named_value){
        "player", {.type = STRATA_REF, .ref = hand_entity(dice, world)}};
    given[i][1] = (strata_named_value){
        count ? "count" : "amount",
        {.type = well ? STRATA_INT : STRATA_REF, .integer = (int64_t)i + 1}};
    events[i] = (strata_act_desc){.event = kit_below(dice, 15),
                                  .given = given[i],
                                  .given_count = kit_below(dice, 3)};
  }
  strata_status status = strata_emit(run, events, 1 + kit_below(dice, 2), out);
  if (status) return status;
  strata_event next = strata_event_next(run, out[0].event, 0);
  strata_value value;
  status = strata_event_get(run, next, 1 + kit_below(dice, 5), &value);
  if (strata_event_happened(run, out[0].event) != (out[0].happened > 0) &&
      next == 0 && out[0].happened > 0) {
    __builtin_trap(); /* nothing can have taken its place */
  }
  (void)strata_event_made(run, next);
  (void)strata_event_type_of(run, next);
  return status == STRATA_ENOENT ? STRATA_OK : status;
}

static strata_status hand_ask(kit_dice *dice, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_option options[3];
  strata_decision asks[2];
  strata_answer_desc out[2];
  for (size_t i = 0; i < 3; i++) {
    options[i] = (strata_option){.value = hand_value(dice, world),
                                 .text = i ? "text" : NULL};
    if (kit_below(dice, 3) == 0) options[i].value.type = (strata_type)0;
  }
  for (size_t i = 0; i < 2; i++) {
    asks[i] = (strata_decision){
        .purpose = (strata_decision_purpose)kit_below(dice, 13),
        .who = hand_entity(dice, world),
        .prompt = i ? "prompt" : NULL,
        .options = options,
        .option_count = kit_below(dice, 4),
        .least = (int64_t)kit_below(dice, 3) - 1,
        .most = (int64_t)kit_below(dice, 4),
        .total = (int64_t)kit_below(dice, 5),
        .ordered = kit_below(dice, 2),
        .hidden = kit_below(dice, 2)};
  }
  if (kit_below(dice, 2)) return strata_call_choose(run, &asks[0], &out[0]);
  return strata_call_choose_all(run, asks, 2, out);
}

static strata_status hand_about(kit_dice *dice, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_value v = hand_value(dice, world);
  strata_event event = strata_call_event(run);
  strata_field field = 1 + kit_below(dice, 5);
  const char *names[] = {"number", "who", "much", "you", "i"};
  const char *name = names[kit_below(dice, 5)];
  switch (kit_below(dice, 7)) {
  case 5:
    if (strata_call_drop(run) != STRATA_OK && strata_call_in_chain(run)) {
      return STRATA_EINVAL; /* the run has failed */
    }
    return STRATA_OK;
  case 6:
    return strata_call_halt(run);
  case 0:
    return strata_event_set(run, event, field, &v);
  case 1:
    return strata_event_stop(run, event);
  case 2:
    return strata_call_set(run, name, &v);
  case 3:
    v.ref = strata_call_this(run) ^ strata_call_you(run) ^ strata_call_it(run);
    return strata_call_get(run, name, &v);
  default:
    return strata_call_roll(run, (int64_t)kit_below(dice, 4), &v.integer);
  }
}

static strata_status hand_write(kit_dice *dice, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_attr life = kit_attr(strata_world_rules(world), "life");
  strata_value v = hand_value(dice, world);
  strata_entity e = hand_entity(dice, world);
  switch (kit_below(dice, 4)) {
  case 0:
    return strata_set_base_int(world, e, life, v.integer);
  case 1:
    return strata_spawn(world, &e);
  case 2:
    return strata_move(world, e, &(strata_move_desc){.zone = 1}, &e);
  default:
    return strata_note(world, e, "hand", &v);
  }
}

static strata_status hand_handle(void *user, strata_handler_call *run,
                                 strata_handler handler) {
  const hands *h = user;
  strata_world *world = strata_call_world(run);
  kit_dice dice = {h->seed ^ strata_hash(world) ^ handler};
  /* what is in no zone may always be taken: no entity is, nor a forged one */
  if (!strata_call_may_take(run, 0) || !strata_call_may_take(run, UINT64_MAX)) {
    __builtin_trap();
  }
  /* these handlers have no stacks that could wait */
  strata_call_keep(run, NULL);
  if (strata_emit_go_on(run, NULL) == STRATA_OK) __builtin_trap();
  strata_status status = STRATA_OK;
  for (uint32_t left = kit_below(&dice, 5); left > 0; left--) {
    switch (kit_below(&dice, 6)) {
    case 0:
      status = hand_ask(&dice, run);
      break;
    case 1:
      status = hand_about(&dice, run);
      break;
    case 2:
      status = hand_write(&dice, run);
      break;
    default:
      status = hand_emit(&dice, run);
      break;
    }
    /* What is refused it overlooks, and sometimes what must be returned. */
    if (status == STRATA_ESUSPEND && kit_below(&dice, 8)) return status;
  }
  if (kit_below(&dice, 16)) return STRATA_OK;
  if (kit_below(&dice, 2)) {
    return strata_call_fault(run, (strata_fault_kind)kit_below(&dice, 9), "so");
  }
  return strata_call_fail(run, (strata_status)kit_below(&dice, 16),
                          "by chance");
}

/* Answers some of the first decisions, and not always well. */
static strata_status hand_decide(void *user, strata_world *world,
                                 const strata_decision *d,
                                 strata_answer_desc *out) {
  hands *h = user;
  kit_dice dice = {h->seed ^ d->id};
  strata_entity e;
  if (strata_spawn(world, &e) != STRATA_EOPEN) __builtin_trap();
  if (kit_below(&dice, 3) == 0) return STRATA_ESUSPEND;
  h->option =
      d->option_count > 0
          ? kit_below(&dice, (uint32_t)d->option_count + 1) %
                (uint32_t)(d->option_count + (kit_below(&dice, 16) == 0))
          : 0;
  h->amount = d->most;
  bool number = d->purpose == STRATA_PURPOSE_NUMBER;
  *out = (strata_answer_desc){.options = number ? NULL : &h->option,
                              .amounts = number ? &h->amount : NULL,
                              .count = 1};
  return STRATA_OK;
}

static void hand_look_on(void *user, strata_world *world,
                         const strata_log_row *row) {
  hands *h = user;
  strata_entity e;
  if (strata_spawn(world, &e) != STRATA_EOPEN) __builtin_trap();
  if (row->what == STRATA_LOG_MISSED && row->count == 0) {
    if (row->number > h->last) __builtin_trap(); /* it was never told */
    h->last = row->number - 1;
    return;
  }
  if (h->last != 0 && row->number != h->last + 1) __builtin_trap();
  h->last = row->number;
}

static strata_handler_runner hand_runner(hands *h) {
  return (strata_handler_runner){.handle = hand_handle,
                                 .handle_user = h,
                                 .decide = hand_decide,
                                 .decide_user = h,
                                 .event_limit = 300,
                                 .strict = h->seed % 2 != 0};
}

#endif
