/* Handles of different kinds are different types. It compiles with WRONG 0, and
 * with no other number: each takes one handle for another. */
#include <strata.h>

#ifndef WRONG
#define WRONG 0
#endif

strata_status confuse(strata_world *world, strata_entity entity,
                      strata_effect effect, strata_watcher watcher,
                      strata_mark mark);

strata_status confuse(strata_world *world, strata_entity entity,
                      strata_effect effect, strata_watcher watcher,
                      strata_mark mark) {
#if WRONG == 0
  if (strata_is_alive(world, entity)) return strata_rollback(world, mark);
  if (effect.id != 0) return strata_effect_remove(world, effect);
  return strata_watcher_remove(world, watcher);
#elif WRONG == 1
  return strata_despawn(world, effect);
#elif WRONG == 2
  return strata_effect_remove(world, entity);
#elif WRONG == 3
  return strata_effect_remove(world, watcher);
#elif WRONG == 4
  return strata_watcher_remove(world, effect);
#elif WRONG == 5
  return strata_rollback(world, watcher);
#else
  return strata_effect_clear(world, effect);
#endif
}
