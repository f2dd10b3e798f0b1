/*
 * api_handler_runner.c - who runs the handlers of a world, and goes on with
 * those that wait.
 */
#include "api/play/api_decision.h"
#include "play/action/suspended.h"
#include "play/execution/event_limit.h"
#include "play/execution/handler_call.h"

/* -- Running -- */

/* What the host's functions may write is checked where each call begins. If one
 * fails with the status of a call on the world, the message of that call stays.
 */
static strata_status run_for_host(strata_handler_call *r, bool goes_on) {
  strata_world *world = r->execution->host.world;
  const strata_handler_runner *runner = &world->runner;
  uint8_t closed = world->lock;
  bool writes = r->stage == ST_SITE_PERFORM;
  world->lock = writes ? ST_WORLD_LOCK_NONE : ST_WORLD_LOCK_HANDLER;
  world->error.status = STRATA_OK;
  strata_status status =
      goes_on ? runner->go_on(runner->handle_user, r, r->handler, r->kept)
              : runner->handle(runner->handle_user, r, r->handler);
  world->lock = closed;
  if (status != STRATA_OK && status == world->error.status &&
      status != STRATA_ESUSPEND) {
    return st_handler_call_fail(r, status, world->error.text);
  }
  return status;
}

/* st_execution_host.run_handler */
static strata_status call_host_handler(strata_handler_call *r) {
  return run_for_host(r, false);
}

/* st_execution_host.resume_handler */
static strata_status resume_host_handler(strata_handler_call *r) {
  return run_for_host(r, true);
}

/* st_execution_host.forget_handler */
static void forget_host_handler(st_execution *exec, void *kept) {
  const strata_handler_runner *runner = &exec->host.world->runner;
  if (runner->forget) runner->forget(runner->handle_user, kept);
}

void strata_call_keep(strata_handler_call *call, void *kept) {
  const strata_world *world = call->execution->host.world;
  st_handler_call_keep(call, world->runner.go_on ? kept : NULL);
}

/* -- Who runs -- */

strata_status strata_set_handler_runner(strata_world *world,
                                        const strata_handler_runner *runner) {
  st_world_go_back(world);
  strata_handler_runner own = {0};
  if (world->busy) return st_world_refuse_locked(world, "set_runner");
  if (runner) own = *runner;
  st_suspended_drop(&world->execution); /* the former one has kept it */
  st_execution_host *host = &world->execution.host;
  world->runner = own;
  host->run_handler = own.handle ? call_host_handler : NULL;
  host->resume_handler = resume_host_handler;
  host->forget_handler = forget_host_handler;
  host->ask_policy = own.decide ? st_decision_ask_policy : NULL;
  host->fail_on_fault = own.strict;
  st_event_limit_set(&world->execution, own.event_limit);
  return STRATA_OK;
}
