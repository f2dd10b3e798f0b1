/* enum_texts.h - the texts of the public enumerations, from the X-maps of the
 * headers: st_op_text(STRATA_OP_ADD) is "add". Numbers that a map does not have
 * are "unknown". */
#ifndef STRATA_BASE_ENUM_TEXTS_H
#define STRATA_BASE_ENUM_TEXTS_H

#include "strata.h"

/* The stem of each type, and that of its map. */
#define ST_ENUM_MAP(E)                                                         \
  E(type, TYPE)                                                                \
  E(order, ORDER)                                                              \
  E(stacking, STACKING)                                                        \
  E(op, OP)                                                                    \
  E(rounding, ROUNDING)                                                        \
  E(ability_kind, ABILITY)                                                     \
  E(watcher_role, ROLE)                                                        \
  E(instruction_op, INSTRUCTION)                                               \
  E(part_timing, CONTAINMENT)                                                  \
  E(tuning, TUNING)                                                            \
  E(tune, TUNE)                                                                \
  E(ability_origin, ORIGIN)                                                    \
  E(settle_mode, SETTLE)                                                       \
  E(outcome, OUTCOME)                                                          \
  E(whose, WHOSE)                                                              \
  E(acting_order, ACTING)                                                      \
  E(decision_purpose, PURPOSE)                                                 \
  E(fault_kind, FAULT)                                                         \
  E(on_fault, ON_FAULT)                                                        \
  E(log_lasts, LOG_LASTS)                                                      \
  E(log_kind, LOG)                                                             \
  E(why_step, STEP)                                                            \
  E(order_reason, REASON)                                                      \
  E(event_why_step, EVENT_WHY)                                                 \
  E(verdict, VERDICT)                                                          \
  E(profile_kind, PROFILE)

#define E(type, map) const char *st_##type##_text(strata_##type number);
ST_ENUM_MAP(E)
#undef E

#endif
