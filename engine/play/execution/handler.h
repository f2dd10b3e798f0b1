/* handler.h - handlers: what data cannot say is done by functions of the
 * host's. */
#ifndef STRATA_HANDLER_H
#define STRATA_HANDLER_H

#include "play/execution/run.h"
#include "rules/model/deed.h"

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
  bool said;              /* run->error says why it fails */
  strata_fault_kind kind; /* of what, HOST: as its status says */
};

/* Do deed RUN. */
strata_status st_handler_run(st_run *run, const st_task *task,
                             const st_deed *deed);

/* Say why a handler fails, unless something else has failed in the run. */
strata_status st_handler_fail(strata_run *r, strata_status status,
                              const char *text);

/* The run has failed: so does the handler, whatever it makes of that. */
strata_status st_handler_give_up(strata_run *r, strata_status status);

#endif
