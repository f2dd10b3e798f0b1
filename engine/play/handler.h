/* handler.h - handlers: what data cannot say is done by functions of the
 * host's. */
#ifndef STRATA_HANDLER_H
#define STRATA_HANDLER_H

#include "play/run.h"
#include "world/deed.h"

/* How deep handlers may make things happen in which others run. Each takes a
 * piece of the C stack, which nothing else does. */
#define ST_HANDLER_DEPTH 40

/* A handler while it runs. */
struct strata_run {
  st_run *run;
  strata_run *outer; /* the handler in what that has made happen it runs */
  strata_handler handler;
  st_stage stage; /* where its deed stands: what it may do */
  uint32_t frame;
  bool part; /* as of the task of its deed */
  uint32_t collect;
  bool said; /* run->error says why it fails */
};

/* Do deed RUN. */
strata_status st_handler_run(st_run *run, const st_task *task,
                             const st_deed *deed);

/* Say why a handler fails, unless something else has failed in the run. */
strata_status st_handler_fail(strata_run *r, strata_status status,
                              const char *text);

/* The run has failed: so does the handler, whatever it makes of that. */
strata_status st_handler_give_up(strata_run *r, strata_status status);

/* An event that a handler makes, and what came of it. */
typedef struct st_emission {
  strata_event_kind kind;
  const int64_t *words; /* its fields */
  uint32_t event, happened;
  strata_entity made;
} st_emission;

/* Let events happen together, or join those that are collected. If it fails,
 * so has the run. */
strata_status st_handler_emit(strata_run *r, st_emission *all, uint32_t count);

/* Ask some at once; who has but one answer is not asked. If it fails, so has
 * the run. */
strata_status st_handler_ask(strata_run *r, const st_new_decision *asks,
                             uint32_t count, const st_decided **out);

#endif
