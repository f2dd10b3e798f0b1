/* legal_tests.h - which objects pass the tests of actions: one bit per object
 * for each test and player. */
#ifndef STRATA_PLAY_INDEX_LEGAL_TESTS_H
#define STRATA_PLAY_INDEX_LEGAL_TESTS_H

#include "rules/expr/expr.h"

/*
 * Actions often ask the same: "in the hand of the player", "untapped". So equal
 * tests are one test, whose answers for all objects are kept for each player.
 * Of objects that may have changed it is asked again, 64 at once, and not once
 * for each action.
 */
typedef struct st_legal_test {
  strata_expr *expr;  /* `it`: the object, `outer`: the player */
  uint64_t of_player; /* what it reads of the player, as bits of attributes by
                         number modulo 64 */
} st_legal_test;

typedef struct st_legal_tests {
  st_mem *mem;
  st_legal_test *items;
  size_t count, capacity;
} st_legal_tests;

/* The answers of one test for one player. */
typedef struct st_test_answers {
  uint64_t *bits; /* by slot; of slots without a live entity anything */
  size_t capacity;
  bool valid;   /* they were true when the player was asked for last */
  bool asked;   /* they are true now */
  bool changed; /* some were asked again and are others now */
} st_test_answers;

typedef struct st_tests_of_player {
  st_test_answers *items; /* by number of the test - 1 */
  size_t capacity;
} st_tests_of_player;

/* What may have changed since a player was asked for. */
typedef struct st_test_changes {
  const uint64_t *slots; /* by slot */
  size_t word_count;
  bool all;
  uint64_t of_player; /* which values of the player, as in st_legal_test */
} st_test_changes;

void st_legal_tests_fini(st_legal_tests *tests);
/* How many bytes the list of tests takes, without their expressions. */
size_t st_legal_tests_bytes(const st_legal_tests *tests);
void st_tests_of_player_fini(st_mem *mem, st_tests_of_player *of);
size_t st_tests_of_player_bytes(const st_tests_of_player *of);

/* Take over a test; *number is that of an equal one if there is one, 0 for
 * NULL. False if there is no memory. Cost: O(tests). */
bool st_legal_tests_add(st_legal_tests *tests, strata_expr *expr,
                        uint32_t *number);

/* Nothing is asked yet of what has changed. False if there is no memory. */
bool st_legal_tests_begin(const st_legal_tests *tests, st_tests_of_player *of,
                          const st_test_changes *changes);

/* Bring the answers of a test up to date, if they are not. `env`: current
 * values, with the player as `outer`. Errors: ENOMEM, and those of an
 * evaluation. Cost: O(words of 64 slots), and the test of each in which
 * something has changed, of all if its answers are not valid. */
strata_status st_legal_tests_ask(const st_legal_tests *tests,
                                 st_tests_of_player *of, uint32_t number,
                                 const st_expr_env *env,
                                 const st_test_changes *changes);

/* Bring all answers up to date that were so when the player was asked for last;
 * *changed is true if some are others now. Errors as above. */
strata_status st_legal_tests_ask_again(const st_legal_tests *tests,
                                       st_tests_of_player *of,
                                       const st_expr_env *env,
                                       const st_test_changes *changes,
                                       bool *changed);

/* What has changed until now counts as asked about; answers that were not asked
 * for are lost if something has. */
void st_legal_tests_end(const st_legal_tests *tests, st_tests_of_player *of,
                        const st_test_changes *changes);

/* Whether one object passes a test; 0 is a test that all pass. */
strata_status st_legal_tests_pass(const st_legal_tests *tests, uint32_t number,
                                  const st_expr_env *env, uint32_t slot,
                                  bool *out);

#endif
