/* An execution that waits ahead: whatever is read of its world is what it would
 * be in a world that was taken back, to take it back needs no memory, and an
 * answer writes as much as the first did. */
#include "acts.h"
#include "api/world/api_world.h"

#include <setjmp.h>
#include <stdlib.h>

TestSuite(suspended, .timeout = 60);

/* A world whose action has let something happen and waits for its second
 * answer; `how` goes for ANSWERS. */
static void open_waiting(acts *a, strata_tune how) {
  acts_open(a);
  OK(strata_world_tune(a->world, STRATA_TUNE_ANSWERS, how));
  OK(acts_code(a, "each", NULL));
  OK(acts_choose(a->world, 0, NULL));
}

static bool is_ahead(const acts *a) {
  return a->world->execution.suspended.is_ahead;
}

/* -- What is read -- */

static uint64_t digest(uint64_t sum, uint64_t value) {
  return (sum ^ value) * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

static uint64_t digest_text(uint64_t sum, const char *text) {
  for (; text && *text; text++) {
    sum = digest(sum, (unsigned char)*text);
  }
  return sum;
}

/* A status, and the message that goes with it. */
static uint64_t said(const acts *a, strata_status status) {
  uint64_t sum = digest(1, (uint64_t)status);
  return status ? digest_text(sum, strata_world_error(a->world)) : sum;
}

static uint64_t see_life(const acts *a) {
  return digest((uint64_t)acts_life(a, a->alice),
                (uint64_t)acts_life(a, a->bob));
}

static uint64_t see_value(const acts *a) {
  strata_value value = {0};
  strata_attr life = kit_attr(a->rules, "life");
  uint64_t sum = said(a, strata_get(a->world, a->alice, life, &value));
  return digest(sum, (uint64_t)value.integer);
}

static uint64_t see_base(const acts *a) {
  strata_value value = {0};
  strata_attr life = kit_attr(a->rules, "life");
  uint64_t sum = said(a, strata_base(a->world, a->alice, life, &value));
  return digest(sum, (uint64_t)value.integer);
}

static uint64_t see_many(const acts *a) {
  int64_t out[2] = {0};
  const strata_entity who[2] = {a->alice, a->bob};
  strata_attr life = kit_attr(a->rules, "life");
  uint64_t sum = said(a, strata_get_ints(a->world, life, who, 2, out));
  return digest(digest(sum, (uint64_t)out[0]), (uint64_t)out[1]);
}

static uint64_t see_log(const acts *a) {
  uint64_t sum = 0;
  uint64_t n = strata_log_next(a->world, 0);
  for (; n != 0; n = strata_log_next(a->world, n)) {
    strata_log_row row = {0};
    sum = digest(sum, said(a, strata_log_get(a->world, n, &row)));
    sum = digest(sum, digest(row.number, (uint64_t)row.what));
  }
  return sum;
}

static uint64_t see_missing_row(const acts *a) {
  strata_log_row row;
  return said(a, strata_log_get(a->world, 3, &row));
}

static uint64_t see_note(const acts *a) {
  strata_value value = {0};
  size_t count = 0;
  uint64_t sum =
      said(a, strata_noted(a->world, a->alice, "asked", &value, 1, &count));
  return digest(digest(sum, count), (uint64_t)value.integer);
}

static uint64_t see_selection(const acts *a) {
  strata_expr *expr = NULL;
  strata_entity found[4] = {0};
  size_t count = 0;
  OK(strata_expr_parse(a->rules, "life > 1", &expr, NULL));
  uint64_t sum = said(a, strata_select(a->world, expr, 0, found, 4, &count));
  strata_expr_free(expr);
  return digest(digest(sum, count), found[0]);
}

static uint64_t see_hash(const acts *a) {
  return strata_hash(a->world);
}

static uint64_t see_position(const acts *a) {
  uint64_t hash = 0;
  return digest(said(a, strata_position_hash(a->world, &hash)), hash);
}

static uint64_t see_save(const acts *a) {
  size_t size = 0;
  OK(strata_save(a->world, NULL, 0, &size));
  unsigned char *bytes = malloc(size);
  cr_assert(ne(ptr, bytes, NULL));
  uint64_t sum = said(a, strata_save(a->world, bytes, size, &size));
  for (size_t i = 0; i < size; i++) {
    sum = digest(sum, bytes[i]);
  }
  free(bytes);
  return sum;
}

static uint64_t see_fork(const acts *a) {
  strata_world *fork = NULL;
  strata_outcome outcome = STRATA_PARTLY;
  OK(strata_fork(a->world, NULL, &fork));
  uint64_t sum = strata_hash(fork);
  OK(acts_choose(fork, 0, &outcome));
  sum = digest(digest(sum, strata_hash(fork)), (uint64_t)outcome);
  strata_world_free(fork);
  return sum;
}

static uint64_t see_middle(const acts *a) {
  strata_world *peeked = NULL;
  OK(strata_peek(a->world, NULL, &peeked));
  uint64_t sum = strata_hash(peeked);
  strata_world_free(peeked);
  return sum;
}

static uint64_t see_figures(const acts *a) {
  strata_stats stats;
  strata_world_stats(a->world, &stats);
  return digest(stats.entities, stats.effects);
}

static uint64_t see_entities(const acts *a) {
  strata_entity second = strata_entity_next(a->world, a->alice);
  return digest(second, strata_entity_next(a->world, second));
}

static uint64_t see_why(const acts *a) {
  strata_why *why = NULL;
  strata_attr life = kit_attr(a->rules, "life");
  uint64_t sum = said(a, strata_explain(a->world, a->alice, life, &why));
  sum = digest_text(sum, strata_why_dot(why));
  strata_why_free(why);
  return sum;
}

static uint64_t see_legal(const acts *a) {
  const strata_legal_action *list = NULL;
  size_t count = 0;
  uint64_t sum =
      said(a, strata_legal_actions(a->world, a->alice, &list, &count));
  return digest(sum, count);
}

static uint64_t see_end(const acts *a) {
  return strata_game_end(a->world);
}

/* Writes are refused, with the same words. */
static uint64_t see_spawn(const acts *a) {
  strata_entity out;
  return said(a, strata_spawn(a->world, &out));
}

static uint64_t see_set(const acts *a) {
  strata_attr life = kit_attr(a->rules, "life");
  return said(a, strata_set_base_int(a->world, a->alice, life, 9));
}

static uint64_t see_bad_set(const acts *a) {
  strata_attr small = kit_attr(a->rules, "small");
  return said(a, strata_set_base_int(a->world, a->alice, small, 900));
}

static uint64_t see_act(const acts *a) {
  const strata_act_desc desc = acts_code_desc(a, "bargain");
  return said(a, strata_act(a->world, &desc, NULL));
}

static uint64_t see_bad_answer(const acts *a) {
  uint64_t sum = said(a, acts_choose(a->world, 7, NULL));
  const strata_answer_desc done = {.decision = 1}, none = {.decision = 9};
  sum = digest(sum, said(a, strata_answer(a->world, &done, NULL)));
  return digest(sum, said(a, strata_answer(a->world, &none, NULL)));
}

static uint64_t see_mark(const acts *a) {
  strata_mark mark;
  OK(strata_mark_set(a->world, &mark));
  OK(acts_choose(a->world, 1, NULL));
  uint64_t sum = strata_hash(a->world);
  OK(strata_rollback(a->world, mark));
  return digest(sum, strata_hash(a->world));
}

static uint64_t see_retracted(const acts *a) {
  OK(strata_retract(a->world));
  uint64_t sum = strata_hash(a->world);
  OK(acts_choose(a->world, 0, NULL));
  return sum;
}

static uint64_t see_decision(const acts *a) {
  strata_decision d = {0};
  uint64_t sum = digest(strata_decision_count(a->world),
                        said(a, strata_decision_get(a->world, 0, &d)));
  sum = digest(digest(sum, d.id), digest(d.who, d.source));
  sum = digest(digest_text(sum, d.prompt), d.option_count);
  for (size_t i = 0; i < d.option_count; i++) {
    sum = digest_text(digest(sum, (uint64_t)d.options[i].value.integer),
                      d.options[i].text);
  }
  return digest(sum, said(a, strata_decision_get(a->world, 1, &d)));
}

static const struct {
  const char *name;
  uint64_t (*see)(const acts *a);
  bool stays; /* it leaves the world ahead */
} sights[] = {
    {"life", see_life, false},
    {"value", see_value, false},
    {"base", see_base, false},
    {"many", see_many, false},
    {"log", see_log, false},
    {"a row of the middle", see_missing_row, false},
    {"note", see_note, false},
    {"selection", see_selection, false},
    {"hash", see_hash, false},
    {"position", see_position, false},
    {"save", see_save, false},
    {"fork", see_fork, false},
    {"middle", see_middle, false},
    {"figures", see_figures, true},
    {"entities", see_entities, false},
    {"why", see_why, false},
    {"legal", see_legal, false},
    {"end", see_end, false},
    {"spawn", see_spawn, false},
    {"set", see_set, false},
    {"bad set", see_bad_set, false},
    {"act", see_act, false},
    {"bad answer", see_bad_answer, true},
    {"mark", see_mark, false},
    {"retracted", see_retracted, true},
    {"decision", see_decision, true},
};

enum { SIGHTS = sizeof sights / sizeof sights[0] };

Test(suspended, whatever_is_read_is_read_of_the_state_that_was_promised) {
  for (size_t i = 0; i < SIGHTS; i++) {
    acts a;
    acts b;
    open_waiting(&a, STRATA_TUNE_AUTO);
    open_waiting(&b, STRATA_TUNE_NEVER);
    cr_assert(is_ahead(&a), "%s", sights[i].name);
    cr_assert(not(is_ahead(&b)), "%s", sights[i].name);
    uint64_t ahead = sights[i].see(&a);
    cr_expect(eq(u64, ahead, sights[i].see(&b)), "%s", sights[i].name);
    cr_expect(eq(int, is_ahead(&a), sights[i].stays), "%s", sights[i].name);
    cr_expect(eq(u64, strata_hash(a.world), strata_hash(b.world)), "%s",
              sights[i].name);
    OK(acts_choose(a.world, 0, NULL));
    OK(acts_choose(b.world, 0, NULL));
    cr_expect(eq(u64, strata_hash(a.world), strata_hash(b.world)), "%s: end",
              sights[i].name);
    acts_close(&a);
    acts_close(&b);
  }
}

/* Texts that were given out stay where they are while the world is looked at.
 */
Test(suspended, decisions_stay_where_they_are_as_the_world_goes_back) {
  acts a;
  open_waiting(&a, STRATA_TUNE_AUTO);
  strata_decision before;
  strata_decision after;
  OK(strata_decision_get(a.world, 0, &before));
  (void)strata_hash(a.world);
  cr_expect(not(is_ahead(&a)));
  OK(strata_decision_get(a.world, 0, &after));
  cr_expect(eq(ptr, (void *)after.options, (void *)before.options));
  acts_close(&a);
}

static void look(void *user, strata_status status, const char *line) {
  const acts *a = user;
  (void)line;
  cr_expect(eq(int, status, STRATA_EREFUSED));
  cr_expect(eq(i64, acts_life(a, a->alice), 1));
}

Test(suspended, the_log_function_sees_the_state_that_was_promised) {
  acts a;
  open_waiting(&a, STRATA_TUNE_AUTO);
  a.world->log = look;
  a.world->log_user = &a;
  cr_expect(eq(int, acts_choose(a.world, 7, NULL), STRATA_EREFUSED));
  cr_expect(not(is_ahead(&a)), "it was looked at");
  OK(acts_choose(a.world, 0, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 2));
  acts_close(&a);
}

/* -- Memory -- */

/* The world of `a` becomes a fork, which has no memory to spare, and asks
 * before anything is written. */
static void open_asking(acts *a, strata_tune how) {
  acts_open(a);
  strata_world *fork = NULL;
  OK(strata_fork(a->world, NULL, &fork));
  strata_world_free(a->world);
  a->world = fork;
  OK(strata_world_tune(a->world, STRATA_TUNE_ANSWERS, how));
  OK(acts_code(a, "bargain", NULL));
}

Test(suspended, to_go_back_needs_no_memory) {
  static void (*const opens[])(acts *, strata_tune) = {open_waiting,
                                                       open_asking};
  for (int i = 0; i < 2; i++) {
    acts a;
    acts b;
    opens[i](&a, STRATA_TUNE_AUTO);
    opens[i](&b, STRATA_TUNE_NEVER);
    cr_assert(is_ahead(&a));
    a.mem.fail_from = a.mem.calls + 1;
    cr_expect(eq(u64, strata_hash(a.world), strata_hash(b.world)));
    a.mem.fail_from = 0;
    cr_expect(not(a.world->execution.suspended.stands), "no way was kept");
    OK(acts_choose(a.world, 0, NULL));
    OK(acts_choose(b.world, 0, NULL));
    cr_expect(eq(u64, strata_hash(a.world), strata_hash(b.world)));
    acts_close(&a);
    acts_close(&b);
  }
}

/* -- What an answer costs -- */

enum { QUESTIONS = 40 };

/* How many words the n-th answer wrote, of one question for each entity. */
static void count_writes(bool looks, size_t written[QUESTIONS]) {
  acts a;
  acts_open(&a);
  for (int i = 2; i < QUESTIONS; i++) {
    strata_entity more;
    OK(strata_spawn(a.world, &more));
    OK(strata_set_base_int(a.world, more, kit_attr(a.rules, "life"), 1));
  }
  strata_mark mark; /* keeps the journal */
  OK(strata_mark_set(a.world, &mark));
  OK(acts_code(&a, "each", NULL));
  for (int i = 0; i < QUESTIONS; i++) {
    if (looks) (void)strata_hash(a.world);
    size_t before = a.world->store.journal_count;
    OK(acts_choose(a.world, 0, NULL));
    if (looks) (void)strata_hash(a.world);
    written[i] = a.world->store.journal_count - before;
  }
  cr_expect(eq(sz, strata_decision_count(a.world), 0));
  acts_close(&a);
}

Test(suspended, the_cost_of_an_answer_does_not_grow) {
  size_t written[QUESTIONS];
  count_writes(false, written);
  for (int i = 2; i + 1 < QUESTIONS; i++) {
    cr_expect(le(sz, written[i], written[1] + 8), "answer %d: %zu, and %zu", i,
              written[i], written[1]);
  }
  count_writes(true, written); /* the control: rows of all answers */
  cr_expect(lt(sz, 5 * written[1], written[QUESTIONS - 2]), "%zu and %zu",
            written[1], written[QUESTIONS - 2]);
}

/* -- A call that is left -- */

static jmp_buf left;

static strata_status leave(void *user, strata_world *world,
                           const strata_decision *decision,
                           strata_answer_desc *answer) {
  (void)user;
  (void)world;
  (void)answer;
  if (decision->id == 2) longjmp(left, 1);
  return STRATA_ESUSPEND;
}

Test(suspended, an_answer_that_was_left_was_not_given) {
  acts a;
  acts_open(&a);
  OK(acts_code(&a, "each", NULL));
  uint64_t asked = strata_hash(a.world);
  OK(acts_choose(a.world, 0, NULL));
  OK(strata_retract(a.world)); /* ahead, at the first question */
  cr_assert(is_ahead(&a));
  OK(strata_set_handler_runner(a.world,
                               &(strata_handler_runner){.decide = leave}));
  OK(strata_cancel(a.world));
  OK(acts_code(&a, "each", NULL));
  cr_assert(is_ahead(&a));
  if (setjmp(left) == 0) {
    (void)!acts_choose(a.world, 0, NULL);
    cr_assert(false, "the policy is not asked");
  }
  OK(strata_recover(a.world));
  cr_expect(eq(u64, strata_hash(a.world), asked));
  cr_expect(eq(sz, a.world->store.mark_count, 0));
  OK(strata_set_handler_runner(a.world, &(strata_handler_runner){0}));
  OK(acts_choose(a.world, 0, NULL));
  OK(acts_choose(a.world, 0, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 2));
  cr_expect(eq(i64, acts_life(&a, a.bob), 3));
  strata_world_free(a.world);
  strata_rules_free(a.rules);
}

static bool alloc_leaves;

static void *leaving_alloc(void *user, void *ptr, size_t old_size,
                           size_t size) {
  if (alloc_leaves) longjmp(left, 1);
  return kit_alloc(user, ptr, old_size, size);
}

/* Fill an arena, so that the next array of it needs a block. */
static void fill(st_arena *arena) {
  size_t count[2] = {0};
  for (size_t n = 0; n < 2; n++) { /* the rest of this block, and a whole one */
    size_t before = arena->total_bytes;
    for (; arena->total_bytes == before; count[n]++) {
      cr_assert(st_arena_alloc(arena, 1, 16) != NULL);
    }
  }
  for (size_t i = 1; i < count[1]; i++) {
    cr_assert(st_arena_alloc(arena, 1, 16) != NULL);
  }
}

/* It is left before it is known what it says. */
Test(suspended, an_answer_that_was_left_early_takes_none_back) {
  acts a;
  acts_open(&a);
  a.world->mem.alloc = leaving_alloc;
  OK(acts_code(&a, "each", NULL));
  uint64_t asked = strata_hash(a.world);
  OK(strata_cancel(a.world));
  OK(acts_code(&a, "each", NULL));
  cr_assert(is_ahead(&a));
  fill(&a.world->execution.arena);
  if (setjmp(left) == 0) {
    alloc_leaves = true;
    (void)!acts_choose(a.world, 0, NULL);
    cr_assert(false, "it needs no memory");
  }
  alloc_leaves = false;
  OK(strata_recover(a.world));
  cr_expect(eq(u64, strata_hash(a.world), asked));
  OK(acts_choose(a.world, 0, NULL));
  OK(acts_choose(a.world, 0, NULL));
  cr_expect(eq(i64, acts_life(&a, a.alice), 2));
  cr_expect(eq(i64, acts_life(&a, a.bob), 3));
  strata_world_free(a.world);
  strata_rules_free(a.rules);
}
