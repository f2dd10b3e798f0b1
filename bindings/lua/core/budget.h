/* budget.h - what scripts may take: steps, memory, output. */
#ifndef STRATA_LUA_CORE_BUDGET_H
#define STRATA_LUA_CORE_BUDGET_H

#include "lua/core/budget_state.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

/* The limits of texts. No constant of a script and no text that a handler has
 * from outside may have more weight than this, which 256 zeros have, or some
 * 2000 digits (stl_text_weight). A text that a handler has from outside may not
 * be longer than the last limit either, because handlers are called often. */
enum { STL_TEXT_WEIGHT_MAX = 256, STL_CAPTURED_BYTES_MAX = 64 * 1024 };

/* The number of instructions of a function that has no known bound. */
#define STL_STEPS_UNKNOWN UINT32_MAX

/* The steps of a call into a world, and of an event. */
enum { STL_STEPS_A_CALL = 10, STL_STEPS_AN_EVENT = 100 };

/** The limits of an action of a state whose host sets none. */
strata_limits stl_default_limits(void);

/** The limits of a file of a pack in a state whose host sets none. */
strata_limits stl_default_pack_limits(void);

/** The limits of a handler in a state whose host sets none. */
strata_limits stl_handler_limits(void);

/** The strata_interrupt_fn of the worlds that scripts make; `user` is the
 * budget. It ends all scripts that run if the host interrupts, or if they have
 * used up the effort of the outermost scope. */
bool stl_budget_ask_host(void *user);

/** Whether all scripts that run are being ended: their effort is used up, or
 * the host has interrupted them. */
bool stl_budget_is_interrupted(const stl_budget *budget);

/** Count a block that Lua's allocator is asked for; `block` is its new size, 0
 * if it is freed. Returns false if the block exceeds a limit. `is_object` tells
 * that it is of a new text, userdata or the like, and is charged. Other blocks
 * are tables, which the instructions that fill them pay for, and Lua's own, as
 * stacks: when these grow hangs on what the state ran before. */
bool stl_budget_take_block(stl_budget *budget, size_t old_size, size_t block,
                           bool is_object);

/** Record that a block for a string was allocated. It is weighed before the
 * next instruction. */
void stl_budget_note_text(stl_budget *budget, const void *block, size_t size);

/** What makes a text slow beyond its length, in units of some 10 ns: each
 * zero, because strcoll compares the pieces between zeros one by one; and each
 * 8 leading bytes that look like a number, because every function that expects
 * a number reads them. Cost O(size). */
size_t stl_text_weight(const void *bytes, size_t size);

/** Begin a scope: it has the steps of its limits, but no more than the outer
 * scope has left. `most` is the most instructions that it can execute, or
 * STL_STEPS_UNKNOWN; if that is little, it is charged at once and no hook
 * counts instructions. */
void stl_budget_begin(stl_budget *budget, stl_budget_scope *scope,
                      const strata_limits *limits, uint32_t most);

/** As stl_budget_begin, for a script that runs in another thread of the state.
 */
void stl_budget_begin_in(stl_budget *budget, lua_State *thread,
                         stl_budget_scope *scope, const strata_limits *limits,
                         uint32_t most);

/** End a scope of a policy, which has run in a thread of its own. Its steps are
 * charged to what is around all handlers: they are no work of the handler that
 * asks, which is not answered by the policy if the host has answered, or if it
 * is called again. */
void stl_budget_end_policy(stl_budget *budget, const stl_budget_scope *scope);

/** Begin a scope of a predicate, which runs where an evaluation asks it. The
 * number of its calls hangs on what is cached, so its steps are charged to no
 * script and not bounded by what others have left: they count as effort. It
 * runs in a thread of its own, so that Lua goes on counting the instructions
 * around it.
 */
void stl_budget_begin_predicate(stl_budget *budget, lua_State *thread,
                                stl_budget_scope *scope,
                                const strata_limits *limits);

/** End a scope of a predicate. */
void stl_budget_end_predicate(stl_budget *budget,
                              const stl_budget_scope *scope);

/** Leave a scope whose script waits: the outer scope is charged for its steps
 * so far. */
void stl_budget_leave(stl_budget *budget, stl_budget_scope *scope);

/** Enter a scope again that was left, as it was: so a script takes as many
 * steps as one that did not wait, and fails at the same one. */
void stl_budget_enter(stl_budget *budget, lua_State *thread,
                      stl_budget_scope *scope, const strata_limits *limits);

/** Whether the scope can be left now: no text is to be weighed before its next
 * instruction. */
bool stl_budget_can_leave(const stl_budget *budget);

/** End a scope: charge the outer scope for its steps, and for a few more. */
void stl_budget_end(stl_budget *budget, const stl_budget_scope *scope);

/** Count the instructions of the innermost scope from now on. A function of C
 * calls it before it calls a function of a script an unknown number of times.
 */
void stl_budget_count_instructions(lua_State *L);

/** Whether the host has set a hook of its own, which may raise any error. */
bool stl_budget_has_host_hook(const stl_budget *budget);

/** Raise if the budget is exhausted. Functions that catch errors call it. */
void stl_budget_check(lua_State *L);

/** Charge so many steps. Raises if the scope does not have them. */
void stl_charge(lua_State *L, uint64_t steps);

/** As stl_charge, for callers that have the budget of the state at hand. */
void stl_charge_to(lua_State *L, stl_budget *budget, uint64_t steps);

/** Charge for so many bytes that are read or copied, as stl_charge. */
void stl_charge_bytes(lua_State *L, size_t bytes);

/** Charge for so many bytes that are printed. Raises if the output limit is
 * exceeded. */
void stl_charge_output(lua_State *L, size_t bytes);

/** The message for an error that lua_pcall has left at the top with `status`;
 * call it before the scope ends. Never raises. */
const char *stl_budget_error_text(const stl_budget *budget, lua_State *L,
                                  int status);

#endif
