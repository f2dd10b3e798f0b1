/* kit.c - the allocator, the dice, the hashes and the rules of kit.h. */
#include "kit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In front of each block: its size, so that `old_size` can be checked. */
typedef union kit_head {
  size_t size;
  max_align_t align;
} kit_head;

static bool kit_must_fail(kit_mem *mem) {
  mem->calls++;
  bool once = mem->fail_at != 0 && mem->calls == mem->fail_at;
  bool on = mem->fail_from != 0 && mem->calls >= mem->fail_from;
  if (once || on) mem->failures++;
  return once || on;
}

static void kit_check(kit_mem *mem, const kit_head *head, size_t old_size) {
  size_t size = head ? head->size : 0;
  if (size != old_size) mem->wrong_size++;
  mem->live_bytes -= size;
  if (head) mem->live_blocks--;
}

void *kit_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  kit_mem *mem = user;
  kit_head *head = ptr ? (kit_head *)ptr - 1 : NULL;
  if (size == 0) {
    kit_check(mem, head, old_size);
    free(head);
    return NULL;
  }
  if (kit_must_fail(mem)) return NULL;
  kit_head *grown = malloc(sizeof *grown + size);
  if (!grown) return NULL;
  if (head) {
    memcpy(grown + 1, head + 1, head->size < size ? head->size : size);
    memset(head + 1, 0xa5, head->size);
  }
  kit_check(mem, head, old_size);
  free(head);
  grown->size = size;
  mem->live_blocks++;
  mem->live_bytes += size;
  return grown + 1;
}

strata_world_config kit_config(kit_mem *mem) {
  return (strata_world_config){.alloc = kit_alloc, .alloc_user = mem};
}

strata_stats kit_stats(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return stats;
}

strata_profile kit_profile(const strata_world *world) {
  strata_profile profile;
  strata_profile_total(world, &profile);
  return profile;
}

uint64_t kit_roll(kit_dice *dice) {
  uint64_t z = dice->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

uint32_t kit_below(kit_dice *dice, uint32_t limit) {
  return (uint32_t)(((kit_roll(dice) >> 32) * limit) >> 32);
}

uint64_t kit_fold(uint64_t sum, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) {
    sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
  }
  return sum;
}

uint64_t kit_fold_number(uint64_t sum, uint64_t number) {
  for (int i = 0; i < 8; i++) {
    sum = (sum ^ ((number >> (8 * i)) & 0xff)) * UINT64_C(0x100000001b3);
  }
  return sum;
}

uint64_t kit_fold_text(uint64_t sum, const char *text) {
  return kit_fold(sum, text, strlen(text) + 1);
}

uint64_t kit_fold_value(uint64_t sum, const strata_rules *rules,
                        const strata_value *value) {
  sum = kit_fold_number(sum, (uint64_t)value->type);
  switch (value->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return kit_fold_number(sum, (uint64_t)value->integer);
  case STRATA_REF:
    return kit_fold_number(sum, value->ref);
  case STRATA_SYM:
    if (!value->symbol) return kit_fold_number(sum, 0);
    return kit_fold_text(
        sum, strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbol));
  case STRATA_TEXT:
    return kit_fold_text(sum, value->text);
  case STRATA_SET:
  case STRATA_ABILITIES:
    for (size_t i = 0; i < value->symbol_count; i++) {
      sum = kit_fold_text(
          sum, strata_rules_name(rules, STRATA_NAME_SYMBOL, value->symbols[i]));
    }
    return kit_fold_number(sum, value->symbol_count);
  }
  return 0;
}

bool kit_same_value(const strata_value *a, const strata_value *b) {
  if (a->type != b->type) return false;
  if (a->type == 0) return true; /* no value, as in a row of what is lost */
  switch (a->type) {
  case STRATA_INT:
  case STRATA_FLAG:
    return a->integer == b->integer;
  case STRATA_REF:
    return a->ref == b->ref;
  case STRATA_SYM:
    return a->symbol == b->symbol;
  case STRATA_TEXT:
    return strcmp(a->text, b->text) == 0;
  case STRATA_SET:
  case STRATA_ABILITIES:
    return a->symbol_count == b->symbol_count &&
           (a->symbol_count == 0 ||
            memcmp(a->symbols, b->symbols,
                   a->symbol_count * sizeof *a->symbols) == 0);
  }
  return a->type == 0; /* neither is a value */
}

static const char *const kit_types[] = {"elf", "goblin", "wall"};
static const char *const kit_colors[] = {"red", "green", "blue"};

static const strata_attribute kit_attributes[] = {
    {.name = "power", .type = STRATA_INT},
    {.name = "toughness", .type = STRATA_INT},
    {.name = "small", .type = STRATA_INT, .min = -8, .max = 7},
    {.name = "level",
     .type = STRATA_INT,
     .default_value = 3,
     .min = INT32_MIN,
     .max = INT32_MAX},
    {.name = "seat", .type = STRATA_INT, .unlayered = true},
    {.name = "flying", .type = STRATA_FLAG},
    {.name = "tapped", .type = STRATA_FLAG, .default_value = 1},
    {.name = "types",
     .type = STRATA_SET,
     .symbols = kit_types,
     .symbol_count = 3},
    {.name = "colors",
     .type = STRATA_SET,
     .symbols = kit_colors,
     .symbol_count = 3},
    {.name = "owner", .type = STRATA_REF},
    {.name = "rarity", .type = STRATA_SYM},
    {.name = "note", .type = STRATA_TEXT},
};

/* An elf, or stronger than `this`. */
static strata_status is_strong(void *user, strata_predicate_context *view,
                               strata_entity it, strata_entity source,
                               bool *out) {
  (void)user;
  const strata_rules *rules = strata_predicate_rules(view);
  strata_attr power = strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "power");
  strata_attr types = strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "types");
  strata_symbol elf = strata_rules_find(rules, STRATA_NAME_SYMBOL, "elf");
  strata_value own = {.type = STRATA_INT};
  strata_value other = {.type = STRATA_INT};
  strata_status s = strata_predicate_get(view, it, power, &own);
  if (!s) s = strata_predicate_has(view, it, types, elf, out);
  if (s || *out) return s;
  if (strata_predicate_id(view) == 0) {
    return strata_predicate_fail(view, STRATA_EINVAL,
                                 "a predicate without an id");
  }
  s = strata_predicate_get(view, source, power, &other);
  *out = own.integer > other.integer;
  return s;
}

static const char *const strong_reads[] = {"power", "types"};
static const strata_predicate_desc strong = {
    .name = "strong", .fn = is_strong, .reads = strong_reads, .read_count = 2};

static strata_status kit_predicates(strata_builder *b) {
  return strata_builder_predicate(b, &strong);
}

static strata_status kit_names(strata_builder *b) {
  strata_status s = strata_builder_symbol(b, NULL, "common");
  if (!s) s = strata_builder_symbol(b, NULL, "rare");
  if (!s) s = strata_builder_clock(b, "turn");
  if (!s) s = strata_builder_clock(b, "step");
  if (!s) s = strata_builder_stacking_group(b, "all", STRATA_STACK_ALL, 0);
  if (!s)
    s = strata_builder_stacking_group(b, "highest", STRATA_STACK_HIGHEST, 0);
  if (!s)
    s = strata_builder_stacking_group(b, "lowest", STRATA_STACK_LOWEST, 0);
  if (!s)
    s = strata_builder_stacking_group(b, "latest", STRATA_STACK_LATEST, 0);
  if (!s)
    s = strata_builder_stacking_group(b, "by_source", STRATA_STACK_BY_SOURCE,
                                      0);
  if (!s)
    s = strata_builder_stacking_group(b, "refresh", STRATA_STACK_REFRESH, 2);
  return s ? s : kit_predicates(b);
}

static strata_status kit_layers(strata_builder *b, bool named) {
  static const char *const names[] = {"copy",   "control",   "type",
                                      "pt.set", "pt.modify", "pt.switch"};
  if (!named) return strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  strata_status s = STRATA_OK;
  for (int32_t i = 0; i < 6 && !s; i++) {
    s = strata_builder_layer(b, names[i], 10 * i,
                             i == 4 ? STRATA_BY_PRIORITY : STRATA_BY_TIMESTAMP);
  }
  return s;
}

strata_status kit_rules(kit_mem *mem, bool named, strata_rules **out) {
  strata_builder *b = NULL;
  strata_status s = strata_check_version(STRATA_VERSION, NULL);
  if (!s) s = strata_builder_new(mem ? kit_alloc : NULL, mem, &b);
  size_t count = sizeof kit_attributes / sizeof kit_attributes[0];
  for (size_t i = 0; i < count && !s; i++) {
    s = strata_builder_attribute(b, &kit_attributes[i]);
  }
  if (!s) s = kit_names(b);
  if (!s) s = kit_layers(b, named);
  if (!s) s = strata_builder_freeze(b, out);
  strata_builder_free(b);
  return s;
}

strata_attr kit_attr(const strata_rules *rules, const char *name) {
  strata_attr attr = strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, name);
  assert(attr != 0);
  return attr;
}

strata_symbol kit_symbol(const strata_rules *rules, const char *name) {
  strata_symbol symbol = strata_rules_find(rules, STRATA_NAME_SYMBOL, name);
  assert(symbol != 0);
  return symbol;
}

strata_value kit_int(int64_t number) {
  return (strata_value){.type = STRATA_INT, .integer = number};
}

strata_status kit_open_image(kit_mem *mem, const void *bytes, size_t size,
                             strata_rules **out, strata_error *error) {
  strata_image_desc desc = {.bytes = bytes,
                            .size = size,
                            .alloc = mem ? kit_alloc : NULL,
                            .alloc_user = mem,
                            .predicates = &strong,
                            .predicate_count = 1};
  return strata_rules_from_image(&desc, out, error);
}

strata_status kit_of_image(kit_mem *mem, strata_rules **rules) {
  size_t size = 0;
  strata_rules *again = NULL;
  strata_status status = strata_rules_image(*rules, NULL, 0, &size);
  void *bytes = status == STRATA_OK ? malloc(size) : NULL;
  if (bytes) status = strata_rules_image(*rules, bytes, size, &size);
  if (bytes && !status) {
    status = kit_open_image(mem, bytes, size, &again, NULL);
  }
  free(bytes);
  strata_rules_free(*rules);
  *rules = again;
  return status;
}

/* -- Texts of enums -- */

static bool is_known(const char *text) {
  return text && strcmp(text, "unknown") != 0;
}

static bool is_unknown(const char *text) {
  return text && strcmp(text, "unknown") == 0;
}

/* The numbers of all enums follow each other, from 0 or 1. */
const char *kit_find_missing_text(void) {
#define X(name, value, text)                                                   \
  if (!is_known(strata_type_text((strata_type)(value)))) return text;
  STRATA_TYPE_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_order_text((strata_order)(value)))) return text;
  STRATA_ORDER_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_stacking_text((strata_stacking)(value)))) return text;
  STRATA_STACKING_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_op_text((strata_op)(value)))) return text;
  STRATA_OP_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_rounding_text((strata_rounding)(value)))) return text;
  STRATA_ROUNDING_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_ability_kind_text((strata_ability_kind)(value))))       \
    return text;
  STRATA_ABILITY_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_watcher_role_text((strata_watcher_role)(value))))       \
    return text;
  STRATA_ROLE_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_instruction_op_text((strata_instruction_op)(value))))   \
    return text;
  STRATA_INSTRUCTION_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_part_timing_text((strata_part_timing)(value))))         \
    return text;
  STRATA_CONTAINMENT_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_tuning_text((strata_tuning)(value)))) return text;
  STRATA_TUNING_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_tune_text((strata_tune)(value)))) return text;
  STRATA_TUNE_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_ability_origin_text((strata_ability_origin)(value))))   \
    return text;
  STRATA_ORIGIN_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_settle_mode_text((strata_settle_mode)(value))))         \
    return text;
  STRATA_SETTLE_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_outcome_text((strata_outcome)(value)))) return text;
  STRATA_OUTCOME_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(                                                               \
          strata_decision_purpose_text((strata_decision_purpose)(value))))     \
    return text;
  STRATA_PURPOSE_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_fault_kind_text((strata_fault_kind)(value))))           \
    return text;
  STRATA_FAULT_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_log_kind_text((strata_log_kind)(value)))) return text;
  STRATA_LOG_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_why_step_text((strata_why_step)(value)))) return text;
  STRATA_STEP_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_order_reason_text((strata_order_reason)(value))))       \
    return text;
  STRATA_REASON_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_event_why_step_text((strata_event_why_step)(value))))   \
    return text;
  STRATA_EVENT_WHY_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_verdict_text((strata_verdict)(value)))) return text;
  STRATA_VERDICT_MAP(X)
#undef X
#define X(name, value, text)                                                   \
  if (!is_known(strata_profile_kind_text((strata_profile_kind)(value))))       \
    return text;
  STRATA_PROFILE_MAP(X)
#undef X
  if (!is_unknown(strata_type_text((strata_type)99))) return "type";
  if (!is_unknown(strata_order_text((strata_order)99))) return "order";
  if (!is_unknown(strata_stacking_text((strata_stacking)99))) return "stacking";
  if (!is_unknown(strata_op_text((strata_op)99))) return "op";
  if (!is_unknown(strata_rounding_text((strata_rounding)99))) return "rounding";
  if (!is_unknown(strata_ability_kind_text((strata_ability_kind)99)))
    return "ability_kind";
  if (!is_unknown(strata_watcher_role_text((strata_watcher_role)99)))
    return "watcher_role";
  if (!is_unknown(strata_instruction_op_text((strata_instruction_op)99)))
    return "instruction_op";
  if (!is_unknown(strata_part_timing_text((strata_part_timing)99)))
    return "part_timing";
  if (!is_unknown(strata_tuning_text((strata_tuning)99))) return "tuning";
  if (!is_unknown(strata_tune_text((strata_tune)99))) return "tune";
  if (!is_unknown(strata_ability_origin_text((strata_ability_origin)99)))
    return "ability_origin";
  if (!is_unknown(strata_settle_mode_text((strata_settle_mode)99)))
    return "settle_mode";
  if (!is_unknown(strata_outcome_text((strata_outcome)99))) return "outcome";
  if (!is_unknown(strata_decision_purpose_text((strata_decision_purpose)99)))
    return "decision_purpose";
  if (!is_unknown(strata_fault_kind_text((strata_fault_kind)99)))
    return "fault_kind";
  if (!is_unknown(strata_log_kind_text((strata_log_kind)99))) return "log_kind";
  if (!is_unknown(strata_why_step_text((strata_why_step)99))) return "why_step";
  if (!is_unknown(strata_order_reason_text((strata_order_reason)99)))
    return "order_reason";
  if (!is_unknown(strata_event_why_step_text((strata_event_why_step)99)))
    return "event_why_step";
  if (!is_unknown(strata_verdict_text((strata_verdict)99))) return "verdict";
  if (!is_unknown(strata_profile_kind_text((strata_profile_kind)99)))
    return "profile_kind";
  if (!strata_name_kind_text((strata_name_kind)99)) return "name_kind";
  return NULL;
}
