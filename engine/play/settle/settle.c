/*
 * settle.c - the world settles (704.3, 603.3b).
 *
 * State-based actions are checked until none is due. Then all that has
 * triggered is put on the stack, in turn order, that of each player in the
 * order that he likes; and so on until nothing is left of either. What has
 * triggered by something that triggers is put above the rest.
 */
#include "play/settle/settle.h"

#include "base/hash.h"
#include "play/compare/branch.h"
#include "play/compare/order.h"
#include "play/events/batch.h"
#include "play/events/trigger.h"
#include "play/execution/turn.h"
#include "play/settle/check.h"
#include "play/settle/stack.h"
#include "play/settle/standing.h"
#include "rules/model/check.h"
#include "world/tables/fired.h"

#include <string.h>

/* Rounds of state-based actions without an end to be seen. */
#define MOST_ROUNDS (1u << 16)

enum { STAGE_CHECK, STAGE_PLACE, STAGE_RESOLVE };

static st_task *top(st_run *run) {
  return &run->tasks[run->task_count - 1];
}

strata_status st_settle_begin(st_run *run, strata_settling how) {
  if (how == STRATA_SETTLE_NONE) return STRATA_OK;
  st_room *room = st_run_take_room(run);
  bool pushed =
      room &&
      st_run_push(run,
                  (st_task){.what = ST_TASK_SETTLE, .at = how, .room = room});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Without an end -- */

/* What the rules have for that happens (104.4b), and nothing after it. */
static strata_status end_circle(st_run *run, const char *check) {
  strata_event_kind kind = run->rules->play->on_loop;
  if (kind == 0) return st_standing_fail(run, check);
  run->task_count--;
  uint32_t batch = st_run_new_batch(run);
  uint32_t event = batch ? st_run_new_event(run, kind, batch) : 0;
  return event && st_batch_begin(run, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- State-based actions -- */

static strata_status check(st_run *run) {
  uint32_t task = (uint32_t)run->task_count - 1;
  uint32_t last = run->tasks[task].batch;
  uint32_t batch = 0;
  if (last == 0 || st_check_has_acted(run, last)) {
    bool again;
    strata_status status = st_standing_look(run, &again);
    if (status) return status;
    if (again) return end_circle(run, last ? st_check_name(run, last) : "");
    if (run->tasks[task].index++ == MOST_ROUNDS) {
      return ST_ERROR(run->error, STRATA_ELIMIT, 0, "check '",
                      st_check_name(run, last),
                      "' is due again and again: what it does must end what "
                      "it is about");
    }
    status = st_check_round(run, &batch);
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
  w.round = st_trigger_is_second(run->rules, w.code);
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

/* An equal one that was found before: its place + 1 in a table of `size`, with
 * open addressing; or where it belongs. */
static uint32_t *find_equal(const st_run *run, const st_waiting *all,
                            uint32_t i, uint32_t *table, uint32_t size) {
  uint32_t at = (uint32_t)st_mix(all[i].source, all[i].code) & (size - 1);
  while (table[at] != 0 && !is_equal(run, &all[table[at] - 1], &all[i])) {
    at = (at + 1) & (size - 1);
  }
  return &table[at];
}

/* The options of an order: each row gets its number. *n: how many. */
static strata_status number_options(st_run *run, st_waiting *all,
                                    uint32_t count, st_offer *options,
                                    uint32_t *n) {
  uint32_t size = 2;
  while (size < 2 * count) {
    size *= 2;
  }
  uint32_t *table = st_arena_take(&run->arena, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  *n = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t *like = find_equal(run, all, i, table, size);
    all[i].option = *like != 0 ? all[*like - 1].option : *n;
    if (*like != 0) continue;
    *like = i + 1;
    options[(*n)++] =
        (st_offer){.type = all[i].source != 0 ? STRATA_REF + 1 : 0,
                   .value = {.number = (int64_t)all[i].source},
                   .text = st_code_get(run->rules, all[i].code)->name};
  }
  return STRATA_OK;
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

/* How many orders there are of so many; 0: more than are tried. */
static uint32_t count_orders(uint32_t n) {
  uint32_t orders = 1;
  for (uint32_t i = 2; i <= n; i++) {
    orders *= i;
    if (orders > ST_BRANCH_ORDERS) return 0;
  }
  return orders;
}

/* The options in one of their orders, by its number. */
static void permute(uint32_t number, uint32_t n, uint32_t *options) {
  for (uint32_t i = 0; i < n; i++) {
    options[i] = i;
  }
  for (uint32_t i = 0; i + 1 < n; i++) {
    uint32_t at = i + number % (n - i);
    number /= n - i;
    uint32_t chosen = options[at];
    for (; at > i; at--) {
      options[at] = options[at - 1];
    }
    options[i] = chosen;
  }
}

/* In a trial: one of all orders. */
static strata_status try_order(st_run *run, st_waiting *all, uint32_t count,
                               uint32_t n) {
  uint32_t orders = count_orders(n);
  uint32_t number;
  strata_status status =
      orders != 0 ? st_run_try(run, orders, &number) : STRATA_ESUSPEND;
  if (status) return status;
  uint32_t *options = st_arena_take(&run->arena, n, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  permute(number, n, options);
  const st_decided answer = {.options = options, .count = n};
  return arrange(run, all, count, &answer, n);
}

static bool is_always_asked(const st_run *run, const st_waiting *all,
                            uint32_t count) {
  bool always = run->rules->play->always_ask;
  for (uint32_t i = 0; i < count && !always; i++) {
    always = st_code_get(run->rules, all[i].code)->always_ask;
  }
  return always;
}

/* What all of them do comes to the same in any order. */
static strata_status commute(st_run *run, const st_waiting *all, uint32_t count,
                             bool *out) {
  strata_code *codes = st_arena_take(&run->arena, count, sizeof codes[0]);
  if (!codes) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    codes[i] = all[i].code;
  }
  return st_order_commutes(run, codes, count, out);
}

static strata_status place_from(st_run *run, st_waiters *q, uint32_t from);

/* What is tried: the order of those from one on, and all that comes of it. */
typedef struct st_placing {
  const st_waiters *q;
  uint32_t from;
} st_placing;

static strata_status try_placing(st_run *run, void *user) {
  const st_placing *placing = user;
  st_waiters q = *placing->q;
  q.all = st_arena_take(&run->arena, q.count, sizeof *q.all);
  if (!q.all) return STRATA_ENOMEM;
  memcpy(q.all, placing->q->all, q.count * sizeof *q.all);
  run->trial->resolves = true;
  run->trial->stack_top = st_stack_top(run);
  return place_from(run, &q, placing->from);
}

/* Whether it makes a difference in which order `n` options are put there: they
 * are, and resolve. Where others may act before that, what they say decides. */
static strata_status is_same(st_run *run, const st_waiters *q, uint32_t from,
                             uint32_t count, uint32_t n, bool *out) {
  bool stack = st_stack_zone(run->rules) != NULL;
  uint32_t orders = count_orders(n);
  st_branching result = ST_BRANCHES_UNKNOWN;
  *out = false;
  if (orders != 0 && (!stack || top(run)->at == STRATA_SETTLE_ALL)) {
    st_placing placing = {q, from};
    const st_branches branches = {.count = orders,
                                  .tasks = run->task_count - stack,
                                  .player = q->all[from].you,
                                  .begin = try_placing,
                                  .user = &placing};
    const char *outcomes[ST_BRANCH_ORDERS];
    strata_status status = st_branch_try(run, &branches, &result, outcomes);
    if (status) return status;
  }
  *out = result == ST_BRANCHES_SAME;
  return result == ST_BRANCHES_UNKNOWN ? commute(run, q->all + from, count, out)
                                       : STRATA_OK;
}

/* The order of one player's, from the bottom of the stack. */
static strata_status order(st_run *run, st_waiters *q, uint32_t from,
                           uint32_t count) {
  st_waiting *all = q->all + from;
  if (count < 2) return STRATA_OK;
  st_offer *options = st_arena_take(&run->arena, count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t n;
  strata_status status = number_options(run, all, count, options, &n);
  if (status || n < 2) return status;
  bool always = is_always_asked(run, all, count);
  if (run->trial) {
    return always ? STRATA_ESUSPEND : try_order(run, all, count, n);
  }
  const st_new_decision ask = {.purpose = ST_PURPOSE_ORDER_TRIGGERS,
                               .flags = ST_DECISION_ORDERED,
                               .player = all[0].you,
                               .options = options,
                               .option_count = n,
                               .least = n,
                               .most = n};
  bool same = false;
  const char **outcomes;
  if (!always && !st_run_recalls(run, &ask, &outcomes)) {
    status = is_same(run, q, from, count, n, &same);
  }
  if (status) return status;
  if (same) return st_run_leave_out(run, &ask, 0);
  const st_decided *answer;
  status = st_run_ask(run, &ask, &answer);
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

/* All from one on, which is the first of its player and round. */
static strata_status place_from(st_run *run, st_waiters *q, uint32_t from) {
  bool stack = st_stack_zone(run->rules) != NULL;
  strata_status status = STRATA_OK;
  for (uint32_t i = from; !status && i < q->count;) {
    uint32_t end = i + length_of(q->all + i, q->count - i);
    status = order(run, q, i, end - i);
    for (; i < end && !status; i++) {
      if (stack) status = st_stack_place(run, q->all[i].row);
    }
  }
  return status || stack ? status : do_all(run, q->all, q->count);
}

static strata_status place(st_run *run) {
  st_waiters q;
  if (top(run)->at == STRATA_SETTLE_CHECKS) {
    run->task_count--;
    return STRATA_OK;
  }
  strata_status status = take_all(run, &q);
  if (status) return status;
  top(run)->stage = q.count > 0 ? STAGE_CHECK : STAGE_RESOLVE;
  top(run)->index = 0;
  return place_from(run, &q, 0);
}

/* -- The whole -- */

static strata_status resolve(st_run *run) {
  uint32_t stack_top = st_stack_top(run);
  bool tried =
      run->trial && run->trial->resolves && stack_top == run->trial->stack_top;
  if (top(run)->at != STRATA_SETTLE_ALL || stack_top == 0 || tried) {
    run->task_count--;
    return STRATA_OK;
  }
  top(run)->stage = STAGE_CHECK;
  top(run)->index = 0;
  st_run_let_go(run, top(run)->room);
  return st_stack_resolve(run);
}

strata_status st_settle_step(st_run *run) {
  if (top(run)->stage == STAGE_CHECK) return check(run);
  return top(run)->stage == STAGE_PLACE ? place(run) : resolve(run);
}
