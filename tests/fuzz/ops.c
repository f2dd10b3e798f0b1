/* ops.c - reads the stream of bytes, chooses calls, and checks the laws after
 * each. */
#include "ops.h"

#include "ops_internal.h"

#include <stdlib.h>
#include <string.h>

uint8_t ops_byte(ops *o) {
  return o->at < o->end ? *o->at++ : 0;
}

int64_t ops_number(ops *o) {
  uint8_t b = ops_byte(o);
  switch (b) {
  case 255:
    return INT64_MAX;
  case 254:
    return INT64_MIN;
  case 253:
    return INT32_MAX;
  case 252:
    return INT32_MIN;
  case 251:
    return (int64_t)((uint64_t)ops_byte(o) << 56 | ops_byte(o));
  case 250:
    return ((int64_t)ops_byte(o) << 31) - 3;
  default:
    return (int64_t)b % 19 - 9;
  }
}

/* Mostly a handle that was given out, now and then one that never was. */
uint64_t ops_handle(ops *o, const uint64_t *handles, size_t count) {
  uint8_t b = ops_byte(o);
  if (b >= 252) return (uint64_t)ops_byte(o) << (b == 255 ? 56 : 32) | b;
  return handles[b % count];
}

strata_effect ops_effect(ops *o) {
  uint64_t ids[OPS_EFFECTS];
  for (size_t i = 0; i < OPS_EFFECTS; i++) {
    ids[i] = o->effect[i].id;
  }
  return (strata_effect){ops_handle(o, ids, OPS_EFFECTS)};
}

/* Objects come and go with every move: there, mostly somebody alive. */
strata_entity ops_entity(ops *o) {
  strata_entity entity = ops_handle(o, o->entity, OPS_ENTITIES);
  if (!o->config.objects || strata_is_alive(o->world, entity)) return entity;
  uint8_t b = ops_byte(o);
  strata_entity other = strata_entity_next(o->world, b % 24);
  return b < 224 && other ? other : entity;
}

strata_attr ops_attr(ops *o) {
  uint8_t b = ops_byte(o);
  if (b == 255) return UINT32_MAX;
  return b >= 250 ? b : b % o->attrs + 1;
}

strata_symbol ops_symbol(ops *o) {
  uint8_t b = ops_byte(o);
  if (b >= 250) return b;
  uint32_t count = strata_rules_count(o->rules, STRATA_NAME_SYMBOL);
  return b % (count + 1);
}

/* One of a type if there is one soon, else whatever is there. */
const strata_expr *ops_expr(ops *o, strata_type type) {
  uint8_t b = ops_byte(o);
  if (b >= 253) return o->expr[b % o->expr_count];
  for (size_t i = 0; i < o->expr_count; i++) {
    const strata_expr *e = o->expr[(b + i) % o->expr_count];
    if (strata_expr_type(e) == type) return e;
  }
  return o->expr[0];
}

void ops_break(ops *o, const char *law) {
  if (!o->broken) o->broken = law;
}

bool ops_done(ops *o, strata_status status, uint64_t hash_before) {
  o->calls[status]++;
  o->trace = kit_fold_number(o->trace, (uint64_t)status);
  if (status == STRATA_OK) return true;
  if (strata_hash(o->world) != hash_before) {
    ops_break(o, "a refused call changed the hash");
  }
  if (strata_world_error(o->world)[0] == '\0') {
    ops_break(o, "a refused call says nothing");
  }
  return false;
}

uint64_t ops_values(strata_world *world) {
  const strata_rules *rules = strata_world_rules(world);
  strata_attr attrs = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  uint64_t sum = 0;
  strata_entity e = 0;
  while ((e = strata_entity_next(world, e)) != 0) {
    sum = kit_fold_number(sum, e);
    for (strata_attr a = 1; a <= attrs; a++) {
      strata_value value = {.type = STRATA_INT};
      strata_status s = strata_get(world, e, a, &value);
      sum = kit_fold_number(sum, (uint64_t)s);
      if (!s) sum = kit_fold_value(sum, rules, &value);
    }
  }
  return sum;
}

/* -- Calls on entities ------------------------------------------------------
 */

static void ops_spawn(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity *slot = &o->entity[ops_byte(o) % OPS_ENTITIES];
  if (strata_is_alive(o->world, *slot) && ops_byte(o) % 4) return;
  if (kit_stats(o->world).entities > 11) {
    strata_entity first = strata_entity_next(o->world, 0);
    ops_done(o, strata_despawn(o->world, first), hash);
    hash = strata_hash(o->world); /* a game of any length stays small */
  }
  strata_entity entity = 0;
  strata_status s = strata_spawn(o->world, &entity);
  if (!ops_done(o, s, hash)) return;
  *slot = entity;
  o->trace = kit_fold_number(o->trace, entity);
  if (!strata_is_alive(o->world, entity)) ops_break(o, "stillborn entity");
}

static void ops_despawn(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_status s = strata_despawn(o->world, entity);
  if (!ops_done(o, s, hash)) return;
  if (strata_is_alive(o->world, entity)) ops_break(o, "undead entity");
}

static void ops_read(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_attr attr = ops_attr(o);
  strata_value value = {.type = STRATA_INT};
  strata_status s = ops_byte(o) % 4 == 0
                        ? strata_base(o->world, entity, attr, &value)
                        : strata_get(o->world, entity, attr, &value);
  if (ops_done(o, s, hash)) {
    o->trace = kit_fold_value(o->trace, o->rules, &value);
  }
  int64_t number = 0;
  strata_status n = strata_get_int(o->world, entity, attr, &number);
  if (ops_done(o, n, hash))
    o->trace = kit_fold_number(o->trace, (uint64_t)number);
  int64_t numbers[2] = {0};
  const strata_entity both[] = {entity, entity};
  strata_status m = strata_get_ints(o->world, attr, both, 2, numbers);
  if (m != n) ops_break(o, "one value can be had, and many not");
  if (!m && (numbers[0] != number || numbers[1] != number)) {
    ops_break(o, "many values are not each of them");
  }
  bool has = false;
  strata_status h = strata_has(o->world, entity, attr, ops_symbol(o), &has);
  if (ops_done(o, h, hash)) o->trace = kit_fold_number(o->trace, has);
  if (strata_hash(o->world) != hash) ops_break(o, "reading wrote");
}

static void ops_set_base(ops *o) {
  static const char *const notes[] = {"", "a", "two words", "\xc3\xa4"};
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_attr attr = ops_attr(o);
  strata_attribute info = {.type = STRATA_INT};
  strata_status known = strata_rules_attribute(o->rules, attr, &info);
  strata_value value = {.type = known ? STRATA_INT : info.type};
  strata_symbol set[2];
  uint8_t b = ops_byte(o);
  if (b == 255) value.type = STRATA_TEXT;
  value.integer = value.type == STRATA_FLAG ? b % 3 : ops_number(o);
  value.ref = b % 5 == 0 ? 0 : ops_entity(o);
  value.symbol = b % 5 == 0 ? 0 : ops_symbol(o);
  value.text = notes[b % 4];
  set[0] = strata_rules_domain(o->rules, attr, b & 3);
  set[1] = ops_symbol(o);
  value.symbols = set;
  value.symbol_count = b % 3;
  ops_done(o, strata_set_base(o->world, entity, attr, &value), hash);
}

static void ops_set_base_quick(ops *o) {
  uint64_t hash = strata_hash(o->world);
  strata_entity entity = ops_entity(o);
  strata_attr attr = ops_attr(o);
  if (ops_byte(o) % 2) {
    int64_t number = ops_number(o);
    ops_done(o, strata_set_base_int(o->world, entity, attr, number), hash);
  } else {
    strata_symbol symbol = strata_rules_domain(o->rules, attr, ops_byte(o) & 3);
    bool present = ops_byte(o) & 1;
    ops_done(o, strata_set_base_symbol(o->world, entity, attr, symbol, present),
             hash);
  }
}

static void ops_eval(ops *o) {
  uint64_t hash = strata_hash(o->world);
  const strata_expr *expr = o->expr[ops_byte(o) % o->expr_count];
  strata_entity it = ops_entity(o);
  strata_entity source = ops_entity(o);
  strata_value value = {.type = STRATA_INT};
  strata_status s = strata_expr_eval(o->world, expr, it, source, &value);
  if (ops_done(o, s, hash)) {
    if (value.type != strata_expr_type(expr)) ops_break(o, "type of a value");
    o->trace = kit_fold_value(o->trace, o->rules, &value);
  }
  strata_entity found[OPS_ENTITIES] = {0};
  size_t count = 0;
  s = strata_select(o->world, ops_expr(o, STRATA_FLAG), source, found, 4,
                    &count);
  if (ops_done(o, s, hash)) {
    o->trace = kit_fold(o->trace, found, sizeof found);
    o->trace = kit_fold_number(o->trace, count);
  }
  if (strata_hash(o->world) != hash) ops_break(o, "evaluating wrote");
}

static uint64_t ops_clock(void *user) {
  return ++*(uint64_t *)user;
}

/* What is measured is the same, and no moment is counted twice. */
static void ops_measure(ops *o, uint64_t values) {
  uint64_t now = 0;
  if (strata_profile_begin(o->world, ops_clock, &now)) return;
  strata_world_drop_caches(o->world);
  if (ops_values(o->world) != values) ops_break(o, "measuring changed a value");
  uint64_t time = 0;
  for (size_t i = 0; i < strata_profile_count(o->world); i++) {
    time += strata_profile_get(o->world, i)->time;
  }
  strata_profile total = kit_profile(o->world);
  if (time != total.time || time > total.elapsed) {
    ops_break(o, "times that do not add up");
  }
  strata_profile_end(o->world);
}

static bool ops_wait(void *user) {
  (void)user;
  return false;
}

static void ops_drop_caches(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint64_t values = ops_values(o->world);
  strata_world_set_interrupt(o->world, ops_wait, NULL);
  strata_world_drop_caches(o->world);
  if (strata_hash(o->world) != hash) ops_break(o, "dropping caches wrote");
  if (ops_values(o->world) != values) ops_break(o, "a cache was wrong");
  ops_measure(o, values);
  strata_stats stats = kit_stats(o->world);
  o->trace = kit_fold_number(o->trace, stats.entities);
  o->trace = kit_fold_number(o->trace, stats.effects);
}

/* Ways to evaluate change no value. */
static void ops_tune(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint64_t values = ops_values(o->world);
  unsigned what = ops_byte(o) % (STRATA_TUNE_UPDATES + 2);
  unsigned how = ops_byte(o) % (STRATA_TUNE_ALWAYS + 2);
  /* The games of the golden file know three ways to evaluate, and a number that
   * is none. */
  if (what > STRATA_TUNE_UPDATES) what = STRATA_TUNE_SETS + 1;
  strata_status s =
      strata_world_tune(o->world, (strata_tuning)what, (strata_tune)how);
  (void)ops_done(o, s, hash);
  if (strata_hash(o->world) != hash) ops_break(o, "tuning wrote");
  if (ops_values(o->world) != values) ops_break(o, "tuning changed a value");
}

/* -- The game ---------------------------------------------------------------
 */

typedef void ops_call(ops *o);

/* What happens often stands here often. */
static ops_call *const ops_calls[] = {
    ops_add_effect,     ops_add_effect,
    ops_add_effect,     ops_add_effect,
    ops_add_effect,     ops_add_effect,
    ops_set_base,       ops_set_base,
    ops_set_base,       ops_set_base_quick,
    ops_set_base_quick, ops_read,
    ops_read,           ops_read,
    ops_spawn,          ops_spawn,
    ops_despawn,        ops_remove_effect,
    ops_remove_effect,  ops_clear_effects,
    ops_refresh_effect, ops_describe_effect,
    ops_tick,           ops_tick,
    ops_explain,        ops_mark,
    ops_rollback,       ops_commit,
    ops_fork,           ops_save,
    ops_load,           ops_eval,
    ops_eval,           ops_drop_caches,
    ops_tune,           ops_tune,
};

static ops_call *const ops_object_calls[] = {
    ops_add_effect,     ops_add_effect,
    ops_add_effect,     ops_add_effect,
    ops_set_base,       ops_set_base,
    ops_set_base_quick, ops_set_base_quick,
    ops_read,           ops_read,
    ops_spawn_as,       ops_spawn_as,
    ops_spawn_as,       ops_spawn_copy,
    ops_despawn,        ops_move,
    ops_move,           ops_move,
    ops_move,           ops_move,
    ops_look_back,      ops_look_back,
    ops_forget_gone,    ops_transform,
    ops_restamp,        ops_abilities,
    ops_abilities,      ops_explain_more,
    ops_remove_effect,  ops_clear_effects,
    ops_refresh_effect, ops_describe_effect,
    ops_tick,           ops_explain,
    ops_mark,           ops_mark,
    ops_rollback,       ops_rollback,
    ops_commit,         ops_fork,
    ops_save,           ops_load,
    ops_eval,           ops_eval,
    ops_drop_caches,    ops_tune,
};

static const char *const ops_texts[OPS_EXPRS] = {
    "true",
    "power > 0",
    "types has 'elf'",
    "colors has 'red' or not (types has 'wall')",
    "owner = this",
    "flying and tapped",
    "small <= level",
    "rarity = 'rare'",
    "this.power >= power and it != this",
    "count(types has 'goblin') > 1",
    "it = #1:1",
    "seat = 0",
    "owner != none",
    "power",
    "toughness + 1",
    "count(true)",
    "count(power > outer.power)",
    "sum(power, types has 'elf')",
    "distinct(colors, tapped)",
    "this.power // (small + 1)",
    "min(power, toughness) - max(level, seat) * 2",
    "-#2:1.level",
    "owner",
    "this",
    "none",
    "rarity",
    "tapped != flying",
    "sum(small * outer.small, owner = outer)",
    "ask('strong')",
    "count(ask('strong')) > 1 or tapped",
    NULL,
};

static const char *const ops_object_texts[OPS_EXPRS] = {
    "true",
    "power > 1",
    "types has 'elf'",
    "abilities has 'flying'",
    "zone = 'field' and it != this",
    "owner = this or attached = it",
    "count(abilities has 'lord') > 1",
    "count(controller = this) = 0",
    "charge > 0 and not hidden",
    "power",
    "toughness + charge",
    "count(zone = 'library')",
    "sum(power, types has 'goblin')",
    "rank // (small + 1)",
    "attached",
    "this.owner",
    "none",
    "rarity",
    "this.rarity",
    "hidden",
    NULL,
};

static bool ops_compile(ops *o) {
  const char *const *texts = o->config.objects ? ops_object_texts : ops_texts;
  for (size_t i = 0; texts[i]; i++) {
    strata_error error = {.status = STRATA_OK};
    if (strata_expr_parse(o->rules, texts[i], &o->expr[i], &error)) {
      ops_break(o, texts[i]);
      return false;
    }
    o->expr_count++;
  }
  const char *stronger = "power > outer.power and it != this";
  return !strata_expr_parse_inner(o->rules, stronger, &o->within, NULL);
}

static bool make_rules(const ops_config *config, strata_rules **out) {
  strata_status status = config->objects
                             ? kit_object_rules(config->mem, out)
                             : kit_rules(config->mem, config->named, out);
  return !status && !kit_of_image(config->mem, out);
}

bool ops_open(ops *o, const ops_config *config) {
  *o = (ops){.config = *config, .trace = 0xcbf29ce484222325};
  o->rules = config->rules;
  if (!o->rules && !make_rules(config, &o->rules)) return false;
  o->attrs = strata_rules_count(o->rules, STRATA_NAME_ATTRIBUTE);
  strata_world_config world = {.alloc = config->mem ? kit_alloc : NULL,
                               .alloc_user = config->mem,
                               .log = config->log,
                               .log_user = o};
  if (!ops_compile(o)) return false;
  if (strata_world_new(o->rules, &world, &o->world)) return false;
  size_t count = config->objects ? OPS_ENTITIES : 3;
  for (size_t i = 0; i < count; i++) {
    strata_definition kind = (strata_definition)(i % 5 + 1);
    if (config->objects && i > 1
            ? strata_spawn_as(o->world, kind, &o->entity[i])
            : strata_spawn(o->world, &o->entity[i])) {
      return false;
    }
  }
  return true;
}

void ops_play(ops *o, const uint8_t *bytes, size_t size) {
  o->at = bytes;
  o->end = bytes + size;
  while (o->at < o->end && !o->broken) {
    if (o->config.objects) {
      size_t count = sizeof ops_object_calls / sizeof ops_object_calls[0];
      ops_object_calls[ops_byte(o) % count](o);
      const char *law = ops_check_zones(o->world);
      if (law) ops_break(o, law);
    } else {
      size_t count = sizeof ops_calls / sizeof ops_calls[0];
      ops_calls[ops_byte(o) % count](o);
    }
    if (o->config.why_all && !o->broken) {
      const char *law = ops_check_why(o->world);
      if (law) ops_break(o, law);
    }
    o->trace = kit_fold_number(o->trace, strata_hash(o->world));
  }
}

void ops_close(ops *o) {
  for (size_t i = 0; i < o->expr_count; i++) {
    strata_expr_free(o->expr[i]);
  }
  strata_expr_free(o->within);
  strata_world_free(o->spare);
  strata_world_free(o->world);
  if (!o->config.rules) strata_rules_free(o->rules);
}
