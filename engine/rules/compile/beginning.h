/* beginning.h - effects that deeds begin, from words to data. */
#ifndef STRATA_BEGINNING_H
#define STRATA_BEGINNING_H

#include "rules/compile/framing.h"

/* The beginning of a BEGIN, of whose program there is room for it; *out: which
 * one it is, from 1. */
strata_status st_begin_write(const st_framing *c, const strata_deed *declared,
                             uint32_t *out);

#endif
