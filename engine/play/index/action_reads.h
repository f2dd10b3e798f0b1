/* action_reads.h - what an action of players reads to tell whether it can be
 * done, as far as the rules alone tell it. */
#ifndef STRATA_PLAY_INDEX_ACTION_READS_H
#define STRATA_PLAY_INDEX_ACTION_READS_H

#include "rules/model/watcher_def.h"

/*
 * Most actions hang on the object that they are done with and on the player who
 * does them, and on nothing else: is the object untapped, has the player as
 * much as it costs? Of such an action the answer for one object stays true
 * until that object changes, or one of the player's values that are read.
 */
typedef struct st_action_reads {
  bool conditions_near; /* with what and when it is done reads no other entity
                           than the player and the object; nor does who may do
                           it, if that hangs on the object */
  bool cost_near;       /* nor does paying its cost, as long as no watcher
                           watches for an event of it */
  bool cost_waits;      /* the cost reads what is announced */
  bool has_cost;
  /* What it reads of the player besides whether the player may do it at all:
   * bits of attributes, by number modulo 64, so some may be taken for others.
   */
  uint64_t of_player;
  bool actor_near;   /* who may do it at all hangs on the player alone */
  uint64_t of_actor; /* what that reads, as in of_player */
} st_action_reads;

/* Whether who may do an action hangs on the object that it is done with. */
static inline bool st_action_actor_reads_object(const st_watcher_def *def) {
  return def->actor && def->actor->uses_this;
}

/* Whether the cost of an action reads one of the choices that it announces from
 * number `at` on. If not, paying once tells whether any way can be paid. */
bool st_action_cost_reads_choices(const st_program *program, uint32_t at);

/* What an action reads. Cost O(nodes of its expressions and of those of the
 * events of its cost). */
st_action_reads st_action_reads_of(const strata_rules *rules,
                                   const st_watcher_def *def);

#endif
