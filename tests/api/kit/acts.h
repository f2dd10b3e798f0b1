/* acts.h - a world of kit_act_rules, for tests of actions. Functions are
 * static, because each test uses only some of them. */
#ifndef STRATA_TESTS_API_KIT_ACTS_H
#define STRATA_TESTS_API_KIT_ACTS_H

#include "game.h"
#include "kit_acts.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static inline strata_rules *acts_rules(kit_mem *mem) {
  strata_rules *rules = NULL;
  OK(kit_act_rules(mem, &rules));
  OK(kit_of_image(mem, &rules)); /* all is played by such rules */
  return rules;
}

/* A world with two players, of 1 and 2 life. */
typedef struct acts {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity alice, bob;
} acts;

static inline void acts_open(acts *a) {
  *a = (acts){0};
  a->rules = acts_rules(&a->mem);
  strata_world_config config = kit_config(&a->mem);
  OK(strata_world_new(a->rules, &config, &a->world));
  OK(strata_spawn(a->world, &a->alice));
  OK(strata_spawn(a->world, &a->bob));
  strata_attr life = kit_attr(a->rules, "life");
  OK(strata_set_base_int(a->world, a->alice, life, 1));
  OK(strata_set_base_int(a->world, a->bob, life, 2));
}

static inline void acts_close(acts *a) {
  strata_world_free(a->world);
  strata_rules_free(a->rules);
  cr_expect(eq(sz, a->mem.live_bytes, 0), "bytes leaked");
  cr_expect(eq(sz, a->mem.live_blocks, 0), "blocks leaked");
  cr_expect(eq(sz, a->mem.wrong_size, 0), "old_size was not exact");
}

static inline int64_t acts_life(const acts *a, strata_entity who) {
  int64_t value = -1;
  OK(strata_get_int(a->world, who, kit_attr(a->rules, "life"), &value));
  return value;
}

/* An event of a player and a number: `name` is that field. */
static inline strata_status acts_event(acts *a, const char *kind,
                                       strata_entity player, const char *name,
                                       int64_t number, strata_outcome *out) {
  const strata_named_value values[] = {
      {"player", {.type = STRATA_REF, .ref = player}},
      {name, {.type = STRATA_INT, .integer = number}}};
  strata_act_desc desc = {
      .event = strata_rules_find(a->rules, STRATA_NAME_EVENT_TYPE, kind),
      .you = a->alice,
      .given = values,
      .given_count = name ? 2 : 1};
  return strata_act(a->world, &desc, out);
}

static inline strata_act_desc acts_code_desc(const acts *a, const char *code) {
  return (strata_act_desc){
      .watcher_def = strata_rules_find(a->rules, STRATA_NAME_WATCHER_DEF, code),
      .you = a->alice};
}

static inline strata_status acts_code(acts *a, const char *code,
                                      strata_outcome *out) {
  strata_act_desc desc = acts_code_desc(a, code);
  return strata_act(a->world, &desc, out);
}

static inline strata_status acts_choose(strata_world *world, uint32_t option,
                                        strata_outcome *out) {
  return strata_answer(
      world, &(strata_answer_desc){.options = &option, .count = 1}, out);
}

static inline strata_status acts_number(strata_world *world, int64_t number,
                                        strata_outcome *out) {
  return strata_answer(
      world, &(strata_answer_desc){.amounts = &number, .count = 1}, out);
}

/* The call was refused: nothing has changed, and the text has every word. */
static inline void acts_refused(const acts *a, strata_status got,
                                strata_status want, uint64_t hash,
                                const char *const *words) {
  const char *text = strata_world_error(a->world);
  cr_expect(eq(int, got, want), "%s", text);
  cr_expect(eq(u64, strata_hash(a->world), hash), "%s", text);
  for (; *words; words++) {
    cr_expect(strstr(text, *words) != NULL, "no '%s' in: %s", *words, text);
  }
}

#define NO(a, call, want, ...)                                                 \
  do {                                                                         \
    uint64_t hash_ = strata_hash((a)->world);                                  \
    strata_status got_ = (call);                                               \
    acts_refused(a, got_, want, hash_,                                         \
                 (const char *const[]){__VA_ARGS__, NULL});                    \
  } while (0)

#endif
