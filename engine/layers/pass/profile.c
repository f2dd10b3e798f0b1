/*
 * profile.c - measures where the time of evaluation goes.
 *
 * Rows are keyed by what they measure, not by the unit: a thousand equal
 * anthems are one row, in this pass and the next. The name of an effect counts
 * by its content, because after a rollback the id of a text may be given to
 * another text.
 */
#include "layers/pass/profile.h"

#include "base/hash.h"
#include "world/store/strings.h"

/* The key of a row, besides its kind and layer. */
typedef struct st_profile_key {
  strata_profile_row *row;
  uint64_t name; /* a text's hash, or an index */
  strata_definition card;
} st_profile_key;

/* -- Init and fini -- */

st_profile *st_profile_new(st_mem *mem, const strata_rules *rules,
                           strata_time_fn now, void *user) {
  st_profile *profile = st_mem_zeroed(mem, 1, sizeof *profile);
  if (!profile) return NULL;
  *profile = (st_profile){.mem = mem, .rules = rules, .now = now, .user = user};
  st_arena_init(&profile->arena, mem);
  profile->started_at = now(user);
  return profile;
}

void st_profile_free(st_profile *profile) {
  if (!profile) return;
  st_mem *mem = profile->mem;
  st_arena_fini(&profile->arena);
  st_mem_free(mem, profile->keys, profile->capacity, sizeof profile->keys[0]);
  st_mem_free(mem, profile->table, profile->table_size,
              sizeof profile->table[0]);
  st_mem_free(mem, profile, 1, sizeof *profile);
}

size_t st_profile_count(const st_profile *profile) {
  return profile->count;
}

const strata_profile_row *st_profile_row(const st_profile *profile, size_t n) {
  return n < profile->count ? profile->keys[n].row : NULL;
}

/* -- Rows -- */

static uint64_t hash_profile_key(const st_profile_key *key,
                                 const strata_profile_row *like) {
  uint64_t place = (uint64_t)like->what << 32 | (uint32_t)like->layer;
  return st_mix(st_mix(place, key->name), key->card);
}

static bool is_same_profile_row(const st_profile_key *key,
                                const strata_profile_row *like,
                                const st_profile_key *other) {
  return key->name == other->name && key->card == other->card &&
         like->what == other->row->what && like->layer == other->row->layer;
}

/* The bucket of the row with a key, or the free bucket where it belongs. */
static uint32_t *find_profile_bucket(const st_profile *profile,
                                     const st_profile_key *key,
                                     const strata_profile_row *like) {
  size_t mask = profile->table_size - 1;
  size_t at = (size_t)hash_profile_key(key, like) & mask;
  while (
      profile->table[at] &&
      !is_same_profile_row(key, like, &profile->keys[profile->table[at] - 1])) {
    at = (at + 1) & mask;
  }
  return &profile->table[at];
}

/* Reserve one more row. */
static bool grow_profile(st_profile *profile) {
  if (!st_mem_reserve(profile->mem, &profile->keys, &profile->capacity,
                      profile->count + 1, sizeof profile->keys[0])) {
    return false;
  }
  size_t old = profile->table_size;
  if (2 * (profile->count + 1) <= old) return true;
  size_t size = old ? 2 * old : 64;
  uint32_t *table = st_mem_zeroed(profile->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(profile->mem, profile->table, old, sizeof *table);
  profile->table = table;
  profile->table_size = size;
  for (uint32_t i = 0; i < profile->count; i++) {
    const st_profile_key *key = &profile->keys[i];
    *find_profile_bucket(profile, key, key->row) = i + 1;
  }
  return true;
}

static bool is_layer_row(strata_profile_kind what) {
  return what <= STRATA_PROFILE_ORDER;
}

/* Reserve memory for a text that the rules do not keep. */
static char *take_profile_text(st_profile *profile, size_t length,
                               st_text *text) {
  char *bytes = st_arena_alloc(&profile->arena, length + 1, 1);
  if (bytes) st_text_init_fixed(text, bytes, length + 1);
  return bytes;
}

static const char *profile_layer_name(st_profile *profile,
                                      const strata_profile_row *like) {
  if (!is_layer_row(like->what)) return "";
  if (!profile->rules->numbered_layers) {
    return profile->rules->layers[like->layer].name;
  }
  st_text text;
  char *name = take_profile_text(profile, sizeof "-2147483648", &text);
  if (name) st_text_add_int(&text, like->layer);
  return name;
}

static const char *profile_unit_name(st_profile *profile, const st_pass *pass,
                                     const st_layer_unit *unit) {
  if (unit->kind == ST_LAYER_UNIT_LAW) {
    return pass->rules->laws[unit->index].name;
  }
  if (unit->kind == ST_LAYER_UNIT_ABILITY) {
    return pass->rules->abilities[unit->instance.ability].text;
  }
  const st_store *store = pass->store;
  uint32_t id = st_get32(store, ST_COLUMN_EFFECT_NAME, unit->effect);
  st_text text;
  char *name = take_profile_text(profile, st_strings_length(store, id), &text);
  if (name) st_strings_read(store, id, &text);
  return name;
}

static const char *profile_ability_name(const st_pass *pass,
                                        const st_layer_unit *unit) {
  return st_rules_name(pass->rules, STRATA_NAME_SYMBOL,
                       pass->rules->abilities[unit->instance.ability].symbol);
}

/* Find or add the row of a key; NULL if there is no memory. `pass` and `unit`
 * are of the unit that the row is named after, or NULL. */
static strata_profile_row *find_profile_row(st_profile *profile,
                                            st_profile_key key,
                                            strata_profile_row like,
                                            const st_pass *pass,
                                            const st_layer_unit *unit) {
  if (profile->table_size > 0) {
    uint32_t found = *find_profile_bucket(profile, &key, &like);
    if (found) return profile->keys[found - 1].row;
  }
  if (profile->count >= UINT32_MAX - 1 || !grow_profile(profile)) return NULL;
  const char *card =
      st_rules_name(profile->rules, STRATA_NAME_DEFINITION, key.card);
  like.card = card ? card : "";
  like.name = unit ? profile_unit_name(profile, pass, unit) : "";
  like.ability = unit && unit->kind == ST_LAYER_UNIT_ABILITY
                     ? profile_ability_name(pass, unit)
                     : "";
  like.layer_name = profile_layer_name(profile, &like);
  key.row = st_arena_alloc(&profile->arena, 1, sizeof *key.row);
  if (!like.name || !like.layer_name || !key.row) return NULL;
  *key.row = like;
  *find_profile_bucket(profile, &key, &like) = (uint32_t)profile->count + 1;
  profile->keys[profile->count++] = key;
  return key.row;
}

/* -- Units -- */

/* The definition of the source of a unit, also if the source is gone. */
static strata_definition unit_definition(const st_pass *pass,
                                         const st_layer_unit *unit) {
  const st_store *store = pass->store;
  uint32_t slot = unit->kind == ST_LAYER_UNIT_LAW ? 0 : unit->object;
  if (slot == 0 && unit->kind == ST_LAYER_UNIT_EFFECT) {
    strata_entity source =
        st_get64(store, ST_COLUMN_EFFECT_SOURCE, unit->effect);
    slot = st_entity_last_known_slot(store, source);
  }
  return slot ? st_get32(store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
}

/* The part of the key that tells units of one kind apart. */
static uint64_t unit_name_key(const st_pass *pass, const st_layer_unit *unit) {
  if (unit->kind == ST_LAYER_UNIT_LAW) return unit->index;
  if (unit->kind == ST_LAYER_UNIT_ABILITY) return unit->instance.ability;
  uint32_t id = st_get32(pass->store, ST_COLUMN_EFFECT_NAME, unit->effect);
  return st_strings_hash(pass->store, id);
}

static strata_profile_row *
profile_row_of_unit(const st_pass *pass, uint32_t number, strata_layer layer) {
  static const strata_profile_kind whats[] = {
      [ST_LAYER_UNIT_EFFECT] = STRATA_PROFILE_EFFECT,
      [ST_LAYER_UNIT_ABILITY] = STRATA_PROFILE_ABILITY,
      [ST_LAYER_UNIT_LAW] = STRATA_PROFILE_LAW};
  const st_layer_unit *unit = &pass->units[number];
  st_profile_key key = {.name = unit_name_key(pass, unit),
                        .card = unit_definition(pass, unit)};
  strata_profile_row like = {.what = whats[unit->kind], .layer = layer};
  return find_profile_row(pass->profile, key, like, pass, unit);
}

static uint64_t count_members(const st_pass *pass, const st_members *members) {
  if (!members->bits) return members->one != 0;
  uint64_t count = 0;
  for (uint32_t w = 0; w < pass->words; w++) {
    count += st_count_bits(members->bits[w]);
  }
  return count;
}

/* -- Time -- */

/* Charge the time since the last call to the current row. */
static void charge_elapsed_time(const st_profile *profile, uint64_t now) {
  strata_profile_row *row = profile->cursor.row;
  if (!row) return;
  uint64_t passed = now - profile->entered_at;
  row->time += passed;
  switch (profile->cursor.phase) {
  case ST_PROFILE_SUBJECT:
    row->subject_time += passed;
    break;
  case ST_PROFILE_TRIAL:
    row->trial_time += passed;
    break;
  case ST_PROFILE_APPLY:
    row->apply_time += passed;
    break;
  case ST_PROFILE_WHOLE:
    break;
  }
}

/* Set the cursor. The clock is read last, so the look-up of the row is charged
 * to no row. */
static void enter_profile_row(st_profile *profile, strata_profile_row *row,
                              st_profile_phase phase) {
  profile->rows_lost += row == NULL;
  profile->cursor = (st_profile_cursor){row, phase};
  profile->entered_at = profile->now(profile->user);
}

st_profile_cursor st_profile_enter_what_timed(st_profile *profile,
                                              strata_profile_kind what,
                                              strata_layer layer) {
  st_profile_cursor before = profile->cursor;
  charge_elapsed_time(profile, profile->now(profile->user));
  strata_profile_row *row = find_profile_row(
      profile, (st_profile_key){0},
      (strata_profile_row){.what = what, .layer = layer}, NULL, NULL);
  if (row) row->count++;
  enter_profile_row(profile, row, ST_PROFILE_WHOLE);
  return before;
}

st_profile_cursor st_profile_enter_unit_timed(st_pass *pass, uint32_t unit,
                                              strata_layer layer,
                                              st_profile_phase phase) {
  st_profile *profile = pass->profile;
  st_profile_cursor before = profile->cursor;
  charge_elapsed_time(profile, profile->now(profile->user));
  enter_profile_row(profile, profile_row_of_unit(pass, unit, layer), phase);
  return before;
}

void st_profile_switch(st_profile *profile, st_profile_cursor at) {
  uint64_t now = profile->now(profile->user);
  charge_elapsed_time(profile, now);
  profile->cursor = at;
  profile->entered_at = now;
}

void st_profile_add_members(st_profile *profile, const st_pass *pass,
                            const st_members *members) {
  strata_profile_row *row = profile->cursor.row;
  if (!row) return;
  charge_elapsed_time(profile, profile->now(profile->user));
  row->count++;
  row->members += count_members(pass, members);
  profile->entered_at = profile->now(profile->user);
}
