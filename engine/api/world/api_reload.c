/*
 * api_reload.c - a world under other rules.
 *
 * A reload is a save and a load at once. Besides, its messages can name what
 * the new rules lack, and settings that are no state are copied.
 */
#include "api/world/api_world.h"
#include "play/action/execution_lifetime.h"
#include "world/save/rules_compat.h"
#include "world/save/save_write.h"

#include <string.h>

strata_status strata_missing_names(strata_world *world,
                                   const strata_rules *rules,
                                   strata_missing_fn fn, void *user) {
  st_world_go_back(world);
  if (!rules || !fn) {
    return ST_REFUSE(world, STRATA_EINVAL, "lacks: an argument is NULL");
  }
  if (world->busy) return st_world_refuse_locked(world, "missing_names");
  uint8_t lock = world->lock;
  world->outer = (st_outer_call){.lock = lock};
  world->busy = true;
  world->lock = ST_WORLD_LOCK_OBSERVER;
  strata_status status =
      st_rules_compat_list_missing(&world->store, rules, fn, user);
  world->busy = false;
  world->lock = lock;
  return status ? ST_REFUSE(world, status, "lacks: out of memory") : STRATA_OK;
}

/* -- What is said of rules that do not do -- */

enum { MISSING_NAMES_TOLD = 4 };

typedef struct missing_names {
  st_text *text;
  size_t count;
} missing_names;

static void add_missing_name(void *user, strata_name_kind kind,
                             const char *name) {
  missing_names *l = user;
  if (l->count++ >= MISSING_NAMES_TOLD) return;
  if (l->count > 1) st_text_add_str(l->text, ", ");
  st_text_add_str(l->text, st_name_kind_text(kind));
  st_text_add_str(l->text, " '");
  st_text_add_str(l->text, name);
  st_text_add_str(l->text, "'");
}

static strata_status refuse_missing_names(strata_world *world,
                                          const missing_names *l,
                                          strata_error *error) {
  const char *more = l->count > MISSING_NAMES_TOLD ? ", ..." : "";
  (void)ST_ERROR(error, STRATA_ENOENT, 0,
                 "reload: the new rules lack what "
                 "the world uses: ",
                 st_text_get(l->text), more);
  return ST_REFUSE(world, STRATA_ENOENT,
                   "reload: the new rules lack what the "
                   "world uses: ",
                   st_text_get(l->text), more);
}

/* -- Reloading -- */

/* Load the new world from a save of the old one. */
static strata_status load_under_rules(strata_world *world,
                                      const strata_rules *rules,
                                      strata_world **out, strata_error *error) {
  size_t size = 0;
  (void)st_save_write(&world->store, NULL, 0, &size);
  uint8_t *bytes = st_mem_zeroed(&world->mem, size, 1);
  if (!bytes) return STRATA_ENOMEM;
  const size_t room = size;
  (void)st_save_write(&world->store, bytes, room, &size);
  const strata_world_config config = st_world_config_of(world);
  strata_status status = st_world_load(rules, &config, bytes, size, out, error);
  st_mem_free(&world->mem, bytes, room, 1);
  return status;
}

static void copy_world_settings(strata_world *to, const strata_world *from) {
  memcpy(to->eval.tune, from->eval.tune, sizeof to->eval.tune);
  to->eval.classes.sharing = from->eval.classes.sharing;
  to->execution.max_events = from->execution.max_events;
  to->execution.max_steps = from->execution.max_steps;
  to->execution.host.keep_log = from->execution.host.keep_log;
}

strata_status strata_reload(strata_world *world, const strata_rules *rules,
                            strata_world **out, strata_error *error) {
  st_world_go_back(world);
  strata_error spare;
  if (!error) error = &spare;
  if (!rules || !out) {
    return ST_ERROR(error, STRATA_EINVAL, 0, "reload: an argument is NULL");
  }
  if (world->busy || world->lock == ST_WORLD_LOCK_PEEK) {
    strata_status refused = st_world_refuse_locked(world, "reload");
    return ST_ERROR(error, refused, 0, world->error.text);
  }
  st_text text;
  st_text_init(&text, &world->mem);
  missing_names found = {.text = &text};
  strata_status status = st_rules_compat_list_missing(&world->store, rules,
                                                      add_missing_name, &found);
  strata_world *made = NULL;
  if (!status && found.count > 0) {
    status = refuse_missing_names(world, &found, error);
  } else if (!status) {
    status = load_under_rules(world, rules, &made, error);
  }
  if (status == STRATA_ENOMEM) {
    (void)ST_ERROR(error, status, 0, "reload: out of memory");
  }
  st_text_fini(&text);
  if (status) return status;
  assert(made);
  copy_world_settings(made, world);
  status = st_observers_copy(made, world);
  if (status) {
    strata_world_free(made);
    return ST_ERROR(error, status, 0, "reload: out of memory");
  }
  st_execution_warm(&made->execution);
  /* What was not filled is filled when it is needed. */
  (void)st_world_end_interrupt(made);
  *out = made;
  return STRATA_OK;
}
