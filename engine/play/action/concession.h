/* concession.h - conceding while an action waits for an answer (104.3a). */
#ifndef STRATA_PLAY_ACTION_CONCESSION_H
#define STRATA_PLAY_ACTION_CONCESSION_H

#include "play/action/action_request.h"
#include "play/execution/decisions.h"
#include "rules/model/event_type.h"

/*
 * A concession amid an action is an input of this action, as an answer is, and
 * is kept among the answers: a decision that nobody is asked, whose number says
 * after how many others it comes, and its total before which step. Executed
 * again, the action does the event of the concession there, between two steps,
 * when no event is done halfway. The step that asked is then done, in the state
 * without who has conceded, and asks anew whatever there still is to ask.
 * Answers that it had got already are void: they are asked for again, and are
 * kept for the case that the concession is taken back.
 *
 * So a replay, a save and a fork need nothing more than for answers, the
 * concession can be taken back as an answer can, and what stands on the way of
 * the action is never a thing that is gone.
 *
 * What has not begun, because its player is still announcing it, is given up
 * instead, and so is what cannot be executed any more without who has conceded:
 * a cost that cannot be paid, say. Then the concession is an action of its own.
 */

/* The words of an event that happens to who concedes. */
typedef struct st_concession_words {
  int64_t all[ST_EVENT_TYPE_FIELDS + 8]; /* its own fields, and common ones */
} st_concession_words;

/* The concession as an action of its own; `words` must live as long. */
st_action_request st_concession_request(const strata_rules *rules,
                                        strata_entity player,
                                        st_concession_words *words);

/* Whether a known concession comes before the next step. O(1). */
static inline bool st_concession_is_due(const st_execution *exec) {
  uint32_t n = exec->decisions_met;
  if (n >= exec->known_count || n < exec->known_first || exec->attempt ||
      exec->innermost_call) {
    return false;
  }
  const st_known_answer *known = &exec->known_answers[n - exec->known_first];
  return known->conceding != 0 && known->step == exec->steps;
}

/* Meet the concession that is due, and push its event. If the state is another
 * one than when it was given, because the rules have changed, it is dropped as
 * an answer is, and the log has a row MISSED. */
strata_status st_concession_begin(st_execution *exec);

/* Whether a player has conceded in the open action. O(decisions). */
bool st_concession_is_given(const st_store *store, strata_entity player);

/* Let the execution know the answers, as st_saved_answers_read does, and that a
 * player concedes before a step; the answers that this step has got already
 * stand behind it and are void. */
strata_status st_concession_read_answers(st_execution *exec,
                                         st_step_begun place,
                                         strata_entity player);

/* The concession that has made a decision void, or else the decision. */
uint32_t st_concession_before_void(const st_store *store, uint32_t decision);

/* Let the execution know the answers before a decision; if that is a
 * concession, also those that it has made void, which count again. */
strata_status st_concession_read_before(st_execution *exec, uint32_t decision);

#endif
