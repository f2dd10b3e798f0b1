/*
 * api_value.c - current values, one by one and many at once.
 *
 * strata_get_int is what games call most, so it has a path in which nothing but
 * the checks and the cache is touched; everything else is kept out of line.
 */
#include "api/world/api_world.h"
#include "layers/values/read_many.h"
#include "world/objects/object_values.h"

#include <assert.h>

/* -- Values -- */

static strata_status refuse_get_memory(strata_world *world) {
  return ST_REFUSE(world, STRATA_ENOMEM, "get: out of memory");
}

static bool reserve_out_symbols(strata_world *world, size_t count) {
  if (ST_LIKELY(count <= world->out_symbol_capacity)) return true;
  return st_mem_reserve(&world->mem, &world->out_symbols,
                        &world->out_symbol_capacity, count,
                        sizeof world->out_symbols[0]);
}

/* The set that the world's buffer of symbols holds. */
static void export_symbols(strata_world *world, strata_type type, size_t count,
                           strata_value *out) {
  *out = (strata_value){
      .type = type, .symbols = world->out_symbols, .symbol_count = count};
}

/* Convert the text in the world's buffer, a name on each line, to symbols. */
static strata_status export_name_list(strata_world *world, strata_value *out) {
  if (world->out_text.failed) return refuse_get_memory(world);
  const char *at = st_text_get(&world->out_text);
  strata_symbol symbol;
  size_t count = 0;
  while (st_symbol_list_next(world->rules, &at, &symbol)) {
    if (!reserve_out_symbols(world, count + 1)) return refuse_get_memory(world);
    world->out_symbols[count++] = symbol;
  }
  export_symbols(world, STRATA_ABILITIES, count, out);
  return STRATA_OK;
}

/* The abilities in a list of the evaluator. */
static strata_status export_abilities(strata_world *world, uint64_t list,
                                      strata_value *out) {
  uint32_t length;
  const st_ability_instance *items =
      st_ability_list_items(&st_eval_pass(&world->eval)->lists, list, &length);
  if (!reserve_out_symbols(world, length)) return refuse_get_memory(world);
  size_t count = 0;
  for (uint32_t i = 0; i < length; i++) {
    if (items[i].forbidden) continue;
    world->out_symbols[count++] =
        world->rules->abilities[items[i].ability].symbol;
  }
  export_symbols(world, STRATA_ABILITIES, count, out);
  return STRATA_OK;
}

static strata_status export_set(strata_world *world, const st_attr *attr,
                                const uint64_t *words, strata_value *out) {
  if (!reserve_out_symbols(world, attr->domain_count)) {
    return refuse_get_memory(world);
  }
  size_t count = 0;
  for (uint32_t k = 0; k < attr->word_count; k++) {
    for (uint64_t left = words[k]; left != 0; left &= left - 1) {
      world->out_symbols[count++] = attr->domain[k * 64 + st_lowest_bit(left)];
    }
  }
  export_symbols(world, STRATA_SET, count, out);
  return STRATA_OK;
}

static strata_status export_text(strata_world *world, uint32_t text,
                                 strata_value *out) {
  st_text_clear(&world->out_text);
  st_strings_read(&world->store, text, &world->out_text);
  if (world->out_text.failed) return refuse_get_memory(world);
  *out = (strata_value){.type = STRATA_TEXT,
                        .text = st_text_get(&world->out_text)};
  return STRATA_OK;
}

/* Export the types that have more than one word, or need a lookup. */
static ST_NOINLINE strata_status export_large_value(strata_world *world,
                                                    const st_attr *a,
                                                    const uint64_t *words,
                                                    strata_value *out) {
  if (a->type == STRATA_TEXT) {
    return export_text(world, (uint32_t)words[0], out);
  }
  if (a->type == STRATA_SET) return export_set(world, a, words, out);
  assert(a->type == STRATA_ABILITIES);
  return export_abilities(world, words[0], out);
}

/* Convert words to the public form; of ABILITIES the word is the number of a
 * list. Each type writes its own struct straight to `out`: a struct that is
 * built first and then copied stalls on its own stores. */
static inline strata_status export_words(strata_world *world, const st_attr *a,
                                         const uint64_t *words,
                                         strata_value *out) {
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    *out = (strata_value){.type = a->type, .integer = (int64_t)words[0]};
    return STRATA_OK;
  case STRATA_REF:
    *out = (strata_value){.type = STRATA_REF, .ref = words[0]};
    return STRATA_OK;
  case STRATA_SYM:
    *out =
        (strata_value){.type = STRATA_SYM, .symbol = (strata_symbol)words[0]};
    return STRATA_OK;
  case STRATA_TEXT:
  case STRATA_SET:
  case STRATA_ABILITIES:
    break;
  }
  return export_large_value(world, a, words, out);
}

strata_status st_world_export_value(strata_world *world, strata_attr attr,
                                    const uint64_t *words, strata_value *out) {
  return export_words(world, &world->rules->attrs[attr - 1], words, out);
}

strata_status st_world_export_base_value(strata_world *world, strata_attr attr,
                                         uint32_t slot, strata_value *out) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  if (!st_mem_reserve(&world->mem, &world->value_words,
                      &world->value_word_capacity, a->word_count,
                      sizeof world->value_words[0])) {
    return refuse_get_memory(world);
  }
  if (a->type == STRATA_SET) {
    st_entity_base_symbols(&world->store, a, slot, world->value_words);
  } else {
    world->value_words[0] = (uint64_t)st_entity_base(&world->store, a, slot);
  }
  if (a->type == STRATA_ABILITIES) {
    st_text_clear(&world->out_text);
    st_strings_read(&world->store, (uint32_t)world->value_words[0],
                    &world->out_text);
    return export_name_list(world, out);
  }
  return export_words(world, a, world->value_words, out);
}

/* The current value's words after checking the arguments. */
static strata_status evaluate_words(strata_world *world, const char *call,
                                    strata_entity entity, strata_attr attr,
                                    const uint64_t **out) {
  if (st_world_is_unreadable(world)) return st_world_refuse_locked(world, call);
  if (!st_world_check_attr(world, call, attr)) return STRATA_ENOENT;
  uint32_t slot = st_world_check_entity(world, call, entity);
  if (slot == 0) return STRATA_ESTALE;
  strata_status status = st_eval_value(&world->eval, attr, slot, out);
  if (status) {
    return ST_REFUSE(world, status, call, ": ", st_status_text(status));
  }
  return STRATA_OK;
}

/* Read a cached value. The key of its row also proves that the handle is alive.
 */
static inline const uint64_t *
cached_words(const st_eval *eval, strata_entity entity, strata_attr attr) {
  if (attr - 1 >= eval->cells.attr_count || st_eval_needs_refresh(eval)) {
    return NULL;
  }
  const st_value_cache_attr *a = &eval->cells.attrs[attr - 1];
  uint32_t slot = st_slot_of(entity);
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= eval->cells.block_count) return NULL;
  const uint64_t *row =
      a->rows[block] + (size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride;
  return row[0] == st_value_cache_key(a, st_generation_of(entity)) ? row + 1
                                                                   : NULL;
}

strata_status strata_get(strata_world *world, strata_entity entity,
                         strata_attr attr, strata_value *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get: out is NULL");
  const uint64_t *words = cached_words(&world->eval, entity, attr);
  if (ST_LIKELY(words && !st_world_is_unreadable(world))) {
    return export_words(world, &world->rules->attrs[attr - 1], words, out);
  }
  strata_status status = evaluate_words(world, "get", entity, attr, &words);
  return status ? status : st_world_export_value(world, attr, words, out);
}

/* The slow path of strata_get_int. */
static ST_COLD strata_status get_int_checked(strata_world *world,
                                             strata_entity entity,
                                             strata_attr attr, int64_t *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "get");
  }
  const st_attr *a = st_world_check_attr(world, "get", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_INT && a->type != STRATA_FLAG) {
    return st_world_refuse_attr_type(world, "get", a, "int or flag");
  }
  const uint64_t *words = NULL;
  strata_status status = evaluate_words(world, "get", entity, attr, &words);
  if (status) return status;
  assert(words);
  *out = (int64_t)words[0];
  return STRATA_OK;
}

/* Compute a number whose cached row is out of date. If only the base value has
 * changed, running its number program again is enough. */
static ST_NOINLINE strata_status get_int_recomputed(strata_world *world,
                                                    strata_entity entity,
                                                    strata_attr attr,
                                                    uint64_t *row,
                                                    int64_t *out) {
  st_eval *eval = &world->eval;
  const st_value_cache_attr *a = &eval->cells.attrs[attr - 1];
  const st_attr *attribute = &world->rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(&world->store, entity);
  st_number_program *program =
      st_eval_find_fresh_program(eval, a, st_slot_of(entity));
  int64_t v;
  if (slot != 0 && !program &&
      st_evaluate_value_by_sums(eval, attr, slot, &v)) {
    row[0] = st_value_cache_key(a, st_generation_of(entity));
    row[1] = (uint64_t)v;
    eval->evaluations++;
    *out = v;
    return STRATA_OK;
  }
  if (slot == 0 || !program) return get_int_checked(world, entity, attr, out);
  v = st_entity_base(&world->store, attribute, slot);
  if (st_number_program_is_short(program, attribute)) {
    const st_number_step *end = program->steps + program->count;
    for (const st_number_step *s = program->steps; s != end; s++) {
      v = st_number_step_run(s, v);
    }
  } else {
    v = st_number_program_run(program, attribute, v);
  }
  row[0] = st_value_cache_key(a, st_generation_of(entity));
  row[1] = (uint64_t)v;
  eval->evaluations++;
  *out = v;
  return STRATA_OK;
}

/* Read again after what is in force and the pass have been brought up to date.
 */
static ST_NOINLINE strata_status get_int_after_refresh(strata_world *world,
                                                       strata_entity entity,
                                                       strata_attr attr,
                                                       int64_t *out) {
  st_world_go_back(world);
  st_eval *eval = &world->eval;
  if (st_world_is_unreadable(world) || attr - 1 >= eval->cells.attr_count ||
      !out || !st_eval_needs_refresh(eval) ||
      st_entity_slot(&world->store, entity) == 0) {
    return get_int_checked(world, entity, attr, out);
  }
  strata_status status = st_eval_refresh(eval);
  if (status) {
    return ST_REFUSE(world, status, "get: ", st_status_text(status));
  }
  return strata_get_int(world, entity, attr, out);
}

strata_status strata_get_int(strata_world *world, strata_entity entity,
                             strata_attr attr, int64_t *out) {
  const st_eval *eval = &world->eval;
  if (ST_LIKELY(attr - 1 < eval->cells.attr_count && out &&
                !st_eval_needs_refresh(eval) && st_world_is_current(world))) {
    const st_value_cache_attr *a = &eval->cells.attrs[attr - 1];
    uint32_t slot = st_slot_of(entity);
    uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
    if (ST_LIKELY(block < eval->cells.block_count &&
                  a->int_epoch != ST_VALUE_EPOCH_NEVER)) {
      uint64_t *row = a->rows[block] + (size_t)(slot % ST_VALUE_BLOCK_ROWS) * 2;
      uint64_t key = (entity & ~(uint64_t)UINT32_MAX) | a->int_epoch;
      if (ST_LIKELY(row[0] == key)) {
        *out = (int64_t)row[1];
        return STRATA_OK;
      }
      if (a->rows[block] != eval->cells.empty_block) {
        return get_int_recomputed(world, entity, attr, row, out);
      }
    }
  }
  return get_int_after_refresh(world, entity, attr, out);
}

/* -- Many at once -- */

static strata_status refuse_bulk_entity(strata_world *world,
                                        strata_entity entity, size_t index) {
  return ST_REFUSE(world, STRATA_ESTALE, "get_ints: entities[",
                   st_number_format((int64_t)index).text, "], ",
                   st_handle_text_of(entity).text,
                   entity == 0 ? ", is nobody"
                               : ", no longer exists in this world");
}

static strata_status refuse_bulk_read(strata_world *world,
                                      strata_status status) {
  return ST_REFUSE(world, status, "get_ints: ", st_status_text(status));
}

/* Compute a value that is not cached. */
static ST_NOINLINE strata_status get_uncached_int(strata_world *world,
                                                  strata_attr attr,
                                                  strata_entity entity,
                                                  size_t index, int64_t *out) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (slot == 0) return refuse_bulk_entity(world, entity, index);
  const uint64_t *words;
  strata_status status = st_eval_value(&world->eval, attr, slot, &words);
  if (status) return refuse_bulk_read(world, status);
  *out = (int64_t)words[0];
  return STRATA_OK;
}

/* Compute an entity's value by the class sums alone, without reading or writing
 * a cell. */
static inline bool get_summed_int(const st_read_many *bulk,
                                  strata_entity entity, int64_t *out) {
  const st_store *store = bulk->eval->store;
  const st_attr *a = bulk->attr;
  uint32_t slot = st_entity_slot(store, entity);
  return slot != 0 && st_get32(store, a->chain_column, slot) == 0 &&
         st_class_sums_value(bulk->sums, a,
                             st_class_of_slot(&bulk->eval->classes, slot),
                             st_entity_base(store, a, slot), out);
}

/* Read the value from its cached row, if it has it. */
static inline bool get_cached_int(const st_value_cache *cells, strata_attr attr,
                                  strata_entity entity, int64_t *out) {
  const st_value_cache_attr *a = &cells->attrs[attr - 1];
  uint32_t slot = st_slot_of(entity);
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cells->block_count) return false;
  const uint64_t *row =
      a->rows[block] + (size_t)(slot % ST_VALUE_BLOCK_ROWS) * 2;
  uint64_t key = (entity & ~(uint64_t)UINT32_MAX) | a->int_epoch;
  if (row[0] != key) return false;
  *out = (int64_t)row[1];
  return true;
}

typedef struct bulk_int_request {
  strata_world *world;
  strata_attr attr;
  const strata_entity *entities;
  int64_t *out;
} bulk_int_request;

/* Read the values of entities first to end - 1, one by one. */
static strata_status get_ints_singly(const bulk_int_request *wanted,
                                     const st_read_many *bulk, size_t first,
                                     size_t end) {
  strata_world *world = wanted->world;
  strata_attr attr = wanted->attr;
  const strata_entity *entities = wanted->entities;
  int64_t *out = wanted->out;
  bool sums = bulk->source == ST_READ_MANY_SUMS;
  for (size_t i = first; i < end; i++) {
    bool done =
        sums ? get_summed_int(bulk, entities[i], &out[i])
             : get_cached_int(&world->eval.cells, attr, entities[i], &out[i]);
    if (ST_LIKELY(done)) continue;
    strata_status status =
        get_uncached_int(world, attr, entities[i], i, &out[i]);
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status strata_get_ints(strata_world *world, strata_attr attr,
                              const strata_entity *entities, size_t count,
                              int64_t *out) {
  st_world_go_back(world);
  const st_attr *a = st_world_check_attr(world, "get_ints", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_INT && a->type != STRATA_FLAG) {
    return st_world_refuse_attr_type(world, "get_ints", a, "int or flag");
  }
  if (count > 0 && (!entities || !out)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "get_ints: ", out ? "entities" : "out", " is NULL");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "get_ints");
  }
  st_eval *eval = &world->eval;
  strata_status status = st_eval_ensure_fresh(eval);
  st_read_many bulk;
  if (!status) status = st_read_many_begin(eval, attr, &bulk);
  if (status) return refuse_bulk_read(world, status);
  const bulk_int_request wanted = {world, attr, entities, out};
  size_t run;
  for (size_t i = 0; !status && i < count; i += run) {
    run = st_read_many_run_length(entities + i, count - i);
    if (st_read_many_values(&bulk, entities + i, run, out + i)) continue;
    status = get_ints_singly(&wanted, &bulk, i, i + run);
  }
  return status;
}

/* -- Members of sets and lists -- */

strata_status strata_has(strata_world *world, strata_entity entity,
                         strata_attr attr, strata_symbol symbol, bool *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "has: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "has");
  }
  const st_attr *a = st_world_check_attr(world, "has", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_SET && a->type != STRATA_ABILITIES) {
    return st_world_refuse_attr_type(world, "has", a, "set, and no abilities");
  }
  if (!st_rules_name(world->rules, STRATA_NAME_SYMBOL, symbol)) {
    return ST_REFUSE(
        world, STRATA_ENOENT, "has: no symbol ", st_number_format(symbol).text,
        st_range_text_of(st_rules_count(world->rules, STRATA_NAME_SYMBOL))
            .text);
  }
  uint32_t slot = st_world_check_entity(world, "has", entity);
  if (slot == 0) return STRATA_ESTALE;
  uint32_t place = st_attr_domain_index(a, symbol);
  if (place == UINT32_MAX) {
    *out = false;
    return STRATA_OK;
  }
  strata_status status = st_eval_has(&world->eval, attr, slot, place, out);
  if (status) {
    return ST_REFUSE(world, status, "has: ", st_status_text(status));
  }
  return STRATA_OK;
}
