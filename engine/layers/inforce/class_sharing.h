/* class_sharing.h - which entities share a class, kept up to date. */
#ifndef STRATA_LAYERS_INFORCE_CLASS_SHARING_H
#define STRATA_LAYERS_INFORCE_CLASS_SHARING_H

#include "layers/inforce/classes.h"

/*
 * Bring the classes up to date with the in_force and all slots that have
 * changed. *rerun: what a pass has found for each class no longer holds.
 * Otherwise it holds but for the news; apart from those, some entities may be
 * in other classes than before, of those that there were.
 */
strata_status st_classes_update(st_classes *classes, bool *rerun);

#endif
