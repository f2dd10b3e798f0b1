/* compiler.h - what all compilers of rules share: the item being compiled, its
 * names and expressions, and messages that say where a mistake is. */
#ifndef STRATA_RULES_COMPILE_COMPILER_H
#define STRATA_RULES_COMPILE_COMPILER_H

#include "rules/expr/expr_intern.h"
#include "rules/expr/expr_lex.h"
#include "rules/model/clause.h"

/* A compiler: the rules under construction and the item being compiled, for
 * messages. */
typedef struct st_compiler {
  strata_rules *rules; /* all but abilities, definitions and laws exists */
  strata_error *error;
  const char *item_kind, *item_name; /* for example "ability" and "humility" */
  size_t clause_number;  /* from 1; 0: the item has only one clause */
  size_t part_number;    /* from 1; 0: not in a part */
  const char *attr_name; /* NULL: none */
  /* For example ", does 2, argument 'amount'"; or NULL. */
  const char *error_path;
  const st_expr_frame *frame; /* the frame of expressions; or NULL */
  st_expr_intern *interned; /* shares expressions that have no frame; or NULL */
} st_compiler;

/* A compiler for an item without clauses, frame or shared expressions. */
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
  char text[160]; /* for example "ability 'humility', clause 2, part 1 (power):
                     " */
} st_compiler_where;

/* Where the mistake is, as the start of a message. */
st_compiler_where st_compiler_where_of(const st_compiler *compiler);

/* Refuse a declaration, with the place of the mistake. */
#define ST_COMPILER_ERROR(compiler, status, ...)                               \
  ST_ERROR((compiler)->error, (status), 0,                                     \
           st_compiler_where_of(compiler).text, __VA_ARGS__)

/* Refuse for want of memory. */
strata_status st_compiler_no_memory(const st_compiler *compiler);

/* Refuse an unknown name; `near` is the nearest known one, or NULL. */
strata_status st_compiler_unknown_name(const st_compiler *compiler,
                                       const char *what, const char *name,
                                       const char *near);

/* Where in a declared program a mistake is: ", does 2 (set), argument 'value'".
 */
typedef struct st_error_path {
  char text[100];
} st_error_path;

/* The path `before`, `word`, then `number` unless 0 and `after` in parentheses
 * unless NULL. */
st_error_path st_error_path_of(const char *before, const char *word,
                               size_t number, const char *after);

/* The path `before` with an argument; `name` may be NULL. */
st_error_path st_error_path_of_argument(const char *before, const char *name);

/* Find an attribute. */
strata_status st_compiler_find_attr(const st_compiler *compiler,
                                    const char *name, strata_attr *out);

/* Compile a predicate. `what` is its purpose, for messages. A NULL text gives
 * NULL. */
strata_status st_compiler_predicate(const st_compiler *compiler,
                                    const char *what, const char *text,
                                    const strata_expr **out);

/* Compile an expression of type `want` (0: any) in the compiler's frame.
 * Without a frame it may be shared with an equal text, so callers must not
 * change it. */
strata_status st_compiler_expr(const st_compiler *compiler, const char *what,
                               const char *text, strata_type want,
                               strata_expr **out);

/* The value of a constant expression. */
int64_t st_compiler_fold(const strata_expr *expr);

/* Check a parsed expression: its type must be `want` (0: any), and it must
 * name no entity. `status` and `inner` come from the parser. A refused
 * expression is freed. */
strata_status st_compiler_check_parsed(const st_compiler *compiler,
                                       strata_status status,
                                       const strata_error *inner,
                                       const char *what, strata_type want,
                                       strata_expr **expr);

/* The name of a type in messages. */
const char *st_compiler_type_text(strata_type type);

/* Find zones and return their symbols, in the same order. */
strata_status st_compiler_find_zones(const st_compiler *compiler,
                                     const char *const *names, size_t count,
                                     strata_symbol **out, uint32_t *out_count);

/* Find watcher definitions and return their ids, in the same order. */
strata_status st_compiler_find_watcher_defs(const st_compiler *compiler,
                                            const char *const *names,
                                            size_t count,
                                            strata_watcher_def **out,
                                            uint32_t *out_count);

/* Find a layer; NULL is refused. */
strata_status st_compiler_find_layer(const st_compiler *compiler,
                                     const char *name, strata_layer *out);

/* Find the id of a name. `what` is its kind, for messages. */
strata_status st_compiler_find_id(const st_compiler *compiler,
                                  strata_name_kind kind, const char *what,
                                  const char *name, uint32_t *out);

/* Evaluate a constant expression of type `want` to one word. */
strata_status st_compiler_constant(const st_compiler *compiler,
                                   const char *text, strata_type want,
                                   int64_t *out);

/* Build the words of a set from names of symbols. */
strata_status st_compiler_set_words(const st_compiler *compiler,
                                    const st_attr *attr,
                                    const char *const *names, size_t count,
                                    const uint64_t **out);

/* Find the index of a symbol in a set's domain. */
strata_status st_compiler_find_in_domain(const st_compiler *compiler,
                                         const st_attr *attr, const char *name,
                                         uint32_t *out);

/* Find a symbol, or an ability, and return its id. */
strata_status st_compiler_find_symbol(const st_compiler *compiler,
                                      const char *name, strata_symbol *out);
strata_status st_compiler_find_ability(const st_compiler *compiler,
                                       const char *name, uint32_t *out);

#endif
