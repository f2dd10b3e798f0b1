/* strata/handler_call.h - what a handler may call while it runs. */
#ifndef STRATA_HANDLER_CALL_H
#define STRATA_HANDLER_CALL_H

#include "strata/handlers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Where it is -- */

/* An event in flight: a number that means something in this call alone. */
typedef uint32_t strata_event;

/** The world of the action. Cost O(1). */
STRATA_API strata_world *strata_call_world(const strata_handler_call *call);

/**
 * Whether a handler that says what happens as an object enters may choose an
 * entity for that. It may not choose the object itself, one that enters at the
 * same time, or one that is taken already; instructions leave these out. True
 * for all entities in any other handler, and for entities in no zone.
 *
 * Rule     614.13
 * Cost     O(events of the batch)
 * Since    0.4
 */
STRATA_API bool strata_call_may_take(const strata_handler_call *call,
                                     strata_entity entity);

/** The event that the handler is called for, 0 for none. Cost O(1). */
STRATA_API strata_event strata_call_event(const strata_handler_call *call);

/** The object whose handler it is (`this`), perhaps gone; 0: none. Cost O(1).
 */
STRATA_API strata_entity strata_call_this(const strata_handler_call *call);

/** The acting player ("$you"), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_you(const strata_handler_call *call);

/** The entity that the program is at (`it` of EACH), or 0. Cost O(1). */
STRATA_API strata_entity strata_call_it(const strata_handler_call *call);

/* -- Variables -- */

/**
 * Read a variable of the program: a parameter, one that an instruction has
 * bound, or an argument of the instruction RUN.
 *
 * name     without the "$"
 * Errors   ENOENT if the program has no such variable
 * Cost     O(variables)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_get(strata_handler_call *call, const char *name, strata_value *out);

/**
 * Bind a variable of the program, for the instructions that follow.
 *
 * value    of the variable's type; a ref may be gone
 * Errors   ENOENT if the program has no such variable, or for an unknown
 *          symbol; ETYPE; ERANGE; ESTALE for a ref that never named an entity
 * Cost     O(variables)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_call_set(
    strata_handler_call *call, const char *name, const strata_value *value);

/* -- Events -- */

/** The type of an event, never an alias; 0 if there is no such event. Cost
 * O(1). */
STRATA_API strata_event_type
strata_event_type_of(const strata_handler_call *call, strata_event event);

/** Whether an event has happened: false if it was replaced, could not happen,
 * or is still to happen. Cost O(1). */
STRATA_API bool strata_event_happened(const strata_handler_call *call,
                                      strata_event event);

/** The first entity that an event spawned, or that a moved one has become by
 * it; 0: none. Cost O(1). */
STRATA_API strata_entity strata_event_made(const strata_handler_call *call,
                                           strata_event event);

/**
 * Walk through the events that came of an event: those that it contains, and
 * those that took its place, whether they happened or not, each before its own.
 *
 * after    0 for the first
 * Returns  the next, 0 past the last
 * Cost     O(events of the action between the two)
 */
STRATA_API strata_event strata_event_next(const strata_handler_call *call,
                                          strata_event event,
                                          strata_event after);

/**
 * Read a field of an event.
 *
 * Errors   ENOENT if there is no such event, or its type has no such field
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_get(strata_handler_call *call, strata_event event,
                 strata_field field, strata_value *out);

/**
 * Change a field of the event of a replacement, as instruction CHANGE does.
 *
 * event    strata_call_event
 * Errors   EINVAL unless the handler is called by a replacement, for its event;
 *          ENOENT; ETYPE; ERANGE for a flag; ESTALE
 * Cost     O(1)
 * Rule     614.1, 616.1f
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_set(strata_handler_call *call, strata_event event,
                 strata_field field, const strata_value *value);

/**
 * Stop the event of a replacement: it does not happen, as by instruction
 * NOTHING.
 *
 * event    strata_call_event
 * Errors   as for strata_event_set
 * Cost     O(1)
 * Rule     614.6
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_event_stop(strata_handler_call *call, strata_event event);

/* What came of an event that was emitted. */
typedef struct strata_emit_result {
  strata_event event; /* for strata_event_next and the like */
  uint32_t happened; /* how many happened: 1 for the event itself, or the number
                        that took its place; 0: none did, or, in [p], none has
                        yet */
  strata_entity made; /* as strata_event_made */
} strata_emit_result;

/**
 * Make events that happen at the same time, and let them happen, whole: with
 * the events that they contain and that take their place, and with all that
 * watchers do about them. In [p] they only join the others that are collected
 * there.
 *
 * events   each an event as for strata_act, no watcher; `source` and `you` 0:
 *          those of the handler
 * count    at least 1
 * out      as many, or NULL
 * Errors   EINVAL for a handler that changes its event, or writes; those that
 *          strata_act has for its `desc`. After any other error, ESUSPEND among
 *          them, the call has failed, and the handler must return it: that of a
 *          deeper handler, ERANGE, ELIMIT, also for handlers that emit within
 *          each other more than 40 deep
 * Cost     that of the events
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_emit(strata_handler_call *call, const strata_act_desc *events,
            size_t count, strata_emit_result *out);

/* -- Waiting -- */

/**
 * Tell that the host can let this handler go on if it waits for an answer, so
 * that its action need not be executed again. It is told before the handler
 * emits or asks, and holds until the handler ends, also when it goes on, unless
 * something else is told. If the handler then returns ESUSPEND,
 * strata_handler_runner.go_on is called for it once there is an answer, or
 * strata_handler_runner.forget, once. If it returns anything else, neither is,
 * and the host frees what it has kept. If the runner has no go_on, nothing is
 * kept, and neither is called. Whether it goes on or is called again makes no
 * difference for the world, so what a handler does must not depend on it.
 *
 * kept     by this the host finds what it has kept of the handler; NULL: it
 *          cannot go on, which may be told until it returns
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API void strata_call_keep(strata_handler_call *call, void *kept);

/**
 * Go on with the events of the strata_emit that has returned ESUSPEND, in a
 * handler that goes on (strata_go_on_fn): it is what that call would have
 * returned. Until then the handler may not emit or ask.
 *
 * out      as many as there were events, or NULL
 * Errors   EINVAL if the handler has not waited there; those of strata_emit,
 *          ESUSPEND among them
 * Cost     that of the events
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_emit_go_on(strata_handler_call *call, strata_emit_result *out);

/* -- Choices and chance -- */

/**
 * Ask a player, and go on when there is an answer. A player with but one legal
 * answer is not asked.
 *
 * ask      `who` may be 0; id, firm and missed are ignored. It is copied
 * out      the answer, as for strata_answer, but that `decision` is 0 and `who`
 *          the player who was asked; lives as long as the handler runs
 * Errors   ESUSPEND: return it; EINVAL in [d], or for a decision that can have
 *          no answer; ENOENT for an unknown symbol; ERANGE for a flag; ESTALE;
 *          EREFUSED if a policy's answer is not legal. After ESUSPEND and
 *          EREFUSED, and the status with which a policy fails, the call has
 *          failed
 * Cost     O(options + texts)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_choose(strata_handler_call *call, const strata_decision *ask,
                   strata_answer_desc *out);

/**
 * Ask several players at once: their decisions are open together, can be
 * answered in any order, and the handler goes on when all are.
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
strata_call_choose_all(strata_handler_call *call, const strata_decision *asks,
                       size_t count, strata_answer_desc *out);

/**
 * Roll a number from 1 to `sides`, by the world's generator.
 *
 * Errors   ERANGE if there is no such number; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_roll(strata_handler_call *call, int64_t sides, int64_t *out);

/* -- Failing -- */

/**
 * Give the status and message with which a handler fails, for it to return.
 * strata_world_error is the message then, with the handler's name before it. It
 * changes nothing if the call has failed before.
 *
 * status   neither STRATA_OK nor ESUSPEND
 * text     copied, and cut if it is long
 * Errors   always: `status`, or the one that the call failed with before;
 *          EINVAL for a status that is none of a failure
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fail(strata_handler_call *call,
                                          strata_status status,
                                          const char *text);

/**
 * Fail with ESCRIPT, as strata_call_fail does, because a script was ended, and
 * give the kind of the fault.
 *
 * kind     HOST: the host has ended it; no handler is at fault, and the action
 *          fails
 * text     any length; the fault has all of it
 * Errors   always: ESCRIPT, or the status that the call failed with before;
 *          EINVAL: no such kind
 * Cost     O(length)
 * Since    0.4
 */
STRATA_API strata_status strata_call_fault(strata_handler_call *call,
                                           strata_fault_kind kind,
                                           const char *text);

/* -- Chains -- */

/** True if a chain of handlers calls this one, which may stop or leave it. Cost
 * O(1). */
STRATA_API bool strata_call_in_chain(const strata_handler_call *call);

/**
 * Stop the chain that this handler is called by, as instruction HALT does.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_halt(strata_handler_call *call);

/**
 * Let this handler leave the chain that it is called by, once it returns, as
 * instruction DROP does.
 *
 * Errors   EINVAL for a handler that is in no chain
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_call_drop(strata_handler_call *call);

#ifdef __cplusplus
}
#endif

#endif
