/*
 * chain_walk.c - events on their way along chains of handlers.
 *
 * The list of handlers belongs to the walk: a handler that is hooked meanwhile
 * is called by the next walk, and one that is unhooked meanwhile is still
 * called by this one.
 *
 * A walk is a task, and the instructions of a handler are tasks above it. So
 * handlers can emit events, ask for decisions, and fail as all other programs
 * do.
 */
#include "play/perform/chain_walk.h"

#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/task.h"
#include "play/perform/start.h"

#include <string.h>

/* -- Beginning a walk -- */

/* The owner whose chain an event walks, as it was before the event happened to
 * it; 0: only the chain of all. */
static strata_entity chain_owner_of_event(const st_execution *exec,
                                          uint32_t event,
                                          const st_event_phase *phase) {
  const st_event *e = &exec->events[event - 1];
  if (phase->chain_owner_index == ST_NO_FIELD_INDEX) return 0;
  bool affected = phase->chain_owner_index ==
                  st_event_type_get(exec->rules, e->type)->affected_index;
  return affected && e->affected_before != 0
             ? e->affected_before
             : (strata_entity)e->words[phase->chain_owner_index];
}

/* The slot of a live or gone entity; 0: neither. */
static uint32_t slot_or_gone_slot(const st_execution *exec,
                                  strata_entity owner) {
  if (owner == 0) return 0;
  uint32_t slot = st_entity_slot(exec->store, owner);
  return slot != 0 ? slot : st_entity_last_known_slot(exec->store, owner);
}

static strata_status fail_reentered_chain(st_execution *exec,
                                          const st_chain_walk *within,
                                          const st_event_type *type) {
  strata_watcher_def def =
      within->next > 0 ? within->links[within->next - 1].watcher_def : 0;
  const char *handler = st_watcher_def_get(exec->rules, def)->name;
  const char *phase = type->phases[within->phase].name;
  return ST_ERROR(exec->error, STRATA_EINVAL, 0, "event '", type->name,
                  "': handler '", handler, "' makes it pass the chain '", phase,
                  "' that it is in; let that phase say 'again', ",
                  "or let another event happen");
}

/* Fail if a handler of this chain is running for the same event type, unless
 * the phase allows it. */
static strata_status check_not_reentered(st_execution *exec,
                                         const st_chain_walk *walk,
                                         const st_event_type *type) {
  if (type->phases[walk->phase].is_reentrant) return STRATA_OK;
  strata_event_type of = st_event_get(exec, walk->event)->type;
  for (uint32_t n = exec->innermost_walk; n != 0;
       n = exec->chain_walks[n - 1].outer_walk) {
    const st_chain_walk *other = &exec->chain_walks[n - 1];
    if (other->phase == walk->phase && other->owner == walk->owner &&
        st_event_get(exec, other->event)->type == of) {
      return fail_reentered_chain(exec, other, type);
    }
  }
  return STRATA_OK;
}

strata_status st_chain_walk_begin(st_execution *exec, uint32_t event,
                                  uint32_t phase, bool whole, uint32_t *walk) {
  strata_event_type of = st_event_get(exec, event)->type;
  const st_event_type *type = st_event_type_get(exec->rules, of);
  *walk = 0;
  if (!st_chain_any_handler(exec->store, type)) return STRATA_OK;
  st_chain_walk made = {
      .event = event,
      .phase = phase,
      .owner = chain_owner_of_event(exec, event, &type->phases[phase]),
      .outer_walk = exec->innermost_walk,
      .cannot_be_stopped = whole};
  uint32_t slot = slot_or_gone_slot(exec, made.owner);
  if (slot == 0) made.owner = 0;
  const st_chain_query chain = {
      .event_type = of, .phase = phase, .owner = slot};
  strata_status status = st_chain_collect(exec->store, &exec->arena, &chain,
                                          &made.links, &made.count);
  if (status || made.count == 0) return status;
  status = check_not_reentered(exec, &made, type);
  if (status) return status;
  if (exec->chain_walk_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->chain_walks, &exec->chain_walk_capacity,
                      exec->chain_walk_count + 1,
                      sizeof exec->chain_walks[0])) {
    return STRATA_ENOMEM;
  }
  exec->chain_walks[exec->chain_walk_count++] = made;
  *walk = (uint32_t)exec->chain_walk_count;
  exec->innermost_walk = *walk;
  bool pushed =
      st_task_push(exec, (st_task){.kind = ST_TASK_CHAIN_WALK, .batch = *walk});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* -- One call -- */

/* The owner of the chain is still known. */
static bool is_link_owner_known(const st_execution *exec,
                                const st_chain_walk *walk,
                                const st_chain_link *link) {
  return link->owner ==
         slot_or_gone_slot(exec, link->owner != 0 ? walk->owner : 0);
}

/* The handler is still in the chain. */
static bool is_link_in_chain(const st_execution *exec,
                             const st_chain_walk *walk,
                             const st_chain_link *link) {
  if (!is_link_owner_known(exec, walk, link)) return false;
  uint32_t row =
      st_chain_override_find(exec->store, link->owner, link->watcher_def);
  if (link->hooked_at == 0) {
    return row == 0 || st_chain_override_form_of(exec->store, row) ==
                           ST_CHAIN_OVERRIDE_STORED;
  }
  return row != 0 &&
         st_chain_override_sequence(exec->store, row) == link->hooked_at;
}

/* The variables that a handler's program begins with: its stored ones, and
 * `you`. */
static int64_t *load_link_variables(st_execution *exec,
                                    const st_chain_link *link,
                                    const st_event *event) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, link->watcher_def)->program;
  int64_t *variables = st_arena_alloc(
      &exec->arena, program->variables.count + 1u, sizeof variables[0]);
  if (!variables) return NULL;
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  variables[ST_VARIABLE_YOU] =
      event->words[type->field_index_of[exec->rules->common_fields.by - 1] - 1];
  for (uint32_t i = 0; i < program->parameter_count; i++) {
    st_raw_value word = st_chain_get_note(
        exec->store, link->owner, link->watcher_def,
        program->variables.variables[ST_VARIABLE_FIRST_OWN + i].text);
    variables[ST_VARIABLE_FIRST_OWN + i] =
        word.symbol != 0 ? (int64_t)word.symbol : word.number;
  }
  return variables;
}

/* Log the call of a handler. */
static strata_status log_handler_call(st_execution *exec,
                                      const st_chain_walk *walk,
                                      strata_watcher_def def) {
  const st_event *event = st_event_get(exec, walk->event);
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  if (type->quiet) return STRATA_OK;
  uint64_t parent = event->log_row;
  if (parent == 0 && event->parent != 0) {
    parent = st_event_get(exec, event->parent)->log_row;
  }
  const st_new_log_row row = {.what = ST_LOGGED_HANDLED,
                              .event_type = event->type,
                              .watcher_def = def,
                              .parent = parent,
                              .who = st_event_affected(exec, event),
                              .source = walk->owner,
                              .count = 1};
  return st_event_log_write_row(exec, &row);
}

/* The text change that an object itself is under. */
static strata_status text_of_slot(st_execution *exec, uint32_t slot,
                                  uint32_t *out) {
  st_eval *eval = exec->change->eval;
  strata_attr attr = exec->rules->ability_attr;
  const uint64_t *words;
  *out = 0;
  if (slot == 0 || attr == 0) return STRATA_OK;
  strata_status status = st_eval_value(eval, attr, slot, &words);
  if (status) return status;
  const st_ability_lists *lists = &st_eval_pass_of(eval)->lists;
  return st_changed_texts_of_ability(
      &eval->changed_texts, lists, st_ability_list_text_change(lists, words[0]),
      out);
}

strata_status st_chain_note_texts(st_execution *exec, uint32_t batch) {
  uint32_t e = st_batch_get(exec, batch)->first;
  strata_status status = STRATA_OK;
  for (; !status && e != 0; e = st_event_get(exec, e)->next) {
    st_event *event = st_event_get(exec, e);
    if (!st_event_type_get(exec->rules, event->type)->has_printed_handlers) {
      continue;
    }
    strata_entity who = st_event_affected(exec, event);
    status = text_of_slot(exec, who ? st_entity_slot(exec->store, who) : 0,
                          &event->text_before);
  }
  return status;
}

/* The text change that a handler is under: that of the object whose definition
 * prints it, for one that is gone the last that it was under. A hooked handler
 * is no text of its owner (612.3). */
static strata_status text_of_link(st_execution *exec, const st_chain_walk *walk,
                                  const st_chain_link *link, uint32_t *out) {
  *out = 0;
  if (link->owner == 0 || link->hooked_at != 0) return STRATA_OK;
  if (st_entity_slot(exec->store, walk->owner) == link->owner) {
    return text_of_slot(exec, link->owner, out);
  }
  *out = st_event_get(exec, walk->event)->text_before;
  return STRATA_OK;
}

/* Call a handler, if its conditions hold for the event. */
static strata_status call_link(st_execution *exec, uint32_t number,
                               const st_chain_link *link) {
  st_chain_walk *walk = st_chain_walk_get(exec, number);
  const st_event *event = st_event_get(exec, walk->event);
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, link->watcher_def);
  strata_entity cause = (strata_entity)st_event_word(
      exec, walk->event, exec->rules->common_fields.cause);
  strata_entity self = link->owner != 0 ? walk->owner : cause;
  int64_t *variables = load_link_variables(exec, link, event);
  if (!variables) return STRATA_ENOMEM;
  st_watcher_candidate candidate = {
      .watcher_def = link->watcher_def,
      .self = self,
      .you = (strata_entity)variables[ST_VARIABLE_YOU],
      .variables = variables};
  strata_status status = text_of_link(exec, walk, link, &candidate.text);
  if (status) return status;
  bool applies;
  status = st_applicability_test(exec, &candidate, walk->event, &applies);
  if (status || !applies) return status;
  status = log_handler_call(exec, walk, link->watcher_def);
  if (status) return status;
  uint32_t frame = st_frame_new(exec, &def->program, self, 0, walk->event);
  if (!frame) return STRATA_ENOMEM;
  st_frame *f = st_frame_get(exec, frame);
  memcpy(f->variables, variables,
         def->program.variables.count * sizeof variables[0]);
  f->chain_walk = number;
  f->text = candidate.text;
  walk->frame = frame;
  walk->stored_variables = variables;
  walk->called_count++;
  bool pushed =
      st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                   .frame = frame,
                                   .end = def->program.instruction_count});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Store the variables that the program has changed. */
static strata_status save_link_variables(st_execution *exec,
                                         const st_chain_walk *walk,
                                         const st_chain_link *link) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, link->watcher_def)->program;
  const int64_t *variables = st_frame_get(exec, walk->frame)->variables;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < program->parameter_count; i++) {
    uint32_t at = ST_VARIABLE_FIRST_OWN + i;
    const st_expr_variable *name = &program->variables.variables[at];
    bool symbol = name->type == STRATA_SYM;
    if (variables[at] == walk->stored_variables[at]) continue;
    status = st_chain_set_note(
        exec->store, link->owner, link->watcher_def, name->text,
        (st_raw_value){.number = symbol ? 0 : variables[at],
                       .symbol = symbol ? (strata_symbol)variables[at] : 0});
  }
  return status;
}

/* End the call of a handler: store or unhook it, and see whether it stopped the
 * walk. */
static strata_status end_link_call(st_execution *exec, uint32_t number) {
  st_chain_walk *walk = st_chain_walk_get(exec, number);
  const st_chain_link *link = &walk->links[walk->next - 1];
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, walk->event)->type);
  strata_status status = STRATA_OK;
  bool done;
  if (is_link_in_chain(exec, walk, link)) {
    status = walk->unhook_requested ? st_chain_unhook(exec->store, link->owner,
                                                      link->watcher_def, &done)
                                    : save_link_variables(exec, walk, link);
  }
  walk->frame = 0;
  walk->unhook_requested = false;
  if (walk->halt_requested && !walk->stopped) {
    walk->stopped = true;
    walk->stopper = link->watcher_def;
  }
  const strata_expr *until = type->phases[walk->phase].until;
  if (status || !until) return status;
  bool holds;
  status = st_can_happen_condition(exec, walk->event, until, &holds);
  st_chain_walk_get(exec, number)->until_reached = holds;
  return status;
}

static bool is_walk_over(const st_chain_walk *walk) {
  return (walk->stopped && !walk->cannot_be_stopped) || walk->until_reached;
}

/* End a walk. An event that was stopped in a checking phase cannot happen. */
static strata_status end_walk(st_execution *exec, const st_chain_walk *walk) {
  const st_event *event = st_event_get(exec, walk->event);
  const st_event_type *type = st_event_type_get(exec->rules, event->type);
  exec->innermost_walk = walk->outer_walk;
  exec->task_count--;
  bool cannot = type->phases[walk->phase].is_check && walk->stopped &&
                !walk->cannot_be_stopped && st_event_is_proposed(event);
  return cannot ? st_can_happen_refuse(exec, walk->event, walk->stopper,
                                       walk->owner)
                : STRATA_OK;
}

strata_status st_chain_walk_step(st_execution *exec) {
  uint32_t number = st_task_top(exec)->batch;
  strata_status status = STRATA_OK;
  if (st_chain_walk_get(exec, number)->frame != 0) {
    status = end_link_call(exec, number);
  }
  while (!status) {
    st_chain_walk *walk = st_chain_walk_get(exec, number);
    if (walk->frame != 0) return STRATA_OK;
    if (is_walk_over(walk) || walk->next == walk->count) {
      return end_walk(exec, walk);
    }
    const st_chain_link *link = &walk->links[walk->next++];
    if (is_link_owner_known(exec, walk, link)) {
      status = call_link(exec, number, link);
    }
  }
  return status;
}

/* -- Instructions -- */

strata_status st_chain_halt(st_execution *exec, uint32_t frame) {
  uint32_t walk = st_frame_get(exec, frame)->chain_walk;
  assert(walk != 0); /* program_compile allows it in handlers only */
  st_chain_walk_get(exec, walk)->halt_requested = true;
  return STRATA_OK;
}

strata_status st_chain_drop(st_execution *exec, uint32_t frame) {
  uint32_t walk = st_frame_get(exec, frame)->chain_walk;
  assert(walk != 0);
  st_chain_walk_get(exec, walk)->unhook_requested = true;
  return STRATA_OK;
}

static strata_status fail_hook_instruction(st_execution *exec, uint32_t frame,
                                           const st_instruction *instruction) {
  bool hook = instruction->op == STRATA_DO_HOOK;
  char bytes[200];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_add_str(&text, "handler '");
  st_text_add_str(&text,
                  st_watcher_def_get(exec->rules, instruction->what)->name);
  st_text_add_str(&text,
                  hook ? "' is in that chain already; try it, or unhook it "
                         "first"
                       : "' is not in that chain");
  return st_frame_fail(exec, frame, instruction,
                       hook ? STRATA_EEXIST : STRATA_ENOENT,
                       st_text_get(&text));
}

static strata_status hook_or_unhook_entity(st_execution *exec, uint32_t frame,
                                           const st_instruction *instruction,
                                           st_new_chain_override *desc) {
  bool done;
  strata_status status =
      instruction->op == STRATA_DO_HOOK
          ? st_chain_hook(exec->store, desc, &done)
          : st_chain_unhook(exec->store, desc->owner, desc->watcher_def, &done);
  if (status || done || instruction->flags & STRATA_INSTRUCTION_TRY) {
    return status;
  }
  return fail_hook_instruction(exec, frame, instruction);
}

strata_status st_chain_do_hook(st_execution *exec, uint32_t frame,
                               const st_instruction *instruction) {
  st_new_chain_override desc = {.watcher_def = instruction->what,
                                .form = ST_CHAIN_OVERRIDE_ADDED,
                                .clock = instruction->clock};
  st_note *notes = st_arena_alloc(
      &exec->arena, instruction->argument_count + 1u, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  strata_status status =
      st_start_given_notes(exec, frame, instruction, notes, &desc.note_count);
  desc.notes = notes;
  int64_t ticks = 0;
  if (!status) {
    status =
        st_frame_option(exec, frame, instruction, ST_OPTION_TICKS, 0, &ticks);
  }
  if (status) return status;
  if (ticks < 0 || ticks > UINT32_MAX) {
    return st_frame_fail(exec, frame, instruction, STRATA_ERANGE,
                         "'ticks' is no number of ticks");
  }
  desc.ticks = (uint32_t)ticks;
  if (ticks == 0) desc.clock = 0;
  if (!instruction->who) {
    return hook_or_unhook_entity(exec, frame, instruction, &desc);
  }
  strata_entity *who;
  uint32_t count;
  status = st_frame_select(exec, frame, instruction->who, &who, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    desc.owner = st_entity_slot(exec->store, who[i]);
    if (desc.owner != 0) {
      status = hook_or_unhook_entity(exec, frame, instruction, &desc);
    }
  }
  return status;
}
