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
#include "rules/model/sba_def.h"

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

/* -- Whether it matters which object has an ability -- */

/* Whether an expression may name the object that an ability is of, or the
 * cause or effect of an event. */
static bool expr_sees_source(const strata_rules *rules,
                             const strata_expr *expr) {
  const st_common_fields *common = &rules->common_fields;
  for (uint32_t i = 0; expr && i < expr->node_count; i++) {
    const st_expr_node *n = &expr->nodes[i];
    if (n->op == ST_EXPR_FIELD &&
        (n->index == common->cause || n->index == common->effect)) {
      return true;
    }
  }
  return expr && expr->uses_this;
}

static bool instruction_sees_source(const strata_rules *rules,
                                    const st_program *program,
                                    const st_instruction *instruction) {
  bool plain =
      instruction->op == STRATA_DO_EMIT || instruction->op == STRATA_DO_WHEN ||
      instruction->op == STRATA_DO_LET || instruction->op == STRATA_DO_SET ||
      instruction->op == STRATA_DO_ADD || instruction->op == STRATA_DO_COUNT;
  bool sees = !plain || expr_sees_source(rules, instruction->who) ||
              expr_sees_source(rules, instruction->when) ||
              expr_sees_source(rules, instruction->times);
  for (uint32_t i = 0; !sees && i < instruction->argument_count; i++) {
    const st_argument *a = &program->arguments[instruction->first_argument + i];
    sees = expr_sees_source(rules, a->value);
  }
  return sees;
}

static bool program_sees_source(const strata_rules *rules,
                                const st_program *program) {
  bool sees = false;
  for (uint32_t i = 0; !sees && i < program->instruction_count; i++) {
    sees = instruction_sees_source(rules, program, &program->instructions[i]);
  }
  return sees;
}

static bool type_sees_source(const strata_rules *rules,
                             const st_event_type *type) {
  return type->phase_count > 0 || type->has_handlers ||
         expr_sees_source(rules, type->where) ||
         expr_sees_source(rules, type->matters) ||
         expr_sees_source(rules, type->can) ||
         program_sees_source(rules, &type->contained_program) ||
         program_sees_source(rules, &type->perform_program);
}

/* Whether no watcher can replace, prevent, forbid or trigger on any event that
 * these watchers emit, and no emitted event lets an object enter; with
 * `any_source`, nor does any of them name its cause. */
static strata_status are_emitted_unwatched(st_execution *exec,
                                           const strata_watcher_def *defs,
                                           uint32_t count, bool any_source,
                                           bool *out) {
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
    *out = first == 0 && !type->enters &&
           !(any_source && type_sees_source(rules, type));
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
  return are_emitted_unwatched(exec, defs, count, false, out);
}

bool st_commute_static_are_told_apart(const st_execution *exec,
                                      const strata_watcher_def *defs,
                                      uint32_t count) {
  const strata_rules *rules = exec->rules;
  for (uint32_t n = 1; n <= st_rules_count(rules, STRATA_NAME_SBA); n++) {
    st_rw_mask sba = {0};
    uint32_t readers = 0;
    st_rw_mask_add_expr(&sba, st_sba_get(rules, n)->subject);
    for (uint32_t i = 0; i < count; i++) {
      const st_rw_mask mask = rw_mask_of_watcher(exec, defs[i]);
      if ((mask.writes & sba.reads) != 0 && ++readers == 2) return true;
    }
  }
  return false;
}

strata_status st_commute_static_any_source(st_execution *exec,
                                           strata_watcher_def number,
                                           bool *out) {
  const strata_rules *rules = exec->rules;
  const st_watcher_def *def = st_watcher_def_get(rules, number);
  *out = false;
  if (def->optional || def->uses != 0 || def->uses_per_clock != 0 ||
      def->counts_done || def->program.on_stack_count > 0 ||
      expr_sees_source(rules, def->only_if) ||
      program_sees_source(rules, &def->program)) {
    return STRATA_OK;
  }
  return are_emitted_unwatched(exec, &number, 1, true, out);
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
