/* expr_names.h - names in an expression: lookups, and the nodes that read what
 * the names stand for. A span `name` or `symbol` is where the name is in the
 * text. */
#ifndef STRATA_RULES_EXPR_EXPR_NAMES_H
#define STRATA_RULES_EXPR_EXPR_NAMES_H

#include "rules/expr/expr_compile.h"

/* True if the name is that of an attribute. */
bool st_expr_compile_is_attr(const st_expr_compiler *c, st_text_span name);

/* Append a read of an attribute. */
strata_status st_expr_compile_read(st_expr_compiler *c, st_who who,
                                   uint64_t handle, st_text_span name);

/* Append a read of an attribute of the entity that the last node, a ref,
 * names. */
strata_status st_expr_compile_follow(st_expr_compiler *c, st_text_span name);

/* The symbol of a domain nearest to `text`, NULL if none is near. */
const char *st_attr_domain_nearest(const strata_rules *rules, st_mem *mem,
                                   const st_attr *attr, const char *text);

/* Append a field of the frame's event, or a variable of the frame. */
strata_status st_expr_compile_field(st_expr_compiler *c, st_text_span name);
strata_status st_expr_compile_variable(st_expr_compiler *c, st_text_span name);

/* The nearest of a few texts in any order; NULL if none is near or if memory
 * runs out, and then a message does without it. */
const char *st_nearest_text(st_mem *mem, const char *const *texts, size_t count,
                            const char *text);

/* Append a symbol. */
strata_status st_expr_compile_symbol(st_expr_compiler *c, st_text_span name);

/* Turn the last node, a list whose text is at `left`, into "list has
 * 'symbol'". */
strata_status st_expr_compile_has(st_expr_compiler *c, st_text_span left,
                                  st_text_span symbol);

/* Append "list has value": `list` is a node, and the last node is the value, a
 * symbol that is known only at evaluation. */
strata_status st_expr_compile_has_of(st_expr_compiler *c, uint32_t list,
                                     st_text_span left, st_text_span right);

/* Find a zone. Only expressions with a frame may name one. */
strata_status st_expr_compile_zone(st_expr_compiler *c, st_text_span name,
                                   strata_zone *out);

/* Append top(zone, player, n): `player` is a node and n is the last node;
 * their texts are at `whose` and `nth`. */
strata_status st_expr_compile_top(st_expr_compiler *c, strata_zone zone,
                                  uint32_t player, st_text_span whose,
                                  st_text_span nth);

/* Append ask('name'), the answer of a host's predicate. */
strata_status st_expr_compile_ask(st_expr_compiler *c, st_text_span name);

#endif
