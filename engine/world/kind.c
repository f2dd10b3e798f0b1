/*
 * kind.c - kinds of events: what is asked of them, and the end of them.
 */
#include "world/kind.h"

#include <string.h>

uint32_t strata_rules_field_type(const strata_rules *rules,
                                 strata_field field) {
  size_t count = rules->names[STRATA_KIND_FIELD].count;
  return field - 1u < count ? rules->field_types[field - 1] : 0;
}

strata_event_kind strata_rules_event_of(const strata_rules *rules,
                                        strata_event_kind kind) {
  size_t count = rules->names[STRATA_KIND_EVENT].count;
  return kind - 1u < count ? rules->kinds[kind - 1].of : 0;
}

strata_field strata_rules_event_field(const strata_rules *rules,
                                      strata_event_kind kind, uint32_t n) {
  strata_event_kind of = strata_rules_event_of(rules, kind);
  if (of == 0 || n >= rules->kinds[of - 1].field_count) return 0;
  return rules->kinds[of - 1].fields[n];
}

/* -- The end -- */

/* What is read-only to all others ends here. */
static void *owned(const void *pointer) {
  void *plain;
  memcpy(&plain, &pointer, sizeof plain);
  return plain;
}

void st_kind_fini(st_kind *kind, st_mem *mem) {
  st_expr_free(owned(kind->where));
  st_expr_free(owned(kind->matters));
  st_expr_free(owned(kind->can));
  st_routine_fini(&kind->parts, mem);
  st_routine_fini(&kind->does, mem);
  for (uint32_t i = 0; i < kind->phase_count; i++) {
    const char *name = kind->phases[i].name;
    st_expr_free(owned(kind->phases[i].until));
    if (name) st_mem_free(mem, owned(name), strlen(name) + 1, 1);
  }
  st_mem_free(mem, kind->phases, kind->phase_count, sizeof(st_kind_phase));
  st_mem_free(mem, kind->handlers, kind->handler_count, sizeof(strata_code));
  st_mem_free(mem, kind->fields, kind->field_count, sizeof(strata_field));
  st_mem_free(mem, kind->place_of, kind->place_room, 1);
}
