/* frame.h - what the expressions of a running program can name. */
#ifndef STRATA_PLAY_EXECUTION_FRAME_H
#define STRATA_PLAY_EXECUTION_FRAME_H

#include "play/execution/execution.h"
#include "rules/model/program.h"

/* What the expressions of a program can name. */
typedef struct st_frame {
  const st_program *program;
  int64_t *variables; /* by place */
  strata_entity self;
  strata_entity it; /* of EACH, and of an EMIT for each of several */
  uint32_t event;   /* number, or 0 */
  strata_watcher_def
      watcher_def;         /* of a watcher that is applied to the event; or 0 */
  uint64_t started_handle; /* that one's handle, if it was started */
  uint64_t limits_key; /* of the ability whose trigger it is, for its limits */
  uint32_t sba;        /* the state-based action whose deeds these are, or 0 */
  int64_t prevented;   /* by this application: its event.prevented */
  bool uses_preview;   /* it knows the affected as it would be */
  bool stopped;        /* no more of its program */
  bool looks_back;     /* its event is what it was before it happened */
  uint32_t chain_walk; /* of a handler of a chain: that pass; else 0 */
} st_frame;

static inline st_frame *st_frame_get(st_execution *run, uint32_t number) {
  assert(number - 1u < run->frame_count);
  return &run->frames[number - 1];
}

uint32_t st_frame_new(st_execution *run, const st_program *program,
                      strata_entity self, strata_entity you, uint32_t event);

/* The value of an expression; `it` may be nobody. Of those who are gone it has
 * what was last known of them (608.2h). Cost: its nodes. */
strata_status st_frame_eval(st_execution *run, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out);

/* An expression of the frame as one of no frame, which is the caller's to free:
 * see st_expr_inline_frame. */
strata_status st_frame_detach_expr(st_execution *run, uint32_t frame,
                                   const strata_expr *expr, strata_expr **out);

/* True if there is no such condition, or it holds. */
strata_status st_frame_holds(st_execution *run, uint32_t frame,
                             const strata_expr *condition, bool *out);

/* Those whom a deed speaks of, in the arena: whom a reference names, who may be
 * gone; or all who are alive and satisfy a predicate, in the order of their
 * slots. */
strata_status st_frame_select(st_execution *run, uint32_t frame,
                              const strata_expr *who, strata_entity **out,
                              uint32_t *count);

/* Whom a state-based action is about, see st_sba_cache_find; the frame is of
 * its deeds. */
strata_status st_frame_select_sba(st_execution *run, uint32_t frame,
                                  uint32_t check, strata_entity **out,
                                  uint32_t *count);

/* The argument of a deed for an option; `fallback` if it has none. */
strata_status st_frame_option(st_execution *run, uint32_t frame,
                              const st_instruction *instruction,
                              st_option option, int64_t fallback, int64_t *out);

/* Say why a deed of a frame's program fails: "event 'hit', set ". */
strata_status st_frame_fail(st_execution *run, uint32_t frame,
                            const st_instruction *instruction,
                            strata_status status, const char *what);

#endif
