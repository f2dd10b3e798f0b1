/* strata/handler_call.h - what a handler may call while it runs. */
#ifndef STRATA_HANDLER_CALL_H
#define STRATA_HANDLER_CALL_H

#include "strata/handlers.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The world of a run. Cost O(1). */
STRATA_API strata_world *strata_call_world(const strata_handler_call *run);

/** The event that the handler is about, 0 for none. Cost O(1). */
STRATA_API strata_event strata_call_event(const strata_handler_call *run);

/** Whose handler it is (`this`), perhaps gone; 0: nobody's. Cost O(1). */
STRATA_API strata_entity strata_call_this(const strata_handler_call *run);

/** Who acts ("$you"), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_you(const strata_handler_call *run);

/** Whom the program is at (`it` of EACH), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_it(const strata_handler_call *run);

/**
 * Read a name of the program: what it was given, what deeds have bound, and the
 * arguments of the deed.
 *
 * name     without the "$"
 * Errors   ENOENT if the program has no such name
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_get(strata_handler_call *run, const char *name, strata_value *out);

/**
 * Bind a name of the program, for the deeds that come.
 *
 * value    of the name's type; a ref may be gone
 * Errors   ENOENT for a name that the program has not, or an unknown symbol;
 *          ETYPE; ERANGE; ESTALE for a ref that was never anybody
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_call_set(
    strata_handler_call *run, const char *name, const strata_value *value);

/** The kind of an event, never an alias; 0 if there is no such event. O(1). */
STRATA_API strata_event_type
strata_event_type_of(const strata_handler_call *run, strata_event event);

/** Whether an event has happened: not if it was replaced, could not happen, or
 * is still to happen. Cost O(1). */
STRATA_API bool strata_event_happened(const strata_handler_call *run,
                                      strata_event event);

/** Who was spawned by an event, or who moved in it is since, the first of them
 * if there are several; 0: nobody. Cost O(1). */
STRATA_API strata_entity strata_event_made(const strata_handler_call *run,
                                           strata_event event);

/**
 * Walk through what came of an event: those that it contains, and those that
 * took its place, whether they happened or not, each before its own.
 *
 * after    0 for the first
 * Returns  the next, 0 past the last
 * Cost     O(events of the run between the two)
 */
STRATA_API strata_event strata_event_next(const strata_handler_call *run,
                                          strata_event event,
                                          strata_event after);

/**
 * Read a field of an event.
 *
 * Errors   ENOENT if there is no such event, or its kind has no such field
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_get(strata_handler_call *run, strata_event event,
                 strata_field field, strata_value *out);

/**
 * Change a field of the event of a replacement, as deed CHANGE does.
 *
 * event    strata_call_event
 * Errors   EINVAL unless the handler's deed is one of a replacement, and the
 *          event its event; ENOENT; ETYPE; ERANGE for a flag; ESTALE
 * Cost     O(1)
 * Rule     614.1, 616.1f
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_set(strata_handler_call *run, strata_event event,
                 strata_field field, const strata_value *value);

/**
 * Let the event of a replacement not happen, as deed NOTHING does.
 *
 * event    strata_call_event
 * Errors   as for strata_event_set
 * Cost     O(1)
 * Rule     614.6
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_stop(strata_handler_call *run, strata_event event);

/* What came of an event that was emitted. */
typedef struct strata_emit_result {
  strata_event event; /* it, for strata_event_next and the like */
  uint32_t happened;  /* how many happened: 1 for itself, or what took its
                         place; 0: nothing did, or not yet, in [p] */
  strata_entity made; /* who came of it first; 0: nobody */
} strata_emit_result;

/**
 * Make events that happen at the same time, and let them happen, whole, with
 * all that they contain, that takes their place and that is done about them.
 * In [p] they only join the others that are collected there.
 *
 * events   each an event as for strata_act, no code; `source` and `you` 0:
 *          those of the handler
 * count    at least 1
 * out      as many, or NULL
 * Errors   EINVAL for a handler that changes its event, or writes; those that
 *          strata_act has for what an action is. After any other error,
 *          ESUSPEND among them, the run has failed, and the handler must return
 *          it: a deeper handler's, ERANGE, ELIMIT, also for handlers that emit
 *          within each other more than 40 deep
 * Cost     that of the events
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_emit(strata_handler_call *run, const strata_act_desc *events,
            size_t count, strata_emit_result *out);

/**
 * Ask somebody, and go on when there is an answer. Nobody is asked who has but
 * one answer.
 *
 * ask      `who` may be 0; id, firm and missed are not looked at. It is copied
 * out      the answer, as strata_answer has it, but that `decision` is 0 and
 *          `who` who was asked; lives as long as the handler runs
 * Errors   ESUSPEND: return it; EINVAL in [d], or for a decision that can have
 *          no answer; ENOENT for an unknown symbol; ERANGE for a flag; ESTALE;
 *          EREFUSED if a policy's answer is not legal. After ESUSPEND and
 *          EREFUSED, and what a policy fails with, the run has failed
 * Cost     O(options + texts)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_choose(strata_handler_call *run, const strata_decision *ask,
                   strata_answer_desc *out);

/**
 * Ask several at once: their decisions are open together, can be answered in
 * any order, and the run goes on when all are.
 *
 * asks     with `hidden` the answers are not to be seen before all are in
 * count    from 1
 * out      as many
 * Errors   those of strata_call_choose
 * Cost     O(options + texts)
 * Rule     101.4, 608.2e
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_choose_all(strata_handler_call *run, const strata_decision *asks,
                       size_t count, strata_answer_desc *out);

/**
 * Roll a number from 1 to `sides`, by the world's generator.
 *
 * Errors   ERANGE if there is none; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_roll(strata_handler_call *run, int64_t sides, int64_t *out);

/**
 * Say why a handler fails, for it to return: strata_world_error then says so,
 * with its name before it. Nothing is said if the run has failed before.
 *
 * status   neither STRATA_OK nor ESUSPEND
 * text     copied, and cut if it is long
 * Errors   always: `status`, or what the run failed with before; EINVAL for a
 *          status that is none of a failure
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fail(strata_handler_call *run,
                                          strata_status status,
                                          const char *text);

/**
 * The same with ESCRIPT, of a script that was ended: of what kind that is.
 *
 * kind     HOST: the host has ended it; nobody is at fault, the action fails
 * text     any length; the fault has all of it
 * Errors   always: ESCRIPT, or what it failed with before; EINVAL: no such kind
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fault(strata_handler_call *run,
                                           strata_fault_kind kind,
                                           const char *text);

/** True if a chain of handlers calls this one, which may stop or leave it.
 * Cost O(1). */
STRATA_API bool strata_call_in_chain(const strata_handler_call *run);

/**
 * Stop the chain that this handler is called by: as deed HALT.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_halt(strata_handler_call *run);

/**
 * Let this handler leave the chain that it is called by, when it is done: as
 * deed DROP.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_drop(strata_handler_call *run);

#ifdef __cplusplus
}
#endif

#endif
