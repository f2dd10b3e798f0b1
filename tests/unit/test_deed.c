/* Programs: nested deeds become one array, with what they name. */
#include "play_codex.h"
#include "world/store/note.h"

TestSuite(deed, .timeout = 60);

#define D(name) .op = STRATA_DEED_##name

typedef struct stage {
  probe probe;
  strata_rules *rules;
} stage;

/* Rules with a trigger "act" of these deeds on hits, beside the codes "late"
 * (a trigger that is given a victim) and "shield". */
static void stage_open(stage *s, strata_role role, const strata_deed *deeds,
                       size_t count) {
  static const strata_field_desc given[] = {{"victim", STRATA_REF},
                                            {"much", STRATA_INT}};
  strata_code_desc late = {.name = "late",
                           .role = STRATA_ROLE_TRIGGER,
                           .event = "enter",
                           .names = given,
                           .name_count = 2};
  strata_code_desc act = {.name = "act",
                          .role = role,
                          .event = "hit",
                          .deeds = deeds,
                          .deed_count = count};
  *s = (stage){0};
  strata_builder *b = play_builder(&s->probe);
  play_kinds(b);
  CODEX_OK(strata_builder_code(b, &late));
  CODEX_OK(strata_builder_code(b, &act));
  s->rules = play_freeze(b);
  strata_builder_free(b);
}

static void stage_close(stage *s) {
  strata_rules_free(s->rules);
  EXPECT_NO_LEAK(&s->probe);
}

static const st_routine *act_of(const stage *s) {
  return &play_code(s->rules, "act")->deeds;
}

#define OPEN(s, role, ...)                                                     \
  stage_open(s, STRATA_ROLE_##role, (const strata_deed[]){__VA_ARGS__},        \
             ST_COUNT_OF(((const strata_deed[]){__VA_ARGS__})))

Test(deed, what_is_inside_comes_right_behind) {
  stage s;
  OPEN(&s, TRIGGER,
       {D(WHEN), .when = "event.combat",
        INSIDE({D(EACH), .who = "types has 'elf'",
                INSIDE({D(EMIT), .what = "hit", MANY(ARG("who", "it"))},
                       {D(STOP)})},
               {D(RUN), .what = "house"})},
       {D(TOGETHER), INSIDE({D(EMIT), .what = "move"})});
  const st_routine *p = act_of(&s);
  static const struct {
    strata_deed_op op;
    uint32_t end;
  } want[] = {{STRATA_DEED_WHEN, 5}, {STRATA_DEED_EACH, 4},
              {STRATA_DEED_EMIT, 3}, {STRATA_DEED_STOP, 4},
              {STRATA_DEED_RUN, 5},  {STRATA_DEED_TOGETHER, 7},
              {STRATA_DEED_EMIT, 7}};
  cr_assert(eq(u32, p->deed_count, 7));
  for (uint32_t i = 0; i < 7; i++) {
    cr_expect(eq(u32, p->deeds[i].op, (uint32_t)want[i].op), "%u", i);
    cr_expect(eq(u32, p->deeds[i].end, want[i].end), "%u", i);
  }
  cr_expect(eq(str, p->deeds[0].when->text, STR("event.combat")));
  cr_expect(eq(str, p->deeds[1].who->text, STR("types has 'elf'")));
  cr_expect(eq(u32, p->deeds[2].what,
               strata_rules_find(s.rules, STRATA_KIND_EVENT, "hit")));
  cr_expect(eq(u32, p->deeds[4].what, 1));
  stage_close(&s);
}

Test(deed, names_are_bound_in_their_order_and_have_types) {
  stage s;
  OPEN(
      &s, TRIGGER, {D(CHOOSE), .as = "who", .who = "types has 'elf'"},
      {D(CHOOSE), .as = "may", .what = "may"},
      {D(CHOOSE), .as = "number", .what = "number", .flags = STRATA_DEED_HIDDEN,
       MANY(ARG("least", "1"), ARG("most", "event.amount"), ARG("by", "$you"))},
      {D(CHOOSE), .as = "word", .what = "word",
       MANY({.name = "of", .names = codex_types, .name_count = 2})},
      {D(LET), .as = "sum", ONE("$number + $who.power + $i")},
      {D(ROLL), .as = "number", ONE("6")},
      {D(RUN), .what = "house", MANY(ARG("so", "$may"), ARG("what", "$word"))},
      {D(EMIT), .what = "move", .as = "moved", .who = "$who", .times = "$sum",
       .when = "$so",
       MANY(ARG("to", "$what"), ARG("player", "it.controller"))});
  const st_routine *p = act_of(&s);
  static const st_expr_name want[] = {
      {"you", STRATA_REF},  {"i", STRATA_INT},      {"who", STRATA_REF},
      {"may", STRATA_FLAG}, {"number", STRATA_INT}, {"word", STRATA_SYM},
      {"sum", STRATA_INT},  {"so", STRATA_FLAG},    {"what", STRATA_SYM},
      {"moved", STRATA_REF}};
  cr_assert(eq(u32, p->names.count, ST_COUNT_OF(want)));
  for (uint32_t i = 0; i < ST_COUNT_OF(want); i++) {
    cr_expect(eq(str, STR(p->names.items[i].text), STR(want[i].text)));
    cr_expect(eq(int, (int)p->names.items[i].type, (int)want[i].type), "%s",
              want[i].text);
    cr_expect(eq(u32, st_routine_name(p, want[i].text), i));
  }
  cr_expect(eq(u32, st_routine_name(p, "nobody"), UINT32_MAX));
  cr_expect(eq(u32, p->deeds[0].name, 3));
  cr_expect(eq(u32, p->deeds[2].name, 5));
  cr_expect(eq(u32, p->deeds[5].name, 5), "bound again as what it is");
  cr_expect(eq(u32, p->deeds[7].name, 10));
  cr_expect(eq(u32, p->deeds[2].what, ST_CHOICE_NUMBER));
  cr_expect(eq(u32, p->deeds[2].flags, STRATA_DEED_HIDDEN));
  const st_argument *of = &p->arguments[p->deeds[3].first];
  cr_expect(zero(ptr, (void *)of->value));
  cr_assert(eq(u32, of->symbol_count, 2));
  cr_expect(eq(u32, of->symbols[1], codex_symbol(s.rules, "forest")));
  const st_argument *to = &p->arguments[p->deeds[7].first];
  cr_expect(eq(u32, to->aim, ST_AIM_FIELD));
  cr_expect(eq(u32, to->to, play_field(s.rules, "to")));
  cr_expect(eq(str, to->value->text, STR("$what")));
  stage_close(&s);
}

Test(deed, codes_are_given_names_and_watchers_options) {
  stage s;
  OPEN(&s, TRIGGER,
       {D(WATCH), .what = "late", .clock = "turn",
        MANY(ARG("much", "3"), ARG("ticks", "1"), ARG("you", "$you"),
             ARG("victim", "event.who"))},
       {D(TRIGGER), .what = "late", MANY(ARG("victim", "none"))},
       {D(NOTE), .what = "any:key", .who = "this", ONE("event.who")},
       {D(FORGET), .what = "any:key", .who = "this"});
  const st_routine *p = act_of(&s);
  const st_argument *a = &p->arguments[p->deeds[0].first];
  cr_expect(eq(u32, p->deeds[0].count, 4));
  cr_expect(eq(u32, a[0].aim, ST_AIM_NAME));
  cr_expect(eq(u32, a[0].to, ST_BOUND_OWN + 1));
  cr_expect(eq(u32, a[1].aim, ST_AIM_OPTION));
  cr_expect(eq(u32, a[1].to, ST_OPTION_TICKS));
  cr_expect(eq(u32, a[3].to, ST_BOUND_OWN));
  cr_expect(eq(u32, p->deeds[0].clock, 1));
  cr_expect(eq(u32, p->deeds[0].what, p->deeds[1].what));
  cr_expect(eq(u64, p->deeds[2].key, st_note_key("any:key", 7, 0)));
  cr_expect(eq(u64, p->deeds[3].key, p->deeds[2].key));
  stage_close(&s);
}

Test(deed, replacements_change_stop_and_go_on_afterwards) {
  stage s;
  OPEN(&s, REPLACE, {D(CHANGE), .what = "amount", ONE("event.amount * 2")},
       {D(INSTEAD),
        INSIDE({D(EMIT), .what = "move", MANY(ARG("who", "event.who")),
                INSIDE({D(CHANGE), .what = "tapped", ONE("true")})})},
       {D(THEN), INSIDE({D(EMIT), .what = "hit",
                         MANY(ARG("amount", "event.prevented"))})},
       {D(NOTHING)});
  const st_routine *p = act_of(&s);
  cr_assert(eq(u32, p->deed_count, 7 - 0));
  cr_expect(eq(u32, p->deeds[0].what, play_field(s.rules, "amount")));
  cr_expect(eq(u32, p->deeds[3].what, play_field(s.rules, "tapped")),
            "a self-replacement is about the event that is emitted");
  stage_close(&s);
}

struct touch_case {
  const char *name;
  strata_deed deed;
  const char *reads, *writes, *field_reads, *field_writes; /* "*": all */
};

static uint64_t bit_of(const strata_rules *rules, strata_kind kind,
                       const char *name) {
  if (!name) return 0;
  if (strcmp(name, "*") == 0) return UINT64_MAX;
  return st_touch_bit(strata_rules_find(rules, kind, name));
}

Test(deed, what_is_read_and_written_is_known) {
  const struct touch_case list[] = {
      {"change",
       {D(CHANGE), .what = "amount", ONE("event.who.power")},
       "power",
       NULL,
       "who",
       "amount"},
      {"nothing",
       {D(NOTHING), .when = "event.combat"},
       NULL,
       NULL,
       "combat",
       "*"},
      {"handler", {D(RUN), .what = "house"}, "*", "*", "*", "*"},
      {"let",
       {D(LET), .as = "x", ONE("count(seat > 0)")},
       "seat",
       NULL,
       NULL,
       NULL},
  };
  for (size_t i = 0; i < ST_COUNT_OF(list); i++) {
    const struct touch_case *c = &list[i];
    stage s;
    stage_open(&s, STRATA_ROLE_REPLACE, &c->deed, 1);
    const st_touch *t = &play_code(s.rules, "act")->touch;
    cr_expect(
        eq(u64, t->reads, bit_of(s.rules, STRATA_KIND_ATTRIBUTE, c->reads)),
        "%s", c->name);
    cr_expect(
        eq(u64, t->writes, bit_of(s.rules, STRATA_KIND_ATTRIBUTE, c->writes)),
        "%s", c->name);
    cr_expect(eq(u64, t->field_reads,
                 bit_of(s.rules, STRATA_KIND_FIELD, c->field_reads)),
              "%s", c->name);
    cr_expect(eq(u64, t->field_writes,
                 bit_of(s.rules, STRATA_KIND_FIELD, c->field_writes)),
              "%s", c->name);
    stage_close(&s);
  }
}

/* What deeds are called is what the public map says, and each has a form that
 * some program may use. */
Test(deed, every_deed_has_a_place) {
  for (int op = 0; op <= STRATA_DEED_BEGIN; op++) {
    const st_deed_form *form = st_deed_form_of((strata_deed_op)op);
    cr_expect(ne(int, form->stages, 0), "%s", st_deed_text((strata_deed_op)op));
    cr_expect(eq(int, form->stages & ~ST_STAGE_ANY, 0));
    cr_expect(eq(int, form->what == ST_NEVER, form->object == ST_OBJECT_NONE),
              "%s", st_deed_text((strata_deed_op)op));
  }
  for (int i = 1; i < ST_OPTION_NUMBER; i++) {
    st_deed_form form = {.options = UINT32_C(1) << i};
    const char *text = st_option_text((st_option)i);
    cr_expect(eq(int, (int)st_deed_option(&form, text), i));
    form.options = 0;
    cr_expect(eq(int, (int)st_deed_option(&form, text), ST_OPTION_NUMBER));
  }
  cr_expect(st_is_bound_name("x_1"));
  cr_expect(not(st_is_bound_name("1x")));
  cr_expect(not(st_is_bound_name("a:b")));
  cr_expect(not(st_is_bound_name("")));
}
