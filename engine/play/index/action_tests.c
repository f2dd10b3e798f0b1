/*
 * action_tests.c - what an action of players asks, as predicates.
 *
 * A payment is an event that must happen (118.3), so a cost is paid if each of
 * its events is let happen by its type: that is `matters` and `can` of the type
 * with what the cost says in place of the fields. An event that is not made, or
 * one of nothing, pays too (118.5). Where an event reads what an earlier one of
 * the cost has written, or may fail as it is performed, there is no test, and
 * the cost is paid to see. Test lua.legal_all does all actions that are listed
 * and all that are not.
 */
#include "play/index/action_tests.h"

#include "rules/expr/expr_join.h"

/* The words of a condition of the action, and those of a value of its cost. */
static const st_expr_meaning of_subject = {
    .it = ST_WHO_IT, .self = ST_WHO_NONE, .you = ST_WHO_OUTER};
static const st_expr_meaning of_condition = {
    .it = ST_WHO_NONE, .self = ST_WHO_IT, .you = ST_WHO_OUTER};
static const st_expr_meaning of_actor = {
    .it = ST_WHO_OUTER, .self = ST_WHO_IT, .you = ST_WHO_OUTER};

/* -- Joining -- */

/* A predicate of parts of which all must hold. */
typedef struct conjunction {
  st_expr_join join;
  bool has_part;
  uint32_t root;
} conjunction;

static strata_status join_pair(st_expr_join *join, st_expr_op op, uint32_t a,
                               uint32_t b, uint32_t *root) {
  return st_expr_join_node(
      join,
      (st_expr_node){.op = (uint8_t)op, .type = STRATA_FLAG, .a = a, .b = b},
      root);
}

/* The part whose root was appended last must hold too. */
static strata_status require(conjunction *c, uint32_t part) {
  uint32_t before = c->root;
  c->root = part;
  if (c->has_part) {
    return join_pair(&c->join, ST_EXPR_AND, before, part, &c->root);
  }
  c->has_part = true;
  return STRATA_OK;
}

static strata_status require_expr(conjunction *c, const strata_expr *expr,
                                  const st_expr_meaning *meaning) {
  uint32_t part = 0;
  if (!expr) return STRATA_OK;
  strata_status status = st_expr_join_add(&c->join, expr, meaning, &part);
  return status ? status : require(c, part);
}

static strata_status join_conditions(const strata_rules *rules,
                                     const st_watcher_def *def, st_mem *mem,
                                     strata_expr **out) {
  conjunction c = {.has_part = false};
  st_expr_join_begin(&c.join, rules, mem);
  strata_status status = require_expr(&c, def->subject, &of_subject);
  if (!status) status = require_expr(&c, def->when, &of_condition);
  if (!status && st_action_actor_reads_object(def)) {
    status = require_expr(&c, def->actor, &of_actor);
  }
  c.join.is_possible = c.join.is_possible && !status;
  strata_status end = st_expr_join_end(&c.join, out);
  return status ? status : end;
}

/* -- Costs -- */

/* An event of a cost: what its fields are, and what it reads. */
typedef struct payment {
  const st_instruction *emit;
  const st_event_type *type;
  st_expr_field_meaning fields[ST_EVENT_TYPE_FIELDS + 2];
  st_expr_meaning meaning;
  const strata_expr *amount; /* NULL: none is given */
  st_rw_mask mask;
} payment;

/* Whether the value of a field is the object or the player, who are there. */
static bool names_somebody(const strata_expr *value) {
  const st_expr_node *n = &value->nodes[0];
  return value->node_count == 1 &&
         (n->op == ST_EXPR_REF
              ? n->who == ST_WHO_THIS
              : n->op == ST_EXPR_VARIABLE && n->index == ST_VARIABLE_YOU);
}

/* What a cost says of a field; false if that is not understood. */
static bool read_argument(const strata_rules *rules, payment *p,
                          const st_argument *a, bool *has_affected) {
  const st_common_fields *common = &rules->common_fields;
  if (a->kind != ST_ARGUMENT_FIELD || !a->value || a->target_id == common->by ||
      a->target_id == common->cause) {
    return false;
  }
  p->fields[p->meaning.field_count++] =
      (st_expr_field_meaning){.field = a->target_id, .value = a->value};
  st_rw_mask_add_expr(&p->mask, a->value);
  const uint32_t at =
      st_event_type_field_index(rules, p->emit->what, a->target_id);
  if (at == p->type->amount_index) p->amount = a->value;
  if (at == p->type->affected_index) *has_affected = names_somebody(a->value);
  return true;
}

/* What cannot fail as it is performed: sums are clamped, and a value that is
 * written lies within its range. */
static bool is_write_safe(const strata_rules *rules, const st_program *does,
                          const st_instruction *one) {
  assert(one->op == STRATA_DO_SET || one->op == STRATA_DO_ADD);
  const st_attr *a = &rules->attrs[one->what - 1];
  if (one->op == STRATA_DO_ADD) return true;
  const st_argument *value = &does->arguments[one->first_argument];
  if (one->argument_count != 1 || !value->value) return false;
  if (a->type == STRATA_FLAG) return true;
  const st_expr_node *n = &value->value->nodes[0];
  return a->type == STRATA_INT && value->value->node_count == 1 &&
         n->op == ST_EXPR_INT && n->value >= a->min && n->value <= a->max;
}

static bool read_payment(const strata_rules *rules, const st_program *program,
                         const st_instruction *emit, payment *p) {
  bool has_affected = false;
  *p = (payment){.emit = emit,
                 .type = st_event_type_unalias(rules, emit->what),
                 .meaning = of_condition};
  p->meaning.fields = p->fields;
  p->meaning.of_values = &of_condition;
  p->fields[0] = (st_expr_field_meaning){.field = rules->common_fields.by,
                                         .who = ST_WHO_OUTER};
  p->fields[1] = (st_expr_field_meaning){.field = rules->common_fields.cause,
                                         .who = ST_WHO_IT};
  p->meaning.field_count = 2;
  for (uint32_t i = 0; i < emit->argument_count; i++) {
    if (!read_argument(rules, p, &program->arguments[emit->first_argument + i],
                       &has_affected)) {
      return false;
    }
  }
  const st_program *does = &p->type->perform_program;
  for (uint32_t i = 0; i < does->instruction_count; i++) {
    if (!is_write_safe(rules, does, &does->instructions[i])) return false;
  }
  if (emit->when) st_rw_mask_add_expr(&p->mask, emit->when);
  if (p->type->can) st_rw_mask_add_expr(&p->mask, p->type->can);
  if (p->type->matters) st_rw_mask_add_expr(&p->mask, p->type->matters);
  return has_affected || p->type->affected_index == ST_NO_FIELD_INDEX;
}

/* Whether the amount is a number that is written in the cost; *is_none: 0. */
static bool is_amount_known(const payment *p, bool *is_none) {
  const st_expr_node *n = &p->amount->nodes[0];
  bool is_known = p->amount->node_count == 1 && n->op == ST_EXPR_INT;
  *is_none = is_known && n->value == 0;
  return is_known;
}

/* "or nothing is paid": the amount is 0. */
static strata_status or_is_nothing(st_expr_join *join, const payment *p,
                                   uint32_t *root) {
  uint32_t amount = 0;
  uint32_t none = 0;
  strata_status status =
      st_expr_join_add(join, p->amount, &of_condition, &amount);
  if (!status) {
    status = st_expr_join_node(
        join, (st_expr_node){.op = ST_EXPR_INT, .type = STRATA_INT}, &none);
  }
  if (!status) status = join_pair(join, ST_EXPR_EQ, amount, none, &none);
  return status ? status : join_pair(join, ST_EXPR_OR, *root, none, root);
}

/* "or it is not asked for": its condition does not hold. */
static strata_status or_is_not_made(st_expr_join *join, const payment *p,
                                    uint32_t *root) {
  uint32_t when = 0;
  strata_status status =
      st_expr_join_add(join, p->emit->when, &of_condition, &when);
  if (!status) {
    status = st_expr_join_node(
        join, (st_expr_node){.op = ST_EXPR_NOT, .type = STRATA_FLAG, .a = when},
        &when);
  }
  return status ? status : join_pair(join, ST_EXPR_OR, *root, when, root);
}

/* An event without an amount may lack the words for it: that is an amount of
 * 0, which pays whatever its type says. */
static strata_status require_payment(conjunction *c, const payment *p) {
  const strata_expr *can = p->type->can;
  const strata_expr *first = p->type->matters ? p->type->matters : can;
  bool has_amount = p->type->amount_index != ST_NO_FIELD_INDEX;
  bool is_free = has_amount && !p->amount;
  bool is_known = has_amount && p->amount && is_amount_known(p, &is_free);
  uint32_t root = 0;
  if (!first || is_free) return STRATA_OK;
  strata_status status = st_expr_join_add(&c->join, first, &p->meaning, &root);
  if (!status && first != can && can) {
    uint32_t more = 0;
    status = st_expr_join_add(&c->join, can, &p->meaning, &more);
    if (!status) {
      status = join_pair(&c->join, ST_EXPR_AND, root, more, &root);
    }
  }
  if (!status && p->amount && !is_known) {
    status = or_is_nothing(&c->join, p, &root);
  }
  if (!status && p->emit->when) status = or_is_not_made(&c->join, p, &root);
  return status ? status : require(c, root);
}

static strata_status join_cost(const strata_rules *rules,
                               const st_watcher_def *def, st_mem *mem,
                               st_action_tests *out) {
  const st_program *program = &def->program;
  conjunction c = {.has_part = false};
  uint64_t written = 0;
  strata_status status = STRATA_OK;
  st_expr_join_begin(&c.join, rules, mem);
  for (uint32_t i = program->on_stack_count;
       !status && c.join.is_possible && i < program->effect_first; i++) {
    payment p;
    c.join.is_possible =
        read_payment(rules, program, &program->instructions[i], &p) &&
        (p.mask.reads & written) == 0;
    if (!c.join.is_possible) break;
    written |= p.type->rw_mask.writes;
    status = require_payment(&c, &p);
  }
  c.join.is_possible = c.join.is_possible && !status;
  out->has_cost = c.join.is_possible;
  strata_status end = st_expr_join_end(&c.join, &out->cost);
  out->has_cost = out->has_cost && (out->cost || !c.has_part);
  return status ? status : end;
}

strata_status st_action_tests_of(const strata_rules *rules,
                                 const st_watcher_def *def,
                                 const st_action_reads *reads, st_mem *mem,
                                 st_action_tests *out) {
  strata_status status = STRATA_OK;
  *out = (st_action_tests){.has_cost = false};
  if (reads->conditions_near) {
    status = join_conditions(rules, def, mem, &out->conditions);
  }
  if (!status && reads->cost_near) status = join_cost(rules, def, mem, out);
  if (!status) return STRATA_OK;
  st_expr_free(out->conditions);
  st_expr_free(out->cost);
  *out = (st_action_tests){.has_cost = false};
  return status;
}
