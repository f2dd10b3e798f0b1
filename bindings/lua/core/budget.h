/* budget.h - what scripts may take: steps, memory, output. */
#ifndef STRATA_LUA_CORE_BUDGET_H
#define STRATA_LUA_CORE_BUDGET_H

#include "lua/core/budget_state.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

/* A script may not say a text of more weight, nor may a handler have one from
 * outside: 256 zeros, or 2,000 digits. What a handler has may not be longer
 * either: it is called often. */
enum {
  STL_TEXT_WEIGHT_MAX = 256,
  STL_TEXT_DIGITS_MAX = 2000,
  STL_CAPTURED_BYTES_MAX = 64 * 1024
};

/* What a function may take of which nobody knows how much that is. */
#define STL_STEPS_UNKNOWN UINT32_MAX

/* What a call that reaches into a world counts as, and an event in one. */
enum { STL_STEPS_A_CALL = 10, STL_STEPS_AN_EVENT = 100 };

/** What a scope may take where nobody says. */
strata_limits stl_default_limits(void);
strata_limits stl_handler_limits(void);

/** The bytes of a block change: whether they may. `block` is what it will
 * have; 0: it is freed. */
bool stl_budget_take_block(stl_budget *budget, size_t old_size, size_t block);

/** A block for a text was given. Before the next instruction it is weighed. */
void stl_budget_note_text(stl_budget *budget, const void *block, size_t size);

/** What is slow in a text, beyond that it is long, in units of some 10 ns: each
 * zero, as strcoll is asked about the pieces between zeros one by one; each 8
 * bytes in front that are of a number, as any function that expects one reads
 * it. Cost O(size). */
size_t stl_text_weight(const void *bytes, size_t size);

/** Begin a scope: it has what its limits say and its outer one has left. `most`
 * is how many instructions it can take, or STL_STEPS_UNKNOWN: if they are few,
 * they are taken at once and none is counted. */
void stl_budget_begin(stl_budget *budget, stl_budget_scope *scope,
                      const strata_limits *limits, uint32_t most);

/** Leave it: what it took is taken from the outer one, and a little more. */
void stl_budget_end(stl_budget *budget, stl_budget_scope *scope);

/** Instructions of the innermost scope are counted from now on: a function of C
 * is about to call one of a script as often as the script likes. */
void stl_budget_count_instructions(lua_State *L);

/** Whether a hook of the host's is set, which may raise what it likes. */
bool stl_budget_has_host_hook(const stl_budget *budget);

/** Raise if the budget is over; for what catches errors. */
void stl_budget_check(lua_State *L);

/** Let something count as so many steps. Raises if they are not there. */
void stl_charge(lua_State *L, uint64_t steps);

/** The same for who knows the budget of the state. */
void stl_charge_to(lua_State *L, stl_budget *budget, uint64_t steps);

/** The same for so many bytes that are looked at or copied. */
void stl_charge_bytes(lua_State *L, size_t bytes);

/** Let so many bytes be printed. Raises if they may not. */
void stl_charge_output(lua_State *L, size_t bytes);

/** What to say of an error that lua_pcall has left at the top with `status`,
 * before its scope is left. Never raises. */
const char *stl_budget_error_text(const stl_budget *budget, lua_State *L,
                                  int status);

#endif
