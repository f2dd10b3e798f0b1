/*
 * settle.c - the world settles (704.3, 603.3b).
 *
 * State-based actions are checked until none is due. Then all that has
 * triggered is put on the stack, in turn order, that of each player in the
 * order that he likes; and so on until nothing is left of either. What has
 * triggered by something that triggers is put above the rest.
 */
#include "play/settle.h"

#include "play/check.h"
#include "play/fired.h"
#include "play/stack.h"
#include "play/turn.h"
#include "world/check.h"

#include <string.h>

/* Rounds of state-based actions without an end to be seen. */
#define MOST_ROUNDS (1u << 16)

enum { STAGE_CHECK, STAGE_PLACE, STAGE_RESOLVE };

static st_task *top(st_run *run) {
  return &run->tasks[run->task_count - 1];
}

strata_status st_settle_begin(st_run *run, strata_settling how) {
  if (how == STRATA_SETTLE_NONE) return STRATA_OK;
  return st_run_push(run, (st_task){.what = ST_TASK_SETTLE, .at = how})
             ? STRATA_OK
             : STRATA_ENOMEM;
}

/* -- State-based actions -- */

static strata_status check(st_run *run) {
  uint32_t task = (uint32_t)run->task_count - 1;
  uint32_t last = run->tasks[task].batch;
  uint32_t batch = 0;
  if (last == 0 || st_check_has_acted(run, last)) {
    if (run->tasks[task].index++ == MOST_ROUNDS) {
      return ST_ERROR(run->error, STRATA_ELIMIT, 0, "check '",
                      st_check_name(run, last),
                      "' is due again and again: what it does must end what "
                      "it is about");
    }
    strata_status status = st_check_round(run, &batch);
    if (status) return status;
  }
  run->tasks[task].batch = batch;
  if (batch == 0) run->tasks[task].stage = STAGE_PLACE;
  return STRATA_OK;
}

/* -- What has triggered -- */

typedef struct st_waiting {
  uint32_t row;
  uint32_t round;  /* 1: it has triggered by something that triggers */
  uint32_t seat;   /* of its player: in turn order, then as they come */
  uint32_t option; /* of the decision about the order */
  strata_code code;
  strata_entity source, you;
} st_waiting;

/* All that waits, and the players who are in no turn order. */
typedef struct st_waiters {
  st_waiting *all;
  uint32_t count;
  strata_entity *others;
  uint32_t other_count;
} st_waiters;

/* Whether it watches for things to trigger: kind "triggered" (603.3b). */
static bool is_second(const strata_rules *rules, strata_code code) {
  strata_event_kind kind = st_code_get(rules, code)->kind;
  return kind != 0 && strcmp(st_kind_of(rules, kind)->name, "triggered") == 0;
}

static uint32_t seat_of(const st_run *run, st_waiters *q,
                        strata_entity player) {
  uint32_t count = (uint32_t)run->turn_count;
  uint32_t seat = st_turn_place(run, player);
  if (seat < count) return seat;
  uint32_t n = 0;
  while (n < q->other_count && q->others[n] != player) {
    n++;
  }
  if (n == q->other_count) q->others[q->other_count++] = player;
  return count + n;
}

static st_waiting read_row(const st_run *run, st_waiters *q, uint32_t row) {
  const st_store *store = run->store;
  st_waiting w = {.row = row,
                  .code = st_get32(store, ST_COLUMN_FIRED_CODE, row),
                  .source = st_get64(store, ST_COLUMN_FIRED_SOURCE, row),
                  .you = st_get64(store, ST_COLUMN_FIRED_YOU, row)};
  w.round = is_second(run->rules, w.code);
  w.seat = seat_of(run, q, w.you);
  return w;
}

/* Sorted by round, then by seat; else as they are. */
static void sort(st_waiters *q, uint32_t seats, st_waiting *sorted) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < 2 * seats && n < q->count; i++) {
    for (uint32_t k = 0; k < q->count; k++) {
      const st_waiting *w = &q->all[k];
      if (w->round == i / seats && w->seat == i % seats) sorted[n++] = *w;
    }
  }
  q->all = sorted;
}

static strata_status take_all(st_run *run, st_waiters *q) {
  uint32_t count = 0;
  *q = (st_waiters){0};
  for (uint32_t row = st_fired_first(run->store); row != 0;
       row = st_fired_next(run->store, row)) {
    count++;
  }
  if (count == 0) return STRATA_OK;
  strata_status status = st_turn_look(run);
  if (status) return status;
  q->all = st_arena_take(&run->arena, count, sizeof *q->all);
  q->others = st_arena_take(&run->arena, count, sizeof *q->others);
  st_waiting *sorted = st_arena_take(&run->arena, count, sizeof *sorted);
  if (!q->all || !q->others || !sorted) return STRATA_ENOMEM;
  for (uint32_t row = st_fired_first(run->store); row != 0;
       row = st_fired_next(run->store, row)) {
    q->all[q->count++] = read_row(run, q, row);
  }
  sort(q, (uint32_t)run->turn_count + q->other_count, sorted);
  return STRATA_OK;
}

/* Those of one player and one round, from the first of them on. */
static uint32_t length_of(const st_waiting *all, uint32_t count) {
  uint32_t n = 1;
  while (n < count && all[n].round == all[0].round &&
         all[n].seat == all[0].seat) {
    n++;
  }
  return n;
}

/* Equal codes of one source are one option. */
static bool is_equal(const st_run *run, const st_waiting *a,
                     const st_waiting *b) {
  if (a->code != b->code || a->source != b->source) return false;
  return !run->rules->play->always_ask &&
         !st_code_get(run->rules, a->code)->always_ask;
}

/* The options of an order: each row gets its number. */
static uint32_t number_options(const st_run *run, st_waiting *all,
                               uint32_t count, st_offer *options) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t like = 0;
    while (like < i && !is_equal(run, &all[like], &all[i])) {
      like++;
    }
    all[i].option = like < i ? all[like].option : n;
    if (like < i) continue;
    options[n++] =
        (st_offer){.type = all[i].source != 0 ? STRATA_REF + 1 : 0,
                   .value = {.number = (int64_t)all[i].source},
                   .text = st_code_get(run->rules, all[i].code)->name};
  }
  return n;
}

/* Put them into the order of an answer, which names all `n` options. */
static strata_status arrange(st_run *run, st_waiting *all, uint32_t count,
                             const st_decided *answer, uint32_t n) {
  st_waiting *old = st_arena_take(&run->arena, count, sizeof *old);
  uint32_t *first = st_arena_take(&run->arena, n + 1u, sizeof *first);
  if (!old || !first) return STRATA_ENOMEM;
  memcpy(old, all, count * sizeof old[0]);
  for (uint32_t i = 0; i < count; i++) {
    first[old[i].option]++;
  }
  uint32_t next = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t length = first[answer->options[i]];
    first[answer->options[i]] = next;
    next += length;
  }
  for (uint32_t i = 0; i < count; i++) {
    all[first[old[i].option]++] = old[i];
  }
  return STRATA_OK;
}

/* The order of one player's, from the bottom of the stack. */
static strata_status order(st_run *run, st_waiting *all, uint32_t count) {
  if (count < 2) return STRATA_OK;
  st_offer *options = st_arena_take(&run->arena, count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t n = number_options(run, all, count, options);
  if (n < 2) return STRATA_OK;
  const st_new_decision ask = {.purpose = ST_PURPOSE_ORDER_TRIGGERS,
                               .flags = ST_DECISION_ORDERED,
                               .player = all[0].you,
                               .options = options,
                               .option_count = n,
                               .least = n,
                               .most = n};
  const st_decided *answer;
  strata_status status = st_run_ask(run, &ask, &answer);
  return status ? status : arrange(run, all, count, answer, n);
}

/* They are done as tasks: the first is to be on top. */
static strata_status do_all(st_run *run, const st_waiting *all,
                            uint32_t count) {
  strata_status status = STRATA_OK;
  while (!status && count > 0) {
    status = st_stack_do(run, all[--count].row);
  }
  return status;
}

static strata_status place(st_run *run) {
  st_waiters q;
  bool stack = st_stack_zone(run->rules) != NULL;
  if (top(run)->at == STRATA_SETTLE_CHECKS) {
    run->task_count--;
    return STRATA_OK;
  }
  strata_status status = take_all(run, &q);
  if (status) return status;
  top(run)->stage = q.count > 0 ? STAGE_CHECK : STAGE_RESOLVE;
  top(run)->index = 0;
  for (uint32_t i = 0; !status && i < q.count;) {
    uint32_t end = i + length_of(q.all + i, q.count - i);
    status = order(run, q.all + i, end - i);
    for (; i < end && !status; i++) {
      if (stack) status = st_stack_place(run, q.all[i].row);
    }
  }
  return status || stack ? status : do_all(run, q.all, q.count);
}

/* -- The whole -- */

static strata_status resolve(st_run *run) {
  if (top(run)->at != STRATA_SETTLE_ALL || st_stack_top(run) == 0) {
    run->task_count--;
    return STRATA_OK;
  }
  top(run)->stage = STAGE_CHECK;
  top(run)->index = 0;
  return st_stack_resolve(run);
}

strata_status st_settle_step(st_run *run) {
  if (top(run)->stage == STAGE_CHECK) return check(run);
  return top(run)->stage == STAGE_PLACE ? place(run) : resolve(run);
}
