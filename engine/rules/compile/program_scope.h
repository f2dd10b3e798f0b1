/* framing.h - what an event or a program can name, and expressions of it, from
 * words. */
#ifndef STRATA_RULES_COMPILE_PROGRAM_SCOPE_H
#define STRATA_RULES_COMPILE_PROGRAM_SCOPE_H

#include "rules/compile/compiler.h"
#include "rules/model/watcher_def.h"

/* Whose expressions are compiled: an event's or a code's. */
typedef struct st_program_scope {
  st_compiler *compiler;
  st_program *program; /* whose names there are */
  strata_event_type
      event_type; /* of the event in question, or alias; 0: none */
  bool has_it;    /* somebody is `it` from the beginning */
  bool in_chain;  /* it is the program of a handler of a chain */
} st_program_scope;

/*
 * Begin a program, which is zeroed: names that every program has, those that it
 * is given, and room for as many as the deeds may bind.
 */
strata_status st_program_scope_init(const st_compiler *w,
                                    const strata_field_desc *given,
                                    size_t count,
                                    const strata_instruction *deeds,
                                    size_t deed_count, st_program *program);

/* The place of a name that a deed binds; it may be bound again as what it is.
 */
strata_status st_program_scope_bind(const st_compiler *w, st_program *program,
                                    const char *name, strata_type type,
                                    uint32_t *out);

/* The field of this name that events of a kind have. */
strata_status st_program_scope_find_field(const st_compiler *w,
                                          strata_event_type id,
                                          const char *name, strata_field *out);

/* A field of the kind, of one type, 0 for any; NULL is none. */
strata_status
st_program_scope_find_typed_field(const st_compiler *w, strata_event_type kind,
                                  const char *what, const char *name,
                                  strata_type want, strata_field *out);

/* An expression for `what`; NULL text gives NULL. `want`: its type, 0 for any;
 * `it`: whether there is an `it`. */
strata_status st_program_scope_expr(const st_program_scope *c, const char *what,
                                    const char *text, strata_type want, bool it,
                                    const strata_expr **out);

#endif
