/* framing.h - what an event or a program can name, and expressions of it, from
 * words. */
#ifndef STRATA_FRAMING_H
#define STRATA_FRAMING_H

#include "rules/compile/part.h"
#include "rules/model/code.h"

/* Whose expressions are compiled: an event's or a code's. */
typedef struct st_framing {
  st_writer *w;
  st_routine *program;    /* whose names there are */
  strata_event_kind kind; /* of the event in question, or alias; 0: none */
  bool it;                /* somebody is `it` from the beginning */
  bool handles;           /* it is the program of a handler of a chain */
} st_framing;

/*
 * Begin a program, which is zeroed: names that every program has, those that it
 * is given, and room for as many as the deeds may bind.
 */
strata_status st_frame_begin(const st_writer *w, const strata_field_desc *given,
                             size_t count, const strata_deed *deeds,
                             size_t deed_count, st_routine *program);

/* The place of a name that a deed binds; it may be bound again as what it is.
 */
strata_status st_frame_bind(const st_writer *w, st_routine *program,
                            const char *name, strata_type type, uint32_t *out);

/* The field of this name that events of a kind have. */
strata_status st_frame_field(const st_writer *w, strata_event_kind id,
                             const char *name, strata_field *out);

/* An expression for `what`; NULL text gives NULL. `want`: its type, 0 for any;
 * `it`: whether there is an `it`. */
strata_status st_frame_expr(const st_framing *c, const char *what,
                            const char *text, strata_type want, bool it,
                            const strata_expr **out);

#endif
