/* pass.h - the data of one evaluation pass: units, the order in which they were
 * applied, and what they did. */
#ifndef STRATA_LAYERS_PASS_PASS_H
#define STRATA_LAYERS_PASS_PASS_H

#include "layers/inforce/in_force.h"
#include "layers/inforce/predicate_cache.h"
#include "layers/pass/aggregate_cache.h"
#include "layers/pass/board.h"
#include "layers/pass/clause_variant.h"
#include "layers/pass/order_scratch.h"

/* The most units of a pass. Abilities that give each other could make any
 * number. */
#define ST_LAYER_UNITS_MAX (UINT32_C(1) << 22)

/* The classes that a unit affects: one class, a bitmap of classes, or none. */
typedef struct st_members {
  uint32_t one;
  uint64_t *bits;
} st_members;

typedef enum st_layer_unit_kind {
  ST_LAYER_UNIT_EFFECT, /* of a created effect */
  ST_LAYER_UNIT_ABILITY,
  ST_LAYER_UNIT_LAW
} st_layer_unit_kind;

/* Phases within a layer: characteristic-defining abilities come first (613.3),
 * laws that are last come after all others. A unit depends only on units of its
 * own phase (613.8a); laws that are last depend on none. */
typedef enum st_layer_phase {
  ST_LAYER_PHASE_CDA,
  ST_LAYER_PHASE_MAIN,
  ST_LAYER_PHASE_LAST
} st_layer_phase;

/*
 * A clause in force: of an effect, of a law, or of one ability of one object.
 * In each layer in which it has parts, all of these parts are applied together,
 * once. The first application starts the unit: from then on the classes that it
 * affects are fixed, and it goes on even if its ability is lost (613.6). So do
 * the other clauses of that ability, which are parts of the same effect: those
 * that start later find whom they affect then.
 */
typedef struct st_layer_unit {
  const st_clause *clause;      /* under the text change of `instance` */
  const st_clause *base_clause; /* under no text change */
  const st_created_clause *effect_clause;
  /* of an ability: its entry in the object's list */
  st_ability_instance instance;
  uint64_t stamp, object_stamp;
  /* of `effect_clause`, which may be gone when units are compared */
  uint64_t serial;
  uint32_t object; /* the slot of `this`; 0: none */
  uint32_t effect; /* the slot of the effect; 0: not of an effect */
  uint32_t index;  /* of a law; of an ability the index of its clause */
  /* the ability's place in the list when the unit was made */
  uint32_t position;
  uint32_t priority;       /* as in a sort key */
  uint32_t next_of_object; /* the next unit of the same object, + 1 */
  uint32_t last_step;      /* its last step, + 1 */
  /* how many other clauses of the same ability have started: the effect of the
   * ability goes on, and this clause is a part of it (613.6) */
  uint32_t started_siblings;
  uint8_t kind, phase;
  bool started, condition_holds;
  bool removed;  /* removed from the finished pass */
  bool to_renew; /* its members must be found again (incremental_entities.c) */
  bool to_check; /* its members must be checked */
  /* the update in which its members were last checked */
  uint64_t membership_version;
  st_members members;
} st_layer_unit;

typedef enum st_dependency_kind {
  ST_DEPENDENCY_NONE,
  ST_DEPENDENCY_EXISTENCE,
  ST_DEPENDENCY_TEXT,
  ST_DEPENDENCY_AFFECTED,
  ST_DEPENDENCY_OPERAND
} st_dependency_kind;

/* A part of a unit that was applied. */
typedef struct st_applied_part {
  uint32_t unit;
  uint32_t class_chain;   /* the chain that st_applied_iter finds it in */
  uint32_t next_in_chain; /* the next applied part in that chain, + 1 */
  uint32_t waited_for;    /* the unit that it waited for, + 1 */
  const st_clause_part *part;
  st_sort_key place;
  uint64_t value; /* the operand, if it is the same for all classes */
  /* operands by class; of a unit with one member a single operand, and of SETs
   * its words */
  uint64_t *values;
  uint32_t witness_class; /* the class on which the dependency showed, or 0 */
  uint8_t dependency;     /* st_dependency_kind: what the trial showed */
  uint8_t because;        /* strata_order_reason */
} st_applied_part;

typedef struct st_layer_bucket {
  strata_layer layer;
  uint32_t *units;
  size_t count, capacity;
} st_layer_bucket;

/* The parts that were applied to one attribute. Each part that affects a class
 * is in one chain: that of its only class, or the wide chain. */
typedef struct st_attr_applied {
  uint32_t *at; /* places in `applied`, in the order of application */
  size_t count, capacity;
  size_t linked_count; /* how many of the first are linked into chains */
  /* by class: the newest part that affects this class alone, + 1; NULL while
   * there are few such parts */
  uint32_t *class_chains;
  uint32_t wide_chain; /* the newest part of the wide chain, + 1 */
  uint32_t single_class_count;
  uint32_t evaluation_count; /* values evaluated since the pass */
} st_attr_applied;

typedef struct st_class_sums st_class_sums;
typedef struct st_profile st_profile;
typedef struct st_set_masks st_set_masks;

#define ST_SUBJECT_VALUES 4

/* The matches of a subject (subject.c). */
typedef struct st_subject_result {
  const strata_expr *expr;
  int64_t values[ST_SUBJECT_VALUES];
  uint32_t value_count;
  uint32_t next;     /* the next result in its chain, + 1 */
  uint64_t version;  /* the version of the board that `matches` are of */
  uint64_t *matches; /* NULL: not matched yet */
} st_subject_result;

/* The last matches of a subject for a source. */
typedef struct st_subject_recent {
  const strata_expr *expr;
  uint64_t version;
  uint64_t *matches;
  uint32_t source;
} st_subject_recent;

#define ST_SUBJECT_RECENT_SLOTS 128

/* A dependency that a trial found between two units of a layer: for graphs. */
typedef struct st_dependency_edge {
  uint32_t dependent, waited_for;
  strata_layer layer;
  uint8_t dependency;
  uint32_t witness_class;
} st_dependency_edge;

/* The application of a unit in a layer. */
typedef struct st_pass_step {
  uint32_t unit;
  strata_layer layer;
  uint32_t first;    /* the first part that it applied, in `applied` */
  uint32_t previous; /* the unit's step before this one, + 1 */
} st_pass_step;

/* A trial that decided the order (613.8): what applying `other` alone changes
 * of `unit`, before a step. */
typedef struct st_decisive_trial {
  uint32_t unit, other, step;
  strata_layer layer;
  uint32_t witness_class; /* the class on which it showed, or 0 */
  uint8_t dependency;
  bool may_differ; /* both units existed at the time of the trial */
  /* the unit affected no class, so its operands were not evaluated */
  bool affected_nobody;
} st_decisive_trial;

/* The steps of units whose subjects require one symbol. */
typedef struct st_step_index_symbol {
  struct st_step_index_symbol *next;
  uint32_t index; /* its place in the domain */
  uint64_t *steps;
} st_step_index_symbol;

/* An index of steps (step_index.c). Its bitmaps are of steps and lie in the
 * arena. */
typedef struct st_step_index {
  st_step_index_symbol **symbols_of_attr; /* by attribute - 1 */
  uint64_t *always_due;
  /* the result of the last search; NULL: there is no index */
  uint64_t *due_steps;
  size_t words;         /* the length of a bitmap of steps */
  size_t indexed_count; /* steps that are in the index */
  size_t symbol_count;
  bool is_unusable; /* true: all steps are due */
} st_step_index;

/* The answer whether a class joins the members of a unit. Units that share a
 * bitmap of members have the same answer, for one version of the board. */
typedef struct st_member_answer {
  const uint64_t *bits;
  uint64_t member_version; /* the update that it is of */
  uint64_t version;
  bool yes;
} st_member_answer;

typedef struct st_pass st_pass;

/* What an explanation wants to know of a pass while it is run. Each function
 * may evaluate expressions, and must change nothing. */
typedef struct st_pass_probe {
  /* A layer begins. */
  strata_status (*on_layer)(void *user, st_pass *pass, strata_layer layer);
  /* A unit has started, or is skipped in a layer as its ability is lost. */
  strata_status (*on_started)(void *user, st_pass *pass, uint32_t unit,
                              strata_layer layer);
  strata_status (*on_lost)(void *user, st_pass *pass, uint32_t unit,
                           strata_layer layer);
  /* The parts of a unit in a layer were applied. */
  strata_status (*on_applied)(void *user, st_pass *pass, uint32_t unit,
                              strata_layer layer);
  void *user;
} st_pass_probe;

struct st_pass {
  st_mem *mem;
  const strata_rules *rules;
  const st_store *store;
  st_text_cache *compiled;
  const st_in_force *in_force;
  const st_classes *classes;
  /* set by the owner of the pass; NULL: rules without predicates */
  st_predicate_cache *predicate_cache;
  uint64_t classes_serial; /* classes->serial when the pass was run */
  uint64_t last_clause;    /* serial of the newest effect clause in the pass */
  size_t updates;          /* incremental updates since the pass was run */
  size_t orphan_count;     /* effects whose source is gone */
  /* units that read values of other entities at the point of their application,
   * or change text */
  size_t taker_count;
  /* the unit of the first effect clause of the in-force set */
  uint32_t first_effect_unit;
  st_arena arena;
  st_ability_lists lists;
  st_board board;
  st_layer_unit *units;
  size_t unit_count, unit_capacity;
  uint32_t *first_of_object; /* by class: the first unit of its object, + 1 */
  /* by layer, ascending; those from bucket_count to bucket_kept are spare */
  st_layer_bucket *buckets;
  size_t bucket_count, bucket_kept, bucket_capacity;
  st_applied_part *applied;
  size_t applied_count, applied_capacity;
  st_attr_applied *applied_to_attr; /* by attribute - 1 */
  st_class_sums **sums;             /* by attribute - 1; NULL: not made yet */
  st_set_masks **masks;             /* by attribute - 1; NULL: not made yet */
  st_subject_result *subjects;
  size_t subject_count, subject_capacity;
  uint32_t subject_of[256]; /* chains by hash: a number + 1 */
  st_subject_recent recent_subjects[ST_SUBJECT_RECENT_SLOTS];
  st_clause_variants variants;
  st_dependency_edge *edges;
  size_t edge_count, edge_capacity;
  st_pass_step *steps; /* in the order of application */
  size_t step_count, step_capacity;
  st_decisive_trial *decisive_trials; /* in the order of steps */
  size_t decisive_trial_count, decisive_trial_capacity;
  bool all_edges; /* record all dependencies, also those that decide nothing */
  /* of the first reads_others_known units, those that count entities or read of
   * an entity that they name (incremental_entities.c) */
  st_u32_vec reads_others;
  size_t reads_others_known;
  st_u32_vec renewals; /* units whose members must be found again */
  /* answers of units about a class that joins, by the hash of a bitmap */
  st_member_answer *answers;
  size_t answer_capacity;
  st_aggregate_cache
      aggregates; /* matches of aggregates, once the pass is finished */
  st_step_index step_index; /* which steps may affect a new class */
  uint32_t words;           /* the length of a bitmap of classes */
  st_sort_key last_place;   /* of the last application in the current layer */
  uint32_t applied_in_layer;
  st_order_scratch order;   /* of ordering the units of a layer */
  st_u64_vec scratch;       /* scratch: the operands of one unit */
  uint64_t *bitmap_scratch; /* scratch: two bitmaps of classes */
  /* scratch: a bitmap of the classes that a BORROW reads, or NULL */
  uint64_t *borrow_scratch;
  uint64_t *value_scratch;    /* scratch: one value */
  uint64_t *trace_scratch;    /* scratch: one value, for traces */
  st_profile *profile;        /* NULL: no profile is recorded */
  const st_pass_probe *probe; /* NULL: nobody asks for an explanation */
};

strata_status st_pass_init(st_pass *pass, st_mem *mem, st_text_cache *compiled,
                           const st_in_force *in_force,
                           const st_classes *classes);
void st_pass_fini(st_pass *pass);

/* Empty the pass: nothing is applied, and the board has base values. */
strata_status st_pass_begin(st_pass *pass);

/* -- Shared by the modules that work on a pass -- */

/* The environment in which expressions read the board. `it` and `source` are
 * classes. */
st_expr_env st_pass_env(st_pass *pass, uint32_t it, uint32_t source);

/* Read the values of classes 64*word .. +63 on the board: numbers of an INT,
 * REF or SYM (in `room` or where they lie); which classes have a FLAG; which of
 * the candidates have anything in a SET; the union of the SETs of all
 * candidates, added to `set`. */
const int64_t *st_pass_numbers_word(const st_pass *pass, strata_attr attr,
                                    uint32_t word, int64_t *room);
uint64_t st_pass_flags_word(const st_pass *pass, strata_attr attr,
                            uint32_t word);
uint64_t st_pass_any_word(const st_pass *pass, strata_attr attr, uint32_t word,
                          uint64_t candidates);
void st_pass_join_word(const st_pass *pass, strata_attr attr, uint32_t word,
                       uint64_t candidates, uint64_t *set);

/* After so many incremental updates a pass is run again, which gives back the
 * memory that updates leave in the arena and in the lists. */
static inline size_t st_pass_max_updates(const st_pass *pass) {
  return 256 + pass->unit_count / 4;
}

/* A hash of the address of a bitmap, for tables; bitmaps of members do not
 * move. */
static inline uint32_t st_bitmap_address_hash(const uint64_t *bits) {
  return (uint32_t)((uint64_t)(uintptr_t)bits * UINT64_C(0x9E3779B97F4A7C15) >>
                    32);
}

/* The members among classes 64*word .. +63, as bits. */
static inline uint64_t st_members_word(const st_members *members,
                                       uint32_t word) {
  if (members->bits) return members->bits[word];
  return members->one != 0 && members->one / 64 == word
             ? (uint64_t)1 << (members->one % 64)
             : 0;
}

static inline bool st_members_has(const st_members *members, uint32_t class) {
  return members->bits ? st_bit_test(members->bits, class)
                       : members->one == class && class != 0;
}

size_t st_pass_bytes(const st_pass *pass);

#endif
