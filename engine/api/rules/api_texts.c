/*
 * api_texts.c - the version, and the public texts of statuses and other enums.
 *
 * The texts stand in the X-maps of the headers. Each function indexes a table
 * that is made of a map; numbers that the map does not have are "unknown".
 */
#include "base/text.h"
#include "rules/catalog/rules.h"

uint32_t strata_version(void) {
  return STRATA_VERSION;
}

strata_status strata_check_version(uint32_t version, strata_error *error) {
  return st_check_version(version, error);
}

const char *strata_status_text(strata_status status) {
  return st_status_text(status);
}

const char *strata_name_kind_text(strata_name_kind kind) {
  return st_name_kind_text(kind);
}

/* -- Texts of X-maps -- */

static const char *find_text(const char *const *texts, size_t count,
                             unsigned number) {
  if (number >= count || !texts[number]) return "unknown";
  return texts[number];
}

#define X(name, value, text) [value] = (text),

const char *strata_type_text(strata_type type) {
  static const char *const texts[] = {STRATA_TYPE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)type);
}

const char *strata_order_text(strata_order order) {
  static const char *const texts[] = {STRATA_ORDER_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)order);
}

const char *strata_stacking_text(strata_stacking stacking) {
  static const char *const texts[] = {STRATA_STACKING_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)stacking);
}

const char *strata_op_text(strata_op op) {
  static const char *const texts[] = {STRATA_OP_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)op);
}

const char *strata_rounding_text(strata_rounding rounding) {
  static const char *const texts[] = {STRATA_ROUNDING_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)rounding);
}

const char *strata_ability_kind_text(strata_ability_kind kind) {
  static const char *const texts[] = {STRATA_ABILITY_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)kind);
}

const char *strata_watcher_role_text(strata_watcher_role role) {
  static const char *const texts[] = {STRATA_ROLE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)role);
}

const char *strata_instruction_op_text(strata_instruction_op op) {
  static const char *const texts[] = {STRATA_INSTRUCTION_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)op);
}

const char *strata_part_timing_text(strata_part_timing timing) {
  static const char *const texts[] = {STRATA_CONTAINMENT_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)timing);
}

const char *strata_tuning_text(strata_tuning tuning) {
  static const char *const texts[] = {STRATA_TUNING_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)tuning);
}

const char *strata_tune_text(strata_tune tune) {
  static const char *const texts[] = {STRATA_TUNE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)tune);
}

const char *strata_ability_origin_text(strata_ability_origin origin) {
  static const char *const texts[] = {STRATA_ORIGIN_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)origin);
}

const char *strata_settle_mode_text(strata_settle_mode mode) {
  static const char *const texts[] = {STRATA_SETTLE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)mode);
}

const char *strata_outcome_text(strata_outcome outcome) {
  static const char *const texts[] = {STRATA_OUTCOME_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)outcome);
}

const char *strata_decision_purpose_text(strata_decision_purpose purpose) {
  static const char *const texts[] = {STRATA_PURPOSE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)purpose);
}

const char *strata_fault_kind_text(strata_fault_kind kind) {
  static const char *const texts[] = {STRATA_FAULT_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)kind);
}

const char *strata_log_kind_text(strata_log_kind kind) {
  static const char *const texts[] = {STRATA_LOG_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)kind);
}

const char *strata_why_step_text(strata_why_step step) {
  static const char *const texts[] = {STRATA_STEP_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)step);
}

const char *strata_order_reason_text(strata_order_reason reason) {
  static const char *const texts[] = {STRATA_REASON_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)reason);
}

const char *strata_event_why_step_text(strata_event_why_step step) {
  static const char *const texts[] = {STRATA_EVENT_WHY_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)step);
}

const char *strata_verdict_text(strata_verdict verdict) {
  static const char *const texts[] = {STRATA_VERDICT_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)verdict);
}

const char *strata_profile_kind_text(strata_profile_kind kind) {
  static const char *const texts[] = {STRATA_PROFILE_MAP(X)};
  return find_text(texts, ST_COUNT_OF(texts), (unsigned)kind);
}

#undef X
