/* decisions.h - decisions that an execution meets, and their answers. */
#ifndef STRATA_PLAY_EXECUTION_DECISIONS_H
#define STRATA_PLAY_EXECUTION_DECISIONS_H

#include "play/execution/execution.h"
#include "rules/model/watcher_def.h"
#include "world/tables/open_decision.h"

/* A decision that the execution has met. */
typedef struct st_met_decision {
  st_new_decision ask;
  const st_new_answer *answer; /* NULL while there is none */
} st_met_decision;

/* The answer that an earlier execution of the same action got. */
typedef struct st_known_answer {
  st_new_answer answer;
  uint64_t hash;   /* decision_hash of the question then */
  bool was_missed; /* the question had already changed once since it was first
                      asked */
  const char **outcomes; /* what comes of each option, in words; NULL where that
                            is not known */
  uint32_t option_count;
  strata_entity conceding; /* who concedes here; 0: it is an answer */
  uint64_t step;           /* before which step of the execution */
  bool is_new; /* no execution has met the concession yet: it has no hash */
  const st_new_decision *voided; /* the decision, if a concession came before
                                    it; else NULL */
} st_known_answer;

/* The choices of an attempt: options that are tried out and rolled back; see
 * play/compare/try_options.h. */
#define ST_ATTEMPT_MAX_CHOICES 32
typedef struct st_attempt {
  /* the option to take at each choice */
  uint32_t chosen[ST_ATTEMPT_MAX_CHOICES];
  uint32_t option_counts[ST_ATTEMPT_MAX_CHOICES]; /* how many options each
                                                     choice has */
  uint32_t chosen_count;      /* how many entries of `chosen` are set */
  uint32_t met_count;         /* how many choices were met */
  bool first_choice_only;     /* the attempt ends at a second choice */
  bool stops_after_resolving; /* it ends when the stack is down to stack_top */
  uint32_t stack_top;
} st_attempt;

/* In an attempt: the option to take at this choice. ESUSPEND ends the
 * attempt. */
strata_status st_decisions_try_option(st_execution *exec, uint32_t count,
                                      uint32_t *out);

/* Log a choice that makes no difference and so is not asked: the option that is
 * taken, or for an order all options as they stand. Watchers do not see such
 * rows. */
strata_status st_decisions_log_left_out(st_execution *exec,
                                        const st_new_decision *ask,
                                        strata_event_type type);

/* Whether an earlier execution met the same question at this place and asked
 * it. Then it must be asked again, with the outcomes of its options that were
 * found then; if not, `*outcomes` stays. */
bool st_decisions_recall_outcomes(const st_execution *exec,
                                  const st_new_decision *ask,
                                  const char ***outcomes);

/* Get the answer to a decision, which is not asked if who would decide has
 * conceded or the game has ended. ESUSPEND: there is none yet, so the execution
 * ends, and the action is executed again when there is. `ask` and the answer
 * must lie in the arena. An answer counts only if the question is the same as
 * when it was given: where the rules have changed it, that answer and all later
 * ones are dropped. EREFUSED: a policy gave an answer that is not legal. */
strata_status st_decisions_ask(st_execution *exec, const st_new_decision *ask,
                               const st_new_answer **out);

/* The same for several decisions at once: if one has no answer, all that have
 * none are open. */
strata_status st_decisions_ask_all(st_execution *exec,
                                   const st_new_decision *asks, uint32_t count,
                                   const st_new_answer **out);

/* Meet a decision that nobody is asked, whose answer is the next known one, and
 * the void ones behind it. *out is false if the answer was given in another
 * state: then it and all later ones are dropped, and the log has a row MISSED.
 * `ask` must lie in the arena. */
strata_status st_decisions_meet_known(st_execution *exec,
                                      const st_new_decision *ask, bool *out);

/* A decision as it is read from its row, but for its source and its texts. */
st_decision st_decisions_without_options(const st_new_decision *ask);

/* Bring a legal answer into the form in which it would be read back from the
 * rows of an open action. It lies in the arena. ENOMEM. */
strata_status st_decisions_copy_answer(st_execution *exec,
                                       const st_new_decision *ask,
                                       const st_new_answer *given,
                                       st_new_answer *out);

/* Prepare to execute the action again from another state: from now on a known
 * answer counts if the question is the same, whatever the state. Returns how
 * many answers there are. */
uint32_t st_decisions_forgive_state(st_execution *exec);

/* Make a decision one of yes (option 0) or no. False if there is no memory. */
bool st_decisions_offer_may(st_execution *exec, st_new_decision *ask);

/* *yes is whether a player wants what a watcher does: asked if the definition
 * is optional, else true. */
strata_status st_decisions_ask_optional(st_execution *exec,
                                        strata_watcher_def def,
                                        strata_entity source,
                                        strata_entity player, bool *yes);

#endif
