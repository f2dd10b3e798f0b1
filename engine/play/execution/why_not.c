/*
 * why_not.c - why a watcher did nothing about an event.
 *
 * The question is answered at the place where the execution looks for watchers,
 * in the state in which it does, and by the functions that it uses itself: so
 * the answer cannot differ from what happened. Of a condition the part that is
 * false is named, with the values that it reads.
 */
#include "play/execution/why_not.h"

#include "layers/explain/explain_value.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/prevention.h"
#include "play/execution/use_limits.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_index_update.h"
#include "rules/expr/expr_print.h"
#include "world/tables/started_watchers.h"

#include <string.h>

static const st_watcher_def *asked_watcher_def(const st_execution *exec) {
  return st_watcher_def_get(exec->rules, exec->trace->asked_watcher_def);
}

/* -- Conditions -- */

typedef struct false_condition {
  st_execution *exec;
  const strata_expr *expr;
  strata_entity it;
  st_text *text;
  uint32_t written_count;
} false_condition;

/* The first node of a subtree; the nodes of a subtree lie in a row, the root
 * last. */
static uint32_t first_node_under(const strata_expr *expr, uint32_t node) {
  while (expr->nodes[node].op >= ST_EXPR_FOLLOW) {
    node = expr->nodes[node].a;
  }
  return node;
}

/* Evaluate a part of the condition in the condition's frame. */
static strata_status eval_subtree(const false_condition *r,
                                  const st_expr_node *nodes, uint32_t node,
                                  int64_t *out) {
  strata_expr part = *r->expr;
  union { /* the nodes are only read; the union drops const without a cast */
    const st_expr_node *in;
    st_expr_node *out;
  } of = {.in = nodes};
  part.nodes = of.out;
  part.node_count = node + 1;
  part.type = (strata_type)nodes[node].type;
  return st_frame_eval(r->exec, r->exec->condition_frame, &part, r->it, out);
}

/* Find the first operand of nested "and" that is false. */
static strata_status find_false_operand(const false_condition *r,
                                        uint32_t *node) {
  *node = r->expr->node_count - 1;
  while (r->expr->nodes[*node].op == ST_EXPR_AND) {
    int64_t left;
    const st_expr_node *n = &r->expr->nodes[*node];
    strata_status status = eval_subtree(r, r->expr->nodes, n->a, &left);
    if (status) return status;
    *node = left == 0 ? n->a : n->b;
  }
  return STRATA_OK;
}

static void write_expr_node(const false_condition *r, const st_expr_node *nodes,
                            uint32_t node) {
  st_expr_print(r->exec->rules, r->expr->variables, nodes, node, r->text);
}

/* Write "life of Alice": in an expression, what is read of `it` has no name. */
static void write_read_node(const false_condition *r, uint32_t node) {
  const st_expr_node *n = &r->expr->nodes[node];
  if (n->op == ST_EXPR_READ || n->op == ST_EXPR_HAS) {
    st_text_add_str(r->text, r->exec->rules->attrs[n->attr - 1].name);
    st_text_add_str(r->text, " of ");
    strata_entity who = (strata_entity)n->value;
    if (n->who == ST_WHO_IT) who = r->it;
    if (n->who == ST_WHO_THIS) {
      who = st_frame_get(r->exec, r->exec->condition_frame)->self;
    }
    st_trace_write_name(r->exec, who, r->text);
    return;
  }
  if (n->op == ST_EXPR_FOLLOW_HAS) {
    write_expr_node(r, r->expr->nodes, n->a);
    st_text_add_str(r->text, ".");
    st_text_add_str(r->text, r->exec->rules->attrs[n->attr - 1].name);
    return;
  }
  write_expr_node(r, r->expr->nodes, node);
}

/* Write all symbols of a set of which the condition tests one. */
static strata_status write_symbol_list(const false_condition *r,
                                       uint32_t node) {
  const st_attr *attr = &r->exec->rules->attrs[r->expr->nodes[node].attr - 1];
  st_expr_node *nodes =
      st_arena_alloc(&r->exec->arena, node + 1u, sizeof nodes[0]);
  strata_status status = nodes ? STRATA_OK : STRATA_ENOMEM;
  bool any = false;
  if (status) return status;
  memcpy(nodes, r->expr->nodes, (node + 1u) * sizeof nodes[0]);
  st_text_add_str(r->text, "{");
  for (uint32_t i = 0; !status && i < attr->domain_count; i++) {
    int64_t has;
    nodes[node].index = i;
    status = eval_subtree(r, nodes, node, &has);
    if (status || !has) continue;
    if (any) st_text_add_str(r->text, ", ");
    any = true;
    st_text_add_str(r->text, st_rules_name(r->exec->rules, STRATA_NAME_SYMBOL,
                                           attr->domain[i]));
  }
  st_text_add_str(r->text, "}");
  return status;
}

/* Write one value that the condition reads: "event.amount = 3". */
static strata_status write_read_value(false_condition *r, uint32_t node) {
  const st_expr_node *n = &r->expr->nodes[node];
  bool list = n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS;
  bool set = n->type == STRATA_SET || n->type == STRATA_ABILITIES;
  int64_t value = 0;
  if (set) return STRATA_OK;
  strata_status status =
      list ? STRATA_OK : eval_subtree(r, r->expr->nodes, node, &value);
  if (status) return status;
  st_text_add_str(r->text, r->written_count++ == 0 ? ": " : ", ");
  write_read_node(r, node);
  st_text_add_str(r->text, " = ");
  if (list) return write_symbol_list(r, node);
  st_trace_write_word(r->exec, (strata_type)n->type, value, r->text);
  return STRATA_OK;
}

/* Whether a node reads the state and is reported as a whole. */
static bool is_reported_node(const st_expr_node *n) {
  st_expr_op op = (st_expr_op)n->op;
  bool follows = op == ST_EXPR_FOLLOW || op == ST_EXPR_FOLLOW_HAS;
  bool reads = op == ST_EXPR_READ || op == ST_EXPR_HAS || op == ST_EXPR_FIELD ||
               op == ST_EXPR_VARIABLE || follows;
  bool counts = op == ST_EXPR_COUNT || op == ST_EXPR_DISTINCT ||
                op == ST_EXPR_SUM || op == ST_EXPR_TOP;
  bool who =
      op == ST_EXPR_REF && (n->who == ST_WHO_IT || n->who == ST_WHO_THIS);
  return reads || counts || who;
}

/* Write all values that a part reads, from left to right. */
static strata_status write_all_reads(false_condition *r, uint32_t root) {
  uint32_t first = first_node_under(r->expr, root);
  uint32_t *parts =
      st_arena_alloc(&r->exec->arena, root - first + 1u, sizeof parts[0]);
  uint32_t count = 0;
  if (!parts) return STRATA_ENOMEM;
  for (uint32_t node = root + 1; node > first;) {
    node--;
    if (!is_reported_node(&r->expr->nodes[node])) continue;
    parts[count++] = node;
    node = first_node_under(r->expr, node);
  }
  const st_expr_node *n = &r->expr->nodes[root];
  bool itself = count == 1 && parts[0] == root && n->op != ST_EXPR_HAS &&
                n->op != ST_EXPR_FOLLOW_HAS;
  strata_status status = STRATA_OK;
  while (!status && count > 0 && !itself) {
    status = write_read_value(r, parts[--count]);
  }
  return status;
}

/* Write "event.amount >= 3 is false: event.amount = 2". */
static strata_status write_false_condition(st_execution *exec,
                                           const st_unmet_condition *unmet,
                                           st_text *text) {
  false_condition r = {
      .exec = exec, .expr = unmet->condition, .it = unmet->it, .text = text};
  uint32_t node;
  if (unmet->field != 0) {
    st_text_add_str(text, "event.");
    st_text_add_str(
        text, st_rules_name(exec->rules, STRATA_NAME_FIELD, unmet->field));
    st_text_add_str(text, " (");
    st_trace_write_name(exec, unmet->it, text);
    st_text_add_str(text, "): ");
    if (unmet->it == 0) {
      st_text_add_str(text, "nobody can fulfil ");
      st_text_add_str(text, unmet->condition->text);
      return STRATA_OK;
    }
  }
  strata_status status = find_false_operand(&r, &node);
  if (status) return status;
  write_expr_node(&r, r.expr->nodes, node);
  st_text_add_str(text, " is false");
  return write_all_reads(&r, node);
}

/* -- Notes -- */

/* Add a note with a verdict; `text` is freed. */
static strata_status add_why_not(st_execution *exec, uint32_t event,
                                 strata_verdict verdict, st_text *text) {
  const char *said = st_text_copy(text, &exec->arena);
  st_trace_note *n = said ? st_trace_add(exec, ST_TRACE_WHY_NOT, event) : NULL;
  st_text_fini(text);
  if (!n) return STRATA_ENOMEM;
  n->verdict = (uint8_t)verdict;
  n->could_apply = verdict == STRATA_VERDICT_DONE;
  n->watcher_def = exec->trace->asked_watcher_def;
  n->text = said;
  return STRATA_OK;
}

static strata_status add_why_not_text(st_execution *exec, uint32_t event,
                                      strata_verdict verdict,
                                      const char *said) {
  st_text text;
  st_text_init(&text, exec->mem);
  st_text_add_str(&text, said);
  return add_why_not(exec, event, verdict, &text);
}

static strata_status add_why_not_condition(st_execution *exec, uint32_t event,
                                           strata_verdict verdict,
                                           const st_unmet_condition *unmet) {
  st_text text;
  st_text_init(&text, exec->mem);
  strata_status status = write_false_condition(exec, unmet, &text);
  if (!status) return add_why_not(exec, event, verdict, &text);
  st_text_fini(&text);
  return status;
}

/* -- A watcher that is there -- */

static strata_status explain_use_limit(st_execution *exec, uint32_t event,
                                       const st_watcher_candidate *candidate) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  st_text text;
  st_text_init(&text, exec->mem);
  if (def->uses_per_clock != 0) {
    st_text_add_str(&text, "it has been used ");
    st_text_add_uint(&text, def->uses_per_clock);
    st_text_add_str(&text,
                    def->uses_per_clock == 1 ? " time this " : " times this ");
    st_text_add_str(&text,
                    st_rules_name(exec->rules, STRATA_NAME_CLOCK, def->clock));
    st_text_add_str(&text, ", as often as it may");
  } else {
    st_text_add_str(&text, "it has been used as often as it may");
  }
  return add_why_not(exec, event, STRATA_VERDICT_LIMIT, &text);
}

static bool is_trigger_like(const st_watcher_def *def) {
  return def->role == STRATA_ROLE_TRIGGER || def->role == STRATA_ROLE_UNTIL;
}

/* Note the intervening if of a trigger if it is false. */
static strata_status
explain_intervening_if(st_execution *exec, uint32_t event,
                       const st_watcher_candidate *candidate, bool *said) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  *said = false;
  if (def->only_if) {
    status = st_applicability_eval(exec, candidate, event, def->only_if, &yes);
  }
  if (status || yes) return status;
  *said = true;
  const st_unmet_condition unmet = {.condition = def->only_if};
  return add_why_not_condition(exec, event, STRATA_VERDICT_ONLY_IF, &unmet);
}

static strata_status
explain_not_allowed(st_execution *exec, uint32_t event, uint32_t batch,
                    const st_watcher_candidate *candidate) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  const st_batch *of = batch ? st_batch_get(exec, batch) : NULL;
  bool once = is_trigger_like(def) && def->once_per_batch && of &&
              of->triggered_once_set != 0 &&
              st_applied_sets_has(&exec->applied_sets, of->triggered_once_set,
                                  &candidate->id);
  if (once) {
    return add_why_not_text(
        exec, event, STRATA_VERDICT_ONCE,
        "it triggers once on all that happens at the same time, "
        "and has (603.2c)");
  }
  if (st_use_limits_left(exec, candidate) == 0) {
    return explain_use_limit(exec, event, candidate);
  }
  if (!is_trigger_like(def) && def->role != STRATA_ROLE_CANT &&
      !st_use_limits_allow(exec, candidate, event)) {
    return add_why_not_text(
        exec, event, STRATA_VERDICT_AGAIN,
        "it has been applied to this event, or to what that came "
        "from, and is so once (614.5)");
  }
  bool prevents = def->role == STRATA_ROLE_PREVENT;
  strata_status status =
      prevents ? st_prevention_find_bar(exec, event) : STRATA_OK;
  if (status) return status;
  if (prevents &&
      st_prevention_amount(exec, candidate->watcher_def, event) == 0) {
    return add_why_not_text(
        exec, event, STRATA_VERDICT_UNPREVENTABLE,
        "there is nothing of it that can be prevented (615.12)");
  }
  return add_why_not_text(exec, event, STRATA_VERDICT_DONE, "");
}

static strata_status
explain_present_watcher(st_execution *exec, uint32_t event, uint32_t batch,
                        const st_watcher_candidate *candidate) {
  st_unmet_condition unmet;
  bool said = false;
  strata_status status =
      st_applicability_find_unmet(exec, candidate, event, &unmet);
  if (status) return status;
  if (unmet.condition) {
    return add_why_not_condition(exec, event, STRATA_VERDICT_CONDITION, &unmet);
  }
  if (is_trigger_like(asked_watcher_def(exec))) {
    status = explain_intervening_if(exec, event, candidate, &said);
  }
  if (status || said) return status;
  return explain_not_allowed(exec, event, batch, candidate);
}

/* -- A watcher that is not there -- */

/* The object that the card in question is now; 0: none. */
static strata_entity find_current_object(const st_execution *exec) {
  const st_execution_trace *t = exec->trace;
  for (uint32_t i = 0; i < t->asked_object_count; i++) {
    if (st_entity_slot(exec->store, t->asked_objects[i]) != 0) {
      return t->asked_objects[i];
    }
  }
  return 0;
}

static void write_zone_names(const st_execution *exec,
                             const strata_symbol *zones, uint32_t count,
                             st_text *text) {
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) st_text_add_str(text, ", ");
    st_text_add_str(text,
                    st_rules_name(exec->rules, STRATA_NAME_SYMBOL, zones[i]));
  }
}

/* Write the zone of an object and the zones in which the watcher functions;
 * false if the object is in one of these. */
static bool write_wrong_zone(st_execution *exec, strata_entity who,
                             st_text *text) {
  const st_watcher_def *def = asked_watcher_def(exec);
  uint32_t slot = st_entity_slot(exec->store, who);
  strata_symbol zone = st_get32(exec->store, ST_COLUMN_ENTITY_ZONE, slot);
  const strata_symbol *zones = def->zones;
  uint32_t count = def->zone_count;
  for (uint32_t a = 0; st_zones_contain(zones, count, zone); a++) {
    const st_attr *attr = st_attr_of(exec->rules, exec->rules->ability_attr);
    if (!attr || a >= attr->domain_count) return false;
    const st_ability *ability = &exec->rules->abilities[a];
    for (uint32_t c = 0; c < ability->watcher_def_count; c++) {
      if (ability->watcher_defs[c] != exec->trace->asked_watcher_def) continue;
      zones = ability->zones;
      count = ability->zone_count;
    }
  }
  st_trace_write_name(exec, who, text);
  st_text_add_str(text, " was in ");
  const char *name = st_rules_name(exec->rules, STRATA_NAME_SYMBOL, zone);
  st_text_add_str(text, name ? name : "no zone");
  st_text_add_str(text, ", and it functions in ");
  write_zone_names(exec, zones, count, text);
  return true;
}

static strata_status explain_missing_ability(st_execution *exec, uint32_t event,
                                             strata_entity who) {
  bool had;
  bool has;
  st_text took;
  st_text text;
  st_text_init(&took, exec->mem);
  st_text_init(&text, exec->mem);
  strata_status status = st_explain_value_lost_watcher(
      exec->change->eval, st_entity_slot(exec->store, who),
      exec->trace->asked_watcher_def, &had, &has, &took);
  strata_verdict verdict = STRATA_VERDICT_LOST;
  if (!status && (had || has) && write_wrong_zone(exec, who, &text)) {
    verdict = STRATA_VERDICT_ZONE;
  } else if (!status) {
    bool taken = st_text_get(&took)[0] != '\0';
    st_trace_write_name(exec, who, &text);
    st_text_add_str(&text, taken ? " had lost it to "
                                 : " did not have an ability that says it");
    st_text_add_str(&text, st_text_get(&took));
  }
  if (took.failed) text.failed = true;
  st_text_fini(&took);
  if (!status) return add_why_not(exec, event, verdict, &text);
  st_text_fini(&text);
  return status;
}

static strata_status explain_absent_watcher(st_execution *exec,
                                            uint32_t event) {
  const st_execution_trace *t = exec->trace;
  strata_entity who = find_current_object(exec);
  if (who != 0) return explain_missing_ability(exec, event, who);
  st_text text;
  st_text_init(&text, exec->mem);
  if (t->asked_object_count == 0) {
    st_text_add_str(&text, "nobody had it");
  } else {
    bool was = false;
    for (uint32_t i = 0; i < t->asked_object_count; i++) {
      was = was ||
            st_entity_last_known_slot(exec->store, t->asked_objects[i]) != 0;
    }
    st_text_add_str(&text, t->asked_name);
    st_text_add_str(&text, was ? " was gone" : " was not there yet");
  }
  return add_why_not(exec, event, STRATA_VERDICT_ABSENT, &text);
}

/* -- At a moment -- */

/* Whether watchers of the role in question are looked for at a moment. */
static bool is_role_of_moment(const st_execution *exec,
                              st_why_not_moment moment) {
  const st_watcher_def *def = asked_watcher_def(exec);
  switch (moment) {
  case ST_WHY_NOT_CANT:
    return def->role == STRATA_ROLE_CANT;
  case ST_WHY_NOT_REPLACE:
    return def->role == STRATA_ROLE_REPLACE || def->role == STRATA_ROLE_PREVENT;
  case ST_WHY_NOT_LOOK_BACK:
  case ST_WHY_NOT_LOOK_AFTER:
    break;
  }
  return is_trigger_like(def);
}

static bool is_asked_watcher(const st_execution *exec,
                             const st_watcher_candidate *candidate) {
  const st_execution_trace *t = exec->trace;
  bool meant = t->asked_object_count == 0;
  for (uint32_t i = 0; i < t->asked_object_count; i++) {
    meant = meant || candidate->self == t->asked_objects[i] ||
            candidate->id.object == t->asked_objects[i];
  }
  return meant && candidate->watcher_def == t->asked_watcher_def;
}

/* The candidates that the question is about, as numbers for
 * st_execution_candidate. */
static strata_status find_asked_watchers(st_execution *exec, uint32_t event,
                                         uint32_t **out, uint32_t *count) {
  const st_watcher_def *def = asked_watcher_def(exec);
  const st_entry_preview *preview = st_event_entry_preview(exec, event);
  strata_event_type type = st_watcher_buckets_event_type(exec->rules, def);
  uint32_t n;
  strata_status status =
      st_watcher_index_find(&exec->index, type, NULL, 1u << def->role, &n);
  uint32_t room = preview ? preview->own_count : 0;
  for (uint32_t i = n; !status && i != 0;
       i = st_watcher_index_get(&exec->index, i)->next) {
    room++;
  }
  *count = 0;
  *out = st_arena_alloc(&exec->arena, room + 1u, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  for (; !status && n != 0; n = st_watcher_index_get(&exec->index, n)->next) {
    if (is_asked_watcher(exec, st_watcher_index_get(&exec->index, n))) {
      (*out)[(*count)++] = n;
    }
  }
  for (uint32_t i = 0; preview && i < preview->own_count; i++) {
    uint32_t own = ST_OWN_CANDIDATE | (preview->own_first + i);
    bool own_code = st_execution_candidate(exec, own)->watcher_def ==
                    exec->trace->asked_watcher_def;
    if (own_code) (*out)[(*count)++] = own;
  }
  return status;
}

/* The watcher looks at the other moment: note that it was there at this one. */
static strata_status explain_other_moment(st_execution *exec, uint32_t event,
                                          bool there,
                                          st_why_not_moment moment) {
  if (!there) return STRATA_OK;
  bool back = moment == ST_WHY_NOT_LOOK_BACK;
  return add_why_not_text(
      exec, event,
      back ? STRATA_VERDICT_LOOKS_AFTER : STRATA_VERDICT_LOOKS_BACK,
      back ? "it was there before the event, and looks at what is "
             "there after it (603.10)"
           : "it was there after the event, and looks back at what "
             "was there before it (603.10)");
}

strata_status st_why_not_explain(st_execution *exec, uint32_t event,
                                 uint32_t batch, st_why_not_moment moment) {
  uint32_t *all;
  uint32_t count;
  if (exec->trace->asked_watcher_def == 0 || !is_role_of_moment(exec, moment)) {
    return STRATA_OK;
  }
  strata_status status = find_asked_watchers(exec, event, &all, &count);
  if (status) return status;
  bool at_trigger =
      moment == ST_WHY_NOT_LOOK_BACK || moment == ST_WHY_NOT_LOOK_AFTER;
  bool back = at_trigger &&
              st_watcher_def_looks_back(exec->rules, asked_watcher_def(exec));
  if (at_trigger && back != (moment == ST_WHY_NOT_LOOK_BACK)) {
    return explain_other_moment(exec, event, count > 0, moment);
  }
  if (count == 0) return explain_absent_watcher(exec, event);
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_watcher_candidate candidate =
        *st_execution_candidate(exec, all[i]);
    status = explain_present_watcher(exec, event, batch, &candidate);
  }
  return status;
}

/* -- Triggers that do nothing -- */

strata_status st_why_not_add_undone(st_execution *exec, uint32_t frame,
                                    strata_watcher_def def,
                                    strata_verdict verdict) {
  const st_frame f = *st_frame_get(exec, frame);
  const st_watcher_def *c = st_watcher_def_get(exec->rules, def);
  st_text text;
  st_text_init(&text, exec->mem);
  strata_status status = STRATA_OK;
  if (verdict == STRATA_VERDICT_RESOLVED_IF) {
    if (exec->condition_frame == 0) {
      exec->condition_frame = st_frame_new(exec, &c->program, 0, 0, 0);
      if (exec->condition_frame == 0) return STRATA_ENOMEM;
    }
    *st_frame_get(exec, exec->condition_frame) = *st_frame_get(exec, frame);
    const st_unmet_condition unmet = {.condition = c->only_if};
    status = write_false_condition(exec, &unmet, &text);
  } else {
    st_text_add_str(&text, verdict == STRATA_VERDICT_DECLINED
                               ? "its player did not want it"
                               : "none of its targets was legal (608.2b)");
  }
  const char *said = status ? NULL : st_text_copy(&text, &exec->arena);
  st_trace_note *n = said ? st_trace_add(exec, ST_TRACE_UNDONE, 0) : NULL;
  st_text_fini(&text);
  if (!n) return status ? status : STRATA_ENOMEM;
  n->verdict = (uint8_t)verdict;
  n->watcher_def = def;
  n->self = f.self;
  n->event = f.event;
  n->log_row = st_log_last(exec->store);
  n->text = said;
  return STRATA_OK;
}

strata_status st_why_not_add_never(st_execution *exec,
                                   const st_watcher_candidate *candidate,
                                   uint32_t event,
                                   const st_watcher_candidate *by) {
  bool asked =
      exec->trace->asked_event == event && is_asked_watcher(exec, candidate);
  st_text text;
  if (!asked) return STRATA_OK;
  st_text_init(&text, exec->mem);
  if (by->self != 0) {
    st_trace_write_name(exec, by->self, &text);
    st_text_add_str(&text, ", ");
  }
  st_text_add_str(&text,
                  st_watcher_def_get(exec->rules, by->watcher_def)->name);
  st_text_add_str(&text, " does not let it trigger");
  return add_why_not(exec, event, STRATA_VERDICT_NEVER, &text);
}
