/*
 * budget.c - steps, memory, output and effort of scripts.
 *
 * Lua's count hook sees instructions but not the work of C functions, and
 * scripts can catch the error that it raises. So each C function that loops
 * charges steps (stl_charge), and so does a new block of more than a
 * kilobyte, which bounds the cost of one instruction such as `..`. A budget
 * that is exhausted stays exhausted: the hook then raises at every instruction,
 * and pcall raises again. Comparing texts, or reading one as a number,
 * allocates nothing and may take long; so a scope that has made a heavy text
 * has fewer instructions between two hooks, and each hook charges at least as
 * much as before.
 *
 * Lua's count begins anew with each scope, so that the cost of a handler does
 * not depend on what ran before it, and the instructions since the last hook
 * are lost. So a scope costs its outer scope a few steps more than it took;
 * otherwise a loop of calls that are too short for the hook could run for ever.
 *
 * A handler may wait for an answer in a thread of its own. Then its scope is
 * left and entered again later. The steps since it was entered are charged to
 * the outer scope when it is left, so that the sum is the same.
 *
 * A host interrupts scripts by a hook of its own, which it sets on the main
 * thread. The hook that counts takes it over into the thread of a handler. A
 * handler without limits has no such hook, so it cannot be interrupted there.
 *
 * The hook slows down every instruction. A function that cannot run long
 * (function_capture.c) runs without it and is charged the most that it could
 * take.
 *
 * A block that is too large ends the script, and so does a block that is
 * refused twice: Lua collects garbage before it asks a second time, and a
 * script that went on could make it do so again and again.
 */
#include "lua/core/budget.h"

#include "lua/core/budget_state.h"
#include "lua/core/lua_context.h"

#include <assert.h>
#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>

/* Instructions between two calls of the hook. A longer pace would hardly cost
 * less, because having a hook is what costs. A scope is charged this many extra
 * steps to its outer scope, because up to this many instructions are not
 * counted where it begins and where it ends. */
enum { HOOK_PACE = 100 };

/* Blocks up to FREE_BLOCK bytes are free; larger ones cost one step for each
 * BYTES_A_STEP bytes. */
enum { FREE_BLOCK = 1024, BYTES_A_STEP = 64 };

/* Texts longer than WEIGHED_TEXT_MIN are weighed; one heavier than LIGHT_TEXT
 * shortens the pace of the hook. TEXT_HEAD is the size of Lua's string header,
 * which lies in the block before the bytes of the text. */
enum { WEIGHED_TEXT_MIN = 256, LIGHT_TEXT = 256, TEXT_HEAD = 32 };

/* Comparing BYTES_A_ZERO bytes, or reading DIGITS_A_ZERO digits, takes as long
 * as comparing one zero byte: some 10 ns. */
enum { BYTES_A_ZERO = 256, DIGITS_A_ZERO = 8 };

/* A script with at most this many steps runs without a hook. */
enum { SHORT_MOST = 1000 };

#define UNLIMITED UINT64_MAX

strata_limits stl_default_limits(void) {
  return (strata_limits){.steps = UINT64_C(100) * 1000 * 1000,
                         .memory = UINT64_C(256) * 1024 * 1024,
                         .block = UINT64_C(16) * 1024 * 1024,
                         .output = UINT64_C(1024) * 1024,
                         .effort = UINT64_C(1) << 32};
}

strata_limits stl_default_pack_limits(void) {
  return (strata_limits){.steps = UINT64_C(100) * 1000 * 1000,
                         .memory = UINT64_C(1024) * 1024 * 1024,
                         .block = UINT64_C(16) * 1024 * 1024,
                         .output = UINT64_C(1024) * 1024,
                         .effort = UINT64_C(1) << 32};
}

strata_limits stl_handler_limits(void) {
  return (strata_limits){.steps = UINT64_C(1000) * 1000,
                         .memory = UNLIMITED,
                         .block = UINT64_C(256) * 1024,
                         .output = UINT64_C(64) * 1024,
                         .effort = UNLIMITED};
}

static uint64_t least_u64(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* -- The hook ------------------------------------------------------------- */

/* Push the position in the script: that of the running function if it is Lua,
 * as in a hook, otherwise that of its caller. */
static void push_script_place(lua_State *L) {
  lua_Debug about = {0};
  const bool runs = lua_getstack(L, 0, &about) != 0 &&
                    lua_getinfo(L, "l", &about) != 0 && about.currentline > 0;
  luaL_where(L, runs ? 0 : 1);
}

/* Push the message that the steps are used up. It names the limit, and not what
 * was left of it when the script began: where less was left than the script
 * itself may have, the limit is that of a script around it. */
static void push_steps_exhausted(lua_State *L, const stl_budget_scope *scope) {
  const stl_budget_scope *own = scope;
  while (scope->outer != NULL &&
         (uint64_t)scope->steps_at_begin < scope->limits.steps &&
         scope->steps_at_begin < INT64_MAX) {
    scope = scope->outer;
  }
  const char *whose = scope == own ? "" : " in all that the script did";
  lua_pushfstring(L,
                  "instruction budget: more than %I steps%s; end its loops "
                  "sooner, or let it do less at once",
                  (lua_Integer)scope->steps_at_begin, whose);
}

/* The effort of the outermost scope, which is that of all. */
static uint64_t effort_limit(const stl_budget *budget) {
  const stl_budget_scope *scope = budget->scope;
  if (scope == NULL) return UNLIMITED;
  while (scope->outer != NULL) {
    scope = scope->outer;
  }
  return scope->limits.effort;
}

static bool is_effort_spent(const stl_budget *budget) {
  return budget->slices > effort_limit(budget) / STRATA_EFFORT_SLICE;
}

static void push_effort_exhausted(lua_State *L, const stl_budget *budget) {
  if (!is_effort_spent(budget)) {
    lua_pushliteral(L, "interrupted");
    return;
  }
  lua_pushfstring(L,
                  "effort limit: more than %I small works in the worlds of "
                  "this script; let fewer effects read each other, or look "
                  "less often after each change",
                  (lua_Integer)effort_limit(budget));
}

static void raise_exhausted(lua_State *L, const stl_budget *budget) {
  const strata_limits *limits = &budget->scope->limits;
  push_script_place(L);
  switch ((stl_exhausted)budget->exhausted) {
  case STL_EXHAUSTED_MEMORY:
    lua_pushfstring(L, "memory limit: more than %I bytes, or %I in one block",
                    (lua_Integer)limits->memory, (lua_Integer)limits->block);
    break;
  case STL_EXHAUSTED_OUTPUT:
    lua_pushfstring(L, "output limit: more than %I bytes printed",
                    (lua_Integer)limits->output);
    break;
  case STL_EXHAUSTED_EFFORT:
    push_effort_exhausted(L, budget);
    break;
  case STL_EXHAUSTED_NOTHING:
  case STL_EXHAUSTED_STEPS:
    push_steps_exhausted(L, budget->scope);
  }
  lua_concat(L, 2);
  lua_error(L);
}

static void on_count_hook(lua_State *L, lua_Debug *where);

/* Count every `pace` instructions from now on; 0: none. */
static void set_count_hook(const stl_budget *budget, int pace) {
  const lua_Hook hook = lua_gethook(budget->L);
  if (hook != NULL && hook != on_count_hook) {
    return; /* a host's, to interrupt */
  }
  if (pace > 0) {
    lua_sethook(budget->L, on_count_hook, LUA_MASKCOUNT, pace);
  } else if (hook != NULL) {
    lua_sethook(budget->L, NULL, 0, 0);
  }
}

static bool is_number_space(unsigned char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_number_digit(unsigned char c) {
  return c >= '0' && c <= '9';
}

/* Whether a character may stand in a number; `is_hex`: one after "0x". */
static bool is_number_char(unsigned char c, bool is_hex) {
  const bool is_letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  if (is_hex && (is_letter || c == 'p' || c == 'P')) return true;
  return is_number_digit(c) || is_number_space(c) || c == '.' || c == '+' ||
         c == '-' || c == 'e' || c == 'E';
}

/* How many bytes Lua reads when it takes a text for a number. */
static size_t number_size(const unsigned char *text, size_t size) {
  size_t i = 0;
  while (i < size &&
         (is_number_space(text[i]) || text[i] == '+' || text[i] == '-')) {
    i++;
  }
  const bool is_hex = i + 1 < size && text[i] == '0' &&
                      (text[i + 1] == 'x' || text[i + 1] == 'X');
  if (is_hex) i += 2;
  while (i < size && is_number_char(text[i], is_hex)) {
    i++;
  }
  return i;
}

size_t stl_text_weight(const void *bytes, size_t size) {
  const unsigned char *text = bytes;
  size_t zeros = 0;
  for (size_t i = 0; i < size; i++) {
    zeros += text[i] == 0;
  }
  return zeros + number_size(text, size) / DIGITS_A_ZERO;
}

void stl_budget_note_text(stl_budget *budget, const void *block, size_t size) {
  const stl_budget_scope *scope = budget->scope;
  if (size <= WEIGHED_TEXT_MIN || scope == NULL ||
      scope->steps_at_begin == INT64_MAX) {
    return;
  }
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) return;
  budget->heavy_text = block;
  budget->heavy_text_size = size;
  set_count_hook(budget, 1);
}

/* Weigh the text that was noted last. If one C function made several texts,
 * only the last is weighed. */
static void weigh_text(stl_budget *budget) {
  const unsigned char *bytes = budget->heavy_text;
  stl_budget_scope *scope = budget->scope;
  const size_t size = budget->heavy_text_size; /* 0: it is gone already */
  const size_t weight =
      size == 0 ? 0
                : stl_text_weight(bytes + TEXT_HEAD, size - TEXT_HEAD) +
                      size / BYTES_A_ZERO;
  budget->heavy_text = NULL;
  if (weight > LIGHT_TEXT) {
    const size_t part = weight / LIGHT_TEXT;
    const int pace = part < HOOK_PACE ? HOOK_PACE / (int)part : 1;
    if (scope->hook_pace == 0 || pace < scope->hook_pace) {
      scope->hook_pace = pace;
    }
    if (part > scope->heavy_weight) scope->heavy_weight = part;
  }
  set_count_hook(budget, scope->hook_pace);
}

void stl_set_spent(lua_State *L, void (*spent)(void *user), void *user) {
  stl_budget *budget = &stl_context_get(L)->budget;
  budget->on_spent = spent;
  budget->on_spent_user = user;
}

/* From now on every instruction raises. */
static void end_scope(stl_budget *budget, stl_exhausted over) {
  if (budget->exhausted == STL_EXHAUSTED_NOTHING) {
    budget->exhausted = (uint8_t)over;
    if (budget->on_spent != NULL) budget->on_spent(budget->on_spent_user);
  }
  set_count_hook(budget, 1);
}

bool stl_budget_ask_host(void *user) {
  stl_budget *budget = user;
  budget->slices++;
  if (budget->stop != NULL && *budget->stop != 0) return true;
  const bool asked =
      budget->interrupt != NULL && budget->interrupt(budget->interrupt_user);
  if (!asked && !is_effort_spent(budget)) return false;
  if (budget->scope != NULL) end_scope(budget, STL_EXHAUSTED_EFFORT);
  return true;
}

bool stl_budget_is_interrupted(const stl_budget *budget) {
  return budget->exhausted == STL_EXHAUSTED_EFFORT;
}

static void take_steps(stl_budget *budget, uint64_t steps) {
  if (budget->steps == INT64_MAX) return;
  const uint64_t most = (uint64_t)budget->steps + 1; /* it is not negative */
  budget->steps -= (int64_t)least_u64(steps, most);
  if (budget->steps >= 0) return;
  budget->steps = 0;
  end_scope(budget, STL_EXHAUSTED_STEPS);
}

/* A host interrupts scripts by a hook of the main thread, and may set it at any
 * time. A thread that runs instead takes it over. Returns whether it has. */
static bool take_host_hook(const stl_budget *budget, lua_State *thread) {
  lua_State *from = budget->main;
  const lua_Hook hook = lua_gethook(from);
  if (thread == from || hook == NULL || hook == on_count_hook) return false;
  lua_sethook(thread, hook, lua_gethookmask(from), lua_gethookcount(from));
  return true;
}

static void on_count_hook(lua_State *L, lua_Debug *where) {
  (void)where;
  stl_budget *budget = &stl_context_get(L)->budget;
  if (budget->scope == NULL) return;
  if (take_host_hook(budget, L)) return;
  if (budget->heavy_text != NULL &&
      budget->exhausted == STL_EXHAUSTED_NOTHING) {
    weigh_text(budget);
    return;
  }
  const uint64_t heavy = budget->scope->heavy_weight;
  if (budget->exhausted == STL_EXHAUSTED_NOTHING) {
    take_steps(budget, heavy > HOOK_PACE ? heavy : HOOK_PACE);
  }
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) raise_exhausted(L, budget);
}

/* -- Scopes --------------------------------------------------------------- */

/* A scope has no more than what is around it. The outermost one has the effort
 * of all. */
static void bound_scope(stl_budget *budget, stl_budget_scope *scope,
                        const strata_limits *limits) {
  const stl_budget_scope *outer = scope->outer;
  scope->steps_of_outer = outer != NULL ? budget->steps : INT64_MAX;
  if (outer == NULL) budget->slices = 0;
  if (outer == NULL) return;
  scope->limits.memory = least_u64(limits->memory, outer->limits.memory);
  scope->limits.block = least_u64(limits->block, outer->limits.block);
}

void stl_budget_begin_in(stl_budget *budget, lua_State *thread,
                         stl_budget_scope *scope, const strata_limits *limits,
                         uint32_t most) {
  if (budget->L == NULL) return;
  if (budget->heavy_text != NULL) weigh_text(budget);
  *scope = (stl_budget_scope){.outer = budget->scope,
                              .limits = *limits,
                              .thread_of_outer = budget->L,
                              .outer_exhausted = budget->exhausted};
  bound_scope(budget, scope, limits);
  scope->steps_at_begin = (int64_t)least_u64(
      (uint64_t)scope->steps_of_outer, least_u64(limits->steps, INT64_MAX));
  scope->steps_at_entry = scope->steps_at_begin;
  (void)take_host_hook(budget, thread);
  budget->L = thread;
  budget->scope = scope;
  budget->steps = scope->steps_at_begin;
  if (scope->steps_at_begin == INT64_MAX) return;
  const bool is_short = most <= SHORT_MOST && most <= scope->steps_at_begin;
  if (is_short) take_steps(budget, most);
  scope->hook_pace = is_short ? 0 : HOOK_PACE;
  set_count_hook(budget, scope->hook_pace);
}

void stl_budget_begin(stl_budget *budget, stl_budget_scope *scope,
                      const strata_limits *limits, uint32_t most) {
  stl_budget_begin_in(budget, budget->L, scope, limits, most);
}

static void go_back(stl_budget *budget, const stl_budget_scope *scope) {
  const bool ends_all =
      stl_budget_is_interrupted(budget) && scope->outer != NULL;
  budget->L = scope->thread_of_outer;
  budget->scope = scope->outer;
  budget->exhausted =
      ends_all ? (uint8_t)STL_EXHAUSTED_EFFORT : scope->outer_exhausted;
  budget->heavy_text = NULL;
  budget->refused_blocks = 0;
  budget->steps = scope->steps_of_outer;
}

static uint64_t taken_since_entry(const stl_budget *budget,
                                  const stl_budget_scope *scope) {
  return (uint64_t)(scope->steps_at_entry - budget->steps);
}

/* Go back to the outer scope, which is charged for `steps`. */
static void go_to_outer(stl_budget *budget, const stl_budget_scope *scope,
                        uint64_t steps) {
  go_back(budget, scope);
  const bool counts = budget->scope != NULL && budget->steps != INT64_MAX;
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) {
    set_count_hook(budget, 1);
  } else {
    set_count_hook(budget, counts ? budget->scope->hook_pace : 0);
  }
  if (counts) take_steps(budget, steps);
}

void stl_budget_end(stl_budget *budget, const stl_budget_scope *scope) {
  if (budget->L == NULL) return;
  const bool memory = budget->exhausted == STL_EXHAUSTED_MEMORY;
  go_to_outer(budget, scope, taken_since_entry(budget, scope) + HOOK_PACE);
  if (memory) (void)lua_gc(budget->L, LUA_GCCOLLECT, 0);
}

static stl_budget_scope *outermost_handler(stl_budget_scope *scope) {
  stl_budget_scope *found = NULL;
  for (; scope != NULL; scope = scope->outer) {
    if (scope->is_handler) found = scope;
  }
  return found;
}

/* The steps of a policy are charged to what runs around all handlers, so the
 * handler that has asked it goes on with the count that it had. */
void stl_budget_end_policy(stl_budget *budget, const stl_budget_scope *scope) {
  if (budget->L == NULL) return;
  stl_budget_scope *around = outermost_handler(scope->outer);
  if (around == NULL || budget->L == scope->thread_of_outer) {
    stl_budget_end(budget, scope);
    return;
  }
  uint64_t taken = taken_since_entry(budget, scope) + HOOK_PACE;
  const bool memory = budget->exhausted == STL_EXHAUSTED_MEMORY;
  go_back(budget, scope);
  if (memory) (void)lua_gc(budget->L, LUA_GCCOLLECT, 0);
  if (around->steps_of_outer == INT64_MAX) return;
  taken = least_u64(taken, (uint64_t)around->steps_of_outer);
  around->steps_of_outer -= (int64_t)taken;
}

void stl_budget_begin_predicate(stl_budget *budget, lua_State *thread,
                                stl_budget_scope *scope,
                                const strata_limits *limits) {
  const int64_t left = budget->steps;
  budget->steps = INT64_MAX;
  stl_budget_begin_in(budget, thread, scope, limits, STL_STEPS_UNKNOWN);
  scope->steps_of_outer = left;
}

void stl_budget_end_predicate(stl_budget *budget,
                              const stl_budget_scope *scope) {
  if (budget->L == NULL) return;
  if (scope->steps_at_begin != INT64_MAX) {
    const uint64_t works = budget->works + taken_since_entry(budget, scope);
    budget->slices += works / STRATA_EFFORT_SLICE;
    budget->works = works % STRATA_EFFORT_SLICE;
  }
  const bool memory = budget->exhausted == STL_EXHAUSTED_MEMORY;
  if (is_effort_spent(budget)) end_scope(budget, STL_EXHAUSTED_EFFORT);
  set_count_hook(budget, 0);
  go_back(budget, scope);
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) set_count_hook(budget, 1);
  if (memory) (void)lua_gc(budget->L, LUA_GCCOLLECT, 0);
}

bool stl_budget_can_leave(const stl_budget *budget) {
  return budget->heavy_text == NULL;
}

/* The hook of the thread stays as it is, and goes on counting from where it is.
 */
void stl_budget_leave(stl_budget *budget, stl_budget_scope *scope) {
  if (budget->L == NULL) return;
  assert(stl_budget_can_leave(budget));
  scope->steps_left = budget->steps;
  scope->exhausted = budget->exhausted;
  go_to_outer(budget, scope, taken_since_entry(budget, scope));
}

void stl_budget_enter(stl_budget *budget, lua_State *thread,
                      stl_budget_scope *scope, const strata_limits *limits) {
  if (budget->L == NULL) return;
  if (budget->heavy_text != NULL) weigh_text(budget);
  scope->outer = budget->scope;
  scope->thread_of_outer = budget->L;
  scope->outer_exhausted = budget->exhausted;
  bound_scope(budget, scope, limits);
  budget->L = thread;
  budget->scope = scope;
  budget->exhausted = scope->exhausted;
  if (stl_budget_has_host_hook(budget)) { /* of an interrupt that is over */
    lua_sethook(thread, NULL, 0, 0);
    set_count_hook(budget, scope->hook_pace);
  }
  (void)take_host_hook(budget, thread);
  if (scope->steps_left > scope->steps_of_outer) {
    if (scope->steps_left == INT64_MAX) {
      scope->hook_pace = HOOK_PACE;
      set_count_hook(budget, HOOK_PACE);
    }
    scope->steps_left = scope->steps_of_outer;
    scope->steps_at_begin = scope->steps_left; /* as one that begins now */
  }
  scope->steps_at_entry = scope->steps_left;
  budget->steps = scope->steps_left;
}

void stl_budget_count_instructions(lua_State *L) {
  stl_budget *budget = &stl_context_get(L)->budget;
  stl_budget_scope *scope = budget->scope;
  if (scope == NULL || scope->hook_pace != 0 ||
      scope->steps_at_begin == INT64_MAX) {
    return;
  }
  scope->hook_pace = HOOK_PACE;
  if (budget->heavy_text == NULL &&
      budget->exhausted == STL_EXHAUSTED_NOTHING) {
    set_count_hook(budget, HOOK_PACE);
  }
}

bool stl_budget_has_host_hook(const stl_budget *budget) {
  const lua_Hook hook = budget->L != NULL ? lua_gethook(budget->L) : NULL;
  return hook != NULL && hook != on_count_hook;
}

void stl_budget_check(lua_State *L) {
  const stl_budget *budget = &stl_context_get(L)->budget;
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) raise_exhausted(L, budget);
}

const char *stl_budget_error_text(const stl_budget *budget, lua_State *L,
                                  int status) {
  if (budget->exhausted == STL_EXHAUSTED_MEMORY && status != LUA_OK) {
    return "memory limit: the script takes more than it may have";
  }
  return stl_error_text(L, -1);
}

/* -- What is taken -------------------------------------------------------- */

uint64_t stl_steps_left(lua_State *L) {
  const stl_budget *budget = &stl_context_get(L)->budget;
  const bool counts = budget->scope != NULL && budget->steps != INT64_MAX;
  return counts ? (uint64_t)budget->steps : STRATA_NO_LIMIT;
}

void stl_set_stop_flag(lua_State *L, const volatile sig_atomic_t *flag) {
  stl_context_get(L)->budget.stop = flag;
}

void stl_charge_to(lua_State *L, stl_budget *budget, uint64_t steps) {
  if (budget->stop != NULL && *budget->stop != 0) luaL_error(L, "interrupted");
  if (budget->scope == NULL) return;
  if (budget->exhausted == STL_EXHAUSTED_NOTHING) take_steps(budget, steps);
  if (budget->exhausted != STL_EXHAUSTED_NOTHING) raise_exhausted(L, budget);
}

void stl_charge(lua_State *L, uint64_t steps) {
  stl_charge_to(L, &stl_context_get(L)->budget, steps);
}

void stl_charge_bytes(lua_State *L, size_t bytes) {
  if (bytes >= BYTES_A_STEP) stl_charge(L, bytes / BYTES_A_STEP);
}

void stl_charge_output(lua_State *L, size_t bytes) {
  stl_budget *budget = &stl_context_get(L)->budget;
  stl_budget_scope *scope = budget->scope;
  if (scope == NULL) return;
  for (stl_budget_scope *s = scope; s != NULL; s = s->outer) {
    s->printed += bytes;
    if (s->printed > s->limits.output) end_scope(budget, STL_EXHAUSTED_OUTPUT);
  }
  stl_budget_check(L);
}

bool stl_budget_take_block(stl_budget *budget, size_t old_size, size_t block,
                           bool is_object) {
  const uint64_t after = budget->memory - old_size + block;
  if (block > old_size && budget->scope != NULL) {
    const strata_limits *limits = &budget->scope->limits;
    if (block > limits->block || after > limits->memory) {
      const bool last = block > limits->block || ++budget->refused_blocks > 1;
      if (last) end_scope(budget, STL_EXHAUSTED_MEMORY);
      return false;
    }
    budget->refused_blocks = 0;
    if (is_object && block > FREE_BLOCK &&
        budget->exhausted == STL_EXHAUSTED_NOTHING) {
      take_steps(budget, block / BYTES_A_STEP);
    }
  }
  budget->memory = after;
  return true;
}
