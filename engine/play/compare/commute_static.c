/*
 * order.c - whether the order of several is the same by what they say.
 *
 * What programs read and write is known when the rules are frozen, through all
 * that they emit. But others may have a word about what is emitted, and what
 * they do is not of the program: where there are any, only a trial tells.
 */
#include "play/compare/commute_static.h"

#include "play/index/watcher_index_update.h"

#include <string.h>

/* What prevents without a program writes its event all the same. */
static st_rw_mask rw_mask_of_watcher(const st_execution *run,
                                     strata_watcher_def code) {
  const st_watcher_def *c = st_watcher_def_get(run->rules, code);
  st_rw_mask touch = c->rw_mask;
  if (c->role == STRATA_ROLE_PREVENT) {
    touch.field_reads = touch.field_writes = UINT64_MAX;
  }
  return touch;
}

/* Neither minds what the other has written. */
static bool do_rw_masks_commute(const st_rw_mask *a, const st_rw_mask *b) {
  return (a->writes & (b->reads | b->writes)) == 0 &&
         (b->writes & a->reads) == 0 &&
         (a->field_writes & (b->field_reads | b->field_writes)) == 0 &&
         (b->field_writes & a->field_reads) == 0;
}

/* What is emitted, by kind; each is looked at once. */
typedef struct st_emitted_types {
  uint64_t *seen;  /* bits by kind */
  uint32_t *types; /* those seen, in the order of finding */
  uint32_t count;
} st_emitted_types;

static void add_emitted_types(const strata_rules *rules,
                              const st_program *program,
                              st_emitted_types *all) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *deed = &program->instructions[i];
    if (deed->op != STRATA_DO_EMIT) continue;
    strata_event_type kind = st_event_type_get(rules, deed->what)->unaliased;
    if (st_bit_test(all->seen, kind)) continue;
    st_bit_set(all->seen, kind, true);
    all->types[all->count++] = kind;
  }
}

#define OBSERVING_ROLES                                                        \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT) |           \
   ST_WATCHER_INDEX_ROLE(CANT) | ST_WATCHER_INDEX_ROLE(TRIGGER))

/* Nobody has a word about what comes of them. */
static strata_status are_emitted_unwatched(st_execution *run,
                                           const strata_watcher_def *codes,
                                           uint32_t count, bool *out) {
  const strata_rules *rules = run->rules;
  size_t kinds = rules->names[STRATA_NAME_EVENT_TYPE].count;
  st_emitted_types all = {0};
  strata_status status = STRATA_OK;
  all.seen = st_arena_alloc(&run->arena, st_bit_words((uint32_t)kinds + 1),
                            sizeof *all.seen);
  all.types = st_arena_alloc(&run->arena, kinds + 1, sizeof *all.types);
  if (!all.seen || !all.types) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    add_emitted_types(rules, &st_watcher_def_get(rules, codes[i])->program,
                      &all);
  }
  *out = true;
  for (uint32_t i = 0; !status && *out && i < all.count; i++) {
    const st_event_type *kind = st_event_type_get(rules, all.types[i]);
    uint32_t first = 0;
    add_emitted_types(rules, &kind->contained_program, &all);
    add_emitted_types(rules, &kind->perform_program, &all);
    status = st_watcher_index_find(&run->index, all.types[i], NULL,
                                   OBSERVING_ROLES, &first);
    *out = first == 0 && !kind->enters;
  }
  return status;
}

strata_status st_commute_static_watchers(st_execution *run,
                                         const strata_watcher_def *codes,
                                         uint32_t count, bool *out) {
  *out = false;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const st_rw_mask a = rw_mask_of_watcher(run, codes[i]);
      const st_rw_mask b = rw_mask_of_watcher(run, codes[k]);
      if (!do_rw_masks_commute(&a, &b)) return STRATA_OK;
    }
  }
  return are_emitted_unwatched(run, codes, count, out);
}

bool st_commute_static_only_adds(const st_watcher_def *code) {
  const st_program *program = &code->program;
  bool is_set =
      code->role == STRATA_ROLE_REPLACE && program->instruction_count > 0;
  if (!is_set || code->optional || code->always_ask) return false;
  for (uint32_t i = 0; i < program->instruction_count;) {
    const st_instruction *deed = &program->instructions[i];
    bool within = deed->op == STRATA_DO_WHEN;
    if (!within && deed->op != STRATA_DO_ALSO) return false;
    i = within ? i + 1 : deed->end;
  }
  return true;
}
