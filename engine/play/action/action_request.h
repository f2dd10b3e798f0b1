/* action_request.h - what an action does, written into the state while it is
 * open. */
#ifndef STRATA_PLAY_ACTION_ACTION_REQUEST_H
#define STRATA_PLAY_ACTION_ACTION_REQUEST_H

#include "play/execution/execution.h"

/* A request: an event that happens, or walks one phase of its handler chain;
 * the program of a watcher definition, which may be a player's action; the top
 * object of the stack resolves; or the course of the game advances. Then the
 * world settles. */
typedef struct st_action_request {
  strata_event_type event_type;   /* or 0 */
  strata_watcher_def watcher_def; /* or 0 */
  bool resolves_top, advances;    /* one of them, if both are 0 */
  strata_period into;             /* the period to which it advances, or 0 */
  bool resolves; /* a player's action is not announced and paid for anew, but
                    done as it resolves */
  bool is_walk;  /* the event does not happen, but walks a phase */
  bool ignores_stop; /* the walk goes on although a handler stops it */
  uint32_t phase;
  strata_settle_mode settling;
  strata_entity self, controller; /* of a program */
  /* the fields of the event, in the order of its type, or the parameters of the
   * program; of a player's action then what it announces, by instruction */
  const int64_t *words;
  uint64_t announced; /* which announcements were given, by instruction */
} st_action_request;

/* A request as st_decision_begin_action takes it. */
typedef struct st_request_rows {
  uint32_t form, count;
  const st_new_action_value *values; /* in the arena */
} st_request_rows;

/* The number of words, and one of them by index. */
uint32_t st_action_request_word_count(const st_execution *exec,
                                      const st_action_request *r);
int64_t st_action_request_word(const st_action_request *r, uint32_t i);

/* Copy the words into the arena: they may be in a buffer of the caller. */
strata_status st_action_request_copy_words(st_execution *exec,
                                           st_action_request *r);

/* Make the rows of a request. ENOMEM. */
strata_status st_action_request_describe(st_execution *exec,
                                         const st_action_request *r,
                                         st_request_rows *out);

/* Write the request into a store without an open action: that of the execution,
 * or a copy. */
strata_status st_action_request_write(st_execution *exec,
                                      const st_action_request *r,
                                      st_store *store);

/* Read the open action; its words are in the arena. ECORRUPT if the rules have
 * no such event type or watcher definition, or none with such words. */
strata_status st_action_request_read(st_execution *exec,
                                     st_action_request *out);

#endif
