/* decisions.h - decisions that an execution meets, and their answers. */
#ifndef STRATA_PLAY_EXECUTION_DECISIONS_H
#define STRATA_PLAY_EXECUTION_DECISIONS_H

#include "play/execution/execution.h"
#include "rules/model/watcher_def.h"
#include "world/tables/open_decision.h"

/* A decision that the run has met. */
typedef struct st_met_decision {
  st_new_decision ask;
  const st_new_answer *answer; /* NULL: there is none yet */
} st_met_decision;

/* What is known of one that was met by an earlier run of the same action. */
typedef struct st_known_answer {
  st_new_answer answer;
  uint64_t hash;         /* of how it was met then */
  bool was_missed;       /* it had been asked before that, and met otherwise */
  const char **outcomes; /* of its options, NULL where nothing was known */
  uint32_t option_count;
} st_known_answer;

/* Choices that are made to see what comes of them: see branch.h. */
#define ST_ATTEMPT_MAX_CHOICES 32
typedef struct st_attempt {
  uint32_t
      chosen[ST_ATTEMPT_MAX_CHOICES]; /* which option is taken at each choice */
  uint32_t option_counts[ST_ATTEMPT_MAX_CHOICES]; /* of how many */
  uint32_t chosen_count;                          /* so many are said */
  uint32_t met_count;                             /* so many were met */
  bool first_choice_only;                         /* the first alone is made */
  bool stops_after_resolving; /* until the stack is as high as it was */
  uint32_t stack_top;
} st_attempt;

/* In a trial: which of several options is tried; ESUSPEND: none. */
strata_status st_decisions_try_option(st_execution *run, uint32_t count,
                                      uint32_t *out);

/* A choice that makes no difference is not asked: the log says so, and which
 * of the options is taken; of an order all, as they stand. Nobody who watches
 * is changed by it. */
strata_status st_decisions_log_left_out(st_execution *run,
                                        const st_new_decision *ask,
                                        strata_event_type type);

/* Whether an earlier run has met just this, here, and asked for it: so it is to
 * be asked, and what would come of each option is known from then. */
bool st_decisions_recall_outcomes(const st_execution *run,
                                  const st_new_decision *ask,
                                  const char ***outcomes);

/* The answer to a decision, ESUSPEND if there is none yet: then the run ends,
 * and goes from its beginning when it is known. What it points to is in the
 * arena, as must be what is asked. Answers to what is met otherwise than it was
 * when they were given, as the rules have changed, count no more, nor do later
 * ones. EREFUSED for an answer of a policy that is not legal. */
strata_status st_decisions_ask(st_execution *run, const st_new_decision *ask,
                               const st_new_answer **out);

/* The same of several at once: all of them are open if one has no answer. */
strata_status st_decisions_ask_all(st_execution *run,
                                   const st_new_decision *asks, uint32_t count,
                                   const st_new_answer **out);

/* The action will be run again, from another state: let only what is asked tell
 * whether an answer still counts. How many answers there are; nothing else is
 * asked from now on. */
uint32_t st_decisions_forgive_state(st_execution *run);

/* Let a decision be whether to do something: yes, the first option, or no.
 * False if there is no memory. */
bool st_decisions_offer_may(st_execution *run, st_new_decision *ask);

/* Whether a player wants what a code says, who is asked if it is optional. */
strata_status st_decisions_ask_optional(st_execution *run,
                                        strata_watcher_def def,
                                        strata_entity source,
                                        strata_entity player, bool *yes);

#endif
