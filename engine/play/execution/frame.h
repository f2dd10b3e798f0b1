/* frame.h - frames: the running programs, and evaluating their expressions. */
#ifndef STRATA_PLAY_EXECUTION_FRAME_H
#define STRATA_PLAY_EXECUTION_FRAME_H

#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "rules/model/program.h"

/* A frame is one run of a program: what the expressions of the program can
 * name. */
typedef struct st_frame {
  const st_program *program;
  int64_t *variables; /* of the program, by place */
  strata_entity self;
  strata_entity it; /* the entity of EACH, or of an EMIT for several entities */
  uint32_t event;   /* number of the event that the program is about, or 0 */
  /* the watcher that is being applied to the event, or 0 */
  strata_watcher_def watcher_def;
  uint64_t started_handle; /* handle of that watcher if it was started, or 0 */
  /* of a trigger: the key under which its uses are counted */
  uint64_t limits_key;
  uint32_t sba; /* the state-based action that the program belongs to, or 0 */
  /* how much this application has prevented: event.prevented */
  int64_t prevented;
  bool uses_preview; /* it sees the affected object as it would enter */
  bool stopped;      /* STOP was executed: the rest of the program is skipped */
  bool looks_back;   /* it sees its event as before it happened (603.10) */
  uint32_t chain_walk; /* of a chain handler: the walk that calls it; else 0 */
  uint32_t text; /* the text change (612) that its ability is under, as a number
                    of eval->changed_texts; 0: none */
} st_frame;

static inline st_frame *st_frame_get(st_execution *exec, uint32_t number) {
  assert(number - 1u < exec->frame_count);
  return &exec->frames[number - 1];
}

/* Make a frame whose variables are 0, but for `you`; 0 if there is no memory.
 */
uint32_t st_frame_new(st_execution *exec, const st_program *program,
                      strata_entity self, strata_entity you, uint32_t event);

/* Put an expression of the frame's program in the form that the text change
 * gives it (612). The functions below do so themselves. */
strata_status st_frame_change_text(st_execution *exec, uint32_t frame,
                                   const strata_expr **expr);

/* The value of an expression that is a constant, a variable or a field of the
 * frame's event, which need nothing of the world; false if it is none of these,
 * or stands for something else in this frame. */
static inline bool st_frame_eval_node(const st_execution *exec, uint32_t frame,
                                      const strata_expr *expr, int64_t *out) {
  const st_expr_node *node = &expr->nodes[0];
  const st_frame *f = &exec->frames[frame - 1];
  if (expr->node_count != 1) return false;
  if (node->op == ST_EXPR_INT || node->op == ST_EXPR_FLAG ||
      (node->op == ST_EXPR_SYMBOL && f->text == 0)) {
    *out = node->value;
    return true;
  }
  if (node->op == ST_EXPR_VARIABLE) {
    *out = f->variables[node->index];
    return true;
  }
  bool field = node->op == ST_EXPR_FIELD && f->watcher_def == 0 &&
               f->event != 0 && !f->looks_back && !f->uses_preview;
  if (field) *out = st_event_word(exec, f->event, node->index);
  return field;
}

/* Evaluate an expression; `it` may be 0. Of entities that are gone it reads the
 * last known information (608.2h). Cost O(nodes). */
strata_status st_frame_eval(st_execution *exec, uint32_t frame,
                            const strata_expr *expr, strata_entity it,
                            int64_t *out);

/* The same for an expression of type SET, as words of the SET `to`. */
strata_status st_frame_eval_set(st_execution *exec, uint32_t frame,
                                const strata_expr *expr, strata_entity it,
                                const st_attr *to, uint64_t *out);

/* Make an expression of the frame into one that needs no frame, with values in
 * place of variables and event fields. The caller frees it; see
 * st_expr_inline_frame. */
strata_status st_frame_detach_expr(st_execution *exec, uint32_t frame,
                                   const strata_expr *expr, strata_expr **out);

/* *out is true if `condition` is NULL or holds. */
strata_status st_frame_holds(st_execution *exec, uint32_t frame,
                             const strata_expr *condition, bool *out);

/* The entities that an expression selects, in the arena: the entity that a
 * reference names, which may be gone; or all live entities that satisfy a
 * predicate, in the order of their slots. A frame that sees a preview leaves
 * out those that may not be chosen (614.13). */
strata_status st_frame_select(st_execution *exec, uint32_t frame,
                              const strata_expr *who, strata_entity **out,
                              uint32_t *count);

/* The entities that match the subject of a state-based action
 * (st_sba_cache_find); the frame is that of its program. A subject sees what is
 * there and no last known information: what was attached to an object that is
 * gone is attached to nothing (704.3). */
strata_status st_frame_select_sba(st_execution *exec, uint32_t frame,
                                  uint32_t sba, strata_entity **out,
                                  uint32_t *count);

/* The value of an option of an instruction; `fallback` if it does not have the
 * option. */
strata_status st_frame_option(st_execution *exec, uint32_t frame,
                              const st_instruction *instruction,
                              st_option option, int64_t fallback, int64_t *out);

/* Whether a program, which may modify how an object enters, may take an entity
 * for something: st_frame_select leaves out those that it may not (614.13). */
bool st_frame_may_take(const st_execution *exec, uint32_t frame,
                       strata_entity who);

/* Set the error text for an instruction that failed: event, instruction,
 * `what`. Returns `status`. */
strata_status st_frame_fail(st_execution *exec, uint32_t frame,
                            const st_instruction *instruction,
                            strata_status status, const char *what);

/* The definition that a symbol of an instruction calls (called_names.h). ENOENT
 * with the error text set if there is none, or several. */
strata_status st_frame_find_called(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   strata_symbol symbol,
                                   strata_definition *out);

#endif
