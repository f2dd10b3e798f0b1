/* strata/keys.h - what players do and answer, as texts. */
#ifndef STRATA_KEYS_H
#define STRATA_KEYS_H

#include "strata/legal.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A key calls an action that a player may do, or an option of a decision, by
 * what the rules call it. It is the same in each fork, save, process and
 * platform that has this state, so it can be typed, sent and written down. When
 * the state changes, a key may call something else.
 *
 * The key of an action is the name of its watcher definition, "trumps:round",
 * and of one that is done with an object also that one's key
 * (strata_entity_key): "noughts:mark noughts:a2". The key of an option is the
 * key of its entity, the name of its symbol, or its number; of other options it
 * is their text. The keys of a yes-or-no question (MAY) are "yes" and "no", and
 * an option that is nothing has "none". No key is empty.
 */

/**
 * Write the key of what a player may do.
 *
 * action   one of those that strata_legal_actions has listed, copied
 * buffer   room for `capacity` bytes; NULL, with a capacity of 0, to ask for
 *          the size alone
 * size     bytes needed, with the NUL at the end; written also if they do not
 *          fit
 * Errors   ERANGE if there is a buffer and they do not fit in it; ENOENT for no
 *          such action; ESTALE; EINVAL; ENOMEM
 * Cost     O(entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_legal_key(strata_world *world, strata_legal_action action, char *buffer,
                 size_t capacity, size_t *size);

/**
 * Do what a player may do, by its key. What it announces is asked.
 *
 * key      borrowed
 * outcome  may be NULL
 * Errors   EREFUSED if the player may do nothing of that key now, and the
 *          message names what it may do; EINVAL; those of strata_legal_actions
 *          and strata_act
 * Cost     those of strata_legal_actions and strata_act, and O(entities) for
 *          each action that is listed
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_act_key(strata_world *world, strata_entity player, const char *key,
               strata_outcome *outcome);

/**
 * Write the key of an option.
 *
 * option   of an open decision, or of what an action announces
 * buffer   as for strata_legal_key
 * size     as for strata_legal_key
 * Errors   ERANGE if there is a buffer and they do not fit in it; ESTALE;
 *          EINVAL; ENOMEM
 * Cost     O(entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_option_key(strata_world *world, const strata_option *option,
                  char *buffer, size_t capacity, size_t *size);

/**
 * Write what an open decision can be answered with: the keys of its options,
 * with ", " between them, as "yes, no"; of a NUMBER its least and its greatest
 * number, as "1 to 4". It is what a host prints that knows no more of the
 * question.
 *
 * who      the player whose first open decision it is; 0: the first one
 * out      borrowed until the next call with this world
 * Errors   ENOENT if there is none; EINVAL; ENOMEM
 * Cost     O(options * entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_decision_keys(strata_world *world, strata_entity who, const char **out);

/**
 * Answer an open decision by the keys of the options that are chosen, in the
 * order in which they are chosen. The answer to a NUMBER is that number as one
 * key, "3"; that to a MAY "yes" or "no". A decision that divides an amount is
 * answered by strata_answer.
 *
 * who      the player whose first open decision is answered; 0: the first one
 * keys     borrowed; of equal ones the first is the first option with that key,
 *          and so on
 * count    how many keys
 * outcome  may be NULL
 * Errors   EREFUSED for a key that no option has, as "", for what is no number
 *          where one is asked, or a division, and the message says what there
 *          is; EINVAL; those of strata_decision_get and
 *          strata_answer
 * Cost     that of strata_answer, and O(entities) for each option and key
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_answer_keys(
    strata_world *world, strata_entity who, const char *const *keys,
    size_t count, strata_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
