/* expr_names.h - names in an expression: looking them up, and the nodes that
 * read what they name. */
#ifndef STRATA_RULES_EXPR_EXPR_NAMES_H
#define STRATA_RULES_EXPR_EXPR_NAMES_H

#include "rules/expr/expr_compile.h"

/* True if an attribute's name stands at `name`. */
bool st_expr_compile_is_attr(const st_expr_compiler *c, st_text_span name);

/* Append a read of the attribute whose name stands at `name`. */
strata_status st_expr_compile_read(st_expr_compiler *c, st_who who,
                                   uint64_t handle, st_text_span name);

/* Make of the last node, a ref, a read of the attribute whose name stands at
 * `name`, of the entity that it names. */
strata_status st_expr_compile_follow(st_expr_compiler *c, st_text_span name);

/* The symbol of a domain that is nearest to `text`, NULL if none is near. */
const char *st_attr_domain_nearest(const strata_rules *rules, st_mem *mem,
                                   const st_attr *attr, const char *text);

/* Append the field of the frame's event, or what the frame binds, whose name
 * stands at `name`. */
strata_status st_expr_compile_field(st_expr_compiler *c, st_text_span name);
strata_status st_expr_compile_variable(st_expr_compiler *c, st_text_span name);

/* The nearest of a few texts, which need be in no order, NULL if none is near,
 * or if there is no memory: a message then lacks it. */
const char *st_nearest_text(st_mem *mem, const char *const *texts, size_t count,
                            const char *text);

/* Append the symbol whose name stands at `name`. */
strata_status st_expr_compile_symbol(st_expr_compiler *c, st_text_span name);

/* Make of the last node, which stands at `left`, and a symbol one node. */
strata_status st_expr_compile_has(st_expr_compiler *c, st_text_span left,
                                  st_text_span symbol);

/* Likewise of the node `list`, which stands at `left`, and the last node, a
 * symbol that is known only when it is evaluated. */
strata_status st_expr_compile_has_of(st_expr_compiler *c, uint32_t list,
                                     st_text_span left, st_text_span right);

/* The zone whose name stands at `name`, which only a frame can name. */
strata_status st_expr_compile_zone(st_expr_compiler *c, st_text_span name,
                                   strata_zone *out);

/* Append who is on top of it: of the player `player`, who stands at `whose`, so
 * far down as the last node says, which stands at `nth`. */
strata_status st_expr_compile_top(st_expr_compiler *c, strata_zone zone,
                                  uint32_t player, st_text_span whose,
                                  st_text_span nth);

/* Append what the predicate whose name stands at `name` answers. */
strata_status st_expr_compile_ask(st_expr_compiler *c, st_text_span name);

#endif
