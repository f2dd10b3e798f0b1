/*
 * commute_static.c - whether the order of watchers matters, decided from what
 * their programs read and write.
 *
 * What a program reads and writes is computed when the rules are frozen,
 * through all events that it emits (st_watcher_def.rw_mask). Other watchers may
 * replace or prevent these events, or trigger on them, and their programs are
 * not part of the mask. So an event that any such watcher listens to makes the
 * answer unknown, and only an attempt can tell (try_options.h).
 */
#include "play/compare/commute_static.h"

#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"

#include <string.h>

/* A prevention effect without a program writes the fields of its event all the
 * same. */
static st_rw_mask rw_mask_of_watcher(const st_execution *exec,
                                     strata_watcher_def def) {
  const st_watcher_def *c = st_watcher_def_get(exec->rules, def);
  st_rw_mask touch = c->rw_mask;
  if (c->role == STRATA_ROLE_PREVENT) {
    touch.field_reads = touch.field_writes = UINT64_MAX;
  }
  return touch;
}

/* Neither program reads or writes anything that the other one writes. */
static bool do_rw_masks_commute(const st_rw_mask *a, const st_rw_mask *b) {
  return (a->writes & (b->reads | b->writes)) == 0 &&
         (b->writes & a->reads) == 0 &&
         (a->field_writes & (b->field_reads | b->field_writes)) == 0 &&
         (b->field_writes & a->field_reads) == 0;
}

/* Event types that a set of programs emits, through all events that these
 * contain or emit. Each type is listed once. */
typedef struct st_emitted_types {
  uint64_t *seen;  /* bits by event type */
  uint32_t *types; /* the listed types, in the order in which they were met */
  uint32_t count;
} st_emitted_types;

static void add_emitted_types(const strata_rules *rules,
                              const st_program *program,
                              st_emitted_types *all) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    if (instruction->op != STRATA_DO_EMIT) continue;
    strata_event_type type =
        st_event_type_get(rules, instruction->what)->unaliased;
    if (st_bit_test(all->seen, type)) continue;
    st_bit_set(all->seen, type, true);
    all->types[all->count++] = type;
  }
}

#define OBSERVING_ROLES                                                        \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT) |           \
   ST_WATCHER_INDEX_ROLE(CANT) | ST_WATCHER_INDEX_ROLE(TRIGGER))

/* Whether no watcher can replace, prevent, forbid or trigger on any event that
 * these watchers emit, and no emitted event lets an object enter. */
static strata_status are_emitted_unwatched(st_execution *exec,
                                           const strata_watcher_def *defs,
                                           uint32_t count, bool *out) {
  const strata_rules *rules = exec->rules;
  size_t type_count = rules->names[STRATA_NAME_EVENT_TYPE].count;
  st_emitted_types all = {0};
  strata_status status = STRATA_OK;
  all.seen = st_arena_alloc(
      &exec->arena, st_bit_words((uint32_t)type_count + 1), sizeof *all.seen);
  all.types = st_arena_alloc(&exec->arena, type_count + 1, sizeof *all.types);
  if (!all.seen || !all.types) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    add_emitted_types(rules, &st_watcher_def_get(rules, defs[i])->program,
                      &all);
  }
  *out = true;
  for (uint32_t i = 0; !status && *out && i < all.count; i++) {
    const st_event_type *type = st_event_type_get(rules, all.types[i]);
    uint32_t first = 0;
    add_emitted_types(rules, &type->contained_program, &all);
    add_emitted_types(rules, &type->perform_program, &all);
    status = st_watcher_index_find(&exec->index, all.types[i], NULL,
                                   OBSERVING_ROLES, &first);
    *out = first == 0 && !type->enters;
  }
  return status;
}

strata_status st_commute_static_watchers(st_execution *exec,
                                         const strata_watcher_def *defs,
                                         uint32_t count, bool *out) {
  *out = false;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const st_rw_mask a = rw_mask_of_watcher(exec, defs[i]);
      const st_rw_mask b = rw_mask_of_watcher(exec, defs[k]);
      if (!do_rw_masks_commute(&a, &b)) return STRATA_OK;
    }
  }
  return are_emitted_unwatched(exec, defs, count, out);
}

bool st_commute_static_only_adds(const st_watcher_def *def) {
  const st_program *program = &def->program;
  bool is_set =
      def->role == STRATA_ROLE_REPLACE && program->instruction_count > 0;
  if (!is_set || def->optional || def->always_ask) return false;
  for (uint32_t i = 0; i < program->instruction_count;) {
    const st_instruction *instruction = &program->instructions[i];
    bool within = instruction->op == STRATA_DO_WHEN;
    if (!within && instruction->op != STRATA_DO_ALSO) return false;
    i = within ? i + 1 : instruction->end;
  }
  return true;
}
