/* budget_state.h - the counters behind the limits of scripts. */
#ifndef STRATA_LUA_CORE_BUDGET_STATE_H
#define STRATA_LUA_CORE_BUDGET_STATE_H

#include <lua.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

/*
 * Steps are counted for whatever runs: an instruction of Lua is one, and each
 * function of C that loops says what it does before it does it. So they are the
 * same on every machine, and it is part of the rules that they are gone.
 *
 * Whoever is over stays over: every further instruction raises, and no pcall of
 * a script goes on, until the scope that has ended is left by C.
 */
typedef enum stl_exhausted {
  STL_EXHAUSTED_NOTHING,
  STL_EXHAUSTED_STEPS,
  STL_EXHAUSTED_MEMORY,
  STL_EXHAUSTED_OUTPUT
} stl_exhausted;

/* A call of a script; it is on the C stack. */
typedef struct stl_budget_scope {
  struct stl_budget_scope *outer;
  strata_limits limits;
  int64_t steps_at_begin; /* steps that it had */
  int64_t steps_of_outer; /* that the outer one had */
  uint64_t printed;
  uint64_t
      heavy_weight; /* how often LIGHT_TEXT its heaviest text weighs, or 0 */
  int hook_pace;    /* how often instructions are counted; 0: they are not */
  uint8_t outer_exhausted; /* stl_exhausted of the outer one */
} stl_budget_scope;

typedef struct stl_budget {
  lua_State *L;                 /* the main thread; NULL: nothing is limited */
  stl_budget_scope *scope;      /* the innermost, NULL for none */
  int64_t steps;                /* that it has left */
  uint64_t memory;              /* bytes that the vm has */
  uint32_t refused_blocks;      /* blocks, since one was given */
  uint8_t exhausted;            /* stl_exhausted */
  const void *heavy_text;       /* a long one that was just made, or NULL */
  size_t heavy_text_size;       /* of its block */
  void (*on_spent)(void *user); /* told when a scope has no more; may be NULL */
  void *on_spent_user;
} stl_budget;

#endif
