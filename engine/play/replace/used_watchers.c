/*
 * used_watchers.c - started watchers that were used since the last sweep.
 *
 * Uses are collected while the events of a batch are decided and performed;
 * then the watchers among these that have none left end together.
 */
#include "play/replace/used_watchers.h"

#include "world/tables/started_watchers.h"

strata_status st_used_watchers_add(st_execution *exec, uint64_t handle) {
  if (handle == 0) return STRATA_OK;
  if (!st_mem_reserve(
          exec->mem, &exec->used_started, &exec->used_started_capacity,
          exec->used_started_count + 1, sizeof exec->used_started[0])) {
    return STRATA_ENOMEM;
  }
  exec->used_started[exec->used_started_count++] = handle;
  return STRATA_OK;
}

strata_status st_used_watchers_end_spent(st_execution *exec) {
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < exec->used_started_count; i++) {
    uint32_t slot = st_started_watcher_slot(exec->store, exec->used_started[i]);
    if (slot != 0 && st_started_watcher_is_spent(exec->store, slot)) {
      status = st_started_watcher_remove(exec->store, slot);
    }
  }
  exec->used_started_count = 0;
  return status;
}
