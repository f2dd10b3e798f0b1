/* declare_play.h - deeds as they are declared: what all that has some shares.
 */
#ifndef STRATA_DECLARE_PLAY_H
#define STRATA_DECLARE_PLAY_H

#include "rules/declare/packer.h"
#include "rules/model/deed.h"

/* A copy of deeds; NULL while measuring. They nest ST_DEED_DEPTH deep at most.
 */
const strata_deed *st_pack_deeds(st_packer *p, const strata_deed *deeds,
                                 size_t count);

/* Refuse deeds that are wrong whatever they say. */
strata_status st_declare_deeds(strata_builder *builder, const char *what,
                               const char *name, const strata_deed *deeds,
                               size_t count);

#endif
