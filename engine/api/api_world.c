/*
 * api_world.c - worlds, entities, values, journal: arguments are checked here,
 * and calls begin and end here. No rule is decided on this floor.
 */
#include "api/api_world.h"

#include "layers/valid.h"
#include "world/save.h"

#include <string.h>

uint32_t strata_version(void) {
  return STRATA_VERSION;
}

const char *strata_status_text(strata_status status) {
  switch (status) {
#define X(name, value, text)                                                   \
  case STRATA_##name:                                                          \
    return text;
    STRATA_STATUS_MAP(X)
#undef X
  }
  return "unknown status";
}

/* -- Refusing -- */

strata_status st_world_refuse(strata_world *world, strata_status status,
                              const char *const *pieces) {
  strata_status result = st_error_set(&world->error, status, 0, pieces);
  if (world->log) world->log(world->log_user, status, world->error.text);
  return result;
}

st_handle_text st_handle_text_of(uint64_t handle) {
  st_handle_text result;
  st_text text;
  st_text_init_fixed(&text, result.text, sizeof result.text);
  st_text_str(&text, "#");
  st_text_uint(&text, st_slot_of(handle));
  st_text_str(&text, ":");
  st_text_uint(&text, st_generation_of(handle));
  return result;
}

void st_world_undo(strata_world *world, st_savepoint start) {
  st_store_undo(&world->store, start);
  world->eval.plan.stale = true; /* it may be ahead of what was taken back */
  st_store_end(&world->store);
}

strata_status st_world_finish(strata_world *world, st_savepoint start,
                              strata_status status, const char *call) {
  if (status == STRATA_OK) {
    st_store_end(&world->store);
    return STRATA_OK;
  }
  st_world_undo(world, start);
  return ST_REFUSE(world, status, call, ": ", strata_status_text(status));
}

const st_attr *st_world_attr(strata_world *world, const char *call,
                             strata_attr attr) {
  const st_attr *a = st_attr_of(world->rules, attr);
  if (a) return a;
  /* Hosts that count keys with a sign should find theirs in the message. */
  st_number number = st_number_of((int32_t)attr);
  (void)ST_REFUSE(world, STRATA_ENOENT, call, ": no attribute ", number.text,
                  "; these rules have 1 to ",
                  st_number_of(st_attr_count(world->rules)).text);
  return NULL;
}

uint32_t st_world_entity(strata_world *world, const char *call,
                         strata_entity entity) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (slot == 0) {
    (void)ST_REFUSE(
        world, STRATA_ESTALE, call, ": entity ", st_handle_text_of(entity).text,
        entity == 0 ? " is nobody" : " no longer exists in this world");
  }
  return slot;
}

/* -- Worlds -- */

strata_status st_world_make(const strata_rules *rules,
                            const strata_world_config *config,
                            strata_world **out) {
  strata_world_config options = {.struct_size = sizeof options};
  if (!rules || !out) return STRATA_EINVAL;
  if (config) {
    /* An older caller's struct is shorter: what it lacks keeps its default. */
    if (config->struct_size < sizeof config->struct_size ||
        config->struct_size > sizeof options) {
      return STRATA_EINVAL;
    }
    memcpy(&options, config, config->struct_size);
  }
  st_mem mem;
  st_mem_init(&mem, options.alloc, options.alloc_user);
  strata_world *world = st_mem_zeroed(&mem, 1, sizeof *world);
  if (!world) return STRATA_ENOMEM;
  world->mem = mem;
  world->rules = rules;
  world->log = options.log;
  world->log_user = options.log_user;
  st_text_init(&world->scratch, &world->mem);
  strata_status status = st_store_init(&world->store, &world->mem, rules);
  if (!status) {
    status = st_eval_init(&world->eval, &world->mem, &world->store);
  }
  if (!status && options.reserve_entities > 0) {
    uint32_t most = UINT32_C(1) << 24; /* a hint may not exhaust the machine */
    uint32_t rows =
        options.reserve_entities < most ? options.reserve_entities : most;
    status = st_store_reserve(&world->store, ST_TABLE_ENTITY, rows + 1);
  }
  if (status) {
    strata_world_free(world);
    return status;
  }
  *out = world;
  return STRATA_OK;
}

strata_status strata_world_new(const strata_rules *rules,
                               const strata_world_config *config,
                               strata_world **out) {
  return st_world_make(rules, config, out);
}

void strata_world_free(strata_world *world) {
  if (!world) return;
  st_eval_fini(&world->eval);
  st_strings_fini(&world->strings, &world->mem);
  if (world->store.mem) st_store_fini(&world->store);
  st_mem_free(&world->mem, world->symbols, world->symbol_capacity,
              sizeof world->symbols[0]);
  st_text_fini(&world->scratch);
  st_mem mem = world->mem; /* outlives the block that holds it */
  st_mem_free(&mem, world, 1, sizeof *world);
  assert(mem.live_bytes == 0);
}

const strata_rules *strata_world_rules(const strata_world *world) {
  return world->rules;
}

const char *strata_world_error(const strata_world *world) {
  return world->error.text;
}

strata_stats strata_world_stats(const strata_world *world) {
  const st_store *store = &world->store;
  return (strata_stats){
      .entities = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT),
      .effects = st_scalar_get(store, ST_SCALAR_EFFECT_COUNT),
      .evaluations = world->eval.evaluations,
      .state_bytes =
          (uint64_t)store->page_count * ST_PAGE_BYTES +
          (uint64_t)store->directory_count * sizeof store->directory[0],
      .cache_bytes = st_eval_bytes(&world->eval),
      .journal_bytes =
          (uint64_t)store->journal_count * sizeof store->journal[0],
      .live_bytes = world->mem.live_bytes};
}

void strata_world_drop_caches(strata_world *world) {
  st_eval_drop(&world->eval);
  st_strings_reset(&world->strings);
}

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

/* A number whose base value has changed, its parts not. */
static bool rerun(strata_world *world, strata_entity entity, strata_attr attr,
                  int64_t *out) {
  st_eval *eval = &world->eval;
  st_cell_attr *a = &eval->cells.attrs[attr - 1];
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (slot == 0 || a->int_epoch != a->epoch ||
      !st_eval_rerun(eval, attr, slot, out)) {
    return false;
  }
  uint64_t *row = st_cells_open(&eval->cells, attr, slot,
                                world->store.capacity[ST_TABLE_ENTITY]);
  if (!row) return true; /* not kept, but right */
  row[0] = st_cells_key(a, st_generation_of(entity));
  row[1] = (uint64_t)*out;
  eval->evaluations++;
  return true;
}

/* What the fast path of strata_get_int leaves over. */
static ST_NOINLINE strata_status get_int_slowly(strata_world *world,
                                                strata_entity entity,
                                                strata_attr attr,
                                                int64_t *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get: out is NULL");
  if (attr - 1 < world->eval.cells.attr_count &&
      !st_resolve_needed(&world->eval) && rerun(world, entity, attr, out)) {
    return STRATA_OK;
  }
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

strata_status strata_get_int(strata_world *world, strata_entity entity,
                             strata_attr attr, int64_t *out) {
  const st_eval *eval = &world->eval;
  if (ST_LIKELY(attr - 1 < eval->cells.attr_count && out &&
                !st_resolve_needed(eval))) {
    const st_cell_attr *a = &eval->cells.attrs[attr - 1];
    uint32_t slot = st_slot_of(entity);
    uint32_t block = slot / ST_CELL_ROWS;
    if (ST_LIKELY(block < eval->cells.span)) {
      const uint64_t *row = a->rows[block] + (size_t)(slot % ST_CELL_ROWS) * 2;
      uint64_t key = (entity & ~(uint64_t)UINT32_MAX) | a->int_epoch;
      if (ST_LIKELY(row[0] == key)) {
        *out = (int64_t)row[1];
        return STRATA_OK;
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

/* -- Journal, forks, saves -- */

strata_status strata_mark_set(strata_world *world, strata_mark *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "mark: out is NULL");
  strata_status status = st_store_mark(&world->store, out);
  return status ? ST_REFUSE(world, status, "mark: out of memory") : status;
}

strata_status strata_rollback(strata_world *world, strata_mark mark) {
  strata_status status = st_store_rollback(&world->store, mark);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "rollback: this mark was forgotten by a "
                   "rollback to an earlier one or a commit");
}

/* End the watched effects whose while_on is false, all of one look at once. */
static strata_status end_watched(strata_world *world, bool *ended) {
  st_store *store = &world->store;
  st_eval *eval = &world->eval;
  *ended = false;
  size_t count = 0;
  uint32_t slot = (uint32_t)st_scalar_get(store, ST_SCALAR_WATCHED);
  for (; slot != 0;
       slot = st_get32(store, ST_COLUMN_EFFECT_WATCHED_NEXT, slot)) {
    const strata_expr *expr;
    strata_status status =
        st_compiled_expr(&eval->compiled, store,
                         st_get32(store, ST_COLUMN_EFFECT_WHILE, slot), &expr);
    int64_t holds = 0;
    strata_entity source = st_get64(store, ST_COLUMN_EFFECT_SOURCE, slot);
    if (!status) {
      status =
          st_eval_expr(eval, expr, 0, st_entity_slot(store, source), &holds);
    }
    if (status) return status;
    if (holds) continue;
    if (!st_mem_reserve(&world->mem, &world->symbols, &world->symbol_capacity,
                        count + 1, sizeof world->symbols[0])) {
      return STRATA_ENOMEM;
    }
    world->symbols[count++] = slot; /* scratch of the same type */
  }
  while (count > 0) {
    uint32_t gone = world->symbols[--count];
    st_eval_effect_going(eval, gone);
    strata_status status = st_effect_remove(store, gone);
    if (status) return status;
    *ended = true;
  }
  return STRATA_OK;
}

strata_status strata_commit(strata_world *world) {
  st_savepoint start = st_store_begin(&world->store);
  strata_status status = STRATA_OK;
  bool ended = st_scalar_get(&world->store, ST_SCALAR_WATCHED) != 0;
  while (ended && !status) {
    status = end_watched(world, &ended);
  }
  status = st_world_finish(world, start, status, "commit");
  if (!status) st_store_commit(&world->store);
  return status;
}

static strata_status fork_into(const strata_world *world, strata_world *into) {
  if (into->rules != world->rules || into == world) {
    return ST_REFUSE(into, STRATA_EINVAL,
                     "fork: into another world of the same rules");
  }
  strata_status status = st_store_copy(&into->store, &world->store);
  if (status) return ST_REFUSE(into, status, "fork: out of memory");
  st_strings_reset(&into->strings);
  st_eval_reset(&into->eval);
  return STRATA_OK;
}

strata_status strata_fork(const strata_world *world, strata_world *into,
                          strata_world **out) {
  if (into) {
    strata_status status = fork_into(world, into);
    if (!status && out) *out = into;
    return status;
  }
  if (!out) return STRATA_EINVAL;
  strata_world_config config = {.struct_size = sizeof config,
                                .alloc = world->mem.alloc,
                                .alloc_user = world->mem.user,
                                .log = world->log,
                                .log_user = world->log_user};
  strata_world *made;
  strata_status status = st_world_make(world->rules, &config, &made);
  if (status) return status;
  status = fork_into(world, made);
  if (status) {
    strata_world_free(made);
    return status;
  }
  *out = made;
  return STRATA_OK;
}

uint64_t strata_hash(const strata_world *world) {
  return st_save_hash(&world->store);
}

strata_status strata_save(strata_world *world, void *buffer, size_t capacity,
                          size_t *size) {
  if (!size || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "save: no size, or no buffer");
  }
  if (st_save_write(&world->store, buffer, capacity, size)) return STRATA_OK;
  return ST_REFUSE(world, STRATA_ERANGE,
                   "save: the buffer is too small; it "
                   "takes ",
                   st_number_of((int64_t)*size).text, " bytes");
}

strata_status strata_load(const strata_rules *rules,
                          const strata_world_config *config, const void *bytes,
                          size_t size, strata_world **out,
                          strata_error *error) {
  if (!rules || !out || (!bytes && size > 0)) {
    return ST_ERROR(error, STRATA_EINVAL, 0, "load: an argument is NULL");
  }
  strata_world *world;
  strata_status status = st_world_make(rules, config, &world);
  if (status) {
    return ST_ERROR(error, status, 0, "load: ", strata_status_text(status));
  }
  status = st_save_read(&world->store, bytes, size, error);
  if (!status) {
    status = st_world_valid(&world->store);
    if (!status) status = st_effects_valid(&world->store);
    if (status) {
      (void)ST_ERROR(error, status, 0, "load: its rows do not fit together: ",
                     strata_status_text(status));
    }
  }
  if (status) {
    strata_world_free(world);
    return status;
  }
  st_store_commit(&world->store);
  st_eval_reset(&world->eval);
  *out = world;
  return STRATA_OK;
}
