/* use_notes.h - the notes that count uses of watchers, without handles and
 * numbers of ticks: as a position has them. */
#ifndef STRATA_PLAY_COMPARE_USE_NOTES_H
#define STRATA_PLAY_COMPARE_USE_NOTES_H

#include "play/index/watcher_id.h"
#include "world/store/notes.h"

/* Whose uses are counted in the notes of an owner. */
typedef struct st_use_holder {
  uint64_t object;    /* a handle; 0: laws of no object */
  bool started;       /* of a started watcher, not of an entity */
  uint32_t abilities; /* no ability of the object's own has a greater ordinal */
} st_use_holder;

st_use_holder st_use_holder_of_entity(const st_store *store, uint32_t slot);
st_use_holder st_use_holder_of_started(const st_store *store, uint32_t slot);
st_use_holder st_use_holder_of_laws(void);

/*
 * Give the key of a note as a position has it: that of a count of uses without
 * the handle of its holder, any other as it is. False if the note is no part of
 * the position: counts of an earlier tick, and the number of the tick.
 *
 * A count is found by trying the watchers of the holder's own abilities, of
 * laws, and those that programs set off. A count for an ability that another
 * object gave keeps its key, and its handle with it. Cost O(watcher definitions
 * with limits * abilities of the holder), 0 without such definitions.
 */
bool st_use_note_key(const st_store *store, st_notes_head head,
                     const st_use_holder *holder, uint64_t *key);

#endif
