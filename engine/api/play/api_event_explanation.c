/*
 * api_event_explanation.c - explanations of events: remembered actions, and
 * running one of them again on a copy.
 *
 * A remembered action is a copy of the state that it began with. When the
 * action is done, its request and all answers are written into that copy as an
 * open action, so that it is a waiting world with no decision left to wait for.
 * To run the action again is therefore the same as to answer, and needs no
 * other code.
 */
#include "api/play/api_kept_log.h"
#include "api/play/api_log.h"
#include "api/world/api_world.h"
#include "layers/update/last_known.h"
#include "play/action/event_explanation.h"
#include "play/action/execution_lifetime.h"
#include "play/action/explain_event.h"
#include "play/action/explain_why_not.h"
#include "play/execution/execution.h"
#include "play/execution/trace.h"

enum { REMEMBERED_MAX = 65536 };

/* -- Remembering -- */

static st_remembered_action *next_remembered_action(strata_world *world) {
  return &world->remembered[world->remembered_next];
}

/* st_execution_host.remember */
static strata_status remember_action(st_execution *exec,
                                     const st_action_request *request) {
  strata_world *world = exec->host.world;
  assert(world->remembered); /* else this is not called */
  st_remembered_action *memory = next_remembered_action(world);
  if (!request) {
    memory->action = 0;
    return st_store_copy(&memory->store, &world->store);
  }
  strata_status status = st_action_save(exec, request, &memory->store);
  st_store_end(&memory->store);
  if (status) return status;
  memory->action = st_scalar_get(&world->store, ST_SCALAR_ACTIONS_ENDED);
  memory->end_hash = world->store.hash;
  world->remembered_next =
      (world->remembered_next + 1) % world->remembered_count;
  return STRATA_OK;
}

void st_remembered_actions_free(strata_world *world) {
  for (uint32_t i = 0; i < world->remembered_count; i++) {
    if (world->remembered[i].store.mem) {
      st_store_fini(&world->remembered[i].store);
    }
  }
  st_mem_free(&world->mem, world->remembered, world->remembered_count,
              sizeof world->remembered[0]);
  world->remembered = NULL;
  world->remembered_count = world->remembered_next = 0;
  world->execution.host.save_start = NULL;
}

strata_status strata_remember(strata_world *world, uint32_t actions) {
  st_world_go_back(world);
  if (world->busy) return st_world_refuse_locked(world, "remember");
  if (actions > REMEMBERED_MAX) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "remember: at most 65536 actions, not ",
                     st_number_format(actions).text);
  }
  st_remembered_actions_free(world);
  if (actions == 0) return STRATA_OK;
  world->remembered =
      st_mem_zeroed(&world->mem, actions, sizeof world->remembered[0]);
  if (!world->remembered) {
    return ST_REFUSE(world, STRATA_ENOMEM, "remember: out of memory");
  }
  world->remembered_count = actions;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < actions; i++) {
    status =
        st_store_init(&world->remembered[i].store, &world->mem, world->rules);
  }
  if (status) {
    st_remembered_actions_free(world);
    return ST_REFUSE(world, status, "remember: out of memory");
  }
  world->execution.host.save_start = remember_action;
  return STRATA_OK;
}

static strata_status copy_remembered(strata_world *world,
                                     const strata_world *other) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < other->remembered_count; i++) {
    const st_remembered_action *from = &other->remembered[i];
    st_remembered_action *to = &world->remembered[i];
    if (from->action == 0) continue;
    status = st_store_copy(&to->store, &from->store);
    if (!status) to->action = from->action;
    to->end_hash = from->end_hash;
  }
  world->remembered_next = other->remembered_next;
  return status;
}

strata_status strata_remember_as(strata_world *world,
                                 const strata_world *other) {
  st_world_go_back(world);
  st_world_go_back(other);
  if (!other || other == world || other->rules != world->rules) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "remember: as another world of the same rules does");
  }
  strata_status status = strata_remember(world, other->remembered_count);
  if (!status) status = copy_remembered(world, other);
  if (!status) return STRATA_OK;
  st_remembered_actions_free(world);
  return ST_REFUSE(world, status, "remember: out of memory");
}

/* The newest remembered action of a number: actions that were taken back may
 * have had the same number. */
static const st_remembered_action *
find_remembered_action(const strata_world *world, uint64_t action) {
  for (uint32_t i = 1; i <= world->remembered_count; i++) {
    uint32_t at = world->remembered_next + world->remembered_count - i;
    const st_remembered_action *memory =
        &world->remembered[at % world->remembered_count];
    if (memory->action == action) return memory;
  }
  return NULL;
}

/* -- Running it again -- */

/* A remembered action that is run again with a trace. */
typedef struct st_action_rerun {
  const char *call;
  strata_world *world, *copy;
  st_execution_trace trace;
  const st_remembered_action *remembered;
  st_log_row row;
  uint8_t lock; /* st_world_lock of `world` before it was locked */
  bool is_locked;
} st_action_rerun;

static strata_status refuse_log_row(strata_world *world, const char *call,
                                    uint64_t number, const char *why) {
  return ST_REFUSE(world, STRATA_ENOENT, call, ": row ",
                   st_number_format((int64_t)number).text, why);
}

static strata_status find_action_of_row(st_action_rerun *a, uint64_t number) {
  strata_world *world = a->world;
  const st_note *notes;
  size_t count;
  if (!st_log_get(&world->store, number, &a->row) &&
      !st_kept_log_get(world, number, &a->row, &notes, &count)) {
    return st_log_row_refuse_missing(world, a->call, number);
  }
  a->remembered = find_remembered_action(world, a->row.action);
  if (a->remembered) return STRATA_OK;
  bool none = world->remembered_count == 0;
  return ST_REFUSE(world, STRATA_EREFUSED, a->call, ": row ",
                   st_number_format((int64_t)number).text, " is of action ",
                   st_number_format((int64_t)a->row.action).text,
                   none ? ", and this world remembers none: say before it how "
                          "many it is to remember (strata_remember)"
                        : ", which this world does not remember: it was before "
                          "the newest that it does (strata_remember)");
}

/* Whether the action did the same again: its row of the log and the hash at its
 * end are as they were. */
static bool is_same_outcome(const st_action_rerun *a) {
  st_log_row row;
  if (!st_log_get(&a->copy->store, a->row.number, &row)) return false;
  return a->copy->store.hash == a->remembered->end_hash &&
         row.what == a->row.what && row.event_type == a->row.event_type &&
         row.watcher_def == a->row.watcher_def && row.parent == a->row.parent &&
         row.who == a->row.who && row.source == a->row.source;
}

static strata_status refuse_divergence(const st_action_rerun *a,
                                       const char *why) {
  return ST_REFUSE(a->world, STRATA_EREFUSED, a->call, ": action ",
                   st_number_format((int64_t)a->row.action).text,
                   " goes otherwise now than it did: ", why);
}

static strata_status execute_rerun_copy(st_action_rerun *a) {
  strata_world *copy = a->copy;
  strata_world *world = a->world;
  st_world_take_handlers(copy, world);
  copy->execution.host.ask_policy = NULL;
  copy->execution.max_events = world->execution.max_events;
  copy->execution.max_steps = world->execution.max_steps;
  copy->busy = true;
  copy->lock = ST_WORLD_LOCK_EXECUTION;
  copy->execution.trace = &a->trace;
  strata_status status = st_action_replay(&copy->execution);
  st_world_take_interrupt(world, copy);
  if (status == STRATA_ENOMEM) return status;
  if (status == STRATA_ESUSPEND) {
    return refuse_divergence(a, "an answer is missing");
  }
  if (status) {
    bool why = copy->execution_error.status == status;
    return refuse_divergence(a, why ? copy->execution_error.text
                                    : st_status_text(status));
  }
  return is_same_outcome(a)
             ? STRATA_OK
             : refuse_divergence(a, "its rules or handlers have changed, or "
                                    "it was taken back since");
}

static void reset_rerun(st_action_rerun *a) {
  if (!a->copy) return;
  a->copy->execution.trace = NULL;
  st_execution_reset(&a->copy->execution);
  a->trace.count = 0;
  a->trace.proposed_until = a->trace.decided_event = 0;
  a->trace.open_application = 0;
  a->copy->busy = false;
}

/* A rerun begins with an empty trace. */
static strata_status rerun_action(st_action_rerun *a) {
  strata_status status = STRATA_OK;
  reset_rerun(a);
  if (!a->copy) {
    strata_world_config config = st_world_config_of(a->world);
    config.log = NULL;
    config.quotas = (strata_quotas){0};
    status = st_world_new(a->world->rules, &config, &a->copy);
    a->world->rerun_copy = a->copy;
  }
  if (!status) status = st_world_replace_state(a->copy, &a->remembered->store);
  return status ? status : execute_rerun_copy(a);
}

/* Lock the world: the remembered action must stay while it is run again. */
static void lock_rerun_world(st_action_rerun *a) {
  strata_world *world = a->world;
  a->is_locked = true;
  a->lock = world->lock;
  world->outer = (st_outer_call){.lock = world->lock};
  world->busy = true;
  world->lock = ST_WORLD_LOCK_EXECUTION;
}

static void end_rerun(st_action_rerun *a) {
  reset_rerun(a);
  st_trace_fini(&a->trace);
  if (a->copy) strata_world_free(a->copy);
  if (!a->is_locked) return;
  a->world->rerun_copy = NULL;
  a->world->busy = false;
  a->world->lock = a->lock;
}

static strata_status begin_rerun(st_action_rerun *a, uint64_t row) {
  strata_world *world = a->world;
  if (world->busy) return st_world_refuse_locked(world, a->call);
  st_trace_init(&a->trace, &world->mem);
  strata_status status = find_action_of_row(a, row);
  if (status) return status;
  lock_rerun_world(a);
  return rerun_action(a);
}

static strata_status finish_explanation(st_action_rerun *a,
                                        strata_event_why *account,
                                        strata_status status,
                                        strata_event_why **out) {
  end_rerun(a);
  if (!status) {
    account->event.row = a->row.number;
    account->event.action = a->row.action;
    *out = account;
    return STRATA_OK;
  }
  st_event_why_free(account);
  if (status != STRATA_ENOMEM) { /* it was said */
    (void)st_world_end_interrupt(a->world);
    return status;
  }
  return ST_REFUSE(a->world, status, a->call, ": out of memory");
}

strata_status strata_explain_event(strata_world *world, uint64_t row,
                                   strata_event_why **out) {
  st_world_go_back(world);
  st_action_rerun a = {.call = "account_event", .world = world};
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "account_event: out is NULL");
  }
  strata_event_why *account = st_event_explanation_new(&world->mem);
  strata_status status = account ? begin_rerun(&a, row) : STRATA_ENOMEM;
  uint32_t event =
      status ? 0 : st_event_explanation_find_event(&a.copy->execution, row);
  if (!status && event == 0) {
    status = refuse_log_row(world, a.call, row, " tells of no event");
  }
  if (!status) {
    status = st_event_explanation_add_event(account, &a.copy->execution, event);
  }
  return finish_explanation(&a, account, status, out);
}

/* -- Why not -- */

/* The objects that one card has been and has become (400.7). */
typedef struct st_card_objects {
  strata_entity *items;
  uint32_t count, room;
} st_card_objects;

static void add_card_object(st_card_objects *whos, strata_entity who) {
  for (uint32_t i = 0; i < whos->count; i++) {
    if (whos->items[i] == who) return;
  }
  if (who != 0 && whos->count < whos->room) whos->items[whos->count++] = who;
}

/* Add the object that an object has become, and all objects that have become it
 * (400.7). */
static void add_successor_objects(const st_store *store, st_card_objects *whos,
                                  strata_entity who) {
  uint32_t gone = st_entity_last_known_slot(store, who);
  if (gone) {
    add_card_object(whos, st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, gone));
  }
  for (uint32_t slot = 1; slot <= st_entity_top(store); slot++) {
    if (st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot) &&
        st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot) == who) {
      add_card_object(whos, st_entity_handle(store, slot));
    }
  }
}

/* Ask the trace about all objects that one card has been and has become. */
static strata_status collect_card_objects(st_action_rerun *a,
                                          strata_entity source) {
  const st_store *store = &a->world->store;
  st_arena *arena = &a->world->out_arena;
  st_card_objects whos = {.room = st_entity_top(store) + 1u};
  st_arena_reset(arena);
  whos.items = st_arena_alloc(arena, whos.room, sizeof whos.items[0]);
  if (!whos.items) return STRATA_ENOMEM;
  add_card_object(&whos, source);
  for (uint32_t at = 0; at < whos.count; at++) {
    add_successor_objects(store, &whos, whos.items[at]);
  }
  a->trace.asked_objects = whos.items;
  a->trace.asked_object_count = whos.count;
  st_text name;
  st_text_init(&name, &a->world->mem);
  st_trace_write_name(&a->world->execution, source, &name);
  a->trace.asked_name = st_text_copy(&name, arena);
  st_text_fini(&name);
  return a->trace.asked_name ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status check_why_not(strata_world *world, strata_watcher_def code,
                                   strata_entity source) {
  const char *call = "account_doubt";
  const st_watcher_def *c = st_world_check_watcher_def(world, call, code);
  if (!c) return STRATA_ENOENT;
  if (c->event_type == 0) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": '", c->name,
                     "' watches how things are, no event");
  }
  if (c->role == STRATA_ROLE_MORE || c->role == STRATA_ROLE_NEVER) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": '", c->name,
                     "' is about triggers, not about events");
  }
  if (source == 0 || st_last_known_slot(&world->store, NULL, source) != 0) {
    return STRATA_OK;
  }
  return ST_REFUSE(world, STRATA_ESTALE, call, ": entity ",
                   st_handle_text_of(source).text,
                   " was never in this world, or is forgotten");
}

/* The later row that tells that the trigger of a row did nothing in the end
 * (DROPPED); 0: none. */
static uint64_t find_dropped_trigger_row(const st_action_rerun *a) {
  const st_store *store = &a->world->store;
  uint64_t number = a->row.number;
  while ((number = st_log_next(store, number)) != 0) {
    st_log_row row;
    if (!st_log_get(store, number, &row) ||
        row.watcher_def != a->trace.asked_watcher_def) {
      continue;
    }
    if (row.what == ST_LOGGED_RESOLVED) return 0;
    bool same = a->trace.asked_object_count == 0;
    for (uint32_t i = 0; i < a->trace.asked_object_count; i++) {
      same = same || a->trace.asked_objects[i] == row.source;
    }
    if (same && row.what == ST_LOGGED_DROPPED) return number;
  }
  return 0;
}

/* The newest row of an event of a type; 0: none. */
static uint64_t find_newest_event_row(const strata_world *world,
                                      strata_event_type kind) {
  uint64_t number = st_log_last(&world->store);
  st_log_row row;
  for (; st_log_get(&world->store, number, &row); number--) {
    if (row.event_type == kind && row.what <= ST_LOGGED_REFUSED) return number;
  }
  return 0;
}

/* Explain what the trigger did when it was to resolve, in a later action. */
static strata_status explain_later_resolution(st_action_rerun *a,
                                              strata_event_why *account) {
  uint64_t number = find_dropped_trigger_row(a);
  st_log_row asked = a->row;
  bool found;
  if (number == 0) return STRATA_OK;
  strata_status status = find_action_of_row(a, number);
  a->trace.asked_event = 0;
  if (!status) status = rerun_action(a);
  if (!status) {
    status = st_event_explanation_add_undone(account, &a->copy->execution,
                                             number, &found);
  }
  a->row = asked;
  return status;
}

strata_status strata_explain_why_not(strata_world *world, uint64_t row,
                                     strata_watcher_def watcher,
                                     strata_entity source,
                                     strata_event_why **out) {
  st_world_go_back(world);
  st_action_rerun a = {.call = "account_doubt", .world = world};
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "account_doubt: out is NULL");
  }
  strata_status status = check_why_not(world, watcher, source);
  if (status) return status;
  if (row == 0) {
    strata_event_type kind =
        st_watcher_def_get(world->rules, watcher)->event_type;
    kind = st_event_type_get(world->rules, kind)->unaliased;
    row = find_newest_event_row(world, kind);
    if (row == 0) {
      return ST_REFUSE(
          world, STRATA_ENOENT, a.call, ": the log tells of no '",
          st_rules_name(world->rules, STRATA_NAME_EVENT_TYPE, kind), "'");
    }
  }
  strata_event_why *account = st_event_explanation_new(&world->mem);
  bool triggered = false;
  status = account ? begin_rerun(&a, row) : STRATA_ENOMEM;
  uint32_t event =
      status ? 0 : st_event_explanation_find_event(&a.copy->execution, row);
  if (!status && event == 0) {
    status = refuse_log_row(world, a.call, row, " tells of no event");
  }
  a.trace.asked_watcher_def = watcher;
  a.trace.asked_event = event;
  if (!status && source != 0) status = collect_card_objects(&a, source);
  if (!status) status = rerun_action(&a);
  if (!status) {
    status = st_event_explanation_add_why_not(account, &a.copy->execution,
                                              event, &triggered);
  }
  if (!status && triggered) status = explain_later_resolution(&a, account);
  return finish_explanation(&a, account, status, out);
}

/* -- Reading an explanation -- */

void strata_event_why_free(strata_event_why *why) {
  st_event_why_free(why);
}

size_t strata_event_why_count(const strata_event_why *why) {
  return why->count;
}

const strata_event_why_row *strata_event_why_get(const strata_event_why *why,
                                                 size_t n) {
  return n < why->count ? &why->rows[n] : NULL;
}

const strata_explained_event *
strata_event_why_event(const strata_event_why *why) {
  return &why->event;
}
