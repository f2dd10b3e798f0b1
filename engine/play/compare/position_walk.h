/* position_walk.h - a walk over the state that gives rows names which do not
 * depend on their slots, and sums a hash of their cells. */
#ifndef STRATA_PLAY_COMPARE_POSITION_WALK_H
#define STRATA_PLAY_COMPARE_POSITION_WALK_H

#include "base/hash.h"
#include "play/compare/cell_forms.h"

typedef struct st_position_walk {
  const st_store *store;
  st_arena arena;
  st_cell_forms cells;
  bool is_collecting; /* the first walk, in which names are not known yet */
  bool is_within;     /* a row without a timestamp is being hashed */
  bool out_of_memory;
  /* two timestamps of which each stands for the other; 0: none */
  uint64_t exchanged[2];
  uint64_t *stamps; /* ascending in the second walk */
  size_t stamp_count, stamp_capacity;
  /* Last-known slots that something refers to, and a bit for each slot. */
  uint32_t *gone;
  size_t gone_count, gone_capacity;
  uint64_t *is_gone;
  uint64_t sum;
} st_position_walk;

/* Prepare the first walk; the store is set. False if there is no memory. */
bool st_position_walk_init(st_position_walk *w);
void st_position_walk_fini(st_position_walk *w);

/* Sort what the first walk has collected, and begin the second. */
void st_position_walk_begin_hash(st_position_walk *w);

/* The name of a timestamp: its rank among those that the walk meets. */
uint64_t st_position_stamp(st_position_walk *w, uint64_t stamp);

/* A hash of what an entity's own cells hold, but for references and timestamps:
 * entities that nothing tells apart have equal ones. In the second walk. */
uint64_t st_position_content(st_position_walk *w, uint32_t slot);

/* What stands for the entity in a slot, live or gone; for the one that a handle
 * names; and for a number that may be a handle. */
uint64_t st_position_entity(st_position_walk *w, uint32_t slot);
uint64_t st_position_handle(st_position_walk *w, uint64_t handle);
uint64_t st_position_number(st_position_walk *w, uint64_t number);

/* Add a value to the hash, under the name of a row and of a place in it. */
static inline void st_position_add(st_position_walk *w, uint64_t row,
                                   uint64_t place, uint64_t value) {
  if (!w->is_collecting) w->sum += st_mix(st_mix(row, place), value);
}

/* Add all cells of a row that are not 0, except those that only say where rows
 * lie. Cost O(columns of the table). */
void st_position_add_row(st_position_walk *w, st_table table, uint32_t row,
                         uint64_t name);

#endif
