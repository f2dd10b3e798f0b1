/*
 * order.c - whether the order of several is the same by what they say.
 *
 * What programs read and write is known when the rules are frozen, through all
 * that they emit. But others may have a word about what is emitted, and what
 * they do is not of the program: where there are any, only a trial tells.
 */
#include "play/compare/order.h"

#include <string.h>

/* What prevents without a program writes its event all the same. */
static st_touch touch_of(const st_run *run, strata_code code) {
  const st_code *c = st_code_get(run->rules, code);
  st_touch touch = c->touch;
  if (c->role == STRATA_ROLE_PREVENT) {
    touch.field_reads = touch.field_writes = UINT64_MAX;
  }
  return touch;
}

/* Neither minds what the other has written. */
static bool are_apart(const st_touch *a, const st_touch *b) {
  return (a->writes & (b->reads | b->writes)) == 0 &&
         (b->writes & a->reads) == 0 &&
         (a->field_writes & (b->field_reads | b->field_writes)) == 0 &&
         (b->field_writes & a->field_reads) == 0;
}

/* What is emitted, by kind; each is looked at once. */
typedef struct st_emitted {
  uint64_t *seen;  /* bits by kind */
  uint32_t *kinds; /* those seen, in the order of finding */
  uint32_t count;
} st_emitted;

static void add_emitted(const strata_rules *rules, const st_routine *program,
                        st_emitted *all) {
  for (uint32_t i = 0; i < program->deed_count; i++) {
    const st_deed *deed = &program->deeds[i];
    if (deed->op != STRATA_DEED_EMIT) continue;
    strata_event_kind kind = st_kind_get(rules, deed->what)->of;
    if (st_bit_test(all->seen, kind)) continue;
    st_bit_put(all->seen, kind, true);
    all->kinds[all->count++] = kind;
  }
}

#define WATCHERS                                                               \
  (ST_INDEX_ROLE(REPLACE) | ST_INDEX_ROLE(PREVENT) | ST_INDEX_ROLE(CANT) |     \
   ST_INDEX_ROLE(TRIGGER))

/* Nobody has a word about what comes of them. */
static strata_status is_unwatched(st_run *run, const strata_code *codes,
                                  uint32_t count, bool *out) {
  const strata_rules *rules = run->rules;
  size_t kinds = rules->names[STRATA_KIND_EVENT].count;
  st_emitted all = {0};
  strata_status status = STRATA_OK;
  all.seen = st_arena_take(&run->arena, st_words_for((uint32_t)kinds + 1),
                           sizeof *all.seen);
  all.kinds = st_arena_take(&run->arena, kinds + 1, sizeof *all.kinds);
  if (!all.seen || !all.kinds) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    add_emitted(rules, &st_code_get(rules, codes[i])->deeds, &all);
  }
  *out = true;
  for (uint32_t i = 0; !status && *out && i < all.count; i++) {
    const st_kind *kind = st_kind_get(rules, all.kinds[i]);
    uint32_t first = 0;
    add_emitted(rules, &kind->parts, &all);
    add_emitted(rules, &kind->does, &all);
    status = st_index_look(&run->index, all.kinds[i], NULL, WATCHERS, &first);
    *out = first == 0 && !kind->enters;
  }
  return status;
}

strata_status st_order_commutes(st_run *run, const strata_code *codes,
                                uint32_t count, bool *out) {
  *out = false;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const st_touch a = touch_of(run, codes[i]);
      const st_touch b = touch_of(run, codes[k]);
      if (!are_apart(&a, &b)) return STRATA_OK;
    }
  }
  return is_unwatched(run, codes, count, out);
}

bool st_order_only_adds(const st_code *code) {
  const st_routine *program = &code->deeds;
  bool is_set = code->role == STRATA_ROLE_REPLACE && program->deed_count > 0;
  if (!is_set || code->optional || code->always_ask) return false;
  for (uint32_t i = 0; i < program->deed_count;) {
    const st_deed *deed = &program->deeds[i];
    bool within = deed->op == STRATA_DEED_WHEN;
    if (!within && deed->op != STRATA_DEED_ALSO) return false;
    i = within ? i + 1 : deed->end;
  }
  return true;
}
