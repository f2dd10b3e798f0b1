/*
 * chain_links.c - which handlers are in a chain, and what they store.
 *
 * A chain is not stored as such: most entities have the handlers that their
 * definition prints, which are data of the rules, and a few override rows
 * (world/objects/chain_override) hold the differences. So a chain is collected
 * when an event walks it, sorted by rank and then by time of hooking.
 */
#include "play/perform/chain_links.h"

#include "rules/model/watcher_def.h"
#include "world/objects/object_values.h"

#include <string.h>

/* -- Handlers in a chain -- */

static const st_definition *definition_of_owner(const st_store *store,
                                                uint32_t owner) {
  return st_definition_of(store->rules,
                          st_get32(store, ST_COLUMN_ENTITY_DEFINITION, owner));
}

static bool is_printed_handler(const st_store *store, uint32_t owner,
                               strata_watcher_def def) {
  if (owner == 0) return st_watcher_def_get(store->rules, def)->everywhere;
  const st_definition *definition = definition_of_owner(store, owner);
  for (uint32_t i = 0; definition && i < definition->handler_count; i++) {
    if (definition->handlers[i] == def) return true;
  }
  return false;
}

bool st_chain_has(const st_store *store, uint32_t owner,
                  strata_watcher_def def) {
  uint32_t row = st_chain_override_find(store, owner, def);
  if (row == 0) return is_printed_handler(store, owner, def);
  return st_chain_override_form_of(store, row) != ST_CHAIN_OVERRIDE_REMOVED;
}

/* -- Collecting -- */

typedef struct link_collector {
  const st_store *store;
  strata_event_type event_type;
  uint32_t phase;
  st_chain_link *links; /* NULL: links are only counted */
  uint32_t count;
} link_collector;

static bool is_handler_of_phase(const link_collector *g,
                                strata_watcher_def def) {
  const st_watcher_def *c = st_watcher_def_get(g->store->rules, def);
  return c->phase == g->phase &&
         st_event_type_get(g->store->rules, c->event_type)->unaliased ==
             g->event_type;
}

static void add_link(link_collector *g, strata_watcher_def def, uint32_t owner,
                     uint64_t stamp) {
  if (g->links) g->links[g->count] = (st_chain_link){def, owner, stamp};
  g->count++;
}

/* Add the printed handlers, unless an override row removes them. */
static void add_printed_links(link_collector *g,
                              const strata_watcher_def *codes, uint32_t count,
                              uint32_t owner) {
  bool plain = st_chain_override_first(g->store, owner) == 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_handler_of_phase(g, codes[i])) continue;
    uint32_t row =
        plain ? 0 : st_chain_override_find(g->store, owner, codes[i]);
    if (row == 0 ||
        st_chain_override_form_of(g->store, row) == ST_CHAIN_OVERRIDE_STORED) {
      add_link(g, codes[i], owner, 0);
    }
  }
}

static void add_override_links(link_collector *g, uint32_t owner) {
  uint32_t row = st_chain_override_first(g->store, owner);
  for (; row != 0; row = st_chain_override_next(g->store, row)) {
    strata_watcher_def def =
        st_get32(g->store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
    if (st_chain_override_form_of(g->store, row) != ST_CHAIN_OVERRIDE_ADDED ||
        !is_handler_of_phase(g, def)) {
      continue;
    }
    add_link(g, def, owner, st_chain_override_sequence(g->store, row));
  }
}

static void add_all_links(link_collector *g, uint32_t owner) {
  const st_event_type *type = st_event_type_get(g->store->rules, g->event_type);
  g->count = 0;
  add_printed_links(g, type->handlers, type->handler_count, 0);
  const st_definition *definition =
      owner != 0 ? definition_of_owner(g->store, owner) : NULL;
  if (definition) {
    add_printed_links(g, definition->handlers, definition->handler_count,
                      owner);
  }
  add_override_links(g, 0);
  if (owner != 0) add_override_links(g, owner);
}

/* Whether a link that was collected later comes before another: higher ranks
 * first, then by time of hooking. */
static bool is_link_before(const strata_rules *rules, const st_chain_link *a,
                           const st_chain_link *b) {
  int32_t rank = st_watcher_def_get(rules, a->watcher_def)->chain_rank;
  int32_t other = st_watcher_def_get(rules, b->watcher_def)->chain_rank;
  return rank != other ? rank > other : a->hooked_at < b->hooked_at;
}

/* Merge sorted ranges of `size` links from one array into another. */
static void merge_link_ranges(const strata_rules *rules,
                              const st_chain_link *from, st_chain_link *to,
                              uint32_t count, uint32_t size) {
  for (uint32_t start = 0; start < count; start += 2 * size) {
    uint32_t middle = count - start > size ? start + size : count;
    uint32_t end = count - start > 2 * size ? start + 2 * size : count;
    uint32_t a = start;
    uint32_t b = middle;
    for (uint32_t n = start; n < end; n++) {
      bool second =
          a == middle || (b < end && is_link_before(rules, &from[b], &from[a]));
      to[n] = second ? from[b++] : from[a++];
    }
  }
}

strata_status st_chain_collect(const st_store *store, st_arena *arena,
                               const st_chain_query *chain,
                               const st_chain_link **out, uint32_t *count) {
  link_collector g = {
      .store = store, .event_type = chain->event_type, .phase = chain->phase};
  uint32_t owner = chain->owner;
  add_all_links(&g, owner);
  *count = g.count;
  if (g.count == 0) return STRATA_OK;
  st_chain_link *links = st_arena_alloc(arena, g.count, sizeof *links);
  st_chain_link *other = st_arena_alloc(arena, g.count, sizeof *other);
  if (!links || !other) return STRATA_ENOMEM;
  g.links = links;
  add_all_links(&g, owner);
  for (uint32_t size = 1; size < g.count && size != 0; size *= 2) {
    merge_link_ranges(store->rules, links, other, g.count, size);
    st_chain_link *swap = links;
    links = other;
    other = swap;
  }
  *out = links;
  return STRATA_OK;
}

/* -- Hooking and unhooking -- */

strata_status st_chain_hook(st_store *store, const st_new_chain_override *desc,
                            bool *done) {
  *done = !st_chain_has(store, desc->owner, desc->watcher_def);
  if (!*done) return STRATA_OK;
  uint32_t row = st_chain_override_find(store, desc->owner, desc->watcher_def);
  strata_status status =
      row != 0 ? st_chain_override_remove(store, row) : STRATA_OK;
  return status ? status : st_chain_override_add(store, desc, &row);
}

strata_status st_chain_unhook(st_store *store, uint32_t owner,
                              strata_watcher_def def, bool *done) {
  *done = st_chain_has(store, owner, def);
  if (!*done) return STRATA_OK;
  uint32_t row = st_chain_override_find(store, owner, def);
  strata_status status =
      row != 0 ? st_chain_override_remove(store, row) : STRATA_OK;
  if (status || !is_printed_handler(store, owner, def)) return status;
  return st_chain_override_add(
      store,
      &(st_new_chain_override){.owner = owner,
                               .watcher_def = def,
                               .form = ST_CHAIN_OVERRIDE_REMOVED},
      &row);
}

/* -- Stored variables -- */

static uint64_t note_key_of(const char *name) {
  return st_note_key(name, strlen(name), 0);
}

st_raw_value st_chain_get_note(const st_store *store, uint32_t owner,
                               strata_watcher_def def, const char *name) {
  st_raw_value word = {0};
  uint32_t row = st_chain_override_find(store, owner, def);
  if (row != 0) {
    (void)st_notes_find(store, st_chain_override_notes(row), note_key_of(name),
                        &word);
  }
  return word;
}

strata_status st_chain_set_note(st_store *store, uint32_t owner,
                                strata_watcher_def def, const char *name,
                                st_raw_value word) {
  bool none = word.number == 0 && word.symbol == 0;
  uint32_t row = st_chain_override_find(store, owner, def);
  if (row == 0) {
    const st_new_chain_override kept = {
        .owner = owner, .watcher_def = def, .form = ST_CHAIN_OVERRIDE_STORED};
    if (none) return STRATA_OK;
    strata_status status = st_chain_override_add(store, &kept, &row);
    if (status) return status;
  }
  if (none) {
    return st_notes_remove(store, st_chain_override_notes(row),
                           note_key_of(name));
  }
  return st_notes_set(store, st_chain_override_notes(row), note_key_of(name),
                      word);
}
