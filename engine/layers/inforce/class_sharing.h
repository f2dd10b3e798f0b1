/* class_sharing.h - decides which entities share a class, and updates the
 * classes. */
#ifndef STRATA_LAYERS_INFORCE_CLASS_SHARING_H
#define STRATA_LAYERS_INFORCE_CLASS_SHARING_H

#include "layers/inforce/classes.h"

/*
 * Bring the classes up to date with the in-force set and all changed slots.
 *
 * *rerun becomes true if nothing that a pass found for the classes holds any
 * more; it is never set to false. Otherwise what the pass found holds for all
 * classes but those in class_changes, and entities may have moved between
 * classes that the pass knows.
 */
strata_status st_classes_update(st_classes *classes, bool *rerun);

#endif
