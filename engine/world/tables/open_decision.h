/* decision.h - the open action as state: what was asked for, the decisions that
 * it has met, and the answers so far. */
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
  ST_PURPOSE_COUNT
} st_purpose;

enum {
  ST_DECISION_ORDERED = 1, /* the order of the options in an answer counts */
  ST_DECISION_HIDDEN =
      2, /* the answer is not shown before its moment is over */
  ST_DECISION_IRREVERSIBLE = 4, /* something was revealed, drawn or rolled since
                      the one before: no way back beyond it */
  ST_DECISION_SAME_MOMENT = 8,  /* of one moment with the one before */
  ST_DECISION_ANSWER_STALE =
      16, /* it was answered, but was met otherwise then */
  ST_DECISION_FLAG_MASK = 31
};

/* A word of a request, or an option: a value, texts to show, or both. */
typedef struct st_new_action_value {
  uint32_t type; /* strata_type + 1; 0: there is no value */
  st_raw_value value;
  const char *text, *outcome; /* NULL: none, or not known */
} st_new_action_value;

/* The same as it is read; texts by the row that they begin in, 0 for none. */
typedef struct st_action_value {
  uint32_t type;
  st_raw_value value;
  uint32_t text, outcome;
} st_action_value;

/*
 * A decision. Of NUMBER the answer is a number from `least` to `most`. Of
 * DIVIDE and ALLOCATE it is an amount for each option, from `least`, which is
 * not negative, to `most`, in all `total`. Of all others it is some of the
 * options, each at most once, `least` to `most` of them.
 */
typedef struct st_new_decision {
  st_purpose purpose;
  uint32_t flags;
  strata_entity player, source;
  const char *prompt; /* NULL: none */
  const st_new_action_value *options;
  uint32_t option_count;
  int64_t min, max, total;
  uint64_t hash; /* of how it is met: in which state, and what is asked */
} st_new_decision;

typedef struct st_decision {
  st_purpose purpose;
  uint32_t flags;
  strata_entity player, source;
  uint32_t prompt; /* as st_action_value's texts */
  uint32_t option_count;
  int64_t min, max, total;
  uint64_t hash;
  bool answered;
  uint32_t answer_count;
} st_decision;

/* An answer: options from 0, or amounts, or both: amounts[i] for options[i].
 * Options that a division leaves out get 0. */
typedef struct st_new_answer {
  uint32_t decision;
  strata_entity who; /* who answers; 0: whoever may */
  const uint32_t *options;
  const int64_t *amounts;
  size_t count;
} st_new_answer;

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Open an action: what it is, which is not 0, and its words. None is open. */
strata_status st_decision_begin_action(st_store *store, uint32_t request,
                                       const st_new_action_value *values,
                                       uint32_t count);

/* Write down a decision of the open action; decisions have the numbers 1, 2,
 * ... EINVAL if it could have no answer. Cost O(options + texts). */
strata_status st_decision_add(st_store *store, const st_new_decision *desc,
                              uint32_t *decision);

/*
 * Write an answer down, or refuse it: EREFUSED, nothing is written, and `why`
 * says what is wrong. NULL `why` is allowed. What is written does not tell in
 * which order the decisions of one moment were answered, nor, if the order does
 * not count, in which the options were named. Cost O(options).
 */
strata_status st_decision_answer(st_store *store, const st_new_answer *answer,
                                 strata_error *why);

/* Close the action: nothing is left of it. Cost O(what was written). */
strata_status st_decision_end_action(st_store *store);

/* -- Reading -- */

/* What is asked of the open action, 0 if none is open; how many words it has,
 * how many decisions, and the first of these that is not answered, or 0. */
uint32_t st_decision_request(const st_store *store);
uint32_t st_decision_request_values(const st_store *store);
uint32_t st_decision_count(const st_store *store);
uint32_t st_decision_find_unanswered(const st_store *store);

/* A word of the request, from 0; a decision, from 1; its options and what was
 * answered, from 0: places of options, or amounts. */
st_action_value st_decision_request_value(const st_store *store, uint32_t n);
st_decision st_decision_get(const st_store *store, uint32_t decision);
st_action_value st_decision_option(const st_store *store, uint32_t decision,
                                   uint32_t n);
int64_t st_decision_answer_at(const st_store *store, uint32_t decision,
                              uint32_t n);

/* Append a text, by the row that it begins in; nothing for 0. */
void st_decision_read_text(const st_store *store, uint32_t row, st_text *out);

/* For world/save/validate_play.c: the rows that a text of so many bytes takes;
 * those that must be kept for an answer; whether a decision could be answered
 * at all. */
uint32_t st_decision_text_rows(size_t length);
uint32_t st_decision_answer_capacity(const st_decision *asked);
bool st_decision_is_answerable(const st_decision *asked);

/* Whether an answer is legal: EREFUSED, and why, if not; ENOMEM. */
strata_status st_decision_check_answer(const st_store *store,
                                       const st_decision *asked,
                                       const st_new_answer *answer,
                                       strata_error *why);

#endif
