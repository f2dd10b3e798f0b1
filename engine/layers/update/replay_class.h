/* replay_class.h - the steps of a finished pass, applied to one class more. */
#ifndef STRATA_LAYERS_UPDATE_REPLAY_CLASS_H
#define STRATA_LAYERS_UPDATE_REPLAY_CLASS_H

#include "layers/pass/pass.h"

strata_status st_replay_class(st_pass *pass, const st_class_change *change,
                              bool *possible);

#endif
