/*
 * api_action.c - the public calls that run actions: strata_act, strata_answer
 * and their kin.
 *
 * An action's request is checked here, before the world is written to. A call
 * locks the world while the action runs; on failure everything that the action
 * did is undone.
 */
#include "api/play/api_action.h"

#include "api/play/api_word_value.h"
#include "play/action/concession.h"
#include "play/action/suspended.h"
#include "play/execution/execution.h"
#include "world/store/chance.h"
#include "world/tables/game_end.h"

/* -- What an action is -- */

/* The words of a request, in the world's buffer for words. The execution's
 * arena will not do: it is emptied when the action begins. NULL after refusing
 * for lack of memory. */
static int64_t *reserve_request_words(strata_world *world, uint32_t count) {
  if (!st_mem_reserve(&world->mem, &world->value_words,
                      &world->value_word_capacity, count + 1u,
                      sizeof world->value_words[0])) {
    (void)ST_REFUSE(world, STRATA_ENOMEM, "act: out of memory");
    return NULL;
  }
  int64_t *words = (int64_t *)world->value_words;
  for (uint32_t i = 0; i < count; i++) {
    words[i] = 0;
  }
  return words;
}

static strata_status check_given_values(strata_world *world, const char *call,
                                        const strata_act_desc *desc) {
  if (desc->given_count > 0 && !desc->given) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": given is NULL");
  }
  for (size_t i = 0; i < desc->given_count; i++) {
    if (!desc->given[i].name) {
      return ST_REFUSE(world, STRATA_EINVAL, call, ": value ",
                       st_number_format((int64_t)i).text, " has no name");
    }
  }
  return STRATA_OK;
}

/* Write a given value to the word of its field or variable. */
static strata_status put_given_word(strata_world *world, const char *call,
                                    strata_type type, bool allows_gone,
                                    const strata_named_value *given,
                                    int64_t *out) {
  const st_word_want want = {.call = call,
                             .value_name = given->name,
                             .type = type,
                             .allows_gone = allows_gone || world->busy};
  st_raw_value word;
  strata_status status = st_word_from_value(world, &want, &given->value, &word);
  if (!status) *out = st_raw_value_number(word);
  return status;
}

/* Check the player or the cause, unless it is none. */
static strata_status check_optional_entity(strata_world *world,
                                           const char *call,
                                           strata_entity entity) {
  if (entity == 0 || st_world_check_entity(world, call, entity) != 0) {
    return STRATA_OK;
  }
  return STRATA_ESTALE;
}

/* -- Events -- */

static strata_status refuse_event_field(strata_world *world, const char *call,
                                        strata_event_type kind,
                                        const char *name) {
  const strata_rules *rules = world->rules;
  const char *near = st_rules_nearest(rules, STRATA_NAME_FIELD, name);
  return ST_REFUSE(world, STRATA_ENOENT, call, ": events of kind '",
                   st_rules_name(rules, STRATA_NAME_EVENT_TYPE, kind),
                   "' have no field '", name, near ? "'; the nearest is '" : "",
                   near ? near : "", "'");
}

static strata_status check_event_type(strata_world *world, const char *call,
                                      strata_event_type kind) {
  const strata_rules *rules = world->rules;
  uint32_t count = st_rules_count(rules, STRATA_NAME_EVENT_TYPE);
  if (kind - 1 >= count) {
    return ST_REFUSE(world, STRATA_ENOENT, call, ": no kind of event ",
                     st_number_format(kind).text, st_range_text_of(count).text);
  }
  strata_event_type of = st_event_type_get(rules, kind)->unaliased;
  if (of == kind) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call, ": '",
                   st_rules_name(rules, STRATA_NAME_EVENT_TYPE, kind),
                   "' is an alias: emit a '",
                   st_rules_name(rules, STRATA_NAME_EVENT_TYPE, of), "'");
}

strata_status st_act_check_event_desc(strata_world *world, const char *call,
                                      const strata_act_desc *desc) {
  strata_status status = check_given_values(world, call, desc);
  if (!status && desc->watcher_def != 0) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": it must be an event");
  }
  return status ? status : check_event_type(world, call, desc->event);
}

strata_status st_act_fill_event_words(strata_world *world, const char *call,
                                      const strata_act_desc *desc,
                                      int64_t *words) {
  const strata_rules *rules = world->rules;
  strata_status status = STRATA_OK;
  words[st_event_type_field_index(
      rules, desc->event, rules->common_fields.by)] = (int64_t)desc->you;
  words[st_event_type_field_index(
      rules, desc->event, rules->common_fields.cause)] = (int64_t)desc->source;
  for (size_t i = 0; !status && i < desc->given_count; i++) {
    const strata_named_value *given = &desc->given[i];
    strata_field field =
        st_rules_find_name(rules, STRATA_NAME_FIELD, given->name);
    uint32_t place = field
                         ? st_event_type_field_index(rules, desc->event, field)
                         : ST_NO_FIELD_INDEX;
    if (place == ST_NO_FIELD_INDEX) {
      return refuse_event_field(world, call, desc->event, given->name);
    }
    strata_type type = (strata_type)rules->field_types[field - 1];
    status = put_given_word(world, call, type, false, given, &words[place]);
  }
  return status;
}

static strata_status fill_event_request(strata_world *world,
                                        const strata_act_desc *desc,
                                        st_action_request *out) {
  strata_status status = st_act_check_event_desc(world, "act", desc);
  if (status) return status;
  int64_t *words = reserve_request_words(
      world, st_event_type_get(world->rules, desc->event)->field_count);
  if (!words) return STRATA_ENOMEM;
  status = st_act_fill_event_words(world, "act", desc, words);
  *out = (st_action_request){.event_type = desc->event, .words = words};
  return status;
}

/* Refuse an action of a game that has ended. */
static strata_status check_game_goes_on(strata_world *world, const char *call) {
  uint64_t end = strata_game_end(world);
  if (end == 0) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EREFUSED, call,
                   ": the game is over: it ended in action ",
                   st_number_format((int64_t)end).text);
}

/* -- Codes -- */

static strata_status check_runnable_watcher(strata_world *world,
                                            strata_watcher_def code) {
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF);
  if (code > count) {
    return ST_REFUSE(world, STRATA_ENOENT, "act: no code ",
                     st_number_format(code).text, st_range_text_of(count).text);
  }
  const st_watcher_def *c = st_watcher_def_get(world->rules, code);
  if (c->role == STRATA_ROLE_TRIGGER || c->role == STRATA_ROLE_STATE ||
      c->role == STRATA_ROLE_UNTIL || c->role == STRATA_ROLE_ACTION) {
    return STRATA_OK;
  }
  return ST_REFUSE(world, STRATA_EINVAL, "act: what '", c->name,
                   "' says is about an event that happens, and does nothing "
                   "by itself");
}

/* Refuse a name that a program is not given, and tell what a player's action
 * announces. */
static strata_status refuse_program_word(strata_world *world, const char *call,
                                         const st_watcher_def *def,
                                         const char *name) {
  const st_program *program = &def->program;
  st_text *text = &world->out_text;
  if (def->role != STRATA_ROLE_ACTION) {
    return ST_REFUSE(world, STRATA_ENOENT, call, ": '", def->name,
                     "' is given no '", name, "'");
  }
  st_text_clear(text);
  for (uint32_t i = 0; i < program->on_stack_count; i++) {
    uint32_t place = program->instructions[i].bound_variable - 1u;
    st_text_add_str(text, i > 0 ? ", " : "");
    st_text_add_str(text, program->variables.variables[place].text);
  }
  bool none = program->on_stack_count == 0;
  return ST_REFUSE(world, STRATA_ENOENT, call, ": '", def->name,
                   "' announces no '", name,
                   none ? "'; it announces nothing" : "'; it announces ",
                   none ? "" : st_text_get(text));
}

/* Put a value where a program reads it: as a parameter, or for the choices that
 * a player's action announces under that name. */
static strata_status put_program_word(strata_world *world, const char *call,
                                      const st_watcher_def *def,
                                      const strata_named_value *given,
                                      int64_t *words, st_action_request *out) {
  const st_program *program = &def->program;
  uint32_t name = st_program_find_variable(program, given->name);
  uint32_t place = name - ST_VARIABLE_FIRST_OWN;
  bool is_parameter =
      name >= ST_VARIABLE_FIRST_OWN && place < program->parameter_count;
  uint64_t announced = 0;
  uint32_t choices =
      def->role == STRATA_ROLE_ACTION ? program->on_stack_count : 0;
  for (uint32_t i = 0; i < choices; i++) {
    bool is_named = program->instructions[i].bound_variable == name + 1;
    if (is_named) announced |= UINT64_C(1) << i;
  }
  if (!is_parameter && announced == 0) {
    return refuse_program_word(world, call, def, given->name);
  }
  int64_t word = 0;
  strata_status status =
      put_given_word(world, call, program->variables.variables[name].type,
                     out->resolves, given, &word);
  if (is_parameter) words[place] = word;
  for (uint32_t i = 0; i < choices; i++) {
    if (announced >> i & 1) words[program->parameter_count + i] = word;
  }
  out->announced |= announced;
  return status;
}

static strata_status fill_program_request(strata_world *world, const char *call,
                                          const strata_act_desc *desc,
                                          st_action_request *out) {
  const st_watcher_def *def =
      st_watcher_def_get(world->rules, desc->watcher_def);
  const st_program *program = &def->program;
  int64_t *words = reserve_request_words(world, program->parameter_count +
                                                    program->on_stack_count);
  if (!words) return STRATA_ENOMEM;
  *out = (st_action_request){.watcher_def = desc->watcher_def,
                             .resolves = desc->resolve,
                             .self = desc->source,
                             .controller = desc->you,
                             .words = words};
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < desc->given_count; i++) {
    status = put_program_word(world, call, def, &desc->given[i], words, out);
  }
  return status;
}

static strata_status fill_watcher_request(strata_world *world,
                                          const strata_act_desc *desc,
                                          st_action_request *out) {
  strata_status status = check_runnable_watcher(world, desc->watcher_def);
  if (!status) status = fill_program_request(world, "act", desc, out);
  if (status || !desc->resolve) return status;
  return st_watcher_def_get(world->rules, desc->watcher_def)->role ==
                 STRATA_ROLE_ACTION
             ? STRATA_OK
             : ST_REFUSE(world, STRATA_EINVAL,
                         "act: only an action of a player resolves");
}

strata_status st_act_fill_player_action(strata_world *world, const char *call,
                                        const strata_act_desc *desc,
                                        st_action_request *out) {
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF);
  bool is_action = desc && desc->event == 0 && !desc->resolve &&
                   desc->watcher_def - 1u < count &&
                   st_watcher_def_get(world->rules, desc->watcher_def)->role ==
                       STRATA_ROLE_ACTION;
  if (!is_action) {
    return ST_REFUSE(world, STRATA_EINVAL, call,
                     ": it must be an action of a player");
  }
  strata_status status = check_game_goes_on(world, call);
  if (!status) status = check_given_values(world, call, desc);
  if (!status) {
    status = check_optional_entity(world, "legal: source", desc->source);
  }
  if (!status) status = check_optional_entity(world, "legal: you", desc->you);
  return status ? status : fill_program_request(world, call, desc, out);
}

/* The text of the first mistake in the form of a request; NULL if there is
 * none. Its ids are looked up later. */
static const char *act_desc_error_text(const strata_act_desc *desc) {
  bool is_top = desc->resolve && desc->watcher_def == 0;
  if ((desc->event != 0) + (desc->watcher_def != 0) + is_top != 1 ||
      (desc->event != 0 && desc->resolve)) {
    return "act: it must be an event, a code, or to resolve, and one of them";
  }
  if ((unsigned)desc->settling > STRATA_SETTLE_PLACE) {
    return "act: there is no such way to settle";
  }
  bool given = desc->given_count > 0 || desc->source != 0 || desc->you != 0;
  return is_top && given ? "act: what resolves has been given all that it needs"
                         : NULL;
}

static strata_status fill_request(strata_world *world,
                                  const strata_act_desc *desc,
                                  st_action_request *out) {
  if (!desc) return ST_REFUSE(world, STRATA_EINVAL, "act: desc is NULL");
  const char *wrong = act_desc_error_text(desc);
  if (wrong) return ST_REFUSE(world, STRATA_EINVAL, wrong);
  strata_status status = check_game_goes_on(world, "act");
  if (!status) status = check_given_values(world, "act", desc);
  bool gone = st_entity_last_known_slot(&world->store, desc->source) != 0;
  if (!status && !gone) {
    status = check_optional_entity(world, "act: source", desc->source);
  }
  if (!status) status = check_optional_entity(world, "act: you", desc->you);
  if (!status && desc->event != 0) {
    status = fill_event_request(world, desc, out);
  }
  if (!status && desc->watcher_def != 0) {
    status = fill_watcher_request(world, desc, out);
  }
  out->resolves_top = desc->resolve && desc->watcher_def == 0;
  out->settling = desc->settling;
  return status;
}

/* -- Running -- */

/* Lock the world: while the action runs only its handlers may write, within
 * their limits. */
static void begin_action_call(strata_world *world) {
  if (world->lock != ST_WORLD_LOCK_AHEAD) {
    const st_store *store = &world->store;
    world->entities_before = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
    world->effects_before = st_scalar_get(store, ST_SCALAR_EFFECT_COUNT);
  }
  world->busy = true;
  world->lock = ST_WORLD_LOCK_EXECUTION;
  st_observers_begin(world);
}

/* End a call that has run an action. The error of the execution is more precise
 * than the status, so it becomes the message. The world is unlocked before the
 * log function is told, which may read it. */
static strata_status end_action_call(strata_world *world,
                                     const st_write_call *call,
                                     strata_status status) {
  strata_error why = world->execution_error;
  bool told = status != STRATA_OK && why.status == status;
  world->execution_error.status = STRATA_OK;
  world->busy = false;
  if (status) {
    st_world_undo_write(world, call);
  } else {
    st_world_keep_write(world);
    world->has_decisions = false;
  }
  st_world_update_lock(world);
  st_observers_end(world, status);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status, call->name, ": ",
                   told ? why.text
                        : st_store_status_text(&world->store, status));
}

strata_outcome st_act_outcome(const strata_world *world, bool open) {
  if (open) return STRATA_DECIDE;
  return world->execution.skipped_handler ? STRATA_PARTLY : STRATA_DONE;
}

strata_status st_act_run(strata_world *world, const char *name,
                         const st_action_request *request,
                         strata_outcome *outcome) {
  if (world->busy) return st_world_refuse_locked(world, name);
  strata_status status = check_game_goes_on(world, name);
  if (status) return status;
  st_write_call call;
  status = st_world_begin_write(world, name, &call);
  if (status) return status;
  bool open = false;
  begin_action_call(world);
  status = st_action_begin(&world->execution, request, &open);
  status = end_action_call(world, &call, status);
  if (!status && outcome) *outcome = st_act_outcome(world, open);
  return status;
}

strata_status strata_act(strata_world *world, const strata_act_desc *desc,
                         strata_outcome *outcome) {
  st_world_go_back(world);
  if (world->busy) return st_world_refuse_locked(world, "act");
  st_action_request request = {0};
  strata_status status = fill_request(world, desc, &request);
  return status ? status : st_act_run(world, "act", &request, outcome);
}

uint64_t strata_game_end(const strata_world *world) {
  st_world_go_back(world);
  return st_game_end(&world->store);
}

void strata_last_action(const strata_world *world, strata_act_result *out) {
  const st_action_result *result = &world->execution.action_result;
  *out = (strata_act_result){.happened = result->happened_count,
                             .why_not = result->why_not};
}

strata_status st_act_walk_chain(strata_world *world,
                                const strata_act_desc *event, uint32_t phase,
                                bool whole, bool *open) {
  if (world->busy) return st_world_refuse_locked(world, "pass");
  st_action_request request = {0};
  strata_status status = fill_request(world, event, &request);
  if (status) return status;
  request.is_walk = true;
  request.ignores_stop = whole;
  request.phase = phase;
  st_write_call call;
  status = st_world_begin_write(world, "pass", &call);
  if (status) return status;
  begin_action_call(world);
  status = st_action_begin(&world->execution, &request, open);
  return end_action_call(world, &call, status);
}

/* Begin a call that goes on with the open action. */
static strata_status resume_open_action(strata_world *world, const char *name,
                                        st_write_call *out) {
  if (world->busy || world->lock == ST_WORLD_LOCK_PEEK) {
    return st_world_refuse_locked(world, name);
  }
  if (!st_world_is_locked(world)) {
    return ST_REFUSE(world, STRATA_EREFUSED, name, ": no decision is open");
  }
  *out = st_world_resume_write(world, name);
  begin_action_call(world);
  return STRATA_OK;
}

strata_status strata_answer(strata_world *world,
                            const strata_answer_desc *answer,
                            strata_outcome *outcome) {
  if (!answer) return ST_REFUSE(world, STRATA_EINVAL, "answer: it is NULL");
  st_write_call call;
  strata_status status = resume_open_action(world, "answer", &call);
  if (status) return status;
  bool was_ahead = world->execution.suspended.is_ahead;
  uint32_t first = was_ahead ? st_suspended_find_unanswered(&world->execution)
                             : st_decision_find_unanswered(&world->store);
  const st_new_answer decided = {.decision = answer->decision ? answer->decision
                                                              : first,
                                 .who = answer->who,
                                 .options = answer->options,
                                 .amounts = answer->amounts,
                                 .count = answer->count};
  bool open = false;
  status = st_action_answer(&world->execution, &decided, &open);
  if (was_ahead && status) call.savepoint = st_store_begin(&world->store);
  status = end_action_call(world, &call, status);
  if (!status && outcome) *outcome = st_act_outcome(world, open);
  return status;
}

strata_status strata_retract(strata_world *world) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = resume_open_action(world, "retract", &call);
  if (status) return status;
  status = st_action_retract(&world->execution);
  return end_action_call(world, &call, status);
}

strata_status strata_cancel(strata_world *world) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = resume_open_action(world, "cancel", &call);
  if (status) return status;
  status = st_action_cancel(&world->execution);
  return end_action_call(world, &call, status);
}

strata_status st_act_concede(strata_world *world, strata_entity player,
                             strata_outcome *outcome) {
  if (st_concession_is_given(&world->store, player)) {
    return ST_REFUSE(world, STRATA_EREFUSED,
                     "concede: the player has conceded already");
  }
  st_write_call call;
  strata_status status = resume_open_action(world, "concede", &call);
  if (status) return status;
  bool open = false;
  status = st_action_concede(&world->execution, player, &open);
  status = end_action_call(world, &call, status);
  if (!status && outcome) *outcome = st_act_outcome(world, open);
  return status;
}

strata_status strata_seed(strata_world *world, uint64_t seed) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = st_world_begin_idle_write(world, "seed", &call);
  if (status) return status;
  status = st_chance_seed(&world->store, seed);
  return st_world_end_write(world, &call, status);
}

/* -- Looking at the middle -- */

/* Run the open action of the copy up to its decision, with the handler runner
 * of `world`. Afterwards the copy has its own runner again. */
static strata_status execute_peeked_copy(strata_world *world,
                                         strata_world *copy) {
  st_execution_host host = copy->execution.host;
  strata_handler_runner runner = copy->runner;
  st_world_take_handlers(copy, world);
  copy->execution.host.ask_policy = NULL;
  copy->execution.host.notify_observers = NULL;
  st_write_call call = st_world_resume_write(copy, "peek");
  copy->busy = true;
  copy->lock = ST_WORLD_LOCK_EXECUTION;
  strata_status status = st_action_peek(&copy->execution);
  copy->busy = false;
  copy->runner = runner;
  copy->execution.host = host;
  if (status) {
    st_world_undo_write(copy, &call);
    st_world_update_lock(copy);
    st_world_take_interrupt(world, copy);
    bool why = copy->execution_error.status == status;
    return ST_REFUSE(world, status, "peek: ",
                     why ? copy->execution_error.text : st_status_text(status));
  }
  st_world_keep_write(copy);
  copy->lock = ST_WORLD_LOCK_PEEK;
  st_observers_restart(copy);
  return STRATA_OK;
}

strata_status strata_peek(strata_world *world, strata_world *into,
                          strata_world **out) {
  st_world_go_back(world);
  if (!into && !out) {
    return ST_REFUSE(world, STRATA_EINVAL, "peek: out is NULL");
  }
  if (world->busy || world->lock == ST_WORLD_LOCK_PEEK) {
    return st_world_refuse_locked(world, "peek");
  }
  if (!st_world_is_locked(world)) {
    return ST_REFUSE(world, STRATA_EREFUSED, "peek: no decision is open");
  }
  strata_world *copy = into;
  strata_status status = strata_fork(world, into, &copy);
  if (status) {
    const char *why = into && into != world ? into->error.text : NULL;
    if (into == world) {
      why = "into another world than the one that is peeked at";
    }
    return ST_REFUSE(world, status,
                     "peek: ", why ? why : st_status_text(status));
  }
  status = execute_peeked_copy(world, copy);
  if (status && !into) strata_world_free(copy);
  if (!status && out) *out = copy;
  return status;
}
