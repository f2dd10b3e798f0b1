/*
 * watcher_index.c - the lifetime of an index, and what it derives from the
 * rules.
 *
 * Once for a world it looks through all watcher definitions: which roles an
 * event type has, which definitions do not read their source, and which
 * attributes the controllers, ability lists and key values of watchers are read
 * from. The index subscribes to those attributes, so the evaluator's change
 * logs name every entity whose watchers may have changed.
 */
#include "play/index/watcher_index.h"

#include "layers/update/last_known.h"
#include "world/tables/started_watchers.h"

#include <string.h>

void st_watcher_index_init(st_watcher_index *index, st_mutator *change) {
  *index = (st_watcher_index){.change = change};
  st_watcher_buckets_init(&index->buckets, change->mem, change->rules);
}

void st_watcher_index_fini(st_watcher_index *index) {
  if (!index->change) return;
  st_mem *mem = index->change->mem;
  st_watcher_buckets_fini(&index->buckets);
  st_mem_free(mem, index->first_of_entity, index->slot_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, index->occupants, index->occupant_capacity,
              sizeof(uint64_t));
  st_mem_free(mem, index->of_started, index->started_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, index->order, index->order_capacity, sizeof(uint32_t));
  st_mem_free(mem, index->roles, index->type_count, sizeof index->roles[0]);
  st_mem_free(mem, index->key_places, index->type_count,
              sizeof index->key_places[0]);
  st_mem_free(mem, index->defs, index->def_count, sizeof index->defs[0]);
  *index = (st_watcher_index){0};
}

void st_watcher_index_release(st_watcher_index *index) {
  st_mutator *change = index->change;
  uint64_t changes = index->candidate_changes;
  st_watcher_index_fini(index);
  st_watcher_index_init(index, change);
  index->candidate_changes = changes + 1;
}

size_t st_watcher_index_bytes(const st_watcher_index *index) {
  return st_watcher_buckets_bytes(&index->buckets) +
         index->slot_capacity * sizeof index->first_of_entity[0] +
         index->occupant_capacity * sizeof index->occupants[0] +
         index->started_capacity * sizeof index->of_started[0] +
         index->order_capacity * sizeof index->order[0];
}

/* -- What the rules tell once -- */

static bool reads_this_entity(const strata_expr *expr) {
  return expr && expr->uses_this;
}

/* Whether neither the conditions nor the program of a watcher read its source
 * or leave a trace of it: only instructions whose result names no source are
 * allowed. */
static bool is_source_independent(const st_watcher_def *def) {
  const st_program *p = &def->program;
  bool of_this = reads_this_entity(def->when) || reads_this_entity(def->amount);
  for (uint32_t i = 0; i < def->test_count; i++) {
    of_this = of_this || reads_this_entity(def->tests[i].predicate);
  }
  for (uint32_t i = 0; i < p->argument_count; i++) {
    of_this = of_this || reads_this_entity(p->arguments[i].value);
  }
  for (uint32_t i = 0; i < p->instruction_count; i++) {
    const st_instruction *instruction = &p->instructions[i];
    bool silent = instruction->op == STRATA_DO_CHANGE ||
                  instruction->op == STRATA_DO_NOTHING ||
                  instruction->op == STRATA_DO_PREVENT ||
                  instruction->op == STRATA_DO_WHEN;
    of_this = of_this || !silent || reads_this_entity(instruction->when);
  }
  return !of_this && def->uses == 0 && def->uses_per_clock == 0;
}

/* Whether a replacement only changes fields of its event: see
 * st_watcher_index_def. */
static bool does_only_change(const st_watcher_def *def) {
  const st_program *p = &def->program;
  bool only = def->role == STRATA_ROLE_REPLACE && p->instruction_count > 0 &&
              def->uses == 0 && def->uses_per_clock == 0 && !def->optional &&
              !def->may_apply_again && !def->always_ask;
  for (uint32_t i = 0; only && i < p->instruction_count; i++) {
    only = p->instructions[i].op == STRATA_DO_CHANGE ||
           p->instructions[i].op == STRATA_DO_WHEN;
  }
  return only;
}

/* Whether the key of a trigger is all that it asks: see st_watcher_index_def.
 */
static bool asks_key_alone(const strata_rules *rules,
                           const st_watcher_def *def) {
  const st_watcher_key *key = &def->key;
  if (def->role != STRATA_ROLE_TRIGGER || def->event_type == 0 ||
      key->kind == ST_WATCHER_KEY_HAS_SYMBOL) {
    return false;
  }
  const strata_expr *where = st_event_type_get(rules, def->event_type)->where;
  return (!where || where == key->exact_condition) &&
         (!def->when || def->when == key->exact_condition) && !def->only_if &&
         def->test_count == 0 && def->uses == 0 && def->uses_per_clock == 0 &&
         !def->once_per_batch && def->program.parameter_count == 0;
}

static bool alloc_def_tables(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  st_mem *mem = index->change->mem;
  index->type_count = rules->names[STRATA_NAME_EVENT_TYPE].count + 1u;
  index->def_count = rules->names[STRATA_NAME_WATCHER_DEF].count;
  if (!index->roles) index->roles = st_mem_zeroed(mem, index->type_count, 2);
  if (!index->key_places) {
    index->key_places =
        st_mem_zeroed(mem, index->type_count, sizeof index->key_places[0]);
  }
  if (!index->defs && index->def_count > 0) {
    index->defs = st_mem_zeroed(mem, index->def_count, sizeof index->defs[0]);
  }
  return index->roles && index->key_places &&
         (index->defs || index->def_count == 0) &&
         st_watcher_buckets_prepare(&index->buckets);
}

static strata_attr find_ref_attr(const strata_rules *rules, const char *name) {
  strata_attr attr = st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, name);
  return attr != 0 && rules->attrs[attr - 1].type == STRATA_REF ? attr : 0;
}

/* -- Subscriptions -- */

static bool subscribe_to_attr(const st_watcher_index *index, strata_attr attr,
                              unsigned bits) {
  return attr == 0 || st_eval_subscribe(index->change->eval, attr, bits);
}

/* Subscribe to what the value of a key reads, of its own object and of
 * others. */
static bool subscribe_to_key(const st_watcher_index *index,
                             const st_watcher_key *key) {
  const strata_expr *value =
      key->kind == ST_WATCHER_KEY_EQUALS_EXPR ? key->value : NULL;
  for (uint32_t i = 0; value && i < value->node_count; i++) {
    const st_expr_node *node = &value->nodes[i];
    bool follows = node->op == ST_EXPR_FOLLOW || node->op == ST_EXPR_FOLLOW_HAS;
    bool reads = node->op == ST_EXPR_READ || node->op == ST_EXPR_HAS;
    bool own = reads && node->who == ST_WHO_THIS;
    if (!follows && !reads) continue;
    if (!subscribe_to_attr(index, node->attr,
                           own ? ST_CHANGE_LOG_OWN : ST_CHANGE_LOG_OTHERS)) {
      return false;
    }
  }
  return true;
}

static bool subscribe_to_all(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  bool done = true;
  bool of_somebody = index->any_ability;
  for (uint32_t l = 0; l < rules->law_count; l++) {
    if (rules->laws[l].watcher_def_count == 0) continue;
    done = done &&
           subscribe_to_attr(index, rules->laws[l].counter, ST_CHANGE_LOG_OWN);
    of_somebody = of_somebody || rules->laws[l].counter != 0;
  }
  for (uint32_t i = 0; i < index->def_count; i++) {
    done = done && subscribe_to_key(index, &rules->watcher_defs[i].key);
  }
  if (index->any_ability) {
    done = done &&
           subscribe_to_attr(index, rules->ability_attr, ST_CHANGE_LOG_OWN);
  }
  if (of_somebody) {
    done = done &&
           subscribe_to_attr(index, index->controller, ST_CHANGE_LOG_OWN) &&
           subscribe_to_attr(index, index->owner, ST_CHANGE_LOG_OWN);
  }
  st_change_logs_enable(&index->change->eval->changes);
  return done;
}

/* The bits of a definition besides its role: see
 * ST_WATCHER_INDEX_LOOKS_BACK. */
static unsigned look_time_bits(const strata_rules *rules,
                               const st_watcher_def *def) {
  unsigned bits = def->affects_own_entry ? ST_WATCHER_INDEX_OWN_ENTERING : 0;
  if (def->event_type == 0) return bits;
  bool back = st_watcher_def_looks_back(rules, def);
  return bits |
         (back ? ST_WATCHER_INDEX_LOOKS_BACK : ST_WATCHER_INDEX_LOOKS_AFTER);
}

/* The field that the key of a definition looks at, as a bit; 0: none. */
static uint64_t key_place_bit(const strata_rules *rules,
                              const st_watcher_def *def,
                              strata_event_type type) {
  if (type == 0 || def->key.kind == ST_WATCHER_KEY_NONE) return 0;
  uint32_t place = st_event_type_field_index(rules, type, def->key.field);
  return place != ST_NO_FIELD_INDEX ? UINT64_C(1) << place % 64 : 0;
}

bool st_watcher_index_prepare(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  if (!alloc_def_tables(index)) return false;
  for (uint32_t i = 0; i < index->def_count; i++) {
    const st_watcher_def *def = &rules->watcher_defs[i];
    strata_event_type type = st_watcher_buckets_event_type(rules, def);
    unsigned look_bits = look_time_bits(rules, def);
    index->roles[type] |= (uint16_t)(1u << def->role | look_bits);
    index->defs[i].source_independent = is_source_independent(def);
    index->defs[i].key_of_source = def->key.kind == ST_WATCHER_KEY_EQUALS_EXPR;
    index->defs[i].only_changes = does_only_change(def);
    index->defs[i].asks_key_alone = asks_key_alone(rules, def);
    index->key_places[type] |= key_place_bit(rules, def, type);
  }
  /* If the rules have no ability attribute, no entity can have an ability. */
  uint32_t abilities = rules->ability_attr != 0 ? rules->ability_count : 0;
  for (uint32_t i = 0; i < abilities; i++) {
    index->any_ability =
        index->any_ability || rules->abilities[i].watcher_def_count > 0;
  }
  for (uint32_t l = 0; l < rules->law_count; l++) {
    const st_law *law = &rules->laws[l];
    if (law->counter == 0 || law->watcher_def_count == 0) continue;
    if (index->counter_law_end == 0) index->counter_law_first = l;
    index->counter_law_end = l + 1;
  }
  index->controller = find_ref_attr(rules, "controller");
  index->owner = find_ref_attr(rules, "owner");
  index->prepared = subscribe_to_all(index);
  return index->prepared;
}

/* -- Controllers -- */

static strata_status read_live_ref(const st_watcher_index *index,
                                   strata_attr attr, uint32_t slot,
                                   strata_entity *named, strata_entity *out) {
  const uint64_t *words;
  *named = 0;
  if (attr == 0 || *out != 0) return STRATA_OK;
  strata_status status = st_eval_value(index->change->eval, attr, slot, &words);
  if (status) return status;
  *named = words[0];
  if (st_entity_slot(index->change->store, words[0]) != 0) *out = words[0];
  return STRATA_OK;
}

strata_status st_watcher_index_find_controller(const st_watcher_index *index,
                                               strata_entity who,
                                               strata_entity named[2],
                                               strata_entity *out) {
  assert(index->prepared);
  uint32_t slot = who != 0 ? st_entity_slot(index->change->store, who) : 0;
  *out = named[0] = named[1] = 0;
  if (slot == 0) return STRATA_OK;
  strata_status status =
      read_live_ref(index, index->controller, slot, &named[0], out);
  if (!status) {
    status = read_live_ref(index, index->owner, slot, &named[1], out);
  }
  if (!status && *out == 0) *out = who;
  return status;
}

strata_status st_watcher_index_controller(const st_watcher_index *index,
                                          strata_entity who,
                                          strata_entity *out) {
  strata_entity named[2];
  return st_watcher_index_find_controller(index, who, named, out);
}

int64_t st_watcher_index_key_word(const st_watcher_index *index,
                                  const st_watcher_key *key, uint32_t text) {
  const strata_rules *rules = index->change->rules;
  const st_changed_texts *texts = &index->change->eval->changed_texts;
  if (key->kind == ST_WATCHER_KEY_HAS_SYMBOL) {
    const st_attr *attr = &rules->attrs[key->attr - 1];
    return st_attr_domain_index(
        attr, st_changed_texts_symbol(texts, text, attr->domain[key->word]));
  }
  bool is_symbol = key->kind == ST_WATCHER_KEY_EQUALS_WORD &&
                   rules->field_types[key->field - 1] == STRATA_SYM;
  return is_symbol
             ? st_changed_texts_symbol(texts, text, (strata_symbol)key->word)
             : key->word;
}

bool st_watcher_index_is_equivalent(const st_watcher_index *index,
                                    const st_watcher_candidate *a,
                                    const st_watcher_candidate *b) {
  if (a->watcher_def != b->watcher_def || a->you != b->you ||
      a->key_value != b->key_value || a->text != b->text) {
    return false;
  }
  if ((a->started_handle != 0) != (b->started_handle != 0)) return false;
  if (a->self != b->self &&
      !index->defs[a->watcher_def - 1].source_independent) {
    return false;
  }
  const st_watcher_def *def =
      st_watcher_def_get(index->change->rules, a->watcher_def);
  return memcmp(a->variables, b->variables,
                def->program.variables.count * sizeof a->variables[0]) == 0;
}
