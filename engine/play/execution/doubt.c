/*
 * doubt.c - why a watcher does nothing about an event.
 *
 * It is asked where the run itself looks who is to do something, in the state
 * in which it does, and by what it asks itself: so nothing is said here that
 * the run does not go by. Of a condition the part is named that is false, with
 * what it reads.
 */
#include "play/execution/doubt.h"

#include "layers/explain/why.h"
#include "play/execution/shield.h"
#include "rules/expr/print.h"
#include "world/tables/watcher.h"

#include <string.h>

static const st_code *code_of(const st_run *run) {
  return st_code_get(run->rules, run->tracer->code);
}

/* -- Conditions -- */

typedef struct reading {
  st_run *run;
  const strata_expr *expr;
  strata_entity it;
  st_text *text;
  uint32_t said;
} reading;

/* The first node of the subtree of one, which lies before it without a gap. */
static uint32_t first_of(const strata_expr *expr, uint32_t node) {
  while (expr->nodes[node].op >= ST_EXPR_FOLLOW) {
    node = expr->nodes[node].a;
  }
  return node;
}

/* The value of a part, as the condition sees it. */
static strata_status value_of(const reading *r, const st_expr_node *nodes,
                              uint32_t node, int64_t *out) {
  strata_expr part = *r->expr;
  union { /* it is only looked at */
    const st_expr_node *in;
    st_expr_node *out;
  } of = {.in = nodes};
  part.nodes = of.out;
  part.node_count = node + 1;
  part.type = (strata_type)nodes[node].type;
  return st_frame_eval(r->run, r->run->judging, &part, r->it, out);
}

/* Down to the first operand of "and" that is false. */
static strata_status find_false(const reading *r, uint32_t *node) {
  *node = r->expr->node_count - 1;
  while (r->expr->nodes[*node].op == ST_EXPR_AND) {
    int64_t left;
    const st_expr_node *n = &r->expr->nodes[*node];
    strata_status status = value_of(r, r->expr->nodes, n->a, &left);
    if (status) return status;
    *node = left == 0 ? n->a : n->b;
  }
  return STRATA_OK;
}

static void print_node(const reading *r, const st_expr_node *nodes,
                       uint32_t node) {
  st_expr_print(r->run->rules, r->expr->names, nodes, node, r->text);
}

/* "life of Alice": what is read of `it` has no name in an expression. */
static void print_read(const reading *r, uint32_t node) {
  const st_expr_node *n = &r->expr->nodes[node];
  if (n->op == ST_EXPR_READ || n->op == ST_EXPR_HAS) {
    st_text_str(r->text, r->run->rules->attrs[n->attr - 1].name);
    st_text_str(r->text, " of ");
    strata_entity who = (strata_entity)n->value;
    if (n->who == ST_WHO_IT) who = r->it;
    if (n->who == ST_WHO_THIS) {
      who = st_run_frame(r->run, r->run->judging)->self;
    }
    st_trace_title(r->run, who, r->text);
    return;
  }
  if (n->op == ST_EXPR_FOLLOW_HAS) {
    print_node(r, r->expr->nodes, n->a);
    st_text_str(r->text, ".");
    st_text_str(r->text, r->run->rules->attrs[n->attr - 1].name);
    return;
  }
  print_node(r, r->expr->nodes, node);
}

/* What a list has of which a part asks for one symbol. */
static strata_status say_list(const reading *r, uint32_t node) {
  const st_attr *attr = &r->run->rules->attrs[r->expr->nodes[node].attr - 1];
  st_expr_node *nodes =
      st_arena_take(&r->run->arena, node + 1u, sizeof nodes[0]);
  strata_status status = nodes ? STRATA_OK : STRATA_ENOMEM;
  bool any = false;
  if (status) return status;
  memcpy(nodes, r->expr->nodes, (node + 1u) * sizeof nodes[0]);
  st_text_str(r->text, "{");
  for (uint32_t i = 0; !status && i < attr->domain_count; i++) {
    int64_t has;
    nodes[node].index = i;
    status = value_of(r, nodes, node, &has);
    if (status || !has) continue;
    if (any) st_text_str(r->text, ", ");
    any = true;
    st_text_str(r->text, strata_rules_name(r->run->rules, STRATA_KIND_SYMBOL,
                                           attr->domain[i]));
  }
  st_text_str(r->text, "}");
  return status;
}

/* One part that reads the world: "event.amount = 3". */
static strata_status say(reading *r, uint32_t node) {
  const st_expr_node *n = &r->expr->nodes[node];
  bool list = n->op == ST_EXPR_HAS || n->op == ST_EXPR_FOLLOW_HAS;
  bool set = n->type == STRATA_SET || n->type == STRATA_ABILITIES;
  int64_t value = 0;
  if (set) return STRATA_OK;
  strata_status status =
      list ? STRATA_OK : value_of(r, r->expr->nodes, node, &value);
  if (status) return status;
  st_text_str(r->text, r->said++ == 0 ? ": " : ", ");
  print_read(r, node);
  st_text_str(r->text, " = ");
  if (list) return say_list(r, node);
  st_trace_word(r->run, (strata_type)n->type, value, r->text);
  return STRATA_OK;
}

/* It reads something, and is looked at as a whole. */
static bool is_said(const st_expr_node *n) {
  st_expr_op op = (st_expr_op)n->op;
  bool follows = op == ST_EXPR_FOLLOW || op == ST_EXPR_FOLLOW_HAS;
  bool reads = op == ST_EXPR_READ || op == ST_EXPR_HAS || op == ST_EXPR_FIELD ||
               op == ST_EXPR_NAME || follows;
  bool counts = op == ST_EXPR_COUNT || op == ST_EXPR_DISTINCT ||
                op == ST_EXPR_SUM || op == ST_EXPR_TOP;
  bool who =
      op == ST_EXPR_REF && (n->who == ST_WHO_IT || n->who == ST_WHO_THIS);
  return reads || counts || who;
}

/* What a part reads, from left to right. */
static strata_status say_reads(reading *r, uint32_t root) {
  uint32_t first = first_of(r->expr, root);
  uint32_t *parts =
      st_arena_take(&r->run->arena, root - first + 1u, sizeof parts[0]);
  uint32_t count = 0;
  if (!parts) return STRATA_ENOMEM;
  for (uint32_t node = root + 1; node > first;) {
    node--;
    if (!is_said(&r->expr->nodes[node])) continue;
    parts[count++] = node;
    node = first_of(r->expr, node);
  }
  const st_expr_node *n = &r->expr->nodes[root];
  bool itself = count == 1 && parts[0] == root && n->op != ST_EXPR_HAS &&
                n->op != ST_EXPR_FOLLOW_HAS;
  strata_status status = STRATA_OK;
  while (!status && count > 0 && !itself) {
    status = say(r, parts[--count]);
  }
  return status;
}

/* "event.amount >= 3 is false: event.amount = 2" */
static strata_status tell_false(st_run *run, const st_unmet *unmet,
                                st_text *text) {
  reading r = {.run = run, .expr = unmet->part, .it = unmet->it, .text = text};
  uint32_t node;
  if (unmet->field != 0) {
    st_text_str(text, "event.");
    st_text_str(text,
                strata_rules_name(run->rules, STRATA_KIND_FIELD, unmet->field));
    st_text_str(text, " (");
    st_trace_title(run, unmet->it, text);
    st_text_str(text, "): ");
    if (unmet->it == 0) {
      st_text_str(text, "nobody can fulfil ");
      st_text_str(text, unmet->part->text);
      return STRATA_OK;
    }
  }
  strata_status status = find_false(&r, &node);
  if (status) return status;
  print_node(&r, r.expr->nodes, node);
  st_text_str(text, " is false");
  return say_reads(&r, node);
}

/* -- Saying it -- */

/* A note of a verdict; the text is given back. */
static strata_status note(st_run *run, uint32_t event, strata_verdict verdict,
                          st_text *text) {
  const char *said = st_trace_keep(run, text);
  st_trace_note *n = said ? st_trace_add(run, ST_TRACED_DOUBT, event) : NULL;
  st_text_fini(text);
  if (!n) return STRATA_ENOMEM;
  n->verdict = (uint8_t)verdict;
  n->looked = verdict == STRATA_VERDICT_DONE;
  n->code = run->tracer->code;
  n->text = said;
  return STRATA_OK;
}

static strata_status note_text(st_run *run, uint32_t event,
                               strata_verdict verdict, const char *said) {
  st_text text;
  st_text_init(&text, run->mem);
  st_text_str(&text, said);
  return note(run, event, verdict, &text);
}

static strata_status note_unmet(st_run *run, uint32_t event,
                                strata_verdict verdict, const st_unmet *unmet) {
  st_text text;
  st_text_init(&text, run->mem);
  strata_status status = tell_false(run, unmet, &text);
  if (!status) return note(run, event, verdict, &text);
  st_text_fini(&text);
  return status;
}

/* -- One who is there -- */

static strata_status doubt_limit(st_run *run, uint32_t event,
                                 const st_found *found) {
  const st_code *code = st_code_get(run->rules, found->code);
  st_text text;
  st_text_init(&text, run->mem);
  if (code->per_clock != 0) {
    st_text_str(&text, "it has been used ");
    st_text_uint(&text, code->per_clock);
    st_text_str(&text, code->per_clock == 1 ? " time this " : " times this ");
    st_text_str(&text,
                strata_rules_name(run->rules, STRATA_KIND_CLOCK, code->clock));
    st_text_str(&text, ", as often as it may");
  } else {
    st_text_str(&text, "it has been used as often as it may");
  }
  return note(run, event, STRATA_VERDICT_LIMIT, &text);
}

static bool triggers(const st_code *code) {
  return code->role == STRATA_ROLE_TRIGGER || code->role == STRATA_ROLE_UNTIL;
}

/* Its intervening if, of what has triggered. */
static strata_status doubt_if(st_run *run, uint32_t event,
                              const st_found *found, bool *said) {
  const st_code *code = st_code_get(run->rules, found->code);
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  *said = false;
  if (code->only_if) {
    status = st_judge_value(run, found, event, code->only_if, &yes);
  }
  if (status || yes) return status;
  *said = true;
  const st_unmet unmet = {.part = code->only_if};
  return note_unmet(run, event, STRATA_VERDICT_ONLY_IF, &unmet);
}

static strata_status doubt_free(st_run *run, uint32_t event, uint32_t batch,
                                const st_found *found) {
  const st_code *code = st_code_get(run->rules, found->code);
  const st_batch *of = batch ? st_run_batch(run, batch) : NULL;
  bool once = triggers(code) && code->batch && of && of->once != 0 &&
              st_lineage_has(&run->lineage, of->once, &found->id);
  if (once) {
    return note_text(run, event, STRATA_VERDICT_ONCE,
                     "it triggers once on all that happens at the same time, "
                     "and has (603.2c)");
  }
  if (st_judge_uses(run, found) == 0) return doubt_limit(run, event, found);
  if (!triggers(code) && code->role != STRATA_ROLE_CANT &&
      !st_judge_is_free(run, found, event)) {
    return note_text(run, event, STRATA_VERDICT_AGAIN,
                     "it has been applied to this event, or to what that came "
                     "from, and is so once (614.5)");
  }
  if (code->role == STRATA_ROLE_PREVENT &&
      st_shield_amount(run, found->code, event) == 0) {
    return note_text(run, event, STRATA_VERDICT_UNPREVENTABLE,
                     "there is nothing of it that can be prevented (615.12)");
  }
  return note_text(run, event, STRATA_VERDICT_DONE, "");
}

static strata_status doubt_found(st_run *run, uint32_t event, uint32_t batch,
                                 const st_found *found) {
  st_unmet unmet;
  bool said = false;
  strata_status status = st_judge_unmet(run, found, event, &unmet);
  if (status) return status;
  if (unmet.part) {
    return note_unmet(run, event, STRATA_VERDICT_CONDITION, &unmet);
  }
  if (triggers(code_of(run))) status = doubt_if(run, event, found, &said);
  if (status || said) return status;
  return doubt_free(run, event, batch, found);
}

/* -- One who is not -- */

/* The object that the card is now; 0: none. */
static strata_entity who_is_now(const st_run *run) {
  const st_tracer *t = run->tracer;
  for (uint32_t i = 0; i < t->who_count; i++) {
    if (st_entity_slot(run->store, t->whos[i]) != 0) return t->whos[i];
  }
  return 0;
}

static bool is_in(const strata_symbol *zones, uint32_t count,
                  strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

static void say_zones(const st_run *run, const strata_symbol *zones,
                      uint32_t count, st_text *text) {
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) st_text_str(text, ", ");
    st_text_str(text,
                strata_rules_name(run->rules, STRATA_KIND_SYMBOL, zones[i]));
  }
}

/* Where it is, and where what it says functions; false: there. */
static bool say_zone(st_run *run, strata_entity who, st_text *text) {
  const st_code *code = code_of(run);
  uint32_t slot = st_entity_slot(run->store, who);
  strata_symbol zone = st_get32(run->store, ST_COLUMN_ENTITY_ZONE, slot);
  const strata_symbol *zones = code->zones;
  uint32_t count = code->zone_count;
  for (uint32_t a = 0; is_in(zones, count, zone); a++) {
    const st_attr *attr = st_attr_of(run->rules, run->rules->ability_attr);
    if (!attr || a >= attr->domain_count) return false;
    const st_ability *ability = &run->rules->abilities[a];
    for (uint32_t c = 0; c < ability->code_count; c++) {
      if (ability->codes[c] != run->tracer->code) continue;
      zones = ability->zones;
      count = ability->zone_count;
    }
  }
  st_trace_title(run, who, text);
  st_text_str(text, " was in ");
  const char *name = strata_rules_name(run->rules, STRATA_KIND_SYMBOL, zone);
  st_text_str(text, name ? name : "no zone");
  st_text_str(text, ", and it functions in ");
  say_zones(run, zones, count, text);
  return true;
}

static strata_status doubt_ability(st_run *run, uint32_t event,
                                   strata_entity who) {
  bool had;
  bool has;
  st_text took;
  st_text text;
  st_text_init(&took, run->mem);
  st_text_init(&text, run->mem);
  strata_status status =
      st_why_lost(run->change->eval, st_entity_slot(run->store, who),
                  run->tracer->code, &had, &has, &took);
  strata_verdict verdict = STRATA_VERDICT_LOST;
  if (!status && (had || has) && say_zone(run, who, &text)) {
    verdict = STRATA_VERDICT_ZONE;
  } else if (!status) {
    bool taken = st_text_get(&took)[0] != '\0';
    st_trace_title(run, who, &text);
    st_text_str(&text, taken ? " had lost it to "
                             : " did not have an ability that says it");
    st_text_str(&text, st_text_get(&took));
  }
  if (took.failed) text.failed = true;
  st_text_fini(&took);
  if (!status) return note(run, event, verdict, &text);
  st_text_fini(&text);
  return status;
}

static strata_status doubt_absent(st_run *run, uint32_t event) {
  const st_tracer *t = run->tracer;
  strata_entity who = who_is_now(run);
  if (who != 0) return doubt_ability(run, event, who);
  st_text text;
  st_text_init(&text, run->mem);
  if (t->who_count == 0) {
    st_text_str(&text, "nobody had it");
  } else {
    bool was = false;
    for (uint32_t i = 0; i < t->who_count; i++) {
      was = was || st_entity_gone_slot(run->store, t->whos[i]) != 0;
    }
    st_text_str(&text, t->name);
    st_text_str(&text, was ? " was gone" : " was not there yet");
  }
  return note(run, event, STRATA_VERDICT_ABSENT, &text);
}

/* -- At a moment -- */

static bool looks_back(const st_run *run, const st_code *code) {
  return code->look_back || st_kind_get(run->rules, code->kind)->look_back;
}

/* Whether such as it are looked for then. */
static bool is_moment(const st_run *run, st_moment moment) {
  const st_code *code = code_of(run);
  switch (moment) {
  case ST_MOMENT_CANT:
    return code->role == STRATA_ROLE_CANT;
  case ST_MOMENT_REPLACE:
    return code->role == STRATA_ROLE_REPLACE ||
           code->role == STRATA_ROLE_PREVENT;
  case ST_MOMENT_BACK:
  case ST_MOMENT_AFTER:
    break;
  }
  return triggers(code);
}

static bool is_meant(const st_run *run, const st_found *found) {
  const st_tracer *t = run->tracer;
  bool meant = t->who_count == 0;
  for (uint32_t i = 0; i < t->who_count; i++) {
    meant =
        meant || found->self == t->whos[i] || found->id.object == t->whos[i];
  }
  return meant && found->code == t->code;
}

/* Those who are meant, as numbers for st_run_found. */
static strata_status find(st_run *run, uint32_t event, uint32_t **out,
                          uint32_t *count) {
  const st_code *code = code_of(run);
  const st_would *would = st_event_would(run, event);
  strata_event_kind kind = st_keyed_kind(run->rules, code);
  uint32_t n;
  strata_status status =
      st_index_look(&run->index, kind, NULL, 1u << code->role, &n);
  uint32_t room = would ? would->own_count : 0;
  for (uint32_t i = n; !status && i != 0;
       i = st_index_at(&run->index, i)->next) {
    room++;
  }
  *count = 0;
  *out = st_arena_take(&run->arena, room + 1u, sizeof **out);
  if (!*out) return STRATA_ENOMEM;
  for (; !status && n != 0; n = st_index_at(&run->index, n)->next) {
    if (is_meant(run, st_index_at(&run->index, n))) (*out)[(*count)++] = n;
  }
  for (uint32_t i = 0; would && i < would->own_count; i++) {
    uint32_t own = ST_OWN_FOUND | (would->own + i);
    bool own_code = st_run_found(run, own)->code == run->tracer->code;
    if (own_code) (*out)[(*count)++] = own;
  }
  return status;
}

/* It looks at another moment: what it would have found there. */
static strata_status doubt_other_moment(st_run *run, uint32_t event, bool there,
                                        st_moment moment) {
  if (!there) return STRATA_OK;
  bool back = moment == ST_MOMENT_BACK;
  return note_text(
      run, event, back ? STRATA_VERDICT_LOOKS_AFTER : STRATA_VERDICT_LOOKS_BACK,
      back ? "it was there before the event, and looks at what is "
             "there after it (603.10)"
           : "it was there after the event, and looks back at what "
             "was there before it (603.10)");
}

strata_status st_doubt_ask(st_run *run, uint32_t event, uint32_t batch,
                           st_moment moment) {
  uint32_t *all;
  uint32_t count;
  if (run->tracer->code == 0 || !is_moment(run, moment)) return STRATA_OK;
  strata_status status = find(run, event, &all, &count);
  if (status) return status;
  bool at_trigger = moment == ST_MOMENT_BACK || moment == ST_MOMENT_AFTER;
  bool back = at_trigger && looks_back(run, code_of(run));
  if (at_trigger && back != (moment == ST_MOMENT_BACK)) {
    return doubt_other_moment(run, event, count > 0, moment);
  }
  if (count == 0) return doubt_absent(run, event);
  for (uint32_t i = 0; !status && i < count; i++) {
    const st_found found = *st_run_found(run, all[i]);
    status = doubt_found(run, event, batch, &found);
  }
  return status;
}

/* -- What has triggered -- */

strata_status st_doubt_undone(st_run *run, uint32_t frame, strata_code code,
                              strata_verdict verdict) {
  const st_frame f = *st_run_frame(run, frame);
  const st_code *c = st_code_get(run->rules, code);
  st_text text;
  st_text_init(&text, run->mem);
  strata_status status = STRATA_OK;
  if (verdict == STRATA_VERDICT_RESOLVED_IF) {
    if (run->judging == 0) {
      run->judging = st_run_new_frame(run, &c->deeds, 0, 0, 0);
      if (run->judging == 0) return STRATA_ENOMEM;
    }
    *st_run_frame(run, run->judging) = *st_run_frame(run, frame);
    const st_unmet unmet = {.part = c->only_if};
    status = tell_false(run, &unmet, &text);
  } else {
    st_text_str(&text, verdict == STRATA_VERDICT_DECLINED
                           ? "its player did not want it"
                           : "none of its targets was legal (608.2b)");
  }
  const char *said = status ? NULL : st_trace_keep(run, &text);
  st_trace_note *n = said ? st_trace_add(run, ST_TRACED_UNDONE, 0) : NULL;
  st_text_fini(&text);
  if (!n) return status ? status : STRATA_ENOMEM;
  n->verdict = (uint8_t)verdict;
  n->code = code;
  n->self = f.self;
  n->event = f.event;
  n->row = st_log_last(run->store);
  n->text = said;
  return STRATA_OK;
}

strata_status st_doubt_never(st_run *run, const st_found *found, uint32_t event,
                             const st_found *by) {
  bool asked = run->tracer->event == event && is_meant(run, found);
  st_text text;
  if (!asked) return STRATA_OK;
  st_text_init(&text, run->mem);
  if (by->self != 0) {
    st_trace_title(run, by->self, &text);
    st_text_str(&text, ", ");
  }
  st_text_str(&text, st_code_get(run->rules, by->code)->name);
  st_text_str(&text, " does not let it trigger");
  return note(run, event, STRATA_VERDICT_NEVER, &text);
}
