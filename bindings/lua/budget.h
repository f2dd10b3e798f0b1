/* budget.h - what scripts may take: steps, memory, output; and that they end
 * when it is gone. */
#ifndef STL_BUDGET_H
#define STL_BUDGET_H

#include "strata.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Steps are counted for whatever runs: an instruction of Lua is one, and each
 * function of C that loops says what it does before it does it. So they are the
 * same on every machine, and it is part of the rules that they are gone.
 *
 * Whoever is over stays over: every further instruction raises, and no pcall of
 * a script goes on, until the scope that has ended is left by C.
 */
typedef enum stl_over {
  STL_OVER_NOTHING,
  STL_OVER_STEPS,
  STL_OVER_MEMORY,
  STL_OVER_OUTPUT
} stl_over;

/* A call of a script; it is on the C stack. */
typedef struct stl_scope {
  struct stl_scope *outer;
  strata_limits limits;
  int64_t began; /* steps that it had */
  int64_t above; /* that the outer one had */
  uint64_t printed;
} stl_scope;

typedef struct stl_budget {
  lua_State *L;     /* the main thread; NULL: nothing is limited */
  stl_scope *scope; /* the innermost, NULL for none */
  int64_t steps;    /* that it has left */
  uint64_t memory;  /* bytes that the vm has */
  uint32_t refused; /* blocks, since one was given */
  uint8_t over;     /* stl_over */
} stl_budget;

/** What a scope may take where nobody says. */
strata_limits stl_default_limits(void);
strata_limits stl_handler_limits(void);

/** The bytes of a block change: whether they may. `block` is what it will
 * have; 0: it is freed. */
bool stl_budget_allows(stl_budget *budget, size_t old_size, size_t block);

/** Begin a scope: it has what its limits say and its outer one has left. */
void stl_budget_begin(stl_budget *budget, stl_scope *scope,
                      const strata_limits *limits);

/** Leave it: what it took is taken from the outer one. */
void stl_budget_end(stl_budget *budget, stl_scope *scope);

/** Raise if the budget is over; for what catches errors. */
void stl_budget_check(lua_State *L);

/** Let something count as so many steps. Raises if they are not there. */
void stl_charge(lua_State *L, uint64_t steps);

/** The same for so many bytes that are looked at or copied. */
void stl_charge_bytes(lua_State *L, size_t bytes);

/** Let so many bytes be printed. Raises if they may not. */
void stl_charge_output(lua_State *L, size_t bytes);

/** What to say of an error that lua_pcall has left at the top with `status`,
 * before its scope is left. Never raises. */
const char *stl_budget_text(const stl_budget *budget, lua_State *L, int status);

#endif
