/* depend.h - the units of one layer, in the order that dependency gives. */
#ifndef STRATA_DEPEND_H
#define STRATA_DEPEND_H

#include "layers/order/step.h"

/* Apply all units of a bucket, also those that come to it on the way. */
strata_status st_depend_run(st_pass *pass, size_t bucket);

#endif
