/*
 * open_decision.h - the open action as rows of state: its request, the
 * decisions that it has reached, and the answers so far.
 *
 * The texts of a decision are stored, too: its prompt, the texts of its options
 * and their outcomes. To make them again when they are asked for would mean to
 * execute the action up to the decision and to try each option, which a reading
 * must not do, and which a loaded world cannot do before its host has given it
 * the handlers that asked.
 *
 * So the wording is part of the hash of a world with an open decision, and of
 * nothing else: the rows are cleared when the action ends. Rules with another
 * prompt or text of an option are reloaded with the answers so far marked as
 * stale. A version of the library that words an outcome otherwise gives a world
 * of an older one another hash once its decision is asked again. Whoever
 * translates a decision should therefore do it where the decision is shown, by
 * its purpose, its source and the values of its options.
 */
#ifndef STRATA_WORLD_TABLES_OPEN_DECISION_H
#define STRATA_WORLD_TABLES_OPEN_DECISION_H

#include "base/text.h"
#include "world/objects/entity.h"
#include "world/store/notes.h"

/* What a decision is for. Append only: the numbers are part of the save
 * format. */
typedef enum st_purpose {
  ST_PURPOSE_REPLACE,
  ST_PURPOSE_ORDER_TRIGGERS,
  ST_PURPOSE_ORDER_STAMPS,
  ST_PURPOSE_TARGET,
  ST_PURPOSE_MODE,
  ST_PURPOSE_MAY,
  ST_PURPOSE_CHOOSE,
  ST_PURPOSE_DIVIDE,
  ST_PURPOSE_ORDER,
  ST_PURPOSE_NUMBER,
  ST_PURPOSE_ALLOCATE,
  ST_PURPOSE_KEEP,
  ST_PURPOSE_CONCEDE, /* the player concedes, before the step that has the
                         number `total`: nobody is asked */
  ST_PURPOSE_COUNT
} st_purpose;

enum {
  ST_DECISION_ORDERED = 1, /* the order of the options in an answer counts */
  ST_DECISION_HIDDEN = 2, /* others may not see the answer before all answers of
                             its moment are given */
  ST_DECISION_IRREVERSIBLE =
      4, /* something was revealed, drawn or rolled since the decision before:
            earlier answers stand, and so does the action */
  ST_DECISION_SAME_MOMENT = 8, /* asked together with the decision before */
  ST_DECISION_ANSWER_STALE =
      16, /* an earlier answer no longer fits, because the rules have changed
             since: the decision is asked again */
  ST_DECISION_VOID = 32, /* a concession came before it: its answer counts no
                            more, unless the concession is taken back */
  ST_DECISION_FLAG_MASK = 63
};

/* A value of a request, or an option: a value, texts to show, or both. */
typedef struct st_new_action_value {
  uint32_t type; /* strata_type + 1; 0: there is no value */
  st_raw_value value;
  const char *text, *outcome; /* NULL: none, or unknown */
} st_new_action_value;

/* An action value as it is read. Its texts are given by their first rows, 0 for
 * none: see st_decision_read_text. */
typedef struct st_action_value {
  uint32_t type;
  st_raw_value value;
  uint32_t text, outcome;
} st_action_value;

/*
 * A decision to add. The answer to a NUMBER is a number from `min` to `max`.
 * The answer to a DIVIDE or ALLOCATE is an amount for each option, each from
 * `min`, which is not negative, to `max`, with the sum `total`. The answer to
 * any other purpose is `min` to `max` different options.
 */
typedef struct st_new_decision {
  st_purpose purpose;
  uint32_t flags;
  strata_entity player, source;
  const char *prompt; /* NULL: none */
  const st_new_action_value *options;
  uint32_t option_count;
  int64_t min, max, total;
  uint64_t hash; /* of the state in which it is asked and of the decision */
} st_new_decision;

typedef struct st_decision {
  st_purpose purpose;
  uint32_t flags;
  strata_entity player, source;
  uint32_t prompt; /* first row of the text, or 0 */
  uint32_t option_count;
  int64_t min, max, total;
  uint64_t hash;
  bool answered;
  uint32_t answer_count;
} st_decision;

/* An answer: options, counted from 0; or amounts; or both, and then amounts[i]
 * is for options[i], and options that are not named get 0. */
typedef struct st_new_answer {
  uint32_t decision;
  strata_entity who; /* the player who answers; 0: the one who is asked */
  const uint32_t *options;
  const int64_t *amounts;
  size_t count;
} st_new_answer;

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Open an action: the number of its request, which is not 0, and the values of
 * the request. No action may be open: asserted. */
strata_status st_decision_begin_action(st_store *store, uint32_t request,
                                       const st_new_action_value *values,
                                       uint32_t count);

/* Add a decision to the open action. Decisions are numbered 1, 2, ... EINVAL if
 * no answer could be legal. Cost O(options + texts). */
strata_status st_decision_add(st_store *store, const st_new_decision *desc,
                              uint32_t *decision);

/*
 * Write an answer, or refuse it: EREFUSED, nothing is written, and `why`, which
 * may be NULL, gets the reason. The rows do not depend on the order in which
 * the decisions of one moment are answered, nor, without ORDERED, on the order
 * in which the options are named. Cost O(options).
 */
strata_status st_decision_answer(st_store *store, const st_new_answer *answer,
                                 strata_error *why);

/* Write an answer that is known to be legal and in the form in which it is read
 * back: options in ascending order unless their order counts, and an amount for
 * each option. Errors: STRATA_ENOMEM. Cost O(options). */
strata_status st_decision_put_answer(st_store *store,
                                     const st_new_answer *answer);

/* How many rows of ACTION_VALUE the values of a request take, and a decision.
 * O(options + texts). */
uint32_t st_decision_rows_of_values(const st_new_action_value *values,
                                    uint32_t count);
uint32_t st_decision_rows_of(const st_new_decision *desc);

/* Make space for an open action of so many decisions and rows of ACTION_VALUE:
 * to write it, here or after an undo, cannot fail then. ENOMEM; ERANGE. */
strata_status st_decision_reserve(st_store *store, uint32_t decisions,
                                  uint64_t value_rows);

/* Close the action and clear all of its rows. Cost O(rows). */
strata_status st_decision_end_action(st_store *store);

/* -- Reading -- */

/* The request of the open action, 0 if no action is open; how many values the
 * request has; how many decisions the action has; the first decision without an
 * answer, or 0. */
uint32_t st_decision_request(const st_store *store);
uint32_t st_decision_request_values(const st_store *store);
uint32_t st_decision_count(const st_store *store);
uint32_t st_decision_find_unanswered(const st_store *store);

/* A value of the request, from 0; a decision, from 1; an option of a decision,
 * from 0; and a number of its answer, from 0: the index of an option, or an
 * amount. */
st_action_value st_decision_request_value(const st_store *store, uint32_t n);
st_decision st_decision_get(const st_store *store, uint32_t decision);
st_action_value st_decision_option(const st_store *store, uint32_t decision,
                                   uint32_t n);
int64_t st_decision_answer_at(const st_store *store, uint32_t decision,
                              uint32_t n);

/* Append the text that begins in a row to `out`; nothing for row 0. */
void st_decision_read_text(const st_store *store, uint32_t row, st_text *out);

/* For world/save/validate_play.c: how many rows a text of `length` bytes takes;
 * how many rows are reserved for an answer; whether some answer to a decision
 * would be legal. */
uint32_t st_decision_text_rows(size_t length);
uint32_t st_decision_answer_capacity(const st_decision *asked);
bool st_decision_is_answerable(const st_decision *asked);

/* Check that a decision exists, one of `count`, is not answered yet, and is for
 * this player: EREFUSED, with the reason in `why`. `asked` is NULL if it does
 * not exist. */
strata_status st_decision_check_open(uint32_t count, const st_decision *asked,
                                     const st_new_answer *answer,
                                     strata_error *why);

/* Check whether an answer is legal: EREFUSED, with the reason in `why`, if not;
 * ENOMEM. */
strata_status st_decision_check_answer(const st_store *store,
                                       const st_decision *asked,
                                       const st_new_answer *answer,
                                       strata_error *why);

#endif
