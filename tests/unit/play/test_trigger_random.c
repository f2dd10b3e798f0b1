/* Random watchers and events, compared with a plain model of triggers: a
 * watcher has one place and one condition, and events happen one after the
 * other. */
#include "base/hash.h"
#include "trigger_stage.h"

TestSuite(trigger_random, .timeout = 120);

typedef enum condition {
  ANYBODY,
  ITSELF,
  OTHERS,
  STRONG,
  THREE,
  AS_STRONG,
  ELVES,
  WALLS
} condition;

typedef struct watcher {
  const char *name, *event;
  strata_watcher_role role;
  condition condition;
  bool batch;
  uint32_t limit; /* a turn */
  int64_t more;   /* MORE: so often */
} watcher;

static const watcher watchers[] = {
    {"t_any", "gain", STRATA_ROLE_TRIGGER, ANYBODY, false, 0, 0},
    {"t_self", "gain", STRATA_ROLE_TRIGGER, ITSELF, false, 0, 0},
    {"t_others", "gain", STRATA_ROLE_TRIGGER, OTHERS, true, 0, 0},
    {"t_strong", "gain", STRATA_ROLE_TRIGGER, STRONG, false, 2, 0},
    {"t_three", "gain", STRATA_ROLE_TRIGGER, THREE, false, 0, 0},
    {"t_as", "gain", STRATA_ROLE_TRIGGER, AS_STRONG, false, 0, 0},
    {"t_walls", "gain", STRATA_ROLE_TRIGGER, WALLS, false, 0, 0},
    {"d_any", "perish", STRATA_ROLE_TRIGGER, ANYBODY, false, 0, 0},
    {"d_self", "perish", STRATA_ROLE_TRIGGER, ITSELF, false, 0, 0},
    {"d_others", "perish", STRATA_ROLE_TRIGGER, OTHERS, false, 2, 0},
    {"d_strong", "perish", STRATA_ROLE_TRIGGER, STRONG, true, 0, 0},
    {"d_elves", "perish", STRATA_ROLE_TRIGGER, ELVES, true, 1, 0},
    {"a_self", "arrive", STRATA_ROLE_TRIGGER, ITSELF, false, 0, 0},
    {"a_others", "arrive", STRATA_ROLE_TRIGGER, OTHERS, false, 0, 0},
    {"a_elves", "arrive", STRATA_ROLE_TRIGGER, ELVES, true, 0, 0},
    {"m_gain", "gain", STRATA_ROLE_MORE, STRONG, false, 0, 1},
    {"m_perish", "perish", STRATA_ROLE_MORE, OTHERS, false, 0, 2},
    {"m_arrive", "arrive", STRATA_ROLE_MORE, ELVES, false, 0, 1},
    {"n_gain", "gain", STRATA_ROLE_NEVER, THREE, false, 0, 0},
    {"n_perish", "perish", STRATA_ROLE_NEVER, STRONG, false, 0, 0},
    {"n_arrive", "arrive", STRATA_ROLE_NEVER, ITSELF, false, 0, 0},
};

static void random_code(strata_builder *b, const watcher *w) {
  static const char *const when[] = {[ANYBODY] = NULL,
                                     [ITSELF] = "event.who = this",
                                     [OTHERS] = "event.who != this",
                                     [STRONG] = "event.who.power > 3",
                                     [THREE] = "event.amount = 3",
                                     [AS_STRONG] = "event.amount = this.power",
                                     [ELVES] = NULL,
                                     [WALLS] = NULL};
  strata_event_test test = {"who", w->condition == ELVES ? "types has 'elf'"
                                                         : "types has 'wall'"};
  strata_watcher_desc code = {.name = w->name,
                              .role = w->role,
                              .event = w->event,
                              .when = when[w->condition],
                              .tests = &test,
                              .test_count = w->condition >= ELVES,
                              .batch = w->batch,
                              .per_clock = w->limit,
                              .clock = w->limit ? "turn" : NULL,
                              .amount = w->more == 2 ? "2" : NULL};
  add_held(b, code);
}

static void random_rules(strata_builder *b) {
  trigger_kinds(b);
  for (size_t i = 0; i < ST_COUNT_OF(watchers); i++) {
    random_code(b, &watchers[i]);
  }
  add_doings(b);
  add_listeners(b);
  add_code(b, (strata_watcher_desc){
                  .name = "feast",
                  .role = STRATA_ROLE_TRIGGER,
                  .event = "die",
                  .names = given_two,
                  .name_count = 4,
                  DEEDS(program, instruction_count,
                        {.op = STRATA_DO_EMIT,
                         .what = "gain",
                         .who = "health > 0",
                         MANY(ARG("who", "it"), ARG("amount", "it.power"))})});
}

/* -- The model -- */

enum { MOST_MEN = 12, MOST_ROWS = 512 };

typedef struct man {
  strata_entity handle;
  const watcher *watcher;
  bool in_play, elf;
  int64_t power;
  bool guest;    /* of the feast */
  uint32_t used; /* this turn */
} man;

typedef struct row {
  uint32_t more; /* bits of those who let it trigger more often */
  const char *code;
  strata_entity source, who;
  uint32_t count;
} row;

typedef struct model {
  man men[MOST_MEN];
  uint32_t man_count;
  row rows[MOST_ROWS];
  uint32_t row_count;
  bool done[MOST_MEN]; /* once a batch */
} model;

static bool holds(const man *w, const man *who, int64_t amount) {
  switch (w->watcher->condition) {
  case ANYBODY:
    return true;
  case ITSELF:
    return who == w;
  case OTHERS:
    return who != w;
  case STRONG:
    return who->power > 3;
  case THREE:
    return amount == 3;
  case AS_STRONG:
    return amount == w->power;
  case ELVES:
    return who->elf;
  case WALLS:
    return !who->elf;
  }
  return false;
}

static bool applies(const man *w, const char *event, const man *who,
                    int64_t amount) {
  return w->in_play && strcmp(w->watcher->event, event) == 0 &&
         holds(w, who, amount);
}

/* One time more for each who says so, but each once in a row of the queue; none
 * at all if somebody says never. */
static uint32_t how_often(const model *m, const char *event, const man *who,
                          int64_t amount, uint32_t *more) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < m->man_count; i++) {
    bool never = m->men[i].watcher->role == STRATA_ROLE_NEVER;
    if (never && applies(&m->men[i], event, who, amount)) return UINT32_MAX;
  }
  for (uint32_t i = 0; i < m->man_count; i++) {
    const man *w = &m->men[i];
    if (!applies(w, event, who, amount)) continue;
    if (w->watcher->role == STRATA_ROLE_MORE && !(*more >> i & 1)) {
      count += (uint32_t)w->watcher->more;
      *more |= 1u << i;
    }
  }
  return count;
}

static row *row_of(model *m, const man *w) {
  uint32_t i = 0;
  while (i < m->row_count && m->rows[i].source != w->handle) {
    i++;
  }
  cr_assert(lt(u32, i, m->row_count));
  return &m->rows[i];
}

/* How often of `times` a man's watcher still triggers this turn (603.2h), which
 * is counted as used. */
static uint32_t use(man *w, uint32_t times) {
  uint32_t left = UINT32_MAX;
  if (w->watcher->limit > 0) left = w->watcher->limit - w->used;
  if (times > left) times = left;
  w->used += times;
  return times;
}

static void model_event(model *m, const char *event, const man *who,
                        int64_t amount) {
  for (uint32_t i = 0; i < m->man_count; i++) {
    man *w = &m->men[i];
    if (w->watcher->role != STRATA_ROLE_TRIGGER ||
        !applies(w, event, who, amount)) {
      continue;
    }
    bool done = w->watcher->batch && m->done[i];
    if (w->watcher->limit > 0 && w->used >= w->watcher->limit) continue;
    uint32_t none = 0;
    uint32_t *more = done ? &row_of(m, w)->more : &none;
    uint32_t count = how_often(m, event, who, amount, more);
    if (count == UINT32_MAX) continue;
    if (done) {
      row_of(m, w)->count += use(w, count);
      continue;
    }
    m->done[i] = true;
    cr_assert(m->row_count < MOST_ROWS);
    m->rows[m->row_count++] = (row){.code = w->watcher->name,
                                    .source = w->handle,
                                    .who = who->handle,
                                    .count = use(w, count + 1),
                                    .more = none};
  }
}

static int by_slot(const void *a, const void *b) {
  uint32_t x = st_slot_of(((const man *)a)->handle);
  uint32_t y = st_slot_of(((const man *)b)->handle);
  return x < y ? -1 : x > y;
}

/* Everybody who moved is another one, as printed. */
static void model_move(stage *s, man *w, bool to_play) {
  w->handle = strata_successor(s->world, w->handle);
  cr_assert(ne(u64, w->handle, 0));
  w->in_play = to_play;
  w->elf = true;
  w->power = 0;
  w->guest = false;
  w->used = 0;
}

/* -- One step in both -- */

typedef enum step { FEAST, SWEEP, GATHER } step;

static void begin_batch(model *m) {
  m->row_count = 0;
  memset(m->done, 0, sizeof m->done);
  qsort(m->men, m->man_count, sizeof m->men[0], by_slot);
}

static void feast(stage *s, model *m) {
  cr_expect(not(run_code(s, "feast", 0, 0, false)));
  for (uint32_t i = 0; i < m->man_count; i++) {
    const man *who = &m->men[i];
    if (who->guest && who->power > 0) model_event(m, "gain", who, who->power);
  }
}

static void sweep(stage *s, model *m) {
  for (uint32_t i = 0; i < m->man_count; i++) {
    if (m->men[i].elf) model_event(m, "perish", &m->men[i], 0);
  }
  cr_expect(not(run_code(s, "sweep", 0, 0, false)));
  for (uint32_t i = 0; i < m->man_count; i++) {
    if (m->men[i].elf) model_move(s, &m->men[i], false);
  }
}

static void gather(stage *s, model *m) {
  bool moved[MOST_MEN];
  cr_expect(not(run_code(s, "gather", 0, 0, false)));
  for (uint32_t i = 0; i < m->man_count; i++) {
    moved[i] = m->men[i].elf;
    if (moved[i]) model_move(s, &m->men[i], true);
  }
  for (uint32_t i = 0; i < m->man_count; i++) {
    if (moved[i]) model_event(m, "arrive", &m->men[i], 0);
  }
}

static strata_entity who_of(const stage *s, uint32_t fired) {
  st_raw_value word = {0};
  uint64_t key = st_trigger_field_key(s->rules, play_field(s->rules, "who"));
  st_notes_find(&s->world->store, st_pending_trigger_variables(fired), key,
                &word);
  return (strata_entity)word.number;
}

static void compare(stage *s, const model *m, uint64_t seed, uint32_t turn) {
  const st_store *store = &s->world->store;
  uint32_t all = 0;
  for (uint32_t f = st_pending_trigger_first(store); f != 0;
       f = st_pending_trigger_next(store, f)) {
    const row *want = NULL;
    uint32_t code = st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, f);
    strata_entity source = st_get64(store, ST_COLUMN_TRIGGER_SOURCE, f);
    for (uint32_t i = 0; i < m->row_count && !want; i++) {
      if (m->rows[i].source == source && m->rows[i].who == who_of(s, f) &&
          code_of(s, m->rows[i].code) == code) {
        want = &m->rows[i];
      }
    }
    cr_assert(want != NULL, "seed %u, %u: too many of %s", (unsigned)seed, turn,
              st_watcher_def_get(s->rules, code)->name);
    cr_assert(eq(u32, st_get32(store, ST_COLUMN_TRIGGER_COUNT, f), want->count),
              "seed %u, %u: %s", (unsigned)seed, turn, want->code);
    all++;
  }
  cr_assert(eq(u32, all, m->row_count), "seed %u, %u", (unsigned)seed, turn);
}

static void change_somebody(stage *s, model *m, uint64_t r) {
  man *w = &m->men[r % m->man_count];
  w->power = (int64_t)(r >> 8) % 6;
  set_number(s, w->handle, "power", w->power);
  w->elf = (r >> 16) % 4 != 0;
  w->guest = (r >> 24) % 3 != 0;
  set_number(s, w->handle, "health", w->guest);
  strata_symbol type = stage_symbol(s->rules, w->elf ? "elf" : "wall");
  OK(strata_set_base(s->world, w->handle, stage_attr(s->rules, "types"),
                     &(strata_value){.type = STRATA_SET,
                                     .symbols = &type,
                                     .symbol_count = 1}));
}

static void one_turn(stage *s, model *m, uint64_t seed, uint32_t turn) {
  uint64_t r = st_mix(seed, turn);
  for (uint32_t i = 0; i < 3; i++) {
    change_somebody(s, m, st_mix(r, i));
  }
  if (r % 5 == 0) {
    OK(strata_tick(s->world,
                   strata_rules_find(s->rules, STRATA_NAME_CLOCK, "turn"),
                   NULL));
    for (uint32_t i = 0; i < m->man_count; i++) {
      m->men[i].used = 0;
    }
  }
  begin_batch(m);
  uint64_t what = (r >> 32) % 8;
  if (what < 4) {
    feast(s, m);
  } else if (what < 6) {
    sweep(s, m);
  } else {
    gather(s, m);
  }
  compare(s, m, seed, turn);
  forget_fired(s);
}

Test(trigger_random, what_triggers_is_what_a_plain_model_says) {
  stage s;
  open_stage_with(&s, random_rules);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    model m = {0};
    close_world(&s);
    open_world(&s);
    for (m.man_count = 0; m.man_count < MOST_MEN; m.man_count++) {
      uint64_t r = st_mix(seed * 977, m.man_count);
      const watcher *w = &watchers[r % ST_COUNT_OF(watchers)];
      m.men[m.man_count] = (man){.handle = put(&s, w->name),
                                 .watcher = w,
                                 .in_play = true,
                                 .elf = true};
    }
    for (uint32_t turn = 0; turn < 40; turn++) {
      one_turn(&s, &m, seed, turn);
    }
  }
  close_stage(&s);
}
