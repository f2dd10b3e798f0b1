/*
 * pay_sources.c - the actions that may be done amid a PAY, and what they would
 * give.
 *
 * What an action gives is not declared: it is done, the pool is counted, and
 * all of it is rolled back. So effects that add, replace or forbid what it
 * gives are in the result, and so is that an object cannot be used twice. What
 * one object gives is taken as independent of the use of others.
 */
#include "play/action/pay_sources.h"

#include "play/action/player_action.h"
#include "play/compare/checkpoint.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/decisions.h"
#include "play/index/watcher_index_update.h"
#include "rules/model/pay_form.h"

#include <string.h>

/* -- The pool -- */

strata_status st_pay_sources_pool(st_execution *exec, const st_payment *payment,
                                  int64_t *out) {
  const st_program *program = st_frame_get(exec, payment->frame)->program;
  strata_status status = STRATA_OK;
  strata_entity outer = st_frame_get(exec, payment->frame)->it;
  st_frame_get(exec, payment->frame)->it = payment->player;
  for (uint32_t k = 0; !status && k < payment->kind_count; k++) {
    status = st_frame_option(exec, payment->frame,
                             &program->instructions[payment->at + 1 + k],
                             ST_OPTION_COUNT, 0, &out[k]);
    if (out[k] < 0) out[k] = 0;
  }
  st_frame_get(exec, payment->frame)->it = outer;
  return status;
}

/* -- Using a way -- */

static bool has_pay(const st_program *program) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    if (program->instructions[i].op == STRATA_DO_PAY) return true;
  }
  return false;
}

strata_status st_pay_sources_use(st_execution *exec, const st_payment *payment,
                                 strata_entity subject, const st_pay_way *way) {
  const st_player_action action = {
      .def = way->def, .subject = subject, .player = payment->player};
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  st_refusal why;
  strata_status status = st_player_action_check(exec, frame, &action, &why);
  if (status) return status;
  if (why.text) {
    return st_player_action_refuse(exec, action.def, why.text, "", "");
  }
  const st_program *program = st_frame_get(exec, frame)->program;
  for (uint32_t i = 0; i < program->on_stack_count; i++) {
    st_interpreter_bind(exec, frame, &program->instructions[i],
                        way->announced[i]);
  }
  status = st_player_action_log(exec, frame, way->def);
  return status ? status : st_player_action_push(exec, frame, way->def);
}

/* -- Trying ways -- */

typedef struct source_finder {
  st_execution *exec;
  const st_payment *payment;
  const int64_t *pool; /* before anything is used */
  st_pay_sources *out;
  uint32_t object; /* the one whose ways are tried */
  const strata_watcher_def *defs;
  uint32_t def_count;
  uint32_t way_capacity;
  uint32_t depth;     /* how often the object was used already */
  uint32_t first_way; /* by which it was used first */
} source_finder;

static strata_status try_actions(source_finder *f);

/* Add what the pool has now more than before; *total is the number of its
 * units. What takes something from the pool is no source, but for what is paid
 * apart. */
static strata_status add_yield(source_finder *f, const st_pay_way *way,
                               int64_t *total) {
  st_pay_object *object = &f->out->objects[f->object];
  uint32_t kinds = f->payment->kind_count;
  int64_t now[ST_MOST_PAY_KINDS];
  *total = 0;
  strata_status status = st_pay_sources_pool(f->exec, f->payment, now);
  if (status) return status;
  for (uint32_t k = 0; k < kinds; k++) {
    bool is_apart = (f->payment->apart >> k & 1) != 0;
    if (now[k] < f->pool[k] && !is_apart) {
      *total = 0;
      return STRATA_OK;
    }
    now[k] -= f->pool[k];
    if (now[k] > 0) *total = st_sat_add(*total, now[k]);
  }
  bool is_full = f->depth == 0 && f->out->way_count == f->way_capacity;
  if (*total == 0 || object->yield_count == ST_PAY_MOST_YIELDS || is_full) {
    *total = 0;
    return STRATA_OK;
  }
  if (f->depth == 0) {
    f->first_way = f->out->way_count;
    f->out->ways[f->out->way_count++] = *way;
  }
  memcpy(&object->yields[(size_t)object->yield_count * kinds], now,
         kinds * sizeof now[0]);
  object->first_way[object->yield_count++] = f->first_way;
  return STRATA_OK;
}

/* Use a way, see what it gives, and what the object could give on top. */
static strata_status use_and_count(source_finder *f, const st_pay_way *way) {
  st_execution *exec = f->exec;
  st_attempt attempt = {0};
  size_t tasks = exec->task_count;
  exec->attempt = &attempt;
  exec->host.notify_observers = NULL;
  exec->host.save_start = NULL;
  exec->trace = NULL;
  strata_status status = st_pay_sources_use(
      exec, f->payment, f->out->objects[f->object].subject, way);
  if (!status) status = exec->run_tasks_until(exec, tasks);
  if (status) return status == STRATA_ENOMEM ? status : STRATA_OK;
  int64_t total;
  status = add_yield(f, way, &total);
  if (status || total == 0 || total >= f->payment->needed ||
      f->depth + 1 == ST_PAY_MOST_USES) {
    return status;
  }
  f->depth++;
  status = try_actions(f);
  f->depth--;
  return status;
}

static strata_status try_way(source_finder *f, const st_pay_way *way) {
  st_checkpoint checkpoint;
  uint64_t mark;
  if (!st_checkpoint_save(&checkpoint, f->exec)) return STRATA_ENOMEM;
  strata_status status = st_store_mark(f->exec->store, &mark);
  if (!status) {
    status = use_and_count(f, way);
    strata_status back = st_store_rollback(f->exec->store, mark);
    if (!back) back = st_store_release_mark(f->exec->store, mark);
    assert(back == STRATA_OK);
    (void)back;
    st_checkpoint_restore(&checkpoint, f->exec);
  }
  st_checkpoint_fini(&checkpoint);
  return status;
}

/* -- Announcing -- */

static strata_status announce_from(source_finder *f, uint32_t frame,
                                   st_pay_way *way, uint32_t at);

static strata_status announce_word(source_finder *f, uint32_t frame,
                                   st_pay_way *way, uint32_t at, int64_t word) {
  const st_program *program = st_frame_get(f->exec, frame)->program;
  way->announced[at] = word;
  st_interpreter_bind(f->exec, frame, &program->instructions[at], word);
  return announce_from(f, frame, way, at + 1);
}

/* Announce an action in all ways from choice `at` on. One that announces a
 * number is not used. */
static strata_status announce_from(source_finder *f, uint32_t frame,
                                   st_pay_way *way, uint32_t at) {
  const st_program *program = st_frame_get(f->exec, frame)->program;
  if (at == program->on_stack_count) return try_way(f, way);
  const st_instruction *instruction = &program->instructions[at];
  st_new_decision ask;
  bool asked;
  strata_status status =
      st_frame_holds(f->exec, frame, instruction->when, &asked);
  if (!status && !asked) return announce_word(f, frame, way, at, 0);
  if (!status) {
    status = st_interpreter_describe_choice(f->exec, frame, instruction, &ask);
  }
  if (status || ask.purpose == ST_PURPOSE_NUMBER) return status;
  for (uint32_t i = 0; !status && i < ask.option_count; i++) {
    status = announce_word(f, frame, way, at,
                           st_raw_value_number(ask.options[i].value));
  }
  return !status && ask.min == 0 ? announce_word(f, frame, way, at, 0) : status;
}

/* Try all actions of the object. */
static strata_status try_actions(source_finder *f) {
  const st_pay_object *object = &f->out->objects[f->object];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < f->def_count; i++) {
    const st_player_action action = {.def = f->defs[i],
                                     .subject = object->subject,
                                     .player = f->payment->player};
    st_pay_way way = {.def = action.def, .object = f->object};
    st_refusal why;
    uint32_t frame = st_player_action_frame(f->exec, &action);
    if (!frame) return STRATA_ENOMEM;
    status = st_player_action_check(f->exec, frame, &action, &why);
    if (!status && !why.text) status = announce_from(f, frame, &way, 0);
  }
  return status;
}

/* -- Finding the objects -- */

/* An action with an object, or with none. */
typedef struct source_action {
  strata_watcher_def def;
  strata_entity subject;
} source_action;

typedef struct source_list {
  source_action items[ST_PAY_MOST_OBJECTS];
  uint32_t count;
} source_list;

static void add_action(source_list *list, strata_watcher_def def,
                       strata_entity subject) {
  if (list->count == ST_PAY_MOST_OBJECTS) return;
  list->items[list->count++] = (source_action){def, subject};
}

/* List the actions that the watchers of this moment have for a PAY of this
 * type. Those of laws that are done with objects follow by add_subjects. */
static strata_status list_actions(st_execution *exec, strata_event_type type,
                                  source_list *list) {
  uint32_t first;
  strata_status status = st_watcher_index_find(
      &exec->index, 0, NULL, ST_WATCHER_INDEX_ROLE(ACTION), &first);
  for (uint32_t n = status ? 0 : first; n != 0;) {
    const st_watcher_candidate *c = st_watcher_index_get(&exec->index, n);
    const st_watcher_def *def = st_watcher_def_get(exec->rules, c->watcher_def);
    if (def->pays == type &&
        def->program.on_stack_count <= ST_PAY_MOST_ANNOUNCEMENTS &&
        !has_pay(&def->program)) {
      add_action(list, c->watcher_def, c->self);
    }
    n = c->next;
  }
  return status;
}

/* The actions of laws with each object that they are done with. */
static strata_status add_subjects(st_execution *exec, strata_entity player,
                                  source_list *list) {
  uint32_t count = list->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_player_action action = {.def = list->items[i].def,
                                     .player = player};
    const st_watcher_def *def = st_watcher_def_get(exec->rules, action.def);
    strata_entity *subjects;
    uint32_t found = 0;
    if (!def->subject || list->items[i].subject != 0) continue;
    uint32_t frame = st_player_action_frame(exec, &action);
    if (!frame) return STRATA_ENOMEM;
    status = st_frame_select(exec, frame, def->subject, &subjects, &found);
    for (uint32_t k = 0; !status && k < found; k++) {
      add_action(list, action.def, subjects[k]);
    }
    list->items[i].def = 0;
  }
  return status;
}

/* Find what one object gives by its actions, which are those from `first` on
 * with the same subject. */
static strata_status find_object(source_finder *f, source_list *list,
                                 uint32_t first) {
  const source_action of = list->items[first];
  st_execution *exec = f->exec;
  strata_watcher_def *defs =
      st_arena_alloc(&exec->arena, list->count, sizeof *defs);
  st_pay_object *object = &f->out->objects[f->out->object_count];
  *object = (st_pay_object){.subject = of.subject, .def = of.def};
  object->yields = st_arena_alloc(
      &exec->arena, (size_t)ST_PAY_MOST_YIELDS * f->payment->kind_count,
      sizeof *object->yields);
  object->first_way = st_arena_alloc(&exec->arena, ST_PAY_MOST_YIELDS,
                                     sizeof *object->first_way);
  if (!defs || !object->yields || !object->first_way) return STRATA_ENOMEM;
  f->defs = defs;
  f->def_count = 0;
  f->object = f->out->object_count;
  for (uint32_t i = first; i < list->count; i++) {
    source_action *item = &list->items[i];
    bool is_same = item->def != 0 && item->subject == of.subject &&
                   (of.subject != 0 || i == first);
    if (!is_same) continue;
    defs[f->def_count++] = item->def;
    item->def = 0;
  }
  strata_status status = try_actions(f);
  if (object->yield_count > 0) f->out->object_count++;
  return status;
}

strata_status st_pay_sources_find(st_execution *exec, const st_payment *payment,
                                  st_pay_sources *out) {
  const st_program *program = st_frame_get(exec, payment->frame)->program;
  int64_t pool[ST_MOST_PAY_KINDS];
  *out = (st_pay_sources){0};
  source_list *list = st_arena_alloc(&exec->arena, 1, sizeof *list);
  if (!list) return STRATA_ENOMEM;
  strata_status status =
      list_actions(exec, program->instructions[payment->at].what, list);
  if (!status) status = add_subjects(exec, payment->player, list);
  if (status || list->count == 0) return status;
  out->objects =
      st_arena_alloc(&exec->arena, list->count, sizeof *out->objects);
  const uint32_t capacity = 8 * list->count + ST_PAY_MOST_YIELDS;
  out->ways = st_arena_alloc(&exec->arena, capacity, sizeof *out->ways);
  if (!out->objects || !out->ways) return STRATA_ENOMEM;
  status = st_pay_sources_pool(exec, payment, pool);
  source_finder f = {.exec = exec,
                     .payment = payment,
                     .pool = pool,
                     .out = out,
                     .way_capacity = capacity};
  for (uint32_t i = 0; !status && i < list->count; i++) {
    if (list->items[i].def != 0) status = find_object(&f, list, i);
  }
  return status;
}
