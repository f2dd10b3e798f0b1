/*
 * visibility.c - what a handler may see and do in its world.
 *
 * A handler sees what the controller of its ability may see. It gets handles of
 * all cards, because moving a card is no secret. The values of a card in a
 * hidden zone must be revealed first, or asked of a player who may look. A
 * handler also cannot find out which card in a hidden zone an object has
 * become, or what a face-down card is printed as.
 */
#include "lua/handles/visibility.h"

#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

static const stl_handler_call *handler_call_in(const stl_world *world) {
  const stl_handler_call *r = world->context->handler_call;
  while (r != NULL && strata_call_world(r->call) != world->world) {
    r = r->outer;
  }
  return r;
}

void stl_visibility_refuse_handler(lua_State *L, const stl_world *world,
                                   const char *where) {
  if (handler_call_in(world) == NULL) return;
  luaL_error(L,
             "%s: not allowed here: a handler runs, and this is for whoever "
             "controls the game from outside",
             where);
}

/* Who controls the ability whose handler runs; 0: everything may be seen. */
static strata_entity controller_of_handler(const stl_world *world) {
  if (world->context->handler_call == NULL || !world->rules->has_hidden_zones) {
    return 0;
  }
  const stl_handler_call *r = handler_call_in(world);
  return r != NULL ? strata_call_you(r->call) : 0;
}

bool stl_visibility_is_limited(const stl_world *world) {
  return controller_of_handler(world) != 0;
}

/* What the handler that runs may see of an entity. Where the engine cannot
 * tell, it is nothing of what is there. */
static strata_sight sight_of(const stl_world *world, strata_entity who) {
  strata_sight sight = STRATA_SIGHT_FACE;
  const strata_entity you = controller_of_handler(world);
  if (you == 0 ||
      strata_seat_sight(world->world, you, who, &sight) == STRATA_OK) {
    return sight;
  }
  return strata_is_alive(world->world, who) ? STRATA_SIGHT_NOTHING
                                            : STRATA_SIGHT_FACE;
}

bool stl_visibility_is_hidden(const stl_world *world, strata_entity who) {
  return sight_of(world, who) == STRATA_SIGHT_NOTHING;
}

bool stl_visibility_is_face_down(const stl_world *world, strata_entity who) {
  return sight_of(world, who) == STRATA_SIGHT_BACK;
}

/* The name of the zone that an entity is in, or was in last; "?": none. */
static const char *zone_name_of(const stl_world *world, strata_entity who) {
  const strata_rules *rules = world->rules->rules;
  strata_value value = {0};
  const strata_attr attr =
      strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "zone");
  const bool is_alive = strata_is_alive(world->world, who);
  if (attr == 0 || (is_alive ? strata_get : strata_last_known)(
                       world->world, who, attr, &value) != STRATA_OK) {
    return "?";
  }
  const char *name = strata_rules_name(rules, STRATA_NAME_SYMBOL, value.symbol);
  return name != NULL ? name : "?";
}

void stl_visibility_refuse_face_down(lua_State *L, const stl_world *world,
                                     strata_entity who, const char *what) {
  if (stl_visibility_is_hidden(world, who)) {
    stl_visibility_refuse_hidden(L, world, who, what);
  }
  if (!stl_visibility_is_face_down(world, who)) return;
  luaL_error(L,
             "%s: hidden information: it lies face down, and what is under it "
             "is for its controller alone; read its current value, or turn it "
             "up first (a ruleset whose scripts see everything says "
             "scripts_see = \"all\")",
             what);
}

int stl_visibility_refuse_hidden(lua_State *L, const stl_world *world,
                                 strata_entity who, const char *what) {
  return luaL_error(
      L,
      "%s: hidden information: it is in the zone '%s', into which the "
      "controller of this ability may not look; move or reveal it first, let a "
      "player choose with ctx:choose, or let the card say the value by a name "
      "(a ruleset whose scripts see everything says scripts_see = \"all\")",
      what, zone_name_of(world, who));
}

static bool is_expr_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == ':';
}

/* The next word of an expression that asks all entities, from `at` on, and
 * which it is; NULL if there is none. Nothing else is called so. */
static const char *next_aggregate(const char *text, const char *at,
                                  const char **word) {
  static const char *const words[] = {"count", "sum", "distinct"};
  for (; *at != '\0'; at++) {
    if (at != text && is_expr_word_char(at[-1])) continue;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      const size_t size = strlen(words[i]);
      *word = words[i];
      if (strncmp(at, words[i], size) == 0 && !is_expr_word_char(at[size])) {
        return at;
      }
    }
  }
  return NULL;
}

uint32_t stl_expr_count_aggregates(const char *text) {
  const char *word = NULL;
  uint32_t count = 0;
  for (const char *at = next_aggregate(text, text, &word); at != NULL;
       at = next_aggregate(text, at + 1, &word)) {
    count++;
  }
  return count;
}

/* The start of the word that ends before `end`. */
static const char *word_before(const char *text, const char *end) {
  while (end != text && (is_expr_word_char(end[-1]) || end[-1] == '#')) {
    end--;
  }
  return end;
}

/* Whether what stands before the dot at `at` is looked at by its handle, so
 * that the dot goes no farther than to who is seen: it, this, #3:1. */
static bool is_direct_entity(const char *text, const char *at) {
  static const char *const parties[] = {"it", "this", "outer"};
  const char *start = word_before(text, at);
  if (start != text && start[-1] == '.') return false;
  for (size_t i = 0; i < sizeof parties / sizeof parties[0]; i++) {
    const size_t size = strlen(parties[i]);
    if ((size_t)(at - start) == size && !strncmp(start, parties[i], size)) {
      return true;
    }
  }
  return *start == '#';
}

/* Raise if the text at `at` can reach a hidden entity: by the id of a hidden
 * entity, or by a dot after an attribute, which leads to the entity that the
 * attribute refers to. */
static void check_expr_reach(lua_State *L, const stl_world *world,
                             const char *text, const char *at,
                             const char *where) {
  if (*at == '#') {
    char *end = NULL;
    const strata_entity who = stl_parse_entity_id(at, &end);
    if (who != 0 && stl_visibility_is_hidden(world, who)) {
      stl_visibility_refuse_hidden(L, world, who, where);
    }
  }
  if (*at == '.' && !is_direct_entity(text, at)) {
    luaL_error(L,
               "%s: hidden information: '%s' goes on from an attribute to "
               "whomever it names, and the controller of this ability may not "
               "see everybody; read it step by step, as in card.owner.name",
               where, word_before(text, at));
  }
}

void stl_visibility_refuse_expr(lua_State *L, const stl_world *world,
                                const char *text, const char *where) {
  const char *word = NULL;
  if (!stl_visibility_is_limited(world)) return;
  if (next_aggregate(text, text, &word) != NULL) {
    luaL_error(L,
               "%s: hidden information: '%s' may reach what the controller of "
               "this ability cannot see; let the card say the value by a name: "
               "handler { f, n = ... }",
               where, word);
  }
  char quote = '\0'; /* what ends the quoted symbol that `at` is in */
  for (const char *at = text; *at != '\0'; at++) {
    if (quote != '\0') {
      if (*at == quote) quote = '\0';
      continue;
    }
    if (*at == '\'' || *at == '"') quote = *at;
    check_expr_reach(L, world, text, at, where);
  }
}

static bool rules_have_hidden_zone(const strata_rules *rules) {
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_ZONE);
  for (uint32_t zone = 1; zone <= count; zone++) {
    strata_zone_desc desc;
    if (strata_rules_zone(rules, zone, &desc) == STRATA_OK && desc.hidden) {
      return true;
    }
  }
  return false;
}

void stl_visibility_read_spec(lua_State *L, int table, stl_rules *rules) {
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
  const bool has_face_down = lua_getfield(L, table, "face_down") != LUA_TNIL;
  lua_pop(L, 1);
  rules->has_hidden_zones =
      !all && (has_face_down || rules_have_hidden_zone(rules->rules));
}
