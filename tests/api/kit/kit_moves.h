/* kit_moves.h - random legal moves under the rules of kit_classic.h, for worlds
 * in which abilities grant, remove, copy and depend on each other. Plain C, as
 * kit.h. */
#ifndef STRATA_TESTS_API_KIT_KIT_MOVES_H
#define STRATA_TESTS_API_KIT_KIT_MOVES_H

#include "kit_classic.h"

enum { MOVES_CARDS = 9, MOVES_EFFECTS = 10, MOVES_EXPRS = 16 };

typedef struct moves {
  const strata_rules *rules; /* borrowed */
  strata_world *world;
  kit_dice dice;
  strata_entity player[2];
  strata_entity card[MOVES_CARDS];
  strata_effect effect[MOVES_EFFECTS];
  strata_effect borrowing; /* borrows all abilities of all entities */
  strata_expr *predicate[MOVES_EXPRS], *number[MOVES_EXPRS];
  strata_expr *others; /* for borrowing */
  size_t predicate_count, number_count;
  bool calm;
  const char *refused; /* the call that was refused, or NULL */
} moves;

/* A world with some cards on the battlefield; false if memory ran out. */
bool moves_open(moves *m, const strata_rules *rules, uint64_t seed);

/* The same for worlds of many entities: no move copies, borrows, or grants an
 * ability that has effects, so equal entities stay equal and lists of abilities
 * stay short. */
bool moves_open_calm(moves *m, const strata_rules *rules, uint64_t seed);

/* One change of the state. */
void moves_step(moves *m);

/* `steps` changes of the state. */
void moves_play(moves *m, int steps);

void moves_close(moves *m);

#endif
