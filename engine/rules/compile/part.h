/* part.h - what rules say in words, made into what the engine works with: one
 * part of a clause, an expression, a list of names. */
#ifndef STRATA_PART_H
#define STRATA_PART_H

#include "rules/expr/lex.h"
#include "rules/expr/pool.h"
#include "rules/model/clause.h"

/* Where in the rules we are, for messages. */
typedef struct st_writer {
  strata_rules *rules; /* all but abilities, definitions and laws are there */
  strata_error *error;
  const char *kind, *name;    /* "ability", "humility" */
  size_t clause;              /* from 1 where it has several; else 0 */
  size_t part;                /* from 1; else 0 */
  const char *attr;           /* NULL: none yet */
  const char *trail;          /* ", does 2, argument 'amount'"; or NULL */
  const st_expr_frame *frame; /* whose names operands may say; or NULL */
  st_pool *pool; /* of what is of no frame, to be shared; or NULL */
} st_writer;

typedef struct st_where {
  char text[160]; /* "ability 'humility', clause 2, part 1 (power): " */
} st_where;

st_where st_where_of(const st_writer *w);

/* Refuse what rules say. */
#define ST_WRITE_ERROR(w, status, ...)                                         \
  ST_ERROR((w)->error, (status), 0, st_where_of(w).text, __VA_ARGS__)

strata_status st_write_no_memory(const st_writer *w);

/* Refuse a name that is not declared; `near` may be NULL. */
strata_status st_write_unknown(const st_writer *w, const char *what,
                               const char *name, const char *near);

/* The attribute of a name. */
strata_status st_write_attr(const st_writer *w, const char *name,
                            strata_attr *out);

/* A predicate; `what` it is for. NULL text gives NULL. */
strata_status st_write_predicate(const st_writer *w, const char *what,
                                 const char *text, const strata_expr **out);

/* Look at what was parsed, for `what`: it must be of type `want`, 0 for any.
 * `status` and `inner` are the parser's. What is refused is freed. */
strata_status st_write_parsed(const st_writer *w, strata_status status,
                              const strata_error *inner, const char *what,
                              strata_type want, strata_expr **expr);

/* A type as it is called in messages. */
const char *st_write_type(strata_type type);

/* The zones of these names, as symbols in their order. */
strata_status st_write_zones(const st_writer *w, const char *const *names,
                             size_t count, strata_symbol **out,
                             uint32_t *out_count);

/* The codes of these names, as ids, in their order. */
strata_status st_write_codes(const st_writer *w, const char *const *names,
                             size_t count, strata_code **out,
                             uint32_t *out_count);

/* The layer of a name; NULL is none. */
strata_status st_write_layer(const st_writer *w, const char *name,
                             strata_layer *out);

/* The id of any name. */
strata_status st_write_id(const st_writer *w, strata_kind kind,
                          const char *what, const char *name, uint32_t *out);

/* The number, handle or symbol that a constant of type `want` is. */
strata_status st_write_constant(const st_writer *w, const char *text,
                                strata_type want, int64_t *out);

/* The words of a set that holds the named symbols. */
strata_status st_write_set(const st_writer *w, const st_attr *attr,
                           const char *const *names, size_t count,
                           const uint64_t **out);

/* The id of a symbol or of an ability. */
strata_status st_write_symbol(const st_writer *w, const char *name,
                              strata_symbol *out);
strata_status st_write_ability(const st_writer *w, const char *name,
                               uint32_t *out);

/* How many parts a declared one becomes: a switch is two, a copy of all that
 * is copiable one for each attribute. */
uint32_t st_write_part_count(const strata_rules *rules,
                             const strata_clause_part *part);

/* All parts of a clause, by layer, then as they were written. */
strata_status st_write_parts(st_writer *w, const strata_clause *declared,
                             st_clause_code *out);

/* Make them, at `out`, which is zeroed. */
strata_status st_write_part(st_writer *w, const strata_clause_part *part,
                            st_clause_part *out);

#endif
