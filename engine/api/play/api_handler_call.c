/*
 * api_handler_call.c - the functions that a handler may call while it runs.
 *
 * Arguments are checked here; play/events/handler_emit does the work. A call
 * with wrong arguments is refused and changes nothing, so that the handler may
 * go on. A call that fails in an event that happened has failed the handler
 * call: every later call fails with the same status.
 */
#include "api/play/api_action.h"
#include "api/play/api_decision.h"
#include "api/play/api_word_value.h"
#include "play/events/handler_emit.h"
#include "play/execution/event.h"
#include "play/execution/event_limit.h"
#include "play/execution/frame.h"
#include "play/replace/replacement.h"
#include "world/store/chance.h"

#include <string.h>

/* -- Where it is -- */

static strata_world *world_of_call(const strata_handler_call *run) {
  return run->execution->host.world;
}

static st_frame *frame_of_call(const strata_handler_call *run) {
  return st_frame_get(run->execution, run->frame);
}

strata_world *strata_call_world(const strata_handler_call *call) {
  return world_of_call(call);
}

bool strata_call_may_take(const strata_handler_call *call,
                          strata_entity entity) {
  return !call->emits_joined_part ||
         st_frame_may_take(call->execution, call->frame, entity);
}

strata_event strata_call_event(const strata_handler_call *call) {
  return frame_of_call(call)->event;
}

strata_entity strata_call_this(const strata_handler_call *call) {
  return frame_of_call(call)->self;
}

strata_entity strata_call_you(const strata_handler_call *call) {
  return (strata_entity)frame_of_call(call)->variables[ST_VARIABLE_YOU];
}

strata_entity strata_call_it(const strata_handler_call *call) {
  return frame_of_call(call)->it;
}

/* -- Names -- */

/* The index of a variable, UINT32_MAX after refusing its name. */
static uint32_t find_variable(strata_handler_call *run, const char *call,
                              const char *name) {
  const st_program *program = frame_of_call(run)->program;
  uint32_t place = name ? st_program_find_variable(program, name) : UINT32_MAX;
  if (place == UINT32_MAX) {
    (void)ST_REFUSE(world_of_call(run), STRATA_ENOENT, call,
                    ": the program has no name '", name ? name : "",
                    "': a deed before binds it, or this one as an argument");
  }
  return place;
}

strata_status strata_call_get(strata_handler_call *call, const char *name,
                              strata_value *out) {
  if (!out) {
    return ST_REFUSE(world_of_call(call), STRATA_EINVAL,
                     "run_name: out is NULL");
  }
  uint32_t place = find_variable(call, "run_name", name);
  if (place == UINT32_MAX) return STRATA_ENOENT;
  const st_frame *frame = frame_of_call(call);
  strata_type type = frame->program->variables.variables[place].type;
  *out = st_word_to_value(type, st_raw_value_of(type, frame->variables[place]));
  return STRATA_OK;
}

strata_status strata_call_set(strata_handler_call *call, const char *name,
                              const strata_value *value) {
  strata_world *world = world_of_call(call);
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "run_bind: no value");
  uint32_t place = find_variable(call, "run_bind", name);
  if (place == UINT32_MAX) return STRATA_ENOENT;
  const st_word_want want = {
      .call = "run_bind",
      .value_name = name,
      .type = frame_of_call(call)->program->variables.variables[place].type,
      .allows_gone = true};
  st_raw_value word;
  strata_status status = st_word_from_value(world, &want, value, &word);
  if (!status) {
    frame_of_call(call)->variables[place] = st_raw_value_number(word);
  }
  return status;
}

/* -- Events -- */

static const st_event *find_call_event(const strata_handler_call *run,
                                       strata_event event) {
  return event - 1u < run->execution->event_count
             ? &run->execution->events[event - 1]
             : NULL;
}

strata_event_type strata_event_type_of(const strata_handler_call *call,
                                       strata_event event) {
  const st_event *e = find_call_event(call, event);
  return e ? e->type : 0;
}

bool strata_event_happened(const strata_handler_call *call,
                           strata_event event) {
  const st_event *e = find_call_event(call, event);
  return e && e->state == ST_EVENT_HAPPENED;
}

strata_entity strata_event_made(const strata_handler_call *call,
                                strata_event event) {
  const st_event *e = find_call_event(call, event);
  return e ? e->first_made : 0;
}

strata_event strata_event_next(const strata_handler_call *call,
                               strata_event event, strata_event after) {
  if (!find_call_event(call, event)) return 0;
  strata_event next = after > event ? after + 1 : event + 1;
  for (; next <= call->execution->event_count; next++) {
    uint32_t parent = next;
    while (parent > event) {
      parent = call->execution->events[parent - 1].parent;
    }
    if (parent == event) return next;
  }
  return 0;
}

/* The index of a field in an event's words; ST_NO_FIELD_INDEX after refusing.
 */
static uint32_t find_event_word(strata_handler_call *run, const char *call,
                                strata_event event, strata_field field) {
  strata_world *world = world_of_call(run);
  const st_event *e = find_call_event(run, event);
  if (!e) {
    (void)ST_REFUSE(world, STRATA_ENOENT, call, ": this run has no event ",
                    st_number_format(event).text);
    return ST_NO_FIELD_INDEX;
  }
  bool known = field - 1 < st_rules_count(world->rules, STRATA_NAME_FIELD);
  uint32_t place = known
                       ? st_event_type_field_index(world->rules, e->type, field)
                       : ST_NO_FIELD_INDEX;
  if (place == ST_NO_FIELD_INDEX) {
    (void)ST_REFUSE(
        world, STRATA_ENOENT, call, ": events of kind '",
        st_rules_name(world->rules, STRATA_NAME_EVENT_TYPE, e->type),
        "' have no such field");
  }
  return place;
}

static strata_type event_field_type(const strata_handler_call *run,
                                    strata_field field) {
  return (strata_type)run->execution->rules->field_types[field - 1];
}

strata_status strata_event_get(strata_handler_call *call, strata_event event,
                               strata_field field, strata_value *out) {
  if (!out) {
    return ST_REFUSE(world_of_call(call), STRATA_EINVAL,
                     "event_get: out is NULL");
  }
  uint32_t place = find_event_word(call, "event_get", event, field);
  if (place == ST_NO_FIELD_INDEX) return STRATA_ENOENT;
  strata_type type = event_field_type(call, field);
  int64_t value = st_event_get(call->execution, event)->words[place];
  *out = st_word_to_value(type, st_raw_value_of(type, value));
  return STRATA_OK;
}

/* Refuse unless the handler may change this event. */
static strata_status check_replaceable_event(strata_handler_call *run,
                                             const char *call,
                                             strata_event event) {
  if (run->execution->failed_status) return run->execution->failed_status;
  bool replaces = run->stage == ST_SITE_REPLACE ||
                  run->stage == ST_SITE_PREVENT || run->stage == ST_SITE_BEFORE;
  if (replaces && event == frame_of_call(run)->event) return STRATA_OK;
  return ST_REFUSE(world_of_call(run), STRATA_EINVAL, call,
                   replaces ? ": it is another event that is replaced"
                            : ": this handler is about no event that is still "
                              "to happen: run it by a replacement");
}

strata_status strata_event_set(strata_handler_call *call, strata_event event,
                               strata_field field, const strata_value *value) {
  strata_world *world = world_of_call(call);
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "event_set: no value");
  strata_status status = check_replaceable_event(call, "event_set", event);
  if (status) return status;
  uint32_t place = find_event_word(call, "event_set", event, field);
  if (place == ST_NO_FIELD_INDEX) return STRATA_ENOENT;
  const st_word_want want = {
      .call = "event_set",
      .value_name = st_rules_name(world->rules, STRATA_NAME_FIELD, field),
      .type = event_field_type(call, field),
      .allows_gone = true};
  st_raw_value word;
  status = st_word_from_value(world, &want, value, &word);
  if (!status) {
    st_event_get(call->execution, event)->words[place] =
        st_raw_value_number(word);
  }
  return status;
}

strata_status strata_event_stop(strata_handler_call *call, strata_event event) {
  strata_status status = check_replaceable_event(call, "event_stop", event);
  if (!status && call->stage == ST_SITE_BEFORE) {
    return ST_REFUSE(world_of_call(call), STRATA_EINVAL,
                     "event_stop: a handler of a chain stops its phase "
                     "(strata_call_halt)");
  }
  return status ? status : st_replacement_nothing(call->execution, call->frame);
}

/* -- Emitting -- */

static strata_status refuse_amid_events(strata_handler_call *run) {
  return ST_REFUSE(world_of_call(run), STRATA_EINVAL,
                   "the handler has waited while its events were done: go on "
                   "with them first (strata_emit_go_on)");
}

static strata_status check_may_emit(strata_handler_call *run) {
  if (run->execution->failed_status) return run->execution->failed_status;
  if (run->emitted.all) return refuse_amid_events(run);
  switch (run->stage) {
  case ST_SITE_ACT:
  case ST_SITE_CONTAINED:
  case ST_SITE_BEFORE:
  case ST_SITE_AFTER:
  case ST_SITE_PAY:
  case ST_SITE_ANY:
    return STRATA_OK;
  case ST_SITE_REPLACE:
  case ST_SITE_PREVENT:
    return ST_REFUSE(world_of_call(run), STRATA_EINVAL,
                     "emit: this handler says what becomes of an event: what "
                     "happens instead is emitted inside of 'instead', and what "
                     "happens behind it inside of 'then'");
  case ST_SITE_PERFORM:
    break;
  }
  return ST_REFUSE(world_of_call(run), STRATA_EINVAL,
                   "emit: performing an event writes; what else happens is "
                   "emitted by its parts, or by who watches for it");
}

/* The description of an event to emit, with the source and player of the
 * handler where it gives none. */
/* Refuse an event about an object that may not be chosen for how another one
 * enters (614.13). What is about the entering object itself modifies it. */
static strata_status check_may_take(strata_handler_call *run,
                                    const st_emission *emission) {
  st_execution *exec = run->execution;
  const st_event_type *type =
      st_event_type_unalias(exec->rules, emission->event_type);
  uint32_t own = st_frame_get(exec, run->frame)->event;
  if (type->affected_index == ST_NO_FIELD_INDEX || own == 0) return STRATA_OK;
  strata_entity who = (strata_entity)emission->words[type->affected_index];
  if (who == st_event_affected(exec, st_event_get(exec, own)) ||
      strata_call_may_take(run, who)) {
    return STRATA_OK;
  }
  return ST_REFUSE(world_of_call(run), STRATA_EREFUSED,
                   "emit: it is about an object that enters at the same time, "
                   "or is taken already for how one enters (614.13)");
}

static strata_status make_emission(strata_handler_call *run,
                                   const strata_act_desc *event,
                                   st_emission *out) {
  strata_world *world = world_of_call(run);
  strata_status status = st_act_check_event_desc(world, "emit", event);
  if (status) return status;
  strata_act_desc desc = *event;
  if (desc.you == 0) desc.you = strata_call_you(run);
  if (desc.source == 0) desc.source = strata_call_this(run);
  int64_t *words = st_arena_alloc(
      &run->execution->arena,
      st_event_type_get(world->rules, desc.event)->field_count, sizeof *words);
  if (!words) return ST_REFUSE(world, STRATA_ENOMEM, "emit: out of memory");
  *out = (st_emission){.event_type = desc.event, .words = words};
  status = st_act_fill_event_words(world, "emit", &desc, words);
  return status ? status : check_may_take(run, out);
}

static void give_emit_results(const st_emission *all, size_t count,
                              strata_emit_result *out) {
  for (size_t i = 0; out && i < count; i++) {
    out[i] = (strata_emit_result){.event = all[i].first_event,
                                  .happened = all[i].happened_count,
                                  .made = all[i].first_made};
  }
}

strata_status strata_emit(strata_handler_call *call,
                          const strata_act_desc *events, size_t count,
                          strata_emit_result *out) {
  strata_world *world = world_of_call(call);
  if (!events || count == 0 || count > UINT32_MAX) {
    return ST_REFUSE(world, STRATA_EINVAL, "emit: there are no events");
  }
  strata_status status = check_may_emit(call);
  if (status) return status;
  st_emission *all =
      st_arena_alloc(&call->execution->arena, count, sizeof *all);
  if (!all) return ST_REFUSE(world, STRATA_ENOMEM, "emit: out of memory");
  for (size_t i = 0; !status && i < count; i++) {
    status = make_emission(call, &events[i], &all[i]);
  }
  if (status) return status;
  uint8_t closed = world->lock;
  world->lock = ST_WORLD_LOCK_EXECUTION;
  status = st_handler_emit(call, all, (uint32_t)count);
  world->lock = closed;
  if (!status) give_emit_results(all, count, out);
  return status;
}

strata_status strata_emit_go_on(strata_handler_call *call,
                                strata_emit_result *out) {
  strata_world *world = world_of_call(call);
  const st_emitted_batch emitted = call->emitted;
  if (call->execution->failed_status) return call->execution->failed_status;
  if (!emitted.all) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "emit: the handler has not waited amid its events");
  }
  uint8_t closed = world->lock;
  world->lock = ST_WORLD_LOCK_EXECUTION;
  strata_status status = st_handler_emit_go_on(call);
  world->lock = closed;
  if (!status) give_emit_results(emitted.all, emitted.count, out);
  return status;
}

/* -- Asking -- */

static strata_status refuse_choose_memory(strata_handler_call *run) {
  return ST_REFUSE(world_of_call(run), STRATA_ENOMEM, "choose: out of memory");
}

static strata_status copy_option(strata_handler_call *run,
                                 const strata_option *option,
                                 st_new_action_value *out) {
  strata_world *world = world_of_call(run);
  st_arena *arena = &run->execution->arena;
  *out = (st_new_action_value){0};
  strata_status bad = st_world_check_text(
      world, "choose", "the text of an option", option->text);
  if (!bad) {
    bad = st_world_check_text(world, "choose", "an outcome", option->outcome);
  }
  if (bad) return bad;
  if ((option->text &&
       !(out->text = st_arena_copy_text(arena, option->text))) ||
      (option->outcome &&
       !(out->outcome = st_arena_copy_text(arena, option->outcome)))) {
    return refuse_choose_memory(run);
  }
  const strata_value *value = &option->value;
  if (value->type == 0) {
    if (option->text) return STRATA_OK;
    return ST_REFUSE(world, STRATA_EINVAL,
                     "choose: an option has neither a value nor a text");
  }
  if (value->type != STRATA_INT && value->type != STRATA_FLAG &&
      value->type != STRATA_REF && value->type != STRATA_SYM) {
    return ST_REFUSE(world, STRATA_ETYPE,
                     "choose: the value of an option is a number, flag, ref or "
                     "symbol");
  }
  const st_word_want want = {.call = "choose",
                             .value_name =
                                 option->text ? option->text : "option",
                             .type = value->type,
                             .allows_gone = true};
  out->type = value->type + 1u;
  return st_word_from_value(world, &want, value, &out->value);
}

/* Whether a handle names an entity that is or was in this world; 0 is none and
 * allowed. */
static strata_status check_known_entity(strata_handler_call *run,
                                        const char *what,
                                        strata_entity entity) {
  const st_store *store = run->execution->store;
  if (entity == 0 || st_entity_slot(store, entity) != 0 ||
      st_entity_last_known_slot(store, entity) != 0) {
    return STRATA_OK;
  }
  return ST_REFUSE(world_of_call(run), STRATA_ESTALE, "choose: ", what,
                   ": entity ", st_handle_text_of(entity).text,
                   " was never in this world, or is forgotten");
}

static strata_status check_decision_desc(strata_handler_call *run,
                                         const strata_decision *ask) {
  strata_world *world = world_of_call(run);
  if ((unsigned)ask->purpose >= ST_PURPOSE_CONCEDE) {
    return ST_REFUSE(world, STRATA_EINVAL, "choose: there is no purpose ",
                     st_number_format((int64_t)ask->purpose).text);
  }
  if (ask->option_count > UINT32_MAX / 2 ||
      (!ask->options && ask->option_count > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "choose: options is NULL");
  }
  const st_decision asked = {.purpose = (st_purpose)ask->purpose,
                             .option_count = (uint32_t)ask->option_count,
                             .min = ask->least,
                             .max = ask->most,
                             .total = ask->total};
  if (!st_decision_is_answerable(&asked)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "choose: no answer could be legal: least, most, total and "
                     "the number of options do not fit together");
  }
  strata_status status = check_known_entity(run, "who", ask->who);
  return status ? status : check_known_entity(run, "source", ask->source);
}

/* Copy a decision into the arena of the execution, which writes it to the state
 * when it ends. */
static strata_status copy_decision_desc(strata_handler_call *run,
                                        const strata_decision *ask,
                                        st_new_decision *out) {
  strata_status status = check_decision_desc(run, ask);
  if (!status) {
    status = st_world_check_text(world_of_call(run), "choose", "the prompt",
                                 ask->prompt);
  }
  if (status) return status;
  uint32_t count = (uint32_t)ask->option_count;
  st_arena *arena = &run->execution->arena;
  st_new_action_value *options =
      st_arena_alloc(arena, count + 1u, sizeof *options);
  const char *prompt =
      ask->prompt ? st_arena_copy_text(arena, ask->prompt) : NULL;
  if (!options || (ask->prompt && !prompt)) return refuse_choose_memory(run);
  for (uint32_t i = 0; !status && i < count; i++) {
    status = copy_option(run, &ask->options[i], &options[i]);
  }
  *out = (st_new_decision){.purpose = (st_purpose)ask->purpose,
                           .flags = (ask->ordered ? ST_DECISION_ORDERED : 0u) |
                                    (ask->hidden ? ST_DECISION_HIDDEN : 0u),
                           .player = ask->who,
                           .source = ask->source ? ask->source
                                                 : strata_call_this(run),
                           .prompt = prompt,
                           .options = options,
                           .option_count = count,
                           .min = ask->least,
                           .max = ask->most,
                           .total = ask->total};
  return status;
}

static strata_status check_decision_descs(strata_handler_call *run,
                                          const strata_decision *asks,
                                          size_t count,
                                          const strata_answer_desc *out) {
  if (run->execution->failed_status) return run->execution->failed_status;
  if (run->emitted.all) return refuse_amid_events(run);
  if (!asks || !out || count == 0 || count > UINT32_MAX) {
    return ST_REFUSE(world_of_call(run), STRATA_EINVAL,
                     "choose: nothing is asked, or out is NULL");
  }
  if (run->stage != ST_SITE_PERFORM) return STRATA_OK;
  return ST_REFUSE(world_of_call(run), STRATA_EINVAL,
                   "choose: an event that is being performed asks nobody: ask "
                   "before it, and let a field of it say what was chosen");
}

strata_status strata_call_choose_all(strata_handler_call *call,
                                     const strata_decision *asks, size_t count,
                                     strata_answer_desc *out) {
  strata_status status = check_decision_descs(call, asks, count, out);
  if (status) return status;
  st_arena *arena = &call->execution->arena;
  st_new_decision *all = st_arena_alloc(arena, count, sizeof *all);
  const st_new_answer **answers =
      st_arena_alloc(arena, count, sizeof(const st_new_answer *));
  if (!all || !answers) return refuse_choose_memory(call);
  for (size_t i = 0; !status && i < count; i++) {
    status = copy_decision_desc(call, &asks[i], &all[i]);
  }
  if (!status) status = st_handler_ask(call, all, (uint32_t)count, answers);
  for (size_t i = 0; !status && i < count; i++) {
    out[i] = (strata_answer_desc){.who = asks[i].who,
                                  .options = answers[i]->options,
                                  .amounts = answers[i]->amounts,
                                  .count = answers[i]->count};
  }
  return status;
}

strata_status strata_call_choose(strata_handler_call *call,
                                 const strata_decision *ask,
                                 strata_answer_desc *out) {
  return strata_call_choose_all(call, ask, 1, out);
}

/* -- Chance, and failing -- */

strata_status strata_call_roll(strata_handler_call *call, int64_t sides,
                               int64_t *out) {
  strata_world *world = world_of_call(call);
  if (call->execution->failed_status) return call->execution->failed_status;
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "roll: out is NULL");
  if (sides < 1) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "roll: there is no number from 1 to ",
                     st_number_format(sides).text);
  }
  strata_status status = st_chance_roll(call->execution->store, sides, out);
  if (status) return st_handler_call_abort(call, status);
  call->execution->is_irreversible = true;
  return STRATA_OK;
}

strata_status strata_call_fail(strata_handler_call *call, strata_status status,
                               const char *text) {
  if (status == STRATA_OK || status == STRATA_ESUSPEND) {
    return ST_REFUSE(world_of_call(call), STRATA_EINVAL,
                     "run_fail: this is no status of a failure");
  }
  return st_handler_call_fail(call, status,
                              text ? text : st_status_text(status));
}

strata_status strata_call_fault(strata_handler_call *call,
                                strata_fault_kind kind, const char *text) {
  if ((unsigned)kind >= STRATA_FAULT_KINDS) {
    return ST_REFUSE(world_of_call(call), STRATA_EINVAL,
                     "run_fault: there is no such kind of fault");
  }
  if (kind == STRATA_FAULT_HOST) {
    call->execution->handler_fault.is_not_handlers = true;
  }
  call->fault_kind = kind;
  return st_handler_call_fail(call, STRATA_ESCRIPT,
                              text ? text : st_status_text(STRATA_ESCRIPT));
}
