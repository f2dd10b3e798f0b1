/* strata/seats.h - seats: what a player may see, and by which ids. */
#ifndef STRATA_SEATS_H
#define STRATA_SEATS_H

#include "strata/objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A seat is a player as one who looks at the game: a client, a bot, the
 * controller of an ability whose handler runs. What it may see of an object
 * follows from the state:
 *
 * A zone that is `hidden` hides the faces in it from all but its own player,
 * and from all if it is `ordered` too (strata_zone_desc). What lies face down
 * (strata_builder_face_down) shows its back, but for who may look under it.
 * What a seat has been shown, by instruction DISCLOSE or by
 * strata_seat_disclose, overrides both: it knows that face until the object
 * moves, or its zone is shuffled. All else is seen.
 *
 * What shows somebody a face that was hidden is firm, as what was rolled is: a
 * move out of a hidden zone or of what lies face down, a write that turns an
 * object up, DISCLOSE, and a decision that offers its player what the player
 * does not see. The open action can then not be given up, and no earlier answer
 * be taken back (strata_decision). That an effect alone turns an object up, or
 * lets another player look under it, is not noticed.
 */
typedef enum strata_sight {
  STRATA_SIGHT_NOTHING, /* no more than where it is */
  STRATA_SIGHT_BACK,    /* its current values: it lies face down */
  STRATA_SIGHT_FACE     /* all of it */
} strata_sight;

/**
 * Tell what a seat may see of an object. Of an object that is gone, which lay
 * in a hidden zone, it sees what it sees of what that has become.
 *
 * player   alive, or gone and not forgotten
 * entity   alive, or gone and not forgotten
 * Errors   ESTALE; EINVAL if `out` is NULL; EOPEN within an evaluation; the
 *          status with which a value fails
 * Cost     O(players that it was shown to), and that of two values where the
 *          rules have what lies face down; for what is gone O(its moves) more
 * Rule     400.2, 708.5
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_seat_sight(strata_world *world, strata_entity player,
                  strata_entity entity, strata_sight *out);

/**
 * Show the face of an object to a seat, as instruction DISCLOSE does. Nothing
 * is written for who sees it anyway.
 *
 * player   0: all players
 * Errors   ESTALE; EOPEN; ENOMEM; the status with which a value fails
 * Cost     as strata_seat_sight
 * Rule     701.16
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_seat_disclose(
    strata_world *world, strata_entity player, strata_entity entity);

/* -- View ids --
 *
 * Handles are given out in order and are used again, so a handle tells of an
 * object what it was before a shuffle. A view id does not. It stands for the
 * handle, enciphered for one seat, as long as that seat can follow the object
 * by eye: as it moves it is another object (400.7) with another id. In a zone
 * that hides it from the seat it stands for a place alone, counted from the
 * bottom, whatever lies there. Nothing of this is kept: an id is computed from
 * the state, and is the same in each fork, save, process and platform.
 */

/**
 * Set the secret from which the view ids of all seats are made. It is part of
 * the state. Who knows it, or that it was never set, can tell the handle from
 * an id; so a host sets it to a number that no player knows, once, before it
 * gives out ids.
 *
 * Errors   EOPEN; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_seat_secret(strata_world *world, uint64_t secret);

/**
 * Compute the view id of an object for a seat. It is never 0.
 *
 * Errors   ESTALE; EINVAL if `out` is NULL; ERANGE for a place or a player
 *          beyond 2^24, a zone beyond 2^15, and a handle whose slot was used
 *          2^31 times
 * Cost     O(1); in a zone that hides it O(its place)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_seat_id(strata_world *world,
                                                          strata_entity player,
                                                          strata_entity entity,
                                                          uint64_t *out);

/**
 * Find the object that a view id of a seat stands for.
 *
 * Errors   ESTALE for no such player; ENOENT for an id that stands for nothing
 *          now, and for a number that is no id; EINVAL if `out` is NULL
 * Cost     as strata_seat_id
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_seat_find(
    strata_world *world, strata_entity player, uint64_t id, strata_entity *out);

/* An object as a seat sees it. */
typedef struct strata_seat_row {
  strata_entity entity; /* for the host alone: no seat is told it */
  uint64_t id;
  strata_sight sight;
  strata_zone zone;    /* 0: none */
  strata_entity whose; /* the player whose zone it is; 0: shared, or none */
  uint32_t place;      /* in its zone, from 1 at the bottom; 0: no zone */
} strata_seat_row;

/**
 * List all objects as a seat sees them: zone by zone, in the order of the
 * rules, from the bottom; then what is in no zone, by timestamp. Neither the
 * rows nor their order depend on a face that the seat does not see, nor on how
 * a hidden zone was shuffled.
 *
 * While a decision is open, the world is that of the beginning of its action.
 * What a seat sees when it is asked, with what the action has shown it, is the
 * view of the world that strata_peek makes, and the options are its entities.
 *
 * buffer   room for `capacity` rows, NULL if that is 0
 * count    how many there are, which may be more
 * Errors   ESTALE; EINVAL; ENOMEM; those of strata_seat_sight and
 *          strata_seat_id
 * Cost     O(entities * zones), and that of strata_seat_sight for each row
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_seat_view(strata_world *world, strata_entity player,
                 strata_seat_row *buffer, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
