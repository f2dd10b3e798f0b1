/*
 * sight.c - what a handler may see and do in its world.
 *
 * A handler sees what the controller of its ability may see. It gets handles of
 * all cards, as to move one is no secret, but what a card in a hidden zone is
 * must be revealed first, or be asked of whom may look.
 */
#include "sight.h"

#include "running.h"

#include <string.h>

static const stl_running *running_in(const stl_world *world) {
  const stl_running *r = world->context->running;
  while (r != NULL && strata_run_world(r->run) != world->world) {
    r = r->outer;
  }
  return r;
}

void stl_refuse_in_handler(lua_State *L, const stl_world *world,
                           const char *where) {
  if (running_in(world) == NULL) return;
  luaL_error(L,
             "%s: not allowed here: a handler runs, and this is for whoever "
             "controls the game from outside",
             where);
}

/* Who controls the ability whose handler runs; 0: everything may be seen. */
static strata_entity viewer_of(const stl_world *world) {
  if (world->context->running == NULL || !world->rules->hides) return 0;
  const stl_running *r = running_in(world);
  return r != NULL ? strata_run_you(r->run) : 0;
}

bool stl_is_seen_in_part(const stl_world *world) {
  return viewer_of(world) != 0;
}

/* The zone that an entity is in; false: in none. */
static bool find_zone(const stl_world *world, strata_entity who,
                      strata_zone_desc *out) {
  const strata_rules *rules = world->rules->rules;
  strata_value value = {0};
  const strata_attr attr =
      strata_rules_find(rules, STRATA_KIND_ATTRIBUTE, "zone");
  const bool is_alive = strata_is_alive(world->world, who);
  if (attr == 0 || (is_alive ? strata_get : strata_last_known)(
                       world->world, who, attr, &value) != STRATA_OK) {
    return false;
  }
  const char *name = strata_rules_name(rules, STRATA_KIND_SYMBOL, value.symbol);
  if (value.type != STRATA_SYM || name == NULL) return false;
  const uint32_t zone = strata_rules_find(rules, STRATA_KIND_ZONE, name);
  return zone != 0 && strata_rules_zone(rules, zone, out) == STRATA_OK;
}

bool stl_is_hidden(const stl_world *world, strata_entity who) {
  strata_zone_desc zone;
  const strata_entity you = viewer_of(world);
  if (you == 0 || !find_zone(world, who, &zone) || !zone.hidden) return false;
  return zone.ordered || strata_zone_player(world->world, who) != you;
}

bool stl_was_hidden(const stl_world *world, strata_entity gone) {
  strata_zone_desc zone;
  if (!stl_is_seen_in_part(world) || !find_zone(world, gone, &zone) ||
      !zone.hidden) {
    return false;
  }
  strata_entity now = gone;
  for (strata_entity next = gone; next != 0;) {
    now = next;
    next = strata_successor(world->world, now);
  }
  return stl_is_hidden(world, now);
}

int stl_refuse_hidden(lua_State *L, const stl_world *world, strata_entity who,
                      const char *what) {
  strata_zone_desc zone = {.name = "?"};
  (void)find_zone(world, who, &zone);
  return luaL_error(
      L,
      "%s: hidden information: it is in the zone '%s', into which the "
      "controller of this ability may not look; move or reveal it first, let a "
      "player choose with ctx:choose, or let the card say the value by a name "
      "(a ruleset whose scripts see everything says scripts_see = \"all\")",
      what, zone.name);
}

static bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == ':';
}

/* The next word of an expression that asks all entities, from `at` on, and
 * which it is; NULL if there is none. Nothing else is called so. */
static const char *next_sum(const char *text, const char *at,
                            const char **word) {
  static const char *const words[] = {"count", "sum", "distinct"};
  for (; *at != '\0'; at++) {
    if (at != text && is_of_word(at[-1])) continue;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      const size_t size = strlen(words[i]);
      *word = words[i];
      if (strncmp(at, words[i], size) == 0 && !is_of_word(at[size])) return at;
    }
  }
  return NULL;
}

uint32_t stl_count_sums(const char *text) {
  const char *word = NULL;
  uint32_t count = 0;
  for (const char *at = next_sum(text, text, &word); at != NULL;
       at = next_sum(text, at + 1, &word)) {
    count++;
  }
  return count;
}

void stl_refuse_sums(lua_State *L, const stl_world *world, const char *text,
                     const char *where) {
  const char *word = NULL;
  if (!stl_is_seen_in_part(world) || next_sum(text, text, &word) == NULL) {
    return;
  }
  luaL_error(L,
             "%s: hidden information: '%s' may reach what the controller of "
             "this ability cannot see; let the card say the value by a name: "
             "handler { f, n = ... }",
             where, word);
}

static bool has_hidden_zone(const strata_rules *rules) {
  const uint32_t count = strata_rules_count(rules, STRATA_KIND_ZONE);
  for (uint32_t zone = 1; zone <= count; zone++) {
    strata_zone_desc desc;
    if (strata_rules_zone(rules, zone, &desc) == STRATA_OK && desc.hidden) {
      return true;
    }
  }
  return false;
}

void stl_spec_sight(lua_State *L, int table, stl_rules *rules) {
  const int type = lua_getfield(L, table, "scripts_see");
  const bool all =
      type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "all") == 0;
  const bool controller =
      type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "controller") == 0;
  if (type != LUA_TNIL && !all && !controller) {
    luaL_error(L, "strata.rules: scripts_see: expected \"controller\" or "
                  "\"all\"");
  }
  lua_pop(L, 1);
  rules->hides = !all && has_hidden_zone(rules->rules);
}
