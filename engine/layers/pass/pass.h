/* pass.h - one pass over the world: units in order, and what they came to. */
#ifndef STRATA_LAYERS_PASS_PASS_H
#define STRATA_LAYERS_PASS_PASS_H

#include "layers/inforce/in_force.h"
#include "layers/inforce/predicate_cache.h"
#include "layers/pass/aggregate_cache.h"
#include "layers/pass/board.h"
#include "layers/pass/clause_variant.h"
#include "layers/pass/order_scratch.h"

/* Clauses in force in one pass: abilities that give each other could make any
 * number. */
#define ST_LAYER_UNITS_MAX (UINT32_C(1) << 22)

/* Whom a clause affects: one class, or a bitmap of them, or nobody. */
typedef struct st_members {
  uint32_t one;
  uint64_t *bits;
} st_members;

typedef enum st_layer_unit_kind {
  ST_LAYER_UNIT_EFFECT, /* of a created effect */
  ST_LAYER_UNIT_ABILITY,
  ST_LAYER_UNIT_LAW
} st_layer_unit_kind;

/* Within a layer (613.3); laws that are last have no dependency either. */
typedef enum st_layer_phase {
  ST_LAYER_PHASE_CDA,
  ST_LAYER_PHASE_MAIN,
  ST_LAYER_PHASE_LAST
} st_layer_phase;

/*
 * A clause in force: of an effect, of a law, or of one ability of one object.
 * In each layer in which it has parts it is applied once, all of them together.
 * The first time starts it: from then on whom it affects is fixed, and it goes
 * on even if its ability is lost (613.6).
 */
typedef struct st_layer_unit {
  const st_clause *clause;      /* under `subst` */
  const st_clause *base_clause; /* under none */
  const st_created_clause *effect_clause;
  st_ability_instance instance; /* of an ability: as its object's list has it */
  uint64_t stamp, object_stamp;
  uint64_t serial; /* of `created`, which may be gone when this is looked at */
  uint32_t object; /* slot of `this`, 0 for nobody */
  uint32_t effect; /* slot */
  uint32_t index;  /* of a law; the clause's of an ability */
  uint32_t position;       /* in the list when it appeared */
  uint32_t priority;       /* as in a place */
  uint32_t next_of_object; /* unit + 1 */
  uint32_t last_step;      /* its last one, + 1 */
  uint8_t kind, phase;
  bool started, condition_holds;
  bool removed;                /* taken out of the finished pass */
  bool to_renew;               /* to be found again, see admit.c */
  bool to_check;               /* ... or to be what it was */
  uint64_t membership_version; /* the admission in which its set was last looked
                                  at */
  st_members members;
} st_layer_unit;

typedef enum st_dependency_kind {
  ST_DEPENDENCY_NONE,
  ST_DEPENDENCY_EXISTENCE,
  ST_DEPENDENCY_TEXT,
  ST_DEPENDENCY_AFFECTED,
  ST_DEPENDENCY_OPERAND
} st_dependency_kind;

/* One part of a unit, applied. */
typedef struct st_applied_part {
  uint32_t unit;
  uint32_t class_chain;   /* where a fold finds it, see st_applied_iter */
  uint32_t next_in_chain; /* the next one there, its place + 1 */
  uint32_t waited_for;    /* unit + 1 */
  const st_clause_part *part;
  st_sort_key place;
  uint64_t value;   /* the operand, if it is the same for all */
  uint64_t *values; /* or for each slot; of one member, and of SETs, words */
  uint32_t witness_class; /* the class on which, or 0 */
  uint8_t dependency;     /* st_dependency_kind: what the trial showed */
  uint8_t because;        /* strata_order_reason */
} st_applied_part;

typedef struct st_layer_bucket {
  strata_layer layer;
  uint32_t *units;
  size_t count, capacity;
} st_layer_bucket;

/* What was applied to one attribute. */
typedef struct st_attr_applied {
  uint32_t *at; /* places in `applied`, in order */
  size_t count, capacity;
  size_t linked_count; /* of these, those that are in chains; the first ones */
  uint32_t *class_chains; /* chains by class of those that affect one alone: the
                      newest, its place + 1; NULL while there are few */
  uint32_t wide_chain;    /* the chain of all others that affect anybody */
  uint32_t single_class_count;
  uint32_t evaluation_count; /* how many values were asked for since */
} st_attr_applied;

typedef struct st_class_sums st_class_sums;
typedef struct st_profile st_profile;
typedef struct st_set_masks st_set_masks;

#define ST_SUBJECT_VALUES 4

/* What a predicate has found: see subject.c. */
typedef struct st_subject_result {
  const strata_expr *expr;
  int64_t values[ST_SUBJECT_VALUES];
  uint32_t value_count;
  uint32_t next;     /* in its chain, number + 1 */
  uint64_t version;  /* of the board */
  uint64_t *matches; /* NULL: not yet */
} st_subject_result;

/* What one was found to be last. */
typedef struct st_subject_recent {
  const strata_expr *expr;
  uint64_t version;
  uint64_t *matches;
  uint32_t source;
} st_subject_recent;

#define ST_SUBJECT_RECENT_SLOTS 128

/* Two units of a layer that had to be tried: for graphs. */
typedef struct st_dependency_edge {
  uint32_t dependent, waited_for;
  strata_layer layer;
  uint8_t dependency;
  uint32_t witness_class;
} st_dependency_edge;

/* A unit was run in a layer. */
typedef struct st_pass_step {
  uint32_t unit;
  strata_layer layer;
  uint32_t first;    /* of what it applied: the place in `applied` */
  uint32_t previous; /* the unit's step before this one, + 1 */
} st_pass_step;

/* A trial that decided about the order: what applying `by` alone would change
 * of `unit`, before a step. */
typedef struct st_decisive_trial {
  uint32_t unit, other, step;
  strata_layer layer;
  uint32_t witness_class; /* on which it showed, or 0 */
  uint8_t dependency;
  bool may_differ;      /* both were there */
  bool affected_nobody; /* the unit affected nobody: its operands were not asked
                         */
} st_decisive_trial;

/* The steps of units whose subjects ask for a symbol. */
typedef struct st_step_index_symbol {
  struct st_step_index_symbol *next;
  uint32_t index; /* of it, in the domain */
  uint64_t *steps;
} st_step_index_symbol;

/* An index of steps: see due.c. Bitmaps are of steps, and lie in the arena. */
typedef struct st_step_index {
  st_step_index_symbol **symbols_of_attr; /* by attribute - 1 */
  uint64_t *always_due;
  uint64_t *due_steps;  /* what was found last; NULL: there is no index */
  size_t words;         /* of a bitmap */
  size_t indexed_count; /* that it knows */
  size_t symbol_count;
  bool is_unusable; /* there is none to be had: all steps are due */
} st_step_index;

/* Units that share a bitmap ask the same: what the answer was for one who
 * joins, and of which board. */
typedef struct st_member_answer {
  const uint64_t *bits;
  uint64_t member_version; /* the admission that it is of */
  uint64_t version;
  bool yes;
} st_member_answer;

typedef struct st_pass {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_text_cache *compiled;
  const st_in_force *in_force;
  const st_classes *classes;
  st_predicate_cache *
      predicate_cache; /* set by who makes it; NULL: rules without predicates */
  uint64_t classes_serial; /* the serial that they had when it was run */
  uint64_t last_clause; /* serial of the newest of the plan's clauses in it */
  size_t updates;       /* clauses put in or taken out, and news, since then */
  size_t orphan_count;  /* effects whose source is gone */
  size_t taker_count;   /* units that take from others what is theirs at that
                      point, or   change text */
  uint32_t first_effect_unit; /* the unit of the plan's first clause */
  st_arena arena;
  st_ability_lists lists;
  st_board board;
  st_layer_unit *units;
  size_t unit_count, unit_capacity;
  uint32_t *first_of_object; /* by class: the units of it, unit + 1 */
  st_layer_bucket *buckets;  /* by layer */
  size_t bucket_count, bucket_kept, bucket_capacity;
  st_applied_part *applied;
  size_t applied_count, applied_capacity;
  st_attr_applied *applied_to_attr; /* by attribute - 1 */
  st_class_sums **sums;             /* by attribute - 1; NULL until asked for */
  st_set_masks **masks;             /* likewise */
  st_subject_result *subjects;
  size_t subject_count, subject_capacity;
  uint32_t subject_of[256]; /* chains by hash: number + 1 */
  st_subject_recent asked[ST_SUBJECT_RECENT_SLOTS];
  st_clause_variants variants;
  st_dependency_edge *edges;
  size_t edge_count, edge_capacity;
  st_pass_step *steps; /* in the order in which they were done */
  size_t step_count, step_capacity;
  st_decisive_trial *decisive_trials; /* likewise */
  size_t decisive_trial_count, decisive_trial_capacity;
  bool all_edges; /* find all of them, also those that decide nothing */
  st_u32_vec reads_others; /* units that count entities, or name somebody: of
                         the first `looked` ones; see admit.c */
  size_t reads_others_known;
  st_u32_vec renewals;       /* units to be found again */
  st_member_answer *answers; /* to what units ask of one who joins */
  size_t answer_capacity;
  st_aggregate_cache
      aggregates;           /* what counts have found, once it is finished */
  st_step_index step_index; /* which steps are whose */
  uint32_t words;           /* of a bitmap of classes */
  st_sort_key last_place;   /* of what was applied last in this layer */
  uint32_t applied_in_layer;
  st_order_scratch order;   /* of finding the order within a layer */
  st_u64_vec scratch;       /* operands of one unit */
  uint64_t *bitmap_scratch; /* scratch of two bitmaps */
  uint64_t *borrow_scratch; /* of one: those who are borrowed from; or NULL */
  uint64_t *value_scratch;  /* scratch of one value */
  uint64_t *trace_scratch;  /* the same, of a trace */
  st_profile *profile;      /* NULL: nobody asks for one */
} st_pass;

strata_status st_pass_init(st_pass *pass, st_mem *mem, st_text_cache *compiled,
                           const st_in_force *in_force,
                           const st_classes *classes);
void st_pass_fini(st_pass *pass);

/* Empty it: nothing has applied, and the board has base values. */
strata_status st_pass_begin(st_pass *pass);

/* -- Shared by the modules of a pass -- */

/* An environment of expressions on the board. */
st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source);

/* What is on the board of classes 64*word .. +63: the words of an INT, REF or
 * SYM (in `room` or where they lie); who has a FLAG; which of the candidates
 * have anything in a SET; or the SETs of all of them into `set`. */
const int64_t *st_pass_numbers_word(const st_pass *pass, strata_attr attr,
                                    uint32_t word, int64_t *room);
uint64_t st_pass_flags_word(const st_pass *pass, strata_attr attr,
                            uint32_t word);
uint64_t st_pass_any_word(const st_pass *pass, strata_attr attr, uint32_t word,
                          uint64_t candidates);
void st_pass_join_word(const st_pass *pass, strata_attr attr, uint32_t word,
                       uint64_t candidates, uint64_t *set);

/* After so many updates of a finished pass one is run anew: what they leave
 * behind in the arena and in the lists is given back then. */
static inline size_t st_pass_max_updates(const st_pass *pass) {
  return 256 + pass->unit_count / 4;
}

/* For tables by bitmaps, which stay where they are. */
static inline uint32_t st_bitmap_address_hash(const uint64_t *bits) {
  return (uint32_t)((uint64_t)(uintptr_t)bits * UINT64_C(0x9E3779B97F4A7C15) >>
                    32);
}

static inline bool st_members_has(const st_members *members, uint32_t class) {
  return members->bits ? st_bit_test(members->bits, class)
                       : members->one == class && class != 0;
}

size_t st_pass_bytes(const st_pass *pass);

#endif
