/*
 * trigger_match.c - which triggers and ends of durations match the events of a
 * batch (603, 610.3).
 *
 * Matching is separate from recording: a trigger that looks back is matched
 * before the event is performed, but its row in the log comes after the
 * event's, and it captures the event as it was both before and after. So
 * matches are kept in one array of the execution, and each batch has a range of
 * it. A batch that happens meanwhile appends its own range and removes it
 * again, since tasks are a stack (asserted in st_trigger_drop_matches).
 *
 * A state trigger is latched while a pending trigger or an object on the stack
 * comes from it (603.8). The rows of these are searched each time, so there is
 * no separate latch that could be wrong.
 */
#include "play/events/trigger_match.h"

#include "play/events/trigger_count.h"
#include "play/events/trigger_record.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/listeners.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "play/replace/used_watchers.h"
#include "world/tables/pending_triggers.h"

#include <string.h>

/* -- Matching one -- */

static strata_status add_match(const st_trigger_hearing *h,
                               const st_watcher_candidate *watcher,
                               uint32_t count) {
  st_execution *exec = h->exec;
  const st_watcher_def *def = st_trigger_def(exec, watcher);
  size_t variables = def->program.variables.count;
  int64_t *given = NULL;
  if (def->program.parameter_count > 0) {
    given = st_arena_alloc(&exec->arena, variables, sizeof given[0]);
    if (!given) return STRATA_ENOMEM;
    memcpy(given, watcher->variables, variables * sizeof given[0]);
  }
  if (!st_mem_reserve(exec->mem, &exec->matches, &exec->match_capacity,
                      exec->match_count + 1, sizeof exec->matches[0])) {
    return STRATA_ENOMEM;
  }
  bool ends = def->role == STRATA_ROLE_UNTIL;
  exec->matches[exec->match_count++] = (st_trigger_match){
      .watcher_def = watcher->watcher_def,
      .event = h->event,
      .count = count,
      .looks_back = h->looks_back,
      .ends_duration = ends,
      .acts_at_once = def->immediate || ends,
      .is_recorded = !ends && !(def->immediate && h->is_quiet),
      .self = watcher->self,
      .controller = watcher->you,
      .id = watcher->id,
      .text = watcher->text,
      .given_variables = given};
  st_batch_get(exec, h->batch)->match_end = exec->match_count;
  return STRATA_OK;
}

strata_status st_trigger_holds_if(st_execution *exec,
                                  const st_watcher_candidate *watcher,
                                  uint32_t event, bool *holds) {
  const strata_expr *only_if = st_trigger_def(exec, watcher)->only_if;
  int64_t yes = 1;
  strata_status status = STRATA_OK;
  if (only_if) {
    status = st_applicability_eval(exec, watcher, event, only_if, &yes);
  }
  *holds = yes != 0;
  return status;
}

/* Whether a watcher's condition holds for an event, and its intervening if. */
static strata_status does_watcher_match(st_execution *exec,
                                        const st_watcher_candidate *watcher,
                                        uint32_t event, bool *yes) {
  strata_status status = st_applicability_test(exec, watcher, event, yes);
  if (status || !*yes) return status;
  return st_trigger_holds_if(exec, watcher, event, yes);
}

/* Whether it is limited how often a trigger triggers, and not only how often
 * it is done (603.2i). */
static bool is_triggering_limited(const st_watcher_def *def,
                                  const st_watcher_candidate *watcher) {
  return st_use_limits_has_any(def, watcher) && !def->counts_done;
}

/* Count the uses of a trigger that triggers `count` times; it triggers no more
 * often than it has uses left, whatever multiplies it (603.2h). */
static strata_status count_uses(st_execution *exec,
                                const st_watcher_candidate *watcher,
                                uint32_t *count) {
  bool limited = is_triggering_limited(st_trigger_def(exec, watcher), watcher);
  uint32_t left = limited ? st_use_limits_left(exec, watcher) : UINT32_MAX;
  if (*count > left) *count = left;
  strata_status status = st_trigger_count_record_use(exec, watcher);
  for (uint32_t i = 1; !status && limited && i < *count; i++) {
    status = st_trigger_count_record_use(exec, watcher);
  }
  return status;
}

/* A trigger that triggers once a batch has matched an earlier event of it
 * (603.2c). This event may still satisfy a multiplier of the trigger. */
static strata_status match_again_in_batch(st_trigger_hearing *h,
                                          const st_watcher_candidate *watcher) {
  st_execution *exec = h->exec;
  strata_event_type type = st_event_get(exec, h->event)->type;
  bool yes = st_watcher_index_may_have(&exec->index, type,
                                       ST_WATCHER_INDEX_ROLE(MORE));
  uint32_t more = 0;
  if (is_triggering_limited(st_trigger_def(exec, watcher), watcher) &&
      st_use_limits_left(exec, watcher) == 0) {
    return STRATA_OK;
  }
  strata_status status = STRATA_OK;
  if (yes) status = does_watcher_match(exec, watcher, h->event, &yes);
  if (!status && yes) status = st_trigger_count_modify(h, watcher, &more);
  if (!status && more > 0 &&
      st_use_limits_has_any(st_trigger_def(exec, watcher), watcher)) {
    status = count_uses(exec, watcher, &more);
  }
  if (status || more == 0) return status;
  size_t i = st_batch_get(exec, h->batch)->match_end;
  while (!st_watcher_id_same(&exec->matches[i - 1].id, &watcher->id)) {
    i--;
  }
  exec->matches[i - 1].count =
      st_trigger_count_add(exec->matches[i - 1].count, more);
  return STRATA_OK;
}

/* What is the same for all listeners of one definition to one event. */
typedef struct heard_def {
  strata_watcher_def id;
  bool asks_key_alone; /* each triggers once if the event fits its key */
  bool has_key, has_constant_key;
  int64_t word, key_word; /* of the event; the constant */
} heard_def;

static heard_def hear_def(const st_trigger_hearing *h, strata_watcher_def id) {
  st_execution *exec = h->exec;
  const st_watcher_key *key = &st_watcher_def_get(exec->rules, id)->key;
  heard_def def = {.id = id,
                   .has_key = key->kind != ST_WATCHER_KEY_NONE,
                   .has_constant_key = key->kind == ST_WATCHER_KEY_EQUALS_WORD,
                   .key_word = key->word};
  def.asks_key_alone = st_trigger_count_is_unmodified(h) &&
                       exec->index.defs[id - 1].asks_key_alone;
  if (def.has_key) def.word = st_event_word(exec, h->event, key->field);
  return def;
}

/* Whether the event fits the key of a listener of the definition. */
static bool does_key_fit(const heard_def *def,
                         const st_watcher_candidate *watcher) {
  bool is_constant = def->has_constant_key && watcher->text == 0;
  return !def->has_key ||
         def->word == (is_constant ? def->key_word : watcher->key_value);
}

/* Match one watcher of a listener group. A use is counted only if it does
 * trigger. */
static strata_status match_listener(st_trigger_hearing *h, uint32_t item) {
  st_execution *exec = h->exec;
  const st_watcher_candidate *watcher =
      st_watcher_index_get(&exec->index, item);
  const st_watcher_def *def = st_trigger_def(exec, watcher);
  uint32_t count = 1;
  bool yes;
  if (def->once_per_batch && st_trigger_count_has_once(h, &watcher->id)) {
    return match_again_in_batch(h, watcher);
  }
  bool counted = st_use_limits_has_any(def, watcher);
  if (counted && st_use_limits_left(exec, watcher) == 0) return STRATA_OK;
  strata_status status = does_watcher_match(exec, watcher, h->event, &yes);
  bool weighs = yes && def->role == STRATA_ROLE_TRIGGER;
  if (!status && weighs && !st_trigger_count_is_unmodified(h)) {
    status = st_trigger_count_modify(h, watcher, &count);
  }
  if (status || !yes || count == 0) return status;
  if (counted) status = count_uses(exec, watcher, &count);
  if (!status && def->once_per_batch) {
    status = st_trigger_count_add_once(h, &watcher->id);
  }
  return status ? status : add_match(h, watcher, count);
}

/* -- Matching all -- */

static bool is_event_to_match(const st_event *event, bool before) {
  return event->state == (before ? ST_EVENT_PROPOSED : ST_EVENT_HAPPENED);
}

/* For an explanation: record why the watcher in question does not match here.
 */
static strata_status trace_why_not(const st_trigger_hearing *h,
                                   st_listener_group group) {
  st_execution *exec = h->exec;
  if (!st_trace_is_on(exec) || exec->trace->asked_watcher_def == 0) {
    return STRATA_OK;
  }
  bool until = group == ST_LISTENERS_UNTIL_LOOK_AFTER ||
               group == ST_LISTENERS_UNTIL_LOOK_BACK;
  strata_watcher_role role =
      st_watcher_def_get(exec->rules, exec->trace->asked_watcher_def)->role;
  if (until != (role == STRATA_ROLE_UNTIL)) return STRATA_OK;
  return st_why_not_at(exec, h->event, h->batch,
                       h->looks_back ? ST_WHY_NOT_LOOK_BACK
                                     : ST_WHY_NOT_LOOK_AFTER);
}

/* Whether the rules have no watcher of a group for an event, and nobody wants
 * to know why not. */
static bool is_unheard(const st_execution *exec, uint32_t event,
                       st_listener_group group) {
  return !exec->trace && !st_listeners_may_be(
                             &exec->index, exec->events[event - 1].type, group);
}

/* Match the watchers of one listener group with one event. */
static strata_status match_event_listeners(st_execution *exec, uint32_t batch,
                                           uint32_t event,
                                           st_listener_group group) {
  size_t from = exec->listeners.item_count;
  st_trigger_hearing h = {.exec = exec, .batch = batch, .event = event};
  if (is_unheard(exec, event, group)) return STRATA_OK;
  h.is_quiet =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type)->quiet;
  h.looks_back =
      group == ST_LISTENERS_LOOK_BACK || group == ST_LISTENERS_UNTIL_LOOK_BACK;
  strata_status status = trace_why_not(&h, group);
  if (!status) status = st_trigger_count_listen(&h, group);
  size_t end = exec->listeners.item_count;
  heard_def def = {0};
  if (end > from) st_trigger_count_find_unmodified(&h);
  for (size_t i = from; !status && i < end; i++) {
    if (!st_mem_work(exec->mem, 1)) {
      status = STRATA_ENOMEM;
      break;
    }
    uint32_t item = exec->listeners.items[i];
    const st_watcher_candidate *watcher =
        st_watcher_index_get(&exec->index, item);
    if (watcher->watcher_def != def.id) {
      def = hear_def(&h, watcher->watcher_def);
    }
    if (!def.asks_key_alone || watcher->started_handle != 0) {
      status = match_listener(&h, item);
    } else if (does_key_fit(&def, watcher)) {
      status = add_match(&h, watcher, 1);
    }
  }
  exec->listeners.item_count = from;
  return status;
}

/* Match a listener group with the events of a batch and of its results. */
static strata_status match_batch_events(st_execution *exec, uint32_t batch,
                                        st_listener_group group, bool before) {
  strata_status status = STRATA_OK;
  for (uint32_t b = batch; b != 0; b = st_batch_get(exec, b)->result_batch) {
    uint32_t e = st_batch_get(exec, b)->first;
    for (; !status && e != 0; e = st_event_get(exec, e)->next) {
      if (!is_event_to_match(st_event_get(exec, e), before)) continue;
      status = match_event_listeners(exec, batch, e, group);
    }
  }
  return status;
}

/* -- State triggers (603.8) -- */

/* Whether a row waits in the queue, or an object that still exists holds it. */
static bool is_pending_or_stacked(const st_store *store, uint32_t row) {
  uint32_t holder = st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row);
  return st_pending_trigger_is_used(store, row) &&
         (holder == 0 || st_get_bit(store, ST_COLUMN_ENTITY_LIVE, holder));
}

static bool is_state_trigger_latched(const st_execution *exec,
                                     const st_watcher_candidate *watcher) {
  const st_store *store = exec->store;
  uint64_t identity = st_watcher_id_save_key(&watcher->id, exec->rules);
  uint32_t top = (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_TOP);
  for (uint32_t row = 1; row <= top; row++) {
    if (st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row) == identity &&
        st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) ==
            watcher->watcher_def &&
        is_pending_or_stacked(store, row)) {
      return true;
    }
  }
  return false;
}

static strata_status match_state_trigger(st_execution *exec, uint32_t batch,
                                         const st_watcher_candidate *watcher) {
  const st_watcher_def *def = st_trigger_def(exec, watcher);
  st_trigger_hearing h = {.exec = exec, .batch = batch};
  int64_t is_so = 0;
  bool yes;
  if (st_use_limits_left(exec, watcher) == 0) return STRATA_OK;
  strata_status status =
      st_applicability_eval(exec, watcher, 0, def->when, &is_so);
  if (status || !is_so || is_state_trigger_latched(exec, watcher)) {
    return status;
  }
  status = st_trigger_holds_if(exec, watcher, 0, &yes);
  if (status || !yes) return status;
  status = st_trigger_count_record_use(exec, watcher);
  return status ? status : add_match(&h, watcher, 1);
}

static strata_status match_state_triggers(st_execution *exec, uint32_t batch) {
  uint32_t n;
  strata_status status = st_watcher_index_find(
      &exec->index, 0, NULL, ST_WATCHER_INDEX_ROLE(STATE), &n);
  while (!status && n != 0) {
    const st_watcher_candidate *watcher = st_watcher_index_get(&exec->index, n);
    if (!st_mem_work(exec->mem, 1)) return STRATA_ENOMEM;
    status = match_state_trigger(exec, batch, watcher);
    n = watcher->next;
  }
  return status;
}

strata_status st_trigger_has_state_triggers(st_execution *exec, bool *has) {
  uint32_t n = 0;
  strata_status status = st_watcher_index_find(
      &exec->index, 0, NULL, ST_WATCHER_INDEX_ROLE(STATE), &n);
  *has = n != 0;
  return status;
}

/* -- The steps of a batch -- */

strata_status st_trigger_match_before(st_execution *exec, uint32_t batch) {
  st_batch *b = st_batch_get(exec, batch);
  b->match_first = b->match_end = b->match_next = exec->match_count;
  strata_status status =
      match_batch_events(exec, batch, ST_LISTENERS_UNTIL_LOOK_BACK, true);
  return status ? status
                : match_batch_events(exec, batch, ST_LISTENERS_LOOK_BACK, true);
}

strata_status st_trigger_match_durations(st_execution *exec, uint32_t batch) {
  return match_batch_events(exec, batch, ST_LISTENERS_UNTIL_LOOK_AFTER, false);
}

strata_status st_trigger_match_after(st_execution *exec, uint32_t batch,
                                     uint32_t *told) {
  *told = 0;
  strata_status status =
      match_batch_events(exec, batch, ST_LISTENERS_LOOK_AFTER, false);
  if (!status) status = match_state_triggers(exec, batch);
  if (!status) status = st_trigger_record_matches(exec, batch);
  if (!status) status = st_used_watchers_end_spent(exec);
  st_batch *b = st_batch_get(exec, batch);
  b->match_next = b->match_first;
  if (status || b->match_end == b->match_first) return status;
  return st_trigger_emit_triggered(exec, exec->matches + b->match_first,
                                   b->match_end - b->match_first, told);
}

void st_trigger_drop_matches(st_execution *exec, uint32_t batch) {
  const st_batch *b = st_batch_get(exec, batch);
  assert(b->match_end == exec->match_count);
  exec->match_count = b->match_first;
}
