/*
 * object.c - what base values an entity is given at once.
 *
 * A definition is no more than values: once printed, an entity goes its own
 * way, and its definition matters again only when it moves (400.7) or turns
 * (712.8).
 */
#include "world/objects/object.h"

#include <string.h>

const st_definition *st_definition_of(const strata_rules *rules,
                                      strata_definition definition) {
  return definition - 1u < rules->names[STRATA_KIND_DEFINITION].count
             ? &rules->definitions[definition - 1]
             : NULL;
}

/* -- Single values -- */

static strata_status write_set(st_store *store, const st_attr *attr,
                               uint32_t slot, const uint64_t *words) {
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    strata_status status =
        st_put_bit(store, attr->column + i, slot, st_bit_test(words, i));
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_object_write(st_store *store, const st_attr *attr,
                              uint32_t slot, const uint64_t *words) {
  assert(!attr->owned);
  if (attr->type == STRATA_SET) return write_set(store, attr, slot, words);
  int64_t word = (int64_t)words[0];
  return attr->counter ? st_entity_set_counter(store, attr, slot, word)
                       : st_entity_set_base(store, attr, slot, word);
}

static strata_status write_default(st_store *store, st_strings *strings,
                                   uint32_t slot, const st_default *given) {
  assert(st_attr_of(store->rules, given->attr));
  const st_attr *attr = &store->rules->attrs[given->attr - 1];
  uint64_t word = (uint64_t)given->value;
  if (given->text) {
    uint32_t id;
    strata_status status = st_strings_intern(strings, store, given->text,
                                             strlen(given->text), &id);
    if (status) return status;
    word = id;
  }
  return st_object_write(store, attr, slot,
                         given->words ? given->words : &word);
}

/* -- Definitions -- */

/* Base values that are more than cells. */
static strata_status print_others(st_store *store, st_strings *strings,
                                  uint32_t slot, const st_definition *d) {
  strata_status status = STRATA_OK;
  if (d->other_count == 0) return status;
  for (uint32_t i = 0; !status && i < d->default_count; i++) {
    if (d->defaults[i].is_fresh) continue;
    status = write_default(store, strings, slot, &d->defaults[i]);
  }
  return status;
}

strata_status st_object_print(st_store *store, st_strings *strings,
                              uint32_t slot, strata_definition definition) {
  assert(st_definition_of(store->rules, definition));
  const st_definition *d = &store->rules->definitions[definition - 1];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < d->fresh.count; i++) {
    status =
        st_store_open(store, d->fresh.cells[i].column, slot, d->fresh.count);
  }
  if (status) return status;
  st_pen pen = st_pen_of(store);
  st_pen_fresh(&pen, slot, &d->fresh);
  st_pen_end(store, &pen);
  return print_others(store, strings, slot, d);
}

strata_status st_object_spawn(st_store *store, st_strings *strings,
                              strata_definition definition,
                              strata_entity *out) {
  assert(st_definition_of(store->rules, definition));
  const st_definition *d = &store->rules->definitions[definition - 1];
  strata_status status = st_entity_spawn_with(store, &d->fresh, out);
  return status ? status : print_others(store, strings, st_slot_of(*out), d);
}

strata_status st_object_turn(st_store *store, st_strings *strings,
                             uint32_t slot, strata_definition face) {
  assert(st_definition_of(store->rules, face));
  const st_definition *d = &store->rules->definitions[face - 1];
  const st_default *next = d->defaults;
  const st_default *end = d->defaults + d->default_count;
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    bool given = next < end && next->attr == i + 1;
    const st_default *value = given ? next++ : NULL;
    if (st_attr_stays(attr)) continue;
    strata_status status = STRATA_OK;
    for (uint32_t c = 0; !value && !status && c < st_attr_columns(attr); c++) {
      status = st_put_any(store, attr->column + c, slot, 0);
    }
    if (value) status = write_default(store, strings, slot, value);
    if (status) return status;
  }
  return STRATA_OK;
}

/* -- Copies -- */

static strata_status copy_attr(st_store *store, const st_attr *attr,
                               uint32_t from, uint32_t to) {
  if (attr->counter) {
    return st_entity_set_counter(store, attr, to,
                                 st_entity_base(store, attr, from));
  }
  for (uint32_t c = 0; c < st_attr_columns(attr); c++) {
    uint64_t cell = st_get_any(store, attr->column + c, from);
    strata_status status = st_put_any(store, attr->column + c, to, cell);
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_object_copy(st_store *store, uint32_t from, uint32_t to) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (attr->copiable) status = copy_attr(store, attr, from, to);
  }
  return status;
}

strata_status st_object_keep(st_store *store, uint32_t from, uint32_t to) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (attr->kept) status = copy_attr(store, attr, from, to);
  }
  return status;
}

/* -- Lists of symbols -- */

bool st_symbols_next(const strata_rules *rules, const char **at,
                     strata_symbol *out) {
  if (**at == '\0') return false;
  size_t length = strcspn(*at, "\n");
  *out = st_rules_find(rules, STRATA_KIND_SYMBOL, *at, length);
  *at += length + ((*at)[length] != '\0');
  return true;
}

void st_symbols_add(const strata_rules *rules, st_text *list,
                    strata_symbol symbol) {
  if (list->length > 0) st_text_str(list, "\n");
  st_text_str(list, strata_rules_name(rules, STRATA_KIND_SYMBOL, symbol));
}
