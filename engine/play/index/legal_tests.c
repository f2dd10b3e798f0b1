/*
 * legal_tests.c - which objects pass the tests of actions.
 *
 * Invariant: a bit of answers that are `asked` tells whether the live object of
 * the slot passes the test now; of answers that are only `valid`, whether it
 * did when the player was asked for last. Test lua.legal_all does all that is
 * listed by them, and all that is not.
 */
#include "play/index/legal_tests.h"

#include "base/bits.h"
#include "rules/model/rw_mask.h"

#include <string.h>

void st_legal_tests_fini(st_legal_tests *tests) {
  for (size_t i = 0; i < tests->count; i++) {
    st_expr_free(tests->items[i].expr);
  }
  if (tests->mem) {
    st_mem_free(tests->mem, tests->items, tests->capacity,
                sizeof tests->items[0]);
  }
  *tests = (st_legal_tests){.mem = tests->mem};
}

size_t st_legal_tests_bytes(const st_legal_tests *tests) {
  return tests->capacity * sizeof tests->items[0];
}

void st_tests_of_player_fini(st_mem *mem, st_tests_of_player *of) {
  for (size_t i = 0; i < of->capacity; i++) {
    st_mem_free(mem, of->items[i].bits, of->items[i].capacity,
                sizeof of->items[i].bits[0]);
  }
  st_mem_free(mem, of->items, of->capacity, sizeof of->items[0]);
  *of = (st_tests_of_player){0};
}

size_t st_tests_of_player_bytes(const st_tests_of_player *of) {
  size_t bytes = of->capacity * sizeof of->items[0];
  for (size_t i = 0; i < of->capacity; i++) {
    bytes += of->items[i].capacity * sizeof of->items[i].bits[0];
  }
  return bytes;
}

/* -- Tests -- */

static uint64_t read_of_player(const strata_expr *expr) {
  uint64_t read = 0;
  for (uint32_t i = 0; i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    bool reads = n->op == ST_EXPR_READ || n->op == ST_EXPR_HAS;
    if (reads && n->who == ST_WHO_OUTER) read |= st_rw_mask_bit(n->attr);
  }
  return read;
}

bool st_legal_tests_add(st_legal_tests *tests, strata_expr *expr,
                        uint32_t *number) {
  *number = 0;
  if (!expr) return true;
  for (size_t i = 0; i < tests->count; i++) {
    if (strcmp(tests->items[i].expr->text, expr->text) != 0) continue;
    st_expr_free(expr);
    *number = (uint32_t)i + 1;
    return true;
  }
  if (!st_mem_reserve(tests->mem, &tests->items, &tests->capacity,
                      tests->count + 1, sizeof tests->items[0])) {
    st_expr_free(expr);
    return false;
  }
  tests->items[tests->count++] =
      (st_legal_test){.expr = expr, .of_player = read_of_player(expr)};
  *number = (uint32_t)tests->count;
  return true;
}

/* -- Answers -- */

bool st_legal_tests_begin(const st_legal_tests *tests, st_tests_of_player *of,
                          const st_test_changes *changes) {
  if (!st_mem_reserve_zeroed(tests->mem, &of->items, &of->capacity,
                             tests->count, sizeof of->items[0])) {
    return false;
  }
  for (size_t i = 0; i < tests->count; i++) {
    st_test_answers *a = &of->items[i];
    a->valid = a->valid && !changes->all &&
               (changes->of_player & tests->items[i].of_player) == 0;
    a->asked = a->changed = false;
  }
  return true;
}

/* Ask about some slots of a word. */
static strata_status ask_word(const st_legal_test *test, st_test_answers *a,
                              const st_expr_env *env, uint32_t word,
                              uint64_t slots) {
  uint64_t live = env->live_word(env, word) & slots;
  uint64_t now;
  strata_status status = st_expr_match(test->expr, env, word, live, &now);
  if (status) return status;
  now |= a->bits[word] & ~slots;
  a->changed = a->changed || now != a->bits[word];
  a->bits[word] = now;
  return STRATA_OK;
}

strata_status st_legal_tests_ask(const st_legal_tests *tests,
                                 st_tests_of_player *of, uint32_t number,
                                 const st_expr_env *env,
                                 const st_test_changes *changes) {
  const st_legal_test *test = &tests->items[number - 1];
  st_test_answers *a = &of->items[number - 1];
  if (a->asked) return STRATA_OK;
  if (!st_mem_reserve_zeroed(tests->mem, &a->bits, &a->capacity,
                             env->word_count, sizeof a->bits[0])) {
    return STRATA_ENOMEM;
  }
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && w < env->word_count; w++) {
    uint64_t slots = !a->valid                 ? UINT64_MAX
                     : w < changes->word_count ? changes->slots[w]
                                               : 0;
    if (slots == 0) continue;
    status = st_mem_work(tests->mem, 1) ? ask_word(test, a, env, w, slots)
                                        : STRATA_ENOMEM;
  }
  a->valid = a->asked = !status;
  return status;
}

strata_status st_legal_tests_ask_again(const st_legal_tests *tests,
                                       st_tests_of_player *of,
                                       const st_expr_env *env,
                                       const st_test_changes *changes,
                                       bool *changed) {
  strata_status status = STRATA_OK;
  *changed = false;
  for (uint32_t n = 1; !status && n <= tests->count; n++) {
    if (!of->items[n - 1].valid) continue;
    status = st_legal_tests_ask(tests, of, n, env, changes);
    *changed = *changed || of->items[n - 1].changed;
  }
  return status;
}

void st_legal_tests_end(const st_legal_tests *tests, st_tests_of_player *of,
                        const st_test_changes *changes) {
  bool any = changes->all;
  for (size_t w = 0; !any && w < changes->word_count; w++) {
    any = changes->slots[w] != 0;
  }
  for (size_t i = 0; any && i < tests->count; i++) {
    of->items[i].valid = of->items[i].valid && of->items[i].asked;
  }
}

strata_status st_legal_tests_pass(const st_legal_tests *tests, uint32_t number,
                                  const st_expr_env *env, uint32_t slot,
                                  bool *out) {
  uint64_t passes = 1;
  strata_status status = STRATA_OK;
  if (number != 0) {
    status = st_expr_match(tests->items[number - 1].expr, env, slot / 64,
                           UINT64_C(1) << slot % 64, &passes);
  }
  *out = passes != 0;
  return status;
}
