/* budget_state.h - the counters behind the limits of scripts. */
#ifndef STRATA_LUA_CORE_BUDGET_STATE_H
#define STRATA_LUA_CORE_BUDGET_STATE_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

/*
 * The limit that a script has exceeded.
 *
 * An instruction of Lua is one step, and each function of C that loops charges
 * its steps before it works. So steps are the same on every machine, and a
 * script fails by them in the same place everywhere.
 *
 * Once a limit is exceeded, every further instruction raises, and pcall of
 * scripts raises the error again, until C leaves the scope.
 */
typedef enum stl_exhausted {
  STL_EXHAUSTED_NOTHING,
  STL_EXHAUSTED_STEPS,
  STL_EXHAUSTED_MEMORY,
  STL_EXHAUSTED_OUTPUT,
  STL_EXHAUSTED_EFFORT /* the effort of the outermost scope is used up, or the
                          host has interrupted: all scopes end */
} stl_exhausted;

/* The limits of one call of a script. It lies on the C stack, or where a
 * handler that waits for an answer is kept. */
typedef struct stl_budget_scope {
  struct stl_budget_scope *outer;
  strata_limits limits;
  int64_t steps_at_begin; /* steps of this scope */
  int64_t steps_at_entry; /* steps that it had when it was entered last: at its
                             beginning, or when it went on */
  int64_t steps_left;     /* while it waits: that it has */
  int64_t steps_of_outer; /* steps that the outer scope had left */
  lua_State *thread_of_outer;
  uint64_t looked_at;    /* serial of the world that it looked at last, or 0 */
  uint64_t looked_after; /* stl_context.changes then */
  uint64_t printed;
  uint64_t heavy_weight;   /* how slow its heaviest text is: stl_text_weight in
                              units of LIGHT_TEXT (budget.c); 0: no such text */
  int hook_pace;           /* instructions between two hooks; 0: no hook */
  bool is_handler;         /* what a policy takes is not charged to it */
  uint8_t outer_exhausted; /* stl_exhausted of the outer scope */
  uint8_t exhausted;       /* while it waits: stl_exhausted of this one */
} stl_budget_scope;

typedef struct stl_budget {
  lua_State *L; /* the thread in which scripts run now: the main thread, or that
                   of a handler; NULL: nothing is limited */
  lua_State *main;         /* the main thread, which has the hooks of hosts */
  stl_budget_scope *scope; /* the innermost, NULL for none */
  int64_t steps;           /* that the innermost scope has left */
  uint64_t slices;         /* of effort, since the outermost scope began */
  uint64_t works;          /* of predicates, that make no whole slice */
  uint64_t memory;         /* bytes that the vm has allocated */
  uint32_t refused_blocks; /* since the last block that was allocated */
  uint8_t exhausted;       /* stl_exhausted */
  const void *heavy_text;  /* a long string that is not weighed yet, or NULL */
  size_t heavy_text_size;  /* size of its block */
  void (*on_spent)(void *user); /* called when a limit is exceeded, or NULL */
  void *on_spent_user;
  strata_interrupt_fn interrupt; /* of the host, or NULL */
  void *interrupt_user;
  const volatile sig_atomic_t *stop; /* not 0: scripts end; NULL: no flag */
} stl_budget;

#endif
