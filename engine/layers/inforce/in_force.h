/* in_force.h - the set of clauses in force that need a pass over the whole
 * world, and the attributes that they read. */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_H

#include "world/tables/effect.h"
#include "world/tables/text_cache.h"

/* A clause of a created effect that needs a pass: some part of it is computed,
 * or changes an attribute that something reads. An effect has up to two: one
 * for the parts that are locked to its targets and one for the parts that stay
 * open (611.2c). */
typedef struct st_created_clause {
  uint32_t effect;
  uint64_t serial; /* never used twice, unlike `effect` and this memory */
  /* a part whose nodes are the targets; 0: an open clause */
  uint32_t locked_part;
  uint32_t unit; /* its unit in the current pass, + 1; 0: it has none yet */
  st_clause clause;
  size_t part_capacity;
  struct st_created_clause *next; /* in the list of free clauses */
} st_created_clause;

/* Flags of a text of the state: its abilities are marked as used; some ability
 * in it has static clauses; it is an expression whose reads are recorded. */
#define ST_IN_FORCE_TEXT_SEEN 1
#define ST_IN_FORCE_TEXT_ACTS 2
#define ST_IN_FORCE_TEXT_EXPR 4

/*
 * The set is a cache derived from the rules and from rows of the state; it
 * holds no value. Invariants, held by test unit.in_force, which compares a
 * set kept up to date with one built from nothing in random games:
 *
 * - `clauses` are in the order of effect slots after a build; clauses added
 *   later follow in the order of their serials.
 * - Each attribute and symbol that a clause in force reads is marked. Removing
 *   an effect leaves its marks, so more may be marked than is read.
 * - `is_on_board` is `is_read` of layered attributes, spread over attributes
 *   that are switched with each other.
 */
typedef struct st_in_force {
  st_mem *mem;
  const strata_rules *rules;
  st_created_clause **clauses;
  size_t clause_count, clause_capacity;
  st_created_clause
      *free_clauses; /* released clauses with their memory, for reuse */
  size_t bytes;      /* memory of all clauses, free ones included */
  /* by effect slot: how many clauses it has in the set. If any, all of its
   * parts are in the pass. */
  uint8_t *effect_clause_counts;
  size_t effect_capacity;
  bool *is_read; /* by attribute - 1: some clause reads it */
  /* by attribute - 1, of a SET: a bitmap of the symbols that clauses test */
  uint64_t **read_symbols;
  bool *reads_whole_set; /* by attribute - 1: clauses read the whole SET */
  /* by attribute - 1: it is read and layered, so the board has its values */
  bool *is_on_board;
  /* by attribute - 1: it is on the board and parts of stacking groups change
   * it */
  bool *has_stacking;
  /* by attribute - 1: attributes that are switched with each other share a
   * number; 0: switched with none */
  uint32_t *switch_group;
  /* by ability: it may be in the ability list of some entity */
  bool *ability_in_use;
  bool abilities_act;  /* some ability in use has static clauses */
  uint8_t *text_flags; /* by text id: ST_IN_FORCE_TEXT_ flags */
  size_t text_capacity;
  uint32_t borrowed_end; /* clauses borrow compiled texts below this id */
  uint64_t next_serial;
  uint64_t build_count; /* completed builds; 0: never built */
  bool counts_entities; /* some expression counts entities, or asks_tops */
  bool asks_tops;       /* some expression asks who is on top of a zone */
  /* some expression differs between entities with equal values */
  bool tells_equals_apart;
  /* some expression reads through a reference or of an entity that it names */
  bool follows_refs;
  bool has_new_marks; /* scratch: a mark was set that was not set before */
  bool active;        /* there is a clause to evaluate, so passes are run */
  bool stale;         /* it must be built again from the state */
} st_in_force;

strata_status st_in_force_init(st_in_force *in_force, st_mem *mem,
                               const strata_rules *rules);
void st_in_force_fini(st_in_force *in_force);

/* Empty the set: no clause, nothing read, stale. Memory is kept. */
void st_in_force_clear(st_in_force *in_force);

/* Forget what is known of the texts from an id on, because they were rolled
 * back. If a clause borrows one of them, the set is stale. */
void st_in_force_forget_texts(st_in_force *in_force, uint32_t from);

/* Return an empty clause for the caller to fill, a released one if there is
 * one; NULL if there is no memory. */
st_created_clause *st_in_force_acquire_clause(st_in_force *in_force);

/* Keep the memory of a clause for the next st_in_force_acquire_clause. */
void st_in_force_release_clause(st_in_force *in_force,
                                st_created_clause *clause);

/* Take the clauses of an effect out of the set; false if it has none. What they
 * read stays marked. */
bool st_in_force_remove_effect(st_in_force *in_force, uint32_t effect);

/* True if clauses of the effect are in the set. */
static inline bool st_in_force_has_effect(const st_in_force *in_force,
                                          uint32_t effect) {
  return effect < in_force->effect_capacity &&
         in_force->effect_clause_counts[effect] != 0;
}

/* True if the abilities of a base list, given by its text, are marked as used:
 * an entity with that list does not make the set stale. */
static inline bool st_in_force_knows_list(const st_in_force *in_force,
                                          uint32_t text) {
  return text == 0 || (text < in_force->text_capacity &&
                       (in_force->text_flags[text] & ST_IN_FORCE_TEXT_SEEN));
}

/* True if a base list has abilities with static clauses. */
static inline bool st_in_force_list_acts(const st_in_force *in_force,
                                         uint32_t text) {
  return text < in_force->text_capacity &&
         (in_force->text_flags[text] & ST_IN_FORCE_TEXT_ACTS);
}

#endif
