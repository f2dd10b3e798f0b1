/*
 * position_hash.c - a hash of what decides how a game goes on.
 *
 * Each entity, effect and started watcher has a timestamp that no other has,
 * and the order of timestamps is part of the position. So the rank of its
 * timestamp is a name for it that does not depend on slots and handles. Rows of
 * all other tables belong to one of these, and get their names from it. The
 * hash is a sum over all cells, each mixed with the names of its row and
 * column, so the order in which rows are met does not matter.
 *
 * The state is walked twice by the same functions. The first walk collects the
 * timestamps, and what is left of entities that are gone but that something
 * still refers to. The second walk hashes, with the ranks known.
 *
 * Not part of the position: the log; counts of actions and ticks; the order of
 * linked rows that follows from timestamps or matters to nobody; texts that
 * only describe a decision.
 */
#include "play/compare/position_hash.h"

#include "play/compare/position_walk.h"
#include "play/compare/use_notes.h"
#include "world/objects/chain_override.h"
#include "world/objects/disabled_handlers.h"
#include "world/objects/knowledge.h"
#include "world/tables/course_rows.h"
#include "world/tables/effect.h"
#include "world/tables/game_end.h"
#include "world/tables/open_decision.h"
#include "world/tables/pending_triggers.h"
#include "world/tables/started_watchers.h"

/* Names of what belongs to the world or to no row, and keys of the names of
 * rows that belong to others. */
enum {
  NAME_WORLD = 1,
  NAME_DISABLED,
  NAME_REQUEST,
  NAME_DECISION,
  NAME_COURSE,
  KEY_NOTE,
  KEY_OVERRIDE,
  KEY_PART,
  KEY_TRIGGER,
  KEY_KNOWN_BY
};

/* A name that is the rank of no timestamp. */
static uint64_t name_of(uint64_t key) {
  return UINT64_MAX - key;
}

/* -- Notes -- */

/* How many notes with the same key are older. Their order matters, that of
 * notes with different keys does not. */
static uint64_t count_older(const st_store *store, uint32_t row, uint64_t key) {
  uint64_t count = 0;
  for (row = st_notes_next(store, row); row != 0;
       row = st_notes_next(store, row)) {
    count += st_get64(store, ST_COLUMN_NOTE_KEY, row) == key;
  }
  return count;
}

/* Add a note of which `older` ones with its key are part of its name. */
static void add_note(st_position_walk *w, uint32_t row, uint64_t owner,
                     uint64_t key, uint64_t older) {
  uint64_t name = st_mix(st_mix(st_mix(owner, KEY_NOTE), key), older);
  st_note note = st_notes_at(w->store, row);
  uint64_t symbol =
      note.value.symbol == 0
          ? 0
          : st_rules_canonical_number(w->store->rules, ST_CONTENT_SYMBOL,
                                      note.value.symbol);
  st_position_add(w, name, symbol,
                  st_position_number(w, (uint64_t)note.value.number));
}

/* Add the notes of an owner. `holder` is the handle of the entity or started
 * watcher whose counts of uses may be among them, 0: of the world. */
static void add_notes(st_position_walk *w, st_notes_head head, uint64_t owner,
                      const st_use_holder *holder) {
  uint32_t row = st_notes_first(w->store, head);
  for (; row != 0; row = st_notes_next(w->store, row)) {
    uint64_t key = st_get64(w->store, ST_COLUMN_NOTE_KEY, row);
    if (!holder || st_use_note_key(w->store, head, holder, &key)) {
      uint64_t own = st_get64(w->store, ST_COLUMN_NOTE_KEY, row);
      uint64_t older = w->is_collecting ? 0 : count_older(w->store, row, own);
      add_note(w, row, owner, key, older);
    }
  }
}

/* Who knows the face of an object: in which order they were shown it matters to
 * nobody. */
static void add_knowledge(st_position_walk *w, uint32_t slot, uint64_t name) {
  const uint64_t owner = st_mix(name, KEY_KNOWN_BY);
  uint32_t row = st_notes_first(w->store, st_knowledge_of_entity(slot));
  for (; row != 0; row = st_notes_next(w->store, row)) {
    add_note(w, row, owner, ST_KNOWLEDGE_KEY, 0);
  }
}

/* -- Rows and what belongs to them -- */

static void add_overrides(st_position_walk *w, uint32_t owner, uint64_t name) {
  const st_store *store = w->store;
  uint32_t row = st_chain_override_first(store, owner);
  for (; row != 0; row = st_chain_override_next(store, row)) {
    uint32_t def = st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row);
    uint64_t mine = st_mix(
        st_mix(name, KEY_OVERRIDE),
        st_rules_canonical_number(store->rules, ST_CONTENT_WATCHER_DEF, def));
    st_position_add_row(w, ST_TABLE_OVERRIDE, row, mine);
    add_notes(w, st_chain_override_notes(row), mine, NULL);
  }
}

static void add_trigger(st_position_walk *w, uint32_t row, uint64_t name) {
  st_position_add_row(w, ST_TABLE_TRIGGER, row, name);
  add_notes(w, st_pending_trigger_variables(row), name, NULL);
}

static void add_entity(st_position_walk *w, uint32_t slot) {
  uint64_t stamp = st_get64(w->store, ST_COLUMN_ENTITY_STAMP, slot);
  uint64_t name = st_position_stamp(w, stamp);
  if (stamp == 0 && !w->is_collecting) return; /* met from who refers to it */
  st_position_add_row(w, ST_TABLE_ENTITY, slot, name);
  const st_use_holder holder = st_use_holder_of_entity(w->store, slot);
  add_notes(w, st_notes_of_entity(slot), name, &holder);
  add_knowledge(w, slot, name);
  add_overrides(w, slot, name);
  uint32_t trigger = st_pending_trigger_held_by(w->store, slot);
  if (trigger != 0) add_trigger(w, trigger, st_mix(name, KEY_TRIGGER));
}

static void add_part(st_position_walk *w, uint32_t part, uint64_t effect) {
  const st_store *store = w->store;
  uint64_t header = st_get_split(store, ST_COLUMN_PART_HEADER, part);
  uint64_t name =
      st_mix(st_mix(effect, KEY_PART), st_part_header_ordinal(header));
  st_position_add_row(w, ST_TABLE_PART, part, name);
  uint32_t node = st_get32(store, ST_COLUMN_PART_NODES, part);
  for (; node != 0; node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    st_position_add_row(w, ST_TABLE_NODE, node, name);
  }
}

static void add_effects(st_position_walk *w) {
  const st_store *store = w->store;
  for (uint32_t slot = 1; slot <= st_effect_top(store); slot++) {
    if (!st_effect_is_used(store, slot)) continue;
    uint64_t name =
        st_position_stamp(w, st_get_split(store, ST_COLUMN_EFFECT_STAMP, slot));
    st_position_add_row(w, ST_TABLE_EFFECT, slot, name);
    uint32_t part = st_effect_first_part(store, slot);
    for (; part != 0; part = st_get32(store, ST_COLUMN_PART_NEXT, part)) {
      add_part(w, part, name);
    }
  }
}

static void add_watchers(st_position_walk *w) {
  const st_store *store = w->store;
  uint32_t slot = st_started_watcher_first(store);
  for (; slot != 0; slot = st_started_watcher_next(store, slot)) {
    uint64_t name = st_position_stamp(
        w, st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot));
    const st_use_holder holder = st_use_holder_of_started(store, slot);
    st_position_add_row(w, ST_TABLE_WATCHER, slot, name);
    add_notes(w, st_started_watcher_variables(slot), name, &holder);
  }
}

static void add_queued_triggers(st_position_walk *w) {
  const st_store *store = w->store;
  uint32_t row = st_pending_trigger_first(store);
  for (; row != 0; row = st_pending_trigger_next(store, row)) {
    add_trigger(w, row,
                st_position_stamp(
                    w, st_get_split(store, ST_COLUMN_TRIGGER_STAMP, row)));
  }
}

static void add_disabled_handlers(st_position_walk *w) {
  const strata_rules *rules = w->store->rules;
  for (uint32_t n = 1; n <= st_disabled_handler_count(w->store); n++) {
    st_disabled_handler row = st_disabled_handler_get(w->store, n);
    st_position_add(
        w, name_of(NAME_DISABLED), 0,
        st_rules_canonical_number(rules, ST_CONTENT_HANDLER, row.handler));
  }
}

/* The course of the game. Passes count while the action of the last one is the
 * newest action. */
static void add_course(st_position_walk *w) {
  const st_store *store = w->store;
  uint64_t name = name_of(NAME_COURSE);
  bool follows = st_scalar_get(store, ST_SCALAR_PASSED_IN) >=
                 st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED);
  st_position_add(w, name, 0, st_course_state_get(store));
  st_position_add(w, name, 1,
                  follows ? st_scalar_get(store, ST_SCALAR_PASSES) : 0);
  uint64_t top = st_scalar_get(store, ST_SCALAR_PERIOD_TOP);
  for (uint32_t n = 1; n <= top; n++) {
    const st_course_row row = st_course_row_get(store, n);
    uint64_t place = st_mix(name, n);
    st_position_add(
        w, place, 0,
        st_rules_canonical_number(store->rules, ST_CONTENT_PERIOD, row.period));
    st_position_add(w, place, 1, st_position_handle(w, row.player));
    st_position_add(
        w, place, 2,
        st_rules_canonical_number(store->rules, ST_CONTENT_PERIOD, row.after));
  }
}

/* -- The open action -- */

/* The hash of a text in rows of eight bytes each. */
static uint64_t hash_of_text_rows(const st_store *store, uint32_t row) {
  uint64_t hash = 0;
  for (; row != 0; row++) {
    uint64_t word = st_get64(store, ST_COLUMN_ACTION_VALUE_NUMBER, row);
    hash = st_mix(hash, word);
    if (word >> 56 == 0) break;
  }
  return hash;
}

/* A value, or the text of an option that has none. */
static uint64_t hash_of_value(st_position_walk *w, const st_action_value *of) {
  if (of->type == 0) return hash_of_text_rows(w->store, of->text);
  if (of->value.symbol != 0) {
    return st_rules_canonical_number(w->store->rules, ST_CONTENT_SYMBOL,
                                     of->value.symbol);
  }
  uint64_t number = (uint64_t)of->value.number;
  return st_mix(of->type, of->type == STRATA_REF + 1
                              ? st_position_handle(w, number)
                              : number);
}

static uint64_t hash_of_option(st_position_walk *w, uint32_t decision,
                               uint32_t n) {
  st_action_value option = st_decision_option(w->store, decision, n);
  return hash_of_value(w, &option);
}

/* The n-th number of an answer: an amount, by its option if there is one, or an
 * option, by its place if the order counts. Options are named by their values,
 * since their order may come from the slots of entities. */
static void add_answer(st_position_walk *w, uint64_t name, uint32_t decision,
                       const st_decision *asked, uint32_t n) {
  int64_t number = st_decision_answer_at(w->store, decision, n);
  switch ((int)asked->purpose) {
  case ST_PURPOSE_NUMBER:
    st_position_add(w, name, 1, (uint64_t)number);
    break;
  case ST_PURPOSE_DIVIDE:
  case ST_PURPOSE_ALLOCATE:
    st_position_add(w, name, hash_of_option(w, decision, n), (uint64_t)number);
    break;
  default:
    st_position_add(w, name,
                    asked->flags & ST_DECISION_ORDERED ? 3 + (uint64_t)n : 2,
                    hash_of_option(w, decision, (uint32_t)number));
  }
}

static void add_decision(st_position_walk *w, uint32_t decision) {
  st_decision asked = st_decision_get(w->store, decision);
  uint64_t name = st_mix(name_of(NAME_DECISION), decision);
  const uint64_t words[] = {asked.purpose,
                            asked.flags,
                            st_position_handle(w, asked.player),
                            st_position_handle(w, asked.source),
                            (uint64_t)asked.min,
                            (uint64_t)asked.max,
                            (uint64_t)asked.total,
                            asked.answered};
  for (uint32_t i = 0; i < ST_COUNT_OF(words); i++) {
    st_position_add(w, st_mix(name, 1), i, words[i]);
  }
  for (uint32_t i = 0; i < asked.option_count; i++) {
    st_position_add(w, st_mix(name, 2), 0, hash_of_option(w, decision, i));
  }
  for (uint32_t i = 0; i < asked.answer_count; i++) {
    add_answer(w, st_mix(name, 3), decision, &asked, i);
  }
}

static void add_open_action(st_position_walk *w) {
  const st_store *store = w->store;
  uint64_t name = name_of(NAME_REQUEST);
  st_position_add(w, name, 0, st_decision_request(store));
  for (uint32_t n = 0; n < st_decision_request_values(store); n++) {
    st_action_value value = st_decision_request_value(store, n);
    uint64_t text = hash_of_text_rows(store, value.text);
    st_position_add(w, st_mix(name, 1), st_mix(n, text),
                    hash_of_value(w, &value));
  }
  for (uint32_t n = 1; n <= st_decision_count(store); n++) {
    add_decision(w, n);
  }
}

/* -- The state -- */

static void add_world(st_position_walk *w) {
  const st_store *store = w->store;
  uint64_t name = name_of(NAME_WORLD);
  st_position_add(w, name, 0, st_scalar_get(store, ST_SCALAR_CHANCE));
  st_position_add(w, name, 1, st_game_end(store) != 0);
  const st_use_holder laws = st_use_holder_of_laws();
  add_notes(w, st_notes_of_world(), name, &laws);
  add_overrides(w, 0, name);
  add_disabled_handlers(w);
  add_course(w);
}

static void walk(st_position_walk *w) {
  const st_store *store = w->store;
  for (uint32_t slot = 1; slot <= st_entity_top(store); slot++) {
    if (st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) add_entity(w, slot);
  }
  add_effects(w);
  add_watchers(w);
  add_queued_triggers(w);
  add_open_action(w);
  add_world(w);
  /* The first walk finds more while it looks at these. */
  for (size_t i = 0; i < w->gone_count && !w->out_of_memory; i++) {
    add_entity(w, w->gone[i]);
  }
}

/* Prepare a walk with which the state can be hashed. Free it in any case. */
static strata_status begin_walk(st_position_walk *w) {
  if (!st_position_walk_init(w)) w->out_of_memory = true;
  if (!w->out_of_memory) walk(w);
  if (w->out_of_memory) return STRATA_ENOMEM;
  st_position_walk_begin_hash(w);
  return STRATA_OK;
}

static uint64_t hash_of_walk(st_position_walk *w) {
  w->sum = 0;
  walk(w);
  return st_mix(NAME_WORLD, w->sum);
}

strata_status st_position_hash(const st_store *store, uint64_t *out) {
  st_position_walk w = {.store = store};
  strata_status status = begin_walk(&w);
  if (!status) *out = hash_of_walk(&w);
  st_position_walk_fini(&w);
  return status;
}

/* -- Entities that nothing tells apart -- */

/* Exchange two live entities, and see whether the position is the same. */
static bool is_exchangeable(st_position_walk *w, uint64_t here, uint32_t a,
                            uint32_t b) {
  w->exchanged[0] = st_get64(w->store, ST_COLUMN_ENTITY_STAMP, a);
  w->exchanged[1] = st_get64(w->store, ST_COLUMN_ENTITY_STAMP, b);
  bool same = hash_of_walk(w) == here;
  w->exchanged[0] = w->exchanged[1] = 0;
  return same;
}

strata_status st_position_find_equal(const st_store *store,
                                     const strata_entity *who, uint32_t count,
                                     uint32_t *first) {
  st_position_walk w = {.store = store};
  strata_status status = begin_walk(&w);
  uint64_t *contents =
      status ? NULL : st_arena_alloc(&w.arena, count + 1u, sizeof *contents);
  if (!contents) {
    st_position_walk_fini(&w);
    return STRATA_ENOMEM;
  }
  uint64_t here = hash_of_walk(&w);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot = st_entity_slot(store, who[i]);
    first[i] = i;
    if (slot == 0) continue;
    contents[i] = st_position_content(&w, slot);
    for (uint32_t k = 0; k < i && first[i] == i; k++) {
      uint32_t other = st_entity_slot(store, who[k]);
      if (first[k] != k || other == 0 || contents[k] != contents[i]) continue;
      if (other == slot || is_exchangeable(&w, here, other, slot)) first[i] = k;
    }
  }
  st_position_walk_fini(&w);
  return STRATA_OK;
}
