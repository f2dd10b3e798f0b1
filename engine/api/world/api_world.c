/*
 * api_world.c - worlds, their journal, forks and saves.
 *
 * Arguments are checked here, and public calls begin and end here. No rule of a
 * game is decided on this floor.
 */
#include "api/world/api_world.h"

#include "layers/pass/profile.h"
#include "play/action/execution_lifetime.h"
#include "play/action/suspended.h"
#include "play/compare/position_hash.h"
#include "play/execution/execution.h"
#include "world/save/save_format.h"
#include "world/save/save_read.h"
#include "world/save/save_write.h"
#include "world/save/validate_effects.h"
#include "world/save/validate_play.h"
#include "world/save/validate_world.h"
#include "world/tables/course_rows.h"

#include <string.h>

/* -- Refusing -- */

/* Tell the log function. If it calls the world, what is refused there is not
 * logged, and the error stays that of the call that failed first. */
static void log_error(strata_world *world) {
  if (!world->log || world->is_logging) return;
  const strata_error error = world->error;
  world->is_logging = true;
  world->log(world->log_user, error.status, error.text);
  world->is_logging = false;
  world->error = error;
}

/* The message of a predicate that failed is more precise than that of the call
 * that it failed in. While a call is interrupted, all that fails in it fails
 * for that. */
strata_status st_world_refuse(strata_world *world, strata_status status,
                              const char *const *pieces) {
  strata_error *asked = &world->eval.predicate_cache.error;
  const char *const interrupted[] = {st_status_text(STRATA_EINTERRUPTED), NULL};
  if (st_world_end_interrupt(world)) {
    asked->status = STRATA_OK;
    status = STRATA_EINTERRUPTED;
    pieces = interrupted;
  }
  strata_status result = st_error_set(&world->error, status, 0, pieces);
  if (asked->status == status) {
    world->error = *asked;
    asked->status = STRATA_OK;
  }
  log_error(world);
  return result;
}

static st_handle_text write_handle(const char *sign, uint64_t handle) {
  st_handle_text result;
  st_text text;
  st_text_init_fixed(&text, result.text, sizeof result.text);
  st_text_add_str(&text, sign);
  st_text_add_uint(&text, st_slot_of(handle));
  st_text_add_str(&text, ":");
  st_text_add_uint(&text, st_generation_of(handle));
  return result;
}

st_handle_text st_handle_text_of(uint64_t handle) {
  return write_handle("#", handle);
}

st_handle_text st_effect_text_of(uint64_t handle) {
  return write_handle("~", handle);
}

static const char *lock_reason_text(const strata_world *world) {
  switch ((st_world_lock)world->lock) {
  case ST_WORLD_LOCK_DECISION:
  case ST_WORLD_LOCK_AHEAD:
    return ": a decision is open: answer it, or give the action up";
  case ST_WORLD_LOCK_PEEK:
    return ": this world shows the middle of an action, and can be read alone: "
           "fork it (strata_fork)";
  case ST_WORLD_LOCK_HANDLER:
    return ": an action runs: a handler lets events happen (strata_emit), and "
           "what performs an event writes";
  case ST_WORLD_LOCK_OBSERVER:
    return ": an observer is told what has happened, and can only read";
  case ST_WORLD_LOCK_PREDICATE:
    return ": a predicate is asked, and reads through its context alone";
  case ST_WORLD_LOCK_NONE: /* a handler that performs an event runs */
  case ST_WORLD_LOCK_EXECUTION:
    break;
  }
  return ": an action runs";
}

/* Whether a function of the host is on the stack, or has been left. */
static bool is_in_host_call(const strata_world *world) {
  return world->lock != ST_WORLD_LOCK_DECISION &&
         world->lock != ST_WORLD_LOCK_AHEAD &&
         world->lock != ST_WORLD_LOCK_PEEK;
}

strata_status st_world_refuse_locked(strata_world *world, const char *name) {
  return ST_REFUSE(world, STRATA_EOPEN, name, lock_reason_text(world),
                   is_in_host_call(world) ? "; if a function of the host left "
                                            "it by a jump: strata_recover"
                                          : "");
}

void st_world_undo_write(strata_world *world, const st_write_call *call) {
  st_store_undo(&world->store, call->savepoint);
  world->eval.in_force.stale =
      true; /* it may be newer than the state that was restored */
  st_world_keep_write(world);
}

strata_status st_world_end_write(strata_world *world, const st_write_call *call,
                                 strata_status status) {
  if (status == STRATA_OK) {
    st_world_keep_write(world);
    return STRATA_OK;
  }
  st_world_undo_write(world, call);
  return ST_REFUSE(world, status, call->name, ": ",
                   st_store_status_text(&world->store, status));
}

strata_status st_world_check_text(strata_world *world, const char *call,
                                  const char *what, const char *text) {
  size_t bad = text ? st_text_find_bad_utf8(text, strlen(text)) : SIZE_MAX;
  if (bad == SIZE_MAX) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call, ": ", what,
                   " is not UTF-8, at byte ",
                   st_number_format((int64_t)bad).text);
}

st_range_text st_range_text_of(uint32_t count) {
  st_range_text result;
  st_text text;
  st_text_init_fixed(&text, result.text, sizeof result.text);
  st_text_add_str(&text, "; these rules have ");
  st_text_add_str(&text, count > 0 ? "1 to " : "none");
  if (count > 0) st_text_add_uint(&text, count);
  return result;
}

const st_attr *st_world_check_attr(strata_world *world, const char *call,
                                   strata_attr attr) {
  const st_attr *a = st_attr_of(world->rules, attr);
  if (a) return a;
  if (attr == 0) {
    (void)ST_REFUSE(world, STRATA_ENOENT, call,
                    ": no attribute 0, which is what strata_rules_find gives "
                    "for a name that these rules lack");
    return NULL;
  }
  /* A host that uses signed keys should find its own in the message. */
  bool negative = (int32_t)attr < 0;
  (void)ST_REFUSE(
      world, STRATA_ENOENT, call, ": no attribute ",
      st_number_format(attr).text, negative ? " (as a signed number, " : "",
      negative ? st_number_format((int32_t)attr).text : "", negative ? ")" : "",
      st_range_text_of(st_attr_count(world->rules)).text);
  return NULL;
}

strata_status st_world_refuse_attr_type(strata_world *world, const char *call,
                                        const st_attr *attr,
                                        const char *wanted) {
  return ST_REFUSE(world, STRATA_ETYPE, call, ": attribute '", attr->name,
                   "' is no ", wanted);
}

const st_watcher_def *st_world_check_watcher_def(strata_world *world,
                                                 const char *call,
                                                 strata_watcher_def code) {
  uint32_t count = st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF);
  if (code - 1 < count) return st_watcher_def_get(world->rules, code);
  (void)ST_REFUSE(world, STRATA_ENOENT, call, ": no code ",
                  st_number_format(code).text, st_range_text_of(count).text);
  return NULL;
}

uint32_t st_world_check_entity(strata_world *world, const char *call,
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

void st_world_leave_ahead(strata_world *world) {
  /* the decisions that were given out are those of the same state */
  bool same = world->decisions_hash == world->store.hash;
  st_suspended_go_back(&world->execution);
  if (same) world->decisions_hash = world->store.hash;
  st_store_end(&world->store);
  st_world_update_lock(world);
}

/* A predicate is called, or has answered: st_predicate_cache.on_call. */
static void on_predicate_call(void *user, bool begins) {
  strata_world *world = user;
  st_outer_call *outer = &world->outer;
  if (!begins) {
    world->lock = outer->asked_lock;
    world->busy = outer->asked_busy;
    return;
  }
  if (!world->busy && !outer->writes) outer->lock = world->lock;
  outer->asked_lock = world->lock;
  outer->asked_busy = world->busy;
  world->lock = ST_WORLD_LOCK_PREDICATE;
  world->busy = true;
}

strata_status st_world_init_caches(strata_world *world) {
  strata_status status = st_eval_init(&world->eval, &world->mem, &world->store);
  if (status) return status;
  world->eval.predicate_cache.on_call = on_predicate_call;
  world->eval.predicate_cache.on_call_user = world;
  st_mutator_init(&world->change, &world->store, &world->strings, &world->eval);
  st_execution_init(&world->execution, &world->change, &world->execution_error);
  world->execution.host.world = world;
  world->execution.host.report_fault = st_handler_fault_report;
  world->execution.may_stay_ahead = true;
  return STRATA_OK;
}

strata_status st_world_new(const strata_rules *rules,
                           const strata_world_config *config,
                           strata_world **out) {
  strata_world_config options = {0};
  if (!rules || !out) return STRATA_EINVAL;
  assert(st_version_is_known(rules->header_version));
  if (config) options = *config;
  st_mem mem;
  st_mem_init(&mem, options.alloc, options.alloc_user);
  mem.effort.ask = options.interrupt;
  mem.effort.user = options.interrupt_user;
  strata_world *world = st_mem_zeroed(&mem, 1, sizeof *world);
  if (!world) return STRATA_ENOMEM;
  world->mem = mem;
  world->rules = rules;
  world->log = options.log;
  world->log_user = options.log_user;
  st_text_init(&world->out_text, &world->mem);
  strata_status status = st_store_init(&world->store, &world->mem, rules);
  if (!status) {
    world->quotas = options.quotas;
    st_store_set_quotas(&world->store, &world->quotas);
    st_arena_init(&world->out_arena, &world->mem);
    st_arena_init(&world->decision_arena, &world->mem);
    status = st_world_init_caches(world);
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

strata_world_config st_world_config_of(const strata_world *world) {
  return (strata_world_config){.alloc = world->mem.alloc,
                               .alloc_user = world->mem.user,
                               .log = world->log,
                               .log_user = world->log_user,
                               .quotas = world->quotas,
                               .interrupt = world->mem.effort.ask,
                               .interrupt_user = world->mem.effort.user};
}

bool st_world_end_interrupt(strata_world *world) {
  const bool is_interrupted = world->mem.effort.is_interrupted;
  if (!world->busy) world->mem.effort.is_interrupted = false;
  return is_interrupted;
}

void strata_world_set_interrupt(strata_world *world,
                                strata_interrupt_fn interrupt, void *user) {
  world->mem.effort.ask = interrupt;
  world->mem.effort.user = user;
}

strata_status strata_world_new(const strata_rules *rules,
                               const strata_world_config *config,
                               strata_world **out) {
  return st_world_new(rules, config, out);
}

void strata_world_free(strata_world *world) {
  if (!world) return;
  st_profile_free(world->eval.profile);
  st_remembered_actions_free(world);
  st_kept_log_fini(world);
  st_handler_fault_texts_free(world);
  st_execution_fini(&world->execution);
  if (world->out_arena.mem) st_arena_fini(&world->out_arena);
  if (world->decision_arena.mem) st_arena_fini(&world->decision_arena);
  st_mem_free(&world->mem, world->observers, world->observer_capacity,
              sizeof world->observers[0]);
  st_mem_free(&world->mem, world->provisional_hashes,
              world->provisional_capacity, sizeof world->provisional_hashes[0]);
  st_mem_free(&world->mem, world->observed_decisions,
              world->observed_decision_capacity,
              sizeof world->observed_decisions[0]);
  st_mutator_fini(&world->change);
  st_eval_fini(&world->eval);
  st_strings_fini(&world->strings, &world->mem);
  if (world->store.mem) st_store_fini(&world->store);
  st_mem_free(&world->mem, world->out_symbols, world->out_symbol_capacity,
              sizeof world->out_symbols[0]);
  st_mem_free(&world->mem, world->draft_targets, world->draft_target_capacity,
              sizeof world->draft_targets[0]);
  st_mem_free(&world->mem, world->draft_parts, world->draft_part_capacity,
              sizeof world->draft_parts[0]);
  st_mem_free(&world->mem, world->value_words, world->value_word_capacity,
              sizeof world->value_words[0]);
  st_text_fini(&world->out_text);
  bool was_left = world->was_recovered || world->busy;
  st_mem mem = world->mem; /* the bytes outlive the block */
  st_mem_free(&mem, world, 1, sizeof *world);
  assert(mem.live_bytes == 0 || was_left);
  (void)was_left;
}

const strata_rules *strata_world_rules(const strata_world *world) {
  return world->rules;
}

const char *strata_world_error(const strata_world *world) {
  return world->error.text;
}

void strata_world_stats(const strata_world *world, strata_stats *out) {
  const st_store *store = &world->store;
  bool is_ahead = world->lock == ST_WORLD_LOCK_AHEAD;
  *out = (strata_stats){
      .entities = is_ahead ? world->entities_before
                           : st_scalar_get(store, ST_SCALAR_ENTITY_COUNT),
      .effects = is_ahead ? world->effects_before
                          : st_scalar_get(store, ST_SCALAR_EFFECT_COUNT),
      .evaluations = world->eval.evaluations,
      .classes = st_classes_used_count(&world->eval.classes),
      .state_bytes =
          (uint64_t)store->page_count * ST_PAGE_BYTES +
          (uint64_t)store->directory_count * sizeof store->directory[0],
      .cache_bytes = st_eval_bytes(&world->eval) +
                     st_watcher_index_bytes(&world->execution.index) +
                     st_sba_cache_bytes(&world->execution.sba_cache) +
                     st_legal_cache_bytes(&world->execution.legal_cache) +
                     st_suspended_bytes(&world->execution),
      .journal_bytes =
          (uint64_t)store->journal_count * sizeof store->journal[0],
      .live_bytes = world->mem.live_bytes,
      .predicate_calls = world->eval.predicate_cache.calls,
      .events = st_execution_events_told(&world->execution),
      .effort = world->mem.effort.slices * STRATA_EFFORT_SLICE -
                world->mem.effort.left,
      .trials = world->execution.attempts_followed,
      .resumed = world->execution.resumed_count};
}

void strata_world_drop_caches(strata_world *world) {
  st_world_go_back(world);
  if (st_world_is_unreadable(world)) return; /* they are being made */
  st_eval_drop_caches(&world->eval);
  st_watcher_index_release(&world->execution.index);
  st_sba_cache_release(&world->execution.sba_cache);
  if (!world->busy) {
    st_suspended_drop(&world->execution);
    /* a handler may call this while a list is made */
    st_legal_cache_release(&world->execution.legal_cache);
  }
  st_strings_reset(&world->strings);
}

strata_status strata_world_tune(strata_world *world, strata_tuning what,
                                strata_tune how) {
  st_world_go_back(world);
  if ((unsigned)how > STRATA_TUNE_ALWAYS) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "tune: there is no such way; use AUTO, NEVER or ALWAYS");
  }
  if ((unsigned)what > STRATA_TUNE_SETS) {
    return ST_REFUSE(world, STRATA_EINVAL, "tune: there is no such tuning");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "tune");
  }
  world->eval.tune[what] = (uint8_t)how;
  if (what == STRATA_TUNE_CLASSES) world->eval.classes.sharing = how;
  strata_world_drop_caches(world);
  return STRATA_OK;
}

/* -- Journal, forks, saves -- */

strata_status strata_mark_set(strata_world *world, strata_mark *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "mark: out is NULL");
  if (world->busy) return st_world_refuse_locked(world, "mark");
  strata_status status = st_store_mark(&world->store, &out->id);
  return status ? ST_REFUSE(world, status, "mark: out of memory") : status;
}

strata_status strata_rollback(strata_world *world, strata_mark mark) {
  st_world_go_back(world);
  if (world->busy) return st_world_refuse_locked(world, "rollback");
  bool shows_middle = world->lock == ST_WORLD_LOCK_PEEK;
  strata_status status = st_store_rollback(&world->store, mark.id);
  if (!shows_middle) st_world_update_lock(world);
  if (!status) st_observers_rewind(world);
  if (!status) return STRATA_OK;
  return ST_REFUSE(world, status,
                   "rollback: this mark was forgotten by a "
                   "rollback to an earlier one or a commit");
}

strata_status strata_commit(strata_world *world) {
  st_world_go_back(world);
  st_write_call call = {.name = "commit"};
  strata_status status = st_world_begin_idle_write(world, "commit", &call);
  if (status) return status;
  status = st_mutator_end_expired(&world->change);
  status = st_world_end_write(world, &call, status);
  if (!status) st_store_commit(&world->store);
  return status;
}

strata_status st_world_replace_state(strata_world *world,
                                     const st_store *state) {
  strata_status status = st_store_copy(&world->store, state);
  if (status) return status;
  st_suspended_drop(&world->execution);
  world->has_decisions = false;
  st_world_update_lock(world);
  st_strings_reset(&world->strings);
  st_eval_reset(&world->eval);
  st_observers_restart(world);
  st_kept_log_clear(world);
  return STRATA_OK;
}

void st_world_take_handlers(strata_world *to, const strata_world *from) {
  st_execution_host *host = &to->execution.host;
  to->runner = from->runner;
  host->run_handler = from->execution.host.run_handler;
  host->resume_handler = from->execution.host.resume_handler;
  host->forget_handler = from->execution.host.forget_handler;
}

static strata_status fork_into_world(const strata_world *world,
                                     strata_world *into) {
  if (into->rules != world->rules || into == world) {
    return ST_REFUSE(into, STRATA_EINVAL,
                     "fork: into another world of the same rules");
  }
  if (into->busy) return st_world_refuse_locked(into, "fork");
  strata_status status = st_world_replace_state(into, &world->store);
  return status ? ST_REFUSE(into, status, "fork: out of memory") : STRATA_OK;
}

/* Log an error of a world that is only read: it cannot keep the message. */
static strata_status refuse_fork_of_const(const strata_world *world,
                                          strata_status status,
                                          const char *line) {
  if (world->log) world->log(world->log_user, status, line);
  return status;
}

strata_status strata_fork(const strata_world *world, strata_world *into,
                          strata_world **out) {
  st_world_go_back(world);
  if (into) {
    strata_status status = fork_into_world(world, into);
    if (!status && out) *out = into;
    return status;
  }
  if (!out) {
    return refuse_fork_of_const(world, STRATA_EINVAL, "fork: into nothing");
  }
  if (st_world_is_unreadable(world)) {
    return refuse_fork_of_const(world, STRATA_EOPEN,
                                "fork: a predicate is asked, and reads through "
                                "its context alone");
  }
  const strata_world_config config = st_world_config_of(world);
  strata_world *made;
  strata_status status = st_world_new(world->rules, &config, &made);
  if (status) return refuse_fork_of_const(world, status, "fork: out of memory");
  status = fork_into_world(world, made);
  if (status) {
    strata_world_free(made);
    return status;
  }
  st_world_take_handlers(made, world);
  made->execution.host.ask_policy = world->execution.host.ask_policy;
  made->execution.host.fail_on_fault = world->execution.host.fail_on_fault;
  made->execution.max_events = world->execution.max_events;
  made->execution.max_steps = world->execution.max_steps;
  *out = made;
  return STRATA_OK;
}

uint64_t strata_hash(const strata_world *world) {
  st_world_go_back(world);
  return st_save_hash(&world->store);
}

strata_status strata_position_hash(strata_world *world, uint64_t *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "position: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "position");
  }
  strata_status status = st_position_hash(&world->store, out);
  return status ? ST_REFUSE(world, status, "position: out of memory")
                : STRATA_OK;
}

strata_status strata_save(strata_world *world, void *buffer, size_t capacity,
                          size_t *size) {
  st_world_go_back(world);
  if (!size || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "save: no size, or no buffer");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "save");
  }
  bool fits = st_save_write(&world->store, buffer, capacity, size);
  if (fits || !buffer) return STRATA_OK;
  return ST_REFUSE(world, STRATA_ERANGE,
                   "save: the buffer is too small; it "
                   "takes ",
                   st_number_format((int64_t)*size).text, " bytes");
}

/* Refuse loaded rows that do not fit together. */
static strata_status validate_loaded(const st_store *store,
                                     strata_error *error) {
  strata_status status = st_validate_world(store);
  if (!status) status = st_validate_effects(store);
  const char *why = st_status_text(status);
  if (!status) {
    status = st_validate_play(store);
    why = st_status_text(status);
    /* All else is damage, but a period can have another place in rules that
     * have changed. */
    if (status == STRATA_ECORRUPT && !st_course_rows_valid(store)) {
      why = "these rules have the periods that are open or added in other "
            "places of the course; load it under rules that have them where "
            "they were";
    }
  }
  if (!status) return STRATA_OK;
  return ST_ERROR(error, status, 0,
                  "load: its rows do not fit together: ", why);
}

strata_status st_world_load(const strata_rules *rules,
                            const strata_world_config *config,
                            const void *bytes, size_t size, strata_world **out,
                            strata_error *error) {
  strata_world *world;
  strata_status status = st_world_new(rules, config, &world);
  if (status) {
    return ST_ERROR(error, status, 0, "load: ", st_status_text(status));
  }
  status = st_save_read(&world->store, bytes, size, error);
  if (!status) status = validate_loaded(&world->store, error);
  if (status && st_world_end_interrupt(world)) {
    status = STRATA_EINTERRUPTED;
    (void)ST_ERROR(error, status, 0, "load: ", st_status_text(status));
  }
  if (status) {
    strata_world_free(world);
    return status;
  }
  st_store_commit(&world->store);
  st_world_update_lock(world);
  st_eval_reset(&world->eval);
  *out = world;
  return STRATA_OK;
}

strata_status strata_load(const strata_rules *rules,
                          const strata_world_config *config, const void *bytes,
                          size_t size, strata_world **out,
                          strata_error *error) {
  if (!rules || !out || (!bytes && size > 0)) {
    return ST_ERROR(error, STRATA_EINVAL, 0, "load: an argument is NULL");
  }
  strata_status status = st_world_load(rules, config, bytes, size, out, error);
  if (status) return status;
  st_execution_warm(&(*out)->execution);
  /* What was not filled is filled when it is needed. */
  (void)st_world_end_interrupt(*out);
  return STRATA_OK;
}
