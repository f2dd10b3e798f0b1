/* replay_class.h - the steps of a finished pass, replayed for one class. */
#ifndef STRATA_LAYERS_UPDATE_REPLAY_CLASS_H
#define STRATA_LAYERS_UPDATE_REPLAY_CLASS_H

#include "layers/pass/pass.h"

/*
 * Give a class that is new, or that has other base values, the values that a
 * new pass would give it. *possible becomes false if the class would change the
 * order of the units, or what a unit does to other classes: then a new pass
 * must be run. Cost O(steps + trials); of a new class, only the steps that the
 * step index finds.
 */
strata_status st_replay_class(st_pass *pass, const st_class_change *change,
                              bool *possible);

#endif
