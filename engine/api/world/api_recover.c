/*
 * api_recover.c - giving up a call that a function of the host has left by an
 * exception or a jump.
 *
 * The C stack of the call is gone, so nothing of it can be ended in an orderly
 * way: a pass may be half made, an execution may stand anywhere, and arenas on
 * that stack can no longer be freed. The state has its journal, so it goes back
 * to where the outermost call began; all else is derived from the state, and is
 * freed and made anew.
 */
#include "api/world/api_world.h"
#include "layers/pass/profile.h"
#include "play/action/execution_lifetime.h"
#include "play/action/suspended.h"

#include <string.h>

/* Settings of the host, which are kept in what is made anew. */
typedef struct kept_settings {
  st_execution_host host;
  uint64_t max_events, max_steps;
  uint8_t tune[sizeof((st_eval *)NULL)->tune];
  strata_tune sharing;
  st_profile *profile;
  uint64_t evaluations, predicate_calls;
} kept_settings;

static kept_settings keep_settings(const strata_world *world) {
  kept_settings kept = {.host = world->execution.host,
                        .max_events = world->execution.max_events,
                        .max_steps = world->execution.max_steps,
                        .sharing = world->eval.classes.sharing,
                        .profile = world->eval.profile,
                        .evaluations = world->eval.evaluations,
                        .predicate_calls = world->eval.predicate_cache.calls};
  memcpy(kept.tune, world->eval.tune, sizeof kept.tune);
  return kept;
}

static void restore_settings(strata_world *world, const kept_settings *kept) {
  world->execution.host = kept->host;
  world->execution.max_events = kept->max_events;
  world->execution.max_steps = kept->max_steps;
  memcpy(world->eval.tune, kept->tune, sizeof kept->tune);
  world->eval.classes.sharing = kept->sharing;
  world->eval.profile = kept->profile;
  for (int i = 0; i < 2; i++) {
    world->eval.passes[i].profile = kept->profile;
  }
  world->eval.evaluations = kept->evaluations;
  world->eval.predicate_cache.calls = kept->predicate_calls;
}

/* If the call began ahead, its beginning is no state to go back to: open the
 * action again, unless that was done already, when a handler failed. No cache
 * is told, as any may be half made. */
static void reopen_action(strata_world *world) {
  st_outer_call *outer = &world->outer;
  const st_suspended *suspended = &world->execution.suspended;
  if (!outer->writes || outer->lock != ST_WORLD_LOCK_AHEAD) return;
  world->store.on_undo = NULL;
  if (suspended->record) st_suspended_reopen(&world->execution);
  outer->savepoint = suspended->reopened;
  outer->mark_count = suspended->reopened_marks;
}

/* Free and make anew all that is derived from the state. The journal is undone
 * in between, when no cache is told of it. On ENOMEM the world stays locked, so
 * that it can be tried again. */
static strata_status remake_caches(strata_world *world) {
  const kept_settings kept = keep_settings(world);
  st_outer_call *outer = &world->outer;
  reopen_action(world);
  st_execution_fini(&world->execution);
  st_mutator_fini(&world->change);
  st_eval_fini(&world->eval);
  if (outer->writes) {
    st_store_undo(&world->store, outer->savepoint);
    world->store.mark_count = outer->mark_count;
    st_store_end(&world->store);
    outer->writes = false;
  }
  st_strings_reset(&world->strings);
  strata_status status = st_world_init_caches(world);
  restore_settings(world, &kept);
  if (status) world->lock = ST_WORLD_LOCK_PREDICATE;
  return status;
}

static void free_rerun_copy(strata_world *world) {
  if (!world->rerun_copy) return;
  world->rerun_copy->was_recovered = true;
  strata_world_free(world->rerun_copy);
  world->rerun_copy = NULL;
}

strata_status strata_recover(strata_world *world) {
  bool observed = world->busy;
  world->is_logging = false;
  if (!world->busy && !world->outer.writes) return STRATA_OK;
  world->was_recovered = true;
  world->busy = true;
  free_rerun_copy(world);
  strata_status status = remake_caches(world);
  if (status) return ST_REFUSE(world, status, "recover: out of memory");
  world->busy = false;
  world->execution_error.status = STRATA_OK;
  world->lock = world->outer.lock;
  if (world->lock != ST_WORLD_LOCK_PEEK) st_world_update_lock(world);
  if (observed) st_observers_end(world, STRATA_ESCRIPT);
  return STRATA_OK;
}
