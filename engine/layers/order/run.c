/*
 * run.c - a whole pass over the world (613).
 *
 * Units are made, then each layer is run in its order. What a unit reads is on
 * the board as it stands at that point, so no evaluation ever starts another
 * and there are no cycles.
 */
#include "layers/order/run.h"

#include "layers/pass/profile.h"

strata_status st_pass_run(st_pass *pass) {
  st_profile_cursor before =
      st_profile_enter_what(pass->profile, STRATA_PROFILE_UNITS, 0);
  strata_status status = st_pass_begin(pass);
  if (!status && pass->in_force->active) status = st_layer_units_make(pass);
  st_profile_leave(pass->profile, before);
  /* A unit that appears on the way may add a bucket behind this one. */
  for (size_t i = 0; !status && i < pass->bucket_count; i++) {
    status = st_dependency_apply_layer(pass, i);
  }
  return status;
}
