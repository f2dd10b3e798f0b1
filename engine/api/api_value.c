/*
 * api_value.c - entities and their values.
 *
 * strata_get_int and strata_set_base_int are what games call most, so both have
 * a path in which nothing but the checks, the cell and the cache is touched;
 * everything else is kept out of line.
 */
#include "api/api_world.h"

#include <string.h>

/* -- Entities -- */

strata_status strata_spawn(strata_world *world, strata_entity *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "spawn: out is NULL");
  st_savepoint start = st_store_begin(&world->store);
  strata_entity entity;
  strata_status status = st_entity_spawn(&world->store, &entity);
  status = st_world_finish(world, start, status, "spawn");
  if (status) return status;
  st_eval_spawned(&world->eval, st_slot_of(entity));
  *out = entity;
  return STRATA_OK;
}

/* Effects that were to last while this source does. */
static strata_status end_sourced(strata_world *world, strata_entity source) {
  st_store *store = &world->store;
  if (st_scalar_get(store, ST_SCALAR_WHILE_SOURCE) == 0) return STRATA_OK;
  for (uint32_t slot = 1; slot <= st_effect_top(store); slot++) {
    if (!st_get_bit(store, ST_COLUMN_EFFECT_WHILE_SOURCE, slot) ||
        st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot) != source) {
      continue;
    }
    st_eval_effect_going(&world->eval, slot);
    strata_status status = st_effect_remove(store, slot);
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status strata_despawn(strata_world *world, strata_entity entity) {
  uint32_t slot = st_world_entity(world, "despawn", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = end_sourced(world, entity);
  if (!status) status = st_effect_release(&world->store, slot);
  if (!status) status = st_entity_despawn(&world->store, slot);
  status = st_world_finish(world, start, status, "despawn");
  if (!status) st_eval_despawned(&world->eval, slot);
  return status;
}

bool strata_is_alive(const strata_world *world, strata_entity entity) {
  return st_entity_slot(&world->store, entity) != 0;
}

strata_entity strata_entity_next(const strata_world *world,
                                 strata_entity entity) {
  const st_store *store = &world->store;
  uint64_t from = (uint64_t)st_slot_of(entity) + 1;
  uint32_t top = st_entity_top(store);
  if (from > top) return 0;
  uint64_t skip = UINT64_MAX << (from % 64);
  for (uint32_t w = (uint32_t)(from / 64); w <= top / 64; w++) {
    uint64_t live = st_get_word(store, ST_COLUMN_ENTITY_LIVE, w) & skip;
    if (live != 0) return st_entity_handle(store, w * 64 + st_lowest_bit(live));
    skip = UINT64_MAX;
  }
  return 0;
}

/* -- Values -- */

/* A value as the public form, its text and symbols in the world's scratch. */
static strata_status give_value(strata_world *world, strata_attr attr,
                                const uint64_t *words, strata_value *out) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  strata_value value = {.type = a->type};
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    value.integer = (int64_t)words[0];
    break;
  case STRATA_REF:
    value.ref = words[0];
    break;
  case STRATA_SYM:
    value.symbol = (strata_symbol)words[0];
    break;
  case STRATA_TEXT:
    st_text_clear(&world->scratch);
    st_strings_read(&world->store, (uint32_t)words[0], &world->scratch);
    if (world->scratch.failed) {
      return ST_REFUSE(world, STRATA_ENOMEM, "get: out of memory");
    }
    value.text = st_text_get(&world->scratch);
    break;
  case STRATA_SET:
    if (!st_mem_reserve(&world->mem, &world->symbols, &world->symbol_capacity,
                        a->domain_count, sizeof world->symbols[0])) {
      return ST_REFUSE(world, STRATA_ENOMEM, "get: out of memory");
    }
    for (uint32_t i = 0; i < a->domain_count; i++) {
      if (!st_bit_test(words, i)) continue;
      world->symbols[value.symbol_count++] = a->domain[i];
    }
    value.symbols = world->symbols;
    break;
  }
  *out = value;
  return STRATA_OK;
}

/* The current value's words after checking the arguments. */
static strata_status current_words(strata_world *world, const char *call,
                                   strata_entity entity, strata_attr attr,
                                   const uint64_t **out) {
  if (!st_world_attr(world, call, attr)) return STRATA_ENOENT;
  uint32_t slot = st_world_entity(world, call, entity);
  if (slot == 0) return STRATA_ESTALE;
  strata_status status = st_eval_value(&world->eval, attr, slot, out);
  if (status) {
    return ST_REFUSE(world, status, call, ": ", strata_status_text(status));
  }
  return STRATA_OK;
}

strata_status strata_get(strata_world *world, strata_entity entity,
                         strata_attr attr, strata_value *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get: out is NULL");
  const uint64_t *words;
  strata_status status = current_words(world, "get", entity, attr, &words);
  return status ? status : give_value(world, attr, words, out);
}

static strata_status wrong_type(strata_world *world, const char *call,
                                const st_attr *attr, const char *wanted) {
  return ST_REFUSE(world, STRATA_ETYPE, call, ": attribute '", attr->name,
                   "' is no ", wanted);
}

/* What the fast paths of strata_get_int leave over. */
static ST_COLD strata_status get_int_slowly(strata_world *world,
                                            strata_entity entity,
                                            strata_attr attr, int64_t *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get: out is NULL");
  const st_attr *a = st_world_attr(world, "get", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_INT && a->type != STRATA_FLAG) {
    return wrong_type(world, "get", a, "int or flag");
  }
  const uint64_t *words;
  strata_status status = current_words(world, "get", entity, attr, &words);
  if (!status) *out = (int64_t)words[0];
  return status;
}

/* A number whose row is out of date: if only its base value has changed, its
 * program is run again. */
static ST_NOINLINE strata_status get_int_again(strata_world *world,
                                               strata_entity entity,
                                               strata_attr attr, uint64_t *row,
                                               int64_t *out) {
  st_eval *eval = &world->eval;
  const st_cell_attr *a = &eval->cells.attrs[attr - 1];
  const st_attr *attribute = &world->rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(&world->store, entity);
  st_program *program = st_eval_fresh(eval, a, st_slot_of(entity));
  if (slot == 0 || !program) return get_int_slowly(world, entity, attr, out);
  int64_t v = st_entity_base(&world->store, attribute, slot);
  if (st_program_is_short(program, attribute)) {
    const st_step *end = program->steps + program->count;
    for (const st_step *s = program->steps; s != end; s++) {
      v = st_step_run(s, v);
    }
  } else {
    v = st_program_run(program, attribute, v);
  }
  row[0] = st_cells_key(a, st_generation_of(entity));
  row[1] = (uint64_t)v;
  eval->evaluations++;
  *out = v;
  return STRATA_OK;
}

strata_status strata_get_int(strata_world *world, strata_entity entity,
                             strata_attr attr, int64_t *out) {
  const st_eval *eval = &world->eval;
  if (ST_LIKELY(attr - 1 < eval->cells.attr_count && out &&
                !st_resolve_needed(eval))) {
    const st_cell_attr *a = &eval->cells.attrs[attr - 1];
    uint32_t slot = st_slot_of(entity);
    uint32_t block = slot / ST_CELL_ROWS;
    if (ST_LIKELY(block < eval->cells.span && a->int_epoch != ST_EPOCH_NEVER)) {
      uint64_t *row = a->rows[block] + (size_t)(slot % ST_CELL_ROWS) * 2;
      uint64_t key = (entity & ~(uint64_t)UINT32_MAX) | a->int_epoch;
      if (ST_LIKELY(row[0] == key)) {
        *out = (int64_t)row[1];
        return STRATA_OK;
      }
      if (a->rows[block] != eval->cells.nowhere) {
        return get_int_again(world, entity, attr, row, out);
      }
    }
  }
  return get_int_slowly(world, entity, attr, out);
}

strata_status strata_has(strata_world *world, strata_entity entity,
                         strata_attr attr, strata_symbol symbol, bool *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "has: out is NULL");
  const st_attr *a = st_world_attr(world, "has", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_SET) return wrong_type(world, "has", a, "set");
  if (!strata_rules_name(world->rules, STRATA_KIND_SYMBOL, symbol)) {
    return ST_REFUSE(
        world, STRATA_ENOENT, "has: no symbol ", st_number_of(symbol).text,
        "; these rules have 1 to ",
        st_number_of(strata_rules_count(world->rules, STRATA_KIND_SYMBOL))
            .text);
  }
  const uint64_t *words;
  strata_status status = current_words(world, "has", entity, attr, &words);
  if (status) return status;
  uint32_t place = st_attr_domain_index(a, symbol);
  *out = place != UINT32_MAX && st_bit_test(words, place);
  return STRATA_OK;
}

strata_status strata_base(strata_world *world, strata_entity entity,
                          strata_attr attr, strata_value *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "base: out is NULL");
  const st_attr *a = st_world_attr(world, "base", attr);
  if (!a) return STRATA_ENOENT;
  uint32_t slot = st_world_entity(world, "base", entity);
  if (slot == 0) return STRATA_ESTALE;
  st_eval *eval = &world->eval;
  if (!st_mem_reserve(eval->mem, &eval->words, &eval->word_capacity, a->words,
                      sizeof eval->words[0])) {
    return ST_REFUSE(world, STRATA_ENOMEM, "base: out of memory");
  }
  st_fold_base(eval, attr, slot, eval->words);
  return give_value(world, attr, eval->words, out);
}

/* -- Writing base values -- */

static inline strata_status write_base(strata_world *world, strata_attr attr,
                                       uint32_t slot, int64_t word) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = st_entity_set_base(&world->store, a, slot, word);
  if (ST_UNLIKELY(status != STRATA_OK)) {
    return st_world_finish(world, start, status, "set_base");
  }
  st_store_end(&world->store);
  st_eval_changed(&world->eval, attr, slot, NULL);
  return STRATA_OK;
}

static strata_status no_such_symbol(strata_world *world, const st_attr *attr,
                                    strata_symbol symbol) {
  const char *name =
      strata_rules_name(world->rules, STRATA_KIND_SYMBOL, symbol);
  return ST_REFUSE(world, STRATA_ENOENT, "set_base: '", attr->name,
                   "' has no symbol ", name ? name : st_number_of(symbol).text,
                   " in its domain: declare it with the attribute");
}

static strata_status out_of_range(strata_world *world, const st_attr *attr,
                                  int64_t value) {
  return ST_REFUSE(world, STRATA_ERANGE, "set_base: ", st_number_of(value).text,
                   " is outside of '", attr->name, "', which goes from ",
                   st_number_of(attr->min).text, " to ",
                   st_number_of(attr->max).text);
}

/* All that the fast path leaves over: refusals, flags, pages to be made. */
static ST_COLD strata_status set_int_slowly(strata_world *world,
                                            strata_entity entity,
                                            strata_attr attr, int64_t value) {
  const st_attr *a = st_world_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_INT && a->type != STRATA_FLAG) {
    return wrong_type(world, "set_base", a, "int or flag");
  }
  uint32_t slot = st_world_entity(world, "set_base", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (value < a->min || value > a->max) return out_of_range(world, a, value);
  return write_base(world, attr, slot, value);
}

static ST_NOINLINE strata_status set_flag(strata_world *world,
                                          strata_entity entity,
                                          strata_attr attr, int64_t value) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  st_store *store = &world->store;
  uint32_t slot = st_entity_slot(store, entity);
  bool bit = value != a->default_value;
  if (ST_LIKELY(slot != 0 && (uint64_t)value <= 1 &&
                st_put_bit_here(store, a->column, slot, bit))) {
    st_store_end(store);
    st_eval_changed(&world->eval, attr, slot, NULL);
    return STRATA_OK;
  }
  return set_int_slowly(world, entity, attr, value);
}

strata_status strata_set_base_int(strata_world *world, strata_entity entity,
                                  strata_attr attr, int64_t value) {
  const strata_rules *rules = world->rules;
  if (ST_LIKELY(attr - 1 < st_attr_count(rules))) {
    const st_attr *a = &rules->attrs[attr - 1];
    if (a->type == STRATA_FLAG) return set_flag(world, entity, attr, value);
    st_store *store = &world->store;
    uint32_t slot = st_entity_slot(store, entity);
    uint64_t cell = (uint64_t)value - (uint64_t)a->default_value;
    if (ST_LIKELY(a->type == STRATA_INT && slot != 0 && value >= a->min &&
                  value <= a->max &&
                  st_put64_here(store, a->column, slot, cell))) {
      st_store_end(store);
      st_eval_changed(&world->eval, attr, slot, NULL);
      return STRATA_OK;
    }
  }
  return set_int_slowly(world, entity, attr, value);
}

static ST_COLD strata_status set_symbol_slowly(strata_world *world,
                                               strata_entity entity,
                                               strata_attr attr,
                                               strata_symbol symbol,
                                               bool present) {
  const st_attr *a = st_world_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_SET) return wrong_type(world, "set_base", a, "set");
  uint32_t slot = st_world_entity(world, "set_base", entity);
  if (slot == 0) return STRATA_ESTALE;
  uint32_t place = st_attr_domain_index(a, symbol);
  if (place == UINT32_MAX) return no_such_symbol(world, a, symbol);
  st_savepoint start = st_store_begin(&world->store);
  strata_status status =
      st_put_bit(&world->store, a->column + place, slot, present);
  status = st_world_finish(world, start, status, "set_base");
  if (!status) st_eval_changed(&world->eval, attr, slot, NULL);
  return status;
}

strata_status strata_set_base_symbol(strata_world *world, strata_entity entity,
                                     strata_attr attr, strata_symbol symbol,
                                     bool present) {
  const st_attr *a = st_attr_of(world->rules, attr);
  if (ST_LIKELY(a && a->type == STRATA_SET)) {
    uint32_t slot = st_entity_slot(&world->store, entity);
    uint32_t place = st_attr_domain_index(a, symbol);
    if (ST_LIKELY(
            slot != 0 && place != UINT32_MAX &&
            st_put_bit_here(&world->store, a->column + place, slot, present))) {
      st_store_end(&world->store);
      st_eval_changed(&world->eval, attr, slot, NULL);
      return STRATA_OK;
    }
  }
  return set_symbol_slowly(world, entity, attr, symbol, present);
}

static strata_status write_text(strata_world *world, strata_attr attr,
                                uint32_t slot, const char *text) {
  if (!text) text = "";
  st_savepoint start = st_store_begin(&world->store);
  uint32_t id;
  strata_status status = st_strings_intern(&world->strings, &world->store, text,
                                           strlen(text), &id);
  if (!status) {
    status = st_entity_set_base(&world->store, &world->rules->attrs[attr - 1],
                                slot, id);
  }
  status = st_world_finish(world, start, status, "set_base");
  if (!status) st_eval_changed(&world->eval, attr, slot, NULL);
  return status;
}

static strata_status write_symbols(strata_world *world, strata_attr attr,
                                   uint32_t slot, const strata_value *value) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (st_attr_domain_index(a, value->symbols[i]) == UINT32_MAX) {
      return no_such_symbol(world, a, value->symbols[i]);
    }
  }
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < a->domain_count; i++) {
    status = st_put_bit(&world->store, a->column + i, slot, false);
  }
  for (size_t i = 0; !status && i < value->symbol_count; i++) {
    uint32_t place = st_attr_domain_index(a, value->symbols[i]);
    status = st_put_bit(&world->store, a->column + place, slot, true);
  }
  status = st_world_finish(world, start, status, "set_base");
  if (!status) st_eval_changed(&world->eval, attr, slot, NULL);
  return status;
}

strata_status strata_set_base(strata_world *world, strata_entity entity,
                              strata_attr attr, const strata_value *value) {
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "set_base: no value");
  const st_attr *a = st_world_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (value->type != a->type) {
    return ST_REFUSE(world, STRATA_ETYPE,
                     "set_base: the value is not of the "
                     "type of attribute '",
                     a->name, "'");
  }
  uint32_t slot = st_world_entity(world, "set_base", entity);
  if (slot == 0) return STRATA_ESTALE;
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return strata_set_base_int(world, entity, attr, value->integer);
  case STRATA_REF:
    if (value->ref != 0 && !st_world_entity(world, "set_base", value->ref)) {
      return STRATA_ESTALE;
    }
    return write_base(world, attr, slot, (int64_t)value->ref);
  case STRATA_SYM:
    if (value->symbol > strata_rules_count(world->rules, STRATA_KIND_SYMBOL)) {
      return ST_REFUSE(world, STRATA_ENOENT, "set_base: no symbol ",
                       st_number_of(value->symbol).text, " in these rules");
    }
    return write_base(world, attr, slot, value->symbol);
  case STRATA_TEXT:
    return write_text(world, attr, slot, value->text);
  case STRATA_SET:
    break;
  }
  return write_symbols(world, attr, slot, value);
}
