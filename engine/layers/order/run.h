/* run.h - a whole pass over the world. */
#ifndef STRATA_LAYERS_ORDER_RUN_H
#define STRATA_LAYERS_ORDER_RUN_H

#include "layers/order/dependency.h"

/* Work everything out anew. */
strata_status st_pass_run(st_pass *pass);

#endif
