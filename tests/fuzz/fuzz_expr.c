/* Fuzzes texts of expressions, with and without a frame: a text that parses
 * prints as a text that parses to the same expression, and evaluation writes
 * nothing. */
#include "base/text.h"
#include "kit.h"
#include "rules/model/sba_def.h"
#include "rules/model/watcher_def.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

static strata_world *fuzz_world(strata_rules *rules) {
  strata_world *world = NULL;
  if (strata_world_new(rules, NULL, &world)) return NULL;
  for (int64_t i = 0; i < 3; i++) {
    strata_entity entity = 0;
    if (strata_spawn(world, &entity)) fuzz_found("spawn");
    if (strata_set_base_int(world, entity, kit_attr(rules, "power"), i)) {
      fuzz_found("base");
    }
  }
  return world;
}

/* Refused: the message says where, inside of the text. */
static void fuzz_refused(strata_status status, const strata_error *error,
                         size_t size) {
  if (status != error->status) fuzz_found("status of an error");
  if (error->text[0] == '\0') fuzz_found("an error that says nothing");
  if (!memchr(error->text, 0, sizeof error->text)) fuzz_found("no NUL");
  if (error->offset > size) fuzz_found("an error past the end");
}

static void fuzz_again(const strata_rules *rules, const strata_expr *expr) {
  strata_expr *again = NULL;
  strata_error error;
  const char *text = strata_expr_text(expr);
  if (strata_expr_parse(rules, text, &again, &error)) {
    fuzz_found("a canonical text does not parse");
  }
  if (strcmp(strata_expr_text(again), text) != 0) {
    fuzz_found("a canonical text is not canonical");
  }
  if (strata_expr_type(again) != strata_expr_type(expr)) {
    fuzz_found("another type");
  }
  for (uint32_t n = 0; strata_expr_reads(expr, n); n++) {
    if (strata_expr_reads(again, n) != strata_expr_reads(expr, n)) {
      fuzz_found("other reads");
    }
  }
  strata_expr_free(again);
}

static void fuzz_eval(strata_world *world, const strata_expr *expr) {
  uint64_t hash = strata_hash(world);
  strata_entity it = strata_entity_next(world, 0);
  strata_value value = {.type = STRATA_INT};
  strata_value second = {.type = STRATA_INT};
  bool is_set = strata_expr_type(expr) == STRATA_SET; /* only an operand */
  strata_status wanted = is_set ? STRATA_ETYPE : STRATA_OK;
  if (strata_expr_eval(world, expr, it, 0, &value) != wanted) {
    fuzz_found("eval");
  }
  if (strata_expr_eval(world, expr, it, 0, &second) != wanted) {
    fuzz_found("eval again");
  }
  if (!is_set && !kit_same_value(&value, &second)) fuzz_found("two values");
  size_t count = 0;
  strata_status s = strata_select(world, expr, it, NULL, 0, &count);
  bool predicate = strata_expr_type(expr) == STRATA_FLAG;
  if (s != (predicate ? STRATA_OK : STRATA_ETYPE)) fuzz_found("select");
  if (strata_hash(world) != hash) fuzz_found("evaluating wrote");
}

/* -- Frames -- */

static void fuzz_ok(strata_status status) {
  if (status) fuzz_found("a declaration is refused");
}

static bool fuzz_is_utf8(const char *text) {
  return st_text_find_bad_utf8(text, strlen(text)) == SIZE_MAX;
}

/* A declaration that has `text` in it is refused if that is not UTF-8, and
 * only then: what the text says is read when the rules are frozen. */
static void fuzz_declared(strata_status status, const char *text) {
  if (status != (fuzz_is_utf8(text) ? STRATA_OK : STRATA_EINVAL)) {
    fuzz_found("a declaration is refused, or one that is not UTF-8 is not");
  }
}

/* Whom a check is about, and whose turn it is. */
static void fuzz_settle(strata_builder *b, const char *text) {
  static const strata_instruction stop = {.op = STRATA_DO_STOP};
  const strata_sba_desc check = {
      .name = "x", .who = text, .program = &stop, .instruction_count = 1};
  fuzz_declared(strata_builder_sba(b, &check), text);
  strata_play_rules_desc play = {.turn_player = text};
  fuzz_declared(strata_builder_play_rules(b, &play), text);
  strata_period_desc period = {.name = "turn", .when = text, .again = text};
  fuzz_declared(strata_builder_period(b, &period), text);
}

/* An event "hit", an alias of it, and a code of the alias: `text` is its
 * condition, its amount, or what a deed binds and goes on with. */
static void fuzz_declare(strata_builder *b, const char *text, int where) {
  static const strata_field_desc fields[] = {{"who", STRATA_REF},
                                             {"amount", STRATA_INT},
                                             {"rarity", STRATA_SYM},
                                             {"combat", STRATA_FLAG}};
  static const strata_field_desc names[] = {{"x", STRATA_INT},
                                            {"target", STRATA_REF}};
  strata_event_type_desc hit = {
      .name = "hit", .affected = "who", .fields = fields, .field_count = 4};
  strata_event_type_desc all = {.name = "all", .of = "hit"};
  const strata_argument value = {.value = text};
  const strata_instruction deeds[] = {{.op = STRATA_DO_LET,
                                       .as = "bound",
                                       .arguments = &value,
                                       .argument_count = 1},
                                      {.op = STRATA_DO_RUN, .what = "house"}};
  strata_watcher_desc code = {.name = "x",
                              .role = where == 1 ? STRATA_ROLE_MORE
                                                 : STRATA_ROLE_TRIGGER,
                              .event = "all",
                              .names = names,
                              .name_count = 2,
                              .when = where == 0 ? text : NULL,
                              .amount = where == 1 ? text : NULL,
                              .program = deeds,
                              .instruction_count = where == 2 ? 2 : 0};
  fuzz_ok(strata_builder_event_type(b, &hit));
  fuzz_ok(strata_builder_event_type(b, &all));
  fuzz_ok(strata_builder_handler(b, "house", 1));
  fuzz_ok(strata_builder_replacement_class(b, "self"));
  fuzz_declared(strata_builder_watcher(b, &code), where < 3 ? text : "");
  if (where == 3) fuzz_settle(b, text);
}

static strata_status fuzz_freeze(const char *text, int where,
                                 strata_rules **out) {
  static const char *const types[] = {"elf", "goblin", "wall"};
  static const strata_attribute attributes[] = {
      {.name = "power", .type = STRATA_INT},
      {.name = "tapped", .type = STRATA_FLAG},
      {.name = "owner", .type = STRATA_REF},
      {.name = "types",
       .type = STRATA_SET,
       .symbols = types,
       .symbol_count = 3}};
  strata_builder *b = NULL;
  fuzz_ok(strata_builder_new(NULL, NULL, &b));
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
    fuzz_ok(strata_builder_attribute(b, &attributes[i]));
  }
  const strata_zone_desc pile = {.name = "pile", .ordered = true};
  fuzz_ok(strata_builder_zone(b, &pile));
  fuzz_ok(strata_builder_face_down(b, "tapped", "owner"));
  fuzz_ok(strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP));
  fuzz_declare(b, text, where);
  if (!fuzz_is_utf8(text)) {
    strata_builder_free(b);
    return STRATA_EINVAL;
  }
  strata_status status = strata_builder_freeze(b, out);
  bool says = strncmp(strata_builder_error(b), "code 'x'", 8) == 0 ||
              strncmp(strata_builder_error(b), "check 'x'", 9) == 0 ||
              strncmp(strata_builder_error(b), "play '", 6) == 0 ||
              strncmp(strata_builder_error(b), "period 'turn'", 13) == 0;
  if (status && !says) fuzz_found("a refusal that does not say where");
  strata_builder_free(b);
  return status;
}

/* What a frame says prints as what says the same in it, and with words
 * exchanged twice it is what it was. */
static void fuzz_words(const strata_rules *rules, const strata_expr *expr) {
  strata_symbol pairs[] = {kit_symbol(rules, "elf"), kit_symbol(rules, "wall"),
                           kit_symbol(rules, "wall"), kit_symbol(rules, "elf")};
  st_mem mem;
  st_mem_init(&mem, NULL, NULL);
  strata_expr *other = NULL;
  strata_expr *back = NULL;
  strata_status status = st_expr_substitute(expr, pairs, 2, &mem, &other);
  if (status == STRATA_ERANGE) return; /* its text became too long */
  fuzz_ok(status);
  fuzz_ok(st_expr_substitute(other, pairs, 2, &mem, &back));
  if (strcmp(back->text, expr->text) != 0) {
    fuzz_found("words exchanged twice are others");
  }
  st_expr_free(other);
  st_expr_free(back);
  if (mem.live_bytes != 0) fuzz_found("a leak");
}

/* What rules tell of the watcher and the event is what they hold. */
static void fuzz_described(const strata_rules *rules,
                           const st_watcher_def *code, strata_event_type hit) {
  strata_watcher_def_info info;
  strata_field_desc name;
  fuzz_ok(strata_rules_watcher_def(rules, 1, &info));
  for (size_t n = 0; n < info.parameter_count; n++) {
    fuzz_ok(strata_rules_watcher_parameter(rules, 1, n, &name));
  }
  if (info.event != code->event_type ||
      strata_rules_field_type(
          rules, strata_rules_event_type_affected(rules, hit)) != STRATA_REF) {
    fuzz_found("a watcher or an event that is another");
  }
}

static void fuzz_frame(const char *text, int where) {
  strata_rules *rules = NULL;
  strata_rules *again = NULL;
  if (fuzz_freeze(text, where, &rules)) return;
  strata_event_type hit =
      strata_rules_find(rules, STRATA_NAME_EVENT_TYPE, "hit");
  const st_watcher_def *code = st_watcher_def_get(rules, 1);
  const strata_expr *expr = where == 0   ? code->when
                            : where == 1 ? code->amount
                            : where == 3 ? st_sba_get(rules, 1)->subject
                                         : code->program.arguments[0].value;
  if (strata_rules_event_type_of(rules, code->event_type) != hit ||
      strata_rules_field_type(
          rules, strata_rules_event_type_field(rules, hit, 1)) != STRATA_INT) {
    fuzz_found("a field that is another");
  }
  fuzz_described(rules, code, hit);
  if (fuzz_freeze(expr->text, where, &again)) {
    fuzz_found("a canonical text of a frame does not parse");
  }
  if (strata_rules_hash(again) != strata_rules_hash(rules)) {
    fuzz_found("a canonical text of a frame is not canonical");
  }
  fuzz_words(rules, expr);
  strata_rules_free(again);
  strata_rules_free(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  strata_rules *rules = NULL;
  if (!text || kit_rules(NULL, false, &rules)) fuzz_found("rules");
  memcpy(text, data, size);
  text[size] = '\0';
  strata_expr *expr = NULL;
  strata_error error = {.status = STRATA_OK};
  strata_status status = strata_expr_parse(rules, text, &expr, &error);
  if (status) {
    fuzz_refused(status, &error, size);
  } else {
    strata_world *world = fuzz_world(rules);
    fuzz_again(rules, expr);
    fuzz_eval(world, expr);
    strata_expr_free(expr);
    strata_world_free(world);
  }
  strata_rules_free(rules);
  for (int where = 0; where < 4; where++) {
    fuzz_frame(text, where);
  }
  free(text);
  return 0;
}
