/*
 * layer_unit.c - the units of a pass.
 *
 * Units of effects and laws exist from the beginning. Units of abilities are
 * made for each ability of each object that functions where the object is, and
 * again whenever a part gives an ability during the pass, which can still apply
 * in this layer and in later ones.
 *
 * A unit is in the bucket of each layer that it has parts in. Units of one
 * object are in a chain, so that a new ability can be looked up without a scan.
 */
#include "layers/pass/layer_unit.h"

#include "layers/pass/subject.h"

#include <string.h>

/* -- Buckets: the units of each layer -- */

/* Find or make the bucket of a layer. Spare buckets of earlier passes lie
 * behind the ones in use and keep their memory. */
static st_layer_bucket *find_layer_bucket(st_pass *pass, strata_layer layer) {
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
    pass->buckets[pass->bucket_kept++] = (st_layer_bucket){0};
  }
  st_layer_bucket spare = pass->buckets[pass->bucket_count];
  memmove(pass->buckets + low + 1, pass->buckets + low,
          (pass->bucket_count - low) * sizeof pass->buckets[0]);
  pass->bucket_count++;
  spare.layer = layer;
  spare.count = 0;
  pass->buckets[low] = spare;
  return &pass->buckets[low];
}

/* Put a unit into the buckets of its layers, from `from` on. */
static bool add_unit_to_buckets(st_pass *pass, uint32_t number,
                                strata_layer from) {
  const st_clause *clause = pass->units[number].base_clause;
  for (uint32_t i = 0; i < clause->part_count; i++) {
    strata_layer layer = st_part_header_layer(clause->parts[i].flags);
    bool again =
        i > 0 && st_part_header_layer(clause->parts[i - 1].flags) == layer;
    if (layer < from || again) continue;
    st_layer_bucket *bucket = find_layer_bucket(pass, layer);
    if (!bucket ||
        !st_mem_reserve(pass->mem, &bucket->units, &bucket->capacity,
                        bucket->count + 1, sizeof bucket->units[0])) {
      return false;
    }
    bucket->units[bucket->count++] = number;
  }
  return true;
}

/* Reserve a unit, which the caller writes in place and then adds: a copy would
 * stall on its own stores. NULL if there is no memory. */
static st_layer_unit *reserve_unit(st_pass *pass) {
  bool room = pass->unit_count < UINT32_MAX - 1 &&
              st_mem_reserve(pass->mem, &pass->units, &pass->unit_capacity,
                             pass->unit_count + 1, sizeof pass->units[0]);
  return room ? &pass->units[pass->unit_count] : NULL;
}

/* Whether a clause reads values of other entities where it applies, or changes
 * text. The values of a created copy effect were taken when it was created, and
 * do not change. */
static bool takes_from_others(const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    strata_op op = st_part_header_op(clause->parts[i].flags);
    if (op == STRATA_OP_BORROW || op == STRATA_OP_SUBSTITUTE ||
        st_clause_part_takes_set(&clause->parts[i]) ||
        (op == STRATA_OP_COPY && clause->parts[i].operand)) {
      return true;
    }
  }
  return false;
}

static bool add_reserved_unit(st_pass *pass, strata_layer from) {
  uint32_t number = (uint32_t)pass->unit_count;
  st_layer_unit *unit = &pass->units[number];
  uint32_t class = st_class_of_slot(pass->classes, unit->object);
  if (class != 0) {
    unit->next_of_object = pass->first_of_object[class];
    pass->first_of_object[class] = number + 1;
  }
  pass->taker_count += takes_from_others(unit->base_clause);
  pass->unit_count++;
  return add_unit_to_buckets(pass, number, from);
}

/* -- Units of abilities -- */

/* A characteristic-defining ability that an effect has given is none (604.3a),
 * but functions everywhere all the same. */
bool st_layer_unit_functions(const st_pass *pass, const st_ability *ability,
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

static bool has_unit_of_instance(const st_pass *pass, uint32_t class,
                                 const st_ability_instance *instance) {
  uint32_t n = pass->first_of_object[class];
  for (; n != 0; n = pass->units[n - 1].next_of_object) {
    const st_layer_unit *unit = &pass->units[n - 1];
    if (unit->kind == ST_LAYER_UNIT_ABILITY && !unit->removed &&
        st_ability_instance_same(&unit->instance, instance)) {
      return true;
    }
  }
  return false;
}

/* True if the ability was given, directly or not, by an ability of the same
 * name. The object has such an ability but it makes no unit, or a pass might
 * never end. */
static bool given_by_its_like(const st_pass *pass,
                              const st_ability_instance *instance) {
  for (uint32_t n = instance->giver; n != 0;
       n = pass->units[n - 1].instance.giver) {
    const st_layer_unit *giver = &pass->units[n - 1];
    if (giver->kind != ST_LAYER_UNIT_ABILITY) return false;
    if (giver->instance.ability == instance->ability) return true;
  }
  return false;
}

/* All fields of a new unit are initialised by name: compilers clear the rest of
 * a struct at a cost. */
#define UNIT_NOT_STARTED                                                       \
  .next_of_object = 0, .last_step = 0, .started_siblings = 0,                  \
  .started = false, .condition_holds = false, .removed = false,                \
  .to_renew = false, .to_check = false, .membership_version = 0,               \
  .members = {.one = 0, .bits = NULL}

static bool add_ability_units(st_pass *pass, uint32_t slot,
                              const st_ability_instance *instance,
                              uint32_t position, strata_layer from) {
  const st_ability *ability = &pass->rules->abilities[instance->ability];
  uint64_t own = st_get64(pass->store, ST_COLUMN_ENTITY_STAMP, slot);
  bool cda = ability->kind == STRATA_ABILITY_CDA &&
             instance->origin == STRATA_ORIGIN_PRINTED;
  for (uint32_t c = 0; c < ability->clause_count; c++) {
    st_layer_unit *unit = reserve_unit(pass);
    if (!unit) return false;
    *unit = (st_layer_unit){
        .clause = &ability->clauses[c],
        .base_clause = &ability->clauses[c],
        .effect_clause = NULL,
        .instance = *instance,
        .stamp = instance->stamp > own ? instance->stamp : own, /* 613.7a */
        .object_stamp = own,
        .serial = 0,
        .object = slot,
        .effect = 0,
        .index = c,
        .position = position,
        .priority = UINT32_C(0x80000000),
        .kind = ST_LAYER_UNIT_ABILITY,
        .phase = cda ? ST_LAYER_PHASE_CDA : ST_LAYER_PHASE_MAIN,
        UNIT_NOT_STARTED};
    unit->instance.text_change = 0; /* until its existence is checked */
    if (!add_reserved_unit(pass, from)) return false;
  }
  return true;
}

strata_status st_layer_units_add_abilities(st_pass *pass, uint32_t class,
                                           uint64_t list, strata_layer from) {
  if (list >= pass->lists.list_count || !pass->lists.lists[list].acts) {
    return STRATA_OK;
  }
  uint32_t slot = st_class_sole_slot(pass->classes, class);
  assert(slot != 0); /* an object with such abilities has a class of its own */
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&pass->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    const st_ability *ability = &pass->rules->abilities[items[i].ability];
    if (items[i].forbidden || ability->clause_count == 0 ||
        !st_layer_unit_functions(pass, ability, slot) ||
        has_unit_of_instance(pass, class, &items[i]) ||
        given_by_its_like(pass, &items[i])) {
      continue;
    }
    if (pass->unit_count >= ST_LAYER_UNITS_MAX) return STRATA_ERANGE;
    if (!add_ability_units(pass, slot, &items[i], i, from)) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

static strata_status add_all_ability_units(st_pass *pass) {
  strata_attr attr = pass->rules->ability_attr;
  if (attr == 0 || !pass->in_force->abilities_act) return STRATA_OK;
  uint32_t column = pass->rules->attrs[attr - 1].base_column;
  for (uint32_t w = 0; w < pass->words; w++) {
    uint64_t live = st_class_live(pass->classes, w);
    for (; live != 0; live &= live - 1) {
      uint32_t class = w * 64 + st_lowest_bit(live);
      uint32_t slot = st_class_sole_slot(pass->classes, class);
      if (slot == 0 ||
          !st_in_force_list_acts(pass->in_force,
                                 st_get32(pass->store, column, slot))) {
        continue;
      }
      uint64_t list;
      strata_status status = st_board_get(&pass->board, attr, class, &list);
      if (!status) {
        status = st_layer_units_add_abilities(pass, class, list, INT32_MIN);
      }
      if (status) return status;
    }
  }
  return STRATA_OK;
}

/* -- Units of effects and laws -- */

strata_status st_layer_unit_add_effect(st_pass *pass,
                                       const st_created_clause *created) {
  const st_store *store = pass->store;
  strata_entity source =
      st_get64(store, ST_COLUMN_EFFECT_SOURCE, created->effect);
  uint32_t priority =
      st_get32(store, ST_COLUMN_EFFECT_PRIORITY, created->effect);
  st_layer_unit *unit = reserve_unit(pass);
  if (!unit) return STRATA_ENOMEM;
  static const st_ability_instance none = {0};
  *unit = (st_layer_unit){
      .clause = &created->clause,
      .base_clause = &created->clause,
      .effect_clause = created,
      .instance = none,
      .stamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, created->effect),
      .object_stamp = 0,
      .serial = created->serial,
      .object = st_entity_slot(store, source),
      .effect = created->effect,
      .index = 0,
      .position = created->locked_part ? 0 : 1,
      .priority = priority ^ UINT32_C(0x80000000),
      .kind = ST_LAYER_UNIT_EFFECT,
      .phase = ST_LAYER_PHASE_MAIN,
      UNIT_NOT_STARTED};
  pass->orphan_count += source != 0 && unit->object == 0;
  return add_reserved_unit(pass, INT32_MIN) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status add_effect_units(st_pass *pass) {
  strata_status status = STRATA_OK;
  pass->first_effect_unit = (uint32_t)pass->unit_count;
  for (size_t i = 0; !status && i < pass->in_force->clause_count; i++) {
    status = st_layer_unit_add_effect(pass, pass->in_force->clauses[i]);
  }
  return status;
}

static bool add_law_unit(st_pass *pass, uint32_t index, uint32_t holder) {
  const st_law *law = &pass->rules->laws[index];
  uint64_t stamp = 0;
  if (holder) {
    const st_attr *counter = &pass->rules->attrs[law->counter - 1];
    stamp = st_get64(pass->store, counter->counter_stamp_column, holder);
  }
  st_layer_unit *unit = reserve_unit(pass);
  if (!unit) return false;
  *unit = (st_layer_unit){.clause = &law->clause,
                          .base_clause = &law->clause,
                          .stamp = stamp,
                          .object = holder,
                          .index = index,
                          .priority = UINT32_C(0x80000000),
                          .kind = ST_LAYER_UNIT_LAW,
                          .phase = law->last ? ST_LAYER_PHASE_LAST
                                             : ST_LAYER_PHASE_MAIN};
  return add_reserved_unit(pass, INT32_MIN);
}

static strata_status add_law_units(st_pass *pass) {
  const st_store *store = pass->store;
  for (uint32_t i = 0; i < pass->rules->law_count; i++) {
    const st_law *law = &pass->rules->laws[i];
    if (!st_law_has_parts(law)) continue;
    if (law->counter == 0) {
      if (!add_law_unit(pass, i, 0)) return STRATA_ENOMEM;
      continue;
    }
    const st_attr *counter = &pass->rules->attrs[law->counter - 1];
    uint32_t top = st_entity_top(store);
    for (uint32_t slot = 1; slot <= top; slot++) {
      if (st_entity_base(store, counter, slot) == 0 ||
          !st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) {
        continue;
      }
      if (!add_law_unit(pass, i, slot)) return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

strata_status st_layer_units_make(st_pass *pass) {
  pass->first_of_object = st_arena_alloc(&pass->arena, (size_t)pass->words * 64,
                                         sizeof pass->first_of_object[0]);
  if (!pass->first_of_object) return STRATA_ENOMEM;
  strata_status status = add_law_units(pass);
  if (!status) status = add_effect_units(pass);
  if (!status) status = add_all_ability_units(pass);
  return status;
}

/* -- Existence and clause -- */

strata_status st_layer_unit_exists(st_pass *pass, const st_layer_unit *unit,
                                   bool *exists, uint16_t *text_change) {
  *exists = true;
  *text_change = unit->instance.text_change;
  if (unit->kind != ST_LAYER_UNIT_ABILITY) return STRATA_OK;
  uint64_t list;
  strata_status status =
      st_board_get(&pass->board, pass->rules->ability_attr,
                   st_class_of_slot(pass->classes, unit->object), &list);
  if (status) return status;
  const st_ability_instance *instance =
      st_ability_list_find(&pass->lists, list, &unit->instance);
  *exists = instance != NULL;
  if (instance) *text_change = instance->text_change;
  return STRATA_OK;
}

strata_status st_layer_unit_clause(st_pass *pass, const st_layer_unit *unit,
                                   uint16_t text_change,
                                   const st_clause **out) {
  *out = unit->base_clause;
  if (text_change == 0) return STRATA_OK;
  return st_clause_variants_find(&pass->variants, unit->base_clause,
                                 text_change, out);
}

/* -- Members -- */

st_expr_env st_layer_unit_env(st_pass *pass, const st_layer_unit *unit,
                              uint32_t it) {
  return st_pass_env(pass, it, st_class_of_slot(pass->classes, unit->object));
}

static void find_locked_members(const st_pass *pass,
                                const st_created_clause *created,
                                uint64_t *bits, st_members *out) {
  const st_store *store = pass->store;
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, created->locked_part);
  if (node == 0) return;
  const st_classes *classes = pass->classes;
  if (st_get32(store, ST_COLUMN_NODE_SIBLING, node) == 0) {
    out->one =
        st_class_of_slot(classes, st_get32(store, ST_COLUMN_NODE_TARGET, node));
    return;
  }
  memset(bits, 0, pass->words * sizeof *bits);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
    st_bit_set(bits, st_class_of_slot(classes, slot), true);
  }
  out->bits = bits;
}

static strata_status match_subject_members(st_pass *pass,
                                           const st_layer_unit *unit,
                                           const st_clause *clause,
                                           uint64_t *bits, st_members *out) {
  uint32_t source = st_class_of_slot(pass->classes, unit->object);
  out->bits = st_subject_find_recent(pass, clause->subject, source);
  if (out->bits) return STRATA_OK;
  st_expr_env env = st_pass_env(pass, 0, source);
  assert(env.word_count <= pass->words);
  memset(bits + env.word_count, 0,
         (pass->words - env.word_count) * sizeof *bits);
  return st_subject_evaluate(pass, clause->subject, &env, bits, &out->bits);
}

strata_status st_layer_unit_members(st_pass *pass, const st_layer_unit *unit,
                                    const st_clause *clause, uint64_t *bits,
                                    st_members *out, bool *holds) {
  *out = (st_members){0};
  *holds = true;
  if (clause->condition) {
    st_expr_env env = st_layer_unit_env(pass, unit, 0);
    int64_t result = 0;
    strata_status status = st_expr_eval(clause->condition, &env, &result);
    if (status) return status;
    *holds = result != 0;
    if (!*holds) return STRATA_OK;
  }
  if (unit->effect_clause && unit->effect_clause->locked_part) {
    find_locked_members(pass, unit->effect_clause, bits, out);
    return STRATA_OK;
  }
  if (!clause->subject) {
    out->one = st_class_of_slot(pass->classes, unit->object);
    return STRATA_OK;
  }
  return match_subject_members(pass, unit, clause, bits, out);
}

bool st_layer_unit_targets(const st_pass *pass, const st_created_clause *locked,
                           uint32_t class) {
  const st_store *store = pass->store;
  assert(locked->locked_part != 0);
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, locked->locked_part);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    uint32_t slot = st_get32(store, ST_COLUMN_NODE_TARGET, node);
    if (st_class_of_slot(pass->classes, slot) == class) return true;
  }
  return false;
}

strata_status st_layer_unit_affects(st_pass *pass, const st_layer_unit *unit,
                                    uint32_t class, bool *out) {
  *out = false;
  if (unit->effect_clause && unit->effect_clause->locked_part) {
    *out = st_layer_unit_targets(pass, unit->effect_clause, class);
    return STRATA_OK;
  }
  if (!unit->clause->subject) {
    *out = st_class_of_slot(pass->classes, unit->object) == class;
    return STRATA_OK;
  }
  st_expr_env env = st_layer_unit_env(pass, unit, class);
  int64_t yes = 0;
  strata_status status = st_expr_eval(unit->clause->subject, &env, &yes);
  *out = yes != 0;
  return status;
}

void st_layer_unit_count_sibling(st_pass *pass, uint32_t number, int by) {
  const st_layer_unit *unit = &pass->units[number];
  if (unit->kind != ST_LAYER_UNIT_ABILITY) return;
  uint32_t count = pass->rules->abilities[unit->instance.ability].clause_count;
  uint32_t first = number - unit->index;
  for (uint32_t i = first; i < first + count; i++) {
    st_layer_unit *sibling = &pass->units[i];
    if (i == number) continue;
    sibling->started_siblings += (uint32_t)by;
    if (unit->started && !sibling->started) { /* its text if it is lost */
      sibling->instance.text_change = unit->instance.text_change;
    }
  }
}

strata_status st_layer_unit_start(st_pass *pass, st_layer_unit *unit,
                                  st_members members, bool holds) {
  if (members.bits == pass->bitmap_scratch) {
    members.bits =
        st_arena_alloc(&pass->arena, pass->words, sizeof members.bits[0]);
    if (!members.bits) return STRATA_ENOMEM;
    memcpy(members.bits, pass->bitmap_scratch,
           pass->words * sizeof members.bits[0]);
  }
  unit->members = members;
  unit->condition_holds = holds;
  unit->started = true;
  if (holds) {
    st_layer_unit_count_sibling(pass, (uint32_t)(unit - pass->units), 1);
  }
  return STRATA_OK;
}

/* -- Order -- */

bool st_layer_unit_before(const st_layer_unit *a, const st_layer_unit *b,
                          strata_layer layer, const strata_rules *rules) {
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

st_sort_key st_layer_unit_place(const st_pass *pass, const st_layer_unit *unit,
                                strata_layer layer) {
  uint32_t priority = UINT32_C(0x80000000);
  if (unit->phase == ST_LAYER_PHASE_CDA) {
    priority = 0;
  } else if (unit->phase == ST_LAYER_PHASE_LAST) {
    priority = UINT32_MAX;
  } else if (st_layer_order(pass->rules, layer) == STRATA_BY_PRIORITY) {
    priority = unit->priority;
  }
  return (st_sort_key){
      .high =
          (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000)) << 32 | priority,
      .low = unit->stamp << 6};
}

strata_entity st_layer_unit_source(const st_pass *pass,
                                   const st_layer_unit *unit) {
  if (unit->kind == ST_LAYER_UNIT_EFFECT) {
    return st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE, unit->effect);
  }
  return st_entity_handle(pass->store, unit->object);
}
