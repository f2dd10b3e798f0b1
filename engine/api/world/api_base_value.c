/*
 * api_base_value.c - base values, read and written.
 *
 * strata_set_base_int is what games call most beside strata_get_int, so each
 * type has a path that writes its cell in place, in which nothing but the
 * checks and the cell is touched; everything else is kept out of line.
 */
#include "api/world/api_world.h"
#include "world/objects/object_values.h"

#include <string.h>

strata_status strata_base(strata_world *world, strata_entity entity,
                          strata_attr attr, strata_value *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "base: out is NULL");
  const st_attr *a = st_world_check_attr(world, "base", attr);
  if (!a) return STRATA_ENOENT;
  uint32_t slot = st_world_check_entity(world, "base", entity);
  if (slot == 0) return STRATA_ESTALE;
  return st_world_export_base_value(world, attr, slot, out);
}

/* -- Writing base values -- */

static strata_status write_base_words(strata_world *world, strata_attr attr,
                                      uint32_t slot, const uint64_t *words) {
  st_write_call call;
  strata_status status = st_world_begin_write(world, "set_base", &call);
  if (status) return status;
  status = st_mutator_set_base(&world->change, attr, slot, words);
  return st_world_end_write(world, &call, status);
}

static strata_status write_base_word(strata_world *world, strata_attr attr,
                                     uint32_t slot, uint64_t word) {
  return write_base_words(world, attr, slot, &word);
}

/* The slot of an entity whose attribute may be written, 0 after refusing. */
static uint32_t check_writable_slot(strata_world *world, strata_entity entity,
                                    const st_attr *attr,
                                    strata_status *status) {
  *status = STRATA_EINVAL;
  if (attr->is_zone) {
    (void)ST_REFUSE(world, STRATA_EINVAL, "set_base: '", attr->name,
                    "' says where the entity is: move it (strata_move)");
    return 0;
  }
  *status = STRATA_ESTALE;
  return st_world_check_entity(world, "set_base", entity);
}

static strata_status refuse_domain_symbol(strata_world *world,
                                          const st_attr *attr,
                                          strata_symbol symbol) {
  const char *name = st_rules_name(world->rules, STRATA_NAME_SYMBOL, symbol);
  return ST_REFUSE(world, STRATA_ENOENT, "set_base: '", attr->name,
                   "' has no symbol ",
                   name ? name : st_number_format(symbol).text,
                   " in its domain: declare it with the attribute");
}

static strata_status refuse_base_range(strata_world *world, const st_attr *attr,
                                       int64_t value) {
  return ST_REFUSE(world, STRATA_ERANGE,
                   "set_base: ", st_number_format(value).text,
                   " is outside of '", attr->name, "', which goes from ",
                   st_number_format(attr->min).text, " to ",
                   st_number_format(attr->max).text);
}

/* The slow path of strata_set_base_int: refusals, flags, pages that must be
 * made. */
static ST_COLD strata_status set_int_checked(strata_world *world,
                                             strata_entity entity,
                                             strata_attr attr, int64_t value) {
  st_world_go_back(world);
  const st_attr *a = st_world_check_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_INT && a->type != STRATA_FLAG) {
    return st_world_refuse_attr_type(world, "set_base", a, "int or flag");
  }
  uint32_t slot = st_world_check_entity(world, "set_base", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (value < a->min || value > a->max) {
    return refuse_base_range(world, a, value);
  }
  return write_base_word(world, attr, slot, (uint64_t)value);
}

static ST_NOINLINE strata_status set_narrow_int_fast(strata_world *world,
                                                     strata_entity entity,
                                                     strata_attr attr,
                                                     int64_t value) {
  const st_attr *a = &world->store.rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (ST_LIKELY(slot != 0 && value >= a->min && value <= a->max &&
                !st_world_is_locked(world) &&
                st_mutator_put_short_in_place(&world->store, &world->eval, attr,
                                              slot, value))) {
    st_store_end(&world->store);
    return STRATA_OK;
  }
  return set_int_checked(world, entity, attr, value);
}

static ST_NOINLINE strata_status set_flag_fast(strata_world *world,
                                               strata_entity entity,
                                               strata_attr attr,
                                               int64_t value) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (ST_LIKELY(slot != 0 && (uint64_t)value <= 1 &&
                !st_world_is_locked(world) &&
                st_mutator_put_flag_in_place(&world->store, &world->eval, attr,
                                             slot, value != 0))) {
    st_store_end(&world->store);
    return STRATA_OK;
  }
  return set_int_checked(world, entity, attr, value);
}

strata_status strata_set_base_int(strata_world *world, strata_entity entity,
                                  strata_attr attr, int64_t value) {
  const strata_rules *rules = world->store.rules;
  if (ST_LIKELY(attr - 1 < st_attr_count(rules))) {
    const st_attr *a = &rules->attrs[attr - 1];
    if (a->direct_write == ST_DIRECT_NARROW) {
      return set_narrow_int_fast(world, entity, attr, value);
    }
    if (a->direct_write == ST_DIRECT_FLAG) {
      return set_flag_fast(world, entity, attr, value);
    }
    uint32_t slot = st_entity_slot(&world->store, entity);
    if (ST_LIKELY(a->direct_write == ST_DIRECT_NUMBER && slot != 0 &&
                  value >= a->min && value <= a->max &&
                  !st_world_is_locked(world) &&
                  st_mutator_put_number_in_place(&world->store, &world->eval,
                                                 attr, slot, value))) {
      st_store_end(&world->store);
      return STRATA_OK;
    }
  }
  return set_int_checked(world, entity, attr, value);
}

static ST_COLD strata_status set_symbol_checked(strata_world *world,
                                                strata_entity entity,
                                                strata_attr attr,
                                                strata_symbol symbol,
                                                bool present) {
  st_world_go_back(world);
  const st_attr *a = st_world_check_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (a->type != STRATA_SET) {
    return st_world_refuse_attr_type(world, "set_base", a, "set");
  }
  uint32_t slot = st_world_check_entity(world, "set_base", entity);
  if (slot == 0) return STRATA_ESTALE;
  uint32_t place = st_attr_domain_index(a, symbol);
  if (place == UINT32_MAX) return refuse_domain_symbol(world, a, symbol);
  st_write_call call;
  strata_status status = st_world_begin_write(world, "set_base", &call);
  if (status) return status;
  status = st_mutator_set_symbol(&world->change, attr, slot, place, present);
  return st_world_end_write(world, &call, status);
}

strata_status strata_set_base_symbol(strata_world *world, strata_entity entity,
                                     strata_attr attr, strata_symbol symbol,
                                     bool present) {
  const st_attr *a = st_attr_of(world->store.rules, attr);
  if (ST_LIKELY(a && a->direct_write == ST_DIRECT_SET)) {
    uint32_t slot = st_entity_slot(&world->store, entity);
    uint32_t place = st_attr_domain_index(a, symbol);
    if (ST_LIKELY(slot != 0 && place != UINT32_MAX &&
                  !st_world_is_locked(world) &&
                  st_mutator_put_symbol_in_place(&world->store, &world->eval,
                                                 attr, slot, place, present))) {
      st_store_end(&world->store);
      return STRATA_OK;
    }
  }
  return set_symbol_checked(world, entity, attr, symbol, present);
}

/* Write a text, or a list of abilities as a text. */
static strata_status write_base_text(strata_world *world, strata_attr attr,
                                     uint32_t slot, const char *text) {
  if (!text) text = "";
  strata_status status =
      st_world_check_text(world, "set_base", "the text", text);
  if (status) return status;
  st_write_call call;
  status = st_world_begin_write(world, "set_base", &call);
  if (status) return status;
  uint32_t id;
  status = st_strings_intern(&world->strings, &world->store, text, strlen(text),
                             &id);
  uint64_t word = status ? 0 : id;
  if (!status) status = st_mutator_set_base(&world->change, attr, slot, &word);
  return st_world_end_write(world, &call, status);
}

static strata_status check_domain_symbols(strata_world *world,
                                          const st_attr *attr,
                                          const strata_value *value) {
  if (value->symbol_count > 0 && !value->symbols) {
    return ST_REFUSE(world, STRATA_EINVAL, "set_base: symbols is NULL");
  }
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (st_attr_domain_index(attr, value->symbols[i]) == UINT32_MAX) {
      return refuse_domain_symbol(world, attr, value->symbols[i]);
    }
  }
  return STRATA_OK;
}

static strata_status write_base_set(strata_world *world, strata_attr attr,
                                    uint32_t slot, const strata_value *value) {
  const st_attr *a = &world->rules->attrs[attr - 1];
  if (!st_mem_reserve(&world->mem, &world->value_words,
                      &world->value_word_capacity, a->word_count,
                      sizeof world->value_words[0])) {
    return ST_REFUSE(world, STRATA_ENOMEM, "set_base: out of memory");
  }
  uint64_t *wanted = world->value_words;
  memset(wanted, 0, a->word_count * sizeof *wanted);
  for (size_t i = 0; i < value->symbol_count; i++) {
    st_bit_set(wanted, st_attr_domain_index(a, value->symbols[i]), true);
  }
  return write_base_words(world, attr, slot, wanted);
}

static strata_status write_base_abilities(strata_world *world, strata_attr attr,
                                          uint32_t slot,
                                          const strata_value *value) {
  st_text *text = &world->out_text;
  st_text_clear(text);
  for (size_t i = 0; i < value->symbol_count; i++) {
    st_symbol_list_add(world->rules, text, value->symbols[i]);
  }
  if (text->failed) {
    return ST_REFUSE(world, STRATA_ENOMEM, "set_base: out of memory");
  }
  return write_base_text(world, attr, slot, st_text_get(text));
}

static strata_status write_base_symbol(strata_world *world, strata_attr attr,
                                       uint32_t slot, strata_symbol symbol) {
  if (symbol > st_rules_count(world->rules, STRATA_NAME_SYMBOL)) {
    return ST_REFUSE(world, STRATA_ENOENT, "set_base: no symbol ",
                     st_number_format(symbol).text, " in these rules");
  }
  return write_base_word(world, attr, slot, symbol);
}

/* Write a ref if the arguments are right and no memory is needed. */
static bool set_ref_fast(strata_world *world, strata_entity entity,
                         strata_attr attr, strata_entity to) {
  st_store *store = &world->store;
  const st_attr *a = st_attr_of(world->rules, attr);
  if (!a || a->direct_write != ST_DIRECT_REF) return false;
  uint32_t slot = st_entity_slot(store, entity);
  bool known = to == 0 || st_entity_slot(store, to) != 0;
  if (slot == 0 || !known || st_world_is_locked(world) ||
      !st_mutator_put_ref_in_place(&world->store, &world->eval, attr, slot,
                                   to)) {
    return false;
  }
  st_store_end(store);
  return true;
}

strata_status strata_set_base(strata_world *world, strata_entity entity,
                              strata_attr attr, const strata_value *value) {
  st_world_go_back(world);
  if (!value) return ST_REFUSE(world, STRATA_EINVAL, "set_base: no value");
  if (value->type == STRATA_REF &&
      set_ref_fast(world, entity, attr, value->ref)) {
    return STRATA_OK;
  }
  const st_attr *a = st_world_check_attr(world, "set_base", attr);
  if (!a) return STRATA_ENOENT;
  if (value->type != a->type) {
    return ST_REFUSE(world, STRATA_ETYPE,
                     "set_base: the value is not of the "
                     "type of attribute '",
                     a->name, "'");
  }
  strata_status status;
  uint32_t slot = check_writable_slot(world, entity, a, &status);
  if (slot == 0) return status;
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return strata_set_base_int(world, entity, attr, value->integer);
  case STRATA_REF:
    if (value->ref != 0 &&
        !st_world_check_entity(world, "set_base", value->ref)) {
      return STRATA_ESTALE;
    }
    return write_base_word(world, attr, slot, value->ref);
  case STRATA_SYM:
    return write_base_symbol(world, attr, slot, value->symbol);
  case STRATA_TEXT:
    return write_base_text(world, attr, slot, value->text);
  case STRATA_SET:
  case STRATA_ABILITIES:
    break;
  }
  status = check_domain_symbols(world, a, value);
  if (status) return status;
  return a->type == STRATA_SET ? write_base_set(world, attr, slot, value)
                               : write_base_abilities(world, attr, slot, value);
}
