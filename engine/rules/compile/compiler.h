/* compiler.h - what the compilers of rules share: where in the rules they are,
 * names, expressions and messages. */
#ifndef STRATA_RULES_COMPILE_COMPILER_H
#define STRATA_RULES_COMPILE_COMPILER_H

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

static inline st_compiler st_compiler_of(strata_rules *rules,
                                         strata_error *error,
                                         const char *item_kind,
                                         const char *item_name) {
  return (st_compiler){.rules = rules,
                       .error = error,
                       .item_kind = item_kind,
                       .item_name = item_name};
}

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

typedef struct st_error_path {
  char text[100];
} st_error_path;

st_error_path st_error_path_of(const char *before, const char *word,
                               size_t number, const char *after);

st_error_path st_error_path_of_argument(const char *before, const char *name);

/* The attribute of a name. */
strata_status st_compiler_find_attr(const st_compiler *w, const char *name,
                                    strata_attr *out);

/* A predicate; `what` it is for. NULL text gives NULL. */
strata_status st_compiler_predicate(const st_compiler *w, const char *what,
                                    const char *text, const strata_expr **out);

strata_status st_compiler_expr(const st_compiler *w, const char *what,
                               const char *text, strata_type want,
                               strata_expr **out);

int64_t st_compiler_fold(const strata_expr *expr);

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

/* Where in a set's domain a symbol stands. */
strata_status st_compiler_find_in_domain(const st_compiler *w,
                                         const st_attr *attr, const char *name,
                                         uint32_t *out);

/* The id of a symbol or of an ability. */
strata_status st_compiler_find_symbol(const st_compiler *w, const char *name,
                                      strata_symbol *out);
strata_status st_compiler_find_ability(const st_compiler *w, const char *name,
                                       uint32_t *out);

#endif
