/* clause.h - abilities, laws and definitions of frozen rules, with their
 * clauses and parts. */
#ifndef STRATA_RULES_MODEL_CLAUSE_H
#define STRATA_RULES_MODEL_CLAUSE_H

#include "rules/catalog/schema.h"
#include "rules/expr/expr.h"

#define ST_CLAUSE_PARTS 64 /* parts as declared; a switch becomes two */

/*
 * A part: one modification of one attribute in one layer. The attribute's type
 * and the operation decide which operand fields count, as in
 * strata_clause_part. A constant expression has become `value`.
 */
typedef struct st_clause_part {
  uint64_t flags; /* a part header: see st_part_header; flags COMPUTED, ROUND_UP
                     and SWITCH */
  uint64_t value; /* INT, FLAG, REF, SYM; SCALE: divisor << 32 | numerator */
  const strata_expr *operand; /* NULL: the operand is a constant */
  const uint64_t *words;      /* SET: a bitmap by index in the domain */
  const uint32_t *abilities;  /* ABILITIES: indexes in the domain, in the order
                                 of the card */
  uint32_t ability_count;
  strata_symbol from, to;           /* SUBSTITUTE */
  strata_attr switched_attr;        /* SWITCH */
  strata_ability_kind ability_kind; /* BORROW */
  const char *text; /* TEXT; `value` is its id: see ST_TEXT_OF_RULES */
  bool capture;     /* of a BEGIN: the operand is evaluated once, as the effect
                       begins */
} st_clause_part;

typedef struct st_clause {
  const strata_expr *subject; /* the affected entities; NULL: only `this` */
  const strata_expr
      *condition;        /* the clause applies while this holds; NULL: always */
  st_clause_part *parts; /* sorted by layer, then as declared; none: a law that
                            has only watchers */
  uint32_t part_count;
} st_clause;

/* True if the operand is computed as a whole set, not as one symbol of it. */
static inline bool st_clause_part_takes_set(const st_clause_part *part) {
  return part->operand && part->operand->type == STRATA_SET;
}

/* True if a part of the clause applies in the layer. */
static inline bool st_clause_has_layer(const st_clause *clause,
                                       strata_layer layer) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    if (st_part_header_layer(clause->parts[i].flags) == layer) return true;
  }
  return false;
}

typedef struct st_ability {
  strata_symbol symbol;
  strata_ability_kind kind;
  const char *text;
  strata_symbol *zones; /* the zones where it functions, as the symbols of their
                           names; none: every zone */
  uint32_t zone_count;
  st_clause *clauses;
  uint32_t clause_count;
  /* Its triggers, replacements and the like, as declared. */
  strata_watcher_def *watcher_defs;
  uint32_t watcher_def_count;
} st_ability;

typedef struct st_law {
  const char *name;
  st_clause clause;
  strata_attr counter; /* applies once for each entity with such counters, which
                          is `this` (613.7c); 0: none */
  bool last, is_intrinsic;
  strata_watcher_def *watcher_defs;
  uint32_t watcher_def_count;
} st_law;

/* True if the law modifies attributes. A law that has only watchers takes no
 * part in passes. */
static inline bool st_law_has_parts(const st_law *law) {
  return law->clause.part_count > 0;
}

/* A base value that a definition gives to its entities. */
typedef struct st_default {
  strata_attr attr;
  int64_t value;         /* INT, FLAG, SYM */
  const uint64_t *words; /* SET */
  const char *text;      /* TEXT; ABILITIES: the names, one on each line */
  bool is_in_template;   /* `initial_cells` contains its cells */
} st_default;

typedef struct st_definition {
  const char *name;
  st_default *defaults; /* ascending by attribute */
  uint32_t default_count;
  uint32_t written_default_count; /* of these, those that are not in
                                     `initial_cells` */
  /* Chain handlers of its entities, as declared. */
  strata_watcher_def *handlers;
  uint32_t handler_count;
  st_row_template initial_cells; /* the cells of a new entity that are not 0 */
} st_definition;

/* The definition whose entities have a word as a base value, such as a card of
 * that name; 0 if there is none, or more than one. Cost O(base values of all
 * definitions). */
strata_definition st_definition_with_word(const strata_rules *rules,
                                          strata_symbol word);

/* True if parts on attributes of this type may use this operation. */
bool st_op_suits(strata_type type, strata_op op);

/* Flags of a part header. See effect.h for those in the state. */
enum {
  ST_PART_OPEN =
      1, /* of an effect with a subject: in no list of parts on a value */
  ST_PART_CONDITIONAL = 2, /* of an effect with a condition */
  ST_PART_COMPUTED = 4,    /* the operand is an expression */
  ST_PART_GROUPED = 8,     /* of an effect in a stacking group */
  ST_PART_ROUND_UP = 16,
  ST_PART_SWITCH = 32 /* a switch: its value depends on another attribute */
};

#endif
