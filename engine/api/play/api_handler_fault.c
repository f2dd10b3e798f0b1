/*
 * api_handler_fault.c - disabled handlers.
 *
 * That a handler is disabled is a row of the state. The text of its fault is no
 * state: it names source files and events that were taken back, on which two
 * hosts need not agree. So the world in which the handler failed keeps it.
 */
#include "api/world/api_world.h"
#include "play/execution/blame.h"
#include "play/execution/execution.h"

#include <string.h>

/* A fault may occur again after it was undone: its new text replaces the old
 * one. */
static st_handler_fault_text *reserve_fault_text(strata_world *world,
                                                 strata_handler handler) {
  for (size_t i = 0; i < world->fault_text_count; i++) {
    if (world->fault_texts[i].handler == handler) return &world->fault_texts[i];
  }
  if (!st_mem_reserve(&world->mem, &world->fault_texts,
                      &world->fault_text_capacity, world->fault_text_count + 1,
                      sizeof world->fault_texts[0])) {
    return NULL;
  }
  st_handler_fault_text *fault = &world->fault_texts[world->fault_text_count++];
  *fault = (st_handler_fault_text){.handler = handler};
  return fault;
}

static const char *find_fault_text(const strata_world *world,
                                   strata_handler handler, uint64_t action) {
  for (size_t i = 0; i < world->fault_text_count; i++) {
    const st_handler_fault_text *fault = &world->fault_texts[i];
    if (fault->handler == handler && fault->action == action) {
      return fault->text;
    }
  }
  return NULL;
}

strata_status st_handler_fault_report(st_execution *exec) {
  strata_world *world = exec->host.world;
  const st_disabled_handler *row = &exec->handler_fault.disabled_row;
  st_handler_fault_text *told = reserve_fault_text(world, row->handler);
  if (!told || exec->handler_fault.report.failed) return STRATA_ENOMEM;
  size_t size = exec->handler_fault.report.length + 1;
  if (!st_mem_reserve(&world->mem, &told->text, &told->size, size, 1)) {
    return STRATA_ENOMEM;
  }
  memcpy(told->text, st_text_get(&exec->handler_fault.report), size);
  told->action = st_scalar_get(&world->store, ST_SCALAR_ACTIONS_ENDED) + 1;
  if (!world->runner.fault) return STRATA_OK;
  const strata_fault fault = {.handler = row->handler,
                              .watcher_def = row->watcher_def,
                              .kind = (strata_fault_kind)row->reason,
                              .action = told->action,
                              .text = told->text};
  world->runner.fault(world->runner.fault_user, world, &fault);
  return STRATA_OK;
}

void st_handler_fault_texts_free(strata_world *world) {
  for (size_t i = 0; i < world->fault_text_count; i++) {
    st_mem_free(&world->mem, world->fault_texts[i].text,
                world->fault_texts[i].size, 1);
  }
  st_mem_free(&world->mem, world->fault_texts, world->fault_text_capacity,
              sizeof world->fault_texts[0]);
}

/* -- What the host says -- */

static strata_status refuse_handler_id(strata_world *world, const char *call,
                                       strata_handler handler) {
  return ST_REFUSE(
      world, STRATA_ENOENT, call, ": no handler ",
      st_number_format(handler).text,
      st_range_text_of(st_rules_count(world->rules, STRATA_NAME_HANDLER)).text);
}

static bool is_handler_id(const strata_world *world, strata_handler handler) {
  return handler - 1 < st_rules_count(world->rules, STRATA_NAME_HANDLER);
}

strata_status strata_disable_handler(strata_world *world,
                                     const strata_fault *fault) {
  st_world_go_back(world);
  if (!fault || (unsigned)fault->kind >= STRATA_FAULT_KINDS) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "disable_handler: fault is NULL, or of no kind");
  }
  if (!is_handler_id(world, fault->handler)) {
    return refuse_handler_id(world, "disable_handler", fault->handler);
  }
  if (fault->watcher_def >
      st_rules_count(world->rules, STRATA_NAME_WATCHER_DEF)) {
    return ST_REFUSE(world, STRATA_ENOENT, "disable_handler: no code ",
                     st_number_format(fault->watcher_def).text);
  }
  st_write_call call;
  strata_status status =
      st_world_begin_idle_write(world, "disable_handler", &call);
  if (status) return status;
  const st_disabled_handler row = {.handler = fault->handler,
                                   .watcher_def = fault->watcher_def,
                                   .reason = fault->kind};
  if (st_disabled_handler_find(&world->store, fault->handler) == 0) {
    status = st_disabled_handler_add(&world->store, &row);
  }
  return st_world_end_write(world, &call, status);
}

strata_status strata_enable_handler(strata_world *world,
                                    strata_handler handler) {
  st_world_go_back(world);
  if (!is_handler_id(world, handler)) {
    return refuse_handler_id(world, "enable_handler", handler);
  }
  st_write_call call;
  strata_status status =
      st_world_begin_idle_write(world, "enable_handler", &call);
  if (status) return status;
  uint32_t row = st_disabled_handler_find(&world->store, handler);
  if (row != 0) status = st_disabled_handler_remove(&world->store, row);
  return st_world_end_write(world, &call, status);
}

uint32_t strata_disabled_count(const strata_world *world) {
  st_world_go_back(world);
  return st_disabled_handler_count(&world->store);
}

strata_status strata_disabled_get(strata_world *world, uint32_t n,
                                  strata_fault *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "fault_get: out is NULL");
  if (n >= st_disabled_handler_count(&world->store)) {
    return ST_REFUSE(
        world, STRATA_ENOENT, "fault_get: ",
        st_number_format(st_disabled_handler_count(&world->store)).text,
        " handlers are disabled, and there is no number ",
        st_number_format(n).text);
  }
  const st_disabled_handler row = st_disabled_handler_get(&world->store, n + 1);
  *out =
      (strata_fault){.handler = row.handler,
                     .watcher_def = row.watcher_def,
                     .kind = (strata_fault_kind)row.reason,
                     .action = row.action,
                     .text = find_fault_text(world, row.handler, row.action)};
  return STRATA_OK;
}
