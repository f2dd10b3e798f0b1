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

/* What a call that reaches into a world counts as, and an event in one. */
enum { STL_STEPS_A_CALL = 10, STL_STEPS_AN_EVENT = 100 };

/** The same for so many bytes that are looked at or copied. */
void stl_charge_bytes(lua_State *L, size_t bytes);

/** Let so many bytes be printed. Raises if they may not. */
void stl_charge_output(lua_State *L, size_t bytes);

/** What to say of an error that lua_pcall has left at the top with `status`,
 * before its scope is left. Never raises. */
const char *stl_budget_error_text(const stl_budget *budget, lua_State *L,
                                  int status);

#endif
