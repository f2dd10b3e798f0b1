/*
 * api_account.c - accounts: what is remembered of actions, and running one of
 * them again on a copy.
 *
 * A memory is a copy of the state that an action began with, into which what it
 * is and all that was answered is written when it is done: a world that waits,
 * with nothing left to wait for. So to run it again is what an answer does, and
 * needs no more than that.
 */
#include "api/world/api_world.h"
#include "play/action/account.h"

#include <string.h>

enum { MEMORIES_MOST = 65536 };

/* -- Remembering -- */

static st_memory *next_memory(strata_world *world) {
  return &world->memories[world->memory_next];
}

/* st_host.remember */
static strata_status remember(st_run *run, const st_request *request) {
  strata_world *world = run->host.world;
  assert(world->memories); /* or nobody would call this */
  st_memory *memory = next_memory(world);
  if (!request) {
    memory->action = 0;
    return st_store_copy(&memory->store, &world->store);
  }
  strata_status status = st_action_keep(run, request, &memory->store);
  st_store_end(&memory->store);
  if (status) return status;
  memory->action = st_scalar_get(&world->store, ST_SCALAR_ACTIONS);
  memory->after = world->store.hash;
  world->memory_next = (world->memory_next + 1) % world->memory_count;
  return STRATA_OK;
}

void st_memories_free(strata_world *world) {
  for (uint32_t i = 0; i < world->memory_count; i++) {
    if (world->memories[i].store.mem) st_store_fini(&world->memories[i].store);
  }
  st_mem_free(&world->mem, world->memories, world->memory_count,
              sizeof world->memories[0]);
  world->memories = NULL;
  world->memory_count = world->memory_next = 0;
  world->run.host.remember = NULL;
}

strata_status strata_remember(strata_world *world, uint32_t actions) {
  if (world->busy) return st_world_refuse_closed(world, "remember");
  if (actions > MEMORIES_MOST) {
    return ST_REFUSE(world, STRATA_ERANGE,
                     "remember: at most 65536 actions, not ",
                     st_number_of(actions).text);
  }
  st_memories_free(world);
  if (actions == 0) return STRATA_OK;
  world->memories =
      st_mem_zeroed(&world->mem, actions, sizeof world->memories[0]);
  if (!world->memories) {
    return ST_REFUSE(world, STRATA_ENOMEM, "remember: out of memory");
  }
  world->memory_count = actions;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < actions; i++) {
    status =
        st_store_init(&world->memories[i].store, &world->mem, world->rules);
  }
  if (status) {
    st_memories_free(world);
    return ST_REFUSE(world, status, "remember: out of memory");
  }
  world->run.host.remember = remember;
  return STRATA_OK;
}

/* The newest one of an action: there may be others, of actions that were taken
 * back. */
static const st_memory *find_memory(const strata_world *world,
                                    uint64_t action) {
  for (uint32_t i = 1; i <= world->memory_count; i++) {
    uint32_t at = world->memory_next + world->memory_count - i;
    const st_memory *memory = &world->memories[at % world->memory_count];
    if (memory->action == action) return memory;
  }
  return NULL;
}

/* -- Running it again -- */

/* An action that is run again, to be asked about. */
typedef struct st_again {
  const char *call;
  strata_world *world, *copy;
  st_tracer tracer;
  const st_memory *memory;
  st_log_row row;
} st_again;

static strata_status refuse_row(strata_world *world, const char *call,
                                uint64_t number, const char *why) {
  return ST_REFUSE(world, STRATA_ENOENT, call, ": row ",
                   st_number_of((int64_t)number).text, why);
}

static strata_status find_action(st_again *a, uint64_t number) {
  strata_world *world = a->world;
  if (!st_log_get(&world->store, number, &a->row)) {
    bool past = number > st_log_last(&world->store);
    return refuse_row(world, a->call, number,
                      past ? " is yet to come" : " is forgotten");
  }
  a->memory = find_memory(world, a->row.action);
  if (a->memory) return STRATA_OK;
  bool none = world->memory_count == 0;
  return ST_REFUSE(world, STRATA_EREFUSED, a->call, ": row ",
                   st_number_of((int64_t)number).text, " is of action ",
                   st_number_of((int64_t)a->row.action).text,
                   none ? ", and this world remembers none: say before it how "
                          "many it is to remember (strata_remember)"
                        : ", which this world does not remember: it was before "
                          "the newest that it does (strata_remember)");
}

/* The row is what it was, and so is all that the action has done. */
static bool is_same(const st_again *a) {
  st_log_row row;
  if (!st_log_get(&a->copy->store, a->row.number, &row)) return false;
  return a->copy->store.hash == a->memory->after && row.what == a->row.what &&
         row.kind == a->row.kind && row.code == a->row.code &&
         row.parent == a->row.parent && row.who == a->row.who &&
         row.source == a->row.source;
}

static strata_status refuse_other(const st_again *a, const char *why) {
  return ST_REFUSE(a->world, STRATA_EREFUSED, a->call, ": action ",
                   st_number_of((int64_t)a->row.action).text,
                   " goes otherwise now than it did: ", why);
}

static strata_status run_copy(st_again *a) {
  strata_world *copy = a->copy;
  const strata_world *world = a->world;
  copy->runner = world->runner;
  copy->run.host.handle = world->run.host.handle;
  copy->run.host.decide = NULL;
  copy->run.most_events = world->run.most_events;
  copy->run.most_steps = world->run.most_steps;
  copy->busy = true;
  copy->closed = ST_CLOSED_RUN;
  copy->run.tracer = &a->tracer;
  strata_status status = st_action_again(&copy->run);
  if (status == STRATA_ENOMEM) return status;
  if (status == STRATA_ESUSPEND) return refuse_other(a, "an answer is missing");
  if (status) {
    bool why = copy->run_error.status == status;
    return refuse_other(a, why ? copy->run_error.text
                               : strata_status_text(status));
  }
  return is_same(a) ? STRATA_OK
                    : refuse_other(a, "its rules or handlers have changed, or "
                                      "it was taken back since");
}

static void forget_run(st_again *a) {
  if (!a->copy) return;
  a->copy->run.tracer = NULL;
  st_run_empty(&a->copy->run);
  a->tracer.count = 0;
  a->tracer.known = a->tracer.about = 0;
  a->tracer.open = 0;
  a->copy->busy = false;
}

/* From the beginning, whatever was run before. */
static strata_status run_again(st_again *a) {
  strata_status status = STRATA_OK;
  forget_run(a);
  if (!a->copy) {
    strata_world_config config = {.struct_size = sizeof config,
                                  .alloc = a->world->mem.alloc,
                                  .alloc_user = a->world->mem.user};
    status = st_world_make(a->world->rules, &config, &a->copy);
  }
  if (!status) status = st_world_become(a->copy, &a->memory->store);
  return status ? status : run_copy(a);
}

static void end(st_again *a) {
  forget_run(a);
  st_tracer_fini(&a->tracer);
  if (a->copy) strata_world_free(a->copy);
}

static strata_status begin(st_again *a, uint64_t row) {
  strata_world *world = a->world;
  if (world->busy) return st_world_refuse_closed(world, a->call);
  st_tracer_init(&a->tracer, &world->mem);
  strata_status status = find_action(a, row);
  return status ? status : run_again(a);
}

static strata_status finish(st_again *a, strata_account *account,
                            strata_status status, strata_account **out) {
  if (!status) {
    status =
        st_account_write(account, &a->copy->run, a->row.number, a->row.action);
  }
  end(a);
  if (!status) {
    *out = account;
    return STRATA_OK;
  }
  strata_account_free(account);
  if (status != STRATA_ENOMEM) return status; /* it was said */
  return ST_REFUSE(a->world, status, a->call, ": out of memory");
}

strata_status strata_account_event(strata_world *world, uint64_t row,
                                   strata_account **out) {
  st_again a = {.call = "account_event", .world = world};
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "account_event: out is NULL");
  }
  strata_account *account = st_account_new(&world->mem);
  strata_status status = account ? begin(&a, row) : STRATA_ENOMEM;
  uint32_t event = status ? 0 : st_account_find(&a.copy->run, row);
  if (!status && event == 0) {
    status = refuse_row(world, a.call, row, " tells of no event");
  }
  if (!status) status = st_account_event(account, &a.copy->run, event);
  return finish(&a, account, status, out);
}

/* -- Why not -- */

/* Objects that one card was, and has become. */
typedef struct st_whos {
  strata_entity *items;
  uint32_t count, room;
} st_whos;

static void add_who(st_whos *whos, strata_entity who) {
  for (uint32_t i = 0; i < whos->count; i++) {
    if (whos->items[i] == who) return;
  }
  if (who != 0 && whos->count < whos->room) whos->items[whos->count++] = who;
}

/* What somebody has become, and all who have become him (400.7). */
static void add_kin(const st_store *store, st_whos *whos, strata_entity who) {
  uint32_t gone = st_entity_gone_slot(store, who);
  if (gone) {
    add_who(whos, st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, gone));
  }
  for (uint32_t slot = 1; slot <= st_entity_top(store); slot++) {
    if (st_get_bit(store, ST_COLUMN_ENTITY_GONE, slot) &&
        st_get64(store, ST_COLUMN_ENTITY_SUCCESSOR, slot) == who) {
      add_who(whos, st_entity_handle(store, slot));
    }
  }
}

/* One card as all the objects that it was and has become. */
static strata_status take_whos(st_again *a, strata_entity source) {
  const st_store *store = &a->world->store;
  st_arena *arena = &a->world->shown;
  st_whos whos = {.room = st_entity_top(store) + 1u};
  st_arena_empty(arena);
  whos.items = st_arena_take(arena, whos.room, sizeof whos.items[0]);
  if (!whos.items) return STRATA_ENOMEM;
  add_who(&whos, source);
  for (uint32_t at = 0; at < whos.count; at++) {
    add_kin(store, &whos, whos.items[at]);
  }
  a->tracer.whos = whos.items;
  a->tracer.who_count = whos.count;
  st_text name;
  st_text_init(&name, &a->world->mem);
  st_trace_title(&a->world->run, source, &name);
  const char *bytes = st_text_get(&name);
  char *copy = st_arena_take(arena, strlen(bytes) + 1, 1);
  if (copy) memcpy(copy, bytes, strlen(bytes) + 1);
  a->tracer.name = copy;
  bool failed = !copy || name.failed;
  st_text_fini(&name);
  return failed ? STRATA_ENOMEM : STRATA_OK;
}

static strata_status check_doubt(strata_world *world, strata_code code,
                                 strata_entity source) {
  const char *call = "account_doubt";
  uint32_t count = strata_rules_count(world->rules, STRATA_KIND_CODE);
  if (code - 1 >= count) {
    return ST_REFUSE(world, STRATA_ENOENT, call, ": no code ",
                     st_number_of(code).text, "; these rules have 1 to ",
                     st_number_of(count).text);
  }
  const st_code *c = st_code_get(world->rules, code);
  if (c->kind == 0) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": '", c->name,
                     "' watches how things are, no event");
  }
  if (c->role == STRATA_ROLE_MORE || c->role == STRATA_ROLE_NEVER) {
    return ST_REFUSE(world, STRATA_EINVAL, call, ": '", c->name,
                     "' is about triggers, not about events");
  }
  if (source == 0 || st_past_slot(&world->store, NULL, source) != 0) {
    return STRATA_OK;
  }
  return ST_REFUSE(world, STRATA_ESTALE, call, ": entity ",
                   st_handle_text_of(source).text,
                   " was never in this world, or is forgotten");
}

/* The row that tells that what had triggered in one did nothing, if that was
 * later; 0: none. */
static uint64_t find_dropped(const st_again *a) {
  const st_store *store = &a->world->store;
  uint64_t number = a->row.number;
  while ((number = st_log_next(store, number)) != 0) {
    st_log_row row;
    if (!st_log_get(store, number, &row) || row.code != a->tracer.code) {
      continue;
    }
    if (row.what == ST_LOGGED_RESOLVED) return 0;
    bool same = a->tracer.who_count == 0;
    for (uint32_t i = 0; i < a->tracer.who_count; i++) {
      same = same || a->tracer.whos[i] == row.source;
    }
    if (same && row.what == ST_LOGGED_DROPPED) return number;
  }
  return 0;
}

/* The newest row that tells of an event of a kind; 0: none. */
static uint64_t find_newest(const strata_world *world, strata_event_kind kind) {
  uint64_t number = st_log_last(&world->store);
  st_log_row row;
  for (; st_log_get(&world->store, number, &row); number--) {
    if (row.kind == kind && row.what <= ST_LOGGED_REFUSED) return number;
  }
  return 0;
}

/* What it did when it was to resolve, in a later action. */
static strata_status ask_later(st_again *a, strata_account *account) {
  uint64_t number = find_dropped(a);
  st_log_row asked = a->row;
  bool found;
  if (number == 0) return STRATA_OK;
  strata_status status = find_action(a, number);
  a->tracer.event = 0;
  if (!status) status = run_again(a);
  if (!status) {
    status = st_account_undone(account, &a->copy->run, number, &found);
  }
  a->row = asked;
  return status;
}

strata_status strata_account_doubt(strata_world *world, uint64_t row,
                                   strata_code code, strata_entity source,
                                   strata_account **out) {
  st_again a = {.call = "account_doubt", .world = world};
  if (!out) {
    return ST_REFUSE(world, STRATA_EINVAL, "account_doubt: out is NULL");
  }
  strata_status status = check_doubt(world, code, source);
  if (status) return status;
  if (row == 0) {
    strata_event_kind kind = st_code_get(world->rules, code)->kind;
    kind = st_kind_get(world->rules, kind)->of;
    row = find_newest(world, kind);
    if (row == 0) {
      return ST_REFUSE(world, STRATA_ENOENT, a.call, ": the log tells of no '",
                       strata_rules_name(world->rules, STRATA_KIND_EVENT, kind),
                       "'");
    }
  }
  strata_account *account = st_account_new(&world->mem);
  bool triggered = false;
  status = account ? begin(&a, row) : STRATA_ENOMEM;
  uint32_t event = status ? 0 : st_account_find(&a.copy->run, row);
  if (!status && event == 0) {
    status = refuse_row(world, a.call, row, " tells of no event");
  }
  a.tracer.code = code;
  a.tracer.event = event;
  if (!status && source != 0) status = take_whos(&a, source);
  if (!status) status = run_again(&a);
  if (!status) {
    status = st_account_doubt(account, &a.copy->run, event, &triggered);
  }
  if (!status && triggered) status = ask_later(&a, account);
  return finish(&a, account, status, out);
}
