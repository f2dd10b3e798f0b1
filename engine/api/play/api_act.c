/*
 * api_act.c - actions: what they are is checked here, and what play/ makes of
 * them is told.
 */
#include "api/play/api_act.h"

#include "api/play/api_given.h"
#include "world/store/chance.h"

/* -- What an action is -- */

/* The words of a request, in the scratch of the world: they are not in the
 * run's, which is emptied when the action begins. NULL: there is no memory, and
 * that is told. */
static int64_t *take_words(strata_world *world, uint32_t count) {
  if (!st_mem_reserve(&world->mem, &world->values, &world->value_capacity,
                      count + 1u, sizeof world->values[0])) {
    (void)ST_REFUSE(world, STRATA_ENOMEM, "act: out of memory");
    return NULL;
  }
  int64_t *words = (int64_t *)world->values;
  for (uint32_t i = 0; i < count; i++) {
    words[i] = 0;
  }
  return words;
}

static strata_status check_given(strata_world *world, const char *call,
                                 const strata_act_desc *desc) {
  if (desc->given_count > 0 && !desc->given) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": given is NULL");
  }
  for (size_t i = 0; i < desc->given_count; i++) {
    if (!desc->given[i].name) {
      return ST_REFUSE(world, STRATA_EINVAL, call, ": value ",
                       st_number_of((int64_t)i).text, " has no name");
    }
  }
  return STRATA_OK;
}

/* A value that is given, where it belongs. */
static strata_status put_word(strata_world *world, const char *call,
                              strata_type type, const strata_given *given,
                              int64_t *out) {
  const st_given_want want = {.call = call,
                              .what = given->name,
                              .type = type,
                              .gone_will_do = world->busy};
  st_word word;
  strata_status status = st_given_word(world, &want, &given->value, &word);
  if (!status) *out = st_word_value(word);
  return status;
}

/* The player or the cause, if it is anybody. */
static strata_status check_entity(strata_world *world, const char *call,
                                  strata_entity entity) {
  if (entity == 0 || st_world_entity(world, call, entity) != 0) {
    return STRATA_OK;
  }
  return STRATA_ESTALE;
}

/* -- Events -- */

static strata_status no_field(strata_world *world, const char *call,
                              strata_event_kind kind, const char *name) {
  const strata_rules *rules = world->rules;
  const char *near = strata_rules_nearest(rules, STRATA_KIND_FIELD, name);
  return ST_REFUSE(world, STRATA_ENOENT, call, ": events of kind '",
                   strata_rules_name(rules, STRATA_KIND_EVENT, kind),
                   "' have no field '", name, near ? "'; the nearest is '" : "",
                   near ? near : "", "'");
}

static strata_status check_kind(strata_world *world, const char *call,
                                strata_event_kind kind) {
  const strata_rules *rules = world->rules;
  uint32_t count = strata_rules_count(rules, STRATA_KIND_EVENT);
  if (kind - 1 >= count) {
    return ST_REFUSE(world, STRATA_ENOENT, call, ": no kind of event ",
                     st_number_of(kind).text, "; these rules have 1 to ",
                     st_number_of(count).text);
  }
  strata_event_kind of = st_kind_get(rules, kind)->of;
  if (of == kind) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call, ": '",
                   strata_rules_name(rules, STRATA_KIND_EVENT, kind),
                   "' is an alias: emit a '",
                   strata_rules_name(rules, STRATA_KIND_EVENT, of), "'");
}

strata_status st_act_check_event(strata_world *world, const char *call,
                                 const strata_act_desc *desc) {
  strata_status status = check_given(world, call, desc);
  if (!status && desc->code != 0) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": it must be an event");
  }
  return status ? status : check_kind(world, call, desc->event);
}

strata_status st_act_fill_event(strata_world *world, const char *call,
                                const strata_act_desc *desc, int64_t *words) {
  const strata_rules *rules = world->rules;
  strata_status status = STRATA_OK;
  words[st_kind_place(rules, desc->event, rules->common.by)] =
      (int64_t)desc->you;
  words[st_kind_place(rules, desc->event, rules->common.cause)] =
      (int64_t)desc->source;
  for (size_t i = 0; !status && i < desc->given_count; i++) {
    const strata_given *given = &desc->given[i];
    strata_field field =
        strata_rules_find(rules, STRATA_KIND_FIELD, given->name);
    uint32_t place =
        field ? st_kind_place(rules, desc->event, field) : ST_NO_PLACE;
    if (place == ST_NO_PLACE) {
      return no_field(world, call, desc->event, given->name);
    }
    strata_type type = (strata_type)rules->field_types[field - 1];
    status = put_word(world, call, type, given, &words[place]);
  }
  return status;
}

static strata_status ask_event(strata_world *world, const strata_act_desc *desc,
                               st_request *out) {
  strata_status status = st_act_check_event(world, "act", desc);
  if (status) return status;
  int64_t *words =
      take_words(world, st_kind_get(world->rules, desc->event)->field_count);
  if (!words) return STRATA_ENOMEM;
  status = st_act_fill_event(world, "act", desc, words);
  *out = (st_request){.kind = desc->event, .words = words};
  return status;
}

/* -- Codes -- */

static strata_status check_code(strata_world *world, strata_code code) {
  uint32_t count = strata_rules_count(world->rules, STRATA_KIND_CODE);
  if (code > count) {
    return ST_REFUSE(world, STRATA_ENOENT, "act: no code ",
                     st_number_of(code).text, "; these rules have 1 to ",
                     st_number_of(count).text);
  }
  const st_code *c = st_code_get(world->rules, code);
  if (c->role == STRATA_ROLE_TRIGGER || c->role == STRATA_ROLE_STATE ||
      c->role == STRATA_ROLE_UNTIL) {
    return STRATA_OK;
  }
  return ST_REFUSE(world, STRATA_EINVAL, "act: what '", c->name,
                   "' says is about an event that happens, and does nothing "
                   "by itself");
}

static strata_status ask_code(strata_world *world, const strata_act_desc *desc,
                              st_request *out) {
  strata_status status = check_code(world, desc->code);
  if (status) return status;
  const st_code *code = st_code_get(world->rules, desc->code);
  const st_routine *deeds = &code->deeds;
  int64_t *words = take_words(world, deeds->given_count);
  if (!words) return STRATA_ENOMEM;
  for (size_t i = 0; !status && i < desc->given_count; i++) {
    const strata_given *given = &desc->given[i];
    uint32_t name = st_routine_name(deeds, given->name);
    uint32_t place = name - ST_BOUND_OWN;
    if (name < ST_BOUND_OWN || place >= deeds->given_count) {
      return ST_REFUSE(world, STRATA_ENOENT, "act: '", code->name,
                       "' is given no '", given->name, "'");
    }
    status = put_word(world, "act", deeds->names.items[name].type, given,
                      &words[place]);
  }
  if (status) return status;
  *out = (st_request){.code = desc->code,
                      .self = desc->source,
                      .you = desc->you,
                      .words = words};
  return STRATA_OK;
}

/* What is wrong with it whatever it names, NULL if nothing is. */
static const char *wrong_desc(const strata_act_desc *desc) {
  if ((desc->event != 0) + (desc->code != 0) + desc->resolve != 1) {
    return "act: it must be an event, a code, or to resolve, and one of them";
  }
  if ((unsigned)desc->settling > STRATA_SETTLE_PLACE) {
    return "act: there is no such way to settle";
  }
  bool given = desc->given_count > 0 || desc->source != 0 || desc->you != 0;
  return desc->resolve && given
             ? "act: what resolves has been given all that it needs"
             : NULL;
}

static strata_status ask(strata_world *world, const strata_act_desc *desc,
                         st_request *out) {
  if (!desc) return ST_REFUSE(world, STRATA_EINVAL, "act: desc is NULL");
  const char *wrong = wrong_desc(desc);
  if (wrong) return ST_REFUSE(world, STRATA_EINVAL, wrong);
  strata_status status = check_given(world, "act", desc);
  bool gone = st_entity_gone_slot(&world->store, desc->source) != 0;
  if (!status && !gone) {
    status = check_entity(world, "act: source", desc->source);
  }
  if (!status) status = check_entity(world, "act: you", desc->you);
  if (!status && desc->event != 0) status = ask_event(world, desc, out);
  if (!status && desc->code != 0) status = ask_code(world, desc, out);
  out->resolve = desc->resolve;
  out->settling = desc->settling;
  return status;
}

/* -- Running -- */

/* What runs is the engine's alone, but for what its handlers may do. */
static void begin_run(strata_world *world) {
  world->busy = true;
  world->closed = ST_CLOSED_RUN;
  st_views_begin(world);
}

/* End a call that has run an action: what failed in it says best why. */
static strata_status finish(strata_world *world, const st_call *call,
                            strata_status status) {
  strata_error why = world->run_error;
  world->run_error.status = STRATA_OK;
  world->busy = false;
  bool told = status != STRATA_OK && why.status == status;
  if (told) {
    st_world_undo(world, call);
  } else {
    status = st_world_finish(world, call, status);
  }
  st_world_look_open(world);
  st_views_end(world, status);
  return told ? ST_REFUSE(world, status, call->name, ": ", why.text) : status;
}

static void tell(strata_outcome *outcome, bool open) {
  if (outcome) *outcome = open ? STRATA_DECIDE : STRATA_DONE;
}

strata_status strata_act(strata_world *world, const strata_act_desc *desc,
                         strata_outcome *outcome) {
  if (world->busy) return st_world_refuse_closed(world, "act");
  st_request request = {0};
  strata_status status = ask(world, desc, &request);
  if (status) return status;
  st_call call;
  status = st_world_begin(world, "act", &call);
  if (status) return status;
  bool open = false;
  begin_run(world);
  status = st_action_begin(&world->run, &request, &open);
  status = finish(world, &call, status);
  if (!status) tell(outcome, open);
  return status;
}

strata_status st_act_pass(strata_world *world, const strata_act_desc *event,
                          uint32_t phase, bool whole, bool *open) {
  if (world->busy) return st_world_refuse_closed(world, "pass");
  st_request request = {0};
  strata_status status = ask(world, event, &request);
  if (status) return status;
  request.passes = true;
  request.whole = whole;
  request.phase = phase;
  st_call call;
  status = st_world_begin(world, "pass", &call);
  if (status) return status;
  begin_run(world);
  status = st_action_begin(&world->run, &request, open);
  return finish(world, &call, status);
}

/* Begin a call on the open action. */
static strata_status resume(strata_world *world, const char *name,
                            st_call *out) {
  if (world->busy || world->closed == ST_CLOSED_PEEK) {
    return st_world_refuse_closed(world, name);
  }
  if (!st_world_is_closed(world)) {
    return ST_REFUSE(world, STRATA_EREFUSED, name, ": no decision is open");
  }
  *out = st_world_resume(world, name);
  begin_run(world);
  return STRATA_OK;
}

strata_status strata_answer(strata_world *world,
                            const strata_answer_desc *answer,
                            strata_outcome *outcome) {
  if (!answer) return ST_REFUSE(world, STRATA_EINVAL, "answer: it is NULL");
  st_call call;
  strata_status status = resume(world, "answer", &call);
  if (status) return status;
  uint32_t first = st_decision_open(&world->store);
  const st_decided decided = {.decision =
                                  answer->decision ? answer->decision : first,
                              .who = answer->who,
                              .options = answer->options,
                              .amounts = answer->amounts,
                              .count = answer->count};
  bool open = false;
  status = st_action_answer(&world->run, &decided, &open);
  status = finish(world, &call, status);
  if (!status) tell(outcome, open);
  return status;
}

strata_status strata_retract(strata_world *world) {
  st_call call;
  strata_status status = resume(world, "retract", &call);
  if (status) return status;
  status = st_action_retract(&world->run);
  return finish(world, &call, status);
}

strata_status strata_cancel(strata_world *world) {
  st_call call;
  strata_status status = resume(world, "cancel", &call);
  if (status) return status;
  status = st_action_cancel(&world->run);
  return finish(world, &call, status);
}

strata_status strata_seed(strata_world *world, uint64_t seed) {
  st_call call;
  strata_status status = st_world_begin_alone(world, "seed", &call);
  if (status) return status;
  status = st_chance_seed(&world->store, seed);
  return st_world_finish(world, &call, status);
}

/* -- Looking at the middle -- */

/* The copy is run up to there by whoever runs the action here, and is its own
 * again. */
static strata_status go_there(strata_world *world, strata_world *copy) {
  st_host host = copy->run.host;
  strata_runner runner = copy->runner;
  copy->runner = world->runner;
  copy->run.host.handle = world->run.host.handle;
  copy->run.host.decide = NULL;
  copy->run.host.tell = NULL;
  copy->busy = true;
  copy->closed = ST_CLOSED_RUN;
  st_call call = st_world_resume(copy, "peek");
  strata_status status = st_action_peek(&copy->run);
  copy->busy = false;
  copy->runner = runner;
  copy->run.host = host;
  if (status) {
    st_world_undo(copy, &call);
    st_world_look_open(copy);
    bool why = copy->run_error.status == status;
    return ST_REFUSE(world, status, "peek: ",
                     why ? copy->run_error.text : strata_status_text(status));
  }
  st_store_end(&copy->store);
  copy->closed = ST_CLOSED_PEEK;
  st_views_start_anew(copy);
  return STRATA_OK;
}

strata_status strata_peek(strata_world *world, strata_world *into,
                          strata_world **out) {
  if (!into && !out) {
    return ST_REFUSE(world, STRATA_EINVAL, "peek: out is NULL");
  }
  if (world->busy || world->closed == ST_CLOSED_PEEK) {
    return st_world_refuse_closed(world, "peek");
  }
  if (!st_world_is_closed(world)) {
    return ST_REFUSE(world, STRATA_EREFUSED, "peek: no decision is open");
  }
  strata_world *copy = into;
  strata_status status = strata_fork(world, into, &copy);
  if (status) {
    return ST_REFUSE(world, status, "peek: ", strata_status_text(status));
  }
  status = go_there(world, copy);
  if (status && !into) strata_world_free(copy);
  if (!status && out) *out = copy;
  return status;
}
