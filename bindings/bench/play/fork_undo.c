/*
 * fork_undo.c - fork_undo_mcts: the two operations of a tree search.
 *
 * Fork: into a world that was used before and has changed since, as the
 * original has; the first ten reads are part of the time. The baseline copies
 * as many bytes as the state has, between two buffers that stay in the cache.
 *
 * Undo: two marks, 200 writes (of five, three change an int, one a flag and one
 * a symbol of a set) that keep hash and bitmaps up to date, the hash, a
 * rollback of everything, ten reads. The baseline journals and undoes 200
 * writes to an array of words. As in a playout, each write is drawn from a list
 * of 640 during the loop, by the engine's loop and by the baseline's; "known"
 * takes the first 200 of the list each time.
 */
#include "bench/kit/card_world.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <strata.h>
#include <string.h>

enum { FORK_WRITES = 200, READS = 10, DIRTY = 20, FORK_LIST = STB_DRAW_LIST };

static const uint64_t first_seed = 1;

/* One write of the list. */
typedef struct fork_move {
  strata_entity entity;
  strata_attr attr;
  strata_symbol symbol; /* 0: an int or a flag */
  int64_t value;        /* or whether the symbol is there */
} fork_move;

typedef struct fork_search {
  stb_card_world *board;
  strata_world *fork;
  uint32_t read[READS]; /* entities, by number */
  int64_t values[READS];
  uint8_t *from, *to; /* the baseline's state */
  size_t state_bytes;
  uint32_t turn;
  fork_move moves[FORK_LIST];
  int64_t *words;
  stb_write writes[FORK_LIST];
  stb_undo_record journal[FORK_WRITES];
  uint64_t hash_before, hash_after; /* the second mark of the first playout */
  uint64_t seed;                    /* the hash after the playout */
  bool known;                       /* the same playout every turn */
  bool same;                        /* all turns so far gave the same hashes */
} fork_search;

/* Each write changes something: it toggles a value of the board. */
static fork_move make_move(const stb_card_world *b, stb_random *dice,
                           size_t i) {
  const uint32_t n = stb_random_below(dice, b->count);
  fork_move m = {.entity = b->entities[n]};
  if (i % STB_WRITE_KINDS == 3) {
    int64_t now = 0;
    m.attr = b->flags[stb_random_below(dice, 2)];
    stb_must(strata_get_int(b->world, m.entity, m.attr, &now), "get");
    m.value = !now;
  } else if (i % STB_WRITE_KINDS == 4) {
    bool now = false;
    m.attr = b->types;
    m.symbol = b->symbols[stb_random_below(dice, STB_CARD_WORLD_SYMBOLS)];
    stb_must(strata_has(b->world, m.entity, m.attr, m.symbol, &now), "has");
    m.value = !now;
  } else {
    m.attr = b->ints[stb_random_below(dice, STB_CARD_WORLD_INTS)];
    m.value = 1001 + (int64_t)i;
  }
  return m;
}

static fork_search *search_new(stb_run *bench, size_t size) {
  fork_search *s = stb_alloc(bench, 1, sizeof *s);
  stb_random dice = {size};
  s->board = stb_card_world_new(bench, size);
  s->same = true;
  stb_must(strata_fork(s->board->world, NULL, &s->fork), "fork");
  strata_stats stats;
  strata_world_stats(s->board->world, &stats);
  s->state_bytes = (size_t)stats.state_bytes;
  s->from = stb_alloc(bench, s->state_bytes, 1);
  s->to = stb_alloc(bench, s->state_bytes, 1);
  const uint32_t words = (uint32_t)(s->board->save_bytes / sizeof(int64_t));
  s->words = stb_alloc(bench, words, sizeof *s->words);
  for (uint32_t i = 0; i < READS; i++) {
    s->read[i] = (i * 2 + 1) * s->board->count / (2 * READS);
  }
  for (size_t i = 0; i < FORK_LIST; i++) {
    s->moves[i] = make_move(s->board, &dice, i);
    s->writes[i].offset = stb_random_below(&dice, words);
    s->writes[i].value = (int64_t)i;
  }
  return s;
}

static unsigned read_ten(fork_search *s, strata_world *world) {
  const stb_card_world *b = s->board;
  unsigned failed = 0;
  for (size_t i = 0; i < READS; i++) {
    failed |= (unsigned)strata_get_int(world, b->entities[s->read[i]],
                                       b->ints[0], &s->values[i]);
  }
  return failed;
}

static bool ten_are_right(const fork_search *s) {
  for (size_t i = 0; i < READS; i++) {
    const uint32_t n = s->read[i];
    const int64_t base = s->board->power[n];
    if (s->values[i] != stb_card_world_power(s->board, n, base)) return false;
  }
  return true;
}

/* Change both worlds, so that the next fork has pages to copy. */
static unsigned play_on(void *context) {
  fork_search *s = context;
  stb_card_world *b = s->board;
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

static unsigned engine_fork(void *context) {
  fork_search *s = context;
  const unsigned failed = (unsigned)strata_fork(s->board->world, s->fork, NULL);
  return failed | read_ten(s, s->fork);
}

static unsigned check_fork(void *context) {
  fork_search *s = context;
  s->same = s->same && ten_are_right(s);
  return STRATA_OK;
}

static unsigned base_fork(void *context) {
  fork_search *s = context;
  memcpy(s->to, s->from, s->state_bytes);
  stb_touch_memory(s->to);
  return STRATA_OK;
}

static void fork_case(stb_run *bench, size_t size) {
  fork_search *s = search_new(bench, size);
  const size_t kib = s->board->save_bytes / 1024;
  (void)stb_measure(
      bench,
      &(stb_case){
          .name = stb_text(bench, "fork and 10 reads, save of %zu KiB", kib),
          .unit = "fork",
          .subject = {.act = engine_fork, .begin = play_on, .back = check_fork},
          .baseline = {.act = base_fork},
          .context = s,
          .beside = "memcpy of the state",
          .goal = STB_GOAL_RATIO,
          .limit = 1.5,
          .decides = true});
  stb_must(strata_fork(s->board->world, s->fork, NULL), "fork");
  stb_expect(bench, s->same, "a value of a fork");
  stb_expect(bench, strata_hash(s->fork) == strata_hash(s->board->world),
             "the hash of a fork");
  stb_row_figure(
      bench,
      &(stb_case){.name =
                      stb_text(bench, "state over save, save of %zu KiB", kib),
                  .unit = "x",
                  .goal = STB_GOAL_VALUE,
                  .limit = 2,
                  .decides = true},
      (double)s->state_bytes /
          (double)stb_card_world_save_size(s->board->world));
  strata_world_free(s->fork);
  stb_release(bench);
}

static unsigned make_write(strata_world *world, const fork_move *m) {
  if (m->symbol == 0) {
    return (unsigned)strata_set_base_int(world, m->entity, m->attr, m->value);
  }
  return (unsigned)strata_set_base_symbol(world, m->entity, m->attr, m->symbol,
                                          m->value != 0);
}

/* One half of a playout: the first or the last writes of the list, or some
 * that are drawn now. */
static unsigned play_half(fork_search *s, strata_world *world, size_t first) {
  unsigned failed = 0;
  if (s->known) {
    for (size_t i = first; i < first + FORK_WRITES / 2; i++) {
      failed |= make_write(world, &s->moves[i]);
    }
    return failed;
  }
  uint64_t seed = s->seed;
  for (size_t i = 0; i < FORK_WRITES / 2; i += STB_WRITE_KINDS) {
    for (size_t kind = 0; kind < STB_WRITE_KINDS; kind++) {
      failed |= make_write(world, &s->moves[stb_draw(&seed, kind)]);
    }
  }
  s->seed = seed;
  return failed;
}

/* Set two marks, write between and after them, take the hash. */
static unsigned play_out(fork_search *s, strata_world *world, uint64_t *hash) {
  strata_mark mark = {0};
  unsigned failed = (unsigned)strata_mark_set(world, &mark);
  failed |= play_half(s, world, 0);
  failed |= (unsigned)strata_mark_set(world, &mark);
  failed |= play_half(s, world, FORK_WRITES / 2);
  *hash = strata_hash(world);
  return failed;
}

static double engine_undo(void *context, uint32_t count) {
  fork_search *s = context;
  strata_world *world = s->board->world;
  unsigned failed = 0;
  strata_mark root = {0};
  uint64_t hash = 0;
  stb_must(strata_mark_set(world, &root), "mark");
  s->seed = first_seed;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    failed |= play_out(s, world, &hash);
    if (i == 0 || s->known) s->same = s->same && hash == s->hash_after;
    failed |= (unsigned)strata_rollback(world, root);
    failed |= read_ten(s, world);
  }
  const double took = stb_clock_now_ns() - start;
  s->same = s->same && ten_are_right(s) && strata_hash(world) == s->hash_before;
  stb_must((strata_status)failed, "playout");
  stb_must(strata_commit(world), "commit");
  return took;
}

static unsigned base_undo(void *context) {
  fork_search *s = context;
  if (s->known) {
    stb_base_undo_writes(s->words, s->writes, FORK_WRITES, s->journal);
  } else {
    stb_base_playout(s->words, s->writes, FORK_WRITES, s->journal, &s->seed);
  }
  return STRATA_OK;
}

/* The hash that the first playout leads to, found on a fork. */
static void note_hashes(fork_search *s) {
  s->hash_before = strata_hash(s->board->world);
  s->seed = first_seed;
  stb_must(strata_fork(s->board->world, s->fork, NULL), "fork");
  stb_must((strata_status)play_out(s, s->fork, &s->hash_after), "playout");
  stb_must(strata_commit(s->fork), "commit");
}

static void undo_case(stb_run *bench, size_t size, bool known) {
  fork_search *s = search_new(bench, size);
  s->known = known;
  note_hashes(s);
  stb_expect(bench, s->hash_after != s->hash_before, "a hash after writes");
  (void)stb_measure(
      bench,
      &(stb_case){.name = stb_text(
                      bench, "undo of 200 %s writes, save of %zu KiB",
                      known ? "known" : "drawn", s->board->save_bytes / 1024),
                  .unit = "undo",
                  .subject = {.loop = engine_undo},
                  .baseline = {.act = base_undo},
                  .context = s,
                  .beside = "journal and undo of words",
                  .goal = STB_GOAL_RATIO,
                  .limit = 4,
                  .decides = !known});
  stb_expect(bench, s->same, "a value or hash after a rollback");
  strata_world_free(s->fork);
  stb_release(bench);
}

void stb_workload_fork_undo(stb_run *bench) {
  static const size_t sizes[] = {(size_t)64 * 1024, (size_t)256 * 1024};
  for (size_t i = 0; i < 2; i++) {
    fork_case(bench, sizes[i]);
  }
  for (size_t i = 0; i < 2; i++) {
    undo_case(bench, sizes[i], false);
    undo_case(bench, sizes[i], true);
  }
}
