/* clause.h - what abilities and laws say, compiled: frozen with the rules. */
#ifndef STRATA_RULES_MODEL_CLAUSE_H
#define STRATA_RULES_MODEL_CLAUSE_H

#include "rules/catalog/schema.h"
#include "rules/expr/expr.h"

#define ST_CLAUSE_PARTS 64 /* as they are written; a switch becomes two */

/*
 * One part of a clause. What the operand is depends on the attribute's type
 * and the operation, as in strata_clause_part; a constant expression has been
 * turned into `value`.
 */
typedef struct st_clause_part {
  uint64_t flags; /* flags: ST_PART_COMPUTED where `operand` counts, ROUND_UP */
  uint64_t value; /* INT, FLAG, REF, SYM; SCALE: divisor << 32 | numerator */
  const strata_expr *operand; /* NULL: a constant */
  const uint64_t *words;      /* SET: symbols by their places in the domain */
  const uint32_t *abilities;  /* ABILITIES: places in the domain, in order */
  uint32_t ability_count;
  strata_symbol from, to;           /* SUBSTITUTE */
  strata_attr switched_attr;        /* SWITCH */
  strata_ability_kind ability_kind; /* BORROW */
  const char *text; /* TEXT; `value` is its id, see ST_TEXT_OF_RULES */
  bool capture;     /* of a deed: what the operand is when its effect begins */
} st_clause_part;

typedef struct st_clause {
  const strata_expr *subject;   /* NULL: `this` alone */
  const strata_expr *condition; /* NULL: always */
  st_clause_part *parts;        /* by layer, then as they were written; none: of
                                   a law that only watches */
  uint32_t part_count;
} st_clause;

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
  strata_symbol *zones; /* where it functions, as the symbols of their names */
  uint32_t zone_count;
  st_clause *clauses;
  uint32_t clause_count;
  strata_watcher_def
      *watcher_defs; /* what it watches for, as they were written */
  uint32_t watcher_def_count;
} st_ability;

typedef struct st_law {
  const char *name;
  st_clause clause;
  strata_attr counter; /* 0: none */
  bool last, is_intrinsic;
  strata_watcher_def *watcher_defs;
  uint32_t watcher_def_count;
} st_law;

/* False if it only watches: then no pass knows of it. */
static inline bool st_law_has_parts(const st_law *law) {
  return law->clause.part_count > 0;
}

/* A base value, as what st_entity_set_base and its like take. */
typedef struct st_default {
  strata_attr attr;
  int64_t value;         /* INT, FLAG, SYM */
  const uint64_t *words; /* SET */
  const char *text;      /* TEXT; ABILITIES: their names, one on each line */
  bool is_in_template;   /* the definition has its cells */
} st_default;

typedef struct st_definition {
  const char *name;
  st_default *defaults; /* ascending by attribute */
  uint32_t default_count;
  uint32_t written_default_count; /* of these, those that are not fresh */
  strata_watcher_def
      *handlers; /* of chains: in the order in which they were written */
  uint32_t handler_count;
  st_row_template initial_cells; /* what of a new entity becomes other than 0 */
} st_definition;

/* True if parts on attributes of this type may have this operation. */
bool st_op_suits(strata_type type, strata_op op);

/* Flags of a part's verb: of those in the state see effect.h. */
enum {
  ST_PART_OPEN = 1,        /* of an effect with a subject: in no chain */
  ST_PART_CONDITIONAL = 2, /* of an effect with a condition */
  ST_PART_COMPUTED = 4,    /* the operand is an expression */
  ST_PART_GROUPED = 8,     /* of an effect in a stacking group */
  ST_PART_ROUND_UP = 16,
  ST_PART_SWITCH = 32 /* exchanges: its value hangs on another attribute's */
};

#endif
