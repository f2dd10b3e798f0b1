/* legal_actions.c - the actions that a player may do now, and what each of them
 * may announce. */
#include "play/action/legal_actions.h"

#include "play/action/action.h"
#include "play/compare/checkpoint.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/decisions.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/task.h"
#include "play/index/watcher_index_update.h"
#include "world/tables/game_end.h"

#include <string.h>

/* So many numbers of a choice are tried, from the least on. */
#define MOST_NUMBERS_TRIED 256

/* -- Paying, to see whether it can be paid -- */

static strata_status pay(st_execution *exec, uint32_t frame, bool *paid) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_attempt attempt = {0};
  exec->attempt = &attempt;
  exec->host.notify_observers = NULL;
  exec->host.save_start = NULL;
  exec->trace = NULL;
  size_t tasks = exec->task_count;
  if (!st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                    .frame = frame,
                                    .at = program->on_stack_count,
                                    .end = program->effect_first})) {
    return STRATA_ENOMEM;
  }
  st_payment_begin(exec, frame);
  strata_status status = st_action_run_tasks(exec, tasks);
  bool none_failed = st_payment_end(exec) == 0;
  *paid = status ? status == STRATA_ESUSPEND : none_failed;
  return status == STRATA_ENOMEM ? status : STRATA_OK;
}

/* Pay the cost of an action that was announced, and roll that back. */
static strata_status can_pay(st_execution *exec, uint32_t frame, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_checkpoint checkpoint;
  uint64_t mark;
  *out = true;
  if (program->effect_first == program->on_stack_count) return STRATA_OK;
  if (!st_checkpoint_save(&checkpoint, exec)) return STRATA_ENOMEM;
  strata_status status = st_store_mark(exec->store, &mark);
  if (!status) {
    status = pay(exec, frame, out);
    strata_status back = st_store_rollback(exec->store, mark);
    if (!back) back = st_store_release_mark(exec->store, mark);
    assert(back == STRATA_OK);
    (void)back;
    st_checkpoint_restore(&checkpoint, exec);
  }
  st_checkpoint_fini(&checkpoint);
  return status;
}

/* -- Announcing in all ways -- */

/* A walk over the ways to announce an action. Recursion is as deep as there are
 * announcements, at most ST_MOST_ANNOUNCEMENTS. */
static strata_status can_complete(st_execution *exec, uint32_t frame,
                                  uint32_t at, bool *out);

/* Whether the action can be done if this choice is that. */
static strata_status can_choose(st_execution *exec, uint32_t frame, uint32_t at,
                                int64_t word, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  st_interpreter_bind(exec, frame, &program->instructions[at], word);
  return can_complete(exec, frame, at + 1, out);
}

static strata_status can_choose_some_number(st_execution *exec, uint32_t frame,
                                            uint32_t at,
                                            const st_new_decision *ask,
                                            bool *out) {
  strata_status status = STRATA_OK;
  *out = false;
  for (int64_t i = 0;
       !status && !*out && i < MOST_NUMBERS_TRIED && i <= ask->max - ask->min;
       i++) {
    status = can_choose(exec, frame, at, ask->min + i, out);
  }
  return status;
}

static strata_status can_complete(st_execution *exec, uint32_t frame,
                                  uint32_t at, bool *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  if (at == program->on_stack_count) return can_pay(exec, frame, out);
  const st_instruction *instruction = &program->instructions[at];
  st_new_decision ask;
  bool asked;
  *out = false;
  strata_status status = st_frame_holds(exec, frame, instruction->when, &asked);
  if (!status && !asked) return can_choose(exec, frame, at, 0, out);
  if (!status) {
    status = st_interpreter_describe_choice(exec, frame, instruction, &ask);
  }
  if (status) return status;
  if (ask.purpose == ST_PURPOSE_NUMBER) {
    return can_choose_some_number(exec, frame, at, &ask, out);
  }
  for (uint32_t i = 0; !status && !*out && i < ask.option_count; i++) {
    status = can_choose(exec, frame, at,
                        st_raw_value_number(ask.options[i].value), out);
  }
  if (status || *out || ask.min > 0) return status;
  return can_choose(exec, frame, at, 0, out);
}

/* -- The list -- */

typedef struct st_legal_list {
  st_player_action *items;
  size_t count, capacity;
} st_legal_list;

static bool add_action(st_execution *exec, st_legal_list *list,
                       const st_player_action *action) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity > 0 ? 2 * list->capacity : 16;
    st_player_action *items =
        st_arena_alloc(&exec->arena, capacity, sizeof *items);
    if (!items) return false;
    if (list->count > 0) {
      memcpy(items, list->items, list->count * sizeof *items);
    }
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = *action;
  return true;
}

static bool does_actor_depend_on_object(const st_watcher_def *def) {
  return def->actor && def->actor->uses_this;
}

/* Add an action that its player may do, if its moment has come and it can be
 * announced and paid. The frame serves for all objects of the action. */
static strata_status try_action(st_execution *exec, st_legal_list *list,
                                uint32_t frame,
                                const st_player_action *action) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, action->def);
  bool can = true;
  strata_status status = STRATA_OK;
  st_frame_get(exec, frame)->self = action->subject;
  if (does_actor_depend_on_object(def)) {
    status = st_player_action_may(exec, frame, action, 0, &can);
  }
  if (status || !can) return status;
  status = st_frame_holds(exec, frame, def->when, &can);
  if (!status && can) status = can_complete(exec, frame, 0, &can);
  if (status || !can) return status;
  return add_action(exec, list, action) ? STRATA_OK : STRATA_ENOMEM;
}

/* Try what a candidate lets the player do: with its own object, or for a law
 * with each that the action is done with. */
static strata_status try_candidate(st_execution *exec, st_legal_list *list,
                                   const st_watcher_candidate *holder,
                                   st_player_action action) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, action.def);
  bool of_rules = holder->self == 0 && holder->started_handle == 0;
  strata_entity *subjects;
  uint32_t count;
  bool may = true;
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  strata_status status = STRATA_OK;
  if (!does_actor_depend_on_object(def)) {
    status = st_player_action_may(exec, frame, &action, holder->you, &may);
  }
  if (status || !may) return status;
  if (!of_rules || !def->subject) return try_action(exec, list, frame, &action);
  status = st_frame_select(exec, frame, def->subject, &subjects, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    action.subject = subjects[i];
    status = try_action(exec, list, frame, &action);
  }
  return status;
}

/* The candidates of a find are linked until the next find: copy them. */
static strata_status copy_candidates(st_execution *exec, uint32_t first,
                                     st_watcher_candidate **out,
                                     uint32_t *count) {
  *count = 0;
  for (uint32_t n = first; n != 0;
       n = st_watcher_index_get(&exec->index, n)->next) {
    (*count)++;
  }
  *out = st_arena_alloc(&exec->arena, *count + 1u, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  uint32_t n = first;
  for (uint32_t i = 0; i < *count; i++) {
    (*out)[i] = *st_watcher_index_get(&exec->index, n);
    n = (*out)[i].next;
  }
  return STRATA_OK;
}

strata_status st_legal_actions_find(st_execution *exec, strata_entity player,
                                    const st_player_action **out,
                                    uint32_t *count) {
  st_legal_list list = {0};
  st_watcher_candidate *all = NULL;
  uint32_t candidates = 0;
  uint32_t first;
  *out = NULL;
  *count = 0;
  if (st_game_end(exec->store) != 0) return STRATA_OK;
  strata_status status = st_watcher_index_find(
      &exec->index, 0, NULL, ST_WATCHER_INDEX_ROLE(ACTION), &first);
  if (!status) status = copy_candidates(exec, first, &all, &candidates);
  for (uint32_t i = 0; !status && i < candidates; i++) {
    const st_player_action action = {
        .def = all[i].watcher_def, .subject = all[i].self, .player = player};
    status = try_candidate(exec, &list, &all[i], action);
  }
  *out = list.items;
  *count = (uint32_t)list.count;
  return status;
}

/* -- What comes next -- */

/* Keep the options of a choice with which the action can be done. */
static strata_status keep_possible_options(st_execution *exec, uint32_t frame,
                                           uint32_t at, st_new_decision *ask) {
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, ask->option_count + 1u, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t count = 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ask->option_count; i++) {
    bool can;
    int64_t word = st_raw_value_number(ask->options[i].value);
    status = can_choose(exec, frame, at, word, &can);
    if (!status && can) options[count++] = ask->options[i];
  }
  bool none = false;
  if (!status && ask->min == 0) {
    status = can_choose(exec, frame, at, 0, &none);
  }
  ask->options = options;
  ask->option_count = count;
  if (!none && ask->min == 0) ask->min = 1;
  return status;
}

/* Announce what is given up to the first choice that is not; *at is that
 * one. */
static strata_status announce_given(st_execution *exec, uint32_t frame,
                                    const st_action_request *r, uint32_t *at) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, r->watcher_def);
  const st_program *program = &def->program;
  strata_status status = STRATA_OK;
  for (*at = 0; !status && *at < program->on_stack_count; (*at)++) {
    const st_instruction *instruction = &program->instructions[*at];
    bool given = (r->announced >> *at & 1) != 0;
    bool asked;
    status = st_frame_holds(exec, frame, instruction->when, &asked);
    if (status || (!asked && !given)) continue;
    if (!given) return STRATA_OK;
    status = st_player_action_announce(
        exec, frame, instruction,
        st_action_request_word(r, program->parameter_count + *at));
  }
  return status;
}

strata_status st_legal_actions_choice(st_execution *exec,
                                      const st_action_request *r,
                                      st_legal_choice *out) {
  const st_player_action action = {
      .def = r->watcher_def, .subject = r->self, .player = r->controller};
  const st_program *program =
      &st_watcher_def_get(exec->rules, action.def)->program;
  const char *why;
  bool can;
  uint32_t at;
  *out = (st_legal_choice){0};
  st_action_request own = *r;
  strata_status copied = st_action_request_copy_words(exec, &own);
  if (copied) return copied;
  r = &own;
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  strata_status status = st_player_action_check(exec, frame, &action, &why);
  if (status) return status;
  if (why) return st_player_action_refuse(exec, action.def, why, "", "");
  status = announce_given(exec, frame, r, &at);
  if (!status) status = can_complete(exec, frame, at, &can);
  if (status) return status;
  if (!can) {
    return st_player_action_refuse(
        exec, action.def,
        "it cannot be announced in a way in which its cost can be paid", "",
        "");
  }
  if (at == program->on_stack_count) return STRATA_OK;
  const st_instruction *instruction = &program->instructions[at];
  out->name =
      program->variables.variables[instruction->bound_variable - 1].text;
  status = st_interpreter_describe_choice(exec, frame, instruction, &out->ask);
  if (status || out->ask.purpose == ST_PURPOSE_NUMBER) return status;
  return keep_possible_options(exec, frame, at, &out->ask);
}
