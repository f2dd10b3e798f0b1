/*
 * settle.c - settling: state-based actions and triggers, until there are none
 * of either (704.3, 603.3b).
 *
 * State-based actions are performed until none applies. Then all pending
 * triggers are put on the stack, in turn order, and those of each player in an
 * order that the player chooses; and so on until there is nothing of either.
 * Triggers on abilities that trigger (second order) are put above the others.
 * If the mode asks for it, the stack is then resolved, one object at a time,
 * with the same loop before each; and when it is empty the course of the game
 * goes on until somebody may act, again with the loop before each of its steps.
 *
 * The order of triggers is not asked where it makes no difference: where they
 * differ in nothing but objects that they do not name; where every order, tried
 * in an attempt, leads to an equal state; or where the programs provably
 * commute.
 */
#include "play/settle/settle.h"

#include "base/hash.h"
#include "play/compare/commute_static.h"
#include "play/compare/try_options.h"
#include "play/events/batch.h"
#include "play/events/trigger_match.h"
#include "play/events/trigger_record.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/stack_marks.h"
#include "play/execution/task.h"
#include "play/execution/turn_order.h"
#include "play/settle/course.h"
#include "play/settle/loop_detector.h"
#include "play/settle/sba.h"
#include "play/settle/stack.h"
#include "rules/model/sba_def.h"
#include "world/tables/pending_triggers.h"

#include <string.h>

/* Rounds of state-based actions before the action fails. */
#define MOST_SBA_ROUNDS (1u << 16)

enum { SETTLING_STATES, SETTLING_SBA, SETTLING_PLACE, SETTLING_RESOLVE };

strata_status st_settle_begin(st_execution *exec, strata_settle_mode how) {
  if (how == STRATA_SETTLE_NONE) return STRATA_OK;
  st_stack_marks *marks = st_stack_marks_new(exec);
  bool pushed = marks && st_task_push(exec, (st_task){.kind = ST_TASK_SETTLE,
                                                      .at = how,
                                                      .marks = marks});
  return pushed ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Endless loops -- */

/* Stop settling and make the event that the rules declare for an endless loop
 * (104.4b) happen. Without such an event the action fails. */
static strata_status end_loop(st_execution *exec, const char *sba) {
  strata_event_type type = exec->rules->play->on_loop;
  if (type == 0) return st_loop_detector_fail(exec, sba);
  exec->task_count--;
  uint32_t batch = st_batch_new(exec);
  uint32_t event = batch ? st_event_new(exec, type, batch) : 0;
  return event && st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- State triggers -- */

/* State triggers are matched after each batch. A state may also come to hold
 * without an event, by what the host has set; and it may still hold when the
 * ability that it has triggered is done, or could not be put on the stack. So
 * settling begins with a batch without events, at first and behind what is
 * resolved or placed (603.8). */
static strata_status match_state_triggers_first(st_execution *exec) {
  bool has;
  st_task_top(exec)->stage = SETTLING_SBA;
  strata_status status = st_trigger_has_state_triggers(exec, &has);
  if (status || !has) return status;
  uint32_t batch = st_batch_new(exec);
  return batch && st_batch_begin(exec, batch) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- State-based actions -- */

static strata_status do_sba_round(st_execution *exec) {
  uint32_t task = (uint32_t)exec->task_count - 1;
  uint32_t last = exec->tasks[task].batch;
  uint32_t batch = 0;
  if (last == 0 || st_sba_round_has_acted(exec, last)) {
    bool again;
    strata_status status = st_loop_detector_step(exec, &again);
    if (status) return status;
    if (again) return end_loop(exec, last ? st_sba_round_name(exec, last) : "");
    if (exec->tasks[task].index++ == MOST_SBA_ROUNDS) {
      return ST_ERROR(exec->error, STRATA_ELIMIT, 0, "check '",
                      st_sba_round_name(exec, last),
                      "' is due again and again: what it does must end what "
                      "it is about");
    }
    status = st_sba_begin_round(exec, &batch);
    if (status) return status;
  }
  exec->tasks[task].batch = batch;
  if (batch == 0) exec->tasks[task].stage = SETTLING_PLACE;
  return STRATA_OK;
}

/* -- Pending triggers -- */

typedef struct st_waiting_trigger {
  uint32_t row;
  uint32_t is_second_order; /* 1: a trigger on abilities that trigger */
  uint32_t turn_place; /* of the controller; players without a turn come last */
  uint32_t option;     /* of the decision about the order */
  uint32_t times;      /* how many of the row's equal triggers it stands for */
  strata_watcher_def watcher_def;
  strata_entity source, controller;
} st_waiting_trigger;

/* All pending triggers, and the players who are not in the turn order. */
typedef struct st_waiting_triggers {
  st_waiting_trigger *all;
  uint32_t count;
  strata_entity *other_players;
  uint32_t other_player_count;
} st_waiting_triggers;

static uint32_t turn_place_of(const st_execution *exec, st_waiting_triggers *q,
                              strata_entity player) {
  uint32_t count = (uint32_t)exec->turn_count;
  uint32_t place = st_turn_order_place(exec, player);
  if (place < count) return place;
  uint32_t n = 0;
  while (n < q->other_player_count && q->other_players[n] != player) {
    n++;
  }
  if (n == q->other_player_count) {
    q->other_players[q->other_player_count++] = player;
  }
  return count + n;
}

/* Whether the order of a definition's triggers is asked for in any case. */
static bool always_asks_order(const st_execution *exec,
                              strata_watcher_def def) {
  return exec->rules->play->always_ask ||
         st_watcher_def_get(exec->rules, def)->always_ask;
}

/* How many options a row is: each of its triggers one where the order is always
 * asked for, as others may come between equal ones (603.3b). */
static uint32_t part_count_of_row(const st_execution *exec, uint32_t row) {
  const st_store *store = exec->store;
  strata_watcher_def def = st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row);
  return always_asks_order(exec, def)
             ? st_get32(store, ST_COLUMN_TRIGGER_COUNT, row)
             : 1;
}

static st_waiting_trigger read_pending_trigger(const st_execution *exec,
                                               st_waiting_triggers *q,
                                               uint32_t row) {
  const st_store *store = exec->store;
  st_waiting_trigger w = {
      .row = row,
      .watcher_def = st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row),
      .source = st_get64(store, ST_COLUMN_TRIGGER_SOURCE, row),
      .controller = st_get64(store, ST_COLUMN_TRIGGER_YOU, row)};
  w.times = st_get32(store, ST_COLUMN_TRIGGER_COUNT, row) /
            part_count_of_row(exec, row);
  w.is_second_order = st_trigger_is_second_order(exec->rules, w.watcher_def);
  w.turn_place = turn_place_of(exec, q, w.controller);
  return w;
}

/* Sort by second order, then by turn place. The sort is stable. */
static void sort_by_turn_place(st_waiting_triggers *q, uint32_t place_count,
                               st_waiting_trigger *sorted) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < 2 * place_count && n < q->count; i++) {
    for (uint32_t k = 0; k < q->count; k++) {
      const st_waiting_trigger *w = &q->all[k];
      if (w->is_second_order == i / place_count &&
          w->turn_place == i % place_count) {
        sorted[n++] = *w;
      }
    }
  }
  q->all = sorted;
}

static strata_status collect_pending_triggers(st_execution *exec,
                                              st_waiting_triggers *q) {
  size_t count = 0;
  *q = (st_waiting_triggers){0};
  for (uint32_t row = st_pending_trigger_first(exec->store); row != 0;
       row = st_pending_trigger_next(exec->store, row)) {
    count += part_count_of_row(exec, row);
  }
  if (count == 0) return STRATA_OK;
  if (count > UINT32_MAX) return STRATA_ENOMEM;
  strata_status status = st_turn_order_refresh(exec);
  if (status) return status;
  q->all = st_arena_alloc(&exec->arena, count, sizeof *q->all);
  q->other_players =
      st_arena_alloc(&exec->arena, count, sizeof *q->other_players);
  st_waiting_trigger *sorted =
      st_arena_alloc(&exec->arena, count, sizeof *sorted);
  if (!q->all || !q->other_players || !sorted) return STRATA_ENOMEM;
  for (uint32_t row = st_pending_trigger_first(exec->store); row != 0;
       row = st_pending_trigger_next(exec->store, row)) {
    const st_waiting_trigger w = read_pending_trigger(exec, q, row);
    for (uint32_t n = part_count_of_row(exec, row); n > 0; n--) {
      q->all[q->count++] = w;
    }
  }
  sort_by_turn_place(q, (uint32_t)exec->turn_count + q->other_player_count,
                     sorted);
  return STRATA_OK;
}

/* The number of triggers at the start of the array that have the same player
 * and order class. */
static uint32_t count_of_same_player(const st_waiting_trigger *all,
                                     uint32_t count) {
  uint32_t n = 1;
  while (n < count && all[n].is_second_order == all[0].is_second_order &&
         all[n].turn_place == all[0].turn_place) {
    n++;
  }
  return n;
}

/* Whether two triggers are one option when a player orders triggers: they have
 * the same definition and source, unless the rules always ask. */
static bool is_same_order_option(const st_execution *exec,
                                 const st_waiting_trigger *a,
                                 const st_waiting_trigger *b) {
  if (a->watcher_def != b->watcher_def || a->source != b->source) return false;
  return !always_asks_order(exec, a->watcher_def);
}

/* The entry of an equal trigger in a hash table of `size` entries, or the empty
 * entry where this one belongs. An entry holds a trigger's index + 1; 0 is
 * empty. */
static uint32_t *find_same_order_option(const st_execution *exec,
                                        const st_waiting_trigger *all,
                                        uint32_t i, uint32_t *table,
                                        uint32_t size) {
  uint32_t at =
      (uint32_t)st_mix(all[i].source, all[i].watcher_def) & (size - 1);
  while (table[at] != 0 &&
         !is_same_order_option(exec, &all[table[at] - 1], &all[i])) {
    at = (at + 1) & (size - 1);
  }
  return &table[at];
}

/* Make the options of an order, and set the option of each trigger. *n: the
 * number of options. */
static strata_status number_order_options(st_execution *exec,
                                          st_waiting_trigger *all,
                                          uint32_t count,
                                          st_new_action_value *options,
                                          uint32_t *n) {
  uint32_t size = 2;
  while (size < 2 * count) {
    size *= 2;
  }
  uint32_t *table = st_arena_alloc(&exec->arena, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  *n = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t *like = find_same_order_option(exec, all, i, table, size);
    all[i].option = *like != 0 ? all[*like - 1].option : *n;
    if (*like != 0) continue;
    *like = i + 1;
    options[(*n)++] = (st_new_action_value){
        .type = all[i].source != 0 ? STRATA_REF + 1 : 0,
        .value = {.number = (int64_t)all[i].source},
        .text = st_watcher_def_get(exec->rules, all[i].watcher_def)->name};
  }
  return STRATA_OK;
}

/* Sort triggers by the order of an answer, which names all `n` options. */
static strata_status arrange_triggers(st_execution *exec,
                                      st_waiting_trigger *all, uint32_t count,
                                      const st_new_answer *answer, uint32_t n) {
  st_waiting_trigger *old = st_arena_alloc(&exec->arena, count, sizeof *old);
  uint32_t *first = st_arena_alloc(&exec->arena, n + 1u, sizeof *first);
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

/* The number of orders of `n` options; 0 if there are more than
 * ST_TRY_MOST_ORDERS, which are not tried. */
static uint32_t count_permutations(uint32_t n) {
  uint32_t orders = 1;
  for (uint32_t i = 2; i <= n; i++) {
    orders *= i;
    if (orders > ST_TRY_MOST_ORDERS) return 0;
  }
  return orders;
}

/* The options in the order with this number. */
static void nth_permutation(uint32_t number, uint32_t n, uint32_t *options) {
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

/* In an attempt: take the order that is being tried. */
static strata_status try_trigger_order(st_execution *exec,
                                       st_waiting_trigger *all, uint32_t count,
                                       uint32_t n) {
  uint32_t orders = count_permutations(n);
  uint32_t number;
  strata_status status = orders != 0
                             ? st_decisions_try_option(exec, orders, &number)
                             : STRATA_ESUSPEND;
  if (status) return status;
  uint32_t *options = st_arena_alloc(&exec->arena, n, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  nth_permutation(number, n, options);
  const st_new_answer answer = {.options = options, .count = n};
  return arrange_triggers(exec, all, count, &answer, n);
}

/* Whether the programs of all triggers provably give the same result in any
 * order. What is on a stack resolves one by one, with state-based actions in
 * between. */
static strata_status do_triggers_commute(st_execution *exec,
                                         const st_waiting_trigger *all,
                                         uint32_t count, bool *out) {
  strata_watcher_def *defs =
      st_arena_alloc(&exec->arena, count, sizeof defs[0]);
  if (!defs) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    defs[i] = all[i].watcher_def;
  }
  *out = false;
  return st_stack_zone(exec->rules) &&
                 st_commute_static_are_told_apart(exec, defs, count)
             ? STRATA_OK
             : st_commute_static_watchers(exec, defs, count, out);
}

/* Whether two triggers of a definition have captured the same. */
static bool has_captured_same(const st_store *store, uint32_t a, uint32_t b) {
  uint32_t x = st_notes_first(store, st_pending_trigger_variables(a));
  uint32_t y = st_notes_first(store, st_pending_trigger_variables(b));
  while (x != 0 && y != 0) {
    const st_note p = st_notes_at(store, x);
    const st_note q = st_notes_at(store, y);
    if (p.key != q.key || p.value.number != q.value.number ||
        p.value.symbol != q.value.symbol) {
      return false;
    }
    x = st_notes_next(store, x);
    y = st_notes_next(store, y);
  }
  return x == 0 && y == 0;
}

/* Whether triggers differ in nothing but the objects that have them, and do the
 * same for each: then their order needs no attempt. */
static strata_status are_triggers_equal(st_execution *exec,
                                        const st_waiting_trigger *all,
                                        uint32_t count, bool *out) {
  *out = exec->change->eval->tune[STRATA_TUNE_SETS] != STRATA_TUNE_NEVER;
  for (uint32_t i = 1; *out && i < count; i++) {
    *out = all[i].watcher_def == all[0].watcher_def &&
           all[i].controller == all[0].controller &&
           has_captured_same(exec->store, all[0].row, all[i].row);
  }
  return *out ? st_commute_static_any_source(exec, all[0].watcher_def, out)
              : STRATA_OK;
}

static strata_status place_triggers_from(st_execution *exec,
                                         st_waiting_triggers *q, uint32_t from);

/* The input of an attempt, which orders and places the triggers from `from` on
 * and resolves what follows. */
typedef struct st_placement_attempt {
  const st_waiting_triggers *triggers;
  uint32_t from;
} st_placement_attempt;

static strata_status try_trigger_placement(st_execution *exec, void *user) {
  const st_placement_attempt *attempt = user;
  st_waiting_triggers q = *attempt->triggers;
  q.all = st_arena_alloc(&exec->arena, q.count, sizeof *q.all);
  if (!q.all) return STRATA_ENOMEM;
  memcpy(q.all, attempt->triggers->all, q.count * sizeof *q.all);
  exec->attempt->stops_after_resolving = true;
  exec->attempt->stack_top = st_stack_top(exec);
  return place_triggers_from(exec, &q, attempt->from);
}

/* Try all orders of the triggers of a player by putting them on the stack and
 * resolving them, unless they are seen to be equal. That is looked for only
 * where no later player has triggers, as an attempt would order those too. */
static strata_status try_trigger_orders(st_execution *exec,
                                        const st_waiting_triggers *q,
                                        uint32_t from, uint32_t count,
                                        uint32_t orders,
                                        st_try_result *result) {
  const bool stack = st_stack_zone(exec->rules) != NULL;
  st_placement_attempt attempt = {q, from};
  const st_try_choice choice = {.option_count = orders,
                                .stop_at_tasks = exec->task_count - stack,
                                .player = q->all[from].controller,
                                .choose = try_trigger_placement,
                                .user = &attempt};
  const char *outcomes[ST_TRY_MOST_ORDERS];
  bool equal = false;
  strata_status status = STRATA_OK;
  if (from + count == q->count) {
    status = are_triggers_equal(exec, q->all + from, count, &equal);
  }
  if (equal) *result = ST_TRY_SAME;
  return status || equal ? status
                         : st_try_options(exec, &choice, result, outcomes);
}

/* Whether the order of `n` options makes no difference. Where players get
 * priority before the triggers resolve, no attempt can foresee what they do;
 * then only a comparison of the programs decides. */
static strata_status is_trigger_order_irrelevant(st_execution *exec,
                                                 const st_waiting_triggers *q,
                                                 uint32_t from, uint32_t count,
                                                 uint32_t n, bool *out) {
  const uint32_t orders = count_permutations(n);
  st_try_result result = ST_TRY_UNKNOWN;
  const bool resolves = st_task_top(exec)->at == STRATA_SETTLE_ALL &&
                        st_course_lets_stack_resolve(exec);
  *out = false;
  if (orders != 0 && (!st_stack_zone(exec->rules) || resolves)) {
    strata_status status =
        try_trigger_orders(exec, q, from, count, orders, &result);
    if (status) return status;
  }
  *out = result == ST_TRY_SAME;
  return result == ST_TRY_UNKNOWN
             ? do_triggers_commute(exec, q->all + from, count, out)
             : STRATA_OK;
}

/* Order the triggers of one player, from the bottom of the stack, and ask the
 * player if it makes a difference. */
static strata_status order_triggers_of_player(st_execution *exec,
                                              st_waiting_triggers *q,
                                              uint32_t from, uint32_t count) {
  st_waiting_trigger *all = q->all + from;
  /* those of one row are equal */
  if (all[0].row == all[count - 1].row) return STRATA_OK;
  st_new_action_value *options =
      st_arena_alloc(&exec->arena, count, sizeof *options);
  if (!options) return STRATA_ENOMEM;
  uint32_t n;
  strata_status status = number_order_options(exec, all, count, options, &n);
  if (status || n < 2) return status;
  bool always = false;
  for (uint32_t i = 0; i < count && !always; i++) {
    always = always_asks_order(exec, all[i].watcher_def);
  }
  if (exec->attempt) {
    return always ? STRATA_ESUSPEND : try_trigger_order(exec, all, count, n);
  }
  const st_new_decision ask = {.purpose = ST_PURPOSE_ORDER_TRIGGERS,
                               .flags = ST_DECISION_ORDERED,
                               .player = all[0].controller,
                               .options = options,
                               .option_count = n,
                               .min = n,
                               .max = n};
  bool same = false;
  const char **outcomes;
  if (!always && !st_decisions_recall_outcomes(exec, &ask, &outcomes)) {
    status = is_trigger_order_irrelevant(exec, q, from, count, n, &same);
  }
  if (status) return status;
  if (same) return st_decisions_log_left_out(exec, &ask, 0);
  const st_new_answer *answer;
  status = st_decisions_ask(exec, &ask, &answer);
  return status ? status : arrange_triggers(exec, all, count, answer, n);
}

/* Push triggers as tasks, for rules without a stack: the first one is on top.
 */
static strata_status bypass_stack_for_all(st_execution *exec,
                                          const st_waiting_trigger *all,
                                          uint32_t count) {
  strata_status status = STRATA_OK;
  while (!status && count > 0) {
    count--;
    status = st_stack_bypass(exec, all[count].row, all[count].times);
  }
  return status;
}

/* Order and place all triggers from one place on, which is the first of its
 * player and order class. */
static strata_status
place_triggers_from(st_execution *exec, st_waiting_triggers *q, uint32_t from) {
  bool stack = st_stack_zone(exec->rules) != NULL;
  strata_status status = STRATA_OK;
  for (uint32_t i = from; !status && i < q->count;) {
    uint32_t end = i + count_of_same_player(q->all + i, q->count - i);
    status = order_triggers_of_player(exec, q, i, end - i);
    for (; i < end && stack && !status; i++) {
      status = st_stack_place(exec, q->all[i].row, q->all[i].times);
    }
    i = end;
  }
  return status || stack ? status
                         : bypass_stack_for_all(exec, q->all, q->count);
}

static strata_status place_pending_triggers(st_execution *exec) {
  st_waiting_triggers q;
  if (st_task_top(exec)->at == STRATA_SETTLE_CHECKS) {
    exec->task_count--;
    return STRATA_OK;
  }
  strata_status status = collect_pending_triggers(exec, &q);
  if (status) return status;
  st_task_top(exec)->stage = q.count > 0 ? SETTLING_STATES : SETTLING_RESOLVE;
  st_task_top(exec)->index = 0;
  return place_triggers_from(exec, &q, 0);
}

/* -- The loop -- */

/* Begin the loop anew when all above the settling task is done. */
static void settle_again(st_execution *exec, size_t settling) {
  exec->tasks[settling - 1].stage = SETTLING_STATES;
  exec->tasks[settling - 1].index = 0;
}

/* Go on with the course of the game; if it waits, all has settled. */
static strata_status go_on_with_course(st_execution *exec, uint32_t stack_top) {
  bool goes;
  bool resolves;
  size_t settling = exec->task_count;
  strata_status status = st_course_step(exec, stack_top, &goes, &resolves);
  if (status) return status;
  if (!goes) {
    assert(exec->task_count == settling);
    exec->task_count--;
    return STRATA_OK;
  }
  settle_again(exec, settling);
  return resolves ? st_stack_resolve(exec) : STRATA_OK;
}

static strata_status resolve_top_of_stack(st_execution *exec) {
  uint32_t stack_top = st_stack_top(exec);
  bool tried = exec->attempt && exec->attempt->stops_after_resolving &&
               stack_top == exec->attempt->stack_top;
  if (st_task_top(exec)->at != STRATA_SETTLE_ALL || tried) {
    exec->task_count--;
    return STRATA_OK;
  }
  st_stack_marks_forget_done(exec, st_task_top(exec)->marks);
  if (stack_top != 0 && st_course_lets_stack_resolve(exec)) {
    settle_again(exec, exec->task_count);
    return st_stack_resolve(exec);
  }
  return go_on_with_course(exec, stack_top);
}

strata_status st_settle_step(st_execution *exec) {
  if (st_task_top(exec)->stage == SETTLING_STATES) {
    return match_state_triggers_first(exec);
  }
  if (st_task_top(exec)->stage == SETTLING_SBA) return do_sba_round(exec);
  return st_task_top(exec)->stage == SETTLING_PLACE
             ? place_pending_triggers(exec)
             : resolve_top_of_stack(exec);
}
