/*
 * routine.c - programs: what is emitted, chosen and bound, and in which order.
 *
 * A program is walked by a task, a deed a step. What a deed sets off is pushed
 * as tasks of its own, so the deeds behind it wait until all of that is done.
 */
#include "play/events/routine.h"

#include "play/events/batch.h"
#include "play/events/promise.h"
#include "play/events/trigger.h"
#include "play/execution/handler.h"
#include "play/execution/shield.h"
#include "play/perform/begin.h"
#include "play/perform/chain.h"
#include "play/perform/perform.h"
#include "play/perform/plain.h"
#include "play/perform/rider.h"
#include "play/perform/starting.h"
#include "play/replace/replace.h"
#include "world/store/chance.h"

#include <string.h>

/* How many events one deed may make. */
#define MOST_EVENTS (1 << 20)

static st_task *top(st_run *run) {
  return &run->tasks[run->task_count - 1];
}

static void bind(st_run *run, uint32_t frame, const st_deed *deed,
                 int64_t value) {
  if (deed->name != 0) st_run_frame(run, frame)->names[deed->name - 1] = value;
}

/* -- Emitting -- */

static const st_argument *argument_of(st_run *run, uint32_t frame,
                                      const st_deed *deed, uint32_t i) {
  return &st_run_frame(run, frame)->program->arguments[deed->first + i];
}

static void set_word(st_run *run, uint32_t event, strata_field field,
                     int64_t value) {
  st_event *e = st_run_event(run, event);
  uint32_t place = st_kind_place(run->rules, e->kind, field);
  if (place != ST_NO_PLACE) e->words[place] = value;
}

/* The fields of one event. Whoever runs the program makes it, unless it says
 * otherwise. */
static strata_status fill(st_run *run, uint32_t frame, const st_deed *deed,
                          uint32_t event) {
  st_frame *f = st_run_frame(run, frame);
  strata_entity it = f->it;
  const st_common_fields *common = &run->rules->common;
  set_word(run, event, common->by, f->names[ST_BOUND_YOU]);
  set_word(run, event, common->cause, (int64_t)st_named(f->self));
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < deed->count; i++) {
    const st_argument *a = argument_of(run, frame, deed, i);
    int64_t value = 0;
    if (a->aim != ST_AIM_FIELD || !a->value) continue;
    status = st_frame_eval(run, frame, a->value, it, &value);
    if (!status) set_word(run, event, a->to, value);
  }
  return status;
}

/* What a deed says about its event, its self-replacements (614.15): they are
 * done in a frame of their own, which knows what the names are now. */
static strata_status add_own(st_run *run, uint32_t frame, const st_deed *deed,
                             uint32_t event) {
  st_frame f = *st_run_frame(run, frame);
  uint32_t at = (uint32_t)(deed - f.program->deeds);
  if (deed->end == at + 1) return STRATA_OK;
  uint32_t own = st_run_new_frame(run, f.program, f.self, 0, event);
  if (!own) return STRATA_ENOMEM;
  st_run_frame(run, own)->it = f.it;
  memcpy(st_run_frame(run, own)->names, f.names,
         f.program->names.count * sizeof f.names[0]);
  st_event *e = st_run_event(run, event);
  e->own_frame = own;
  e->own_at = at + 1;
  e->own_end = deed->end;
  return STRATA_OK;
}

/* It is part of an event, by what a replacement effect says (614.16). Who is
 * yet to be made has no name that an event could say. */
static void join(st_run *run, uint32_t event, uint32_t parent) {
  st_event *e = st_run_event(run, event);
  uint32_t affected = st_kind_get(run->rules, e->kind)->affected;
  if (affected != ST_NO_PLACE) {
    e->words[affected] = (int64_t)st_named((strata_entity)e->words[affected]);
  }
  e->joins = true;
  if (st_promise_is(run, e)) st_run_batch(run, e->batch)->promises = true;
  e->joined_before = st_run_event(run, parent)->last_joined;
  st_run_event(run, parent)->last_joined = event;
  set_word(run, event, run->rules->common.effect, 1);
}

/* One event of a deed, put into a batch. */
static strata_status emit_one(st_run *run, const st_task *task,
                              const st_deed *deed, uint32_t batch,
                              int64_t index) {
  uint32_t frame = task->frame;
  st_run_frame(run, frame)->names[ST_BOUND_I] = index;
  uint32_t event = st_run_new_event(run, deed->what, batch);
  if (!event) return STRATA_ENOMEM;
  uint32_t parent = st_run_frame(run, frame)->event;
  st_run_event(run, event)->parent = parent;
  st_run_event(run, event)->maker = frame;
  if (task->part) st_replace_inherit(run, event, parent);
  strata_status status = fill(run, frame, deed, event);
  if (task->joins) join(run, event, parent);
  return status ? status : add_own(run, frame, deed, event);
}

/* For whom, and how often: one event of nobody in particular if a deed does not
 * say. */
static strata_status take_whom(st_run *run, uint32_t frame, const st_deed *deed,
                               strata_entity **who, uint32_t *count,
                               int64_t *times) {
  *who = NULL; /* not looked at, unless the deed says who */
  *count = 1;
  *times = 1;
  strata_entity it = st_run_frame(run, frame)->it;
  strata_status status = STRATA_OK;
  if (deed->who) status = st_frame_who(run, frame, deed->who, who, count);
  if (!status && deed->times) {
    status = st_frame_eval(run, frame, deed->times, it, times);
  }
  if (!status && *times > MOST_EVENTS / (*count + 1)) {
    status = st_frame_fail(run, frame, deed, STRATA_ELIMIT,
                           "more than a million events at once");
  }
  return status;
}

static strata_status emit_all(st_run *run, const st_task *task,
                              const st_deed *deed, uint32_t batch) {
  uint32_t frame = task->frame;
  strata_entity *who;
  uint32_t count;
  int64_t times;
  strata_entity outer = st_run_frame(run, frame)->it;
  strata_status status = take_whom(run, frame, deed, &who, &count, &times);
  int64_t index = 0;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (who) st_run_frame(run, frame)->it = who[i];
    for (int64_t k = 0; !status && k < times; k++) {
      status = emit_one(run, task, deed, batch, ++index);
    }
  }
  st_run_frame(run, frame)->it = outer;
  return status;
}

/* Parts that go one by one: what the next one is like is asked when all before
 * it have happened (121.2). */
static strata_status begin_series(st_run *run, const st_task *task,
                                  const st_deed *deed) {
  st_task series = {.what = ST_TASK_SERIES, .frame = task->frame, .part = true};
  series.at = (uint32_t)(deed - st_run_frame(run, task->frame)->program->deeds);
  series.outer = st_run_frame(run, task->frame)->it;
  strata_status status = take_whom(run, task->frame, deed, &series.list,
                                   &series.count, &series.times);
  if (status) return status;
  series.room = st_run_take_room(run);
  if (!series.room) return STRATA_ENOMEM;
  return st_run_push(run, series) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_routine_series(st_run *run) {
  st_task task = *top(run);
  const st_routine *program = st_run_frame(run, task.frame)->program;
  const st_deed *deed = &program->deeds[task.at];
  if (st_plain_may(run, program, deed)) {
    strata_status plain = st_plain_series(run, deed);
    if (plain) return plain;
    task = *top(run);
  }
  if (task.times <= 0 || task.index >= task.count * task.times) {
    st_run_frame(run, task.frame)->it = task.outer;
    run->task_count--;
    return STRATA_OK;
  }
  st_run_let_go(run, task.room);
  top(run)->index++;
  if (deed->who) {
    st_run_frame(run, task.frame)->it = task.list[task.index / task.times];
  }
  uint32_t batch = st_run_new_batch(run);
  if (!batch) return STRATA_ENOMEM;
  strata_status status =
      emit_one(run, &task, deed, batch, (int64_t)task.index + 1);
  if (status) return status;
  if (task.index == 0) {
    st_run_batch(run, batch)->frame = task.frame;
    st_run_batch(run, batch)->name = deed->name;
  }
  return st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* All of it, if nobody has anything to say about it. */
static strata_status emit_plain(st_run *run, const st_task *task,
                                const st_deed *deed, bool *done) {
  strata_entity *who;
  uint32_t count;
  int64_t times;
  if (task->collect || deed->who ||
      !st_plain_may(run, st_run_frame(run, task->frame)->program, deed)) {
    return STRATA_OK;
  }
  strata_status status =
      take_whom(run, task->frame, deed, &who, &count, &times);
  return status ? status : st_plain_batch(run, task->frame, deed, times, done);
}

static strata_status emit(st_run *run, const st_task *task,
                          const st_deed *deed) {
  if (task->part && !task->collect) return begin_series(run, task, deed);
  bool done = false;
  strata_status status = emit_plain(run, task, deed, &done);
  if (status || done) return status;
  uint32_t batch = task->collect ? task->collect : st_run_new_batch(run);
  if (!batch) return STRATA_ENOMEM;
  status = emit_all(run, task, deed, batch);
  if (status || task->collect) return status;
  st_run_batch(run, batch)->frame = task->frame;
  st_run_batch(run, batch)->name = deed->name;
  return st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* All that is emitted inside happens at once, behind it. */
static strata_status together(st_run *run, const st_task *task, uint32_t at,
                              const st_deed *deed) {
  uint32_t batch = st_run_new_batch(run);
  if (!batch || !st_batch_wait(run, batch) ||
      !st_run_push(run, (st_task){.what = ST_TASK_DEEDS,
                                  .frame = task->frame,
                                  .at = at + 1,
                                  .end = deed->end,
                                  .collect = batch})) {
    return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* -- Each -- */

static strata_status each(st_run *run, const st_task *task, uint32_t at,
                          const st_deed *deed) {
  st_task loop = {.what = ST_TASK_EACH,
                  .frame = task->frame,
                  .at = at + 1,
                  .end = deed->end,
                  .part = task->part,
                  .joins = task->joins,
                  .collect = task->collect};
  strata_status status =
      st_frame_who(run, task->frame, deed->who, &loop.list, &loop.count);
  loop.outer = st_run_frame(run, task->frame)->it;
  if (status) return status;
  return st_run_push(run, loop) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_routine_each(st_run *run) {
  st_task *task = top(run);
  st_frame *frame = st_run_frame(run, task->frame);
  if (task->index == task->count || frame->stopped) {
    frame->it = task->outer;
    run->task_count--;
    return STRATA_OK;
  }
  frame->it = task->list[task->index++];
  st_task inner = {.what = ST_TASK_DEEDS,
                   .frame = task->frame,
                   .at = task->at,
                   .end = task->end,
                   .part = task->part,
                   .joins = task->joins,
                   .collect = task->collect};
  return st_run_push(run, inner) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Choosing -- */

/* What a choice asks for, as a decision. */
static strata_status describe(st_run *run, uint32_t frame, const st_deed *deed,
                              st_new_decision *ask) {
  int64_t by = 0;
  const st_frame *f = st_run_frame(run, frame);
  strata_status status = st_frame_option(run, frame, deed, ST_OPTION_BY,
                                         f->names[ST_BOUND_YOU], &by);
  *ask = (st_new_decision){.purpose = ST_PURPOSE_CHOOSE,
                           .player = (strata_entity)by,
                           .source = f->self,
                           .least = 1,
                           .most = 1};
  if (deed->flags & STRATA_DEED_HIDDEN) ask->flags |= ST_DECISION_HIDDEN;
  if (status || !(deed->flags & STRATA_DEED_TARGET)) return status;
  if (deed->what == ST_CHOICE_WORD) ask->purpose = ST_PURPOSE_MODE;
  if (deed->what != ST_CHOICE_ENTITY) return STRATA_OK;
  ask->purpose = ST_PURPOSE_TARGET;
  status = st_frame_option(run, frame, deed, ST_OPTION_LEAST, 1, &ask->least);
  ask->least = st_clamp(ask->least, 0, 1);
  return status;
}

static st_offer *take_options(st_run *run, uint32_t count) {
  return st_arena_take(&run->arena, count + 1u, sizeof(st_offer));
}

static strata_status options_of_entities(st_run *run, uint32_t frame,
                                         const st_deed *deed,
                                         st_new_decision *ask) {
  strata_entity *who;
  strata_status status =
      st_frame_who(run, frame, deed->who, &who, &ask->option_count);
  if (status) return status;
  st_offer *options = take_options(run, ask->option_count);
  if (!options) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < ask->option_count; i++) {
    options[i] = (st_offer){.type = STRATA_REF + 1,
                            .value = {.number = (int64_t)who[i]}};
  }
  ask->options = options;
  return STRATA_OK;
}

static strata_status options_of_words(st_run *run, uint32_t frame,
                                      const st_deed *deed,
                                      st_new_decision *ask) {
  for (uint32_t i = 0; i < deed->count; i++) {
    const st_argument *a = argument_of(run, frame, deed, i);
    if (a->aim != ST_AIM_OPTION || a->to != ST_OPTION_OF) continue;
    st_offer *options = take_options(run, a->symbol_count);
    if (!options) return STRATA_ENOMEM;
    for (uint32_t k = 0; k < a->symbol_count; k++) {
      options[k] = (st_offer){.type = STRATA_SYM + 1,
                              .value = {.symbol = a->symbols[k]}};
    }
    ask->options = options;
    ask->option_count = a->symbol_count;
  }
  return STRATA_OK;
}

static strata_status find_options(st_run *run, uint32_t frame,
                                  const st_deed *deed, st_new_decision *ask) {
  strata_status status = STRATA_OK;
  switch ((st_choice)deed->what) {
  case ST_CHOICE_ENTITY:
    return options_of_entities(run, frame, deed, ask);
  case ST_CHOICE_WORD:
    return options_of_words(run, frame, deed, ask);
  case ST_CHOICE_NUMBER:
    ask->purpose = ST_PURPOSE_NUMBER;
    status =
        st_promise_option(run, frame, deed, ST_OPTION_LEAST, 0, &ask->least);
    if (status) return status;
    return st_promise_option(run, frame, deed, ST_OPTION_MOST, INT64_MAX,
                             &ask->most);
  case ST_CHOICE_MAY:
    break;
  }
  return st_run_offer_may(run, ask) ? STRATA_OK : STRATA_ENOMEM;
}

static int64_t value_of(const st_new_decision *ask, const st_decided *answer) {
  if (answer->count == 0) return 0;
  if (ask->purpose == ST_PURPOSE_NUMBER) return answer->amounts[0];
  return st_word_value(ask->options[answer->options[0]].value);
}

/* Whether there is nothing to be asked: who has nothing to choose from is not,
 * nor is who has to take the one thing there is. */
static bool is_clear(const st_new_decision *ask) {
  if (ask->purpose == ST_PURPOSE_NUMBER) return ask->least >= ask->most;
  return ask->option_count == 0 || (ask->option_count == 1 && ask->least == 1);
}

/* What there is to be asked; where there is nothing, the name is bound at once.
 * *some: see st_routine_choose. */
static strata_status prepare(st_run *run, uint32_t frame, const st_deed *deed,
                             st_new_decision *ask, bool *some, bool *clear) {
  *some = *clear = false;
  strata_status status = describe(run, frame, deed, ask);
  if (!status) status = find_options(run, frame, deed, ask);
  if (status) return status;
  bool counted = ask->purpose == ST_PURPOSE_NUMBER;
  *some = counted || ask->least == 0 || ask->option_count > 0;
  *clear = is_clear(ask);
  if (*clear) {
    const uint32_t first = 0;
    st_decided only = {.options = &first,
                       .amounts = &ask->least,
                       .count = counted || ask->option_count == 1};
    bind(run, frame, deed, value_of(ask, &only));
  }
  return STRATA_OK;
}

strata_status st_routine_choose(st_run *run, uint32_t frame,
                                const st_deed *deed, bool *some) {
  st_new_decision ask;
  bool clear;
  strata_status status = prepare(run, frame, deed, &ask, some, &clear);
  if (status || clear) return status;
  const st_decided *answer;
  status = st_run_ask(run, &ask, &answer);
  if (!status) bind(run, frame, deed, value_of(&ask, answer));
  return status;
}

static bool names(const strata_expr *expr, uint32_t place) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->op == ST_EXPR_NAME && node->index == place) return true;
  }
  return false;
}

/* Whether a deed looks at what one before it binds. */
static bool hangs_on(const st_routine *program, const st_deed *deed,
                     const st_deed *before) {
  if (before->name == 0) return false;
  uint32_t place = before->name - 1u;
  if (names(deed->who, place) || names(deed->when, place)) return true;
  for (uint32_t i = 0; i < deed->count; i++) {
    if (names(program->arguments[deed->first + i].value, place)) return true;
  }
  return false;
}

static bool is_secret(const st_deed *deed) {
  const uint8_t flags = STRATA_DEED_HIDDEN | STRATA_DEED_TARGET;
  return deed->op == STRATA_DEED_CHOOSE &&
         (deed->flags & flags) == STRATA_DEED_HIDDEN;
}

/* The place behind all hidden choices that are made at the same time as the one
 * at `at`: those right behind it that do not hang on any before them. */
static uint32_t secrets_end(const st_routine *program, uint32_t at,
                            uint32_t end) {
  uint32_t last = program->deeds[at].end;
  for (; last < end && is_secret(&program->deeds[last]);
       last = program->deeds[last].end) {
    for (uint32_t i = at; i < last; i = program->deeds[i].end) {
      if (hangs_on(program, &program->deeds[last], &program->deeds[i])) {
        return last;
      }
    }
  }
  return last;
}

/* None of them is told or can be seen before all are in. */
static strata_status choose_secretly(st_run *run, const st_task *task,
                                     uint32_t at) {
  const st_routine *program = st_run_frame(run, task->frame)->program;
  uint32_t end = secrets_end(program, at, task->end);
  uint32_t most = end - at;
  uint32_t count = 0;
  st_new_decision *asks = st_arena_take(&run->arena, most, sizeof *asks);
  const st_deed **deeds = st_arena_take(&run->arena, most, sizeof *deeds);
  const st_decided **answers =
      st_arena_take(&run->arena, most, sizeof *answers);
  if (!asks || !deeds || !answers) return STRATA_ENOMEM;
  for (uint32_t i = at; i < end; i = program->deeds[i].end) {
    bool holds = true;
    bool some;
    bool clear;
    deeds[count] = &program->deeds[i];
    strata_status status =
        i == at ? STRATA_OK
                : st_frame_holds(run, task->frame, deeds[count]->when, &holds);
    if (status) return status;
    if (!holds) continue;
    status =
        prepare(run, task->frame, deeds[count], &asks[count], &some, &clear);
    if (status) return status;
    if (!clear) count++;
  }
  /* With others behind it, the task is there still. */
  if (end != program->deeds[at].end) top(run)->at = end;
  strata_status status =
      count > 0 ? st_run_ask_all(run, asks, count, answers) : STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    bind(run, task->frame, deeds[i], value_of(&asks[i], answers[i]));
  }
  return status;
}

static strata_status choose(st_run *run, const st_task *task, uint32_t at,
                            const st_deed *deed) {
  if (is_secret(deed)) return choose_secretly(run, task, at);
  bool some;
  return st_routine_choose(run, task->frame, deed, &some);
}

static strata_status roll(st_run *run, uint32_t frame, const st_deed *deed) {
  int64_t sides = 0;
  int64_t rolled = 0;
  strata_status status =
      st_frame_option(run, frame, deed, ST_OPTION_VALUE, 0, &sides);
  if (!status) status = st_chance_roll(run->store, sides, &rolled);
  if (status == STRATA_ERANGE) {
    return st_frame_fail(run, frame, deed, status,
                         "there is no number from 1 to less than 1");
  }
  run->is_firm = true;
  if (!status) bind(run, frame, deed, rolled);
  return status;
}

static strata_status trigger(st_run *run, uint32_t frame, const st_deed *deed) {
  uint32_t told;
  strata_status status = st_trigger_deed(run, frame, deed, &told);
  if (status || told == 0) return status;
  return st_batch_begin(run, told) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- One deed -- */

static strata_status do_chain(st_run *run, uint32_t frame,
                              const st_deed *deed) {
  if (deed->op == STRATA_DEED_HALT) return st_chain_halt(run, frame);
  if (deed->op == STRATA_DEED_DROP) return st_chain_drop(run, frame);
  return st_chain_deed(run, frame, deed);
}

static strata_status run_deed(st_run *run, const st_task *task, uint32_t at) {
  const st_routine *program = st_run_frame(run, task->frame)->program;
  const st_deed *deed = &program->deeds[at];
  switch ((strata_deed_op)deed->op) {
  case STRATA_DEED_EMIT:
    return emit(run, task, deed);
  case STRATA_DEED_TOGETHER:
    return together(run, task, at, deed);
  case STRATA_DEED_EACH:
    return each(run, task, at, deed);
  case STRATA_DEED_CHOOSE:
    return choose(run, task, at, deed);
  case STRATA_DEED_ROLL:
    return roll(run, task->frame, deed);
  case STRATA_DEED_STOP:
  case STRATA_DEED_WHEN:
    return STRATA_OK;
  case STRATA_DEED_SET:
  case STRATA_DEED_ADD:
  case STRATA_DEED_MOVE:
  case STRATA_DEED_SPAWN:
  case STRATA_DEED_REMOVE:
  case STRATA_DEED_STAMP:
  case STRATA_DEED_TICK:
  case STRATA_DEED_COUNT:
  case STRATA_DEED_SHUFFLE:
  case STRATA_DEED_COPY:
  case STRATA_DEED_LET:
  case STRATA_DEED_NOTE:
  case STRATA_DEED_FORGET:
    return st_perform(run, task->frame, deed);
  case STRATA_DEED_CHANGE:
    return st_replace_change(run, task->frame, deed);
  case STRATA_DEED_INSTEAD:
    return st_replace_instead(run, task->frame, at, deed->end);
  case STRATA_DEED_NOTHING:
    return st_replace_nothing(run, task->frame);
  case STRATA_DEED_PREVENT:
    return st_shield_prevent(run, task->frame, deed);
  case STRATA_DEED_TAKE:
    return st_shield_take(run, task->frame, deed);
  case STRATA_DEED_THEN:
    return st_rider_add(run, task->frame, at, deed->end);
  case STRATA_DEED_ALSO:
    return st_replace_also(run, task->frame, at, deed->end);
  case STRATA_DEED_WATCH:
    return st_start_watch(run, task->frame, deed);
  case STRATA_DEED_BEGIN:
    return st_begin(run, task->frame, deed);
  case STRATA_DEED_RUN:
    return st_handler_run(run, task, deed);
  case STRATA_DEED_TRIGGER:
    return trigger(run, task->frame, deed);
  case STRATA_DEED_HALT:
  case STRATA_DEED_DROP:
  case STRATA_DEED_HOOK:
  case STRATA_DEED_UNHOOK:
    return do_chain(run, task->frame, deed);
  }
  return STRATA_EINVAL; /* unreachable: a deed is one of them */
}

/* The deeds of a WHEN come right behind it, so it needs no task: either they
 * are next, or what comes behind them. All others are passed over here, and
 * have what is inside of them done by tasks. The last one is done in place of
 * the task. */
strata_status st_routine_step(st_run *run) {
  st_task task = *top(run);
  if (task.at == task.end || st_run_frame(run, task.frame)->stopped) {
    run->task_count--;
    return STRATA_OK;
  }
  const st_deed *deed = &st_run_frame(run, task.frame)->program->deeds[task.at];
  bool holds = true;
  strata_status status = STRATA_OK;
  if (deed->when && deed->op == STRATA_DEED_CHOOSE) {
    status = st_promise_holds(run, task.frame, deed->when, &holds);
  } else if (deed->when) {
    status = st_frame_holds(run, task.frame, deed->when, &holds);
  }
  if (status) return status;
  bool enters = deed->op == STRATA_DEED_WHEN && holds;
  uint32_t next = enters ? task.at + 1 : deed->end;
  top(run)->at = next;
  if (next == task.end) run->task_count--;
  if (!holds || deed->op == STRATA_DEED_WHEN) return STRATA_OK;
  if (deed->op == STRATA_DEED_STOP) {
    st_run_frame(run, task.frame)->stopped = true;
  }
  return run_deed(run, &task, task.at);
}
