/* game.c - a world for Criterion tests of the public API. */
#include "game.h"

#include "kit_classic.h"

#include <string.h>

void game_log(void *user, strata_status status, const char *line) {
  game *g = user;
  (void)status;
  cr_expect(ne(ptr, TEXT(line), NULL));
  g->told++;
}

/* A world of the rules, and three cards. */
static void begin(game *g) {
  strata_world_config config = kit_config(&g->mem);
  config.log = game_log;
  config.log_user = g;
  OK(kit_of_image(&g->mem, &g->rules)); /* all is played by such rules */
  OK(strata_world_new(g->rules, &config, &g->world));
  for (size_t i = 0; i < 3; i++) {
    OK(strata_spawn(g->world, &g->card[i]));
  }
}

void game_open(game *g, bool named) {
  OK(kit_rules(&g->mem, named, &g->rules));
  begin(g);
}

void game_open_objects(game *g) {
  OK(kit_object_rules(&g->mem, &g->rules));
  begin(g);
}

void game_open_classic(game *g) {
  OK(kit_classic_rules(&g->mem, &g->rules));
  begin(g);
}

void game_close(game *g) {
  strata_world_free(g->world);
  strata_rules_free(g->rules);
  cr_expect(eq(sz, g->mem.live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, g->mem.live_blocks, 0), "blocks leaked");
  cr_expect(eq(sz, g->mem.wrong_size, 0), "old_size was not exact");
}

static uint32_t game_find(const game *g, strata_name_kind kind,
                          const char *name) {
  uint32_t id = strata_rules_find(g->rules, kind, name);
  cr_assert(ne(u32, id, 0), "no %s", name);
  return id;
}

strata_attr game_attr(const game *g, const char *name) {
  return game_find(g, STRATA_NAME_ATTRIBUTE, name);
}

strata_symbol game_symbol(const game *g, const char *name) {
  return game_find(g, STRATA_NAME_SYMBOL, name);
}

strata_stacking_group game_group(const game *g, const char *name) {
  return game_find(g, STRATA_NAME_GROUP, name);
}

strata_clock game_clock(const game *g, const char *name) {
  return game_find(g, STRATA_NAME_CLOCK, name);
}

strata_layer game_layer(const game *g, const char *name) {
  return (strata_layer)game_find(g, STRATA_NAME_LAYER, name) - 1;
}

strata_entity game_spawn_as(game *g, const char *definition) {
  strata_entity entity = 0;
  OK(strata_spawn_as(g->world, kit_definition(g->rules, definition), &entity));
  return entity;
}

strata_status game_try_move(game *g, strata_entity entity, const char *zone,
                            strata_entity player, int32_t position,
                            strata_entity *out) {
  const strata_move_desc to = {.zone = zone ? kit_zone(g->rules, zone) : 0,
                               .player = player,
                               .position = position};
  return strata_move(g->world, entity, &to, out);
}

strata_entity game_move(game *g, strata_entity entity, const char *zone,
                        strata_entity player) {
  strata_entity moved = 0;
  strata_status status = game_try_move(g, entity, zone, player, 0, &moved);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_world_error(g->world));
  return moved;
}

void game_shift(game *g, strata_entity entity, const char *zone,
                strata_entity player, int32_t position) {
  const strata_move_desc to = {.zone = zone ? kit_zone(g->rules, zone) : 0,
                               .player = player,
                               .position = position,
                               .same = true};
  strata_entity moved = 0;
  OK(strata_move(g->world, entity, &to, &moved));
  cr_assert(eq(u64, moved, entity));
}

int64_t game_read(game *g, strata_entity entity, const char *attr) {
  int64_t value = INT64_MIN;
  OK(strata_get_int(g->world, entity, game_attr(g, attr), &value));
  return value;
}

bool game_has(game *g, strata_entity entity, const char *attr,
              const char *symbol) {
  bool has = false;
  OK(strata_has(g->world, entity, game_attr(g, attr), game_symbol(g, symbol),
                &has));
  return has;
}

void game_base(game *g, strata_entity entity, const char *attr, int64_t value) {
  OK(strata_set_base_int(g->world, entity, game_attr(g, attr), value));
}

void game_put(game *g, strata_entity entity, const char *attr,
              const char *symbol) {
  OK(strata_set_base_symbol(g->world, entity, game_attr(g, attr),
                            game_symbol(g, symbol), true));
}

strata_expr *game_expr(game *g, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status status = strata_expr_parse(g->rules, text, &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", text, error.text);
  return expr;
}

void game_describe(game *g, game_effect *e, strata_entity card,
                   const char *attr, strata_op op, int64_t value) {
  *e = (game_effect){.target = card};
  e->part = (strata_part){
      .attr = game_attr(g, attr), .layer = 1, .op = op, .value = value};
  e->desc = (strata_effect_desc){.targets = &e->target,
                                 .target_count = 1,
                                 .parts = &e->part,
                                 .part_count = 1};
}

strata_effect game_add(game *g, const strata_effect_desc *desc) {
  strata_effect effect = {0};
  strata_status status = strata_effect_add(g->world, desc, &effect);
  cr_assert(eq(int, status, STRATA_OK), "%s", strata_world_error(g->world));
  return effect;
}

strata_effect game_change(game *g, strata_entity card, const char *attr,
                          strata_op op, int64_t value) {
  game_effect e;
  game_describe(g, &e, card, attr, op, value);
  return game_add(g, &e.desc);
}

void game_refused(game *g, strata_status got, strata_status want, uint64_t hash,
                  const char *const *words) {
  const char *text = strata_world_error(g->world);
  cr_expect(eq(int, got, want), "%s", text);
  cr_expect(eq(u64, strata_hash(g->world), hash), "hash changed: %s", text);
  cr_expect(lt(int, 0, g->told), "the log was not told: %s", text);
  g->told = 0;
  for (; *words; words++) {
    cr_expect(strstr(text, *words) != NULL, "no '%s' in: %s", *words, text);
  }
}
