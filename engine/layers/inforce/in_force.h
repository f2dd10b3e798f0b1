/* in_force.h - what is in force and must be worked out for the whole world:
 * clauses of created effects, abilities that may be in some list, what they all
 * read.
 */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_H

#include "world/tables/effect.h"
#include "world/tables/text_cache.h"

/* A clause of a created effect that has some part which is computed, or on an
 * attribute that something reads. An effect may have two: what is locked to
 * its targets, and what stays open (611.2c). */
typedef struct st_created_clause {
  uint32_t effect;
  uint64_t serial;      /* never used twice: rows and memory are */
  uint32_t locked_part; /* a part whose nodes are its targets; 0: it is open */
  uint32_t unit; /* in the pass that counts, + 1; 0: it is not there yet */
  st_clause clause;
  size_t part_capacity;
  struct st_created_clause *next; /* of those that are spare */
} st_created_clause;

/* Of a text that lists abilities. */
#define ST_IN_FORCE_TEXT_SEEN 1
#define ST_IN_FORCE_TEXT_ACTS 2 /* some of them do something by themselves */
#define ST_IN_FORCE_TEXT_EXPR                                                  \
  4 /* or it is an expression: what it reads is known */

typedef struct st_in_force {
  st_mem *mem;
  const strata_rules *rules;
  st_created_clause **clauses;
  size_t clause_count, clause_capacity;
  st_created_clause
      *free_clauses; /* let go of, with their memory: the next ones take it */
  size_t bytes;      /* of clauses, those that are spare among them */
  uint8_t *effect_clause_counts; /* by effect: how many clauses it has here;
                      then none of its parts is a plain one */
  size_t effect_capacity;
  bool *is_read;           /* by attribute - 1: some clause reads it */
  uint64_t **read_symbols; /* ... of a SET these symbols, one by one */
  bool *reads_whole_set;   /* ... or all of it */
  bool *is_on_board;       /* ... and effects may change it: the board has it */
  bool *has_stacking;      /* ... and stacking groups are on it */
  uint32_t *switch_group;  /* attributes that are switched with each other share
                          a  number; 0: none */
  bool *ability_in_use;    /* by ability: it may be in somebody's list */
  bool abilities_act;      /* some of these has clauses */
  uint8_t *text_flags;     /* by text: what of it is accounted for */
  size_t text_capacity;
  uint64_t next_serial;
  uint64_t build_count;    /* how often it was made */
  bool counts_entities;    /* something counts entities */
  bool tells_equals_apart; /* something tells even equal entities apart */
  bool follows_refs; /* something reads of whom it names, or a reference does */
  bool found_new;    /* something was found that was not known before */
  bool active;       /* there is something to work out */
  bool stale;        /* to be made anew from the state */
} st_in_force;

strata_status st_in_force_init(st_in_force *in_force, st_mem *mem,
                               const strata_rules *rules);
void st_in_force_fini(st_in_force *in_force);

/* Empty it: no clause, nothing read, stale. Memory is kept. */
void st_in_force_clear(st_in_force *in_force);

/* An empty clause for the caller to fill, made of a released one if there is
 * one; NULL if there is no memory. */
st_created_clause *st_in_force_acquire_clause(st_in_force *in_force);

/* Keep a clause that is in force no longer for the next one. */
void st_in_force_release_clause(st_in_force *in_force,
                                st_created_clause *clause);

/* Take an effect's clauses out; false if there are none. */
bool st_in_force_remove_effect(st_in_force *in_force, uint32_t effect);

/* True if clauses of the effect are in. */
static inline bool st_in_force_has_effect(const st_in_force *in_force,
                                          uint32_t effect) {
  return effect < in_force->effect_capacity &&
         in_force->effect_clause_counts[effect] != 0;
}

/* True if a base list of abilities brings none that is not accounted for. */
static inline bool st_in_force_knows_list(const st_in_force *in_force,
                                          uint32_t text) {
  return text == 0 || (text < in_force->text_capacity &&
                       (in_force->text_flags[text] & ST_IN_FORCE_TEXT_SEEN));
}

/* True if it brings some that do something by themselves. */
static inline bool st_in_force_list_acts(const st_in_force *in_force,
                                         uint32_t text) {
  return text < in_force->text_capacity &&
         (in_force->text_flags[text] & ST_IN_FORCE_TEXT_ACTS);
}

#endif
