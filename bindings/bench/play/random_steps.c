/*
 * random_steps.c - random_steps: an action of a game of a pack that ships, with
 * all that it settles: on boards of several sizes, and behind logs of several
 * lengths.
 *
 * The library deals a board of the pack's own cards and makes random events,
 * as it does when it explores a pack; so nothing here knows the pack. Spells
 * and cards with static abilities are left out, as a pass of the layers would
 * hide what an action costs besides; so are events that cannot happen at the
 * beginning, or that clear the board. The host is in C: it finds what an object
 * has become, acts, and answers questions by the first options. After a series
 * of steps the world is rolled back, so all series begin with the same board;
 * the rollback does not count. Behind a long log, a series in which a turn
 * begins lets the rows of the log leave, each time anew.
 *
 * load_game loads such a game, behind 300 actions, and does each of the events
 * as the first action of a loaded world, beside the same event in the world
 * that was saved.
 */
#include "bench/kit/card_world.h"
#include "bench/kit/lua_script.h"
#include "bench/kit/workloads.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"
#include "cli/common/paths.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

static const char shipped_pack[] = "classic";

enum {
  STEPS = 20, /* of a series: a turn fits between two other programs */
  SERIES = 4, /* of a turn */
  EVENTS = STEPS * SERIES,
  TRIED = 2 * EVENTS,
  FIELDS_MAX = 24,
  OPTIONS_MAX = 16,
  QUESTIONS_MAX = 20,
  MOVED_MAX = 2, /* by a single event: one that moves more empties the board */
  PREPARE = 1    /* the place of the function that the script returns */
};

static const char lua_script[] =
    "local _, library = ...\n"
    "local linker = library 'strata.link.linker'\n"
    "local moves = library 'strata.explore.moves'\n"
    "local numbers = library 'strata.explore.random_numbers'\n"
    "local replayed = library 'strata.explore.replayed_game'\n"
    "local smoke = library 'strata.explore.smoke'\n"
    "local spelling = library 'strata.base.spelling'\n"
    "return function(path, size, count)\n"
    "  local game = linker.load(path)\n"
    "  game:name_players(smoke.PLAYERS)\n"
    "  game:freeze()\n"
    "  local acting = { triggered = true, activated = true, mana = true,\n"
    "    keyword = true }\n"
    "  local mover = moves.new(game, { steps = { 'emit' } })\n"
    "  local dice, own = numbers.new(7), {}\n"
    "  for _, card in ipairs(smoke.cards(game, game.pack)) do\n"
    "    local is_plain = not mover.spells[card.name]\n"
    "    for _, name in ipairs(card.abilities) do\n"
    "      is_plain = is_plain and acting[game.abilities[name].kind]\n"
    "    end\n"
    "    own[#own + 1] = is_plain and card or nil\n"
    "  end\n"
    "  dice:shuffle(own)\n"
    "  local setup = {}\n"
    "  for i = 1, size do\n"
    "    local card = own[(i - 1) % #own + 1]\n"
    "    local name = ('o%d: %s'):format(i, card.name)\n"
    "    setup[i] = { smoke.PLAYERS[i % 2 + 1], game.schema.home, name }\n"
    "  end\n"
    "  local stage, trouble = replayed.begin(game, { name = 'steps',\n"
    "    players = smoke.PLAYERS, setup = setup })\n"
    "  assert(stage, trouble and trouble.text)\n"
    "  replayed.make(stage, { settle = 'all' }, 0, smoke.first_answer)\n"
    "  moves.begin(mover, dice)\n"
    "  mover.begins = spelling.keys(game.kinds.known)\n"
    "  local list = {}\n"
    "  for i = 1, count do\n"
    "    local step = moves.next(mover, stage)\n"
    "    local fields = step and step.emit or {}\n"
    "    for name, value in pairs(fields) do\n"
    "      local object = stage.ids[value]\n"
    "      fields[name] = stage.players[value]\n"
    "        or object and object.entity or value\n"
    "    end\n"
    "    list[i] = fields\n"
    "  end\n"
    "  return stage.world, list\n"
    "end\n";

typedef struct random_event {
  strata_event_type type;
  strata_named_value given[FIELDS_MAX];
  size_t given_count;
} random_event;

typedef struct random_game {
  stb_run *bench;
  lua_State *L;
  strata_world *world; /* of the script */
  random_event *events;
  uint32_t event_count;
  strata_mark mark;
  strata_entity *objects;
  uint32_t object_count;
} random_game;

/* -- One action ----------------------------------------------------------- */

/* What an entity is now: an object that has moved is another one. */
static strata_entity present_of(const strata_world *world, strata_entity was) {
  strata_entity now = was;
  while (now != 0 && !strata_is_alive(world, now)) {
    now = strata_successor(world, now);
  }
  return now;
}

/* The first options, or the least number. */
static strata_status answer_first(strata_world *world,
                                  strata_outcome *outcome) {
  static const uint32_t first[OPTIONS_MAX] = {0, 1, 2,  3,  4,  5,  6,  7,
                                              8, 9, 10, 11, 12, 13, 14, 15};
  strata_decision asked;
  strata_status status = strata_decision_get(world, 0, &asked);
  if (status != STRATA_OK) return status;
  const bool number = asked.purpose == STRATA_PURPOSE_NUMBER;
  const bool amounts = asked.total != 0;
  if (amounts || asked.least > OPTIONS_MAX) return STRATA_EREFUSED;
  const strata_answer_desc answer = {.decision = asked.id,
                                     .options = number ? NULL : first,
                                     .amounts = number ? &asked.least : NULL,
                                     .count = number ? 1 : (size_t)asked.least};
  return strata_answer(world, &answer, outcome);
}

/* An action that asks too much, or what has no first answer, is given up. */
static bool do_event(random_game *g, const random_event *event) {
  strata_named_value given[FIELDS_MAX];
  memcpy(given, event->given, event->given_count * sizeof given[0]);
  for (size_t i = 0; i < event->given_count; i++) {
    if (given[i].value.type != STRATA_REF) continue;
    given[i].value.ref = present_of(g->world, given[i].value.ref);
  }
  const strata_act_desc desc = {
      .event = event->type, .given = given, .given_count = event->given_count};
  strata_outcome outcome = STRATA_DONE;
  strata_status status = strata_act(g->world, &desc, &outcome);
  for (uint32_t i = 0;
       status == STRATA_OK && outcome == STRATA_DECIDE && i < QUESTIONS_MAX;
       i++) {
    status = answer_first(g->world, &outcome);
  }
  if (strata_decision_count(g->world) > 0) {
    stb_must(strata_cancel(g->world), "giving an action up");
    return false;
  }
  return status == STRATA_OK;
}

/* -- The events ----------------------------------------------------------- */

static bool read_field(random_game *g, const char *name, random_event *event) {
  lua_State *L = g->L;
  if (event->given_count == FIELDS_MAX) return false;
  strata_named_value *out = &event->given[event->given_count++];
  *out = (strata_named_value){.name = name};
  if (lua_isinteger(L, -1)) {
    out->value.type = STRATA_INT;
    out->value.integer = lua_tointeger(L, -1);
  } else if (lua_isboolean(L, -1)) {
    out->value.type = STRATA_FLAG;
    out->value.integer = lua_toboolean(L, -1);
  } else if (lua_isuserdata(L, -1)) {
    out->value.type = STRATA_REF;
    strata_world *its = NULL;
    out->value.ref = stl_to_entity(L, -1, &its);
  } else {
    out->value.type = STRATA_SYM;
    out->value.symbol = strata_rules_find(
        strata_world_rules(g->world), STRATA_NAME_SYMBOL, lua_tostring(L, -1));
    return out->value.symbol != 0;
  }
  return true;
}

/* Read the event in the table on top. */
static bool read_event(random_game *g, random_event *event) {
  const strata_rules *rules = strata_world_rules(g->world);
  bool known = true;
  *event = (random_event){0};
  lua_pushnil(g->L);
  while (lua_next(g->L, -2) != 0) {
    const char *name = lua_tostring(g->L, -2);
    if (strcmp(name, "event") == 0) {
      event->type = strata_rules_find(rules, STRATA_NAME_EVENT_TYPE,
                                      lua_tostring(g->L, -1));
    } else {
      known = read_field(g, name, event) && known;
    }
    lua_pop(g->L, 1);
  }
  return known && event->type != 0;
}

static void go_back(random_game *g) {
  stb_must(strata_rollback(g->world, g->mark), "a rollback");
}

/* How many objects of the beginning are there no more, or came besides. */
static uint64_t count_moved(const random_game *g) {
  strata_stats stats;
  strata_world_stats(g->world, &stats);
  uint64_t moved =
      stats.entities > g->object_count ? stats.entities - g->object_count : 0;
  for (uint32_t i = 0; i < g->object_count; i++) {
    moved += !strata_is_alive(g->world, g->objects[i]);
  }
  return moved;
}

/* Whether an event happens at the beginning and leaves the board as it is, but
 * for a few objects. */
static bool is_playable(random_game *g, const random_event *event) {
  strata_act_result result = {0};
  const bool done = do_event(g, event);
  strata_last_action(g->world, &result);
  const bool fine = done && result.happened > 0 &&
                    count_moved(g) <= MOVED_MAX &&
                    strata_game_end(g->world) == 0;
  go_back(g);
  return fine;
}

static void read_objects(random_game *g) {
  strata_stats stats;
  strata_world_stats(g->world, &stats);
  g->objects = stb_alloc(g->bench, stats.entities, sizeof *g->objects);
  for (strata_entity e = strata_entity_next(g->world, 0); e != 0;
       e = strata_entity_next(g->world, e)) {
    g->objects[g->object_count++] = e;
  }
}

static void read_events(random_game *g, int list) {
  g->events = stb_alloc(g->bench, EVENTS, sizeof *g->events);
  for (lua_Integer i = 1; i <= TRIED && g->event_count < EVENTS; i++) {
    random_event *event = &g->events[g->event_count];
    (void)lua_rawgeti(g->L, list, i);
    if (read_event(g, event) && is_playable(g, event)) g->event_count++;
    lua_pop(g->L, 1);
  }
}

/* -- A game --------------------------------------------------------------- */

static int push_library(lua_State *L) {
  stl_library_push(L, luaL_checkstring(L, 1));
  return 1;
}

static random_game *random_game_new(stb_run *bench, uint32_t objects) {
  random_game *g = stb_alloc(bench, 1, sizeof *g);
  stc_path path;
  *g = (random_game){.bench = bench,
                     .L = stb_lua_open(bench, lua_script, push_library, 1)};
  stb_must(stc_path_pack(NULL, shipped_pack, &path) ? STRATA_OK : STRATA_ENOENT,
           shipped_pack);
  lua_pushvalue(g->L, PREPARE);
  lua_pushstring(g->L, path.at);
  lua_pushinteger(g->L, objects);
  lua_pushinteger(g->L, TRIED);
  const bool fine = lua_pcall(g->L, 3, 2, 0) == LUA_OK;
  stb_must(fine ? STRATA_OK : STRATA_ESCRIPT,
           fine ? "a game" : lua_tostring(g->L, -1));
  g->world = stl_to_world(g->L, -2);
  stb_must(strata_mark_set(g->world, &g->mark), "a mark");
  read_objects(g);
  read_events(g, lua_gettop(g->L));
  stb_must(g->event_count == EVENTS ? STRATA_OK : STRATA_ENOENT,
           "random events");
  return g;
}

/* Steps one after the other: the nanoseconds that they take. */
static double play_series(random_game *g, uint32_t first, uint32_t count) {
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    (void)do_event(g, &g->events[first + i]);
  }
  return stb_clock_now_ns() - start;
}

static double engine_random_steps(void *context, uint32_t count) {
  random_game *g = context;
  double took = 0;
  for (uint32_t i = 0; i < count * SERIES; i++) {
    took += play_series(g, i % SERIES * STEPS, STEPS);
    go_back(g);
  }
  return took;
}

/* Nothing that is kept from one step to the next may change a result. */
static void check_series(random_game *g) {
  for (uint32_t first = 0; first < EVENTS; first += STEPS) {
    (void)play_series(g, first, STEPS);
    const uint64_t hash = strata_hash(g->world);
    go_back(g);
    for (uint32_t i = 0; i < STEPS; i++) {
      strata_world_drop_caches(g->world);
      (void)play_series(g, first + i, 1);
    }
    stb_expect(g->bench, strata_hash(g->world) == hash,
               "the state after a series of steps");
    go_back(g);
  }
}

static double journal_of(random_game *g, const random_event *event) {
  strata_stats before;
  strata_stats after;
  strata_world_stats(g->world, &before);
  (void)do_event(g, event);
  strata_world_stats(g->world, &after);
  go_back(g);
  return (double)(after.journal_bytes - before.journal_bytes);
}

/* Fill the log by the event that writes the least, so that the board stays. */
static void fill_log(random_game *g, uint32_t actions) {
  const random_event *least = &g->events[0];
  for (uint32_t i = 1; actions > 0 && i < EVENTS; i++) {
    if (journal_of(g, &g->events[i]) < journal_of(g, least)) {
      least = &g->events[i];
    }
  }
  for (uint32_t i = 0; i < actions; i++) {
    (void)do_event(g, least);
  }
  if (actions > 0) stb_must(strata_mark_set(g->world, &g->mark), "a mark");
}

static void measure_steps(stb_run *bench, const char *name, uint32_t objects,
                          uint32_t actions, stb_series *series, double size) {
  random_game *g = random_game_new(bench, objects);
  fill_log(g, actions);
  check_series(g);
  (void)stb_measure(bench, &(stb_case){.name = name,
                                       .unit = "step",
                                       .subject = {.loop = engine_random_steps},
                                       .context = g,
                                       .subject_per = EVENTS,
                                       .goal = STB_GOAL_NS,
                                       .limit = 10000,
                                       .series = series,
                                       .size = size});
  lua_close(g->L);
  stb_release(bench);
}

void stb_workload_random_steps(stb_run *bench) {
  stb_series boards = {0};
  stb_series logs = {0};
  for (uint32_t n = 60; n <= (bench->quick ? 60 : 240); n *= 2) {
    measure_steps(bench, stb_text(bench, "%u objects", n), n, 0, &boards, n);
  }
  for (uint32_t n = 1000; n <= (bench->quick ? 0 : 10000); n *= 10) {
    measure_steps(bench, stb_text(bench, "120 objects, %u actions before", n),
                  120, n, &logs, n);
  }
}

/* -- Loading a game ------------------------------------------------------- */

/* A turn does the first events alone, so that it fits between two other
 * programs; the check does all of them. */
enum { GAME_OBJECTS = 120, GAME_ACTIONS = 300, FIRST_EVENTS = 4 };

/* A game, its save, and worlds that were loaded from that. */
typedef struct saved_game {
  random_game *game, loaded[FIRST_EVENTS];
  strata_world_config config;
  uint8_t *bytes;
  size_t size;
} saved_game;

static unsigned load_nth(saved_game *s, uint32_t n) {
  return (unsigned)strata_load(strata_world_rules(s->game->world), &s->config,
                               s->bytes, s->size, &s->loaded[n].world, NULL);
}

static unsigned load_saved(void *context) {
  return load_nth(context, 0);
}

static unsigned free_loaded(void *context) {
  saved_game *s = context;
  strata_world_free(s->loaded[0].world);
  return STRATA_OK;
}

static unsigned load_worlds(void *context) {
  unsigned failed = STRATA_OK;
  for (uint32_t n = 0; n < FIRST_EVENTS; n++) {
    failed |= load_nth(context, n);
  }
  return failed;
}

static unsigned free_worlds(void *context) {
  saved_game *s = context;
  for (uint32_t n = 0; n < FIRST_EVENTS; n++) {
    strata_world_free(s->loaded[n].world);
  }
  return STRATA_OK;
}

/* Each event as the first action of a loaded world. */
static unsigned engine_first_actions(void *context) {
  saved_game *s = context;
  for (uint32_t n = 0; n < FIRST_EVENTS; n++) {
    (void)do_event(&s->loaded[n], &s->game->events[n]);
  }
  return STRATA_OK;
}

/* Each event in the world that was saved. */
static double base_same_actions(void *context, uint32_t count) {
  const saved_game *s = context;
  double took = 0;
  for (uint32_t i = 0; i < count * FIRST_EVENTS; i++) {
    took += play_series(s->game, i % FIRST_EVENTS, 1);
    go_back(s->game);
  }
  return took;
}

/* A loaded world is the one that was saved, before each event and behind it. */
static void check_loaded(saved_game *s) {
  random_game *g = s->game;
  for (uint32_t i = 0; i < EVENTS; i++) {
    stb_must((strata_status)load_saved(s), "a load");
    const strata_world *loaded = s->loaded[0].world;
    const bool same = strata_hash(loaded) == strata_hash(g->world);
    (void)play_series(&s->loaded[0], i, 1);
    (void)play_series(g, i, 1);
    stb_expect(g->bench, same && strata_hash(loaded) == strata_hash(g->world),
               "the state after the first action of a loaded world");
    (void)free_loaded(s);
    go_back(g);
  }
}

static void measure_load(stb_run *bench, saved_game *s) {
  (void)stb_measure(
      bench,
      &(stb_case){.name = stb_text(bench, "load, %zu KiB", s->size / 1024),
                  .unit = "load",
                  .subject = {.act = load_saved, .back = free_loaded},
                  .context = s,
                  .goal = STB_GOAL_NS,
                  .limit = 200000});
  (void)stb_measure(bench, &(stb_case){.name = "the first action after a load",
                                       .unit = "step",
                                       .subject = {.act = engine_first_actions,
                                                   .begin = load_worlds,
                                                   .back = free_worlds},
                                       .baseline = {.loop = base_same_actions},
                                       .context = s,
                                       .beside = "the same without a load",
                                       .subject_per = FIRST_EVENTS,
                                       .goal = STB_GOAL_RATIO,
                                       .limit = 1.5});
}

void stb_workload_load_game(stb_run *bench) {
  saved_game s = {.game = random_game_new(bench, GAME_OBJECTS),
                  .config = stb_world_config(bench)};
  fill_log(s.game, GAME_ACTIONS);
  for (uint32_t n = 0; n < FIRST_EVENTS; n++) {
    s.loaded[n] = *s.game;
  }
  strata_world *world = s.game->world;
  s.size = stb_card_world_save_size(world);
  s.bytes = stb_alloc(bench, s.size, 1);
  stb_must(strata_save(world, s.bytes, s.size, &s.size), "save");
  check_loaded(&s);
  measure_load(bench, &s);
  lua_close(s.game->L);
  stb_release(bench);
}
