/* legal_actions.c - the actions that a player may do now, and what each of them
 * may announce. */
#include "play/action/legal_actions.h"

#include "play/action/action.h"
#include "play/action/announcing.h"
#include "play/events/interpreter_choose.h"
#include "play/execution/frame.h"
#include "play/index/watcher_index_update.h"
#include "world/tables/game_end.h"

#include <string.h>

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
  if (!status && can) status = st_announcing_can_complete(exec, frame, 0, &can);
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
  if (def->unlisted) return STRATA_OK;
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  st_frame_get(exec, frame)->text = holder->text;
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
  exec->run_tasks_until = st_action_run_tasks;
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

/* Announce what is given up to the first choice that is not; *at is that
 * one. */
static strata_status announce_given(st_execution *exec, uint32_t frame,
                                    const st_action_request *r, uint32_t *at) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_status status = STRATA_OK;
  for (*at = 0; !status && *at < program->on_stack_count; (*at)++) {
    bool open;
    status = st_player_action_announce(exec, frame, r, *at, &open);
    if (!status && open) return STRATA_OK;
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
  exec->run_tasks_until = st_action_run_tasks;
  st_action_request own = *r;
  strata_status copied = st_action_request_copy_words(exec, &own);
  if (copied) return copied;
  r = &own;
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  st_player_action_bind_parameters(exec, frame, r);
  strata_status status = st_player_action_check(exec, frame, &action, &why);
  if (status) return status;
  if (why) return st_player_action_refuse(exec, action.def, why, "", "");
  status = announce_given(exec, frame, r, &at);
  if (!status) status = st_announcing_can_complete(exec, frame, at, &can);
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
  return st_announcing_keep_possible(exec, frame, at, &out->ask);
}
