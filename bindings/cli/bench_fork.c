/*
 * bench_fork.c - fork_undo_mcts: what a tree search does all day.
 *
 * Fork: into a world that was used before, and since then changed, as the
 * original was; the first ten reads are part of the time. The baseline copies
 * as many bytes as the state has, between two buffers that stay in the cache.
 *
 * Undo: two marks, 200 writes (of five, three change an int, one a flag and
 * one a symbol of a set) that keep hash and bitmaps up to date, the hash, a
 * rollback of everything, ten reads. The baseline journals and undoes 200
 * writes to an array of words. As in a playout, which writes they are is drawn
 * from a list of 640 while it goes on, by the engine's loop and by the
 * baseline's; "known" takes the first 200 of the list each time.
 */
#include "baseline.h"
#include "bench_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITES = 200, READS = 10, DIRTY = 20, LIST = STC_DRAW_LIST };

static const uint64_t first_seed = 1;

/* What one of the writes does. */
typedef struct move {
  strata_entity entity;
  strata_attr attr;
  strata_symbol symbol; /* 0: an int or a flag */
  int64_t value;        /* or whether the symbol is there */
} move;

typedef struct search {
  stc_board *board;
  strata_world *fork;
  uint32_t read[READS]; /* entities, by number */
  int64_t values[READS];
  uint8_t *from, *to; /* the baseline's state */
  size_t state_bytes;
  uint32_t turn;
  move moves[LIST];
  int64_t *words;
  stc_write writes[LIST];
  stc_undo journal[WRITES];
  uint64_t hash_before, hash_after; /* the latter of the first playout */
  uint64_t seed;                    /* of the playout */
  bool known;                       /* always the same playout */
  bool same;                        /* every turn so far left the same hashes */
  double clock_ns;
} search;

/* Each move changes something: it toggles what the board has. */
static move make_move(const stc_board *b, stc_dice *dice, size_t i) {
  const uint32_t n = stc_below(dice, b->count);
  move m = {.entity = b->entities[n]};
  if (i % STC_KINDS == 3) {
    int64_t now = 0;
    m.attr = b->flags[stc_below(dice, 2)];
    stc_must(strata_get_int(b->world, m.entity, m.attr, &now), "get");
    m.value = !now;
  } else if (i % STC_KINDS == 4) {
    bool now = false;
    m.attr = b->types;
    m.symbol = b->symbols[stc_below(dice, STC_BOARD_SYMBOLS)];
    stc_must(strata_has(b->world, m.entity, m.attr, m.symbol, &now), "has");
    m.value = !now;
  } else {
    m.attr = b->ints[stc_below(dice, STC_BOARD_INTS)];
    m.value = 1001 + (int64_t)i;
  }
  return m;
}

static search *search_new(stc_bench_run *bench, size_t size) {
  search *s = stc_must_alloc(1, sizeof *s);
  stc_dice dice = {size};
  s->board = stc_board_new(bench, size);
  s->clock_ns = stc_clock_cost_ns();
  s->same = true;
  stc_must(strata_fork(s->board->world, NULL, &s->fork), "fork");
  strata_stats stats;
  strata_world_stats(s->board->world, &stats);
  s->state_bytes = (size_t)stats.state_bytes;
  s->from = stc_must_alloc(s->state_bytes, 1);
  s->to = stc_must_alloc(s->state_bytes, 1);
  const uint32_t words = (uint32_t)(s->board->save_bytes / sizeof(int64_t));
  s->words = stc_must_alloc(words, sizeof *s->words);
  for (uint32_t i = 0; i < READS; i++) {
    s->read[i] = (i * 2 + 1) * s->board->count / (2 * READS);
  }
  for (size_t i = 0; i < LIST; i++) {
    s->moves[i] = make_move(s->board, &dice, i);
    s->writes[i].offset = stc_below(&dice, words);
    s->writes[i].value = (int64_t)i;
  }
  return s;
}

static void search_free(search *s) {
  strata_world_free(s->fork);
  stc_board_free(s->board);
  free(s->from);
  free(s->to);
  free(s->words);
  free(s);
}

static unsigned read_ten(search *s, strata_world *world) {
  const stc_board *b = s->board;
  unsigned failed = 0;
  for (size_t i = 0; i < READS; i++) {
    failed |= (unsigned)strata_get_int(world, b->entities[s->read[i]],
                                       b->ints[0], &s->values[i]);
  }
  return failed;
}

static bool ten_are_right(const search *s) {
  for (size_t i = 0; i < READS; i++) {
    const uint32_t n = s->read[i];
    const int64_t base = s->board->power[n];
    if (s->values[i] != stc_board_power(s->board, n, base)) return false;
  }
  return true;
}

/* Change both worlds, so that the next fork has something to copy. */
static unsigned play_on(search *s) {
  stc_board *b = s->board;
  unsigned failed = 0;
  for (uint32_t i = 0; i < DIRTY; i++) {
    const uint32_t n = (s->turn * 7 + i * 31) % b->count;
    failed |= (unsigned)strata_set_base_int(s->fork, b->entities[n], b->ints[2],
                                            (int64_t)s->turn + i);
  }
  const uint32_t n = s->turn++ % b->count;
  b->power[n] = (int64_t)s->turn % 1000;
  failed |= (unsigned)strata_set_base_int(b->world, b->entities[n], b->ints[0],
                                          b->power[n]);
  return failed | (unsigned)strata_commit(b->world) |
         (unsigned)strata_commit(s->fork);
}

static double engine_fork(void *context, uint32_t count) {
  search *s = context;
  unsigned failed = 0;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    failed |= play_on(s);
    const double start = stc_now_ns();
    failed |= (unsigned)strata_fork(s->board->world, s->fork, NULL);
    failed |= read_ten(s, s->fork);
    took += stc_now_ns() - start - s->clock_ns;
    s->same = s->same && ten_are_right(s);
  }
  stc_must((strata_status)failed, "fork");
  return took;
}

static double base_fork(void *context, uint32_t count) {
  search *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    memcpy(s->to, s->from, s->state_bytes);
    stc_touch(s->to);
  }
  return stc_now_ns() - start;
}

static void fork_case(stc_bench_run *bench, size_t size) {
  search *s = search_new(bench, size);
  char name[64];
  (void)snprintf(name, sizeof name, "fork and 10 reads, save of %zu KiB",
                 s->board->save_bytes / 1024);
  (void)stc_measure(bench, &(stc_case){.name = name,
                                       .unit = "fork",
                                       .subject = engine_fork,
                                       .baseline = base_fork,
                                       .context = s,
                                       .beside = "memcpy of the state",
                                       .goal = STC_GOAL_RATIO,
                                       .limit = 1.5,
                                       .decides = true});
  stc_must(strata_fork(s->board->world, s->fork, NULL), "fork");
  stc_expect(bench, s->same, "a value of a fork");
  stc_expect(bench, strata_hash(s->fork) == strata_hash(s->board->world),
             "the hash of a fork");
  (void)snprintf(name, sizeof name, "state over save, save of %zu KiB",
                 s->board->save_bytes / 1024);
  const double state = (double)s->state_bytes;
  stc_figure(bench,
             &(stc_case){.name = name,
                         .unit = "x",
                         .goal = STC_GOAL_VALUE,
                         .limit = 2,
                         .decides = true},
             state / (double)stc_save_size(s->board->world));
  search_free(s);
}

static unsigned make(strata_world *world, const move *m) {
  if (m->symbol == 0) {
    return (unsigned)strata_set_base_int(world, m->entity, m->attr, m->value);
  }
  return (unsigned)strata_set_base_symbol(world, m->entity, m->attr, m->symbol,
                                          m->value != 0);
}

/* One half of a playout: the first or the last writes of the list, or some
 * that are drawn now. */
static unsigned play(search *s, strata_world *world, size_t first) {
  unsigned failed = 0;
  if (s->known) {
    for (size_t i = first; i < first + WRITES / 2; i++) {
      failed |= make(world, &s->moves[i]);
    }
    return failed;
  }
  uint64_t seed = s->seed;
  for (size_t i = 0; i < WRITES / 2; i += STC_KINDS) {
    for (size_t kind = 0; kind < STC_KINDS; kind++) {
      failed |= make(world, &s->moves[stc_draw(&seed, kind)]);
    }
  }
  s->seed = seed;
  return failed;
}

/* Two marks, the writes between and after them, the hash. */
static unsigned playout(search *s, strata_world *world, uint64_t *hash) {
  strata_mark mark = {0};
  unsigned failed = (unsigned)strata_mark_set(world, &mark);
  failed |= play(s, world, 0);
  failed |= (unsigned)strata_mark_set(world, &mark);
  failed |= play(s, world, WRITES / 2);
  *hash = strata_hash(world);
  return failed;
}

static double engine_undo(void *context, uint32_t count) {
  search *s = context;
  strata_world *world = s->board->world;
  unsigned failed = 0;
  strata_mark root = {0};
  uint64_t hash = 0;
  stc_must(strata_mark_set(world, &root), "mark");
  s->seed = first_seed;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= playout(s, world, &hash);
    if (i == 0 || s->known) s->same = s->same && hash == s->hash_after;
    failed |= (unsigned)strata_rollback(world, root);
    failed |= read_ten(s, world);
  }
  const double took = stc_now_ns() - start;
  s->same = s->same && ten_are_right(s) && strata_hash(world) == s->hash_before;
  stc_must((strata_status)failed, "playout");
  stc_must(strata_commit(world), "commit");
  return took;
}

static double base_undo(void *context, uint32_t count) {
  search *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    if (s->known) {
      stc_base_undo(s->words, s->writes, WRITES, s->journal);
    } else {
      stc_base_playout(s->words, s->writes, WRITES, s->journal, &s->seed);
    }
  }
  return stc_now_ns() - start;
}

/* The hash that the first playout leads to, found on a fork. */
static void note_hashes(search *s) {
  s->hash_before = strata_hash(s->board->world);
  s->seed = first_seed;
  stc_must(strata_fork(s->board->world, s->fork, NULL), "fork");
  stc_must((strata_status)playout(s, s->fork, &s->hash_after), "playout");
  stc_must(strata_commit(s->fork), "commit");
}

static void undo_case(stc_bench_run *bench, size_t size, bool known) {
  search *s = search_new(bench, size);
  char name[64];
  (void)snprintf(name, sizeof name, "undo of 200 %s writes, save of %zu KiB",
                 known ? "known" : "drawn", s->board->save_bytes / 1024);
  s->known = known;
  note_hashes(s);
  stc_expect(bench, s->hash_after != s->hash_before, "a hash after writes");
  (void)stc_measure(bench, &(stc_case){.name = name,
                                       .unit = "undo",
                                       .subject = engine_undo,
                                       .baseline = base_undo,
                                       .context = s,
                                       .beside = "journal and undo of words",
                                       .goal = STC_GOAL_RATIO,
                                       .limit = 4,
                                       .decides = !known});
  stc_expect(bench, s->same, "a value or hash after a rollback");
  search_free(s);
}

void stc_bench_fork_undo(stc_bench_run *bench) {
  static const size_t sizes[] = {(size_t)64 * 1024, (size_t)256 * 1024};
  for (size_t i = 0; i < 2; i++) {
    fork_case(bench, sizes[i]);
  }
  for (size_t i = 0; i < 2; i++) {
    undo_case(bench, sizes[i], false);
    undo_case(bench, sizes[i], true);
  }
}
