/* ops_journal.c - the calls on marks, forks, saves and loads. */
#include "ops_internal.h"

#include <stdlib.h>

void ops_forget_marks(ops *o) {
  for (size_t i = 0; i < OPS_MARKS; i++) {
    o->mark[i] = (strata_mark){0};
  }
}

void ops_mark(ops *o) {
  uint64_t hash = strata_hash(o->world);
  size_t i = 0;
  while (i < OPS_MARKS && o->mark[i].id) {
    i++;
  }
  if (i == OPS_MARKS) return;
  strata_mark mark = {0};
  if (!ops_done(o, strata_mark_set(o->world, &mark), hash)) return;
  o->mark[i] = mark;
  o->mark_hash[i] = hash;
  o->mark_values[i] = ops_values(o->world);
  if (strata_hash(o->world) != hash) ops_break(o, "a mark changed the hash");
}

void ops_rollback(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint8_t b = ops_byte(o);
  if (b == 255) {
    strata_status s =
        strata_rollback(o->world, (strata_mark){UINT64_MAX - ops_byte(o)});
    if (ops_done(o, s, hash)) ops_break(o, "rolled back to nowhere");
    return;
  }
  size_t i = b % OPS_MARKS;
  if (!o->mark[i].id) return;
  if (!ops_done(o, strata_rollback(o->world, o->mark[i]), hash)) {
    ops_break(o, "a mark was lost");
    return;
  }
  if (strata_hash(o->world) != o->mark_hash[i]) {
    ops_break(o, "rolled back to another hash");
  }
  if (ops_values(o->world) != o->mark_values[i]) {
    ops_break(o, "rolled back to other values");
  }
  for (size_t j = i + 1; j < OPS_MARKS; j++) {
    if (!o->mark[j].id) continue;
    hash = strata_hash(o->world);
    if (ops_done(o, strata_rollback(o->world, o->mark[j]), hash)) {
      ops_break(o, "a later mark outlived a rollback");
    }
    o->mark[j] = (strata_mark){0};
  }
}

void ops_commit(ops *o) {
  uint64_t hash = strata_hash(o->world);
  if (!ops_done(o, strata_commit(o->world), hash)) return;
  hash = strata_hash(o->world);
  for (size_t i = 0; i < OPS_MARKS; i++) {
    if (!o->mark[i].id) continue;
    if (ops_done(o, strata_rollback(o->world, o->mark[i]), hash)) {
      ops_break(o, "a mark outlived a commit");
    }
  }
  ops_forget_marks(o);
  if (!ops_done(o, strata_commit(o->world), hash)) return;
  if (strata_hash(o->world) != hash) ops_break(o, "commit is not idempotent");
}

/* A fork is equal, and what is done to it leaves this world alone. */
void ops_fork(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint64_t values = ops_values(o->world);
  strata_world *out = NULL;
  strata_status s = strata_fork(o->world, o->spare, &out);
  o->calls[s]++;
  if (s) return;
  o->spare = out;
  if (strata_hash(out) != hash || ops_values(out) != values) {
    ops_break(o, "a fork is another world");
  }
  strata_entity entity = 0;
  if (strata_spawn(out, &entity) ||
      strata_set_base_int(out, entity, kit_attr(o->rules, "power"), 5)) {
    return;
  }
  if (strata_hash(out) == hash) ops_break(o, "a fork cannot change");
  if (strata_hash(o->world) != hash || ops_values(o->world) != values) {
    ops_break(o, "a fork changed its origin");
  }
  if (ops_byte(o) % 4) return;
  o->spare = o->world;
  o->world = out;
  ops_forget_marks(o);
}

static void *ops_bytes(ops *o, size_t *size) {
  *size = 0;
  strata_status s = strata_save(o->world, NULL, 0, size);
  if (s) ops_break(o, "a save of no bytes");
  void *bytes = malloc(*size + 1);
  if (!bytes) return NULL;
  size_t written = 0;
  s = strata_save(o->world, bytes, *size, &written);
  o->calls[s]++;
  if (s || written > *size) ops_break(o, "a save that does not fit its size");
  *size = written;
  return bytes;
}

static strata_world *ops_loaded(ops *o, const void *bytes, size_t size) {
  strata_world_config config = {.alloc = o->config.mem ? kit_alloc : NULL,
                                .alloc_user = o->config.mem,
                                .log = o->config.log,
                                .log_user = o};
  strata_world *world = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status s = strata_load(o->rules, &config, bytes, size, &world, &error);
  o->calls[s]++;
  if (s == STRATA_ENOMEM) return NULL;
  if (s) ops_break(o, "a save that cannot be loaded");
  return world;
}

static strata_world *ops_twin(ops *o) {
  uint64_t hash = strata_hash(o->world);
  uint64_t values = ops_values(o->world);
  size_t size = 0;
  void *bytes = ops_bytes(o, &size);
  if (!bytes) return NULL;
  o->trace = kit_fold(o->trace, bytes, size);
  strata_world *world = ops_loaded(o, bytes, size);
  if (world && strata_hash(world) != hash) {
    ops_break(o, "loaded with another hash");
  }
  if (world && ops_values(world) != values) {
    ops_break(o, "loaded with other values");
  }
  if (strata_hash(o->world) != hash) ops_break(o, "saving wrote");
  free(bytes);
  return world;
}

void ops_save(ops *o) {
  strata_world_free(ops_twin(o));
}

/* Go on with what was loaded. */
void ops_load(ops *o) {
  strata_world *world = ops_twin(o);
  if (!world || o->broken) {
    strata_world_free(world);
    return;
  }
  strata_world_free(o->world);
  o->world = world;
  ops_forget_marks(o);
}

const char *ops_check_save(ops *o) {
  ops_save(o);
  return o->broken;
}
