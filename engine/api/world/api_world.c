/*
 * api_world.c - worlds, their journal, forks and saves: arguments are checked
 * here, and calls begin and end here. No rule is decided on this floor.
 */
#include "api/world/api_world.h"

#include "layers/pass/profile.h"
#include "world/save/audit.h"
#include "world/save/save.h"
#include "world/save/valid_effects.h"
#include "world/save/valid_play.h"

#include <string.h>

uint32_t strata_version(void) {
  return STRATA_VERSION;
}

const char *strata_status_text(strata_status status) {
  switch (status) {
#define X(name, value, text)                                                   \
  case STRATA_##name:                                                          \
    return text;
    STRATA_STATUS_MAP(X)
#undef X
  }
  return "unknown status";
}

/* -- Refusing -- */

/* A predicate that failed knows why better than the call that it failed in. */
strata_status st_world_refuse(strata_world *world, strata_status status,
                              const char *const *pieces) {
  strata_error *asked = &world->eval.asks.error;
  strata_status result = st_error_set(&world->error, status, 0, pieces);
  if (asked->status == status) {
    world->error = *asked;
    asked->status = STRATA_OK;
  }
  if (world->log) world->log(world->log_user, status, world->error.text);
  return result;
}

st_handle_text st_handle_text_of(uint64_t handle) {
  st_handle_text result;
  st_text text;
  st_text_init_fixed(&text, result.text, sizeof result.text);
  st_text_str(&text, "#");
  st_text_uint(&text, st_slot_of(handle));
  st_text_str(&text, ":");
  st_text_uint(&text, st_generation_of(handle));
  return result;
}

static const char *why_closed(const strata_world *world) {
  switch ((st_closed)world->closed) {
  case ST_CLOSED_OPEN:
    return ": a decision is open: answer it (strata_answer), or give the "
           "action up (strata_cancel)";
  case ST_CLOSED_PEEK:
    return ": this world shows the middle of an action, and can be read alone: "
           "fork it (strata_fork)";
  case ST_CLOSED_HANDLER:
    return ": an action runs: a handler lets events happen (strata_emit), and "
           "what performs an event writes";
  case ST_CLOSED_VIEW:
    return ": a view is told what has happened, and can only read";
  case ST_CLOSED_NOT: /* a handler that performs an event is at work */
  case ST_CLOSED_RUN:
    break;
  }
  return ": an action runs";
}

strata_status st_world_refuse_closed(strata_world *world, const char *name) {
  return ST_REFUSE(world, STRATA_EOPEN, name, why_closed(world));
}

void st_world_undo(strata_world *world, const st_call *call) {
  st_store_undo(&world->store, call->start);
  world->eval.plan.stale = true; /* it may be ahead of what was taken back */
  st_store_end(&world->store);
}

strata_status st_world_finish(strata_world *world, const st_call *call,
                              strata_status status) {
  if (status == STRATA_OK) {
    st_store_end(&world->store);
    return STRATA_OK;
  }
  st_world_undo(world, call);
  return ST_REFUSE(world, status, call->name, ": ",
                   st_store_reason(&world->store, status));
}

const st_attr *st_world_attr(strata_world *world, const char *call,
                             strata_attr attr) {
  const st_attr *a = st_attr_of(world->rules, attr);
  if (a) return a;
  /* Hosts that count keys with a sign should find theirs in the message. */
  st_number number = st_number_of((int32_t)attr);
  (void)ST_REFUSE(world, STRATA_ENOENT, call, ": no attribute ", number.text,
                  "; these rules have 1 to ",
                  st_number_of(st_attr_count(world->rules)).text);
  return NULL;
}

uint32_t st_world_entity(strata_world *world, const char *call,
                         strata_entity entity) {
  uint32_t slot = st_entity_slot(&world->store, entity);
  if (slot == 0) {
    (void)ST_REFUSE(
        world, STRATA_ESTALE, call, ": entity ", st_handle_text_of(entity).text,
        entity == 0 ? " is nobody" : " no longer exists in this world");
  }
  return slot;
}

/* -- Worlds -- */

strata_status st_world_make(const strata_rules *rules,
                            const strata_world_config *config,
                            strata_world **out) {
  strata_world_config options = {.struct_size = sizeof options};
  if (!rules || !out) return STRATA_EINVAL;
  if (config) {
    /* An older caller's struct is shorter: what it lacks keeps its default. */
    if (config->struct_size < sizeof config->struct_size ||
        config->struct_size > sizeof options) {
      return STRATA_EINVAL;
    }
    memcpy(&options, config, config->struct_size);
  }
  st_mem mem;
  st_mem_init(&mem, options.alloc, options.alloc_user);
  strata_world *world = st_mem_zeroed(&mem, 1, sizeof *world);
  if (!world) return STRATA_ENOMEM;
  world->mem = mem;
  world->rules = rules;
  world->log = options.log;
  world->log_user = options.log_user;
  st_text_init(&world->scratch, &world->mem);
  strata_status status = st_store_init(&world->store, &world->mem, rules);
  if (!status) {
    world->quotas = options.quotas;
    st_store_limit(&world->store, &world->quotas);
    status = st_eval_init(&world->eval, &world->mem, &world->store);
  }
  if (!status) {
    st_change_init(&world->change, &world->store, &world->strings,
                   &world->eval);
    st_run_init(&world->run, &world->change, &world->run_error);
    world->run.host.world = world;
    world->run.host.blame = st_world_blame;
    st_arena_init(&world->shown, &world->mem);
  }
  if (!status && options.reserve_entities > 0) {
    uint32_t most = UINT32_C(1) << 24; /* a hint may not exhaust the machine */
    uint32_t rows =
        options.reserve_entities < most ? options.reserve_entities : most;
    status = st_store_reserve(&world->store, ST_TABLE_ENTITY, rows + 1);
  }
  if (status) {
    strata_world_free(world);
    return status;
  }
  *out = world;
  return STRATA_OK;
}

strata_status strata_world_new(const strata_rules *rules,
                               const strata_world_config *config,
                               strata_world **out) {
  return st_world_make(rules, config, out);
}

void strata_world_free(strata_world *world) {
  if (!world) return;
  st_profile_free(world->eval.profile);
  st_memories_free(world);
  st_told_faults_free(world);
  st_run_fini(&world->run);
  if (world->shown.mem) st_arena_fini(&world->shown);
  st_mem_free(&world->mem, world->viewers, world->viewer_capacity,
              sizeof world->viewers[0]);
  st_mem_free(&world->mem, world->middle, world->middle_capacity,
              sizeof world->middle[0]);
  st_mem_free(&world->mem, world->stops, world->stop_capacity,
              sizeof world->stops[0]);
  st_change_fini(&world->change);
  st_eval_fini(&world->eval);
  st_strings_fini(&world->strings, &world->mem);
  if (world->store.mem) st_store_fini(&world->store);
  st_mem_free(&world->mem, world->symbols, world->symbol_capacity,
              sizeof world->symbols[0]);
  st_mem_free(&world->mem, world->targets, world->target_capacity,
              sizeof world->targets[0]);
  st_mem_free(&world->mem, world->parts, world->part_capacity,
              sizeof world->parts[0]);
  st_mem_free(&world->mem, world->values, world->value_capacity,
              sizeof world->values[0]);
  st_text_fini(&world->scratch);
  st_mem mem = world->mem; /* outlives the block that holds it */
  st_mem_free(&mem, world, 1, sizeof *world);
  assert(mem.live_bytes == 0);
}

const strata_rules *strata_world_rules(const strata_world *world) {
  return world->rules;
}

const char *strata_world_error(const strata_world *world) {
  return world->error.text;
}

strata_stats strata_world_stats(const strata_world *world) {
  const st_store *store = &world->store;
  return (strata_stats){
      .entities = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT),
      .effects = st_scalar_get(store, ST_SCALAR_EFFECT_COUNT),
      .evaluations = world->eval.evaluations,
      .classes = st_classes_used(&world->eval.classes),
      .state_bytes =
          (uint64_t)store->page_count * ST_PAGE_BYTES +
          (uint64_t)store->directory_count * sizeof store->directory[0],
      .cache_bytes = st_eval_bytes(&world->eval) +
                     st_index_bytes(&world->run.index) +
                     st_scan_bytes(&world->run.scan),
      .journal_bytes =
          (uint64_t)store->journal_count * sizeof store->journal[0],
      .live_bytes = world->mem.live_bytes,
      .predicate_calls = world->eval.asks.calls,
      .events = st_run_events(&world->run),
      .trials = world->run.tried};
}

void strata_world_drop_caches(strata_world *world) {
  st_eval_drop(&world->eval);
  st_index_drop(&world->run.index);
  st_scan_drop(&world->run.scan);
  st_strings_reset(&world->strings);
}

strata_status strata_world_tune(strata_world *world, strata_tuning what,
                                strata_tune how) {
  if ((unsigned)how > STRATA_TUNE_ALWAYS) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "tune: there is no such way; use AUTO, NEVER or ALWAYS");
  }
  if ((unsigned)what > STRATA_TUNE_UPDATES) {
    return ST_REFUSE(world, STRATA_EINVAL, "tune: there is no such tuning");
  }
  world->eval.tune[what] = (uint8_t)how;
  if (what == STRATA_TUNE_CLASSES) world->eval.classes.sharing = how;
  strata_world_drop_caches(world);
  return STRATA_OK;
}

/* -- Journal, forks, saves -- */

strata_status strata_mark_set(strata_world *world, strata_mark *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "mark: out is NULL");
  if (world->busy) return st_world_refuse_closed(world, "mark");
  strata_status status = st_store_mark(&world->store, out);
  return status ? ST_REFUSE(world, status, "mark: out of memory") : status;
}

strata_status strata_rollback(strata_world *world, strata_mark mark) {
  if (world->busy) return st_world_refuse_closed(world, "rollback");
  bool shows_middle = world->closed == ST_CLOSED_PEEK;
  strata_status status = st_store_rollback(&world->store, mark);
  if (!shows_middle) st_world_look_open(world);
  if (!status) st_views_look_back(world);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "rollback: this mark was forgotten by a "
                   "rollback to an earlier one or a commit");
}

strata_status strata_commit(strata_world *world) {
  st_call call = {.name = "commit"};
  strata_status status = st_world_begin_alone(world, "commit", &call);
  if (status) return status;
  status = st_change_expire(&world->change);
  status = st_world_finish(world, &call, status);
  if (!status) st_store_commit(&world->store);
  return status;
}

strata_status st_world_become(strata_world *world, const st_store *state) {
  strata_status status = st_store_copy(&world->store, state);
  if (status) return status;
  st_world_look_open(world);
  st_strings_reset(&world->strings);
  st_eval_reset(&world->eval);
  st_views_start_anew(world);
  return STRATA_OK;
}

static strata_status fork_into(const strata_world *world, strata_world *into) {
  if (into->rules != world->rules || into == world) {
    return ST_REFUSE(into, STRATA_EINVAL,
                     "fork: into another world of the same rules");
  }
  if (into->busy) return st_world_refuse_closed(into, "fork");
  strata_status status = st_world_become(into, &world->store);
  return status ? ST_REFUSE(into, status, "fork: out of memory") : STRATA_OK;
}

/* Of a world that is only read the log alone can be told. */
static strata_status refuse_new_fork(const strata_world *world,
                                     strata_status status, const char *line) {
  if (world->log) world->log(world->log_user, status, line);
  return status;
}

strata_status strata_fork(const strata_world *world, strata_world *into,
                          strata_world **out) {
  if (into) {
    strata_status status = fork_into(world, into);
    if (!status && out) *out = into;
    return status;
  }
  if (!out) {
    return refuse_new_fork(world, STRATA_EINVAL, "fork: into nothing");
  }
  strata_world_config config = {.struct_size = sizeof config,
                                .alloc = world->mem.alloc,
                                .alloc_user = world->mem.user,
                                .log = world->log,
                                .log_user = world->log_user,
                                .quotas = world->quotas};
  strata_world *made;
  strata_status status = st_world_make(world->rules, &config, &made);
  if (status) return refuse_new_fork(world, status, "fork: out of memory");
  status = fork_into(world, made);
  if (status) {
    strata_world_free(made);
    return status;
  }
  made->runner = world->runner;
  made->run.host.handle = world->run.host.handle;
  made->run.host.decide = world->run.host.decide;
  made->run.host.strict = world->run.host.strict;
  made->run.most_events = world->run.most_events;
  made->run.most_steps = world->run.most_steps;
  *out = made;
  return STRATA_OK;
}

uint64_t strata_hash(const strata_world *world) {
  return st_save_hash(&world->store);
}

strata_status strata_save(strata_world *world, void *buffer, size_t capacity,
                          size_t *size) {
  if (!size || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "save: no size, or no buffer");
  }
  if (st_save_write(&world->store, buffer, capacity, size)) return STRATA_OK;
  return ST_REFUSE(world, STRATA_ERANGE,
                   "save: the buffer is too small; it "
                   "takes ",
                   st_number_of((int64_t)*size).text, " bytes");
}

strata_status strata_load(const strata_rules *rules,
                          const strata_world_config *config, const void *bytes,
                          size_t size, strata_world **out,
                          strata_error *error) {
  if (!rules || !out || (!bytes && size > 0)) {
    return ST_ERROR(error, STRATA_EINVAL, 0, "load: an argument is NULL");
  }
  strata_world *world;
  strata_status status = st_world_make(rules, config, &world);
  if (status) {
    return ST_ERROR(error, status, 0, "load: ", strata_status_text(status));
  }
  status = st_save_read(&world->store, bytes, size, error);
  if (!status) {
    status = st_world_valid(&world->store);
    if (!status) status = st_effects_valid(&world->store);
    if (!status) status = st_play_valid(&world->store);
    if (status) {
      (void)ST_ERROR(error, status, 0, "load: its rows do not fit together: ",
                     strata_status_text(status));
    }
  }
  if (status) {
    strata_world_free(world);
    return status;
  }
  st_store_commit(&world->store);
  st_world_look_open(world);
  st_eval_reset(&world->eval);
  *out = world;
  return STRATA_OK;
}
