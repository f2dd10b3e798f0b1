/*
 * plan.c - the clauses that need working out, and what makes them dirty.
 *
 * The plan is a cache of what planned effects say: clauses with their compiled
 * expressions, the items to work out in the order of a pass, and for each
 * attribute who reads it. A change marks items: for one slot where an item
 * reads only the entity in question, whole where it looks at others.
 *
 * Invariant: an item that is not dirty is what it would be if worked out now,
 * provided that the items before it are clean.
 */
#include "layers/plan.h"

#include <string.h>

strata_status st_plan_init(st_plan *plan, st_mem *mem,
                           const strata_rules *rules) {
  *plan = (st_plan){.mem = mem, .rules = rules, .stale = true};
  uint32_t count = st_attr_count(rules);
  if (count == 0) return STRATA_OK;
  plan->attrs = st_mem_zeroed(mem, count, sizeof plan->attrs[0]);
  return plan->attrs ? STRATA_OK : STRATA_ENOMEM;
}

static uint64_t *new_bits(st_plan *plan) {
  return st_mem_zeroed(plan->mem, plan->words, sizeof(uint64_t));
}

static void free_bits(st_plan *plan, uint64_t *bits) {
  st_mem_free(plan->mem, bits, plan->words, sizeof(uint64_t));
}

void st_plan_free_clause(st_plan *plan, st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    free_bits(plan, clause->parts[i].dirty);
    st_mem_free(plan->mem, clause->parts[i].values, (size_t)plan->words * 64,
                sizeof(uint64_t));
  }
  st_mem_free(plan->mem, clause->parts, clause->part_count,
              sizeof clause->parts[0]);
  free_bits(plan, clause->members);
  free_bits(plan, clause->dirty);
  st_mem_free(plan->mem, clause, 1, sizeof *clause);
}

/* Empty the plan but keep its arrays. */
static void clear(st_plan *plan) {
  for (size_t i = 0; i < plan->clause_count; i++) {
    st_plan_free_clause(plan, plan->clauses[i]);
  }
  plan->clause_count = 0;
  plan->item_count = 0;
  if (plan->by_part) {
    memset(plan->by_part, 0, plan->by_part_capacity * sizeof plan->by_part[0]);
  }
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    plan->attrs[i].open_count = 0;
    plan->attrs[i].reader_count = 0;
    plan->attrs[i].switched = 0;
  }
  plan->dirty = false;
  plan->stale = true;
}

void st_plan_fini(st_plan *plan) {
  if (plan->attrs) clear(plan);
  for (uint32_t i = 0; plan->attrs && i < st_attr_count(plan->rules); i++) {
    st_plan_attr *a = &plan->attrs[i];
    st_mem_free(plan->mem, a->open, a->open_capacity, sizeof a->open[0]);
    st_mem_free(plan->mem, a->readers, a->reader_capacity,
                sizeof a->readers[0]);
  }
  st_mem_free(plan->mem, plan->attrs, st_attr_count(plan->rules),
              sizeof plan->attrs[0]);
  st_mem_free(plan->mem, plan->items, plan->item_capacity,
              sizeof plan->items[0]);
  st_mem_free(plan->mem, plan->clauses, plan->clause_capacity,
              sizeof plan->clauses[0]);
  st_mem_free(plan->mem, plan->by_part, plan->by_part_capacity,
              sizeof plan->by_part[0]);
  *plan = (st_plan){.mem = plan->mem, .rules = plan->rules};
}

/* -- Making a clause -- */

static strata_status compile(st_compiled *compiled, const st_store *store,
                             uint32_t text, const strata_expr **out) {
  *out = NULL;
  return text == 0 ? STRATA_OK : st_compiled_expr(compiled, store, text, out);
}

static strata_status make_part(st_plan *plan, const st_store *store,
                               st_compiled *compiled, uint32_t part,
                               st_planned *out) {
  out->part = part;
  out->verb = st_get64(store, ST_COLUMN_PART_VERB, part);
  out->place = st_part_place(store, part, out->verb);
  out->value = st_get64(store, ST_COLUMN_PART_VALUE, part);
  if (!(st_verb_flags(out->verb) & ST_PART_COMPUTED)) return STRATA_OK;
  uint32_t text = st_get32(store, ST_COLUMN_PART_TEXT, part);
  strata_status status = compile(compiled, store, text, &out->operand);
  if (status) return status;
  out->dirty = new_bits(plan);
  if (!out->dirty) return STRATA_ENOMEM;
  out->dirty_all = true;
  if (!out->operand->uses_it) return STRATA_OK;
  out->values =
      st_mem_zeroed(plan->mem, (size_t)plan->words * 64, sizeof(uint64_t));
  return out->values ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status make_parts(st_plan *plan, const st_store *store,
                                st_compiled *compiled, st_clause *clause) {
  uint32_t count = 0;
  uint32_t first = st_effect_parts(store, clause->effect);
  for (uint32_t p = first; p != 0;
       p = st_get32(store, ST_COLUMN_PART_NEXT, p)) {
    count++;
  }
  clause->parts = st_mem_zeroed(plan->mem, count, sizeof clause->parts[0]);
  if (!clause->parts) return STRATA_ENOMEM;
  clause->part_count = count;
  clause->start = (st_place){UINT64_MAX, UINT64_MAX};
  uint32_t i = 0;
  for (uint32_t p = first; p != 0;
       p = st_get32(store, ST_COLUMN_PART_NEXT, p)) {
    st_planned *planned = &clause->parts[i++];
    planned->clause = clause;
    strata_status status = make_part(plan, store, compiled, p, planned);
    if (status) return status;
    if (st_place_before(planned->place, clause->start)) {
      clause->start = planned->place;
    }
  }
  return STRATA_OK;
}

static strata_status make_clause(st_plan *plan, const st_store *store,
                                 st_compiled *compiled, st_clause *clause) {
  clause->members = new_bits(plan);
  clause->dirty = new_bits(plan);
  if (!clause->members || !clause->dirty) return STRATA_ENOMEM;
  clause->dirty_all = true;
  uint32_t text = st_get32(store, ST_COLUMN_EFFECT_SUBJECT, clause->effect);
  strata_status status = compile(compiled, store, text, &clause->subject);
  if (status) return status;
  text = st_get32(store, ST_COLUMN_EFFECT_CONDITION, clause->effect);
  status = compile(compiled, store, text, &clause->condition);
  if (status) return status;
  return make_parts(plan, store, compiled, clause);
}

/* -- Putting it in: first all room, then what cannot fail -- */

static bool add_reader(st_plan *plan, const strata_expr *expr, st_item item,
                       bool is_condition) {
  for (uint32_t i = 0; expr && i < expr->read_count; i++) {
    st_plan_attr *a = &plan->attrs[expr->reads[i].attr - 1];
    if (!st_mem_reserve(plan->mem, &a->readers, &a->reader_capacity,
                        a->reader_count + 1, sizeof a->readers[0])) {
      return false;
    }
    /* A condition's `it` is nobody: what it reads concerns everybody. */
    a->readers[a->reader_count++] =
        (st_reader){.item = item,
                    .near = expr->reads[i].near,
                    .far = expr->reads[i].far || is_condition};
  }
  return true;
}

static bool add_item(st_plan *plan, st_item item) {
  if (!st_mem_reserve(plan->mem, &plan->items, &plan->item_capacity,
                      plan->item_count + 1, sizeof plan->items[0])) {
    return false;
  }
  size_t at = plan->item_count++;
  for (; at > 0 && st_place_before(item.place, plan->items[at - 1].place);
       at--) {
    plan->items[at] = plan->items[at - 1];
  }
  plan->items[at] = item; /* of equal places the clause's start was first */
  return true;
}

static bool add_open(st_plan *plan, st_planned *planned) {
  st_plan_attr *a = &plan->attrs[st_verb_attr(planned->verb) - 1];
  if (!st_mem_reserve(plan->mem, &a->open, &a->open_capacity, a->open_count + 1,
                      sizeof a->open[0])) {
    return false;
  }
  size_t at = a->open_count++;
  for (; at > 0 && st_place_before(planned->place, a->open[at - 1]->place);
       at--) {
    a->open[at] = a->open[at - 1];
  }
  a->open[at] = planned;
  return true;
}

/* Two attributes are switched somewhere: from now on they go together. */
static void join_switched(st_plan *plan, strata_attr a, strata_attr b) {
  uint32_t *x = &plan->attrs[a - 1].switched;
  uint32_t *y = &plan->attrs[b - 1].switched;
  if (*x == 0) *x = a;
  if (*y == 0) *y = b;
  uint32_t from = *y;
  uint32_t to = *x;
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    if (plan->attrs[i].switched == from) plan->attrs[i].switched = to;
  }
}

static bool index_part(st_plan *plan, st_planned *planned) {
  size_t old = plan->by_part_capacity;
  if (!st_mem_reserve(plan->mem, &plan->by_part, &plan->by_part_capacity,
                      (size_t)planned->part + 1, sizeof plan->by_part[0])) {
    return false;
  }
  if (plan->by_part_capacity > old) {
    memset(plan->by_part + old, 0,
           (plan->by_part_capacity - old) * sizeof plan->by_part[0]);
  }
  plan->by_part[planned->part] = planned;
  return true;
}

static bool put_in(st_plan *plan, const st_store *store, st_clause *clause) {
  st_item start = {.place = clause->start, .clause = clause};
  if (!add_item(plan, start) ||
      !add_reader(plan, clause->subject, start, false) ||
      !add_reader(plan, clause->condition, start, true)) {
    return false;
  }
  for (uint32_t i = 0; i < clause->part_count; i++) {
    st_planned *planned = &clause->parts[i];
    uint32_t flags = st_verb_flags(planned->verb);
    if (!index_part(plan, planned)) return false;
    if ((flags & ST_PART_OPEN) && !add_open(plan, planned)) return false;
    if (flags & ST_PART_SWITCH) {
      join_switched(plan, st_verb_attr(planned->verb),
                    st_get32(store, ST_COLUMN_PART_OTHER, planned->part));
    }
    if (!planned->operand) continue;
    st_item item = {
        .place = planned->place, .clause = clause, .planned = planned};
    if (!add_item(plan, item) ||
        !add_reader(plan, planned->operand, item, false)) {
      return false;
    }
  }
  plan->dirty = true;
  return true;
}

strata_status st_plan_add(st_plan *plan, const st_store *store,
                          st_compiled *compiled, uint32_t effect) {
  st_clause *clause = NULL;
  strata_status status = STRATA_ENOMEM;
  if (st_mem_reserve(plan->mem, &plan->clauses, &plan->clause_capacity,
                     plan->clause_count + 1, sizeof plan->clauses[0])) {
    clause = st_mem_zeroed(plan->mem, 1, sizeof *clause);
  }
  if (clause) {
    clause->effect = effect;
    plan->clauses[plan->clause_count++] = clause;
    status = make_clause(plan, store, compiled, clause);
    if (!status && !put_in(plan, store, clause)) status = STRATA_ENOMEM;
  }
  if (status) clear(plan);
  return status;
}

strata_status st_plan_build(st_plan *plan, const st_store *store,
                            st_compiled *compiled) {
  clear(plan);
  plan->words = store->capacity[ST_TABLE_ENTITY] / 64;
  uint32_t effect = (uint32_t)st_scalar_get(store, ST_SCALAR_PLANNED);
  while (effect != 0) {
    strata_status status = st_plan_add(plan, store, compiled, effect);
    if (status) return status;
    effect = st_get32(store, ST_COLUMN_EFFECT_PLANNED_NEXT, effect);
  }
  plan->stale = false;
  return STRATA_OK;
}

/* -- Taking it out -- */

static void remove_readers(st_plan *plan, const st_clause *clause) {
  for (uint32_t i = 0; i < st_attr_count(plan->rules); i++) {
    st_plan_attr *a = &plan->attrs[i];
    size_t kept = 0;
    for (size_t r = 0; r < a->reader_count; r++) {
      if (a->readers[r].item.clause != clause) {
        a->readers[kept++] = a->readers[r];
      }
    }
    a->reader_count = kept;
    kept = 0;
    for (size_t o = 0; o < a->open_count; o++) {
      if (a->open[o]->clause != clause) a->open[kept++] = a->open[o];
    }
    a->open_count = kept;
  }
}

st_clause *st_plan_remove(st_plan *plan, uint32_t effect) {
  size_t n = 0;
  while (n < plan->clause_count && plan->clauses[n]->effect != effect) {
    n++;
  }
  if (n == plan->clause_count) return NULL;
  st_clause *clause = plan->clauses[n];
  plan->clauses[n] = plan->clauses[--plan->clause_count];
  size_t kept = 0;
  for (size_t i = 0; i < plan->item_count; i++) {
    if (plan->items[i].clause != clause) plan->items[kept++] = plan->items[i];
  }
  plan->item_count = kept;
  remove_readers(plan, clause);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    plan->by_part[clause->parts[i].part] = NULL;
  }
  return clause;
}

/* -- Marking -- */

static void mark_item(st_plan *plan, const st_item *item, uint32_t slot,
                      bool all) {
  uint64_t *dirty = item->planned ? item->planned->dirty : item->clause->dirty;
  bool *dirty_all =
      item->planned ? &item->planned->dirty_all : &item->clause->dirty_all;
  bool *dirty_some =
      item->planned ? &item->planned->dirty_some : &item->clause->dirty_some;
  plan->dirty = true;
  if (all) {
    *dirty_all = true;
  } else if (slot / 64 < plan->words) {
    st_bit_put(dirty, slot, true);
    *dirty_some = true;
  }
}

void st_plan_mark(st_plan *plan, strata_attr attr, uint32_t slot,
                  const st_place *after) {
  if (plan->stale) return; /* all of it will be worked out anew */
  const st_plan_attr *a = &plan->attrs[attr - 1];
  for (size_t i = 0; i < a->reader_count; i++) {
    const st_reader *reader = &a->readers[i];
    if (after && !st_place_before(*after, reader->item.place)) continue;
    mark_item(plan, &reader->item, slot, reader->far);
  }
}

/* True if an expression's value may change because somebody came or went. */
static bool looks_far(const strata_expr *expr) {
  if (!expr) return false;
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->op == ST_EXPR_REF &&
        (node->who == ST_WHO_THIS || node->who == ST_WHO_HANDLE)) {
      return true; /* somebody gone is nobody */
    }
  }
  for (uint32_t i = 0; i < expr->read_count; i++) {
    if (expr->reads[i].far) return true;
  }
  return expr->population;
}

void st_plan_mark_population(st_plan *plan, uint32_t slot) {
  if (plan->stale) return; /* and its expressions may be gone */
  for (size_t i = 0; i < plan->item_count; i++) {
    const st_item *item = &plan->items[i];
    bool all = item->planned ? looks_far(item->planned->operand)
                             : looks_far(item->clause->subject) ||
                                   item->clause->condition;
    mark_item(plan, item, slot, all);
  }
}
