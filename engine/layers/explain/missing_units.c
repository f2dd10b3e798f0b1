/*
 * missing_units.c - finds what a pass kept from being in force for a value.
 *
 * A unit may be about an entity and still do nothing to it: its ability is lost
 * before its first layer, its condition does not hold when it starts, or an
 * earlier effect has changed what its subject asks for. The finished pass does
 * not tell these from units that were never about the entity, so the pass is
 * run again and watched. Each unit is asked where it would have started, on the
 * values as they stand at that point.
 */
#include "layers/explain/missing_units.h"

#include "layers/order/dependency.h"

/* -- Units -- */

bool st_part_is_on(const st_clause_part *part, strata_attr attr) {
  return st_part_header_attr(part->flags) == attr ||
         (st_part_header_op(part->flags) == STRATA_OP_SWITCH &&
          part->switched_attr == attr);
}

/* Laws are many, and a law that does nothing to an entity is no news. */
static bool is_asked_about(const st_layer_unit *unit, strata_attr attr) {
  if (unit->kind == ST_LAYER_UNIT_LAW || unit->removed) return false;
  for (uint32_t i = 0; i < unit->base_clause->part_count; i++) {
    if (st_part_is_on(&unit->base_clause->parts[i], attr)) return true;
  }
  return false;
}

bool st_missing_units_possible(const st_eval *eval, strata_attr attr,
                               uint32_t slot) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint32_t class = st_class_of_slot(&eval->classes, slot);
  for (size_t i = 0; i < pass->unit_count; i++) {
    const st_layer_unit *unit = &pass->units[i];
    bool affects = unit->started && unit->condition_holds &&
                   st_members_has(&unit->members, class);
    if (!affects && is_asked_about(unit, attr)) return true;
  }
  return false;
}

/* The entry of a unit; NULL if there is no memory. */
static st_missing_unit *missing_unit(st_missing_units *m, uint32_t unit) {
  if (!st_mem_reserve(m->eval->mem, &m->at, &m->capacity, (size_t)unit + 1,
                      sizeof m->at[0])) {
    return NULL;
  }
  for (; m->count <= unit; m->count++) {
    m->at[m->count] = (st_missing_unit){.fate = ST_UNIT_FATE_NONE};
  }
  return &m->at[unit];
}

static strata_status
does_condition_hold(st_pass *pass, const st_layer_unit *unit, bool *holds) {
  *holds = true;
  if (!unit->clause->condition) return STRATA_OK;
  st_expr_env env = st_layer_unit_env(pass, unit, 0);
  int64_t result = 0;
  strata_status status = st_expr_eval(unit->clause->condition, &env, &result);
  *holds = result != 0;
  return status;
}

/* -- The first run: what became of each unit -- */

static void displace_unit(st_missing_units *m, st_missing_unit *u,
                          strata_layer layer) {
  u->fate = ST_UNIT_FATE_DISPLACED;
  u->layer = layer;
  m->displaced_count++;
}

/* A layer begins: which units would take the entity in if they started now? */
static strata_status note_awaited(void *user, st_pass *pass,
                                  strata_layer layer) {
  st_missing_units *m = user;
  strata_layer last = m->layer;
  m->layer = layer;
  for (uint32_t i = 0; !m->finds_takers && i < pass->unit_count; i++) {
    const st_layer_unit *unit = &pass->units[i];
    if (unit->started || !is_asked_about(unit, m->attr)) continue;
    st_missing_unit *u = missing_unit(m, i);
    if (!u) return STRATA_ENOMEM;
    bool affects;
    strata_status status =
        st_layer_unit_affects(pass, unit, m->class, &affects);
    if (status) return status;
    if (!affects && u->fate == ST_UNIT_FATE_AWAITED) displace_unit(m, u, last);
    if (affects && u->fate == ST_UNIT_FATE_DISPLACED) m->displaced_count--;
    if (affects && u->fate != ST_UNIT_FATE_LOST) u->fate = ST_UNIT_FATE_AWAITED;
  }
  return STRATA_OK;
}

static strata_status note_started(void *user, st_pass *pass, uint32_t number,
                                  strata_layer layer) {
  st_missing_units *m = user;
  const st_layer_unit *unit = &pass->units[number];
  if (m->finds_takers || !is_asked_about(unit, m->attr)) return STRATA_OK;
  st_missing_unit *u = missing_unit(m, number);
  if (!u) return STRATA_ENOMEM;
  bool was_displaced = u->fate == ST_UNIT_FATE_DISPLACED;
  bool affects = false;
  strata_status status = STRATA_OK;
  if (!unit->condition_holds) {
    status = st_layer_unit_affects(pass, unit, m->class, &affects);
    if (affects) u->fate = ST_UNIT_FATE_SILENT;
  } else if (st_members_has(&unit->members, m->class)) {
    u->fate = ST_UNIT_FATE_NONE;
  } else if (u->fate == ST_UNIT_FATE_AWAITED) {
    displace_unit(m, u, layer);
  }
  if (was_displaced && u->fate != ST_UNIT_FATE_DISPLACED) m->displaced_count--;
  return status;
}

static strata_status note_lost(void *user, st_pass *pass, uint32_t number,
                               strata_layer layer) {
  st_missing_units *m = user;
  (void)layer;
  const st_layer_unit *unit = &pass->units[number];
  if (m->finds_takers || !is_asked_about(unit, m->attr)) return STRATA_OK;
  st_missing_unit *u = missing_unit(m, number);
  if (!u) return STRATA_ENOMEM;
  if (u->fate == ST_UNIT_FATE_LOST) return STRATA_OK;
  bool holds;
  bool affects = false;
  strata_status status = does_condition_hold(pass, unit, &holds);
  if (!status) status = st_layer_unit_affects(pass, unit, m->class, &affects);
  if (u->fate == ST_UNIT_FATE_DISPLACED) m->displaced_count--;
  affects = affects || u->fate != ST_UNIT_FATE_NONE;
  u->fate = holds && affects ? ST_UNIT_FATE_LOST : ST_UNIT_FATE_NONE;
  return status;
}

/* -- The second run: what displaced a unit -- */

static strata_status note_applied(void *user, st_pass *pass, uint32_t number,
                                  strata_layer layer) {
  st_missing_units *m = user;
  for (uint32_t i = 0; m->finds_takers && i < m->count; i++) {
    st_missing_unit *u = &m->at[i];
    if (u->fate != ST_UNIT_FATE_DISPLACED || u->layer != layer ||
        u->taker_unit != 0 || i == number) {
      continue;
    }
    bool affects;
    strata_status status =
        st_layer_unit_affects(pass, &pass->units[i], m->class, &affects);
    if (status) return status;
    if (!affects) u->taker_unit = number + 1;
  }
  return STRATA_OK;
}

/* -- Running the pass -- */

static strata_status run_watched(st_missing_units *m, st_pass *pass) {
  const st_pass_probe probe = {.on_layer = note_awaited,
                               .on_started = note_started,
                               .on_lost = note_lost,
                               .on_applied = note_applied,
                               .user = m};
  pass->probe = &probe;
  strata_status status = st_pass_run(pass);
  pass->probe = NULL;
  return status;
}

strata_status st_missing_units_find(st_missing_units *missing, st_eval *eval,
                                    strata_attr attr, uint32_t slot) {
  st_pass *pass = st_eval_pass(eval);
  *missing =
      (st_missing_units){.eval = eval,
                         .attr = attr,
                         .class = st_class_of_slot(&eval->classes, slot)};
  st_classes_drop_empty(&eval->classes);
  strata_status status = run_watched(missing, pass);
  missing->finds_takers = true;
  if (!status && missing->displaced_count > 0) {
    status = run_watched(missing, pass);
  }
  return status;
}

void st_missing_units_fini(st_missing_units *missing) {
  st_mem_free(missing->eval->mem, missing->at, missing->capacity,
              sizeof missing->at[0]);
}
