/*
 * action_reads.c - what an action of players reads.
 *
 * A list of what is understood, not of what is not: an expression or an
 * instruction that is not among it makes the action one that is asked again
 * whenever anything has changed.
 */
#include "play/index/action_reads.h"

#include "rules/model/sba_def.h"

/* Whom a reference names, as far as the rules tell it. */
typedef enum near_ref { NEAR_UNKNOWN, NEAR_OBJECT, NEAR_PLAYER } near_ref;

/* What the words of an expression mean. */
typedef struct near_scope {
  const strata_rules *rules;
  near_ref it, self;
  const st_program *program;  /* of the action */
  const st_instruction *emit; /* whose event it is about; NULL: none */
  bool after_writes; /* part of the cost is paid: an effect may have changed
                        any layered value by then */
  uint64_t of_player;
} near_scope;

/* -- Expressions -- */

static near_ref ref_of_variable(const near_scope *s, uint32_t variable) {
  return !s->emit && variable == ST_VARIABLE_YOU ? NEAR_PLAYER : NEAR_UNKNOWN;
}

/* Whom an argument of the instruction that emits the event names. */
static near_ref ref_of_argument(const strata_expr *value) {
  if (!value || value->node_count != 1) return NEAR_UNKNOWN;
  const st_expr_node *n = &value->nodes[0];
  if (n->op == ST_EXPR_REF && n->who == ST_WHO_THIS) return NEAR_OBJECT;
  return n->op == ST_EXPR_VARIABLE && n->index == ST_VARIABLE_YOU
             ? NEAR_PLAYER
             : NEAR_UNKNOWN;
}

static near_ref ref_of_field(const near_scope *s, strata_field field) {
  if (!s->emit) return NEAR_UNKNOWN;
  if (field == s->rules->common_fields.by) return NEAR_PLAYER;
  if (field == s->rules->common_fields.cause) return NEAR_OBJECT;
  for (uint32_t i = 0; i < s->emit->argument_count; i++) {
    const st_argument *a = &s->program->arguments[s->emit->first_argument + i];
    if (a->kind == ST_ARGUMENT_FIELD && a->target_id == field) {
      return ref_of_argument(a->value);
    }
  }
  return NEAR_UNKNOWN;
}

static near_ref ref_of_node(const near_scope *s, const st_expr_node *n) {
  if (n->op == ST_EXPR_VARIABLE) return ref_of_variable(s, n->index);
  if (n->op == ST_EXPR_FIELD) return ref_of_field(s, n->index);
  if (n->op != ST_EXPR_REF) return NEAR_UNKNOWN;
  return n->who == ST_WHO_IT     ? s->it
         : n->who == ST_WHO_THIS ? s->self
                                 : NEAR_UNKNOWN;
}

static bool is_read_near(near_scope *s, near_ref of, strata_attr attr) {
  const st_attr *a = &s->rules->attrs[attr - 1];
  if (of == NEAR_UNKNOWN || a->type == STRATA_ABILITIES) return false;
  if (a->layered && a->type == STRATA_TEXT) return false;
  if (s->after_writes && a->layered) return false;
  if (of == NEAR_PLAYER) s->of_player |= st_rw_mask_bit(attr);
  return true;
}

/* Of a layered set only what is asked for by name is watched
 * (watched_values.h). */
static bool is_set_watched(const near_scope *s, const st_expr_node *list) {
  return list->attr == 0 || !s->rules->attrs[list->attr - 1].layered;
}

static bool is_node_near(near_scope *s, const strata_expr *expr,
                         const st_expr_node *n) {
  switch ((st_expr_op)n->op) {
  case ST_EXPR_READ:
  case ST_EXPR_HAS:
    return is_read_near(s,
                        n->who == ST_WHO_IT     ? s->it
                        : n->who == ST_WHO_THIS ? s->self
                                                : NEAR_UNKNOWN,
                        n->attr);
  case ST_EXPR_FOLLOW:
  case ST_EXPR_FOLLOW_HAS:
    return is_read_near(s, ref_of_node(s, &expr->nodes[n->a]), n->attr);
  case ST_EXPR_VARIABLE:
    return !s->emit &&
           (n->index == ST_VARIABLE_YOU || n->index == ST_VARIABLE_I);
  case ST_EXPR_REF:
    return n->who != ST_WHO_OUTER;
  case ST_EXPR_COUNT:
  case ST_EXPR_DISTINCT:
  case ST_EXPR_SUM:
  case ST_EXPR_ASK:
  case ST_EXPR_TOP:
    return false;
  case ST_EXPR_INT:
  case ST_EXPR_FLAG:
  case ST_EXPR_SYMBOL:
  case ST_EXPR_FIELD:
  case ST_EXPR_EMPTY:
  case ST_EXPR_NEGATE:
  case ST_EXPR_NOT:
  case ST_EXPR_ADD:
  case ST_EXPR_SUB:
  case ST_EXPR_MUL:
  case ST_EXPR_DIV:
  case ST_EXPR_MIN:
  case ST_EXPR_MAX:
  case ST_EXPR_EQ:
  case ST_EXPR_NE:
  case ST_EXPR_LT:
  case ST_EXPR_LE:
  case ST_EXPR_GT:
  case ST_EXPR_GE:
  case ST_EXPR_AND:
  case ST_EXPR_OR:
    return true;
  case ST_EXPR_HAS_OF:
    return is_set_watched(s, &expr->nodes[n->a]);
  }
  return false;
}

static bool is_expr_near(near_scope *s, const strata_expr *expr) {
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    if (!is_node_near(s, expr, &expr->nodes[i])) return false;
  }
  return true;
}

static bool are_arguments_near(near_scope *s, const st_program *program,
                               const st_instruction *instruction) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    if (!is_expr_near(s, a->value)) return false;
  }
  return true;
}

/* -- Costs -- */

/* An instruction of an event that writes a value of the player or the object,
 * and nothing besides. */
static bool is_write_near(near_scope *s, const st_program *program,
                          const st_instruction *instruction) {
  bool writes =
      instruction->op == STRATA_DO_SET || instruction->op == STRATA_DO_ADD;
  const strata_expr *who = instruction->who;
  return writes && who && who->node_count == 1 &&
         ref_of_node(s, &who->nodes[0]) != NEAR_UNKNOWN &&
         !instruction->times && is_expr_near(s, instruction->when) &&
         are_arguments_near(s, program, instruction);
}

static bool is_event_near(near_scope *s, const st_event_type *type) {
  const st_play_rules *play = s->rules->play;
  const st_program *does = &type->perform_program;
  if (type->contains != STRATA_CONTAINMENT_NONE || type->has_handlers ||
      type->enters || type->unaliased == play->starts ||
      type->unaliased == play->ends || !is_expr_near(s, type->can) ||
      !is_expr_near(s, type->matters)) {
    return false;
  }
  for (uint32_t i = 0; i < does->instruction_count; i++) {
    s->after_writes = s->after_writes || i > 0;
    if (!is_write_near(s, does, &does->instructions[i])) return false;
  }
  return true;
}

/* An instruction of a cost: one event of which the player and the object tell
 * whether it happens. */
static bool is_payment_near(near_scope *s, const st_instruction *emit) {
  const st_program *program = s->program;
  uint32_t at = (uint32_t)(emit - program->instructions);
  if (emit->op != STRATA_DO_EMIT || emit->end != at + 1 || emit->who ||
      emit->times || emit->bound_variable != 0) {
    return false;
  }
  const st_event_type *type = st_event_type_get(s->rules, emit->what);
  if (type->where || !is_expr_near(s, emit->when) ||
      !are_arguments_near(s, program, emit)) {
    return false;
  }
  near_scope about = *s;
  about.it = about.self = NEAR_UNKNOWN;
  about.emit = emit;
  bool near =
      is_event_near(&about, st_event_type_unalias(s->rules, emit->what));
  s->of_player |= about.of_player;
  return near;
}

static bool is_cost_near(near_scope *s) {
  const st_program *program = s->program;
  for (uint32_t i = program->on_stack_count; i < program->effect_first; i++) {
    s->after_writes = i > program->on_stack_count;
    if (!is_payment_near(s, &program->instructions[i])) return false;
  }
  return true;
}

bool st_action_cost_reads_choices(const st_program *program, uint32_t at) {
  for (uint32_t i = at; i < program->on_stack_count; i++) {
    uint32_t variable = program->instructions[i].bound_variable - 1u;
    for (uint32_t k = program->on_stack_count; k < program->effect_first; k++) {
      if (st_instruction_reads(program, &program->instructions[k], variable)) {
        return true;
      }
    }
  }
  return false;
}

st_action_reads st_action_reads_of(const strata_rules *rules,
                                   const st_watcher_def *def) {
  const st_program *program = &def->program;
  near_scope s = {.rules = rules, .program = program, .self = NEAR_OBJECT};
  st_action_reads out = {
      .has_cost = program->effect_first > program->on_stack_count,
      .cost_waits = st_action_cost_reads_choices(program, 0)};
  out.conditions_near = is_expr_near(&s, def->when);
  s.it = NEAR_OBJECT;
  out.conditions_near = out.conditions_near && is_expr_near(&s, def->subject);
  s.it = NEAR_PLAYER;
  if (st_action_actor_reads_object(def)) {
    out.conditions_near = out.conditions_near && is_expr_near(&s, def->actor);
  }
  s.it = NEAR_UNKNOWN;
  out.cost_near = !out.cost_waits && is_cost_near(&s);
  out.of_player = s.of_player;
  near_scope actor = {.rules = rules, .program = program, .it = NEAR_PLAYER};
  out.actor_near = is_expr_near(&actor, def->actor);
  out.of_actor = actor.of_player;
  return out;
}
