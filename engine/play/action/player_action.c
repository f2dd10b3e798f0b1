/*
 * player_action.c - actions of players: who may do them and when, what they
 * announce, what they cost, and what they do.
 *
 * Invariant: an action that cannot be done changes nothing: it is refused, and
 * the caller rolls back to its beginning. The list of legal actions
 * (legal_actions.h) is made by the same functions, so what is listed can be
 * done.
 */
#include "play/action/player_action.h"

#include "play/action/announcing.h"
#include "play/events/interpreter_choose.h"
#include "play/events/interpreter_frame.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/task.h"
#include "play/index/action_reads.h"
#include "play/index/own_action.h"
#include "play/index/watcher_index_update.h"
#include "play/settle/stack.h"
#include "world/tables/event_log.h"

/* Stages of the task of an action, and of that of announcing it. */
enum { ACTION_PAYS, ACTION_RESOLVES };
enum { ANNOUNCE_BEGINS, ANNOUNCE_CHECKED };

strata_status st_player_action_refuse(st_execution *exec,
                                      strata_watcher_def def, const char *why,
                                      const char *name, const char *rest) {
  return ST_ERROR(exec->error, STRATA_EREFUSED, 0, "'",
                  st_watcher_def_get(exec->rules, def)->name,
                  "' cannot be done: ", why, name, rest);
}

uint32_t st_player_action_frame(st_execution *exec,
                                const st_player_action *action) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, action->def)->program;
  return st_frame_new(exec, program, action->subject, action->player, 0);
}

/* -- Whether it may be done -- */

/* What has the action with an object: a law, or an ability of the object
 * itself, or nothing. */
typedef struct action_holder {
  bool is_law;
  st_own_action own;
} action_holder;

static strata_status find_holder(st_execution *exec,
                                 const st_player_action *action,
                                 action_holder *out) {
  uint32_t n;
  *out = (action_holder){0};
  strata_status status = st_watcher_index_find(
      &exec->index, 0, NULL, ST_WATCHER_INDEX_ROLE(ACTION), &n);
  if (status) return status;
  while (n != 0 && !out->is_law) {
    const st_watcher_candidate *c = st_watcher_index_get(&exec->index, n);
    out->is_law =
        c->watcher_def == action->def && c->self == 0 && c->started_handle == 0;
    n = c->next;
  }
  if (out->is_law) return STRATA_OK;
  return st_own_action_find(&exec->index, action->subject, action->def,
                            &out->own);
}

/* Whether a condition of an action holds of an entity, which is `it`. */
static strata_status holds_of(st_execution *exec, uint32_t frame,
                              const strata_expr *condition, strata_entity it,
                              bool *out) {
  int64_t value = 0;
  strata_status status = st_frame_eval(exec, frame, condition, it, &value);
  *out = value != 0;
  return status;
}

strata_status st_player_action_may(st_execution *exec, uint32_t frame,
                                   const st_player_action *action,
                                   strata_entity controller, bool *out) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, action->def);
  *out = controller == action->player;
  return def->actor ? holds_of(exec, frame, def->actor, action->player, out)
                    : STRATA_OK;
}

static strata_status check_subject(st_execution *exec, uint32_t frame,
                                   const st_player_action *action,
                                   bool of_rules, st_refusal *why) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, action->def);
  bool fits = action->subject == 0;
  strata_status status = STRATA_OK;
  if (!of_rules) return STRATA_OK;
  if (def->subject) {
    fits = st_entity_slot(exec->store, action->subject) != 0;
    if (fits) {
      status = holds_of(exec, frame, def->subject, action->subject, &fits);
    }
  }
  if (!fits) {
    *why = (st_refusal){STRATA_REFUSAL_OBJECT,
                        def->subject ? "it is not done with this object"
                                     : "it is done with no object"};
  }
  return status;
}

strata_status st_player_action_check(st_execution *exec, uint32_t frame,
                                     const st_player_action *action,
                                     st_refusal *why) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, action->def);
  action_holder holder;
  *why = (st_refusal){0};
  strata_status status = find_holder(exec, action, &holder);
  if (status) return status;
  if (action->player == 0) {
    *why = (st_refusal){STRATA_REFUSAL_PLAYER, "say the player who does it"};
    return STRATA_OK;
  }
  if (!holder.is_law && holder.own.controller == 0) {
    *why = (st_refusal){STRATA_REFUSAL_OBJECT,
                        action->subject != 0
                            ? "the object does not have it now"
                            : "say the object with which it is done"};
    return STRATA_OK;
  }
  st_frame_get(exec, frame)->text = holder.own.text;
  bool may;
  status =
      st_player_action_may(exec, frame, action, holder.own.controller, &may);
  if (status) return status;
  if (!may) {
    *why = (st_refusal){STRATA_REFUSAL_PLAYER, "it is not this player's to do"};
    return STRATA_OK;
  }
  status = check_subject(exec, frame, action, holder.is_law, why);
  if (status || why->text) return status;
  bool now;
  status = st_frame_holds(exec, frame, def->when, &now);
  if (!status && !now) {
    *why =
        (st_refusal){STRATA_REFUSAL_CONDITION, "its condition does not hold"};
  }
  return status;
}

/* -- Announcing -- */

static const char *announced_name(st_execution *exec, uint32_t frame,
                                  const st_instruction *instruction) {
  const st_program *program = st_frame_get(exec, frame)->program;
  return program->variables.variables[instruction->bound_variable - 1].text;
}

static strata_status refuse_number(st_execution *exec, strata_watcher_def def,
                                   const char *name,
                                   const st_new_decision *ask) {
  return ST_ERROR(exec->error, STRATA_EREFUSED, 0, "'",
                  st_watcher_def_get(exec->rules, def)->name,
                  "' cannot be done: '", name, "' is a number from ",
                  st_number_format(ask->min).text, " to ",
                  st_number_format(ask->max).text);
}

/* Bind a choice to the word that is given for it. */
static strata_status announce_word(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   int64_t word) {
  strata_watcher_def def = st_watcher_def_of_program(
      exec->rules, st_frame_get(exec, frame)->program);
  const char *name = announced_name(exec, frame, instruction);
  st_new_decision ask;
  strata_status status =
      st_interpreter_describe_choice(exec, frame, instruction, &ask);
  if (status) return status;
  if (st_interpreter_can_choose(&ask, word)) {
    st_interpreter_bind(exec, frame, instruction, word);
    return STRATA_OK;
  }
  return ask.purpose == ST_PURPOSE_NUMBER
             ? refuse_number(exec, def, name, &ask)
             : st_player_action_refuse(
                   exec, def, "'", name,
                   "' cannot be this: it is none of the options");
}

strata_status st_player_action_announce(st_execution *exec, uint32_t frame,
                                        const st_action_request *r, uint32_t at,
                                        bool *open) {
  const st_program *program = st_frame_get(exec, frame)->program;
  const st_instruction *instruction = &program->instructions[at];
  bool given = (r->announced >> at & 1) != 0;
  int64_t word =
      given ? st_action_request_word(r, program->parameter_count + at) : 0;
  bool asked;
  *open = false;
  strata_status status = st_frame_holds(exec, frame, instruction->when, &asked);
  if (status) return status;
  /* Nobody is chosen where nobody is asked for, so saying so is no mistake. */
  bool none = word == 0 && instruction->what == ST_CHOICE_ENTITY;
  if (!asked && given && !none) {
    return st_player_action_refuse(exec, r->watcher_def, "'",
                                   announced_name(exec, frame, instruction),
                                   "' is not asked for here");
  }
  if (!asked) {
    /* what was tried for an earlier choice may have left a value */
    st_interpreter_bind(exec, frame, instruction, 0);
    return STRATA_OK;
  }
  *open = !given;
  return given ? announce_word(exec, frame, instruction, word) : STRATA_OK;
}

/* Ask the player for a choice. Objects and words are offered only if the action
 * can be done with them. */
static strata_status ask_announcement(st_execution *exec, uint32_t frame,
                                      uint32_t at, bool *some) {
  const st_instruction *instruction =
      &st_frame_get(exec, frame)->program->instructions[at];
  st_new_decision ask;
  *some = false;
  strata_status status =
      st_interpreter_describe_choice(exec, frame, instruction, &ask);
  if (status) return status;
  if (ask.purpose == ST_PURPOSE_NUMBER && ask.min > ask.max) return STRATA_OK;
  if (ask.purpose != ST_PURPOSE_NUMBER && ask.option_count > 0) {
    status = st_announcing_keep_possible(exec, frame, at, &ask);
    if (!status && ask.option_count == 0 && ask.min > 0) {
      return st_player_action_refuse(
          exec,
          st_watcher_def_of_program(exec->rules,
                                    st_frame_get(exec, frame)->program),
          "its cost cannot be paid, whatever is chosen as '",
          announced_name(exec, frame, instruction), "'");
    }
  }
  return status
             ? status
             : st_interpreter_ask_choice(exec, frame, instruction, &ask, some);
}

static strata_status refuse_unpaid(st_execution *exec, strata_watcher_def def,
                                   strata_event_type unpaid) {
  if (unpaid == 0) { /* something fails while it is paid */
    return st_player_action_refuse(exec, def, "its cost cannot be paid", "",
                                   "");
  }
  return st_player_action_refuse(
      exec, def, "its cost cannot be paid: '",
      st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE, unpaid),
      "' cannot happen, or would change nothing");
}

/* The name of the first choice that has nothing to choose from, if each before
 * it is made as its first option says; else NULL. */
static strata_status find_empty_choice(st_execution *exec, uint32_t frame,
                                       uint32_t at, const char **out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_status status = STRATA_OK;
  *out = NULL;
  for (; !status && !*out && at < program->on_stack_count; at++) {
    const st_instruction *instruction = &program->instructions[at];
    st_new_decision ask;
    bool asked;
    st_interpreter_bind(exec, frame, instruction, 0);
    status = st_frame_holds(exec, frame, instruction->when, &asked);
    if (status || !asked) continue;
    status = st_interpreter_describe_choice(exec, frame, instruction, &ask);
    if (status) continue;
    bool is_number = ask.purpose == ST_PURPOSE_NUMBER;
    if (is_number ? ask.min > ask.max : ask.min > 0 && ask.option_count == 0) {
      *out = announced_name(exec, frame, instruction);
    } else if (is_number || ask.option_count > 0) {
      st_interpreter_bind(
          exec, frame, instruction,
          is_number ? ask.min : st_raw_value_number(ask.options[0].value));
    }
  }
  return status;
}

strata_status st_player_action_check_rest(st_execution *exec, uint32_t frame,
                                          uint32_t at, strata_refusal *kind) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_watcher_def def = st_watcher_def_of_program(exec->rules, program);
  const char *empty;
  bool can = true;
  strata_status status = STRATA_OK;
  *kind = STRATA_REFUSAL_COST;
  if (!st_action_cost_reads_choices(program, at)) {
    status = st_announcing_can_pay(exec, frame, &can);
  }
  if (status) return status;
  if (!can) return refuse_unpaid(exec, def, exec->unpaid_event_type);
  status = st_announcing_has_way(exec, frame, at, &can);
  if (status || can) return status;
  status = find_empty_choice(exec, frame, at, &empty);
  if (status) return status;
  if (!empty) {
    return st_player_action_refuse(
        exec, def, "its cost cannot be paid, whatever is announced", "", "");
  }
  *kind = STRATA_REFUSAL_CHOICE;
  return st_player_action_refuse(exec, def, "there is nothing to choose as '",
                                 empty, "'");
}

/* Announce a choice: as given, or as the player answers. Before the first
 * question it is known that there is a way to do the action. */
static strata_status announce_choice(st_execution *exec, uint32_t frame,
                                     uint32_t at, bool is_checked, bool *open) {
  const st_action_request *r = exec->request;
  bool some = true;
  strata_refusal kind;
  strata_status status = st_player_action_announce(exec, frame, r, at, open);
  if (!status && *open && !is_checked) {
    status = st_player_action_check_rest(exec, frame, at, &kind);
  }
  if (!status && *open) status = ask_announcement(exec, frame, at, &some);
  if (status || some) return status;
  const st_program *program = st_frame_get(exec, frame)->program;
  return st_player_action_refuse(
      exec, r->watcher_def, "there is nothing to choose as '",
      announced_name(exec, frame, &program->instructions[at]), "'");
}

/* Whether the cost of an action asks something. */
static bool cost_asks(const st_program *program) {
  for (uint32_t i = program->on_stack_count; i < program->effect_first; i++) {
    uint8_t op = program->instructions[i].op;
    if (op == STRATA_DO_PAY || op == STRATA_DO_CHOOSE) return true;
  }
  return false;
}

/* All is announced. What could not be paid in the end is refused before the
 * cost asks anything. */
static strata_status begin_cost(st_execution *exec, uint32_t frame,
                                strata_watcher_def def) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_refusal kind;
  strata_status status = STRATA_OK;
  exec->task_count--;
  if (cost_asks(program)) {
    status = st_player_action_check_rest(exec, frame, program->on_stack_count,
                                         &kind);
  }
  if (!status) status = st_player_action_log(exec, frame, def);
  return status ? status : st_player_action_push(exec, frame, def);
}

strata_status st_player_action_step_announcing(st_execution *exec) {
  const st_task task = *st_task_top(exec);
  const st_program *program = st_frame_get(exec, task.frame)->program;
  if (task.index < program->on_stack_count) {
    bool open;
    strata_status status = announce_choice(
        exec, task.frame, task.index, task.stage == ANNOUNCE_CHECKED, &open);
    if (status) return status;
    st_task_top(exec)->index++;
    if (open) st_task_top(exec)->stage = ANNOUNCE_CHECKED;
    return STRATA_OK;
  }
  return begin_cost(exec, task.frame, task.at);
}

/* -- Paying and doing -- */

strata_status st_player_action_log(st_execution *exec, uint32_t frame,
                                   strata_watcher_def def) {
  const st_frame *f = st_frame_get(exec, frame);
  uint64_t number;
  const st_new_log_row row = {.what = ST_LOGGED_ACTED,
                              .watcher_def = def,
                              .who =
                                  (strata_entity)f->variables[ST_VARIABLE_YOU],
                              .source = f->self,
                              .count = 1};
  return st_log_add(exec->store, &row, &number);
}

void st_player_action_bind_parameters(st_execution *exec, uint32_t frame,
                                      const st_action_request *r) {
  const st_frame *f = st_frame_get(exec, frame);
  for (uint32_t i = 0; i < f->program->parameter_count; i++) {
    f->variables[ST_VARIABLE_FIRST_OWN + i] = st_action_request_word(r, i);
  }
}

strata_status st_player_action_push(st_execution *exec, uint32_t frame,
                                    strata_watcher_def def) {
  const st_program *program = &st_watcher_def_get(exec->rules, def)->program;
  if (!st_task_push(exec, (st_task){.kind = ST_TASK_ACTION,
                                    .frame = frame,
                                    .at = def,
                                    .batch = exec->paying_frame,
                                    .next = exec->unpaid_event_type}) ||
      !st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                    .frame = frame,
                                    .at = program->on_stack_count,
                                    .end = program->effect_first})) {
    return STRATA_ENOMEM;
  }
  st_payment_begin(exec, frame);
  return STRATA_OK;
}

strata_status st_player_action_begin(st_execution *exec,
                                     const st_action_request *r) {
  const st_player_action action = {
      .def = r->watcher_def, .subject = r->self, .player = r->controller};
  uint32_t frame = st_player_action_frame(exec, &action);
  if (!frame) return STRATA_ENOMEM;
  st_player_action_bind_parameters(exec, frame, r);
  st_refusal why;
  strata_status status = st_player_action_check(exec, frame, &action, &why);
  if (status) return status;
  if (why.text) {
    return st_player_action_refuse(exec, action.def, why.text, "", "");
  }
  const st_task task = {
      .kind = ST_TASK_ANNOUNCE, .frame = frame, .at = action.def};
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}

/* Push what an action does; targets that are illegal by now drop out
 * (608.2b). */
static strata_status push_effect(st_execution *exec, strata_watcher_def def,
                                 uint32_t frame) {
  const st_program *program = &st_watcher_def_get(exec->rules, def)->program;
  bool any;
  strata_status status = st_stack_drop_illegal(exec, def, frame, &any);
  if (status || !any) return status;
  return st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                      .frame = frame,
                                      .at = program->effect_first,
                                      .end = program->instruction_count})
             ? STRATA_OK
             : STRATA_ENOMEM;
}

strata_status st_player_action_step(st_execution *exec) {
  st_task task = *st_task_top(exec);
  const st_watcher_def *def = st_watcher_def_get(exec->rules, task.at);
  exec->task_count--;
  if (task.stage == ACTION_RESOLVES) {
    return push_effect(exec, task.at, task.frame);
  }
  strata_event_type unpaid = st_payment_end(exec);
  exec->paying_frame = task.batch;
  exec->unpaid_event_type = task.next;
  if (unpaid != 0) return refuse_unpaid(exec, task.at, unpaid);
  if (def->stacked) {
    strata_status status = st_stack_hold_action(exec, task.at, task.frame);
    return status ? status : st_stack_tell_targets(exec, task.frame, NULL, 0);
  }
  strata_status status = push_effect(exec, task.at, task.frame);
  /* happens before the effect */
  return status ? status : st_stack_tell_targets(exec, task.frame, NULL, 0);
}

/* Bind the choices to what a request gives, whether or not that could be
 * announced now. */
static void bind_given(st_execution *exec, uint32_t frame,
                       const st_action_request *r) {
  const st_program *program = st_frame_get(exec, frame)->program;
  for (uint32_t i = 0; i < program->on_stack_count; i++) {
    int64_t word = st_action_request_word(r, program->parameter_count + i);
    st_interpreter_bind(exec, frame, &program->instructions[i], word);
  }
}

strata_status st_player_action_resolve(st_execution *exec,
                                       const st_action_request *r) {
  const st_player_action action = {
      .def = r->watcher_def, .subject = r->self, .player = r->controller};
  const st_program *program =
      &st_watcher_def_get(exec->rules, action.def)->program;
  uint32_t frame = st_player_action_frame(exec, &action);
  st_own_action own;
  if (!frame) return STRATA_ENOMEM;
  strata_status status =
      st_own_action_find(&exec->index, action.subject, action.def, &own);
  if (status) return status;
  st_frame_get(exec, frame)->text = own.text;
  st_player_action_bind_parameters(exec, frame, r);
  bind_given(exec, frame, r);
  bool pushed = st_task_push(exec, (st_task){.kind = ST_TASK_ACTION,
                                             .frame = frame,
                                             .at = action.def,
                                             .stage = ACTION_RESOLVES}) &&
                st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                             .frame = frame,
                                             .at = program->on_stack_count,
                                             .end = program->effect_first});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}
