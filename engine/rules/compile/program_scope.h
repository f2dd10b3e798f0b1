/* program_scope.h - the scope of a program or event: its variables and fields,
 * and expressions in it. */
#ifndef STRATA_RULES_COMPILE_PROGRAM_SCOPE_H
#define STRATA_RULES_COMPILE_PROGRAM_SCOPE_H

#include "rules/compile/compiler.h"
#include "rules/model/watcher_def.h"

/* A scope: the program and event type whose expressions are compiled. */
typedef struct st_program_scope {
  st_compiler *compiler;
  st_program *program; /* its variables can be named */
  /* Type or alias of the event; 0: there is no event. */
  strata_event_type event_type;
  bool has_it;   /* expressions may name `it`, the affected entity, from the
                    first instruction on, before one binds it */
  bool in_chain; /* the program is a chain handler's, which may end its chain */
} st_program_scope;

/*
 * Begin a program, which is zeroed: declare the variables of every program and
 * its parameters, and reserve room for all that its instructions may
 * bind.
 */
strata_status st_program_scope_init(const st_compiler *compiler,
                                    const strata_field_desc *parameters,
                                    size_t count,
                                    const strata_instruction *instructions,
                                    size_t instruction_count,
                                    st_program *program);

/* The index of a variable that an instruction binds. A variable may be bound
 * again with the same type. */
strata_status st_program_scope_bind(const st_compiler *compiler,
                                    st_program *program, const char *name,
                                    strata_type type, uint32_t *out);

/* Find a field of an event type. */
strata_status st_program_scope_find_field(const st_compiler *compiler,
                                          strata_event_type id,
                                          const char *name, strata_field *out);

/* Find a field of an event type and check its type (0: any). A NULL name gives
 * 0. */
strata_status st_program_scope_find_typed_field(
    const st_compiler *compiler, strata_event_type event_type, const char *what,
    const char *name, strata_type want, strata_field *out);

/* The frame of expressions in the scope. */
st_expr_frame st_program_scope_frame(const st_program_scope *scope);

/* Compile an expression in the scope. `what` is its purpose, for messages;
 * `want` its type, 0 for any; `it`: whether it may name `it`. A NULL text gives
 * NULL. */
strata_status st_program_scope_expr(const st_program_scope *scope,
                                    const char *what, const char *text,
                                    strata_type want, bool it,
                                    const strata_expr **out);

#endif
