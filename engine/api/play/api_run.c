/*
 * api_run.c - what handlers call: arguments are checked here, and what they ask
 * for is done by play/events/emitting.
 *
 * A call whose arguments are wrong is refused and changes nothing, so that the
 * handler may go on. One that has failed in what happened has ended the run:
 * then every call fails with that.
 */
#include "api/play/api_act.h"
#include "api/play/api_decide.h"
#include "api/play/api_given.h"
#include "play/events/emitting.h"
#include "play/replace/replace.h"
#include "world/store/chance.h"

#include <string.h>

/* -- Who runs -- */

/* Call the runner's function: st_host.handle. What it writes is checked where
 * calls begin. If it fails with what a call on the world has failed with, that
 * call has said why. */
static strata_status handle(strata_run *r) {
  strata_world *world = r->run->host.world;
  uint8_t closed = world->closed;
  bool writes = r->stage == ST_STAGE_PERFORM;
  world->closed = writes ? ST_CLOSED_NOT : ST_CLOSED_HANDLER;
  world->error.status = STRATA_OK;
  strata_status status =
      world->runner.handle(world->runner.handle_user, r, r->handler);
  world->closed = closed;
  if (status != STRATA_OK && status == world->error.status &&
      status != STRATA_ESUSPEND) {
    return st_handler_fail(r, status, world->error.text);
  }
  return status;
}

strata_status strata_set_runner(strata_world *world,
                                const strata_runner *runner) {
  strata_runner own = {.struct_size = sizeof own};
  if (world->busy) return st_world_refuse_closed(world, "set_runner");
  if (runner) {
    if (runner->struct_size < sizeof runner->struct_size ||
        runner->struct_size > sizeof own) {
      return ST_REFUSE(world, STRATA_EINVAL,
                       "set_runner: struct_size is that of another version");
    }
    memcpy(&own, runner, runner->struct_size);
  }
  world->runner = own;
  world->run.host.handle = own.handle ? handle : NULL;
  world->run.host.decide = own.decide ? st_policy_decide : NULL;
  world->run.host.strict = own.strict;
  st_run_limit(&world->run, own.event_limit);
  return STRATA_OK;
}

/* -- Where it is -- */

static strata_world *world_of(const strata_run *run) {
  return run->run->host.world;
}

static st_frame *frame_of(const strata_run *run) {
  return st_run_frame(run->run, run->frame);
}

strata_world *strata_run_world(const strata_run *run) {
  return world_of(run);
}

strata_event strata_run_event(const strata_run *run) {
  return frame_of(run)->event;
}

strata_entity strata_run_this(const strata_run *run) {
  return frame_of(run)->self;
}

strata_entity strata_run_you(const strata_run *run) {
  return (strata_entity)frame_of(run)->names[ST_BOUND_YOU];
}

strata_entity strata_run_it(const strata_run *run) {
  return frame_of(run)->it;
}

/* -- Names -- */

/* The place of a name, UINT32_MAX after refusing it. */
static uint32_t find_name(strata_run *run, const char *call, const char *name) {
  const st_routine *program = frame_of(run)->program;
  uint32_t place = name ? st_routine_name(program, name) : UINT32_MAX;
  if (place == UINT32_MAX) {
    (void)ST_REFUSE(world_of(run), STRATA_ENOENT, call,
                    ": the program has no name '", name ? name : "",
                    "': a deed before binds it, or this one as an argument");
  }
  return place;
}

strata_status strata_run_name(strata_run *run, const char *name,
                              strata_value *out) {
  if (!out) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL, "run_name: out is NULL");
  }
  uint32_t place = find_name(run, "run_name", name);
  if (place == UINT32_MAX) return STRATA_ENOENT;
  const st_frame *frame = frame_of(run);
  strata_type type = frame->program->names.items[place].type;
  *out = st_given_value(type, st_word_of(type, frame->names[place]));
  return STRATA_OK;
}

strata_status strata_run_bind(strata_run *run, const char *name,
                              const strata_value *value) {
  strata_world *world = world_of(run);
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "run_bind: no value");
  uint32_t place = find_name(run, "run_bind", name);
  if (place == UINT32_MAX) return STRATA_ENOENT;
  const st_given_want want = {
      .call = "run_bind",
      .what = name,
      .type = frame_of(run)->program->names.items[place].type,
      .gone_will_do = true};
  st_word word;
  strata_status status = st_given_word(world, &want, value, &word);
  if (!status) frame_of(run)->names[place] = st_word_value(word);
  return status;
}

/* -- Events -- */

static const st_event *event_of(const strata_run *run, strata_event event) {
  return event - 1u < run->run->event_count ? &run->run->events[event - 1]
                                            : NULL;
}

strata_event_kind strata_event_kind_of(const strata_run *run,
                                       strata_event event) {
  const st_event *e = event_of(run, event);
  return e ? e->kind : 0;
}

bool strata_event_happened(const strata_run *run, strata_event event) {
  const st_event *e = event_of(run, event);
  return e && e->state == ST_EVENT_HAPPENED;
}

strata_entity strata_event_made(const strata_run *run, strata_event event) {
  const st_event *e = event_of(run, event);
  return e ? e->made : 0;
}

strata_event strata_event_next(const strata_run *run, strata_event event,
                               strata_event after) {
  if (!event_of(run, event)) return 0;
  strata_event next = after > event ? after + 1 : event + 1;
  for (; next <= run->run->event_count; next++) {
    uint32_t parent = next;
    while (parent > event) {
      parent = run->run->events[parent - 1].parent;
    }
    if (parent == event) return next;
  }
  return 0;
}

/* The place of a field in an event's words; ST_NO_PLACE after refusing. */
static uint32_t find_field(strata_run *run, const char *call,
                           strata_event event, strata_field field) {
  strata_world *world = world_of(run);
  const st_event *e = event_of(run, event);
  if (!e) {
    (void)ST_REFUSE(world, STRATA_ENOENT, call, ": this run has no event ",
                    st_number_of(event).text);
    return ST_NO_PLACE;
  }
  bool known = field - 1 < strata_rules_count(world->rules, STRATA_KIND_FIELD);
  uint32_t place =
      known ? st_kind_place(world->rules, e->kind, field) : ST_NO_PLACE;
  if (place == ST_NO_PLACE) {
    (void)ST_REFUSE(world, STRATA_ENOENT, call, ": events of kind '",
                    strata_rules_name(world->rules, STRATA_KIND_EVENT, e->kind),
                    "' have no such field");
  }
  return place;
}

static strata_type field_type(const strata_run *run, strata_field field) {
  return (strata_type)run->run->rules->field_types[field - 1];
}

strata_status strata_event_get(strata_run *run, strata_event event,
                               strata_field field, strata_value *out) {
  if (!out) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL, "event_get: out is NULL");
  }
  uint32_t place = find_field(run, "event_get", event, field);
  if (place == ST_NO_PLACE) return STRATA_ENOENT;
  strata_type type = field_type(run, field);
  int64_t value = st_run_event(run->run, event)->words[place];
  *out = st_given_value(type, st_word_of(type, value));
  return STRATA_OK;
}

/* Whether the handler may change this event. */
static strata_status check_own(strata_run *run, const char *call,
                               strata_event event) {
  if (run->run->failed) return run->run->failed;
  bool replaces = run->stage == ST_STAGE_REPLACE ||
                  run->stage == ST_STAGE_PREVENT ||
                  run->stage == ST_STAGE_BEFORE;
  if (replaces && event == frame_of(run)->event) return STRATA_OK;
  return ST_REFUSE(world_of(run), STRATA_EINVAL, call,
                   replaces ? ": it is another event that is replaced"
                            : ": this handler is about no event that is still "
                              "to happen: run it by a replacement");
}

strata_status strata_event_set(strata_run *run, strata_event event,
                               strata_field field, const strata_value *value) {
  strata_world *world = world_of(run);
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "event_set: no value");
  strata_status status = check_own(run, "event_set", event);
  if (status) return status;
  uint32_t place = find_field(run, "event_set", event, field);
  if (place == ST_NO_PLACE) return STRATA_ENOENT;
  const st_given_want want = {
      .call = "event_set",
      .what = strata_rules_name(world->rules, STRATA_KIND_FIELD, field),
      .type = field_type(run, field),
      .gone_will_do = true};
  st_word word;
  status = st_given_word(world, &want, value, &word);
  if (!status) {
    st_run_event(run->run, event)->words[place] = st_word_value(word);
  }
  return status;
}

strata_status strata_event_stop(strata_run *run, strata_event event) {
  strata_status status = check_own(run, "event_stop", event);
  if (!status && run->stage == ST_STAGE_BEFORE) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL,
                     "event_stop: a handler of a chain stops its phase "
                     "(strata_run_halt)");
  }
  return status ? status : st_replace_nothing(run->run, run->frame);
}

/* -- Emitting -- */

static strata_status check_emits(strata_run *run) {
  if (run->run->failed) return run->run->failed;
  switch (run->stage) {
  case ST_STAGE_ACT:
  case ST_STAGE_PARTS:
  case ST_STAGE_BEFORE:
  case ST_STAGE_AFTER:
  case ST_STAGE_ANY:
    return STRATA_OK;
  case ST_STAGE_REPLACE:
  case ST_STAGE_PREVENT:
    return ST_REFUSE(world_of(run), STRATA_EINVAL,
                     "emit: this handler says what becomes of an event: what "
                     "happens instead is emitted inside of 'instead', and what "
                     "happens behind it inside of 'then'");
  case ST_STAGE_PERFORM:
    break;
  }
  return ST_REFUSE(world_of(run), STRATA_EINVAL,
                   "emit: performing an event writes; what else happens is "
                   "emitted by its parts, or by who watches for it");
}

/* What one says, with whose it is where it does not say so. */
static strata_status
make_emission(strata_run *run, const strata_act_desc *event, st_emission *out) {
  strata_world *world = world_of(run);
  strata_status status = st_act_check_event(world, "emit", event);
  if (status) return status;
  strata_act_desc desc = *event;
  if (desc.you == 0) desc.you = strata_run_you(run);
  if (desc.source == 0) desc.source = strata_run_this(run);
  int64_t *words = st_arena_take(
      &run->run->arena, st_kind_get(world->rules, desc.event)->field_count,
      sizeof *words);
  if (!words) return ST_REFUSE(world, STRATA_ENOMEM, "emit: out of memory");
  *out = (st_emission){.kind = desc.event, .words = words};
  return st_act_fill_event(world, "emit", &desc, words);
}

strata_status strata_emit(strata_run *run, const strata_act_desc *events,
                          size_t count, strata_emitted *out) {
  strata_world *world = world_of(run);
  if (!events || count == 0 || count > UINT32_MAX) {
    return ST_REFUSE(world, STRATA_EINVAL, "emit: there are no events");
  }
  strata_status status = check_emits(run);
  if (status) return status;
  st_emission *all = st_arena_take(&run->run->arena, count, sizeof *all);
  if (!all) return ST_REFUSE(world, STRATA_ENOMEM, "emit: out of memory");
  for (size_t i = 0; !status && i < count; i++) {
    status = make_emission(run, &events[i], &all[i]);
  }
  if (status) return status;
  uint8_t closed = world->closed;
  world->closed = ST_CLOSED_RUN;
  status = st_handler_emit(run, all, (uint32_t)count);
  world->closed = closed;
  for (size_t i = 0; !status && out && i < count; i++) {
    out[i] = (strata_emitted){.event = all[i].event,
                              .happened = all[i].happened,
                              .made = all[i].made};
  }
  return status;
}

/* -- Asking -- */

static char *copy_text(strata_run *run, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = st_arena_take(&run->run->arena, size, 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}

static strata_status no_memory(strata_run *run) {
  return ST_REFUSE(world_of(run), STRATA_ENOMEM, "choose: out of memory");
}

static strata_status take_option(strata_run *run, const strata_option *option,
                                 st_offer *out) {
  strata_world *world = world_of(run);
  *out = (st_offer){0};
  if ((option->text && !(out->text = copy_text(run, option->text))) ||
      (option->outcome && !(out->outcome = copy_text(run, option->outcome)))) {
    return no_memory(run);
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
  const st_given_want want = {.call = "choose",
                              .what = option->text ? option->text : "option",
                              .type = value->type,
                              .gone_will_do = true};
  out->type = value->type + 1u;
  return st_given_word(world, &want, value, &out->value);
}

/* Somebody who is, or was; 0 is nobody. */
static strata_status check_known(strata_run *run, const char *what,
                                 strata_entity entity) {
  const st_store *store = run->run->store;
  if (entity == 0 || st_entity_slot(store, entity) != 0 ||
      st_entity_gone_slot(store, entity) != 0) {
    return STRATA_OK;
  }
  return ST_REFUSE(world_of(run), STRATA_ESTALE, "choose: ", what, ": entity ",
                   st_handle_text_of(entity).text,
                   " was never in this world, or is forgotten");
}

static strata_status check_ask(strata_run *run, const strata_decision *ask) {
  strata_world *world = world_of(run);
  if ((unsigned)ask->purpose >= ST_PURPOSE_COUNT) {
    return ST_REFUSE(world, STRATA_EINVAL, "choose: there is no purpose ",
                     st_number_of((int64_t)ask->purpose).text);
  }
  if (ask->option_count > UINT32_MAX / 2 ||
      (!ask->options && ask->option_count > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "choose: options is NULL");
  }
  const st_decision asked = {.purpose = (st_purpose)ask->purpose,
                             .option_count = (uint32_t)ask->option_count,
                             .least = ask->least,
                             .most = ask->most,
                             .total = ask->total};
  if (!st_decision_is_fair(&asked)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "choose: no answer could be legal: least, most, total and "
                     "the number of options do not fit together");
  }
  strata_status status = check_known(run, "who", ask->who);
  return status ? status : check_known(run, "source", ask->source);
}

/* What is asked, in the arena of the run: it is written down at its end. */
static strata_status take_ask(strata_run *run, const strata_decision *ask,
                              st_new_decision *out) {
  strata_status status = check_ask(run, ask);
  if (status) return status;
  uint32_t count = (uint32_t)ask->option_count;
  st_offer *options =
      st_arena_take(&run->run->arena, count + 1u, sizeof *options);
  const char *prompt = ask->prompt ? copy_text(run, ask->prompt) : NULL;
  if (!options || (ask->prompt && !prompt)) return no_memory(run);
  for (uint32_t i = 0; !status && i < count; i++) {
    status = take_option(run, &ask->options[i], &options[i]);
  }
  *out = (st_new_decision){.purpose = (st_purpose)ask->purpose,
                           .flags = (ask->ordered ? ST_DECISION_ORDERED : 0u) |
                                    (ask->hidden ? ST_DECISION_HIDDEN : 0u),
                           .player = ask->who,
                           .source =
                               ask->source ? ask->source : strata_run_this(run),
                           .prompt = prompt,
                           .options = options,
                           .option_count = count,
                           .least = ask->least,
                           .most = ask->most,
                           .total = ask->total};
  return status;
}

static strata_status check_asks(strata_run *run, const strata_decision *asks,
                                size_t count, const strata_answer_desc *out) {
  if (run->run->failed) return run->run->failed;
  if (!asks || !out || count == 0 || count > UINT32_MAX) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL,
                     "choose: nothing is asked, or out is NULL");
  }
  if (run->stage != ST_STAGE_PERFORM) return STRATA_OK;
  return ST_REFUSE(world_of(run), STRATA_EINVAL,
                   "choose: an event that is being performed asks nobody: ask "
                   "before it, and let a field of it say what was chosen");
}

strata_status strata_run_choose_all(strata_run *run,
                                    const strata_decision *asks, size_t count,
                                    strata_answer_desc *out) {
  strata_status status = check_asks(run, asks, count, out);
  if (status) return status;
  st_arena *arena = &run->run->arena;
  st_new_decision *all = st_arena_take(arena, count, sizeof *all);
  const st_decided **answers =
      st_arena_take(arena, count, sizeof(const st_decided *));
  if (!all || !answers) return no_memory(run);
  for (size_t i = 0; !status && i < count; i++) {
    status = take_ask(run, &asks[i], &all[i]);
  }
  if (!status) status = st_handler_ask(run, all, (uint32_t)count, answers);
  for (size_t i = 0; !status && i < count; i++) {
    out[i] = (strata_answer_desc){.who = asks[i].who,
                                  .options = answers[i]->options,
                                  .amounts = answers[i]->amounts,
                                  .count = answers[i]->count};
  }
  return status;
}

strata_status strata_run_choose(strata_run *run, const strata_decision *ask,
                                strata_answer_desc *out) {
  return strata_run_choose_all(run, ask, 1, out);
}

/* -- Chance, and failing -- */

strata_status strata_run_roll(strata_run *run, int64_t sides, int64_t *out) {
  strata_world *world = world_of(run);
  if (run->run->failed) return run->run->failed;
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "roll: out is NULL");
  if (sides < 1) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "roll: there is no number from 1 to ",
                     st_number_of(sides).text);
  }
  strata_status status = st_chance_roll(run->run->store, sides, out);
  if (status) return st_handler_give_up(run, status);
  run->run->is_firm = true;
  return STRATA_OK;
}

strata_status strata_run_fail(strata_run *run, strata_status status,
                              const char *text) {
  if (status == STRATA_OK || status == STRATA_ESUSPEND) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL,
                     "run_fail: this is no status of a failure");
  }
  return st_handler_fail(run, status, text ? text : strata_status_text(status));
}

strata_status strata_run_fault(strata_run *run, strata_fault_kind kind,
                               const char *text) {
  if ((unsigned)kind >= STRATA_FAULT_KINDS) {
    return ST_REFUSE(world_of(run), STRATA_EINVAL,
                     "run_fault: there is no such kind of fault");
  }
  if (kind == STRATA_FAULT_HOST) run->run->fault.other = true;
  run->kind = kind;
  return st_handler_fail(run, STRATA_ESCRIPT,
                         text ? text : strata_status_text(STRATA_ESCRIPT));
}
