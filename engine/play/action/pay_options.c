/*
 * pay_options.c - what may be paid next, and asking the payer for it.
 *
 * All that is offered leaves the rest payable. Objects that nothing tells apart
 * are one option, and then a number; what is in flight and not in the state
 * tells an object apart, so such a one stands alone.
 */
#include "play/action/pay_options.h"

#include "base/text.h"
#include "play/compare/position_hash.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/frame.h"

#include <string.h>

/* -- What may be paid next -- */

static bool can_set_aside(st_pay_step *s, uint32_t kind) {
  if (s->now.aside[kind] >= s->pool[kind]) return false;
  s->now.aside[kind]++;
  bool takes = st_pay_model_takes_all(&s->model, s->now.aside);
  s->now.aside[kind]--;
  return takes;
}

/* Whether what a yield gives has a unit that will be needed. */
static bool helps(st_pay_step *s, const int64_t *yield) {
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (yield[k] <= 0) continue;
    s->now.aside[k]++;
    bool takes = st_pay_model_takes_all(&s->model, s->now.aside);
    s->now.aside[k]--;
    if (takes) return true;
  }
  return false;
}

st_pay_source st_pay_source_of_way(const st_pay_step *s, uint32_t way) {
  const st_pay_object *o = &s->sources.objects[s->sources.ways[way].object];
  uint32_t first = 0;
  while (o->first_way[first] != way) {
    first++;
  }
  uint32_t end = first; /* the yields of one way stand in a row */
  while (end < o->yield_count && o->first_way[end] == way) {
    end++;
  }
  return (st_pay_source){.yields =
                             &o->yields[(size_t)first * s->payment.kind_count],
                         .yield_count = end - first,
                         .is_used = true};
}

bool st_pay_can_use(st_pay_step *s, uint32_t way) {
  uint32_t object = s->sources.ways[way].object;
  const st_pay_source all = s->model_sources[object];
  s->model_sources[object] = st_pay_source_of_way(s, way);
  bool can = helps(s, s->model_sources[object].yields) && st_pay_step_can(s);
  s->model_sources[object] = all;
  return can;
}

uint32_t st_pay_list_ways(st_pay_step *s, uint32_t object, uint32_t *out) {
  uint32_t count = 0;
  for (uint32_t w = 0; w < s->sources.way_count; w++) {
    if (s->sources.ways[w].object == object && st_pay_can_use(s, w)) {
      out[count++] = w;
    }
  }
  return count;
}

bool st_pay_is_needed(st_pay_step *s, st_pay_option option) {
  if (!option.is_object) {
    s->pool[option.index]--;
    bool can = st_pay_step_can(s);
    s->pool[option.index]++;
    return !can;
  }
  const st_pay_source all = s->model_sources[option.index];
  s->model_sources[option.index].yield_count = 0;
  bool can = st_pay_step_can(s);
  s->model_sources[option.index] = all;
  return !can;
}

static uint32_t list_options(st_pay_step *s, uint32_t *ways,
                             st_pay_option *out) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (can_set_aside(s, k)) {
      out[count++] = (st_pay_option){.index = k, .count = 1};
    }
  }
  for (uint32_t i = 0; i < s->sources.object_count; i++) {
    if (st_pay_list_ways(s, i, ways) > 0) {
      out[count++] = (st_pay_option){.is_object = true, .index = i, .count = 1};
    }
  }
  return count;
}

/* -- Objects that nothing tells apart -- */

/* The first way of an object; they stand in a row. */
static uint32_t first_way(const st_pay_step *s, uint32_t object) {
  uint32_t w = 0;
  while (s->sources.ways[w].object != object) {
    w++;
  }
  return w;
}

/* How many ways from the first of an object on are its own. */
static uint32_t count_ways(const st_pay_step *s, uint32_t first) {
  const st_pay_way *ways = s->sources.ways;
  uint32_t end = first;
  while (end < s->sources.way_count && ways[end].object == ways[first].object) {
    end++;
  }
  return end - first;
}

/* Whether two objects can be used in the same ways, and give the same. */
static bool gives_alike(const st_pay_step *s, uint32_t a, uint32_t b) {
  const st_pay_object *one = &s->sources.objects[a];
  const st_pay_object *other = &s->sources.objects[b];
  size_t words = (size_t)one->yield_count * s->payment.kind_count;
  uint32_t first = first_way(s, a);
  uint32_t other_first = first_way(s, b);
  uint32_t count = count_ways(s, first);
  if (one->yield_count != other->yield_count ||
      count != count_ways(s, other_first) ||
      memcmp(one->yields, other->yields, words * sizeof(int64_t)) != 0) {
    return false;
  }
  const st_pay_way *ways = &s->sources.ways[first];
  const st_pay_way *others = &s->sources.ways[other_first];
  for (uint32_t w = 0; w < count; w++) {
    if (ways[w].def != others[w].def ||
        memcmp(ways[w].announced, others[w].announced,
               sizeof ways[w].announced) != 0) {
      return false;
    }
  }
  for (uint32_t y = 0; y < one->yield_count; y++) {
    if (one->first_way[y] - first != other->first_way[y] - other_first) {
      return false;
    }
  }
  return true;
}

/* Whether a frame is that of a way to give more: one that is done, or was
 * tried. */
static bool is_of_way(const st_pay_step *s, uint32_t frame) {
  const strata_rules *rules = s->exec->rules;
  const st_frame *f = st_frame_get(s->exec, frame);
  strata_watcher_def def = st_watcher_def_of_program(rules, f->program);
  return frame != s->payment.frame && def != 0 &&
         st_watcher_def_get(rules, def)->pays ==
             st_pay_step_program(s)->instructions[s->payment.at].what;
}

/* Whether something that is in flight is about an entity: a program, or an
 * event. */
static bool is_in_flight(const st_pay_step *s, strata_entity who) {
  st_execution *exec = s->exec;
  for (uint32_t n = 1; n <= exec->frame_count; n++) {
    const st_frame *f = st_frame_get(exec, n);
    if (is_of_way(s, n)) continue;
    if (f->self == who || f->it == who) return true;
    for (uint32_t i = 0; f->variables && i < f->program->variables.count; i++) {
      if (f->variables[i] == (int64_t)who) return true;
    }
  }
  for (uint32_t n = 1; n <= exec->event_count; n++) {
    const st_event *e = st_event_get(exec, n);
    uint32_t words = st_event_type_get(exec->rules, e->type)->field_count;
    for (uint32_t i = 0; e->words && i < words; i++) {
      if (e->words[i] == (int64_t)who) return true;
    }
  }
  return false;
}

/* Whether an option may be like others: an object that nothing in flight is
 * about. */
static bool may_be_alike(const st_pay_step *s, const st_pay_option *o) {
  strata_entity who = o->is_object ? s->sources.objects[o->index].subject : 0;
  return who != 0 && !is_in_flight(s, who);
}

/* The places of the options from `first` on that may be like that one, and
 * their objects; how many they are: 0 if that one is like no other. */
static uint32_t list_maybe_alike(const st_pay_step *s,
                                 const st_pay_option *options, uint32_t first,
                                 uint32_t count, uint32_t *places,
                                 strata_entity *who) {
  uint32_t found = 0;
  for (uint32_t k = first; k < count; k++) {
    if (options[k].count == 0 || !may_be_alike(s, &options[k])) continue;
    if (k > first && found == 0) break;
    if (k > first && !gives_alike(s, options[first].index, options[k].index)) {
      continue;
    }
    places[found] = k;
    who[found++] = s->sources.objects[options[k].index].subject;
  }
  return found;
}

/* Give an option the objects of those that are equal to it by `first`, and take
 * these away. */
static strata_status join_option(const st_pay_step *s, st_pay_option *options,
                                 const uint32_t *places, const uint32_t *first,
                                 uint32_t count) {
  st_pay_option *joined = &options[places[0]];
  uint32_t *objects = st_arena_alloc(&s->exec->arena, count, sizeof *objects);
  if (!objects) return STRATA_ENOMEM;
  objects[0] = joined->index;
  for (uint32_t n = 1; n < count; n++) {
    if (first[n] != 0) continue;
    objects[joined->count++] = options[places[n]].index;
    options[places[n]].count = 0;
  }
  joined->objects = objects;
  return STRATA_OK;
}

/* Make options that nothing tells apart one. Objects that give something else
 * are not compared. */
static strata_status join_alike(const st_pay_step *s, st_pay_option *options,
                                uint32_t *count) {
  st_arena *arena = &s->exec->arena;
  strata_entity *who = st_arena_alloc(arena, *count + 1u, sizeof *who);
  uint32_t *first = st_arena_alloc(arena, *count + 1u, sizeof *first);
  uint32_t *places = st_arena_alloc(arena, *count + 1u, sizeof *places);
  if (!who || !first || !places) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < *count; i++) {
    uint32_t alike = list_maybe_alike(s, options, i, *count, places, who);
    if (alike < 2) continue;
    strata_status status =
        st_position_find_equal(s->exec->store, who, alike, first);
    if (!status) status = join_option(s, options, places, first, alike);
    if (status) return status;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < *count; i++) {
    if (options[i].count > 0) options[kept++] = options[i];
  }
  *count = kept;
  return STRATA_OK;
}

/* -- Asking -- */

static st_new_decision new_question(const st_pay_step *s) {
  return (st_new_decision){.purpose = ST_PURPOSE_CHOOSE,
                           .player = s->payment.player,
                           .source =
                               st_frame_get(s->exec, s->payment.frame)->self,
                           .prompt = "pay",
                           .min = 1,
                           .max = 1};
}

static strata_status ask_payer(st_pay_step *s, st_new_action_value *options,
                               uint32_t count, uint32_t *out) {
  st_new_decision decision = new_question(s);
  decision.options = options;
  decision.option_count = count;
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(s->exec, &decision, &answer);
  if (!status) *out = answer->options[0];
  return status;
}

strata_status st_pay_ask_may(st_pay_step *s, bool *yes) {
  st_new_decision decision = new_question(s);
  const st_new_answer *answer;
  if (!st_decisions_offer_may(s->exec, &decision)) return STRATA_ENOMEM;
  strata_status status = st_decisions_ask(s->exec, &decision, &answer);
  *yes = !status && answer->options[0] == 0;
  return status;
}

/* An object, with "one of 3" if so many are alike. */
static strata_status object_value(const st_pay_step *s,
                                  const st_pay_option *option,
                                  st_new_action_value *out) {
  const st_pay_object *o = &s->sources.objects[option->index];
  if (o->subject == 0) {
    *out = (st_new_action_value){
        .text = st_watcher_def_get(s->exec->rules, o->def)->name};
    return STRATA_OK;
  }
  *out = (st_new_action_value){.type = STRATA_REF + 1,
                               .value = {.number = (int64_t)o->subject}};
  if (option->count < 2) return STRATA_OK;
  char buffer[32];
  st_text text;
  st_text_init_fixed(&text, buffer, sizeof buffer);
  st_text_add_str(&text, "one of ");
  st_text_add_str(&text, st_number_format(option->count).text);
  out->outcome = st_text_copy(&text, &s->exec->arena);
  return out->outcome ? STRATA_OK : STRATA_ENOMEM;
}

static st_new_action_value kind_value(const st_pay_step *s, uint32_t kind) {
  return (st_new_action_value){.type = STRATA_SYM + 1,
                               .value = {.symbol = s->payment.kinds[kind]}};
}

/* Ask with what is paid next; the last option is to ask no more. */
static strata_status ask_option(st_pay_step *s, const st_pay_option *options,
                                uint32_t count, uint32_t *out) {
  st_new_action_value *values =
      st_arena_alloc(&s->exec->arena, count + 1u, sizeof *values);
  strata_status status = values ? STRATA_OK : STRATA_ENOMEM;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (options[i].is_object) {
      status = object_value(s, &options[i], &values[i]);
    } else {
      values[i] = kind_value(s, options[i].index);
    }
  }
  if (status) return status;
  values[count] = (st_new_action_value){.text = "auto"};
  return ask_payer(s, values, count + 1, out);
}

bool st_pay_asks_nothing(const st_pay_step *s) {
  return s->now.is_auto || (s->exec->attempt && s->is_cost);
}

/* -- Choosing -- */

/* What is best paid with where nobody says: what is there; else what could give
 * the fewest other things. */
static uint32_t best_option(const st_pay_step *s, const st_pay_option *options,
                            uint32_t count) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++) {
    if (!options[best].is_object) return best;
    if (s->sources.objects[options[i].index].yield_count <
        s->sources.objects[options[best].index].yield_count) {
      best = i;
    }
  }
  return best;
}

strata_status st_pay_choose_option(st_pay_step *s, st_pay_option *out,
                                   bool *some) {
  uint32_t most = s->payment.kind_count + s->sources.object_count;
  st_pay_option *options =
      st_arena_alloc(&s->exec->arena, most + 1u, sizeof *options);
  uint32_t *ways =
      st_arena_alloc(&s->exec->arena, s->sources.way_count + 1u, sizeof *ways);
  if (!options || !ways) return STRATA_ENOMEM;
  uint32_t count = list_options(s, ways, options);
  *some = count > 0;
  for (uint32_t i = 0; i < count; i++) {
    *out = options[i];
    if (count == 1 || st_pay_is_needed(s, options[i])) return STRATA_OK;
  }
  if (count == 0) return STRATA_OK;
  uint32_t chosen = count;
  if (!st_pay_asks_nothing(s)) {
    strata_status status = join_alike(s, options, &count);
    chosen = 0;
    if (!status && count > 1) status = ask_option(s, options, count, &chosen);
    if (status) return status;
    if (chosen == count) s->now.is_auto = true;
  }
  *out = options[chosen < count ? chosen : best_option(s, options, count)];
  return STRATA_OK;
}

/* A way as an option: by the one thing that it announces, else by its name. */
static st_new_action_value way_value(const st_pay_step *s, uint32_t n) {
  const st_pay_way *way = &s->sources.ways[n];
  const st_watcher_def *def = st_watcher_def_get(s->exec->rules, way->def);
  uint32_t what = def->program.on_stack_count == 1
                      ? def->program.instructions[0].what
                      : ST_CHOICE_MAY;
  if (what == ST_CHOICE_WORD) {
    return (st_new_action_value){
        .type = STRATA_SYM + 1,
        .value = {.symbol = (strata_symbol)way->announced[0]}};
  }
  if (what == ST_CHOICE_ENTITY && way->announced[0] != 0) {
    return (st_new_action_value){.type = STRATA_REF + 1,
                                 .value = {.number = way->announced[0]}};
  }
  return (st_new_action_value){.text = def->name};
}

strata_status st_pay_choose_way(st_pay_step *s, uint32_t object,
                                uint32_t *out) {
  uint32_t *ways =
      st_arena_alloc(&s->exec->arena, s->sources.way_count + 1u, sizeof *ways);
  if (!ways) return STRATA_ENOMEM;
  uint32_t count = st_pay_list_ways(s, object, ways);
  assert(count > 0);
  uint32_t chosen = 0;
  strata_status status = STRATA_OK;
  if (count > 1 && !st_pay_asks_nothing(s)) {
    st_new_action_value *values =
        st_arena_alloc(&s->exec->arena, count, sizeof *values);
    if (!values) return STRATA_ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
      values[i] = way_value(s, ways[i]);
    }
    status = ask_payer(s, values, count, &chosen);
  }
  *out = ways[chosen];
  return status;
}

/* Set aside what a source will give, as the step behind its use does. */
static void set_aside_yield(st_pay_step *s, const int64_t *yield) {
  int64_t before[ST_MOST_PAY_KINDS];
  memcpy(before, s->now.aside, sizeof before);
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (yield[k] > 0) s->now.aside[k] = st_sat_add(before[k], yield[k]);
  }
  if (!st_pay_model_takes_all(&s->model, s->now.aside)) {
    memcpy(s->now.aside, before, sizeof before);
  }
}

/* The ways of the objects of the option that are like `way`, as long as each
 * gives what is needed, and the rest can be paid with all of them. */
static uint32_t list_like(st_pay_step *s, st_pay_option option, uint32_t way,
                          uint32_t *out) {
  int64_t aside[ST_MOST_PAY_KINDS];
  uint32_t place = way - first_way(s, option.index);
  uint32_t count = 0;
  memcpy(aside, s->now.aside, sizeof aside);
  while (count < option.count) {
    uint32_t object = option.objects[count];
    uint32_t like = first_way(s, object) + place;
    if (!st_pay_can_use(s, like)) break;
    s->model_sources[object] = st_pay_source_of_way(s, like);
    out[count++] = like;
    if (s->model_sources[object].yield_count > 1) break; /* usable again */
    set_aside_yield(s, s->model_sources[object].yields);
  }
  memcpy(s->now.aside, aside, sizeof aside);
  return count;
}

strata_status st_pay_choose_ways(st_pay_step *s, st_pay_option option,
                                 uint32_t way, uint32_t *ways,
                                 uint32_t *count) {
  ways[0] = way;
  *count = 1;
  if (option.count < 2 || st_pay_asks_nothing(s)) return STRATA_OK;
  uint32_t most = list_like(s, option, way, ways);
  if (most < 2) return STRATA_OK;
  st_new_decision decision = new_question(s);
  decision.purpose = ST_PURPOSE_NUMBER;
  decision.max = most;
  const st_new_answer *answer;
  strata_status status = st_decisions_ask(s->exec, &decision, &answer);
  if (!status) *count = (uint32_t)answer->amounts[0];
  return status;
}

/* -- One of several ways to meet a need -- */

/* Take a way of an either so many times, or with -1 give it back once. */
static void add_way(st_pay_step *s, uint32_t either, uint32_t way,
                    int64_t times) {
  st_pay_either *e = &s->eithers[either];
  uint32_t n = e->needs[way];
  e->count -= times;
  s->needs[n].count =
      st_sat_add(s->needs[n].count, st_sat_mul(times, e->units[way]));
}

/* A way as an option: a kind, or "2 life", "2 red/blue", "2 of any". The text
 * is no number, as a number would also be the place of an option. */
static strata_status either_value(const st_pay_step *s, uint32_t either,
                                  uint32_t way, st_new_action_value *out) {
  const st_pay_either *e = &s->eithers[either];
  uint32_t kinds = s->needs[e->needs[way]].kinds;
  char buffer[256];
  st_text text;
  st_text_init_fixed(&text, buffer, sizeof buffer);
  st_text_add_str(&text, st_number_format(e->units[way]).text);
  uint32_t any = (uint32_t)((UINT64_C(1) << s->payment.kind_count) - 1) &
                 ~s->payment.apart;
  const char *before = " ";
  for (uint32_t k = 0; k < s->payment.kind_count; k++) {
    if (!(kinds >> k & 1)) continue;
    if (kinds == UINT32_C(1) << k && e->units[way] == 1) {
      *out = kind_value(s, k);
      return STRATA_OK;
    }
    if (kinds == any) continue;
    st_text_add_str(&text, before);
    st_text_add_str(&text, st_rules_name(s->exec->rules, STRATA_NAME_SYMBOL,
                                         s->payment.kinds[k]));
    before = "/";
  }
  if (kinds == any) st_text_add_str(&text, " of any");
  out->text = st_text_copy(&text, &s->exec->arena);
  return out->text ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_pay_choose_either(st_pay_step *s, uint32_t either,
                                   bool *some) {
  const st_pay_either *e = &s->eithers[either];
  uint32_t ways[ST_MOST_PAY_PARTS];
  uint32_t count = 0;
  for (uint32_t w = 0; w < e->way_count; w++) {
    add_way(s, either, w, 1);
    if (st_pay_step_can(s)) ways[count++] = w;
    add_way(s, either, w, -1);
  }
  *some = count > 0;
  if (count == 0) return STRATA_OK;
  uint32_t chosen = 0;
  if (count > 1 && !st_pay_asks_nothing(s)) {
    st_new_action_value *values =
        st_arena_alloc(&s->exec->arena, count, sizeof *values);
    strata_status status = values ? STRATA_OK : STRATA_ENOMEM;
    for (uint32_t i = 0; !status && i < count; i++) {
      status = either_value(s, either, ways[i], &values[i]);
    }
    if (!status) status = ask_payer(s, values, count, &chosen);
    if (status) return status;
  }
  add_way(s, either, ways[chosen], 1);
  return STRATA_OK;
}
