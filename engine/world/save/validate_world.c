/*
 * validate_world.c - checks that loaded rows agree with each other.
 *
 * The rest of the engine trusts its rows: lists end, links lead to rows in use,
 * counts are right. A forged save must not break that, so each of these
 * invariants is checked once, before a loaded world is handed out: here those
 * of entities, zones, base values, texts and notes, in
 * world/save/validate_effects.c those of effects, in world/save/validate_play.c
 * those of watchers, triggers, log, decisions and chain overrides.
 *
 * Every walk is bounded by the number of rows, so a forged cycle cannot hang
 * the check. The unit test of this module plants one damage at a time.
 */
#include "world/save/validate_world.h"

#include "world/objects/knowledge.h"
#include "world/objects/object_values.h"
#include "world/objects/zone.h"
#include "world/store/cell_walk.h"
#include "world/store/notes.h"

static uint64_t top_entity_slot(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
}

static bool is_live_slot(const st_store *store, uint32_t slot) {
  return slot != 0 && slot <= top_entity_slot(store) &&
         st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot);
}

static bool is_last_known(const st_store *store, uint32_t slot) {
  return slot != 0 && slot <= top_entity_slot(store) &&
         st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot);
}

/* -- Rows: which slots of a table may have cells -- */

typedef struct row_range {
  uint64_t first, end;
} row_range;

static row_range rows_of_column(const st_store *store, uint32_t column) {
  switch ((st_table)store->columns[column].table) {
  case ST_TABLE_WORLD:
    return (row_range){1, column == ST_COLUMN_SCALAR ? ST_SCALAR_COUNT : 2};
  case ST_TABLE_ENTITY:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_ENTITY_TOP) + 1};
  case ST_TABLE_EFFECT:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_EFFECT_TOP) + 1};
  case ST_TABLE_PART:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_PART_TOP) + 1};
  case ST_TABLE_NODE:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_NODE_TOP) + 1};
  case ST_TABLE_TEXT:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_TEXT_TOP) + 1};
  case ST_TABLE_BYTES:
    return (row_range){0, st_scalar_get(store, ST_SCALAR_BYTES_TOP)};
  case ST_TABLE_NOTE:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_NOTE_TOP) + 1};
  case ST_TABLE_WATCHER:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_WATCHER_TOP) + 1};
  case ST_TABLE_TRIGGER:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_TRIGGER_TOP) + 1};
  case ST_TABLE_LOG:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_LOG_CAPACITY) + 1};
  case ST_TABLE_DECISION:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_DECISION_TOP) + 1};
  case ST_TABLE_OVERRIDE:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_OVERRIDE_TOP) + 1};
  case ST_TABLE_DISABLED:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_DISABLED_TOP) + 1};
  case ST_TABLE_PERIOD:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_PERIOD_TOP) + 1};
  case ST_TABLE_ACTION_VALUE:
    return (row_range){1, st_scalar_get(store, ST_SCALAR_ACTION_VALUE_TOP) + 1};
  case ST_TABLE_COUNT:
    break;
  }
  return (row_range){0, 0};
}

/* Whether the rows of a column's table are reserved, and all cells outside of
 * them are 0. */
static bool cells_in_rows(const st_store *store, uint32_t column) {
  row_range rows = rows_of_column(store, column);
  uint32_t capacity = store->capacity[store->columns[column].table];
  if (rows.end > capacity) return false;
  if (rows.first > 0 && st_get_any(store, column, 0) != 0) return false;
  uint32_t behind = (uint32_t)rows.end;
  return st_cell_walk_next(store, column, behind, capacity) == capacity;
}

bool st_validate_free_list(const st_store *store, st_table table,
                           uint32_t used_column, uint64_t *length) {
  const st_row_pool *rows = st_row_pool_of(table);
  *length = 0;
  uint64_t top = st_scalar_get(store, rows->top);
  uint64_t slot = st_scalar_get(store, rows->free);
  while (slot != 0) {
    if (slot > top || ++*length > top) return false;
    if (st_get_any(store, used_column, (uint32_t)slot) != 0) return false;
    slot = st_get32(store, rows->next_free, (uint32_t)slot);
  }
  return true;
}

/* -- Entities -- */

/* Whether a slot has none of the cells that a free or exhausted slot may not
 * have. */
static bool is_blank_entity(const st_store *store, uint32_t slot) {
  for (uint32_t c = ST_COLUMN_ENTITY_STAMP; c <= ST_COLUMN_ENTITY_BELOW; c++) {
    if (st_get_any(store, c, slot) != 0) return false;
  }
  return st_get32(store, ST_COLUMN_ENTITY_NOTES, slot) == 0 &&
         st_get32(store, ST_COLUMN_ENTITY_TRIGGER, slot) == 0 &&
         st_get32(store, ST_COLUMN_ENTITY_OVERRIDES, slot) == 0 &&
         st_get32(store, ST_COLUMN_ENTITY_KNOWN_BY, slot) == 0;
}

static bool timestamp_ok(const st_store *store, uint64_t stamp) {
  return stamp <= st_scalar_get(store, ST_SCALAR_STAMP);
}

static bool live_ok(const st_store *store, uint32_t slot) {
  uint64_t stamp = st_get64(store, ST_COLUMN_ENTITY_STAMP, slot);
  return stamp != 0 && timestamp_ok(store, stamp) &&
         !st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot) &&
         st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot) == 0;
}

/* The copiable values of a last-known slot may be in another last-known slot,
 * which then refers to no third one. The effect that a snapshot belongs to is
 * checked in world/save/validate_effects.c. */
static bool last_known_ok(const st_store *store, uint32_t slot) {
  uint32_t values_slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot);
  bool values_ok = values_slot == 0 ||
                   (is_last_known(store, values_slot) &&
                    !st_get32(store, ST_COLUMN_ENTITY_ABOVE, values_slot) &&
                    !st_get32(store, ST_COLUMN_ENTITY_BELOW, values_slot));
  return values_ok &&
         timestamp_ok(store, st_get64(store, ST_COLUMN_ENTITY_STAMP, slot)) &&
         st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot) == 0 &&
         st_validate_handle(store,
                            st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot));
}

/* A slot is live, or last-known, or blank. */
static bool slot_ok(const st_store *store, uint32_t slot) {
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint32_t next = st_get32(store, ST_COLUMN_ENTITY_NEXT_FREE, slot);
  bool live = is_live_slot(store, slot);
  bool last_known = is_last_known(store, slot);
  if (generation == 0 || live != (generation % 2 == 1)) return false;
  if ((live || last_known) && next != 0) return false;
  if (live) return live_ok(store, slot);
  return last_known ? last_known_ok(store, slot) : is_blank_entity(store, slot);
}

static bool entity_free_list_ok(const st_store *store, uint64_t *length) {
  uint64_t again;
  return st_validate_free_list(store, ST_TABLE_ENTITY, ST_COLUMN_ENTITY_LIVE,
                               length) &&
         st_validate_free_list(store, ST_TABLE_ENTITY,
                               ST_COLUMN_ENTITY_LAST_KNOWN, &again);
}

static bool entities_ok(const st_store *store) {
  uint64_t live = 0;
  uint64_t last_known = 0;
  uint64_t exhausted = 0;
  uint64_t chained = 0;
  for (uint32_t slot = 1; slot <= top_entity_slot(store); slot++) {
    if (!slot_ok(store, slot)) return false;
    uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
    live += is_live_slot(store, slot);
    last_known += is_last_known(store, slot);
    exhausted +=
        generation >= ST_GENERATION_EXHAUSTED && !is_last_known(store, slot);
    chained += st_get32(store, ST_COLUMN_ENTITY_NEXT_FREE, slot) != 0;
  }
  uint64_t length;
  return entity_free_list_ok(store, &length) &&
         live == st_scalar_get(store, ST_SCALAR_ENTITY_COUNT) &&
         live + last_known + exhausted + length == top_entity_slot(store) &&
         chained == (length > 0 ? length - 1 : 0);
}

bool st_validate_handle(const st_store *store, uint64_t handle) {
  if (handle == 0) return true;
  uint32_t slot = st_slot_of(handle);
  uint32_t generation = st_generation_of(handle);
  return slot != 0 && slot <= top_entity_slot(store) && generation % 2 == 1 &&
         generation <= st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
}

/* -- Zones -- */

/* Walk one zone from bottom to top: its entities name this zone, and their
 * links agree. */
static bool zone_sequence_ok(const st_store *store, const st_zone *zone,
                             uint32_t row, uint64_t *placed) {
  uint32_t player = zone->shared ? 0 : row;
  uint32_t below = 0;
  uint32_t slot = st_get32(store, zone->ends_column, row);
  if (slot != 0 && player != 0 && !is_live_slot(store, player)) return false;
  while (slot != 0) {
    if (!is_live_slot(store, slot) || ++*placed > top_entity_slot(store) ||
        slot == player ||
        st_get32(store, ST_COLUMN_ENTITY_ZONE, slot) != zone->symbol ||
        st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot) != player ||
        st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) != below) {
      return false;
    }
    below = slot;
    slot = st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot);
  }
  return st_get32(store, zone->ends_column + 1, row) == below;
}

/* Walk a zone of each player that has one, or the shared one. */
static bool zone_ok(const st_store *store, const st_zone *zone,
                    uint64_t *placed) {
  const uint32_t ends = zone->ends_column;
  const uint32_t end = zone->shared ? 2 : (uint32_t)top_entity_slot(store) + 1;
  uint32_t row = 0;
  while (row < end) {
    uint32_t bottom = st_cell_walk_next(store, ends, row + 1, end);
    uint32_t top = st_cell_walk_next(store, ends + 1, row + 1, end);
    row = bottom < top ? bottom : top;
    if (row < end && !zone_sequence_ok(store, zone, row, placed)) return false;
  }
  return true;
}

/* A live entity is in no zone and has no links, or a walk of its zone meets it:
 * `inside` entities name a zone, and the walks met `placed`. */
static bool zones_ok(const st_store *store) {
  uint64_t placed = 0;
  for (size_t i = 0; i < store->rules->names[STRATA_NAME_ZONE].count; i++) {
    if (!zone_ok(store, &store->rules->zones[i], &placed)) return false;
  }
  uint64_t inside = 0;
  for (uint32_t slot = 1; slot <= top_entity_slot(store); slot++) {
    uint32_t symbol = st_get32(store, ST_COLUMN_ENTITY_ZONE, slot);
    if (symbol != 0 && !st_zone_find(store->rules, symbol)) return false;
    if (!is_live_slot(store, slot)) continue;
    inside += symbol != 0;
    if (symbol == 0 &&
        (st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot) != 0 ||
         st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot) != 0 ||
         st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) != 0)) {
      return false;
    }
  }
  return inside == placed;
}

/* -- Base values -- */

bool st_validate_abilities(const st_store *store, uint32_t id, st_text *text) {
  if (id > st_scalar_get(store, ST_SCALAR_TEXT_TOP)) return false;
  const st_attr *attr = st_attr_of(store->rules, store->rules->ability_attr);
  st_text_clear(text);
  st_strings_read(store, id, text);
  const char *at = st_text_get(text);
  strata_symbol symbol;
  while (st_symbol_list_next(store->rules, &at, &symbol)) {
    if (!attr || st_attr_domain_index(attr, symbol) == UINT32_MAX) return false;
  }
  return true;
}

static bool base_ok(const st_store *store, const st_attr *attr, uint32_t slot,
                    st_text *text) {
  int64_t value = st_entity_base(store, attr, slot);
  switch (attr->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return value >= attr->min && value <= attr->max;
  case STRATA_REF:
    return st_validate_handle(store, (uint64_t)value);
  case STRATA_TEXT:
    return (uint64_t)value <= st_scalar_get(store, ST_SCALAR_TEXT_TOP);
  case STRATA_ABILITIES:
    return st_validate_abilities(store, (uint32_t)value, text);
  case STRATA_SYM:
  case STRATA_SET:
    break;
  }
  return true;
}

static bool column_ok(const st_store *store, const st_attr *attr,
                      uint32_t column, st_text *text) {
  const uint32_t end = (uint32_t)top_entity_slot(store) + 1;
  uint32_t slot = 0;
  while ((slot = st_cell_walk_next(store, column, slot + 1, end)) < end) {
    if (!is_live_slot(store, slot) && !is_last_known(store, slot)) return false;
    if (attr->type != STRATA_SET && !base_ok(store, attr, slot, text)) {
      return false;
    }
  }
  return true;
}

/* An entity has a timestamp for its counters exactly if it has some. */
static bool counters_ok(const st_store *store, const st_attr *attr) {
  const uint32_t stamps = attr->counter_stamp_column;
  const uint32_t end = (uint32_t)top_entity_slot(store) + 1;
  uint32_t slot = 0;
  while (slot < end) {
    uint32_t stamped = st_cell_walk_next(store, stamps, slot + 1, end);
    slot = st_cell_walk_next(store, attr->base_column, slot + 1, end);
    if (slot != stamped) return false;
    if (slot < end && !timestamp_ok(store, st_get64(store, stamps, slot))) {
      return false;
    }
  }
  return true;
}

static bool bases_ok(const st_store *store, st_text *text) {
  for (uint32_t i = 0; i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    uint32_t end = attr->base_column + st_attr_column_count(attr);
    for (uint32_t c = attr->base_column; c < end; c++) {
      if (!column_ok(store, attr, c, text)) return false;
    }
    if (attr->counter && !counters_ok(store, attr)) return false;
  }
  return true;
}

/* -- Texts -- */

/* Texts are contiguous, not empty, and without NULs; the bytes that fill the
 * last word of each are 0. */
static bool interned_texts_ok(const st_store *store) {
  uint64_t at = 0;
  uint64_t end = st_scalar_get(store, ST_SCALAR_BYTES_TOP);
  for (uint32_t id = 1; id <= st_scalar_get(store, ST_SCALAR_TEXT_TOP); id++) {
    uint32_t length = st_get32(store, ST_COLUMN_TEXT_LENGTH, id);
    if (length == 0 || st_get32(store, ST_COLUMN_TEXT_START, id) != at) {
      return false;
    }
    uint64_t words = ((uint64_t)length + 7) / 8;
    if (words > end - at) return false;
    for (uint64_t w = 0; w < words; w++) {
      uint64_t word = st_get64(store, ST_COLUMN_BYTES, (uint32_t)(at + w));
      for (uint64_t b = 0; b < 8; b++) {
        bool inside = w * 8 + b < length;
        if (((word >> (8 * b) & 0xff) != 0) != inside) return false;
      }
    }
    at += words;
  }
  return at == end;
}

/* -- Notes -- */

/* Walk the notes of one owner: no other owner has the rows. */
static bool note_chain_ok(const st_store *store, st_notes_head head,
                          uint64_t *met) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_NOTE_TOP);
  uint32_t row = st_notes_first(store, head);
  for (; row != 0; row = st_notes_next(store, row)) {
    if (row > top || st_bit_test(met, row)) return false;
    st_note note = st_notes_at(store, row);
    if (note.key == 0 || (note.value.number != 0 && note.value.symbol != 0)) {
      return false;
    }
    st_bit_set(met, row, true);
  }
  return true;
}

static bool note_chains_ok(const st_store *store, uint64_t *met) {
  static const uint32_t heads[] = {
      ST_COLUMN_ENTITY_NOTES,      ST_COLUMN_WATCHER_VARIABLES,
      ST_COLUMN_TRIGGER_VARIABLES, ST_COLUMN_LOG_FIELDS,
      ST_COLUMN_OVERRIDE_NOTES,    ST_COLUMN_ENTITY_KNOWN_BY};
  if (!note_chain_ok(store, st_notes_of_world(), met)) return false;
  for (size_t i = 0; i < ST_COUNT_OF(heads); i++) {
    const uint32_t end = (uint32_t)rows_of_column(store, heads[i]).end;
    uint32_t row = 0;
    while ((row = st_cell_walk_next(store, heads[i], row + 1, end)) < end) {
      if (!note_chain_ok(store, (st_notes_head){heads[i], row}, met)) {
        return false;
      }
    }
  }
  return true;
}

/* Whether no older row is of the same player. A save can have so many rows that
 * the host interrupts this. */
static bool is_known_once(const st_store *store, uint32_t row) {
  const int64_t who = st_notes_at(store, row).value.number;
  for (row = st_notes_next(store, row); row != 0;
       row = st_notes_next(store, row)) {
    if (st_notes_at(store, row).value.number == who) return false;
    if (!st_mem_work(store->mem, 1)) return false;
  }
  return true;
}

/* Who was shown an object: one who lives, and each row is a player's, who has
 * no other, or the only one, that of all players. */
static bool knowledge_ok(const st_store *store, uint32_t slot) {
  uint32_t row = st_notes_first(store, st_knowledge_of_entity(slot));
  const bool is_alone = row != 0 && st_notes_next(store, row) == 0;
  if (row != 0 && !st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) return false;
  for (; row != 0; row = st_notes_next(store, row)) {
    st_note note = st_notes_at(store, row);
    if (note.key != ST_KNOWLEDGE_KEY || note.value.symbol != 0 ||
        (note.value.number == 0 && !is_alone) ||
        !st_validate_handle(store, (uint64_t)note.value.number) ||
        !is_known_once(store, row)) {
      return false;
    }
  }
  return true;
}

static bool all_knowledge_ok(const st_store *store) {
  const uint32_t column = ST_COLUMN_ENTITY_KNOWN_BY;
  const uint32_t end = (uint32_t)rows_of_column(store, column).end;
  uint32_t slot = 0;
  while ((slot = st_cell_walk_next(store, column, slot + 1, end)) < end) {
    if (!knowledge_ok(store, slot)) return false;
  }
  return true;
}

/* A row is in use and in the list of an owner, or it is blank and in none. */
static bool note_ok(const st_store *store, uint32_t row, const uint64_t *met) {
  st_note note = st_notes_at(store, row);
  bool blank = note.value.number == 0 && note.value.symbol == 0;
  return st_bit_test(met, row) == (note.key != 0) && (note.key != 0 || blank);
}

static bool note_rows_ok(const st_store *store, uint64_t *met) {
  uint64_t used = 0;
  if (!note_chains_ok(store, met)) return false;
  for (uint32_t row = 1; row <= st_scalar_get(store, ST_SCALAR_NOTE_TOP);
       row++) {
    if (!note_ok(store, row, met)) return false;
    used += st_bit_test(met, row);
  }
  uint64_t length;
  return st_validate_free_list(store, ST_TABLE_NOTE, ST_COLUMN_NOTE_KEY,
                               &length) &&
         used + length == st_scalar_get(store, ST_SCALAR_NOTE_TOP);
}

static strata_status notes_valid(const st_store *store) {
  uint32_t words =
      (uint32_t)(st_scalar_get(store, ST_SCALAR_NOTE_TOP) / 64 + 1);
  uint64_t none = 0;
  uint64_t *met = &none; /* a bit for each row; one word is often enough */
  if (words > 1) met = st_mem_zeroed(store->mem, words, sizeof *met);
  if (!met) return STRATA_ENOMEM;
  bool ok = note_rows_ok(store, met);
  if (words > 1) st_mem_free(store->mem, met, words, sizeof *met);
  ok = ok && all_knowledge_ok(store);
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}

/* -- All of it -- */

/* The largest number that a scalar may have. */
static uint64_t max_of_scalar(st_scalar which) {
  switch ((unsigned)which) {
  case ST_SCALAR_CHANCE:
  case ST_SCALAR_SEAT_SECRET:
    return UINT64_MAX;
  case ST_SCALAR_STAMP:
  case ST_SCALAR_LOG_FORGOTTEN:
  case ST_SCALAR_LOG_LAST:
  case ST_SCALAR_LOG_TICK:
  case ST_SCALAR_ACTIONS_ENDED:
  case ST_SCALAR_GAME_END:
  case ST_SCALAR_PASSED_IN:
  case ST_SCALAR_OVERRIDE_SEQUENCE:
    return UINT64_C(1) << 56;
  default:
    return UINT32_C(1) << 31;
  }
}

static bool scalars_ok(const st_store *store) {
  for (uint32_t i = 0; i < ST_SCALAR_COUNT; i++) {
    if (st_scalar_get(store, (st_scalar)i) > max_of_scalar((st_scalar)i)) {
      return false;
    }
  }
  return true;
}

strata_status st_validate_world(const st_store *store) {
  if (!scalars_ok(store)) return STRATA_ECORRUPT;
  for (uint32_t c = 0; c < store->rules->column_count; c++) {
    if (!cells_in_rows(store, c)) return STRATA_ECORRUPT;
  }
  if (!entities_ok(store) || !zones_ok(store) || !interned_texts_ok(store)) {
    return STRATA_ECORRUPT;
  }
  strata_status status = notes_valid(store);
  if (status) return status;
  st_text text;
  st_text_init(&text, store->mem);
  bool ok = bases_ok(store, &text);
  bool failed = text.failed;
  st_text_fini(&text);
  if (failed) return STRATA_ENOMEM;
  return ok ? STRATA_OK : STRATA_ECORRUPT;
}
