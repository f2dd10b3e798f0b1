/* api_log.c - rows of the log and notes in their public form. */
#include "api/play/api_log.h"

#include "api/play/api_kept_log.h"
#include "api/play/api_word_value.h"
#include "rules/model/sba_def.h"

#include <string.h>

/* Public kinds of rows have the numbers of world/tables/event_log.h. */
#define X(name, value, text)                                                   \
  static_assert((int)STRATA_LOG_##name == (int)ST_LOGGED_##name,               \
                "what rows of the log say");
STRATA_LOG_MAP(X)
#undef X

/* -- The log -- */

uint64_t strata_log_next(const strata_world *world, uint64_t after) {
  st_world_go_back(world);
  uint64_t kept = st_kept_log_next(world, after);
  return kept != 0 ? kept : st_log_next(&world->store, after);
}

/* A row and its notes. */
typedef struct noted_row {
  st_log_row row;
  const st_note *notes;
  size_t count;
} noted_row;

/* The value of a field in a row. A field that is 0 has no note. */
static strata_named_value export_log_field(const strata_world *world,
                                           const noted_row *noted,
                                           strata_field field) {
  const strata_rules *rules = world->rules;
  const char *name = st_rules_name(rules, STRATA_NAME_FIELD, field);
  uint64_t key = rules->field_keys[field - 1];
  st_raw_value word = {0};
  for (size_t i = noted->count; i-- > 0;) {
    if (noted->notes[i].key == key) word = noted->notes[i].value;
  }
  strata_type type = (strata_type)rules->field_types[field - 1];
  return (strata_named_value){.name = name,
                              .value = st_word_to_value(type, word)};
}

static strata_status export_event_fields(strata_world *world, st_arena *arena,
                                         const noted_row *noted,
                                         strata_log_row *out) {
  const st_event_type *kind =
      st_event_type_unalias(world->rules, noted->row.event_type);
  strata_named_value *fields =
      st_arena_alloc(arena, kind->field_count, sizeof *fields);
  if (!fields) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    fields[i] = export_log_field(world, noted, kind->fields[i]);
  }
  out->fields = fields;
  out->field_count = kind->field_count;
  return STRATA_OK;
}

/* The fields of a row of a decision: each note is one. */
static strata_status export_decided_words(st_arena *arena,
                                          const noted_row *noted,
                                          strata_log_row *out) {
  strata_named_value *fields =
      st_arena_alloc(arena, noted->count + 1, sizeof *fields);
  if (!fields) return STRATA_ENOMEM;
  out->fields = fields;
  for (size_t i = 0; i < noted->count; i++) {
    for (uint32_t w = 0; w < ST_DECIDED_FIELD_COUNT; w++) {
      st_decided_field word = (st_decided_field)w;
      if (st_decided_key(word) != noted->notes[i].key) continue;
      fields[out->field_count++] = (strata_named_value){
          st_decided_name(word),
          st_word_to_value(st_decided_type(word), noted->notes[i].value)};
    }
  }
  return STRATA_OK;
}

static strata_status export_noted_row(strata_world *world, st_arena *arena,
                                      const noted_row *noted,
                                      strata_log_row *out) {
  const st_log_row *row = &noted->row;
  *out = (strata_log_row){.number = row->number,
                          .action = row->action,
                          .parent = row->parent,
                          .what = (strata_log_kind)row->what,
                          .event_type = row->event_type,
                          .watcher_def = row->watcher_def,
                          .who = row->who,
                          .source = row->source,
                          .count = row->count};
  if (row->event_type != 0) {
    return export_event_fields(world, arena, noted, out);
  }
  return row->what == ST_LOGGED_DECIDED
             ? export_decided_words(arena, noted, out)
             : STRATA_OK;
}

/* The notes of a row that is in the state. */
static strata_status read_notes(const st_store *store, st_arena *arena,
                                noted_row *noted) {
  uint32_t first = st_notes_first(store, noted->row.fields);
  uint32_t note = first;
  size_t count = 0;
  for (; note != 0; note = st_notes_next(store, note)) {
    count++;
  }
  st_note *notes = st_arena_alloc(arena, count + 1, sizeof *notes);
  if (!notes) return STRATA_ENOMEM;
  for (note = first; note != 0; note = st_notes_next(store, note)) {
    notes[noted->count++] = st_notes_at(store, note);
  }
  noted->notes = notes;
  return STRATA_OK;
}

strata_status st_log_row_export(strata_world *world, st_arena *arena,
                                const st_log_row *row, strata_log_row *out) {
  noted_row noted = {.row = *row};
  strata_status status = read_notes(&world->store, arena, &noted);
  return status ? status : export_noted_row(world, arena, &noted, out);
}

/* Why there is no such row. */
static const char *why_no_row(const strata_world *world, uint64_t number) {
  if (number > st_log_last(&world->store)) return " is yet to come";
  return world->rules->play->log_lasts == STRATA_LOG_LASTS_GAME
             ? " is forgotten"
             : " is gone: the rules say how long rows last (log_lasts), and "
               "strata_keep_log keeps them longer";
}

strata_status st_log_row_refuse_missing(strata_world *world, const char *call,
                                        uint64_t number) {
  return ST_REFUSE(world, STRATA_ENOENT, call, ": row ",
                   st_number_format((int64_t)number).text,
                   why_no_row(world, number));
}

strata_status strata_log_get(strata_world *world, uint64_t number,
                             strata_log_row *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "log: out is NULL");
  noted_row noted = {0};
  strata_status status = STRATA_OK;
  st_arena_reset(&world->out_arena);
  if (st_log_get(&world->store, number, &noted.row)) {
    status = read_notes(&world->store, &world->out_arena, &noted);
  } else if (!st_kept_log_get(world, number, &noted.row, &noted.notes,
                              &noted.count)) {
    return st_log_row_refuse_missing(world, "log", number);
  }
  strata_log_row result;
  if (!status) {
    status = export_noted_row(world, &world->out_arena, &noted, &result);
  }
  if (status) return ST_REFUSE(world, status, "log: out of memory");
  *out = result;
  return STRATA_OK;
}

strata_status strata_log_forget(strata_world *world, uint64_t before) {
  st_world_go_back(world);
  st_write_call call;
  strata_status status = st_world_begin_idle_write(world, "log_forget", &call);
  if (status) return status;
  status = st_log_forget(&world->store, before);
  status = st_world_end_write(world, &call, status);
  if (!status) st_kept_log_forget(world, before);
  return status;
}

/* -- Notes -- */

/* The notes of an owner under a key; refuses an owner that does not exist. */
static strata_status find_owner_notes(strata_world *world, const char *call,
                                      strata_entity owner, const char *key,
                                      bool gone_will_do, st_notes_head *out) {
  if (!key || key[0] == '\0') {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": it has no key");
  }
  strata_status status = st_world_check_text(world, call, "the key", key);
  if (status) return status;
  *out = st_notes_of_world();
  if (owner == 0) return STRATA_OK;
  uint32_t slot =
      gone_will_do ? st_entity_last_known_slot(&world->store, owner) : 0;
  if (slot == 0) slot = st_world_check_entity(world, call, owner);
  if (slot == 0) return STRATA_ESTALE;
  *out = st_notes_of_entity(slot);
  return STRATA_OK;
}

static strata_status check_note_value(strata_world *world, const char *key,
                                      const strata_value *value,
                                      st_raw_value *out) {
  bool fits = value->type == STRATA_INT || value->type == STRATA_FLAG ||
              value->type == STRATA_REF || value->type == STRATA_SYM;
  if (!fits) {
    return ST_REFUSE(world, STRATA_ETYPE, "note: '", key,
                     "': a note holds a number, flag, ref or symbol");
  }
  const st_word_want want = {.call = "note",
                             .value_name = key,
                             .type = value->type,
                             .allows_gone = true};
  return st_word_from_value(world, &want, value, out);
}

strata_status strata_note(strata_world *world, strata_entity owner,
                          const char *key, const strata_value *value) {
  st_world_go_back(world);
  st_notes_head head = {0};
  st_raw_value word = {0};
  strata_status status =
      find_owner_notes(world, "note", owner, key, false, &head);
  if (!status && value) status = check_note_value(world, key, value, &word);
  if (status) return status;
  st_write_call call;
  status = st_world_begin_handler_write(world, "note", &call);
  if (status) return status;
  uint64_t under = st_note_key(key, strlen(key), 0);
  status = value ? st_notes_add(&world->store, head, under, word)
                 : st_notes_remove(&world->store, head, under);
  return st_world_end_write(world, &call, status);
}

/* A note does not keep the type of its number: it is given as a handle too. */
static strata_value note_value(st_raw_value word) {
  strata_value value =
      st_word_to_value(word.symbol != 0 ? STRATA_SYM : STRATA_INT, word);
  value.ref = (strata_entity)word.number;
  return value;
}

strata_status strata_noted(strata_world *world, strata_entity owner,
                           const char *key, strata_value *buffer,
                           size_t capacity, size_t *count) {
  st_world_go_back(world);
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "noted: no count, or no buffer");
  }
  st_notes_head head = {0};
  strata_status status =
      find_owner_notes(world, "noted", owner, key, true, &head);
  if (status) return status;
  const st_store *store = &world->store;
  uint64_t under = st_note_key(key, strlen(key), 0);
  size_t place = st_notes_find_all(store, head, under, NULL, 0);
  *count = place;
  uint32_t row = st_notes_first(store, head);
  for (; place > 0; row = st_notes_next(store, row)) {
    st_note note = st_notes_at(store, row);
    if (note.key != under) continue;
    if (--place < capacity) buffer[place] = note_value(note.value);
  }
  return STRATA_OK;
}
