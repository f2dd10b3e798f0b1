/* Allocation failure at every point of games in which abilities grant, remove,
 * copy and depend on each other, and of their explanations: the call returns
 * ENOMEM, the hash is unchanged, the call made again succeeds, and later values
 * are right. */
#include "game.h"
#include "kit_classic.h"
#include "kit_why.h"

#include <string.h>

TestSuite(oom_layers, .timeout = 600);

enum { CARDS = 12, EFFECTS = 6, WHYS = 16 };

typedef struct scene {
  kit_mem mem;
  const strata_rules *rules; /* borrowed */
  strata_expr *creatures, *others, *twice;
  strata_expr *is_top, *types_of_top, *colors_of_this, *power_of_top;
  strata_world *world;
  strata_entity player, card[CARDS];
  size_t cards;
  strata_effect effect[EFFECTS];
  size_t effects;
  strata_mark mark;
  uint64_t sum; /* of all that the last step read */
} scene;

typedef strata_status step(scene *s);

static strata_attr attr(const scene *s, const char *name) {
  return kit_attr(s->rules, name);
}

static strata_layer layer(const scene *s, const char *name) {
  strata_layer layer = -1;
  return strata_rules_layer(s->rules, name, &layer) == STRATA_OK ? layer : -1;
}

/* Rules and expressions have tests of their own: here they take their memory
 * elsewhere. */
static void begin(scene *s, const strata_rules *rules) {
  s->rules = rules;
  OK(strata_expr_parse(rules, "types has 'creature'", &s->creatures, NULL));
  OK(strata_expr_parse(rules, "power", &s->twice, NULL));
  OK(strata_expr_parse(rules, "it = top('graveyard', none, 1)", &s->is_top,
                       NULL));
  OK(strata_expr_parse(rules, "top('graveyard', none, 1).types",
                       &s->types_of_top, NULL));
  OK(strata_expr_parse(rules, "top('graveyard', none, 1).power",
                       &s->power_of_top, NULL));
  OK(strata_expr_parse(rules, "this.colors", &s->colors_of_this, NULL));
  OK(strata_expr_parse_inner(rules, "zone = 'graveyard'", &s->others, NULL));
}

static strata_status create(scene *s) {
  strata_world_config config = kit_config(&s->mem);
  return strata_world_new(s->rules, &config, &s->world);
}

static strata_status spawn_player(scene *s) {
  return strata_spawn(s->world, &s->player);
}

/* As one action: what a failure leaves is taken back. */
static strata_status spawn_in(scene *s, const char *name, const char *zone) {
  strata_entity card = 0;
  strata_mark mark = {0};
  strata_status status = strata_mark_set(s->world, &mark);
  if (status) return status;
  status = strata_spawn_as(s->world, kit_definition(s->rules, name), &card);
  const strata_value owner = {.type = STRATA_REF, .ref = s->player};
  const strata_move_desc to = {.zone = kit_zone(s->rules, zone), .same = true};
  if (!status) {
    status = strata_set_base(s->world, card, attr(s, "controller"), &owner);
  }
  if (!status) status = strata_move(s->world, card, &to, &card);
  if (status) {
    OK(strata_rollback(s->world, mark));
    return status;
  }
  s->card[s->cards++] = card;
  return STRATA_OK;
}

#define ENTER(function, name, zone)                                            \
  static strata_status function(scene *s) {                                    \
    return spawn_in(s, name, zone);                                            \
  }
ENTER(bears, "bears", "battlefield")
ENTER(elf, "elf", "battlefield")
ENTER(grove, "grove", "battlefield")
ENTER(saproling, "saproling", "battlefield")
ENTER(pinger, "pinger", "graveyard")
ENTER(blood_moon, "blood_moon", "battlefield")
ENTER(limb, "life_and_limb", "battlefield")
ENTER(opalescence, "opalescence", "battlefield")
ENTER(humility, "humility", "battlefield")
ENTER(teacher, "teacher", "battlefield")
ENTER(forester, "forester", "battlefield")

enum {
  BEARS,
  ELF,
  GROVE,
  SAPROLING,
  PINGER,
  MOON,
  LIMB,
  OPALESCENCE,
  HUMILITY
};

static strata_status cast(scene *s, const char *name, const strata_part *parts,
                          size_t count, size_t target) {
  strata_effect effect = {0};
  const strata_effect_desc desc = {
      .name = name,
      .source = s->card[ELF],
      .targets = target < CARDS ? &s->card[target] : NULL,
      .target_count = target < CARDS,
      .subject = target < CARDS ? NULL : s->creatures,
      .parts = parts,
      .part_count = count};
  strata_status status = strata_effect_add(s->world, &desc, &effect);
  if (!status) s->effect[s->effects++] = effect;
  return status;
}

static strata_status copy(scene *s) {
  strata_symbol haste = kit_symbol(s->rules, "haste");
  const strata_part parts[] = {{.layer = layer(s, "copy.effects"),
                                .op = STRATA_OP_COPY,
                                .ref = s->card[PINGER]},
                               {.attr = attr(s, "abilities"),
                                .layer = layer(s, "copy.effects"),
                                .op = STRATA_OP_ADD,
                                .symbols = &haste,
                                .symbol_count = 1}};
  return cast(s, "Copy", parts, 2, SAPROLING);
}

static strata_status words(scene *s) {
  strata_symbol pair[] = {kit_symbol(s->rules, "elf"),
                          kit_symbol(s->rules, "bear")};
  const strata_part part = {.attr = attr(s, "abilities"),
                            .layer = layer(s, "text"),
                            .op = STRATA_OP_SUBSTITUTE,
                            .symbols = pair,
                            .symbol_count = 2};
  return cast(s, "Words", &part, 1, s->cards - 1);
}

static strata_status borrow(scene *s) {
  const strata_part part = {.attr = attr(s, "abilities"),
                            .layer = layer(s, "ability"),
                            .op = STRATA_OP_BORROW,
                            .expr = s->others};
  return cast(s, "Borrow", &part, 1, CARDS);
}

static strata_status double_power(scene *s) {
  const strata_part parts[] = {{.attr = attr(s, "power"),
                                .layer = layer(s, "pt.modify"),
                                .op = STRATA_OP_ADD,
                                .expr = s->twice},
                               {.attr = attr(s, "power"),
                                .layer = layer(s, "pt.switch"),
                                .op = STRATA_OP_SWITCH,
                                .other = attr(s, "toughness")}};
  return cast(s, "Double", parts, 2, BEARS);
}

/* Sets and a number of other objects: of who is on top, and of the source. */
static strata_status take_from_others(scene *s) {
  const strata_part parts[] = {{.attr = attr(s, "types"),
                                .layer = layer(s, "type"),
                                .op = STRATA_OP_ADD,
                                .expr = s->types_of_top},
                               {.attr = attr(s, "colors"),
                                .layer = layer(s, "color"),
                                .op = STRATA_OP_SET,
                                .expr = s->colors_of_this},
                               {.attr = attr(s, "power"),
                                .layer = layer(s, "pt.modify"),
                                .op = STRATA_OP_ADD,
                                .expr = s->power_of_top},
                               {.attr = attr(s, "types"),
                                .layer = layer(s, "color"),
                                .op = STRATA_OP_ADD,
                                .expr = s->types_of_top,
                                .capture = true}};
  return cast(s, "Take", parts, 4, CARDS);
}

/* Who is on top is an artifact too; whose set is taken has changed then. */
static strata_status change_top(scene *s) {
  strata_symbol artifact = kit_symbol(s->rules, "artifact");
  const strata_part part = {.attr = attr(s, "types"),
                            .layer = layer(s, "type"),
                            .op = STRATA_OP_ADD,
                            .symbols = &artifact,
                            .symbol_count = 1};
  strata_effect effect = {0};
  const strata_effect_desc desc = {
      .name = "Top", .subject = s->is_top, .parts = &part, .part_count = 1};
  strata_status status = strata_effect_add(s->world, &desc, &effect);
  if (!status) s->effect[s->effects++] = effect;
  return status;
}

static strata_status counters(scene *s) {
  return strata_set_base_int(s->world, s->card[BEARS], attr(s, "plus"), 2);
}

static strata_status face_down(scene *s) {
  return strata_set_base_int(s->world, s->card[ELF], attr(s, "face_down"), 1);
}

static strata_status read_all(scene *s) {
  uint32_t count = strata_rules_count(s->rules, STRATA_NAME_ATTRIBUTE);
  strata_entity card = 0;
  while ((card = strata_entity_next(s->world, card)) != 0) {
    for (strata_attr a = 1; a <= count; a++) {
      strata_value value;
      strata_status status = strata_get(s->world, card, a, &value);
      if (status) return status;
      s->sum = kit_fold_value(s->sum, s->rules, &value);
    }
  }
  return STRATA_OK;
}

/* The count is not set yet, so a call that forgets it is noticed. */
static strata_status list_abilities(scene *s) {
  strata_ability_row rows[8];
  size_t count = 99;
  strata_status status =
      strata_abilities(s->world, s->card[SAPROLING], rows, 8, &count);
  if (status) return status;
  s->sum = kit_fold_number(s->sum, count);
  for (size_t i = 0; i < count && i < 8; i++) {
    s->sum = kit_fold_number(s->sum, rows[i].ability);
    s->sum = kit_fold_number(s->sum, (uint64_t)rows[i].origin);
    s->sum = kit_fold_number(s->sum, rows[i].timestamp);
    s->sum = kit_fold_number(s->sum, rows[i].giver);
  }
  return STRATA_OK;
}

static strata_status read_after(scene *s) {
  strata_value value;
  strata_status status =
      strata_get_after(s->world, s->card[SAPROLING], attr(s, "abilities"),
                       layer(s, "type"), &value);
  if (status) return status;
  s->sum = kit_fold_value(s->sum, s->rules, &value);
  status = strata_get_after(s->world, s->card[BEARS], attr(s, "power"),
                            layer(s, "pt.modify"), &value);
  if (!status) s->sum = kit_fold_value(s->sum, s->rules, &value);
  return status;
}

/* Take what an explanation says, if there is one, and free it. */
static strata_status take_why(scene *s, strata_status status, strata_why *why) {
  if (!status) s->sum = kit_fold_text(s->sum, kit_why_text(why));
  strata_why_free(why);
  return status;
}

static strata_status explain_value(scene *s) {
  strata_why *why = NULL;
  strata_status status =
      strata_explain(s->world, s->card[BEARS], attr(s, "abilities"), &why);
  return take_why(s, status, why);
}

/* Of one whose ability is lost, of one that loses it, of an effect. */
static strata_status explain_sources(scene *s) {
  const size_t sources[] = {LIMB, HUMILITY, ELF};
  for (size_t i = 0; i < 3; i++) {
    strata_why *why = NULL;
    strata_status status = strata_explain_source(
        s->world, s->card[BEARS], s->card[sources[i]], STRATA_NO_EFFECT, &why);
    status = take_why(s, status, why);
    if (status) return status;
  }
  strata_why *why = NULL;
  strata_status status = strata_explain_source(s->world, s->card[BEARS], 0,
                                               s->effect[s->effects - 1], &why);
  return take_why(s, status, why);
}

static strata_status explain_layers(scene *s) {
  static const char *const names[] = {"text", "type", "pt.modify"};
  for (size_t i = 0; i < 3; i++) {
    strata_why *why = NULL;
    strata_status status =
        strata_explain_layer(s->world, layer(s, names[i]), &why);
    status = take_why(s, status, why);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status set_mark(scene *s) {
  return strata_mark_set(s->world, &s->mark);
}

static strata_status bury(scene *s) {
  const strata_move_desc to = {.zone = kit_zone(s->rules, "graveyard")};
  return strata_move(s->world, s->card[HUMILITY], &to, &s->card[HUMILITY]);
}

static strata_status end_copy(scene *s) {
  return strata_effect_remove(s->world, s->effect[0]);
}

static strata_status drop(scene *s) {
  strata_world_drop_caches(s->world);
  return STRATA_OK;
}

static strata_status roll_back(scene *s) {
  return strata_rollback(s->world, s->mark);
}

#define STEP(name)                                                             \
  { #name, name }
static const struct {
  const char *name;
  step *run;
} steps[] = {
    STEP(create),
    STEP(spawn_player),
    STEP(bears),
    STEP(elf),
    STEP(grove),
    STEP(saproling),
    STEP(pinger),
    STEP(blood_moon),
    STEP(read_all),
    STEP(limb),
    STEP(opalescence),
    STEP(humility),
    STEP(copy),
    STEP(read_all),
    STEP(teacher),
    STEP(forester),
    STEP(words),
    STEP(borrow),
    STEP(double_power),
    STEP(take_from_others),
    STEP(change_top),
    STEP(counters),
    STEP(list_abilities),
    STEP(read_after),
    STEP(explain_value),
    STEP(explain_layers),
    STEP(explain_sources),
    STEP(read_all),
    STEP(set_mark),
    STEP(bury),
    STEP(end_copy),
    STEP(face_down),
    STEP(explain_sources),
    STEP(read_all),
    STEP(roll_back),
    STEP(drop),
    STEP(explain_layers),
    STEP(list_abilities),
    STEP(read_all),
};

enum { STEPS = sizeof steps / sizeof steps[0] };

static void finish(scene *s, size_t n) {
  strata_world_free(s->world);
  strata_expr_free(s->creatures);
  strata_expr_free(s->others);
  strata_expr_free(s->twice);
  strata_expr_free(s->is_top);
  strata_expr_free(s->types_of_top);
  strata_expr_free(s->power_of_top);
  strata_expr_free(s->colors_of_this);
  cr_expect(eq(sz, s->mem.live_bytes, 0), "bytes leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.live_blocks, 0), "blocks leaked, allocation %zu", n);
  cr_expect(eq(sz, s->mem.wrong_size, 0), "wrong size, allocation %zu", n);
}

/* One step, which may be refused for want of memory and changes nothing then.
 * True if it was done. */
static bool take(scene *s, size_t i, size_t n) {
  uint64_t hash = s->world ? strata_hash(s->world) : 0;
  size_t failures = s->mem.failures;
  s->sum = 0;
  strata_status got = steps[i].run(s);
  if (got == STRATA_OK) return true;
  cr_assert(eq(int, got, STRATA_ENOMEM), "%s, allocation %zu: %s",
            steps[i].name, n, s->world ? strata_world_error(s->world) : "");
  cr_expect(lt(sz, failures, s->mem.failures), "%s, allocation %zu",
            steps[i].name, n);
  if (s->world) {
    cr_expect(eq(u64, strata_hash(s->world), hash), "%s, allocation %zu",
              steps[i].name, n);
  }
  return false;
}

/* What is read at each step when nothing fails. */
static size_t reference(const strata_rules *rules, uint64_t sums[STEPS]) {
  scene s = {0};
  uint64_t marked = 0; /* what was read before the mark */
  begin(&s, rules);
  for (size_t i = 0; i < STEPS; i++) {
    cr_assert(take(&s, i, 0), "%s", steps[i].name);
    sums[i] = s.sum;
    if (steps[i].run == set_mark) marked = sums[i - 1];
  }
  size_t calls = s.mem.calls;
  cr_expect(eq(u64, sums[STEPS - 1], marked), "all was taken back");
  finish(&s, 0);
  return calls;
}

Test(oom_layers, finding_MU04_each_allocation_fails_once) {
  uint64_t sums[STEPS];
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  size_t calls = reference(rules, sums);
  size_t failed = 0;
  for (size_t n = 1; n <= calls; n++) {
    scene s = {.mem = {.fail_at = n}};
    begin(&s, rules);
    for (size_t i = 0; i < STEPS; i++) {
      if (!take(&s, i, n)) {
        failed++;
        cr_assert(take(&s, i, n), "%s, again, allocation %zu", steps[i].name,
                  n);
      }
      cr_assert(eq(u64, s.sum, sums[i]), "%s, allocation %zu", steps[i].name,
                n);
    }
    finish(&s, n);
  }
  cr_expect(lt(sz, calls / 2, failed), "%zu of %zu were noticed", failed,
            calls);
  strata_rules_free(rules);
}

Test(oom_layers, all_allocations_fail_from_one_on_and_memory_comes_back) {
  uint64_t sums[STEPS];
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  size_t calls = reference(rules, sums);
  for (size_t n = 1; n <= calls; n++) {
    scene s = {0};
    begin(&s, rules);
    for (size_t i = 0; i < STEPS; i++) {
      s.mem.fail_from = n;
      if (!take(&s, i, n)) {
        s.mem.fail_from = 0;
        cr_assert(take(&s, i, n), "%s, allocation %zu", steps[i].name, n);
      }
      cr_assert(eq(u64, s.sum, sums[i]), "%s, allocation %zu", steps[i].name,
                n);
    }
    finish(&s, n);
  }
  strata_rules_free(rules);
}
