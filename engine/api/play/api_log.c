/*
 * api_log.c - what has happened, and what is remembered.
 */
#include "api/play/api_log.h"

#include "api/play/api_given.h"

#include <string.h>

/* The public names are those of world/tables/log.h, number by number. */
#define X(name, value, text)                                                   \
  static_assert((int)STRATA_LOGGED_##name == (int)ST_LOGGED_##name,            \
                "what rows of the log say");
STRATA_LOGGED_MAP(X)
#undef X

/* -- The log -- */

uint64_t strata_log_next(const strata_world *world, uint64_t after) {
  return st_log_next(&world->store, after);
}

/* What a row says of a field; what is 0 has no note. */
static strata_given give_field(const strata_world *world, st_note_head notes,
                               strata_field field) {
  const strata_rules *rules = world->rules;
  const char *name = strata_rules_name(rules, STRATA_KIND_FIELD, field);
  st_word word = {0};
  (void)st_note_get(&world->store, notes, st_note_key(name, strlen(name), 0),
                    &word);
  strata_type type = (strata_type)rules->field_types[field - 1];
  return (strata_given){.name = name, .value = st_given_value(type, word)};
}

static strata_status give_fields(strata_world *world, st_arena *arena,
                                 const st_log_row *row, strata_log_row *out) {
  const st_kind *kind = st_kind_of(world->rules, row->kind);
  strata_given *fields =
      st_arena_take(arena, kind->field_count, sizeof *fields);
  if (!fields) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    fields[i] = give_field(world, row->fields, kind->fields[i]);
  }
  out->fields = fields;
  out->field_count = kind->field_count;
  return STRATA_OK;
}

/* What was decided: each note is a field. */
static strata_status give_decided(const strata_world *world, st_arena *arena,
                                  const st_log_row *row, strata_log_row *out) {
  const st_store *store = &world->store;
  uint32_t first = st_note_first(store, row->fields);
  size_t count = 0;
  for (uint32_t note = first; note != 0; note = st_note_next(store, note)) {
    count++;
  }
  strata_given *fields = st_arena_take(arena, count + 1, sizeof *fields);
  if (!fields) return STRATA_ENOMEM;
  out->fields = fields;
  for (uint32_t row_of = first; row_of != 0;
       row_of = st_note_next(store, row_of)) {
    st_note note = st_note_at(store, row_of);
    for (uint32_t w = 0; w < ST_DECIDED_WORDS; w++) {
      st_decided_word word = (st_decided_word)w;
      if (st_decided_key(word) != note.key) continue;
      fields[out->field_count++] =
          (strata_given){st_decided_name(word),
                         st_given_value(st_decided_type(word), note.word)};
    }
  }
  return STRATA_OK;
}

strata_status st_log_give(strata_world *world, st_arena *arena,
                          const st_log_row *row, strata_log_row *out) {
  *out = (strata_log_row){.number = row->number,
                          .action = row->action,
                          .parent = row->parent,
                          .what = (strata_logged)row->what,
                          .kind = row->kind,
                          .code = row->code,
                          .who = row->who,
                          .source = row->source,
                          .count = row->count};
  if (row->kind != 0) return give_fields(world, arena, row, out);
  return row->what == ST_LOGGED_DECIDED ? give_decided(world, arena, row, out)
                                        : STRATA_OK;
}

strata_status strata_log_get(strata_world *world, uint64_t number,
                             strata_log_row *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "log: out is NULL");
  st_log_row row;
  if (!st_log_get(&world->store, number, &row)) {
    bool past = number > st_log_last(&world->store);
    return ST_REFUSE(world, STRATA_ENOENT, "log: row ",
                     st_number_of((int64_t)number).text,
                     past ? " is yet to come" : " is forgotten");
  }
  strata_log_row result;
  st_arena_empty(&world->shown);
  strata_status status = st_log_give(world, &world->shown, &row, &result);
  if (status) return ST_REFUSE(world, status, "log: out of memory");
  *out = result;
  return STRATA_OK;
}

strata_status strata_log_forget(strata_world *world, uint64_t before) {
  st_call call;
  strata_status status = st_world_begin_alone(world, "log_forget", &call);
  if (status) return status;
  status = st_log_forget(&world->store, before);
  return st_world_finish(world, &call, status);
}

/* -- Notes -- */

/* The notes of an owner, under a key; refused if there is no such. */
static strata_status find_notes(strata_world *world, const char *call,
                                strata_entity owner, const char *key,
                                bool gone_will_do, st_note_head *out) {
  if (!key || key[0] == '\0') {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": it has no key");
  }
  *out = st_notes_of_world();
  if (owner == 0) return STRATA_OK;
  uint32_t slot = gone_will_do ? st_entity_gone_slot(&world->store, owner) : 0;
  if (slot == 0) slot = st_world_entity(world, call, owner);
  if (slot == 0) return STRATA_ESTALE;
  *out = st_notes_of_entity(slot);
  return STRATA_OK;
}

static strata_status note_word(strata_world *world, const char *key,
                               const strata_value *value, st_word *out) {
  bool fits = value->type == STRATA_INT || value->type == STRATA_FLAG ||
              value->type == STRATA_REF || value->type == STRATA_SYM;
  if (!fits) {
    return ST_REFUSE(world, STRATA_ETYPE, "note: '", key,
                     "': a note holds a number, flag, ref or symbol");
  }
  const st_given_want want = {
      .call = "note", .what = key, .type = value->type, .gone_will_do = true};
  return st_given_word(world, &want, value, out);
}

strata_status strata_note(strata_world *world, strata_entity owner,
                          const char *key, const strata_value *value) {
  st_note_head head = {0};
  st_word word = {0};
  strata_status status = find_notes(world, "note", owner, key, false, &head);
  if (!status && value) status = note_word(world, key, value, &word);
  if (status) return status;
  st_call call;
  status = st_world_begin_aside(world, "note", &call);
  if (status) return status;
  uint64_t under = st_note_key(key, strlen(key), 0);
  status = value ? st_note_put(&world->store, head, under, word)
                 : st_note_forget(&world->store, head, under);
  return st_world_finish(world, &call, status);
}

/* A note does not keep whether its number was a handle. */
static strata_value value_of(st_word word) {
  strata_value value =
      st_given_value(word.symbol != 0 ? STRATA_SYM : STRATA_INT, word);
  value.ref = (strata_entity)word.number;
  return value;
}

strata_status strata_noted(strata_world *world, strata_entity owner,
                           const char *key, strata_value *buffer,
                           size_t capacity, size_t *count) {
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "noted: no count, or no buffer");
  }
  st_note_head head = {0};
  strata_status status = find_notes(world, "noted", owner, key, true, &head);
  if (status) return status;
  const st_store *store = &world->store;
  uint64_t under = st_note_key(key, strlen(key), 0);
  size_t place = st_note_get_all(store, head, under, NULL, 0);
  *count = place;
  uint32_t row = st_note_first(store, head);
  for (; place > 0; row = st_note_next(store, row)) {
    st_note note = st_note_at(store, row);
    if (note.key != under) continue;
    if (--place < capacity) buffer[place] = value_of(note.word);
  }
  return STRATA_OK;
}
