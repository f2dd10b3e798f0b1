/* Functions of the host that leave the library by a jump, or call the world
 * that calls them. */
#include "hands.h"

#include <setjmp.h>

TestSuite(callbacks, .timeout = 60);

/* -- A world whose functions all do what the test says -- */

typedef enum jumper {
  JUMPS_NOWHERE,
  JUMPS_FROM_HANDLER,
  JUMPS_FROM_WRITER,
  JUMPS_FROM_POLICY,
  JUMPS_FROM_OBSERVER,
  JUMPS_FROM_FAULT,
  JUMPS_FROM_LOG
} jumper;

typedef struct stage {
  hands h;
  jumper jumper;
  size_t rows, missed;
} stage;

static jmp_buf landing;

static void jump_if(const stage *s, jumper from) {
  if (s->jumper == from) longjmp(landing, 1);
}

/* Of `hands`, which is the first member of the stage. */
static const stage *stage_of(hands *h) {
  return (const stage *)(const void *)h;
}

static strata_status emit_and_jump(hands *h, strata_handler_call *run) {
  strata_status status = hands_emit(run, "gain", h->a.bob, "amount", 5, NULL);
  if (status) return status;
  jump_if(stage_of(h), JUMPS_FROM_HANDLER);
  int64_t number = 0;
  status = hands_number(run, h->a.alice, 7, &number);
  return stage_of(h)->jumper == JUMPS_FROM_FAULT
             ? strata_call_fail(run, STRATA_ESCRIPT, "bad")
             : status;
}

static strata_status write_and_jump(hands *h, strata_handler_call *run) {
  strata_world *world = strata_call_world(run);
  strata_status status =
      strata_set_base_int(world, h->a.bob, kit_attr(h->a.rules, "life"), 1000);
  jump_if(stage_of(h), JUMPS_FROM_WRITER);
  return status;
}

static strata_status answer_or_jump(hands *h, const strata_decision *d,
                                    strata_answer_desc *out) {
  jump_if(stage_of(h), JUMPS_FROM_POLICY);
  h->amount = d->most;
  *out = (strata_answer_desc){.amounts = &h->amount, .count = 1};
  return STRATA_OK;
}

static void observe(void *user, strata_world *world,
                    const strata_log_row *row) {
  stage *s = user;
  (void)world;
  if (row->what == STRATA_LOG_MISSED) {
    s->missed++;
    return;
  }
  s->rows++;
  jump_if(s, JUMPS_FROM_OBSERVER);
}

static void fault(void *user, strata_world *world, const strata_fault *what) {
  (void)world;
  (void)what;
  jump_if(user, JUMPS_FROM_FAULT);
}

static void log_line(void *user, strata_status status, const char *line) {
  (void)status;
  (void)line;
  jump_if(user, JUMPS_FROM_LOG);
}

static void open_stage(stage *s) {
  *s = (stage){0};
  acts_open(&s->h.a);
  strata_world_free(s->h.a.world);
  strata_world_config config = kit_config(&s->h.a.mem);
  config.log = log_line;
  config.log_user = s;
  OK(strata_world_new(s->h.a.rules, &config, &s->h.a.world));
  OK(strata_spawn(s->h.a.world, &s->h.a.alice));
  OK(strata_spawn(s->h.a.world, &s->h.a.bob));
  s->h.house = emit_and_jump;
  s->h.write = write_and_jump;
  s->h.decide = answer_or_jump;
  strata_handler_runner runner = hands_runner(&s->h);
  runner.strict = false;
  runner.fault = fault;
  runner.fault_user = s;
  OK(strata_set_handler_runner(s->h.a.world, &runner));
  OK(strata_subscribe(s->h.a.world, observe, s));
}

static strata_status run(stage *s) {
  return acts_code(&s->h.a, "run", NULL);
}

static strata_status labour(stage *s) {
  return acts_event(&s->h.a, "labour", s->h.a.bob, "amount", 2, NULL);
}

static strata_status play(stage *s) {
  strata_status status = run(s);
  return status ? status : labour(s);
}

/* The hash of a world in which the same is played and nobody jumps. */
static uint64_t hash_of_calm_game(void) {
  stage s;
  open_stage(&s);
  OK(play(&s));
  uint64_t hash = strata_hash(s.h.a.world);
  acts_close(&s.h.a);
  return hash;
}

/* -- Jumps -- */

static bool jumps(stage *s, jumper from) {
  volatile bool jumped = true;
  s->jumper = from;
  if (!setjmp(landing)) {
    (void)!(from == JUMPS_FROM_WRITER ? labour(s) : run(s));
    jumped = false;
  }
  s->jumper = JUMPS_NOWHERE;
  return jumped;
}

/* After the jump the world is locked; after recovering it is as it was, and the
 * same game can be played in it. */
static void check_recovery(jumper from) {
  stage s;
  open_stage(&s);
  strata_world *world = s.h.a.world;
  strata_entity made;
  strata_mark mark;
  OK(strata_mark_set(world, &mark));
  uint64_t hash = strata_hash(world);
  cr_assert(jumps(&s, from), "it jumps from %d", (int)from);
  cr_expect(eq(int, strata_mark_set(world, &(strata_mark){0}), STRATA_EOPEN));
  cr_expect(strstr(strata_world_error(world), "strata_recover") != NULL, "%s",
            strata_world_error(world));
  OK(strata_recover(world));
  cr_expect(eq(u64, strata_hash(world), hash), "%d", (int)from);
  OK(strata_spawn(world, &made));
  OK(strata_rollback(world, mark));
  OK(strata_commit(world));
  cr_expect(eq(i64, acts_life(&s.h.a, s.h.a.bob), 0));
  OK(play(&s));
  cr_expect(eq(u64, strata_hash(world), hash_of_calm_game()), "%d", (int)from);
  acts_close(&s.h.a);
}

Test(callbacks, finding_EM04_a_jump_out_of_a_handler_can_be_recovered_from) {
  check_recovery(JUMPS_FROM_HANDLER);
}

Test(callbacks, finding_EM04_a_jump_out_of_a_handler_that_writes) {
  check_recovery(JUMPS_FROM_WRITER);
}

Test(callbacks, finding_EM04_a_jump_out_of_a_policy_can_be_recovered_from) {
  check_recovery(JUMPS_FROM_POLICY);
}

Test(callbacks, finding_EM04_a_jump_out_of_an_observer_can_be_recovered_from) {
  check_recovery(JUMPS_FROM_OBSERVER);
}

Test(callbacks, finding_EM04_a_jump_out_of_a_fault_can_be_recovered_from) {
  check_recovery(JUMPS_FROM_FAULT);
}

Test(callbacks, finding_EM04_observers_learn_which_rows_did_not_happen) {
  stage s;
  open_stage(&s);
  cr_assert(jumps(&s, JUMPS_FROM_OBSERVER));
  cr_expect(eq(sz, s.rows, 1));
  cr_expect(eq(sz, s.missed, 0));
  OK(strata_recover(s.h.a.world));
  cr_expect(eq(sz, s.missed, 1));
  acts_close(&s.h.a);
}

Test(callbacks, finding_EM04_a_jump_out_of_the_log_leaves_the_world_open) {
  stage s;
  open_stage(&s);
  strata_world *world = s.h.a.world;
  volatile bool jumped = true;
  s.jumper = JUMPS_FROM_LOG;
  if (!setjmp(landing)) {
    (void)!strata_despawn(world, 12345);
    jumped = false;
  }
  s.jumper = JUMPS_NOWHERE;
  cr_expect(jumped);
  OK(play(&s));
  OK(strata_recover(world));
  acts_close(&s.h.a);
}

Test(callbacks, finding_EM04_recovering_does_nothing_where_no_call_was_left) {
  stage s;
  open_stage(&s);
  OK(play(&s));
  uint64_t hash = strata_hash(s.h.a.world);
  OK(strata_recover(s.h.a.world));
  cr_expect(eq(u64, strata_hash(s.h.a.world), hash));
  acts_close(&s.h.a);
}

/* -- Predicates -- */

typedef enum meddling {
  MEDDLES_NOT,
  MEDDLES_READING,
  MEDDLES_WRITING,
  MEDDLES_ACTING,
  MEDDLES_JUMPING
} meddling;

typedef struct asked {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity bear;
  strata_attr power;
  meddling how;
  strata_status got[8];
} asked;

static void meddle_reading(asked *a) {
  int64_t value = 0;
  strata_value any;
  size_t count = 0;
  strata_why *why = NULL;
  a->got[0] = strata_get_int(a->world, a->bear, a->power, &value);
  a->got[1] = strata_get(a->world, a->bear, a->power, &any);
  a->got[2] = strata_get_ints(a->world, a->power, &a->bear, 1, &value);
  a->got[3] = strata_explain(a->world, a->bear, a->power, &why);
  a->got[4] = strata_save(a->world, NULL, 0, &count);
  a->got[5] = strata_fork(a->world, NULL, &(strata_world *){NULL});
  a->got[6] =
      strata_get_after(a->world, a->bear, a->power, 1, &(strata_value){0});
  a->got[7] = strata_world_tune(a->world, STRATA_TUNE_SUMS, STRATA_TUNE_AUTO);
  strata_world_drop_caches(a->world);
}

static void meddle_writing(asked *a) {
  const strata_part part = {.attr = a->power, .layer = 1, .op = STRATA_OP_ADD};
  strata_effect effect;
  strata_entity made;
  strata_mark mark = {0};
  a->got[0] = strata_set_base_int(a->world, a->bear, a->power, 77);
  a->got[1] = strata_spawn(a->world, &made);
  a->got[2] = strata_despawn(a->world, a->bear);
  a->got[3] = strata_effect_add(a->world,
                                &(strata_effect_desc){.targets = &a->bear,
                                                      .target_count = 1,
                                                      .parts = &part,
                                                      .part_count = 1},
                                &effect);
  a->got[4] = strata_mark_set(a->world, &mark);
  a->got[5] = strata_rollback(a->world, mark);
  a->got[6] = strata_commit(a->world);
  a->got[7] = strata_remember(a->world, 1);
}

static strata_status meddle(void *user, strata_predicate_context *context,
                            strata_entity it, strata_entity source, bool *out) {
  asked *a = user;
  strata_value power;
  (void)source;
  strata_status status = strata_predicate_get(context, it, a->power, &power);
  if (status) return status;
  if (a->how == MEDDLES_READING) meddle_reading(a);
  if (a->how == MEDDLES_WRITING) meddle_writing(a);
  if (a->how == MEDDLES_ACTING) {
    a->got[0] = strata_act(a->world, &(strata_act_desc){.event = 1}, NULL);
  }
  if (a->how == MEDDLES_JUMPING) longjmp(landing, 1);
  *out = power.integer > 1;
  return STRATA_OK;
}

static void open_asked(asked *a, meddling how) {
  static const char *const reads[] = {"power"};
  *a = (asked){.how = how};
  strata_builder *builder;
  OK(strata_builder_new(kit_alloc, &a->mem, &builder));
  OK(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP));
  OK(strata_builder_attribute(
      builder, &(strata_attribute){.name = "power", .type = STRATA_INT}));
  OK(strata_builder_event_type(builder,
                               &(strata_event_type_desc){.name = "nothing"}));
  OK(strata_builder_predicate(builder,
                              &(strata_predicate_desc){.name = "odd",
                                                       .fn = meddle,
                                                       .user = a,
                                                       .reads = reads,
                                                       .read_count = 1}));
  OK(strata_builder_freeze(builder, &a->rules));
  strata_builder_free(builder);
  a->power = kit_attr(a->rules, "power");
  strata_world_config config = kit_config(&a->mem);
  OK(strata_world_new(a->rules, &config, &a->world));
  OK(strata_spawn(a->world, &a->bear));
  OK(strata_set_base_int(a->world, a->bear, a->power, 2));
  strata_expr *subject;
  OK(strata_expr_parse(a->rules, "ask('odd')", &subject, NULL));
  const strata_part part = {
      .attr = a->power, .layer = 1, .op = STRATA_OP_ADD, .value = 1};
  strata_effect effect;
  OK(strata_effect_add(a->world,
                       &(strata_effect_desc){
                           .subject = subject, .parts = &part, .part_count = 1},
                       &effect));
  strata_expr_free(subject);
}

static void close_asked(asked *a) {
  strata_world_free(a->world);
  strata_rules_free(a->rules);
  cr_expect(eq(sz, a->mem.live_bytes, 0), "bytes leaked");
}

static void check_meddling(meddling how, size_t calls) {
  asked a;
  int64_t value = 0;
  open_asked(&a, how);
  uint64_t hash = strata_hash(a.world);
  OK(strata_get_int(a.world, a.bear, a.power, &value));
  cr_expect(eq(i64, value, 3));
  cr_expect(eq(u64, strata_hash(a.world), hash));
  for (size_t i = 0; i < calls; i++) {
    cr_expect(eq(int, a.got[i], STRATA_EOPEN), "call %zu", i);
  }
  cr_expect(strstr(strata_world_error(a.world), "predicate") != NULL, "%s",
            strata_world_error(a.world));
  OK(strata_set_base_int(a.world, a.bear, a.power, 1));
  a.how = MEDDLES_NOT;
  OK(strata_get_int(a.world, a.bear, a.power, &value));
  cr_expect(eq(i64, value, 1));
  close_asked(&a);
}

Test(callbacks, finding_EM05_a_predicate_reads_through_its_context_alone) {
  check_meddling(MEDDLES_READING, 8);
}

Test(callbacks, finding_EM05_what_a_predicate_writes_is_refused) {
  check_meddling(MEDDLES_WRITING, 8);
}

Test(callbacks, finding_EM05_a_predicate_cannot_act) {
  check_meddling(MEDDLES_ACTING, 1);
}

Test(callbacks, finding_EM04_a_jump_out_of_a_predicate_can_be_recovered_from) {
  asked a;
  volatile bool jumped = true;
  int64_t value = 0;
  open_asked(&a, MEDDLES_JUMPING);
  uint64_t hash = strata_hash(a.world);
  if (!setjmp(landing)) {
    (void)!strata_get_int(a.world, a.bear, a.power, &value);
    jumped = false;
  }
  cr_expect(jumped);
  cr_expect(
      eq(int, strata_get_int(a.world, a.bear, a.power, &value), STRATA_EOPEN));
  a.how = MEDDLES_NOT;
  OK(strata_recover(a.world));
  OK(strata_get_int(a.world, a.bear, a.power, &value));
  cr_expect(eq(i64, value, 3));
  cr_expect(eq(u64, strata_hash(a.world), hash));
  close_asked(&a);
}

/* -- The log -- */

typedef struct chatty {
  strata_world *world;
  size_t lines;
} chatty;

static void call_from_log(void *user, strata_status status, const char *line) {
  chatty *c = user;
  (void)status;
  cr_expect(strstr(line, "despawn") != NULL, "%s", line);
  c->lines++;
  (void)!strata_restamp(c->world, 54321);
}

Test(callbacks, finding_EM05_a_log_function_that_fails_on_its_world_ends) {
  acts a;
  chatty c = {0};
  acts_open(&a);
  strata_world_config config = kit_config(&a.mem);
  config.log = call_from_log;
  config.log_user = &c;
  OK(strata_world_new(a.rules, &config, &c.world));
  cr_expect(eq(int, strata_despawn(c.world, 12345), STRATA_ESTALE));
  cr_expect(eq(sz, c.lines, 1));
  cr_expect(strstr(strata_world_error(c.world), "despawn") != NULL, "%s",
            strata_world_error(c.world));
  strata_world_free(c.world);
  acts_close(&a);
}
