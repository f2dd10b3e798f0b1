/* Expressions with fields of an event and variables of a program. */
#include "expr_stage.h"

TestSuite(expr_frame, .timeout = 60);

/* An event "hit" and names. Fields are sorted by name, the common ones too. */
enum {
  AMOUNT = 1,
  BECAME,
  BY,
  CAUSE,
  COMBAT,
  COUNT,
  EFFECT,
  PREVENTED,
  WHO,
  WORD
};
enum { YOU, N, TARGET, NUMBER, WHETHER, WHICH, NAMES };

typedef struct stage {
  board *b;
  strata_rules *rules;
  st_expr_variable items[NAMES];
  st_expr_variables names;
  uint8_t place_of[WORD];
  st_expr_frame frame;
} stage;

static strata_rules *rules_with_events(board *b) {
  static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                             {"amount", STRATA_INT},
                                             {"combat", STRATA_FLAG},
                                             {"count", STRATA_INT},
                                             {"word", STRATA_SYM}};
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  cr_assert(eq(int, strata_builder_new(probe_alloc, &b->probe, &builder), 0));
  for (size_t i = 0; i < BOARD_ATTRS; i++) {
    cr_assert(eq(int, strata_builder_attribute(builder, &attributes[i]), 0));
  }
  static const char *const types[] = {"elf", "goblin", "wall"};
  for (size_t i = 0; i < 3; i++) {
    cr_assert(eq(int, strata_builder_symbol(builder, "types", types[i]), 0));
  }
  cr_assert(eq(int, strata_builder_symbol(builder, NULL, "rare"), 0));
  strata_zone_desc pile = {.name = "pile", .ordered = true};
  strata_zone_desc table = {.name = "table", .shared = true};
  cr_assert(eq(int, strata_builder_zone(builder, &pile), 0));
  cr_assert(eq(int, strata_builder_zone(builder, &table), 0));
  strata_event_type_desc hit = {
      .name = "hit", .fields = fields, .field_count = 5};
  cr_assert(eq(int, strata_builder_event_type(builder, &hit), 0));
  hit = (strata_event_type_desc){.name = "miss", .field_count = 0};
  cr_assert(eq(int, strata_builder_event_type(builder, &hit), 0));
  cr_assert(
      eq(int, strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP), 0));
  cr_assert(eq(int, strata_builder_freeze(builder, &rules), 0));
  strata_builder_free(builder);
  return rules;
}

static size_t asked; /* how often a field or name was */

static strata_status frame_field(const st_expr_env *env, strata_field field,
                                 int64_t *out) {
  const int64_t words[] = {[AMOUNT] = 7,
                           [BECAME] = 0,
                           [BY] = 0,
                           [COMBAT] = 1,
                           [COUNT] = 3,
                           [WHO] = (int64_t)st_handle(SOURCE, 1),
                           [WORD] = kit_symbol(env->rules, "elf")};
  asked++;
  *out = words[field];
  return called(board_of(env));
}

static strata_status frame_name(const st_expr_env *env, uint32_t place,
                                int64_t *out) {
  const int64_t words[NAMES] = {[YOU] = (int64_t)st_handle(SOURCE, 1),
                                [N] = 2,
                                [TARGET] = (int64_t)st_handle(IT, 1),
                                [NUMBER] = -4,
                                [WHETHER] = 1,
                                [WHICH] = kit_symbol(env->rules, "rare")};
  asked++;
  *out = words[place];
  return called(board_of(env));
}

/* The first card of a pile is IT, the second SOURCE; the table is empty. */
static strata_entity frame_top(const st_expr_env *env, strata_zone zone,
                               strata_entity player, int64_t n) {
  asked++;
  bool pile = zone == strata_rules_find(env->rules, STRATA_NAME_ZONE, "pile");
  if (!pile || player != st_handle(SOURCE, 1)) return 0;
  return n == 1 ? st_handle(IT, 1) : n == 2 ? st_handle(SOURCE, 1) : 0;
}

static stage stage_new(void) {
  static const st_expr_variable names[NAMES] = {
      {"you", STRATA_REF},    {"n", STRATA_INT},        {"target", STRATA_REF},
      {"number", STRATA_INT}, {"whether", STRATA_FLAG}, {"which", STRATA_SYM}};
  stage s = {.b = board_new()};
  strata_rules_free(s.b->rules);
  s.rules = s.b->rules = rules_with_events(s.b);
  s.b->env.rules = s.rules;
  s.b->env.field = frame_field;
  s.b->env.variable = frame_name;
  s.b->env.top = frame_top;
  memcpy(s.items, names, sizeof names);
  memset(s.place_of, 1, sizeof s.place_of);
  return s;
}

/* Pointers into it, where it lies now. */
static st_expr_frame *frame_of(stage *s) {
  s->names = (st_expr_variables){.variables = s->items, .count = NAMES};
  s->frame = (st_expr_frame){.rules = s->rules,
                             .variables = &s->names,
                             .field_index_of = s->place_of,
                             .event_type_name = "hit"};
  return &s->frame;
}

static strata_expr *parse_frame(stage *s, const char *text) {
  strata_expr *expr = NULL;
  strata_error error = {0};
  strata_status status = st_expr_parse_frame(frame_of(s), &s->b->mem, text,
                                             strlen(text), &expr, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s: %s", text, error.text);
  return expr;
}

struct frame_case {
  const char *text, *canonical; /* NULL: the same */
  strata_type type;
  int64_t value; /* for IT */
  bool closed;
};

static const struct frame_case cases[] = {
    {"event.amount", NULL, STRATA_INT, 7, true},
    {" ( event . amount )", "event.amount", STRATA_INT, 7, true},
    {"event.count * 2 + $n", NULL, STRATA_INT, 8, true},
    {"-$number", NULL, STRATA_INT, 4, true},
    {"event.combat and not event.effect", NULL, STRATA_FLAG, 1, true},
    {"event.by = none", NULL, STRATA_FLAG, 1, true},
    {"event.word = 'elf'", NULL, STRATA_FLAG, 1, true},
    {"event.word != none", NULL, STRATA_FLAG, 1, true},
    {"event.who", NULL, STRATA_REF, (int64_t)1 << 32 | SOURCE, true},
    {"event.who.power", NULL, STRATA_INT, 10, true},
    {"$target.power + event.who.owner.power", NULL, STRATA_INT, 5, true},
    {"$target.types has 'elf'", NULL, STRATA_FLAG, 1, true},
    {"$target.types has event.word", NULL, STRATA_FLAG, 1, true},
    {"types has event.word", NULL, STRATA_FLAG, 1, false},
    {"types has $which", NULL, STRATA_FLAG, 0, false},
    {"event.who.types = none", NULL, STRATA_FLAG, 0, true},
    {"it = $target", NULL, STRATA_FLAG, 1, false},
    {"owner = event.who and $whether", NULL, STRATA_FLAG, 1, false},
    {"power < event.amount", NULL, STRATA_FLAG, 1, false},
    {"power = $n + 1", NULL, STRATA_FLAG, 1, false},
    {"count(it = $target)", NULL, STRATA_INT, 1, true},
    {"count(owner = $you and it = outer)", NULL, STRATA_INT, 1, false},
    {"min(event.amount,$n)", "min(event.amount, $n)", STRATA_INT, 2, true},
    {"$you = this", NULL, STRATA_FLAG, 1, true},
    {"$which", NULL, STRATA_SYM, -1, true},
    {"top('pile', $you, 2)", NULL, STRATA_REF, (int64_t)1 << 32 | SOURCE, true},
    {"top ( 'pile' ,$you,$n-1 )", "top('pile', $you, $n - 1)", STRATA_REF,
     (int64_t)1 << 32 | IT, true},
    {"top('pile', $you, 3) = none", NULL, STRATA_FLAG, 1, true},
    {"top('table', none, 1) = none", NULL, STRATA_FLAG, 1, true},
    {"top('pile', $you, 2).power", NULL, STRATA_INT, 10, true},
    {"top('pile', $you, 2).owner.power + 1", NULL, STRATA_INT, 3, true},
    {"it = top('pile', $you, 1)", NULL, STRATA_FLAG, 1, false},
    {"top('pile', owner, $n) = $you", NULL, STRATA_FLAG, 1, false},
    {"count(it = top('pile', $you, 1) and it = outer)", NULL, STRATA_INT, 1,
     false},
};

Test(expr_frame, texts_have_type_value_and_canonical_form) {
  stage s = stage_new();
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    const struct frame_case *c = &cases[i];
    strata_expr *expr = parse_frame(&s, c->text);
    const char *canonical = c->canonical ? c->canonical : c->text;
    cr_expect(eq(str, expr->text, STR(canonical)), "%s", c->text);
    cr_expect(eq(int, (int)expr->type, (int)c->type), "%s", c->text);
    cr_expect(eq(int, st_expr_is_closed(expr), c->closed), "%s", c->text);
    cr_expect(eq(int, expr->uses_it, !c->closed), "%s", c->text);
    cr_expect(not(st_expr_is_constant(expr)), "%s", c->text);
    int64_t want =
        c->value == -1 ? (int64_t)kit_symbol(s.rules, "rare") : c->value;
    cr_expect(eq(i64, eval(s.b, expr), want), "%s", c->text);

    strata_expr *again = parse_frame(&s, expr->text);
    cr_expect(eq(str, again->text, expr->text));
    st_expr_free(again);
    st_expr_free(expr);
  }
  board_free(s.b);
}

Test(expr_frame, one_by_one_and_64_at_a_time_agree) {
  stage s = stage_new();
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    if (cases[i].type != STRATA_FLAG) continue;
    strata_expr *expr = parse_frame(&s, cases[i].text);
    for (uint32_t word = 0; word < 3; word++) {
      uint64_t hits = 0;
      cr_expect(eq(int,
                   st_expr_match(expr, &s.b->env, word, s.b->live[word], &hits),
                   STRATA_OK));
      for (uint32_t bit = 0; bit < 64; bit++) {
        if (!(s.b->live[word] >> bit & 1)) continue;
        s.b->env.it_slot = 64 * word + bit;
        cr_expect(eq(i64, eval(s.b, expr), (int64_t)(hits >> bit & 1)),
                  "%s of %u", cases[i].text, 64 * word + bit);
      }
    }
    s.b->env.it_slot = IT;
    st_expr_free(expr);
  }
  board_free(s.b);
}

Test(expr_frame, what_is_the_same_for_all_is_asked_once) {
  stage s = stage_new();
  strata_expr *expr = parse_frame(&s, "power + event.amount > $n + toughness");
  uint64_t bits[3];
  asked = 0;
  cr_expect(eq(int, st_expr_match_live(expr, &s.b->env, bits), STRATA_OK));
  cr_expect(eq(sz, asked, 2));
  st_expr_free(expr);
  board_free(s.b);
}

Test(expr_frame, closed_parts_have_the_values_of_the_frame) {
  stage s = stage_new();
  strata_expr *expr =
      parse_frame(&s, "power = event.amount + 1 and owner = $target");
  int64_t values[4] = {0};
  strata_status status = STRATA_OK;
  size_t count = st_expr_closed_values(expr, &s.b->env, values, 4, &status);
  cr_assert(eq(sz, count, 2));
  cr_expect(eq(int, status, STRATA_OK));
  cr_expect(eq(i64, values[0] + values[1], 8 + (int64_t)st_handle(IT, 1)));
  st_expr_free(expr);
  board_free(s.b);
}

Test(expr_frame, what_is_read_of_whom_a_field_names_is_far) {
  stage s = stage_new();
  strata_expr *expr =
      parse_frame(&s, "event.who.power = 1 and $target.types has 'elf' and "
                      "event.amount > 0");
  cr_assert(eq(u32, expr->read_count, 2));
  cr_expect(eq(u32, expr->reads[0].attr, POWER));
  cr_expect(eq(u32, expr->reads[1].attr, TYPES));
  for (uint32_t i = 0; i < 2; i++) {
    cr_expect(expr->reads[i].of_others && !expr->reads[i].of_it);
  }
  uint32_t tokens[4];
  cr_expect(eq(u32, st_expr_read_set(expr, tokens, 4), 2));
  st_expr_free(expr);
  board_free(s.b);
}

Test(expr_frame, other_words_leave_fields_and_names) {
  stage s = stage_new();
  strata_expr *expr =
      parse_frame(&s, "event.count > 1 and event.word = 'elf' and "
                      "$target.types has 'elf' and $whether");
  strata_symbol pairs[] = {kit_symbol(s.rules, "elf"),
                           kit_symbol(s.rules, "wall")};
  strata_expr *other = NULL;
  cr_assert(eq(int, st_expr_substitute(expr, pairs, 1, &s.b->mem, &other),
               STRATA_OK));
  cr_expect(eq(str, other->text,
               STR("event.count > 1 and event.word = 'wall' and "
                   "$target.types has 'wall' and $whether")));
  cr_expect(eq(i64, eval(s.b, other), 0));
  strata_expr *third = NULL; /* also of what was rewritten */
  pairs[0] = kit_symbol(s.rules, "wall");
  pairs[1] = kit_symbol(s.rules, "elf");
  cr_assert(eq(int, st_expr_substitute(other, pairs, 1, &s.b->mem, &third),
               STRATA_OK));
  cr_expect(eq(str, third->text, expr->text));
  cr_expect(eq(i64, eval(s.b, third), 1));
  st_expr_free(third);
  st_expr_free(other);
  st_expr_free(expr);
  board_free(s.b);
}

struct mistake {
  const char *text;
  strata_status status;
  size_t offset;
  const char *says;
};

static const struct mistake mistakes[] = {
    {"event", STRATA_ESYNTAX, 5, "the text ends where . and the name of a"},
    {"event + 1", STRATA_ESYNTAX, 6, ". and the name of a field"},
    {"event.", STRATA_ESYNTAX, 6, "the name of a field"},
    {"event.(1)", STRATA_ESYNTAX, 6, "the name of a field"},
    {"event.amuont", STRATA_ENOENT, 6,
     "event 'hit' has no field 'amuont'; did you mean 'amount'?"},
    {"event.xyzzyxyzzy", STRATA_ENOENT, 6, "declare it"},
    {"event.amount.power", STRATA_ESYNTAX, 12, "nobody stands before '.power'"},
    {"count(event.amount.power = 2) = 1", STRATA_ESYNTAX, 18,
     "nobody stands before '.power'; '.' may follow only it, this, outer"},
    {"event.who.powr", STRATA_ENOENT, 10, "did you mean 'power'"},
    {"$", STRATA_ESYNTAX, 0, "a name behind the $"},
    {"$1", STRATA_ESYNTAX, 0, "a name behind the $"},
    {"$Target", STRATA_ESYNTAX, 0, "lower case"},
    {"$tarket", STRATA_ENOENT, 1,
     "nothing is bound to '$tarket' here; did you mean '$target'?"},
    {"$xyzzyxyzzy", STRATA_ENOENT, 1, "bind it before"},
    {"amount > 1", STRATA_ENOENT, 0,
     "unknown attribute 'amount'; write event.amount"},
    {"target = it", STRATA_ENOENT, 0,
     "unknown attribute 'target'; write $target"},
    {"1 + event.combat", STRATA_ETYPE, 4, "'+' wants an int"},
    {"event.who = $n", STRATA_ETYPE, 12, "equal types"},
    {"types has event.amount", STRATA_ETYPE, 10, "'has' wants a symbol"},
    {"top('pil', $you, 1)", STRATA_ENOENT, 5, "unknown zone 'pil'; did you"},
    {"top(pile, $you, 1)", STRATA_ESYNTAX, 4, "a zone in single quotes"},
    {"top('pile', $n, 1)", STRATA_ETYPE, 12, "'top' wants a ref, but '$n'"},
    {"top('pile', $you, $you)", STRATA_ETYPE, 18, "'top' wants an int"},
    {"top('pile', $you)", STRATA_ESYNTAX, 16, "how far from the top"},
    {"top('pile')", STRATA_ESYNTAX, 10, "a comma and whose it is"},
    {"top", STRATA_ENOENT, 0, "unknown attribute 'top'"},
};

Test(expr_frame, mistakes_are_located_and_come_with_a_remedy) {
  stage s = stage_new();
  for (size_t i = 0; i < ST_COUNT_OF(mistakes); i++) {
    const struct mistake *m = &mistakes[i];
    strata_expr *expr = NULL;
    strata_error error = {0};
    strata_status status = st_expr_parse_frame(frame_of(&s), &s.b->mem, m->text,
                                               strlen(m->text), &expr, &error);
    cr_expect(eq(int, status, m->status), "%s: %s", m->text, error.text);
    cr_expect(eq(sz, error.offset, m->offset), "%s: %s", m->text, error.text);
    cr_expect(strstr(error.text, m->says) != NULL, "%s: %s", m->text,
              error.text);
    cr_expect(zero(ptr, expr));
    cr_expect(eq(sz, s.b->mem.live_bytes, 0), "%s", m->text);
  }
  board_free(s.b);
}

/* Outside a frame, fields and variables are refused, and the message says where
 * they are allowed. */
Test(expr_frame, elsewhere_neither_means_anything) {
  stage s = stage_new();
  static const struct mistake elsewhere[] = {
      {"event.amount", STRATA_ESYNTAX, 6,
       "there is no event here, so no 'event.amount'; only what an event, or a "
       "watcher of one, says can name its fields"},
      {"1 + $n", STRATA_ESYNTAX, 5,
       "nothing is bound to '$n' here; only programs of events and their "
       "watchers bind names"}};
  for (size_t i = 0; i < 4; i++) {
    const struct mistake *m = &elsewhere[i / 2];
    strata_expr *expr = NULL;
    strata_error error = {0};
    strata_status status = (i % 2 ? st_expr_parse_inner : st_expr_parse)(
        s.rules, &s.b->mem, m->text, strlen(m->text), &expr, &error);
    cr_expect(eq(int, status, m->status), "%s", m->text);
    cr_expect(eq(sz, error.offset, m->offset), "%s", error.text);
    cr_expect(strstr(error.text, m->says) != NULL, "%s", error.text);
  }
  /* A state has names and no event. */
  st_expr_frame frame = *frame_of(&s);
  frame.field_index_of = NULL;
  strata_expr *expr = NULL;
  cr_expect(eq(
      int,
      st_expr_parse_frame(&frame, &s.b->mem, "event.amount", 12, &expr, NULL),
      STRATA_ESYNTAX));
  cr_expect(eq(int,
               st_expr_parse_frame(&frame, &s.b->mem, "$n = 1", 6, &expr, NULL),
               STRATA_OK));
  st_expr_free(expr);
  /* An event that lacks the field. */
  frame = *frame_of(&s);
  s.place_of[AMOUNT - 1] = 0;
  cr_expect(eq(
      int,
      st_expr_parse_frame(&frame, &s.b->mem, "event.amount", 12, &expr, NULL),
      STRATA_ENOENT));
  cr_expect(st_expr_is_reserved("event"));
  board_free(s.b);
}

Test(expr_frame, an_environment_that_fails_is_told) {
  stage s = stage_new();
  strata_expr *expr =
      parse_frame(&s, "power < event.amount and $target.power = $n");
  for (size_t at = 1;; at++) {
    s.b->calls = 0;
    s.b->fail_at = at;
    int64_t value = 0;
    strata_status status = st_expr_eval(expr, &s.b->env, &value);
    if (!status) {
      cr_expect(ge(sz, at, 4));
      break;
    }
    cr_expect(eq(int, status, STRATA_ENOMEM));
  }
  st_expr_free(expr);
  board_free(s.b);
}

Test(expr_frame, without_memory_nothing_is_left) {
  stage s = stage_new();
  static const char *const texts[] = {
      "event.who.types has event.word and $target.power > $n",
      "top('pile', $you, $n).power > 1", "event.amuont", "$tarket"};
  for (size_t i = 0; i < ST_COUNT_OF(texts); i++) {
    for (int at = 1;; at++) {
      strata_expr *expr = NULL;
      strata_error error = {0};
      s.b->probe.fail_at = s.b->probe.calls + (size_t)at;
      strata_status status = st_expr_parse_frame(
          frame_of(&s), &s.b->mem, texts[i], strlen(texts[i]), &expr, &error);
      bool failed = s.b->probe.calls >= s.b->probe.fail_at;
      s.b->probe.fail_at = 0;
      st_expr_free(expr);
      cr_expect(eq(sz, s.b->mem.live_bytes, 0));
      if (!failed) break;
      bool told = status == STRATA_ENOMEM ||
                  (i > 1 && status == STRATA_ENOENT); /* but without a hint */
      cr_expect(told, "%s", texts[i]);
    }
  }
  board_free(s.b);
}
