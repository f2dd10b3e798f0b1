/*
 * world_lines.c - a world as lines of text. Only strata.h is used: any host can
 * show the same.
 */
#include "cli/session/world_lines.h"

#include "cli/common/safe_text.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS_MAX = 200 };

static bool report_engine_error(const strata_world *world,
                                strata_status status) {
  (void)fflush(stdout);
  const char *text = strata_world_error(world);
  stc_print(stderr, "error: %s\n",
            text[0] != '\0' ? text : strata_status_text(status));
  return false;
}

static void add_plain(stc_text *out, const char *text) {
  stc_text_escaped(out, text, strlen(text), STC_ESCAPE_PLAIN);
}

/* The text of an attribute "name", which is a text or a symbol. */
static const char *name_in(const strata_world *world,
                           const strata_value *value) {
  if (value->type == STRATA_TEXT) return value->text;
  const char *name = strata_rules_name(strata_world_rules(world),
                                       STRATA_NAME_SYMBOL, value->symbol);
  return name != NULL ? name : "";
}

/* "Grizzly Bears #1:1", as the binding writes it; slot and generation. */
static void add_entity(stc_text *out, strata_world *world,
                       strata_entity entity) {
  strata_value value;
  const strata_rules *rules = strata_world_rules(world);
  const strata_attr name =
      strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "name");
  if (entity == 0) {
    stc_text_string(out, "none");
    return;
  }
  if (name != 0 && strata_get(world, entity, name, &value) == STRATA_OK) {
    const char *text = name_in(world, &value);
    add_plain(out, text);
    if (text[0] != '\0') stc_text_string(out, " ");
  }
  stc_text_format(out, "#%" PRIu32 ":%" PRIu32, (uint32_t)entity,
                  (uint32_t)(entity >> 32U));
}

static const char *symbol_name(const strata_world *world,
                               strata_symbol symbol) {
  const char *name =
      strata_rules_name(strata_world_rules(world), STRATA_NAME_SYMBOL, symbol);
  return name != NULL ? name : "none";
}

static void add_set(stc_text *out, const strata_world *world,
                    const strata_value *value) {
  stc_text_string(out, "{");
  for (size_t i = 0; i < value->symbol_count; i++) {
    if (i > 0) stc_text_string(out, ", ");
    add_plain(out, symbol_name(world, value->symbols[i]));
  }
  stc_text_string(out, "}");
}

static void add_value(stc_text *out, strata_world *world,
                      const strata_value *value) {
  switch (value->type) {
  case STRATA_INT:
    stc_text_format(out, "%" PRId64, value->integer);
    break;
  case STRATA_FLAG:
    stc_text_string(out, value->integer != 0 ? "true" : "false");
    break;
  case STRATA_SET:
  case STRATA_ABILITIES:
    add_set(out, world, value);
    break;
  case STRATA_REF:
    add_entity(out, world, value->ref);
    break;
  case STRATA_SYM:
    add_plain(out, symbol_name(world, value->symbol));
    break;
  case STRATA_TEXT:
    stc_text_string(out, "\"");
    stc_text_escaped(out, value->text, strlen(value->text), STC_ESCAPE_QUOTED);
    stc_text_string(out, "\"");
    break;
  }
}

/* Both values as text: a value's pointers live until the next call only. */
static strata_status read_both(strata_world *world, strata_entity entity,
                               strata_attr attr, stc_text *now,
                               stc_text *base) {
  strata_value value;
  stc_text_clear(now);
  stc_text_clear(base);
  strata_status status = strata_get(world, entity, attr, &value);
  if (status != STRATA_OK) return status;
  add_value(now, world, &value);
  status = strata_base(world, entity, attr, &value);
  if (status == STRATA_OK) add_value(base, world, &value);
  return status;
}

bool stc_print_entity(strata_world *world, strata_entity entity) {
  stc_text now;
  stc_text base;
  const strata_rules *rules = strata_world_rules(world);
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 1; attr <= count; attr++) {
    const strata_status status = read_both(world, entity, attr, &now, &base);
    if (status != STRATA_OK) return report_engine_error(world, status);
    stc_print(stdout, "%s = %s",
              strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, attr), now.at);
    if (strcmp(now.at, base.at) != 0) {
      stc_print(stdout, "   (base %s)", base.at);
    }
    stc_print(stdout, "\n");
  }
  return true;
}

static bool is_default(const strata_value *value, int64_t standard) {
  switch (value->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return value->integer == standard;
  case STRATA_SET:
  case STRATA_ABILITIES:
    return value->symbol_count == 0;
  case STRATA_REF:
    return value->ref == 0;
  case STRATA_SYM:
    return value->symbol == 0;
  case STRATA_TEXT:
    return value->text[0] == '\0';
  }
  return false;
}

/* "Grizzly Bears #1:1  power=5 toughness=5": values that differ from the
 * default. */
static strata_status add_row(stc_text *out, strata_world *world,
                             strata_entity entity) {
  const strata_rules *rules = strata_world_rules(world);
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  add_entity(out, world, entity);
  for (strata_attr attr = 1; attr <= count; attr++) {
    strata_attribute about;
    strata_value value;
    strata_status status = strata_rules_attribute(rules, attr, &about);
    if (status == STRATA_OK) status = strata_get(world, entity, attr, &value);
    if (status != STRATA_OK) return status;
    if (strcmp(about.name, "name") == 0) continue;
    if (is_default(&value, about.default_value)) continue;
    stc_text_format(out, "  %.100s=", about.name);
    add_value(out, world, &value);
  }
  return STRATA_OK;
}

bool stc_print_entities(strata_world *world) {
  stc_text text;
  uint64_t rows = 0;
  strata_stats stats;
  strata_world_stats(world, &stats);
  const uint64_t total = stats.entities;
  strata_entity entity = strata_entity_next(world, 0);
  for (; entity != 0 && rows < ROWS_MAX; rows++) {
    stc_text_clear(&text);
    const strata_status status = add_row(&text, world, entity);
    if (status != STRATA_OK) return report_engine_error(world, status);
    stc_print(stdout, "%s\n", text.at);
    entity = strata_entity_next(world, entity);
  }
  if (total == 0) stc_print(stdout, "nobody\n");
  if (total > rows) {
    stc_print(stdout, "... %" PRIu64 " more\n", total - rows);
  }
  return true;
}

/* The oldest effect that is younger than `timestamp`, 0 if there is none. */
static strata_status find_younger(strata_world *world, uint64_t timestamp,
                                  bool is_first, strata_effect *out) {
  uint64_t best = UINT64_MAX;
  *out = STRATA_NO_EFFECT;
  strata_effect effect = strata_effect_next(world, STRATA_NO_EFFECT);
  for (; effect.id != 0; effect = strata_effect_next(world, effect)) {
    strata_effect_info info;
    const strata_status status = strata_effect_describe(world, effect, &info);
    if (status != STRATA_OK) return status;
    if ((is_first || info.timestamp > timestamp) && info.timestamp < best) {
      best = info.timestamp;
      *out = effect;
    }
  }
  return STRATA_OK;
}

static void add_effect(stc_text *out, strata_world *world,
                       const strata_effect_info *info) {
  const strata_rules *rules = strata_world_rules(world);
  stc_text_format(out, "%4" PRIu64 "  ", info->timestamp);
  add_plain(out, info->name[0] != '\0' ? info->name : "(no name)");
  if (info->target_count > 0) {
    stc_text_format(out, "  on %" PRIu32 "%s", info->target_count,
                    info->target_count == 1 ? " entity" : " entities");
  } else {
    stc_text_string(out, "  on ");
    add_plain(out, info->subject);
  }
  if (info->ticks_left > 0) {
    stc_text_format(out, "  for %" PRIu64 " ", info->ticks_left);
    add_plain(out, strata_rules_name(rules, STRATA_NAME_CLOCK, info->clock));
  }
  if (info->source != 0) { /* last: it invalidates the texts above */
    stc_text_string(out, "  from ");
    add_entity(out, world, info->source);
  }
}

bool stc_print_effects(strata_world *world) {
  stc_text text;
  uint64_t rows = 0;
  uint64_t timestamp = 0;
  strata_stats stats;
  strata_world_stats(world, &stats);
  const uint64_t total = stats.effects;
  for (; rows < total && rows < ROWS_MAX; rows++) {
    strata_effect_info info;
    strata_effect effect = {0};
    strata_status status = find_younger(world, timestamp, rows == 0, &effect);
    if (status == STRATA_OK && effect.id == 0) break;
    if (status == STRATA_OK) {
      status = strata_effect_describe(world, effect, &info);
    }
    if (status != STRATA_OK) return report_engine_error(world, status);
    timestamp = info.timestamp;
    stc_text_clear(&text);
    add_effect(&text, world, &info);
    stc_print(stdout, "%s\n", text.at);
  }
  if (total == 0) stc_print(stdout, "no effects\n");
  if (total > rows) {
    stc_print(stdout, "... %" PRIu64 " more\n", total - rows);
  }
  return true;
}
