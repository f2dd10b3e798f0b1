/* index_events.h - random changes of the world of index_stage.h. */
#ifndef STRATA_TESTS_UNIT_PLAY_INDEX_EVENTS_H
#define STRATA_TESTS_UNIT_PLAY_INDEX_EVENTS_H

#include "index_stage.h"

#include <stdlib.h>

static inline void add_effect(stage *s, strata_part part, bool of_all) {
  strata_entity target = somebody(s);
  strata_effect_desc desc = {.source = somebody(s),
                             .parts = &part,
                             .part_count = 1,
                             .while_source = below(s, 2) != 0};
  if (desc.source == 0) desc.while_source = false;
  if (of_all) {
    desc.subject = s->subject;
  } else if (target != 0) {
    desc.targets = &target;
    desc.target_count = 1;
  } else {
    return;
  }
  if (below(s, 2) != 0) {
    desc.clock = strata_rules_find(s->rules, STRATA_NAME_CLOCK, "turn");
    desc.ticks = 1 + below(s, 2);
  }
  strata_effect effect;
  OK(strata_effect_add(s->world, &desc, &effect));
}

static inline void some_effect(stage *s) {
  static const char *const names[] = {"says_any",   "says_mine", "says_me",
                                      "says_types", "flying",    "gives"};
  strata_symbol symbol =
      stage_symbol(s->rules, names[below(s, ST_COUNT_OF(names))]);
  bool of_all = below(s, 3) == 0;
  strata_part part = {.attr = attr(s, "abilities"), .layer = 4};
  switch (below(s, 6)) {
  case 0:
    part.op = STRATA_OP_CLEAR;
    break;
  case 1:
    part = (strata_part){.attr = attr(s, "controller"),
                         .layer = 3,
                         .op = STRATA_OP_SET,
                         .ref = somebody(s)};
    break;
  case 2:
    part = (strata_part){.attr = attr(s, "power"),
                         .layer = 6,
                         .op = STRATA_OP_ADD,
                         .value = below(s, 3)};
    break;
  case 3:
    symbol = stage_symbol(s->rules, stage_types[below(s, 4)]);
    part = (strata_part){.attr = attr(s, "types"),
                         .layer = 2,
                         .op = below(s, 2) ? STRATA_OP_ADD : STRATA_OP_REMOVE};
    part.symbols = &symbol;
    part.symbol_count = 1;
    of_all = false; /* its subject would depend on its own result */
    break;
  default:
    part.op = STRATA_OP_ADD;
    part.symbols = &symbol;
    part.symbol_count = 1;
  }
  add_effect(s, part, of_all);
}

static inline uint32_t effect_count(const stage *s) {
  return (uint32_t)st_scalar_get(&s->world->store, ST_SCALAR_EFFECT_COUNT);
}

static inline void end_effect(stage *s) {
  strata_effect which = {0};
  uint32_t count = 0;
  for (strata_effect e = strata_effect_next(s->world, STRATA_NO_EFFECT);
       e.id != 0; e = strata_effect_next(s->world, e)) {
    if (below(s, ++count) == 0) which = e;
  }
  if (which.id != 0) OK(strata_effect_remove(s->world, which));
}

static inline void base_value(stage *s, strata_entity who) {
  static const char *const numbers[] = {"power", "seat", "charge", "cost"};
  switch (below(s, 3)) {
  case 0: {
    const char *name = numbers[below(s, ST_COUNT_OF(numbers))];
    OK(strata_set_base_int(s->world, who, attr(s, name), below(s, 4)));
    break;
  }
  case 1: {
    strata_symbol symbol = stage_symbol(s->rules, stage_types[below(s, 4)]);
    OK(strata_set_base_symbol(s->world, who, attr(s, "types"), symbol,
                              below(s, 2) != 0));
    break;
  }
  default: {
    strata_value value = {.type = STRATA_REF, .ref = somebody(s)};
    OK(strata_set_base(s->world, who, attr(s, "controller"), &value));
  }
  }
}

static inline void move(stage *s, strata_entity who) {
  strata_move_desc desc = {.same = below(s, 2) != 0};
  if (below(s, 4) != 0) {
    desc.zone = strata_rules_find(s->rules, STRATA_NAME_ZONE, "battlefield");
  }
  OK(strata_move(s->world, who, &desc, NULL));
}

static inline void watches(stage *s) {
  st_store *store = &s->world->store;
  uint32_t slot = st_started_watcher_first(store);
  uint32_t count = 0;
  for (uint32_t w = slot; w != 0; w = st_started_watcher_next(store, w)) {
    if (below(s, ++count) == 0) slot = w;
  }
  if (count > 12 || (slot != 0 && below(s, 3) == 0)) {
    OK(st_started_watcher_remove(store, slot));
    st_store_end(store);
    return;
  }
  strata_entity self = below(s, 4) ? somebody(s) : 0;
  start_watch(s, index_codes[below(s, INDEX_STARTED)].name, self, somebody(s),
              below(s, 2));
}

static inline void end_turn(stage *s) {
  strata_clock turn = strata_rules_find(s->rules, STRATA_NAME_CLOCK, "turn");
  uint32_t ended;
  OK(strata_tick(s->world, turn, &ended));
  OK(st_started_watcher_expire(&s->world->store, turn, &ended));
  st_store_end(&s->world->store);
}

static inline void go_back(stage *s) {
  if (s->mark_count == 0) return;
  uint32_t n = below(s, s->mark_count);
  OK(strata_rollback(s->world, s->marks[n]));
  s->mark_count = n + 1;
}

static inline void set_mark(stage *s) {
  if (s->mark_count == STAGE_MARKS || below(s, 4) == 0) {
    OK(strata_commit(s->world));
    s->mark_count = 0;
  } else {
    OK(strata_mark_set(s->world, &s->marks[s->mark_count++]));
  }
}

/* Continue in a fork that reuses a world which was in another state, so that
 * its indexes hold stale entries. */
static inline void fork(stage *s) {
  strata_world *old = s->world;
  if (!s->other) OK(strata_fork(s->world, NULL, &s->other));
  OK(strata_fork(s->world, s->other, &s->world));
  s->other = old;
  s->mark_count = 0;
}

static inline void load(stage *s) {
  size_t size = 0;
  (void)!strata_save(s->world, NULL, 0, &size);
  char *bytes = malloc(size);
  OK(strata_save(s->world, bytes, size, &size));
  OK(strata_load(s->rules, NULL, bytes, size, &s->loaded, NULL));
  free(bytes);
}

/* Make one random change. */
static inline void happen(stage *s) {
  strata_entity who = somebody(s);
  const index_model *model = &index_models[below(s, ST_COUNT_OF(index_models))];
  bool many = st_scalar_get(&s->world->store, ST_SCALAR_ENTITY_COUNT) > 30;
  uint32_t what = below(s, 128);
  if (who == 0 || (what < 16 && !many)) {
    strata_entity e = spawn(s, model->name);
    if (below(s, 2) != 0) move(s, e);
  } else if (what < 16) {
    OK(strata_despawn(s->world, who));
  } else if (what < 36) {
    base_value(s, who);
  } else if (what < 50) {
    move(s, who);
  } else if (what < 66) {
    if (s->clauses) effect_count(s) < 10 ? some_effect(s) : end_effect(s);
  } else if (what < 80) {
    watches(s);
  } else if (what < 92) {
    go_back(s);
  } else if (what < 106) {
    set_mark(s);
  } else if (what < 112) {
    end_turn(s);
  } else if (what < 118) {
    OK(strata_restamp(s->world, who));
  } else if (what < 121) {
    strata_definition to =
        strata_rules_find(s->rules, STRATA_NAME_DEFINITION, model->name);
    (void)!strata_transform(s->world, who, to);
  } else if (what < 123) {
    OK(strata_forget_gone(s->world));
  } else if (what < 124) {
    strata_world_drop_caches(s->world);
  } else if (what < 126) {
    OK(strata_world_tune(s->world, (strata_tuning)below(s, 3),
                         (strata_tune)below(s, 3)));
  } else if (what == 126) {
    fork(s);
  } else {
    load(s);
  }
}

/* Continue in the loaded world, if there is one. */
static inline bool takes_loaded(stage *s) {
  if (!s->loaded) return false;
  strata_world_free(s->world);
  s->world = s->loaded;
  s->loaded = NULL;
  s->mark_count = 0;
  return true;
}

#endif
