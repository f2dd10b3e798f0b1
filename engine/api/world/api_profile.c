/* api_profile.c - profiles: what evaluation costs in a world. */
#include "api/world/api_world.h"
#include "layers/pass/profile.h"

/* Let the evaluator and its passes measure into `profile`, or not at all
 * (NULL). */
static void attach_profile(st_eval *eval, st_profile *profile) {
  st_profile_free(eval->profile);
  eval->profile = profile;
  for (int i = 0; i < 2; i++) {
    eval->passes[i].profile = profile;
  }
}

strata_status strata_profile_begin(strata_world *world, strata_time_fn time,
                                   void *user) {
  st_world_go_back(world);
  if (!time) return ST_REFUSE(world, STRATA_EINVAL, "profile: time is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "profile");
  }
  st_profile *profile = st_profile_new(&world->mem, world->rules, time, user);
  if (!profile) {
    return ST_REFUSE(world, STRATA_ENOMEM, "profile: out of memory");
  }
  profile->evaluations = world->eval.evaluations;
  attach_profile(&world->eval, profile);
  return STRATA_OK;
}

void strata_profile_end(strata_world *world) {
  st_world_go_back(world);
  if (st_world_is_unreadable(world)) return; /* it measures just now */
  attach_profile(&world->eval, NULL);
}

/* How many classes a pass works on. */
static uint64_t count_pass_subjects(const strata_world *world) {
  const st_classes *classes = &world->eval.classes;
  if (!classes->shared) {
    return st_scalar_get(&world->store, ST_SCALAR_ENTITY_COUNT);
  }
  uint64_t count = 0;
  for (uint32_t w = 0; w < classes->words; w++) {
    count += st_count_bits(st_class_live(classes, w));
  }
  return count;
}

void strata_profile_total(const strata_world *world, strata_profile *out) {
  st_world_go_back(world);
  const st_profile *profile = world->eval.profile;
  *out = (strata_profile){0};
  if (!profile) return;
  uint64_t time = 0;
  for (size_t i = 0; i < st_profile_count(profile); i++) {
    time += st_profile_row(profile, i)->time;
  }
  *out = (strata_profile){
      .running = true,
      .passes = profile->passes,
      .avoided = profile->passes_avoided,
      .values = world->eval.evaluations - profile->evaluations,
      .classes = count_pass_subjects(world),
      .lost = profile->rows_lost,
      .time = time,
      .elapsed = profile->now(profile->user) - profile->started_at};
}

size_t strata_profile_count(const strata_world *world) {
  st_world_go_back(world);
  const st_profile *profile = world->eval.profile;
  return profile ? st_profile_count(profile) : 0;
}

const strata_profile_row *strata_profile_get(const strata_world *world,
                                             size_t n) {
  st_world_go_back(world);
  const st_profile *profile = world->eval.profile;
  return profile ? st_profile_row(profile, n) : NULL;
}
