/* scan.h - whom state-based actions are about. */
#ifndef STRATA_SCAN_H
#define STRATA_SCAN_H

#include "base/arena.h"
#include "layers/change/change.h"

/*
 * Most of them ask of everybody what hangs on nobody else: is its damage as
 * much as its toughness? Whom such a one was about is kept, 64 in a word, and
 * asked again of those words in which somebody may be another since. The others
 * are asked of all, every time. It is a cache, of no state.
 */
typedef struct st_scan_check {
  bool alone;      /* it hangs on `it` alone */
  bool known;      /* `bits` are what it said of all */
  bool looked;     /* ... since the last look */
  uint64_t *bits;  /* by slot */
  size_t capacity; /* words */
  uint32_t count;  /* bits that are set */
} st_scan_check;

typedef struct st_scan {
  st_change *change;
  st_scan_check *checks; /* number - 1; NULL: nobody has asked yet */
  uint32_t check_count;
  uint64_t seen;   /* of the notices of values */
  uint64_t *dirty; /* words that are to be asked again, as bits */
  size_t dirty_capacity;
} st_scan;

void st_scan_init(st_scan *scan, st_change *change);
void st_scan_fini(st_scan *scan);

/* Give all memory back: whoever asks next asks everybody. */
void st_scan_drop(st_scan *scan);

size_t st_scan_bytes(const st_scan *scan);

/* Bring what is known up to date with the state. Cost O(notices since). Errors
 * ENOMEM, and what an evaluation fails with. */
strata_status st_scan_look(st_scan *scan);

/* Whom a check is about, in the order of their slots, as long as nothing is
 * written since the look. They lie in the arena. `env` is what its predicate
 * sees. Cost O(words of entities), and O(entities) if it does not hang on `it`
 * alone. */
strata_status st_scan_find(st_scan *scan, uint32_t number,
                           const st_expr_env *env, st_arena *arena,
                           strata_entity **who, uint32_t *count);

#endif
