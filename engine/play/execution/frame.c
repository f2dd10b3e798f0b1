/*
 * frame.c - evaluating the expressions of a running program.
 *
 * Expressions see current values, or the last known information of entities
 * that are gone; the fields of the frame's event; and the program's variables.
 * While an expression is evaluated, eval->frame_context points to the
 * frame_reader that the callbacks below use.
 */
#include "play/execution/frame.h"

#include "base/enum_texts.h"
#include "layers/update/kept_sets.h"
#include "layers/update/last_known.h"
#include "play/execution/event.h"
#include "rules/catalog/called_names.h"

#include <string.h>

uint32_t st_frame_new(st_execution *exec, const st_program *program,
                      strata_entity self, strata_entity you, uint32_t event) {
  int64_t *variables = st_arena_alloc(
      &exec->arena, program->variables.count + 1u, sizeof variables[0]);
  if (!variables || exec->frame_count >= UINT32_MAX ||
      !st_mem_reserve(exec->mem, &exec->frames, &exec->frame_capacity,
                      exec->frame_count + 1, sizeof exec->frames[0])) {
    return 0;
  }
  variables[ST_VARIABLE_YOU] = (int64_t)you;
  exec->frames[exec->frame_count++] = (st_frame){
      .program = program, .variables = variables, .self = self, .event = event};
  return (uint32_t)exec->frame_count;
}

/* The frame whose expression is being evaluated. */
typedef struct frame_reader {
  st_last_known_context past; /* must come first: last_known.c reads it through
                                 the same pointer */
  st_execution *exec;
  uint32_t frame;
} frame_reader;

static strata_status read_event_field(const st_expr_env *env,
                                      strata_field field, int64_t *out) {
  const frame_reader *reader = st_eval_frame_context(env);
  const st_frame *frame = st_frame_get(reader->exec, reader->frame);
  uint32_t event = frame->event;
  if (frame->watcher_def != 0 && field == env->rules->common_fields.prevented) {
    *out = frame->prevented;
    return STRATA_OK;
  }
  *out = 0;
  if (event == 0) return STRATA_OK;
  *out = frame->looks_back ? st_event_word_before(reader->exec, event, field)
                           : st_event_word(reader->exec, event, field);
  if (*out == 0 && reader->past.preview) {
    *out = (int64_t)st_event_entity(reader->exec, event, field);
  }
  return STRATA_OK;
}

static strata_status read_frame_variable(const st_expr_env *env, uint32_t place,
                                         int64_t *out) {
  const frame_reader *reader = st_eval_frame_context(env);
  *out = st_frame_get(reader->exec, reader->frame)->variables[place];
  return STRATA_OK;
}

/* -- Objects that may not be chosen (614.13) -- */

/* Whether an event takes its affected object for something: the object enters
 * by it, or it is part of how another object enters. */
static bool takes_its_affected(const st_execution *exec,
                               const st_event *event) {
  if (event->entry_preview != 0 || event->is_joined_part) return true;
  return event->parent != 0 &&
         exec->events[event->parent - 1].state == ST_EVENT_REPLACED;
}

/* Whether an event of a batch takes an entity. The frame's own event counts as
 * if it were still proposed; events that the frame's program made itself do not
 * count. */
static bool batch_takes_entity(const st_execution *exec, const st_frame *frame,
                               uint32_t batch, strata_entity who) {
  uint32_t n = batch != 0 ? exec->batches[batch - 1].first : 0;
  for (; n != 0; n = exec->events[n - 1].next) {
    const st_event *e = &exec->events[n - 1];
    uint32_t affected = st_event_type_get(exec->rules, e->type)->affected_index;
    bool is_on = e->state == ST_EVENT_PROPOSED || n == frame->event;
    bool is_own =
        e->maker_frame != 0 && &exec->frames[e->maker_frame - 1] == frame;
    if (!is_on || is_own || affected == ST_NO_FIELD_INDEX) continue;
    if ((strata_entity)e->words[affected] == who &&
        takes_its_affected(exec, e)) {
      return true;
    }
  }
  return false;
}

/* An object may not be chosen by what modifies how an object enters if it
 * enters at the same time (614.13), and no object may be chosen twice
 * (614.13b). An entity that is in no zone, such as a player, can always be
 * chosen. */
static bool may_not_be_taken(const st_execution *exec, const st_frame *frame,
                             uint32_t slot) {
  if (!frame->uses_preview || frame->event == 0) return false;
  if (st_get32(exec->store, ST_COLUMN_ENTITY_ZONE, slot) == 0) return false;
  strata_entity who = st_entity_handle(exec->store, slot);
  for (uint32_t n = frame->event; n != 0;) {
    const st_event *of = &exec->events[n - 1];
    const st_batch *batch = &exec->batches[of->batch - 1];
    bool enters = of->entry_preview != 0;
    if (enters && (batch_takes_entity(exec, frame, of->batch, who) ||
                   batch_takes_entity(exec, frame, batch->result_batch, who))) {
      return true;
    }
    n = of->is_joined_part ? of->parent : 0;
  }
  return false;
}

bool st_frame_may_take(const st_execution *exec, uint32_t frame,
                       strata_entity who) {
  uint32_t slot = st_entity_slot(exec->store, who);
  const st_frame *f = &exec->frames[frame - 1];
  return slot == 0 || !may_not_be_taken(exec, f, slot);
}

/* -- Evaluating -- */

/* The n-th object from the top of a zone; objects that may not be chosen are
 * skipped (614.13c). */
static strata_entity read_zone_top(const st_expr_env *env, strata_zone zone,
                                   strata_entity player, int64_t n) {
  const frame_reader *reader = st_eval_frame_context(env);
  const st_store *store = reader->exec->store;
  const st_zone *of = &env->rules->zones[zone - 1];
  const st_frame *frame = st_frame_get(reader->exec, reader->frame);
  if (!frame->uses_preview) {
    return st_zone_nth_of_player(store, of, player, n);
  }
  uint32_t whose = of->shared ? 0 : st_entity_slot(store, player);
  if (!of->shared && whose == 0) return 0;
  uint32_t slot = n < 1 ? 0 : st_zone_top(store, of, whose);
  for (; slot != 0; slot = st_get32(store, ST_COLUMN_ENTITY_BELOW, slot)) {
    if (!may_not_be_taken(reader->exec, frame, slot) && --n == 0) break;
  }
  return st_entity_handle(store, slot);
}

/* Begin to evaluate an expression (NULL: some that read the world). One that
 * reads nothing of the world needs no pass: so a program that changes one
 * entity after the other by what stands in its event does not bring the pass up
 * to date for each of them. */
static strata_status begin_frame_env(st_execution *exec, uint32_t frame,
                                     const strata_expr *expr,
                                     frame_reader *reader, strata_entity it,
                                     st_expr_env *env) {
  *reader = (frame_reader){.exec = exec, .frame = frame};
  const st_frame *f = st_frame_get(exec, frame);
  bool asks = f->uses_preview && f->event != 0;
  const st_entry_preview *preview =
      asks ? st_event_entry_preview(exec, f->event) : NULL;
  if (preview) reader->past.preview = &preview->values;
  st_eval *eval = exec->change->eval;
  strata_entity self = st_frame_get(exec, frame)->self;
  strata_status status = !expr || st_expr_reads_world(expr)
                             ? st_eval_ensure_fresh(eval)
                             : STRATA_OK;
  st_last_known_env_as_is(
      eval, st_last_known_slot(exec->store, &reader->past, it),
      st_last_known_slot(exec->store, &reader->past, self), env);
  env->field = read_event_field;
  env->variable = read_frame_variable;
  env->top = read_zone_top;
  eval->frame_context = reader;
  return status;
}

static void end_frame_env(st_execution *exec) {
  exec->change->eval->frame_context = NULL;
}

strata_status st_frame_change_text(st_execution *exec, uint32_t frame,
                                   const strata_expr **expr) {
  uint32_t text = st_frame_get(exec, frame)->text;
  if (text == 0) return STRATA_OK;
  return st_changed_texts_expr(&exec->change->eval->changed_texts, text, expr);
}

strata_status st_frame_eval(st_execution *exec, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out) {
  frame_reader reader;
  st_expr_env env;
  if (st_frame_eval_node(exec, frame, expr, out)) return STRATA_OK;
  strata_status status = st_frame_change_text(exec, frame, &expr);
  if (status) return status;
  status = begin_frame_env(exec, frame, expr, &reader, it, &env);
  if (!status) status = st_expr_eval(expr, &env, out);
  end_frame_env(exec);
  return status;
}

strata_status st_frame_eval_set(st_execution *exec, uint32_t frame,
                                const strata_expr *expr, strata_entity it,
                                const st_attr *to, uint64_t *out) {
  frame_reader reader;
  st_expr_env env;
  strata_status status = st_frame_change_text(exec, frame, &expr);
  if (status) return status;
  status = begin_frame_env(exec, frame, expr, &reader, it, &env);
  if (!status) status = st_expr_eval_set(expr, &env, to, out);
  end_frame_env(exec);
  return status;
}

strata_status st_frame_holds(st_execution *exec, uint32_t frame,
                             const strata_expr *condition, bool *out) {
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  if (condition) {
    strata_entity it = st_frame_get(exec, frame)->it;
    status = st_frame_eval(exec, frame, condition, it, &yes);
  }
  *out = yes != 0;
  return status;
}

strata_status st_frame_detach_expr(st_execution *exec, uint32_t frame,
                                   const strata_expr *expr, strata_expr **out) {
  frame_reader reader;
  st_expr_env env;
  strata_entity it = st_frame_get(exec, frame)->it;
  strata_status status = st_frame_change_text(exec, frame, &expr);
  if (status) return status;
  status = begin_frame_env(exec, frame, expr, &reader, it, &env);
  if (!status) {
    status = st_expr_inline_frame(expr, &env, exec->change->mem, out);
  }
  end_frame_env(exec);
  return status;
}

/* Find in exec->value_words the live entities that satisfy a predicate. A frame
 * that judges how objects enter reads of them what they would be, not what is
 * kept of them. */
static strata_status match_predicate(st_execution *exec, uint32_t frame,
                                     const strata_expr *predicate,
                                     const st_expr_env *env) {
  const uint64_t *kept = NULL;
  strata_status status = STRATA_OK;
  if (!st_frame_get(exec, frame)->uses_preview) {
    status = st_kept_sets_find(exec->change->eval, predicate, env, &kept);
  }
  if (status || !kept) {
    return status ? status
                  : st_expr_match_live(predicate, env, exec->value_words);
  }
  memcpy(exec->value_words, kept, env->word_count * sizeof *kept);
  return STRATA_OK;
}

/* The live entities that satisfy a predicate and may be chosen, in the order of
 * their slots. */
static strata_status select_by_predicate(st_execution *exec, uint32_t frame,
                                         const strata_expr *predicate,
                                         strata_entity **out, uint32_t *count) {
  frame_reader reader;
  st_expr_env env;
  strata_status status = st_frame_change_text(exec, frame, &predicate);
  if (status) return status;
  status = begin_frame_env(exec, frame, predicate, &reader, 0, &env);
  if (!status &&
      !st_mem_reserve(exec->mem, &exec->value_words, &exec->value_word_capacity,
                      env.word_count + 1u, sizeof exec->value_words[0])) {
    status = STRATA_ENOMEM;
  }
  if (!status) status = match_predicate(exec, frame, predicate, &env);
  end_frame_env(exec);
  if (status) return status;
  uint32_t match_count = 0;
  for (uint32_t w = 0; w < env.word_count; w++) {
    match_count += st_count_bits(exec->value_words[w]);
  }
  strata_entity *all =
      st_arena_alloc(&exec->arena, match_count + 1u, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  *count = 0;
  for (uint32_t w = 0; w < env.word_count; w++) {
    for (uint64_t left = exec->value_words[w]; left != 0; left &= left - 1) {
      uint32_t slot = w * 64 + st_lowest_bit(left);
      if (may_not_be_taken(exec, st_frame_get(exec, frame), slot)) continue;
      all[(*count)++] = st_entity_handle(exec->store, slot);
    }
  }
  *out = all;
  return STRATA_OK;
}

strata_status st_frame_select(st_execution *exec, uint32_t frame,
                              const strata_expr *who, strata_entity **out,
                              uint32_t *count) {
  if (who->type == STRATA_FLAG) {
    return select_by_predicate(exec, frame, who, out, count);
  }
  int64_t one = 0;
  strata_entity it = st_frame_get(exec, frame)->it;
  strata_status status = st_frame_eval(exec, frame, who, it, &one);
  *out = st_arena_alloc(&exec->arena, 1, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  (*out)[0] = (strata_entity)one;
  *count = one != 0;
  return status;
}

strata_status st_frame_select_sba(st_execution *exec, uint32_t frame,
                                  uint32_t sba, strata_entity **out,
                                  uint32_t *count) {
  frame_reader reader;
  st_expr_env of_frame;
  st_expr_env env;
  strata_status status =
      begin_frame_env(exec, frame, NULL, &reader, 0, &of_frame);
  if (!status) status = st_eval_env(exec->change->eval, 0, 0, &env);
  if (!status) {
    /* what the game is now, and nothing of what is gone (704.3) */
    env.field = of_frame.field;
    env.variable = of_frame.variable;
    env.top = of_frame.top;
    status = st_sba_cache_find(&exec->sba_cache, sba, &env, &exec->arena, out,
                               count);
  }
  end_frame_env(exec);
  return status;
}

strata_status st_frame_option(st_execution *exec, uint32_t frame,
                              const st_instruction *instruction,
                              st_option option, int64_t fallback,
                              int64_t *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  *out = fallback;
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    if (a->kind != ST_ARGUMENT_OPTION || a->target_id != (uint32_t)option ||
        !a->value) {
      continue;
    }
    strata_entity it = st_frame_get(exec, frame)->it;
    return st_frame_eval(exec, frame, a->value, it, out);
  }
  return STRATA_OK;
}

strata_status st_frame_fail(st_execution *exec, uint32_t frame,
                            const st_instruction *instruction,
                            strata_status status, const char *what) {
  const st_frame *f = st_frame_get(exec, frame);
  bool of_event = f->event != 0;
  const char *type = of_event
                         ? st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE,
                                         st_event_get(exec, f->event)->type)
                         : "";
  return ST_ERROR(
      exec->error, status, 0, of_event ? "event '" : "", type,
      of_event ? "', " : "", "deed '",
      st_instruction_op_text((strata_instruction_op)instruction->op),
      "': ", what);
}

strata_status st_frame_find_called(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   strata_symbol symbol,
                                   strata_definition *out) {
  const strata_rules *rules = exec->rules;
  const char *word = st_rules_name(rules, STRATA_NAME_SYMBOL, symbol);
  strata_definition second = 0;
  *out = word ? st_definition_called(rules, word, &second) : 0;
  if (*out != 0) return STRATA_OK;
  char bytes[256];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  if (!word) {
    st_text_add_str(&text, "it is to make an object, and names no definition");
  } else {
    const char *near = st_rules_nearest(rules, STRATA_NAME_DEFINITION, word);
    st_text_add_str(&text, second ? "several packs have a definition '"
                                  : "no definition is called '");
    st_text_add_str(&text, word);
    st_text_add_str(&text, second ? "'; say one of them with its pack, as '"
                           : near ? "'; the nearest is '"
                                  : "");
    if (second) near = st_rules_name(rules, STRATA_NAME_DEFINITION, second);
    if (near) st_text_add_str(&text, near);
    st_text_add_str(&text, "'");
  }
  return st_frame_fail(exec, frame, instruction, STRATA_ENOENT,
                       st_text_get(&text));
}
