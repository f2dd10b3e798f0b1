/*
 * trigger_act.c - triggers that act without the stack: durations that end,
 * immediate triggers and reflexive ones.
 *
 * A match of such a trigger stays in the array of matches until its program has
 * run; `match_next` of the batch is the next one. Programs run as tasks above
 * that of the batch, but for a program that is a single handler: that one is
 * called directly.
 */
#include "play/events/trigger_act.h"

#include "play/events/trigger_count.h"
#include "play/events/trigger_match.h"
#include "play/events/trigger_record.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/execution/handler_call.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/watcher_buckets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/perform/start.h"

#include <string.h>

/* A frame for the program of a match. *yes is false if the intervening if no
 * longer holds (603.4), or the player declines. */
static strata_status new_match_frame(st_execution *exec,
                                     const st_trigger_match *m,
                                     uint32_t *frame_number, bool *yes) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, m->watcher_def);
  const st_program *program = &def->program;
  uint32_t number =
      st_frame_new(exec, program, m->self, m->controller, m->event);
  *frame_number = number;
  *yes = true;
  if (number == 0) return STRATA_ENOMEM;
  st_frame *frame = st_frame_get(exec, number);
  if (m->given_variables) {
    memcpy(frame->variables, m->given_variables,
           program->variables.count * sizeof frame->variables[0]);
  }
  frame->looks_back = m->looks_back;
  frame->text = m->text;
  if (def->counts_done) {
    frame->limits_key = st_watcher_id_save_key(&m->id, exec->rules);
  }
  strata_status status = STRATA_OK;
  if (def->only_if) {
    status = st_frame_holds(exec, number, def->only_if, yes);
  }
  strata_verdict verdict = STRATA_VERDICT_RESOLVED_IF;
  if (!status && *yes) {
    verdict = STRATA_VERDICT_DECLINED;
    status = st_use_limits_try(exec, m->watcher_def, number, yes);
  }
  if (!status && !*yes && st_trace_is_on(exec)) {
    status = st_why_not_add_undone(exec, number, m->watcher_def, verdict);
  }
  return status;
}

static strata_status push_frame_program(st_execution *exec,
                                        const st_program *program,
                                        uint32_t frame, uint32_t collect) {
  bool pushed = st_task_push(exec, (st_task){.kind = ST_TASK_INSTRUCTIONS,
                                             .frame = frame,
                                             .end = program->instruction_count,
                                             .collect_batch = collect});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* Push the program of a match. Events that it emits join the batch `collect`,
 * if that is not 0. */
static strata_status push_match_program(st_execution *exec,
                                        const st_trigger_match *m,
                                        uint32_t collect) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, m->watcher_def)->program;
  uint32_t frame;
  bool yes;
  strata_status status = new_match_frame(exec, m, &frame, &yes);
  return status || !yes ? status
                        : push_frame_program(exec, program, frame, collect);
}

/* Whether a program is a single handler, and no limit of the execution is
 * reached: then it is called without a task. */
static bool is_single_handler(const st_execution *exec,
                              const st_program *program) {
  return program->instruction_count == 1 &&
         program->instructions[0].op == STRATA_DO_RUN &&
         !program->instructions[0].when && exec->steps < exec->max_steps &&
         st_execution_event_total(exec) <= exec->max_events;
}

/* Whether the matches of a definition can be called in one frame, one after the
 * other, as nothing is asked before a call. */
static bool can_share_frame(const st_watcher_def *def) {
  return !def->only_if && !def->optional && !def->counts_done &&
         def->program.parameter_count == 0;
}

/* The match to be called after the one at *at: that one again if it triggers
 * more often, or the next, if it is of the same definition and no limit of the
 * execution is reached. */
static bool find_next_call(const st_execution *exec, uint32_t batch,
                           size_t *at) {
  const st_trigger_match *m = &exec->matches[*at];
  if (exec->steps >= exec->max_steps ||
      st_execution_event_total(exec) > exec->max_events) {
    return false;
  }
  if (m->count > 0) return true;
  if (++*at >= exec->batches[batch - 1].match_end) return false;
  return m[1].watcher_def == m->watcher_def && m[1].count > 0;
}

/* Give the frame of a call that came to nothing, which can have changed its
 * variables alone, to the call of a match of the same definition. */
static void reuse_frame(st_execution *exec, uint32_t number,
                        const st_trigger_match *m) {
  st_frame *frame = st_frame_get(exec, number);
  frame->self = m->self;
  frame->event = m->event;
  frame->looks_back = m->looks_back;
  frame->text = m->text;
  memset(frame->variables, 0,
         frame->program->variables.count * sizeof frame->variables[0]);
  frame->variables[ST_VARIABLE_YOU] = (int64_t)m->controller;
}

/* Call the handler of a match, which is its program, and those of the next
 * matches of the same definition as long as nothing comes of the calls that
 * could refer to their frame. They share it, and then it is dropped. */
static strata_status call_handlers(st_execution *exec, uint32_t batch,
                                   size_t at, bool is_amid_step) {
  const st_trigger_match *m = &exec->matches[at];
  const st_watcher_def *def = st_watcher_def_get(exec->rules, m->watcher_def);
  const st_stack_marks before = st_stack_marks_get(exec);
  st_task task = {
      .kind = ST_TASK_INSTRUCTIONS, .is_amid_step = is_amid_step, .end = 1};
  const st_instruction *instruction = def->program.instructions;
  strata_handler_call call;
  bool runs = false; /* the call is prepared */
  bool yes;
  strata_status status = new_match_frame(exec, m, &task.frame, &yes);
  if (status) return status;
  exec->matches[at].count--;
  if (!yes) return STRATA_OK;
  st_stack_marks marks = before;
  marks.frames++;
  marks.arena = st_arena_tell(&exec->arena);
  for (bool more = true; more;) {
    exec->steps++;
    if (!runs) {
      status = st_handler_call_prepare(exec, &task, instruction, &call, &runs);
    }
    if (!status && runs) status = st_handler_call_make(&call, instruction);
    if (status || !st_stack_marks_go_back(exec, &marks)) return status;
    more = can_share_frame(def) && find_next_call(exec, batch, &at);
    if (!more) break;
    exec->matches[at].count--;
    reuse_frame(exec, task.frame, &exec->matches[at]);
  }
  exec->frame_count = before.frames;
  st_arena_rewind(&exec->arena, before.arena);
  size_t *next = &st_batch_get(exec, batch)->match_next;
  if (*next < at) *next = at; /* all before have been called */
  return STRATA_OK;
}

/* Execute a match before anything else; then it counts one less. One that waits
 * for an answer before its program begins is still to be executed. */
static strata_status execute_match(st_execution *exec, uint32_t batch,
                                   size_t at, bool is_amid_step) {
  const st_trigger_match *m = &exec->matches[at];
  const st_program *program =
      &st_watcher_def_get(exec->rules, m->watcher_def)->program;
  if (is_single_handler(exec, program)) {
    return call_handlers(exec, batch, at, is_amid_step);
  }
  strata_status status = push_match_program(exec, m, 0);
  if (!status) exec->matches[at].count--;
  return status;
}

/* Execute the next match of the batch that ends a duration, or, without
 * `until`, that is an immediate trigger. */
static strata_status execute_next_match(st_execution *exec, uint32_t batch,
                                        bool until, bool *more) {
  st_batch *b = st_batch_get(exec, batch);
  *more = false;
  for (; b->match_next < b->match_end; b->match_next++) {
    size_t at = b->match_next;
    const st_trigger_match *m = &exec->matches[at];
    if (!m->acts_at_once || m->ends_duration != until || m->count == 0) {
      continue;
    }
    *more = true;
    return execute_match(exec, batch, at, !until);
  }
  return STRATA_OK;
}

/* Whether a program consists of EMITs whose results it does not use. */
static bool only_emits(const st_program *program) {
  for (uint32_t i = 0; i < program->instruction_count;
       i = program->instructions[i].end) {
    const st_instruction *instruction = &program->instructions[i];
    if (instruction->op != STRATA_DO_EMIT || instruction->bound_variable != 0) {
      return false;
    }
  }
  return true;
}

/* Whether the end of a duration can happen together with others. */
static bool is_plain_duration_end(const st_execution *exec,
                                  const st_trigger_match *m) {
  return m->ends_duration && m->count > 0 &&
         only_emits(&st_watcher_def_get(exec->rules, m->watcher_def)->program);
}

bool st_trigger_has_plain_ends(st_execution *exec, uint32_t batch) {
  const st_batch *b = st_batch_get(exec, batch);
  for (size_t i = b->match_first; i < b->match_end; i++) {
    if (is_plain_duration_end(exec, &exec->matches[i])) return true;
  }
  return false;
}

strata_status st_trigger_push_plain_ends(st_execution *exec, uint32_t batch,
                                         uint32_t collect) {
  const st_batch *b = st_batch_get(exec, batch);
  size_t first = b->match_first;
  strata_status status = STRATA_OK;
  for (size_t i = b->match_end; !status && i > first; i--) {
    st_trigger_match *m = &exec->matches[i - 1];
    if (!is_plain_duration_end(exec, m)) continue;
    m->count = 0;
    status = push_match_program(exec, m, collect);
  }
  return status;
}

strata_status st_trigger_do_next_end(st_execution *exec, uint32_t batch,
                                     bool *more) {
  return execute_next_match(exec, batch, true, more);
}

strata_status st_trigger_do_next_immediate(st_execution *exec, uint32_t batch,
                                           bool *more) {
  return execute_next_match(exec, batch, false, more);
}

/* -- Reflexive triggers (603.12) -- */

/* The event of a frame, if the definition is about events of that type; else 0.
 */
static uint32_t event_for_reflexive(const st_execution *exec,
                                    const st_frame *frame,
                                    const st_watcher_def *def) {
  if (frame->event == 0) return 0;
  strata_event_type type = exec->events[frame->event - 1].type;
  return st_event_type_get(exec->rules, def->event_type)->unaliased == type
             ? frame->event
             : 0;
}

static strata_status read_given_variables(st_execution *exec,
                                          const st_watcher_def *def,
                                          const st_note *notes, uint32_t count,
                                          int64_t **out) {
  const st_expr_variables *variables = &def->program.variables;
  *out = st_arena_alloc(&exec->arena, variables->count, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  for (uint32_t i = ST_VARIABLE_FIRST_OWN; i < variables->count; i++) {
    uint64_t key = st_trigger_variable_key(&variables->variables[i]);
    for (uint32_t n = 0; n < count; n++) {
      if (notes[n].key == key) (*out)[i] = st_raw_value_number(notes[n].value);
    }
  }
  return STRATA_OK;
}

static strata_status trigger_reflexive_now(st_execution *exec,
                                           const st_watcher_candidate *watcher,
                                           const st_trigger_match *m,
                                           const st_note *notes, uint32_t count,
                                           uint32_t *told) {
  bool yes;
  if (st_use_limits_left(exec, watcher) == 0) return STRATA_OK;
  strata_status status = st_trigger_holds_if(exec, watcher, m->event, &yes);
  if (status || !yes) return status;
  status = st_trigger_count_record_use(exec, watcher);
  bool was_current = st_watcher_index_is_current(&exec->index);
  if (!status) status = st_trigger_log(exec, m);
  if (!status && !st_trigger_def(exec, watcher)->immediate) {
    status = st_trigger_add_pending(exec, m, notes, count);
  } else if (!status) {
    status = push_match_program(exec, m, 0);
  }
  st_watcher_index_stay_current(&exec->index, was_current);
  return status ? status : st_trigger_emit_triggered(exec, m, 1, told);
}

strata_status st_trigger_reflexive(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   uint32_t *told) {
  *told = 0;
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, instruction->what);
  st_note *notes = st_arena_alloc(&exec->arena, instruction->argument_count,
                                  sizeof notes[0]);
  uint32_t count;
  int64_t *variables;
  if (!notes) return STRATA_ENOMEM;
  strata_status status =
      st_start_given_notes(exec, frame, instruction, notes, &count);
  if (!status) {
    status = read_given_variables(exec, def, notes, count, &variables);
  }
  if (status) return status;
  const st_frame *f = st_frame_get(exec, frame);
  st_watcher_candidate watcher = {
      .id = st_watcher_id_of_instruction(f->self, instruction->what),
      .self = f->self,
      .you = (strata_entity)f->variables[ST_VARIABLE_YOU],
      .watcher_def = instruction->what,
      .text = f->text,
      .variables = variables};
  variables[ST_VARIABLE_YOU] = (int64_t)watcher.you;
  st_trigger_match m = {.watcher_def = instruction->what,
                        .event = event_for_reflexive(exec, f, def),
                        .count = 1,
                        .looks_back = f->looks_back,
                        .self = watcher.self,
                        .controller = watcher.you,
                        .id = watcher.id,
                        .text = f->text,
                        .given_variables = variables};
  return trigger_reflexive_now(exec, &watcher, &m, notes, count, told);
}
