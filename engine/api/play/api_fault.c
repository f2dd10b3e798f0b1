/*
 * api_fault.c - handlers that are disabled.
 *
 * That one is disabled is a row of the world. The words that say why are kept
 * beside it, in the world that saw it happen, as they tell of source files and
 * of what was taken back: no two hosts need to agree on them.
 */
#include "api/world/api_world.h"
#include "play/execution/fault.h"

#include <string.h>

/* Words of a fault that comes again, undone meanwhile, replace the old ones. */
static st_told_fault *room_for(strata_world *world, strata_handler handler) {
  for (size_t i = 0; i < world->fault_count; i++) {
    if (world->faults[i].handler == handler) return &world->faults[i];
  }
  if (!st_mem_reserve(&world->mem, &world->faults, &world->fault_capacity,
                      world->fault_count + 1, sizeof world->faults[0])) {
    return NULL;
  }
  st_told_fault *fault = &world->faults[world->fault_count++];
  *fault = (st_told_fault){.handler = handler};
  return fault;
}

static const char *text_of(const strata_world *world, strata_handler handler,
                           uint64_t action) {
  for (size_t i = 0; i < world->fault_count; i++) {
    const st_told_fault *fault = &world->faults[i];
    if (fault->handler == handler && fault->action == action) {
      return fault->text;
    }
  }
  return NULL;
}

strata_status st_world_blame(st_run *run) {
  strata_world *world = run->host.world;
  const st_fault_row *row = &run->fault.row;
  st_told_fault *told = room_for(world, row->handler);
  if (!told || run->fault.told.failed) return STRATA_ENOMEM;
  size_t size = run->fault.told.length + 1;
  if (!st_mem_reserve(&world->mem, &told->text, &told->size, size, 1)) {
    return STRATA_ENOMEM;
  }
  memcpy(told->text, st_text_get(&run->fault.told), size);
  told->action = st_scalar_get(&world->store, ST_SCALAR_ACTIONS) + 1;
  if (!world->runner.fault) return STRATA_OK;
  const strata_fault fault = {.handler = row->handler,
                              .code = row->code,
                              .kind = (strata_fault_kind)row->kind,
                              .action = told->action,
                              .text = told->text};
  world->runner.fault(world->runner.fault_user, world, &fault);
  return STRATA_OK;
}

void st_told_faults_free(strata_world *world) {
  for (size_t i = 0; i < world->fault_count; i++) {
    st_mem_free(&world->mem, world->faults[i].text, world->faults[i].size, 1);
  }
  st_mem_free(&world->mem, world->faults, world->fault_capacity,
              sizeof world->faults[0]);
}

/* -- What the host says -- */

static strata_status no_handler(strata_world *world, const char *call,
                                strata_handler handler) {
  return ST_REFUSE(
      world, STRATA_ENOENT, call, ": no handler ", st_number_of(handler).text,
      "; these rules have 1 to ",
      st_number_of(strata_rules_count(world->rules, STRATA_KIND_HANDLER)).text);
}

static bool is_handler(const strata_world *world, strata_handler handler) {
  return handler - 1 < strata_rules_count(world->rules, STRATA_KIND_HANDLER);
}

strata_status strata_disable_handler(strata_world *world,
                                     const strata_fault *fault) {
  if (!fault || (unsigned)fault->kind >= STRATA_FAULT_KINDS) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "disable_handler: fault is NULL, or of no kind");
  }
  if (!is_handler(world, fault->handler)) {
    return no_handler(world, "disable_handler", fault->handler);
  }
  if (fault->code > strata_rules_count(world->rules, STRATA_KIND_CODE)) {
    return ST_REFUSE(world, STRATA_ENOENT, "disable_handler: no code ",
                     st_number_of(fault->code).text);
  }
  st_call call;
  strata_status status = st_world_begin_alone(world, "disable_handler", &call);
  if (status) return status;
  const st_fault_row row = {
      .handler = fault->handler, .code = fault->code, .kind = fault->kind};
  if (st_fault_find(&world->store, fault->handler) == 0) {
    status = st_fault_add(&world->store, &row);
  }
  return st_world_finish(world, &call, status);
}

strata_status strata_enable_handler(strata_world *world,
                                    strata_handler handler) {
  if (!is_handler(world, handler)) {
    return no_handler(world, "enable_handler", handler);
  }
  st_call call;
  strata_status status = st_world_begin_alone(world, "enable_handler", &call);
  if (status) return status;
  uint32_t row = st_fault_find(&world->store, handler);
  if (row != 0) status = st_fault_take(&world->store, row);
  return st_world_finish(world, &call, status);
}

uint32_t strata_fault_count(const strata_world *world) {
  return st_fault_count(&world->store);
}

strata_status strata_fault_get(strata_world *world, uint32_t n,
                               strata_fault *out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "fault_get: out is NULL");
  if (n >= st_fault_count(&world->store)) {
    return ST_REFUSE(world, STRATA_ENOENT, "fault_get: ",
                     st_number_of(st_fault_count(&world->store)).text,
                     " handlers are disabled, and there is no number ",
                     st_number_of(n).text);
  }
  const st_fault_row row = st_fault_at(&world->store, n + 1);
  *out = (strata_fault){.handler = row.handler,
                        .code = row.code,
                        .kind = (strata_fault_kind)row.kind,
                        .action = row.action,
                        .text = text_of(world, row.handler, row.action)};
  return STRATA_OK;
}
