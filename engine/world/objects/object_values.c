/*
 * object_values.c - base values of an entity that are written together.
 *
 * A definition is a set of base values. After they are written into an entity,
 * its values change on their own; the definition matters again only when the
 * entity moves (400.7) or turns to another face (712.8).
 */
#include "world/objects/object_values.h"

#include "world/store/cell_writer.h"
#include "world/store/raw_writer.h"

#include <string.h>

const st_definition *st_definition_of(const strata_rules *rules,
                                      strata_definition definition) {
  return definition - 1u < rules->names[STRATA_NAME_DEFINITION].count
             ? &rules->definitions[definition - 1]
             : NULL;
}

/* -- Single values -- */

strata_status st_object_write_value(st_store *store, const st_attr *attr,
                                    uint32_t slot, const uint64_t *words) {
  assert(!attr->is_zone);
  if (attr->type == STRATA_SET) {
    return st_entity_set_base_symbols(store, attr, slot, words);
  }
  int64_t word = (int64_t)words[0];
  return attr->counter ? st_entity_set_counter(store, attr, slot, word)
                       : st_entity_set_base(store, attr, slot, word);
}

static strata_status print_value(st_store *store, st_strings *strings,
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
  return st_object_write_value(store, attr, slot,
                               given->words ? given->words : &word);
}

/* -- Definitions -- */

/* Write the base values that a row template cannot hold: interned texts, and
 * counters with their timestamps. */
static strata_status print_untemplated(st_store *store, st_strings *strings,
                                       uint32_t slot, const st_definition *d) {
  strata_status status = STRATA_OK;
  if (d->written_default_count == 0) return status;
  for (uint32_t i = 0; !status && i < d->default_count; i++) {
    if (d->defaults[i].is_in_template) continue;
    status = print_value(store, strings, slot, &d->defaults[i]);
  }
  return status;
}

strata_status st_object_print(st_store *store, st_strings *strings,
                              uint32_t slot, strata_definition definition) {
  assert(st_definition_of(store->rules, definition));
  const st_definition *d = &store->rules->definitions[definition - 1];
  st_raw_writer w = st_raw_writer_begin(store);
  if (st_raw_writer_make_room(&w, d->initial_cells.count)) {
    st_raw_writer_put_template(&w, slot, &d->initial_cells);
  }
  strata_status status = st_raw_writer_end(&w);
  if (status) return status;
  return print_untemplated(store, strings, slot, d);
}

strata_status st_object_spawn(st_store *store, st_strings *strings,
                              strata_definition definition,
                              strata_entity *out) {
  assert(st_definition_of(store->rules, definition));
  const st_definition *d = &store->rules->definitions[definition - 1];
  strata_status status = st_entity_spawn_with(store, &d->initial_cells, out);
  return status ? status
                : print_untemplated(store, strings, st_slot_of(*out), d);
}

strata_status st_object_turn_to_face(st_store *store, st_strings *strings,
                                     uint32_t slot, strata_definition face) {
  assert(st_definition_of(store->rules, face));
  const st_definition *d = &store->rules->definitions[face - 1];
  const st_default *next = d->defaults;
  const st_default *end = d->defaults + d->default_count;
  st_cell_writer w = {.store = store};
  for (uint32_t i = 0; !w.status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    bool given = next < end && next->attr == i + 1;
    const st_default *value = given ? next++ : NULL;
    if (st_attr_stays_on_turn(attr)) continue;
    if (value) {
      w.status = print_value(store, strings, slot, value);
    } else {
      st_cell_writer_clear(&w, attr->base_column,
                           attr->base_column + st_attr_column_count(attr) - 1,
                           slot);
    }
  }
  return w.status;
}

/* -- Copies -- */

static strata_status copy_base_value(st_store *store, const st_attr *attr,
                                     uint32_t from, uint32_t to) {
  if (attr->counter) {
    return st_entity_set_counter(store, attr, to,
                                 st_entity_base(store, attr, from));
  }
  for (uint32_t c = 0; c < st_attr_column_count(attr); c++) {
    uint64_t cell = st_get_any(store, attr->base_column + c, from);
    strata_status status = st_put_any(store, attr->base_column + c, to, cell);
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_object_copy_copiable(st_store *store, uint32_t from,
                                      uint32_t to) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (attr->copiable) status = copy_base_value(store, attr, from, to);
  }
  return status;
}

strata_status st_object_copy_kept(st_store *store, uint32_t from, uint32_t to) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    if (attr->kept) status = copy_base_value(store, attr, from, to);
  }
  return status;
}

/* -- Lists of symbols -- */

bool st_symbol_list_next(const strata_rules *rules, const char **at,
                         strata_symbol *out) {
  if (**at == '\0') return false;
  size_t length = strcspn(*at, "\n");
  *out = st_rules_find(rules, STRATA_NAME_SYMBOL, *at, length);
  *at += length + ((*at)[length] != '\0');
  return true;
}

void st_symbol_list_add(const strata_rules *rules, st_text *list,
                        strata_symbol symbol) {
  if (list->length > 0) st_text_add_str(list, "\n");
  st_text_add_str(list, st_rules_name(rules, STRATA_NAME_SYMBOL, symbol));
}

void st_symbol_list_add_set(const strata_rules *rules, st_text *list,
                            const st_attr *attr, const uint64_t *words) {
  for (uint32_t n = 0; n < attr->domain_count; n++) {
    if (st_bit_test(words, n)) st_symbol_list_add(rules, list, attr->domain[n]);
  }
}
