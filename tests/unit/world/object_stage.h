/* object_stage.h - fixture: a store by the rules of kit_objects.h, with
 * interned texts. */
#ifndef STRATA_TESTS_UNIT_WORLD_OBJECT_STAGE_H
#define STRATA_TESTS_UNIT_WORLD_OBJECT_STAGE_H

#include "kit_objects.h"
#include "state_stage.h"
#include "world/objects/object_values.h"
#include "world/objects/zone.h"
#include "world/save/validate_world.h"

#include <string.h>

typedef struct objects {
  state s;
  st_strings strings;
} objects;

static inline void objects_open(objects *o) {
  *o = (objects){0};
  OK(kit_object_rules(NULL, &o->s.rules));
  st_mem_init(&o->s.mem, probe_alloc, &o->s.probe);
  OK(st_store_init(&o->s.store, &o->s.mem, o->s.rules));
}

static inline void objects_close(objects *o) {
  st_strings_fini(&o->strings, &o->s.mem);
  state_close(&o->s);
}

static inline uint32_t objects_spawn(objects *o) {
  return st_slot_of(state_spawn(&o->s));
}

static inline const st_zone *objects_zone(const objects *o, const char *name) {
  return st_zone_of(o->s.rules, kit_zone(o->s.rules, name));
}

static inline uint64_t objects_stamp(const objects *o, uint32_t slot) {
  return st_get64(&o->s.store, ST_COLUMN_ENTITY_STAMP, slot);
}

static inline int64_t objects_base(const objects *o, const char *attr,
                                   uint32_t slot) {
  return st_entity_base(&o->s.store, state_attr(&o->s, attr), slot);
}

static inline void objects_put(objects *o, const char *attr, uint32_t slot,
                               int64_t value) {
  OK(st_entity_set_base(&o->s.store, state_attr(&o->s, attr), slot, value));
}

#endif
