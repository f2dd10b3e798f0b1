/* part.h - what rules say in words, made into what the engine works with: one
 * part of a clause, an expression, a list of names. */
#ifndef STRATA_RULES_COMPILE_CLAUSE_COMPILE_H
#define STRATA_RULES_COMPILE_CLAUSE_COMPILE_H

#include "rules/expr/expr_intern.h"
#include "rules/expr/expr_lex.h"
#include "rules/model/clause.h"

/* Where in the rules we are, for messages. */
typedef struct st_compiler {
  strata_rules *rules; /* all but abilities, definitions and laws are there */
  strata_error *error;
  const char *item_kind, *item_name; /* "ability", "humility" */
  size_t clause_number;              /* from 1 where it has several; else 0 */
  size_t part_number;                /* from 1; else 0 */
  const char *attr_name;             /* NULL: none yet */
  const char *error_path;          /* ", does 2, argument 'amount'"; or NULL */
  const st_expr_frame *expr_scope; /* whose names operands may say; or NULL */
  st_expr_intern *interned; /* of what is of no frame, to be shared; or NULL */
} st_compiler;

typedef struct st_compiler_where {
  char text[160]; /* "ability 'humility', clause 2, part 1 (power): " */
} st_compiler_where;

st_compiler_where st_compiler_where_of(const st_compiler *w);

/* Refuse what rules say. */
#define ST_COMPILER_ERROR(w, status, ...)                                      \
  ST_ERROR((w)->error, (status), 0, st_compiler_where_of(w).text, __VA_ARGS__)

strata_status st_compiler_no_memory(const st_compiler *w);

/* Refuse a name that is not declared; `near` may be NULL. */
strata_status st_compiler_unknown_name(const st_compiler *w, const char *what,
                                       const char *name, const char *near);

/* The attribute of a name. */
strata_status st_compiler_find_attr(const st_compiler *w, const char *name,
                                    strata_attr *out);

/* A predicate; `what` it is for. NULL text gives NULL. */
strata_status st_compiler_predicate(const st_compiler *w, const char *what,
                                    const char *text, const strata_expr **out);

/* Look at what was parsed, for `what`: it must be of type `want`, 0 for any.
 * `status` and `inner` are the parser's. What is refused is freed. */
strata_status st_compiler_check_parsed(const st_compiler *w,
                                       strata_status status,
                                       const strata_error *inner,
                                       const char *what, strata_type want,
                                       strata_expr **expr);

/* A type as it is called in messages. */
const char *st_compiler_type_text(strata_type type);

/* The zones of these names, as symbols in their order. */
strata_status st_compiler_find_zones(const st_compiler *w,
                                     const char *const *names, size_t count,
                                     strata_symbol **out, uint32_t *out_count);

/* The codes of these names, as ids, in their order. */
strata_status st_compiler_find_watcher_defs(const st_compiler *w,
                                            const char *const *names,
                                            size_t count,
                                            strata_watcher_def **out,
                                            uint32_t *out_count);

/* The layer of a name; NULL is none. */
strata_status st_compiler_find_layer(const st_compiler *w, const char *name,
                                     strata_layer *out);

/* The id of any name. */
strata_status st_compiler_find_id(const st_compiler *w, strata_name_kind kind,
                                  const char *what, const char *name,
                                  uint32_t *out);

/* The number, handle or symbol that a constant of type `want` is. */
strata_status st_compiler_constant(const st_compiler *w, const char *text,
                                   strata_type want, int64_t *out);

/* The words of a set that holds the named symbols. */
strata_status st_compiler_set_words(const st_compiler *w, const st_attr *attr,
                                    const char *const *names, size_t count,
                                    const uint64_t **out);

/* The id of a symbol or of an ability. */
strata_status st_compiler_find_symbol(const st_compiler *w, const char *name,
                                      strata_symbol *out);
strata_status st_compiler_find_ability(const st_compiler *w, const char *name,
                                       uint32_t *out);

/* How many parts a declared one becomes: a switch is two, a copy of all that
 * is copiable one for each attribute. */
uint32_t st_clause_compiled_part_count(const strata_rules *rules,
                                       const strata_clause_part *part);

/* All parts of a clause, by layer, then as they were written. */
strata_status st_clause_compile_parts(st_compiler *w,
                                      const strata_clause *declared,
                                      st_clause *out);

/* Make them, at `out`, which is zeroed. */
strata_status st_clause_compile_part(st_compiler *w,
                                     const strata_clause_part *part,
                                     st_clause_part *out);

#endif
