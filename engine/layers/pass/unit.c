/*
 * unit.c - clauses in force.
 *
 * Units of effects and laws are there from the start. Units of abilities are
 * made for every ability of every object that functions where the object is,
 * and again whenever something gives an ability during the pass: it can still
 * apply in this layer and the later ones.
 */
#include "layers/pass/unit.h"

#include "layers/pass/subject.h"

#include <string.h>

/* -- Buckets: the units of each layer -- */

/* The bucket of a layer, made if need be; those that an earlier pass made are
 * behind the others, with their memory. */
static st_bucket *bucket_of(st_pass *pass, strata_layer layer) {
  size_t low = 0;
  size_t high = pass->bucket_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (pass->buckets[middle].layer < layer) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < pass->bucket_count && pass->buckets[low].layer == layer) {
    return &pass->buckets[low];
  }
  if (pass->bucket_count == pass->bucket_kept) {
    if (!st_mem_reserve(pass->mem, &pass->buckets, &pass->bucket_capacity,
                        pass->bucket_kept + 1, sizeof pass->buckets[0])) {
      return NULL;
    }
    pass->buckets[pass->bucket_kept++] = (st_bucket){0};
  }
  st_bucket spare = pass->buckets[pass->bucket_count];
  memmove(pass->buckets + low + 1, pass->buckets + low,
          (pass->bucket_count - low) * sizeof pass->buckets[0]);
  pass->bucket_count++;
  spare.layer = layer;
  spare.count = 0;
  pass->buckets[low] = spare;
  return &pass->buckets[low];
}

/* Put a unit into the buckets of the layers that its parts are in. */
static bool add_to_buckets(st_pass *pass, uint32_t number, strata_layer from) {
  const st_clause_code *code = pass->units[number].plain;
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_layer layer = st_verb_layer(code->parts[i].verb);
    bool again = i > 0 && st_verb_layer(code->parts[i - 1].verb) == layer;
    if (layer < from || again) continue;
    st_bucket *bucket = bucket_of(pass, layer);
    if (!bucket ||
        !st_mem_reserve(pass->mem, &bucket->units, &bucket->capacity,
                        bucket->count + 1, sizeof bucket->units[0])) {
      return false;
    }
    bucket->units[bucket->count++] = number;
  }
  return true;
}

/* Room for a unit, which is to be written there and then added: a copy would
 * stall on its own stores. NULL if there is no memory. */
static st_unit *next_unit(st_pass *pass) {
  bool room = pass->unit_count < UINT32_MAX - 1 &&
              st_mem_reserve(pass->mem, &pass->units, &pass->unit_capacity,
                             pass->unit_count + 1, sizeof pass->units[0]);
  return room ? &pass->units[pass->unit_count] : NULL;
}

/* What a created copy effect took is kept, and does not change. */
static bool takes(const st_clause_code *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_op op = st_verb_op(code->parts[i].verb);
    if (op == STRATA_OP_BORROW || op == STRATA_OP_SUBSTITUTE ||
        (op == STRATA_OP_COPY && code->parts[i].operand)) {
      return true;
    }
  }
  return false;
}

static bool add_unit(st_pass *pass, strata_layer from) {
  uint32_t number = (uint32_t)pass->unit_count;
  st_unit *unit = &pass->units[number];
  uint32_t class = st_class_of(pass->classes, unit->object);
  if (class != 0) {
    unit->next_of_object = pass->first_of_object[class];
    pass->first_of_object[class] = number + 1;
  }
  pass->takers += takes(unit->plain);
  pass->unit_count++;
  return add_to_buckets(pass, number, from);
}

/* -- Units of abilities -- */

/* A CDA that an effect has given is none (604.3a), but functions all the same.
 */
bool st_unit_functions(const st_pass *pass, const st_ability *ability,
                       uint32_t slot) {
  if (ability->kind == STRATA_ABILITY_CDA || ability->zone_count == 0) {
    return true;
  }
  strata_symbol zone = st_get32(pass->store, ST_COLUMN_ENTITY_ZONE, slot);
  for (uint32_t i = 0; i < ability->zone_count; i++) {
    if (ability->zones[i] == zone) return true;
  }
  return false;
}

static bool is_known(const st_pass *pass, uint32_t class,
                     const st_instance *instance) {
  uint32_t n = pass->first_of_object[class];
  for (; n != 0; n = pass->units[n - 1].next_of_object) {
    const st_unit *unit = &pass->units[n - 1];
    if (unit->kind == ST_UNIT_ABILITY && !unit->gone &&
        st_instance_same(&unit->instance, instance)) {
      return true;
    }
  }
  return false;
}

/* True if the ability came, directly or not, from one like it: such a one is
 * had but does nothing, or a pass might never end. */
static bool comes_from_itself(const st_pass *pass,
                              const st_instance *instance) {
  for (uint32_t n = instance->giver; n != 0;
       n = pass->units[n - 1].instance.giver) {
    const st_unit *giver = &pass->units[n - 1];
    if (giver->kind != ST_UNIT_ABILITY) return false;
    if (giver->instance.ability == instance->ability) return true;
  }
  return false;
}

/* All fields of a new unit are named: compilers clear the rest at a cost. */
#define NOT_STARTED                                                            \
  .next_of_object = 0, .step = 0, .started = false, .holds = false,            \
  .gone = false, .renewed = false, .checked = false, .joined = 0,              \
  .members = {.one = 0, .bits = NULL}

static bool add_ability(st_pass *pass, uint32_t slot,
                        const st_instance *instance, uint32_t position,
                        strata_layer from) {
  const st_ability *ability = &pass->rules->abilities[instance->ability];
  uint64_t own = st_get64(pass->store, ST_COLUMN_ENTITY_STAMP, slot);
  bool cda = ability->kind == STRATA_ABILITY_CDA &&
             instance->origin == STRATA_ORIGIN_PRINTED;
  for (uint32_t c = 0; c < ability->clause_count; c++) {
    st_unit *unit = next_unit(pass);
    if (!unit) return false;
    *unit = (st_unit){.code = &ability->clauses[c],
                      .plain = &ability->clauses[c],
                      .created = NULL,
                      .instance = *instance,
                      .stamp = instance->stamp > own ? instance->stamp
                                                     : own, /* 613.7a */
                      .object_stamp = own,
                      .serial = 0,
                      .object = slot,
                      .effect = 0,
                      .index = c,
                      .position = position,
                      .priority = UINT32_C(0x80000000),
                      .kind = ST_UNIT_ABILITY,
                      .phase = cda ? ST_PHASE_CDA : ST_PHASE_MAIN,
                      NOT_STARTED};
    unit->instance.subst = 0; /* until it is looked at */
    if (!add_unit(pass, from)) return false;
  }
  return true;
}

strata_status st_units_appear(st_pass *pass, uint32_t class, uint64_t list,
                              strata_layer from) {
  if (list >= pass->lists.list_count || !pass->lists.lists[list].has_clauses) {
    return STRATA_OK;
  }
  uint32_t slot = st_class_slot(pass->classes, class);
  assert(slot != 0); /* who has such abilities is alone in its class */
  uint32_t count;
  const st_instance *items = st_list_items(&pass->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    const st_ability *ability = &pass->rules->abilities[items[i].ability];
    if (items[i].banned || ability->clause_count == 0 ||
        !st_unit_functions(pass, ability, slot) ||
        is_known(pass, class, &items[i]) ||
        comes_from_itself(pass, &items[i])) {
      continue;
    }
    if (pass->unit_count >= ST_UNITS_MAX) return STRATA_ERANGE;
    if (!add_ability(pass, slot, &items[i], i, from)) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

static strata_status make_abilities(st_pass *pass) {
  strata_attr attr = pass->rules->ability_attr;
  if (attr == 0 || !pass->plan->has_clauses) return STRATA_OK;
  uint32_t column = pass->rules->attrs[attr - 1].column;
  for (uint32_t w = 0; w < pass->words; w++) {
    uint64_t live = st_class_live(pass->classes, w);
    for (; live != 0; live &= live - 1) {
      uint32_t class = w * 64 + st_lowest_bit(live);
      uint32_t slot = st_class_slot(pass->classes, class);
      if (slot == 0 ||
          !st_plan_acts(pass->plan, st_get32(pass->store, column, slot))) {
        continue;
      }
      uint64_t list;
      strata_status status = st_board_get(&pass->board, attr, class, &list);
      if (!status) status = st_units_appear(pass, class, list, INT32_MIN);
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* -- Units of effects and laws -- */

strata_status st_unit_add_effect(st_pass *pass, const st_created *created) {
  const st_store *store = pass->store;
  strata_entity source =
      st_get64(store, ST_COLUMN_EFFECT_SOURCE, created->effect);
  uint32_t priority =
      st_get32(store, ST_COLUMN_EFFECT_PRIORITY, created->effect);
  st_unit *unit = next_unit(pass);
  if (!unit) return STRATA_ENOMEM;
  static const st_instance none = {0};
  *unit = (st_unit){
      .code = &created->code,
      .plain = &created->code,
      .created = created,
      .instance = none,
      .stamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, created->effect),
      .object_stamp = 0,
      .serial = created->serial,
      .object = st_entity_slot(store, source),
      .effect = created->effect,
      .index = 0,
      .position = created->locked ? 0 : 1,
      .priority = priority ^ UINT32_C(0x80000000),
      .kind = ST_UNIT_EFFECT,
      .phase = ST_PHASE_MAIN,
      NOT_STARTED};
  pass->orphans += source != 0 && unit->object == 0;
  return add_unit(pass, INT32_MIN) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status make_effects(st_pass *pass) {
  strata_status status = STRATA_OK;
  pass->first_effect = (uint32_t)pass->unit_count;
  for (size_t i = 0; !status && i < pass->plan->clause_count; i++) {
    status = st_unit_add_effect(pass, pass->plan->clauses[i]);
  }
  return status;
}

static bool add_law(st_pass *pass, uint32_t index, uint32_t holder) {
  const st_law *law = &pass->rules->laws[index];
  uint64_t stamp = 0;
  if (holder) {
    const st_attr *counter = &pass->rules->attrs[law->counter - 1];
    stamp = st_get64(pass->store, counter->counter_stamp, holder);
  }
  st_unit *unit = next_unit(pass);
  if (!unit) return false;
  *unit = (st_unit){.code = &law->clause,
                    .plain = &law->clause,
                    .stamp = stamp,
                    .object = holder,
                    .index = index,
                    .priority = UINT32_C(0x80000000),
                    .kind = ST_UNIT_LAW,
                    .phase = law->last ? ST_PHASE_LAST : ST_PHASE_MAIN};
  return add_unit(pass, INT32_MIN);
}

static strata_status make_laws(st_pass *pass) {
  const st_store *store = pass->store;
  for (uint32_t i = 0; i < pass->rules->law_count; i++) {
    const st_law *law = &pass->rules->laws[i];
    if (!st_law_applies(law)) continue;
    if (law->counter == 0) {
      if (!add_law(pass, i, 0)) return STRATA_ENOMEM;
      continue;
    }
    const st_attr *counter = &pass->rules->attrs[law->counter - 1];
    uint32_t top = st_entity_top(store);
    for (uint32_t slot = 1; slot <= top; slot++) {
      if (st_entity_base(store, counter, slot) == 0 ||
          !st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) {
        continue;
      }
      if (!add_law(pass, i, slot)) return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

strata_status st_units_make(st_pass *pass) {
  pass->first_of_object = st_arena_take(&pass->arena, (size_t)pass->words * 64,
                                        sizeof pass->first_of_object[0]);
  if (!pass->first_of_object) return STRATA_ENOMEM;
  strata_status status = make_laws(pass);
  if (!status) status = make_effects(pass);
  if (!status) status = make_abilities(pass);
  return status;
}

/* -- What a unit is now -- */

strata_status st_unit_exists(st_pass *pass, const st_unit *unit, bool *exists,
                             uint16_t *subst) {
  *exists = true;
  *subst = unit->instance.subst;
  if (unit->kind != ST_UNIT_ABILITY) return STRATA_OK;
  uint64_t list;
  strata_status status =
      st_board_get(&pass->board, pass->rules->ability_attr,
                   st_class_of(pass->classes, unit->object), &list);
  if (status) return status;
  const st_instance *found = st_list_find(&pass->lists, list, &unit->instance);
  *exists = found != NULL;
  if (found) *subst = found->subst;
  return STRATA_OK;
}

/* -- Text changes (612) -- */

/* All words that a text change replaces, and what by. */
static uint32_t pairs_of(const st_lists *lists, uint32_t subst,
                         strata_symbol *pairs, uint32_t room) {
  uint32_t count = 0;
  for (uint32_t s = subst; s != 0 && count < room;
       s = lists->substs[s - 1].parent) {
    strata_symbol from = lists->substs[s - 1].from;
    bool known = false;
    for (uint32_t i = 0; i < count; i++) {
      known = known || pairs[2 * (size_t)i] == from;
    }
    if (known) continue;
    pairs[2 * (size_t)count] = from;
    pairs[2 * (size_t)count + 1] = st_subst_symbol(lists, subst, from);
    count++;
  }
  return count;
}

static strata_status change_set(st_pass *pass, strata_attr attr,
                                const strata_symbol *pairs, uint32_t count,
                                const uint64_t **words) {
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint64_t *out = st_arena_take(&pass->arena, a->words, sizeof *out);
  if (!out) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (!st_bit_test(*words, i)) continue;
    uint32_t to = i;
    for (uint32_t p = 0; p < count; p++) {
      if (pairs[2 * (size_t)p] != a->domain[i]) continue;
      to = st_attr_domain_index(a, pairs[2 * (size_t)p + 1]);
    }
    if (to != UINT32_MAX) st_bit_put(out, to, true);
  }
  *words = out;
  return STRATA_OK;
}

static strata_symbol change_symbol(strata_symbol symbol,
                                   const strata_symbol *pairs, uint32_t count) {
  for (uint32_t p = 0; p < count; p++) {
    if (pairs[2 * (size_t)p] == symbol) return pairs[2 * (size_t)p + 1];
  }
  return symbol;
}

static strata_status change_expr(st_pass *pass, const strata_expr **expr,
                                 const strata_symbol *pairs, uint32_t count) {
  if (!*expr) return STRATA_OK;
  strata_expr *changed;
  strata_status status =
      st_expr_substitute(*expr, pairs, count, pass->mem, &changed);
  if (!status) *expr = changed;
  return status;
}

/* Expressions of a variant are its own, all of them; of one that was not
 * finished, those that are not the plain code's. */
static void free_own(const strata_expr *expr, const strata_expr *plain) {
  union {
    const strata_expr *in;
    strata_expr *out;
  } own = {.in = expr};
  if (expr != plain) st_expr_free(own.out);
}

static void free_unfinished(st_clause_code *code, const st_clause_code *plain) {
  free_own(code->subject, plain->subject);
  free_own(code->condition, plain->condition);
  for (uint32_t i = 0; i < plain->part_count; i++) {
    free_own(code->parts[i].operand, plain->parts[i].operand);
  }
}

/* The plain code may be gone by now. */
static void free_variant(st_clause_code *code) {
  free_own(code->subject, NULL);
  free_own(code->condition, NULL);
  for (uint32_t i = 0; i < code->part_count; i++) {
    free_own(code->parts[i].operand, NULL);
  }
}

void st_variants_free(st_pass *pass) {
  for (size_t i = 0; i < pass->variant_count; i++) {
    free_variant(pass->variants[i].code);
  }
  pass->variant_count = 0;
}

static strata_status change_abilities(st_pass *pass, st_clause_part *part,
                                      const strata_symbol *pairs,
                                      uint32_t count) {
  if (part->ability_count == 0) return STRATA_OK;
  uint32_t *out = st_arena_take(&pass->arena, part->ability_count, sizeof *out);
  if (!out) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < part->ability_count; i++) {
    out[i] = part->abilities[i];
    strata_symbol old = pass->rules->abilities[out[i]].symbol;
    out[i] = st_list_change_name(pass->rules, out[i], old,
                                 change_symbol(old, pairs, count));
  }
  part->abilities = out;
  return STRATA_OK;
}

static strata_status change_part(st_pass *pass, st_clause_part *part,
                                 const strata_symbol *pairs, uint32_t count) {
  strata_attr attr = st_verb_attr(part->verb);
  const st_attr *a = &pass->rules->attrs[attr - 1];
  part->from = change_symbol(part->from, pairs, count);
  part->to = change_symbol(part->to, pairs, count);
  if (a->type == STRATA_SYM && !part->operand) {
    part->value = change_symbol((strata_symbol)part->value, pairs, count);
  }
  if (part->words) {
    strata_status status = change_set(pass, attr, pairs, count, &part->words);
    if (status) return status;
  }
  strata_status status = change_abilities(pass, part, pairs, count);
  return status ? status : change_expr(pass, &part->operand, pairs, count);
}

static strata_status make_variant(st_pass *pass, st_variant *variant) {
  enum { ROOM = 64 };
  strata_symbol pairs[2 * ROOM];
  const st_clause_code *plain = variant->plain;
  uint32_t count = pairs_of(&pass->lists, variant->subst, pairs, ROOM);
  st_clause_code *code = variant->code;
  memcpy(code->parts, plain->parts, plain->part_count * sizeof *code->parts);
  strata_status status = change_expr(pass, &code->subject, pairs, count);
  if (!status) status = change_expr(pass, &code->condition, pairs, count);
  for (uint32_t i = 0; !status && i < plain->part_count; i++) {
    status = change_part(pass, &code->parts[i], pairs, count);
  }
  return status;
}

strata_status st_unit_code(st_pass *pass, const st_unit *unit, uint16_t subst,
                           const st_clause_code **out) {
  *out = unit->plain;
  if (subst == 0) return STRATA_OK;
  for (size_t i = 0; i < pass->variant_count; i++) {
    const st_variant *v = &pass->variants[i];
    if (v->plain == unit->plain && v->subst == subst) {
      *out = v->code;
      return STRATA_OK;
    }
  }
  st_clause_code *code = st_arena_take(&pass->arena, 1, sizeof *code);
  st_clause_part *parts =
      st_arena_take(&pass->arena, unit->plain->part_count, sizeof *parts);
  if (!code || !parts ||
      !st_mem_reserve(pass->mem, &pass->variants, &pass->variant_capacity,
                      pass->variant_count + 1, sizeof pass->variants[0])) {
    return STRATA_ENOMEM;
  }
  *code = *unit->plain;
  code->parts = parts;
  st_variant variant = {unit->plain, subst, code};
  strata_status status = make_variant(pass, &variant);
  if (status) {
    free_unfinished(code, unit->plain);
    return status;
  }
  pass->variants[pass->variant_count++] = variant;
  *out = code;
  return STRATA_OK;
}

/* -- Whom it affects -- */

st_expr_env st_unit_env(st_pass *pass, const st_unit *unit, uint32_t it) {
  return st_pass_env(pass, it, st_class_of(pass->classes, unit->object));
}

static void locked_members(const st_pass *pass, const st_created *created,
                           uint64_t *bits, st_members *out) {
  const st_store *store = pass->store;
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, created->locked);
  if (node == 0) return;
  const st_classes *classes = pass->classes;
  if (st_get32(store, ST_COLUMN_NODE_SIBLING, node) == 0) {
    out->one =
        st_class_of(classes, st_get32(store, ST_COLUMN_NODE_TARGET, node));
    return;
  }
  memset(bits, 0, pass->words * sizeof *bits);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
    st_bit_put(bits, st_class_of(classes, slot), true);
  }
  out->bits = bits;
}

static strata_status match_members(st_pass *pass, const st_unit *unit,
                                   const st_clause_code *code, uint64_t *bits,
                                   st_members *out) {
  uint32_t source = st_class_of(pass->classes, unit->object);
  out->bits = st_subject_known(pass, code->subject, source);
  if (out->bits) return STRATA_OK;
  st_expr_env env = st_pass_env(pass, 0, source);
  assert(env.word_count <= pass->words);
  memset(bits + env.word_count, 0,
         (pass->words - env.word_count) * sizeof *bits);
  return st_subject_find(pass, code->subject, &env, bits, &out->bits);
}

strata_status st_unit_members(st_pass *pass, const st_unit *unit,
                              const st_clause_code *code, uint64_t *bits,
                              st_members *out, bool *holds) {
  *out = (st_members){0};
  *holds = true;
  if (code->condition) {
    st_expr_env env = st_unit_env(pass, unit, 0);
    int64_t result = 0;
    strata_status status = st_expr_eval(code->condition, &env, &result);
    if (status) return status;
    *holds = result != 0;
    if (!*holds) return STRATA_OK;
  }
  if (unit->created && unit->created->locked) {
    locked_members(pass, unit->created, bits, out);
    return STRATA_OK;
  }
  if (!code->subject) {
    out->one = st_class_of(pass->classes, unit->object);
    return STRATA_OK;
  }
  return match_members(pass, unit, code, bits, out);
}

strata_status st_unit_takes_in(st_pass *pass, const st_unit *unit,
                               uint32_t class, bool *out) {
  const st_store *store = pass->store;
  *out = false;
  if (unit->created && unit->created->locked) {
    uint32_t node =
        st_get32(store, ST_COLUMN_PART_NODES, unit->created->locked);
    for (; node != 0 && !*out;
         node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
      uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
      *out = st_class_of(pass->classes, slot) == class;
    }
    return STRATA_OK;
  }
  if (!unit->code->subject) {
    *out = st_class_of(pass->classes, unit->object) == class;
    return STRATA_OK;
  }
  st_expr_env env = st_unit_env(pass, unit, class);
  int64_t yes = 0;
  strata_status status = st_expr_eval(unit->code->subject, &env, &yes);
  *out = yes != 0;
  return status;
}

strata_status st_unit_start(st_pass *pass, st_unit *unit, st_members members,
                            bool holds) {
  if (members.bits == pass->bits) {
    members.bits =
        st_arena_take(&pass->arena, pass->words, sizeof members.bits[0]);
    if (!members.bits) return STRATA_ENOMEM;
    memcpy(members.bits, pass->bits, pass->words * sizeof members.bits[0]);
  }
  unit->members = members;
  unit->holds = holds;
  unit->started = true;
  return STRATA_OK;
}

/* -- Order -- */

bool st_unit_before(const st_unit *a, const st_unit *b, strata_layer layer,
                    const strata_rules *rules) {
  if (st_layer_order(rules, layer) == STRATA_BY_PRIORITY &&
      a->priority != b->priority) {
    return a->priority < b->priority;
  }
  if (a->stamp != b->stamp) return a->stamp < b->stamp;
  if (a->instance.stamp != b->instance.stamp) {
    return a->instance.stamp < b->instance.stamp;
  }
  if (a->object_stamp != b->object_stamp) {
    return a->object_stamp < b->object_stamp;
  }
  if (a->position != b->position) return a->position < b->position;
  if (a->index != b->index) return a->index < b->index;
  return a->object < b->object;
}

st_place st_unit_place(const st_pass *pass, const st_unit *unit,
                       strata_layer layer) {
  uint32_t priority = UINT32_C(0x80000000);
  if (unit->phase == ST_PHASE_CDA) {
    priority = 0;
  } else if (unit->phase == ST_PHASE_LAST) {
    priority = UINT32_MAX;
  } else if (st_layer_order(pass->rules, layer) == STRATA_BY_PRIORITY) {
    priority = unit->priority;
  }
  return (st_place){.high = (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000))
                                << 32 |
                            priority,
                    .low = unit->stamp << 6};
}

strata_entity st_unit_source(const st_pass *pass, const st_unit *unit) {
  if (unit->kind == ST_UNIT_EFFECT) {
    return st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE, unit->effect);
  }
  return st_entity_handle(pass->store, unit->object);
}
